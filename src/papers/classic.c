// What the papers' methods share. See classic.h.
#include "papers/classic.h"

#include "pair/patch.h"
#include "pair/simplex.h"
#include "pair/warm.h"

void scree_classic_open(const scree_body *a, const scree_body *b, const scree_query_options *options, bool swell,
                        scree_classic *out)
{
    out->cores = scree_cores_make(a, b);
    scree_cores *c = &out->cores;
    if (swell) scree_cores_swell(c);
    out->task = (scree_task){ .cores = c, .options = options, .tolerance = options->tolerance, .faithful = true };
    out->task.radii = c->a->radius + c->b->radius;
    out->task.scratch = scree_arena_make(options->scratch, options->scratch_size);
    scree_vec3 in_b = v3_sub(scree_mass_of(c->b).centroid, c->b->centre);
    out->centroid_a = v3_sub(scree_mass_of(c->a).centroid, c->a->centre);
    out->centroid_b = v3_add(m3_mul(&c->rotation, in_b), c->shift);
}

scree_paper_cache *scree_classic_cache(const scree_query_options *options)
{
    return options->paper != NULL ? options->paper->cache : NULL;
}

bool scree_classic_is_warm(const scree_classic *p)
{
    const scree_cache *cache = p->task.options->cache;
    const scree_paper_cache *own = scree_classic_cache(p->task.options);
    return (own != NULL && own->filled) || (cache != NULL && cache->filled);
}

static scree_vec3 last_normal(const scree_query_options *o)
{
    const scree_paper_cache *own = scree_classic_cache(o);
    return own != NULL && own->filled ? own->normal : scree_cache_axis(o->cache);
}

scree_vec3 scree_classic_direction(const scree_classic *p)
{
    scree_vec3 d = v3_sub(p->centroid_b, p->centroid_a);
    if (scree_classic_is_warm(p)) d = m3_mul_transposed(&p->cores.world_rotation, last_normal(p->task.options));
    if (p->cores.a->dimension == 2) d.z = 0.0; // whatever the cache holds
    return v3_is_finite(d) && v3_norm2(d) > 0.0 ? v3_unit(d) : v3(1, 0, 0);
}

void scree_classic_trace(const scree_classic *p, const char *phase, int iteration, scree_vec3 n,
                         const scree_mvertex *at)
{
    const scree_query_options *o = p->task.options;
    if (o->trace == NULL) return;
    scree_trace_step step = { .phase = phase, .iteration = iteration, .direction = n };
    step.lower = v3_dot(n, at->w) - p->cores.error - p->task.radii;
    step.upper = INFINITY;
    step.simplex_size = 1;
    step.simplex[0] = at->w;
    o->trace(o->trace_user, &step);
}

size_t scree_classic_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_finish_scratch(a, b);
}

// How far x is inside a polytope: the least distance to the plane of a face. Negative outside.
static double clearance(const scree_shape *s, scree_vec3 x)
{
    double least = INFINITY;
    for (int i = 0; i < s->hull->face_count; ++i)
        least = fmin(least, s->hull->faces[i].offset - v3_dot(s->hull->faces[i].normal, x));
    return least;
}

// If a ball about x is in A and another in B, M contains a ball about the origin with the sum of their radii: a lower
// bound on the depth. Returns its negative as an upper bound; infinity if x is not in both.
static double upper_by_common_ball(const scree_cores *c, scree_vec3 x)
{
    if (c->a->hull->face_count == 0 || c->b->hull->face_count == 0) return INFINITY;
    double in_a = clearance(c->a, x);
    double in_b = clearance(c->b, m3_mul_transposed(&c->rotation, v3_sub(x, c->shift)));
    return in_a >= 0.0 && in_b >= 0.0 ? -(in_a + in_b) : INFINITY;
}

// The nearest points of the features along the normal. The normal need not be the right one, so a vertex need not be
// over the face opposite to it. False if the features give none.
static bool feature_points(const scree_region *r, scree_vec3 *on_a, scree_vec3 *on_b)
{
    const scree_feature_set *a = &r->a, *b = &r->b;
    if (a->index < 0 || b->index < 0) return false;
    if (isfinite(scree_region_nearest(r, on_a, on_b))) return true;
    if (a->count > 1 && b->count > 1) return scree_region_held_points(r, on_a, on_b);
    scree_axis axis = { .feature_a = a->kind, .feature_b = b->kind, .index_a = a->index, .index_b = b->index };
    return isfinite(scree_axis_feature_distance(r->c, &axis, on_a, on_b));
}

// The point of the triangle p q r, or of the segment p q, nearest to x, as a mean of its corners.
static scree_vec3 nearest_mean(scree_vec3 p, scree_vec3 q, scree_vec3 r, bool triangle, scree_vec3 x)
{
    double weight[3] = { 0.0, 0.0, 0.0 };
    if (triangle)
        (void)scree_nearest_on_triangle(v3_sub(p, x), v3_sub(q, x), v3_sub(r, x), weight);
    else
        (void)scree_nearest_on_segment(v3_sub(p, x), v3_sub(q, x), weight);
    return v3_add_scaled(v3_add_scaled(v3_scale(p, weight[0]), weight[1], q), weight[2], r);
}

