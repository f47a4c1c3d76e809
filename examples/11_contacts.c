// From bodies to contacts in one call, step after step: balls fall through a periodic box. The candidate pairs and their
// warm starts are the caller's and go from one step to the next; memory grows where a call says that it has too little.
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

enum { BODIES = 5, STEPS = 3 };

typedef struct memory {
    scree_candidates candidates;
    scree_pair_contact *contacts;
    size_t capacity;
} memory;

static void *grown(void *old, size_t bytes)
{
    void *block = realloc(old, bytes);
    if (block == NULL) exit(EXIT_FAILURE);
    return block;
}

// What was too little: room for pairs, scratch or contacts.
static void grow(memory *m, size_t count)
{
    scree_candidates *c = &m->candidates;
    if (c->needed > c->capacity) {
        c->capacity = 2 * c->needed;
        c->pairs = grown(c->pairs, c->capacity * sizeof *c->pairs);
        c->caches = grown(c->caches, c->capacity * sizeof *c->caches);
    } else if (c->scratch_needed > c->scratch_size) {
        c->scratch_size = c->scratch_needed + c->scratch_needed / 4;
        c->scratch = grown(c->scratch, c->scratch_size);
    } else {
        m->capacity = 2 * count;
        m->contacts = grown(m->contacts, m->capacity * sizeof *m->contacts);
    }
}

int main(void)
{
    scree_shape *ball = scree_sphere_create(0.5, 0.0, NULL);
    scree_body bodies[BODIES];
    for (int i = 0; i < BODIES; ++i) bodies[i] = scree_body_at(ball, (scree_vec3){ 0.9 * i, 0.0, 0.0 });
    const int32_t groups[BODIES] = { 1, 1, 0, 0, 0 }; // the first two are one grain
    const scree_filter filter = { .groups = groups };
    const scree_system system = {
        .bodies = bodies, .body_count = BODIES, .period = { 4.5, 0.0, 0.0 }, .filter = &filter
    };
    memory m = { .capacity = 0 };
    scree_status status = SCREE_OK;
    for (int step = 1; step <= STEPS; ++step) {
        size_t count = 0;
        for (int i = 0; i < BODIES; ++i) bodies[i].position.z = 0.01 * step * (i % 2);
        while ((status = scree_contacts(&system, NULL, &m.candidates, m.contacts, m.capacity, &count)) ==
               SCREE_SCRATCH_TOO_SMALL)
            grow(&m, count);
        if (status != SCREE_OK) break;
        printf("step %d:\n", step);
        for (size_t i = 0; i < count; ++i) {
            const scree_pair *p = &m.contacts[i].pair;
            printf("  %d with %d, image %2d: %9.6f\n", (int)p->a, (int)p->b, p->image[0],
                   m.contacts[i].contact.distance);
        }
    }
    if (status != SCREE_OK) fprintf(stderr, "%s\n", scree_status_text(status));
    free(m.candidates.pairs);
    free(m.candidates.caches);
    free(m.candidates.scratch);
    free(m.contacts);
    scree_shape_destroy(ball);
    return status == SCREE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
