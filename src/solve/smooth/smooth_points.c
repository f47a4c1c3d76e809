// The witness points of an answer: do they fit its normal, and if not, how much wider must the interval be?
#include "solve/smooth/smooth_points.h"

#include "shape/superquadric_form.h"
#include "solve/revolved/inner_depth.h"

// Tolerance on points, as a fraction of the size.
#define ASTRAY 1e-11

double scree_smooth_astray(const scree_answer *x)
{
    return scree_astray(x->on_a, x->on_b, x->distance, x->normal);
}

// A step along the normal and one towards the middle, in units of the error.
#define STEP_DOWN 1.0
#define STEP_IN 4.0

// The middle of a frustum or of a polyhedron's vertices, in A's frame.
static scree_vec3 middle_of(const scree_cores *c, bool of_a)
{
    const scree_shape *s = of_a ? c->a : c->b;
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; s->core == SCREE_CORE_POLYHEDRON && i < s->vertex_count; ++i)
        sum = v3_add_scaled(sum, 1.0 / s->vertex_count, scree_stored_vertex(s, i));
    return of_a ? sum : v3_add(m3_mul(&c->rotation, sum), c->shift);
}

// The distance of a point, in A's frame, from the surface of a superquadric or, if `sides`, of a frustum or a
// polyhedron; else infinite. `out` is the normal there.
static double off_surface(const scree_cores *c, bool of_a, scree_vec3 p, scree_vec3 out, bool sides)
{
    const scree_shape *s = of_a ? c->a : c->b;
    scree_vec3 normal;
    if (s->core == SCREE_CORE_SUPERQUADRIC) {
        const double gauge =
            sq_gauge_gradient(s, of_a ? p : m3_mul_transposed(&c->rotation, v3_sub(p, c->shift)), &normal);
        return fabs(gauge - 1.0) / v3_norm(normal);
    }
    if (!sides || (s->core != SCREE_CORE_FRUSTUM && s->core != SCREE_CORE_POLYHEDRON)) return INFINITY;
    // Outside a sharp edge, heights over sides say little. So the point must be inside after a step of one error
    // inwards and of some towards the middle; a point on the surface is as deep as these steps are long.
    const scree_vec3 inwards = v3_unit(v3_sub(middle_of(c, of_a), p));
    const scree_vec3 inside = v3_add_scaled(v3_add_scaled(p, -STEP_DOWN * c->error, out), STEP_IN * c->error, inwards);
    const double depth = scree_inner_depth(c, of_a, inside, &normal);
    return depth >= 0.0 ? depth : INFINITY;
}

// The line between the points, as a normal.
static scree_vec3 line_of(const scree_answer *x)
{
    const scree_vec3 v = v3_sub(x->on_b, x->on_a);
    return v3_unit(x->distance < 0.0 ? v3_neg(v) : v);
}

// How much less than the distance the gap along the line is.
static double line_falls_short(const scree_cores *c, const scree_answer *x)
{
    const scree_vec3 line = line_of(x);
    return v3_norm2(line) > 0.0 ? x->distance - scree_cores_gap(c, line, NULL) : INFINITY;
}

// The feature of a polyhedron across the normal n holds the point of x.
static bool is_held_across(const scree_task *task, const scree_answer *x, bool of_a, scree_vec3 n)
{
    const scree_cores *c = task->cores;
    scree_mvertex at = x->at;
    scree_arena scratch = task->scratch;
    (void)scree_cores_gap(c, n, &at);
    const scree_feature_set set =
        of_a ? scree_feature_of_a(c, n, &at, &scratch) : scree_feature_of_b(c, n, &at, &scratch);
    if (set.corner == NULL || set.index < 0) return false;
    return scree_feature_fits(c, of_a, &set, n, of_a ? x->on_a : x->on_b, fmax(ASTRAY * c->size, task->tolerance));
}

static bool has_one_polyhedron(const scree_cores *c)
{
    return (c->a->core == SCREE_CORE_POLYHEDRON) != (c->b->core == SCREE_CORE_POLYHEDRON);
}

// The line cannot be the normal if it leans away from the edge or face of a polyhedron that holds the point.
static bool line_leans(const scree_task *task, const scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool of_a = c->a->core == SCREE_CORE_POLYHEDRON;
    if (!has_one_polyhedron(c)) return false;
    return is_held_across(task, x, of_a, x->normal) && !is_held_across(task, x, of_a, line_of(x));
}

// Points that neither fit the normal nor make one of their own are not known to lie on the surfaces: an answer with
// them is no better than they are. Of a shape of one's own no more is to be had.
static void doubt_points(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const double strays = scree_smooth_astray(x);
    if (strays <= ASTRAY * c->size || c->a->core == SCREE_CORE_SUPPORT || c->b->core == SCREE_CORE_SUPPORT) return;
    // If the gap along the line is as large as the distance, the line may become the normal.
    const double short_of = line_falls_short(c, x), most = fmax(task->tolerance, SCREE_NARROW * c->error);
    const double length_off = fabs(v3_norm(v3_sub(x->on_b, x->on_a)) - fabs(x->distance));
    if (!(short_of <= fmax(c->error, 0.5 * task->tolerance) && x->upper - x->lower + short_of <= most &&
          length_off <= ASTRAY * c->size && !line_leans(task, x)))
        x->upper += strays;
}

// Which point moves where either could: that of the body whose surface it then fits better. A polyhedron's point stays if
// the other's can move: it is on a named feature, and would leave that for a nearly parallel face adjacent to it.
static bool moves_a(const scree_cores *c, double off_a, double off_b, double most)
{
    if (has_one_polyhedron(c) && fmax(off_a, off_b) <= most) return c->b->core == SCREE_CORE_POLYHEDRON;
    return off_a <= off_b;
}

void scree_smooth_settle(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const scree_vec3 way = v3_scale(x->normal, x->distance);
    const scree_vec3 on_a = v3_sub(x->on_b, way), on_b = v3_add(x->on_a, way);
    const bool doubtful = scree_smooth_astray(x) > ASTRAY * c->size;
    // A line along which the gap is larger is the better normal, and scree_finish() will take it: the points are its own.
    if (doubtful && has_one_polyhedron(c) && line_falls_short(c, x) < 0.0 && !line_leans(task, x)) return;
    const double off_a = off_surface(c, true, on_a, x->normal, doubtful);
    const double off_b = off_surface(c, false, on_b, v3_neg(x->normal), doubtful);
    const double steps = doubtful ? (STEP_DOWN + STEP_IN) * c->error : 0.0;
    const double most = fmax(scree_smooth_narrow(task), steps) + c->error;
    if (!(fmin(off_a, off_b) <= most))
        doubt_points(task, x);
    else if (moves_a(c, off_a, off_b, most))
        x->on_a = on_a;
    else
        x->on_b = on_b;
}

bool scree_smooth_fits_better(const scree_cores *c, const scree_answer *x, const scree_answer *y)
{
    const double most = ASTRAY * c->size;
    if (scree_smooth_astray(x) <= most || scree_smooth_astray(y) <= most)
        return scree_smooth_astray(x) < scree_smooth_astray(y);
    return line_falls_short(c, x) < line_falls_short(c, y);
}
