// Walls that rotate in a periodic domain: no piece may become longer than half a period on the way, and what spans the
// domain may rotate about its own axis alone.
//
// The angles that a wall goes through follow from its motions at the start and in the stages, as long as all of them are
// about one direction. A stage that waits for a condition may last for any time. About several directions, any orientation
// may be met.
#include <math.h>
#include <stdio.h>

#include "fill/lengths.h"
#include "fill/try.h"

enum { SAMPLES = 720 }; // of the angles, one at least each degree

static const double two_pi = 6.28318530717958647693;

typedef struct turning {
    const scree_scene *scene;
    const scree_scene_wall *wall;
    int index, face;
    scree_vec3 axis;                 ///< unit, of the first rotation; 0: none yet
    double from, to;                 ///< where it may be now, rad
    double least, most;              ///< where it may have been
    bool is_any;                     ///< about several directions
    const scree_scene_motion *first; ///< that rotates
    scree_fill_report report;
    void *user;
} turning;

static double length_of(scree_vec3 v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

/// How long a stage lasts at most; *is_known where it lasts just so long.
static double duration_of(const scree_scene_stage *stage, bool *is_known)
{
    const scree_scene_until *u = &stage->until;
    *is_known = !isnan(u->time) && !u->inserted && isnan(u->unbalanced) && isnan(u->kinetic_energy) && u->sink < 0;
    if (*is_known) return fmin(fmax(u->time, stage->at_least), stage->limit);
    return stage->limit;
}

/// The motions that a wall has for some time, which is known or the longest possible.
static void turn(turning *t, const scree_scene_motion *motions, size_t count, double time, bool is_known)
{
    double low = 0.0, high = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const scree_scene_motion *m = &motions[i];
        const double rate = length_of(m->spin), lasts = fmax(0.0, fmin(m->end, time) - m->start);
        if (!(rate * lasts > 0.0)) continue;
        const scree_vec3 axis = { m->spin.x / rate, m->spin.y / rate, m->spin.z / rate };
        if (t->first == NULL) t->axis = axis;
        if (t->first == NULL) t->first = m;
        const double along = t->axis.x * axis.x + t->axis.y * axis.y + t->axis.z * axis.z;
        t->is_any = t->is_any || fabs(along) < 1.0 - 1e-12;
        low += fmin(0.0, along * rate * lasts);
        high += fmax(0.0, along * rate * lasts);
    }
    t->least = fmin(t->least, t->from + low);
    t->most = fmax(t->most, t->to + high);
    t->from += is_known ? low + high : low;
    t->to += is_known ? low + high : high;
}

/// The motions that a stage gives the wall; false if it gives none.
static bool find_change(const turning *t, const scree_scene_stage *stage, const scree_scene_motion **motions,
                        size_t *count)
{
    bool is_found = false;
    for (size_t i = 0; i < stage->change_count; ++i) {
        const scree_scene_change *c = &stage->changes[i];
        if (c->wall != t->index || (c->face >= 0 && c->face != t->face)) continue;
        *motions = c->motions;
        *count = c->motion_count;
        is_found = true;
    }
    return is_found;
}

static bool is_removed(const turning *t, const scree_scene_stage *stage)
{
    for (size_t i = 0; i < stage->remove_count; ++i) {
        const scree_scene_wall_part *p = &stage->remove[i];
        if (p->wall == t->index && (p->face < 0 || p->face == t->face)) return true;
    }
    return false;
}

/// All motions, from stage to stage.
static void follow(turning *t)
{
    const scree_scene_motion *motions = t->wall->motions;
    size_t count = t->wall->motion_count;
    double time = 0.0;
    bool is_known = true;
    for (int i = 0; i < t->scene->stage_count; ++i) {
        const scree_scene_stage *stage = &t->scene->stages[i];
        const scree_scene_motion *next;
        size_t next_count;
        bool is_exact;
        if (is_removed(t, stage)) break;
        if (find_change(t, stage, &next, &next_count)) {
            turn(t, motions, count, time, is_known);
            motions = next;
            count = next_count;
            time = 0.0;
            is_known = true;
        }
        time += duration_of(stage, &is_exact);
        is_known = is_known && is_exact;
    }
    turn(t, motions, count, time, is_known);
}

