// Idea        A flat region that is connected by shared edges is convex if the hull of its corners has the area of its
//             triangles. Then the hull replaces it. Else a convex part of it is grown around its first triangle, one
//             neighbour at a time under the same test, and the rest is processed again.
// Limits      Corners of two triangles are the same if their coordinates are. Between the parts of a flat region that
//             is not convex, edges remain.
#include "fill/flat.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Meshes come in single precision: a corner counts as in a plane up to this distance, as a fraction of the size, and
// areas as equal up to this fraction.
static const double flat_share = 1e-6, area_share = 1e-6;

enum { LARGEST_REGION = 20000 };

typedef struct corner_key {
    scree_vec3 p;
    int32_t corner;
} corner_key;

typedef struct edge_key {
    int32_t from, to, triangle;
} edge_key;

typedef struct point2 {
    double x, y;
} point2;

typedef struct plane_frame {
    scree_vec3 origin, u, v, normal;
    double size; ///< of the first triangle
} plane_frame;

typedef struct flat {
    const scree_vec3 *corners;
    size_t triangles;
    int32_t *neighbours; ///< three a triangle; -1: none
    char *done;
    char *listed;        ///< in the present region
    int32_t *region;     ///< triangles of the region
    point2 *points;      ///< room for the corners of a region
    point2 *hull;        ///< and for their hull
    scree_vec3 *polygon; ///< and for that in space
} flat;

