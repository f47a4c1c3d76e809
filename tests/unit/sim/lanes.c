// The laws in lanes: each contact gets the bits that the law's function gives it alone, at the least and at the
// largest width. Contacts of two balls likewise. What a group reads and writes is copied from and to its place.
#include <fenv.h>
#include <string.h>

#include "laws/lanes.h"
#include "mixed_scene.h"
#include "scree/ball.h"
#include "scree_sim/laws/depth.h"
#include "scree_sim/laws/floating_plane.h"
#include "scree_sim/laws/hertz.h"
#include "scree_sim/laws/linear.h"
#include "scree_sim/laws/pressure_field.h"
#include "scree_sim/laws/volume.h"

static const sim_mixed mixed = { .given = { .stiffness = 1e5, .tangential_ratio = NAN },
                                 .youngs = { 1e6, 2e6 },
                                 .poisson = { 0.25, 0.3 },
                                 .restitution = 0.3,
                                 .friction = 0.3,
                                 .tangential_ratio = 0.8,
                                 .damping_clamped = 0.2,
                                 .damping_hertz = 0.3,
                                 .adhesion = 0.01 };

static uint64_t state = 1;

static void fill(double *values, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; ++i) values[i] = low + (high - low) * random_share(&state);
}

#define FILL(array, low, high) fill((double *)(array), sizeof(array) / sizeof(double), low, high)

// Some are new, some stick, most slip; some press with no friction left.
static void make(sim_lanes *l, scree_law law, const sim_mixed *m)
{
    memset(l, 0, sizeof *l);
    l->law = law;
    l->mixed = m;
    l->has_planes = law == SCREE_LAW_FLOATING_PLANE;
    l->count = 61;
    FILL(l->point, -1.0, 1.0);
    FILL(l->depth, 1e-4, 1e-2);
    FILL(l->patch_force, -1e-3, 1e-3);
    FILL(l->patch_couple, -1e-4, 1e-4);
    FILL(l->area, 1e-3, 1e-1);
    FILL(l->energy, 0.0, 1e-3);
    FILL(l->width, 1e-2, 1e-1);
    FILL(l->centre, -1.0, 1.0);
    FILL(l->velocity, -1.0, 1.0);
    FILL(l->spin, -1.0, 1.0);
    FILL(l->inverse_mass, 0.0, 2.0);
    FILL(l->inverse_inertia, 0.0, 2.0);
    FILL(l->own_radius, 0.3, 0.6);
    FILL(l->inradius, 0.2, 0.3);
    FILL(l->shear, -100.0, 100.0);
    FILL(l->rolling, -1.0, 1.0);
    FILL(l->torsion, -1.0, 1.0);
    FILL(l->stiffness, 1e3, 2e5);
    for (int j = 0; j < SIM_LANES; ++j) {
        const scree_mat3 r = scree_quat_to_matrix(random_orientation(&state));
        l->normal[0][j] = r.row[0].x;
        l->normal[1][j] = r.row[0].y;
        l->normal[2][j] = r.row[0].z;
        if (j % 7 == 0) l->own_radius[0][j] = l->inradius[0][j] = INFINITY;
        if (j % 5 != 0) continue;
        for (int i = 0; i < 3; ++i) l->shear[i][j] = l->rolling[i][j] = 0.0;
        l->torsion[j] = l->stiffness[j] = 0.0;
    }
}

static scree_law_function single_law(scree_law law)
{
    switch (law) {
    case SCREE_LAW_HERTZ:
        return scree_law_hertz;
    case SCREE_LAW_DEPTH:
        return scree_law_depth;
    case SCREE_LAW_PRESSURE_FIELD:
        return scree_law_pressure_field;
    case SCREE_LAW_FLOATING_PLANE:
        return scree_law_floating_plane;
    case SCREE_LAW_VOLUME:
        return scree_law_volume;
    default:
        return scree_law_linear;
    }
}

