// Sketches of hulls against the hulls themselves, by brute force: their numbers, the faces over cells of directions,
// the faces beside faces; and the vertices that scans of a sketch leave, against a scan of all.
#define SCREE_LANES 2
#include "kernels/hull/hull_scan.h"

#include "shape/cells.h"
#include "shape/sketch.h"
#include "shape/solid.h"

static bool is_near(float a, double b)
{
    return fabs((double)a - b) <= 0x1p-23;
}

static void check_numbers(const scree_shape *s)
{
    const scree_sketch *k = &s->hull->sketch;
    const double r = s->core_radius;
    bool good = (k->vertices == NULL) == (s->vertex_count <= SCREE_SKETCH_SCAN);
    good = good && (k->faces == NULL) == (k->vertices == NULL);
    good = good && (k->adjacent == NULL) == (s->hull->face_count <= SCREE_COARSE_FACES);
    for (int i = 0; good && i < s->vertex_count; ++i) {
        const scree_sketch_vertex *v = &k->vertices[i];
        float at[3];
        if (k->vertices == NULL) {
            scree_float_vertex(s, i, at);
        } else {
            at[0] = v->x;
            at[1] = v->y;
            at[2] = v->z;
            good = v->fan_end - v->fan == s->hull->nodes[i].fan_end - s->hull->nodes[i].fan;
        }
        good = good && is_near(at[0], s->x[i] / r) && is_near(at[1], s->y[i] / r) && is_near(at[2], s->z[i] / r);
    }
    for (int i = 0; i < s->hull->face_count; ++i) {
        const scree_sketch_face face = scree_sketch_face_at(s, i);
        good =
            good && is_near(face.x, s->hull->faces[i].normal.x) && is_near(face.offset, s->hull->faces[i].offset / r);
    }
    CHECK(good);
}

static bool share_an_edge(const scree_shape *s, int face, int other)
{
    for (int e = 0; e < s->hull->edge_count; ++e) {
        const scree_edge of_f = scree_edge_at(s->hull, e);
        const int *f = of_f.face;
        if ((f[0] == face && f[1] == other) || (f[1] == face && f[0] == other)) return true;
    }
    return false;
}

static void check_adjacent(const scree_shape *s)
{
    bool good = true;
    for (int n = 0; n < 50; ++n) {
        const int face = random_below(s->hull->face_count);
        for (int i = 0; i < 4; ++i) good = good && share_an_edge(s, face, scree_sketch_adjacent(s, face, i));
    }
    CHECK(good);
}

// The face that a ray from the origin, which is inside, leaves the hull through.
static void check_over(const scree_shape *s)
{
    const scree_sketch *k = &s->hull->sketch;
    for (int n = 0; n < 50; ++n) {
        const int cell = random_below(6 * k->side * k->side);
        const scree_vec3 d = scree_cell_middle(cell, k->side);
        CHECK(scree_cell_of(d, k->side) == cell);
        double most = 0.0;
        for (int i = 0; i < s->hull->face_count; ++i)
            most = fmax(most, v3_dot(s->hull->faces[i].normal, d) / s->hull->faces[i].offset);
        const scree_face *f = &s->hull->faces[scree_sketch_over(k, cell)];
        CHECK_NEAR(v3_dot(f->normal, d) / f->offset, most, 1e-12 * most);
    }
}

// The first of the highest, by products as the scan has them.
static int first_by_brute_force(const scree_shape *s, scree_vec3 d)
{
    int best = 0;
    for (int i = 1; i < s->vertex_count; ++i)
        if (v3_dot(d, scree_stored_vertex(s, i)) > v3_dot(d, scree_stored_vertex(s, best))) best = i;
    return best;
}

static void check_highest(const scree_shape *s, scree_vec3 d)
{
    const int v = highest_vertex(s, d, 0), right = first_by_brute_force(s, d);
    CHECK_MSG(v == right, "%d vertices: %d for %d along %g %g %g", s->vertex_count, v, right, d.x, d.y, d.z);
}

// Any direction, and those along which two or more vertices are as high up to rounding, or next to it.
static void check_scans(const scree_shape *s)
{
    if (s->padded_count > HULL_SCAN_LIMIT) return;
    for (long n = check_scaled(300); n > 0; --n) {
        check_highest(s, v3_scale(random_direction(), pow(10, random_in(-15, 15))));
        const scree_edge e = scree_edge_at(s->hull, random_below(s->hull->edge_count));
        const scree_vec3 a = s->hull->faces[e.face[0]].normal, b = s->hull->faces[e.face[1]].normal;
        const double tilt = pow(10, random_in(-17, -3));
        check_highest(s, a);
        check_highest(s, v3_unit(v3_lerp(a, b, random_in(0, 1))));
        check_highest(s, v3_add_scaled(v3_lerp(a, b, random_in(0, 1)), tilt, random_direction()));
    }
}

int main(void)
{
    static const int counts[] = { 4, 8, 20, 30, 64, 100, 127, 200, 1000 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        scree_vec3 points[1000];
        const double size = pow(10, random_in(-9, 9));
        for (int k = 0; k < counts[i]; ++k) points[k] = v3_scale(random_direction(), size);
        scree_shape *s = scree_polyhedron_create(points, (size_t)counts[i], 0.0, NULL);
        if (!CHECK(s != NULL) || !CHECK(s->hull->sketch.side > 0)) continue;
        check_numbers(s);
        check_adjacent(s);
        if (s->hull->inner_radius > 0.0) check_over(s);
        check_scans(s);
        scree_shape_destroy(s);
    }
    return check_done();
}
