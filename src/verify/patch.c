// What two features share, projected along the normal: its area, and its middle, where the contact point may be.
//
// Idea        The features are projected onto the plane of the normal, and clipped by each other there (share.h). In double: areas
//             are known to some roundings of the features' size, and nothing here affects the interval.
#include "verify/check.h"
#include "verify/nearest.h"
#include "verify/share.h"

// In addition to the rounding of points: relative error of areas and centroids of clipped polygons.
#define RELATIVE 1e-9

// Faces no wider than this, relative to the pair, leave their middle uncertain by as much.
#define THIN 1e-11

// A feature narrower than this fraction of its length counts as a line: its plane is only rounding.
#define NARROW 0x1p-36

// By how many roundings of the pair an edge is over a face, or beside it, is decided by rounding.
#define ROUNDINGS_BESIDE 8.0

// The plane, with A's point as its origin, and what a body's own coordinates need: its point there, and the vector from
// A's point to it.
typedef struct frame {
    scree_vec3 u, v, n;
} frame;

typedef struct base {
    scree_vec3 at, shift;
} base;

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static frame frame_at(wide3 normal, bool planar)
{
    const scree_vec3 n = w3_round(normal);
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    scree_vec3 u = x <= y && x <= z ? (scree_vec3){ 0.0, n.z, -n.y }
                   : y <= z         ? (scree_vec3){ -n.z, 0.0, n.x }
                                    : (scree_vec3){ n.y, -n.x, 0.0 };
    if (planar) u = (scree_vec3){ n.y, -n.x, 0.0 };
    const double over = 1.0 / sqrt(dot(u, u));
    u = (scree_vec3){ u.x * over, u.y * over, u.z * over };
    const scree_vec3 v = { n.y * u.z - n.z * u.y, n.z * u.x - n.x * u.z, n.x * u.y - n.y * u.x };
    return (frame){ u, v, n };
}

// r is the vector from A's point.
static lifted lift(const frame *f, scree_vec3 r)
{
    return (lifted){ { dot(r, f->u), dot(r, f->v) }, dot(r, f->n) };
}

static base base_of(const scree_check *c, const scree_placed *p)
{
    const scree_contact *x = c->contact;
    const scree_vec3 point = p == &c->pair.a ? x->point_a : x->point_b;
    return (base){ scree_placed_rough_stored(p, w3_difference(point, c->pair.origin)),
                   w3_round(w3_difference(point, x->point_a)) };
}

static lifted lift_corner(const frame *f, const scree_placed *p, const base *o, int i)
{
    const scree_vec3 v = scree_stored_vertex(p->shape, i);
    const scree_vec3 r = scree_placed_rough_direction(p, (scree_vec3){ v.x - o->at.x, v.y - o->at.y, v.z - o->at.z });
    return lift(f, (scree_vec3){ r.x + o->shift.x, r.y + o->shift.y, r.z + o->shift.z });
}

// Two corners at the same height, as those of a capsule's edge; else the higher one.
static void level_segment(const scree_placed *p, const frame *f, const base *o, double side, outline *out)
{
    for (int i = 0; i < 2; ++i) out->corner[i] = lift_corner(f, p, o, i);
    // As a difference of the ends, so that their distance from A's point does not enter the rounding.
    const scree_vec3 v = scree_stored_vertex(p->shape, 0), w = scree_stored_vertex(p->shape, 1);
    const lifted way = lift(f, scree_placed_rough_direction(p, (scree_vec3){ w.x - v.x, w.y - v.y, w.z - v.z }));
    out->count = 2;
    if (fabs(way.height) <= SHARE_SLOPE * sqrt(flat_dot(way.at, way.at) + way.height * way.height)) return;
    out->count = 1;
    if (side * way.height > 0.0) out->corner[0] = out->corner[1];
}

// The two corners that are farthest apart.
static void farthest_apart(const outline *o, int ends[2])
{
    region r;
    r.count = o->count;
    for (int i = 0; i < o->count; ++i) r.corner[i] = o->corner[i].at;
    ends[0] = scree_shared_farthest(&r, o->corner[0].at);
    ends[1] = scree_shared_farthest(&r, o->corner[ends[0]].at);
}

// A face is convex only to rounding, and the line of a side not much longer than that may cut off anything. Corners
// that do not turn left are removed until all do, or three are left. The tips of a needle stay, whichever way rounding turns there.
static void drop_reflex_corners(outline *o)
{
    int ends[2], since = 0; // `since`: consecutive corners that turned left
    if (o->count <= 3) return;
    farthest_apart(o, ends);
    const flat tips[2] = { o->corner[ends[0]].at, o->corner[ends[1]].at };
    for (int i = 0; o->count > 3 && since < o->count;) {
        const int before = (i + o->count - 1) % o->count, behind = (i + 1) % o->count;
        const flat at = o->corner[i].at, in = flat_sub(at, o->corner[before].at);
        const flat out = flat_sub(o->corner[behind].at, at);
        if (flat_cross(in, out) > 0.0 || flat_equal(at, tips[0]) || flat_equal(at, tips[1])) {
            ++since;
            i = behind;
            continue;
        }
        for (int k = i; k + 1 < o->count; ++k) o->corner[k] = o->corner[k + 1];
        --o->count;
        since = 0;
        i = (i + o->count - 1) % o->count; // the previous one may turn right now
    }
}

