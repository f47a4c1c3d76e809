// The climb of the gap between a superquadric and a polytope.
//
// Idea        The unknown is the point x of S, not the normal: near a flat face of S the normal is a well-conditioned
//             function of the point, but not the other way round. With m the normal at x, the gap along m is m . (v -
//             x), v the lowest vertex of P: no support function of S is evaluated. z = x + gap m is on P's supporting
//             plane, and the gap is stationary if z is in P; the point q of P nearest to z names the feature for the
//             next step. Newton's step for a vertex or an edge of P, in the tangent plane at x, is that of the
//             Lagrangian; for a face the point of S has a closed form.
// Limits      For bodies apart, the gap has one maximum, and the climb ends there; overlapping, it ends at a local one.
#include "pair/simplex.h"
#include "solve/superquadric/superquadric_polytope_search.h"

// A direction of the tangent plane in which the curvatures of P and S are below this, relative, is left alone.
#define FLAT 1e-9

// A gap of this many radii of curvature makes of a step across a rim the difference of two that are longer.
#define SHARP 1e4

// Steps that turn the normal by less than this may lose some of the gap at a kink.
#define KINK 0.1

enum {
    FEW_HALVINGS = 4,
    HALVINGS = 12,
    MODEL_STEPS = 24,
    MOST_LOSSES = 6,
    LEVELLINGS = 6,
    FAR_STEPS = 12,
    KINKS = 8,
    BISECTIONS = 64
};

bool scree_sq_nearest(const scree_sq_stand *v, scree_vec3 y, scree_surface_point *p)
{
    if (v->p->core == SCREE_CORE_POLYHEDRON) return scree_point_walk(v->p, y, p);
    const scree_vec3 a = scree_stored_vertex(v->p, 0), b = scree_stored_vertex(v->p, 1), d = v3_sub(b, a);
    const double t = v3_dot(v3_sub(y, a), d) / v3_norm2(d);
    if (t > 0.0 && t < 1.0)
        *p = (scree_surface_point){ SCREE_FEATURE_EDGE, 0,
                                    t <= 0.5 ? v3_add_scaled(a, t, d) : v3_add_scaled(b, t - 1.0, d) };
    else
        *p = scree_surface_vertex(v->p, t > 0.5);
    return true;
}

// With equal exponents, all of F = u^n + v^n + w^n is cheap. With u, v, w divided by the largest of them, r the root of
// their sum of powers, g their powers n - 1 over the semi-axes, and p their powers n - 2: g / |g| is the normal, and (n
// - 1) p / a^2 r / |g| the curvature of S.
static void put_equal(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *out)
{
    const scree_exponent *e = &v->s->form->along;
    const scree_vec3 y = v3(x.x * v->per.x, x.y * v->per.y, x.z * v->per.z);
    const double ux = fabs(y.x), uy = fabs(y.y), uz = fabs(y.z);
    const double largest = scree_sq_larger(ux, scree_sq_larger(uy, uz));
    const double most = largest > 0.5 && largest < 2.0 ? 1.0 : largest, over = most == 1.0 ? 1.0 : 1.0 / most;
    const scree_vec3 u = v3(y.x * over, y.y * over, y.z * over);
    const double px = sq_power_less_2(e, ux * over), py = sq_power_less_2(e, uy * over),
                 pz = sq_power_less_2(e, uz * over);
    const scree_vec3 q = v3(px * v->per.x, py * v->per.y, pz * v->per.z);
    const scree_vec3 g = v3(q.x * u.x, q.y * u.y, q.z * u.z);
    const double r = sq_root(e, u.x * u.x * px + u.y * u.y * py + u.z * u.z * pz), length = v3_norm(g);
    const double out_of = 1.0 / (most * r), unit = 1.0 / length, each = (e->n - 1.0) * r * unit;
    out->x = v3_scale(x, out_of);
    out->m = v3_scale(g, unit);
    out->diagonal = true;
    out->bends[0] = v3(each * q.x * v->per.x, each * q.y * v->per.y, each * q.z * v->per.z);
    out->bend = out->bends[0].x * (1.0 - out->m.x * out->m.x) + out->bends[0].y * (1.0 - out->m.y * out->m.y) +
                out->bends[0].z * (1.0 - out->m.z * out->m.z);
}

