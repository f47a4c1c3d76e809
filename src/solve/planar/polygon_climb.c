// The normal and the points of a polygon and a core that has only a support function. See polygon_climb.h.
#include "solve/planar/polygon_climb.h"

// Steps in which the slope's zero is enclosed: first by false position, then by halves.
enum { FALSE_STEPS = 24, STEPS = 96 };

typedef struct climb {
    const scree_cores *c;
    const scree_shape *polygon;
    bool of_a; // the polygon is A
} climb;

// A direction outward from the polygon, and what the other core shows there.
typedef struct view {
    scree_vec3 m, on; // the other core's farthest point
    double slope;     // of the gap of a vertex
} view;

static scree_vec3 vertex_of(const climb *k, int i)
{
    return k->of_a ? scree_cores_vertex_a(k->c, i) : scree_cores_vertex_b(k->c, i);
}

static scree_vec3 edge_normal(const climb *k, int i)
{
    const scree_vec3 n = k->polygon->hull->faces[i].normal;
    return k->of_a ? n : m3_mul(&k->c->rotation, n);
}

static scree_vec3 tangent(scree_vec3 m)
{
    return v3(-m.y, m.x, 0.0);
}

static view look(const climb *k, scree_vec3 m, int vertex)
{
    scree_mvertex at = { .index_a = -1, .index_b = -1 };
    (void)scree_cores_gap(k->c, k->of_a ? m : v3_neg(m), &at);
    view x = { .m = m, .on = k->of_a ? at.b : at.a };
    x.slope = v3_dot(tangent(m), v3_sub(x.on, vertex_of(k, vertex)));
    return x;
}

// The zero of a vertex's slope between two directions, of which `low` has a slope of at least 0 and `high` of at most 0. A core with
// corners of its own jumps across it: then a point between.
static view enclose(const climb *k, int vertex, view low, view high)
{
    double weight_low = low.slope, weight_high = -high.slope;
    for (int i = 0; i < STEPS && fmin(low.slope, -high.slope) > SCREE_ROUNDING * k->c->size; ++i) {
        const bool halve = i >= FALSE_STEPS;
        const double t = halve ? 0.5 : weight_low / (weight_low + weight_high);
        const scree_vec3 m = v3_unit(v3_lerp(low.m, high.m, t));
        if (v3_equal(m, low.m) || v3_equal(m, high.m)) break;
        const view x = look(k, m, vertex);
        // The end that stays counts half, so that both move.
        if (x.slope >= 0.0) {
            low = x;
            weight_low = x.slope;
            weight_high *= 0.5;
        } else {
            high = x;
            weight_high = -x.slope;
            weight_low *= 0.5;
        }
    }
    view x = low.slope < -high.slope ? low : high;
    const double both = low.slope - high.slope;
    if (fabs(x.slope) > k->c->error && both > 0.0) x.on = v3_lerp(low.on, high.on, low.slope / both);
    return x;
}

// Climbs from m, at the polygon's vertex i, in the direction of the slope. False if it comes around. `point` is on the polygon.
static bool find_top(const climb *k, scree_vec3 m, int i, view *top, scree_vec3 *point)
{
    const int count = k->polygon->vertex_count;
    view from = look(k, m, i);
    const bool forward = from.slope >= 0.0;
    for (int left = count; left > 0; --left) {
        const int edge = forward ? i : (i + count - 1) % count, next = forward ? (i + 1) % count : edge;
        view to = look(k, edge_normal(k, edge), i);
        if (forward ? to.slope <= 0.0 : to.slope >= 0.0) {
            *top = enclose(k, i, forward ? from : to, forward ? to : from);
            *point = vertex_of(k, i);
            return true;
        }
        *point = v3_add_scaled(vertex_of(k, i), to.slope, tangent(to.m));
        *top = to;
        from = to;
        from.slope = v3_dot(tangent(to.m), v3_sub(to.on, vertex_of(k, next)));
        if (forward ? from.slope <= 0.0 : from.slope >= 0.0) return true;
        i = next;
    }
    return false;
}

void scree_polygon_climb(const scree_cores *c, scree_answer *x)
{
    climb k = { .c = c, .of_a = c->a->core == SCREE_CORE_POLYGON };
    k.polygon = k.of_a ? c->a : c->b;
    if (k.polygon->core != SCREE_CORE_POLYGON || (k.of_a ? c->b : c->a)->core != SCREE_CORE_SUPPORT) return;
    scree_answer y = *x;
    (void)scree_cores_gap(c, y.normal, &y.at);
    view top;
    scree_vec3 point;
    const scree_vec3 m = k.of_a ? y.normal : v3_neg(y.normal);
    if (!find_top(&k, m, k.of_a ? y.at.index_a : y.at.index_b, &top, &point)) return;
    y.normal = k.of_a ? top.m : v3_neg(top.m);
    y.distance = scree_cores_gap(c, y.normal, &y.at);
    if (!(y.distance >= x->distance - c->error)) return;
    y.on_a = k.of_a ? point : top.on;
    y.on_b = k.of_a ? top.on : point;
    *x = y;
}
