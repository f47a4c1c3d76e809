// See lanes.h. Compiled once for each width.
#include "laws/lanes.h"

// The loops of the laws must be fully inlined to vectorise.
#define SCREE_LAW_INLINE static inline __attribute__((always_inline))

#include "laws/constants.h"
#include "scree/ball.h"
#include "scree_sim/laws/depth.h"
#include "scree_sim/laws/floating_plane.h"
#include "scree_sim/laws/hertz.h"
#include "scree_sim/laws/linear.h"
#include "scree_sim/laws/pressure_field.h"
#include "scree_sim/laws/volume.h"

#define JOIN(name, width) name##width
#define AT(name, width) JOIN(name, width)

static inline __attribute__((always_inline)) scree_vec3 take(double from[3][SIM_LANES], int j)
{
    return v3(from[0][j], from[1][j], from[2][j]);
}

static inline __attribute__((always_inline)) void put(double to[3][SIM_LANES], int j, scree_vec3 v)
{
    to[0][j] = v.x;
    to[1][j] = v.y;
    to[2][j] = v.z;
}

// The effective mass along the normal: rotation reduces it if the contact is off the line of the centres. With the mean
// moment of inertia, which is enough for a dashpot.
static inline __attribute__((always_inline)) double felt_mass(sim_lanes *l, int j, const scree_contact_motion *motions,
                                                              scree_vec3 normal)
{
    double inverse = 0.0;
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 lever = v3_cross(motions[i].arm, normal);
        inverse += l->inverse_mass[i][j] + l->inverse_inertia[i][j] * v3_dot(lever, lever);
    }
    return 1.0 / inverse;
}

static inline __attribute__((always_inline)) scree_contact_force call(scree_law law, scree_law_function user_law,
                                                                      const scree_contact_region *region,
                                                                      const scree_contact_motion *motions,
                                                                      const scree_contact_constants *constants,
                                                                      double dt, scree_contact_history *history)
{
    switch (law) {       // without `default`, so that the compiler names a law that is missing
    case SCREE_LAW_AUTO: // of settings only: a pair has the law that is chosen for it
    case SCREE_LAW_LINEAR:
        break;
    case SCREE_LAW_HERTZ:
        return scree_law_hertz(region, motions, constants, dt, history);
    case SCREE_LAW_DEPTH:
        return scree_law_depth(region, motions, constants, dt, history);
    case SCREE_LAW_PRESSURE_FIELD:
        return scree_law_pressure_field(region, motions, constants, dt, history);
    case SCREE_LAW_FLOATING_PLANE:
        return scree_law_floating_plane(region, motions, constants, dt, history);
    case SCREE_LAW_VOLUME:
        return scree_law_volume(region, motions, constants, dt, history);
    case SCREE_LAW_USER:
        return user_law(region, motions, constants, dt, history);
    }
    return scree_law_linear(region, motions, constants, dt, history);
}

// Contact j. `law` and `has_springs` are constants where this is called, and so is `base` but for the user's law.
static inline __attribute__((always_inline)) void apply_one(sim_lanes *l, int j, scree_law law, scree_law base,
                                                            bool has_springs, scree_law_function user_law,
                                                            const sim_mixed *mixed, bool is_flat, double dt)
{
    const bool has_patch = sim_has_patch(law);
    const scree_contact_region region = {
        .normal = take(l->normal, j),
        .point = take(l->point, j),
        .depth = l->depth[j],
        .force = has_patch ? take(l->patch_force, j) : v3(0.0, 0.0, 0.0),
        .couple = has_patch ? take(l->patch_couple, j) : v3(0.0, 0.0, 0.0),
        .area = has_patch ? l->area[j] : 0.0,
        .energy = has_patch ? l->energy[j] : 0.0,
        .radius = has_patch || law == SCREE_LAW_HERTZ ? l->width[j] : 0.0,
        .volume = law == SCREE_LAW_VOLUME || law == SCREE_LAW_USER ? l->volume[j] : 0.0,
    };
    scree_contact_motion motions[2];
    for (int i = 0; i < 2; ++i) {
        motions[i].arm = v3_sub(region.point, take(l->centre[i], j));
        motions[i].velocity = take(l->velocity[i], j);
        motions[i].spin = take(l->spin[i], j);
    }
    const sim_lengths a = { l->own_radius[0][j], l->inradius[0][j] }, b = { l->own_radius[1][j], l->inradius[1][j] };
    const double reduced = 1.0 / (l->inverse_mass[0][j] + l->inverse_mass[1][j]);
    scree_contact_constants constants =
        sim_constants(base, a, b, is_flat, mixed, felt_mass(l, j, motions, region.normal), reduced);
    if (!has_springs) constants.rolling_friction = constants.torsional_friction = 0.0;
    scree_contact_history history = { .shear = take(l->shear, j), .stiffness = l->stiffness[j] };
    if (has_springs) {
        history.rolling = take(l->rolling, j);
        history.torsion = l->torsion[j];
    }
    const scree_vec3 plane = history.plane;
    const scree_contact_force out = call(law, user_law, &region, motions, &constants, dt, &history);
    if (law == SCREE_LAW_USER && l->has_planes) history.plane = plane;
    put(l->force, j, out.force);
    put(l->couple, j, out.couple);
    put(l->torque[0], j, v3_scale(-1.0, v3_add(v3_cross(motions[0].arm, out.force), out.couple)));
    put(l->torque[1], j, v3_add(v3_cross(motions[1].arm, out.force), out.couple));
    l->elastic[j] = out.elastic;
    l->dissipated[j] = out.dissipated;
    l->share[j] = region.depth / (a.inradius < b.inradius ? a.inradius : b.inradius);
    put(l->shear, j, history.shear);
    l->stiffness[j] = history.stiffness;
    if (has_springs) {
        put(l->rolling, j, history.rolling);
        l->torsion[j] = history.torsion;
    }
}

