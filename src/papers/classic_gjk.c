// GJK as the papers have it.
//
// Source      Gilbert, Johnson, Keerthi (1988); girault-2022, Algorithm 2, after van den Bergen (1999); descantes-2019,
//             sections 2 and 3.1, for overlapping bodies.
// Idea        v is the point nearest to the origin of a simplex of points of M. The point w of M that is least along v
//             gives a lower bound of the distance, v.w / |v| (2.14); |v| is the upper bound. Add w, reduce the
//             simplex to what holds its nearest point, and go on until |v| - mu <= tolerance, mu being the largest
//             lower bound so far (2.17). If the simplex comes to hold the origin, the bodies overlap: the answer is
//             then the point of its boundary nearest to the origin, and minus its distance.
// Departures  1. The search also ends when w is in the simplex already, or |v| no longer falls. Without rounding either
//                says that it is done; with rounding, it would go round in circles. The answer is then the simplex
//                whose weights gave the nearest point.
//             2. mu starts from minus infinity, not from 0, since a signed distance is asked for.
//             3. v counts as 0 when it is shorter than the rounding error of the pair: the origin is in the simplex,
//                and v no direction. If it is a tetrahedron, that is how Fig. 8 of descantes-2019 ends, with depth 0.
//                If the simplex is less than that, the normal is the best direction so far or one at right angles to
//                it.
//             4. Points go to the sub-algorithm scaled by a power of two, so that none is larger than 1: products of
//                six lengths neither over- nor underflow.
//             5. Normal and depth are those of the boundary's nearest face, not those of its nearest point, which are
//                the same but for rounding.
// Limits      The boundary of the last simplex lies anywhere inside M. If none of its faces nearest to the origin is a
//             face of M, the depth is too small and the normal is wrong (Figs. 6 to 8 of descantes-2019).
#include "papers/classic_gjk.h"

#include "papers/enclosure.h"

// Polytopes take some ten points, smooth bodies some forty.
enum { MOST_UPDATES = 256, MOST_STALLS = 8 };

double scree_classic_gjk_tolerance(const scree_task *task)
{
    const scree_cores *c = task->cores;
    bool smooth = scree_core_is_smooth(c->a) || scree_core_is_smooth(c->b);
    bool sharp = !smooth && c->swell_a + c->swell_b == 0.0;
    double rounding = 4.0 * SCREE_ROUNDING * c->size;
    if (sharp) return rounding;
    double both_ends = 4.0 * c->error + 16.0 * SCREE_ROUNDING * c->size; // what closing widens the interval by, at most
    return fmax(fmax(task->tolerance - both_ends, 0.5 * task->tolerance), rounding);
}

int scree_classic_gjk_bound(const scree_query_options *options)
{
    return options->max_iterations > 0 ? options->max_iterations : MOST_UPDATES;
}

static bool holds(const scree_simplex *s, const scree_mvertex *m)
{
    for (int i = 0; i < s->count; ++i)
        if (v3_equal(s->vertex[i].w, m->w)) return true;
    return false;
}

static void trace_step(const scree_task *task, const scree_classic_gjk_result *r, scree_vec3 axis)
{
    const scree_query_options *o = task->options;
    if (o->trace == NULL) return;
    const scree_cores *c = task->cores;
    double radii = task->radii - c->swell_a - c->swell_b; // what is not yet in the bounds
    scree_trace_step step = { .phase = "gjk", .iteration = r->iterations, .direction = axis };
    step.lower = r->lower - c->error - radii;
    step.upper = r->upper + c->error - radii;
    step.simplex_size = r->simplex.count;
    for (int i = 0; i < r->simplex.count; ++i) step.simplex[i] = r->simplex.vertex[i].w;
    o->trace(o->trace_user, &step);
}

// (2.14) and (2.16). Of two directions that are equally good to rounding, the later is the better normal.
static void raise_lower(const scree_cores *c, scree_classic_gjk_result *r, scree_vec3 axis, const scree_mvertex *least)
{
    double gap = v3_dot(axis, least->w);
    if (!(gap > r->lower - c->error)) return;
    r->lower = fmax(r->lower, gap);
    r->axis = axis;
    r->at = *least;
}

