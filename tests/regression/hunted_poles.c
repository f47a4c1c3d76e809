// Bodies over the pole of a superquadric blade, where its curvature jumps: with the exponents 2 and n, the surface beside the pole has
// the curvature c / a^2 along x where |x| / a > |y| / b, and c / b^2 along y where it is less, however near to the pole. The nearest
// points are next to the line between the two for all bodies whose direction is between the normals on its sides; Newton's method went to
// and fro across it, and the points were off, or there was no convergence. Two pairs that the hunt for wrong answers has found, then a grid
// of such directions; tips of cones, of which four were left open; and bodies of revolution at random over such poles, tip or rim down.
// Each is asked in every way, each answer put to scree_verify().
#include <inttypes.h>

#include "hunted.h"
#include "scenes/place.h"
#include "scenes/random.h"

static const hunted_row rows[] = {
    { "capsule under the pole of a blade that it is parallel to, points",
      { SCREE_TAPERED_CAPSULE,
        0,
        0,
        { 0.9502920924928304, 0.9502920924928304, 1 },
        { NULL, { 0, 0, 0 }, { -0.07561631, 0.8632221, -0.2303669, -0.44278768 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.001, 1, 1, 2, 10 },
        { NULL, { -2.08002565, 0.95377371, -1.70038386 }, { -0.07561631, 0.863222078, -0.23036686, -0.44278768 } } } },
    { "ball over the pole of a blade, wide",
      { SCREE_SPHERE, 0, 0, { 0.7 }, { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.7, 0.006, 0.03, 2, 100 },
        { NULL, { -0.63069, -0.014954, -0.28242 }, { 0.790188, 0.1709704, 0.51621, 0.28267 } } } },
    { "cone's tip over the pole of a blade, no convergence",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.0013887006253496042, 0.743767884204944, 0.030428582926822264, 2.000001, 100 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.21878215103846582, 1 },
        { NULL, { -4.555770738829813e-08, 2.5927700999859375e-09, 1.0467147556376202 }, { 0, 1, 0, 0 } } } },
    { "cone's tip over the pole of a blade, turned, no convergence",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.001490086418149019, 0.9071629612477496, 0.061654235416663344, 2, 20 },
        { NULL,
          { 0, 0, 0 },
          { 0.28835055865263237, -0.46281755786777157, 0.2623225840160748, -0.43842001376154394 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.010387537107005579, 1 },
        { NULL,
          { 1.0699637277977874, 0.07085561723659588, -0.014702320827724158 },
          { 0.46281755786777157, 0.28835055865263237, -0.43842001376154394, -0.2623225840160748 } } } },
    { "cone's tip over the pole of a blade, points",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.8582752143052642, 0.019393151653433232, 0.41369365362842075, 2, 6 },
        { NULL, { 0, 0, 0 }, { 0.06520901006694868, 0.3063671331662504, -0.2713738351125403, 0.21660984833784147 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.052230043265238835, 1 },
        { NULL,
          { 0.6298348171769659, -1.0193104669926962, -0.7527853628226662 },
          { -0.3063671331662504, 0.06520901006694868, 0.21660984833784147, 0.2713738351125403 } } } },
    { "cone's tip over the pole of a thick blade, points",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.024463562128094474, 0.17094382041758233, 0.052254979025212166, 2, 50 },
        { NULL,
          { 0, 0, 0 },
          { -0.44913303653384773, 0.20202900575760907, -0.46269733481590125, -0.17082123934263216 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.14852458665573604, 1 },
        { NULL,
          { 0.7718678625683345, 0.7561663435009754, -0.05345613096972468 },
          { -0.20202900575760907, -0.44913303653384773, -0.17082123934263216, 0.46269733481590125 } } } },
};

enum { BLADES = 4, FAR = 5, SHARES = 3 };

// Semi-axes a, b, c and the exponent across; a ball, a capsule end on, and a polyhedron's corner over the pole.
static const double blades[BLADES][4] = {
    { 0.7, 0.006, 0.03, 100 }, { 0.001, 1, 1, 10 }, { 0.01, 0.3, 0.1, 20 }, { 0.42, 0.0028, 0.12, 100 }
};
static const hunted_body over[] = { { SCREE_SPHERE, 0, 0, { 0.1 }, { NULL, { 0, 0, 0.1 }, { 1, 0, 0, 0 } } },
                                    { SCREE_CAPSULE, 0, 0, { 0.1, 0.5 }, { NULL, { 0, 0, 0.6 }, { 1, 0, 0, 0 } } },
                                    { SCREE_POLYHEDRON,
                                      0,
                                      5,
                                      { 0, 0, 0, 1, 0.1, 1, -0.9, 0.8, 1, -0.7, -0.9, 1.2, 0, 0.1, 2 },
                                      { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } } };
enum { OVER = sizeof over / sizeof over[0] };