static scree_vec3 minus(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 scaled(double s, scree_vec3 a)
{
    return (scree_vec3){ s * a.x, s * a.y, s * a.z };
}

/// Twice the area along the normal.
static scree_vec3 area_of(const flat *f, int32_t t)
{
    const scree_vec3 *c = &f->corners[3 * (size_t)t];
    return cross(minus(c[1], c[0]), minus(c[2], c[0]));
}

// ------------------------------------------------------------------------------------------------------------ neighbours

static int by_place(const void *p, const void *q)
{
    const corner_key *a = p, *b = q;
    if (a->p.x != b->p.x) return a->p.x < b->p.x ? -1 : 1;
    if (a->p.y != b->p.y) return a->p.y < b->p.y ? -1 : 1;
    if (a->p.z != b->p.z) return a->p.z < b->p.z ? -1 : 1;
    return (a->corner > b->corner) - (a->corner < b->corner);
}

static int by_ends(const void *p, const void *q)
{
    const edge_key *a = p, *b = q;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

/// Corners at the same place get the same number, in `numbers`.
static void number_corners(const flat *f, corner_key *keys, int32_t *numbers)
{
    const size_t count = 3 * f->triangles;
    int32_t last = -1;
    for (size_t i = 0; i < count; ++i) keys[i] = (corner_key){ f->corners[i], (int32_t)i };
    qsort(keys, count, sizeof *keys, by_place);
    for (size_t i = 0; i < count; ++i) {
        const scree_vec3 d = i > 0 ? minus(keys[i].p, keys[i - 1].p) : (scree_vec3){ 1.0, 0.0, 0.0 };
        if (d.x != 0.0 || d.y != 0.0 || d.z != 0.0) ++last;
        numbers[keys[i].corner] = last;
    }
}

/// The triangle on the other side of each edge, which has it the other way round.
static void find_neighbours(flat *f, edge_key *edges, const int32_t *numbers)
{
    const size_t count = 3 * f->triangles;
    for (size_t i = 0; i < count; ++i) {
        const size_t t = i / 3, k = i % 3;
        edges[i] = (edge_key){ numbers[i], numbers[3 * t + (k + 1) % 3], (int32_t)t };
    }
    qsort(edges, count, sizeof *edges, by_ends);
    for (size_t i = 0; i < count; ++i) {
        const size_t t = i / 3, k = i % 3;
        const edge_key back = { numbers[3 * t + (k + 1) % 3], numbers[i], 0 };
        const edge_key *found = bsearch(&back, edges, count, sizeof *edges, by_ends);
        f->neighbours[i] = found != NULL ? found->triangle : -1;
    }
}

static bool connect(flat *f)
{
    const size_t count = 3 * f->triangles;
    corner_key *keys = malloc(count * sizeof *keys + 1);
    edge_key *edges = malloc(count * sizeof *edges + 1);
    int32_t *numbers = malloc(count * sizeof *numbers + 1);
    const bool good = keys != NULL && edges != NULL && numbers != NULL;
    if (good) {
        number_corners(f, keys, numbers);
        find_neighbours(f, edges, numbers);
    }
    free(keys);
    free(edges);
    free(numbers);
    return good;
}

// ----------------------------------------------------------------------------------------------------------------- hulls

static plane_frame frame_of(const flat *f, int32_t t)
{
    const scree_vec3 *c = &f->corners[3 * (size_t)t];
    const scree_vec3 n = area_of(f, t), a = minus(c[1], c[0]), b = minus(c[2], c[0]);
    plane_frame frame = { .origin = c[0] };
    frame.normal = scaled(1.0 / sqrt(dot(n, n)), n);
    frame.u = scaled(1.0 / sqrt(dot(a, a)), a);
    frame.v = cross(frame.normal, frame.u);
    frame.size = sqrt(fmax(dot(a, a), dot(b, b)));
    return frame;
}

static bool lies_in(const flat *f, const plane_frame *frame, int32_t t)
{
    const scree_vec3 n = area_of(f, t);
    if (!(dot(n, frame->normal) > 0.5 * sqrt(dot(n, n)))) return false;
    for (size_t k = 0; k < 3; ++k) {
        const scree_vec3 d = minus(f->corners[3 * (size_t)t + k], frame->origin);
        if (fabs(dot(d, frame->normal)) > flat_share * fmax(frame->size, sqrt(dot(d, d)))) return false;
    }
    return true;
}

static int by_x(const void *p, const void *q)
{
    const point2 *a = p, *b = q;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

static double orient(point2 a, point2 b, point2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Andrew's monotone chain, without corners on straight edges; sorts `points`. Returns how many corners the hull has,
/// counter-clockwise, and its area. `hull` has room for one more than there are points.
static size_t make_hull(point2 *points, size_t count, point2 *hull, double *area)
{
    size_t n = 0;
    qsort(points, count, sizeof *points, by_x);
    const double wide = points[count - 1].x - points[0].x, least = flat_share * wide * wide;
    for (int side = 0; side < 2; ++side) {
        const size_t first = n;
        for (size_t i = 0; i < count; ++i) {
            const point2 p = points[side == 0 ? i : count - 1 - i];
            while (n >= first + 2 && orient(hull[n - 2], hull[n - 1], p) <= least) --n;
            hull[n++] = p;
        }
        --n; // the last corner begins the other side
    }
    *area = 0.0;
    for (size_t i = 1; i + 1 < n; ++i) *area += 0.5 * orient(hull[0], hull[i], hull[i + 1]);
    return n;
}

static void add_corners(const flat *f, const plane_frame *frame, int32_t t, point2 *points)
{
    for (size_t k = 0; k < 3; ++k) {
        const scree_vec3 d = minus(f->corners[3 * (size_t)t + k], frame->origin);
        points[k] = (point2){ dot(d, frame->u), dot(d, frame->v) };
    }
}

static bool equal_areas(double hull, double triangles)
{
    return fabs(hull - triangles) <= area_share * hull;
}

// --------------------------------------------------------------------------------------------------------------- regions

/// The triangles that are connected with this one in its plane; how many.
static size_t find_region(flat *f, const plane_frame *frame, int32_t first)
{
    size_t count = 0;
    f->region[count++] = first;
    f->listed[first] = 1;
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            const int32_t t = f->neighbours[3 * (size_t)f->region[i] + k];
            if (t < 0 || f->done[t] || f->listed[t] || count == LARGEST_REGION || !lies_in(f, frame, t)) continue;
            f->listed[t] = 1;
            f->region[count++] = t;
        }
    }
    for (size_t i = 0; i < count; ++i) f->listed[f->region[i]] = 0;
    return count;
}

/// The hull of the first `count` triangles of the region; 0 where it is larger than they are.
static size_t hull_of_region(flat *f, const plane_frame *frame, size_t count)
{
    double area = 0.0, hull_area;
    for (size_t i = 0; i < count; ++i) {
        const scree_vec3 n = area_of(f, f->region[i]);
        area += 0.5 * sqrt(dot(n, n));
        add_corners(f, frame, f->region[i], &f->points[3 * i]);
    }
    const size_t corners = make_hull(f->points, 3 * count, f->hull, &hull_area);
    return equal_areas(hull_area, area) ? corners : 0;
}

/// Would the hull, of `corners` points, stay convex with one triangle more? Then it has it, and so has `area`.
static bool grow_hull(flat *f, const plane_frame *frame, int32_t t, size_t *corners, double *area)
{
    const scree_vec3 n = area_of(f, t);
    const double more = *area + 0.5 * sqrt(dot(n, n));
    double hull_area;
    point2 *trial = f->points + *corners + 3; // room behind the points
    memcpy(f->points, f->hull, *corners * sizeof *f->hull);
    add_corners(f, frame, t, f->points + *corners);
    const size_t count = make_hull(f->points, *corners + 3, trial, &hull_area);
    if (!equal_areas(hull_area, more)) return false;
    memcpy(f->hull, trial, count * sizeof *trial);
    *corners = count;
    *area = more;
    return true;
}

/// A convex part of a region, grown around a triangle. Its triangles are done; returns the corners of its hull, or 0
/// where the triangle is too narrow to be more than a line.
static size_t grow_part(flat *f, const plane_frame *frame, int32_t first)
{
    const scree_vec3 n = area_of(f, first);
    double area = 0.5 * sqrt(dot(n, n));
    size_t corners, count = 0;
    add_corners(f, frame, first, f->points);
    corners = make_hull(f->points, 3, f->hull, &area);
    f->region[count++] = first;
    f->done[first] = 1;
    if (corners < 3) return 0;
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = 0; i < count; ++i) {
            for (size_t k = 0; k < 3; ++k) {
                const int32_t t = f->neighbours[3 * (size_t)f->region[i] + k];
                if (t < 0 || f->done[t] || count == LARGEST_REGION || !lies_in(f, frame, t)) continue;
                if (!grow_hull(f, frame, t, &corners, &area)) continue;
                f->done[t] = 1;
                f->region[count++] = t;
                grown = true;
            }
        }
    }
    return corners;
}