static bool has_too_many_corners(const scree_check *c, const scree_placed *p)
{
    const bool of_a = p == &c->pair.a;
    const scree_feature feature = of_a ? c->contact->feature_a : c->contact->feature_b;
    const int index = of_a ? c->contact->index_a : c->contact->index_b;
    if (scree_is_half_space(p) || p->shape->core == SCREE_CORE_SEGMENT) return false;
    return scree_placed_has(p, feature, index) && scree_feature_corners(p, feature, index) > SHARE_CORNERS;
}

// Whether a face is as level as an edge of it, up to the slope and what rounding adds.
static bool is_level(const scree_check *c, const scree_placed *p, const frame *f, const base *o, int face, lifted at)
{
    for (int i = 0; i < scree_feature_corners(p, SCREE_FEATURE_FACE, face); ++i) {
        const lifted x = lift_corner(f, p, o, scree_feature_corner(p, SCREE_FEATURE_FACE, face, i));
        const flat way = flat_sub(x.at, at.at);
        if (fabs(x.height - at.height) > 1.01 * SHARE_SLOPE * sqrt(flat_dot(way, way)) + 4.0 * c->local_allowed)
            return false;
    }
    return true;
}

static bool is_flush(const scree_check *c, const scree_placed *p, const frame *f, const base *o, int edge, lifted at)
{
    if (p->shape->core != SCREE_CORE_POLYHEDRON) return false;
    const scree_edge e = scree_edge_at(p->shape->hull, edge);
    return is_level(c, p, f, o, e.face[0], at) || is_level(c, p, f, o, e.face[1], at);
}

// False if it has none, or more than SHARE_CORNERS corners.
static bool outline_of(const scree_check *c, const scree_placed *p, const frame *f, outline *out)
{
    const bool of_a = p == &c->pair.a;
    const scree_feature feature = of_a ? c->contact->feature_a : c->contact->feature_b;
    const int index = of_a ? c->contact->index_a : c->contact->index_b;
    out->count = 0;
    out->flush = out->thin = false;
    if (scree_is_half_space(p)) return true;
    const base o = base_of(c, p);
    if (p->shape->core == SCREE_CORE_SEGMENT) {
        level_segment(p, f, &o, of_a ? 1.0 : -1.0, out);
        return true;
    }
    if (!scree_placed_has(p, feature, index)) return false;
    const int count = scree_feature_corners(p, feature, index);
    for (int i = 0; i < count; ++i) {
        // B's faces have the opposite orientation, seen along the normal.
        const int k = scree_feature_corner(p, feature, index, of_a ? i : count - 1 - i);
        out->corner[i] = lift_corner(f, p, &o, k);
    }
    out->count = count;
    if (feature == SCREE_FEATURE_FACE) drop_reflex_corners(out);
    if (feature == SCREE_FEATURE_EDGE) out->flush = is_flush(c, p, f, &o, index, out->corner[0]);
    return true;
}

// Two edges that are parallel to the slope: their distance.
static double gap_across(const outline *a, const outline *b)
{
    if (a->count != 2 || b->count != 2) return 0.0;
    const flat p = a->corner[0].at, d = flat_sub(a->corner[1].at, p);
    const double length = sqrt(flat_dot(d, d));
    if (!(length > 0.0)) return 0.0;
    const double one = fabs(flat_cross(d, flat_sub(b->corner[0].at, p))) / length;
    const double two = fabs(flat_cross(d, flat_sub(b->corner[1].at, p))) / length;
    return one > two ? one : two;
}

// The height of a feature over a point of the plane: that of the plane through the three corners that span most of it,
// or of the line through two.
static double height_over(const outline *o, flat x)
{
    if (o->count == 1) return o->corner[0].height;
    const lifted p = o->corner[0];
    int far = 1, wide_at = -1;
    double most = 0.0, widest = 0.0;
    for (int i = 1; i < o->count; ++i) {
        const flat d = flat_sub(o->corner[i].at, p.at);
        if (flat_dot(d, d) > most) {
            most = flat_dot(d, d);
            far = i;
        }
    }
    const flat d = flat_sub(o->corner[far].at, p.at), r = flat_sub(x, p.at);
    const double rise = o->corner[far].height - p.height;
    for (int i = 1; i < o->count; ++i) {
        const double cross = fabs(flat_cross(d, flat_sub(o->corner[i].at, p.at)));
        if (cross > widest) {
            widest = cross;
            wide_at = i;
        }
    }
    if (!(most > 0.0)) return p.height;
    if (wide_at < 0 || widest <= NARROW * most) return p.height + rise * (flat_dot(r, d) / most);
    const flat e = flat_sub(o->corner[wide_at].at, p.at);
    const double whole = flat_cross(d, e), s = flat_cross(r, e) / whole, t = flat_cross(d, r) / whole;
    return p.height + s * rise + t * (o->corner[wide_at].height - p.height);
}