void scree_sq_put(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *out)
{
    if (v->s->form->n1 == v->s->form->n2) {
        put_equal(v, x, out);
        return;
    }
    const sq_jet jet = scree_sq_jet(v->s, x);
    const double slope = v3_norm(jet.gradient), root = sqrt(jet.value / slope); // the Hessian falls off as 1 / gauge
    out->x = v3_scale(x, 1.0 / jet.value);
    out->m = v3_scale(jet.gradient, 1.0 / slope);
    out->diagonal = false;
    for (int i = 0; i < 2; ++i) out->bends[i] = v3_scale(jet.bend[i], root);
    out->bend = v3_norm2(out->bends[0]) + v3_norm2(out->bends[1]);
}

static void complete(const scree_sq_stand *v, scree_sq_touch *t)
{
    t->lowest = scree_support_vertex(v->p, m3_mul_transposed(&v->rotation, v3_neg(t->m)), t->lowest);
    t->gap = v3_dot(t->m, v3_sub(scree_sq_vertex(v, t->lowest), t->x));
    const double away = scree_sq_smaller(1.0 / t->bend, v->s->core_radius);
    const scree_vec3 z = v3_add_scaled(t->x, t->gap, t->m);
    (void)scree_sq_nearest(v, scree_sq_into_p(v, v3_add_scaled(z, -scree_sq_larger(away, t->gap), t->m)), &t->on);
    t->q = scree_sq_into_s(v, t->on.at);
    t->off = v3_norm(v3_sub(t->q, z));
}

void scree_sq_touch_at(const scree_sq_stand *v, scree_vec3 x, scree_sq_touch *out)
{
    scree_sq_put(v, x, out);
    complete(v, out);
}

// The point of S nearest to the plane of the face that q is on.
static void touch_face(const scree_sq_stand *v, int face, scree_sq_touch *out)
{
    double height;
    const scree_vec3 m = scree_sq_into_face(v, face), x = sq_support(v->s, m, &height);
    scree_sq_put(v, x, out);
    out->m = m;
    out->x = x;
    complete(v, out);
}

void scree_sq_edge_ends(const scree_sq_stand *v, int edge, int end[2])
{
    end[0] = v->p->core == SCREE_CORE_SEGMENT ? 0 : scree_edge_at(v->p->hull, edge).vertex[0];
    end[1] = v->p->core == SCREE_CORE_SEGMENT ? 1 : scree_edge_at(v->p->hull, edge).vertex[1];
}

// The curvature matrix of S in the tangent plane, along two orthogonal unit vectors of it.
typedef struct bending {
    scree_vec3 u, w;
    double uu, uw, ww;
} bending;

static bending bending_of(const scree_sq_touch *t, scree_vec3 u)
{
    bending k = { .u = u, .w = v3_cross(t->m, u) };
    const scree_vec3 change = scree_sq_normal_change(t, u);
    k.uu = v3_dot(u, change);
    k.uw = v3_dot(k.w, change);
    k.ww = v3_dot(k.w, scree_sq_normal_change(t, k.w));
    return k;
}

// Solves (1 + gap K) step = d on the tangent plane for a diagonal K, with a multiple of m to stay in it. False if S is
// so curved that this does not lead to a minimum.
static bool diagonal_step(const scree_sq_touch *t, scree_vec3 d, double gap, scree_vec3 *step)
{
    const scree_vec3 k = t->bends[0], m = t->m;
    const double x = 1.0 + gap * k.x, y = 1.0 + gap * k.y, z = 1.0 + gap * k.z;
    if (!t->diagonal || !(x > FLAT && y > FLAT && z > FLAT)) return false;
    const scree_vec3 per = v3(1.0 / x, 1.0 / y, 1.0 / z), n = v3(per.x * m.x, per.y * m.y, per.z * m.z);
    const scree_vec3 level = v3_add_scaled(d, -v3_dot(d, m), m); // d may be much longer than the step
    const double lift = v3_dot(n, level) / v3_dot(n, m);
    *step = v3(per.x * (level.x - lift * m.x), per.y * (level.y - lift * m.y), per.z * (level.z - lift * m.z));
    return true;
}

// S bends as the sum of the squares of two vectors of the tangent plane.
typedef struct bend_vectors {
    scree_vec3 p, q;
} bend_vectors;

static bend_vectors bend_vectors_of(const scree_sq_touch *t)
{
    return (bend_vectors){ v3_add_scaled(t->bends[0], -v3_dot(t->bends[0], t->m), t->m),
                           v3_add_scaled(t->bends[1], -v3_dot(t->bends[1], t->m), t->m) };
}

