// The kernel for the shared volume of polyhedra: the same bits at every width, and what the cuts of solve/volume say; also where
// faces lie in one plane, bodies are thin, nested or just touch, which it leaves.
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"
#include "solve/volume/overlap_volume.h"

enum { MOST_VERTICES = 40, SCRATCH = 1 << 20 };

static unsigned char scratch[SCRATCH];

static scree_shape *make_hull(scree_random *r)
{
    scree_vec3 p[MOST_VERTICES];
    const int count = 4 + random_below(r, MOST_VERTICES - 4), kind = random_below(r, 4);
    const double x = random_between(r, 0.2, 1.0), y = random_between(r, 0.2, 1.0);
    if (kind == 0) return scree_box_create(s3(x, y, 1.0), 0.0, NULL);
    for (int i = 0; i < count; ++i) {
        const scree_vec3 v = random_direction(r);
        p[i] = kind == 1 ? v : kind == 2 ? s3(v.x, v.y, 0.2 * v.z) : s3(x * v.x, 0.001 * v.y, v.z);
    }
    return scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static double apart(scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = s3_sub(a, b);
    return sqrt(s3_dot(d, d));
}

static void compare(const scree_overlap_volume_result *found, const scree_overlap_volume_result *cut)
{
    // Planes are off by some roundings of the size, which is about 1.
    const double area = cut->area_a + cut->area_b, off = 1e-14, thickness = cut->volume / area;
    CHECK(fabs(found->volume - cut->volume) <= off * area);
    CHECK(apart(found->centroid, cut->centroid) <= 10.0 * off / fmin(thickness, 1.0));
    CHECK(apart(found->area_vector, cut->area_vector) <= 20.0 * off);
    CHECK(apart(found->couple, cut->couple) <= 20.0 * off);
    CHECK(fabs(found->area_a - cut->area_a) + fabs(found->area_b - cut->area_b) <= 20.0 * off);
}

static bool check_pair(long number)
{
    scree_random r = random_stream(48, 0, (uint64_t)number);
    scree_shape *s = make_hull(&r), *t = number % 5 == 0 ? NULL : make_hull(&r);
    scree_body a = scree_body_at(s, s3(0, 0, 0)), b = scree_body_at(t != NULL ? t : s, s3(0, 0, 0));
    const scree_quat rotation = random_rotation(&r);
    if (number % 7 != 0) a.orientation = rotation;
    if (number % 7 != 0) b.orientation = random_rotation(&r);
    b.position = s3_scale(random_direction(&r), random_between(&r, 0.0, 2.0));
    if (number % 11 == 0) b.position = s3(0.3, 0, 0);
    scree_overlap_volume_result found, other, cut, back;
    memset(&found, 0, sizeof found);
    CHECK(scree_overlap_volume_by_cuts(&a, &b, scratch, SCRATCH, &cut) == SCREE_OK);
    const bool done = scree_kernels_of(2)->volume(&a, &b, &found);
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        memset(&other, 0, sizeof other);
        if (lanes == 2 || scree_kernels_of(lanes) == NULL) continue;
        CHECK(scree_kernels_of(lanes)->volume(&a, &b, &other) == done);
        if (done) CHECK(memcmp(&found, &other, sizeof found) == 0);
    }
    if (done) compare(&found, &cut);
    CHECK(scree_overlap_volume(&a, &b, scratch, SCRATCH, &found) == SCREE_OK);
    CHECK(scree_overlap_volume(&b, &a, scratch, SCRATCH, &back) == SCREE_OK);
    if (cut.volume > 1e-9) compare(&found, &cut);
    if (done && t != NULL)
        CHECK(found.volume == back.volume && found.area_a == back.area_b && found.couple.x == -back.couple.x);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
    return done || cut.volume == 0.0;
}

int main(void)
{
    const long pairs = check_scaled(4000);
    long done = 0;
    for (long i = 0; i < pairs; ++i) done += check_pair(i);
    CHECK_MSG(done >= pairs / 4, "%ld of %ld pairs answered", done, pairs);
    return check_done();
}
