// Balls and polyhedra, against points that are put at a known distance from a known feature, and against all features
// in long double: boxes, hulls of few and of many faces, needles and plates, tiny and huge; inside, on faces, edges and
// vertices; the question for a margin.

#include <string.h>

#include "dispatch/auto.h"
#include "dispatch/direct.h"
#include "smooth.h"
#include "solve/polytope/solids.h"

enum { MOST = 400, KINDS = 9 };

static const char *const names[KINDS] = {
    "box", "cube as a polyhedron", "4 vertices", "20 vertices", "needle", "plate", "rounded", "300 vertices", "prism"
};

static scree_shape *make_shape(scree_random *r, int kind, double scale)
{
    static scree_vec3 p[MOST];
    const scree_vec3 half = { random_between(r, 0.2, 1) * scale, random_between(r, 0.2, 1) * scale, scale };
    if (kind == 0) return scree_box_create(half, 0.0, NULL);
    const int count = kind == 1 ? 8 : kind == 2 ? 4 : kind == 7 ? 300 : kind == 8 ? 160 : 20;
    const double thin = kind == 4 ? 1e-5 : 1.0, flat = kind == 5 ? 1e-5 : 1.0;
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        if (kind == 1) d = (scree_vec3){ i & 1 ? 1 : -0.5, i & 2 ? 0.25 : -0.5, i & 4 ? 0.75 : 0 };
        const double angle = 6.283185307179586 * (i / 2) / 80; // a prism of 80 sides: more than a word has bits
        if (kind == 8) d = (scree_vec3){ cos(angle), sin(angle), i % 2 == 0 ? 0.5 : -0.25 };
        p[i] = (scree_vec3){ scale * thin * d.x, scale * thin * d.y, scale * flat * d.z };
    }
    return scree_polyhedron_create(p, (size_t)count, kind == 6 ? 0.125 * scale : 0.0, NULL);
}

static real3 r3_minus(real3 a, real3 b)
{
    return r3_add_scaled(a, -1, b);
}

static real3 stored(const scree_shape *s, int vertex)
{
    return r3_from(scree_stored_vertex(s, vertex));
}

static real3 normal_of(const scree_shape *s, int face)
{
    const scree_face *f = &s->hull->faces[face];
    const int *corner = &s->hull->face_vertices[f->first];
    real3 n = r3(0, 0, 0), u = stored(s, corner[0]);
    for (int i = 1; i + 1 < f->count; ++i)
        n = r3_add_scaled(n, 1, r3_cross(r3_minus(stored(s, corner[i]), u), r3_minus(stored(s, corner[i + 1]), u)));
    return r3_unit(n);
}

static real to_segment(real3 q, real3 u, real3 v)
{
    real3 e = r3_minus(v, u), w = r3_minus(q, u);
    real t = r3_dot(w, e) / r3_dot(e, e);
    w = r3_add_scaled(w, -(t < 0 ? 0 : t > 1 ? 1 : t), e);
    return sqrtl(r3_dot(w, w));
}

// The signed distance of q from all planes, or from all faces and edges where it is in front of one.
static real true_distance(const scree_shape *s, real3 q)
{
    real depth = -INFINITY, best = INFINITY;
    for (int f = 0; f < s->hull->face_count; ++f) {
        const int *corner = &s->hull->face_vertices[s->hull->faces[f].first];
        real3 n = normal_of(s, f);
        real height = r3_dot(n, r3_minus(q, stored(s, corner[0])));
        depth = fmaxl(depth, height);
        bool over = true;
        for (int i = 0; i < s->hull->faces[f].count; ++i) {
            real3 u = stored(s, corner[i]), v = stored(s, corner[(i + 1) % s->hull->faces[f].count]);
            over = over && r3_dot(r3_cross(n, r3_minus(v, u)), r3_minus(q, u)) >= 0;
            best = fminl(best, to_segment(q, u, v));
        }
        if (over) best = fminl(best, fabsl(height));
    }
    return depth <= 0 ? depth : best;
}

// A ball about a point of the polyhedron's frame, with the polyhedron somewhere.
typedef struct scene {
    scree_shape *hull, *ball;
    scree_body a, b;
    double size;
    bool swapped;
} scene;

static scene place(scree_random *r, scree_shape *shape, double radius, scree_vec3 q)
{
    scene s = { .hull = shape, .ball = scree_sphere_create(radius, 0.0, NULL), .swapped = random_below(r, 2) == 0 };
    s.size = shape->core_radius;
    const scree_quat rotation = random_rotation(r);
    const scree_vec3 at = s3_scale(random_direction(r), s.size * random_between(r, 0, 3));
    const scree_body hull = { shape, at, random_below(r, 4) == 0 ? (scree_quat){ 1, 0, 0, 0 } : rotation };
    const scree_body ball = { s.ball, scree_body_point(&hull, s3_add(shape->centre, q)), rotation };
    s.a = s.swapped ? ball : hull;
    s.b = s.swapped ? hull : ball;
    return s;
}