// (1 + gap K) step = d in the tangent plane, along p, the longer of the two vectors, and across it. Across a rim whose radius of
// curvature is 1e-11 of the gap the step is 1e-11 of d: as a difference of vectors as long as d it would be all rounding, and
// the normal, which rotates by the step over that radius, would be off by 1e-6.
static scree_vec3 sharp_step(const bend_vectors *b, scree_vec3 m, scree_vec3 d, double gap)
{
    const scree_vec3 u = scree_sq_unit(b->p), w = v3_cross(m, u);
    const double qu = v3_dot(b->q, u), qw = v3_dot(b->q, w), ru = v3_dot(d, u), rw = v3_dot(d, w);
    const double pp = 1.0 + gap * v3_norm2(b->p), ww = 1.0 + gap * qw * qw, uu = pp + gap * qu * qu, uw = gap * qu * qw;
    const double det = pp * ww + gap * qu * qu; // uu ww - uw^2, without a difference
    return v3_add_scaled(v3_scale(u, (ww * ru - uw * rw) / det), (uu * rw - uw * ru) / det, w);
}

// To the point of S nearest to a vertex: (1 + gap K) step = q - x, on the tangent plane. Where S bends more than that it has no
// minimum of the depth nearby, the step turns round and goes away from the maximum.
static scree_vec3 vertex_step(const scree_sq_touch *t, scree_vec3 d, double gap)
{
    // The usual cases need no basis of the plane: K is diagonal, or the sum of the squares of two vectors.
    scree_vec3 step;
    if (diagonal_step(t, d, gap, &step)) return step;
    const double c = gap;
    const bend_vectors b = bend_vectors_of(t);
    const scree_vec3 p = b.p, q = b.q;
    if (!t->diagonal && c * v3_norm2(p) > SHARP && v3_norm2(p) >= v3_norm2(q)) return sharp_step(&b, t->m, d, c);
    if (!t->diagonal && c * v3_norm2(q) > SHARP) return sharp_step(&(bend_vectors){ q, p }, t->m, d, c);
    const double pp = 1.0 + c * v3_norm2(p), pq = c * v3_dot(p, q), qq = 1.0 + c * v3_norm2(q);
    const double size = pp * qq - pq * pq;
    if (!t->diagonal && pp > 0.0 && qq > 0.0 && size > FLAT * pp * qq) {
        const double rp = v3_dot(p, d), rq = v3_dot(q, d), by_p = (qq * rp - pq * rq) / size;
        const double by_q = (pp * rq - pq * rp) / size;
        const scree_vec3 level = v3_add_scaled(d, -v3_dot(d, t->m), t->m);
        return v3_add_scaled(v3_add_scaled(level, -c * by_p, p), -c * by_q, q);
    }
    const bending k = bending_of(t, v3_any_normal_to(t->m));
    const double ru = v3_dot(d, k.u), rw = v3_dot(d, k.w);
    double uu = 1.0 + gap * k.uu, uw = gap * k.uw, ww = 1.0 + gap * k.ww;
    const double middle = 0.5 * (uu + ww), spread = sqrt(0.25 * (uu - ww) * (uu - ww) + uw * uw);
    if (middle - spread < FLAT) {
        const double lift = FLAT + 2.0 * (spread - middle);
        uu += lift, ww += lift;
    }
    const double det = uu * ww - uw * uw;
    return v3_add_scaled(v3_scale(k.u, (ww * ru - uw * rw) / det), (uu * rw - uw * ru) / det, k.w);
}

// Newton's step to where the normal is at right angles to an edge and passes through it: K step . e = -m . e along the
// edge, and across it as for a vertex. The first does not use the gap: near touching the direction of q - x is all
// rounding.
static scree_vec3 edge_step(const scree_sq_stand *v, const scree_sq_touch *t, scree_vec3 d, scree_vec3 e)
{
    const double lean = v3_dot(t->m, e);
    const scree_vec3 u = v3_add_scaled(e, -lean, t->m), w = v3_cross(t->m, e); // at right angles, and of one length
    const double length2 = v3_norm2(u);
    if (length2 < 0.01) return vertex_step(t, d, v3_dot(t->m, d));
    const scree_vec3 change_u = scree_sq_normal_change(t, u), change_w = scree_sq_normal_change(t, w);
    const double over = 1.0 / length2, gap = v3_dot(t->m, d), most = v->s->core_radius;
    const double k_uu = over * v3_dot(u, change_u), k_uw = over * v3_dot(w, change_u),
                 k_ww = over * v3_dot(w, change_w);
    const double ru = fabs(lean) > 4.0 * SCREE_ROUNDING ? -over * lean : 0.0, rw = over * v3_dot(d, w);
    // Far from a right angle, damp as much as a step to the edge's nearest point would.
    const double bend = k_uu + k_ww, uu = k_uu + lean * lean * bend / (scree_sq_larger(gap, 0.0) * bend + 1.0);
    // Seen along the edge, S is less curved than across it, if its principal directions are oblique to the edge. If it
    // has no curvature along the edge, any position along it will do.
    const bool flat = uu * most <= FLAT;
    const double per = flat ? 0.0 : 1.0 / uu, share = k_uw * per, shadow = scree_sq_larger(k_ww - share * k_uw, 0.0);
    const double across = (rw - gap * share * ru) / scree_sq_larger(fabs(1.0 + gap * shadow), FLAT);
    const double along = ru * per - share * across;
    return v3_add_scaled(v3_scale(u, scree_sq_smaller(scree_sq_larger(along, -most), most)),
                         scree_sq_smaller(scree_sq_larger(across, -most), most), w);
}

