// The least depth of all between a superquadric and a polytope that overlap, and its proof.
//
// Idea        The depth along m, h(m) = h_S(m) - the least m . p over P, is the support function of S - P: m . w is a
//             lower bound for any point w = x - p of that body. A local minimum D along m* is found by climbing (see
//             superquadric_polytope_climb.c) from the best of P's faces and S's axes, whose depths have a closed form.
//             It is the global minimum if one of these proves it:
//               1. the ball of radius D about x, the point of S there, is inside P;
//               2. the radii of curvature of S are at least D over the whole sphere of normals;
//               3. branch and bound over the sphere: in a cap around m* the depth rises, because of the radii of
//                  curvature, or of the room that a face has around the point; elsewhere, cones of three normals are
//                  excluded by points of S - P, or halved. A smaller depth found on the way is climbed from.
// Limits      The number of cells is bounded: what is proven by then is returned, and the caller has EPA for the rest.
#include "solve/superquadric/superquadric_polytope_search.h"

enum { CELLS = 300, STACK = 64, MINIMA = 8, CLIMBS = 12, CLIMB_STEPS = 30, LEAST_LEVEL = 6 };

// Cones this close to being excluded, relative, are tested for whether the depth rises towards them.
#define NEAR 0.7

typedef struct corner {
    scree_vec3 c, w; // a normal, and the support point of S - P along it
    double depth;
} corner;

typedef struct cell {
    corner at[3];
    int level;
} cell;

// A local minimum of the depth.
typedef struct minimum {
    scree_vec3 m;
    double depth;
    scree_feature kind; // of the feature of P that q is on
    scree_vec3 e;       // the edge's direction
    double room;        // around q, on the face or the edge
} minimum;

typedef struct search {
    const scree_sq_stand *v;
    double slack; // by which a proof may fall short of the depth
    scree_sq_touch best;
    double depth; // of the best
    minimum minima[MINIMA];
    int count, climbs, steps;
} search;

static corner corner_at(const scree_sq_stand *v, scree_vec3 c, int hint)
{
    double height;
    const scree_vec3 x = sq_support(v->s, c, &height);
    const int low = scree_support_vertex(v->p, m3_mul_transposed(&v->rotation, v3_neg(c)), hint);
    corner k = { .c = c, .w = v3_sub(x, scree_sq_vertex(v, low)) };
    k.depth = v3_dot(c, k.w);
    return k;
}

typedef struct range {
    double low, high;
} range;

static range range_of(double a, double b)
{
    return (range){ scree_sq_smaller(a, b), scree_sq_larger(a, b) };
}

static range times(range x, range y)
{
    const range p = range_of(x.low * y.low, x.low * y.high), q = range_of(x.high * y.low, x.high * y.high);
    return (range){ scree_sq_smaller(p.low, q.low), scree_sq_larger(p.high, q.high) };
}

static range plus(range x, range y)
{
    return (range){ x.low + y.low, x.high + y.high };
}

static range scaled(range x, double by)
{
    return range_of(x.low * by, x.high * by);
}

static double most_magnitude(range x)
{
    return scree_sq_larger(-x.low, x.high);
}

static double least_magnitude(range x)
{
    return x.low > 0.0 ? x.low : x.high < 0.0 ? -x.high : 0.0;
}

static double least_square(range x)
{
    const double least = least_magnitude(x);
    return least * least;
}

// An odd function of one component, increasing with its magnitude, from the bounds on the magnitude.
static range odd(range m, double at_least, double at_most)
{
    if (m.low >= 0.0) return (range){ at_least, at_most };
    if (m.high <= 0.0) return (range){ -at_most, -at_least };
    return (range){ -at_most, at_most };
}

static double negative_power(const scree_exponent *e, double x)
{
    return pow(x, -(e->n - 2.0) * e->dual_less_1); // x^(q - 2), q = n / (n - 1)
}

// Bounds on the steps of the support function of S if the components of its normal are in the ranges m; both bounds on
// the curvature are made from them.
typedef struct cone {
    range m[3];
    scree_vec3 low, high;                                    // of a_k |m_k|
    sq_step flat0, flat1, most_x, most_y, most_z, most_flat; // the least, and the largest; of x, of y, ...
    double reach;                                            // the largest
} cone;

