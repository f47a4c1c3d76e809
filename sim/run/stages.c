// Stages begin and end; walls start and stop moving; gravity rotates.
#include <math.h>
#include <string.h>

#include "run/state.h"

enum { MEASURE_TICKS = 5 };

// How far off its force a servo may be where a stage waits for balance.
static const double servo_share = 0.05;

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

/// A wall of the simulation, of one piece.
static int32_t wall_of(const scree_run *run, scree_scene_wall_part part)
{
    return part.wall >= 0 ? run->walls.walls[part.wall][part.face > 0 ? part.face : 0] : -1;
}

static void give_sides(const scree_run *run, const scree_scene_motion *m, scree_wall_motion *out)
{
    for (int i = 0; i < 2 && m->servo_pressure > 0.0; ++i) {
        const scree_scene_side *side = &m->servo_sides[i];
        out->servo_sides[i] = (scree_wall_side){ wall_of(run, side->wall), wall_of(run, side->other), side->length };
    }
}

/// The active motions, of which those of `before` go on: rotations about centres that have moved since.
static size_t active_motions(const scree_run *run, int wall, uint64_t before, scree_wall_motion *out)
{
    const scree_run_moves *moves = &run->moves[wall];
    const double now = scree_run_time(run) - moves->given;
    scree_wall_motion old[SCREE_WALL_MOTIONS];
    const size_t old_count = scree_sim_wall_motions(run->sim, wall, old, SCREE_WALL_MOTIONS);
    size_t count = 0, next = 0; // among the old ones
    for (size_t i = 0; i < moves->count && i < SCREE_WALL_MOTIONS; ++i) {
        const scree_scene_motion *m = &moves->motions[i];
        const bool was_active = (before >> i & 1u) != 0;
        const size_t mine = next;
        next += was_active;
        if ((moves->active >> i & 1u) == 0) continue;
        const bool goes_on = was_active && mine < old_count;
        out[count] = (scree_wall_motion){
            .velocity = goes_on && m->servo ? old[mine].velocity : m->velocity,
            .spin = m->spin,
            .centre = goes_on ? old[mine].centre : m->centre,
            .amplitude = m->amplitude,
            .frequency = m->frequency,
            .phase = m->phase,
            .elapsed = was_active ? now - m->start : 0.0,
            .servo = m->servo,
            .servo_normal = m->servo_normal,
            .servo_force = m->servo_force,
            .servo_speed = m->servo_speed,
            .servo_pressure = m->servo_pressure,
        };
        give_sides(run, m, &out[count++]);
    }
    return count;
}

static bool move_wall(scree_run *run, int wall, scree_error *error)
{
    scree_run_moves *moves = &run->moves[wall];
    const int64_t step = scree_sim_steps(run->sim);
    uint64_t active = 0;
    for (size_t i = 0; i < moves->count && i < SCREE_WALL_MOTIONS; ++i)
        active |= (uint64_t)is_on(run, moves, i, step) << i;
    if (active == moves->active) return true;
    scree_wall_motion motions[SCREE_WALL_MOTIONS];
    const uint64_t before = moves->active;
    moves->active = active;
    const size_t count = active_motions(run, wall, before, motions);
    return scree_sim_set_wall_motions(run->sim, wall, motions, count, error);
}

static bool gravity_rotates(const scree_run *run)
{
    const scree_vec3 w = run->gravity_spin;
    return w.x != 0.0 || w.y != 0.0 || w.z != 0.0;
}

static scree_vec3 present_gravity(const scree_run *run)
{
    const scree_vec3 w = run->gravity_spin;
    if (!gravity_rotates(run)) return run->place.gravity;
    const double angle = sqrt(w.x * w.x + w.y * w.y + w.z * w.z) * (scree_run_time(run) - run->place.gravity_time);
    return scree_quat_rotate(scree_quat_from_axis_angle(w, angle), run->place.gravity);
}

