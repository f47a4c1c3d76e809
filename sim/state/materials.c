// Materials, and the one rule for mixing two of them: for restitution, frictions and adhesion the smaller value; moduli
// stay separate, and each law puts them in series (laws/constants.h). Values given by scree_sim_set_pair() take
// precedence.
#include <stdlib.h>
#include <string.h>

#include "state/state.h"

static const double pi = 3.14159265358979323846;

// The restitution of a linear spring with a dashpot of this fraction of critical damping, whose force is never
// attractive. Source: Schwager and Poeschel (2007), equation 21.
static double restitution_of(double ratio)
{
    const double w2 = 1.0 - ratio * ratio;
    if (w2 > 1e-12) {
        const double w = sqrt(w2);
        return exp(-ratio / w * (pi - atan2(2.0 * ratio * w, 1.0 - 2.0 * ratio * ratio)));
    }
    if (w2 > -1e-12) return exp(-2.0);
    const double w = sqrt(-w2);
    return exp(-ratio / w * log((ratio + w) / (ratio - w)));
}

// The same for Hertz's spring, in units in which its force is x^(3/2), the mass is 1 and the initial speed is 1.
static double hertz_push(double ratio, double x, double v)
{
    if (!(x > 0.0)) return 0.0;
    const double root = sqrt(x), stiffness = 1.5 * root;
    return root * x + 2.0 * ratio * sqrt(stiffness) * v;
}

// By the Runge-Kutta method, until the force is 0.
static double hertz_restitution_of(double ratio)
{
    enum { MOST_STEPS = 10000 };
    const double h = 0.005;
    double x = 0.0, v = 1.0;
    for (int i = 0; i < MOST_STEPS && (v > 0.0 || hertz_push(ratio, x, v) > 0.0); ++i) {
        const double a = -hertz_push(ratio, x, v), x1 = x + 0.5 * h * v, v1 = v + 0.5 * h * a;
        const double a1 = -hertz_push(ratio, x1, v1), x2 = x + 0.5 * h * v1, v2 = v + 0.5 * h * a1;
        const double a2 = -hertz_push(ratio, x2, v2), x3 = x + h * v2, v3 = v + h * a2;
        x += h * (v + 2.0 * v1 + 2.0 * v2 + v3) / 6.0;
        v += h * (a + 2.0 * a1 + 2.0 * a2 - hertz_push(ratio, x3, v3)) / 6.0;
    }
    return -v;
}

// The inverse of either, by bisection; at most ten times critical damping.
static double ratio_for(double (*restitution_of_ratio)(double ratio), double restitution)
{
    double low = 0.0, high = 10.0;
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        if (restitution_of_ratio(middle) > restitution)
            low = middle;
        else
            high = middle;
    }
    return restitution >= 1.0 ? 0.0 : 0.5 * (low + high);
}

// The length of such an impact by the linear law, in units of sqrt(m / k): the restitution is exp(-ratio * length).
static double length_of(double ratio)
{
    return ratio > 1e-6 ? -log(restitution_of(ratio)) / ratio : pi;
}

static bool has_time(const scree_material_pair *given)
{
    return given->collision_time > 0.0;
}

static double given_or_smaller(double given, double a, double b)
{
    if (!isnan(given)) return given;
    return a < b ? a : b;
}

static void mix(sim_mixed *m, const scree_material *a, const scree_material *b)
{
    const scree_material_pair *g = &m->given;
    m->youngs[0] = a->youngs_modulus;
    m->youngs[1] = b->youngs_modulus;
    m->poisson[0] = a->poisson_ratio;
    m->poisson[1] = b->poisson_ratio;
    m->restitution = given_or_smaller(g->restitution, a->restitution, b->restitution);
    m->friction = given_or_smaller(g->friction, a->friction, b->friction);
    m->rolling_friction = given_or_smaller(g->rolling_friction, a->rolling_friction, b->rolling_friction);
    m->torsional_friction = given_or_smaller(g->torsional_friction, a->torsional_friction, b->torsional_friction);
    m->adhesion = given_or_smaller(g->adhesion, a->adhesion, b->adhesion);
    m->tangential_ratio = isnan(g->tangential_ratio) ? 0.5 : g->tangential_ratio;
    m->damping_clamped = ratio_for(restitution_of, m->restitution);
    m->damping_hertz = ratio_for(hertz_restitution_of, m->restitution);
    const double rate = has_time(g) ? length_of(m->damping_clamped) / g->collision_time : 0.0;
    m->stiffness_of_mass = rate * rate;
}

