// Ellipsoids and superquadrics with needles, and far from the origin of the world.
//
// The edges of a needle are parallel to 1e-9 and tie to rounding. An edge whose projection is beyond its end took the
// place of the face that holds it, and the point was up to 0.6 off the ellipsoid's surface; an edge that was a little
// above another vertex was passed over although its normal has the larger gap, so that `upper` was below the exact
// distance. Of bodies of unequal size, the smaller one's point was put onto its surface along the ray from the centre,
// which is next to tangential for a long and thin body, or onto a vertex that the named feature does not have.
#include "report.h"
#include "scree/batch.h"

static void check_batch(const char *name, const scree_body body[2])
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
    scree_contact c;
    if (CHECK_MSG(scree_query_batch(&batch, NULL, &c) == SCREE_OK, "%s: no answer in a batch", name))
        not_refuted(&body[0], &body[1], name, -1.0, &c);
}

// Single and in a batch, both ways round. The answer of A and B.
static scree_contact check_pair(const char *name, scree_body a, scree_body b)
{
    scree_contact c[2] = { { .distance = NAN }, { .distance = NAN } };
    for (int k = 0; k < 2; ++k) {
        const scree_body body[2] = { k == 0 ? a : b, k == 0 ? b : a };
        if (CHECK_MSG(scree_query(&body[0], &body[1], NULL, &c[k]) == SCREE_OK, "%s: no answer", name))
            not_refuted(&body[0], &body[1], name, -1.0, &c[k]);
        check_batch(name, body);
    }
    CHECK_MSG(c[0].distance == c[1].distance, "%s: %.17g one way, %.17g the other", name, c[0].distance, c[1].distance);
    return c[0];
}

static void needle_in_touch(void)
{
    const scree_vec3 p[] = { { 2.517, 8.9071e-10, 4.5572e-11 },
                             { 0, 1e-09, 0 },
                             { 5.837, -3.13e-11, 1.4463e-11 },
                             { 0.9952, -8.9312e-10, -5.1873e-11 } };
    scree_shape *e = scree_ellipsoid_create(s3(0.810551, 0.5390627, 0.8105515), 0.0, NULL);
    scree_shape *needle = scree_polyhedron_create(p, 4, 0.0, NULL);
    const scree_body a = { e, { 129.1918822, -44.153075, -373.798205 }, { 0.673304, 0.644106, -0.210971, 0.29543 } };
    const scree_body b = { needle,
                           { 129.829355, -44.1562581352, -372.503898 },
                           { -0.33541726, 0.2497419, -0.8939449, -0.161203996000171 } };
    check_pair("a needle", a, b);
    scree_shape_destroy(e);
    scree_shape_destroy(needle);
}

// The gap along a direction is below the signed distance: here by more than the interval was wide.
static void better_direction(void)
{
    const scree_vec3 p[] = { { 0.05, 0, 1.983e-05 },   { 500, 6e-09, 0 },
                             { 0, 0, -2e-05 },         { -0.019502966568, 6e-13, 1.982610020566e-05 },
                             { -400, -6e-09, -2e-05 }, { -0.019502967, -6e-13, 1.98261002057e-05 },
                             { 0, -8e-09, -2e-05 },    { 400, 0, 0 } };
    scree_shape *e = scree_ellipsoid_create(s3(1, 0.64, 0.6), 0.0, NULL);
    scree_shape *needle = scree_polyhedron_create(p, 8, 0.0, NULL);
    const scree_body a = { e, { 0, 0, 0 }, { 0, 0.96, 0.22, 0.15 } };
    const scree_body b = { needle, { -0.29, -0.6, -0.43 }, { 0.9, 0.29, -0.3, -0.06 } };
    const scree_contact c = check_pair("a long needle", a, b);
    const scree_vec3 n = s3(0.09827418303527777, -0.7945298511687404, -0.5992199100084443);
    scree_contact tried = c;
    scree_verification v = { 0 };
    tried.normal = n;
    CHECK(scree_verify(&a, &b, &tried, NULL, &v) == SCREE_OK);
    CHECK_MSG(c.upper >= v.lower && v.lower > -0.00317794561, "upper end %.17g, a gap of %.17g", c.upper, v.lower);
    scree_shape_destroy(e);
    scree_shape_destroy(needle);
}

