// Johnson's sub-algorithm, called as GJK calls it, one new point after the other, against 113 bits; and what rounding
// does to it, which is part of the method.
#include "papers/johnson.h"

#include "brute_nearest.h"

enum { CLOUD = 24 };

// Drops the points without weight.
static int keep(scree_vec3 *y, int count, const double weight[4])
{
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (weight[i] > 0.0) y[kept++] = y[i];
    return kept;
}

static double cloud_gap(const scree_vec3 *cloud, scree_vec3 axis, scree_vec3 *least)
{
    double gap = INFINITY;
    for (int i = 0; i < CLOUD; ++i) {
        double along = v3_dot(axis, cloud[i]);
        if (along >= gap) continue;
        gap = along;
        *least = cloud[i];
    }
    return gap;
}

static bool is_among(const scree_vec3 *y, int count, scree_vec3 p)
{
    for (int i = 0; i < count; ++i)
        if (v3_equal(y[i], p)) return true;
    return false;
}

typedef struct tally {
    long steps, backups, off;
} tally;

// GJK on a cloud of points. Caches that went wrong would show at the next step, which builds on them. `accuracy`: how
// well each step must find the nearest point, infinity if it need not.
static void walk_cloud(const scree_vec3 *cloud, double accuracy, tally *t)
{
    scree_johnson state = { .used = 0 };
    scree_vec3 y[4], v = v3(1, 0, 0);
    double shortest = INFINITY;
    for (int count = 0, step = 0; step < 60; ++step) {
        scree_vec3 w = cloud[0];
        cloud_gap(cloud, v, &w);
        if (is_among(y, count, w)) break;
        y[count++] = w;
        double truth = brute_nearest(y, count);
        said s = query_nearest(scree_johnson_nearest, &state, y, count, truth);
        CHECK_NEAR(v3_norm(v3_sub(s.v, s.weighted)), 0.0, 4 * 0x1p-53);
        double off = v3_norm(s.v) - truth;
        if (isfinite(accuracy)) CHECK_MSG(off <= accuracy, "step %d: %.17g for %.17g", step, v3_norm(s.v), truth);
        ++t->steps;
        t->off += off > 1e-9;
        count = keep(y, count, s.weight);
        CHECK(count == s.kept);
        v = s.v;
        if (count == 4 || v3_norm(v) >= shortest || v3_norm(v) < 1e-15) break;
        shortest = v3_norm(v);
        if (isfinite(accuracy)) { // equation (2), with the rounding of thin triangles
            for (int i = 1; i < count; ++i) CHECK_NEAR(v3_dot(v, v3_sub(y[i], y[0])), 0.0, accuracy);
        }
    }
    t->backups += state.backups;
}

// A round cloud beside the origin or around it.
static void check_generic(scree_random *r, tally *t)
{
    scree_vec3 cloud[CLOUD], middle = v3_scale(random_direction(r), random_between(r, 0.0, 0.7));
    for (int i = 0; i < CLOUD; ++i) cloud[i] = v3_add(middle, v3_scale(random_direction(r), 0.3));
    walk_cloud(cloud, 1e-11, t);
}

// Flat and thin clouds, points next to each other, points in a line with the origin.
static void check_hard(scree_random *r, tally *t)
{
    scree_vec3 cloud[CLOUD], middle = v3_scale(random_direction(r), random_decade(r, -9, -0.3));
    scree_vec3 u = random_direction(r), w = random_direction(r), x = random_direction(r);
    double wide = random_decade(r, -9, 0), deep = random_decade(r, -16, 0);
    for (int i = 0; i < CLOUD; ++i) {
        scree_vec3 p = v3_add_scaled(middle, random_between(r, -0.2, 0.2), u);
        p = v3_add_scaled(p, wide * random_between(r, -0.2, 0.2), w);
        cloud[i] = v3_add_scaled(p, deep * random_between(r, -0.2, 0.2), x);
        if (i > 0 && random_below(r, 6) == 0) cloud[i] = v3_add_scaled(cloud[i - 1], 1e-15, random_direction(r));
    }
    walk_cloud(cloud, INFINITY, t);
}

// Points whose dot products are exact: every region of a tetrahedron, as the fourth point sees it.
static void check_regions(void)
{
    const scree_vec3 corner[4] = { { 0, 0, 0.125 }, { 0.5, 0, 0.125 }, { 0, 0.5, 0.125 }, { 0.125, 0.125, -0.25 } };
    for (int x = -4; x <= 8; ++x) {
        for (int z = -4; z <= 4; ++z) {
            scree_johnson state = { .used = 0 };
            scree_vec3 y[4], shift = v3(0.0625 * x, 0.03125 * x + 0.0625, 0.0625 * z);
            int count = 0;
            for (int i = 0; i < 4; ++i) {
                y[count++] = v3_sub(corner[i], shift);
                double truth = brute_nearest(y, count);
                said s = query_nearest(scree_johnson_nearest, &state, y, count, truth);
                CHECK_NEAR(v3_norm(s.v), truth, 1e-12);
                count = keep(y, count, s.weight);
            }
        }
    }
}

// The newest point is no help: no set with it passes (2.28), and the backup procedure keeps the others.
static void check_backup(void)
{
    scree_johnson state = { .used = 0 };
    scree_vec3 y[4] = { { 0.5, 0.25, 0 } };
    (void)query_nearest(scree_johnson_nearest, &state, y, 1, brute_nearest(y, 1));
    y[1] = v3(-0.5, 0.25, 0);
    said two = query_nearest(scree_johnson_nearest, &state, y, 2, brute_nearest(y, 2));
    CHECK(two.kept == 2 && state.backups == 0);
    y[2] = v3(0, 0.5, 0);
    said three = query_nearest(scree_johnson_nearest, &state, y, 3, brute_nearest(y, 3));
    CHECK(state.backups == 1 && v3_norm(three.v) == 0.25 && three.kept == 2);
}

int main(void)
{
    scree_random r = random_stream(6, 0, 0);
    tally generic = { 0, 0, 0 }, hard = { 0, 0, 0 };
    check_regions();
    check_backup();
    long count = check_scaled(10000);
    for (long i = 0; i < count; ++i) {
        check_generic(&r, &generic);
        check_hard(&r, &hard);
    }
    printf("generic: %ld of %ld steps off, %ld backups; hard: %ld of %ld, %ld\n", generic.off, generic.steps,
           generic.backups, hard.off, hard.steps, hard.backups);
    CHECK(generic.off == 0 && generic.backups == 0);
    // The trouble with flat and thin simplices is there, and no worse than it was: 3.8 % of the steps, 312 backups.
    if (hard.steps > 5000) CHECK(hard.off > hard.steps / 50 && hard.off < hard.steps / 12 && hard.backups > 0);
    return check_done();
}