static scree_vec3 at(double from[3][SIM_LANES], int j)
{
    return (scree_vec3){ from[0][j], from[1][j], from[2][j] };
}

// Force and history of contact j by the law's function, from the constants that the lanes are documented to have.
static void check_single(sim_lanes *in, sim_lanes *out, int j)
{
    const double ra = in->own_radius[0][j], rb = in->own_radius[1][j];
    const double ha = in->inradius[0][j], hb = in->inradius[1][j], h = ha < hb ? ha : hb;
    const bool is_patch = sim_has_patch(in->law);
    const scree_vec3 zero = { 0.0, 0.0, 0.0 }, p = at(in->point, j), n = at(in->normal, j);
    const scree_contact_region region = { .normal = n,
                                          .point = p,
                                          .depth = in->depth[j],
                                          .force = is_patch ? at(in->patch_force, j) : zero,
                                          .couple = is_patch ? at(in->patch_couple, j) : zero,
                                          .area = is_patch ? in->area[j] : 0.0,
                                          .energy = is_patch ? in->energy[j] : 0.0,
                                          .radius = in->width[j] };
    scree_contact_motion motions[2];
    double inverse = 0.0;
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 c = at(in->centre[i], j);
        motions[i].arm = (scree_vec3){ p.x - c.x, p.y - c.y, p.z - c.z };
        motions[i].velocity = at(in->velocity[i], j);
        motions[i].spin = at(in->spin[i], j);
        const scree_vec3 lever = scree_law_cross(motions[i].arm, n);
        inverse += in->inverse_mass[i][j] + in->inverse_inertia[i][j] * scree_law_dot(lever, lever);
    }
    const sim_mixed *m = in->mixed;
    scree_contact_constants c = { .stiffness = m->given.stiffness,
                                  .tangential_ratio = m->tangential_ratio,
                                  .damping_ratio = m->damping_clamped,
                                  .friction = m->friction,
                                  .rolling_friction = m->rolling_friction,
                                  .torsional_friction = m->torsional_friction,
                                  .adhesion = m->adhesion,
                                  .mass = 1.0 / inverse,
                                  .radius = isinf(ra) ? rb : ra * rb / (ra + rb) };
    if (in->law == SCREE_LAW_VOLUME) c.stiffness /= 4.0 * h * h;
    if (in->law == SCREE_LAW_HERTZ) {
        const double *e = m->youngs, *v = m->poisson;
        const double compliance = (1.0 - v[0] * v[0]) / e[0] + (1.0 - v[1] * v[1]) / e[1];
        const double shear = 2.0 * (2.0 - v[0]) * (1.0 + v[0]) / e[0] + 2.0 * (2.0 - v[1]) * (1.0 + v[1]) / e[1];
        c.stiffness = 1.0 / compliance;
        c.tangential_ratio = 4.0 * compliance / shear;
        c.damping_ratio = m->damping_hertz;
    }
    scree_contact_history history = { .shear = at(in->shear, j), .torsion = in->torsion[j] };
    history.rolling = at(in->rolling, j);
    history.stiffness = in->stiffness[j];
    const scree_contact_force f = single_law(in->law)(&region, motions, &c, 1e-4, &history);
    CHECK(f.force.x == out->force[0][j] && f.force.y == out->force[1][j] && f.force.z == out->force[2][j]);
    CHECK(f.couple.x == out->couple[0][j] && f.couple.y == out->couple[1][j] && f.couple.z == out->couple[2][j]);
    CHECK(f.elastic == out->elastic[j]);
    CHECK(f.dissipated == out->dissipated[j]);
    CHECK(in->depth[j] / h == out->share[j]);
    CHECK(history.shear.x == out->shear[0][j] && history.shear.y == out->shear[1][j] &&
          history.shear.z == out->shear[2][j]);
    CHECK(history.rolling.x == out->rolling[0][j] && history.rolling.y == out->rolling[1][j]);
    CHECK(history.torsion == out->torsion[j]);
    CHECK(history.stiffness == out->stiffness[j]);
}

