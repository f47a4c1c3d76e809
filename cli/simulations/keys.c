#include "keys.h"

#include <stdarg.h>
#include <stdio.h>

// What is measured of a simulation, and how. Raise it with any change of that: results that were kept before are simulated anew.
#define MEASURES 1

// FNV-1a, 64 bits.
static uint64_t hash(uint64_t before, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i) before = (before ^ bytes[i]) * UINT64_C(0x100000001b3);
    return before;
}

uint64_t scree_key_set_up(uint64_t before, const void *part, size_t size)
{
    static const unsigned char end = 0;
    return hash(hash(before, part, size), &end, 1);
}

// What comes first, then what all keys have.
static void write_key(char key[KEY_SIZE], uint64_t seed, uint64_t set_up, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void write_key(char key[KEY_SIZE], uint64_t seed, uint64_t set_up, const char *format, ...)
{
    char first[KEY_SIZE - 64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(first, sizeof first, format, arguments);
    va_end(arguments);
    snprintf(key, KEY_SIZE, "%s, measures %d, seed %llu, set-up %016llx", first, MEASURES, (unsigned long long)seed,
             (unsigned long long)set_up);
}

void scree_key_trial(char key[KEY_SIZE], const char *what, bool quick, int setting, uint64_t seed, uint64_t set_up)
{
    write_key(key, seed, set_up, "%s%s, %d", what, quick ? ", quick" : "", setting);
}

void scree_key_shares(char key[KEY_SIZE], const char *method, int grains, uint64_t seed, uint64_t set_up)
{
    write_key(key, seed, set_up, "descantes-2019, %s, %d grains", method, grains);
}

void scree_key_box(char key[KEY_SIZE], int grains, double side, int window, uint64_t seed, uint64_t set_up)
{
    write_key(key, seed, set_up, "nezami-2006, box of %g m, %d grains, windows of %d steps", side, grains, window);
}

void scree_key_bucket(char key[KEY_SIZE], int grains, double pace, int window, uint64_t seed, uint64_t set_up)
{
    write_key(key, seed, set_up, "nezami-2006, bucket, pace %g, %d grains, windows of %d steps", pace, grains, window);
}

void scree_key_injection(char key[KEY_SIZE], bool spheres, const injection_size *size, uint64_t seed, uint64_t set_up)
{
    write_key(key, seed, set_up, "feng-tan-2020, %s, %d grains over %.9g s from %.9g m into %.9g m",
              spheres ? "II" : "I", size->grains, size->duration, size->height, size->box);
}