// Opposite edges have the same depth; the projection on the one is not the point of the other.
static void opposite_edges(void)
{
    const scree_vec3 p[] = { { 0.2775086, 0.480659004825331, 1.689554 },
                             { -0.2775086, 0.480659004825331, -1.689554 },
                             { -0.27750861, -0.480659004825331, -1.689554 },
                             { 0.27750861, -0.4806590048253313, 1.689554 } };
    scree_shape *e = scree_ellipsoid_create(s3(0.9, 0.3, 0.9), 0.0, NULL);
    scree_shape *plate = scree_polyhedron_create(p, 4, 0.0, NULL);
    const scree_quat q = { 0.23679364, -0.27638791, 0.8970653, -0.2506237 };
    const scree_body a = { plate, { 0, 0, 0 }, q }, b = { e, { 0, 0, 0 }, q };
    check_pair("opposite edges", a, b);
    scree_shape_destroy(e);
    scree_shape_destroy(plate);
}

// Three corners 2e-9 apart are as high to rounding: the point is on the feature that is named.
static void corners_that_tie(void)
{
    const scree_vec3 p[] = { { 0, 0, 0 },
                             { 2e-09, 0, 0.0020780086711219 },
                             { 0, 2e-09, 0 },
                             { -2e-09, 3e-25, 0.00207800867112188 },
                             { 0, 0, 0.002078008671122 } };
    scree_shape *e = scree_ellipsoid_create(s3(0.8827848, 0.20366, 0.1830555), 0.0, NULL);
    scree_shape *needle = scree_polyhedron_create(p, 5, 0.0, NULL);
    const scree_body a = { needle, { 0, 0, 0 }, { 0.5441126, -0.3520095, -0.4983173, 0.575943 } };
    const scree_body b = { e,
                           { -0.8244179, -0.11902982, 0.2978523 },
                           { 0.16895248, -0.0783152, -0.6826525, -0.7066168 } };
    check_pair("corners that tie", a, b);
    scree_shape_destroy(e);
    scree_shape_destroy(needle);
}

// Long and thin, and so far away that a coordinate is rounded by 4e-9.
static void far_away(void)
{
    const scree_vec3 p[] = { { -2, 50, -28 }, { -21.49, 20, -50 }, { 0, 30, 40 }, { 50, 0, 0 } };
    scree_shape *e = scree_ellipsoid_create(s3(0.9, 0.006, 0.005), 0.0, NULL);
    scree_shape *solid = scree_polyhedron_create(p, 4, 0.0, NULL);
    scree_shape *s = scree_superquadric_create(s3(1, 0.003, 0.002), 2.0, 2.0, 0.0, NULL);
    scree_shape *box = scree_box_create(s3(321, 111, 100), 0.0, NULL);
    const scree_body a = { e, { 1254161.43, 6.11226e+06, 27443283 }, { 0, 0.6, -0.3, 0.8 } };
    const scree_body b = { solid, { 1.25414e+06, 6.11221e+06, 27443259.7 }, { -0.6, -0.44, -0.64, 0.2 } };
    check_pair("a long ellipsoid far away", a, b);
    const scree_body c = { s, { -2.48039e+06, 6821686.4, 1541438.971 }, { 0, -0.5, -0.5, 0.7 } };
    const scree_body d = { box, { -2480451.2, 6.82161e+06, 1541095.5 }, { 0.34, -0.7, -0.143905, -0.64 } };
    check_pair("a long superquadric far away", c, d);
    scree_shape_destroy(e);
    scree_shape_destroy(solid);
    scree_shape_destroy(s);
    scree_shape_destroy(box);
}

