// The flat faces of cylinders and cones. No climb converges to their normals: they are not smooth pieces.
//
// Idea        The normal of a disc is a local optimum if the point of the other core nearest to its plane projects into
//             the disc. For a polyhedron that point may be anywhere on an edge or a face parallel to the disc.
#include "solve/smooth/smooth_discs.h"

#include "pair/patch.h"

// A disc is tried if the cosine between its normal and the normal so far is above this.
#define FACING 0.5

// A face counts as parallel to a disc if the sine of the angle between the normals is below this.
#define FLUSH (16.0 * SCREE_ROUNDING)

// A flat face of one core, in A's frame.
typedef struct disc {
    bool of_a;
    scree_vec3 centre, out; // its outward normal
    double radius;
} disc;

// The face of a cylinder or cone whose normal is along n, or opposite to it for B.
static bool disc_towards(const scree_cores *c, bool of_a, scree_vec3 n, disc *d)
{
    const scree_shape *s = of_a ? c->a : c->b;
    if (s->core != SCREE_CORE_FRUSTUM) return false;
    const scree_vec3 axis = of_a ? v3(0, 0, 1) : v3(c->rotation.row[0].z, c->rotation.row[1].z, c->rotation.row[2].z);
    const bool up = (v3_dot(axis, n) > 0.0) == of_a;
    const scree_vec3 middle = v3_scale(axis, up ? s->form->half_length : -s->form->half_length);
    *d =
        (disc){ .of_a = of_a, .out = v3_unit(up ? axis : v3_neg(axis)), .radius = up ? s->form->top : s->form->bottom };
    d->centre = of_a ? middle : v3_add(middle, c->shift);
    return d->radius > 0.0 && fabs(v3_dot(axis, n)) > FACING;
}

// If the other core is a polyhedron: of its points as near to the disc's plane as vertex `index`, the one nearest to
// the disc's centre.
static scree_vec3 nearest_below(const scree_cores *c, const disc *d, int index, double noise)
{
    const scree_shape *s = d->of_a ? c->b : c->a;
    const scree_vec3 out = d->of_a ? m3_mul_transposed(&c->rotation, d->out) : d->out;
    const scree_vec3 centre = d->of_a ? m3_mul_transposed(&c->rotation, v3_sub(d->centre, c->shift)) : d->centre;
    const scree_vec3 vertex = scree_stored_vertex(s, index), over = v3_sub(centre, vertex);
    const scree_vec3 middle = v3_add_scaled(centre, -v3_dot(over, out), out); // the disc's centre, at the vertex
    scree_vec3 best = vertex;
    for (int i = s->hull->nodes[index].fan; i < s->hull->nodes[index].fan_end; ++i) {
        const scree_vec3 q = scree_stored_vertex(s, scree_neighbour(s->hull, i)), edge = v3_sub(q, vertex);
        if (v3_dot(edge, out) > noise) continue;
        double weight[2];
        scree_vec3 p;
        (void)scree_nearest_on_segment(v3_sub(vertex, middle), v3_sub(q, middle), weight);
        p = v3_add_scaled(vertex, weight[1], edge);
        if (v3_norm(v3_sub(p, middle)) < v3_norm(v3_sub(best, middle))) best = p;
        const int face = scree_vertex_face(s->hull, i);
        if (v3_norm(v3_add(s->hull->faces[face].normal, out)) > FLUSH) continue;
        (void)scree_face_distance(s, face, middle, &p);
        if (v3_norm(v3_sub(p, middle)) < v3_norm(v3_sub(best, middle))) best = p;
    }
    return d->of_a ? v3_add(m3_mul(&c->rotation, best), c->shift) : best;
}

// A view along n, with u along the component of `way` across n, if there is one. Points of the rim at this azimuth and
// around it then enclose the point at `way` from the centre, however near to the rim it is (smooth_normals.c).
static scree_view view_across(scree_vec3 n, scree_vec3 way)
{
    const scree_vec3 across = v3_add_scaled(way, -v3_dot(way, n), n);
    if (!(v3_norm2(across) > 0.0)) return scree_view_along(n);
    const scree_vec3 u = v3_unit(across);
    return (scree_view){ n, u, v3_cross(n, u) };
}

// Tries the normal of the disc: a local optimum if `p`, a point of the other core nearest to its plane, projects into
// the disc.
static void try_disc(const scree_task *task, const disc *d, const scree_vec3 *hint, scree_climb *x)
{
    const scree_cores *c = task->cores;
    scree_axis axis = { .n = d->of_a ? d->out : v3_neg(d->out), .index_a = -1, .index_b = -1 };
    axis.at.index_a = axis.at.index_b = -1;
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (!(axis.gap > x->best.gap)) return;
    const double noise = 4.0 * SCREE_ROUNDING * c->size;
    for (int i = 0; i < (hint != NULL ? 2 : 1); ++i) {
        scree_vec3 p = i == 1 ? *hint : d->of_a ? axis.at.b : axis.at.a;
        if (i == 0 && (d->of_a ? c->b : c->a)->core == SCREE_CORE_POLYHEDRON)
            p = nearest_below(c, d, d->of_a ? axis.at.index_b : axis.at.index_a, noise);
        const double height = v3_dot(v3_sub(p, d->centre), d->out);
        const scree_vec3 projection = v3_add_scaled(p, -height, d->out);
        if (v3_norm(v3_sub(projection, d->centre)) > d->radius || height > axis.gap + noise) continue;
        *x = (scree_climb){ .best = axis, .upper = fabs(axis.gap), .stationary = true, .steps = 1 };
        x->on_a = d->of_a ? projection : p;
        x->on_b = d->of_a ? p : projection;
        x->view = view_across(axis.n, v3_sub(projection, d->centre));
        x->radii = (scree_bend){ c->size, 0.0, c->size };
        return;
    }
}

void scree_smooth_discs(const scree_task *task, scree_vec3 n, const scree_simplex *s, scree_climb *x)
{
    scree_vec3 on_a, on_b;
    if (s != NULL) scree_simplex_points(s, &on_a, &on_b);
    disc d;
    if (disc_towards(task->cores, true, n, &d)) try_disc(task, &d, s != NULL ? &on_b : NULL, x);
    if (disc_towards(task->cores, false, n, &d)) try_disc(task, &d, s != NULL ? &on_a : NULL, x);
}