static scree_vec3 edge_direction(const scree_sq_stand *v, int edge)
{
    int end[2];
    scree_sq_edge_ends(v, edge, end);
    const scree_vec3 side = v3_sub(scree_stored_vertex(v->p, end[1]), scree_stored_vertex(v->p, end[0]));
    return m3_mul(&v->rotation, scree_sq_unit(side));
}

// Towards the point of S that is nearest to a face's plane.
static scree_vec3 face_step(const scree_sq_stand *v, const scree_sq_touch *t, scree_vec3 m)
{
    double height;
    return v3_sub(sq_support(v->s, m, &height), t->x);
}

// Newton's step to the feature that q is on.
scree_vec3 scree_sq_touch_step(const scree_sq_stand *v, const scree_sq_touch *t)
{
    const scree_vec3 d = v3_sub(t->q, t->x);
    if (t->on.kind == SCREE_FEATURE_VERTEX) return vertex_step(t, d, v3_dot(t->m, d));
    if (t->on.kind == SCREE_FEATURE_EDGE) return edge_step(v, t, d, edge_direction(v, t->on.index));
    return face_step(v, t, scree_sq_into_face(v, t->on.index));
}

// The second-order model of the gap at x, over rotations of m by r in the tangent plane: the least over P's points q of
// (m + r) . (q - x), minus r . (R + gap) r / 2, where R = 1 / K. Its maximum belongs to the point q where m . (q - x) +
// |sqrt(A) (q - x)|^2 / 2 is least, A = K / (1 + gap K) in the tangent plane. That is a distance to P stretched, up to
// a term that the length `far` makes small, and GJK finds it.
static scree_vec3 model_point(const scree_sq_stand *v, const scree_sq_touch *t, scree_simplex *s)
{
    const bending k = bending_of(t, v3_any_normal_to(t->m));
    const double gap = scree_sq_larger(t->gap, 0.0), far = sqrt(16.0 * v->c->size);
    // Principal curvatures by Jacobi's rotation.
    double c = 1.0, n = 0.0, k1 = k.uu, k2 = k.ww;
    if (k.uw != 0.0) {
        const double z = (k.ww - k.uu) / (2.0 * k.uw), q = (z < 0.0 ? -1.0 : 1.0) / (fabs(z) + sqrt(1.0 + z * z));
        c = 1.0 / sqrt(1.0 + q * q);
        n = c * q;
        k1 -= q * k.uw;
        k2 += q * k.uw;
    }
    const scree_vec3 p1 = v3_add_scaled(v3_scale(k.u, c), -n, k.w), p2 = v3_add_scaled(v3_scale(k.u, n), c, k.w);
    const scree_mat3 map = { { v3_scale(p1, sqrt(scree_sq_larger(k1, 0.0) / (1.0 + gap * scree_sq_larger(k1, 0.0)))),
                               v3_scale(p2, sqrt(scree_sq_larger(k2, 0.0) / (1.0 + gap * scree_sq_larger(k2, 0.0)))),
                               v3_scale(t->m, 1.0 / far) } };
    scree_vec3 near = v3(0, 0, far);
    int vertex = t->lowest;
    *s = (scree_simplex){ .count = 0 };
    for (int i = 0; i < MODEL_STEPS; ++i) {
        const scree_vec3 down = v3_neg(m3_mul_transposed(&map, near));
        vertex = scree_support_vertex(v->p, m3_mul_transposed(&v->rotation, down), vertex);
        scree_mvertex at = { .b = scree_sq_vertex(v, vertex), .a = t->x, .index_a = -1, .index_b = vertex };
        at.w = m3_mul(&map, v3_sub(at.b, at.a));
        at.w.z += far;
        bool known = false, inside = false;
        for (int j = 0; j < s->count; ++j) known = known || s->vertex[j].index_b == vertex;
        if (known || (i > 0 && v3_dot(near, at.w) >= v3_norm2(near) * (1.0 - 1e-12))) break;
        s->vertex[s->count++] = at;
        near = scree_simplex_reduce(s, &inside);
        if (inside || s->count == 4) break;
    }
    scree_vec3 on_a, on_b;
    scree_simplex_points(s, &on_a, &on_b);
    return on_b;
}

