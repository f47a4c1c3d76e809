// Contacts of faces and edges that lie flat on a face: the short way of the kernels has every bit of the long one, which is checked
// by other tests (cross/patch and the oracle). Prisms, boxes and random hulls, on each other, with and without a tilt.
#define SCREE_LANES 2
#include "kernels/hull/hull_level.h"

#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { POINTS = 40 };

static scree_shape *draw_hull(scree_random *r)
{
    scree_vec3 p[POINTS];
    scree_error error;
    const int kind = random_below(r, 3), sides = 3 + random_below(r, 12);
    if (kind == 0) {
        const double x = random_between(r, 0.2, 1.0), y = random_between(r, 0.2, 1.0);
        return scree_box_create(s3(x, y, random_between(r, 0.2, 1.0)), 0.0, &error);
    }
    const int count = kind == 1 ? 2 * sides : 4 + random_below(r, 20);
    for (int i = 0; i < count; ++i) {
        const double angle = 6.283185307179586 * (i % sides) / sides;
        p[i] = kind == 1 ? s3(0.5 * cos(angle), 0.5 * sin(angle), i < sides ? -0.4 : 0.4) : random_direction(r);
    }
    return scree_polyhedron_create(p, (size_t)count, 0.0, &error);
}

// A face or an edge of a shape: its middle, and outward.
typedef struct flat_part {
    scree_vec3 middle, outward;
} flat_part;

static flat_part draw_part(const scree_shape *s, bool edge, scree_random *r)
{
    const scree_hull *h = s->hull;
    flat_part part = { .middle = s3(0, 0, 0) };
    if (edge) {
        const scree_edge e = scree_edge_at(h, random_below(r, h->edge_count));
        part.middle = v3_lerp(scree_stored_vertex(s, e.vertex[0]), scree_stored_vertex(s, e.vertex[1]), 0.5);
        part.outward = v3_unit(v3_add(h->faces[e.face[0]].normal, h->faces[e.face[1]].normal));
        return part;
    }
    const scree_face *f = &h->faces[random_below(r, h->face_count)];
    for (int i = 0; i < f->count; ++i)
        part.middle = v3_add(part.middle, scree_stored_vertex(s, h->face_vertices[f->first + i]));
    part.middle = v3_scale(part.middle, 1.0 / f->count);
    part.outward = f->normal;
    return part;
}

// Rotates u to v.
static scree_quat rotation_between(scree_vec3 u, scree_vec3 v)
{
    const scree_vec3 axis = v3_cross(u, v);
    const double w = 1.0 + v3_dot(u, v);
    if (w > 1e-6) return (scree_quat){ w, axis.x, axis.y, axis.z };
    return quat_about(v3_any_normal_to(u), 3.141592653589793);
}

// B's part on A's, with a random yaw, tilted by `tilt`, and the whole rotated at random.
static void place(scree_body *a, scree_body *b, const flat_part *of_a, const flat_part *of_b, double gap, double tilt,
                  scree_random *r)
{
    const scree_vec3 n = of_a->outward, across = v3_any_normal_to(n);
    const scree_quat all = random_rotation(r);
    const double yaw = random_between(r, 0.0, 6.283185307179586), lean = random_between(r, 0.0, 6.283185307179586);
    scree_quat q = quat_times(quat_about(n, yaw), rotation_between(of_b->outward, v3_neg(n)));
    const scree_vec3 axis = v3_add(v3_scale(across, cos(lean)), v3_scale(v3_cross(n, across), sin(lean)));
    if (tilt > 0.0) q = quat_times(quat_about(axis, tilt), q);
    const double off = random_below(r, 4) == 0 ? 0.0 : random_between(r, 0.0, 0.5);
    const scree_mat3 rotation = m3_from_quat(q), whole = m3_from_quat(all);
    const scree_vec3 at = v3_add_scaled(v3_add_scaled(of_a->middle, gap, n), off, axis);
    const scree_vec3 shift = v3_sub(at, m3_mul(&rotation, of_b->middle));
    a->orientation = all;
    b->orientation = quat_times(all, q);
    a->position = v3_scale(random_direction(r), random_between(r, 0.0, 3.0));
    b->position = v3_add(a->position, m3_mul(&whole, shift));
}

