// The oracle: signed distance by all axes and all features.
//
// Source      Definitions. Overlapping: minus the shortest separating translation, which is the largest gap over all
//             directions (a negative number) and is reached on an axis of axes.c. Apart: the smallest distance of two
//             features. Bodies swept by balls: the same for the cores, less both radii.
// Idea        Everything is placed in A's frame with 113 bits, where A's points are exactly the given doubles and B's
//             rotation is rational in the given quaternions. Apart, the answer is proven on the spot: two points bound
//             it from above, the gap along their direction from below.
// Limits      Cores of which neither has volume (points, segments) have no negative distance: 0 where they meet.
#include "oracle/distance.h"

#include <stdlib.h>

#include "oracle/parts.h"

void scree_oracle_candidate(oracle_pair *pair, oracle_candidate c)
{
    if (pair->candidate_count == pair->candidate_capacity) {
        int capacity = 2 * pair->candidate_capacity + 256;
        oracle_candidate *more = realloc(pair->candidates, (size_t)capacity * sizeof *more);
        if (more == NULL) {
            pair->failed = true;
            return;
        }
        pair->candidates = more;
        pair->candidate_capacity = capacity;
    }
    pair->candidates[pair->candidate_count++] = c;
}

static void placed_free(oracle_placed *p)
{
    free(p->points);
    free(p->rough);
}

void scree_oracle_pair_free(oracle_pair *pair)
{
    placed_free(&pair->a);
    placed_free(&pair->b);
    placed_free(&pair->probe);
    free(pair->candidates);
    *pair = (oracle_pair){ .failed = true };
}

static bool placed_room(oracle_placed *p, int count)
{
    if (count > p->capacity) {
        placed_free(p);
        p->points = malloc((size_t)count * sizeof *p->points);
        p->rough = malloc((size_t)count * sizeof *p->rough);
        p->capacity = p->points != NULL && p->rough != NULL ? count : 0;
    }
    p->count = count;
    return count <= p->capacity;
}

static bool place_one(oracle_placed *p, const oracle_hull *hull, const qrot *rotation, qvec shift)
{
    p->hull = hull;
    p->rotated = rotation != NULL;
    if (p->rotated) p->rotation = *rotation;
    if (!placed_room(p, hull->point_count)) return false;
    for (int i = 0; i < p->count; ++i) {
        p->points[i] =
            rotation != NULL ? q3_add(qrot_apply(rotation, hull->points[i]), shift) : q3_add(hull->points[i], shift);
        p->rough[i] = l3_from(p->points[i]);
    }
    if (hull->half_space) {
        p->plane_normal = rotation != NULL ? qrot_apply(rotation, hull->plane_normal) : hull->plane_normal;
        p->plane_offset = hull->plane_offset + q3_dot(p->plane_normal, shift);
    }
    return true;
}

bool scree_oracle_place(oracle_pair *pair, const oracle_hull *a, const scree_body *pose_a, const oracle_hull *b,
                        const scree_body *pose_b)
{
    pair->failed = false;
    pair->rotation = qrot_of(pose_a->orientation);
    pair->position = q3_from(pose_a->position);
    pair->origin = a->point_count > 0 ? a->points[0] : q3(0, 0, 0);
    qrot between = qrot_between(pose_a->orientation, pose_b->orientation);
    qvec apart = qrot_undo(&pair->rotation, q3_sub(q3_from(pose_b->position), pair->position));
    return place_one(&pair->a, a, NULL, q3_neg(pair->origin)) &&
           place_one(&pair->b, b, &between, q3_sub(apart, pair->origin));
}

qvec scree_oracle_point(const oracle_pair *pair, scree_vec3 world)
{
    return q3_sub(qrot_undo(&pair->rotation, q3_sub(q3_from(world), pair->position)), pair->origin);
}

qvec scree_oracle_direction(const oracle_pair *pair, scree_vec3 world)
{
    return q3_unit(qrot_undo(&pair->rotation, q3_from(world)));
}

static quad extent_of(const oracle_placed *a, const oracle_placed *b)
{
    quad m = 0;
    for (int i = 0; i < a->count; ++i) m = q_max(m, q3_max_abs(a->points[i]));
    for (int i = 0; i < b->count; ++i) m = q_max(m, q3_max_abs(b->points[i]));
    return 2 * m;
}

quad scree_oracle_extent(const oracle_pair *pair)
{
    return extent_of(&pair->a, &pair->b);
}

static quad top_along(const oracle_placed *p, qvec n)
{
    if (p->hull->half_space) return p->plane_offset / q3_norm(p->plane_normal);
    quad top = q3_dot(n, p->points[0]);
    for (int i = 1; i < p->count; ++i) top = q_max(top, q3_dot(n, p->points[i]));
    return top;
}

static quad core_gap(const oracle_placed *a, const oracle_placed *b, qvec n)
{
    return -top_along(b, q3_neg(n)) - top_along(a, n);
}

static oracle_answer answer(quad distance, quad lower, quad upper, qvec normal)
{
    return (oracle_answer){ distance, lower, upper, normal, false };
}

