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

// The projected area, and 12 times its second moments about c.
typedef struct field_area {
    lane area;
    lane_sym3 second;
} field_area;

// Over the triangles of a step: s is twice the area of each, projected. Each corner counts for the triangles it is in.
static inline void field_add_areas(const field_walk *w, const field_step *t, lane3 c, lane3 along, field_area *sum)
{
    const lane main = t->main * l3_dot(w->main_normal, along), strip = l3_dot(t->strip[0], along);
    const lane outer = l3_dot(t->strip[1], along), tip = w->plane ? lane_of(0.0) : l3_dot(t->tip, along);
    const lane3 x = l3_sub(t->x, c), y = l3_sub(t->x_before, c), p = l3_sub(t->outer_before, c),
                q = l3_sub(t->outer, c);
    const lane3 xy = l3_add(x, y), xp = l3_add(x, p), xq = l3_add(x, q);
    const lane3 at = l3(-c.x, -c.y, -c.z);
    sum->area += main + strip + outer + tip;
    ls3_add_square(&sum->second, main + strip + outer + tip, x);
    ls3_add_square(&sum->second, main + strip, y);
    ls3_add_square(&sum->second, strip + outer, p);
    ls3_add_square(&sum->second, outer + tip, q);
    ls3_add_square(&sum->second, main, at);
    ls3_add_square(&sum->second, main, l3_add(xy, at));
    ls3_add_square(&sum->second, strip, l3_add(xy, p));
    ls3_add_square(&sum->second, outer, l3_add(xp, q));
    if (w->plane) return;
    const lane3 r = l3_sub(t->outer_next, c);
    ls3_add_square(&sum->second, tip, r);
    ls3_add_square(&sum->second, tip, l3_add(xq, r));
}

// `to` are the answers of the lanes; all are written.
static inline void field_write(const field_walk *w, lane sign, scree_pressure *const to[SCREE_LANES])
{
    const field_frame *f = w->f;
    const field_sums *sums = &w->sums;
    const lane3 centre = l3_scale(sums->pressure_at, (1.0 / 24.0) / sums->pressure), force = sums->force;
    const lane3 couple = l3_sub(l3_scale(sums->moment, lane_of(1.0 / 24.0)), l3_cross(centre, force));
    const lane3 along = l3_scale(force, 1.0 / lane_sqrt(l3_dot(force, force)));
    field_area area = { .area = lane_of(0.0) };
    for (int i = 0; i < w->steps; ++i) field_add_areas(w, &w->step[i], centre, along, &area);
    const lane_sym3 m = ls3_rotated(&f->world, &area.second);
    const lane3 place = l3_add(f->origin, l3_add(sums->at, centre)),
                middle = l3_add(lm3_mul(&f->world, place), f->place);
    const lane3 push = l3_scale(lm3_mul(&f->world, force), sign), torque = l3_scale(lm3_mul(&f->world, couple), sign);
    const lane part = lane_of(1.0 / 24.0);
    double *records[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) records[i] = &to[i]->force.x;
    lane first[8] = { push.x, push.y, push.z, middle.x, middle.y, middle.z, torque.x, torque.y };
    lane second[8] = { torque.z,    0.5 * area.area, part * m.xx, part * m.yy,
                       part * m.zz, part * m.xy,     part * m.xz, part * m.yz };
    lane_store_eights(first, 0, records);
    lane_store_eights(second, 8, records);
}

#endif
