// See hull_truth.h.
//
// Source      Definitions. With M = A - B, the points of A less those of B, the signed distance is that of the origin
//             from M: positive outside, and inside minus the distance to the nearest plane of M's boundary.
// Idea        Whatever finds an answer, what is told is what is proven of it. Apart: a point of M is no nearer than M
//             is, and the plane across it that all of M is behind is no farther (Gilbert's steps until the two meet).
//             Overlapping: planes of M are no nearer than the nearest; and a closed surface of triangles with corners
//             in M, each with the origin behind it, is within M and around the origin, so that no plane of M is nearer
//             than the nearest triangle's. The surface is the hull of the points met so far, and grows where it is
//             nearest until it meets M there.
// Departures  The surface starts anywhere in M: a triangle with the origin before it has a negative distance and is the
//             nearest, so that the surface grows around the origin without another search.
// Limits      64 bits, which tell the errors of 53. Where bodies touch, or where M is flat, nothing is proven.
#include "hull_truth.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 20000, MOST_FACES = 2 * MOST_POINTS, STEPS = 500 };

// Bounds that meet so well, relative to the size, are one.
static const long double MEET = 4e-17L;
// Beyond the roundings of a cross product, its length and a dot product, of numbers of the pair's size.
static const long double ROUNDINGS = 4 * LDBL_EPSILON;

typedef long double vec[3];

// A body's points, in the frame of the world with A's centre as its origin; `rough` beside them to find the farthest.
typedef struct cloud {
    int count, capacity;
    vec *points;
    double (*rough)[3];
    double *along;
} cloud;

typedef struct face {
    int corner[3], adjacent[3]; // adjacent[i] is across the side from corner i to the next
    vec normal;
    long double offset, error;
    bool alive;
} face;

struct bench_hull_room {
    cloud a, b;
    long double size;
    int point_count, face_count, free_count, stack_count, rim_count;
    vec points[MOST_POINTS];
    int new_at[MOST_POINTS]; // the new face whose rim side starts at the point; -1: none
    face faces[MOST_FACES];
    int free_faces[MOST_FACES], stack[MOST_FACES];
    int rim[MOST_FACES][2]; // a face that stays, and its side
};

typedef struct bench_hull_room room;

static long double dot(const vec a, const vec b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void sub(const vec a, const vec b, vec out)
{
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

static void cross(const vec a, const vec b, vec out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// --------------------------------------------------------------------------------------------------------- support

bool bench_hull_truth_serves(const scree_solid *solid)
{
    return solid->kind == SCREE_POLYHEDRON || solid->kind == SCREE_SPHERE;
}

static bool cloud_room(cloud *c, int count)
{
    if (count > c->capacity) {
        free(c->points);
        free(c->rough);
        free(c->along);
        c->points = malloc((size_t)count * sizeof *c->points);
        c->rough = malloc((size_t)count * sizeof *c->rough);
        c->along = malloc((size_t)count * sizeof *c->along);
        c->capacity = c->points != NULL && c->rough != NULL && c->along != NULL ? count : 0;
    }
    c->count = count;
    return count > 0 && count <= c->capacity;
}

// By the matrix of q / |q|, as the pose is defined.
static void rotate(scree_quat q, scree_vec3 p, vec out)
{
    const long double w = q.w, x = q.x, y = q.y, z = q.z, s = 2 / (w * w + x * x + y * y + z * z);
    const vec rows[3] = { { 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y) },
                          { s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x) },
                          { s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y) } };
    const vec v = { p.x, p.y, p.z };
    for (int i = 0; i < 3; ++i) out[i] = dot(rows[i], v);
}

static bool place(cloud *c, const scree_solid *solid, const scree_body *pose, scree_vec3 origin)
{
    const bool ball = solid->kind == SCREE_SPHERE;
    const vec shift = { (long double)pose->position.x - origin.x, (long double)pose->position.y - origin.y,
                        (long double)pose->position.z - origin.z };
    if (!cloud_room(c, ball ? 1 : solid->count)) return false;
    for (int i = 0; i < c->count; ++i) {
        vec p = { 0, 0, 0 };
        if (!ball) rotate(pose->orientation, solid->points[i], p);
        for (int k = 0; k < 3; ++k) {
            c->points[i][k] = p[k] + shift[k];
            c->rough[i][k] = (double)c->points[i][k];
        }
    }
    return true;
}

