// How hostile shapes are drawn.
//
// Idea    What is small is drawn log-uniformly, so that every magnitude is as likely: a search that decides by a
//         threshold meets values on both sides of it. A feature far below the rounding of the coordinates vanishes, or
//         leaves a face that only its doubles know of: both are wanted.
#include "shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/solid.h"
#include "scenes/place.h"

enum { POINTS_MAX = 512 };

static const double TURN = 6.283185307179586;

typedef struct points {
    int count;
    scree_vec3 at[POINTS_MAX];
} points;

static void add(points *p, scree_vec3 x)
{
    if (p->count < POINTS_MAX) p->at[p->count++] = x;
}

static void draw_hull(points *p, scree_random *r, int count)
{
    bool on_sphere = random_below(r, 2);
    for (int i = 0; i < count; ++i) add(p, on_sphere ? random_direction(r) : random_in_cube(r, -1.0, 1.0));
}

static void draw_box(points *p, scree_vec3 half)
{
    for (int i = 0; i < 8; ++i)
        add(p, s3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z));
}

// A ring of corners below and one above; the upper one may be rotated by half a side (antiprism) or smaller (frustum).
static void draw_prism(points *p, scree_random *r)
{
    int sides = 3 + random_below(r, random_below(r, 2) ? 5 : 30);
    double twist = random_below(r, 4) == 0 ? 0.5 : 0.0, half = random_decade(r, -1, 0.5);
    double top = random_below(r, 4) == 0 ? random_decade(r, -6, 0) : 1.0;
    for (int i = 0; i < sides; ++i) {
        double below = TURN * i / sides, above = TURN * (i + twist) / sides;
        add(p, s3(cos(below), sin(below), -half));
        add(p, s3(top * cos(above), top * sin(above), half));
    }
}

static void draw_lattice(points *p, scree_random *r)
{
    int reach = 1 + random_below(r, 4), count = 5 + random_below(r, 14);
    for (int i = 0; i < count; ++i) {
        int z = random_below(r, 2 * reach + 1), y = random_below(r, 2 * reach + 1), x = random_below(r, 2 * reach + 1);
        add(p, s3(x - reach, y - reach, z - reach));
    }
}

// A prism whose ends are low pyramids: their faces are coplanar but for the height.
static void draw_low(points *p, scree_random *r)
{
    draw_prism(p, r);
    double top = p->at[1].z;
    for (int end = 0; end < 2; ++end) {
        double height = top * (1.0 + random_decade(r, -17, -1));
        double off = random_below(r, 2) ? 0.0 : random_between(r, -0.3, 0.3);
        add(p, s3(off, off, end ? height : -height));
    }
}

// Cuts corners off: a point gives way to one on each way to some of the others, `chip` of the way along.
static void chip(points *p, scree_random *r)
{
    int cuts = 1 + random_below(r, 3);
    for (int k = 0; k < cuts; ++k) {
        int corner = random_below(r, p->count);
        scree_vec3 from = p->at[corner];
        double part = random_decade(r, -18, -0.5);
        bool even = random_below(r, 2);
        p->at[corner] = p->at[--p->count];
        int base = p->count, ways = base < 7 ? base : 7;
        for (int i = 0; i < ways && p->count < POINTS_MAX; ++i) {
            double here = even ? part : part * random_between(r, 0.5, 1.0);
            add(p, s3_add(from, s3_scale(s3_sub(p->at[(corner + i) % base], from), here)));
        }
    }
}

static void cluster(points *p, scree_random *r)
{
    int base = p->count, more = 1 + random_below(r, 6);
    double reach = random_decade(r, -17, -2);
    for (int i = 0; i < more; ++i) {
        scree_vec3 from = p->at[random_below(r, base)];
        add(p, random_below(r, 5) == 0 ? from : s3_add(from, s3_scale(random_in_cube(r, -1.0, 1.0), reach)));
    }
}

static void squeeze(points *p, scree_random *r)
{
    double thin = random_decade(r, -12, -0.5), other = random_below(r, 2) ? 1.0 : random_decade(r, -12, -0.5);
    scree_quat rotation = random_below(r, 2) ? random_rotation(r) : (scree_quat){ 1, 0, 0, 0 };
    for (int i = 0; i < p->count; ++i) {
        scree_vec3 x = p->at[i];
        p->at[i] = quat_rotate(rotation, s3(x.x, x.y * other, x.z * thin));
    }
}

