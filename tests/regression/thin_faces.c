// Faces of which a part is no larger than rounding: what they share with the other body's feature, and where.
//
// Three things went wrong. A face whose corners merge to two was clipped like an edge but named a face, so that the contact
// point was up to its length away from what the face shares with a capsule. A face with a side hardly longer than rounding may
// have a reflex corner; the line of such a side then cut off any part of the other face, in scree_verify() too. And a face
// was cut by the sides of one a million times smaller, whose directions are known to 1e-10 in the frame of the larger body.
//
// The areas are those of the corners as the shapes hold them, in 40 decimal digits.
#include "report.h"
#include "scree/batch.h"

typedef struct pair_report {
    const char *name;
    scree_body a, b; // shapes apart
    double area;     // negative: not looked at
} pair_report;

static bool query_batch(const scree_body body[2], scree_contact *out)
{
    static unsigned char scratch[1 << 16];
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = body,
                                .body_count = 2,
                                .pairs = &pair,
                                .pair_count = 1,
                                .threads = 1,
                                .scratch = scratch,
                                .scratch_size = sizeof scratch };
    return scree_query_batch(&batch, NULL, out) == SCREE_OK;
}

static void check_contact(const pair_report *r, const scree_body *a, const scree_body *b, const scree_contact *c)
{
    not_refuted(a, b, r->name, -1.0, c);
    if (r->area < 0.0) return;
    // Sides that are off by a rounding of the pair sweep no more than that.
    const double allowed = 1e-14 * scree_pair_size(a->shape, b->shape) * sqrt(r->area) + 1e-13 * r->area;
    CHECK_MSG(fabs(c->patch_area - r->area) <= allowed, "%s: area %.17g, not %.17g", r->name, c->patch_area, r->area);
}