static bool is_amount(double x)
{
    return isfinite(x) && x >= 0.0;
}

static bool is_amount_or_nan(double x)
{
    return isnan(x) || is_amount(x);
}

static bool check_material(const scree_material *m, scree_error *error)
{
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    const char *name = m->name != NULL ? m->name : "material";
    if (!isfinite(m->density) || m->density <= 0.0)
        return scree_sim_fail(error, bad, "%s: density must be above 0", name);
    if (!isfinite(m->youngs_modulus) || m->youngs_modulus <= 0.0)
        return scree_sim_fail(error, bad, "%s: youngs_modulus must be above 0", name);
    if (!isfinite(m->poisson_ratio) || m->poisson_ratio <= -1.0 || m->poisson_ratio > 0.5)
        return scree_sim_fail(error, bad, "%s: poisson_ratio must be above -1 and at most 0.5", name);
    if (!is_amount(m->restitution) || m->restitution > 1.0)
        return scree_sim_fail(error, bad, "%s: restitution must be from 0 to 1", name);
    if (!is_amount(m->friction)) return scree_sim_fail(error, bad, "%s: friction must be 0 or more", name);
    if (!is_amount(m->rolling_friction) || !is_amount(m->torsional_friction))
        return scree_sim_fail(error, bad, "%s: rolling and torsional friction must be 0 or more", name);
    if (!is_amount(m->adhesion)) return scree_sim_fail(error, bad, "%s: adhesion must be 0 or more", name);
    return true;
}

static scree_material_pair nothing_given(void)
{
    return (scree_material_pair){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
}

int scree_sim_add_material(scree_sim *sim, const scree_material *material, scree_error *error)
{
    if (sim == NULL || material == NULL) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation or no material");
        return -1;
    }
    if (!check_material(material, error)) return -1;
    const size_t n = sim->material_count;
    const char *text = material->name != NULL ? material->name : "";
    char *name = malloc(strlen(text) + 1);
    sim_mixed *mixed = malloc((n + 1) * (n + 1) * sizeof *mixed);
    if (name == NULL || mixed == NULL ||
        !scree_sim_grow(&sim->materials, &sim->material_capacity, n + 1, sizeof *sim->materials)) {
        free(name);
        free(mixed);
        scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a material");
        return -1;
    }
    memcpy(name, text, strlen(text) + 1);
    sim->materials[n] = *material;
    sim->materials[n].name = name;
    for (size_t i = 0; i <= n; ++i)
        for (size_t j = 0; j <= n; ++j) {
            sim_mixed *m = &mixed[i * (n + 1) + j];
            if (i < n && j < n) {
                *m = sim->mixed[i * n + j];
            } else {
                m->given = nothing_given();
                mix(m, &sim->materials[i], &sim->materials[j]);
            }
        }
    free(sim->mixed);
    sim->mixed = mixed;
    sim->material_count = n + 1;
    return (int)n;
}

bool scree_sim_set_pair(scree_sim *sim, int material, int other, const scree_material_pair *pair, scree_error *error)
{
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    if (sim == NULL || pair == NULL) return scree_sim_fail(error, bad, "no simulation or no pair");
    const size_t n = sim->material_count, i = (size_t)material, j = (size_t)other;
    if (i >= n || j >= n) return scree_sim_fail(error, bad, "pair: there is no such material");
    if (!is_amount_or_nan(pair->restitution) || isgreater(pair->restitution, 1.0))
        return scree_sim_fail(error, bad, "pair: restitution must be from 0 to 1");
    if (!is_amount_or_nan(pair->friction) || !is_amount_or_nan(pair->rolling_friction) ||
        !is_amount_or_nan(pair->torsional_friction) || !is_amount_or_nan(pair->adhesion))
        return scree_sim_fail(error, bad, "pair: friction and adhesion must be 0 or more");
    if (!is_amount_or_nan(pair->stiffness) || pair->stiffness == 0.0 || !is_amount_or_nan(pair->tangential_ratio))
        return scree_sim_fail(error, bad, "pair: stiffness must be above 0, tangential_ratio 0 or more");
    if (!is_amount_or_nan(pair->collision_time) || (has_time(pair) && !isnan(pair->stiffness)))
        return scree_sim_fail(error, bad, "pair: collision_time must be above 0, and given instead of a stiffness");
    sim->mixed[i * n + j].given = sim->mixed[j * n + i].given = *pair;
    mix(&sim->mixed[i * n + j], &sim->materials[i], &sim->materials[j]);
    mix(&sim->mixed[j * n + i], &sim->materials[j], &sim->materials[i]);
    return true;
}
