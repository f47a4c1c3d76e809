// The union of parts p_1 ... p_n is the sum of the parts, less what each shares with those before it: of p_i and p_j, i < j,
// what none of p_1 ... p_(i-1) holds. The parts are exact, so that errors are in what is shared, and relative to it.
#include "fill/cluster.h"

#include <math.h>
#include <stdlib.h>

#include "fill/shapes.h"
#include "fill/shared.h"

typedef struct cluster {
    scree_fill_solid *solids;
    scree_fill_solid **others; ///< room for as many
    double *volumes;
    size_t count;
    int dimension;
    double origin[3]; ///< moments are about it: the first part, so that no digits are lost where parts are far off
} cluster;

static const int first_of[6] = { 0, 1, 2, 0, 0, 1 }, second_of[6] = { 0, 1, 2, 1, 2, 2 };

static scree_mass to_mass(const cluster *c, const scree_fill_moments *m)
{
    const double v = m->sum[0], at[3] = { m->sum[1] / v, m->sum[2] / v, m->sum[3] / v };
    double s[6];
    for (int k = 0; k < 6; ++k) s[k] = m->sum[4 + k] - v * at[first_of[k]] * at[second_of[k]];
    scree_mass mass = { .volume = v, .centroid = { c->origin[0] + at[0], c->origin[1] + at[1], c->origin[2] + at[2] } };
    mass.inertia.zz = s[0] + s[1];
    if (c->dimension == 2) return mass;
    mass.inertia.xx = s[1] + s[2];
    mass.inertia.yy = s[0] + s[2];
    mass.inertia.xy = -s[3];
    mass.inertia.xz = -s[4];
    mass.inertia.yz = -s[5];
    return mass;
}

/// The exact moments of one part.
static void add_part(const cluster *c, size_t part, scree_fill_moments *m)
{
    const scree_fill_solid *solid = &c->solids[part];
    const scree_mass mass = scree_shape_mass(solid->body.shape);
    const scree_vec3 centre = scree_body_point(&solid->body, mass.centroid);
    const double at[3] = { centre.x, centre.y, centre.z };
    const scree_sym3 t = mass.inertia;
    // The second moments follow from the inertia: xx = (I_yy + I_zz - I_xx) / 2, xy = -I_xy.
    double s[3][3] = { { 0.5 * (t.yy + t.zz - t.xx), -t.xy, -t.xz },
                       { -t.xy, 0.5 * (t.xx + t.zz - t.yy), -t.yz },
                       { -t.xz, -t.yz, 0.5 * (t.xx + t.yy - t.zz) } };
    // In the plane only the sum of xx and yy is known, and wanted.
    if (c->dimension == 2) s[0][0] = s[1][1] = 0.5 * t.zz, s[0][1] = s[1][0] = s[2][2] = 0.0;
    m->sum[0] += mass.volume;
    for (int k = 0; k < 3; ++k) m->sum[1 + k] += mass.volume * at[k];
    for (int k = 0; k < 6; ++k) {
        const double *p = solid->rows[first_of[k]], *q = solid->rows[second_of[k]];
        m->sum[4 + k] += mass.volume * at[first_of[k]] * at[second_of[k]];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) m->sum[4 + k] += p[i] * s[i][j] * q[j];
        }
    }
}

/// Do the bounding boxes of a part and of a frame meet?
static bool is_near(const scree_fill_solid *solid, const scree_fill_frame *frame)
{
    const scree_aabb box = scree_body_aabb(&solid->body, 0.0);
    const double low[3] = { box.low.x, box.low.y, box.low.z }, high[3] = { box.high.x, box.high.y, box.high.z };
    for (int row = 0; row < solid->dimension && row < 3; ++row) {
        const double *a = frame->axes[row], half = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        if (low[row] > frame->centre[row] + half || high[row] < frame->centre[row] - half) return false;
    }
    return true;
}

/// Takes away what two parts share, but for what is in a part before the two.
static bool take_shared(cluster *c, size_t i, size_t j, scree_fill_moments *m)
{
    scree_fill_frame frame;
    size_t count = 0;
    if (!scree_fill_shared_frame(&c->solids[i], &c->solids[j], fmin(c->volumes[i], c->volumes[j]), &frame)) return true;
    for (size_t k = 0; k < i; ++k) {
        if (is_near(&c->solids[k], &frame)) c->others[count++] = &c->solids[k];
    }
    return scree_fill_shared_add(&c->solids[i], &c->solids[j], c->others, count, &frame, -1.0, m);
}

static bool sum_moments(cluster *c, scree_fill_moments *m, scree_error *error)
{
    bool good = true;
    for (size_t i = 0; i < c->count; ++i) add_part(c, i, m);
    for (size_t i = 0; i < c->count && good; ++i) {
        for (size_t j = i + 1; j < c->count && good; ++j) good = take_shared(c, i, j, m);
    }
    if (!good) *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    for (size_t i = 0; i < c->count && good; ++i) {
        const scree_status status = c->solids[i].status;
        good = status == SCREE_OK;
        if (!good) *error = (scree_error){ status, "parts: the distance of a point from a part is not known" };
    }
    return good;
}

/// Adds the next part; its shape belongs to the cluster then.
static bool add_solid(cluster *c, const scree_scene *scene, const scree_scene_part *part, scree_error *error)
{
    const scree_vec3 p = part->position;
    scree_shape *shape = scree_fill_part(scene, part, 1.0, error);
    if (shape == NULL) return false;
    if (c->count == 0) c->origin[0] = p.x, c->origin[1] = p.y, c->origin[2] = p.z;
    const scree_body body = { shape,
                              { p.x - c->origin[0], p.y - c->origin[1], p.z - c->origin[2] },
                              part->orientation };
    c->volumes[c->count] = scree_shape_mass(shape).volume;
    if (scree_fill_solid_begin(&c->solids[c->count++], &body)) return true;
    *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    return false;
}

bool scree_fill_cluster_mass(const scree_scene *scene, const scree_scene_shape *shape, scree_mass *mass,
                             scree_error *error)
{
    if (shape->mass.volume > 0.0) {
        *mass = shape->mass;
        return true;
    }
    const size_t n = shape->part_count + 1;
    cluster c = { .solids = calloc(n, sizeof *c.solids),
                  .others = calloc(n, sizeof(scree_fill_solid *)),
                  .volumes = calloc(n, sizeof *c.volumes),
                  .dimension = scene->settings.dimension };
    scree_fill_moments m = { { 0.0 } };
    bool good = c.solids != NULL && c.others != NULL && c.volumes != NULL;
    if (!good) *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    for (size_t i = 0; i < shape->part_count && good; ++i) good = add_solid(&c, scene, &shape->parts[i], error);
    good = good && sum_moments(&c, &m, error);
    if (good) *mass = to_mass(&c, &m);
    for (size_t i = 0; i < c.count; ++i) {
        scree_shape *own = (scree_shape *)c.solids[i].body.shape;
        scree_fill_solid_end(&c.solids[i]);
        scree_shape_destroy(own);
    }
    free(c.solids);
    free(c.others);
    free(c.volumes);
    return good;
}

scree_mass scree_fill_scaled_mass(const scree_mass *mass, double scale, int dimension)
{
    const double volume = pow(scale, dimension), second = volume * scale * scale;
    const scree_sym3 t = mass->inertia;
    return (scree_mass){ .volume = volume * mass->volume,
                         .centroid = { scale * mass->centroid.x, scale * mass->centroid.y, scale * mass->centroid.z },
                         .inertia = { second * t.xx, second * t.yy, second * t.zz, second * t.xy, second * t.xz,
                                      second * t.yz } };
}