// Computes the contacts of pairs of balls, in closed form. Contacts that are known already stay as they are.
static void meet_balls(sim_lanes *l)
{
    const int count = l->count;
    _Pragma("omp simd") for (int j = 0; j < count; ++j)
    {
        const bool is_known = l->is_known[j] != 0.0;
        const scree_ball_contact c =
            scree_contact_of_balls(take(l->centre[0], j), l->ball[0][j], take(l->centre[1], j), l->ball[1][j]);
        l->depth[j] = is_known ? l->depth[j] : -c.distance;
        l->normal[0][j] = is_known ? l->normal[0][j] : c.normal.x;
        l->normal[1][j] = is_known ? l->normal[1][j] : c.normal.y;
        l->normal[2][j] = is_known ? l->normal[2][j] : c.normal.z;
        l->point[0][j] = is_known ? l->point[0][j] : c.point.x;
        l->point[1][j] = is_known ? l->point[1][j] : c.point.y;
        l->point[2][j] = is_known ? l->point[2][j] : c.point.z;
    }
}

// A separate loop for each law, so that nothing in it depends on which it is.
#define LOOP(name, law, has_springs)                                                                                   \
    static void name(sim_lanes *l, const sim_mixed *mixed, bool is_flat, double dt)                                    \
    {                                                                                                                  \
        const sim_mixed m = *mixed;                                                                                    \
        const int count = l->count;                                                                                    \
        _Pragma("omp simd") for (int j = 0; j < count; ++j)                                                            \
            apply_one(l, j, law, law, has_springs, NULL, &m, is_flat, dt);                                             \
    }

LOOP(apply_linear, SCREE_LAW_LINEAR, false)
LOOP(apply_linear_springs, SCREE_LAW_LINEAR, true)
LOOP(apply_hertz, SCREE_LAW_HERTZ, false)
LOOP(apply_hertz_springs, SCREE_LAW_HERTZ, true)
LOOP(apply_depth, SCREE_LAW_DEPTH, false)
LOOP(apply_pressure_field, SCREE_LAW_PRESSURE_FIELD, true)
LOOP(apply_volume, SCREE_LAW_VOLUME, true)
LOOP(apply_floating_plane, SCREE_LAW_FLOATING_PLANE, true)

void AT(scree_sim_apply_lanes_, SCREE_SIM_LANES)(const scree_sim *sim, sim_lanes *l)
{
    const bool is_flat = sim->settings.dimension == 2, has_springs = sim_has_springs(l->law, l->mixed);
    const double dt = sim->dt;
    if (l->has_balls) meet_balls(l);
    switch (l->law) {
    case SCREE_LAW_AUTO:
    case SCREE_LAW_LINEAR:
        (has_springs ? apply_linear_springs : apply_linear)(l, l->mixed, is_flat, dt);
        break;
    case SCREE_LAW_HERTZ:
        (has_springs ? apply_hertz_springs : apply_hertz)(l, l->mixed, is_flat, dt);
        break;
    case SCREE_LAW_DEPTH:
        apply_depth(l, l->mixed, is_flat, dt);
        break;
    case SCREE_LAW_PRESSURE_FIELD:
        apply_pressure_field(l, l->mixed, is_flat, dt);
        break;
    case SCREE_LAW_VOLUME:
        apply_volume(l, l->mixed, is_flat, dt);
        break;
    case SCREE_LAW_FLOATING_PLANE:
        apply_floating_plane(l, l->mixed, is_flat, dt);
        break;
    case SCREE_LAW_USER:
        for (int j = 0; j < l->count; ++j)
            apply_one(l, j, SCREE_LAW_USER, scree_sim_base_law(sim, SCREE_LAW_USER), true, sim->settings.user_law,
                      l->mixed, is_flat, dt);
        break;
    }
}