static cone cone_of(const scree_shape *s, const range m[3])
{
    const scree_vec3 a = s->form->semi_axes;
    cone k = { .m = { m[0], m[1], m[2] } };
    k.low = v3(a.x * least_magnitude(m[0]), a.y * least_magnitude(m[1]), a.z * least_magnitude(m[2]));
    k.high = v3(a.x * most_magnitude(m[0]), a.y * most_magnitude(m[1]), a.z * most_magnitude(m[2]));
    k.flat1 = sq_dual_step(&s->form->across, k.high.x, k.high.y);
    k.flat0 = sq_dual_step(&s->form->across, k.low.x, k.low.y);
    k.most_x = sq_dual_step(&s->form->across, k.high.x, k.low.y);
    k.most_y = sq_dual_step(&s->form->across, k.low.x, k.high.y);
    k.most_z = sq_dual_step(&s->form->along, k.flat0.value, k.high.z);
    k.most_flat = sq_dual_step(&s->form->along, k.flat1.value, k.low.z);
    k.reach = sq_dual_step(&s->form->along, k.flat1.value, k.high.z).value;
    return k;
}

// An upper bound on S's curvatures in a cone.
static double most_bend(const scree_shape *s, const cone *k)
{
    const scree_vec3 a = s->form->semi_axes;
    // The support point's coordinates, in semi-axes, at most: u and v in the plane of x and y, p of that plane, q of z.
    const double u = k->most_x.slope_x, v = k->most_y.slope_y, p = k->most_flat.slope_x, q = k->most_z.slope_y;
    const double half1 = 1.0 / sq_root(&s->form->along, 2.0), half2 = 1.0 / sq_root(&s->form->across, 2.0);
    const double pq = scree_sq_smaller(p * q, half1 * half1), uv = scree_sq_smaller(u * v, half2 * half2);
    const double ux = sq_power_less_2(&s->form->across, u) / a.x, vy = sq_power_less_2(&s->form->across, v) / a.y;
    const double first = (s->form->n1 - 1.0) * sq_power_less_2(&s->form->along, pq);
    const double second =
        (s->form->n2 - 1.0) * sq_power_less_2(&s->form->along, p) * sq_power_less_2(&s->form->across, uv);
    // The sum of the squares of two vectors, by its largest eigenvalue.
    const double x = u * ux, y = v * vy, z = 1.0 / a.z;
    const double g11 = first * (q * q * (x * x + y * y) + p * p * z * z);
    const double g22 = second * (v * v / (a.x * a.x) + u * u / (a.y * a.y));
    const double cross = q * uv * scree_sq_larger(ux / a.x, vy / a.y), g12 = first * second * cross * cross;
    return k->reach * (0.5 * (g11 + g22) + sqrt(0.25 * (g11 - g22) * (g11 - g22) + g12));
}

// A lower bound on S's radius of curvature in a cone, along directions t. The support function is a gauge too, with
// exponents q = n / (n - 1), and the radius is t . Hessian t: the sum of two squares.
static double least_radius(const scree_shape *s, const cone *k, const range t[3])
{
    const scree_vec3 a = s->form->semi_axes;
    const range *m = k->m;
    const sq_step most_x = k->most_x, most_y = k->most_y, most_z = k->most_z, most_flat = k->most_flat;
    if (!(most_x.value > 0.0 && most_y.value > 0.0 && most_z.value > 0.0 && most_flat.value > 0.0)) return 0.0;
    const range u = odd(m[0], most_y.slope_x, most_x.slope_x), v = odd(m[1], most_x.slope_y, most_y.slope_y);
    const range p = { k->low.x / most_y.value, k->high.x / most_x.value };
    const range q = { k->low.y / most_x.value, k->high.y / most_y.value };
    const range f = { k->flat0.value / most_z.value, k->flat1.value / most_flat.value };
    const range g = { k->low.z / most_flat.value, k->high.z / most_z.value };
    const range in_flat = plus(times(u, scaled(t[0], a.x)), times(v, scaled(t[1], a.y)));
    const range up = times(f, times(odd(m[2], 1.0, 1.0), scaled(t[2], -a.z)));
    const range one = plus(times(g, in_flat), up);
    const range round =
        plus(times(odd(m[0], q.low, q.high), scaled(t[0], a.x)), times(odd(m[1], p.low, p.high), scaled(t[1], -a.y)));
    double radius = 0.0;
    const double square1 = least_square(one), square2 = least_square(round);
    if (square1 > 0.0)
        radius += square1 * s->form->along.dual_less_1 / k->reach *
                  negative_power(&s->form->along, scree_sq_larger(f.high * g.high, 1e-300));
    if (square2 > 0.0)
        radius += square2 * most_z.slope_x * s->form->across.dual_less_1 / k->flat1.value *
                  negative_power(&s->form->across, scree_sq_larger(p.high * q.high, 1e-300));
    return radius;
}

