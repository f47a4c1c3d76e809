// An ellipsoid or a superquadric S with a polyhedron P: scree_round_polyhedron() and batches of such pairs, compiled
// for each number of lanes. The lanes are pairs, faces of P, sides of one or edges at a vertex (see point_kernel.h).
//
// Source      Our own.
// Idea        Starts at the face that an ellipsoid similar to S is highest over. Where the point of S nearest to its
//             plane is over the face, that is all. Otherwise continues at the side or corner of the face that is
//             nearest to this point: finds S's closest point to it by Newton's method (round_closest.h), and moves on
//             to an adjacent feature if that is nearer. Apart, touching and in shallow contact are one case. Let X be
//             that point on S and m its normal, tilted slightly to be perpendicular to the edge. The gap along m bounds
//             the signed distance from below, with the support height of S from the ellipsoid around it that touches it
//             at X (pair/superquadric_pair.h). From above, S has a ball inside that touches it at X, and P has the
//             point q: the bound is |q - the ball's centre| less its radius, whatever its sign. The two meet when X has
//             converged. That the feature is the lowest one along m follows from signs at its neighbours, which must be
//             clear by the slope that decides features.
// Limits      Left to the search: depths near the radius of that ball, unclear signs, and steps that do not shrink.
#include "kernels/round/round_search.h"
#include "pair/fetch.h"
#include "pair/pair.h"

// The output: a row has a double for each lane.
typedef struct round_out {
    double out[OUT_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    unsigned touching, narrow;
} round_out;

// As scree_publish(); the normal is from P to S.
static inline __attribute__((always_inline)) void round_publish(const round_group *g, const round_hunt *h, round_out *o)
{
    const lane3 at = h->at, way = l3(-h->n.x, -h->n.y, -h->n.z);
    const lane found = h->distance, upper = h->upper, tilt = h->tilt;
    const lane radii = g->radius_p + g->radius_s, spread = 4.0 * DBL_EPSILON * (radii + lane_abs(found));
    const lane distance = found - radii + 0.0, open = lane_max(upper - found, lane_of(0.0));
    const lane width = open + tilt + 2.0 * (g->error + spread);
    o->narrow = g->similar & lane_bits(width <= lane_max(g->tolerance, SCREE_NARROW * g->error + 3.0 * spread));
    o->touching = lane_bits(lane_abs(distance) <= g->tolerance);
    const lane3 n = l3_unit(lm3_mul(&g->world, way));
    const lane3 on_p = l3_add_scaled(l3_add(lm3_mul(&g->world, at), g->origin), g->radius_p, n);
    lane_put_row(o->out[DISTANCE], distance);
    lane_put_row(o->out[LOWER], lane_min(found - g->error - radii - spread, distance) - tilt);
    lane_put_row(o->out[UPPER], lane_max(found + g->error - radii + spread, distance) + open);
    put3(o->out, NX, n);
    put3(o->out, AX_OUT, on_p);
    put3(o->out, BX, l3_add_scaled(on_p, distance, n));
    put3(o->out, MX, l3_add_scaled(on_p, 0.5 * distance, n));
    lane_put_row(o->out[STEPS], lane_max(h->tried, lane_of(1.0)));
}

static inline void round_scatter(const round_out *o, const round_hunt *h, int i, bool swapped, scree_contact *out)
{
    const double(*rows)[SCREE_LANES] = o->out;
    const scree_vec3 n = column3(rows, NX, i), on_p = column3(rows, AX_OUT, i), on_s = column3(rows, BX, i);
    out->distance = rows[DISTANCE][i];
    out->lower = rows[LOWER][i];
    out->upper = rows[UPPER][i];
    out->normal = swapped ? v3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z) : v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    out->point_a = swapped ? on_s : on_p;
    out->point_b = swapped ? on_p : on_s;
    out->point = column3(rows, MX, i);
    out->patch_area = 0.0;
    out->feature_a = swapped ? SCREE_FEATURE_SURFACE : h->kind[i];
    out->feature_b = swapped ? h->kind[i] : SCREE_FEATURE_SURFACE;
    out->index_a = swapped ? -1 : h->index[i];
    out->index_b = swapped ? h->index[i] : -1;
    out->iterations = (int)rows[STEPS][i];
    out->state = (o->touching >> i & 1u) != 0u ? SCREE_TOUCHING
                 : out->distance > 0.0         ? SCREE_SEPARATED
                                               : SCREE_OVERLAPPING;
    out->status = SCREE_OK;
    scree_clear_rest(out);
}