// The nearest point of the blade is at a and b times `far`, `share` of the way from one normal to the other.
static void check_over(const double blade[4], const hunted_body *body, double far, double share)
{
    const double gap = 0.25, a = blade[0], b = blade[1], c = blade[2];
    const double reach = gap + (body->kind == SCREE_POLYHEDRON ? 0.0 : 0.1);
    hunted_row row = { "over the pole of a blade",
                       { SCREE_SUPERQUADRIC, 0, 0, { a, b, c, 2, blade[3] }, { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
                       *body };
    row.b.at.position.x = far * (a + reach * share * c / a);
    row.b.at.position.y = far * (b + reach * (1.0 - share) * c / b);
    row.b.at.position.z += c + gap;
    check_row(&row, 0.0);
}

// What is over the pole: the tip of a cone, the rim of a cone or a cylinder, the small end of a tapered capsule.
enum { TIP, CONE_RIM, CYLINDER_RIM, END, PARTS };

#define END_RADIUS 0.1 // of a tapered capsule, of its other radius

static hunted_body draw_blade(scree_random *r)
{
    static const double whole[] = { 3, 4, 5, 6, 8, 10, 12, 20, 50, 100 };
    hunted_body blade = { .kind = SCREE_SUPERQUADRIC, .at = { .orientation = { 1, 0, 0, 0 } } };
    for (int i = 0; i < 3; ++i) blade.number[i] = random_decade(r, -1.5, 0.0);
    const int thin = random_below(r, 8) > 0 ? random_below(r, 2) : 2;
    blade.number[thin] *= random_decade(r, -2.0, -0.3);
    blade.number[3] = random_below(r, 4) > 0 ? 2.0 : 2.0 + random_decade(r, -9.0, -2.0);
    blade.number[4] = random_below(r, 2) > 0 ? whole[random_below(r, 10)] : 2.0 + random_decade(r, -6.0, 1.99);
    return blade;
}

// The body, with the part down.
static hunted_body draw_above(int part, scree_random *r)
{
    static const scree_shape_kind kinds[PARTS] = { SCREE_CONE, SCREE_CONE, SCREE_CYLINDER, SCREE_TAPERED_CAPSULE };
    const double radius = random_decade(r, -2.0, 0.0), half_length = random_decade(r, -1.0, 0.0);
    hunted_body body = { .kind = kinds[part],
                         .number = { radius, part == END ? END_RADIUS * radius : half_length, half_length } };
    const double tilt = random_below(r, 2) > 0 ? random_decade(r, -9.0, -0.5) : part == TIP || part == END ? 0.0 : 0.5;
    const double side = random_between(r, 0.0, 6.283185307179586), sine = sin(0.5 * tilt);
    const scree_quat lean = { cos(0.5 * tilt), sine * cos(side), sine * sin(side), 0.0 }, down = { 0, 1, 0, 0 };
    body.at.orientation = part == CONE_RIM ? lean : quat_times(lean, down);
    return body;
}

// How far above the pole the body's lowest point is: apart, touching or overlapping, by much or by little.
static double draw_gap(double least, scree_random *r)
{
    const double much = random_decade(r, -3.0, -0.5), little = random_decade(r, -15.0, -4.0),
                 share = random_decade(r, -9.0, -1.0);
    const int how = random_below(r, 8);
    return how < 4 ? much : how == 4 ? little : how == 5 ? 0.0 : how == 6 ? -least * little : -least * share;
}

static scree_vec3 lowest_of(const hunted_body *body)
{
    const scree_quat q = body->at.orientation;
    scree_shape *s = shape_of(body);
    const scree_vec3 low = scree_shape_support(s, quat_rotate((scree_quat){ q.w, -q.x, -q.y, -q.z }, s3(0, 0, -1)));
    scree_shape_destroy(s);
    return quat_rotate(q, low);
}

static void scale(hunted_body *body, double unit)
{
    for (int i = 0; i < 3; ++i) body->number[i] *= unit;
    body->at.position = s3_scale(body->at.position, unit);
}

static hunted_row draw_row(uint64_t number)
{
    scree_random r = random_stream(17, 0, number);
    const int part = random_below(&r, 2) > 0 ? TIP : random_below(&r, PARTS);
    hunted_row row = { .a = draw_blade(&r) };
    row.b = draw_above(part, &r);
    const double a = row.a.number[0], b = row.a.number[1], c = row.a.number[2], gap = draw_gap(fmin(a, fmin(b, c)), &r);
    const double far = random_decade(&r, -9.0, -3.0), share = random_between(&r, -0.5, 1.5);
    const double reach = part == END ? gap + END_RADIUS * row.b.number[0] : gap;
    const scree_vec3 to = s3(far * (a + reach * share * c / a), far * (b + reach * (1.0 - share) * c / b), c + gap);
    row.b.at.position = s3_sub(to, lowest_of(&row.b));
    if (random_below(&r, 2) > 0) {
        const scree_quat turn = random_rotation(&r);
        row.a.at.orientation = turn;
        row.b.at.orientation = quat_times(turn, row.b.at.orientation);
        row.b.at.position = quat_rotate(turn, row.b.at.position);
    }
    const double unit = random_below(&r, 2) > 0 ? 1.0 : random_decade(&r, -9.0, 9.0);
    scale(&row.a, unit);
    scale(&row.b, unit);
    return row;
}

// How many are drawn, and the others among the first 2,500,000 that were wrong.
enum { DRAWN = 400 };
static const uint64_t wrong[] = { 223914, 877786, 1290670, 1767680, 2053085, 2425898 };

static void check_drawn(uint64_t number)
{
    char name[64];
    hunted_row row = draw_row(number);
    (void)snprintf(name, sizeof name, "over the pole of a blade, draw %" PRIu64, number);
    row.name = name;
    check_row(&row, 0.0);
}

int main(void)
{
    static const double distances[FAR] = { 1e-3, 1e-5, 1e-6, 1e-7, 1e-9 }, shares[SHARES] = { 0.1, 0.5, 0.9 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i], 0.0);
    for (int i = 0; i < BLADES * OVER * FAR * SHARES; ++i)
        check_over(blades[i % BLADES], &over[i / BLADES % OVER], distances[i / (BLADES * OVER) % FAR],
                   shares[i / (BLADES * OVER * FAR)]);
    for (uint64_t i = 0; i < DRAWN; ++i) check_drawn(i);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) check_drawn(wrong[i]);
    return check_done();
}
