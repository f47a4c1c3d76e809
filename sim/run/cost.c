// Computing time of a scene: what a step takes for a grain in flight, what more for one in a bed, by its contacts, and how
// long a grain is either of them. Measured on the example scenes with one thread: all but those without gravity take
// 0.5 to 2 times the estimate if they last as long as the plan says; where walls close on loose grains, it may be 3.
#include <math.h>

#include "fill/supply.h"
#include "run/plan.h"

static const double of_start = 0.05;                    // s: the program, the first and the last files
static const double of_step = 3e-6, of_flight = 1.5e-7; // s: a step by itself; one grain of it that touches nothing
static const double of_contact_other = 1.2e-6;          // s: a contact between grains of another run
static const double contacts_in_bed = 2.2;              // of a grain, those with walls included
static const double slower_landing = 1.2;               // of a fall: grains bounce before they lie
static const double loose_share = 0.4; // of the time, without gravity: until walls have pushed the grains together

/// Seconds that a contact of such a shape with its like takes in a step.
static double of_contact(const scree_scene *scene, const scree_scene_shape *shape)
{
    const double point = 2e-7, box = 5e-7, blunt = 1e-6, hull = 1.1e-6, rounded = 2.6e-6;
    double sum = 0.0;
    switch (shape->kind) {
    case SCREE_SCENE_SPHERE:
    case SCREE_SCENE_DISC:
    case SCREE_SCENE_ELLIPSOID:
        return point;
    case SCREE_SCENE_SUPERQUADRIC:
        return shape->exponents.x <= 4.0 && shape->exponents.y <= 4.0 ? blunt : rounded;
    case SCREE_SCENE_CYLINDER:
    case SCREE_SCENE_CONE:
    case SCREE_SCENE_CAPSULE:
    case SCREE_SCENE_TAPERED_CAPSULE:
        return rounded;
    case SCREE_SCENE_CLUSTER:
        for (size_t k = 0; k < shape->part_count; ++k)
            sum += of_contact(scene, &scene->shapes[shape->parts[k].shape]) / (double)shape->part_count;
        return sum;
    default:
        if (shape->rounding > 0.0) return rounded;
        return shape->kind == SCREE_SCENE_BOX || scene->settings.dimension == 2 ? box : hull;
    }
}

/// The mean over pairs of grains of an item: the dearer shape of a pair decides.
static double mean_contact(const scree_scene *scene, const scree_scene_insert *in)
{
    double sum = 0.0, weights = 0.0;
    for (size_t k = 0; k < in->share_count; ++k) {
        for (size_t l = 0; l < in->share_count; ++l) {
            const double weight = in->shares[k].weight * in->shares[l].weight;
            sum += weight * fmax(of_contact(scene, &scene->shapes[in->shares[k].shape]),
                                 of_contact(scene, &scene->shapes[in->shares[l].shape]));
            weights += weight;
        }
    }
    for (size_t k = 0; k < in->grain_count && in->kind == SCREE_INSERT_LIST; ++k) {
        sum += of_contact(scene, &scene->shapes[in->grains[k].shape]);
        weights += 1.0;
    }
    return weights > 0.0 ? sum / weights : of_contact_other;
}

