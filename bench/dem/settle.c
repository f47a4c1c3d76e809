#include "settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 1000 }; // steps between two looks

/// Soft grains have long time steps: they fall as such, and get stiff at rest.
static const struct {
    double softness; ///< by which the stiffness is divided
    int rounds;      ///< at most
} stages[] = { { 1000.0, 10 }, { 100.0, 5 }, { 10.0, 8 }, { 1.0, 8 } };

static bool read_poses(const scree_sim *sim, packing *out)
{
    const scree_sim_grains_view view = scree_sim_grains(sim);
    out->bodies = calloc(view.count, sizeof *out->bodies);
    if (out->bodies == NULL) return false;
    out->count = view.count;
    for (size_t i = 0; i < view.count; ++i) {
        const scree_body *body = &view.parts[view.first_parts[i]];
        out->bodies[i].position = body->position;
        out->bodies[i].orientation = body->orientation;
    }
    return true;
}

/// Some rounds of a copy of the row with its own stiffness and damping, from and to poses; fewer where it comes to rest.
static bool fall(dem_row row, const packing *from, double softness, int rounds, packing *out)
{
    scree_error error = { 0 };
    scree_sim_report report = { 0 };
    row.stiffness /= softness;
    row.damping = 0.2;
    scree_sim *sim = dem_build(&row, from, 1, 0.0, &error);
    *out = (packing){ .width = from->width };
    bool good = sim != NULL;
    double unbalanced = 1.0;
    for (int i = 0; good && i < rounds && (i < 3 || unbalanced > 0.01); ++i) {
        good = scree_sim_step(sim, ROUND, &report);
        unbalanced = scree_sim_measure(sim).unbalanced;
    }
    if (!good) fprintf(stderr, "%s: %s\n", row.name, sim == NULL ? error.message : "stopped while it settled");
    if (good) fprintf(stderr, "%s: settled to an unbalanced force of %.1e\n", row.packing, unbalanced);
    good = good && read_poses(sim, out);
    scree_sim_destroy(sim);
    return good;
}

bool dem_settle(const dem_row *row, const packing *from, const char *folder, packing *out)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/settled-%s.txt", folder, row->packing);
    if (length <= 0 || length >= (int)sizeof path) return false;
    FILE *kept = fopen(path, "r");
    if (kept != NULL) {
        (void)fclose(kept);
        return packing_read(path, out);
    }
    packing last = { 0 };
    bool good = true;
    for (size_t i = 0; good && i < sizeof stages / sizeof *stages; ++i) {
        good = fall(*row, i == 0 ? from : &last, stages[i].softness, stages[i].rounds, out);
        packing_free(&last);
        last = *out;
    }
    return good && packing_write(path, out);
}
