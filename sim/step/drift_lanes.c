// See motion_lanes.h. Compiled once for each width.
#include "step/motion_lanes.h"

#define JOIN(name, width) name##width
#define AT(name, width) JOIN(name, width)

typedef struct frame {
    double w, x, y, z; // a quaternion
    double m[3];       // the angular momentum in this frame
} frame;

// Rotate a frame about its own axis by the Cayley rotation of `angle`.
static inline __attribute__((always_inline)) frame spin_about(int axis, double angle, frame f)
{
    // tan(angle / 2), to third order.
    const double t = 0.5 * angle * (1.0 + angle * angle / 12.0);
    const double s = 1.0 / (1.0 + t * t), sine = 2.0 * t * s, cosine = (1.0 - t * t) * s;
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    frame to = f;
    to.m[j] = cosine * f.m[j] + sine * f.m[k];
    to.m[k] = cosine * f.m[k] - sine * f.m[j];
    // q (1 + t e_axis); the length is removed later.
    switch (axis) {
    case 0:
        to.w = f.w - t * f.x, to.x = f.x + t * f.w, to.y = f.y + t * f.z, to.z = f.z - t * f.y;
        break;
    case 1:
        to.w = f.w - t * f.y, to.x = f.x - t * f.z, to.y = f.y + t * f.w, to.z = f.z + t * f.x;
        break;
    default:
        to.w = f.w - t * f.z, to.x = f.x + t * f.y, to.y = f.y - t * f.x, to.z = f.z + t * f.w;
        break;
    }
    return to;
}

static void rotate_others(sim_rotations *r)
{
    const int count = r->count;
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        const double a = r->rate[0][i], b = r->rate[1][i], c = r->rate[2][i];
        frame f = { r->q[0][i], r->q[1][i], r->q[2][i], r->q[3][i], { r->m[0][i], r->m[1][i], r->m[2][i] } };
        f = spin_about(0, 0.5 * a * f.m[0], f);
        f = spin_about(1, 0.5 * b * f.m[1], f);
        f = spin_about(2, c * f.m[2], f);
        f = spin_about(1, 0.5 * b * f.m[1], f);
        f = spin_about(0, 0.5 * a * f.m[0], f);
        r->q[0][i] = f.w;
        r->q[1][i] = f.x;
        r->q[2][i] = f.y;
        r->q[3][i] = f.z;
        r->masses[i] = 1.0 / r->masses[i];
    }
}

// Grains with equal moments: one rotation about the angular momentum.
static void rotate_round(sim_rotations *r, double dt)
{
    const int count = r->count;
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        const scree_quat from = { r->q[0][i], r->q[1][i], r->q[2][i], r->q[3][i] };
        const scree_vec3 l = v3(r->m[0][i], r->m[1][i], r->m[2][i]);
        const double inverse = 1.0 / r->rate[1][i] * r->rate[0][i];
        const scree_vec3 half = v3_scale(0.5 * (dt * inverse), l);
        const scree_vec3 t = v3_scale(1.0 + v3_dot(half, half) / 3.0, half);
        const scree_quat to = quat_unit(quat_mul((scree_quat){ 1.0, t.x, t.y, t.z }, from));
        r->q[0][i] = to.w;
        r->q[1][i] = to.x;
        r->q[2][i] = to.y;
        r->q[3][i] = to.z;
        r->spin[0][i] = inverse * l.x;
        r->spin[1][i] = inverse * l.y;
        r->spin[2][i] = inverse * l.z;
        r->masses[i] = 1.0 / r->masses[i];
        r->paths[i] = scree_sim_path_of(r->paths[i], r->radii[i], r->norms[i], from, to);
    }
}

void AT(scree_sim_rotate_lanes_, SCREE_SIM_LANES)(sim_rotations *r, double dt)
{
    if (r->are_round)
        rotate_round(r, dt);
    else
        rotate_others(r);
}

void AT(scree_sim_drift_lanes_, SCREE_SIM_LANES)(sim_drifts *d)
{
    const double dt = d->dt;
    const int count = d->count;
    double *const x = d->positions, *const v = d->velocities, *const l = d->angular_momenta;
    const double *const a = d->accelerations, *const t = d->torques;
    _Pragma("omp simd") for (int k = 0; k < 3 * count; ++k)
    {
        v[k] += 0.5 * dt * a[k];
        l[k] += 0.5 * dt * t[k];
    }
    _Pragma("omp simd") for (int i = 0; i < count; ++i)
    {
        scree_vec3 way, at;
        at.x = x[3 * i] + dt * v[3 * i];
        at.y = x[3 * i + 1] + dt * v[3 * i + 1];
        at.z = x[3 * i + 2] + dt * v[3 * i + 2];
        way.x = at.x - x[3 * i];
        way.y = at.y - x[3 * i + 1];
        way.z = at.z - x[3 * i + 2];
        d->paths[i] = v3_length(way);
        x[3 * i] = at.x;
        x[3 * i + 1] = at.y;
        x[3 * i + 2] = at.z;
    }
}