static void draw_usual(points *p, scree_random *r)
{
    switch (random_below(r, 4)) {
    case 0:
        draw_box(p, random_below(r, 2) ? s3(1, 1, 1) : random_in_cube(r, 0.2, 1.0));
        break;
    case 1:
        draw_prism(p, r);
        break;
    default:
        draw_hull(p, r, 4 + random_below(r, random_below(r, 3) ? 9 : 30));
        break;
    }
}

static void draw_tetrahedron(points *p, scree_random *r)
{
    draw_hull(p, r, 4);
    int kind = random_below(r, 4);
    if (kind == 0) squeeze(p, r);
    if (kind == 1) p->at[3] = s3_add(p->at[0], s3_scale(p->at[3], random_decade(r, -12, 0)));
}

// Points in the faces of a box, or in the ends of a prism: coplanar to the last bit, or, rotated, to rounding.
static void draw_grid(points *p, scree_random *r)
{
    int count = 2 + random_below(r, 4);
    scree_vec3 half = random_below(r, 2) ? s3(1, 1, 1) : random_in_cube(r, 0.2, 1.0);
    if (random_below(r, 3) == 0)
        draw_prism(p, r);
    else
        draw_box(p, half);
    double top = p->at[p->count - 1].z;
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i <= count; ++i) {
            for (int k = 0; k <= count; ++k) {
                double u = 2.0 * i / count - 1.0, v = 2.0 * k / count - 1.0;
                if (p->at[0].z != -top) continue; // not the ends of a prism of its own
                add(p, s3(0.5 * u * half.x, 0.5 * v * half.y, side ? top : -top));
            }
        }
    }
    scree_quat rotation = random_below(r, 2) ? random_rotation(r) : (scree_quat){ 1, 0, 0, 0 };
    for (int i = 0; i < p->count; ++i) p->at[i] = quat_rotate(rotation, p->at[i]);
}

static void draw_wheel(points *p, scree_random *r)
{
    int sides = 40 + random_below(r, 211);
    double half = random_decade(r, -3, 0.5);
    for (int i = 0; i < sides; ++i) {
        double angle = TURN * i / sides;
        add(p, s3(cos(angle), sin(angle), -half));
        add(p, s3(cos(angle), sin(angle), half));
    }
}

// All sums of some of the segments. Whole numbers make for ties; a segment that leans by a tiny angle against another
// one makes faces as narrow.
static void draw_zonotope(points *p, scree_random *r)
{
    scree_vec3 segments[6];
    int count = 3 + random_below(r, 4), how = random_below(r, 3);
    for (int i = 0; i < count; ++i) {
        scree_vec3 x = random_in_cube(r, -1.0, 1.0);
        segments[i] = how == 0 ? x : s3(nearbyint(1.5 * x.x), nearbyint(1.5 * x.y), nearbyint(1.5 * x.z));
        if (how == 2 && i >= 3) segments[i] = s3_add(segments[i - 3], random_vector(r, 1.0, -17, -1));
    }
    for (int some = 0; some < 1 << count; ++some) {
        scree_vec3 x = s3(0, 0, 0);
        for (int i = 0; i < count; ++i) x = s3_add(x, s3_scale(segments[i], some >> i & 1 ? 0.5 : -0.5));
        add(p, x);
    }
}

static void draw_cyclic(points *p, scree_random *r)
{
    int count = 5 + random_below(r, 26);
    double reach = random_decade(r, -4, 0.3), from = random_below(r, 2) ? 0.0 : random_between(r, -2.0, 2.0);
    bool even = random_below(r, 2);
    for (int i = 0; i < count; ++i) {
        double t = from + reach * (even ? (double)i / count : random_unit(r));
        add(p, s3(t, t * t, t * t * t));
    }
}

