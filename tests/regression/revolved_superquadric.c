// Superquadrics with cylinders, cones, ellipsoids and each other that ended in no_convergence, or took half a second.
//
//   rings          least depths along a ring of normals, where one body is nearly round about the other's axis, or has
//                  circles for sections without being round; great circles and others
//   next to touch  the support point of a flat side is anywhere on it, so that it was no witness point
//   balls          superquadrics that contain a ball of their own depth
//   polyhedra      with bodies of revolution: the named feature did not hold the point
#include "check.h"
#include "scenes/place.h"
#include "scree/query.h"
#include "scree/verify.h"

enum { MOST_STEPS = 60000 }; // of the proofs, for all pairs here; some took more than 100,000

static scree_contact query(const char *name, const scree_body *a, const scree_body *b, double tolerance)
{
    scree_query_options o = scree_query_defaults();
    o.tolerance = tolerance;
    scree_contact c;
    CHECK_MSG(scree_query(a, b, &o, &c) == SCREE_OK, "%s: %s, [%.17g, %.17g]", name, scree_status_name(c.status),
              c.lower, c.upper);
    CHECK_MSG(c.iterations <= MOST_STEPS, "%s: %d steps", name, c.iterations);
    scree_verification v;
    scree_verify_options how = scree_verify_defaults();
    how.tolerance = tolerance;
    CHECK(scree_verify(a, b, &c, &how, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %s", name, scree_claim_name(v.claim));
    return c;
}

// Both ways round; `exact` NAN: only next to 0.
static void check_pair(const char *name, scree_shape *a, scree_body pose_a, scree_shape *b, scree_body pose_b,
                       double exact)
{
    pose_a.shape = a;
    pose_b.shape = b;
    for (int k = 0; k < 4; ++k) {
        const scree_body *first = k < 2 ? &pose_a : &pose_b, *second = k < 2 ? &pose_b : &pose_a;
        const double tolerance = k % 2 == 0 ? scree_query_defaults().tolerance : 0.0;
        const scree_contact c = query(name, first, second, tolerance);
        if (isnan(exact)) continue;
        CHECK_MSG(c.lower <= exact && exact <= c.upper, "%s: [%.17g, %.17g]", name, c.lower, c.upper);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

static scree_body at(double x, double y, double z, scree_quat q)
{
    return (scree_body){ NULL, { x, y, z }, q };
}

static void test_rings(void)
{
    const scree_quat none = { 1, 0, 0, 0 }, quarter = { 1, 0, 1, 0 };
    check_pair("circles in two sections", scree_cylinder_create(0.7, 2, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(1, 0.4375, 0.4375), 2, 8, 0, NULL), at(0, 0, 0, quarter), -0.7 - 0.4375);
    check_pair("nearly round", scree_cylinder_create(4.6, 5, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(1, 1, 0.7), 7, 2.0000001, 0, NULL), at(0, 0, 0, none), -5.6);
    // Along the flank of the cone; the least of one variable, in 40 digits.
    check_pair("nearly round, in a cone", scree_cone_create(0.9, 1, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(1, 1, 1), 5, 2.000000002, 0, NULL), at(0, 0, 0, none),
               -1.582479437446407333);
    check_pair("nearly round, off the axis", scree_cone_create(0.9, 1, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(1, 1, 1), 5, 2.000000002, 0, NULL),
               at(1e-6, 0, 0, (scree_quat){ 1, 0, 1e-6, 0 }), NAN);
    check_pair("nearly coaxial", scree_superquadric_create(s3(0.5, 0.5, 0.5), 3.365716196971779, 2, 0, NULL),
               at(0, 0, 0, none), scree_ellipsoid_create(s3(0.5, 0.5, 2), 0, NULL),
               at(5.195400615068361e-14, -5.935059467185958e-14, -1.0980015150488938, none), -0.93137009005333648650);
    check_pair(
        "nearly spheroids", scree_superquadric_create(s3(0.5, 0.5, 2), 2.0000000000047495, 2.0000000000047495, 0, NULL),
        at(0, 0, 0, none), scree_superquadric_create(s3(0.5, 0.5, 2), 2.0000000000047495, 2.0000000000047495, 0, NULL),
        at(0, 0, 3.0579597802042677, none), NAN);
    check_pair("nearly spheroids about y, unequal exponents",
               scree_superquadric_create(s3(0.5, 1, 0.5), 2.00000000000001, 2.000000000002537, 0, NULL),
               at(0, 0, 0, none),
               scree_superquadric_create(s3(0.5, 1, 0.5), 2.00000000000001, 2.000000000002537, 0, NULL),
               at(0, -0.11746206642511836, 0, none), NAN);
    check_pair("nearly spheroids about x, unequal exponents",
               scree_superquadric_create(s3(1, 0.8, 0.8), 2.000000000087748, 2, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(1, 0.8, 0.8), 2.000000000087748, 2, 0, NULL), at(-0.65, 0, 0, none), NAN);
    check_pair("ellipsoids, nearly spheroids about x", scree_ellipsoid_create(s3(2, 0.5, 0.500000000012751), 0, NULL),
               at(0, 0, 0, none), scree_ellipsoid_create(s3(2, 0.5, 0.500000000012751), 0, NULL),
               at(-1.1, 0, 0, (scree_quat){ 1, 1, 0, 0 }), NAN);
    check_pair("ellipsoids, nearly spheroids about z",
               scree_ellipsoid_create(s3(0.5, 0.5000000000006029, 2.0000000000000564), 0, NULL), at(0, 0, 0, none),
               scree_ellipsoid_create(s3(0.5, 0.5000000000006029, 2.0000000000000564), 0, NULL),
               at(0, 0, -2.1, (scree_quat){ 1, 0, 0, -0.6 }), NAN);
    check_pair("a spheroid about x", scree_ellipsoid_create(s3(2, 0.25, 0.25), 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.25, 0.25, 0.25), 2.000000000002354, 2.000000000002354, 0, NULL),
               at(-0.092, 0, 0, none), NAN);
}

static void test_touching(void)
{
    check_pair("rim on a flat side", scree_superquadric_create(s3(1, 0.361615561513, 0.5), 10, 10, 0, NULL),
               at(0, 0, 0, (scree_quat){ 0.443615794996, 0.1961018212592, 0.8744482405949, 0.00945392242206 }),
               scree_cylinder_create(9.28995e-08, 1.0413e-10, 0, NULL),
               at(0.60283420775699, -0.1739186814566, 0.802320649774524,
                  (scree_quat){ -0.2382682, 0.27478435, -0.2167249, 0.9059537 }),
               NAN);
    check_pair(
        "flank on a flat side",
        scree_superquadric_create(s3(0.5705963812996956, 0.5207720300650887, 0.4809911648409899), 2, 19, 0, NULL),
        at(0, 0, 0, (scree_quat){ 0.007187223048723548, -0.3886545860895674, 0.517235959451304, 0.7624715855603302 }),
        scree_cone_create(1, 0.660818126256473, 0, NULL),
        at(-0.36421220333254456, -0.9995599779986981, 1.3247230771894276,
           (scree_quat){ -0.367109162594156, 0.18135413926270075, -0.5773951187103593, 0.7063684702767761 }),
        NAN);
    check_pair("a small tear", scree_tapered_capsule_create(1, 2.6, 1, 0, NULL),
               at(0, 0, 0, (scree_quat){ -0.8878, 0.44889, -0.063, 0 }),
               scree_superquadric_create(s3(93008680795759, 5.4e+13, 3.2544393788e+13), 4.8286106108, 10, 0, NULL),
               at(-27746237118966.805, 84911419521186, 26970961035585.5,
                  (scree_quat){ 0.8173293610871872, -0.0808617200173087, 0.1905544554336, -0.53770168053954 }),
               NAN);
}

static void test_balls(void)
{
    const scree_quat none = { 1, 0, 0, 0 };
    check_pair("twins", scree_superquadric_create(s3(1, 1, 1), 2, 12, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(1, 1, 1), 2, 12, 0, NULL), at(0, 0, 0, none), -2.0);
    check_pair("rotated twins", scree_superquadric_create(s3(0.5, 0.5, 0.5), 2, 8, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.5, 0.5, 0.5), 2, 8, 0, NULL),
               at(0, 0, 0, (scree_quat){ 0.5, 1, 0.25, 0.125 }), -1.0);
    check_pair("in a ball", scree_ellipsoid_create(s3(2, 2, 2), 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.8, 0.8, 0.8), 2, 22, 0, NULL),
               at(0, 0, 0, (scree_quat){ 0.5, 1, 0.25, 0.125 }), -2.8);
}

// Other families of the same runs: points that the first tilts of the normal missed, and a polytope that was given too few
// vertices.
static void test_revolved(void)
{
    check_pair(
        "tapered twins", scree_tapered_capsule_create(0.001172145705270945, 0.1040566851356589, 1, 0, NULL),
        at(0, 0, 0, (scree_quat){ 0.5839278422199093, -0.3836059999153693, -0.34054498470266875, 0.6292088884489709 }),
        scree_tapered_capsule_create(0.001172145705270945, 0.1040566851356589, 1, 0, NULL),
        at(-0.011391559746792844, 0.0002516342817144948, 0.0061295938199735075,
           (scree_quat){ 0.2054434365101572, 0.7939600556537572, 0.3263479439450614, 0.4700185569783505 }),
        NAN);
    check_pair(
        "full polytope", scree_cone_create(1, 0.8612745872689562, 0, NULL),
        at(0, 0, 0, (scree_quat){ 0.5202957341345432, 0.07364008551017258, -0.22570934137454907, 0.820319925433802 }),
        scree_superquadric_create(s3(2.5845785697314274, 2.5845785697314274, 2.5845785697314274), 7.715707970581733, 2,
                                  0, NULL),
        at(0.6506957948532517, 0.1791877955644301, -0.6471587991433376,
           (scree_quat){ -0.25193694467687094, 0.007962097329648313, 0.48190705753567875, -0.8391841090072549 }),
        NAN);
}

static scree_shape *hull(const scree_vec3 *points, size_t count)
{
    return scree_polyhedron_create(points, count, 0, NULL);
}

// The normal was rotated to the line between points that are nearer to each other than their rounding tells, and the polyhedron's
// feature with it; and points that were right along the normal, but not as far apart as the distance.
static void test_polyhedra(void)
{
    {
        const scree_vec3 points[] = {
            { 2, -2.004, 4.041 }, { -2.9326482, -4.2231915, 4.5095688 }, { 0, 0, 0 }, { 0, 0, 0 }, { -5, -2, 3.5 }
        };
        check_pair(
            "an edge 2e-8 deep in a cylinder", scree_cylinder_create(0.08111023, 0.7417727, 0, NULL),
            at(0, 0, 0, (scree_quat){ -0.392563965, -0.7963327, -0.35271653, 0.29553144 }), hull(points, 5),
            at(5.746930058, 3.1047279, 3.54101954, (scree_quat){ -0.6233607, 0.22389524, 0.743615475, 0.091259913 }),
            NAN);
    }
    {
        const scree_vec3 points[] = {
            { 0, -90.0, 0 }, { 0, 0, 0 }, { 120.314737, 60.1573686, -90.236053 }, { -100.0, 120.0, -100.0 }
        };
        check_pair(
            "a cone 9e-7 deep in an edge 100 times as long", scree_cone_create(0.873518, 0.873518, 0, NULL),
            at(0, 0, 0, (scree_quat){ 0.340351, 0.764883, -0.0493254, 0.544685 }), hull(points, 4),
            at(118.7889056, 106.40494, -31.72562, (scree_quat){ 0.056017805, -0.172296863, 0.73276072, 0.65592494 }),
            NAN);
    }
    {
        const scree_vec3 points[] = { { 0, -0.7, 0 },
                                      { 0, -0.3, 0.65 },
                                      { -0.5, -0.2, 0.64 },
                                      { 0.59, 0.5, -0.17 },
                                      { -0.457069, 0.35728762, 0.67376128 },
                                      { 0, -0.7, 0.63 } };
        check_pair("an edge 2e-8 deep in a cone", hull(points, 6),
                   at(0, 0, 0, (scree_quat){ 0.0055487, -0.73728276, 0.30866048, 0.600926 }),
                   scree_cone_create(0.09670128, 0.74159542, 0, NULL),
                   at(-1.1740098, 0.64591973, -0.0911566, (scree_quat){ 0.3788668, -0.8914945, -0.2054732, 0.1395649 }),
                   NAN);
    }
    {
        const scree_vec3 points[] = {
            { 0, 0, 0 }, { -2.7, 4, -2 }, { -2.68, 1.79, 2.7 }, { -1.785278895, 1.785279, -3.57055779 }
        };
        check_pair("an edge 4e-8 deep in a thin cylinder", scree_cylinder_create(0.000376161, 0.892639448, 0, NULL),
                   at(-4.51724565, 8.69611516, 31.924170009,
                      (scree_quat){ -0.686014454, -0.23119416, 0.56266483, -0.399176298 }),
                   hull(points, 4),
                   at(-5.54997995, 6.590314055, 28.051682,
                      (scree_quat){ -0.0294965659, 0.304632395, -0.9422939618, -0.135687678 }),
                   NAN);
    }
    {
        const scree_vec3 points[] = {
            { -0.1, 0, -0.1 }, { -0.097155484, 0.097155484, -0.09715548 }, { 0, 0.097, -0.1 }, { 0, 0, 0 }
        };
        check_pair("an edge 6e-10 deep in a thin cone", scree_cone_create(0.000552402, 0.605893013, 0, NULL),
                   at(-1.579733023, -4.208780281, -3.279192841,
                      (scree_quat){ -0.392616108, -0.80489424, 0.171998871, -0.410383042 }),
                   hull(points, 4),
                   at(-1.99242255, -3.85035207, -3.150515545,
                      (scree_quat){ 0.613019091, 0.54345338, -0.1313804, -0.558216084 }),
                   NAN);
    }
    {
        const scree_vec3 points[] = { { 0.2104, 0, -0.4 },
                                      { 0.210416001224, 0, 0.42 },
                                      { 0.21, 0.05, 0 },
                                      { 0.2, 0.09, 0 },
                                      { 0.165, 0.131, 0 },
                                      { 0.1311922, 0.16451, 0 },
                                      { 0.0912961, 0.1895783, 0 },
                                      { 0.046822, 0.20514043, 0 },
                                      { 0, 0.210416001224, 0 },
                                      { -0.046822, 0.20514043, 0 },
                                      { -0.0912960814, 0.1895782664, 0 },
                                      { -0.131192231, 0.1645098542, 0 },
                                      { -0.1645098542, 0.131192231, -0.4 },
                                      { -0.1895783, 0.0912961, 0 },
                                      { -0.205140433, 0.046822, 0 },
                                      { -0.2104160012241, 0, -0.4188097 },
                                      { -0.205140432763, -0.04682196511, -0.4 },
                                      { -0.1895782664115, -0.091296081381, -0.4 },
                                      { -0.164509854172, -0.131192230911, -0.4 },
                                      { -0.1311922, -0.1645099, -0.4 },
                                      { -0.091296, -0.1895783, -0.4 },
                                      { -0.04682197, -0.205140433, -0.4188097 },
                                      { 0, -0.210416001224, -0.4 },
                                      { 0.046822, -0.20514043, -0.42 },
                                      { 0.0912961, -0.189578266, -0.4 },
                                      { 0.131192231, -0.1645098542, -0.4 },
                                      { 0.164509854, -0.131192231, -0.4 },
                                      { 0.18957827, -0.0912961, -0.4 },
                                      { 0.205140432763, -0.04682196511, -0.4 } };
        check_pair("a needle in a prism", hull(points, 29),
                   at(-1.0398446383301678, -0.4860552934788869, -2.7717275082188646,
                      (scree_quat){ -0.598812694125998, 0.325792467658478, -0.507963167397, 0.5265510857824 }),
                   scree_cylinder_create(1.223e-05, 0.74257648015, 0, NULL),
                   at(-1.0398446383301678, -0.4860552934788869, -2.7717275082188646,
                      (scree_quat){ -0.598812694126, 0.3257924676585, -0.507963167397, 0.526551085782 }),
                   NAN);
    }
}

int main(void)
{
    test_rings();
    test_touching();
    test_balls();
    test_revolved();
    test_polyhedra();
    return check_done();
}