static void rotate_gravity(scree_run *run)
{
    if (gravity_rotates(run)) scree_sim_set_gravity(run->sim, present_gravity(run));
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// How far the rear of a wall is beyond the domain, along a direction.
static double distance_beyond(const scree_scene *scene, const scree_sim_wall_view *wall, scree_vec3 along)
{
    const scree_vec3 low = scene->settings.domain_low, high = scene->settings.domain_high;
    const double end = fmax(along.x * low.x, along.x * high.x) + fmax(along.y * low.y, along.y * high.y) +
                       fmax(along.z * low.z, along.z * high.z);
    double rear = INFINITY;
    for (size_t i = 0; i < wall->piece_count; ++i) {
        const scree_body *piece = &wall->pieces[i];
        const scree_bounds b = scree_shape_bounds(piece->shape);
        scree_vec3 normal;
        double offset = 0.0;
        double at = dot(along, scree_body_point(piece, b.centre)) - b.radius;
        if (scree_shape_kind_of(piece->shape) == SCREE_HALF_SPACE) { // its surface, at a right angle to the motion
            scree_shape_plane(piece->shape, &normal, &offset);
            const scree_vec3 turned = scree_quat_rotate(piece->orientation, normal);
            const double length = sqrt(dot(turned, turned));
            at = dot(along, turned) >= 0.99 * length ? dot(along, piece->position) + offset / length : -INFINITY;
        }
        rear = fmin(rear, at);
    }
    return rear - end;
}

/// A servo that meets no grains goes on for ever: that it has left the domain is worth a line.
static void watch_servo(scree_run *run, int wall)
{
    scree_run_moves *moves = &run->moves[wall];
    const scree_sim_wall_view view = scree_sim_wall_at(run->sim, wall);
    for (size_t i = 0; i < moves->count && !moves->is_out && run->scene->has_domain; ++i) {
        const scree_scene_motion *m = &moves->motions[i];
        if ((moves->active >> i & 1u) == 0 || !m->servo) continue;
        moves->is_out = distance_beyond(run->scene, &view, m->servo_normal) > 0.0;
        if (moves->is_out)
            scree_run_say(run, "warning: at %.6g s the servo has moved %.100s out of the domain: no grains hold it",
                          scree_run_time(run), view.name);
    }
}

bool scree_run_move(scree_run *run, scree_error *error)
{
    for (int w = 0; w < run->wall_count; ++w) {
        if (run->moves[w].count == 0 || scree_sim_wall_at(run->sim, w).removed) continue;
        if (!move_wall(run, w, error)) return false;
        watch_servo(run, w);
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
        run->moves[w] = (scree_run_moves){ motions, count, time, 0, false };
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

/// Gravity goes on from the direction that it has now, unless the stage gives another one.
static void give_gravity(scree_run *run, const scree_scene_stage *s)
{
    rotate_gravity(run);
    run->place.gravity = s->has_gravity ? s->gravity : present_gravity(run);
    run->place.gravity_time = scree_run_time(run);
    run->gravity_spin = s->gravity_spin;
    if (s->has_gravity) scree_sim_set_gravity(run->sim, s->gravity);
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
    give_gravity(run, s);
}

void scree_run_recall(scree_run *run)
{
    const scree_scene *scene = run->scene;
    for (int w = 0; w < scene->wall_count; ++w)
        give_motions(run, w, -1, scene->walls[w].motions, scene->walls[w].motion_count, 0.0);
    for (int64_t i = 0; i <= run->place.stage && i < scene->stage_count; ++i) {
        const scree_scene_stage *s = &scene->stages[i];
        give_changes(run, s, 0.0);
        run->gravity_spin = s->gravity_spin;
    }
}

/// Does each active servo hold its force, to servo_share of it? A sample that its servos have not reached yet may well be at
/// rest.
static bool servos_hold(const scree_run *run)
{
    for (int w = 0; w < run->wall_count; ++w) {
        scree_wall_motion motions[SCREE_WALL_MOTIONS];
        const size_t count = scree_sim_wall_motions(run->sim, w, motions, SCREE_WALL_MOTIONS);
        for (size_t i = 0; i < count && run->moves[w].active != 0; ++i) {
            const scree_wall_motion *m = &motions[i];
            if (!m->servo) continue;
            const scree_sim_wall_view view = scree_sim_wall_at(run->sim, w);
            const double load = -dot(view.force, m->servo_normal);
            if (!view.removed && !(fabs(load - m->servo_force) <= servo_share * m->servo_force)) return false;
        }
    }
    return true;
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
    run->place.met =
        (isnan(until->unbalanced) || (carries && few * t.unbalanced <= until->unbalanced && servos_hold(run))) &&
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