static void draw_polytope(points *p, hunt_maker maker, scree_random *r)
{
    switch (maker) {
    case HUNT_HULL:
        draw_hull(p, r, 4 + random_below(r, random_below(r, 2) ? 13 : 37));
        break;
    case HUNT_CHIPPED:
        draw_usual(p, r);
        chip(p, r);
        break;
    case HUNT_SLIVER:
        draw_usual(p, r);
        squeeze(p, r);
        break;
    case HUNT_CLUSTERED:
        draw_usual(p, r);
        cluster(p, r);
        break;
    case HUNT_LOW:
        draw_low(p, r);
        break;
    case HUNT_LATTICE:
        draw_lattice(p, r);
        break;
    case HUNT_PRISM:
        draw_prism(p, r);
        break;
    case HUNT_GRID:
        draw_grid(p, r);
        break;
    case HUNT_WHEEL:
        draw_wheel(p, r);
        break;
    case HUNT_ZONOTOPE:
        draw_zonotope(p, r);
        break;
    case HUNT_CYCLIC:
        draw_cyclic(p, r);
        break;
    default:
        draw_tetrahedron(p, r);
        break;
    }
}

static bool finish(scree_solid *out)
{
    out->shape = scree_oracle_solid_scaled(out, 1.0);
    if (out->shape == NULL) {
        free(out->points);
        out->points = NULL;
    }
    return out->shape != NULL;
}

static bool finish_points(scree_solid *out, scree_shape_kind kind, const points *p, double size)
{
    *out = (scree_solid){ .kind = kind, .count = p->count };
    out->points = malloc((size_t)p->count * sizeof *out->points);
    if (out->points == NULL) return false;
    for (int i = 0; i < p->count; ++i) out->points[i] = s3_scale(p->at[i], size);
    return finish(out);
}

static scree_vec3 draw_half_extents(scree_random *r)
{
    double x = 1.0, y = random_below(r, 2) ? 1.0 : random_decade(r, -1, 0);
    double z = random_below(r, 3) ? y : random_decade(r, -12, 0);
    return s3(x, y, z);
}

static bool make_polytope(scree_solid *out, hunt_maker maker, double size, scree_random *r)
{
    if (maker == HUNT_POLYTOPE) maker = (hunt_maker)random_below(r, (int)HUNT_POLYTOPE);
    if (maker == HUNT_BOX) {
        *out = (scree_solid){ .kind = SCREE_BOX, .vector = s3_scale(draw_half_extents(r), size) };
        return finish(out);
    }
    points p = { .count = 0 };
    draw_polytope(&p, maker, r);
    return finish_points(out, SCREE_POLYHEDRON, &p, size);
}

static void draw_polygon(points *p, scree_random *r)
{
    int sides = 3 + random_below(r, random_below(r, 4) ? 6 : 22);
    bool regular = random_below(r, 3) == 0;
    for (int i = 0; i < sides; ++i) {
        double angle = TURN * (regular ? i : i + random_between(r, 0.0, 0.9)) / sides;
        add(p, s3(cos(angle), sin(angle), 0.0));
    }
}

static bool make_polygon(scree_solid *out, hunt_maker maker, double size, scree_random *r)
{
    points p = { .count = 0 };
    int how = maker == HUNT_POLYGON ? 4 : random_below(r, 4);
    if (how == 3)
        draw_lattice(&p, r);
    else
        draw_polygon(&p, r);
    if (how == 0) chip(&p, r);
    if (how == 1) cluster(&p, r);
    double thin = how == 2 ? random_decade(r, -12, -0.5) : 1.0;
    for (int i = 0; i < p.count; ++i) p.at[i] = s3(p.at[i].x, thin * p.at[i].y, 0.0);
    return finish_points(out, SCREE_POLYGON, &p, size);
}

// A ratio of two lengths: often 1, else of any magnitude within the decades.
static double draw_ratio(scree_random *r, double low, double high)
{
    return random_below(r, 3) == 0 ? 1.0 : random_decade(r, low, high);
}