static void check_law(scree_sim *sim, scree_law law, const sim_mixed *m)
{
    static sim_lanes in, out, narrow;
    make(&in, law, m);
    out = narrow = in;
    fenv_t environment;
    feholdexcept(&environment);
    scree_sim_apply(sim, &out);
    scree_sim_apply_lanes_2(sim, &narrow);
    fesetenv(&environment);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    for (int j = 0; j < in.count; ++j) check_single(&in, &out, j);
}

// Two balls and contacts that are known already, in one group.
static void check_balls(scree_sim *sim)
{
    static sim_lanes in, out, narrow;
    make(&in, SCREE_LAW_LINEAR, &mixed);
    in.has_balls = true;
    FILL(in.ball, 0.5, 1.5);
    for (int j = 0; j < SIM_LANES; ++j) in.is_known[j] = j % 3 == 0 ? 1.0 : 0.0;
    out = narrow = in;
    fenv_t environment;
    feholdexcept(&environment);
    scree_sim_apply(sim, &out);
    scree_sim_apply_lanes_2(sim, &narrow);
    fesetenv(&environment);
    CHECK(memcmp(&out, &narrow, sizeof out) == 0);
    for (int j = 0; j < in.count; ++j) {
        scree_ball_contact c = { .distance = -in.depth[j], .normal = at(in.normal, j), .point = at(in.point, j) };
        if (in.is_known[j] == 0.0)
            CHECK(scree_two_balls(at(in.centre[0], j), in.ball[0][j], at(in.centre[1], j), in.ball[1][j], &c));
        CHECK(out.depth[j] == -c.distance);
        CHECK(out.normal[0][j] == c.normal.x && out.normal[1][j] == c.normal.y && out.normal[2][j] == c.normal.z);
        CHECK(out.point[0][j] == c.point.x && out.point[1][j] == c.point.y && out.point[2][j] == c.point.z);
    }
}

static bool is_at(scree_vec3 v, double from[3][SIM_LANES], int j)
{
    return v.x == from[0][j] && v.y == from[1][j] && v.z == from[2][j];
}

// Motions, traits and histories that the contacts of a group refer to, in any order; several contacts may share one.
enum { ROWS = 23 };

static void check_gathered(scree_law law, const sim_mixed *m, int count, void (*gather)(sim_lanes *))
{
    static sim_lanes l;
    sim_motion motions[ROWS];
    sim_trait traits[ROWS];
    scree_contact_history histories[ROWS];
    memset(motions, 0, sizeof motions);
    memset(traits, 0, sizeof traits);
    for (int k = 0; k < ROWS; ++k) {
        fill(&motions[k].centre.x, 11, -1.0, 1.0);
        fill(&traits[k].own_radius, 3, 0.1, 1.0);
        fill(&histories[k].shear.x, 8, -1.0, 1.0);
    }
    make(&l, law, m);
    const sim_lanes before = l;
    l.count = count;
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < 2; ++i) {
            l.motions[i][j] = &motions[(7 * j + 3 * i) % ROWS];
            l.traits[i][j] = &traits[(5 * j + 2 * i) % ROWS];
        }
        l.histories[j] = &histories[(11 * j) % ROWS];
    }
    gather(&l);
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < 2; ++i) {
            const sim_motion *o = l.motions[i][j];
            const sim_trait *t = l.traits[i][j];
            CHECK(is_at(o->centre, l.centre[i], j) && is_at(o->velocity, l.velocity[i], j) &&
                  is_at(o->spin, l.spin[i], j));
            CHECK(o->inverse_mass == l.inverse_mass[i][j] && o->inverse_inertia == l.inverse_inertia[i][j]);
            CHECK(t->own_radius == l.own_radius[i][j] && t->inradius == l.inradius[i][j] && t->ball == l.ball[i][j]);
        }
        const scree_contact_history *h = l.histories[j];
        CHECK(is_at(h->shear, l.shear, j) && h->stiffness == l.stiffness[j]);
        if (!sim_has_springs(law, m)) continue;
        CHECK(h->torsion == l.torsion[j]);
        CHECK(is_at(law == SCREE_LAW_FLOATING_PLANE ? at((double(*)[SIM_LANES])before.rolling, j) : h->rolling,
                    l.rolling, j));
    }
}