// What a search would hand over: the normal of A's face, or of B's.
static scree_hull_answer found_along(const scree_cores *c, scree_vec3 n)
{
    scree_hull_answer h = { .found = { .normal = n, .iterations = 1, .at = { .index_a = -1, .index_b = -1 } } };
    scree_answer *x = &h.found;
    x->distance = scree_cores_gap(c, n, &x->at);
    x->lower = x->distance - c->error;
    x->upper = x->distance + c->error;
    x->on_a = x->at.a;
    x->on_b = x->at.b;
    return h;
}

// Returns whether the short way had an answer.
static bool compare(const scree_body *a, const scree_body *b, const flat_part *of_a, const flat_part *of_b, bool by_b,
                    bool swapped, int number)
{
    const scree_cores c = scree_cores_make(a, b);
    const scree_vec3 n = by_b ? v3_neg(m3_mul(&c.rotation, of_b->outward)) : of_a->outward;
    const scree_hull_answer found = found_along(&c, n);
    scree_contact quick, slow;
    memset(&quick, 0, sizeof quick);
    memset(&slow, 0, sizeof slow);
    if (!finish_level(&c, &found, 1e-10, swapped, &quick)) return false;
    CHECK_MSG(scree_hull_finish(&c, &found.found, 1e-10, swapped, &slow), "pair %d: only the short way has an answer",
              number);
    CHECK_MSG(memcmp(&quick, &slow, sizeof quick) == 0,
              "pair %d: areas %.17g and %.17g, features %d %d - %d %d and %d %d - %d %d", number, quick.patch_area,
              slow.patch_area, quick.feature_a, quick.index_a, quick.feature_b, quick.index_b, slow.feature_a,
              slow.index_a, slow.feature_b, slow.index_b);
    return true;
}

// Pairs of faces, or of an edge and a face; `least` of them, as a part, are to be answered by the short way.
static void check_pairs(bool edges, double most_tilt, double least, uint64_t seed)
{
    const int count = (int)check_scaled(20000);
    int answered = 0;
    for (int i = 0; i < count; ++i) {
        scree_random r = random_stream(seed, 1, (uint64_t)i);
        scree_shape *const shape[2] = { draw_hull(&r), draw_hull(&r) };
        const bool edge_of_a = edges && random_below(&r, 2) == 0;
        const flat_part of_a = draw_part(shape[0], edge_of_a, &r), of_b = draw_part(shape[1], edges && !edge_of_a, &r);
        const double gap = random_sign(&r) * random_decade(&r, -16.0, -1.0);
        const double tilt = most_tilt > 0.0 ? most_tilt * random_decade(&r, -9.0, 0.0) : 0.0;
        scree_body a = { .shape = shape[0] }, b = { .shape = shape[1] };
        place(&a, &b, &of_a, &of_b, gap, tilt, &r);
        const bool by_b = edges ? edge_of_a : random_below(&r, 2) == 0;
        answered += compare(&a, &b, &of_a, &of_b, by_b, random_below(&r, 2) == 0, i);
        for (int k = 0; k < 2; ++k) scree_shape_destroy(shape[k]);
    }
    CHECK_MSG(answered >= least * count, "%d of %d pairs answered", answered, count);
    printf("%s, tilts up to %g: %d of %d\n", edges ? "edge on face" : "face on face", most_tilt, answered, count);
}

int main(void)
{
    check_pairs(false, 0.0, 0.9, 1);
    check_pairs(false, 2e-6, 0.25, 2);
    check_pairs(true, 0.0, 0.8, 3);
    check_pairs(true, 2e-6, 0.35, 4);
    return check_done();
}
