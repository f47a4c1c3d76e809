// Up to four corners that represent a region: a manifold for solvers that need points.
//
// Idea        The deepest corner first; then three times the corner with the largest product of its depth and its
//             distance from those chosen: from the point, from the line through two, from the triangle of three.
//             Corners at the region's edge have no depth and are not chosen, so points appear and disappear where they
//             have little weight.
// Departures  A corner whose id was among the points of the last step counts a quarter more, so that nearly equal ones
//             do not alternate.
#include "region/points.h"

#include "math/vec3.h"

// The factor for a corner of the last step, and the least weight of a point, as a fraction of the deepest corner's
// depth times the region's extent.
static const double PREFERENCE = 1.25, LEAST_PART = 0.01;

// The distance of x from the hull of one, two or three points.
static double distance_from(const scree_region_corner *chosen, int count, scree_vec3 x)
{
    const scree_vec3 from = v3_sub(x, chosen[0].point);
    if (count == 1) return v3_norm(from);
    const scree_vec3 along = v3_unit(v3_sub(chosen[1].point, chosen[0].point));
    if (count == 2) return v3_norm(v3_add_scaled(from, -v3_dot(from, along), along));
    const scree_vec3 up = v3_cross(along, v3_sub(chosen[2].point, chosen[0].point));
    double most = 0.0;
    for (int i = 0; i < 3; ++i) {
        const scree_vec3 side = v3_sub(chosen[(i + 1) % 3].point, chosen[i].point);
        const double out = v3_dot(v3_unit(v3_cross(side, up)), v3_sub(x, chosen[i].point));
        most = max2(most, out);
    }
    return most;
}

static double preference(const scree_region_options *o, uint64_t id)
{
    for (int i = 0; i < o->last_count; ++i)
        if (o->last[i] == id) return PREFERENCE;
    return 1.0;
}

void scree_region_choose(const scree_region_corner *corners, int count, const scree_region_options *o,
                         scree_region *out)
{
    double least = 0.0;
    out->point_count = 0;
    for (int chosen = 0; chosen < SCREE_REGION_POINTS; ++chosen) {
        double most = least, extent = 0.0;
        int best = -1;
        for (int i = 0; i < count; ++i) {
            const double away = chosen == 0 ? 1.0 : distance_from(out->points, chosen, corners[i].point);
            const double weight = (o->margin - corners[i].distance) * away;
            extent = max2(extent, away);
            if (!(weight > least) || !(weight * preference(o, corners[i].id) > most)) continue;
            most = weight * preference(o, corners[i].id);
            best = i;
        }
        if (best < 0) return;
        if (chosen == 1) least = LEAST_PART * (o->margin - out->points[0].distance) * extent;
        if (chosen == 1 && !(most > least)) return;
        out->points[chosen] = corners[best];
        out->point_count = chosen + 1;
    }
}
