// The pressure field of polyhedra: prepares pairs for the kernels.
#include "region/prepare.h"

#include "pair/pair.h"
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

// A body whose stored origin is its own.
static bool is_plain(const scree_body *body)
{
    const scree_quat q = body->orientation;
    return body->shape->centred && is_usual_length2(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

static bool is_plain_box(const scree_body *body)
{
    return body->shape->is_box && is_plain(body);
}

static int count_features(const scree_shape *s, scree_feature feature)
{
    if (s->core != SCREE_CORE_POLYHEDRON || s->hull->nodes == NULL) return 0;
    return feature == SCREE_FEATURE_VERTEX ? s->vertex_count
           : feature == SCREE_FEATURE_EDGE ? s->hull->edge_count
           : feature == SCREE_FEATURE_FACE ? s->hull->face_count
                                           : 0;
}

// Features that are none of the body's stay surfaces.
static void take_feature(scree_field_pair *pair, bool of_b, scree_feature feature, int index)
{
    const scree_body *body = of_b ? pair->b : pair->a;
    if (index < 0 || index >= count_features(body->shape, feature)) return;
    pair->index[of_b] = index;
    pair->feature[of_b] = feature;
}

static void take_features(scree_field_pair *pair, const scree_contact *contact)
{
    const bool swapped = pair->sign < 0.0;
    take_feature(pair, swapped, contact->feature_a, contact->index_a);
    take_feature(pair, !swapped, contact->feature_b, contact->index_b);
}

static scree_field_kind prepare_on_half_space(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                              scree_field_pair *pair)
{
    const scree_quat q = b->orientation;
    pair->normal = b->shape->form->plane_normal;
    if (q.x != 0.0 || q.y != 0.0 || q.z != 0.0) { // most walls are not rotated
        const scree_mat3 rotation = m3_from_quat(q);
        pair->normal = m3_mul(&rotation, pair->normal);
    }
    pair->offset = scree_region_depth_of_origin(a, b);
    if (is_plain_box(a)) return SCREE_FIELD_ON_PLANE;
    take_features(pair, contact);
    return SCREE_FIELD_SURFACE;
}

// The bodies are in order.
static scree_field_kind prepare(const scree_body *a, const scree_body *b, const scree_contact *contact,
                                scree_field_pair *pair)
{
    pair->point = contact->point;
    pair->a = a;
    pair->b = b;
    pair->feature[0] = pair->feature[1] = SCREE_FEATURE_SURFACE;
    pair->least_ball = a->shape->hull->inscribed_ball[3];
    if (b->shape->core == SCREE_CORE_HALF_SPACE) return prepare_on_half_space(a, b, contact, pair);
    if (!is_usual_solid(b) || !is_usual_length2(v3_norm2(contact->normal))) return SCREE_FIELD_GENERAL;
    pair->normal = scree_region_normal(contact->normal, pair->sign < 0.0);
    pair->offset = 0.0;
    pair->least_ball = min2(pair->least_ball, b->shape->hull->inscribed_ball[3]);
    const bool are_plain = is_plain(a) && is_plain(b);
    if (are_plain && a->shape->is_box && b->shape->is_box) return SCREE_FIELD_BOXES;
    take_features(pair, contact);
    const bool has_edges = pair->feature[0] == SCREE_FEATURE_EDGE && pair->feature[1] == SCREE_FEATURE_EDGE;
    return are_plain && has_edges ? SCREE_FIELD_EDGES : SCREE_FIELD_SURFACE;
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
    const scree_kernels *few = scree_kernels_of(2); // for kernels where a lane holds a pair
    if (kind == SCREE_FIELD_BOXES && few->box_fields(&pair, 1) != 0) return true;
    if (kind == SCREE_FIELD_EDGES && few->edge_fields(&pair, 1) != 0) return true;
    if (kind == SCREE_FIELD_ON_PLANE && few->plane_fields(&pair, 1) != 0) return true;
    return scree_kernels_best()->surface_fields(&pair, 1) != 0;
}
