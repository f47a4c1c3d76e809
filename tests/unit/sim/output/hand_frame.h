// A frame by hand: one grain of every kind of shape, a cluster, walls, contacts. No simulation is needed for it.
#ifndef SCREE_TESTS_SIM_HAND_FRAME_H
#define SCREE_TESTS_SIM_HAND_FRAME_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scree_sim/output.h"

enum { HAND_SHAPES = 8, HAND_GRAINS = 9, HAND_PARTS = 10, HAND_WALLS = 2, HAND_CONTACTS = 3 };

typedef struct hand_frame {
    scree_sim_frame frame;
    scree_shape *shapes[HAND_SHAPES], *wall_shapes[2];
    scree_body parts[HAND_PARTS], pieces[2];
    int64_t ids[HAND_GRAINS];
    int32_t shape_of[HAND_GRAINS], materials[HAND_GRAINS], first_parts[HAND_GRAINS + 1];
    uint8_t modes[HAND_GRAINS];
    scree_vec3 positions[HAND_GRAINS], velocities[HAND_GRAINS], spins[HAND_GRAINS];
    scree_quat orientations[HAND_GRAINS];
    double masses[HAND_GRAINS];
    scree_sim_wall_view walls[HAND_WALLS];
    scree_sim_contact contacts[HAND_CONTACTS];
} hand_frame;

static const char *const hand_materials[2] = { "rock", "steel & \"glass\"" };
static const scree_sim_origin hand_origin = {
    .title = "by hand",
    .command = "scree run hand.yaml",
    .scene = "title: by hand\nseed: 7\n",
    .seed = 7,
    .dimension = 3,
    .domain_low = { -1.0, -1.0, 0.0 },
    .domain_high = { 3.0, 1.0, 2.0 },
    .materials = hand_materials,
    .material_count = 2,
};

static inline void hand_make_shapes(hand_frame *h)
{
    const scree_vec3 corners[5] = { { 0, 0, 0 }, { 0.2, 0, 0 }, { 0, 0.2, 0 }, { 0, 0, 0.2 }, { 0.2, 0.2, 0.2 } };
    h->shapes[0] = scree_sphere_create(0.1, 0.0, NULL);
    h->shapes[1] = scree_box_create((scree_vec3){ 0.1, 0.08, 0.06 }, 0.0, NULL);
    h->shapes[2] = scree_ellipsoid_create((scree_vec3){ 0.12, 0.1, 0.07 }, 0.0, NULL);
    h->shapes[3] = scree_superquadric_create((scree_vec3){ 0.1, 0.1, 0.1 }, 6.0, 6.0, 0.0, NULL);
    h->shapes[4] = scree_cylinder_create(0.08, 0.1, 0.0, NULL);
    h->shapes[5] = scree_polyhedron_create(corners, 5, 0.0, NULL);
    h->shapes[6] = scree_box_create((scree_vec3){ 0.08, 0.08, 0.08 }, 0.02, NULL);
    h->shapes[7] = scree_capsule_create(0.05, 0.1, 0.0, NULL);
    h->wall_shapes[0] = scree_half_space_create((scree_vec3){ 0, 0, 1 }, 0.0, 0.0, NULL);
    h->wall_shapes[1] = scree_box_create((scree_vec3){ 0.5, 0.02, 0.3 }, 0.0, NULL);
}

/// `time` moves everything a little. Grains stand in the reverse order of their ids.
static inline void hand_place(hand_frame *h, double time, int64_t step)
{
    h->frame.time = time;
    h->frame.step = step;
    int part = 0;
    for (int i = 0; i < HAND_GRAINS; ++i) {
        const int id = HAND_GRAINS - 1 - i;
        h->ids[i] = id;
        h->shape_of[i] = id;
        h->materials[i] = id % 2;
        h->positions[i] = (scree_vec3){ 0.3 * id - 0.5, 0.1 * sin(id), 0.3 + time };
        h->orientations[i] = scree_quat_from_axis_angle((scree_vec3){ 1, 2, 3 }, 0.3 * id + time);
        h->velocities[i] = (scree_vec3){ 0.0, 0.1 * id, 1.0 };
        h->spins[i] = (scree_vec3){ 1.0, 0.0, 0.5 * id };
        h->masses[i] = 1.0 + id;
        h->first_parts[i] = part;
        const bool cluster = id == HAND_SHAPES; // two spheres
        for (int k = 0; k < (cluster ? 2 : 1); ++k) {
            const scree_shape *shape = h->shapes[cluster ? 0 : id];
            const scree_vec3 centre = scree_shape_mass(shape).centroid;
            const scree_vec3 local = { (cluster ? 0.1 * (2 * k - 1) : 0.0) - centre.x, -centre.y, -centre.z };
            const scree_vec3 offset = scree_quat_rotate(h->orientations[i], local);
            h->parts[part++] = (scree_body){ shape,
                                             { h->positions[i].x + offset.x, h->positions[i].y + offset.y,
                                               h->positions[i].z + offset.z },
                                             h->orientations[i] };
        }
    }
    h->first_parts[HAND_GRAINS] = part;
}

