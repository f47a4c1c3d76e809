// The proof by all vertices and edges of a polyhedron, alone, against the reference: random hulls and prisms, with slivers and
// with vertices on the axis, deep, shallow and apart.
#include "solve/revolved/revolved_polyhedron.h"

#include "check.h"
#include "oracle/superquadric.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { MOST_POINTS = 40, CELLS = 20000 };

static scree_solid random_revolved(scree_random *r)
{
    scree_solid s = { .kind = SCREE_CYLINDER, .half_length = random_decade(r, -1.5, 0.5) };
    s.radius = random_decade(r, -1.5, 0.5);
    if (random_below(r, 3) == 0) s.kind = SCREE_CONE;
    if (random_below(r, 3) == 0) {
        s.kind = SCREE_TAPERED_CAPSULE;
        s.top = s.radius * random_unit(r);
    }
    if (s.kind == SCREE_CYLINDER) s.shape = scree_cylinder_create(s.radius, s.half_length, 0, NULL);
    if (s.kind == SCREE_CONE) s.shape = scree_cone_create(s.radius, s.half_length, 0, NULL);
    if (s.kind == SCREE_TAPERED_CAPSULE)
        s.shape = scree_tapered_capsule_create(s.radius, s.top, s.half_length, 0, NULL);
    return s;
}

// Around a point, now and then with some points next to each other; or a prism or pyramid about z.
static scree_solid random_polyhedron(scree_random *r, scree_vec3 *points)
{
    const bool about_axis = random_below(r, 3) == 0;
    const double size = random_decade(r, -1.5, 0.5), fine = random_decade(r, -9.0, 0.0);
    int count = 4 + random_below(r, 16);
    if (about_axis) {
        const int sides = 3 + random_below(r, 16);
        const double height = random_decade(r, -1.0, 1.0);
        count = 0;
        for (int i = 0; i < sides; ++i) {
            const double angle = 2.0 * 3.14159265358979324 * i / sides;
            points[count++] = s3(size * cos(angle), size * sin(angle), -height * size);
            if (i % 2 == 0) points[count++] = s3(size * cos(angle), size * sin(angle), height * size);
        }
        points[count++] = s3(0, 0, 1.5 * height * size);
    } else {
        for (int i = 0; i < count; ++i) {
            const bool near = i > 3 && random_below(r, 3) == 0;
            const scree_vec3 d = s3_scale(random_direction(r), size * (near ? fine : 1.0));
            points[i] = near ? s3_add(points[i - 1], d) : d;
        }
    }
    scree_solid s = { .kind = SCREE_POLYHEDRON, .points = points, .count = count };
    s.shape = scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
    return s;
}

static scree_body random_pose_of(scree_random *r, const scree_shape *shape, bool aligned)
{
    scree_body b = scree_body_at(shape, s3(0, 0, 0));
    if (!aligned) b.orientation = random_rotation(r);
    return b;
}

// Moves B so that a vertex of the polyhedron is next to the axis of the other body, now and then near its upper end.
static void put_near_axis(scree_random *r, const scree_solid *revolved, const scree_solid *polyhedron,
                          const scree_body *at_revolved, const scree_body *at_polyhedron, bool move_polyhedron,
                          scree_body *b)
{
    const int vertex = random_below(r, scree_shape_vertex_count(polyhedron->shape));
    const scree_vec3 v = scree_body_point(at_polyhedron, scree_shape_vertex(polyhedron->shape, vertex));
    const double size = revolved->half_length, off = size * random_decade(r, -13.0, -1.0);
    double z = size * random_between(r, -1.0, 1.0);
    if (random_below(r, 2)) z = size * (1.0 + random_decade(r, -13.0, -1.0) * (random_below(r, 2) ? 1 : -1));
    const scree_vec3 to = scree_body_point(at_revolved, s3(off, 0, z)), way = s3_sub(to, v);
    b->position = move_polyhedron ? s3_add(b->position, way) : s3_sub(b->position, way);
}

static long proven, deep, missed;

