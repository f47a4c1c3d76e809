// The polygon that two features share, seen along the normal.
//
// Source      Sutherland, Hodgman, "Reentrant polygon clipping" (1974).
// Idea        Project both features onto the plane of the normal and clip the smaller one by the sides of the larger one, whose
//             directions are known better. Points, and segments against segments, have their own short ways.
// Departures  Of two polygons of many corners each line looks only at those that it cuts off. The corner that is farthest beyond
//             a line goes round as the line does, so that all lines together take as many steps as there are corners.
// Limits      Corners are known to a rounding of their place in A's frame, and so are areas, times a perimeter. A side
//             hardly longer than that may turn the ring of corners the wrong way; such a ring is made convex first, since
//             the line of a side cuts off all that is beyond it.
#include "pair/patch.h"

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
    // The largest faces are not known here; the number of vertices bounds both. Two features, two work polygons, the
    // corners of the result; for scree_finish() all that twice.
    size_t n = (size_t)a->vertex_count + (size_t)b->vertex_count + 8;
    size_t one = 2 * scree_arena_bytes(n * sizeof(scree_vec3)) + 3 * scree_arena_bytes(n * sizeof(flat)) +
                 scree_arena_bytes(n * sizeof(scree_vec3));
    return 2 * one;
}

// The part of `subject` on the left of the line from p to q. Sides are measured from the end nearer to it: from the far end
// of a long line, rounding is more than the width of a sliver at its tip.
static int clip_by_line(const flat *subject, int count, flat p, flat q, flat *out)
{
    int kept = 0;
    const flat along = sub2(q, p);
    flat u = subject[count - 1];
    const flat by_p = sub2(u, p), by_q = sub2(u, q), end = dot2(by_q, by_q) < dot2(by_p, by_p) ? q : p;
    double du = cross2(along, sub2(u, end));
    for (int i = 0; i < count; ++i) {
        const flat v = subject[i];
        const double dv = cross2(along, sub2(v, end));
        if ((du > 0.0 && dv < 0.0) || (du < 0.0 && dv > 0.0)) out[kept++] = lerp2(u, v, du / (du - dv));
        if (dv >= 0.0) out[kept++] = v;
        u = v;
        du = dv;
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

// A convex polygon as a ring of corners; `first` is where its list begins.
typedef struct ring {
    flat *at;
    int *next, *last;
    int first, count, used;
} ring;

static ring make_ring(flat *corner, int count, int room, flat *work)
{
    int *links = (int *)(void *)work;
    ring r = { .at = corner, .next = links, .last = links + room, .count = count, .used = count };
    for (int i = 0; i < count; ++i) {
        r.next[i] = i + 1 < count ? i + 1 : 0;
        r.last[i] = i > 0 ? i - 1 : count - 1;
    }
    return r;
}

// Corners are known to a rounding of their place, those where a line was cut to a few: of that, what they may be out of order by.
#define PLACE_ROUNDING 0x1p-48

// How far a corner is on the left of the line from p on, times the length of `along`.
static double side_of(const ring *r, int corner, flat p, flat along)
{
    return cross2(along, sub2(r->at[corner], p));
}

// The corner that is farthest on the right of the line from p on, counter-clockwise from one that is not past it. Where corners are
// equally far, to rounding, it may be behind one that seems nearer.
static int farthest_right(const ring *r, int from, flat p, flat along)
{
    int best = from, at = from;
    double least = side_of(r, from, p, along);
    const double length = PLACE_ROUNDING * (fabs(along.x) + fabs(along.y)), own = fabs(p.x) + fabs(p.y);
    for (int i = 1; i < r->count; ++i) {
        at = r->next[at];
        const double here = side_of(r, at, p, along), place = fabs(r->at[at].x) + fabs(r->at[at].y) + own;
        if (here > least + length * place) break;
        if (!(here < least)) continue;
        least = here;
        best = at;
    }
    return best;
}

static void link_corners(ring *r, int from, int to)
{
    r->next[from] = to;
    r->last[to] = from;
}

// clip_by_line() of a ring of which the corner `out` is on the right: cuts off that and its neighbours. Returns a corner next to the
// cut, or -1 where nothing is left.
static int cut_ring(ring *r, int out, flat p, flat along)
{
    int begin = out, end = out, removed = 1;
    for (; removed < r->count && side_of(r, r->last[begin], p, along) < 0.0; ++removed) begin = r->last[begin];
    if (removed == r->count) return -1;
    for (; side_of(r, r->next[end], p, along) < 0.0; ++removed) end = r->next[end];
    const int before = r->last[begin], after = r->next[end];
    bool first_goes = false;
    for (int i = begin; i != after; i = r->next[i]) first_goes = first_goes || i == r->first;
    const double d_before = side_of(r, before, p, along), d_begin = side_of(r, begin, p, along);
    const double d_end = side_of(r, end, p, along), d_after = side_of(r, after, p, along);
    const flat into = lerp2(r->at[before], r->at[begin], d_before / (d_before - d_begin));
    const flat back = lerp2(r->at[end], r->at[after], d_end / (d_end - d_after));
    // In the places of those that go; a corner on the line stays, and is not put there twice.
    const bool crosses = d_before > 0.0, returns = d_after > 0.0;
    const int second = begin != end ? end : r->used++;
    int at = before;
    if (crosses) {
        r->at[begin] = into;
        link_corners(r, at, begin);
        at = begin;
    }
    if (returns) {
        r->at[second] = back;
        link_corners(r, at, second);
        at = second;
    }
    link_corners(r, at, after);
    r->count += crosses + returns - removed;
    // The list begins with what clip_by_line() would put there.
    if (first_goes && r->first == begin && crosses) return begin;
    if (first_goes || r->first == after) r->first = returns ? second : after;
    return crosses ? begin : before;
}

// clip_polygon() for many corners. All three arrays have room for those of both together; the result is in `by`.
static int clip_ring(flat *subject, int count, flat *by, int by_count, flat *work)
{
    ring r = make_ring(subject, count, count + by_count, work);
    int right = 0;
    for (int i = 0; i < by_count && r.count > 0; ++i) {
        const flat p = by[i], along = sub2(by[(i + 1) % by_count], p);
        if (i == 0)
            for (int k = 1; k < count; ++k)
                if (side_of(&r, k, p, along) < side_of(&r, right, p, along)) right = k;
        right = farthest_right(&r, right, p, along);
        if (!(side_of(&r, right, p, along) < 0.0)) continue;
        right = cut_ring(&r, right, p, along);
        if (right < 0) return 0;
    }
    for (int i = 0, k = r.first; i < r.count; ++i, k = r.next[k]) by[i] = r.at[k];
    return r.count;
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

// Two segments: their common part if they are parallel, else their crossing (the nearest point to it on the first).
static int meet_segments(flat *s, const flat *by)
{
    flat d = sub2(s[1], s[0]), e = sub2(by[1], by[0]), r = sub2(by[0], s[0]);
    double d2 = dot2(d, d), across = cross2(d, e);
    if (fabs(across) > SCREE_FEATURE_SLOPE * sqrt(d2 * dot2(e, e))) {
        double t = cross2(r, e) / across;
        s[0] = lerp2(s[0], s[1], fmin(fmax(t, 0.0), 1.0));
        return 1;
    }
    if (!(d2 > 0.0)) return 1; // shorter than a rounding of its coordinates
    double u0 = dot2(r, d) / d2, u1 = dot2(sub2(by[1], s[0]), d) / d2;
    double t0 = fmax(0.0, fmin(u0, u1)), t1 = fmin(1.0, fmax(u0, u1));
    if (t0 > t1) return 0;
    flat p = lerp2(s[0], s[1], t0), q = lerp2(s[0], s[1], t1);
    s[0] = p;
    s[1] = q;
    return 2;
}

// A polygon thinner than this, relative to its length, is no wider than the rounding of its corners: its centroid is
// the middle between its ends.
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

static flat measure(const flat *corner, int count, flat one, flat end, double *area)
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
    const flat length = sub2(end, one);
    if (sum <= THIN * dot2(length, length)) return lerp2(one, end, 0.5);
    flat centroid = { corner[0].x + moment.x / (3.0 * sum), corner[0].y + moment.y / (3.0 * sum) };
    return centroid;
}

// A polygon no wider than rounding becomes the segment between its ends, and that, if it is as short, a point. Returns
// the number of corners left; their centroid and area.
static int simplify(flat *corner, int count, double slack, flat *centroid, double *area)
{
    *area = 0.0;
    if (count == 0) return 0;
    const flat one = corner[farthest_corner(corner, count, corner[0])];
    const flat end = corner[farthest_corner(corner, count, one)], along = sub2(end, one);
    *centroid = measure(corner, count, one, end, area);
    const double length = sqrt(dot2(along, along));
    if (*area > slack * length) return count;
    *area = 0.0;
    *centroid = lerp2(end, one, 0.5);
    corner[0] = length > slack ? one : *centroid;
    corner[1] = end;
    return length > slack ? 2 : 1;
}

// Narrows the range of t in which a point of the segment may be over the feature: within its corners' extent along the segment.
static void limit_range(const plane_frame *f, const scree_feature_set *set, const flat segment[2], double slack,
                        double range[2])
{
    const flat along = sub2(segment[1], segment[0]);
    const double length2 = dot2(along, along), more = slack / sqrt(length2);
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < set->count; ++i) {
        const double t = dot2(sub2(project(f, set->corner[i]), segment[0]), along) / length2;
        least = fmin(least, t);
        most = fmax(most, t);
    }
    if (least > range[0] + more) range[0] = least;
    if (most < range[1] - more) range[1] = most;
}

// For a patch that is a segment to rounding: clipping by the nearly parallel sides of a sliver may have left a part beyond its tip, which
// is cut off here. Returns the number of ends that are left.
static int cut_beyond_tips(const plane_frame *f, const scree_feature_set *a, const scree_feature_set *b, double slack,
                           flat segment[2], flat *middle)
{
    double range[2] = { 0.0, 1.0 };
    limit_range(f, a, segment, slack, range);
    limit_range(f, b, segment, slack, range);
    if (range[0] == 0.0 && range[1] == 1.0) return 2;
    const flat one = segment[0], end = segment[1], along = sub2(end, one);
    *middle = lerp2(one, end, 0.5 * (range[0] + range[1]));
    const bool is_point = (range[1] - range[0]) * sqrt(dot2(along, along)) <= slack;
    segment[0] = is_point ? *middle : lerp2(one, end, range[0]);
    segment[1] = lerp2(one, end, range[1]);
    return is_point ? 1 : 2;
}

// A feature in the plane. The result overwrites the corners of the one that is clipped.
typedef struct outline {
    int count;
    flat *corner;
} outline;

static bool turns_left(flat p, flat q, flat r)
{
    return cross2(sub2(q, p), sub2(r, q)) > 0.0;
}

static bool is_convex(const outline *o)
{
    flat p = o->corner[o->count - 2], q = o->corner[o->count - 1];
    for (int i = 0; i < o->count; ++i) {
        const flat r = o->corner[i];
        if (!turns_left(p, q, r)) return false;
        p = q;
        q = r;
    }
    return true;
}

// Graham's scan: the corners are in order up to rounding. Starts with one that is on the hull.
static void take_hull(outline *o, flat *work)
{
    int start = 0, kept = 0;
    for (int i = 1; i < o->count; ++i) {
        const flat p = o->corner[i], low = o->corner[start];
        if (p.y < low.y || (p.y == low.y && p.x < low.x)) start = i;
    }
    for (int i = 0; i <= o->count; ++i) {
        const flat p = o->corner[(start + i) % o->count];
        while (kept >= 2 && !turns_left(work[kept - 2], work[kept - 1], p)) --kept;
        if (i < o->count) work[kept++] = p;
    }
    o->count = kept;
    for (int i = 0; i < kept; ++i) o->corner[i] = work[i];
}

// A face whose corners are out of order by rounding becomes convex again, or, if it is no wider than that, a segment.
static void make_convex(outline *o, double slack, flat *work)
{
    if (o->count < 3 || is_convex(o)) return;
    flat centroid;
    double area;
    o->count = simplify(o->corner, o->count, slack, &centroid, &area);
    if (o->count >= 3) take_hull(o, work);
}

// Corners of one times those of the other, up to which every line looks at all of them.
enum { FEW_CORNERS = 2048 };

// What the two share, in the corners of one of them.
static outline meet_flat(outline few, outline by, double slack, flat *work)
{
    if (few.count == 1) return few;
    if (by.count == 1)
        few = by;
    else if (few.count == 2)
        few.count =
            by.count == 2 ? meet_segments(few.corner, by.corner) : clip_segment(few.corner, by.corner, by.count, slack);
    else if ((long long)few.count * by.count <= FEW_CORNERS)
        few.count = clip_polygon(few.corner, few.count, by.corner, by.count, work);
    else
        return (outline){ clip_ring(few.corner, few.count, by.corner, by.count, work), by.corner };
    return few;
}

static double reach2(const scree_feature_set *set)
{
    double most = 0.0;
    for (int i = 1; i < set->count; ++i) most = fmax(most, v3_norm2(v3_sub(set->corner[i], set->corner[0])));
    return most;
}

// A point or a segment before a polygon, the smaller of two polygons before the larger.
static bool is_first(const scree_feature_set *a, const scree_feature_set *b)
{
    return a->count < 3 || b->count < 3 ? a->count <= b->count : reach2(a) <= reach2(b);
}

static outline project_all(const plane_frame *f, const scree_feature_set *set, flat *corner)
{
    for (int i = 0; i < set->count; ++i) corner[i] = project(f, set->corner[i]);
    return (outline){ set->count, corner };
}

static outline share(const plane_frame *f, const scree_feature_set *few, const scree_feature_set *many, double slack,
                     flat *room[3])
{
    outline p = project_all(f, few, room[0]);
    if (many == NULL) return p;
    outline q = project_all(f, many, room[1]);
    make_convex(&p, slack, room[2]);
    make_convex(&q, slack, room[2]);
    return p.count >= 3 && q.count < 3 ? meet_flat(q, p, slack, room[2]) : meet_flat(p, q, slack, room[2]);
}

scree_meeting scree_meet(const scree_feature_set *a, const scree_feature_set *b, scree_vec3 n, double slack,
                         scree_arena *scratch)
{
    scree_meeting m = { .count = 0 };
    const scree_feature_set *few = a != NULL ? a : b, *many = a != NULL ? b : NULL;
    if (few == NULL || few->corner == NULL || (many != NULL && many->corner == NULL)) return m;
    if (many != NULL && !is_first(few, many)) {
        few = b;
        many = a;
    }
    const size_t most = (size_t)few->count + (many != NULL ? (size_t)many->count : 0) + 4;
    flat *room[3];
    for (int i = 0; i < 3; ++i) room[i] = scree_arena_take(scratch, most * sizeof *room[i]);
    m.corner = scree_arena_take(scratch, most * sizeof *m.corner);
    if (room[0] == NULL || room[1] == NULL || room[2] == NULL || m.corner == NULL) return m;
    plane_frame f = { .x = v3_any_normal_to(n) };
    f.y = v3_cross(n, f.x);
    f.origin = v3_add_scaled(few->corner[0], -v3_dot(few->corner[0], n), n);
    const outline shared = share(&f, few, many, slack, room);
    flat centroid;
    m.count = simplify(shared.corner, shared.count, slack, &centroid, &m.area);
    if (m.count == 0) return m;
    if (m.count == 2 && many != NULL && many->count > 2)
        m.count = cut_beyond_tips(&f, few, many, slack, shared.corner, &centroid);
    for (int i = 0; i < m.count; ++i) m.corner[i] = lift(&f, shared.corner[i]);
    m.centroid = lift(&f, centroid);
    return m;
}

double scree_patch_measure(const scree_cores *c, const scree_meeting *m)
{
    return c->a->dimension == 2 ? v3_norm(v3_sub(m->corner[1], m->corner[0])) : m->area;
}
