// One time step: drift, neighbour list if it is due, forces, kick.
#include "step/step.h"

#include <stdlib.h>
#include <time.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "boundary/walls.h"

int scree_sim_thread_count(const scree_sim *sim)
{
    int threads = sim->settings.threads;
#ifdef _OPENMP
    if (threads == 0) threads = omp_get_max_threads();
#endif
    return threads < 1 ? 1 : threads > 256 ? 256 : threads;
}

int scree_sim_this_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

double scree_sim_clock(void)
{
    struct timespec now;
    return timespec_get(&now, TIME_UTC) != 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0.0;
}

static int64_t id_of(const scree_sim *sim, int32_t owner)
{
    return owner >= 0 ? sim->grains.ids[owner] : -1;
}

static int wall_of(int32_t owner)
{
    return owner < 0 && owner != INT32_MIN ? -1 - owner : -1;
}

static bool report_trouble(const scree_sim *sim, const sim_sums *sums, double value, scree_sim_report *report)
{
    report->trouble = sums->trouble;
    report->grain = id_of(sim, sums->grain);
    report->other = id_of(sim, sums->other);
    report->wall = wall_of(sums->other);
    if (report->grain < 0) { // the grain first, where the other is a wall
        report->grain = report->other;
        report->other = -1;
        report->wall = wall_of(sums->grain);
    }
    report->value = value;
    report->time = sim->time;
    return false;
}

// Adds up the results of the chunks of the force pass. False at the first trouble.
static bool sum_forces(scree_sim *sim, scree_sim_report *report)
{
    const size_t chunks = (sim->contacts.count + SIM_PAIR_CHUNK - 1) / SIM_PAIR_CHUNK;
    sim_sums worst = { 0 };
    double deepest = 0.0, work = 0.0, narrow = 0.0, law = 0.0;
    bool ok = true;
    for (size_t k = 0; k < chunks; ++k) {
        const sim_sums *s = &sim->sums[k];
        sim->dissipated += s->dissipated;
        sim->work += s->work;
        work += s->work;
        sim->supplied += s->supplied;
        narrow += s->seconds_narrow;
        law += s->seconds_law;
        if (s->trouble != SCREE_TROUBLE_NONE && ok) ok = report_trouble(sim, s, 0.0, report);
        if (s->deepest > deepest) deepest = s->deepest;
        if (s->unreported > worst.unreported) worst = *s;
    }
    if (isgreater(work, 0.0)) sim->supplied += work; // no exception where it is NaN
    sim->law_share = law > 0.0 ? law / (narrow + law) : 0.0;
    sim->largest_overlap = deepest;
    const double limit = sim->settings.overlap_limit;
    if (ok && limit > 0.0 && worst.unreported > limit) {
        worst.trouble = SCREE_TROUBLE_OVERLAP;
        ok = report_trouble(sim, &worst, worst.unreported, report);
        if (worst.grain >= 0) sim->grains.reported[worst.grain] |= SIM_REPORTED_OVERLAP;
        if (worst.other >= 0) sim->grains.reported[worst.other] |= SIM_REPORTED_OVERLAP;
    }
    return ok;
}

// Is the force in a slot larger than the largest so far? Then that is updated. A force or couple that is not finite is the
// largest.
static bool is_harder(const scree_sim *sim, int32_t slot, double *most)
{
    const int32_t place = sim->slots.places[slot];
    if (place < 0) return false;
    const sim_record *r = &sim->contacts.records[place];
    const bool is_finite = isfinite(v3_norm1(r->force) + v3_norm1(r->couple));
    const double force = is_finite ? v3_length(r->force) : (double)INFINITY;
    if (!(force > *most)) return false;
    *most = force;
    return true;
}

// The body at the other side of the contact with the largest force on a grain; INT32_MIN if it has none.
static int32_t hardest_contact(const scree_sim *sim, int32_t grain)
{
    const int32_t *owners = sim->bodies.owners;
    int32_t other = INT32_MIN;
    double most = 0.0;
    for (int32_t k = sim->adjacency_first[grain]; k < sim->adjacency_first[grain + 1]; ++k)
        if (is_harder(sim, sim->adjacency[k].slot, &most)) other = owners[sim->slots.pairs[sim->adjacency[k].slot].a];
    for (int32_t k = sim->own_first[grain]; k < sim->own_first[grain + 1]; ++k)
        if (is_harder(sim, k, &most)) other = owners[sim->slots.pairs[k].b];
    return other;
}

// Is the kinetic energy above what was supplied? The supplied energy is then set to it, so that a call that continues
// reports the next explosion, not this one.
static bool judge_energy(scree_sim *sim, const sim_sums *sum, scree_sim_report *report)
{
    if (!isgreater(sum->kinetic, sim->settings.energy_limit * sim->supplied)) return true;
    const sim_sums found = { .trouble = SCREE_TROUBLE_ENERGY,
                             .grain = sum->fastest,
                             .other = hardest_contact(sim, sum->fastest) };
    const double ratio = sum->kinetic / sim->supplied;
    sim->supplied = sum->kinetic;
    return report_trouble(sim, &found, ratio, report);
}