static oracle_answer half_space_distance(const oracle_placed *a, const oracle_placed *b)
{
    const oracle_placed *plane = a->hull->half_space ? a : b;
    qvec n = q3_unit(plane->plane_normal);
    if (a->hull->half_space && b->hull->half_space) {
        qvec m = q3_unit(b->plane_normal), off = q3_add(n, m);
        if (q3_norm(off) > 16 * QUAD_UNIT) return (oracle_answer){ .unbounded = true };
    }
    if (plane == b) n = q3_neg(n);
    quad gap = core_gap(a, b, n), error = 64 * QUAD_UNIT * (extent_of(a, b) + q_abs(gap));
    return answer(gap, gap - error, gap + error, n);
}

// Apart, or meeting without volume. `axis` is the best gap found before (or none).
static oracle_answer feature_distance(oracle_pair *pair, const oracle_placed *a, const oracle_placed *b,
                                      const oracle_axis *axis, quad extent)
{
    oracle_answer r = { .distance = NAN, .lower = -INFINITY, .upper = INFINITY };
    for (int all = 0; all < 2; ++all) {
        oracle_nearest near = scree_oracle_nearest_features(pair, a, b, extent, all != 0);
        if (!near.found) continue; // what long double saw did not hold: look at more
        qvec apart = q3_sub(near.on_b, near.on_a);
        quad lower = axis->found ? q_max(axis->gap, 0) : 0;
        r.normal = axis->direction;
        if (near.distance > 0) {
            qvec n = q3_unit(apart);
            quad gap = core_gap(a, b, n);
            if (gap > lower) r.normal = n;
            lower = q_max(lower, gap);
        }
        quad rounding = 64 * QUAD_UNIT * extent;
        r = answer(near.distance, lower - rounding, near.distance + rounding, r.normal);
        if (r.upper - r.lower <= (quad)1e-19L * extent) break;
    }
    return r;
}

static oracle_answer core_distance(oracle_pair *pair, const oracle_placed *a, const oracle_placed *b)
{
    if (a->hull->half_space || b->hull->half_space) return half_space_distance(a, b);
    quad extent = extent_of(a, b);
    oracle_axis axis = { .found = false };
    // What B - A can have an inside in: the plane or space.
    int full = a->hull->planar ? 2 : 3;
    bool solid = a->hull->dimension == full || b->hull->dimension == full;
    if (solid) axis = scree_oracle_best_axis(pair, a, b, extent);
    if (!solid || axis.gap > 0) return feature_distance(pair, a, b, &axis, extent);
    quad rounding = 64 * QUAD_UNIT * extent;
    return answer(axis.gap, axis.gap - rounding, axis.gap + rounding + axis.error, axis.direction);
}

oracle_answer scree_oracle_distance(oracle_pair *pair)
{
    oracle_answer r = core_distance(pair, &pair->a, &pair->b);
    quad radii = pair->a.hull->radius + pair->b.hull->radius;
    quad slack = (quad)pair->a.hull->slack + (quad)pair->b.hull->slack;
    r.distance -= radii;
    r.lower -= radii + slack;
    r.upper -= radii - slack;
    return r;
}

quad scree_oracle_gap_along(const oracle_pair *pair, qvec direction)
{
    return core_gap(&pair->a, &pair->b, direction) - pair->a.hull->radius - pair->b.hull->radius;
}

quad scree_oracle_depth(oracle_pair *pair, int which, qvec point)
{
    oracle_placed *body = which == 0 ? &pair->a : &pair->b;
    oracle_hull dot = { .planar = body->hull->planar, .point_count = 1, .edge_count = 1 };
    oracle_edge itself = { { 0, 0 }, { 0, 0 } };
    dot.edges = &itself;
    if (!placed_room(&pair->probe, 1)) {
        pair->failed = true;
        return 0;
    }
    pair->probe.hull = &dot;
    pair->probe.points[0] = point;
    pair->probe.rough[0] = l3_from(point);
    oracle_answer r = core_distance(pair, body, &pair->probe);
    pair->probe.hull = NULL;
    return r.distance - body->hull->radius;
}

int scree_oracle_support_dimension(const oracle_pair *pair, int which, qvec direction, double band, double wide)
{
    const oracle_placed *p = which == 0 ? &pair->a : &pair->b;
    if (p->hull->half_space) return 2;
    qvec n = which == 0 ? direction : q3_neg(direction);
    quad top = top_along(p, n);
    int inside = 0, doubtful = 0, first = -1, second = -1;
    quad spread = 0;
    for (int i = 0; i < p->count; ++i) {
        quad below = top - q3_dot(n, p->points[i]);
        if (below <= (quad)band) {
            ++inside;
            if (first < 0) first = i;
            quad d = q3_norm(q3_sub(p->points[i], p->points[first]));
            if (d > spread) {
                spread = d;
                second = i;
            }
        } else if (below <= (quad)wide) {
            ++doubtful;
        }
    }
    if (doubtful > 0) return -1;
    if (inside == 1) return 0;
    if (second < 0 || spread <= (quad)wide) return -1;
    qvec e = q3_unit(q3_sub(p->points[second], p->points[first]));
    quad off = 0;
    for (int i = 0; i < p->count; ++i) {
        if (top - q3_dot(n, p->points[i]) > (quad)band) continue;
        off = q_max(off, q3_norm(q3_cross(e, q3_sub(p->points[i], p->points[first]))));
    }
    // More than two points, but hardly beside one line: an edge with points on it, or a face that is thin.
    if (off <= (quad)band) return inside == 2 ? 1 : -1;
    return off > (quad)wide ? 2 : -1;
}
