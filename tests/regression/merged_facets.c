// Overlapping polyhedra, one of which has a face merged from facets that are flat to rounding, with a corner cut off.
//
// The edge between two facets of one face is in no list of edges. Where a corner of the face is chipped by 1e-9 of the
// size, the facets at the chip differ by 1e-7 in their normals, and a pair with that edge can have less depth than all
// that is listed. The upper end was then below the exact distance, by a fifth of it.
#include "report.h"
#include "scenes/random.h"

static const scree_vec3 chipped[5] = { { 0.6780496, 0, 0 },
                                       { 0.6780496, 0, 0.2 },
                                       { 0, 0, 0 },
                                       { 0.519416155436231, -0.435841904454062, -0.1681902 },
                                       { 0.5194161560705456, -0.435841902711296, -0.1681902 } };
static const scree_vec3 sliver[4] = {
    { 0, 0, -0.025776581 }, { 0, 0, 0 }, { 0, 1e-11, -0.02577658 }, { -0.3, 0, -0.025776581 }
};
static const scree_body at_chipped = { NULL,
                                       { 2.64480858183, -0.65241502586, -0.37677639 },
                                       { -0.260810152, -0.111388776, -0.67060756, -0.685460504 } };
static const scree_body at_sliver = { NULL,
                                      { 2.0716663642, -0.75802838, -0.954779106 },
                                      { 0.167583913, 0.4697464905, -0.7876954996, -0.36164854 } };

static void minimal(void)
{
    scree_solid a = solid_hull(chipped, 5), b = solid_hull(sliver, 4);
    const scree_contact c = judged("a chipped face and a sliver", &a, at_chipped, &b, at_sliver);
    CHECK_NEAR(c.distance, -5.9444841e-10, 1e-16);
}

// The same, off by about the length of the chip.
static void nearby(void)
{
    scree_random r = random_stream(20261116, 1, 0);
    for (long i = 0; i < check_scaled(500); ++i) {
        scree_vec3 p[5];
        for (int k = 0; k < 5; ++k) p[k] = k < 3 ? s3_add(chipped[k], random_vector(&r, 1.0, -11, -8)) : chipped[k];
        scree_body at = at_sliver;
        at.position = s3_add(at.position, random_vector(&r, 1.0, -11, -8.5));
        const scree_vec3 t = random_vector(&r, 1.0, -11, -8.5);
        at.orientation = quat_times((scree_quat){ 1, t.x, t.y, t.z }, at.orientation);
        scree_solid a = solid_hull(p, 5), b = solid_hull(sliver, 4);
        (void)judged("near the chipped face and the sliver", &a, at_chipped, &b, at);
    }
}

int main(void)
{
    minimal();
    nearby();
    return check_done();
}
