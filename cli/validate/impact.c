// Chung and Ooi (2011): eight tests of one impact. What they print for the elastic ones is Hertz's theory; sliding ones
// follow from rigid bodies.
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "command.h"
#include "scree_sim/sim.h"

static const double pi = 3.14159265358979323846;
static const double rigid = 1e25; // Pa: a wall that does not give way

typedef struct ball {
    double radius, density, youngs_modulus, poisson_ratio;
    double spin; // about y, rad/s
} ball;

static const ball no_ball = { 0.0, 0.0, 0.0, 0.0, 0.0 }; // in place of the second ball: the first meets a wall

typedef struct impact {
    ball balls[2]; // along z, the first below; the second's radius 0: a rigid plane at z = 0, the first above
    double normal_speed, tangential_speed; // of approach, and of the first along x
    double restitution, friction;
} impact;

typedef struct outcome {
    double depth, force, duration; // largest; s
    double rebound;                // speed of separation over that of approach
    scree_vec3 velocity[2], spin[2];
} outcome;

static double mass_of(const ball *b)
{
    return 4.0 / 3.0 * pi * b->radius * b->radius * b->radius * b->density;
}

// Hertz: how long an elastic impact lasts.
static double hertz_duration(const impact *i)
{
    const ball *a = &i->balls[0], *b = &i->balls[1];
    const bool wall = b->radius == 0.0;
    const double mass = wall ? mass_of(a) : mass_of(a) * mass_of(b) / (mass_of(a) + mass_of(b));
    const double radius = wall ? a->radius : a->radius * b->radius / (a->radius + b->radius);
    double compliance = (1.0 - a->poisson_ratio * a->poisson_ratio) / a->youngs_modulus;
    if (!wall) compliance += (1.0 - b->poisson_ratio * b->poisson_ratio) / b->youngs_modulus;
    const double v = i->normal_speed;
    return 2.94328 * pow(15.0 * mass * compliance / (16.0 * sqrt(radius) * sqrt(v)), 0.4);
}

static int add_material(scree_sim *sim, const impact *i, const ball *b, scree_error *error)
{
    const scree_material m = { .name = "ball",
                               .density = b->density > 0.0 ? b->density : 1.0,
                               .youngs_modulus = b->youngs_modulus,
                               .poisson_ratio = b->poisson_ratio,
                               .restitution = i->restitution,
                               .friction = i->friction };
    return scree_sim_add_material(sim, &m, error);
}

static bool add_ball(scree_sim *sim, const impact *i, int which, double height, double speed, scree_error *error)
{
    const ball *b = &i->balls[which];
    const scree_grain g = { .shape = scree_sim_add_shape(sim, scree_sphere_create(b->radius, 0.0, error), error),
                            .material = add_material(sim, i, b, error),
                            .position = { 0.0, 0.0, height },
                            .velocity = { which == 0 ? i->tangential_speed : 0.0, 0.0, speed },
                            .spin = { 0.0, b->spin, 0.0 } };
    return g.shape >= 0 && g.material >= 0 && scree_sim_add_grain(sim, &g, error) >= 0;
}

static bool add_plane(scree_sim *sim, const impact *i, scree_error *error)
{
    const ball hard = { .youngs_modulus = rigid, .poisson_ratio = i->balls[0].poisson_ratio };
    const scree_vec3 up = { 0.0, 0.0, 1.0 };
    const scree_grain_part piece = { .shape =
                                         scree_sim_add_shape(sim, scree_half_space_create(up, 0.0, 0.0, error), error),
                                     .orientation = { .w = 1.0 } };
    const scree_wall wall = {
        .name = "plane", .material = add_material(sim, i, &hard, error), .pieces = &piece, .piece_count = 1
    };
    return piece.shape >= 0 && wall.material >= 0 && scree_sim_add_wall(sim, &wall, error) >= 0;
}

