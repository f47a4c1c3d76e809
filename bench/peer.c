// The list of peers. scree comes first: ratios are to its call by call.
#include "peer.h"

static const bench_peer *const peers[] = {
    &bench_scree,           &bench_scree_batch,   &bench_fcl,          &bench_bullet,
    &bench_ccd_epa,         &bench_ccd_mpr,       &bench_mujoco,       &bench_ode,
    &bench_box2d,           &bench_scree_overlap, &bench_ccd_verdict,  &bench_scree_newton,
    &bench_scree_six_cases, &bench_scree_warm,    &bench_scree_margin, &bench_bullet_warm,
    &bench_one_axis,        &bench_bullet_boxes,  &bench_scree_within, &bench_scree_one,
    &bench_fcl_boxes,       &bench_plain,         &bench_scree_patch,  &bench_scree_pressure,
    &bench_scree_floating,  &bench_scree_follow,
};

int bench_peer_count(void)
{
    return (int)(sizeof peers / sizeof *peers);
}

const bench_peer *bench_peer_at(int i)
{
    return peers[i];
}

scree_vec3 bench_support(const scree_shape *shape, scree_vec3 direction)
{
    return scree_shape_support(shape, direction);
}
