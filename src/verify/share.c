// What two features share, seen along the normal.
//
// Idea        A polygon is clipped by the sides of the other (Sutherland and Hodgman 1974), a segment by those of a polygon, two
//             segments by each other. In double: areas are known to some roundings of the features' size.
#include "verify/share.h"

// How far inside the line through p a point is, times the length of `along`, with the line moved outward by `grow`.
static double inside(flat p, flat along, double grow, flat x)
{
    return flat_cross(along, flat_sub(x, p)) + grow * sqrt(flat_dot(along, along));
}

static int cut(const flat *from, int count, flat p, flat q, double grow, flat *to)
{
    int kept = 0;
    const flat along = flat_sub(q, p);
    for (int i = 0; i < count; ++i) {
        const flat here = from[i], next = from[(i + 1) % count];
        const double in = inside(p, along, grow, here), in_next = inside(p, along, grow, next);
        if (in >= 0.0 && kept < SHARE_ROOM) to[kept++] = here;
        if (((in > 0.0 && in_next < 0.0) || (in < 0.0 && in_next > 0.0)) && kept < SHARE_ROOM)
            to[kept++] = flat_between(here, next, in / (in - in_next));
    }
    return kept;
}

static void cut_polygon(const outline *by, double grow, region *r)
{
    flat spare[SHARE_ROOM];
    for (int i = 0; i < by->count && r->count > 0; ++i) {
        const int count = cut(r->corner, r->count, by->corner[i].at, by->corner[(i + 1) % by->count].at, grow, spare);
        for (int k = 0; k < count; ++k) r->corner[k] = spare[k];
        r->count = count;
    }
}

static void cut_segment(const outline *by, double grow, region *r)
{
    double first = 0.0, last = 1.0;
    for (int i = 0; i < by->count; ++i) {
        const flat p = by->corner[i].at, along = flat_sub(by->corner[(i + 1) % by->count].at, p);
        const double in = inside(p, along, grow, r->corner[0]), out = inside(p, along, grow, r->corner[1]);
        if (in < 0.0 && out < 0.0) last = -1.0;
        if (in < 0.0 && out >= 0.0 && in / (in - out) > first) first = in / (in - out);
        if (out < 0.0 && in >= 0.0 && in / (in - out) < last) last = in / (in - out);
    }
    const flat p = r->corner[0], q = r->corner[1];
    r->count = first <= last ? 2 : 0;
    r->corner[0] = flat_between(p, q, first);
    r->corner[1] = flat_between(p, q, last);
}

// Parallel segments: what they share; crossing ones: nothing. Ends may be off by `grow`, which rotates a short edge.
static void cut_segments(const outline *by, double grow, region *r)
{
    const flat p = r->corner[0], d = flat_sub(r->corner[1], p), e = flat_sub(by->corner[1].at, by->corner[0].at);
    const double d2 = flat_dot(d, d), e2 = flat_dot(e, e);
    r->count = 0;
    // Within the slope, up to rounding: whether they count as parallel may be decided either way.
    const double tilt = grow > 0.0 ? grow * (sqrt(d2) + sqrt(e2)) : 0.0;
    if (!(d2 > 0.0) || fabs(flat_cross(d, e)) > 1.01 * SHARE_SLOPE * sqrt(d2) * sqrt(e2) + tilt) return;
    const double s = part_of(flat_dot(flat_sub(by->corner[0].at, p), d), d2);
    const double t = part_of(flat_dot(flat_sub(by->corner[1].at, p), d), d2);
    const flat q = r->corner[1];
    r->count = 2;
    r->corner[0] = flat_between(p, q, s);
    r->corner[1] = flat_between(p, q, t);
}

int scree_shared_farthest(const region *r, flat from)
{
    int best = 0;
    double most = -1.0;
    for (int i = 0; i < r->count; ++i) {
        const flat way = flat_sub(r->corner[i], from);
        if (flat_dot(way, way) > most) {
            most = flat_dot(way, way);
            best = i;
        }
    }
    return best;
}

