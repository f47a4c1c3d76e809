// The shortest link method as it is used in time stepping, from the last link and the last plane; and how often moving
// bodies in contact apart finds the least overlap.
#include "linked.h"

enum { STEPS = 100 };

// ---- time stepping -------------------------------------------------------------------------------------------------

// The four grains of Fig. 14: tetrahedron, pyramid, cube, a solid of 14 vertices; and a polygon.
static scree_shape *grain(int kind)
{
    scree_vec3 p[MOST] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
    int count = 4;
    if (kind == 1) {
        for (int i = 0; i < 4; ++i) p[i] = s3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, -0.5);
        p[count++] = s3(0, 0, 1);
    } else if (kind >= 2) {
        for (int i = 0; i < 8; ++i) p[i] = s3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        count = 8;
    }
    for (int i = 0; kind == 3 && i < 6; ++i) {
        double reach = i & 1 ? 1.6 : -1.6;
        p[count++] = s3(i / 2 == 0 ? reach : 0, i / 2 == 1 ? reach : 0, i / 2 == 2 ? reach : 0);
    }
    if (kind < 4) return scree_polyhedron_create(p, (size_t)count, 0, NULL);
    for (int i = 0; i < 7; ++i) p[i] = s3(cos(0.9 * i), sin(0.9 * i), 0);
    return scree_polygon_create(p, 7, 0, NULL);
}

// How many of the warm calls of one pair need two iterations or fewer, and how many are right.
static void step(scree_random *r, const scree_shape *s, double gap, long *quick, long *right, long *calls)
{
    const bool planar = s->dimension == 2;
    const double size = 0.5 * scree_pair_size(s, s);
    scree_body a = { s, { 0, 0, 0 }, random_orientation(r, planar) },
               b = { s, { 0, 0, 0 }, random_orientation(r, planar) };
    move_to_gap(&a, &b, random_line(r, planar), gap * size);
    scree_vec3 velocity = s3_scale(random_line(r, planar), 1e-3 * size);
    scree_quat spin = planar ? scree_quat_about_z(1e-3) : quat_about(random_direction(r), 1e-3);
    start from = { .own.linked = false };
    (void)query(&a, &b, &from);
    CHECK(from.own.linked && from.own.filled && from.cache.filled);
    for (int i = 0; i < STEPS; ++i) {
        b.position = s3_add(b.position, velocity);
        b.orientation = quat_times(spin, b.orientation);
        scree_contact c = query(&a, &b, &from);
        double truth = depth_by_auto(&a, &b);
        CHECK(c.lower <= truth + 1e-14 && c.upper >= truth - 1e-14);
        *quick += counted.link_iterations <= 2;
        *right += fabs(c.distance - truth) <= 1e-13;
        ++*calls;
        if (truth > 1e-12) CHECK_MSG(fabs(c.distance - truth) <= 1e-14, "%.17g for %.17g", c.distance, truth);
    }
}

static void check_steps(scree_random *r)
{
    for (int kind = 0; kind < 5; ++kind) {
        scree_shape *s = grain(kind);
        // Apart all the time; and from a hair's breadth, so that many come to overlap.
        for (int near = 0; near < 2; ++near) {
            long quick = 0, right = 0, calls = 0;
            for (long i = 0, count = check_scaled(300); i < count; ++i)
                step(r, s, near ? 0.02 : 0.2, &quick, &right, &calls);
            double share = (double)quick / (double)calls, exact = (double)right / (double)calls;
            if (check_scale() < 0.3) continue; // too few to tell
            CHECK_MSG(share >= (near ? 0.9 : 0.97), "grain %d: %.4f of the calls take two or fewer", kind, share);
            CHECK_MSG(exact >= (near ? 0.98 : 1.0), "grain %d: %.4f of the answers are right", kind, exact);
        }
        scree_shape_destroy(s);
    }
}

// ---- in contact ----------------------------------------------------------------------------------------------------

