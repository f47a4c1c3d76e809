// The kernel for the pressure field of polyhedra that meet edge on edge. It gives the same bits at every width; where it answers, the
// force is that of the whole medial surface, whichever edges the contact names; and it answers most of such contacts.
#include <string.h>

#include "check.h"
#include "region/prepare.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"
#include "shape/shape.h"

enum { SIDES = 5, HULL = 16, TOGETHER = 8 };

typedef struct edge_pair {
    scree_shape *shapes[2];
    scree_body a, b;
    scree_contact contact;
    double size;
} edge_pair;

// Points on a ball, whose faces are triangles; or a prism, flat or long, also with a square cross-section.
static scree_shape *make_solid(scree_random *r, double size)
{
    scree_vec3 p[HULL];
    if (random_below(r, 2) == 0) {
        for (int i = 0; i < HULL; ++i) p[i] = s3_scale(random_direction(r), size);
        return scree_polyhedron_create(p, HULL, 0.0, NULL);
    }
    const int sides = 3 + random_below(r, SIDES - 2);
    const double height = random_between(r, 0.2, 2.0) * size;
    for (int i = 0; i < 2 * sides; ++i) {
        const double angle = 6.283185307179586 * (double)(i / 2) / sides;
        p[i] = s3(size * cos(angle), size * sin(angle), i % 2 == 0 ? height : -height);
    }
    return scree_polyhedron_create(p, 2 * (size_t)sides, 0.0, NULL);
}

// Somewhere on an edge, and a direction between the normals of its faces, in the shape's own frame.
typedef struct edge_place {
    scree_vec3 at, out;
} edge_place;

static edge_place any_edge(scree_random *r, const scree_shape *shape)
{
    const scree_hull *h = shape->hull;
    const scree_edge e = scree_edge_at(h, random_below(r, h->edge_count));
    const double t = random_between(r, 0.2, 0.8), w = random_between(r, 0.1, 0.9);
    const scree_vec3 from = h->nodes[e.vertex[0]].at, to = h->nodes[e.vertex[1]].at;
    const scree_vec3 first = h->faces[e.face[0]].normal, second = h->faces[e.face[1]].normal;
    const scree_vec3 out = s3_add(s3_scale(first, w), s3_scale(second, 1.0 - w));
    return (edge_place){ s3_add(from, s3_scale(s3_sub(to, from), t)), s3_unit(out) };
}

// Edge on edge, one straight over the other.
static bool open_pair(edge_pair *p, uint64_t number)
{
    scree_random r = random_stream(53, 0, number);
    p->size = random_below(&r, 8) == 0 ? 1e6 : 1.0;
    for (int i = 0; i < 2; ++i) p->shapes[i] = make_solid(&r, p->size);
    if (!CHECK(p->shapes[0] != NULL && p->shapes[1] != NULL)) return false;
    p->a = scree_body_at(p->shapes[0], s3(0, 0, 0));
    p->b = scree_body_at(p->shapes[1], s3(0, 0, 0));
    p->a.orientation = random_rotation(&r);
    const edge_place a = any_edge(&r, p->shapes[0]), b = any_edge(&r, p->shapes[1]);
    const scree_vec3 normal = quat_rotate(p->a.orientation, a.out);
    const scree_quat spin = quat_about(normal, random_between(&r, 0.0, 6.28));
    p->b.orientation = quat_times(spin, quat_from_to(b.out, s3_scale(normal, -1.0)));
    static const double depths[4] = { 1e-7, 1e-4, 1e-3, 1e-2 };
    const double depth = depths[random_below(&r, 4)] * p->size;
    const scree_vec3 at = s3_sub(quat_rotate(p->a.orientation, a.at), s3_scale(normal, depth));
    p->b.position = s3_sub(at, quat_rotate(p->b.orientation, b.at));
    return CHECK(scree_query(&p->a, &p->b, NULL, &p->contact) == SCREE_OK);
}

