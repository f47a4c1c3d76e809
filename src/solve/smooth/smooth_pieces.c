// Support points and radius matrices of the pieces of a core.
//
// Source      The support function and its derivatives: Schneider, Convex Bodies: The Brunn-Minkowski Theory, section
//             2.5.
// Idea        The support point is the gradient of the support function h(d), the radius matrix its second derivative
//             across d. A disc of radius r about z: h = r |d_xy|, and the point moves along the rim, by r / |d_xy|. An
//             ellipsoid: (S - p p^T) / h with S the squared semi-axes. All others: finite differences of support
//             points.
// Limits      A disc seen along its axis has no unique support point and an unbounded radius; the searches try such
//             normals separately.
#include "solve/smooth/smooth_pieces.h"

#include "shape/superquadric_form.h"

// Angle of the finite differences. The truncation error of the radii is of the order of the angle, which makes a Newton
// step good to as many digits; the rounding error, SCREE_ROUNDING over the angle, is smaller.
#define DIFFERENCE 1e-6

// A radius above this many core radii means a flat part, or a jump to another piece.
#define FLAT 1e6

// A radius below this many means a vertex.
#define FACETED 1e-9

scree_view scree_view_along(scree_vec3 n)
{
    scree_view view = { .n = n, .u = v3_any_normal_to(n) };
    view.v = v3_cross(n, view.u);
    return view;
}

bool scree_core_has_pieces(const scree_shape *s)
{
    return s->core != SCREE_CORE_SUPPORT;
}

// The piece that a support point `p` of the core belongs to, up to the rounding of a body many times as large: of a
// tear's tip and its ball, the nearer one.
static int piece_of(const scree_shape *s, scree_vec3 p, int index)
{
    if (s->core == SCREE_CORE_FRUSTUM) return p.z > 0.0;
    if (s->core != SCREE_CORE_TEAR) return index;
    const int point_on_top = s->form->top < s->form->bottom;
    const double z = point_on_top ? s->form->half_length : -s->form->half_length;
    const double from_point = v3_norm(v3_sub(p, v3(0, 0, z))), from_centre = v3_norm(v3_sub(p, v3(0, 0, -z)));
    return from_point < fabs(from_centre - fmax(s->form->bottom, s->form->top)) ? point_on_top : !point_on_top;
}

scree_piece scree_piece_of(const scree_cores *c, const scree_mvertex *m)
{
    scree_piece p = { .at = *m };
    p.piece_a = piece_of(c->a, m->a, m->index_a);
    p.piece_b = c->b->core == SCREE_CORE_FRUSTUM || c->b->core == SCREE_CORE_TEAR
                    ? piece_of(c->b, m3_mul_transposed(&c->rotation, v3_sub(m->b, c->shift)), m->index_b)
                    : m->index_b;
    return p;
}

static scree_vec3 look_disc(const scree_shape *s, const scree_view *w, int top, scree_bend *radii)
{
    const double r = top ? s->form->top : s->form->bottom, z = top ? s->form->half_length : -s->form->half_length;
    const double across = sqrt(w->n.x * w->n.x + w->n.y * w->n.y);
    if (!(across > 1e-140)) return v3(0, 0, z); // along the axis, to rounding
    const double x = w->n.x / across, y = w->n.y / across, bend = r / across;
    const double u = x * w->u.y - y * w->u.x, v = x * w->v.y - y * w->v.x; // of the direction along the rim
    *radii = (scree_bend){ bend * u * u, bend * u * v, bend * v * v };
    return v3(r * x, r * y, z);
}

static scree_vec3 look_tear(const scree_shape *s, const scree_view *w, int top, scree_bend *radii)
{
    const double r = top ? s->form->top : s->form->bottom;
    *radii = (scree_bend){ r, 0.0, r };
    return v3_add_scaled(v3(0, 0, top ? s->form->half_length : -s->form->half_length), r, w->n);
}

static scree_vec3 look_ellipsoid(const scree_shape *s, const scree_view *w, scree_bend *radii)
{
    const scree_vec3 a = s->form->semi_axes;
    const scree_vec3 an = v3(a.x * w->n.x, a.y * w->n.y, a.z * w->n.z);
    const double h = v3_norm(an), scale = 1.0 / (h * h * h);
    // |D e x D n|^2 / h^3 with the cofactors of D: no differences of large terms (see ellipsoid_pair.h). u x n = -v and
    // v x n = u.
    const scree_vec3 k = v3(a.y * a.z, a.z * a.x, a.x * a.y);
    const scree_vec3 ku = v3(k.x * w->v.x, k.y * w->v.y, k.z * w->v.z);
    const scree_vec3 kv = v3(k.x * w->u.x, k.y * w->u.y, k.z * w->u.z);
    *radii = (scree_bend){ scale * v3_norm2(ku), -scale * v3_dot(ku, kv), scale * v3_norm2(kv) };
    return v3(a.x * an.x / h, a.y * an.y / h, a.z * an.z / h);
}