// The point of a feature nearest to x, as a mean of its corners: so it is in the body, whatever x is and however thin
// the feature is. Edges first, since the weights of a triangle thinner than rounding are arbitrary.
static scree_vec3 nearest_of(const scree_feature_set *set, scree_vec3 x)
{
    const scree_vec3 *c = set->corner;
    scree_vec3 best = c[0];
    double least = v3_norm(v3_sub(best, x));
    for (int i = 1; i <= set->count && set->count > 1; ++i) {
        for (int triangle = 0; triangle < (i + 1 < set->count ? 2 : 1); ++triangle) {
            const scree_vec3 p = triangle ? c[0] : c[i - 1], q = c[i % set->count], r = triangle ? c[i + 1] : q;
            const scree_vec3 y = nearest_mean(p, q, r, triangle != 0, x);
            const double distance = v3_norm(v3_sub(y, x));
            if (!(distance < least)) continue;
            least = distance;
            best = y;
        }
    }
    return best;
}

// Points of the features along the normal, and the distance of two that are proven to be in the bodies. If those along
// the normal are not, as beyond the tip of a face thinner than rounding, these are taken. If the features are of no
// use, the vertices themselves.
static double take_points(const scree_task *task, const scree_mvertex *at, scree_answer *x)
{
    x->on_a = at->a;
    x->on_b = at->b;
    scree_arena scratch = task->scratch;
    scree_region r = scree_region_make(task->cores, x->normal, at, &scratch);
    scree_vec3 on_a, on_b;
    if (!feature_points(&r, &on_a, &on_b)) return v3_norm(v3_sub(x->on_b, x->on_a));
    const scree_vec3 in_a = nearest_of(&r.a, on_a), in_b = nearest_of(&r.b, on_b);
    const bool near = v3_norm(v3_sub(in_a, on_a)) <= task->cores->error && //
                      v3_norm(v3_sub(in_b, on_b)) <= task->cores->error;
    x->on_a = near ? on_a : in_a;
    x->on_b = near ? on_b : in_b;
    return v3_norm(v3_sub(in_b, in_a));
}

// From the whole shapes to their cores: points move in by the radii, and distances grow by both.
static void shed_radii(const scree_classic *p, scree_answer *x)
{
    const scree_cores *c = &p->cores;
    x->on_a = v3_add_scaled(x->on_a, -c->swell_a, x->normal);
    x->on_b = v3_add_scaled(x->on_b, c->swell_b, x->normal);
    double radii = c->swell_a + c->swell_b;
    x->distance += radii;
    x->lower += radii;
    x->upper += radii;
}

void scree_classic_report(const scree_classic *p, scree_counts counts, bool cut_short)
{
    const scree_paper *paper = p->task.options->paper;
    if (paper == NULL || paper->counts == NULL) return;
    counts.cut_short = cut_short;
    *paper->counts = counts;
}

scree_status scree_classic_close(const scree_classic *p, const scree_finding *found, scree_contact *out)
{
    const scree_cores *c = &p->cores;
    const bool full = p->task.options->detail == SCREE_DETAIL_FULL;
    scree_answer x = { .normal = found->normal, .distance = found->distance, .at = found->at };
    x.iterations = found->iterations;
    double gap = scree_cores_gap(c, x.normal, &x.at);
    x.lower = gap - c->error;
    x.on_a = found->has_points ? found->on_a : x.at.a;
    x.on_b = found->has_points ? found->on_b : x.at.b;
    x.upper = full && !found->has_points ? take_points(&p->task, &x.at, &x) : v3_norm(v3_sub(x.on_b, x.on_a));
    if (found->has_upper) x.upper = fmin(x.upper, found->upper);
    bool whole = c->swell_a > 0.0 || c->swell_b > 0.0;
    if (full && gap <= 0.0 && !whole) x.upper = fmin(x.upper, upper_by_common_ball(c, v3_lerp(x.on_a, x.on_b, 0.5)));
    x.upper += c->error;
    if (whole) shed_radii(p, &x);
    if (full && !found->has_features) {
        scree_finish(&p->task, &x, out);
    } else {
        scree_settle_points(c, &x);
        scree_publish(&p->task, &x, v3_lerp(x.on_a, x.on_b, 0.5), out);
        out->feature_a = found->has_features ? found->feature_a : SCREE_FEATURE_SURFACE;
        out->feature_b = found->has_features ? found->feature_b : SCREE_FEATURE_SURFACE;
        out->index_a = found->has_features ? found->index_a : -1;
        out->index_b = found->has_features ? found->index_b : -1;
    }
    scree_classic_report(p, found->counts, found->cut_short);
    return out->status;
}

static bool is_bounded(const scree_shape *s)
{
    return s->core != SCREE_CORE_HALF_SPACE;
}

bool scree_serves_polyhedra(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYHEDRON && b->core == SCREE_CORE_POLYHEDRON;
}

static bool are_polygons(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYGON && b->core == SCREE_CORE_POLYGON;
}

bool scree_serves_polytopes(const scree_shape *a, const scree_shape *b)
{
    return scree_serves_polyhedra(a, b) || are_polygons(a, b);
}

static bool is_ellipsoid(const scree_shape *s)
{
    return (s->kind == SCREE_ELLIPSOID || s->kind == SCREE_SPHERE) && s->rounding == 0.0;
}

bool scree_serves_ellipsoids(const scree_shape *a, const scree_shape *b)
{
    return is_ellipsoid(a) && is_ellipsoid(b);
}

bool scree_serves_supports(const scree_shape *a, const scree_shape *b)
{
    return a->dimension == b->dimension && is_bounded(a) && is_bounded(b);
}