// By a group of the same pair `TOGETHER` times, which all get the same answer.
static bool answer(const edge_pair *p, const scree_contact *contact, int lanes, scree_pressure *out)
{
    scree_field_pair work[TOGETHER];
    scree_pressure all[TOGETHER];
    memset(all, 0, sizeof all);
    for (int i = 0; i < TOGETHER; ++i)
        if (scree_field_prepare(&p->a, &p->b, contact, &all[i], &work[i]) != SCREE_FIELD_EDGES) return false;
    const uint64_t done = scree_kernels_of(lanes)->edge_fields(work, TOGETHER);
    CHECK(done == 0 || done == (1u << TOGETHER) - 1);
    for (int i = 1; i < TOGETHER && done != 0; ++i) CHECK(memcmp(&all[i], &all[0], sizeof all[0]) == 0);
    *out = all[0];
    return done != 0;
}

static double apart(scree_vec3 a, scree_vec3 b)
{
    const scree_vec3 d = s3_sub(a, b);
    return sqrt(s3_dot(d, d));
}

static double sum_of(scree_sym3 m)
{
    return fabs(m.xx) + fabs(m.yy) + fabs(m.zz) + fabs(m.xy) + fabs(m.xz) + fabs(m.yz);
}

static void compare(const edge_pair *p, const scree_pressure *found)
{
    const scree_pressure_options o = { .energy = true };
    scree_pressure whole;
    CHECK(scree_pressure_query(&p->a, &p->b, &p->contact, &o, &whole) == SCREE_OK);
    // The error of a depth times the area that it presses on.
    const double size = p->size, depth = -p->contact.distance, force = sqrt(s3_dot(whole.force, whole.force));
    const double slack = 1e-13 * size * (whole.area + 1e-14 * size * size) + 1e-12 * force;
    const double share = slack / force + 1e-13 * size / depth;
    CHECK(apart(found->force, whole.force) <= slack);
    CHECK(apart(found->centre, whole.centre) <= share * size);
    CHECK(apart(found->couple, whole.couple) <= slack * size);
    CHECK(fabs(found->area - whole.area) <= share * whole.area);
    const scree_sym3 m = found->moments, w = whole.moments;
    const scree_sym3 off = { m.xx - w.xx, m.yy - w.yy, m.zz - w.zz, m.xy - w.xy, m.xz - w.xz, m.yz - w.yz };
    CHECK(sum_of(off) <= 10.0 * share * sum_of(w));
    CHECK(found->deep == whole.deep && found->status == SCREE_OK && found->energy == 0.0);
}

static bool check_contact(const edge_pair *p, const scree_contact *contact)
{
    scree_pressure found, other;
    const bool done = answer(p, contact, 2, &found);
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        if (lanes == 2 || scree_kernels_of(lanes) == NULL) continue;
        CHECK(answer(p, contact, lanes, &other) == done);
        if (done) CHECK(memcmp(&found, &other, sizeof found) == 0);
    }
    if (done) compare(p, &found);
    return done;
}

// The same contact with other edges, or with edges that are none.
static void check_wrong(const edge_pair *p, uint64_t number)
{
    scree_random r = random_stream(59, 0, number);
    scree_contact wrong = p->contact;
    wrong.feature_a = wrong.feature_b = SCREE_FEATURE_EDGE;
    for (int i = 0; i < 4; ++i) {
        wrong.index_a = random_below(&r, 60) - 2;
        if (i > 0) wrong.index_b = random_below(&r, 60) - 2;
        (void)check_contact(p, &wrong);
    }
}

typedef struct edge_counts {
    long met, answered;
} edge_counts;

static void check_pair(uint64_t number, edge_counts *counts)
{
    edge_pair p = { .size = 0.0 };
    if (open_pair(&p, number)) {
        const bool met = p.contact.feature_a == SCREE_FEATURE_EDGE && p.contact.feature_b == SCREE_FEATURE_EDGE;
        const bool done = check_contact(&p, &p.contact);
        counts->met += met;
        counts->answered += done;
        CHECK(met || !done);
        check_wrong(&p, number);
    }
    scree_shape_destroy(p.shapes[0]);
    scree_shape_destroy(p.shapes[1]);
}

int main(void)
{
    const long pairs = check_scaled(2000);
    edge_counts counts = { 0, 0 };
    for (long i = 0; i < pairs; ++i) check_pair((uint64_t)i, &counts);
    CHECK_MSG(counts.answered * 5 >= counts.met * 4 - 10, "%ld of %ld pairs answered", counts.answered, counts.met);
    CHECK_MSG(counts.met * 10 >= pairs * 9 - 10, "%ld of %ld pairs are edge on edge", counts.met, pairs);
    return check_done();
}