// The same for all normals and directions: every coordinate is at most its semi-axis.
bool scree_sq_bends_less(const scree_sq_stand *v, double gap)
{
    const scree_shape *s = v->s;
    const double x = v->per.x * v->per.x, y = v->per.y * v->per.y, z = v->per.z * v->per.z;
    // A quick test first, with the most that half^4 / 4 of the following can be.
    const double most = (s->form->n1 - 1.0) * (x + y + z) + (s->form->n2 - 1.0) * (x + y);
    if (s->core_radius * most * -gap <= 0.999) return true;
    const double half1 = exp2(1.0 / s->form->n1), half2 = exp2(1.0 / s->form->n2); // to the power 2 (n - 2): 4 / half^4
    const double first = (s->form->n1 - 1.0) * 0.25 * half1 * half1 * half1 * half1;
    const double second = (s->form->n2 - 1.0) * 0.25 * half2 * half2 * half2 * half2;
    return s->core_radius * (first * (x + y + z) + second * (x + y)) * -gap <= 0.999;
}

// The distance from q, on a face of P, to the face's edges.
static double room_on_face(const scree_sq_stand *v, const scree_surface_point *on)
{
    const scree_face *f = &v->p->hull->faces[on->index];
    const int *k = &v->p->hull->face_vertices[f->first];
    scree_vec3 from = scree_stored_vertex(v->p, k[f->count - 1]);
    double room = INFINITY;
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 to = scree_stored_vertex(v->p, k[i]), inward = v3_cross(f->normal, v3_sub(to, from));
        room = scree_sq_smaller(room, v3_dot(inward, v3_sub(on->at, from)) / v3_norm(inward));
        from = to;
    }
    return room;
}

static double room_on_edge(const scree_sq_stand *v, const scree_surface_point *on, scree_vec3 *e)
{
    int end[2];
    scree_sq_edge_ends(v, on->index, end);
    const scree_vec3 p = scree_stored_vertex(v->p, end[0]), q = scree_stored_vertex(v->p, end[1]);
    *e = m3_mul(&v->rotation, v3_unit(v3_sub(q, p)));
    return scree_sq_smaller(v3_norm(v3_sub(on->at, p)), v3_norm(v3_sub(on->at, q)));
}

static void add_minimum(search *s, const scree_sq_touch *t)
{
    if (s->count == MINIMA) return;
    minimum *k = &s->minima[s->count++];
    *k = (minimum){ .m = t->m, .depth = -t->gap, .kind = t->on.kind };
    if (k->kind == SCREE_FEATURE_FACE) k->room = scree_sq_larger(room_on_face(s->v, &t->on) - t->off, 0.0);
    if (k->kind == SCREE_FEATURE_EDGE) k->room = scree_sq_larger(room_on_edge(s->v, &t->on, &k->e) - t->off, 0.0);
}

static double longest_chord(const scree_vec3 *c, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j) most = scree_sq_larger(most, v3_norm2(v3_sub(c[i], c[j])));
    return most;
}

static void widen(scree_vec3 x, scree_vec3 *low, scree_vec3 *high)
{
    *low = v3(scree_sq_smaller(low->x, x.x), scree_sq_smaller(low->y, x.y), scree_sq_smaller(low->z, x.z));
    *high = v3(scree_sq_larger(high->x, x.x), scree_sq_larger(high->y, x.y), scree_sq_larger(high->z, x.z));
}

// The ranges of the components of all unit vectors between those given. Means are shorter than 1, as bounded by the
// chords.
static bool between(const scree_vec3 *c, int count, range out[3])
{
    scree_vec3 low = c[0], high = c[0];
    for (int i = 1; i < count; ++i) widen(c[i], &low, &high);
    const double shortest = 1.0 - 0.5 * (1.0 - 1.0 / count) * longest_chord(c, count);
    if (shortest < 0.2) return false;
    const double grow = 1.0 / sqrt(shortest);
    const double lows[3] = { low.x, low.y, low.z }, highs[3] = { high.x, high.y, high.z };
    for (int i = 0; i < 3; ++i) {
        out[i].low = scree_sq_larger(-1.0, lows[i] < 0.0 ? lows[i] * grow : lows[i]);
        out[i].high = scree_sq_smaller(1.0, highs[i] > 0.0 ? highs[i] * grow : highs[i]);
    }
    return true;
}

static void stretch(range t[3], double by)
{
    for (int i = 0; i < 3; ++i)
        t[i] = (range){ scree_sq_larger(-1.0, t[i].low - by), scree_sq_smaller(1.0, t[i].high + by) };
}

