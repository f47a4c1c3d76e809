// What a shape was made from: the arguments of its constructor, to the last bit.
#include "math/vec3.h"
#include "shape/shape.h"

double scree_shape_radius(const scree_shape *shape)
{
    return shape != NULL ? shape->given_radius : 0.0;
}

double scree_shape_top_radius(const scree_shape *shape)
{
    return shape != NULL ? shape->form->given_top_radius : 0.0;
}

double scree_shape_half_length(const scree_shape *shape)
{
    if (shape == NULL) return 0.0;
    const bool is_segment = shape->kind == SCREE_CAPSULE && shape->core == SCREE_CORE_SEGMENT;
    return is_segment ? shape->z[1] : shape->form->half_length;
}

scree_vec3 scree_shape_half_extents(const scree_shape *shape)
{
    const int upper = 7; // of a box: the vertex in the corner of +x, +y, +z
    return shape != NULL && shape->kind == SCREE_BOX ? scree_stored_vertex(shape, upper) : v3(0, 0, 0);
}

scree_vec3 scree_shape_semi_axes(const scree_shape *shape)
{
    return shape != NULL ? shape->form->semi_axes : v3(0, 0, 0);
}

void scree_shape_exponents(const scree_shape *shape, double *n1, double *n2)
{
    if (n1 != NULL) *n1 = shape != NULL ? shape->form->n1 : 0.0;
    if (n2 != NULL) *n2 = shape != NULL ? shape->form->n2 : 0.0;
}

void scree_shape_plane(const scree_shape *shape, scree_vec3 *normal, double *offset)
{
    if (normal != NULL) *normal = shape != NULL ? shape->form->given_normal : v3(0, 0, 0);
    if (offset != NULL) *offset = shape != NULL ? shape->form->given_offset : 0.0;
}

scree_support_def scree_shape_support_def(const scree_shape *shape)
{
    scree_support_def def = { .support = NULL };
    if (shape == NULL || shape->kind != SCREE_SUPPORT_SHAPE) return def;
    def.support = shape->form->support;
    def.user = shape->form->support_user;
    def.dimension = shape->dimension;
    def.centre = shape->form->given_centre;
    def.radius = shape->given_radius;
    def.mass = *shape->mass;
    return def;
}
