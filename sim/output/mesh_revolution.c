// Surfaces of revolution about z: a profile of circular arcs, revolved.
//
// The profile, in the half plane of radius and z, is the boundary of the hull of a few balls whose centres are listed
// from top to bottom. Normals of the profile are given by their angle from +z, 0 to pi: ball i touches it from the
// normal of the tangent it shares with ball i - 1 to that of the one it shares with ball i + 1.
#include <math.h>

#include "output/mesh.h"

enum { MOST_BALLS = 4, FEWEST_SIDES = 6, MOST_POINTS = 4 * (3 << SCREE_SIM_MOST_DETAIL) + 8 };

typedef struct ball {
    double r, z, radius;
} ball;

/// Points of the profile from the top (r = 0) to the bottom (r = 0).
typedef struct profile {
    ball points[MOST_POINTS]; ///< radius is not used
    int count;
} profile;

static int balls_of(const scree_shape *shape, ball balls[MOST_BALLS])
{
    const double rounding = scree_shape_rounding(shape), radius = scree_shape_radius(shape);
    const double half = scree_shape_half_length(shape);
    switch (scree_shape_kind_of(shape)) {
    case SCREE_CYLINDER:
        balls[0] = (ball){ 0.0, half, rounding };
        balls[1] = (ball){ radius, half, rounding };
        balls[2] = (ball){ radius, -half, rounding };
        balls[3] = (ball){ 0.0, -half, rounding };
        return 4;
    case SCREE_CONE:
        balls[0] = (ball){ 0.0, half, rounding };
        balls[1] = (ball){ radius, -half, rounding };
        balls[2] = (ball){ 0.0, -half, rounding };
        return 3;
    case SCREE_TAPERED_CAPSULE:
        balls[0] = (ball){ 0.0, half, scree_shape_top_radius(shape) + rounding };
        break;
    default:
        balls[0] = (ball){ 0.0, half, radius + rounding };
        break;
    }
    balls[1] = (ball){ 0.0, -half, radius + rounding };
    if (fabs(balls[0].radius - balls[1].radius) < 2.0 * half) return 2;
    if (balls[1].radius > balls[0].radius) balls[0] = balls[1];
    return 1;
}

/// The angle of the outward normal of the tangent that two balls share, the first of them above or inside.
static double shared_normal(ball upper, ball lower)
{
    const double dr = lower.r - upper.r, dz = upper.z - lower.z, length = hypot(dr, dz);
    return atan2(dz, dr) - asin((lower.radius - upper.radius) / length);
}

static void add_point(profile *p, double r, double z)
{
    if (p->count > 0 && p->points[p->count - 1].r == r && p->points[p->count - 1].z == z) return;
    p->points[p->count++] = (ball){ r, z, 0.0 };
}

static void add_arc(profile *p, ball b, double from, double to, int steps)
{
    const double pi = acos(-1.0);
    const int count = b.radius > 0.0 ? (int)ceil((to - from) / pi * steps - 1e-9) : 0;
    for (int i = 0; i <= count; ++i) {
        const double angle = count > 0 ? from + (to - from) * i / count : from;
        const bool on_axis = b.r == 0.0 && (angle <= 0.0 || angle >= pi);
        add_point(p, on_axis || (b.r == 0.0 && b.radius == 0.0) ? 0.0 : b.r + b.radius * sin(angle),
                  b.z + b.radius * cos(angle));
    }
}

static void make_profile(const scree_shape *shape, int detail, profile *p)
{
    const double pi = acos(-1.0);
    ball balls[MOST_BALLS];
    const int count = balls_of(shape, balls), steps = 3 << detail;
    p->count = 0;
    double from = 0.0;
    for (int i = 0; i < count; ++i) {
        const double to = i + 1 < count ? shared_normal(balls[i], balls[i + 1]) : pi;
        add_arc(p, balls[i], from, to, steps);
        from = to;
    }
}

/// Two rings of the surface: `n` points each, or one point at a pole.
static void join_rings(scree_sim_mesh *mesh, size_t upper, bool upper_pole, size_t lower, bool lower_pole, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        const size_t next = (i + 1) % n;
        const size_t a = upper + (upper_pole ? 0 : i), b = upper + (upper_pole ? 0 : next);
        const size_t c = lower + (lower_pole ? 0 : i), d = lower + (lower_pole ? 0 : next);
        if (!lower_pole) scree_sim_mesh_triangle(mesh, a, c, d);
        if (!upper_pole) scree_sim_mesh_triangle(mesh, a, d, b);
    }
}

bool scree_sim_mesh_revolution(const scree_shape *shape, int detail, scree_sim_mesh *mesh)
{
    profile p;
    make_profile(shape, detail, &p);
    const size_t n = (size_t)FEWEST_SIDES << detail;
    if (!scree_sim_mesh_reserve(mesh, (size_t)p.count * n, 2 * (size_t)p.count * n)) return false;
    const double pi = acos(-1.0);
    size_t before = 0;
    for (int k = 0; k < p.count; ++k) {
        const bool pole = p.points[k].r == 0.0;
        const size_t first = mesh->point_count;
        for (size_t i = 0; i < (pole ? 1 : n); ++i) {
            const double angle = 2.0 * pi * (double)i / (double)n;
            mesh->points[mesh->point_count++] =
                (scree_vec3){ p.points[k].r * cos(angle), p.points[k].r * sin(angle), p.points[k].z };
        }
        if (k > 0) join_rings(mesh, before, p.points[k - 1].r == 0.0, first, pole, n);
        before = first;
    }
    return true;
}
