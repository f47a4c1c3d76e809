// The one table: every pair of families has a row, the same one in both orders, with all that its readers rely on.
#include "dispatch/table.h"

#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "math/vec3.h"
#include "scree/scree.h"
#include "shape/shape.h"

enum { MOST_POINTS = 200 };

static scree_shape *shapes[SCREE_FAMILIES + 3]; // one of each family, then a box, a hull and a polygon of many corners
static const int shape_count = SCREE_FAMILIES + 3;

static scree_vec3 unit_support(const void *user, scree_vec3 direction)
{
    (void)user;
    return v3_unit(direction);
}

// Points on a circle, or on a sphere along a spiral.
static scree_shape *round_hull(int count, bool flat)
{
    static scree_vec3 p[MOST_POINTS];
    for (int i = 0; i < count; ++i) {
        const double z = flat ? 0.0 : (2.0 * i + 1.0) / count - 1.0, angle = flat ? 6.2831853 * i / count : 2.4 * i;
        p[i] = v3(sqrt(1.0 - z * z) * cos(angle), sqrt(1.0 - z * z) * sin(angle), z);
    }
    return flat ? scree_polygon_create(p, (size_t)count, 0.0, NULL)
                : scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static void make_shapes(void)
{
    const scree_vec3 axes = { 1.0, 0.8, 0.6 };
    const scree_support_def solid = { .support = unit_support, .dimension = 3, .radius = 1.0 },
                            flat = { .support = unit_support, .dimension = 2, .radius = 1.0 };
    shapes[SCREE_FAMILY_BALL] = scree_sphere_create(1.0, 0.0, NULL);
    shapes[SCREE_FAMILY_POINT] = scree_sphere_create(1.0, 0.0, NULL);
    shapes[SCREE_FAMILY_POINT]->family = SCREE_FAMILY_POINT; // no constructor makes one now: centres are stored apart
    shapes[SCREE_FAMILY_SEGMENT] = scree_capsule_create(0.5, 1.0, 0.0, NULL);
    shapes[SCREE_FAMILY_HULL] = round_hull(12, false);
    shapes[SCREE_FAMILY_ELLIPSOID] = scree_ellipsoid_create(axes, 0.0, NULL);
    shapes[SCREE_FAMILY_EQUAL] = scree_superquadric_create(axes, 4.0, 4.0, 0.0, NULL);
    shapes[SCREE_FAMILY_FRACTIONAL] = scree_superquadric_create(axes, 3.5, 3.5, 0.0, NULL);
    shapes[SCREE_FAMILY_UNEQUAL] = scree_superquadric_create(axes, 3.0, 5.0, 0.0, NULL);
    shapes[SCREE_FAMILY_SUPERQUADRIC] = scree_superquadric_create(axes, 40.0, 40.0, 0.0, NULL);
    shapes[SCREE_FAMILY_SMOOTH] = scree_support_shape_create(&solid, 0.0, NULL);
    shapes[SCREE_FAMILY_HALF_SPACE] = scree_half_space_create(v3(0, 0, 1), 0.0, 0.0, NULL);
    shapes[SCREE_FAMILY_DISC] = scree_disc_create(1.0, 0.0, NULL);
    shapes[SCREE_FAMILY_POLYGON] = round_hull(5, true);
    shapes[SCREE_FAMILY_LARGE] = round_hull(SCREE_POLYGON_CORNERS + 1, true);
    shapes[SCREE_FAMILY_PLANAR] = scree_support_shape_create(&flat, 0.0, NULL);
    shapes[SCREE_FAMILIES] = scree_box_create(axes, 0.0, NULL);
    shapes[SCREE_FAMILIES + 1] = round_hull(MOST_POINTS, false);
    shapes[SCREE_FAMILIES + 2] = round_hull(40, true);
    for (int i = 0; i < shape_count; ++i) {
        if (!CHECK_MSG(shapes[i] != NULL, "shape %d", i)) exit(check_done());
        if (i < SCREE_FAMILIES) CHECK_MSG((int)shapes[i]->family == i, "family %d: %d", i, (int)shapes[i]->family);
    }
}

static bool is_plane(const scree_shape *s)
{
    return s->family == SCREE_FAMILY_HALF_SPACE;
}

// What answers a pair: a search, but for half spaces; nothing for a 2-D with a 3-D shape.
static void check_row(const scree_shape *a, const scree_shape *b)
{
    const scree_way *way = scree_way_of(a, b);
    const int f = (int)a->family, g = (int)b->family;
    CHECK_MSG(way == scree_way_of(b, a), "families %d and %d: another row in the other order", f, g);
    CHECK_MSG(scree_lane_kind_of(a, b) == scree_lane_kind_of(b, a), "families %d and %d: another kernel", f, g);
    if (!CHECK_MSG(way->scratch != NULL, "families %d and %d: no function for the scratch", f, g)) return;
    if (a->dimension != b->dimension) {
        CHECK_MSG(way->direct == NULL && way->search == NULL && way->lanes == SCREE_LANES_NONE,
                  "families %d and %d: a 2-D shape meets a 3-D one", f, g);
        CHECK(scree_way_room(way, a, b) == 0);
        return;
    }
    CHECK_MSG((way->search == NULL) == (is_plane(a) || is_plane(b)), "families %d and %d: no search", f, g);
    if (a->dimension == 3)
        CHECK_MSG((way->search_farther == NULL) == (way->search == NULL), "families %d and %d: no verdict", f, g);
    if (way->direct_first || way->verdict_by_contact || way->boxes_only || way->direct_farther != NULL)
        CHECK_MSG(way->direct != NULL, "families %d and %d: says how to use a direct kernel, and has none", f, g);
}

// The bound is one, wherever it is taken, and does not depend on the order.
static void check_scratch(const scree_shape *a, const scree_shape *b)
{
    const scree_way *way = scree_way_of(a, b);
    const int f = (int)a->family, g = (int)b->family;
    const size_t need = way->scratch(a, b), room = scree_way_room(way, a, b);
    CHECK_MSG(room >= need, "families %d and %d: %zu bytes, but the search takes %zu", f, g, room, need);
    CHECK_MSG(need == way->scratch(b, a), "families %d and %d: the scratch depends on the order", f, g);
    CHECK(room == scree_way_room(way, b, a));
    CHECK(scree_way_fits(way, a, b, room) && scree_way_fits(way, a, b, need));
    CHECK_MSG(need == 0 || !scree_way_fits(way, a, b, need - 1), "families %d and %d: too little fits", f, g);
    CHECK_MSG(!scree_way_is_small(way, a, b, need - (need > 0)) || need == 0,
              "families %d and %d: less than the need counts as enough", f, g);
    CHECK_MSG(way->direct != NULL || way->enough == SIZE_MAX, "families %d and %d: a bound, but no kernel", f, g);
    if (way->enough != SIZE_MAX && a->vertex_count + b->vertex_count <= way->small)
        CHECK_MSG(scree_way_is_small(way, a, b, room), "families %d and %d: the bound is not enough", f, g);
}

// Every width has a kernel for every kind; the table names all kinds but those that shapes choose (scree_lane_kind_of()).
static void check_kernels(void)
{
    static const int widths[] = { 8, 4, 2 };
    bool used[SCREE_LANE_KINDS] = { false };
    for (int i = 0; i < 3; ++i) {
        const scree_kernels *k = scree_kernels_of(widths[i]);
        if (k == NULL) continue;
        CHECK(k->lanes == widths[i]);
        for (int kind = SCREE_LANES_NONE + 1; kind < SCREE_LANE_KINDS; ++kind)
            CHECK_MSG(scree_lane_kernel_of(k, (scree_lane_kind)kind) != NULL, "kind %d has no kernel of %d lanes", kind,
                      widths[i]);
    }
    CHECK(scree_kernels_of(3) == NULL && scree_kernels_best()->lanes == scree_batch_lanes());
    CHECK(scree_kernels_of(scree_batch_lanes()) == scree_kernels_best());
    for (int i = 0; i < shape_count; ++i)
        for (int j = 0; j < shape_count; ++j) used[scree_lane_kind_of(shapes[i], shapes[j])] = true;
    for (int kind = SCREE_LANES_NONE; kind < SCREE_LANES_POLYGONS; ++kind)
        CHECK_MSG(used[kind], "no pair of shapes has the kernel of kind %d", kind);
    CHECK(used[SCREE_LANES_HULLS]);
}

// The search of every row answers with just the scratch that it names, although a query asks for more.
static void check_search(const scree_shape *a, const scree_shape *b)
{
    if (a->dimension != b->dimension || (is_plane(a) && is_plane(b))) return;
    const scree_body here = scree_body_at(a, v3(0, 0, 0)), there = scree_body_at(b, v3(1.25, 0.5, 0));
    const size_t need = scree_way_of(a, b)->scratch(a, b);
    scree_query_options o = scree_query_defaults();
    scree_contact c;
    unsigned char *exact = malloc(need + 1); // its end is where the sanitizers look
    o.scratch = exact;
    o.scratch_size = need;
    o.max_iterations = 200; // most direct kernels leave it to the search
    const scree_status status = scree_query(&here, &there, &o, &c);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "families %d and %d: %s", (int)a->family,
              (int)b->family, scree_status_text(status));
    CHECK(c.lower <= c.distance && c.distance <= c.upper);
    free(exact);
}

// One axis is tested first for pairs that were beyond the margin, and for those that a broad phase has found.
static void check_axis_first(void)
{
    scree_cache cache = { .filled = true, .distance = 2.0F };
    CHECK(scree_tests_axis(&cache, 1.0, false) && !scree_tests_axis(&cache, 3.0, true));
    cache.filled = false;
    CHECK(scree_tests_axis(&cache, 1.0, true) && !scree_tests_axis(&cache, 1.0, false));
    CHECK(scree_tests_axis(NULL, 1.0, true) && !scree_tests_axis(NULL, 1.0, false));
}

int main(void)
{
    make_shapes();
    for (int i = 0; i < shape_count; ++i)
        for (int j = 0; j < shape_count; ++j) {
            check_row(shapes[i], shapes[j]);
            check_scratch(shapes[i], shapes[j]);
            check_search(shapes[i], shapes[j]);
        }
    check_kernels();
    check_axis_first();
    for (int i = 0; i < shape_count; ++i) scree_shape_destroy(shapes[i]);
    return check_done();
}