static bool make_revolved(scree_solid *out, hunt_maker maker, double size, scree_random *r)
{
    double ratio = random_below(r, 4) ? draw_ratio(r, -1, 1) : draw_ratio(r, -5, 5), top = draw_ratio(r, -3, 0.5);
    *out = (scree_solid){ .radius = size * fmin(ratio, 1.0), .half_length = size / fmax(ratio, 1.0) };
    out->kind = maker == HUNT_CAPSULE    ? SCREE_CAPSULE
                : maker == HUNT_CYLINDER ? SCREE_CYLINDER
                : maker == HUNT_CONE     ? SCREE_CONE
                                         : SCREE_TAPERED_CAPSULE;
    if (maker == HUNT_TAPERED) out->top = top * out->radius;
    return finish(out);
}

static bool make_extreme(scree_solid *out, double size, scree_random *r)
{
    int which = random_below(r, 3);
    double tiny = random_decade(r, -16, -1);
    *out = (scree_solid){ .kind = which == 0 ? SCREE_CAPSULE : SCREE_TAPERED_CAPSULE, .radius = size };
    if (which == 0) {
        out->half_length = size * tiny;
    } else if (which == 1) {
        out->top = size * random_between(r, 0.1, 0.9);
        out->half_length = 0.5 * (out->radius - out->top) * (1.0 + tiny);
    } else {
        out->top = size * tiny;
        out->half_length = size * random_decade(r, -0.2, 1);
    }
    return finish(out);
}

static double draw_exponent(scree_random *r)
{
    static const double whole[] = { 2, 2, 3, 4, 4, 6, 8, 10, 12, 20, 100 };
    if (random_below(r, 2)) return whole[random_below(r, (int)(sizeof whole / sizeof whole[0]))];
    return random_below(r, 8) == 0 ? 2.0 + random_decade(r, -15, 0)
                                   : 2.0 * random_decade(r, 0, random_below(r, 4) ? 0.8 : 1.69);
}

static bool make_smooth(scree_solid *out, hunt_maker maker, double size, scree_random *r)
{
    double most = random_below(r, 8) == 0 ? -3.0 : -0.7;
    double z = draw_ratio(r, most, 0), y = draw_ratio(r, most, 0);
    if (random_below(r, 4) == 0) z = y;
    *out = (scree_solid){ .vector = s3_scale(s3(1.0, y, z), size), .n1 = 2.0, .n2 = 2.0 };
    out->kind = maker == HUNT_ELLIPSOID ? SCREE_ELLIPSOID : SCREE_SUPERQUADRIC;
    if (maker == HUNT_SUPERQUADRIC) {
        out->n1 = draw_exponent(r);
        out->n2 = random_below(r, 2) ? out->n1 : draw_exponent(r);
    }
    return finish(out);
}

static bool make_needle(scree_solid *out, double size, scree_random *r)
{
    double y = draw_ratio(r, -6, 0), z = random_below(r, 3) == 0 ? y : draw_ratio(r, -6, 0);
    int which = random_below(r, 5);
    if (which < 2) {
        scree_vec3 axes =
            which == 0 || random_below(r, 2) ? s3(size, size * y, size * z) : s3(size * y, size * z, size);
        *out = (scree_solid){ .kind = which == 0 ? SCREE_ELLIPSOID : SCREE_SUPERQUADRIC, .vector = axes };
        out->n1 = which == 0 ? 2.0 : draw_exponent(r);
        out->n2 = which == 0 || random_below(r, 2) ? out->n1 : draw_exponent(r);
        return finish(out);
    }
    bool flat = random_below(r, 2);
    *out = (scree_solid){ .radius = flat ? size : size * y, .half_length = flat ? size * y : size };
    out->kind = which == 2 ? SCREE_CYLINDER : which == 3 ? SCREE_CONE : SCREE_TAPERED_CAPSULE;
    if (which == 4) out->top = out->radius * draw_ratio(r, -6, 0);
    return finish(out);
}

static bool make_dot(scree_solid *out, double size, scree_random *r)
{
    *out = (scree_solid){ .kind = random_below(r, 2) ? SCREE_SPHERE : SCREE_CAPSULE };
    out->radius = size * random_decade(r, -18, -2);
    if (out->kind == SCREE_CAPSULE) out->half_length = size;
    return finish(out);
}

