// Bodies of revolution that are nearly coaxial, stacked or side by side, or that all but touch, and prisms in them: `ok`,
// narrow, right, and the same warm.
#include <string.h>

#include "check.h"
#include "oracle/superquadric.h"
#include "scenes/place.h"
#include "scree/query.h"
#include "scree/verify.h"

enum { MOST_SIDES = 60 };

typedef struct report {
    const char *name;
    scree_solid a, b;
    scree_vec3 at_a, at_b;
    scree_quat rotation_a, rotation_b;
} report;

static const report reports[] = {
    { "a ball among the ellipsoids in a tapered capsule",
      { .kind = SCREE_ELLIPSOID, .vector = { 0.5, 0.5, 0.5 } },
      { .kind = SCREE_TAPERED_CAPSULE, .radius = 0.4, .top = 0.7, .half_length = 0.6 },
      { 0, 0, 0 },
      { 0, 0, 0 },
      { 1, 0, 0, 0 },
      { 1, 0, 0, 0 } },
    { "a cylinder in a superquadric, tilted by 6e-10",
      { .kind = SCREE_CYLINDER, .radius = 0.9096407051356148, .half_length = 0.7801006106568467 },
      { .kind = SCREE_SUPERQUADRIC,
        .vector = { 1.0768132548910145, 1.0768132548910145, 1.2470909096670102 },
        .n1 = 4,
        .n2 = 2 },
      { 0, 0, 0 },
      { 0, 0, 0 },
      { 1, 0, 0, 0 },
      { 1, 7.059588647530334e-11, -2.6680857385934274e-10, 0 } },
    { "a cylinder in a cylinder, tilted by 2e-8",
      { .kind = SCREE_CYLINDER, .radius = 0.809359786246521, .half_length = 0.7503857081925355 },
      { .kind = SCREE_CYLINDER, .radius = 1.313771899260757, .half_length = 1.4363573668519447 },
      { 0, 0, 0 },
      { 1.2168449009028028e-06, 0, 0.05483031262497717 },
      { 1, 0, 0, 0 },
      { 1, 8.794496162803842e-09, 6.067492994284182e-09, 0 } },
    { "a tapered capsule in a cylinder, tilted by 1e-9",
      { .kind = SCREE_TAPERED_CAPSULE,
        .radius = 1.029846947714034,
        .top = 0.5457626815111452,
        .half_length = 0.9287725380815713 },
      { .kind = SCREE_CYLINDER, .radius = 1.4467292678436259, .half_length = 1.259634265652447 },
      { 0, 0, 0 },
      { 0, 0, 0 },
      { 1, 0, 0, 0 },
      { 1, 5.822913284493883e-10, 7.994162987466055e-11, 0 } },
    { "stacked cylinders, 5e-11 off parallel",
      { .kind = SCREE_CYLINDER, .radius = 1.1109214186777896, .half_length = 1.1787740281631578 },
      { .kind = SCREE_CYLINDER, .radius = 1.1283274970432007, .half_length = 1.387604301834871 },
      { 0, 0, 0 },
      { 1.3898332078237947, -0.37933304812357765, -2.1381304424058456 },
      { -1.0502464717842164, -2.1287739937872514, -2.5414739174305785, -0.31670551956149456 },
      { -1.0502464719635334, -2.1287739937113037, -2.5414739174440313, -0.31670551974081157 } },
    { "stacked cylinders, 5e-13 off parallel",
      { .kind = SCREE_CYLINDER, .radius = 1.495610661477985, .half_length = 1.3202283892834614 },
      { .kind = SCREE_CYLINDER, .radius = 1.3930284936547253, .half_length = 1.0586720879247036 },
      { 0, 0, 0 },
      { -0.4183903429875084, 2.26880337924882, -0.6125318039735383 },
      { 1.7269087286351568, -2.1987239517725827, -0.7945385147974273, -0.15192696381995052 },
      { 1.7269087286350198, -2.198723951771174, -0.7945385147969621, -0.15192696382008747 } },
    { "cylinders side by side, 6e-10 off parallel",
      { .kind = SCREE_CYLINDER, .radius = 0.7306598630749683, .half_length = 0.6941841162860614 },
      { .kind = SCREE_CYLINDER, .radius = 1.0555818242531316, .half_length = 1.064404118714716 },
      { 0, 0, 0 },
      { 1.523420568143441, 1.361424186158812, 1.9840174040098546 },
      { 1.2219685155922044, -0.40577529793781486, -0.0620867953815464, -0.01947659926087709 },
      { 1.2219685161283804, -0.4057752976927894, -0.06208679550754579, -0.019476598724701075 } },
    { "cylinders apart, cold ok",
      { .kind = SCREE_CYLINDER, .radius = 1, .half_length = 1 },
      { .kind = SCREE_CYLINDER, .radius = 1.2736947902363456, .half_length = 1 },
      { 0, 0, 0 },
      { -2.1109787823951898, -0.39612826726352263, 1.4123141272032906 },
      { 1, 0, 1, 0 },
      { 1, 2.7103368347066222e-09, 1, 0 } },
    { "cylinders apart, warm ok",
      { .kind = SCREE_CYLINDER, .radius = 1.0000000000718228, .half_length = 1.0000000000718228 },
      { .kind = SCREE_CYLINDER, .radius = 2, .half_length = 1 },
      { 0, 0, 0 },
      { -2.0808940045201028, -2.0808940047279854, 2.0808940043122202 },
      { 1, 4.9950296174810104e-11, 0, 0 },
      { 1, 3.1382088004253889e-09, 0, 0 } },
    { "a cone in a cone 1e5 times as large",
      { .kind = SCREE_CONE, .radius = 94849.429520069432, .half_length = 94849.429520069432 },
      { .kind = SCREE_CONE, .radius = 1, .half_length = 1 },
      { 0, 0, 0 },
      { 0, 0, 0 },
      { 0.14980973788508051, -0.3126012204515255, -0.082451423734334464, 0.9343657111277156 },
      { 0.5, 0.5, 0.5, 0.5 } },
    { "a cone in itself, upside down, at the tie of three pieces",
      { .kind = SCREE_CONE, .radius = 0.16995836886283727, .half_length = 1 },
      { .kind = SCREE_CONE, .radius = 0.16995836886283727, .half_length = 1 },
      { 0, 0, 0 },
      { 1.5141114771388572e-11, -7.076460656560433e-12, 6.586304072017863e-14 },
      { 1, 0, 0, 0 },
      { -2.4870022151141307e-10, 1, 0, -2.0610239982309872e-10 } },
    { "rims that cross 5e-10 deep, the least depth next to another",
      { .kind = SCREE_CYLINDER, .radius = 0.0344915858, .half_length = 0.11130343527 },
      { .kind = SCREE_CONE, .radius = 0.74835, .half_length = 0.74835458709237 },
      { -485419.163004625, 141303.52342840878, 83370.17271884602 },
      { -485419.327741246, 141303.1084721814, 83370.90091859916 },
      { 0.59209864, -0.11048921881, -0.07199235, 0.79500216 },
      { 0.2727547943219, -0.8081303716, 0.51556972, 0.08196334885 } },
    { "a rim 2e-10 deep in a cone",
      { .kind = SCREE_CYLINDER, .radius = 0.89866965649, .half_length = 0.8986696564916 },
      { .kind = SCREE_CONE, .radius = 0.9, .half_length = 0.89866965649 },
      { 0, 0, 0 },
      { -1.547103478, -0.3906756434, 1.3424033908 },
      { 0.59769206995, -0.5984829966, 0.513429088862, -0.1448201055 },
      { 0.255614562435, -0.826838409, 0.0725796057, -0.4957132657 } },
    { "a box of powers of 100 next to a tapered capsule",
      { .kind = SCREE_SUPERQUADRIC, .vector = { 1, 0.22772, 0.22772 }, .n1 = 100.0, .n2 = 100.0 },
      { .kind = SCREE_TAPERED_CAPSULE, .radius = 1, .top = 0.0605965, .half_length = 0.5001072 },
      { 0, 0, 0 },
      { 0, 1.2228, 0 },
      { 1, 0, 0, 0 },
      { -0.402476, -3.36e-13, 0.92, -3.2896e-13 } },
    { "a box of powers of 20 next to a cylinder",
      { .kind = SCREE_CYLINDER, .radius = 0.2774, .half_length = 0.277 },
      { .kind = SCREE_SUPERQUADRIC, .vector = { 0.717, 0.474, 0.1883 }, .n1 = 20.0, .n2 = 20.0 },
      { 0, 0, 0 },
      { -0.227, 1.1, -0.3 },
      { -0.637, 0.115, 0.521, 0.56 },
      { -0.1, -0.7, 0.269, 0.7 } },
    { "a grain of 1e-14 that touches a cone",
      { .kind = SCREE_CONE, .radius = 0.794680625904055, .half_length = 0.172686194068824 },
      { .kind = SCREE_TAPERED_CAPSULE, .radius = 3.27e-14, .top = 1e-15, .half_length = 3.27e-14 },
      { -2.4773093342591803, -3.1386170491524403, -6.64317985943363 },
      { -2.033724385996547, -3.8162036173393465, -6.56937840215289 },
      { 0.156332887864868, 0.3808653665892703, 0.6190045159423134, 0.6688310772890816 },
      { -0.047, -0.82, -0.43, -0.37 } },
    { "the tip of a cone on the rim of another, 5e-10 deep",
      { .kind = SCREE_CONE, .radius = 0.996236108, .half_length = 0.158456721901 },
      { .kind = SCREE_CONE, .radius = 0.2, .half_length = 4.7782295274 },
      { 0, 0, 0 },
      { 0.634147106, 2.4581927936, -4.191544794244 },
      { 0.892030745, 0.38077269, 0.08290273013, -0.228955119 },
      { 0.435013236, 0.0761569321, 0.2378677004, -0.865091072 } },
    { "the tip of a cone 2e-10 deep, its flank along the rim",
      { .kind = SCREE_CONE, .radius = 0.902903977, .half_length = 0.902903977 },
      { .kind = SCREE_CONE, .radius = 4.8, .half_length = 4.7956296434 },
      { 0, 0, 0 },
      { -1.714116599, 2.9593495198, -4.8478508165 },
      { -0.8858171385, -0.2553416539, -0.381295844, -0.068863025277 },
      { 0.9582877603, 0.224575982768, 0.1649370933, 0.063607796 } },
    { "the tip of a cone 3e-10 deep at a rim",
      { .kind = SCREE_CONE, .radius = 0.289, .half_length = 0.53388092391811 },
      { .kind = SCREE_CYLINDER, .radius = 0.505467606232, .half_length = 0.1164074167 },
      { 0, 0, 0 },
      { -0.7630753261, 0.6657194914, 0.250057779806916 },
      { -0.5231496890477, -0.061496758, 0.664101597, 0.5305672632270358 },
      { -0.174560891541, 0.03223018923, 0.9513644218, 0.2517845249661838 } },
    { "a cylinder about the x of a superquadric with circles across it",
      { .kind = SCREE_CYLINDER, .radius = 0.2, .half_length = 0.3 },
      { .kind = SCREE_SUPERQUADRIC, .vector = { 0.6, 0.5938522, 0.5938522 }, .n1 = 2, .n2 = 2.0001 },
      { 1.67740452, 2.4795358, 0.2 },
      { 1.67740452, 2.4795358, 0.2 },
      { 1, 0, 0, 0 },
      { 0.707, 0, 0.707, 0 } },
    { "a needle about the y of a superquadric",
      { .kind = SCREE_SUPERQUADRIC, .vector = { 0.52508, 0.5, 0.52508 }, .n1 = 2, .n2 = 10.0 },
      { .kind = SCREE_CONE, .radius = 0.0001, .half_length = 2 },
      { -0.42089, -2, 1.747314307 },
      { -0.42089, -2, 1.74731431 },
      { 1, 0, 0, 0 },
      { 0.707, 0.7071, 0, 0 } },
    { "a cone about the y of nearly an ellipsoid",
      { .kind = SCREE_CONE, .radius = 0.6, .half_length = 3 },
      { .kind = SCREE_SUPERQUADRIC, .vector = { 0.6952, 0.3, 0.6952 }, .n1 = 2, .n2 = 2.000004 },
      { 1.54594, -2.55496, 0 },
      { 1.54594, -2.55496, 0 },
      { 1, 0, 0, 0 },
      { 0.5, 0.5, 0.5, 0.5 } },
    { "a tapered capsule about the y of nearly a spheroid",
      { .kind = SCREE_TAPERED_CAPSULE, .radius = 0.14, .top = 0.002, .half_length = 0.99 },
      { .kind = SCREE_SUPERQUADRIC,
        .vector = { 0.26211165028818434, 0.26, 0.26211165028818434 },
        .n1 = 2.0000000019,
        .n2 = 2 },
      { -0.8504, 2.6561, -1.1 },
      { -0.8504, 2.6561, -1 },
      { 1, 0, 0, 0 },
      { 0.70710678118655, 0.70710678118655, 0, 0 } },
    { "a tapered capsule about nearly a ball",
      { .kind = SCREE_SUPERQUADRIC, .vector = { 0.941, 0.94, 0.94 }, .n1 = 2, .n2 = 2.00000000001 },
      { .kind = SCREE_TAPERED_CAPSULE, .radius = 2.7, .top = 0.004, .half_length = 2.7 },
      { 0, 0, 0 },
      { 0, 0, 0 },
      { 1, 0, 0, 0 },
      { 1, 0, 0, 0 } },
};