// q as the poses have it, to long double.
static real3 centre_of(const scene *s)
{
    const scree_body *hull = s->swapped ? &s->b : &s->a, *ball = s->swapped ? &s->a : &s->b;
    real3 d = r3_minus(r3_from(ball->position), r3_from(hull->position));
    return r3_minus(real_rotate(hull->orientation, d, true), r3_from(s->hull->centre));
}

static void check_margins(const scene *s, real truth, double slack)
{
    bool closer;
    for (int i = -1; i <= 1; ++i) {
        const double margin = (double)truth + i * 3 * slack;
        CHECK(scree_closer_than(&s->a, &s->b, margin, NULL, &closer) == SCREE_OK);
        if (i != 0)
            CHECK_MSG(closer == (i > 0), "%.17g is %s than %.17g", (double)truth, closer ? "closer" : "farther",
                      margin);
    }
    CHECK(scree_overlap(&s->a, &s->b, NULL, &closer) == SCREE_OK);
    if (fabsl(truth) > 3 * slack) CHECK(closer == (truth < 0));
}

// Everything but the names. `direct` says whether the pair must have been answered without a search.
static scree_contact check_scene(const scene *s, const char *name, bool direct)
{
    const real3 q = centre_of(s);
    const real truth = true_distance(s->hull, q) - s->hull->radius - s->ball->radius;
    const double far = s->size + (double)sqrtl(r3_dot(q, q)) + s->ball->radius + s->hull->radius;
    const double place = length_of(s->a.position) + length_of(s->b.position);
    const double slack = 40 * 0x1p-53 * far + 2 * s->hull->slack, world = slack + 8 * 0x1p-53 * place;
    scree_contact c, quick = { 0 };
    CHECK(scree_query(&s->a, &s->b, NULL, &c) == SCREE_OK);
    CHECK_MSG(c.lower <= truth && truth <= c.upper, "%s: %.17g not in [%.17g, %.17g]", name, (double)truth, c.lower,
              c.upper);
    CHECK_MSG(fabsl(c.distance - truth) <= slack && c.upper - c.lower <= 6 * slack, "%s: %.17g for %.17g", name,
              c.distance, (double)truth);
    const scree_vec3 way = s3_sub(c.point_b, c.point_a);
    CHECK_MSG(length_of(s3_sub(way, s3_scale(c.normal, c.distance))) <= world, "%s: points", name);
    CHECK_MSG(fabs(length_of(c.normal) - 1) <= 4 * 0x1p-53, "%s: normal of length %.17g", name, length_of(c.normal));
    // The point of the polyhedron is on its skin, and the normal points to the centre or away from it.
    const scree_body *hull = s->swapped ? &s->b : &s->a;
    const scree_vec3 on = s->swapped ? c.point_b : c.point_a;
    real3 p = real_rotate(hull->orientation, r3_minus(r3_from(on), r3_from(hull->position)), true);
    const real off = true_distance(s->hull, r3_minus(p, r3_from(s->hull->centre))) - s->hull->radius;
    CHECK_MSG(fabsl(off) <= 4 * world, "%s: %.3g off the surface, allowed %.3g", name, (double)off, 4 * world);
    const bool answered = scree_point_polyhedron(&s->a, &s->b, 0.0, NULL, &quick);
    CHECK_MSG(answered || !direct, "%s: left to the search at %.17g", name, (double)truth);
    if (answered) CHECK(quick.distance == c.distance && quick.normal.x == c.normal.x && quick.index_a == c.index_a);
    check_margins(s, truth, slack + 4 * 0x1p-53 * fabs((double)truth));
    return c;
}

// A point of a feature's inside, and a normal that points there and nowhere else.
static scree_feature pick_feature(scree_random *r, const scree_shape *s, int *index, scree_vec3 *at, scree_vec3 *n)
{
    const scree_feature kind = (scree_feature)(SCREE_FEATURE_VERTEX + random_below(r, 3));
    scree_vec3 sum = { 0, 0, 0 }, place = { 0, 0, 0 };
    if (kind == SCREE_FEATURE_VERTEX) {
        *index = random_below(r, s->vertex_count);
        place = scree_stored_vertex(s, *index);
        for (int k = s->hull->nodes[*index].fan; k < s->hull->nodes[*index].fan_end; ++k)
            sum =
                s3_add(sum, s3_scale(s->hull->faces[scree_vertex_face(s->hull, k)].normal, random_between(r, 0.1, 1)));
    } else if (kind == SCREE_FEATURE_EDGE) {
        *index = random_below(r, s->hull->edge_count);
        const scree_edge e = scree_edge_at(s->hull, *index);
        const double t = random_between(r, 0.1, 0.9), u = random_between(r, 0.1, 0.9);
        place = s3_add(s3_scale(scree_stored_vertex(s, e.vertex[0]), t),
                       s3_scale(scree_stored_vertex(s, e.vertex[1]), 1 - t));
        sum = s3_add(s3_scale(s->hull->faces[e.face[0]].normal, u), s3_scale(s->hull->faces[e.face[1]].normal, 1 - u));
    } else {
        *index = random_below(r, s->hull->face_count);
        const scree_face *f = &s->hull->faces[*index];
        for (int i = 0; i < f->count; ++i)
            place =
                s3_add(place, s3_scale(scree_stored_vertex(s, s->hull->face_vertices[f->first + i]), 1.0 / f->count));
        sum = f->normal;
    }
    *at = place;
    *n = s3_unit(sum);
    return kind;
}