static bool make_half_space(scree_solid *out, hunt_maker maker, double size, scree_random *r)
{
    scree_vec3 axis = random_below(r, 16) ? random_vector(r, 1.0, -3, 3) : s3(0, 0, 1);
    double offset = random_below(r, 2) ? 0.0 : size * random_between(r, -2.0, 2.0);
    if (maker == HUNT_FAR_PLANE) offset = size * random_signed_decade(r, 0, 12);
    *out = (scree_solid){ .kind = SCREE_HALF_SPACE, .vector = axis, .offset = offset * sqrt(s3_dot(axis, axis)) };
    return finish(out);
}

// The same points, away from the origin of their own coordinates.
static bool make_offset(scree_solid *out, double size, scree_random *r)
{
    do {
        if (!make_polytope(out, HUNT_POLYTOPE, size, r)) return false;
        scree_shape_destroy(out->shape);
    } while (out->kind != SCREE_POLYHEDRON);
    scree_vec3 way = random_vector(r, size, 0, 8);
    for (int i = 0; i < out->count; ++i) out->points[i] = s3_add(out->points[i], way);
    return finish(out);
}

// A scaled copy is the hull of the scaled vertices; points of the original that are not vertices are no part of it.
static bool make_scaled(scree_solid *out, double size, scree_random *r)
{
    const double factor = random_below(r, 4) ? random_decade(r, -6, 6) : ldexp(1.0, random_below(r, 41) - 20);
    if (!make_polytope(out, (hunt_maker)random_below(r, (int)HUNT_BOX), size / factor, r)) return false;
    scree_shape *original = out->shape;
    out->shape = scree_shape_create_scaled(original, factor, NULL);
    out->count = (int)scree_shape_vertex_count(original);
    for (int i = 0; i < out->count; ++i) out->points[i] = s3_scale(scree_shape_vertex(original, i), factor);
    scree_shape_destroy(original);
    if (out->shape != NULL) return true;
    free(out->points);
    out->points = NULL;
    return false;
}

bool scree_hunt_shape(scree_solid *out, hunt_maker maker, double size, scree_random *random)
{
    scree_random *r = random;
    switch (maker) {
    case HUNT_SPHERE:
    case HUNT_DISC:
        *out = (scree_solid){ .kind = maker == HUNT_DISC ? SCREE_DISC : SCREE_SPHERE, .radius = size };
        return finish(out);
    case HUNT_CAPSULE:
    case HUNT_CYLINDER:
    case HUNT_CONE:
    case HUNT_TAPERED:
        return make_revolved(out, maker, size, r);
    case HUNT_REVOLVED:
        return make_revolved(out, (hunt_maker)((int)HUNT_CYLINDER + random_below(r, 3)), size, r);
    case HUNT_SMOOTH:
        return scree_hunt_shape(out, (hunt_maker)((int)HUNT_SPHERE + random_below(r, 8)), size, r);
    case HUNT_ELLIPSOID:
    case HUNT_SUPERQUADRIC:
        return make_smooth(out, maker, size, r);
    case HUNT_NEEDLE:
        return make_needle(out, size, r);
    case HUNT_DOT:
        return make_dot(out, size, r);
    case HUNT_EXTREME:
        return make_extreme(out, size, r);
    case HUNT_HALF_SPACE:
    case HUNT_FAR_PLANE:
        return make_half_space(out, maker, size, r);
    case HUNT_POLYGON:
    case HUNT_HOSTILE_POLYGON:
        return make_polygon(out, maker, size, r);
    case HUNT_OFFSET:
        return make_offset(out, size, r);
    case HUNT_SCALED:
        return make_scaled(out, size, r);
    case HUNT_ROUNDED:
    case HUNT_ROUNDED_POLYGON:
    case HUNT_SWEPT:
    case HUNT_BALLED: {
        hunt_maker core = maker == HUNT_ROUNDED           ? HUNT_POLYTOPE
                          : maker == HUNT_ROUNDED_POLYGON ? HUNT_HOSTILE_POLYGON
                                                          : HUNT_SMOOTH;
        if (!scree_hunt_shape(out, core, size, r)) return false;
        scree_shape_destroy(out->shape);
        out->rounding = size * (maker == HUNT_BALLED ? random_decade(r, 1, 9) : random_decade(r, -15, 1));
        return finish(out);
    }
    default:
        return make_polytope(out, maker, size, r);
    }
}
