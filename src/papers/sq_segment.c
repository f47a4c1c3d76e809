// A superquadric and a segment: the edge test.
//
// Source      LIGGGHTS 3.8, which peng-hanley-2019 (3.1) builds on: contact of superquadrics with edges of walls.
// Idea        F is convex along the segment; the sign of its minimum says whether the segment meets the superquadric,
//             and its place where. The gradient there is the normal; the line along it from that point to the surface is gap or
//             overlap.
// Departures  1. LIGGGHTS divides the segment by the golden section, some 40 evaluations. Here Newton's method looks
//                for the zero of the slope, in brackets, to the same 1e-8 of the length; and not of F, which is as
//                steep as its exponents, but of the gauge (1 + F)^(1/n1), which is least at the same point.
//             2. As a method it serves capsules: the segment is tested, and the radius taken off the distance at the
//                end. The normal is the gradient's, not the nearest point's, so that the distance is right to first
//                order only in the core's gap; the interval says how far off it may be.
//             3. LIGGGHTS has no gap where there is no contact. Here it is that along the gradient, or, where that line
//                misses the superquadric, towards its centre.
#include "papers/sq_segment.h"

#include "papers/sq_close.h"

// LIGGGHTS' tolerance for the place on the segment, relative to its length.
#define USUAL_STEP 1e-8
// Steps are halved, if not more, at every second one: 54 from the whole to the tolerance.
enum { MOST_STEPS = 96 };

typedef struct slope {
    double value, rate, bend; // F and its two derivatives along the segment
    scree_vec3 gradient;
    bool far; // these are of a point nearer by
} slope;

// So many semi-axes away, the squares of F's derivatives may leave doubles' range.
#define FAR_AWAY 8.0

// Far away, that of the point s times nearer to the centre, along d / s: all that is asked for is where the gauge is
// least, which is s times as large at the point itself.
static slope slope_at(const scree_sq_field *f, scree_vec3 x, scree_vec3 d)
{
    const scree_vec3 i = f->per_axis;
    const double away = fmax(fabs(x.x * i.x), fmax(fabs(x.y * i.y), fabs(x.z * i.z)));
    const double s = away > FAR_AWAY ? away : 1.0;
    if (s > 1.0) {
        x = v3_scale(x, 1.0 / s);
        d = v3_scale(d, 1.0 / s);
    }
    const scree_sq_expansion e = scree_sq_expand(f, x);
    const scree_sym3 h = e.hessian;
    return (slope){ .value = e.value,
                    .rate = v3_dot(e.gradient, d),
                    .bend = h.xx * d.x * d.x + h.yy * d.y * d.y + h.zz * d.z * d.z + 2.0 * h.xy * d.x * d.y,
                    .gradient = e.gradient,
                    .far = s > 1.0 };
}

// Newton's step for the slope of the gauge, of which no root is needed.
static double step_of(const scree_sq_field *f, const slope *s)
{
    const double bend = s->bend - (1.0 - f->n1.inverse) * s->rate * s->rate / (1.0 + s->value);
    return -s->rate / bend;
}

static scree_sq_edge edge_at(const scree_sq_field *f, scree_vec3 x, double t, const slope *s, int steps)
{
    const double value = s->far ? scree_sq_value(f, x) : s->value;
    return (scree_sq_edge){ .point = x, .t = t, .value = value, .gradient = s->gradient, .steps = steps };
}