// The two corners that are farthest apart.
void scree_shared_ends(const region *r, flat *one, flat *end)
{
    *one = r->corner[scree_shared_farthest(r, r->corner[0])];
    *end = r->corner[scree_shared_farthest(r, *one)];
}

// Clipping by a sliver may leave points beyond its tip, since its sides are parallel to rounding there. So the region is also cut off
// at the farthest corners of the sliver.
static void cut_beyond_tips(const outline *by, double grow, region *r)
{
    flat one, end;
    double least = HUGE_VAL, most = -HUGE_VAL;
    if (r->count < 2 || by->count < 3) return;
    scree_shared_ends(r, &one, &end);
    const flat d = flat_sub(end, one);
    const double length = sqrt(flat_dot(d, d));
    if (!(length > 0.0)) return;
    for (int i = 0; i < by->count; ++i) {
        const double s = flat_dot(flat_sub(by->corner[i].at, one), d) / length;
        least = s < least ? s : least;
        most = s > most ? s : most;
    }
    least = (least - grow) / length;
    most = (most + grow) / length;
    if (r->count == 2) {
        r->corner[0] = flat_between(one, end, part_of(least, 1.0));
        r->corner[1] = flat_between(one, end, part_of(most, 1.0));
        return;
    }
    const flat p = flat_between(one, end, most), q = flat_between(one, end, least), left = { -d.v, d.u };
    flat spare[SHARE_ROOM];
    const int count = cut(r->corner, r->count, p, (flat){ p.u + left.u, p.v + left.v }, 0.0, spare);
    r->count = cut(spare, count, q, flat_sub(q, left), 0.0, r->corner);
}

static void measure(region *r)
{
    double twice = 0.0;
    flat moment = { 0.0, 0.0 };
    r->area = r->length = 0.0;
    if (r->count == 0) return;
    for (int i = 2; i < r->count; ++i) {
        const flat u = flat_sub(r->corner[i - 1], r->corner[0]), v = flat_sub(r->corner[i], r->corner[0]);
        const double part = flat_cross(u, v);
        twice += part;
        moment.u += part * (u.u + v.u);
        moment.v += part * (u.v + v.v);
    }
    flat one, end;
    scree_shared_ends(r, &one, &end);
    const flat way = flat_sub(end, one);
    r->length = sqrt(flat_dot(way, way));
    r->area = twice > 0.0 ? 0.5 * twice : 0.0;
    r->middle = flat_between(one, end, 0.5);
    // If it is thinner than that, its area is only rounding.
    if (twice > 0x1p-45 * r->length * r->length)
        r->middle = (flat){ r->corner[0].u + moment.u / (3.0 * twice), r->corner[0].v + moment.v / (3.0 * twice) };
}

static double reach_of(const outline *o)
{
    double most = 0.0;
    for (int i = 1; i < o->count; ++i) {
        const double way = apart(o->corner[i].at, o->corner[0].at);
        most = way > most ? way : most;
    }
    return most;
}

// Which one is clipped: a segment by a polygon, the smaller of two polygons by the larger one. The sides of a face no
// larger than rounding have no directions to clip by.
static bool is_cut_first(const outline *a, const outline *b)
{
    if (a->count == 0 || b->count == 0) return b->count == 0;
    if (a->count <= 2 || b->count <= 2) return a->count <= b->count;
    return reach_of(a) <= reach_of(b);
}

void scree_share_outlines(const outline *a, const outline *b, double grow, region *r)
{
    const bool a_first = is_cut_first(a, b);
    const outline *few = a_first ? a : b, *by = a_first ? b : a;
    r->count = few->count;
    for (int i = 0; i < few->count; ++i) r->corner[i] = few->corner[i].at;
    if (few->count < 2 || by->count == 1)
        r->count = 0;
    else if (few->count == 2 && by->count == 2)
        cut_segments(by, grow, r);
    else if (few->count == 2)
        cut_segment(by, grow, r);
    else
        cut_polygon(by, grow, r);
    cut_beyond_tips(by, grow, r);
    measure(r);
}
