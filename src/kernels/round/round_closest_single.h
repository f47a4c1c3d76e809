// The closest point of an ellipsoid or a superquadric to one vertex or edge: the lanes are x, y and z. See
// round_closest.h.
//
// Source      round_closest.h, operation by operation, so that the answers are the same to the last bit.
// Idea        A single pair has only its coordinates to fill lanes with: that leaves a third of the work.
// Limits      For four lanes, the last of which is 0.
#ifndef SCREE_KERNELS_ROUND_ROUND_CLOSEST_SINGLE_H
#define SCREE_KERNELS_ROUND_ROUND_CLOSEST_SINGLE_H

#include "kernels/round/round_closest.h"
#include "lanes/lane_rows.h"

static inline lane round_packed(lane3 v)
{
    return (lane){ v.x[0], v.y[0], v.z[0], 0.0 };
}

static inline lane3 round_unpacked(lane v)
{
    return l3(lane_of(v[0]), lane_of(v[1]), lane_of(v[2]));
}

// The sums of x, y and z of four vectors.
static inline lane round_sums(lane a, lane b, lane c, lane d)
{
    lane rows[4] = { a, b, c, d };
    lane_transpose(rows);
    return rows[0] + rows[1] + rows[2];
}

// |u|^(n-2)
static inline lane round_powers_single(const round_group *g, lane u)
{
    return g->alike == 2 ? lane_of(1.0) : g->alike == 3 ? lane_abs(u) : g->alike == 4 ? u * u : round_power(g, u);
}

typedef struct round_closest_single {
    lane v, e, x, per, bend;
    lane u, power, g; // at x
    double t;
} round_closest_single;

static inline void round_look_single(const round_group *p, round_closest_single *f)
{
    f->u = f->x * f->per;
    f->power = round_powers_single(p, f->u);
    f->g = f->power * (f->u * f->per);
}

// round_closest_step()
static inline __attribute__((always_inline)) lane round_step_single(const round_group *p, const round_closest_single *f,
                                                                    double *dt)
{
    const lane e = f->e, g = f->g, power = f->power, t = lane_of(f->t), k = power * f->bend;
    const lane d = 1.0 + power * (f->bend * t), r = f->x + t * g - f->v, ke = k * e;
    const lane c = LANE_SHUFFLE(d, d, 1, 0, 0, 3) * LANE_SHUFFLE(d, d, 2, 2, 1, 3);
    const double all = c[0] * d[0], over = 1.0 / all;
    const lane first = round_sums(c * (g * g), c * (g * e), c * (ke * g), c * (ke * e));
    const lane second = round_sums(c * (g * r), c * (ke * r), e * g, power * (f->u * f->u));
    const double gg = first[0], ge = first[1], eg = first[2], ee = first[3], sharp = ee == 0.0 ? 1.0 : ee;
    const double bg = all * ((1.0 - second[3]) * p->inverse[0]) + second[0], be = second[1] - all * second[2];
    const double det = 1.0 / (ge * eg - gg * sharp), ds = (eg * bg - gg * be) * det;
    *dt = (bg * sharp - be * ge) * det;
    const lane own = c * over;
    return own * e * ds - own * r - own * g * *dt;
}

static inline double round_dot_single(lane a, lane b)
{
    const lane x = a * b;
    return x[0] + x[1] + x[2];
}

// round_find_closest() of one pair: true where it did not converge.
static inline __attribute__((always_inline)) bool round_find_closest_single(const round_group *p,
                                                                            round_closest *closest)
{
    round_closest_single f = { .v = round_packed(closest->v),
                               .e = round_packed(closest->e),
                               .x = round_packed(closest->x) };
    f.per = round_packed(p->per);
    f.bend = round_packed(p->bend);
    f.t = closest->t[0];
    round_look_single(p, &f);
    const double least = p->least[0], most = p->most[0], least2 = least * least, near = least2 / (least2 + f.t * f.t);
    const double enough = ROUND_CLOSE2 * least * near, rounding = ROUND_LEAST2 * most, far2 = ROUND_FAR2 * most;
    const double close2 = enough > rounding ? enough : rounding;
    bool open = true;
    for (int i = 0; i < ROUND_CLOSEST_STEPS && open; ++i) {
        double dt;
        lane dx = round_step_single(p, &f, &dt);
        const double length2 = round_dot_single(dx, dx);
        if (length2 > far2) {
            const double part = sqrt(far2 / length2);
            dx *= part;
            dt *= part;
        }
        f.x += dx;
        f.t += dt;
        round_look_single(p, &f);
        open = !(length2 <= close2);
    }
    closest->x = round_unpacked(f.x);
    closest->t = lane_of(f.t);
    closest->at.u = round_unpacked(f.u);
    closest->at.power = round_unpacked(f.power);
    closest->at.g = round_unpacked(f.g);
    closest->at.sum = lane_of(round_dot_single(f.power, f.u * f.u));
    return open;
}

#endif