// The directions in which great circles leave m for the cell, and how far they turn on their way.
static bool directions(scree_vec3 m, const cell *k, double angle, range out[3])
{
    scree_vec3 t[3];
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 d = v3_add_scaled(k->at[i].c, -v3_dot(k->at[i].c, m), m);
        if (v3_norm2(d) > 1e-12) t[count++] = v3_unit(d);
    }
    if (count == 0 || !between(t, count, out)) return false;
    stretch(out, angle);
    return true;
}

// Does the depth rise from the minimum to all of the cell? Along a great circle, depth'' + depth is at least S's radius
// of curvature along it: if that is above the depth of the minimum, the depth rises. From a face, and along an edge, it
// rises by the room around q, whatever the curvature.
static bool rises(const search *s, const minimum *k, const cell *c)
{
    double farthest = 1.0;
    range side = { INFINITY, -INFINITY };
    for (int i = 0; i < 3; ++i) {
        farthest = scree_sq_smaller(farthest, v3_dot(c->at[i].c, k->m));
        const double lean = v3_dot(c->at[i].c, k->e);
        side = (range){ scree_sq_smaller(side.low, lean), scree_sq_larger(side.high, lean) };
    }
    if (farthest < 0.05) return false;
    const double fall = scree_sq_larger(1.0 - farthest, 1e-300);
    double need = k->depth;
    if (k->kind == SCREE_FEATURE_FACE) need -= k->room * sqrt((1.0 + farthest) / fall);
    if (k->kind == SCREE_FEATURE_EDGE) need -= k->room * least_magnitude(side) / fall;
    if (need <= 0.0) return true;
    const scree_vec3 hull[4] = { k->m, c->at[0].c, c->at[1].c, c->at[2].c };
    range m[3], t[3];
    if (!between(hull, 4, m)) return false;
    const double angle = sqrt(2.0 * fall);
    const scree_shape *q = s->v->s;
    const cone all = cone_of(q, m);
    if (most_bend(q, &all) * need <= 0.999) return true;
    if (directions(k->m, c, angle, t) && least_radius(q, &all, t) >= 1.001 * need) return true;
    if (k->kind != SCREE_FEATURE_EDGE || !(k->room > 0.0)) return false;
    // Directions with a larger component along the edge have room enough.
    const double spread = 1.1 * sqrt(fall / (1.0 + farthest)) * k->depth / k->room;
    const scree_vec3 w = v3_cross(k->m, k->e);
    range across[3] = { { w.x, w.x }, { w.y, w.y }, { w.z, w.z } };
    stretch(across, angle + spread);
    return spread < 1.0 && least_radius(q, &all, across) >= 1.001 * need;
}

static bool rises_from_any(const search *s, const cell *c)
{
    for (int i = 0; i < s->count; ++i)
        if (rises(s, &s->minima[i], c)) return true;
    return false;
}

static bool is_near_minimum(const search *s, scree_vec3 m)
{
    for (int i = 0; i < s->count; ++i)
        if (v3_dot(m, s->minima[i].m) > 0.95) return true;
    return false;
}

// m . w, w a point of S - P, is a lower bound on the depth over the whole cone, and is least at a corner. Of the points
// between the three of the corners, the best one is equally high over all of them.
static double least_in(const cell *k)
{
    double a[3][3], best = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) a[i][j] = v3_dot(k->at[j].c, k->at[i].w);
        best = scree_sq_larger(best, scree_sq_smaller(a[i][0], scree_sq_smaller(a[i][1], a[i][2])));
    }
    const scree_vec3 r0 = v3(a[0][0], a[1][0], a[2][0]), r1 = v3(a[0][1], a[1][1], a[2][1]);
    const scree_vec3 r2 = v3(a[0][2], a[1][2], a[2][2]);
    const scree_vec3 b = v3_add(v3_add(v3_cross(r1, r2), v3_cross(r2, r0)), v3_cross(r0, r1));
    const double sum = b.x + b.y + b.z;
    const scree_vec3 part =
        v3(scree_sq_larger(b.x / sum, 0.0), scree_sq_larger(b.y / sum, 0.0), scree_sq_larger(b.z / sum, 0.0));
    const double all = part.x + part.y + part.z;
    if (sum != 0.0 && all > 0.0)
        best = scree_sq_larger(
            best, scree_sq_smaller(v3_dot(part, r0), scree_sq_smaller(v3_dot(part, r1), v3_dot(part, r2))) / all);
    return best < 0.0 ? 2.0 * best : best; // a sum of normals of one octant is longer than half their total length
}

