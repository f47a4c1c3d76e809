// Scratch of exactly the size asked for is enough and is not overrun; less is refused. The trace reports each step.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/table.h"
#include "oracle/quad.h"
#include "scenes/pairs.h"
#include "scenes/random.h"
#include "scree/method.h"

enum { SEED = 31, PAIRS = 12, GUARD = 256, MARK = 0xA5 };

typedef struct trace_log {
    int steps;
    double low, high; // the best of all steps
    double blur;      // the bounds of a step are plain doubles: they may cross by some roundings
    bool ordered;
} trace_log;

static void on_step(void *user, const scree_trace_step *step)
{
    trace_log *log = user;
    ++log->steps;
    log->ordered = log->ordered && step->phase != NULL && step->simplex_size >= 0 && step->simplex_size <= 4 &&
                   step->lower <= step->upper + log->blur;
    log->low = fmax(log->low, step->lower);
    log->high = fmin(log->high, step->upper);
}

// With `bytes` of scratch: the answer, and no byte after them is written.
static void check_guarded_by(const scree_scene_pose *pose, size_t bytes, scree_contact *out)
{
    unsigned char *block = malloc(bytes + GUARD);
    if (!CHECK(block != NULL)) return;
    memset(block, MARK, bytes + GUARD);
    scree_query_options options = scree_query_defaults();
    options.scratch = block;
    options.scratch_size = bytes;
    const scree_status status = scree_query(&pose->body_a, &pose->body_b, &options, out);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "%zu bytes of scratch: %s", bytes,
              scree_status_name(status));
    bool intact = true;
    for (int i = 0; i < GUARD; ++i) intact = intact && block[bytes + (size_t)i] == MARK;
    CHECK_MSG(intact, "class %s: bytes after the scratch were written",
              scree_scene_class_name(pose->scene->class_number));
    free(block);
}

// What a caller is asked for is enough, and so is what the search takes, which may be less; one byte less than that is not.
static void check_guarded(const scree_scene_pose *pose)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    const size_t bytes = scree_method_scratch(NULL, a, b), least = scree_way_of(a, b)->scratch(a, b);
    CHECK(bytes == scree_method_scratch(NULL, b, a) && least <= bytes);
    scree_contact c = { 0 }, other = { 0 };
    check_guarded_by(pose, bytes, &c);
    check_guarded_by(pose, least, &other);
    CHECK(other.distance == c.distance && other.normal.x == c.normal.x);
    scree_query_options options = scree_query_defaults();
    if (least > 0) {
        options.scratch = malloc(least);
        options.scratch_size = least - 1;
        CHECK(scree_query(&pose->body_a, &pose->body_b, &options, &other) == SCREE_SCRATCH_TOO_SMALL);
        CHECK(other.status == SCREE_SCRATCH_TOO_SMALL);
        free(options.scratch);
    }
    // No scratch: fine for small hulls, refused for large ones, and then with the same bytes.
    options.scratch = NULL;
    options.scratch_size = 0;
    const scree_status status = scree_query(&pose->body_a, &pose->body_b, &options, &other);
    const int vertices = scree_shape_vertex_count(a), others = scree_shape_vertex_count(b);
    if ((vertices > others ? vertices : others) <= 32) CHECK(status != SCREE_SCRATCH_TOO_SMALL);
    if (status != SCREE_SCRATCH_TOO_SMALL) CHECK(other.distance == c.distance && other.normal.x == c.normal.x);
}

static void check_trace(const scree_scene_pose *pose, void *scratch, size_t bytes)
{
    double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    trace_log log = { .low = -INFINITY, .high = INFINITY, .ordered = true };
    scree_query_options options = scree_query_defaults();
    options.scratch = scratch;
    options.scratch_size = bytes;
    scree_contact quiet = { 0 }, c = { 0 };
    scree_query(&pose->body_a, &pose->body_b, &options, &quiet);
    log.blur = 64 * DOUBLE_UNIT * (size + fabs(quiet.distance));
    options.trace = on_step;
    options.trace_user = &log;
    scree_query(&pose->body_a, &pose->body_b, &options, &c);
    const char *name = scree_scene_class_name(pose->scene->class_number);
    CHECK(memcmp(&quiet.distance, &c.distance, sizeof c.distance) == 0);
    CHECK_MSG(log.ordered, "class %s: a step without order", name);
    // Closed forms and the few edges of a polygon have no steps to report; a search over polyhedra has.
    bool searched = scree_scene_class_group(pose->scene->class_number) == SCREE_SCENE_POLYHEDRA;
    CHECK_MSG(log.steps > 0 || !searched, "class %s: no step was reported", name);
    // Every step's bounds hold the exact distance, and so does the answer's interval: they all meet.
    CHECK_MSG(log.low <= c.upper + log.blur && log.high >= c.lower - log.blur && log.low <= log.high + log.blur,
              "class %s: steps say [%.17g, %.17g], the answer [%.17g, %.17g]", name, log.low, log.high, c.lower,
              c.upper);
}

// More than any stack should hold: refused without scratch, answered with it.
static void check_large(void *scratch, size_t size)
{
    enum { LARGE = 4000 };
    static scree_vec3 points[LARGE];
    scree_random r = { SEED };
    for (int i = 0; i < LARGE; ++i) points[i] = random_direction(&r);
    scree_shape *hull = scree_polyhedron_create(points, LARGE, 0.0, NULL);
    if (!CHECK(hull != NULL)) return;
    scree_body a = scree_body_at(hull, (scree_vec3){ 0, 0, 0 }), b = scree_body_at(hull, (scree_vec3){ 0, 0, 3 });
    scree_query_options options = scree_query_defaults();
    scree_contact c;
    CHECK(scree_query(&a, &b, &options, &c) == SCREE_SCRATCH_TOO_SMALL);
    options.scratch = scratch;
    options.scratch_size = size;
    CHECK(scree_query(&a, &b, &options, &c) == SCREE_OK);
    scree_shape_destroy(hull);
}

int main(void)
{
    size_t size = 1 << 24;
    void *scratch = malloc(size);
    for (int class = 0; class < scree_scene_class_count(); ++class) {
        scree_scene *scene = scree_scene_open(class, SEED, NULL);
        if (!CHECK(scene != NULL)) continue;
        for (uint64_t n = 0; n < PAIRS; ++n) {
            scree_scene_pose pose;
            scree_scene_pair(scene, n, &pose);
            check_guarded(&pose);
            check_trace(&pose, scratch, size);
        }
        scree_scene_close(scene);
    }
    check_large(scratch, size);
    free(scratch);
    return check_done();
}
