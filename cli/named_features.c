#include "named_features.h"

#include <float.h>
#include <math.h>

#include "scree/query.h"

// A feature holds the point where it is this near, relative to the pair's size; far from the origin, where coordinates
// have lost digits, also where it is this near relative to them. The library then looks more closely.
static const double near = 1e-6, near_far = 16.0 * DBL_EPSILON;

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 sub(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static scree_vec3 add_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static scree_vec3 vertex_of(const scree_body *b, int i)
{
    return scree_body_point(b, scree_shape_vertex(b->shape, i));
}

static double length(scree_vec3 v)
{
    return sqrt(dot(v, v));
}

static double to_segment(scree_vec3 p, scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = sub(b, a), r = sub(p, a);
    const double whole = dot(d, d), t = whole > 0.0 ? fmin(fmax(dot(r, d) / whole, 0.0), 1.0) : 0.0;
    return length(sub(r, (scree_vec3){ t * d.x, t * d.y, t * d.z }));
}

/// How far a point of the core is from a feature; of a face, from its plane.
static double distance_to(const scree_body *b, scree_feature feature, int i, scree_vec3 p)
{
    if (feature == SCREE_FEATURE_VERTEX) return length(sub(p, vertex_of(b, i)));
    if (feature == SCREE_FEATURE_EDGE) {
        int ends[2], faces[2];
        scree_shape_edge(b->shape, i, ends, faces);
        return to_segment(p, vertex_of(b, ends[0]), vertex_of(b, ends[1]));
    }
    const scree_body rotation = { b->shape, { 0.0, 0.0, 0.0 }, b->orientation };
    const scree_vec3 corner = vertex_of(b, scree_shape_face_vertices(b->shape, i)[0]);
    return fabs(dot(scree_body_point(&rotation, scree_shape_face_normal(b->shape, i)), sub(p, corner)));
}

static int count_of(const scree_shape *shape, scree_feature feature)
{
    if (feature == SCREE_FEATURE_VERTEX) return scree_shape_vertex_count(shape);
    return feature == SCREE_FEATURE_EDGE ? scree_shape_edge_count(shape) : scree_shape_face_count(shape);
}

/// Set the number of one body's feature to one that is not refuted, if there is any: true if so.
static bool find_number(const scree_body bodies[2], int which, scree_contact *contact,
                        const scree_verify_options *options, scree_verification *out)
{
    const scree_body *b = &bodies[which];
    const scree_feature feature = which == 0 ? contact->feature_a : contact->feature_b;
    int *index = which == 0 ? &contact->index_a : &contact->index_b;
    const double away = (which == 0 ? -1.0 : 1.0) * scree_shape_rounding(b->shape);
    const scree_vec3 p = add_scaled(which == 0 ? contact->point_a : contact->point_b, away, contact->normal);
    const double reach = near * scree_pair_size(bodies[0].shape, bodies[1].shape) + near_far * length(p);
    scree_verify_options features = *options; // all axes have been tried
    features.most_axes = 0;
    for (int i = 0; i < count_of(b->shape, feature); ++i) {
        if (!(distance_to(b, feature, i, p) <= reach)) continue;
        *index = i;
        if (scree_verify(&bodies[0], &bodies[1], contact, &features, out) != SCREE_OK) return false;
        if (out->verdict != SCREE_REFUTED || out->claim != SCREE_CLAIM_FEATURES) return true;
    }
    *index = -1;
    return false;
}

/// Has the body such features, and is there none by its number?
static bool is_open(const scree_shape *shape, scree_feature feature, int index)
{
    return index < 0 && feature != SCREE_FEATURE_SURFACE && scree_shape_vertex_count(shape) > 0;
}

/// The plane of a half space is its only face: it needs no number, but a wrong one stays wrong.
static void number_plane(const scree_shape *shape, scree_feature feature, int *index)
{
    if (scree_shape_kind_of(shape) == SCREE_HALF_SPACE && feature == SCREE_FEATURE_FACE && *index < 0) *index = 0;
}

static scree_status refuse(scree_verification *out)
{
    out->verdict = SCREE_REFUTED;
    out->claim = SCREE_CLAIM_FEATURES;
    out->reason = "no feature of that kind holds the point and faces the other body";
    out->claimed = out->found = out->allowed = 0.0;
    return SCREE_OK;
}

scree_status scree_cli_verify_named(const scree_body bodies[2], const scree_contact *contact,
                                    const scree_verify_options *options, scree_verification *out)
{
    scree_contact k = *contact;
    number_plane(bodies[0].shape, k.feature_a, &k.index_a);
    number_plane(bodies[1].shape, k.feature_b, &k.index_b);
    scree_status status = scree_verify(&bodies[0], &bodies[1], &k, options, out);
    const bool named = (options->claims & SCREE_VERIFY_FEATURES) && (options->claims & SCREE_VERIFY_POINTS);
    if (status != SCREE_OK || out->verdict == SCREE_REFUTED || !named || k.beyond) return status;
    const scree_verification whole = *out;
    if (is_open(bodies[0].shape, k.feature_a, k.index_a) && !find_number(bodies, 0, &k, options, out))
        return refuse(out);
    if (is_open(bodies[1].shape, k.feature_b, k.index_b) && !find_number(bodies, 1, &k, options, out))
        return refuse(out);
    *out = whole;
    return SCREE_OK;
}