// Faces that meet face to face, an edge on a face, a vertex on a face: the first plane is the right one or near it.
static void check_shallow(void)
{
    const double eighth = 0.78539816339744828, root = sqrt(0.5);
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL);
    const scree_quat none = { 1, 0, 0, 0 }, x = quat_about(s3(1, 0, 0), eighth);
    const scree_body a = scree_body_at(cube, s3(0, 0, 0));
    const scree_body b[3] = { { cube, { 0.25, 0.125, 2 - 0.02 }, none },
                              { cube, { 0.25, 0.125, 1 + 2 * root - 0.02 }, x },
                              { cube, { 2 - 1e-3, 0.25, 0.125 }, quat_about(s3(1, 0, 0), 0.3) } };
    const double depth[3] = { 0.02, 0.02, 1e-3 };
    for (int i = 0; i < 3; ++i) {
        start from = { .own.linked = false };
        for (int warm = 0; warm < 2; ++warm) {
            scree_contact c = query(&a, &b[i], &from);
            CHECK_NEAR(c.distance, -depth[i], 1e-14);
            CHECK(c.state == SCREE_OVERLAPPING && c.lower <= -depth[i] && c.upper >= -depth[i]);
            CHECK_NEAR(i == 2 ? c.normal.x : c.normal.z, 1.0, 1e-14);
        }
    }
    // The axis of the last time step is what bodies are moved along: from a bad one, a worse overlap.
    start bad = { .cache = { .axis = { 1, 0, 0 }, .filled = true } };
    CHECK_NEAR(query(&a, &b[0], &bad).distance, -1.75, 1e-12);
    scree_shape_destroy(cube);
}

// Random pairs at a given overlap, without a last plane: how often the least overlap is found.
static double share_right(scree_random *r, bool planar, double overlap)
{
    long right = 0, count = check_scaled(3000);
    for (long i = 0; i < count; ++i) {
        scree_shape *s = random_shape(r, planar);
        double size = scree_pair_size(s, s), low = -1.0, high = 0.5;
        scree_body a = { s, { 0, 0, 0 }, random_orientation(r, planar) },
                   b = { s, { 0, 0, 0 }, random_orientation(r, planar) };
        scree_vec3 d = random_line(r, planar);
        for (int k = 0; k < 30; ++k) { // or as deep as it gets
            double gap = 0.5 * (low + high);
            move_to_gap(&a, &b, d, gap * size);
            if (depth_by_auto(&a, &b) < -overlap * size)
                low = gap;
            else
                high = gap;
        }
        scree_contact c = query(&a, &b, NULL);
        double truth = depth_by_auto(&a, &b);
        CHECK_MSG(c.distance <= truth + 1e-13, "%.17g is less than the least overlap, %.17g", c.distance, truth);
        CHECK(c.lower <= truth + 1e-14 && c.upper >= truth - 1e-14);
        right += c.distance >= truth - 1e-12;
        scree_shape_destroy(s);
    }
    return (double)right / (double)count;
}

static void check_shares(scree_random *r)
{
    // Bands around what was measured, wide enough for any 3000 pairs: a better share would be another method.
    const double overlap[3] = { 0.01, 0.1, 0.3 };
    const double least[2][3] = { { 0.62, 0.53, 0.55 }, { 0.88, 0.81, 0.65 } };
    const double most[2][3] = { { 0.70, 0.61, 0.63 }, { 0.93, 0.87, 0.74 } };
    for (int planar = 0; planar < 2; ++planar) {
        for (int k = 0; k < 3; ++k) {
            double share = share_right(r, planar, overlap[k]);
            if (check_scale() < 1.0) continue; // too few to tell
            CHECK_MSG(share >= least[planar][k] && share <= most[planar][k], "%.4f at %g", share, overlap[k]);
        }
    }
}

int main(void)
{
    scree_random r = random_stream(35, 0, 0);
    check_shallow();
    check_steps(&r);
    check_shares(&r);
    return check_done();
}