// Pair i of a group; true if P is the second body.
static inline bool round_take(const scree_body *a, const scree_body *b, int i, round_group *g)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    g->solid[i] = swapped ? b : a;
    g->other[i] = swapped ? a : b;
    g->p[i] = g->solid[i]->shape;
    g->s[i] = g->other[i]->shape;
    return swapped;
}

// Pairs of a batch whose first feature is not the answer, with their state. They are collected until they fill the
// lanes, so that a few do not hold up the others.
typedef struct round_deferred {
    int count;
    int32_t pair[2 * SCREE_LANES];
    scree_feature kind[2 * SCREE_LANES];
    int index[2 * SCREE_LANES];
    scree_vec3 x[2 * SCREE_LANES];
    double t[2 * SCREE_LANES], tried[2 * SCREE_LANES];
} round_deferred;

typedef struct round_run {
    const scree_lane_work *work;
    int32_t *left;
    int rest;
    round_deferred deferred;
} round_run;

static inline void round_put_off(round_deferred *l, int32_t pair, const round_hunt *h, int i)
{
    const int at = l->count++;
    l->pair[at] = pair;
    l->kind[at] = h->kind[i];
    l->index[at] = h->index[i];
    l->x[at] = round_lane3(&h->closest.x, i);
    l->t[at] = h->closest.t[i];
    l->tried[at] = h->tried[i];
}

// Moves the last deferred ones into lanes.
static inline void round_resume(const round_group *g, round_deferred *l, int count, round_hunt *h)
{
    l->count -= count;
    round_hunt_make(g, first_bits(count), h);
    for (int i = 0; i < SCREE_LANES; ++i) {
        const int at = l->count + (i < count ? i : count - 1);
        h->kind[i] = l->kind[at];
        h->index[i] = l->index[at];
        round_put3(&h->closest.x, i, l->x[at]);
        h->closest.t[i] = l->t[at];
        h->tried[i] = l->tried[at];
    }
    h->closest.at = round_normals_at(g, h->closest.x);
}

// Publishes the lanes in `found`; open ones are deferred, or else left.
static inline void round_sort(round_run *run, const round_group *g, const round_hunt *h, const int32_t *pairs,
                              int count, bool may_put_off)
{
    const scree_lane_work *work = run->work;
    round_out o;
    round_publish(g, h, &o);
    const unsigned done = h->found & o.narrow, open = may_put_off ? h->open : 0;
    for (int i = 0; i < count; ++i) {
        if ((done >> i & 1u) != 0) {
            const size_t number = work->first + (size_t)pairs[i];
            round_scatter(&o, h, i, g->solid[i] != &work->batch->bodies[work->batch->pairs[number].a],
                          &work->results[number]);
            if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[number], &work->results[number]);
        } else if ((open >> i & 1u) != 0) {
            round_put_off(&run->deferred, pairs[i], h, i);
        } else {
            run->left[run->rest++] = pairs[i];
        }
    }
}

// Lanes beyond the last pair repeat it.
static inline void round_fill(const int32_t *from, int count, int32_t pairs[SCREE_LANES])
{
    for (int i = 0; i < SCREE_LANES; ++i) pairs[i] = from[i < count ? i : count - 1];
}

