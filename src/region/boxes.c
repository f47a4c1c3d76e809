// The pressure field of boxes: pairs are prepared for the kernels over lanes.
#include "region/boxes.h"

#include "pair/order.h"
#include "region/planes.h"

// A box whose stored origin is its own, at a pose whose squares stay well in the range of doubles.
static bool is_plain_box(const scree_body *body)
{
    const scree_quat q = body->orientation;
    const double turn2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    const scree_shape *s = body->shape;
    return s->is_box && s->radius == 0.0 && s->centred && turn2 > 1e-100 && turn2 < 1e100 && s->core_radius < 1e50 &&
           s->core_radius > 1e-50;
}

static scree_field_kind prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                scree_field_pair *pair)
{
    const scree_vec3 normal = contact->normal;
    pair->point = contact->point;
    pair->a = a;
    pair->b = b;
    pair->least_ball = a->shape->inscribed_ball[3];
    if (b->shape->core == SCREE_CORE_HALF_SPACE) {
        const scree_mat3 turn = m3_from_quat(b->orientation);
        pair->normal = m3_mul(&turn, b->shape->plane_normal);
        pair->offset = scree_region_depth_of_origin(a, b);
        return SCREE_FIELD_ON_PLANE;
    }
    if (!is_plain_box(b)) return SCREE_FIELD_GENERAL;
    const double length2 = v3_norm2(normal);
    if (!(length2 > 1e-100 && length2 < 1e100)) return SCREE_FIELD_GENERAL;
    pair->normal = v3_scale(normal, pair->sign);
    pair->offset = 0.0;
    pair->least_ball = min2(pair->least_ball, b->shape->inscribed_ball[3]);
    return SCREE_FIELD_BOXES;
}

scree_field_kind scree_field_prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                     scree_pressure *out, scree_field_pair *pair)
{
    const bool in_order = scree_pair_in_order(a, b);
    const scree_body *first = in_order ? a : b, *second = in_order ? b : a;
    if (!is_plain_box(first)) return SCREE_FIELD_GENERAL;
    pair->sign = in_order ? 1.0 : -1.0;
    pair->out = out;
    return prepare(first, second, contact, pair);
}

bool scree_field_try(const scree_body *a, const scree_body *b, const scree_contact *contact, scree_pressure *out)
{
    scree_field_pair pair;
    const scree_field_kind kind = scree_field_prepare(a, b, contact, out, &pair);
    if (kind == SCREE_FIELD_GENERAL) return false;
    const scree_kernels *kernels = scree_kernels_of(2); // for a single pair more lanes are of no use
    return (kind == SCREE_FIELD_BOXES ? kernels->box_fields : kernels->plane_fields)(&pair, 1) != 0;
}
