// Stages begin and end; walls start and stop moving; gravity rotates.
#include <math.h>
#include <string.h>

#include "run/state.h"

enum { MEASURE_TICKS = 5 };

static const double two_pi = 6.28318530717958647692;

// ---------------------------------------------------------------------------------------------------------------- motion

/// When a motion is on, in steps of the run.
static int64_t step_of(const scree_run *run, double time)
{
    const double steps = time / run->place.dt;
    return steps < 9e15 ? llround(steps) : INT64_MAX;
}

static bool is_on(const scree_run *run, const scree_run_moves *moves, size_t i, int64_t step)
{
    const scree_scene_motion *m = &moves->motions[i];
    return step >= step_of(run, moves->given + m->start) && step < step_of(run, moves->given + m->end);
}

static scree_vec3 plus(scree_vec3 a, double t, scree_vec3 b)
{
    return (scree_vec3){ a.x + t * b.x, a.y + t * b.y, a.z + t * b.z };
}

/// How long a motion was on since `since`, until now (both after the motions were given).
static double on_since(const scree_scene_motion *m, double since, double now)
{
    return fmax(0.0, fmin(m->end, now) - fmax(m->start, since));
}

/// All active motions as one: velocities, and rotations about one centre, add up; only one oscillates, or is a servo,
/// at a time.
static scree_wall_motion combined(const scree_run *run, const scree_run_moves *moves)
{
    scree_wall_motion sum = { .servo = false };
    const double now = scree_run_time(run) - moves->given;
    for (size_t i = 0; i < moves->count; ++i) {
        const scree_scene_motion *m = &moves->motions[i];
        if ((moves->active >> i & 1u) == 0) continue;
        sum.velocity = plus(sum.velocity, 1.0, m->velocity);
        if (m->spin.x != 0.0 || m->spin.y != 0.0 || m->spin.z != 0.0) {
            sum.spin = plus(sum.spin, 1.0, m->spin);
            sum.centre = m->centre;
            // The axis has moved since.
            for (size_t k = 0; k < moves->count; ++k)
                sum.centre = plus(sum.centre, on_since(&moves->motions[k], m->start, now), moves->motions[k].velocity);
        }
        if (m->frequency > 0.0) {
            sum.amplitude = m->amplitude;
            sum.frequency = m->frequency;
            sum.phase = m->phase + two_pi * m->frequency * (now - m->start);
        }
        if (m->servo) {
            sum.servo = true;
            sum.servo_normal = m->servo_normal;
            sum.servo_force = m->servo_force;
            sum.servo_speed = m->servo_speed;
        }
    }
    return sum;
}

static bool move_wall(scree_run *run, int wall, scree_error *error)
{
    scree_run_moves *moves = &run->moves[wall];
    const int64_t step = scree_sim_steps(run->sim);
    uint64_t active = 0;
    for (size_t i = 0; i < moves->count && i < 64; ++i) active |= (uint64_t)is_on(run, moves, i, step) << i;
    if (active == moves->active) return true;
    moves->active = active;
    const scree_wall_motion motion = combined(run, moves);
    return scree_sim_move_wall(run->sim, wall, &motion, error);
}

static void rotate_gravity(scree_run *run)
{
    const scree_vec3 w = run->gravity_spin;
    const double rate = sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
    if (rate == 0.0) return;
    const double angle = rate * (scree_run_time(run) - run->place.gravity_time);
    scree_sim_set_gravity(run->sim, scree_quat_rotate(scree_quat_from_axis_angle(w, angle), run->gravity));
}

bool scree_run_move(scree_run *run, scree_error *error)
{
    for (int w = 0; w < run->wall_count; ++w) {
        if (run->moves[w].count > 0 && !scree_sim_wall_at(run->sim, w).removed && !move_wall(run, w, error))
            return false;
    }
    rotate_gravity(run);
    return true;
}

int64_t scree_run_next_event(const scree_run *run)
{
    const int64_t now = scree_sim_steps(run->sim);
    int64_t next = INT64_MAX;
    for (int w = 0; w < run->wall_count; ++w) {
        const scree_run_moves *moves = &run->moves[w];
        for (size_t i = 0; i < moves->count; ++i) {
            const int64_t start = step_of(run, moves->given + moves->motions[i].start);
            const int64_t end = step_of(run, moves->given + moves->motions[i].end);
            if (start > now && start < next) next = start;
            if (end > now && end < next) next = end;
        }
    }
    if (run->place.stage >= run->scene->stage_count) return next;
    const scree_scene_stage *s = &run->scene->stages[run->place.stage];
    const double times[2] = { s->until.time, s->limit };
    for (int k = 0; k < 2; ++k) {
        if (isnan(times[k]) || isinf(times[k])) continue;
        const int64_t step = run->place.stage_step + step_of(run, times[k]);
        if (step > now && step < next) next = step;
    }
    return next;
}

// ---------------------------------------------------------------------------------------------------------------- stages

/// Give motions to the walls of a wall of the scene, or to one face.
static void give_motions(scree_run *run, int wall, int face, const scree_scene_motion *motions, size_t count,
                         double time)
{
    for (int f = 0; f < SCREE_RUN_FACES; ++f) {
        const int w = run->walls.walls[wall][f];
        if (w < 0 || (face >= 0 && f != face)) continue;
        run->moves[w] = (scree_run_moves){ motions, count, time, 0 };
    }
}

