// Two ellipsoids as quadratic forms. See quadrics.h.
//
// Source      girault-2022, Appendices A, B, D, E; 2.1.2 for overlapping ellipsoids.
// Departures  1. The papers' "distance = 0" of overlapping ellipsoids is kept, with an interval: its upper end is the
//                distance of two points at a common point, 0 but for rounding; its lower end, the gap along the best of
//                a few directions, is honest and no more: the depth is for `auto`.
//             2. Curvature radii come from H / K and 1 / K, in which the powers of the axes cancel, so that they have
//                the range of lengths.
#include "papers/quadrics.h"

#include "papers/jia.h"

static scree_own_quadric describe(const scree_shape *s)
{
    scree_own_quadric e = { .axes = s->form->semi_axes };
    if (s->kind == SCREE_SPHERE) e.axes = v3(s->radius, s->radius, s->radius);
    e.sigma = v3(1.0 / (e.axes.x * e.axes.x), 1.0 / (e.axes.y * e.axes.y), 1.0 / (e.axes.z * e.axes.z));
    e.shortest = fmin(e.axes.x, fmin(e.axes.y, e.axes.z));
    e.longest = v3_max_abs(e.axes);
    return e;
}

void scree_quadrics_open(const scree_body *a, const scree_body *b, const scree_query_options *options,
                         scree_classic *pair, scree_quadrics *out)
{
    scree_classic_open(a, b, options, true, pair);
    out->pair = pair;
    out->of[0] = describe(pair->cores.a);
    out->of[1] = describe(pair->cores.b);
}

double scree_quadrics_own_diameter(const scree_own_quadric *e)
{
    return 2.0 * cbrt(e->axes.x) * cbrt(e->axes.y) * cbrt(e->axes.z);
}

double scree_quadrics_diameter(const scree_quadrics *q)
{
    return 0.5 * (scree_quadrics_own_diameter(&q->of[0]) + scree_quadrics_own_diameter(&q->of[1]));
}

double scree_quadrics_error_bound(const scree_quadrics *q)
{
    return fmax(q->pair->task.tolerance, q->pair->cores.error);
}

// h = H / K and p^2 = 1 / K of (B.1): R = h +- sqrt(h^2 - p^2).
void scree_quadrics_radii(const scree_own_quadric *e, scree_vec3 y, double *least, double *most)
{
    double w = v3_norm2(scree_quadrics_gradient(e, y));
    double p = e->axes.x * e->axes.y * e->axes.z * w;
    double h = 0.5 * sqrt(w) * fmax(0.0, v3_norm2(e->axes) - v3_norm2(y));
    *most = h + sqrt(fmax(0.0, h - p)) * sqrt(h + p);
    *least = p * (p / *most);
}

// x_m^0 of all algorithms: where the line of centres leaves A and enters B. Nothing where the centres coincide.
static void start_points(const scree_quadrics *q, scree_vec3 y[2])
{
    const scree_vec3 centre = { 0, 0, 0 }, shift = q->pair->cores.shift;
    if (v3_max_abs(shift) == 0.0) return;
    scree_vec3 back = scree_quadrics_direction(q, 1, v3_neg(shift));
    y[0] = v3_scale(shift, scree_quadrics_ray(&q->of[0], centre, shift));
    y[1] = v3_scale(back, scree_quadrics_ray(&q->of[1], centre, back));
}

bool scree_quadrics_face_apart(const scree_quadrics *q, const scree_vec3 y[2], double sine2, scree_vec3 *across)
{
    *across = v3_sub(scree_quadrics_place(q, 1, y[1]), y[0]);
    scree_vec3 back = scree_quadrics_direction(q, 1, v3_neg(*across));
    return scree_quadrics_faces(*across, scree_quadrics_gradient(&q->of[0], y[0]), sine2) &&
           scree_quadrics_faces(back, scree_quadrics_gradient(&q->of[1], y[1]), sine2);
}

// Along the ray from the centre: moves a point that is on the surface to the search's accuracy onto it, to rounding.
static scree_vec3 onto_surface(const scree_own_quadric *e, scree_vec3 y)
{
    scree_vec3 u = v3_unit(v3(y.x / e->axes.x, y.y / e->axes.y, y.z / e->axes.z));
    return v3_times(e->axes, u);
}

void scree_quadrics_trace(const scree_quadrics *q, const char *phase, int iteration, const scree_vec3 y[2])
{
    const scree_query_options *o = q->pair->task.options;
    if (o->trace == NULL) return;
    const scree_cores *c = &q->pair->cores;
    scree_trace_step step = { .phase = phase, .iteration = iteration, .simplex_size = 1 };
    scree_vec3 on_b = scree_quadrics_place(q, 1, onto_surface(&q->of[1], y[1]));
    step.simplex[0] = v3_sub(on_b, onto_surface(&q->of[0], y[0]));
    step.direction = v3_unit(step.simplex[0]);
    step.upper = v3_norm(step.simplex[0]) + c->error;
    step.lower = step.upper > c->error ? scree_cores_gap(c, step.direction, NULL) - c->error : -INFINITY;
    o->trace(o->trace_user, &step);
}