static inline void hand_connect(hand_frame *h)
{
    h->frame.grains = (scree_sim_grains_view){ .count = HAND_GRAINS,
                                               .ids = h->ids,
                                               .shapes = h->shape_of,
                                               .materials = h->materials,
                                               .modes = h->modes,
                                               .positions = h->positions,
                                               .orientations = h->orientations,
                                               .velocities = h->velocities,
                                               .spins = h->spins,
                                               .masses = h->masses,
                                               .first_parts = h->first_parts,
                                               .parts = h->parts };
    h->frame.walls = h->walls;
    h->frame.wall_count = HAND_WALLS;
    h->frame.contacts = h->contacts;
    h->frame.contact_count = HAND_CONTACTS;
    h->frame.totals = (scree_sim_totals){ .kinetic_translation = 1.0,
                                          .potential = 2.0,
                                          .dissipated = 0.5,
                                          .work = 0.25,
                                          .volume = 1.6,
                                          .contacts = HAND_CONTACTS };
}

static inline void hand_create(hand_frame *h)
{
    *h = (hand_frame){ 0 };
    hand_make_shapes(h);
    hand_place(h, 0.0, 0);
    const scree_vec3 zero = { 0, 0, 0 };
    h->pieces[0] = scree_body_at(h->wall_shapes[0], zero);
    h->pieces[1] = scree_body_at(h->wall_shapes[1], (scree_vec3){ 1.0, 0.9, 0.3 });
    for (int i = 0; i < HAND_WALLS; ++i)
        h->walls[i] = (scree_sim_wall_view){ .name = i == 0 ? "floor" : "plate, moving",
                                             .material = 1,
                                             .orientation = { 1, 0, 0, 0 },
                                             .force = { 0.0, 0.0, -3.0 * (i + 1) },
                                             .pieces = &h->pieces[i],
                                             .piece_count = 1 };
    h->contacts[0] =
        (scree_sim_contact){ .a = 0, .b = 1, .normal = { 1, 0, 0 }, .point = { 1.6, 0, 0.3 }, .depth = 1e-3 };
    h->contacts[1] =
        (scree_sim_contact){ .a = 1, .b = 2, .normal = { 1, 0, 0 }, .point = { 1.3, 0, 0.3 }, .depth = 2e-3 };
    h->contacts[2] =
        (scree_sim_contact){ .a = 3, .b = -1, .normal = { 0, 0, -1 }, .point = { 1.0, 0, 0.0 }, .depth = 1e-4 };
    for (int i = 0; i < HAND_CONTACTS; ++i)
        h->contacts[i].force.force = (scree_vec3){ 3.0 * (i + 1), 4.0 * (i + 1), 0.0 };
    hand_connect(h);
}

static inline void hand_destroy(hand_frame *h)
{
    for (int i = 0; i < HAND_SHAPES; ++i) scree_shape_destroy(h->shapes[i]);
    for (int i = 0; i < 2; ++i) scree_shape_destroy(h->wall_shapes[i]);
}

/// A new, empty folder, to be removed by hand_remove_folder().
static inline void hand_make_folder(char *folder, size_t size)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, size, "%s/scree-output-XXXXXX", base != NULL && base[0] != '\0' ? base : "/tmp");
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        exit(1);
    }
}

static inline void hand_remove_folder(const char *folder)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) perror(folder);
}

/// Can Debian's Python import this module?
static inline bool hand_has_module(const char *module)
{
    char command[256];
    snprintf(command, sizeof command, "/usr/bin/python3 -c 'import %s' >/dev/null 2>&1", module);
    return system(command) == 0;
}

#endif
