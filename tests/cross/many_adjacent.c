// Hulls that overlap a little, with the projection of the origin near sides, corners and ends of features, many pairs
// side by side: where the kernel says that a depth is the least, the separating axes, all of them, have none that is
// less; and many of such pairs are answered.
#include <stdlib.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "many_families.h"
#include "pair/answer.h"
#include "pair/pair.h"
#include "scree/method.h"

enum { SEED = 93, MOST = SCREE_MOST_WORK, SCRATCH = 1 << 22 };

static long asked, answer_count;

static const family families[] = { TETRAHEDRA, PRISMS, OCTAHEDRA, BENT, HULLS, HULLS, ROUNDED, LARGE_HULLS };

// A point of a hull's skin, next to the border of its feature, and a direction out of the hull there; in its frame.
typedef struct skin {
    scree_vec3 at, out;
} skin;

static scree_vec3 vertex_of(const scree_shape *s, int i)
{
    return s3(s->x[i], s->y[i], s->z[i]);
}

// A part of a side: tiny ones down to that power of ten.
static double part_of(double least, scree_random *r)
{
    return random_below(r, 2) == 0 ? random_decade(r, least, least + 3) : random_between(r, 0.0, 0.5);
}

// From one corner to the others.
static skin on_face(const scree_shape *s, double least, scree_random *r)
{
    const scree_face *f = &s->hull->faces[random_below(r, s->hull->face_count)];
    const int first = random_below(r, f->count), *vertices = s->hull->face_vertices + f->first;
    skin x = { vertex_of(s, vertices[first]), f->normal };
    const scree_vec3 corner = x.at;
    for (int k = 1; k <= 2; ++k) {
        const double part = part_of(least, r);
        const scree_vec3 other = vertex_of(s, vertices[(first + (k == 1 ? 1 : f->count - 1)) % f->count]);
        x.at = s3_add(x.at, s3_scale(s3_sub(other, corner), part));
    }
    return x;
}

static skin on_edge(const scree_shape *s, double least, scree_random *r)
{
    const scree_edge e = scree_edge_at(s->hull, random_below(r, s->hull->edge_count));
    const int end = random_below(r, 2);
    const scree_vec3 p = vertex_of(s, e.vertex[end]), q = vertex_of(s, e.vertex[1 - end]);
    const double part = part_of(least, r);
    const scree_vec3 m = s->hull->faces[e.face[0]].normal, n = s->hull->faces[e.face[1]].normal;
    const double share = random_unit(r);
    return (skin){ s3_add(p, s3_scale(s3_sub(q, p), part)),
                   s3_unit(s3_add(s3_scale(m, share), s3_scale(n, 1 - share))) };
}

static skin on_vertex(const scree_shape *s, scree_random *r)
{
    const int v = random_below(r, s->vertex_count);
    scree_vec3 out = s3(0, 0, 0);
    for (int k = s->hull->nodes[v].fan; k < s->hull->nodes[v].fan_end; ++k)
        out = s3_add(out, s3_scale(s->hull->faces[scree_vertex_face(s->hull, k)].normal, random_between(r, 0.1, 1.0)));
    return (skin){ vertex_of(s, v), s3_unit(out) };
}

// B's skin below A's; of some, depth and sides are close to what floats can resolve.
static void place_adjacent(scree_body *a, scree_body *b, scree_random *r)
{
    const bool edges = random_below(r, 2) == 0, tiny = random_below(r, 4) == 0;
    const double least = tiny ? -9 : -4;
    const skin x = edges ? on_edge(a->shape, least, r) : on_face(a->shape, least, r);
    const skin y = edges ? on_edge(b->shape, least, r) : on_vertex(b->shape, r);
    const double size = scree_pair_size(a->shape, b->shape);
    const double depth = size * random_decade(r, tiny ? -7.5 : -3.5, tiny ? -5.5 : -1.2);
    a->orientation = random_rotation(r);
    a->position = s3_scale(random_direction(r), random_below(r, 3) == 0 ? size : 0.0);
    const scree_vec3 n = quat_rotate(a->orientation, x.out);
    const scree_quat rotation = quat_from_to(y.out, s3_scale(n, -1.0));
    b->orientation = quat_times(quat_about(n, random_between(r, 0.0, 6.28)), rotation);
    const scree_vec3 skin_a = s3_add(a->position, quat_rotate(a->orientation, x.at));
    b->position = s3_sub(s3_sub(skin_a, s3_scale(n, depth)), quat_rotate(b->orientation, y.at));
}

// What the axes say, if it is a contact of which they are sure.
static void judge(const scree_body *a, const scree_body *b, const scree_contact *c, void *scratch, const char *name)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("sat");
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    scree_contact x;
    if (scree_query(a, b, &o, &x) != SCREE_OK) return;
    CHECK_MSG(x.lower <= c->upper && c->lower <= x.upper, "%s: %.17g in [%.17g, %.17g], but by all axes [%.17g, %.17g]",
              name, c->distance, c->lower, c->upper, x.lower, x.upper);
    CHECK_MSG(c->upper - c->lower <=
                  1e-13 * (scree_pair_size(a->shape, b->shape) + sqrt(s3_dot(a->position, a->position))),
              "%s: an interval of %.3g", name, c->upper - c->lower);
}

static void check_pairs(const scree_scene *scene, const char *name, int count, void *scratch, scree_random *r)
{
    scree_body bodies[2 * MOST];
    scree_pair pairs[MOST];
    scree_contact results[MOST];
    int32_t numbers[MOST], left[MOST];
    scree_cache guesses[MOST];
    bool answered[MOST];
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 2; ++k) bodies[2 * i + k].shape = scene->solids[random_below(r, SOLIDS)].shape;
        place_adjacent(&bodies[2 * i], &bodies[2 * i + 1], r);
        pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        numbers[i] = i;
        answered[i] = true;
    }
    const scree_batch batch = {
        .bodies = bodies, .body_count = 2 * (size_t)count, .pairs = pairs, .pair_count = (size_t)count
    };
    const scree_lane_work work = {
        .batch = &batch, .tolerance = -1.0, .pairs = numbers, .count = count, .results = results
    };
    const int rest = scree_kernels_best()->many(&work, guesses, left);
    for (int i = 0; i < rest; ++i) answered[left[i]] = false;
    for (int i = 0; i < count; ++i) {
        if (!answered[i]) continue;
        judge(&bodies[2 * i], &bodies[2 * i + 1], &results[i], scratch, name);
        ++answer_count;
    }
    asked += count;
}

int main(void)
{
    enum { FAMILY_COUNT = sizeof families / sizeof *families, PAIRS = 2000 };
    void *scratch = malloc(SCRATCH);
    if (scratch == NULL) exit(EXIT_FAILURE);
    for (int f = 0; f < FAMILY_COUNT; ++f) {
        scree_random r = random_stream(SEED, (uint64_t)f, 0);
        scree_scene *scene = family_scene(families[f], &r);
        const long pairs = check_scaled(PAIRS);
        for (long done = 0; done < pairs; done += MOST)
            check_pairs(scene, family_name[families[f]], pairs - done < MOST ? (int)(pairs - done) : MOST, scratch, &r);
        scree_scene_close(scene);
    }
    printf("of %ld pairs, %ld were answered\n", asked, answer_count);
    CHECK_MSG(3 * answer_count > asked, "%ld of %ld answered", answer_count, asked);
    free(scratch);
    return check_done();
}