static inline void round_take_pairs(const scree_lane_work *work, const int32_t pairs[SCREE_LANES], round_group *g)
{
    for (int i = 0; i < SCREE_LANES; ++i) {
        const size_t number = work->first + (size_t)pairs[i];
        const scree_pair pair = work->batch->pairs[number];
        scree_fetch_result(&work->results[number]);
        (void)round_take(&work->batch->bodies[pair.a], &work->batch->bodies[pair.b], i, g);
    }
    round_group_make(SCREE_LANES, work->tolerance, g);
}

// Not inlined: one copy of the code for full groups and for the last one.
__attribute__((noinline)) static void round_answer_deferred(round_run *run, int count)
{
    round_group g;
    round_hunt h;
    int32_t pairs[SCREE_LANES];
    round_fill(run->deferred.pair + run->deferred.count - count, count, pairs);
    round_take_pairs(run->work, pairs, &g);
    round_resume(&g, &run->deferred, count, &h);
    round_other_features(&g, SCREE_LANES, &h);
    round_sort(run, &g, &h, pairs, count, false);
}

// The pairs of a batch, as many at a time as there are lanes.
static inline int answer_rounds(const scree_lane_work *work, int32_t *left)
{
    round_run run = { .work = work };
    run.left = left;
    for (int first = 0; first < work->count; first += SCREE_LANES) {
        round_group g;
        round_hunt h;
        int32_t pairs[SCREE_LANES];
        const int count = work->count - first < SCREE_LANES ? work->count - first : SCREE_LANES;
        round_fill(work->pairs + first, count, pairs);
        round_take_pairs(work, pairs, &g);
        round_first_features(&g, SCREE_LANES, &h);
        round_sort(&run, &g, &h, pairs, count, true);
        if (run.deferred.count >= SCREE_LANES) round_answer_deferred(&run, SCREE_LANES);
    }
    if (run.deferred.count > 0) round_answer_deferred(&run, run.deferred.count);
    return run.rest;
}

int SCREE_AT_WIDTH(scree_rounds)(const scree_lane_work *work, int32_t *left)
{
    return answer_rounds(work, left);
}

// A single pair gains nothing from 8 lanes.
#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
static inline bool answer_round(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    round_group g;
    round_hunt h;
    round_out o;
    const bool swapped = round_take(a, b, 0, &g);
    round_group_make(1, tolerance, &g);
    round_first_features(&g, 1, &h);
    round_other_features(&g, 1, &h);
    if (h.found == 0) return false;
    round_publish(&g, &h, &o);
    if ((o.narrow & 1u) == 0) return false;
    round_scatter(&o, &h, 0, swapped, out);
    return true;
}

// One plane beyond the margin is a proof; otherwise the nearest feature decides.
static inline int round_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    round_group g;
    round_hunt h;
    round_take(a, b, 0, &g);
    round_group_make(1, 0.0, &g);
    if ((lane_bits(g.usual) & 1u) == 0) return -1;
    const round_reach reach = round_reach_of(&g);
    const scree_face *f = &g.p[0]->hull->faces[round_first_face(&g, &reach, 0)];
    const scree_vec3 n = f->normal;
    const lane3 m = lm3_mul_transposed(&g.rotation, l3_of(n));
    const double height = sq_height(g.s[0], round_lane3(&m, 0)), error = g.error[0];
    if (v3_dot(n, round_lane3(&g.centre, 0)) - f->offset - height > margin + error) return 1;
    round_first_features(&g, 1, &h);
    round_other_features(&g, 1, &h);
    if (h.found == 0) return -1;
    if (h.distance[0] - h.tilt[0] > margin + error) return 1;
    return max2(h.upper[0], h.distance[0]) <= margin - error ? 0 : -1;
}

#include "kernels/round/round_verdict.h"

bool SCREE_AT_WIDTH(scree_round)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_round(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_round_farther)(const scree_body *a, const scree_body *b, double margin)
{
    return round_verdict_on(a, b, margin);
}
#endif
