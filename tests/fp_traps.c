// See fp_traps.h.
#define _GNU_SOURCE // feenableexcept()

#include "fp_traps.h"

#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__

// SIGFPE has its default action again by now, and the instruction that follows it ends the program.
static void explain(int signal_number)
{
    static const char text[] = "SIGFPE: a floating-point trap, on in all tests (tests/fp_traps.c). A public call must "
                               "not raise it; a test that calls internal functions, or computes with NaN, is to be "
                               "listed in tests/CMakeLists.txt\n";
    (void)signal_number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) abort();
}

void turn_traps_on(void)
{
    const char *wanted = getenv("SCREE_TEST_TRAPS");
    if (wanted != NULL && strcmp(wanted, "0") == 0) return;
    struct sigaction action = { .sa_handler = explain, .sa_flags = (int)SA_RESETHAND };
    (void)sigaction(SIGFPE, &action, NULL);
    (void)feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
}

#else

void turn_traps_on(void)
{
}

#endif
