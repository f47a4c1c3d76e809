// Pairs with an ellipsoid or a superquadric that the hunt for wrong answers has found, or that other hard families have: as in hunted.c,
// asked in every way, each answer has status ok and stands up to scree_verify(). The name says what was wrong: "wide", no
// convergence; "points", off their surfaces; "checker", a right answer that scree_verify() refuted.
#include "hunted.h"

static const hunted_row rows[] = {
    { "plate's rim and capsule, points",
      { SCREE_TAPERED_CAPSULE,
        0,
        0,
        { 1.7844523262840546, 1.7844523262840546, 0.0006 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.735, 5.1e-06, 0.74, 11, 2 },
        { NULL, { 2.4, -1, 0 }, { -0.4, -0.9, 0.22, 0 } } } },
    { "needle deep in a hull, points",
      { SCREE_POLYHEDRON,
        0,
        4,
        { -0.942835995454, 0, 0.94283599545, 0, 0, 0, -0.942835995454, 0.9, 0.94283599545, 0, 0, -0.9 },
        { NULL, { 0.2, 1, 2.6 }, { 0.5960442216, 0.303946465393, 0.438694225748, -0.5999126672835 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.9, 4.1e-06, 3e-06, 90, 90 },
        { NULL, { 0.6, 0, 4 }, { 0.541986254958, 0.422452082802, 0.62224232625, 0.374966164602 } } } },
    { "needle's edge and edge of a hull a billion times as large, wide",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.5785270739145276, 0.0003058134212577661, 0.0003058134212577661, 21.083370984106985, 8 },
        { NULL,
          { 212599970844599.5, -286022868981355.4, 42507570564883.21 },
          { 0.6237619320313086, -0.36202951669790895, -0.19787591577781605, -0.6638529981427652 } } },
      { SCREE_POLYHEDRON,
        0,
        6,
        { -1291667777.982378, 322916944.4955945, 1291667777.982378, -968750833.4867835, 322916944.4955945,
          968750833.4867835, -645833888.991189, -645833888.991189, -968750833.4867835, -968750833.4867835, 0,
          -1291667777.982378, 968750833.4867835, 322916944.4955945, -322916944.4955945, 1291667777.982378,
          -645833888.991189, 0 },
        { NULL,
          { 212599332082530.94, -286023517826063.56, 42507802858618.18 },
          { -0.13581556431938518, -0.5143057849134457, 0.8119133139877681, -0.24050044212552094 } } } },
    { "plate's edge and edge of a large hull in touch, wide",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.0003790378483783684, 0.6742542717518871, 0.6742542717518871, 100, 100 },
        { NULL, { 0, 0, 0 }, { 0.8354064534359658, 0.4311471877825218, 0.3303898186582115, 0.0839686117055579 } } },
      { SCREE_POLYHEDRON,
        0,
        8,
        { 583259064.4443109,  80154876.41354547,  -198426670.62187266, -583259034.0932038,  -80154029.04322305,
          198427102.1312507,  583259064.4424224,  80154876.4159464,    -198426670.62645462, -583259034.0950927,
          -80154029.04082213, 198427102.12666875, 583259034.0950927,   80154029.04082213,   -198427102.12666875,
          -583259064.4424224, -80154876.4159464,  198426670.62645462,  583259034.0932038,   80154029.04322305,
          -198427102.1312507, -583259064.4443109, -80154876.41354547,  198426670.62187266 },
        { NULL,
          { 279063324.7530291, -50003225.48512332, 402290412.2900291 },
          { 0.1894492258792447, -0.3087186419213411, 0.06228305295076614, 0.9300121570491056 } } } },
    { "needle's edge and edge of a large hull in touch, wide",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.001461341591615378, 0.00016437110243956832, 0.7566263796965176, 100, 100 },
        { NULL, { 0, 0, 0 }, { 0.24232664965255335, 0.7060951111049428, -0.43641317032370675, -0.5022459892422023 } } },
      { SCREE_POLYHEDRON,
        0,
        10,
        { 41494552.729122005,
          41494552.729122005,
          0,
          0,
          0,
          0,
          0,
          41494552.729122005,
          -41494552.729122005,
          41494552.729122005,
          -41494552.729122005,
          41494552.729122005,
          0,
          41494552.729122005,
          41494552.729122005,
          41494552.729122005,
          -41494552.729122005,
          0,
          -41494552.729122005,
          0,
          41494552.729122005,
          -41494552.729122005,
          41494552.729122005,
          0,
          0,
          -41494552.729122005,
          -41494552.729122005,
          41494552.729122005,
          0,
          41494552.729122005 },
        { NULL,
          { -9990140.523543881, 40705401.605613835, 29448088.53531801 },
          { -0.5314398772325053, -0.13809696902164179, -0.4299109019503902, 0.7167129832913154 } } } },
    { "blade across a rod of a billion times its size, wide",
      { SCREE_POLYHEDRON,
        0,
        7,
        { 6485804411.396619, 170897119.479239,    4402545794.029914,  2353495953.734302,   62013228.394021876,
          1597546434.326388, -207174002.97407135, -5458911.348391863, -140629130.59592068, 1832824997.410596,
          48293855.78494643, 1244116453.2226944,  5836921792.596677,  153799444.8059879,   3962086097.0012927,
          639735840.7962308, 16856662.148394804,  434250889.65201855, -6628268148.640586,  -174650954.34801203,
          -4499249778.199874 },
        { NULL,
          { 0, 0, 0 },
          { -0.36028785843484035, -0.6859352173094726, -0.6134778304784211, -0.15274321009633346 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 1, 0.0032876947530058884, 2.794302474344259e-06, 3.042889007052894, 3.042889007052894 },
        { NULL,
          { 0, 0, 0 },
          { 0.6859352173094726, -0.36028785843484035, -0.15274321009633346, 0.6134778304784211 } } } },
    { "superquadrics, one swept by a ball of 1e7 times its size, checker",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 1, 1, 1, 100, 100 },
        { NULL, { 0, 0, 0 }, { -0.2151317, -0.323945954, 0.2637059, 0.8827438 } } },
      { SCREE_SUPERQUADRIC,
        30000000,
        0,
        { 0.3, 0.2, 0.5, 4, 2 },
        { NULL, { 18582314.1, 14669293.3, 12213004.9 }, { 0, 0, 0, 1 } } } },
    { "ellipsoid swept by a ball of 1e8 times its size, checker",
      { SCREE_POLYHEDRON,
        0,
        4,
        { -1.00001849, 0.9999815, 0, 0, 0, 0, -0.999981506, 1.00001849336, 1, 0, 0, 1 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_ELLIPSOID, 100000000, 0, { 1, 1, 1 }, { NULL, { -91863000, 91863000, -1 }, { 0, 0, 0, 0.3 } } } },
    { "cone in a swept superquadric, checker",
      { SCREE_CONE,
        0,
        0,
        { 0.021958, 4.1271 },
        { NULL, { 0, 0, 0 }, { 0.9023468, 0.18209805, -0.387074, 0.0527642 } } },
      { SCREE_SUPERQUADRIC,
        100000000,
        0,
        { 1, 0.2, 1, 7, 7 },
        { NULL, { -16359250, 88264500, 34310950 }, { 1, 0, 0, 0 } } } },
};