// The farthest along n. Doubles say which may be it.
static const long double *farthest(cloud *c, const vec n, double size)
{
    const double x = (double)n[0], y = (double)n[1], z = (double)n[2];
    double top = -INFINITY;
    for (int i = 0; i < c->count; ++i) {
        c->along[i] = x * c->rough[i][0] + y * c->rough[i][1] + z * c->rough[i][2];
        top = c->along[i] > top ? c->along[i] : top;
    }
    const double near = top - 16 * DBL_EPSILON * size;
    int best = 0;
    long double most = -INFINITY;
    for (int i = 0; i < c->count; ++i) {
        if (c->along[i] < near) continue;
        const long double at = dot(n, c->points[i]);
        if (at <= most) continue;
        best = i;
        most = at;
    }
    return c->points[best];
}

// The point of M farthest along n, which is unit.
static void support(room *r, const vec n, vec out)
{
    const vec back = { -n[0], -n[1], -n[2] };
    sub(farthest(&r->a, n, (double)r->size), farthest(&r->b, back, (double)r->size), out);
}

// ----------------------------------------------------------------------------------------------------------- apart

typedef struct simplex {
    int count;
    vec points[4];
} simplex;

static void mean_of(const simplex *s, const int *at, const long double *weight, int count, vec out)
{
    for (int k = 0; k < 3; ++k) {
        out[k] = 0;
        for (int i = 0; i < count; ++i) out[k] += weight[i] * s->points[at[i]][k];
    }
}

// The projection of the origin on the plane, line or point through the corners, where it is between them.
static bool project_origin(const simplex *s, const int *at, int count, vec out)
{
    const long double *p = s->points[at[0]];
    long double w[3] = { 1, 0, 0 };
    vec d, e;
    if (count >= 2) sub(s->points[at[1]], p, d);
    if (count >= 2 && !(dot(d, d) > 0)) return false;
    if (count == 2) {
        w[1] = -dot(p, d) / dot(d, d);
        w[0] = 1 - w[1];
    } else if (count == 3) {
        sub(s->points[at[2]], p, e);
        const long double dd = dot(d, d), de = dot(d, e), ee = dot(e, e), pd = dot(p, d), pe = dot(p, e);
        const long double over = dd * ee - de * de;
        if (!(over > 0)) return false;
        w[1] = (de * pe - ee * pd) / over;
        w[2] = (de * pd - dd * pe) / over;
        w[0] = 1 - w[1] - w[2];
    }
    for (int i = 0; i < count; ++i)
        if (!(w[i] > 0)) return false;
    mean_of(s, at, w, count, out);
    return true;
}

// The nearest point of the simplex's boundary, and the corners that it is between.
static void nearest(simplex *s, vec out)
{
    int kept[3] = { 0 }, kept_count = 0;
    long double least = INFINITY;
    for (int mask = 1; mask < 1 << s->count; ++mask) {
        int at[4] = { 0 }, count = 0;
        vec v;
        for (int i = 0; i < s->count; ++i)
            if (mask >> i & 1) at[count++] = i;
        if (count > 3 || !project_origin(s, at, count, v) || !(dot(v, v) < least)) continue;
        least = dot(v, v);
        memcpy(out, v, sizeof(vec));
        memcpy(kept, at, (size_t)count * sizeof *kept);
        kept_count = count;
    }
    s->count = kept_count;
    for (int i = 0; i < kept_count; ++i) memmove(s->points[i], s->points[kept[i]], sizeof(vec)); // kept[i] >= i
}

// The distance of the origin from M, where it is outside and that is proven.
static bool outside(room *r, long double *out)
{
    simplex s = { .count = 1 };
    vec v;
    support(r, (const vec){ 1, 0, 0 }, s.points[0]);
    memcpy(v, s.points[0], sizeof v);
    for (int step = 0; step < STEPS; ++step) {
        const long double length = sqrtl(dot(v, v));
        if (!(length > 0)) return false;
        const vec n = { -v[0] / length, -v[1] / length, -v[2] / length };
        vec *w = &s.points[s.count];
        if (s.count > 3) return false;
        support(r, n, *w);
        const long double lower = -dot(n, *w);
        *out = length;
        if (lower > 0 && length - lower <= MEET * r->size) return true;
        ++s.count;
        nearest(&s, v);
        if (!(dot(v, v) < length * length)) return false;
    }
    return false;
}

// ----------------------------------------------------------------------------------------------------- overlapping

static bool set_plane(room *r, face *f)
{
    const long double *p = r->points[f->corner[0]], *q = r->points[f->corner[1]], *s = r->points[f->corner[2]];
    vec d, e, g;
    sub(q, p, d);
    sub(s, p, e);
    sub(s, q, g);
    cross(d, e, f->normal);
    const long double area = sqrtl(dot(f->normal, f->normal));
    const long double longest = fmaxl(dot(d, d), fmaxl(dot(e, e), dot(g, g)));
    if (!(area > 0)) return false;
    for (int k = 0; k < 3; ++k) f->normal[k] /= area;
    f->offset = fminl(dot(f->normal, p), fminl(dot(f->normal, q), dot(f->normal, s)));
    // The corners' roundings turn the plane about the longest side, by as much as the triangle is thin over it.
    f->error = ROUNDINGS * r->size * (1 + r->size * sqrtl(longest) / area);
    return true;
}

