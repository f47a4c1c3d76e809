#define _XOPEN_SOURCE 700
#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static const int caught[] = { SIGINT, SIGTERM, SIGHUP };

enum { CAUGHT_COUNT = sizeof caught / sizeof *caught, SHELL_BASE = 128 };

// Written by the handler, on whatever thread it runs: one of the few things that may be.
static atomic_int received;

static void note(int number)
{
    atomic_store(&received, number);
}

void scree_cli_interrupt_catch(void)
{
    struct sigaction action = { .sa_handler = note, .sa_flags = (int)SA_RESETHAND };
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAUGHT_COUNT; ++i) {
        struct sigaction now;
        // A program that was started with a signal ignored (nohup) keeps ignoring it.
        if (sigaction(caught[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) sigaction(caught[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static void mask(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < CAUGHT_COUNT; ++i) sigaddset(&set, caught[i]);
    pthread_sigmask(how, &set, NULL);
}

void scree_cli_interrupt_block(void)
{
    mask(SIG_BLOCK);
}

void scree_cli_interrupt_allow(void)
{
    mask(SIG_UNBLOCK);
}

bool scree_cli_interrupted(void)
{
    return atomic_load_explicit(&received, memory_order_relaxed) != 0;
}

int scree_cli_interrupt_status(void)
{
    return SHELL_BASE + atomic_load(&received);
}
