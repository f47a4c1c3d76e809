// A step allocates nothing, nor does a rebuild of the list that puts the grains into another order, once the arrays are as
// large as they have to be.
//
// The linker sends calls of malloc and its like to the functions below (--wrap).
#include <stdlib.h>

#include "../unit/sim/scene.h"
#include "step/step.h"

// NOLINTBEGIN(bugprone-reserved-identifier): these are the linker's names
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static long calls;

void *__wrap_malloc(size_t size)
{
    ++calls;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    ++calls;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    ++calls;
    return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    ++calls;
    return __real_aligned_alloc(alignment, size);
}
// NOLINTEND(bugprone-reserved-identifier)

// Spheres on a lattice, above a floor, numbered all over it.
static scree_sim *many(int side)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-4;
    s.threads = 1;
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.3));
    const int sphere = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), -0.5);
    for (int n = 0; n < side * side * side; ++n) {
        const int at = (int)((int64_t)n * 7919 % (side * side * side));
        add_at(sim, sphere, vec(0.995 * (at % side), 0.995 * (at / side % side), 0.995 * (at / side / side)),
               vec(0.0, 0.0, 0.0));
    }
    return sim;
}

int main(void)
{
    scree_sim *sim = many(21);
    CHECK(sim->grains.count >= SIM_REORDER_LEAST);
    for (int i = 0; i < 3; ++i) { // both lists of pairs have their size
        sim->is_stale = true;
        run_steps(sim, 2);
    }
    for (int is_due = 0; is_due < 2; ++is_due) {
        sim->rebuilds = is_due ? SIM_REORDER_EVERY : SIM_REORDER_EVERY + 1;
        sim->is_stale = true;
        const long before = calls;
        run_steps(sim, 3);
        CHECK_MSG(calls == before, "%ld allocations %s", calls - before,
                  is_due ? "as grains are put in order" : "in a list");
    }
    CHECK(calls > 0);
    scree_sim_destroy(sim);
    return check_done();
}
