// The polygon that two features share, seen along the normal.
//
// Source      Sutherland, Hodgman, "Reentrant polygon clipping" (1974).
// Idea        Project both features onto the plane of the normal and clip one by the edges of the other. Points, and
//             segments against segments, have their own short ways.
#include "narrow/patch.h"

#include <limits.h>

typedef struct flat {
    double x, y;
} flat;

static double cross2(flat a, flat b)
{
    return a.x * b.y - a.y * b.x;
}

static flat sub2(flat a, flat b)
{
    flat r = { a.x - b.x, a.y - b.y };
    return r;
}

static double dot2(flat a, flat b)
{
    return a.x * b.x + a.y * b.y;
}

static flat lerp2(flat a, flat b, double t)
{
    flat r = { a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
    return r;
}

// The plane of the normal, with an origin near the features so that no digits are lost.
typedef struct plane_frame {
    scree_vec3 origin, x, y;
} plane_frame;

static flat project(const plane_frame *f, scree_vec3 p)
{
    scree_vec3 d = v3_sub(p, f->origin);
    flat r = { v3_dot(d, f->x), v3_dot(d, f->y) };
    return r;
}

static scree_vec3 lift(const plane_frame *f, flat p)
{
    return v3_add_scaled(v3_add_scaled(f->origin, p.x, f->x), p.y, f->y);
}

size_t scree_patch_scratch(const scree_shape *a, const scree_shape *b)
{
    // The largest faces are not known here; the number of vertices bounds both. Two features, two working polygons,
    // the corners of the result; for scree_finish() all that twice.
    size_t n = (size_t)a->vertex_count + (size_t)b->vertex_count + 8;
    size_t one = 2 * scree_arena_bytes(n * sizeof(scree_vec3)) + 3 * scree_arena_bytes(n * sizeof(flat)) +
                 scree_arena_bytes(n * sizeof(scree_vec3));
    return 2 * one;
}

// The part of `subject` on the left of the line from p to q.
static int clip_by_line(const flat *subject, int count, flat p, flat q, flat *out)
{
    int kept = 0;
    flat along = sub2(q, p);
    for (int i = 0; i < count; ++i) {
        flat u = subject[i], v = subject[(i + 1) % count];
        double du = cross2(along, sub2(u, p)), dv = cross2(along, sub2(v, p));
        if (du >= 0.0) out[kept++] = u;
        if ((du > 0.0 && dv < 0.0) || (du < 0.0 && dv > 0.0)) out[kept++] = lerp2(u, v, du / (du - dv));
    }
    return kept;
}

// Convex against convex; each line adds at most one corner.
static int clip_polygon(flat *subject, int count, const flat *by, int by_count, flat *work)
{
    flat *from = subject, *to = work;
    for (int i = 0; i < by_count && count > 0; ++i) {
        count = clip_by_line(from, count, by[i], by[(i + 1) % by_count], to);
        flat *swap = from;
        from = to;
        to = swap;
    }
    if (from != subject)
        for (int i = 0; i < count; ++i) subject[i] = from[i];
    return count;
}

// The part of a segment inside a convex polygon, in place. An end that is beyond a side by no more than `slack` is
// inside: of a segment that is along a side, to rounding, no part is lost.
static int clip_segment(flat *segment, const flat *by, int by_count, double slack)
{
    double t0 = 0.0, t1 = 1.0;
    for (int i = 0; i < by_count; ++i) {
        flat p = by[i], along = sub2(by[(i + 1) % by_count], p);
        double d0 = cross2(along, sub2(segment[0], p)), d1 = cross2(along, sub2(segment[1], p));
        double least = -slack * sqrt(dot2(along, along));
        if (d0 < least && d1 < least) return 0;
        if (d0 < least) t0 = fmax(t0, d0 / (d0 - d1));
        if (d1 < least) t1 = fmin(t1, d0 / (d0 - d1));
    }
    if (t0 > t1) return 0;
    flat p = lerp2(segment[0], segment[1], t0), q = lerp2(segment[0], segment[1], t1);
    segment[0] = p;
    segment[1] = q;
    return 2;
}

// Two segments: what they share if they are parallel, else where they cross (the nearest to it on the first).
static int meet_segments(flat *s, const flat *by)
{
    flat d = sub2(s[1], s[0]), e = sub2(by[1], by[0]), r = sub2(by[0], s[0]);
    double d2 = dot2(d, d), across = cross2(d, e);
    if (fabs(across) > SCREE_FEATURE_SLOPE * sqrt(d2 * dot2(e, e))) {
        double t = cross2(r, e) / across;
        s[0] = lerp2(s[0], s[1], fmin(fmax(t, 0.0), 1.0));
        return 1;
    }
    if (!(d2 > 0.0)) return 1; // shorter than a rounding of its place
    double u0 = dot2(r, d) / d2, u1 = dot2(sub2(by[1], s[0]), d) / d2;
    double t0 = fmax(0.0, fmin(u0, u1)), t1 = fmin(1.0, fmax(u0, u1));
    if (t0 > t1) return 0;
    flat p = lerp2(s[0], s[1], t0), q = lerp2(s[0], s[1], t1);
    s[0] = p;
    s[1] = q;
    return 2;
}

// A polygon thinner than this, against its length, is no wider than the rounding of its corners: its centroid is the middle
// between its ends.
#define THIN 0x1p-45

static int farthest_corner(const flat *corner, int count, flat from)
{
    int best = 0;
    double best2 = -1.0;
    for (int i = 0; i < count; ++i) {
        flat d = sub2(corner[i], from);
        if (dot2(d, d) > best2) {
            best2 = dot2(d, d);
            best = i;
        }
    }
    return best;
}

static flat measure(const flat *corner, int count, double *area)
{
    double sum = 0.0;
    flat moment = { 0.0, 0.0 };
    for (int i = 2; i < count; ++i) {
        flat u = sub2(corner[i - 1], corner[0]), v = sub2(corner[i], corner[0]);
        double twice = cross2(u, v);
        sum += twice;
        moment.x += twice * (u.x + v.x);
        moment.y += twice * (u.y + v.y);
    }
    *area = fmax(0.5 * sum, 0.0);
    flat one = corner[farthest_corner(corner, count, corner[0])], end = corner[farthest_corner(corner, count, one)];
    flat length = sub2(end, one);
    if (sum <= THIN * dot2(length, length)) return lerp2(one, end, 0.5);
    flat centroid = { corner[0].x + moment.x / (3.0 * sum), corner[0].y + moment.y / (3.0 * sum) };
    return centroid;
}

// A polygon no wider than rounding becomes the segment between its ends, and that, if it is as short, a point.
static int simplify(flat *corner, int count, double slack)
{
    if (count < 2) return count;
    double area;
    (void)measure(corner, count, &area);
    flat one = corner[farthest_corner(corner, count, corner[0])], end = corner[farthest_corner(corner, count, one)];
    flat along = sub2(end, one);
    double length = sqrt(dot2(along, along));
    if (area > slack * length) return count;
    corner[0] = length > slack ? one : lerp2(one, end, 0.5);
    corner[1] = end;
    return length > slack ? 2 : 1;
}

static int meet_flat(flat *s, int count, const flat *by, int by_count, double slack, flat *work)
{
    if (count == 1) return 1;
    if (by_count == 1) {
        s[0] = by[0];
        return 1;
    }
    if (count == 2) return by_count == 2 ? meet_segments(s, by) : clip_segment(s, by, by_count, slack);
    return clip_polygon(s, count, by, by_count, work);
}

scree_meeting scree_meet(const scree_feature_set *a, const scree_feature_set *b, scree_vec3 n, double slack,
                         scree_arena *scratch)
{
    scree_meeting m = { .count = 0 };
    static const scree_feature_set whole_plane = { .count = INT_MAX };
    if (a == NULL) a = &whole_plane;
    if (b == NULL) b = &whole_plane;
    // A segment is clipped by a polygon, not the other way round.
    const scree_feature_set *few = a->count <= b->count ? a : b, *many = few == a ? b : a;
    int many_count = many == &whole_plane ? 0 : many->count;
    if (few->corner == NULL || (many_count > 0 && many->corner == NULL)) return m;
    size_t room = (size_t)few->count + (size_t)many_count + 4;
    flat *subject = scree_arena_take(scratch, room * sizeof *subject);
    flat *by = scree_arena_take(scratch, room * sizeof *by), *work = scree_arena_take(scratch, room * sizeof *work);
    m.corner = scree_arena_take(scratch, room * sizeof *m.corner);
    if (subject == NULL || by == NULL || work == NULL || m.corner == NULL) return m;
    plane_frame f = { .x = v3_any_normal_to(n) };
    f.y = v3_cross(n, f.x);
    f.origin = v3_add_scaled(few->corner[0], -v3_dot(few->corner[0], n), n);
    for (int i = 0; i < few->count; ++i) subject[i] = project(&f, few->corner[i]);
    for (int i = 0; i < many_count; ++i) by[i] = project(&f, many->corner[i]);
    m.count = many_count == 0 ? few->count : meet_flat(subject, few->count, by, many_count, slack, work);
    m.count = simplify(subject, m.count, slack);
    if (m.count == 0) return m;
    for (int i = 0; i < m.count; ++i) m.corner[i] = lift(&f, subject[i]);
    m.centroid = lift(&f, measure(subject, m.count, &m.area));
    return m;
}

double scree_patch_measure(const scree_cores *c, const scree_meeting *m)
{
    return c->a->dimension == 2 ? v3_norm(v3_sub(m->corner[1], m->corner[0])) : m->area;
}
