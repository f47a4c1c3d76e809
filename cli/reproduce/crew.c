#define _POSIX_C_SOURCE 200809L
#include "crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "headway.h"
#include "interrupt.h"

typedef struct crew {
    size_t count, block;
    crew_work work;
    void *user;
    const char *what;
    atomic_size_t next; ///< the first item that nobody has taken
} crew;

typedef struct crew_hand {
    crew *crew;
    int number;
    pthread_t thread;
} crew_hand;

static void *labour(void *argument)
{
    const crew_hand *hand = argument;
    crew *c = hand->crew;
    while (!scree_cli_interrupted()) {
        size_t first = atomic_fetch_add(&c->next, c->block);
        if (first >= c->count) break;
        size_t end = c->count - first < c->block ? c->count : first + c->block;
        c->work(c->user, hand->number, first, end);
        if (hand->number == 0 && c->what != NULL) scree_headway(c->what, end, c->count);
    }
    return NULL;
}

bool scree_crew_run(int threads, size_t count, size_t block, crew_work work, void *user, const char *what)
{
    crew c = { .count = count, .block = block, .work = work, .user = user, .what = what };
    crew_hand self = { .crew = &c };
    crew_hand *hands = calloc((size_t)threads, sizeof *hands);
    int started = 1;
    scree_cli_interrupt_block(); // signals go to the main thread
    while (hands != NULL && started < threads) {
        hands[started] = (crew_hand){ .crew = &c, .number = started };
        if (pthread_create(&hands[started].thread, NULL, labour, &hands[started]) != 0) break;
        ++started;
    }
    scree_cli_interrupt_allow();
    labour(&self);
    for (int i = 1; i < started; ++i) pthread_join(hands[i].thread, NULL);
    free(hands);
    scree_headway_clear();
    return !scree_cli_interrupted();
}