/// The longest that a piece becomes.
static scree_fill_length longest_of(const turning *t, const scree_body *body, unsigned endless)
{
    const scree_bounds bounds = scree_shape_bounds(body->shape);
    const double r = bounds.radius, range = t->most - t->least;
    const bool is_whole = !(range < two_pi);
    const scree_aabb ball = { { -r, -r, -r }, { r, r, r } };
    scree_fill_length most = scree_fill_length_of(t->scene, ball, endless);
    if (!(most.share > 1.0) || t->is_any) return most;
    most = (scree_fill_length){ .axis = 'x' };
    for (int i = 0; i <= SAMPLES; ++i) {
        const double a = is_whole ? two_pi * i / SAMPLES : t->least + range * i / SAMPLES, s = sin(0.5 * a);
        const scree_quat q = { cos(0.5 * a), s * t->axis.x, s * t->axis.y, s * t->axis.z };
        const scree_body turned = { body->shape, { 0.0, 0.0, 0.0 }, scree_quat_multiply(q, body->orientation) };
        const scree_fill_length now = scree_fill_length_of(t->scene, scree_body_aabb(&turned, 0.0), endless);
        if (now.share > most.share) most = now;
    }
    return most;
}

/// May what has no end along these axes rotate so?
static bool is_about(const turning *t, unsigned endless)
{
    const double along[3] = { t->axis.x, t->axis.y, t->axis.z };
    for (int k = 0; k < 3; ++k)
        if ((endless >> k & 1u) != 0 && (t->is_any || fabs(along[k]) < 1.0 - 1e-12)) return false;
    return true;
}

/// True if nothing was found.
static bool check_piece(const turning *t, const scree_body *body)
{
    char words[SCREE_MESSAGE_SIZE];
    if (scree_shape_kind_of(body->shape) == SCREE_HALF_SPACE) return true;
    const unsigned endless = scree_sim_spans(&t->scene->settings, body);
    if (!is_about(t, endless)) {
        snprintf(words, sizeof words,
                 "motion: %.60s spans the domain along a periodic axis: it may rotate about that axis alone",
                 t->wall->name);
        t->report(t->user, t->first->place, words);
        return false;
    }
    const scree_fill_length found = longest_of(t, body, endless);
    if (!(found.share > 1.0)) return true;
    snprintf(
        words, sizeof words,
        "motion: turns %.60s so that it is %.4g m long along %c, which is periodic and %.4g m long: a piece is at most "
        "half of that; cut it into shorter plates",
        t->wall->name, found.length, found.axis, found.period);
    t->report(t->user, t->first->place, words);
    return false;
}

void scree_fill_try_turns(const scree_scene *scene, scree_fill_report report, void *user)
{
    for (int w = 0; w < scene->wall_count; ++w) {
        const scree_scene_wall *wall = &scene->walls[w];
        for (int face = 0; face < 6; ++face) {
            scree_error error;
            size_t count = 0;
            if (wall->kind == SCREE_WALL_BOX ? (wall->faces >> face & 1u) == 0 : face > 0) continue;
            turning t = { .scene = scene, .wall = wall, .index = w, .face = face, .report = report, .user = user };
            follow(&t);
            if (t.first == NULL) continue;
            scree_fill_piece *pieces = scree_fill_pieces(scene, wall, face, &count, &error);
            for (size_t i = 0; pieces != NULL && i < count; ++i) {
                const scree_body body = scree_fill_piece_body(wall, &pieces[i]);
                if (!check_piece(&t, &body)) break;
            }
            scree_fill_pieces_free(pieces, pieces != NULL ? count : 0);
        }
    }
}