/// How long a grain is there from `delay` after its insertion on, as a mean over those that come from `first` to `last`.
static double mean_stay(double first, double last, double delay, double end)
{
    const double longest = fmax(0.0, end - first - delay), shortest = fmax(0.0, end - last - delay);
    if (last - first <= 1e-9 * end) return longest;
    return (longest * longest - shortest * shortest) / (2.0 * (last - first));
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// How high the lowest or highest corner of a box is: `side` -1 or 1.
static double height_of(scree_vec3 low, scree_vec3 high, scree_vec3 up, double side)
{
    const scree_vec3 middle = { 0.5 * (low.x + high.x), 0.5 * (low.y + high.y), 0.5 * (low.z + high.z) };
    const double half =
        0.5 * (fabs((high.x - low.x) * up.x) + fabs((high.y - low.y) * up.y) + fabs((high.z - low.z) * up.z));
    return dot(middle, up) + side * half;
}

/// The height of a plate that is a box; minus infinity for others.
static double top_of_plate(const scree_scene_wall *w, scree_vec3 position, scree_quat orientation, scree_vec3 up)
{
    if (w->vertex_count > 0) return -INFINITY;
    const scree_vec3 half = { 0.5 * w->edges.x, 0.5 * w->edges.y, 0.5 * w->edges.z };
    const scree_quat q = { orientation.w, -orientation.x, -orientation.y, -orientation.z };
    const scree_vec3 own = scree_quat_rotate(q, up);
    return dot(position, up) + fabs(own.x * half.x) + fabs(own.y * half.y) + fabs(own.z * half.z);
}

/// Where a wall would stop grains that fall from `from`, as a height; minus infinity where it would not.
static double floor_of(const scree_scene_wall *w, scree_vec3 from, scree_vec3 up)
{
    const double upright = 0.9; // cosine: what is steeper is no floor
    if (w->kind == SCREE_WALL_PLANE) {
        const double rise = dot(w->normal, up);
        if (rise < upright * sqrt(dot(w->normal, w->normal))) return -INFINITY;
        return dot(from, up) + (w->offset - dot(w->normal, from)) / rise;
    }
    if (w->kind == SCREE_WALL_BOX) {
        const unsigned faces = (up.x > upright ? 1u : 0u) | (up.x < -upright ? 2u : 0u) | (up.y > upright ? 4u : 0u) |
                               (up.y < -upright ? 8u : 0u) | (up.z > upright ? 16u : 0u) | (up.z < -upright ? 32u : 0u);
        return (w->faces & faces) != 0 ? height_of(w->low, w->high, up, -1.0) : -INFINITY;
    }
    if (w->kind == SCREE_WALL_PLATE) return top_of_plate(w, w->position, w->orientation, up);
    if (w->kind == SCREE_WALL_PLATES) {
        double highest = -INFINITY;
        for (size_t i = 0; i < w->part_count; ++i) {
            const scree_vec3 p = scree_quat_rotate(w->orientation, w->parts[i].position);
            const scree_vec3 at = { w->position.x + p.x, w->position.y + p.y, w->position.z + p.z };
            const scree_quat q = scree_quat_multiply(w->orientation, w->parts[i].orientation);
            highest = fmax(highest, top_of_plate(&w->parts[i], at, q, up));
        }
        return highest;
    }
    const double tilt = dot(w->axis, up) / sqrt(dot(w->axis, w->axis));
    if (w->kind == SCREE_WALL_CYLINDER && !w->outside && fabs(tilt) < 1.0 - upright)
        return dot(w->centre, up) - fmax(w->radius[0], w->radius[1]);
    return -INFINITY;
}

/// The least height of a region, and its extent upwards.
static double region_of(const scree_scene_region *r, scree_vec3 up, double *depth)
{
    scree_vec3 low = r->low, high = r->high;
    if (r->kind == SCREE_REGION_CYLINDER) { // a box around it will do
        const scree_vec3 a = r->low, b = r->high;
        low = (scree_vec3){ fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z) };
        high = (scree_vec3){ fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z) };
    }
    const double axis = sqrt(dot((scree_vec3){ high.x - low.x, high.y - low.y, high.z - low.z },
                                 (scree_vec3){ high.x - low.x, high.y - low.y, high.z - low.z }));
    const double along = height_of(low, high, up, 1.0) - height_of(low, high, up, -1.0);
    const double across = r->kind == SCREE_REGION_CYLINDER && axis > 0.0
                              ? r->radius * sqrt(fmax(0.0, 1.0 - along * along / (axis * axis)))
                              : 0.0;
    *depth = along + 2.0 * across;
    return height_of(low, high, up, -1.0) - across;
}

/// For how long a grain of an item lies in a bed: a mean over the heights of its region. Grains fall onto the highest floor
/// below the region, or onto half of the bed there.
static double time_in_bed(const scree_scene *scene, int insert, const scree_scene_plan *plan, double first, double last)
{
    enum { HEIGHTS = 8 };
    const scree_scene_insert *in = &scene->inserts[insert];
    const scree_vec3 a = scene->settings.gravity;
    const double g = sqrt(dot(a, a)), packing = 0.6;
    if (in->kind == SCREE_INSERT_LIST || in->kind == SCREE_INSERT_RUN)
        return mean_stay(first, last, 0.0, plan->duration);
    if (g == 0.0) return (1.0 - loose_share) * mean_stay(first, last, 0.0, plan->duration);
    const scree_vec3 up = { -a.x / g, -a.y / g, -a.z / g };
    double depth = 0.0;
    const double low = region_of(&in->region, up, &depth);
    double bottom =
        scene->has_domain ? height_of(scene->settings.domain_low, scene->settings.domain_high, up, -1.0) : low;
    const scree_vec3 middle = { 0.5 * (in->region.low.x + in->region.high.x),
                                0.5 * (in->region.low.y + in->region.high.y),
                                0.5 * (in->region.low.z + in->region.high.z) };
    for (int w = 0; w < scene->wall_count; ++w) {
        const double height = floor_of(&scene->walls[w], middle, up);
        if (height <= low + 0.01 * depth) bottom = fmax(bottom, height);
    }
    const double density = in->material >= 0 ? scene->materials[in->material].properties.density : 0.0;
    const double bed = density > 0.0 ? plan->load / (g * density * packing) : 0.0;
    const double speed = fmax(0.0, -dot(in->velocity, up));
    double sum = 0.0;
    for (int k = 0; k < HEIGHTS; ++k) {
        const double way = fmax(0.0, low + (k + 0.5) / HEIGHTS * depth - bottom - 0.5 * bed);
        const double fall = (sqrt(speed * speed + 2.0 * g * way) - speed) / g;
        sum += mean_stay(first, last, slower_landing * fall, plan->duration);
    }
    return sum / HEIGHTS;
}

double scree_run_seconds(const scree_scene *scene, const scree_scene_plan *plan, const double *grains)
{
    double seconds = of_start + of_step * plan->steps;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        const bool flows = in->kind == SCREE_INSERT_RATE && isfinite(in->rate) && in->rate > 0.0;
        const double first = in->kind == SCREE_INSERT_RATE ? in->start : 0.0;
        const double last = flows ? first + grains[i] / in->rate : first;
        const double all = mean_stay(first, last, 0.0, plan->duration), bed = time_in_bed(scene, i, plan, first, last);
        seconds += grains[i] / plan->time_step * (all * of_flight + bed * contacts_in_bed * mean_contact(scene, in));
    }
    return seconds;
}