static scree_shape *shape_of(const scree_solid *s)
{
    switch (s->kind) {
    case SCREE_CYLINDER:
        return scree_cylinder_create(s->radius, s->half_length, 0, NULL);
    case SCREE_CONE:
        return scree_cone_create(s->radius, s->half_length, 0, NULL);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(s->radius, s->top, s->half_length, 0, NULL);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(s->vector, s->n1, s->n2, 0, NULL);
    case SCREE_POLYHEDRON:
        return scree_polyhedron_create(s->points, (size_t)s->count, 0, NULL);
    default:
        return scree_ellipsoid_create(s->vector, 0, NULL);
    }
}

static void check_answer(const report *r, const char *how, const scree_contact *c, const round_answer *truth,
                         double size)
{
    CHECK_MSG(c->status == SCREE_OK, "%s, %s: %s", r->name, how, scree_status_name(c->status));
    CHECK_MSG(c->upper - c->lower <= 2e-12 * size, "%s, %s: %g wide", r->name, how, c->upper - c->lower);
    CHECK_MSG((long double)c->lower <= truth->upper && (long double)c->upper >= truth->lower,
              "%s, %s: [%.17g, %.17g], exact %.17Lg", r->name, how, c->lower, c->upper, truth->distance);
    CHECK_NEAR(c->distance, (double)truth->distance, 1e-12 * size);
}

