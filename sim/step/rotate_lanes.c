// See rotations.h. Compiled once for each width.
#include "step/rotations.h"

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

void AT(scree_sim_rotate_lanes_, SCREE_SIM_LANES)(sim_rotations *r)
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
    }
}
