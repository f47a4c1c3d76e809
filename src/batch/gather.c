// See gather.h.
#include "batch/gather.h"

#include "math/vec3.h"

static bool is_periodic(const scree_batch *batch)
{
    return batch->period.x > 0.0 || batch->period.y > 0.0 || batch->period.z > 0.0;
}

// Index of the pair of answer k; out of range where the caller's index is wrong.
static size_t pair_index(const scree_batch *batch, size_t k)
{
    return batch->active != NULL ? (size_t)batch->active[k] : k; // a cast negative index is out of range
}

static bool have_images(const scree_pair *pairs, size_t count)
{
    int images = 0;
    for (size_t i = 0; i < count; ++i) images |= pairs[i].image[0] | pairs[i].image[1] | pairs[i].image[2];
    return images != 0;
}

bool scree_must_gather(const scree_batch *batch, size_t first, size_t end)
{
    if (batch->active != NULL) return true;
    return is_periodic(batch) && have_images(batch->pairs + first, end - first);
}

static scree_body shifted(const scree_body *b, const int16_t image[3], scree_vec3 period)
{
    scree_body moved = *b;
    moved.position = v3_add(b->position, v3(image[0] * period.x, image[1] * period.y, image[2] * period.z));
    return moved;
}

scree_body scree_pair_image(const scree_body *b, const scree_pair *pair, scree_vec3 period)
{
    if (b == NULL || pair == NULL) return (scree_body){ .shape = NULL };
    return shifted(b, pair->image, period);
}

// Copies the pairs' bodies and shifts B to its image.
static void gather_bodies(const scree_batch *batch, size_t count, scree_gathered *out)
{
    for (size_t i = 0; i < count; ++i) {
        const scree_pair p = out->pairs[i];
        out->pairs[i] = (scree_pair){ .a = -1, .b = -1 };
        // A cast negative index is out of range, too.
        if ((size_t)p.a >= batch->body_count || (size_t)p.b >= batch->body_count) continue;
        out->bodies[2 * i] = batch->bodies[p.a];
        out->bodies[2 * i + 1] = shifted(&batch->bodies[p.b], p.image, batch->period);
        out->pairs[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    out->batch.bodies = out->bodies;
    out->batch.body_count = 2 * count;
}

void scree_gather(const scree_batch *batch, size_t first, size_t end, scree_gathered *out)
{
    const size_t count = end - first;
    out->batch = *batch;
    out->batch.pairs = out->pairs;
    out->batch.pair_count = count;
    out->batch.active = NULL;
    if (batch->counts != NULL) out->batch.counts = batch->counts + first;
    const bool copies = batch->active != NULL;
    if (batch->caches != NULL) out->batch.caches = copies ? out->caches : batch->caches + first;
    if (batch->paper_caches != NULL) out->batch.paper_caches = copies ? out->paper_caches : batch->paper_caches + first;
    for (size_t k = 0; k < count; ++k) {
        const size_t i = pair_index(batch, first + k);
        const bool is_pair = i < batch->pair_count;
        out->pairs[k] = is_pair ? batch->pairs[i] : (scree_pair){ .a = -1, .b = -1 };
        if (!is_pair || !copies) continue;
        if (batch->caches != NULL) out->caches[k] = batch->caches[i];
        if (batch->paper_caches != NULL) out->paper_caches[k] = batch->paper_caches[i];
    }
    if (is_periodic(batch) && have_images(out->pairs, count)) gather_bodies(batch, count, out);
}

void scree_scatter_starts(const scree_gathered *block, const scree_batch *batch, size_t first)
{
    if (batch->active == NULL) return;
    for (size_t k = 0; k < block->batch.pair_count; ++k) {
        const size_t i = pair_index(batch, first + k);
        if (i >= batch->pair_count) continue;
        if (batch->caches != NULL) batch->caches[i] = block->caches[k];
        if (batch->paper_caches != NULL) batch->paper_caches[i] = block->paper_caches[k];
    }
}
