// Superquadrics that ended in no_convergence: least depths along a ring of normals, and two ordinary pairs, deep in each
// other, that needed four times the cells that the proof was allowed.
#include "check.h"
#include "scenes/place.h"
#include "scree/query.h"

static void check_pair(const char *name, scree_shape *a, scree_body pose_a, scree_shape *b, scree_body pose_b,
                       double exact)
{
    pose_a.shape = a;
    pose_b.shape = b;
    for (int k = 0; k < 2; ++k) {
        scree_query_options o = scree_query_defaults();
        if (k == 1) o.tolerance = 0.0;
        scree_contact c;
        CHECK_MSG(scree_query(&pose_a, &pose_b, &o, &c) == SCREE_OK, "%s: %s", name, scree_status_name(c.status));
        CHECK_MSG(c.lower <= exact && exact <= c.upper, "%s: [%.17g, %.17g]", name, c.lower, c.upper);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

static scree_body at(double x, double y, double z, scree_quat q)
{
    return (scree_body){ NULL, { x, y, z }, q };
}

int main(void)
{
    const scree_quat none = { 1, 0, 0, 0 };
    check_pair("sphere in a superquadric", scree_sphere_create(0.5, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.5, 0.5, 0.8), 4, 2, 0, NULL), at(0, 0, 0, none), -1.0);
    check_pair("ball-shaped ellipsoid", scree_ellipsoid_create(s3(0.5, 0.5, 0.5), 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.5, 0.5, 0.8), 4, 2, 0, NULL), at(0, 0, 0, none), -1.0);
    check_pair("twins", scree_superquadric_create(s3(0.5, 0.5, 1), 8, 2, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.5, 0.5, 1), 8, 2, 0, NULL), at(0, 0, 0, none), -1.0);
    check_pair("capsule on the axis", scree_superquadric_create(s3(0.25, 0.25, 0.5), 20, 2, 0, NULL), at(0, 0, 0, none),
               scree_capsule_create(0.125, 1, 0, NULL), at(0, 0, 0.0625, none), -0.375);
    // Newton's method passes points that face away from each other, of which there is no mean normal.
    check_pair("blocky twins", scree_superquadric_create(s3(0.8, 0.8, 0.25), 100, 100, 0, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.8, 0.8, 0.25), 100, 100, 0, NULL),
               at(0, 1.789112397876843e-08, 9.859040427309317e-06, none), 9.859040427309317e-06 - 0.5);
    // From here on, `exact` is that of the reference in tests/oracle.
    check_pair(
        "ordinary, deep",
        scree_superquadric_create(s3(0.56256827585280189, 0.59462365443093157, 0.56817504430187804), 2.5565440611074384,
                                  4.8066210411759478, 0, NULL),
        at(0, 0, 0, (scree_quat){ 0.87537799254943405, 0.4526747368163142, 0.043220007976063277, -2.0539080699935237 }),
        scree_superquadric_create(s3(0.53110751245741639, 0.49332180947662491, 0.53306933966845704), 2.824838795896198,
                                  3.1273063988474079, 0, NULL),
        at(-0.061350212576760224, 0.0050673311692735054, -0.015558102433898482,
           (scree_quat){ 0.78515669362649054, 1.03016729060374, -0.1042904910716487, -1.0115268605031797 }),
        -1.1083049298518467);
    check_pair(
        "ordinary, deep, the other",
        scree_superquadric_create(s3(0.49161558903508151, 0.56932001518071984, 0.55486320305320036), 5.5776406737579967,
                                  2.020219889775845, 0, NULL),
        at(0, 0, 0,
           (scree_quat){ 0.52143518210738182, -0.38728319195488159, 0.017929747314376961, -0.33782172058716742 }),
        scree_superquadric_create(s3(0.54908103875204539, 0.5089839526495783, 0.5043395034695255), 3.9403125909326642,
                                  5.9464858371811804, 0, NULL),
        at(0.024340417609507191, -0.033035520627657994, -0.007137090695636299,
           (scree_quat){ 1.0138244540341932, 0.41449167703965978, -0.33844426317999449, 1.960558034315973 }),
        -1.0512417924713227);
    return check_done();
}
