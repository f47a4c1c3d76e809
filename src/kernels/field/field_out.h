// The pressure field of boxes over lanes: from the sums to the answer, in world axes.
#ifndef SCREE_KERNELS_FIELD_OUT_H
#define SCREE_KERNELS_FIELD_OUT_H

#include "kernels/field/field_walk.h"
#include "scree/pressure.h"

typedef struct lane_sym3 {
    lane xx, yy, zz, xy, xz, yz;
} lane_sym3;

// m + s x x^T
static inline void ls3_add_square(lane_sym3 *m, lane s, lane3 x)
{
    const lane3 sx = l3_scale(x, s);
    m->xx += sx.x * x.x;
    m->yy += sx.y * x.y;
    m->zz += sx.z * x.z;
    m->xy += sx.x * x.y;
    m->xz += sx.x * x.z;
    m->yz += sx.y * x.z;
}

// R m R^T
static inline lane_sym3 ls3_rotated(const lane_mat3 *rotation, const lane_sym3 *m)
{
    const lane3 *r = rotation->row;
    lane3 c[3];
    for (int i = 0; i < 3; ++i)
        c[i] = l3(m->xx * r[i].x + m->xy * r[i].y + m->xz * r[i].z, m->xy * r[i].x + m->yy * r[i].y + m->yz * r[i].z,
                  m->xz * r[i].x + m->yz * r[i].y + m->zz * r[i].z);
    return (lane_sym3){ l3_dot(r[0], c[0]), l3_dot(r[1], c[1]), l3_dot(r[2], c[2]),
                        l3_dot(r[0], c[1]), l3_dot(r[0], c[2]), l3_dot(r[1], c[2]) };
}

// Sums over the steps so far: twice the projected area, and 24 times its second moments about `centre`. Positions are relative to
// the first corner.
typedef struct field_area {
    lane3 centre;
    lane area;
    lane_sym3 second;
    lane at_x, at_outer; // what the last step's triangles weigh at the two corners that they share with the next step's
} field_area;

// Adds the triangles of a step. The second moments of a triangle are those of four points of its weight: its three corners, and
// their sum. The weights of all triangles at a corner are added up before its square is taken; so two corners wait for the next step.
static inline void field_add_areas(const field_walk *w, int step, lane3 along, field_area *sum)
{
    const field_step *s = &w->step[step], *before = s - 1;
    const lane facing = l3_dot(s->facing, along), first = s->strip[0] * facing, second = s->strip[1] * facing;
    const lane tip = w->plane ? lane_of(0.0) : l3_dot(s->tip, along), strip = first + second;
    const lane3 c = sum->centre, x = l3_sub(s->x, c), y = l3_sub(before->x, c), p = l3_sub(before->outer_next, c),
                q = l3_sub(s->outer, c), xp = l3_add(x, p);
    sum->area += strip + tip;
    ls3_add_square(&sum->second, sum->at_x + first, y);
    ls3_add_square(&sum->second, sum->at_outer + strip, p);
    ls3_add_square(&sum->second, first, l3_add(xp, y));
    ls3_add_square(&sum->second, second, l3_add(xp, q));
    sum->at_x = strip + tip;
    sum->at_outer = w->plane ? second : tip;
    if (w->plane) return;
    ls3_add_square(&sum->second, second + tip, q);
    ls3_add_square(&sum->second, tip, l3_add(l3_add(x, q), l3_sub(s->outer_next, c)));
}

// The main cell, from moments over x and y about the first corner.
static inline void field_add_main_area(const field_walk *w, lane3 along, field_area *sum)
{
    const field_flat *m = &w->flat;
    const lane facing = l3_dot(w->main_normal, along), dx = -w->main_normal.x, dy = -w->main_normal.y;
    const lane xx = 2.0 * m->xx, yy = 2.0 * m->yy, xz = dx * xx + dy * m->xy, yz = dx * m->xy + dy * yy;
    const lane_sym3 here = { xx, yy, dx * xz + dy * yz, m->xy, xz, yz };
    // From there to the centre c: less 4 (c m^T + m c^T), plus 12 times the area c c^T, where m are the first moments.
    const lane3 c = sum->centre, first = l3(m->x, m->y, dx * m->x + dy * m->y);
    const lane3 back = l3_sub(l3_scale(c, 6.0 * m->area), l3_scale(first, lane_of(4.0)));
    lane_sym3 *s = &sum->second;
    sum->area += facing * m->area;
    s->xx += facing * (here.xx + (back.x * c.x + c.x * back.x));
    s->yy += facing * (here.yy + (back.y * c.y + c.y * back.y));
    s->zz += facing * (here.zz + (back.z * c.z + c.z * back.z));
    s->xy += facing * (here.xy + (back.x * c.y + c.x * back.y));
    s->xz += facing * (here.xz + (back.x * c.z + c.x * back.z));
    s->yz += facing * (here.yz + (back.y * c.z + c.y * back.z));
}

static inline field_area field_areas(const field_walk *w, lane3 centre, lane3 along)
{
    field_area sum = { .centre = centre, .area = lane_of(0.0) };
    sum.at_x = sum.at_outer = sum.area;
    for (int i = 1; i <= w->steps; ++i) field_add_areas(w, i, along, &sum);
    const field_step *last = &w->step[w->steps];
    ls3_add_square(&sum.second, sum.at_x, l3_sub(last->x, centre));
    ls3_add_square(&sum.second, sum.at_outer, l3_sub(last->outer_next, centre));
    field_add_main_area(w, along, &sum);
    return sum;
}

// Writes what is integrated, in the world; `moments` are 24 times those of the area. `to` are the answers of the lanes; all are
// written.
static inline void field_store(lane3 force, lane3 centre, lane3 couple, lane area, const lane_sym3 *moments,
                               scree_pressure *const to[SCREE_LANES])
{
    const lane_sym3 *m = moments;
    const lane part = lane_of(1.0 / 24.0);
    double *records[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) records[i] = &to[i]->force.x;
    lane first[8] = { force.x, force.y, force.z, centre.x, centre.y, centre.z, couple.x, couple.y };
    lane second[8] = { couple.z,     area,         part * m->xx, part * m->yy,
                       part * m->zz, part * m->xy, part * m->xz, part * m->yz };
    lane_store_eights(first, 0, records);
    lane_store_eights(second, 8, records);
}

static inline void field_write(const field_walk *w, lane sign, scree_pressure *const to[SCREE_LANES])
{
    const field_frame *f = w->f;
    const field_sums *sums = &w->sums;
    const lane3 centre = l3_scale(sums->pressure_at, 0.25 / sums->pressure);
    const lane3 force = l3_scale(sums->force, lane_of(1.0 / 6.0));
    const lane3 couple = l3_sub(l3_scale(sums->moment, lane_of(1.0 / 24.0)), l3_cross(centre, force));
    const lane3 along = l3_scale(force, 1.0 / lane_sqrt(l3_dot(force, force)));
    const field_area area = field_areas(w, centre, along);
    const lane_sym3 m = ls3_rotated(&f->world, &area.second);
    const lane3 place = l3_add(f->origin, l3_add(w->at, centre)), middle = l3_add(lm3_mul(&f->world, place), f->place);
    const lane3 push = l3_scale(lm3_mul(&f->world, force), sign), torque = l3_scale(lm3_mul(&f->world, couple), sign);
    field_store(push, middle, torque, 0.5 * area.area, &m, to);
}

#endif
