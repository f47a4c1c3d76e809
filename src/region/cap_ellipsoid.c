// The cap of an ellipsoid: that of a ball under the linear map between the two.
#include "region/cap.h"

static const double PI = 3.14159265358979323846;

// Of the unit ball beyond a plane at distance t from its centre: energy, volume, area and the centroid's distance.
typedef struct ball_cap {
    double energy, volume, area, centroid;
} ball_cap;

static ball_cap cap_of_ball(double t)
{
    if (t >= 1.0) return (ball_cap){ 0.0, 0.0, 0.0, 1.0 };
    if (t <= -1.0) return (ball_cap){ -t * 4.0 / 3.0 * PI, 4.0 / 3.0 * PI, 0.0, 0.0 };
    const double h = 1.0 - t, area = PI * h * (1.0 + t);
    return (ball_cap){ PI * h * h * h * (4.0 - h) / 12.0, PI * h * h * (3.0 - h) / 3.0, area,
                       0.75 * (1.0 + t) * (1.0 + t) / (3.0 - h) };
}

scree_cap scree_cap_of_ellipsoid(scree_vec3 semi_axes, const scree_cap_frame *frame)
{
    const scree_cap_frame *f = frame;
    const scree_vec3 a = semi_axes;
    // x = S y with the semi-axes S and y in the unit ball: n . x = (S n) . y.
    const scree_vec3 sn = v3(a.x * f->normal.x, a.y * f->normal.y, a.z * f->normal.z);
    const double length = v3_norm(sn), all = a.x * a.y * a.z;
    const scree_vec3 n = v3_scale(sn, 1.0 / length);
    const double t = (f->offset + v3_dot(f->normal, f->origin)) / length;
    const ball_cap b = cap_of_ball(t);
    const scree_vec3 u = v3(a.x * f->u.x, a.y * f->u.y, a.z * f->u.z);
    const scree_vec3 v = v3(a.x * f->v.x, a.y * f->v.y, a.z * f->v.z);
    const double un = v3_dot(u, n), vn = v3_dot(v, n), u0 = v3_dot(f->u, f->origin), v0 = v3_dot(f->v, f->origin);
    scree_cap cap = { .energy = all * length * b.energy, .volume = all * b.volume, .area = all / length * b.area };
    cap.first[0] = cap.volume * (un * b.centroid - u0);
    cap.first[1] = cap.volume * (vn * b.centroid - v0);
    // The section is a disc of the unit ball: a quarter of its radius squared along each axis across n.
    const double quarter = 0.25 * max2(0.0, (1.0 - t) * (1.0 + t)), um = un * t - u0, vm = vn * t - v0;
    cap.area_first[0] = cap.area * um;
    cap.area_first[1] = cap.area * vm;
    cap.area_second[0] = cap.area * (quarter * (v3_norm2(u) - un * un) + um * um);
    cap.area_second[1] = cap.area * (quarter * (v3_dot(u, v) - un * vn) + um * vm);
    cap.area_second[2] = cap.area * (quarter * (v3_norm2(v) - vn * vn) + vm * vm);
    return cap;
}
