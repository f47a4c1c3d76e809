#include "minimise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/solid.h"

static bool copy_solid(scree_solid *to, const scree_solid *from)
{
    *to = *from;
    to->points = NULL;
    to->shape = NULL;
    if (from->count > 0) {
        to->points = malloc((size_t)from->count * sizeof *to->points);
        if (to->points == NULL) return false;
        memcpy(to->points, from->points, (size_t)from->count * sizeof *to->points);
    }
    to->shape = scree_oracle_solid_scaled(to, 1.0);
    return to->shape != NULL;
}

void scree_hunt_pair_free(hunt_pair *pair)
{
    for (int i = 0; i < 2; ++i) {
        scree_shape_destroy(pair->solids[i].shape);
        free(pair->solids[i].points);
    }
}

typedef struct reduction {
    hunt_judge *judge;
    hunt_pair *pair;
    hunt_finding *finding;
} reduction;

// In 2-D the angles are what is printed and shortened; orientations follow from them.
static void follow_angles(scree_scene_pose *pose)
{
    if (scree_shape_dimension(pose->body_a.shape) != 2) return;
    pose->body_a.orientation = scree_quat_about_z(pose->angle_a);
    pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
}

// Does the pair, as its numbers are now, show the same kind of fault? If so, the finding is renewed.
static bool still_shows(reduction *r)
{
    hunt_finding now;
    follow_angles(&r->pair->pose);
    if (!scree_hunt_judge_pair(r->judge, &r->pair->pose, r->finding, &now)) return false;
    if (now.fault != r->finding->fault) return false;
    *r->finding = now;
    return true;
}

// The same for a solid whose numbers have changed; on false, its old shape is kept.
static bool still_shows_solid(reduction *r, int which)
{
    scree_solid *solid = &r->pair->solids[which];
    scree_body *body = which == 0 ? &r->pair->pose.body_a : &r->pair->pose.body_b;
    scree_shape *old = solid->shape, *fresh = scree_oracle_solid_scaled(solid, 1.0);
    if (fresh == NULL) return false;
    body->shape = solid->shape = fresh;
    bool shows = still_shows(r);
    if (!shows) body->shape = solid->shape = old;
    scree_shape_destroy(shows ? old : fresh);
    return shows;
}

static void drop_points(reduction *r, int which)
{
    scree_solid *solid = &r->pair->solids[which];
    for (int i = solid->count - 1; i >= 0 && solid->count > 3; --i) {
        scree_vec3 gone = solid->points[i];
        size_t after = (size_t)(solid->count - 1 - i) * sizeof gone;
        memmove(&solid->points[i], &solid->points[i + 1], after);
        --solid->count;
        if (still_shows_solid(r, which)) continue;
        memmove(&solid->points[i + 1], &solid->points[i], after);
        solid->points[i] = gone;
        ++solid->count;
    }
}

// Fewer digits; `which` is the solid that the number belongs to, or -1: a pose.
static void shorten(reduction *r, double *number, int which)
{
    const double before = *number;
    for (int digits = 0; digits < 17; ++digits) {
        char text[40];
        snprintf(text, sizeof text, "%.*e", digits > 0 ? digits - 1 : 0, before);
        *number = digits > 0 ? strtod(text, NULL) : 0.0;
        if (*number == before) return;
        if (which < 0 ? still_shows(r) : still_shows_solid(r, which)) return;
    }
    *number = before;
}

static void shorten_vector(reduction *r, scree_vec3 *v, int which)
{
    shorten(r, &v->x, which);
    shorten(r, &v->y, which);
    shorten(r, &v->z, which);
}

static void shorten_solid(reduction *r, int which)
{
    scree_solid *s = &r->pair->solids[which];
    double *numbers[] = { &s->rounding, &s->radius, &s->half_length, &s->top, &s->offset, &s->n1, &s->n2 };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        if (*numbers[i] != 0.0) shorten(r, numbers[i], which);
    }
    shorten_vector(r, &s->vector, which);
    for (int i = 0; i < s->count; ++i) shorten_vector(r, &s->points[i], which);
}

static void shorten_pose(reduction *r)
{
    scree_scene_pose *pose = &r->pair->pose;
    bool planar = scree_shape_dimension(pose->body_a.shape) == 2;
    scree_body *bodies[2] = { &pose->body_a, &pose->body_b };
    double *angles[2] = { &pose->angle_a, &pose->angle_b };
    for (int i = 0; i < 2; ++i) {
        shorten_vector(r, &bodies[i]->position, -1);
        if (planar) {
            shorten(r, angles[i], -1);
            continue;
        }
        scree_quat before = bodies[i]->orientation;
        bodies[i]->orientation = (scree_quat){ 1, 0, 0, 0 };
        if (still_shows(r)) continue;
        bodies[i]->orientation = before;
        double *parts[4] = { &bodies[i]->orientation.w, &bodies[i]->orientation.x, &bodies[i]->orientation.y,
                             &bodies[i]->orientation.z };
        for (int k = 0; k < 4; ++k) shorten(r, parts[k], -1);
    }
}

bool scree_hunt_minimise(hunt_judge *judge, const scree_scene_pose *pose, hunt_finding *finding, hunt_pair *out)
{
    memset(out, 0, sizeof *out);
    const scree_solid *solids = pose->scene->solids;
    if (!copy_solid(&out->solids[0], &solids[pose->a]) || !copy_solid(&out->solids[1], &solids[pose->b])) {
        scree_hunt_pair_free(out);
        return false;
    }
    out->scene = (scree_scene){ .solid_count = 2, .solids = out->solids };
    out->pose = *pose;
    out->pose.a = 0;
    out->pose.b = 1;
    out->pose.scene = &out->scene;
    out->pose.body_a.shape = out->solids[0].shape;
    out->pose.body_b.shape = out->solids[1].shape;
    reduction r = { judge, out, finding };
    if (!still_shows(&r)) {
        scree_hunt_pair_free(out);
        return false;
    }
    // Fewer points make shorter numbers possible, and the other way round.
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < 2; ++i) drop_points(&r, i);
        shorten_pose(&r);
        for (int i = 0; i < 2; ++i) shorten_solid(&r, i);
    }
    follow_angles(&out->pose);
    return true;
}
