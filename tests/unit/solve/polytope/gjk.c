// The distance search alone: its bounds and verdicts against the oracle, its early ends, and what it tells a trace.
#include "solve/polytope/gjk.h"

#include "judged.h"

static scree_gjk_options search_for(scree_vec3 start)
{
    scree_gjk_options o = { .start = start, .stop_above = INFINITY, .stop_below = -INFINITY, .max_iterations = 200 };
    return o;
}

// True of every result, wherever the search ended. Distances of overlapping bodies are 0 to this search.
static void check_bounds(const judged *j, const scree_cores *c, const scree_gjk_result *g)
{
    double apart = fmax(j->distance, 0.0);
    CHECK_MSG(g->lower <= j->distance + c->error, "lower %.17g of %.17g", g->lower, j->distance);
    CHECK_MSG(g->upper >= apart - c->error, "upper %.17g of %.17g", g->upper, j->distance);
    CHECK_MSG(g->verdict != SCREE_GJK_APART || j->distance > -c->error, "apart, at %.17g", j->distance);
    CHECK_MSG(g->verdict != SCREE_GJK_INSIDE || j->distance < c->error, "inside, at %.17g", j->distance);
    CHECK((g->verdict == SCREE_GJK_APART) == (g->lower > 0.0) || g->verdict == SCREE_GJK_INSIDE);
    scree_mvertex at = { .index_a = 0, .index_b = 0 };
    if (g->iterations > 0) CHECK_NEAR(scree_cores_gap(c, g->axis, &at), g->lower, c->error);
    // The points that the weights give are where `upper` says, each a mix of the core's own vertices.
    scree_vec3 on_a, on_b;
    scree_simplex_points(&g->simplex, &on_a, &on_b);
    if (g->verdict != SCREE_GJK_INSIDE && g->simplex.count > 0)
        CHECK_NEAR(v3_norm(v3_sub(on_b, on_a)), g->upper, c->error);
}

static void check_pair(scree_random *r)
{
    judged j;
    judged_shape a = judged_random(r, 16);
    int kind = random_below(r, 6);
    judged_shape b = kind == 0   ? judged_point()
                     : kind == 1 ? judged_segment(random_decade(r, -1, 0))
                                 : judged_random(r, 16);
    if (!judged_place(&j, a, b, random_pose(r, 1.0), random_pose(r, 1.5))) return;
    scree_cores c = scree_cores_make(&j.a, &j.b);
    scree_gjk_result full, g;
    scree_gjk_options o = search_for(random_direction(r));
    scree_gjk(&c, &o, &full);
    check_bounds(&j, &c, &full);
    bool clear = fabs(j.distance) > 1e-6;
    if (clear && j.distance > 0) {
        CHECK(full.verdict == SCREE_GJK_APART);
        CHECK_MSG(full.upper - full.lower <= 1e-9 && full.iterations < 100, "[%.17g, %.17g] after %d steps", full.lower,
                  full.upper, full.iterations);
    } else if (clear) {
        CHECK(full.verdict == SCREE_GJK_INSIDE && full.simplex.count == 4);
    }

    // As soon as it is known to be farther than half the distance; or nearer than twice of it.
    o.stop_above = 0.5 * j.distance;
    scree_gjk(&c, &o, &g);
    check_bounds(&j, &c, &g);
    CHECK(g.iterations <= full.iterations);
    if (clear && j.distance > 0) CHECK(g.lower > o.stop_above);
    o.stop_above = INFINITY;
    o.stop_below = 2.0 * j.distance;
    scree_gjk(&c, &o, &g);
    check_bounds(&j, &c, &g);
    CHECK(g.iterations <= full.iterations);
    if (clear && j.distance > 0) CHECK(g.upper <= o.stop_below);

    // A tolerance ends the search when the bounds are that close; so does a bound on its steps.
    o = search_for(random_direction(r));
    o.tolerance = random_decade(r, -6, 0);
    scree_gjk(&c, &o, &g);
    check_bounds(&j, &c, &g);
    if (clear && j.distance > 0) CHECK(g.upper - g.lower <= o.tolerance);
    o.tolerance = 0.0;
    o.max_iterations = random_below(r, 5);
    scree_gjk(&c, &o, &g);
    check_bounds(&j, &c, &g);
    CHECK(g.iterations <= o.max_iterations);
    judged_free(&j);
}

typedef struct diary {
    int steps, last;
    double lower, upper;
    bool falling;
} diary;

static void on_step(void *user, const scree_trace_step *step)
{
    diary *l = user;
    l->falling = l->falling && step->lower >= l->lower && step->simplex_size <= 4 && step->iteration >= l->last;
    l->lower = step->lower;
    l->upper = step->upper;
    l->last = step->iteration;
    ++l->steps;
}

// Two unit cubes along x: apart by 1, touching with whole faces, with an edge, with a corner, one inside the other.
static void check_cubes(void)
{
    static const scree_vec3 place[5] = { { 3, 0, 0 }, { 2, 0, 0 }, { 2, 2, 0 }, { 2, 2, 2 }, { 0.5, 0.25, 0 } };
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL);
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 27; ++k) {
            if (k == 13) continue; // 0 is no direction
            scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, place[i]);
            scree_cores c = scree_cores_make(&a, &b);
            scree_gjk_options o = search_for(s3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
            diary l = { .lower = -INFINITY, .falling = true };
            o.trace = on_step;
            o.trace_user = &l;
            scree_gjk_result g;
            scree_gjk(&c, &o, &g);
            CHECK(l.falling && l.last == g.iterations && l.lower == g.lower);
            CHECK(l.steps == g.iterations + (g.verdict == SCREE_GJK_INSIDE));
            if (i == 0) {
                CHECK(g.verdict == SCREE_GJK_APART && g.lower == 1.0 && g.upper == 1.0 && g.axis.x == 1.0);
            } else if (i < 4) {
                CHECK(g.verdict == SCREE_GJK_NEAR && g.lower <= 0.0 && g.upper == 0.0);
            } else {
                CHECK(g.verdict == SCREE_GJK_INSIDE || g.upper <= c.error);
            }
        }
    }
    scree_shape_destroy(cube);
}

int main(void)
{
    scree_random r = random_stream(2, 0, 0);
    check_cubes();
    for (long i = 0, count = check_scaled(3000); i < count; ++i) check_pair(&r);
    return check_done();
}
