// SHA-256 of bytes that come in pieces.
#ifndef SCREE_SIM_OUTPUT_SHA256_H
#define SCREE_SIM_OUTPUT_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "scree_sim/output.h"

typedef struct scree_sim_hash {
    uint32_t state[8];
    uint64_t size;
    unsigned char block[64];
} scree_sim_hash;

void scree_sim_hash_start(scree_sim_hash *hash);
void scree_sim_hash_add(scree_sim_hash *hash, const void *bytes, size_t size);
void scree_sim_hash_end(scree_sim_hash *hash, char text[SCREE_SIM_HASH_SIZE]);

#endif