static void check_report(const report *r, int cells)
{
    scree_solid a = r->a, b = r->b;
    a.shape = shape_of(&a);
    b.shape = shape_of(&b);
    round_body body_a, body_b;
    if (CHECK(a.shape != NULL && b.shape != NULL && scree_oracle_round_body(&a, &body_a) &&
              scree_oracle_round_body(&b, &body_b))) {
        const scree_body pose_a = { a.shape, r->at_a, r->rotation_a }, pose_b = { b.shape, r->at_b, r->rotation_b };
        round_pair pair;
        scree_oracle_round_place(&pair, &body_a, &pose_a, &body_b, &pose_b);
        round_answer truth = scree_oracle_round_distance(&pair, &(round_effort){ .cells = cells });
        const double size = scree_pair_size(a.shape, b.shape);
        scree_query_options options = scree_query_defaults();
        scree_contact cold = { 0 }, warm = { 0 };
        scree_cache cache;
        memset(&cache, 0, sizeof cache);
        scree_query(&pose_a, &pose_b, &options, &cold);
        options.cache = &cache;
        for (int i = 0; i < 2; ++i) scree_query(&pose_a, &pose_b, &options, &warm);
        // Of many minima that are all but equal, the reference may have missed the least: the answer's own, in 64 bits.
        const round_answer own = scree_oracle_round_near(&pair, cold.normal);
        if (own.distance > truth.distance) truth = own;
        check_answer(r, "cold", &cold, &truth, size);
        check_answer(r, "warm", &warm, &truth, size);
        scree_oracle_round_body_free(&body_a);
        scree_oracle_round_body_free(&body_b);
    }
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

// A prism of many sides about the axis of a body of revolution: as many minima, each at a kink.
static void check_prism(const char *name, int sides, double radius, double half_length, scree_solid revolved)
{
    scree_vec3 points[2 * MOST_SIDES];
    for (int i = 0; i < sides; ++i) {
        const double angle = 2.0 * 3.14159265358979324 * i / sides, x = radius * cos(angle), y = radius * sin(angle);
        points[2 * i] = s3(x, y, -half_length);
        points[2 * i + 1] = s3(x, y, half_length);
    }
    const scree_quat rotation = { -0.5438, 0.2462, 0.7142, -0.3654 };
    report r = { .name = name, .a = revolved, .rotation_a = rotation, .rotation_b = rotation };
    r.b = (scree_solid){ .kind = SCREE_POLYHEDRON, .points = points, .count = 2 * sides };
    check_report(&r, 100000);
    r.rotation_b = (scree_quat){ -0.5438, 0.2462, 0.7142, -0.3653 };
    check_report(&r, 100000);
}

static void check_prisms(void)
{
    const scree_solid cone = { .kind = SCREE_CONE, .radius = 0.9, .half_length = 0.94 };
    const scree_solid flat = { .kind = SCREE_CONE, .radius = 0.9, .half_length = 6e-5 };
    const scree_solid tapered = { .kind = SCREE_TAPERED_CAPSULE, .radius = 0.4, .top = 0.01, .half_length = 0.6 };
    const scree_solid cylinder = { .kind = SCREE_CYLINDER, .radius = 0.4, .half_length = 0.9 };
    check_prism("a small prism in a cone", 27, 0.0117, 0.0018, cone);
    check_prism("a flat cone in a prism", 36, 1.2, 3.3, flat);
    check_prism("a prism in a tapered capsule", 32, 0.0146, 0.0428, tapered);
    check_prism("a cylinder in a prism", 60, 1.29, 3.46, cylinder);
}

// A cylinder about the middle of a spindle 2,400 times as long as wide: its tips are next to the axis, but never the lowest along a
// normal of the flank. Counting them as such took 60,000 cells, and with tolerance 0 did not converge.
static void check_spindle(double tolerance)
{
    enum { SIDES = 53 };
    scree_vec3 points[SIDES + 2] = { s3(0, 0, -2411.6332959808874), s3(0, 0, 2411.6332959808874) };
    for (int i = 0; i < SIDES; ++i) {
        const double angle = 2.0 * 3.14159265358979324 * i / SIDES;
        points[i + 2] = s3(cos(angle), sin(angle), 0);
    }
    scree_shape *cylinder = scree_cylinder_create(0.5362517927022102, 0.48420401649271344, 0, NULL);
    scree_shape *spindle = scree_polyhedron_create(points, SIDES + 2, 0, NULL);
    const scree_quat rotation = { 1, 1, 0, 0 };
    const scree_body a = { cylinder, s3(0, 0, 0), rotation },
                     b = { spindle, s3(-4.4e-11, -1.2e-11, 4.9e-11), rotation };
    scree_query_options options = scree_query_defaults();
    scree_verify_options claims = scree_verify_defaults();
    options.tolerance = claims.tolerance = tolerance;
    scree_verification v = { 0 };
    scree_contact c;
    CHECK(scree_query(&a, &b, &options, &c) == SCREE_OK);
    CHECK_MSG(c.iterations < 2000, "spindle: %d cells", c.iterations);
    CHECK(scree_verify(&a, &b, &c, &claims, &v) == SCREE_OK && v.verdict != SCREE_REFUTED);
    scree_shape_destroy(cylinder);
    scree_shape_destroy(spindle);
}

int main(void)
{
    check_spindle(-1.0);
    check_spindle(0.0);
    check_prisms();
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; ++i) check_report(&reports[i], 3000);
    return check_done();
}