static const struct {
    double tolerance;
    hunted_row row;
} loose[] = {
    { 5.8590196885546576e-08,
      { "ellipsoid plate and needle far apart, wide",
        { SCREE_ELLIPSOID, 0, 0, { 0.9, 1e-05, 0.4 }, { NULL, { 0, 0, 0 }, { 0.82, 0.503, 0, -0.17 } } },
        { SCREE_SUPERQUADRIC,
          0,
          0,
          { 7, 1.4e-05, 1.37e-05, 9, 6 },
          { NULL, { 18.34078, -6.514, -26 }, { -0.022, 0.89, -0.36, 0.283 } } } } },
};

// A quaternion as long as this has no square: yes or no, and with a margin, as for the same of length 1.
static void check_long_quaternion(const scree_shape *s, const scree_shape *t, scree_vec3 at, scree_quat q,
                                  double length)
{
    const scree_body a = { s, { 0, 0, 0 }, { q.w * length, q.x * length, q.y * length, q.z * length } };
    const scree_body b = { t, at, { 1, 0, 0, 0 } };
    scree_contact c;
    bool overlaps, closer;
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
    CHECK(scree_overlap(&a, &b, NULL, &overlaps) == SCREE_OK && overlaps == (c.distance < 0.0));
    CHECK(scree_closer_than(&a, &b, 0.5 * c.distance, NULL, &closer) == SCREE_OK && closer == (c.distance < 0.0));
    CHECK(scree_closer_than(&b, &a, 2.0 * c.distance, NULL, &closer) == SCREE_OK && closer == (c.distance > 0.0));
}

static void check_long_quaternions(void)
{
    scree_shape *box = scree_box_create((scree_vec3){ 1, 0.5, 0.25 }, 0, NULL);
    scree_shape *round[2] = { scree_ellipsoid_create((scree_vec3){ 1, 0.5, 0.25 }, 0, NULL),
                              scree_superquadric_create((scree_vec3){ 1, 0.5, 0.25 }, 4, 4, 0, NULL) };
    static const double lengths[] = { 1e-200, 1e-100, 1, 1e100, 1e200 };
    for (int i = 0; i < 2 * 5 * 9; ++i) {
        const scree_vec3 at = { -0.7, -1.1 + 0.05 * (i / 10), 1.0 };
        check_long_quaternion(box, round[i % 2], at, (scree_quat){ 1.36, 0.15, 0.74, 1.34 }, lengths[i / 2 % 5]);
    }
    scree_shape_destroy(box);
    scree_shape_destroy(round[0]);
    scree_shape_destroy(round[1]);
}

int main(void)
{
    check_long_quaternions();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i], 0.0);
    for (size_t i = 0; i < sizeof loose / sizeof loose[0]; ++i) check_row(&loose[i].row, loose[i].tolerance);
    return check_done();
}