// The step to the feature that the model names.
static scree_vec3 model_step(const scree_sq_stand *v, const scree_sq_touch *t, const scree_simplex *s, scree_vec3 d)
{
    const scree_vec3 p = s->vertex[0].b;
    if (s->count == 2) return edge_step(v, t, d, v3_unit(v3_sub(s->vertex[1].b, p)));
    if (s->count < 2) return vertex_step(t, d, v3_dot(t->m, d));
    const scree_vec3 n = v3_unit(scree_triangle_normal(p, s->vertex[1].b, s->vertex[2].b));
    return face_step(v, t, v3_dot(n, t->m) < 0.0 ? v3_neg(n) : n);
}

// The gap has kinks where P's lowest vertex changes, and a step that lands next to one may lose some gap, of second
// order in `off`, which the next step regains. Two faces may alternate that way, so only a few losses are allowed.
static bool is_better(const scree_sq_stand *v, bool may_lose, const scree_sq_touch *after, const scree_sq_touch *before)
{
    const double angle = before->off * before->bend, lost = before->gap - after->gap;
    if (fabs(lost) <= v->c->error) return after->off < 0.95 * before->off; // flat: only the points can improve
    if (!may_lose || after->off > 0.5 * before->off || angle > KINK) return lost < 0.0;
    return lost <= 4.0 * angle * before->off;
}

static bool is_there(const scree_sq_stand *v, const scree_sq_touch *t)
{
    const double error = v->c->error;
    if (t->gap > error && t->off <= SCREE_SQ_CLOSE * v->c->size)
        return v3_norm(v3_sub(t->q, t->x)) - t->gap <= 0.25 * error;
    return t->off <= 0.25 * error;
}

// Moves x until the surface normal there is perpendicular to the edge again. A Newton step leaves it off by a second-order angle; on an
// edge much longer than S's radii of curvature that angle costs more gap than the step gains.
static scree_vec3 level(const scree_sq_stand *v, scree_vec3 edge, scree_vec3 x)
{
    scree_sq_touch t;
    for (int i = 0; i < LEVELLINGS; ++i) {
        scree_sq_put(v, x, &t);
        const double lean = v3_dot(t.m, edge);
        const scree_vec3 u = v3_add_scaled(edge, -lean, t.m);
        const double way = -lean / v3_dot(u, scree_sq_normal_change(&t, u)), most = v->s->core_radius;
        if (fabs(lean) <= 4.0 * SCREE_ROUNDING || !(fabs(way) <= most)) break;
        x = v3_add_scaled(t.x, way, u);
    }
    return x;
}

// Takes a fraction of the step, the largest that helps, levelled with an edge if one is given. Counts a loss of gap in
// `losses`.
static bool go(const scree_sq_stand *v, scree_vec3 step, const scree_vec3 *edge, int halvings, scree_sq_touch *t,
               int *losses)
{
    for (int k = 0; k < halvings; ++k) {
        const scree_vec3 x = v3_add_scaled(t->x, ldexp(1.0, -k), step);
        scree_sq_touch next = *t;
        scree_sq_touch_at(v, edge != NULL ? level(v, *edge, x) : x, &next);
        if (!is_better(v, *losses < MOST_LOSSES, &next, t)) continue;
        *losses += next.gap < t->gap;
        *t = next;
        return true;
    }
    return false;
}

// The steps to edges once more, levelled: that of the touch, and that of the model.
static bool go_level(const scree_sq_stand *v, scree_vec3 step, scree_vec3 by_model, const scree_simplex *model,
                     scree_sq_touch *t, int *losses)
{
    if (t->on.kind == SCREE_FEATURE_EDGE) {
        const scree_vec3 edge = edge_direction(v, t->on.index);
        if (go(v, step, &edge, FEW_HALVINGS, t, losses)) return true;
    }
    if (model->count != 2) return false;
    const scree_vec3 edge = v3_unit(v3_sub(model->vertex[1].b, model->vertex[0].b));
    return go(v, by_model, &edge, FEW_HALVINGS, t, losses);
}

