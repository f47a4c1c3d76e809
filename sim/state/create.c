// A simulation and its settings.
#include <stdlib.h>

#include "scree/method.h"
#include "state/state.h"

scree_sim_settings scree_sim_defaults(void)
{
    return (scree_sim_settings){
        .size = sizeof(scree_sim_settings),
        .dimension = 3,
        .domain_low = { -INFINITY, -INFINITY, -INFINITY },
        .domain_high = { INFINITY, INFINITY, INFINITY },
        .gravity = { 0.0, 0.0, 0.0 },
        .threads = 1,
        .volume_exponent = 2.0,
    };
}

static bool is_amount(double x)
{
    return isfinite(x) && x >= 0.0;
}

static bool check_domain(const scree_sim_settings *s, scree_error *error)
{
    const double low[3] = { s->domain_low.x, s->domain_low.y, s->domain_low.z };
    const double high[3] = { s->domain_high.x, s->domain_high.y, s->domain_high.z };
    for (int i = 0; i < 3; ++i) {
        const char axis = "xyz"[i];
        if (!isless(low[i], high[i]))
            return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "domain: low must be below high along %c", axis);
        if (s->boundary[i] != SCREE_OPEN && s->boundary[i] != SCREE_PERIODIC)
            return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "boundary: neither open nor periodic along %c", axis);
        if (s->boundary[i] == SCREE_PERIODIC && !(isfinite(low[i]) && isfinite(high[i])))
            return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "domain: infinite along the periodic axis %c", axis);
    }
    return true;
}

static bool check_settings(const scree_sim_settings *s, scree_error *error)
{
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    if (s->size != sizeof *s) return scree_sim_fail(error, bad, "settings: start from scree_sim_defaults()");
    if (s->dimension != 2 && s->dimension != 3) return scree_sim_fail(error, bad, "dimension: must be 2 or 3");
    if (!v3_is_finite(s->gravity)) return scree_sim_fail(error, bad, "gravity: not finite");
    if (s->dimension == 2 && s->gravity.z != 0.0) return scree_sim_fail(error, bad, "gravity: has a z in 2-D");
    if (!is_amount(s->dt)) return scree_sim_fail(error, bad, "dt: must be 0 or more, and finite");
    if (!is_amount(s->drag)) return scree_sim_fail(error, bad, "drag: must be 0 or more, and finite");
    if (!is_amount(s->local_damping) || s->local_damping > 1.0)
        return scree_sim_fail(error, bad, "local_damping: must be from 0 to 1");
    if (!is_amount(s->skin)) return scree_sim_fail(error, bad, "skin: must be 0 or more, and finite");
    if (!is_amount(s->overlap_limit)) return scree_sim_fail(error, bad, "overlap_limit: must be 0 or more");
    if (!is_amount(s->energy_limit)) return scree_sim_fail(error, bad, "energy_limit: must be 0 or more");
    if (s->threads < 0 || s->threads > 256) return scree_sim_fail(error, bad, "threads: must be from 0 to 256");
    if (s->law < SCREE_LAW_AUTO || s->law > SCREE_LAW_USER) return scree_sim_fail(error, bad, "law: unknown");
    if (s->hertz_radius != SCREE_HERTZ_EQUIVALENT && s->hertz_radius != SCREE_HERTZ_LOCAL)
        return scree_sim_fail(error, bad, "hertz_radius: unknown");
    if (s->user_region < SCREE_LAW_REGION_POINT || s->user_region > SCREE_LAW_REGION_PLANE)
        return scree_sim_fail(error, bad, "user_region: unknown");
    if (!isgreaterequal(s->volume_exponent, 1.0) || !islessequal(s->volume_exponent, 4.0))
        return scree_sim_fail(error, bad, "volume_exponent: must be from 1 to 4");
    if (s->law == SCREE_LAW_USER && s->user_law == NULL)
        return scree_sim_fail(error, bad, "user_law: missing, and the law is the user's");
    return check_domain(s, error);
}

static double period_along(const scree_sim_settings *s, int axis, double low, double high)
{
    return s->boundary[axis] == SCREE_PERIODIC ? high - low : 0.0;
}

scree_sim *scree_sim_create(const scree_sim_settings *settings, scree_error *error)
{
    const scree_sim_settings defaults = scree_sim_defaults();
    const scree_sim_settings *s = settings != NULL ? settings : &defaults;
    if (!check_settings(s, error)) return NULL;
    scree_sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL || !scree_sim_grow_grains(&sim->grains, 16)) {
        scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a simulation");
        scree_sim_destroy(sim);
        return NULL;
    }
    sim->settings = *s;
    sim->period =
        v3(period_along(s, 0, s->domain_low.x, s->domain_high.x), period_along(s, 1, s->domain_low.y, s->domain_high.y),
           period_along(s, 2, s->domain_low.z, s->domain_high.z));
    sim->grains.first_parts[0] = 0;
    sim->dt = s->dt;
    sim->is_stale = true;
    return sim;
}

void scree_sim_set_gravity(scree_sim *sim, scree_vec3 gravity)
{
    if (sim == NULL || !v3_is_finite(gravity)) return;
    if (sim->settings.dimension == 2) gravity.z = 0.0;
    scree_sim_compact(sim);
    // The potential energy is -m g.x: what it changes by is the work of whoever changes g.
    const scree_vec3 change = v3_sub(gravity, sim->settings.gravity);
    const sim_grains *g = &sim->grains;
    for (size_t i = 0; i < g->count && v3_norm1(change) > 0.0; ++i)
        if (g->modes[i] == SCREE_GRAIN_FREE) sim->work -= g->masses[i] * v3_dot(change, g->positions[i]);
    sim->settings.gravity = gravity;
}

void scree_sim_set_threads(scree_sim *sim, int threads)
{
    if (sim != NULL && threads >= 0 && threads <= 256) sim->settings.threads = threads;
}

void scree_sim_keep_awake(scree_sim *sim, bool awake)
{
    if (sim != NULL) sim->keeps_awake = awake;
}

void scree_sim_set_user_law(scree_sim *sim, scree_law_function law, scree_law_region region)
{
    if (sim == NULL) return;
    const bool is_known = region >= SCREE_LAW_REGION_POINT && region <= SCREE_LAW_REGION_PLANE;
    const scree_law_region before = sim->settings.user_region;
    sim->settings.user_law = is_known ? law : NULL;
    if (!is_known || sim->settings.law != SCREE_LAW_USER || region == before) return;
    sim->settings.user_region = region;
    sim->is_stale = true; // a list has the memory that its regions need
}

void scree_sim_force(scree_sim *sim, scree_sim_force_function function, void *user)
{
    if (sim == NULL) return;
    sim->force = function;
    sim->force_user = user;
}

void scree_sim_observe(scree_sim *sim, scree_sim_observer observer, void *user)
{
    if (sim == NULL) return;
    sim->observer = observer;
    sim->observer_user = user;
}

double scree_sim_time(const scree_sim *sim)
{
    return sim != NULL ? sim->time : 0.0;
}

int64_t scree_sim_steps(const scree_sim *sim)
{
    return sim != NULL ? sim->steps : 0;
}