static bool hand_out(const flat *f, const plane_frame *frame, size_t corners, scree_fill_polygon take, void *user)
{
    for (size_t i = 0; i < corners; ++i) {
        const point2 p = f->hull[i];
        const scree_vec3 a = frame->origin, u = frame->u, v = frame->v;
        f->polygon[i] =
            (scree_vec3){ a.x + p.x * u.x + p.y * v.x, a.y + p.x * u.y + p.y * v.y, a.z + p.x * u.z + p.y * v.z };
    }
    return take(user, f->polygon, corners, frame->normal);
}

static bool cut(flat *f, scree_fill_polygon take, void *user)
{
    for (int32_t t = 0; (size_t)t < f->triangles; ++t) {
        const scree_vec3 n = area_of(f, t);
        if (f->done[t] || !(dot(n, n) > 0.0)) continue;
        const plane_frame frame = frame_of(f, t);
        const size_t count = find_region(f, &frame, t);
        size_t corners = count > 1 ? hull_of_region(f, &frame, count) : 0;
        if (corners >= 3) {
            for (size_t i = 0; i < count; ++i) f->done[f->region[i]] = 1;
        } else
            corners = grow_part(f, &frame, t);
        const bool single = count == 1 || corners < 3; // as it is
        if (single ? !take(user, &f->corners[3 * (size_t)t], 3, frame.normal)
                   : !hand_out(f, &frame, corners, take, user))
            return false;
    }
    return true;
}

bool scree_fill_flat(const scree_vec3 *corners, size_t triangles, scree_fill_polygon take, void *user,
                     bool *out_of_memory)
{
    flat f = { .corners = corners, .triangles = triangles };
    const size_t room = 3 * (triangles < LARGEST_REGION ? triangles : LARGEST_REGION) + 3;
    f.neighbours = calloc(3 * triangles + 1, sizeof *f.neighbours);
    f.done = calloc(triangles + 1, 1);
    f.listed = calloc(triangles + 1, 1);
    f.region = calloc(room, sizeof *f.region);
    f.points = malloc((2 * room + 8) * sizeof *f.points);
    f.hull = malloc((room + 8) * sizeof *f.hull);
    f.polygon = malloc((room + 8) * sizeof *f.polygon);
    *out_of_memory = triangles > INT32_MAX / 3 || f.neighbours == NULL || f.done == NULL || f.listed == NULL ||
                     f.region == NULL || f.points == NULL || f.hull == NULL || f.polygon == NULL || !connect(&f);
    const bool good = !*out_of_memory && cut(&f, take, user);
    free(f.neighbours);
    free(f.done);
    free(f.listed);
    free(f.region);
    free(f.points);
    free(f.hull);
    free(f.polygon);
    return good;
}
