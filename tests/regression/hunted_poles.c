// Bodies over the pole of a superquadric blade, where its curvature jumps: with the exponents 2 and n, the surface beside the pole has
// the curvature c / a^2 along x where |x| / a > |y| / b, and c / b^2 along y where it is less, however near to the pole. The nearest
// points are next to the line between the two for all bodies whose direction is between the normals on its sides; Newton's method went to
// and fro across it, and the points were off, or there was no convergence. Two pairs that the hunt for wrong answers has found, then a grid
// of such directions; each asked in every way, each answer put to scree_verify().
#include "hunted.h"

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

int main(void)
{
    static const double distances[FAR] = { 1e-3, 1e-5, 1e-6, 1e-7, 1e-9 }, shares[SHARES] = { 0.1, 0.5, 0.9 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i], 0.0);
    for (int i = 0; i < BLADES * OVER * FAR * SHARES; ++i)
        check_over(blades[i % BLADES], &over[i / BLADES % OVER], distances[i / (BLADES * OVER) % FAR],
                   shares[i / (BLADES * OVER * FAR)]);
    return check_done();
}