// The same for the kick; `ok`: nothing has been reported yet. A grain that is not finite goes before all else: it may be
// why a pair could not be answered.
static bool sum_kicks(scree_sim *sim, bool ok, scree_sim_report *report)
{
    sim_sums sum = { 0 };
    const size_t chunks = (sim->grains.count + SIM_GRAIN_CHUNK - 1) / SIM_GRAIN_CHUNK;
    for (size_t k = 0; k < chunks; ++k) {
        const sim_sums *s = &sim->sums[k];
        sim->dissipated += s->dissipated;
        sim->work += s->work;
        sim->supplied += s->supplied;
        sum.kinetic += s->kinetic;
        if (s->largest > sum.largest) {
            sum.largest = s->largest;
            sum.fastest = s->fastest;
        }
        const bool is_number = s->trouble == SCREE_TROUBLE_NUMBER && report->trouble != SCREE_TROUBLE_NUMBER;
        if (s->trouble == SCREE_TROUBLE_NONE || !(ok || is_number)) continue;
        sim_sums found = *s;
        if (is_number) found.other = hardest_contact(sim, s->grain);
        ok = report_trouble(sim, &found, s->value, report);
        if (s->trouble == SCREE_TROUBLE_ESCAPE) sim->grains.reported[s->grain] |= SIM_REPORTED_ESCAPE;
    }
    if (ok && sim->settings.energy_limit > 0.0) ok = judge_energy(sim, &sum, report);
    return ok;
}

// The first grain whose position or orientation is not finite; -1: none.
static int64_t lost_grain(const scree_sim *sim)
{
    const sim_grains *g = &sim->grains;
    for (size_t i = 0; i < g->count; ++i) {
        const scree_quat q = g->orientations[i];
        if (!isfinite(v3_norm1(g->positions[i]) + q.w + q.x + q.y + q.z)) return g->ids[i];
    }
    return -1;
}

static bool no_list(const scree_sim *sim, scree_status status, scree_sim_report *report)
{
    *report = (scree_sim_report){ .grain = -1, .other = -1, .wall = -1, .value = (double)status, .time = sim->time };
    report->trouble = status == SCREE_NO_MEMORY ? SCREE_TROUBLE_MEMORY : SCREE_TROUBLE_QUERY;
    const int64_t lost = status == SCREE_NO_MEMORY ? -1 : lost_grain(sim);
    if (lost < 0) return false;
    report->trouble = SCREE_TROUBLE_NUMBER;
    report->grain = lost;
    report->value = 0.0;
    return false;
}

static void observe(const scree_sim *sim, const double clock[5])
{
    const scree_sim_step_view view = { .pairs = sim->slots.pairs,
                                       .pair_count = sim->slots.count,
                                       .bodies = sim->bodies.bodies,
                                       .body_count = sim->bodies.count,
                                       .active = sim->contacts.active,
                                       .active_count = sim->contacts.count,
                                       .contacts = sim->answers,
                                       .counts = sim->counts,
                                       .rebuilt = sim->rebuilt,
                                       .seconds_broad = clock[2] - clock[1],
                                       .seconds_narrow = (1.0 - sim->law_share) * (clock[3] - clock[2]),
                                       .seconds_law = sim->law_share * (clock[3] - clock[2]),
                                       .seconds_motion = clock[1] - clock[0] + clock[4] - clock[3] };
    sim->observer(sim->observer_user, sim, &view);
}

static bool one_step(scree_sim *sim, scree_sim_report *report)
{
    double clock[5] = { 0 };
    const bool is_timed = sim->observer != NULL;
    sim->rebuilt = false;
    if (is_timed) clock[0] = scree_sim_clock();
    scree_sim_drift(sim);
    scree_sim_move_walls(sim);
    if (is_timed) clock[1] = scree_sim_clock();
    const scree_status status = scree_sim_needs_list(sim) ? scree_sim_rebuild(sim) : SCREE_OK;
    if (status != SCREE_OK) return no_list(sim, status, report);
    if (is_timed) clock[2] = scree_sim_clock();
    sim->time += sim->dt;
    sim->steps++;
    scree_sim_wake(sim);
    scree_sim_forces(sim);
    const bool is_well = sum_forces(sim, report);
    if (is_timed) clock[3] = scree_sim_clock();
    scree_sim_kick(sim);
    const bool ok = sum_kicks(sim, is_well, report);
    if (is_timed) {
        clock[4] = scree_sim_clock();
        observe(sim, clock);
    }
    return ok;
}

bool scree_sim_step(scree_sim *sim, int64_t steps, scree_sim_report *report)
{
    scree_sim_report own;
    if (report == NULL) report = &own;
    *report = (scree_sim_report){ .grain = -1, .other = -1, .wall = -1 };
    if (sim == NULL) return false;
    if (!(sim->dt > 0.0)) sim->dt = scree_sim_time_step(sim);
    report->time = sim->time;
    if (sim->settings.law == SCREE_LAW_USER && sim->settings.user_law == NULL)
        return no_list(sim, SCREE_INVALID_ARGUMENT, report);
    scree_sim_compact(sim);
    sim->nearby.count = 0;
    const bool lacks_answers =
        sim->observer != NULL && (sim->answers_capacity < sim->slots.count || sim->counts_capacity < sim->slots.count);
    if (!sim->is_stale && (sim->is_restored || lacks_answers || sim->thread_count < scree_sim_thread_count(sim)) &&
        !scree_sim_complete_list(sim))
        return no_list(sim, SCREE_NO_MEMORY, report);
    for (int64_t i = 0; i < steps; ++i) {
        // The first list, before anything moves, also allocates the sums of the passes.
        const scree_status status = sim->is_stale ? scree_sim_rebuild(sim) : SCREE_OK;
        if (status != SCREE_OK) return no_list(sim, status, report);
        if (!one_step(sim, report)) return false;
    }
    return true;
}
