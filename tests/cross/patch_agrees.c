// A contact and its patch: scree_contact_patch() has the area that the contact names, and its middle is the contact
// point, for every class of pairs, single and in a batch, both ways round. Faces that are level to 1e-12 next to each
// other once gave a patch of the neighbour.
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scree/batch.h"
#include "scree/query.h"

enum { SEED = 11, PAIRS = 400, SCRATCH = 1 << 23 };

typedef struct checks {
    long patches, areas;
} checks;

static void check_patch(const scree_body *a, const scree_body *b, const scree_contact *x, const char *name,
                        void *scratch, checks *count)
{
    if (x->status != SCREE_OK) return;
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    scree_patch patch;
    CHECK(scree_contact_patch(a, b, x, &o, &patch, NULL, 0) == SCREE_OK);
    const double size = scree_pair_size(a->shape, b->shape), far = sqrt(s3_dot(x->point, x->point));
    const double slack = 1e-12 * (size + fabs(x->distance) + far), area = patch.count >= 2 ? patch.area : 0.0;
    CHECK_MSG(fabs(area - x->patch_area) <= slack * size + 1e-9 * x->patch_area,
              "%s: area %.17g of the contact, %.17g of its patch", name, x->patch_area, area);
    count->areas += x->patch_area > 0.0;
    if (patch.count < 2) return;
    ++count->patches;
    const scree_vec3 off = s3_sub(patch.centroid, x->point);
    CHECK_MSG(sqrt(s3_dot(off, off)) <= 4.0 * slack, "%s: %d corners, their middle is %.3g off the contact point", name,
              patch.count, sqrt(s3_dot(off, off)));
}

static void check_class(int class_number, void *scratch, checks *count)
{
    scree_error error;
    scree_scene *scene = scree_scene_open(class_number, SEED, &error);
    if (!CHECK(scene != NULL)) return;
    const char *name = scree_scene_class_name(class_number);
    const long pairs = scree_scene_class_weight(class_number) > 0 ? check_scaled(PAIRS) : 4;
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    for (long i = 0; i < pairs; ++i) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)i, &pose);
        const scree_body bodies[2] = { pose.body_a, pose.body_b };
        const scree_pair pair = { .a = 0, .b = 1 };
        const scree_batch batch = { .bodies = bodies,
                                    .body_count = 2,
                                    .pairs = &pair,
                                    .pair_count = 1,
                                    .threads = 1,
                                    .scratch = scratch,
                                    .scratch_size = SCRATCH };
        scree_contact x;
        (void)scree_query(&bodies[0], &bodies[1], &o, &x);
        check_patch(&bodies[0], &bodies[1], &x, name, scratch, count);
        (void)scree_query(&bodies[1], &bodies[0], &o, &x);
        check_patch(&bodies[1], &bodies[0], &x, name, scratch, count);
        (void)scree_query_batch(&batch, NULL, &x);
        check_patch(&bodies[0], &bodies[1], &x, name, scratch, count);
    }
    scree_scene_close(scene);
}

int main(void)
{
    checks count = { 0, 0 };
    void *scratch = malloc(SCRATCH);
    if (!CHECK(scratch != NULL)) return check_done();
    for (int i = 0; i < scree_scene_class_count(); ++i) check_class(i, scratch, &count);
    CHECK_MSG(count.patches > 100 && count.areas > 100, "%ld patches, %ld areas", count.patches, count.areas);
    free(scratch);
    return check_done();
}