static scree_sim *set_up(const impact *i, double dt, scree_error *error)
{
    scree_sim_settings s = scree_sim_defaults();
    const double reach = 100.0 * (i->balls[0].radius + i->balls[1].radius), way = 2.5 * dt * i->normal_speed;
    s.domain_low = (scree_vec3){ -reach, -reach, -reach };
    s.domain_high = (scree_vec3){ reach, reach, reach };
    s.gravity = (scree_vec3){ 0.0, 0.0, 0.0 };
    s.dt = dt;
    s.law = SCREE_LAW_HERTZ;
    s.threads = 1;
    scree_sim *sim = scree_sim_create(&s, error);
    if (sim == NULL) return NULL;
    const double r = i->balls[0].radius, half = 0.5 * i->normal_speed;
    const bool plane = i->balls[1].radius == 0.0;
    const bool whole = plane ? add_plane(sim, i, error) && add_ball(sim, i, 0, r + way, -2.0 * half, error)
                             : add_ball(sim, i, 0, 0.0, half, error) &&
                                   add_ball(sim, i, 1, r + i->balls[1].radius + way, -half, error);
    if (whole) return sim;
    scree_sim_destroy(sim);
    return NULL;
}

static void read_grains(const scree_sim *sim, const impact *i, outcome *out)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    for (size_t k = 0; k < g.count && k < 2; ++k) {
        out->velocity[g.ids[k]] = g.velocities[k];
        out->spin[g.ids[k]] = g.spins[k];
    }
    const double apart = g.count == 1 ? out->velocity[0].z : out->velocity[1].z - out->velocity[0].z;
    out->rebound = apart / i->normal_speed;
}

// Until they are apart again.
static bool collide(const impact *i, outcome *out)
{
    enum { STEPS = 2000 }; // in an elastic impact
    scree_error error = { 0 };
    const double dt = hertz_duration(i) / STEPS;
    scree_sim *sim = set_up(i, dt, &error);
    *out = (outcome){ 0 };
    if (sim == NULL) {
        scree_cli_trouble(&scree_cli_validate, "impact: %s", error.message);
        return false;
    }
    bool met = false;
    for (int step = 0; step < 20 * STEPS; ++step) {
        scree_sim_contact c;
        scree_sim_step(sim, 1, NULL);
        if (scree_sim_contacts(sim, &c, 1) == 0) {
            if (met) break;
            continue;
        }
        met = true;
        out->duration += dt;
        out->depth = fmax(out->depth, c.depth);
        out->force = fmax(out->force, fabs(c.force.force.z));
    }
    read_grains(sim, i, out);
    scree_sim_destroy(sim);
    return true;
}

// --------------------------------------------------------------------------------------------- tests 1 and 2: elastic

typedef struct elastic_row {
    const char *what;
    impact impact;
    double depth, force, duration; // printed, m, N, s; 0: not
} elastic_row;

static bool near(double measured, double printed)
{
    return fabs(measured / printed - 1.0) < 0.005;
}

