// Little-endian numbers in a row of bytes, on any machine.
#ifndef SCREE_SHAPE_BYTE_STREAM_H
#define SCREE_SHAPE_BYTE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "scree/vec.h"

/// Keeps counting when the buffer is full.
typedef struct scree_byte_writer {
    unsigned char *bytes;
    size_t capacity, size;
} scree_byte_writer;

typedef struct scree_byte_reader {
    const unsigned char *bytes;
    size_t size, at;
    bool is_short; // the input ended early; zeros were read
} scree_byte_reader;

static inline void scree_put_whole(scree_byte_writer *w, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; ++i, ++w->size)
        if (w->size < w->capacity) w->bytes[w->size] = (unsigned char)(value >> (8 * i) & 0xff);
}

static inline void scree_put_count(scree_byte_writer *w, int value)
{
    scree_put_whole(w, (uint32_t)value, 4);
}

static inline void scree_put_double(scree_byte_writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    scree_put_whole(w, bits, 8);
}

static inline void scree_put_vector(scree_byte_writer *w, scree_vec3 v)
{
    scree_put_double(w, v.x);
    scree_put_double(w, v.y);
    scree_put_double(w, v.z);
}

static inline uint64_t scree_get_whole(scree_byte_reader *r, size_t bytes)
{
    uint64_t value = 0;
    if (r->size - r->at < bytes) {
        r->is_short = true;
        r->at = r->size;
        return 0;
    }
    for (size_t i = 0; i < bytes; ++i) value |= (uint64_t)r->bytes[r->at + i] << (8 * i);
    r->at += bytes;
    return value;
}

static inline uint32_t scree_get_count(scree_byte_reader *r)
{
    return (uint32_t)scree_get_whole(r, 4);
}

static inline double scree_get_double(scree_byte_reader *r)
{
    const uint64_t bits = scree_get_whole(r, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline scree_vec3 scree_get_vector(scree_byte_reader *r)
{
    scree_vec3 v;
    v.x = scree_get_double(r);
    v.y = scree_get_double(r);
    v.z = scree_get_double(r);
    return v;
}

#endif
