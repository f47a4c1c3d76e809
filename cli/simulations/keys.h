// The keys under which results of simulations are kept (kept.h). A key has all that options can change of a simulation, and its
// set-up, the hash of the scene with all that is changed of it: those of two different simulations differ.
#ifndef SCREE_CLI_KEYS_H
#define SCREE_CLI_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEY_SIZE = 192 };

/// The hash of a set-up: call it for one part after the other, with KEY_NOTHING for the first and the last result for the others.
#define KEY_NOTHING UINT64_C(0xcbf29ce484222325)
uint64_t scree_key_set_up(uint64_t before, const void *part, size_t size);

/// One setting of a case or study with several; `what` names its set of settings.
void scree_key_trial(char key[KEY_SIZE], const char *what, bool quick, int setting, uint64_t seed, uint64_t set_up);
void scree_key_shares(char key[KEY_SIZE], const char *method, int grains, uint64_t seed, uint64_t set_up);
/// `side` of the box in m; `window`: steps in which the methods are compared.
void scree_key_box(char key[KEY_SIZE], int grains, double side, int window, uint64_t seed, uint64_t set_up);
/// `pace` of the bucket over the printed one.
void scree_key_bucket(char key[KEY_SIZE], int grains, double pace, int window, uint64_t seed, uint64_t set_up);

typedef struct injection_size {
    int grains;
    double duration, box, height; ///< s, m; of the place that they fall from
} injection_size;

void scree_key_injection(char key[KEY_SIZE], bool spheres, const injection_size *size, uint64_t seed, uint64_t set_up);

#endif
