// See gather.h.
#include "batch/gather.h"

#include "math/vec3.h"

static bool is_periodic(const scree_batch *batch)
{
    return batch->period.x > 0.0 || batch->period.y > 0.0 || batch->period.z > 0.0;
}

bool scree_must_gather(const scree_batch *batch, size_t first, size_t end)
{
    if (!is_periodic(batch)) return false;
    int images = 0;
    for (size_t i = first; i < end; ++i) {
        const int16_t *image = batch->pairs[i].image;
        images |= image[0] | image[1] | image[2];
    }
    return images != 0;
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

void scree_gather(const scree_batch *batch, size_t first, size_t end, scree_gathered *out)
{
    const size_t count = end - first;
    for (size_t i = 0; i < count; ++i) {
        const scree_pair *p = &batch->pairs[first + i];
        out->pairs[i] = (scree_pair){ .a = -1, .b = -1 };
        // Negative numbers become large ones.
        if ((size_t)p->a >= batch->body_count || (size_t)p->b >= batch->body_count) continue;
        out->bodies[2 * i] = batch->bodies[p->a];
        out->bodies[2 * i + 1] = shifted(&batch->bodies[p->b], p->image, batch->period);
        out->pairs[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    out->batch = *batch;
    out->batch.bodies = out->bodies;
    out->batch.body_count = 2 * count;
    out->batch.pairs = out->pairs;
    out->batch.pair_count = count;
    if (batch->caches != NULL) out->batch.caches = batch->caches + first;
}