scree_sq_edge scree_sq_edge_test(const scree_sq_field *f, scree_vec3 from, scree_vec3 to)
{
    const scree_vec3 d = v3_sub(to, from);
    slope s = slope_at(f, from, d);
    if (!(s.rate < 0.0)) return edge_at(f, from, 0.0, &s, 1);
    // Where the centre is nearest: the answer for a sphere, and in the middle of things for all others.
    const double middle = -v3_dot(from, d) / v3_norm2(d);
    double low = 0.0, high = 1.0, t = 0.0, step = middle > 0.0 && middle < 1.0 ? middle : 1.0;
    bool rises = false;                  // at the far end, as far as known
    double before = INFINITY, now = 1.0; // lengths of the last two steps
    for (int k = 2; k < MOST_STEPS; ++k) {
        const double last = t, next = t + step;
        const bool beyond = next >= 1.0 && !rises;
        // A step that is not half of the last but one is none of a search that converges.
        const bool fits = next >= low && next <= high && fabs(step) < 0.5 * before;
        t = beyond ? 1.0 : fits ? next : 0.5 * (low + high);
        before = now;
        now = fabs(t - last);
        const scree_vec3 x = beyond ? to : v3_add_scaled(from, t, d);
        s = slope_at(f, x, d);
        if (beyond && !(s.rate > 0.0)) return edge_at(f, to, 1.0, &s, k);
        if (now <= USUAL_STEP || s.rate == 0.0) return edge_at(f, x, t, &s, k);
        rises = rises || s.rate > 0.0;
        if (s.rate > 0.0)
            high = t;
        else
            low = t;
        step = step_of(f, &s);
    }
    return edge_at(f, v3_add_scaled(from, t, d), t, &s, MOST_STEPS);
}

bool scree_sq_segment_serves(const scree_shape *a, const scree_shape *b)
{
    return (a->core == SCREE_CORE_SEGMENT && scree_is_superquadric(b)) ||
           (b->core == SCREE_CORE_SEGMENT && scree_is_superquadric(a));
}

// Along the gradient, or towards the centre: how far the point is from the surface, less than 0 inside. `out` gets the
// unit direction from the superquadric to the point.
static double reach(const scree_sq_field *f, const scree_sq_edge *e, scree_vec3 d, scree_vec3 *out, double *upper)
{
    double t;
    *out = v3_unit(e->gradient);
    if (v3_norm2(*out) == 0.0) *out = v3_any_normal_to(v3_unit(d)); // through the centre
    if (e->value < 0.0) {
        *upper = -scree_sq_ball(f, e->point);
        return -scree_sq_leave(f, e->point, *out);
    }
    if (!scree_sq_enter(f, e->point, v3_neg(*out), &t)) {
        *out = v3_unit(e->point);
        if (!scree_sq_enter(f, e->point, v3_neg(*out), &t)) t = v3_norm(e->point);
    }
    *upper = t;
    return t;
}

scree_status scree_sq_segment(const scree_body *a, const scree_body *b, const scree_query_options *options,
                              scree_contact *out)
{
    scree_classic open;
    scree_sq_open(a, b, options, &open);
    const scree_cores *c = &open.cores;
    const bool first = scree_is_superquadric(c->a); // the superquadric is A, and its axes those of the frame
    const scree_shape *capsule = first ? c->b : c->a;
    const scree_sq_field f = scree_sq_field_of(first ? c->a : c->b);
    scree_vec3 end[2];
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 v = scree_stored_vertex(capsule, i);
        end[i] =
            first ? v3_add(m3_mul(&c->rotation, v), c->shift) : m3_mul_transposed(&c->rotation, v3_sub(v, c->shift));
    }
    const scree_sq_edge e = scree_sq_edge_test(&f, end[0], end[1]);
    scree_sq_ending found = { .index_a = -1, .index_b = -1, .iterations = e.steps };
    scree_vec3 n;
    found.distance = reach(&f, &e, v3_sub(end[1], end[0]), &n, &found.upper);
    const scree_vec3 on_sq = v3_add_scaled(e.point, -found.distance, n);
    const scree_vec3 middle = v3_lerp(on_sq, v3_add_scaled(e.point, -capsule->radius, n), 0.5);
    if (first) {
        found.normal = n;
        found.on_a = on_sq;
        found.on_b = e.point;
        found.point = middle;
    } else {
        found.normal = v3_neg(m3_mul(&c->rotation, n));
        found.on_a = v3_add(m3_mul(&c->rotation, e.point), c->shift);
        found.on_b = v3_add(m3_mul(&c->rotation, on_sq), c->shift);
        found.point = v3_add(m3_mul(&c->rotation, middle), c->shift);
    }
    found.lower = scree_sq_least(&open);
    if (options->detail == SCREE_DETAIL_FULL) found.lower = scree_cores_gap(c, found.normal, NULL);
    scree_sq_trace(&open, "sq-segment", &found);
    return scree_sq_close(&open, &found, out);
}