// The weights need not give v itself: those of a thin simplex are less sure than its normal. But the point that they
// give is in M.
static void keep_nearest(scree_classic_gjk_result *r)
{
    scree_vec3 on_a, on_b;
    scree_simplex_points(&r->simplex, &on_a, &on_b);
    double upper = v3_norm(v3_sub(on_b, on_a));
    if (!(upper < r->upper)) return;
    r->upper = upper;
    r->nearest = r->simplex;
}

static void drop_weightless(scree_simplex *s)
{
    int kept = 0;
    for (int i = 0; i < s->count; ++i) {
        if (!(s->weight[i] > 0.0)) continue;
        s->vertex[kept] = s->vertex[i];
        s->weight[kept++] = s->weight[i];
    }
    s->count = kept;
}

// The sub-algorithm on the simplex and a new point; its weights go into the simplex.
static scree_vec3 nearest(const scree_cores *c, const scree_subalgorithm *sub, scree_simplex *s)
{
    int exponent;
    (void)frexp(c->size, &exponent);
    scree_vec3 y[4];
    for (int i = 0; i < s->count; ++i) y[i] = v3_scale(s->vertex[i].w, ldexp(1.0, -exponent));
    return v3_scale(sub->nearest(sub->state, y, s->count, s->weight), ldexp(1.0, exponent));
}

// |v| falls; or it stays the same to rounding, and not too often. Where faces are nearly parallel, a new point may
// turn v by 1e-9, of which its length shows the square; the next one then brings it down.
static bool falls(const scree_cores *c, double length, double *shortest, int *stalls)
{
    if (length < *shortest) {
        *shortest = length;
        *stalls = 0;
        return true;
    }
    return length <= *shortest + 4.0 * SCREE_ROUNDING * c->size && ++*stalls <= MOST_STALLS;
}

void scree_classic_gjk(const scree_task *task, const scree_classic_gjk_options *o, scree_classic_gjk_result *r)
{
    const scree_cores *c = task->cores;
    const int full = c->a->dimension + 1;
    *r = (scree_classic_gjk_result){ .length = INFINITY, .lower = -INFINITY, .upper = INFINITY };
    scree_vec3 v = o->start;
    int stalls = 0;
    scree_mvertex w = { .index_a = 0 };
    for (;;) {
        scree_vec3 axis = v3_unit(v);
        w = scree_cores_support(c, v3_neg(axis), &w);
        ++r->iterations;
        raise_lower(c, r, axis, &w);
        trace_step(task, r, axis);
        if (r->length - r->lower <= o->tolerance || holds(&r->simplex, &w)) break; // (2.17)
        r->cut_short = r->updates == o->max_updates;
        if (r->cut_short) break;

        scree_simplex larger = r->simplex;
        larger.vertex[larger.count++] = w;
        v = nearest(c, &o->subalgorithm, &larger);
        ++r->updates;
        if (!falls(c, v3_norm(v), &r->length, &stalls)) break;
        r->simplex = larger;
        r->holds_origin = r->length <= c->error;
        if (!r->holds_origin || larger.count < full) drop_weightless(&r->simplex);
        keep_nearest(r);
        if (r->holds_origin || r->simplex.count == full) {
            r->holds_origin = true;
            trace_step(task, r, axis);
            break;
        }
    }
}

static void note_costs(const scree_classic_gjk_result *r, scree_finding *found)
{
    found->iterations += r->iterations;
    found->counts.gjk_updates = r->updates;
    found->cut_short = r->cut_short;
}

void scree_classic_gjk_gap(const scree_classic_gjk_result *r, scree_finding *found)
{
    note_costs(r, found);
    found->normal = r->axis;
    found->at = r->at;
    found->distance = r->length;
    scree_simplex_points(&r->nearest, &found->on_a, &found->on_b);
    found->has_points = true;
}