static void check_scattered(scree_law law, const sim_mixed *m, int count,
                            void (*scatter)(const sim_lanes *, sim_contacts *))
{
    static sim_lanes l;
    static sim_record records[2 * SIM_LANES];
    static sim_load loads[2 * SIM_LANES];
    static scree_contact_history histories[2 * SIM_LANES];
    sim_contacts to = { .records = records, .loads = loads, .histories = histories };
    memset(records, 0, sizeof records);
    memset(loads, 0, sizeof loads);
    memset(histories, 0, sizeof histories);
    make(&l, law, m);
    FILL(l.force, -1.0, 1.0);
    FILL(l.couple, -1.0, 1.0);
    FILL(l.torque, -1.0, 1.0);
    l.count = count;
    for (int j = 0; j < count; ++j) l.places[j] = 2 * j + 1;
    scatter(&l, &to);
    const bool has_springs = sim_has_springs(law, m);
    for (int p = 0; p < 2 * SIM_LANES; ++p) {
        const int j = p / 2;
        const bool is_one = p % 2 == 1 && j < count;
        if (!is_one) { // others are left alone
            CHECK(v3_norm1(records[p].force) + v3_norm1(loads[p].force) + v3_norm1(histories[p].shear) == 0.0);
            continue;
        }
        CHECK(is_at(records[p].force, l.force, j) && is_at(records[p].couple, l.couple, j));
        CHECK(is_at(records[p].point, l.point, j) && is_at(records[p].normal, l.normal, j));
        CHECK(is_at(loads[p].force, l.force, j));
        CHECK(is_at(loads[p].torques[0], l.torque[0], j) && is_at(loads[p].torques[1], l.torque[1], j));
        CHECK(is_at(histories[p].shear, l.shear, j) && histories[p].stiffness == l.stiffness[j]);
        CHECK(has_springs ? is_at(histories[p].rolling, l.rolling, j) : v3_norm1(histories[p].rolling) == 0.0);
        CHECK(histories[p].torsion == (has_springs ? l.torsion[j] : 0.0));
    }
}

static void check_rows(scree_law law, const sim_mixed *m)
{
    static const int counts[] = { 1, 2, 3, 4, 61, SIM_LANES };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        check_gathered(law, m, counts[i], scree_sim_gather);
        check_gathered(law, m, counts[i], scree_sim_gather_lanes_2);
        check_scattered(law, m, counts[i], scree_sim_scatter);
        check_scattered(law, m, counts[i], scree_sim_scatter_lanes_2);
    }
}

int main(void)
{
    const scree_sim_settings settings = scree_sim_defaults();
    scree_sim *sim = scree_sim_create(&settings, NULL);
    sim_mixed springs = mixed;
    CHECK(sim != NULL);
    if (sim == NULL) return check_done();
    sim->dt = 1e-4;
    springs.rolling_friction = 0.1;
    springs.torsional_friction = 0.05;
    static const scree_law laws[] = { SCREE_LAW_LINEAR,         SCREE_LAW_HERTZ,  SCREE_LAW_DEPTH,
                                      SCREE_LAW_PRESSURE_FIELD, SCREE_LAW_VOLUME, SCREE_LAW_FLOATING_PLANE };
    check_balls(sim);
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i) {
        check_rows(laws[i], &mixed);
        check_rows(laws[i], &springs);
        check_law(sim, laws[i], &mixed);
        check_law(sim, laws[i], &springs);
    }
    scree_sim_destroy(sim);
    return check_done();
}