static int add_face(room *r, int a, int b, int c)
{
    if (r->free_count == 0 && r->face_count == MOST_FACES) return -1;
    const int at = r->free_count > 0 ? r->free_faces[--r->free_count] : r->face_count++;
    face *f = &r->faces[at];
    *f = (face){ .corner = { a, b, c }, .adjacent = { -1, -1, -1 }, .alive = true };
    return set_plane(r, f) ? at : -1;
}

static int side_from(const face *f, int corner)
{
    return f->corner[0] == corner ? 0 : f->corner[1] == corner ? 1 : 2;
}

// The third point: of four, the one that spans most with the first two. Leaves the unit normal of the three.
static bool third_point(room *r, vec up)
{
    vec along, off, area, p;
    long double most = 0;
    sub(r->points[1], r->points[0], along);
    for (int k = 0; k < 4; ++k) {
        const vec n = { 0, k == 0 ? 1 : k == 1 ? -1 : 0, k == 2 ? 1 : k == 3 ? -1 : 0 };
        support(r, n, p);
        sub(p, r->points[0], off);
        cross(along, off, area);
        if (!(dot(area, area) > most)) continue;
        most = dot(area, area);
        memcpy(r->points[2], p, sizeof p);
        memcpy(up, area, sizeof area);
    }
    const long double length = sqrtl(most);
    for (int k = 0; most > 0 && k < 3; ++k) up[k] /= length;
    return most > 0;
}

// Four points that span a volume, the fourth behind the first three.
static bool span(room *r)
{
    vec up = { 0, 0, 0 }, p;
    r->point_count = 4;
    support(r, (const vec){ 1, 0, 0 }, r->points[0]);
    support(r, (const vec){ -1, 0, 0 }, r->points[1]);
    if (!third_point(r, up)) return false;
    const vec down = { -up[0], -up[1], -up[2] };
    support(r, up, p);
    support(r, down, r->points[3]);
    const long double at = dot(up, r->points[0]);
    if (dot(up, p) - at > at - dot(up, r->points[3])) {
        memcpy(r->points[3], p, sizeof p);
        memcpy(p, r->points[0], sizeof p);
        memcpy(r->points[0], r->points[1], sizeof p);
        memcpy(r->points[1], p, sizeof p);
    }
    return true;
}