static void take(search *s, const scree_sq_touch *t)
{
    s->best = *t;
    s->depth = -t->gap;
}

// From a normal to the local minimum of the depth near it.
static bool climb_from(search *s, scree_vec3 m, scree_sq_touch *t)
{
    double height;
    *t = s->best;
    scree_sq_touch_at(s->v, sq_support(s->v->s, m, &height), t);
    return scree_sq_climb(s->v, CLIMB_STEPS, t, &s->steps);
}

static bool is_ruled_out(search *s, const cell *k)
{
    const double least = least_in(k);
    if (least >= s->depth - s->slack) return true;
    return (k->level < 2 || least >= NEAR * s->depth) && rises_from_any(s, k);
}

// A cell that may contain a smaller depth, or another minimum as deep as the best: climb from it. True if that found
// something.
static bool look_into(search *s, const cell *k)
{
    int low = 0;
    for (int i = 1; i < 3; ++i)
        if (k->at[i].depth < k->at[low].depth) low = i;
    const bool lesser = k->at[low].depth < s->depth - s->slack;
    const bool other = k->level >= LEAST_LEVEL && k->at[low].depth <= 1.02 * s->depth && s->count < MINIMA &&
                       s->climbs < CLIMBS && !is_near_minimum(s, k->at[low].c);
    if (!lesser && !other) return false;
    ++s->climbs;
    scree_sq_touch t;
    const bool there = climb_from(s, k->at[low].c, &t);
    if (-t.gap < s->depth - s->slack) {
        take(s, &t);
        s->count = 0;
    }
    if (there && !is_near_minimum(s, t.m)) add_minimum(s, &t);
    return true;
}

static void split(const search *s, const cell *k, cell half[2])
{
    int i = 0;
    double least = INFINITY;
    for (int j = 0; j < 3; ++j) {
        const double c = v3_dot(k->at[j].c, k->at[(j + 1) % 3].c);
        if (c < least) {
            least = c;
            i = j;
        }
    }
    const corner middle = corner_at(s->v, v3_unit(v3_add(k->at[i].c, k->at[(i + 1) % 3].c)), s->best.lowest);
    half[0] = half[1] = *k;
    half[0].at[(i + 1) % 3] = middle;
    half[1].at[i] = middle;
    half[0].level = half[1].level = k->level + 1;
}

// Covers the whole sphere. True if nothing is below the best depth.
static bool search_sphere(search *s)
{
    corner axis[6];
    for (int i = 0; i < 6; ++i) {
        const double d = i % 2 ? -1.0 : 1.0;
        axis[i] = corner_at(s->v, i < 2 ? v3(d, 0, 0) : i < 4 ? v3(0, d, 0) : v3(0, 0, d), 0);
    }
    int left = CELLS;
    for (int o = 0; o < 8; ++o) {
        cell stack[STACK];
        int count = 1;
        stack[0] = (cell){ .at = { axis[o & 1], axis[2 + (o >> 1 & 1)], axis[4 + (o >> 2)] } };
        while (count > 0) {
            const cell k = stack[--count];
            if (is_ruled_out(s, &k) || (look_into(s, &k) && is_ruled_out(s, &k))) continue;
            if (!(s->depth > 0.0)) return false;
            if (left-- == 0 || count + 2 > STACK) return false;
            ++s->steps;
            split(s, &k, &stack[count]);
            count += 2;
        }
    }
    return true;
}

// The radius of the ball about x inside P; 0 or less if x may be outside.
static double ball_in_polytope(const scree_sq_stand *v, scree_vec3 x)
{
    const scree_vec3 y = scree_sq_into_p(v, x);
    double least = v->p->hull->face_count > 0 ? INFINITY : 0.0;
    for (int i = 0; i < v->p->hull->face_count; ++i)
        least = scree_sq_smaller(least, v->p->hull->faces[i].offset - v3_dot(v->p->hull->faces[i].normal, y));
    return least;
}

double scree_sq_depth(const scree_sq_stand *v, bool there, scree_sq_touch *t, int *steps)
{
    const double tolerance = scree_sq_larger(v->task->tolerance, v->c->error);
    search s = { .v = v, .slack = 0.25 * tolerance };
    take(&s, t);
    const double ball = ball_in_polytope(v, t->x);
    if (ball > 0.0 && ball >= s.depth - s.slack) return -ball;
    if (there) add_minimum(&s, t);
    const bool proven = search_sphere(&s);
    *steps += s.steps;
    *t = s.best;
    return proven ? s.slack - s.depth : INFINITY;
}
