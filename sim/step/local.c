// Packing, coordination, stress and fabric in a part of the domain.
//
//   packing    a grain that the surface of the region cuts counts by the share of the points of a lattice in the ellipsoid with
//              the same moments of inertia (2-D: a disc) that are inside: exact to rounding where the cut goes through the
//              centre, to some percent of the grain elsewhere, with a mean of 0 over many grains
//   stress     a contact counts by the share of its branch that is inside, so that the stresses of regions that fill the domain,
//              weighted with their volumes, add up to the stress of the domain
//
// In a periodic domain the images of grains and contacts count as well.
#include "step/step.h"

enum { IMAGES = 27, LATTICE = 8, FLAT_LATTICE = 16 };

static const double pi = 3.14159265358979323846;

typedef struct image_list {
    scree_vec3 shifts[IMAGES];
    int count;
} image_list;

static image_list images_of(const scree_sim *sim)
{
    image_list out = { .count = 0 };
    const scree_vec3 p = sim->period;
    const int x = p.x > 0.0, y = p.y > 0.0, z = p.z > 0.0;
    for (int i = -x; i <= x; ++i)
        for (int j = -y; j <= y; ++j)
            for (int k = -z; k <= z; ++k) out.shifts[out.count++] = v3(i * p.x, j * p.y, k * p.z);
    return out;
}

// A region with what its tests need: coordinates of a point, and between which bounds they are.
typedef struct cell {
    scree_vec3 low, high, axis; // axis: unit, of a cylinder
    double radius, length;
    int dimension;
} cell;

static cell cell_of(const scree_sim *sim, const scree_measured_region *region)
{
    cell c = { .low = region->low, .high = region->high, .radius = region->radius };
    c.dimension = sim->settings.dimension;
    const scree_vec3 d = v3_sub(c.high, c.low);
    c.length = v3_length(d);
    if (c.length > 0.0) c.axis = v3_scale(1.0 / c.length, d);
    return c;
}

static double volume_of(const cell *c)
{
    const scree_vec3 d = v3_sub(c->high, c->low);
    const bool is_flat = c->dimension == 2;
    if (c->radius > 0.0) return c->length * (is_flat ? 2.0 * c->radius : pi * c->radius * c->radius);
    const bool is_box = d.x > 0.0 && d.y > 0.0 && (is_flat || d.z > 0.0);
    return is_box ? d.x * d.y * (is_flat ? 1.0 : d.z) : 0.0;
}

// How far a point is inside, at most: below 0 outside. For a ball around it: the distance to the surface, or less.
static double depth_in(const cell *c, scree_vec3 p)
{
    if (c->radius > 0.0) {
        const scree_vec3 from = v3_sub(p, c->low);
        const double along = v3_dot(from, c->axis), across = v3_length(v3_add_scaled(from, -along, c->axis));
        return fmin(fmin(along, c->length - along), c->radius - across);
    }
    const double x = fmin(p.x - c->low.x, c->high.x - p.x), y = fmin(p.y - c->low.y, c->high.y - p.y);
    const double z = c->dimension == 2 ? x : fmin(p.z - c->low.z, c->high.z - p.z);
    return fmin(fmin(x, y), z);
}

// The part of from..to, of a coordinate that goes from a to b as t goes from 0 to 1, in which it is between low and high.
static void clip(double a, double b, double low, double high, double *from, double *to)
{
    const double d = b - a;
    if (fabs(d) <= 1e-12 * (high - low)) { // level: all of it is in between, or nothing
        if (a < low || a > high) *to = -1.0;
        return;
    }
    const double s = (low - a) / d, t = (high - a) / d;
    *from = fmax(*from, fmin(s, t));
    *to = fmin(*to, fmax(s, t));
}

static void clip_across(const cell *c, scree_vec3 p, scree_vec3 q, double *from, double *to)
{
    const scree_vec3 w = v3_sub(q, p);
    const double a = v3_dot(w, w), half = v3_dot(p, w), square = v3_dot(p, p) - c->radius * c->radius;
    if (a <= 1e-24 * c->radius * c->radius) {
        if (square > 0.0) *to = -1.0;
        return;
    }
    const double root = half * half - a * square;
    if (root <= 0.0) {
        *to = -1.0;
        return;
    }
    *from = fmax(*from, (-half - sqrt(root)) / a);
    *to = fmin(*to, (-half + sqrt(root)) / a);
}

// The share of a segment that is inside.
static double share_of_segment(const cell *c, scree_vec3 a, scree_vec3 b)
{
    double from = 0.0, to = 1.0;
    if (c->radius > 0.0) {
        const scree_vec3 p = v3_sub(a, c->low), q = v3_sub(b, c->low);
        const double s = v3_dot(p, c->axis), t = v3_dot(q, c->axis);
        clip(s, t, 0.0, c->length, &from, &to);
        clip_across(c, v3_add_scaled(p, -s, c->axis), v3_add_scaled(q, -t, c->axis), &from, &to);
    } else {
        clip(a.x, b.x, c->low.x, c->high.x, &from, &to);
        clip(a.y, b.y, c->low.y, c->high.y, &from, &to);
        if (c->dimension == 3) clip(a.z, b.z, c->low.z, c->high.z, &from, &to);
    }
    return to > from ? to - from : 0.0;
}

// ------------------------------------------------------------------------------------------------------------- grains

