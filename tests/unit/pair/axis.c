// Distances between single features: a face with a side that is no longer than rounding.
#include "pair/axis.h"

#include "check.h"
#include "shape/shape.h"

// Two corners of the prism are 3e-14 apart, and the side between them leads into the face that they are of: points over the
// middle of the face were beyond it.
static scree_shape *chipped_prism(void)
{
    const scree_vec3 p[] = { { 1, 0, 0 },
                             { 1, 0, 2 },
                             { 0.382683, 0.92388, 0 },
                             { 0, 0, 0 },
                             { 0.382683, 0.92388, 1.6 },
                             { 0.707106781186544, 0.70710678118655, 1.6080998021186 },
                             { 0.70710678118655, 0.70710678118654, 1.60809980211863 } };
    return scree_polyhedron_create(p, 7, 0.0, NULL);
}

static void faces_with_short_sides(void)
{
    scree_shape *s = chipped_prism();
    if (!CHECK(s != NULL)) return;
    for (int face = 0; face < s->hull->face_count; ++face) {
        const scree_face *f = &s->hull->faces[face];
        scree_vec3 sum = v3(0, 0, 0);
        double width = 0.0;
        for (int i = 0; i < f->count; ++i) {
            const scree_vec3 corner = scree_stored_vertex(s, s->hull->face_vertices[f->first + i]);
            sum = v3_add(sum, corner);
            width = fmax(width, v3_norm(v3_sub(corner, scree_stored_vertex(s, s->hull->face_vertices[f->first]))));
        }
        const scree_vec3 middle = v3_scale(sum, 1.0 / f->count);
        // Towards each corner, but not as far: inside of all sides that have a direction.
        for (int i = 0; width > 1e-3 && i < f->count; ++i) {
            const scree_vec3 corner = scree_stored_vertex(s, s->hull->face_vertices[f->first + i]);
            const scree_vec3 projection = v3_lerp(middle, corner, 0.5), p = v3_add_scaled(projection, 0.25, f->normal);
            scree_vec3 on;
            CHECK(scree_is_over_face(s, face, p));
            CHECK_NEAR(scree_face_distance(s, face, p, &on), 0.25, 1e-13);
            CHECK(v3_norm(v3_sub(on, projection)) < 1e-13);
        }
    }
    scree_shape_destroy(s);
}

// Beyond the short side of a needle the long ones diverge: such a point is not over the face.
static void beyond_a_blunt_needle(void)
{
    const scree_vec3 p[] = { { 0, 0, 0 }, { 0, 2.7e-14, 0 }, { 1, 0, 0 }, { 0, 0, -1 } };
    scree_shape *s = scree_polyhedron_create(p, 4, 0.0, NULL);
    if (!CHECK(s != NULL)) return;
    for (int face = 0; face < s->hull->face_count; ++face) {
        scree_vec3 on;
        const scree_vec3 far = v3(-2, 2.7e-14, 0.5);
        CHECK(!scree_is_over_face(s, face, far));
        CHECK(scree_face_distance(s, face, far, &on) > 2.0);
    }
    scree_shape_destroy(s);
}

int main(void)
{
    faces_with_short_sides();
    beyond_a_blunt_needle();
    return check_done();
}
