// The pressure field of polyhedra: prepares pairs for the kernels.
#include "region/prepare.h"

#include "pair/order.h"
#include "region/planes.h"

// Whether squares stay well in the range of doubles.
static bool is_usual_length2(double length2)
{
    return length2 > 1e-100 && length2 < 1e100;
}

static bool is_usual_solid(const scree_body *body)
{
    const scree_shape *s = body->shape;
    return s->core == SCREE_CORE_POLYHEDRON && s->core_radius < 1e50 && s->core_radius > 1e-50;
}

// A box whose stored origin is its own.
static bool is_plain_box(const scree_body *body)
{
    const scree_quat q = body->orientation;
    const scree_shape *s = body->shape;
    return s->is_box && s->centred && is_usual_length2(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

static scree_field_kind prepare_on_half_space(const scree_body *a, const scree_body *b, scree_field_pair *pair)
{
    const scree_quat q = b->orientation;
    pair->normal = b->shape->form->plane_normal;
    if (q.x != 0.0 || q.y != 0.0 || q.z != 0.0) { // most walls are not rotated
        const scree_mat3 rotation = m3_from_quat(q);
        pair->normal = m3_mul(&rotation, pair->normal);
    }
    pair->offset = scree_region_depth_of_origin(a, b);
    return is_plain_box(a) ? SCREE_FIELD_ON_PLANE : SCREE_FIELD_SURFACE;
}

// The bodies are in order.
static scree_field_kind prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                scree_field_pair *pair)
{
    pair->point = contact->point;
    pair->a = a;
    pair->b = b;
    pair->least_ball = a->shape->hull->inscribed_ball[3];
    if (b->shape->core == SCREE_CORE_HALF_SPACE) return prepare_on_half_space(a, b, pair);
    if (!is_usual_solid(b) || !is_usual_length2(v3_norm2(contact->normal))) return SCREE_FIELD_GENERAL;
    pair->normal = v3_scale(contact->normal, pair->sign);
    pair->offset = 0.0;
    pair->least_ball = min2(pair->least_ball, b->shape->hull->inscribed_ball[3]);
    return is_plain_box(a) && is_plain_box(b) ? SCREE_FIELD_BOXES : SCREE_FIELD_SURFACE;
}

scree_field_kind scree_field_prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                     scree_pressure *out, scree_field_pair *pair)
{
    const bool in_order = scree_pair_in_order(a, b);
    const scree_body *first = in_order ? a : b, *second = in_order ? b : a;
    if (!is_usual_solid(first)) return SCREE_FIELD_GENERAL;
    pair->sign = in_order ? 1.0 : -1.0;
    pair->out = out;
    return prepare(first, second, contact, pair);
}

bool scree_field_try(const scree_body *a, const scree_body *b, const scree_contact *contact, scree_pressure *out)
{
    scree_field_pair pair;
    const scree_field_kind kind = scree_field_prepare(a, b, contact, out, &pair);
    if (kind == SCREE_FIELD_GENERAL) return false;
    const scree_kernels *few = scree_kernels_of(2); // for boxes, where a lane holds a pair
    if (kind == SCREE_FIELD_BOXES && few->box_fields(&pair, 1) != 0) return true;
    if (kind == SCREE_FIELD_ON_PLANE && few->plane_fields(&pair, 1) != 0) return true;
    return scree_kernels_best()->surface_fields(&pair, 1) != 0;
}
