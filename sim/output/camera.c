#include "output/camera.h"

#include <math.h>

#include "output/mesh.h"

static const double half_angle = 0.24; // of the narrower side of the picture, radians
static const double margin = 1.05;

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 unit(scree_vec3 v)
{
    const double length = sqrt(mesh_dot(v, v));
    return (scree_vec3){ v.x / length, v.y / length, v.z / length };
}

/// A sphere around a part, in the world.
static scree_vec3 sphere_of(const scree_body *part, double *radius)
{
    const scree_bounds b = scree_shape_bounds(part->shape);
    *radius = b.radius;
    return scree_body_point(part, b.centre);
}

/// Is a point in the domain, or not farther from it than a quarter of its diagonal? One grain that flew away must not
/// make all the others a dot. A domain that was not given has no size: then all points are.
static bool is_near(const scree_sim_origin *origin, scree_vec3 p)
{
    const scree_vec3 low = origin->domain_low, high = origin->domain_high;
    const scree_vec3 size = mesh_add_scaled(high, -1.0, low);
    const double far = 0.25 * sqrt(mesh_dot(size, size));
    const double x = fmax(low.x - p.x, p.x - high.x), y = fmax(low.y - p.y, p.y - high.y);
    const double z = origin->dimension == 2 ? 0.0 : fmax(low.z - p.z, p.z - high.z);
    return !(far > 0.0) || !(fmax(x, fmax(y, z)) > far);
}

static void take_box(const scree_sim_origin *origin, const scree_sim_frame *frame, scree_sim_camera *camera)
{
    const scree_sim_grains_view *g = &frame->grains;
    const int32_t parts = g->count > 0 ? g->first_parts[g->count] : 0;
    bool empty = true;
    camera->low = origin->domain_low;
    camera->high = origin->domain_high;
    for (int32_t i = 0; i < parts; ++i) {
        double r;
        const scree_vec3 c = sphere_of(&g->parts[i], &r);
        if (!is_near(origin, c)) continue;
        if (empty) camera->low = camera->high = c;
        empty = false;
        camera->low =
            (scree_vec3){ fmin(camera->low.x, c.x - r), fmin(camera->low.y, c.y - r), fmin(camera->low.z, c.z - r) };
        camera->high =
            (scree_vec3){ fmax(camera->high.x, c.x + r), fmax(camera->high.y, c.y + r), fmax(camera->high.z, c.z + r) };
    }
    camera->target = (scree_vec3){ 0.5 * (camera->low.x + camera->high.x), 0.5 * (camera->low.y + camera->high.y),
                                   0.5 * (camera->low.z + camera->high.z) };
}

static scree_vec3 direction_of(const scree_sim_origin *origin, const scree_sim_still_options *options)
{
    const scree_vec3 d = options->direction;
    if (origin->dimension == 2) return (scree_vec3){ 0.0, 0.0, -1.0 };
    if (isfinite(mesh_dot(d, d)) && mesh_dot(d, d) > 0.0) return unit(d);
    return unit((scree_vec3){ -0.45, 0.8, -0.42 });
}

/// How far away the camera must be for a sphere to be in the picture; at least `farthest`.
static double far_enough(const scree_sim_camera *camera, scree_vec3 forward, scree_vec3 centre, double radius,
                         const double tangents[2], double farthest)
{
    const scree_vec3 d = mesh_add_scaled(centre, -1.0, camera->target);
    const double depth = mesh_dot(d, forward);
    const double sides[2] = { fabs(mesh_dot(d, camera->right)), fabs(mesh_dot(d, camera->up)) };
    for (int i = 0; i < 2; ++i) farthest = fmax(farthest, margin * (sides[i] + radius) / tangents[i] - depth);
    return farthest;
}

