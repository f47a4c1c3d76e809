// Separating axes alone, against the oracle: the largest gap over all faces of the Minkowski difference.
#include "solve/polytope/sat.h"

#include "judged.h"

enum { SCRATCH = 1 << 16 };

static unsigned char scratch[SCRATCH];

// Overlapping: the gap is the signed distance, and the upper bound is one. Apart: a lower bound, no more.
static void check_axes(const judged *j, double tolerance, const char *what)
{
    scree_cores c = scree_cores_make(&j->a, &j->b);
    scree_sat_result s;
    if (!CHECK(scree_sat(&c, scree_arena_make(scratch, SCRATCH), &s))) return;
    CHECK_MSG(s.best.gap <= j->distance + c.error, "%s: gap %.17g above %.17g", what, s.best.gap, j->distance);
    CHECK(s.axes > 0 && s.upper >= s.best.gap && fabs(v3_norm(s.best.n) - 1.0) <= 1e-15);
    scree_mvertex at = s.best.at;
    CHECK_NEAR(scree_cores_gap(&c, s.best.n, &at), s.best.gap, c.error);
    if (j->distance > 0.0) return;
    CHECK_MSG(s.upper >= j->distance - c.error, "%s: upper %.17g below %.17g", what, s.upper, j->distance);
    CHECK_MSG(s.best.gap >= j->distance - fmax(c.error, tolerance), "%s: gap %.17g for %.17g, less by %.3g", what,
              s.best.gap, j->distance, j->distance - s.best.gap);
    scree_vec3 on_a, on_b;
    CHECK(scree_axis_feature_distance(&c, &s.best, &on_a, &on_b) < INFINITY);
}

// Both ways round: B's faces and edges take another way through the search than A's.
static void check_both(judged_shape a, judged_shape b, scree_body pose_a, scree_body pose_b, double tolerance,
                       const char *what)
{
    judged j;
    if (judged_place(&j, a, b, pose_a, pose_b)) {
        check_axes(&j, tolerance, what);
        scree_oracle_pair_free(&j.placed);
        if (judged_place(&j, b, a, pose_b, pose_a)) check_axes(&j, tolerance, what);
    }
    judged_free(&j);
}

static void check_random(scree_random *r)
{
    judged_shape a = judged_random(r, 20), b = judged_random(r, 20);
    check_both(a, b, random_pose(r, 0.3), random_pose(r, 0.3), 0.0, "hulls");
}

static void check_round(scree_random *r)
{
    judged_shape a = judged_random(r, 20),
                 b = random_below(r, 2) ? judged_point() : judged_segment(random_decade(r, -1, 0));
    check_both(a, b, random_pose(r, 0.3), random_pose(r, 0.3), 0.0, "hull and segment or point");
}

// Prisms on common axes, rotated by nearly nothing: all their edges are nearly parallel.
static judged_shape prism(scree_random *r, int sides)
{
    scree_vec3 p[JUDGED_POINTS];
    double phase = random_unit(r), height = random_decade(r, -1, 1);
    for (int i = 0; i < sides; ++i) {
        double angle = 6.283185307179586 * (i + phase) / sides;
        p[2 * i] = s3(cos(angle), sin(angle), height);
        p[2 * i + 1] = s3(cos(angle), sin(angle), -height);
    }
    return judged_hull(p, 2 * sides);
}

static void check_parallel(scree_random *r)
{
    judged_shape a =
        random_below(r, 2) ? judged_box(s3(1, 1, random_decade(r, -2, 1))) : prism(r, 3 + random_below(r, 6));
    judged_shape b = random_below(r, 4) == 0 ? judged_segment(1.0) : prism(r, 3 + random_below(r, 6));
    scree_quat tilt = quat_about(random_direction(r), random_below(r, 4) == 0 ? 0.0 : random_decade(r, -16, -4));
    scree_body pose_a = { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } }, pose_b = { NULL, { 0, 0, 0 }, tilt };
    pose_b.position = s3(random_between(r, -1, 1), random_between(r, -1, 1), random_between(r, -1, 1));
    check_both(a, b, pose_a, pose_b, 0.0, "nearly parallel edges");
}

// Scratch is refused from each of its three blocks on.
static void check_scratch(void)
{
    judged_shape a = judged_box(s3(1, 1, 1)), b = judged_box(s3(1, 2, 3));
    scree_body pose_a = scree_body_at(a.shape, s3(0, 0, 0)), pose_b = scree_body_at(b.shape, s3(0, 0, 1));
    scree_cores c = scree_cores_make(&pose_a, &pose_b);
    scree_sat_result s;
    size_t enough = scree_sat_scratch(a.shape, b.shape);
    CHECK(scree_sat(&c, scree_arena_make(scratch, enough), &s));
    CHECK_NEAR(s.best.gap, -2.0, 1e-14);
    for (size_t bytes = 0; bytes + 128 <= enough; bytes += 16) {
        scree_sat_result none;
        CHECK(!scree_sat(&c, scree_arena_make(scratch, bytes), &none) || bytes + 3 * 64 >= enough);
    }
    judged_free(&(judged){ .of = { a, b } });
}

int main(void)
{
    scree_random r = random_stream(3, 0, 0);
    check_scratch();
    for (long i = 0, count = check_scaled(800); i < count; ++i) {
        check_random(&r);
        check_round(&r);
        check_parallel(&r);
    }
    return check_done();
}