// The tetrahedron that the surface starts as.
static bool start(room *r)
{
    static const int corners[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
    // Across the side from each corner to the next.
    static const int adjacent[4][3] = { { 1, 2, 3 }, { 3, 2, 0 }, { 1, 3, 0 }, { 2, 1, 0 } };
    r->face_count = r->free_count = 0;
    if (!span(r)) return false;
    for (int i = 0; i < 4; ++i) {
        if (add_face(r, corners[i][0], corners[i][1], corners[i][2]) < 0) return false;
        memcpy(r->faces[i].adjacent, adjacent[i], sizeof adjacent[i]);
    }
    return true;
}

static int nearest_face(const room *r)
{
    int best = -1;
    for (int i = 0; i < r->face_count; ++i)
        if (r->faces[i].alive && (best < 0 || r->faces[i].offset < r->faces[best].offset)) best = i;
    return best;
}

// The faces that see the point, from one of them on, go; their rim is left.
static void open_up(room *r, int first, const vec p)
{
    r->rim_count = 0;
    r->stack_count = 0;
    r->stack[r->stack_count++] = first;
    r->faces[first].alive = false;
    for (int at = 0; at < r->stack_count; ++at) {
        const int number = r->stack[at];
        for (int k = 0; k < 3; ++k) {
            const int other = r->faces[number].adjacent[k];
            face *f = &r->faces[other];
            if (!f->alive) continue;
            if (dot(f->normal, p) - f->offset > f->error) {
                f->alive = false;
                r->stack[r->stack_count++] = other;
            }
        }
    }
    for (int at = 0; at < r->stack_count; ++at) {
        const face *gone = &r->faces[r->stack[at]];
        for (int k = 0; k < 3; ++k) {
            if (!r->faces[gone->adjacent[k]].alive) continue;
            r->rim[r->rim_count][0] = gone->adjacent[k];
            r->rim[r->rim_count++][1] = side_from(&r->faces[gone->adjacent[k]], gone->corner[(k + 1) % 3]);
        }
    }
}

// New faces between the point and the rim. False where that is not one ring, or a face has no area.
static bool close_up(room *r, int point)
{
    int made[MOST_FACES > 4096 ? 4096 : MOST_FACES];
    if (r->rim_count > (int)(sizeof made / sizeof *made)) return false;
    for (int i = 0; i < r->stack_count; ++i) r->free_faces[r->free_count++] = r->stack[i];
    for (int i = 0; i < r->rim_count; ++i) {
        const face *stays = &r->faces[r->rim[i][0]];
        r->new_at[stays->corner[(r->rim[i][1] + 1) % 3]] = -1;
    }
    for (int i = 0; i < r->rim_count; ++i) {
        const int outer = r->rim[i][0], side = r->rim[i][1];
        const int from = r->faces[outer].corner[(side + 1) % 3], to = r->faces[outer].corner[side];
        if (r->new_at[from] >= 0) return false;
        made[i] = r->new_at[from] = add_face(r, from, to, point);
        if (made[i] < 0) return false;
        r->faces[made[i]].adjacent[0] = outer;
        r->faces[outer].adjacent[side] = made[i];
    }
    for (int i = 0; i < r->rim_count; ++i) {
        face *f = &r->faces[made[i]];
        const int next = r->new_at[f->corner[1]];
        if (next < 0) return false;
        f->adjacent[1] = next;
        r->faces[next].adjacent[2] = made[i];
    }
    return true;
}

// That the surface is closed and has the origin behind every face, none nearer than `least` by more than is allowed.
static bool surrounds(const room *r, long double least)
{
    for (int i = 0; i < r->face_count; ++i) {
        const face *f = &r->faces[i];
        if (!f->alive) continue;
        // All three corners are beyond `offset` along a direction, whatever the plane through them is.
        const long double sure = f->offset - ROUNDINGS * r->size;
        if (!(sure > 0) || !(sure >= least - MEET * r->size)) return false;
        for (int k = 0; k < 3; ++k) {
            if (f->adjacent[k] < 0) return false;
            const face *g = &r->faces[f->adjacent[k]];
            const int back = side_from(g, f->corner[(k + 1) % 3]);
            if (!g->alive || g->adjacent[back] != i || g->corner[back] != f->corner[(k + 1) % 3] ||
                g->corner[(back + 1) % 3] != f->corner[k])
                return false;
        }
    }
    return true;
}

// How deep the origin is in M, where that is proven.
static bool inside(room *r, long double *out)
{
    if (!start(r)) return false;
    while (r->point_count < MOST_POINTS) {
        const int at = nearest_face(r);
        if (at < 0) return false;
        face *f = &r->faces[at];
        vec p;
        support(r, f->normal, p);
        const long double beyond = dot(f->normal, p);
        *out = beyond;
        if (beyond - f->offset <= fmaxl(f->error, MEET * r->size / 2)) return f->offset > 0 && surrounds(r, beyond);
        memcpy(r->points[r->point_count], p, sizeof p);
        open_up(r, at, p);
        if (!close_up(r, r->point_count++)) return false;
    }
    return false;
}

bool bench_hull_truth_of(bench_hull_truth *truth, const scree_solid *a, const scree_body *pose_a, const scree_solid *b,
                         const scree_body *pose_b, double *out)
{
    if (truth->room == NULL) truth->room = calloc(1, sizeof *truth->room);
    room *r = truth->room;
    if (r == NULL || !place(&r->a, a, pose_a, pose_a->position) || !place(&r->b, b, pose_b, pose_a->position))
        return false;
    r->size = 0;
    for (int i = 0; i < r->a.count; ++i) r->size = fmaxl(r->size, sqrtl(dot(r->a.points[i], r->a.points[i])));
    for (int i = 0; i < r->b.count; ++i) r->size = fmaxl(r->size, sqrtl(dot(r->b.points[i], r->b.points[i])));
    const long double radii = (a->kind == SCREE_SPHERE ? (long double)a->radius : 0) +
                              (b->kind == SCREE_SPHERE ? (long double)b->radius : 0) + a->rounding + b->rounding;
    long double distance, depth;
    if (outside(r, &distance))
        *out = (double)(distance - radii);
    else if (inside(r, &depth))
        *out = (double)(-depth - radii);
    else
        return false;
    return true;
}

void bench_hull_truth_free(bench_hull_truth *truth)
{
    if (truth->room == NULL) return;
    const cloud *both[2] = { &truth->room->a, &truth->room->b };
    for (int i = 0; i < 2; ++i) {
        free(both[i]->points);
        free(both[i]->rough);
        free(both[i]->along);
    }
    free(truth->room);
    truth->room = NULL;
}