// For where no fraction of a Newton step gains, because S's curvature changes too much near x: x is on a flat side and far
// from q relative to the size of S; or it is in a plane of S's axes, where the curvature is 0, and close to the rim of a
// plate. Takes full steps from S's support point along the direction from x to q.
static bool go_facing(const scree_sq_stand *v, scree_sq_touch *t, int *losses)
{
    if (!(t->gap > v->c->error)) return false;
    double height;
    scree_sq_touch next = *t;
    scree_sq_touch_at(v, sq_support(v->s, v3_unit(v3_sub(t->q, t->x)), &height), &next);
    for (int i = 0; i < FAR_STEPS && !is_there(v, &next); ++i)
        scree_sq_touch_at(v, v3_add(next.x, scree_sq_touch_step(v, &next)), &next);
    if (!is_better(v, *losses < MOST_LOSSES, &next, t)) return false;
    *losses += next.gap < t->gap;
    *t = next;
    return true;
}

// How the distance from q changes where x moves along the surface, seen along the ray of a move: less than 0 if it comes nearer.
static double change_along(const scree_sq_touch *t, scree_vec3 move)
{
    const scree_vec3 way = v3_add_scaled(move, -v3_dot(t->m, move) / v3_dot(t->m, t->x), t->x), d = v3_sub(t->q, t->x);
    return -v3_dot(v3_add_scaled(d, -v3_dot(t->m, d), t->m), way);
}

// A step, but no farther than to where the distance from q is least.
static void step_to_least(const scree_sq_stand *v, scree_sq_touch *t)
{
    const scree_vec3 step = scree_sq_touch_step(v, t), x = t->x;
    const bool nearer = change_along(t, step) < 0.0;
    scree_sq_touch_at(v, v3_add(x, step), t);
    if (!nearer || !(change_along(t, step) > 0.0)) return;
    double from = 0.0, to = 1.0;
    for (int i = 0; i < BISECTIONS; ++i) {
        const double part = 0.5 * (from + to);
        if (!(from < part && part < to)) break;
        scree_sq_touch_at(v, v3_add_scaled(x, part, step), t);
        *(change_along(t, step) > 0.0 ? &to : &from) = part;
    }
}

// Near a pole, S's curvature may jump from one value to another across the line where two coordinates are equal, relative to their
// semi-axes: for the exponents 2 and 10, however near to the pole. Each step then goes far across that line, which is where x should be,
// by a fraction of the step that no few halvings meet. On the way the gap may be less than from afar.
static bool go_across(const scree_sq_stand *v, scree_sq_touch *t)
{
    if (!(t->gap > v->c->error)) return false;
    scree_sq_touch next = *t;
    for (int i = 0; i < KINKS && !is_there(v, &next); ++i) step_to_least(v, &next);
    if (!is_better(v, false, &next, t)) return false;
    *t = next;
    return true;
}

bool scree_sq_climb(const scree_sq_stand *v, int limit, scree_sq_touch *t, int *steps)
{
    int losses = 0;
    for (int i = 0; i < limit; ++i) {
        if (is_there(v, t)) return true;
        ++*steps;
        if (t->on.kind == SCREE_FEATURE_FACE) {
            scree_sq_touch next = *t;
            touch_face(v, t->on.index, &next);
            if (is_better(v, losses < MOST_LOSSES, &next, t)) {
                losses += next.gap < t->gap;
                *t = next;
                continue;
            }
        }
        const scree_vec3 step = scree_sq_touch_step(v, t);
        if (go(v, step, NULL, FEW_HALVINGS, t, &losses)) continue;
        scree_simplex s;
        const scree_vec3 d = v3_sub(model_point(v, t, &s), t->x), by_model = model_step(v, t, &s, d);
        if (go(v, by_model, NULL, FEW_HALVINGS, t, &losses)) continue;
        if (go_level(v, step, by_model, &s, t, &losses) || go_facing(v, t, &losses)) continue;
        if (go(v, vertex_step(t, d, scree_sq_larger(t->gap, 0.0)), NULL, HALVINGS, t, &losses)) continue;
        if (!go_across(v, t)) return false;
    }
    return is_there(v, t);
}