static bool check_area(scree_check *c, const region *r)
{
    if ((c->claims & SCREE_VERIFY_PATCH) == 0) return true;
    const bool planar = c->pair.a.shape->dimension == 2;
    const double found = planar ? r->length : r->area, claimed = c->contact->patch_area;
    // A side that is off by a rounding sweeps its length, and more where a short side clips a long one; anything
    // narrower counts as nothing. What the points lose by being far from the origin does not matter here.
    const double off = 256.0 * c->local_allowed;
    const double allowed = RELATIVE * found + off * (planar ? 1.0 : r->length + off);
    if (fabs(claimed - found) <= allowed) return true;
    return scree_check_refute(c, SCREE_CLAIM_PATCH, "the area is not that of what the features share", claimed, found,
                              allowed);
}

// The distance from the segment between the two corners of a region that are farthest apart.
static double off_segment(const region *r, flat x)
{
    flat one, end;
    scree_shared_ends(r, &one, &end);
    const flat d = flat_sub(end, one);
    const double t = part_of(flat_dot(flat_sub(x, one), d), flat_dot(d, d));
    return apart(x, flat_between(one, end, t));
}

// How far a point is from the middle of a segment, minus the uncertainty from rounding: `most` and `least` are what the features
// share if their sides are moved outward and inward. Along the segment the gap across two edges does not count.
static double off_segment_middle(const scree_check *c, const outline *a, const outline *b, const region *r,
                                 const region *most, const region *least, flat x)
{
    flat one, end;
    scree_shared_ends(r, &one, &end);
    const flat d = flat_sub(end, one), way = flat_sub(x, r->middle);
    const double length = sqrt(flat_dot(d, d)), whole = apart(way, (flat){ 0.0, 0.0 });
    const double shortest = least->length < length ? least->length : length;
    const double longer = most->length > length ? most->length : length;
    const double open = RELATIVE * length + THIN * c->unit + 4.0 * c->local_allowed + 0.5 * (longer - shortest);
    if (!(length > 0.0)) return whole - open;
    const double along = fabs(flat_dot(way, d)) / length - open;
    const double across = fabs(flat_cross(way, d)) / length - open - gap_across(a, b);
    return along > across ? along : across;
}

// Whether the segment that two features share may be any part of what is found. That is so where a face at an edge is as level
// as the edge: if the other body has such a face there, too, the patch is a sliver of both, no wider than rounding; if that one
// has an edge, it is over the face only where rounding says so.
static bool is_vague_segment(const outline *a, const outline *b, double beside)
{
    if (a->thin || b->thin) return true;
    if (!a->flush && !b->flush) return false;
    return a->flush == b->flush || a->count != b->count || gap_across(a, b) > beside;
}

// The distance of a point from the middle of the patch, minus the uncertainty from rounding: the middle moves with the
// sides of the features. 0 or less if it may be the middle; infinite without a patch.
static double off_middle(const scree_check *c, const outline *a, const outline *b, lifted at, double level)
{
    const double move = 4.0 * c->local_allowed, beside = ROUNDINGS_BESIDE * VERIFY_ROUNDING * c->unit;
    const bool segment = a->count == 2 || b->count == 2;
    region r, more, less;
    scree_share_outlines(a, b, move, &more);
    if (more.count < 2) return HUGE_VAL;
    scree_share_outlines(a, b, 0.0, &r);
    scree_share_outlines(a, b, segment ? -beside : -move, &less);
    // A sliver that rounding could make vanish, an edge along a side, or edges that represent faces with a sliver between them
    // have nearly arbitrary ends: any point of the segment will do.
    const bool gone = less.count < 2 || r.count < 2;
    const bool vague = gone || (segment ? is_vague_segment(a, b, beside) : r.area <= 8.0 * move * r.length);
    if (r.count < 2) r = more;
    double off;
    if (vague)
        off = off_segment(&more, at.at) - gap_across(a, b) - RELATIVE * r.length - THIN * c->unit - 8.0 * move;
    else if (segment)
        off = off_segment_middle(c, a, b, &r, &more, &less, at.at);
    else // along a thin polygon, the middle is known only as well as its width relative to rounding
        off = apart(at.at, r.middle) - apart(more.middle, r.middle) - apart(less.middle, r.middle) -
              RELATIVE * r.length - THIN * c->unit - r.length * (move * r.length / r.area);
    double height = level; // over a half space, that of the points
    const flat over = vague || segment ? at.at : r.middle;
    if (a->count > 0 && b->count > 0)
        height = 0.5 * (height_over(a, over) + height_over(b, over) + c->pair.a.radius - c->pair.b.radius);
    return off + fabs(at.height - height);
}