// Single and in a batch, both ways round.
static void check_pair(const pair_report *r, scree_shape *shape_a, scree_shape *shape_b)
{
    scree_body a = r->a, b = r->b;
    a.shape = shape_a;
    b.shape = shape_b;
    if (CHECK_MSG(shape_a != NULL && shape_b != NULL, "%s: no shapes", r->name)) {
        for (int k = 0; k < 2; ++k) {
            const scree_body body[2] = { k == 0 ? a : b, k == 0 ? b : a };
            scree_contact c;
            if (CHECK(scree_query(&body[0], &body[1], NULL, &c) == SCREE_OK)) check_contact(r, &body[0], &body[1], &c);
            if (CHECK(query_batch(body, &c))) check_contact(r, &body[0], &body[1], &c);
        }
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// The capsule passes over the narrow face at 1e-6 of a right angle: over a part of it that is much shorter than the face.
static void thin_boxes(void)
{
    const pair_report one = { "a thin box and a capsule",
                              { NULL, { 0, 0, 0 }, { 0.812878, -0.137783, -0.565671, -0.016203 } },
                              { NULL, { 0.107313, -0.66982, 0.808937 }, { 0.553143, -0.600281, 0.49244, 0.3019896 } },
                              -1.0 };
    check_pair(&one, scree_box_create(s3(0.0003, 0.0003, 4e-16), 0.0, NULL), scree_capsule_create(0.7, 1.0, 0.0, NULL));
    const pair_report two = { "a capsule and a thin box",
                              { NULL, { 0.601674, 0.512823, 0.635615 }, { -0.153696, 0.74615, -0.6252, 0.169594 } },
                              { NULL, { 0.878966, 1.174326, 0.605145 }, { 0.533473, -0.262279, 0.473346, -0.650046 } },
                              -1.0 };
    check_pair(&two, scree_capsule_create(0.7, 1.0, 0.0, NULL), scree_box_create(s3(0.0003, 0.0003, 4e-16), 0.0, NULL));
}

// Two corners of a tetrahedron are 2e-15 apart, so that its longest faces have a side that is shorter than rounding.
static void thin_tetrahedra(void)
{
    const scree_vec3 p[4] = { { 0, 0, 0 },
                              { -0.00399333, 0.00331229, -0.00117198 },
                              { 0.0041023251520721235, 0.0033476222884657914, -0.0042623724906650255 },
                              { 0.004102325152072014, 0.0033476222884640406, -0.0042623724906656986 } };
    const pair_report r = { "a thin tetrahedron and a capsule",
                            { NULL, { -2.616716, -0.05482, 2.365586 }, { -0.287955, 0.817271, 0.415267, 0.276952 } },
                            { NULL, { -2.4872222, -0.172526, 2.733984 }, { 0.304382, 0.15591, 0.1778167, 0.922727 } },
                            -1.0 };
    check_pair(&r, scree_polyhedron_create(p, 4, 0.0, NULL), scree_capsule_create(0.2, 1.0, 0.0, NULL));
    const scree_vec3 q[4] = { { 0, 0, 0 },
                              { 0.000106457, 0.000327641, -0.000117734 },
                              { -3.60102925950571e-05, 0.00034261504785256663, -0.00011773395257259413 },
                              { -3.60102925954122e-05, 0.0003426150478521896, -0.00011773395257261362 } };
    const pair_report s = { "a capsule and a thin tetrahedron",
                            { NULL, { 0, 0, 0 }, { 0.12237, 0.649665, 0.184053, 0.727383 } },
                            { NULL, { 0.12003, -0.66114, 0.193917 }, { 0.110845, 0.033064, 0.621903, -0.774505 } },
                            -1.0 };
    check_pair(&s, scree_capsule_create(0.7, 1.0, 0.0, NULL), scree_polyhedron_create(q, 4, 0.0, NULL));
}

// Two corners of a face are 3e-14 apart and one of the two is reflex, by 1e-14.
static void reflex_corners(void)
{
    const scree_vec3 p[7] = { { -0.6026346, 0.798017, 0 },
                              { -0.6026346, 0.798017, 0.8 },
                              { -1, 0, 0 },
                              { 0, 0, 0 },
                              { -1, 0, -0.8 },
                              { -0.85021713572962, 0.52643216287734, -0.7607579913073 },
                              { -0.850217135729614, 0.526432162877356, -0.76075799130725 } };
    const pair_report r = { "a reflex corner that cuts",
                            { NULL, { 0, 0, 0 }, { 0.15449, -0.58445, 0.309338, 0.734072 } },
                            { NULL, { 0, -1, 0 }, { -0.538187, 0.161797, -0.56357, 0.6054503 } },
                            0.12236881059559751 };
    check_pair(&r, scree_box_create(s3(1, 1, 1), 0.0, NULL), scree_polyhedron_create(p, 7, 0.0, NULL));
    const scree_vec3 q[4] = {
        { 0, 0, 0 }, { -0.866025, -0.5, 0.208757 }, { -0.5, -0.866025, -0.208757 }, { 0, -1, 0.208757 }
    };
    const scree_vec3 o[7] = { { 1, 0, 0 },
                              { 1, 0, 2 },
                              { 0.382683, 0.92388, 0 },
                              { 0, 0, 0 },
                              { 0.382683, 0.923879, 1.6 },
                              { 0.707106781186544, 0.70710678118655, 1.6080998021186 },
                              { 0.70710678118655, 0.70710678118654, 1.60809980211863 } };
    const pair_report s = { "a reflex corner of the larger face",
                            { NULL, { 0, 0, 0 }, { -0.449288, 0.525854, 0.082739, -0.717476 } },
                            { NULL, { 0.4, -1.5, 2.26 }, { 0.553384, -0.729708, 0.276433, 0.291337 } },
                            0.0012175887908820308 };
    check_pair(&s, scree_polyhedron_create(q, 4, 0.0, NULL), scree_polyhedron_create(o, 7, 0.0, NULL));
}

// An edge across a face that is 1e-7 wide and has a side of 2e-12: what they share is 1.25e-7 long.
static void short_sides(void)
{
    const scree_vec3 p[4] = { { 0, 0, 0 }, { 0.0497485, 0, 0.012 }, { -0.02487424, 0.04308344, 0 }, { 0, 0, -0.01 } };
    const scree_vec3 q[8] = { { 0.5, 0, 0 },
                              { 0, 7.5e-16, 7.120892e-08 },
                              { -0.5, 5.1e-11, -7.121e-08 },
                              { -1.110776776822e-05, 4e-16, 7.1208922356e-08 },
                              { -1, 0, 0 },
                              { -1.110777e-05, 0, 7.1208922356e-08 },
                              { -0.5, -5.07e-11, -7.1e-08 },
                              { 0.5, -5.1e-11, -7.1e-08 } };
    const pair_report r = { "an edge across a narrow face",
                            { NULL, { -0.0504, 0.3, 0.31084022 }, { -0.196418, -0.6138272, -0.7594027, -0.089127 } },
                            { NULL, { 0.01, 0.3572, 0.25 }, { -0.4806, 0.255258, 0.78154, 0.305060189 } },
                            0.0 };
    check_pair(&r, scree_polyhedron_create(p, 4, 0.0178, NULL), scree_polyhedron_create(q, 8, 4.4e-10, NULL));
}

static void unequal_faces(void)
{
    const scree_vec3 p[5] = { { 0, 0, 0 },
                              { -0.57667474, -0.24540788, -0.8941406 },
                              { 0.59692, -0.898781, 0.25119 },
                              { 0.8736730029498, -0.408260048193, -0.3472918198609 },
                              { 0.87367111108948, -0.408259835765626, -0.3472925331805376 } };
    const pair_report r = { "a face a million times larger",
                            { NULL, { 0, 0, 0 }, { -0.266215, 0.620584, 0.568034, 0.47047 } },
                            { NULL, { 0, 0, 1e6 }, { 0.318415, 0.141844, -0.110758, 0.930712 } },
                            0.640414422516344 };
    check_pair(&r, scree_box_create(s3(2e6, 3e5, 60), 0.0, NULL), scree_polyhedron_create(p, 5, 0.0, NULL));
}

int main(void)
{
    thin_boxes();
    thin_tetrahedra();
    reflex_corners();
    short_sides();
    unequal_faces();
    return check_done();
}