void scree_sim_camera_choose(const scree_sim_origin *origin, const scree_sim_frame *frame,
                             const scree_sim_still_options *options, scree_sim_camera *camera)
{
    *camera = (scree_sim_camera){ .flat = origin->dimension == 2 };
    take_box(origin, frame, camera);
    const scree_vec3 forward = direction_of(origin, options);
    const bool along_z = fabs(forward.z) > 0.999;
    const scree_vec3 sky = along_z ? (scree_vec3){ 0.0, 1.0, 0.0 } : (scree_vec3){ 0.0, 0.0, 1.0 };
    camera->right = unit(cross(forward, sky));
    camera->up = cross(camera->right, forward);
    const double ratio = (double)options->width / options->height, tangent = tan(half_angle);
    const double tangents[2] = { ratio > 1.0 ? tangent * ratio : tangent, ratio > 1.0 ? tangent : tangent / ratio };
    const scree_vec3 size = mesh_add_scaled(camera->high, -1.0, camera->low);
    double distance = 0.1 * sqrt(mesh_dot(size, size));
    const scree_sim_grains_view *g = &frame->grains;
    bool any = false;
    for (int32_t i = 0; g->count > 0 && i < g->first_parts[g->count]; ++i) {
        double radius;
        const scree_vec3 centre = sphere_of(&g->parts[i], &radius);
        if (!is_near(origin, centre)) continue;
        any = true;
        distance = far_enough(camera, forward, centre, radius, tangents, distance);
    }
    if (!any) distance = fmax(distance, 1.1 * sqrt(mesh_dot(size, size)) / tangent);
    if (!(distance > 0.0)) distance = 1.0; // nothing there at all
    camera->place = mesh_add_scaled(camera->target, -distance, forward);
    camera->width = 2.0 * distance * tangents[0];
    // From the left, above and in front.
    camera->light = mesh_add_scaled(camera->target, -0.7 * distance, forward);
    camera->light = mesh_add_scaled(camera->light, -0.7 * distance, camera->right);
    camera->light = mesh_add_scaled(camera->light, 1.1 * distance, camera->up);
}

// ------------------------------------------------------------------------------------------------------------ write

static void put(scree_sim_bytes *out, const char *words, scree_vec3 v)
{
    const double numbers[3] = { v.x, v.y, v.z };
    scree_sim_bytes_format(out, "%s<", words);
    for (int i = 0; i < 3; ++i) {
        if (i > 0) scree_sim_bytes_words(out, ",");
        scree_sim_bytes_number(out, numbers[i]);
    }
    scree_sim_bytes_words(out, ">");
}

static scree_vec3 times(double s, scree_vec3 v)
{
    return (scree_vec3){ s * v.x, s * v.y, s * v.z };
}

/// POV-Ray's axes are left-handed: a right vector of negative x makes them ours.
static void put_camera(const scree_sim_camera *c, const scree_sim_still_options *options, scree_sim_bytes *out)
{
    const double ratio = (double)options->width / options->height;
    const scree_vec3 forward = mesh_add_scaled(c->target, -1.0, c->place);
    const double distance = sqrt(mesh_dot(forward, forward)), width = c->flat ? c->width : ratio;
    scree_sim_bytes_words(out, c->flat ? "camera { orthographic" : "camera {");
    put(out, " location ", c->place);
    put(out, " right ", (scree_vec3){ -width, 0.0, 0.0 });
    put(out, " up ", (scree_vec3){ 0.0, width / ratio, 0.0 });
    put(out, " sky ", c->up);
    if (!c->flat) {
        scree_sim_bytes_words(out, " angle ");
        scree_sim_bytes_number(out, 2.0 * atan(0.5 * c->width / distance) * 180.0 / acos(-1.0));
    }
    put(out, " look_at ", c->target);
    scree_sim_bytes_words(out, " }\n");
}

void scree_sim_camera_write(const scree_sim_camera *camera, const scree_sim_still_options *options,
                            scree_sim_bytes *out)
{
    const scree_vec3 back = mesh_add_scaled(camera->place, -1.0, camera->target);
    const double soft = 0.35 * sqrt(mesh_dot(back, back));
    put_camera(camera, options, out);
    put(out, "light_source { ", camera->light);
    put(out, options->radiosity ? " color rgb 1.0 area_light " : " color rgb 0.9 area_light ",
        times(soft, camera->right));
    put(out, ", ", times(soft, camera->up));
    put(out, ", 5, 5 adaptive 1 circular orient parallel point_at ", camera->target);
    scree_sim_bytes_words(out, " }\n");
}
