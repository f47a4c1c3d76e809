// The cap of a polyhedron, face by face: exact.
#include "region/cap_surface.h"

static bool is_beyond(const scree_shape *s, const scree_face *face, scree_vec3 normal, double least)
{
    for (int k = 0; k < face->count; ++k)
        if (v3_dot(normal, scree_stored_vertex(s, s->hull->face_vertices[face->first + k])) > least) return true;
    return false;
}

static void add_face(const scree_shape *s, const scree_face *face, const scree_cap_frame *f, scree_cap *cap)
{
    const int *vertex = s->hull->face_vertices + face->first;
    cap_fan fan = { .count = 0 };
    cap_corner last = cap_corner_at(f, scree_stored_vertex(s, vertex[face->count - 1]));
    for (int k = 0; k < face->count; ++k) {
        const cap_corner here = cap_corner_at(f, scree_stored_vertex(s, vertex[k]));
        cap_clip(cap, &fan, &last, &here);
        last = here;
    }
}

scree_cap scree_cap_of_polyhedron(const scree_shape *shape, const scree_cap_frame *frame)
{
    scree_cap cap = { 0 };
    // Below this height no corner is beyond the plane, rounding of both sums included.
    const double least = frame->offset + v3_dot(frame->normal, frame->origin);
    const double sure = least - 0x1p-48 * (fabs(least) + shape->core_radius);
    for (int i = 0; i < shape->hull->face_count; ++i)
        if (is_beyond(shape, &shape->hull->faces[i], frame->normal, sure))
            add_face(shape, &shape->hull->faces[i], frame, &cap);
    return cap;
}