static bool study_elastic(figures *f)
{
    static const ball glass = { 0.01, 2800.0, 48e9, 0.20, 0.0 }, limestone = { 0.01, 2500.0, 20e9, 0.25, 0.0 };
    static const ball aluminium = { 0.1, 2699.0, 70e9, 0.30, 0.0 }, magnesium = { 0.1, 1800.0, 40e9, 0.35, 0.0 };
    const elastic_row rows[] = {
        { "1: two glass spheres", { { glass, glass }, 20.0, 0.0, 1.0, 0.35 }, 274.1e-6, 10.70e3, 40.3e-6 },
        { "1: two limestone spheres", { { limestone, limestone }, 20.0, 0.0, 1.0, 0.35 }, 368.3e-6, 7.108e3, 0.0 },
        { "2: aluminium on a wall", { { aluminium, no_ball }, 0.2, 0.0, 1.0, 0.0 }, 49.7e-6, 11.37e3, 0.0 },
        { "2: magnesium alloy on a wall", { { magnesium, no_ball }, 0.2, 0.0, 1.0, 0.0 }, 52.1e-6, 7.233e3, 0.0 },
    };
    scree_figures_section(f, "Tests 1 and 2: elastic normal impact",
                          "Two equal spheres of radius 10 mm at 10 m/s each, and a sphere of radius 0.1 m at 0.2 m/s "
                          "on a rigid wall; Hertz's law, 2,000 steps in an impact. Agreement: 0.5 %%.");
    scree_figures_table(f, "Largest overlap, largest force and duration of the contact",
                        "test\toverlap, um: printed\tmeasured\tforce, kN: printed\tmeasured\tduration, us: "
                        "printed\tmeasured\trebound\tverdict");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const elastic_row *r = &rows[i];
        outcome o;
        char printed[24] = "-";
        if (!collide(&r->impact, &o)) return false;
        if (r->duration > 0.0) snprintf(printed, sizeof printed, "%.1f", 1e6 * r->duration);
        const bool agrees = near(o.depth, r->depth) && near(o.force, r->force) && near(o.rebound, 1.0) &&
                            (r->duration == 0.0 || near(o.duration, r->duration));
        scree_figures_row(f, "%s\t%.1f\t%.1f\t%.3f\t%.3f\t%s\t%.1f\t%.4f\t%s", r->what, 1e6 * r->depth, 1e6 * o.depth,
                          1e-3 * r->force, 1e-3 * o.force, printed, 1e6 * o.duration, o.rebound,
                          scree_figures_verdict(f, agrees));
    }
    return true;
}

// ----------------------------------------------------------------------------------------------- test 3: restitution

static bool study_restitution(figures *f)
{
    static const ball alumina = { 0.0025, 4000.0, 380e9, 0.23, 0.0 };
    scree_figures_section(f, "Test 3: restitution",
                          "A sphere of aluminium oxide, radius 2.5 mm, at 3.9 m/s on a rigid wall: it must come back "
                          "with the restitution that was asked for. Agreement: 0.01.");
    scree_figures_table(f, "Rebound", "restitution\tmeasured\tverdict");
    for (int i = 1; i <= 10; ++i) {
        outcome o;
        const double e = 0.1 * i;
        const impact im = { .balls = { alumina, no_ball }, .normal_speed = 3.9, .restitution = e };
        if (!collide(&im, &o)) return false;
        scree_figures_row(f, "%.1f\t%.4f\t%s", e, o.rebound, scree_figures_verdict(f, fabs(o.rebound - e) < 0.01));
    }
    return true;
}

// ------------------------------------------------------------------------------------------ tests 4 to 8: oblique, spin

typedef struct sliding_row {
    const char *what;
    impact impact;
} sliding_row;

// The speed of the first's surface against the other's at the point of contact, along x.
static double surface_speed(const impact *i)
{
    const double arm = i->balls[1].radius == 0.0 ? -i->balls[0].radius : i->balls[0].radius;
    return i->tangential_speed + i->balls[0].spin * arm + i->balls[1].spin * i->balls[1].radius;
}

// Sliding all the while: the tangential impulse is friction times the normal one, which is (1 + e) m v.
static double sliding_change(const impact *i, double *spin_change)
{
    const ball *a = &i->balls[0], *b = &i->balls[1];
    const double share = b->radius == 0.0 ? 1.0 : mass_of(b) / (mass_of(a) + mass_of(b));
    const double change = i->friction * (1.0 + i->restitution) * share * i->normal_speed;
    *spin_change = 2.5 * change / a->radius;
    return change;
}

// Of two bodies, the impulse changes the surface's speed by 7/2 of what it changes that of the centres.
static bool slides(const impact *i)
{
    const ball *a = &i->balls[0], *b = &i->balls[1];
    const double share = b->radius == 0.0 ? 1.0 : mass_of(b) / (mass_of(a) + mass_of(b));
    double spin;
    return fabs(surface_speed(i)) > 1.2 * 3.5 * sliding_change(i, &spin) / share;
}