static scree_vec3 into_body(const scree_own_quadric *e, scree_vec3 y)
{
    return scree_quadrics_value(e, y) > 0.0 ? onto_surface(e, y) : y;
}

// Of directions in the pair's frame, of any length, the one with the largest gap; 0 and NaN are skipped.
static void prefer(const scree_cores *c, scree_vec3 d, double *best, scree_finding *found)
{
    scree_vec3 n = v3_unit(d);
    if (!(v3_norm2(n) > 0.5)) return;
    scree_mvertex at = { .index_a = 0 };
    double gap = scree_cores_gap(c, n, &at);
    if (!(gap > *best)) return;
    *best = gap;
    found->normal = n;
    found->at = at;
}

// Outward from A, inward to B.
static void prefer_normals(const scree_quadrics *q, const scree_vec3 y[2], double *best, scree_finding *found)
{
    const scree_cores *c = &q->pair->cores;
    prefer(c, scree_quadrics_gradient(&q->of[0], y[0]), best, found);
    prefer(c, m3_mul(&c->rotation, v3_neg(scree_quadrics_gradient(&q->of[1], y[1]))), best, found);
}

static scree_vec3 axis_of(scree_vec3 axes)
{
    double least = fmin(axes.x, fmin(axes.y, axes.z));
    return axes.x == least ? v3(1, 0, 0) : axes.y == least ? v3(0, 1, 0) : v3(0, 0, 1);
}

static void note_points(scree_finding *found, scree_vec3 on_a, scree_vec3 on_b)
{
    found->has_points = true;
    found->on_a = on_a;
    found->on_b = on_b;
    found->has_features = true; // none: points stay as found
    found->feature_a = found->feature_b = SCREE_FEATURE_SURFACE;
    found->index_a = found->index_b = -1;
}

scree_status scree_quadrics_settle(const scree_quadrics *q, const scree_vec3 y[2], scree_vec3 across, double distance,
                                   scree_finding *found, scree_contact *out)
{
    const scree_cores *c = &q->pair->cores;
    const scree_vec3 skin[2] = { onto_surface(&q->of[0], y[0]), onto_surface(&q->of[1], y[1]) };
    note_points(found, skin[0], scree_quadrics_place(q, 1, skin[1]));
    found->distance = distance;
    found->normal = v3_unit(across);
    if (!found->cut_short && v3_norm2(found->normal) > 0.5 && scree_classic_close(q->pair, found, out) == SCREE_OK)
        return SCREE_OK;

    double best = -INFINITY;
    prefer(c, scree_classic_direction(q->pair), &best, found);
    prefer(c, across, &best, found);
    prefer_normals(q, skin, &best, found);
    scree_status status = scree_classic_close(q->pair, found, out);
    if (found->cut_short) status = out->status = SCREE_NO_CONVERGENCE;
    return status;
}

scree_status scree_quadrics_settle_overlap(const scree_quadrics *q, scree_vec3 x, scree_vec3 across,
                                           scree_finding *found, scree_contact *out)
{
    const scree_cores *c = &q->pair->cores;
    const scree_vec3 own[2] = { x, m3_mul_transposed(&c->rotation, v3_sub(x, c->shift)) };
    scree_vec3 on_b = scree_quadrics_place(q, 1, into_body(&q->of[1], own[1]));
    note_points(found, into_body(&q->of[0], x), on_b);
    found->distance = 0.0;
    double best = -INFINITY;
    prefer(c, scree_classic_direction(q->pair), &best, found);
    prefer(c, across, &best, found);
    prefer_normals(q, own, &best, found);
    scree_vec3 thin[2] = { axis_of(q->of[0].axes), m3_mul(&c->rotation, axis_of(q->of[1].axes)) };
    for (int m = 0; m < 2; ++m) {
        prefer(c, thin[m], &best, found);
        prefer(c, v3_neg(thin[m]), &best, found);
    }
    return scree_classic_close(q->pair, found, out);
}

const scree_ellipsoid_parameters *scree_quadrics_knobs(const scree_query_options *options)
{
    return options->paper != NULL ? options->paper->ellipsoids : NULL;
}

double scree_quadrics_knob(double value, double usual)
{
    return value > 0.0 && isfinite(value) ? value : usual;
}

bool scree_quadrics_search_begin(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                 int most_steps, scree_quadrics_search *search, scree_contact *out,
                                 scree_status *status)
{
    scree_quadrics *q = &search->q;
    scree_quadrics_open(a, b, options, &search->pair, q);
    const scree_cores *c = &search->pair.cores;
    if (scree_jia_overlap(c, a, b)) {
        scree_pw touch = scree_pw_solve(c); // scaled until they touch: a common point, if there is one
        scree_finding found = { .iterations = 0 };
        *status = scree_quadrics_settle_overlap(q, touch.point, touch.w, &found, out);
        return false;
    }
    const scree_ellipsoid_parameters *knobs = scree_quadrics_knobs(options);
    search->knobs = knobs != NULL ? *knobs : scree_ellipsoid_parameters_defaults();
    search->eps_d = scree_quadrics_error_bound(q);
    search->bound = options->max_iterations > 0 ? options->max_iterations : most_steps;
    start_points(q, search->x);
    return true;
}