static scree_vec3 look_superquadric(const scree_shape *s, const scree_view *w, scree_bend *radii)
{
    const scree_vec3 p = scree_smooth_support(s, w->n);
    double curvature[2];
    scree_vec3 direction[2];
    scree_sq_curvature(s, p, curvature, direction);
    for (int i = 0; i < 2; ++i) {
        const double radius = 1.0 / fmax(curvature[i], 1.0 / (FLAT * s->core_radius));
        const double u = v3_dot(direction[i], w->u), v = v3_dot(direction[i], w->v);
        radii->uu += radius * u * u;
        radii->uv += radius * u * v;
        radii->vv += radius * v * v;
    }
    return p;
}

// How the support point moves as the direction turns towards e; one-sided, on the side where it moves less, since the
// other may belong to another piece.
static scree_vec3 difference(const scree_shape *s, scree_vec3 n, scree_vec3 e, scree_vec3 p)
{
    const double flat = FLAT * s->core_radius;
    scree_vec3 ahead = v3_sub(scree_smooth_support(s, v3_add_scaled(n, DIFFERENCE, e)), p);
    double far = v3_norm(ahead);
    if (far > 0.01 * DIFFERENCE * flat) {
        const scree_vec3 back = v3_sub(p, scree_smooth_support(s, v3_add_scaled(n, -DIFFERENCE, e)));
        if (v3_norm(back) < far) ahead = back;
        far = v3_norm(ahead);
    }
    return v3_scale(ahead, fmin(1.0 / DIFFERENCE, far > 0.0 ? flat / far : 0.0));
}

static scree_vec3 look_by_differences(const scree_shape *s, const scree_view *w, scree_bend *radii)
{
    const scree_vec3 p = scree_smooth_support(s, w->n);
    const scree_vec3 pu = difference(s, w->n, w->u, p), pv = difference(s, w->n, w->v, p);
    radii->uu = fmax(v3_dot(pu, w->u), 0.0);
    radii->vv = fmax(v3_dot(pv, w->v), 0.0);
    const double most = sqrt(radii->uu * radii->vv), mean = 0.5 * (v3_dot(pu, w->v) + v3_dot(pv, w->u));
    radii->uv = fmax(fmin(mean, most), -most);
    return p;
}

bool scree_core_seems_faceted(const scree_shape *s, scree_vec3 direction)
{
    const scree_view view = scree_view_along(direction);
    scree_bend radii;
    (void)look_by_differences(s, &view, &radii);
    return radii.uu + radii.vv <= FACETED * s->core_radius;
}

static scree_vec3 look(const scree_shape *s, const scree_view *w, int piece, scree_bend *radii)
{
    *radii = (scree_bend){ 0.0, 0.0, 0.0 };
    switch (s->core) {
    case SCREE_CORE_FRUSTUM:
        return look_disc(s, w, piece, radii);
    case SCREE_CORE_TEAR:
        return look_tear(s, w, piece, radii);
    case SCREE_CORE_ELLIPSOID:
        return look_ellipsoid(s, w, radii);
    case SCREE_CORE_SUPERQUADRIC:
        return look_superquadric(s, w, radii);
    case SCREE_CORE_SUPPORT:
        return look_by_differences(s, w, radii);
    default:
        return scree_stored_vertex(s, piece);
    }
}

void scree_piece_look(const scree_cores *c, const scree_view *view, scree_piece *p)
{
    scree_bend a, b;
    p->at.a = look(c->a, view, p->piece_a, &a);
    const scree_view other = { v3_neg(m3_mul_transposed(&c->rotation, view->n)),
                               m3_mul_transposed(&c->rotation, view->u), m3_mul_transposed(&c->rotation, view->v) };
    p->at.b = v3_add(m3_mul(&c->rotation, look(c->b, &other, p->piece_b, &b)), c->shift);
    p->at.w = v3_sub(p->at.b, p->at.a);
    p->radii = (scree_bend){ a.uu + b.uu, a.uv + b.uv, a.vv + b.vv };
}