static void check_known(scree_random *r, int kind, double scale)
{
    scree_shape *shape = make_shape(r, kind, scale);
    if (!CHECK(shape != NULL)) return;
    for (int i = 0; i < 6; ++i) {
        int index = 0;
        scree_vec3 at, n;
        const scree_feature feature = pick_feature(r, shape, &index, &at, &n);
        const double far = scale * random_decade(r, -3, 1);
        const scene s = place(r, shape, far * random_between(r, 0.5, 1.5), s3_add(at, s3_scale(n, far)));
        const bool thin = kind == 4 || kind == 5; // features as small as the distance from them: any name may be right
        const scree_contact c = check_scene(&s, names[kind], !thin && shape->slack == 0.0);
        const scree_feature named = s.swapped ? c.feature_b : c.feature_a;
        const int number = s.swapped ? c.index_b : c.index_a;
        if (!thin)
            CHECK_MSG(named == feature && number == index, "%s: %d %d for %d %d", names[kind], (int)named, number,
                      (int)feature, index);
        CHECK((s.swapped ? c.feature_a : c.feature_b) == SCREE_FEATURE_SURFACE &&
              (s.swapped ? c.index_a : c.index_b) == -1);
        scree_shape_destroy(s.ball);
    }
    scree_shape_destroy(shape);
}

static void check_anywhere(scree_random *r, int kind, double scale)
{
    scree_shape *shape = make_shape(r, kind, scale);
    if (!CHECK(shape != NULL)) return;
    for (int i = 0; i < 4; ++i) {
        scree_vec3 q = s3_scale(random_direction(r), scale * random_between(r, 0, 2));
        if (random_below(r, 4) == 0) q = s3_scale(q, 1e-3);
        const scene s = place(r, shape, scale * random_decade(r, -6, 1), q);
        (void)check_scene(&s, names[kind], false);
        scree_shape_destroy(s.ball);
    }
    scree_shape_destroy(shape);
}

// On faces, edges and vertices to the last bit or nearly; in the middle of a cube; across a face's edge by little.
static void check_degenerate(scree_random *r, double scale)
{
    scree_shape *cube = scree_box_create((scree_vec3){ scale, scale, scale }, 0.0, NULL);
    static const double places[] = { 0.0, 1.0, -1.0, 0.5, 1.0 + 0x1p-52, 1.0 - 0x1p-53, 1.0 + 1e-13, 1.0 + 1e-7, 2.0 };
    enum { PLACES = sizeof places / sizeof *places };
    for (int i = 0; i < PLACES * PLACES * PLACES; ++i) {
        const scree_vec3 q = { scale * places[i % PLACES], scale * places[i / PLACES % PLACES],
                               scale * places[i / PLACES / PLACES] };
        const scene s = place(r, cube, 0.5 * scale, q);
        (void)check_scene(&s, "cube", false);
        scree_shape_destroy(s.ball);
    }
    scree_shape *ball = scree_sphere_create(0.5 * scale, 0.0, NULL);
    const scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(ball, s3(0, 0, 0));
    scree_contact c;
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK && c.distance == -1.5 * scale && c.feature_a == SCREE_FEATURE_FACE);
    scree_shape_destroy(ball);
    scree_shape_destroy(cube);
}

// The scratch that scree_query_scratch() reports is enough for the fallback search.
static void check_scratch(scree_random *r)
{
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL);
    for (int kind = 0; kind < KINDS; ++kind) {
        scree_shape *shape = make_shape(r, kind, 1.0);
        CHECK(scree_way_of(shape, ball)->direct == scree_point_polyhedron &&
              scree_auto_scratch(shape, ball) >= scree_solids_scratch(shape, ball));
        CHECK(scree_auto_scratch(ball, shape) == scree_auto_scratch(shape, ball));
        scree_shape_destroy(shape);
    }
    scree_shape_destroy(ball);
}

int main(void)
{
    static const double scales[] = { 1.0, 1e-9, 1e9 };
    scree_random r = random_stream(61, 0, 0);
    for (int k = 0; k < 3; ++k) {
        check_degenerate(&r, scales[k]);
        for (int kind = 0; kind < KINDS; ++kind) {
            for (long i = 0, count = check_scaled(kind >= 7 ? 3 : 60); i < count; ++i) {
                check_known(&r, kind, scales[k]);
                check_anywhere(&r, kind, scales[k]);
            }
        }
    }
    check_scratch(&r);
    return check_done();
}
