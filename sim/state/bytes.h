// Bytes that grow at one end and are read from the other.
#ifndef SCREE_SIM_STATE_BYTES_H
#define SCREE_SIM_STATE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// All calls on a writer that has run out of memory, or on a reader that has run out of bytes, do nothing but keep
/// `failed`.
typedef struct sim_writer {
    unsigned char *bytes;
    size_t size, capacity;
    bool failed;
} sim_writer;

typedef struct sim_reader {
    const unsigned char *bytes;
    size_t size, at;
    bool failed;
} sim_reader;

void scree_sim_put(sim_writer *writer, const void *data, size_t size);
/// A count, then so many elements.
void scree_sim_put_array(sim_writer *writer, const void *data, size_t count, size_t element);
void scree_sim_put_text(sim_writer *writer, const char *text);

void scree_sim_get(sim_reader *reader, void *data, size_t size);
/// The elements in memory of their own, with the count; NULL where there are none, or on failure.
void *scree_sim_get_array(sim_reader *reader, size_t *count, size_t element);
/// The elements of an array whose count is known; anything else is a failure.
void scree_sim_get_known(sim_reader *reader, void *data, size_t count, size_t element);
char *scree_sim_get_text(sim_reader *reader);

/// Detects changed bytes (64-bit FNV-1a over words).
uint64_t scree_sim_checksum(const unsigned char *bytes, size_t size);

#endif
