// SHA-256.
//
// Source      FIPS 180-4, sections 4.1.2, 5 and 6.2.
// Departures  none; the caller may hand over the bytes in pieces.
#include "output/sha256.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

/// Section 6.2.2: one block of 64 bytes.
static void take_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64];
    for (int t = 0; t < 16; ++t) {
        const unsigned char *b = block + 4 * t;
        w[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (int t = 16; t < 64; ++t) {
        const uint32_t x = w[t - 15], y = w[t - 2];
        w[t] = (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10) + w[t - 7] + (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) +
               w[t - 16];
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; ++t) {
        const uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        const uint32_t t1 = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + constants[t] + w[t];
        const uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const uint32_t sums[8] = { a, b, c, d, e, f, g, h };
    for (int i = 0; i < 8; ++i) state[i] += sums[i];
}

void scree_sim_hash_start(scree_sim_hash *hash)
{
    static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(hash->state, first, sizeof first);
    hash->size = 0;
}

void scree_sim_hash_add(scree_sim_hash *hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        const size_t kept = (size_t)(hash->size % sizeof hash->block);
        if (kept == 0 && size >= sizeof hash->block) {
            take_block(hash->state, at);
            hash->size += sizeof hash->block;
            at += sizeof hash->block;
            size -= sizeof hash->block;
            continue;
        }
        const size_t room = sizeof hash->block - kept, step = size < room ? size : room;
        memcpy(hash->block + kept, at, step);
        hash->size += step;
        at += step;
        size -= step;
        if (hash->size % sizeof hash->block == 0) take_block(hash->state, hash->block);
    }
}

void scree_sim_hash_end(scree_sim_hash *hash, char text[SCREE_SIM_HASH_SIZE])
{
    const uint64_t bits = 8 * hash->size;
    const unsigned char one = 0x80, zero = 0;
    scree_sim_hash_add(hash, &one, 1);
    while (hash->size % sizeof hash->block != 56) scree_sim_hash_add(hash, &zero, 1);
    unsigned char length[8];
    for (int i = 0; i < 8; ++i) length[i] = (unsigned char)(bits >> (56 - 8 * i));
    scree_sim_hash_add(hash, length, sizeof length);
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 64; ++i) text[i] = digits[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15U];
    text[64] = '\0';
}

void scree_sim_sha256(const void *bytes, size_t size, char hash[SCREE_SIM_HASH_SIZE])
{
    if (hash == NULL) return;
    scree_sim_hash state;
    scree_sim_hash_start(&state);
    if (bytes != NULL) scree_sim_hash_add(&state, bytes, size);
    scree_sim_hash_end(&state, hash);
}
