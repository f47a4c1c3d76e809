// Whether two hulls are farther apart than a margin: a portal (portal.h) between support vertices.
//
// Idea        First tests the line between the bodies' origins, rotated into the frame of each, before anything else of
//             the pair is computed: it separates most pairs that a broad phase finds. Where an origin is outside its
//             hull, that line is a poor choice, and the one between the middles takes its place. Deep overlaps are
//             found by the balls inside both.
#include "kernels/hull/hull_scan.h"
#include "kernels/hull/portal.h"
#include "kernels/kernels.h"
#include "pair/pair.h"

/// The pair in the frame of A.
typedef struct hull_tops {
    const scree_shape *a, *b;
    scree_mat3 rotation;
    scree_vec3 shift;
} hull_tops;

static inline scree_vec3 to_a(const hull_tops *h, scree_vec3 of_b)
{
    return v3_add(m3_mul(&h->rotation, of_b), h->shift);
}

static inline scree_vec3 point_between(const hull_tops *h, hull_top top_a, hull_top top_b)
{
    return v3_sub(to_a(h, scree_stored_vertex(h->b, top_b.vertex)), scree_stored_vertex(h->a, top_a.vertex));
}

/// Large hulls are climbed only where a vertex near the top does not show that u fails to separate.
static inline __attribute__((always_inline)) portal_point hull_tops_along(void *user, scree_vec3 u)
{
    const hull_tops *h = user;
    const scree_vec3 v = v3_neg(m3_mul_transposed(&h->rotation, u));
    const double shift = v3_dot(u, h->shift);
    hull_top top_a = top_near(h->a, u), top_b = top_near(h->b, v);
    if ((is_climbed(h->a) || is_climbed(h->b)) && shift > top_a.height + top_b.height) {
        top_a = top_from(h->a, u, top_a);
        top_b = top_from(h->b, v, top_b);
    }
    return (portal_point){ point_between(h, top_a, top_b), shift - (top_a.height + top_b.height) };
}

/// The line between the origins in the frame of each body, outwards, and the support vertices along it.
typedef struct hull_line {
    const scree_shape *a, *b;
    scree_vec3 in_a, in_b;
    double length2, length;
    double error; ///< of a gap along it, and of the height of a point of it over a face
    hull_top top_a, top_b;
} hull_line;

static inline void lay_line(const scree_body *a, const scree_body *b, const scree_mat3 *rotation_a,
                            const scree_mat3 *rotation_b, hull_line *l)
{
    const scree_vec3 d = v3_sub(b->position, a->position);
    l->a = a->shape;
    l->b = b->shape;
    l->in_a = m3_mul_transposed(rotation_a, d);
    l->in_b = v3_neg(m3_mul_transposed(rotation_b, d));
    l->length2 = v3_norm2(d);
    l->length = sqrt(l->length2);
    // Heights are off by roundings of the length: 18 for the rotated line, 4 for its product with a vertex.
    const double radii = l->a->core_radius + l->b->core_radius;
    l->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_B * radii + 4.0 * l->length) + (l->a->slack + l->b->slack);
    l->top_a = l->top_b = (hull_top){ 0, 0.0 };
}

/// Deep along the line: by at least a quarter of the radii of the balls inside.
#define DEEP 0.25

/// Where the two overlap deeply along the line, its middle between their supports is usually in both. Large hulls have
/// too many faces to test.
static inline bool middle_overlaps(const hull_line *l, double gap)
{
    const scree_shape *a = l->a, *b = l->b;
    if (!(-gap > DEEP * (a->hull->inner_radius + b->hull->inner_radius) * l->length) || is_climbed(a) || is_climbed(b))
        return false;
    const double middle = 0.5 + 0.5 * (l->top_a.height - l->top_b.height) / l->length2;
    return outside_by(a, v3_scale(l->in_a, middle)) < -l->error &&
           outside_by(b, v3_scale(l->in_b, 1.0 - middle)) < -l->error;
}

/// The verdict along the line between the origins, which are inside: 1, 0, or -1 for neither. Only the line is rotated,
/// not the vertices.
static inline int verdict_on_line(hull_line *l, double margin)
{
    const scree_shape *a = l->a, *b = l->b;
    if (l->length < a->hull->inner_radius + b->hull->inner_radius + margin - l->error) return 0;
    l->top_a = top_near(a, l->in_a);
    l->top_b = top_near(b, l->in_b);
    double gap = l->length2 - (l->top_a.height + l->top_b.height);
    if (gap <= 0.0) return middle_overlaps(l, gap) ? 0 : -1;
    l->top_a = top_from(a, l->in_a, l->top_a);
    l->top_b = top_from(b, l->in_b, l->top_b);
    gap = l->length2 - (l->top_a.height + l->top_b.height);
    return gap > (margin + l->error) * l->length ? 1 : -1;
}

/// See scree_hull_pair_farther_than(). The order of the two must not matter.
static inline int farther_than(const scree_body *one, const scree_body *two, double margin)
{
    const bool in_order = scree_pair_in_order(one, two);
    const scree_body *a = in_order ? one : two, *b = in_order ? two : one;
    if (margin < 0.0 || scree_has_centre(a->shape) || scree_has_centre(b->shape)) return -1;
    const scree_mat3 rotation_a = m3_from_quat(a->orientation), rotation_b = m3_from_quat(b->orientation);
    hull_line l;
    lay_line(a, b, &rotation_a, &rotation_b, &l);
    const bool origins = min2(l.a->hull->inner_radius, l.b->hull->inner_radius) > 0.0;
    const int answer = origins ? verdict_on_line(&l, margin) : -1;
    if (answer >= 0) return answer;
    hull_tops h;
    h.a = l.a;
    h.b = l.b;
    h.rotation = m3_transposed_mul(&rotation_a, &rotation_b);
    h.shift = l.in_a;
    portal_search q;
    portal_search_make(h.a, h.b, h.shift, v3_sub(to_a(&h, h.b->hull->middle), h.a->hull->middle), margin, &q);
    return portal_verdict(&q, hull_tops_along, &h, origins ? h.shift : q.inside, origins,
                          point_between(&h, l.top_a, l.top_b));
}

int SCREE_AT_WIDTH(scree_hull_farther)(const scree_body *a, const scree_body *b, double margin)
{
    return farther_than(a, b, margin);
}
