// Superquadrics whose distance was right and whose witness points were not: faces that are flat to each other leave a
// search at support points that are far from each other. Each point took half of that, and was off its surface.
#include "check.h"
#include "scenes/place.h"
#include "scree/query.h"

typedef struct solid {
    scree_vec3 axes;
    double n1, n2;
    scree_vec3 position;
    scree_quat rotation;
} solid;

static scree_vec3 rotated(scree_quat q, scree_vec3 v)
{
    const double s = 1.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    const double tx = 2 * s * (q.y * v.z - q.z * v.y), ty = 2 * s * (q.z * v.x - q.x * v.z);
    const double tz = 2 * s * (q.x * v.y - q.y * v.x);
    return s3(v.x + q.w * tx + q.y * tz - q.z * ty, v.y + q.w * ty + q.z * tx - q.x * tz,
              v.z + q.w * tz + q.x * ty - q.y * tx);
}

// The gauge at a point of the world: 1 on the surface.
static long double gauge(const solid *s, scree_vec3 at)
{
    const scree_quat back = { s->rotation.w, -s->rotation.x, -s->rotation.y, -s->rotation.z };
    const scree_vec3 p = rotated(back, s3(at.x - s->position.x, at.y - s->position.y, at.z - s->position.z));
    const long double x = fabsl((long double)p.x / s->axes.x), y = fabsl((long double)p.y / s->axes.y);
    const long double z = fabsl((long double)p.z / s->axes.z);
    const long double rho = powl(powl(x, s->n2) + powl(y, s->n2), 1 / (long double)s->n2);
    return powl(powl(rho, s->n1) + powl(z, s->n1), 1 / (long double)s->n1);
}

static double largest(scree_vec3 v)
{
    return fmax(v.x, fmax(v.y, v.z));
}

static double least(scree_vec3 v)
{
    return fmin(v.x, fmin(v.y, v.z));
}

// What is allowed: 1e-11 of the larger body, by the gauge of the smaller one.
static void check_pair(int number, const solid *a, const solid *b)
{
    scree_shape *s = scree_superquadric_create(a->axes, a->n1, a->n2, 0, NULL);
    scree_shape *t = scree_superquadric_create(b->axes, b->n1, b->n2, 0, NULL);
    const scree_body body_a = { s, a->position, a->rotation }, body_b = { t, b->position, b->rotation };
    scree_contact c;
    CHECK_MSG(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK, "pair %d: %s", number, scree_status_name(c.status));
    const double size = fmax(largest(a->axes), largest(b->axes));
    const long double off_a = fabsl(gauge(a, c.point_a) - 1), off_b = fabsl(gauge(b, c.point_b) - 1);
    CHECK_MSG(off_a <= 1e-11L * size / least(a->axes), "pair %d: A's gauge is off by %Lg", number, off_a);
    CHECK_MSG(off_b <= 1e-11L * size / least(b->axes), "pair %d: B's gauge is off by %Lg", number, off_b);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

// The same of a tetrahedron's face, tilted by 2e-8 against the superquadric's flat end.
static void check_face(int number, const scree_vec3 corner[4])
{
    const solid a = { { 1, 0.296, 0.22 }, 12, 4, { 0, 0, 0 }, { 1, 0, 0, 0 } };
    scree_shape *s = scree_superquadric_create(a.axes, a.n1, a.n2, 0, NULL),
                *t = scree_polyhedron_create(corner, 4, 0, NULL);
    const scree_body body_a = { s, a.position, a.rotation }, body_b = { t, { 0, 0, 0.6 }, a.rotation };
    scree_contact c;
    CHECK_MSG(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK, "face %d: %s", number, scree_status_name(c.status));
    const long double off = fabsl(gauge(&a, c.point_a) - 1);
    CHECK_MSG(off <= 1e-11L / least(a.axes), "face %d: the gauge is off by %Lg", number, off);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

int main(void)
{
    const scree_vec3 faces[2][4] = {
        { { 0.2, 0, -0.3967 },
          { 0, -0.1522, -0.396722380168 },
          { 0.088, -0.1522, -0.396722380168 },
          { -0.09, 0.152, -0.396722385 } },
        { { 0.2, 0, -0.39672238 },
          { 0, -0.1522, -0.396722380168 },
          { 0.087865177, -0.15218695, -0.396722380168 },
          { -0.08786518, 0.15218695, -0.396722385 } },
    };
    for (int i = 0; i < 2; ++i) check_face(i, faces[i]);
    const solid pairs[][2] = {
        { { { 13.8, 3, 3.2 },
            80.0,
            80.0,
            { 0, 0, 0 },
            { -0.897377490193, 0.001632111683, 0.3992702943, -0.1878675287915 } },
          { { 1, 0.31, 0.8 },
            100.0,
            8,
            { -6, -5, -12.6 },
            { 0.8552232226, -0.282874739446, 0.202305002723, -0.384249667767 } } },
        { { { 0.0104, 0.0104, 0.01 },
            90.0,
            5,
            { 0, 0, 0 },
            { 0.048210226391, -0.793331295204, -0.3794603644775, 0.473614887765 } },
          { { 1, 0.53005, 1 },
            20.0,
            20.0,
            { -0.9045, -0.768, -0.15 },
            { 0.41733807324675, -0.4706682945185, 0.071069554585, -0.7741120122856 } } },
        { { { 1, 0.4, 0.4 },
            80.0,
            80.0,
            { 0, 0, 0 },
            { 0.05653512374, -0.7947921176, 0.54868762969, -0.253083295877 } },
          { { 19.7, 2.16, 2.2 },
            40.0,
            4,
            { 0, -0.09, -0.9 },
            { 0.96577837829, -0.098494036777, -0.239888098053, 0.0049748533 } } },
    };
    for (int i = 0; i < (int)(sizeof pairs / sizeof pairs[0]); ++i) check_pair(i, &pairs[i][0], &pairs[i][1]);
    return check_done();
}
