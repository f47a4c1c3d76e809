// Bytes that grow at one end and are read from the other.
#include "state/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "state/state.h"

void scree_sim_put(sim_writer *w, const void *data, size_t size)
{
    if (w->failed || size == 0) return;
    if (size > SIZE_MAX / 2 - w->size || !scree_sim_grow(&w->bytes, &w->capacity, w->size + size, 1)) {
        w->failed = true;
        return;
    }
    memcpy(w->bytes + w->size, data, size);
    w->size += size;
}

void scree_sim_put_array(sim_writer *w, const void *data, size_t count, size_t element)
{
    const uint64_t n = count;
    scree_sim_put(w, &n, sizeof n);
    scree_sim_put(w, data, count * element);
}

void scree_sim_put_text(sim_writer *w, const char *text)
{
    scree_sim_put_array(w, text, strlen(text) + 1, 1);
}

void scree_sim_get(sim_reader *r, void *data, size_t size)
{
    if (r->failed || size > r->size - r->at) {
        r->failed = true;
        memset(data, 0, size);
        return;
    }
    if (size > 0) memcpy(data, r->bytes + r->at, size);
    r->at += size;
}

void *scree_sim_get_array(sim_reader *r, size_t *count, size_t element)
{
    uint64_t n;
    *count = 0;
    scree_sim_get(r, &n, sizeof n);
    if (r->failed || n > (r->size - r->at) / element) r->failed = true;
    if (r->failed || n == 0) return NULL;
    void *data = malloc((size_t)n * element);
    if (data == NULL) {
        r->failed = true;
        return NULL;
    }
    scree_sim_get(r, data, (size_t)n * element);
    *count = (size_t)n;
    return data;
}

void scree_sim_get_known(sim_reader *r, void *data, size_t count, size_t element)
{
    uint64_t n;
    scree_sim_get(r, &n, sizeof n);
    if (n != count) r->failed = true;
    if (!r->failed) scree_sim_get(r, data, count * element);
}

char *scree_sim_get_text(sim_reader *r)
{
    size_t count;
    char *text = scree_sim_get_array(r, &count, 1);
    if (text != NULL && text[count - 1] == '\0') return text;
    free(text);
    r->failed = true;
    return NULL;
}

uint64_t scree_sim_checksum(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash = (hash ^ word) * 1099511628211u;
        hash ^= hash >> 29;
    }
    return hash;
}