static void check_pair(scree_random *r, const scree_solid *revolved, const scree_solid *polyhedron)
{
    const bool swap = random_below(r, 2), aligned = random_below(r, 4) == 0;
    const scree_solid *first = swap ? polyhedron : revolved, *second = swap ? revolved : polyhedron;
    const scree_body a = random_pose_of(r, first->shape, aligned);
    scree_body b = random_pose_of(r, second->shape, aligned);
    const double far = scree_pair_size(first->shape, second->shape) * random_decade(r, -3.0, 0.0);
    b.position = random_below(r, 6) == 0 ? s3(0, 0, 0) : s3_scale(random_direction(r), far);
    if (random_below(r, 3) == 0) put_near_axis(r, revolved, polyhedron, swap ? &b : &a, swap ? &a : &b, !swap, &b);
    round_body body_a, body_b;
    if (!CHECK(scree_oracle_round_body(first, &body_a) && scree_oracle_round_body(second, &body_b))) return;
    round_pair pair;
    scree_oracle_round_place(&pair, &body_a, &a, &body_b, &b);
    const round_answer truth = scree_oracle_round_distance(&pair, &(round_effort){ .cells = CELLS });
    const scree_cores c = scree_cores_make(&a, &b);
    const double width = 4.0 * c.error, radii = first->shape->radius + second->shape->radius;
    const scree_axis known = { .n = { 0, 0, 1 }, .gap = -2.0 * c.size };
    scree_cover cover;
    const bool found = scree_revolved_polyhedron(&c, &known, width, 100000, &cover);
    const double exact = (double)truth.distance + radii; // of the cores
    if (found && truth.proven) {
        CHECK_MSG(cover.upper + c.error >= (double)truth.lower + radii, "upper %.17g, exact %.17g", cover.upper, exact);
        CHECK_MSG(cover.best.gap - c.error <= (double)truth.upper + radii, "gap %.17g, exact %.17g", cover.best.gap,
                  exact);
        if (exact < -c.error)
            CHECK_MSG(cover.upper - cover.best.gap <= width + 8.0 * c.error && cover.cells < 20000,
                      "%d cells: [%.17g, %.17g], exact %.17g", cover.cells, cover.best.gap, cover.upper, exact);
        ++proven;
        deep += exact < -c.error;
    }
    missed += !found && exact < -c.error;
    scree_oracle_round_body_free(&body_a);
    scree_oracle_round_body_free(&body_b);
}

// The tip of a blunt pyramid beyond the rim of a cylinder, where no normal of the cylinder's flat parts belongs to the tip.
static void check_beyond_rim(double gap)
{
    scree_shape *cylinder = scree_cylinder_create(1, 1, 0, NULL);
    const scree_vec3 points[] = { { 0, 0, 0 }, { 1, 0.6, 0.6 }, { 1, -0.6, 0.6 }, { 1, -0.6, -0.6 }, { 1, 0.6, -0.6 } };
    scree_vec3 wide[5];
    for (int i = 0; i < 5; ++i) wide[i] = s3(points[i].x, 2.0 * points[i].y, 2.0 * points[i].z);
    scree_shape *pyramid = scree_polyhedron_create(wide, 5, 0, NULL);
    const double at = 1.0 + gap * sqrt(0.5);
    const scree_body a = scree_body_at(cylinder, s3(0, 0, 0));
    scree_body b = scree_body_at(pyramid, s3(at, 0, at));
    b.orientation = quat_about(s3(0, 1, 0), -0.25 * 3.14159265358979324);
    const scree_cores c = scree_cores_make(&a, &b);
    const scree_axis known = { .n = { 1, 0, 0 }, .gap = -2.0 * c.size };
    scree_cover cover;
    if (CHECK(scree_revolved_polyhedron(&c, &known, 4.0 * c.error, CELLS, &cover)))
        CHECK_MSG(cover.upper + c.error >= gap && cover.best.gap <= gap + c.error, "[%.17g, %.17g], exact %.17g",
                  cover.best.gap, cover.upper, gap);
    scree_shape_destroy(cylinder);
    scree_shape_destroy(pyramid);
}

int main(void)
{
    for (double gap = 1e-12; gap < 1.0; gap *= 10.0) check_beyond_rim(gap);
    scree_random r = random_stream(17, 2, 0);
    for (long i = 0, count = check_scaled(4000); i < count; ++i) {
        scree_vec3 points[MOST_POINTS];
        scree_solid revolved = random_revolved(&r), polyhedron = random_polyhedron(&r, points);
        const scree_core core = revolved.shape->core;
        if (polyhedron.shape != NULL && (core == SCREE_CORE_FRUSTUM || core == SCREE_CORE_TEAR))
            check_pair(&r, &revolved, &polyhedron);
        scree_shape_destroy(revolved.shape);
        scree_shape_destroy(polyhedron.shape);
    }
    printf("%ld compared, %ld of them overlapping; %ld overlapping without a proof\n", proven, deep, missed);
    CHECK(missed * 100 <= deep);
    return check_done();
}