static void check_round(const char *name, const scree_vec3 *points, size_t count, scree_body solid, scree_vec3 axes,
                        scree_body round)
{
    scree_shape *p = scree_polyhedron_create(points, count, 0.0, NULL), *e = scree_ellipsoid_create(axes, 0.0, NULL);
    solid.shape = p;
    round.shape = e;
    if (CHECK_MSG(p != NULL && e != NULL, "%s: no shapes", name)) check_pair(name, solid, round);
    scree_shape_destroy(p);
    scree_shape_destroy(e);
}

// More of what the hunt found: depths that tie to the pair's error, and faces that are narrower than that.
static void found_by_the_hunt(void)
{
    {
        const scree_vec3 p[] = { { 0, -4.231664e-09, -8.47e-13 },    { 0.8, -4.231664e-09, -8.46e-13 },
                                 { 0, 4.231664e-09, -8.465e-13 },    { 0.8, 4.231664e-09, -8.465e-13 },
                                 { -0.8, -4.231664e-09, 8.465e-13 }, { 0, -4.231664e-09, 8.465e-13 } };
        check_round("a needle through the centre", p, 6,
                    (scree_body){ NULL, { 0, 0, 0 }, { -0.6653, -0.04, 0.15, 0.731 } }, s3(0.79, 0.7, 0.2),
                    (scree_body){ NULL, { 0, 0, 0 }, { 0.48, 0.07, 0.7, -0.5312 } });
    }
    {
        const scree_vec3 p[] = { { 289.69255151947, 0, 0 },
                                 { 289.6925515194703, 379.93521552, -300 },
                                 { 289.69255151947, 0, 300 },
                                 { 289.69255151947, 379.9352155217387, 307.1769 },
                                 { 289.6925515, 379.935215521742, 307.18 },
                                 { -300, 0, 0 },
                                 { -289.7, 379.9352, 0 } };
        check_round("a long edge near the projection", p, 7,
                    (scree_body){ NULL,
                                  { 150.813128, 346.304713, -320.313393 },
                                  { 0.129121593, 0.84047451, -0.211970582, 0.481662416 } },
                    s3(0.752702, 0.579027, 0.217989),
                    (scree_body){ NULL, { 0, 0, 0 }, { -0.6384702, 0.412551, -0.466453, -0.452304 } });
    }
    {
        const scree_vec3 p[] = { { 0, -0.0015, -0.0014 },
                                 { -0.00084, -0.00203, -0.00209 },
                                 { -0.00067, 0.001545, 0.00177 },
                                 { -0.00151, -0.001703, -0.0018 },
                                 { 0.00125219029451186, 2.191849689383e-05, 0.00061773001837578 },
                                 { 0.0012521902945119, 2.191849689384e-05, 0.00061773001837579 } };
        check_round("a face with a side of 1e-17", p, 6,
                    (scree_body){ NULL, { 5.632, 29.865, 74.737 }, { 0.145, 0.17, 0.19305, -0.955 } },
                    s3(1, 0.445, 0.44),
                    (scree_body){ NULL, { 5.6764, 29.851, 75.296 }, { -0.5272, 0.7, -0.0418, 0.474 } });
    }
    {
        const scree_vec3 p[] = { { 0, 0, -2e-09 },
                                 { 0.6, 0, 0 },
                                 { -0.14, 0.000113, -2.4e-09 },
                                 { 0, 2.6e-10, 2.3774e-09 },
                                 { -0.4, 9e-05, -2.4e-09 },
                                 { -9e-07, 2e-10, 2.3774e-09 } };
        check_round("a face too narrow to lean", p, 6,
                    (scree_body){ NULL, { 0, 0, 0 }, { -0.120807, 0.578256, 0.62291, 0.512845 } },
                    s3(0.63379, 0.426319, 0.63379),
                    (scree_body){ NULL, { 0.3114345, 0.47937, -0.05794 }, { -0.08161, 0.0971, 0.81775, -0.56143 } });
    }
}

int main(void)
{
    found_by_the_hunt();
    needle_in_touch();
    better_direction();
    opposite_edges();
    corners_that_tie();
    far_away();
    return check_done();
}