static void give_changes(scree_run *run, const scree_scene_stage *s, double time)
{
    for (size_t i = 0; i < s->change_count; ++i)
        give_motions(run, s->changes[i].wall, s->changes[i].face, s->changes[i].motions, s->changes[i].motion_count,
                     time);
}

static void remove_walls(scree_run *run, const scree_scene_stage *s)
{
    for (size_t i = 0; i < s->remove_count; ++i) {
        for (int f = 0; f < SCREE_RUN_FACES; ++f) {
            const int w = run->walls.walls[s->remove[i].wall][f];
            if (w >= 0 && (s->remove[i].face < 0 || f == s->remove[i].face)) scree_sim_remove_wall(run->sim, w);
        }
    }
}

void scree_run_begin_stage(scree_run *run, scree_error *error)
{
    (void)error;
    run->place.stage_step = scree_sim_steps(run->sim);
    run->place.met = 0;
    run->place.next_measure = run->place.stage_step + MEASURE_TICKS * run->tick;
    if (run->place.stage == 0) {
        for (int w = 0; w < run->scene->wall_count; ++w)
            give_motions(run, w, -1, run->scene->walls[w].motions, run->scene->walls[w].motion_count, 0.0);
    }
    if (run->place.stage >= run->scene->stage_count) return;
    const scree_scene_stage *s = &run->scene->stages[run->place.stage];
    scree_run_say(run, "%s begins", s->name);
    remove_walls(run, s);
    // A wall whose new motion is to stand still must be set so.
    for (size_t i = 0; i < s->change_count; ++i) {
        for (int f = 0; f < SCREE_RUN_FACES; ++f) {
            const int w = run->walls.walls[s->changes[i].wall][f];
            const scree_wall_motion still = { .servo = false };
            if (w >= 0 && (s->changes[i].face < 0 || f == s->changes[i].face))
                (void)scree_sim_move_wall(run->sim, w, &still, NULL);
        }
    }
    give_changes(run, s, scree_run_time(run));
    if (!s->has_gravity) return;
    run->gravity = s->gravity;
    run->gravity_spin = s->gravity_spin;
    run->place.gravity_time = scree_run_time(run);
    scree_sim_set_gravity(run->sim, s->gravity);
}

void scree_run_recall(scree_run *run)
{
    const scree_scene *scene = run->scene;
    for (int w = 0; w < scene->wall_count; ++w)
        give_motions(run, w, -1, scene->walls[w].motions, scene->walls[w].motion_count, 0.0);
    for (int64_t i = 0; i <= run->place.stage && i < scene->stage_count; ++i) {
        const scree_scene_stage *s = &scene->stages[i];
        give_changes(run, s, 0.0);
        if (!s->has_gravity) continue;
        run->gravity = s->gravity;
        run->gravity_spin = s->gravity_spin;
    }
}

/// The conditions on forces and energies, tested only now and then: a measurement visits every contact.
static bool measured(scree_run *run, const scree_scene_until *until)
{
    const int64_t step = scree_sim_steps(run->sim);
    if (isnan(until->unbalanced) && isnan(until->kinetic_energy)) return true;
    if (step < run->place.next_measure) return run->place.met != 0;
    run->place.next_measure = step + MEASURE_TICKS * run->tick;
    const scree_sim_totals t = scree_sim_measure_motion(run->sim);
    const double kinetic = t.kinetic_translation + t.kinetic_rotation;
    // While most grains are in flight, the few contacts have large forces: then the mean is over the grains.
    const double few = fmax(1.0, (double)scree_sim_grains(run->sim).count / fmax(1.0, (double)t.contacts));
    // Contacts that are there but carry nothing, as at the end of an impact, say nothing: the ratio is 0 then.
    const bool carries = t.contacts > 0 && (t.unbalanced > 0.0 || kinetic == 0.0);
    run->place.met = (isnan(until->unbalanced) || (carries && few * t.unbalanced <= until->unbalanced)) &&
                     (isnan(until->kinetic_energy) || kinetic <= until->kinetic_energy);
    return run->place.met != 0;
}

static bool all_inserted(const scree_run *run)
{
    for (int i = 0; i < run->scene->insert_count; ++i) {
        if (!run->supplies[i].done) return false;
    }
    return true;
}

static bool is_over(scree_run *run)
{
    const scree_scene_stage *s = &run->scene->stages[run->place.stage];
    const int64_t steps = scree_sim_steps(run->sim) - run->place.stage_step;
    if (isfinite(s->limit) && steps >= step_of(run, s->limit)) {
        scree_run_say(run, "%s ends at its limit of %g s", s->name, s->limit);
        return true;
    }
    const bool met = measured(run, &s->until);
    if (steps < step_of(run, s->at_least) || !met) return false;
    if (!isnan(s->until.time) && steps < step_of(run, s->until.time)) return false;
    if (s->until.inserted && !all_inserted(run)) return false;
    return s->until.sink < 0 || run->sinks[s->until.sink].grains >= s->until.sink_count;
}

bool scree_run_stages(scree_run *run, scree_error *error)
{
    while (run->place.stage < run->scene->stage_count && is_over(run)) {
        ++run->place.stage;
        scree_run_begin_stage(run, error);
    }
    return run->place.stage < run->scene->stage_count;
}