// A face no wider than rounding has sides in no direction: it becomes the segment between the two corners that are
// farthest apart. False for any other feature.
static bool take_segment(const scree_check *c, outline *o)
{
    int ends[2];
    if (o->count < 3) return false;
    farthest_apart(o, ends);
    const lifted p = o->corner[ends[0]], q = o->corner[ends[1]];
    const flat d = flat_sub(q.at, p.at);
    const double most = 4.0 * c->local_allowed * sqrt(flat_dot(d, d));
    for (int i = 0; i < o->count; ++i)
        if (fabs(flat_cross(d, flat_sub(o->corner[i].at, p.at))) > most) return false;
    o->corner[0] = p;
    o->corner[1] = q;
    o->count = 2;
    o->thin = true;
    return true;
}

// The outlines of faces no wider than rounding may be changed.
static bool check_point(scree_check *c, const frame *f, outline *a, outline *b)
{
    const scree_contact *x = c->contact;
    if ((c->claims & SCREE_VERIFY_POINT) == 0 || (c->claims & SCREE_VERIFY_POINTS) == 0) return true;
    const lifted at = lift(f, w3_round(w3_difference(x->point, x->point_a)));
    const lifted on_b = lift(f, w3_round(w3_difference(x->point_b, x->point_a)));
    const lifted midway = { { 0.5 * on_b.at.u, 0.5 * on_b.at.v }, 0.5 * on_b.height };
    const double allowed = 4.0 * c->points_allowed;
    const double off = apart(at.at, midway.at) + fabs(at.height - midway.height);
    if (off <= allowed) return true;
    double from_middle = off_middle(c, a, b, at, midway.height);
    if (from_middle <= allowed) return true;
    const bool thin_a = take_segment(c, a), thin_b = take_segment(c, b);
    if (thin_a || thin_b) {
        const double other = off_middle(c, a, b, at, midway.height);
        if (other <= allowed) return true;
        from_middle = other < from_middle ? other : from_middle;
    }
    return scree_check_refute(c, SCREE_CLAIM_POINT, "the contact point is neither midway nor the middle of the patch",
                              from_middle < off ? from_middle : off, 0.0, allowed);
}

// A vertex, or the surface of a smooth body: it shares no more than a point with anything.
static bool is_point(const scree_check *c, const scree_placed *p)
{
    if (scree_is_half_space(p) || p->shape->core == SCREE_CORE_SEGMENT) return false;
    const scree_feature feature = p == &c->pair.a ? c->contact->feature_a : c->contact->feature_b;
    return feature == SCREE_FEATURE_VERTEX || feature == SCREE_FEATURE_SURFACE;
}

// Not inlined: projected features need stack space.
__attribute__((noinline)) static bool check_no_region(scree_check *c, const frame *f)
{
    outline none;
    region r;
    none.count = r.count = 0;
    none.flush = none.thin = false;
    r.area = r.length = 0.0;
    return check_area(c, &r) && check_point(c, f, &none, &none);
}

__attribute__((noinline)) static bool check_region(scree_check *c, const frame *f)
{
    outline a, b;
    region r;
    r.count = 0;
    r.area = r.length = 0.0;
    if (has_too_many_corners(c, &c->pair.a) || has_too_many_corners(c, &c->pair.b)) {
        scree_check_doubt(c, SCREE_CLAIM_PATCH, "a face has more corners than are looked at", c->contact->patch_area,
                          0.0, 0.0);
        return true;
    }
    if (!outline_of(c, &c->pair.a, f, &a) || !outline_of(c, &c->pair.b, f, &b)) return check_no_region(c, f);
    scree_share_outlines(&a, &b, 0.0, &r);
    return check_area(c, &r) && check_point(c, f, &a, &b);
}

bool scree_check_patch(scree_check *c)
{
    if ((c->claims & (SCREE_VERIFY_PATCH | SCREE_VERIFY_POINT)) == 0) return true;
    const frame f = frame_at(c->n, c->pair.a.shape->dimension == 2);
    const bool named = (c->claims & SCREE_VERIFY_FEATURES) != 0 && (c->claims & SCREE_VERIFY_POINTS) != 0;
    if (!named || is_point(c, &c->pair.a) || is_point(c, &c->pair.b)) return check_no_region(c, &f);
    return check_region(c, &f);
}