// The origin is in a point, a segment or a triangle: no depth, and of directions those at right angles to it.
static void answer_touching(const scree_cores *c, const scree_classic_gjk_result *r, scree_finding *found)
{
    scree_classic_gjk_gap(r, found);
    const scree_simplex *s = &r->simplex;
    if (s->count < c->a->dimension) return;
    scree_vec3 across = v3_sub(s->vertex[1].w, s->vertex[0].w);
    scree_vec3 n = s->count == 3 ? scree_triangle_normal(s->vertex[0].w, s->vertex[1].w, s->vertex[2].w)
                                 : v3(-across.y, across.x, 0.0);
    n = v3_unit(n);
    double best = r->lower;
    for (int i = 0; i < 2 && v3_norm2(n) > 0.0; ++i, n = v3_neg(n)) {
        scree_mvertex at = found->at;
        double gap = scree_cores_gap(c, n, &at);
        if (gap <= best) continue;
        best = gap;
        found->normal = n;
        found->at = at;
    }
}

int scree_simplex_nearest_face(const scree_simplex *s, scree_simplex *out)
{
    int opposite = 0;
    double least = INFINITY;
    for (int i = 0; i < s->count; ++i) {
        scree_simplex face = { .count = 0 };
        for (int k = 0; k < s->count; ++k)
            if (k != i) face.vertex[face.count++] = s->vertex[k];
        const scree_mvertex *u = face.vertex;
        scree_vec3 v = face.count == 3 ? scree_nearest_on_triangle(u[0].w, u[1].w, u[2].w, face.weight)
                                       : scree_nearest_on_segment(u[0].w, u[1].w, face.weight);
        double distance = v3_norm(v);
        if (distance >= least) continue;
        least = distance;
        opposite = i;
        *out = face;
    }
    return opposite;
}

// Section 3.1 of descantes-2019: the boundary of the simplex, wherever in M it is.
static void answer_inside(const scree_cores *c, const scree_classic_gjk_result *r, scree_finding *found)
{
    note_costs(r, found);
    const scree_simplex *s = &r->simplex;
    scree_simplex face;
    int opposite = scree_simplex_nearest_face(s, &face);
    scree_vec3 corner[3];
    scree_simplex_face(c, s, opposite, corner);
    scree_vec3 out = v3_unit(scree_triangle_normal(corner[0], corner[1], corner[2]));
    if (v3_dot(out, v3_sub(s->vertex[opposite].w, corner[0])) > 0.0) out = v3_neg(out);
    if (!(v3_norm2(out) > 0.0)) out = v3_neg(r->axis); // a flat simplex
    found->normal = v3_neg(out);
    found->distance = -fmax(0.0, v3_dot(out, corner[0]));
    found->at = r->at;
    scree_simplex_points(&face, &found->on_a, &found->on_b);
    found->has_points = true;
    double clearance = scree_simplex_clearance(c, s);
    found->has_upper = clearance > 0.0;
    found->upper = -clearance;
}

scree_status scree_plain_gjk(const scree_body *a, const scree_body *b, const scree_query_options *options,
                             scree_subalgorithm subalgorithm, scree_contact *out)
{
    scree_classic p;
    scree_classic_open(a, b, options, true, &p);
    scree_classic_gjk_options o = { .subalgorithm = subalgorithm, .start = scree_classic_direction(&p) };
    o.tolerance = scree_classic_gjk_tolerance(&p.task);
    o.max_updates = scree_classic_gjk_bound(options);
    scree_classic_gjk_result r;
    scree_classic_gjk(&p.task, &o, &r);
    scree_finding found = { .iterations = 0 };
    if (!r.holds_origin)
        scree_classic_gjk_gap(&r, &found);
    else if (r.simplex.count == p.cores.a->dimension + 1)
        answer_inside(&p.cores, &r, &found);
    else
        answer_touching(&p.cores, &r, &found);
    return scree_classic_close(&p, &found, out);
}
