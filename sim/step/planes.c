// Pairs in contact by the floating-plane law in the last step: the new plane follows from the last one, and no query is
// needed to know that they still touch.
#include <stdlib.h>

#include "laws/laws.h"
#include "step/step.h"

bool scree_sim_make_planes(const scree_sim *sim, sim_thread *thread)
{
    bool is_wanted = false;
    for (size_t i = 0; i < sim->part_count && !is_wanted; ++i) is_wanted = sim->parts[i].kind == SIM_CLASS_BLOCKY;
    is_wanted = is_wanted || scree_sim_base_law(sim, sim->settings.law) == SCREE_LAW_FLOATING_PLANE;
    if (!is_wanted || thread->followed != NULL) return true;
    thread->followed = malloc(SIM_PAIR_CHUNK * sizeof *thread->followed);
    return thread->followed != NULL;
}

// It has no features, and no points of its own on the surfaces.
scree_contact scree_sim_contact_of_plane(const scree_floating_plane *p)
{
    const scree_vec3 half = v3_scale(0.5 * p->depth, p->normal);
    return (scree_contact){ .distance = -p->depth,
                            .lower = -p->depth,
                            .upper = 0.0,
                            .normal = p->normal,
                            .point_a = v3_add(p->point, half),
                            .point_b = v3_sub(p->point, half),
                            .point = p->point,
                            .index_a = -1,
                            .index_b = -1,
                            .iterations = p->iterations,
                            .state = SCREE_OVERLAPPING,
                            .status = SCREE_OK };
}

// The predicted plane: halfway between where A and where B would carry the last one, with the velocities that the
// bodies have just moved with, at the projection of B's centre on the plane. `last` is in A's axes.
static scree_vec3 expected(const sim_motion *const owners[2], const scree_body *a, const scree_body *b, scree_vec3 last,
                           double dt)
{
    const double length = v3_length(last);
    if (!(length > 0.0)) return last;
    const scree_vec3 centre = v3_add(a->position, quat_rotate(a->orientation, scree_shape_bounds(a->shape).centre));
    const scree_vec3 n = quat_rotate(a->orientation, v3_scale(1.0 / length, last)), to_b = v3_sub(b->position, centre);
    const scree_vec3 projection = v3_add_scaled(to_b, length - v3_dot(n, to_b), n); // from A's centre
    const scree_vec3 arm_a = v3_add(v3_sub(centre, owners[0]->centre), projection);
    const scree_vec3 arm_b = v3_sub(projection, to_b); // from B's position, not the owner's in clusters: close enough
    const scree_vec3 speed = v3_sub(v3_add(owners[1]->velocity, v3_cross(owners[1]->spin, arm_b)),
                                    v3_add(owners[0]->velocity, v3_cross(owners[0]->spin, arm_a)));
    const scree_vec3 rotation = v3_scale(0.5 * dt, v3_sub(owners[1]->spin, owners[0]->spin));
    const scree_vec3 m = v3_add(n, v3_cross(rotation, n));
    const double size = v3_length(m), now = v3_dot(m, v3_add_scaled(projection, 0.5 * dt, speed)) / size;
    return quat_rotate_back(a->orientation, v3_scale(now / size, m));
}

bool scree_sim_follow_plane(const scree_sim *sim, int32_t slot, sim_followed *f)
{
    const int32_t old = sim->slots.places[slot];
    if (old < 0) return false;
    const sim_bodies *b = &sim->bodies;
    const scree_pair *pair = &sim->slots.pairs[slot];
    const sim_trait *traits[2] = { &b->traits[pair->a], &b->traits[pair->b] };
    const scree_law law = (scree_law)sim->laws[traits[0]->kind][traits[1]->kind];
    if (scree_sim_base_law(sim, law) != SCREE_LAW_FLOATING_PLANE) return false;
    const scree_body *first = &b->bodies[pair->a];
    scree_body second = b->bodies[pair->b];
    second.position = v3_add(second.position, scree_sim_shift_of(sim, pair));
    const sim_motion *const owners[2] = { &sim->motions[traits[0]->motion], &sim->motions[traits[1]->motion] };
    f->last = expected(owners, first, &second, sim->contacts.old_histories[old].plane, sim->dt);
    return scree_floating_plane_follow(first, &second, &f->last, &f->plane) && f->plane.area > 0.0;
}
