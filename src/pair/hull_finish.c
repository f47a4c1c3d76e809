// Two polyhedra that meet in more than a point, or nearly so: their features, patch and contact point, without the
// caller's scratch.
#include <stdalign.h>

#include "pair/hull_answer.h"

// Not inlined, so that other callers do not carry this buffer on their stack.
bool scree_hull_finish(const scree_cores *c, const scree_answer *found, double tolerance, bool swapped,
                       scree_contact *out)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char room[SCREE_HULL_PATCH + SCREE_ARENA_ALIGN];
    static const scree_query_options plain = { .tolerance = -1.0 };
    if (scree_finish_scratch(c->a, c->b) > SCREE_HULL_PATCH) return false;
    scree_task task = { .cores = c, .options = &plain, .tolerance = tolerance };
    task.radii = c->a->radius + c->b->radius;
    task.scratch = scree_arena_make(room, sizeof room);
    scree_finish(&task, found, out);
    return scree_hull_close(swapped, out);
}