static double share_of_disc(const cell *c, scree_vec3 centre, double radius)
{
    int inside = 0, all = 0;
    for (int i = 0; i < FLAT_LATTICE; ++i)
        for (int j = 0; j < FLAT_LATTICE; ++j) {
            const double x = (2 * i + 1) / (double)FLAT_LATTICE - 1.0, y = (2 * j + 1) / (double)FLAT_LATTICE - 1.0;
            if (x * x + y * y > 1.0) continue;
            ++all;
            inside += depth_in(c, v3_add(centre, v3(radius * x, radius * y, 0.0))) >= 0.0;
        }
    return (double)inside / all;
}

static double share_of_ellipsoid(const cell *c, scree_vec3 centre, const scree_vec3 axes[3])
{
    int inside = 0, all = 0;
    for (int i = 0; i < LATTICE; ++i)
        for (int j = 0; j < LATTICE; ++j)
            for (int k = 0; k < LATTICE; ++k) {
                const double x = (2 * i + 1) / (double)LATTICE - 1.0, y = (2 * j + 1) / (double)LATTICE - 1.0;
                const double z = (2 * k + 1) / (double)LATTICE - 1.0;
                if (x * x + y * y + z * z > 1.0) continue;
                ++all;
                const scree_vec3 p = v3_add_scaled(v3_add_scaled(v3_scale(x, axes[0]), y, axes[1]), z, axes[2]);
                inside += depth_in(c, v3_add(centre, p)) >= 0.0;
            }
    return (double)inside / all;
}

// The share of a grain that is inside, which is cut.
static double share_of_cut(const cell *c, const sim_form *form, scree_vec3 centre, scree_quat orientation)
{
    const scree_vec3 m = form->moments;
    if (c->dimension == 2) return share_of_disc(c, centre, sqrt(2.0 * m.z / form->volume));
    const scree_quat q = form->is_aligned ? orientation : quat_mul(orientation, form->principal);
    const double squares[3] = { m.y + m.z - m.x, m.z + m.x - m.y, m.x + m.y - m.z };
    scree_vec3 axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    for (int i = 0; i < 3; ++i)
        axes[i] = v3_scale(sqrt(fmax(0.0, 2.5 * squares[i] / form->volume)), quat_rotate(q, axes[i]));
    return share_of_ellipsoid(c, centre, axes);
}

// The volume of the grains in the region; counts those whose centre is inside.
static double measure_grains(const scree_sim *sim, const cell *c, const image_list *images, int64_t *count)
{
    const sim_grains *g = &sim->grains;
    double volume = 0.0;
    for (size_t i = 0; i < g->count; ++i) {
        const sim_form *form = &sim->forms[g->forms[i]];
        for (int k = 0; k < images->count; ++k) {
            const scree_vec3 centre = v3_add(g->positions[i], images->shifts[k]);
            const double depth = depth_in(c, centre);
            *count += depth >= 0.0;
            if (form->is_infinite || depth <= -form->radius) continue;
            volume += form->volume * (depth >= form->radius ? 1.0 : share_of_cut(c, form, centre, g->orientations[i]));
        }
    }
    return volume;
}

// ------------------------------------------------------------------------------------------------------------ contacts

static bool is_inside(const cell *c, const image_list *images, scree_vec3 p)
{
    for (int k = 0; k < images->count; ++k)
        if (depth_in(c, v3_add(p, images->shifts[k])) >= 0.0) return true;
    return false;
}

static void measure_contacts(const scree_sim *sim, const cell *c, const image_list *images, scree_sim_local *out,
                             int64_t *ends_inside)
{
    const int32_t *owners = sim->bodies.owners;
    for (size_t p = 0; p < sim->contacts.count; ++p) {
        const sim_record *r = &sim->contacts.records[p];
        if (!r->touches) continue;
        const scree_pair *pair = &sim->slots.pairs[r->slot];
        scree_vec3 ends[2];
        scree_sim_branch(sim, pair, r, ends);
        *ends_inside += owners[pair->a] >= 0 && is_inside(c, images, ends[0]);
        *ends_inside += owners[pair->b] >= 0 && is_inside(c, images, ends[1]);
        if (is_inside(c, images, r->point)) {
            out->contacts++;
            scree_sim_add_fabric(&out->fabric, r->normal);
        }
        double share = 0.0;
        for (int k = 0; k < images->count; ++k)
            share += share_of_segment(c, v3_add(ends[0], images->shifts[k]), v3_add(ends[1], images->shifts[k]));
        scree_sim_add_product(&out->stress, v3_scale(share, v3_sub(ends[1], ends[0])), r->force);
    }
}

scree_sim_local scree_sim_measure_in(const scree_sim *sim, const scree_measured_region *region)
{
    scree_sim_local out = { 0 };
    if (sim == NULL || region == NULL) return out;
    scree_sim_compact((scree_sim *)sim);
    const cell c = cell_of(sim, region);
    const image_list images = images_of(sim);
    const double volume = volume_of(&c);
    if (!isfinite(volume) || !(volume > 0.0)) return out;
    int64_t ends = 0;
    out.volume = volume;
    out.packing = measure_grains(sim, &c, &images, &out.grains) / volume;
    measure_contacts(sim, &c, &images, &out, &ends);
    if (out.grains > 0) out.coordination = (double)ends / (double)out.grains;
    if (out.contacts > 0) {
        const double share = 1.0 / (double)out.contacts;
        const scree_sym3 f = out.fabric;
        out.fabric = (scree_sym3){ share * f.xx, share * f.yy, share * f.zz, share * f.xy, share * f.xz, share * f.yz };
    }
    for (int i = 0; i < 3; ++i) out.stress.row[i] = v3_scale(1.0 / volume, out.stress.row[i]);
    return out;
}