static bool add_sliding(figures *f, const char *what, const impact *i)
{
    outcome o;
    double spin;
    const double change = sliding_change(i, &spin);
    if (!slides(i)) return true;
    if (!collide(i, &o)) return false;
    const double slowed = fabs(o.velocity[0].x - i->tangential_speed), spun = fabs(o.spin[0].y - i->balls[0].spin);
    const bool agrees = fabs(slowed / change - 1.0) < 0.02 && fabs(spun / spin - 1.0) < 0.02;
    scree_figures_row(f, "%s\t%.5g\t%.5g\t%.5g\t%.5g\t%s", what, change, slowed, spin, spun,
                      scree_figures_verdict(f, agrees));
    return true;
}

static bool study_sliding(figures *f)
{
    static const ball alumina = { 0.0025, 4000.0, 380e9, 0.23, 0.0 }, steel = { 1e-5, 7850.0, 208e9, 0.30, 0.0 };
    static const ball alloy = { 0.1, 2700.0, 70e9, 0.33, 0.0 }, half_alloy = { 0.05, 2700.0, 70e9, 0.33, 0.0 };
    scree_figures_section(
        f, "Tests 4 to 8: oblique impact and spin",
        "4: a sphere of aluminium oxide at 3.9 m/s under several angles (restitution 0.98, friction 0.092); 5: a steel "
        "sphere of radius 10 um at 5 m/s with several tangential speeds (1, 0.3); 6: a spinning sphere on a wall; 7, "
        "8: two spheres, alike and of radii 2 : 1, the first spinning (0.2 m/s, restitution 0.5, friction 0.4; these "
        "figures are ours). Where the contact slides all the while, rigid bodies tell by how much tangential speed and "
        "spin change; other angles and speeds are left out. Agreement: 2 %%.");
    scree_figures_table(f, "Changes of the first sphere's tangential speed and spin",
                        "test\tspeed, m/s: theory\tmeasured\tspin, rad/s: theory\tmeasured\tverdict");
    char what[64];
    for (int angle = 40; angle <= 80; angle += 10) {
        const double a = angle * pi / 180.0;
        const impact i = { { alumina, no_ball }, 3.9 * cos(a), 3.9 * sin(a), 0.98, 0.092 };
        snprintf(what, sizeof what, "4: %d degrees", angle);
        if (!add_sliding(f, what, &i)) return false;
    }
    for (int speed = 10; speed <= 25; speed += 5) {
        const impact i = { { steel, no_ball }, 5.0, speed, 1.0, 0.3 };
        snprintf(what, sizeof what, "5: %d m/s", speed);
        if (!add_sliding(f, what, &i)) return false;
    }
    for (int spin = 10; spin <= 30; spin += 10) {
        impact i = { { alloy, no_ball }, 0.2, 0.0, 0.5, 0.4 };
        i.balls[0].spin = spin;
        snprintf(what, sizeof what, "6: %d rad/s", spin);
        if (!add_sliding(f, what, &i)) return false;
        i.balls[1] = alloy;
        what[0] = '7';
        if (!add_sliding(f, what, &i)) return false;
        i.balls[1] = half_alloy;
        what[0] = '8';
        if (!add_sliding(f, what, &i)) return false;
    }
    return true;
}

static bool run(const study_options *options, figures *f)
{
    (void)options;
    scree_figures_paper(f, "impact",
                        "Benchmark tests for verifying discrete element modelling codes at particle impact level",
                        "Chung and Ooi, Granular Matter 2011");
    scree_figures_note(f, "Radii and speeds are those of the tests. Moduli, densities and Poisson ratios of tests 1 "
                          "and 2 are the ones that give the printed figures by Hertz's theory. The time step is "
                          "1/2,000 of an elastic impact's duration in all of them; law: Hertz's.");
    return study_elastic(f) && study_restitution(f) && study_sliding(f);
}

const study scree_case_impact = {
    .name = "impact", .summary = "one impact: Chung and Ooi (2011), tests 1 to 8", .takes = "a second", .run = run
};
