// SCREE_LANES in the environment is the most lanes that are used; what is no width changes nothing.
#define _GNU_SOURCE // setenv
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch/kernels.h"
#include "check.h"
#include "scree/batch.h"

// The same program, as the library finds it with that environment; its exit status is the number of lanes.
static int lanes_with(const char *program, const char *words)
{
    const pid_t child = fork();
    int status = -1;
    if (child == 0) {
        if (setenv("SCREE_LANES", words, 1) == 0) execl(program, program, "lanes", (char *)NULL);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "lanes") == 0) return scree_batch_lanes();
    const int widest = scree_kernels_of(8) != NULL ? 8 : scree_kernels_of(4) != NULL ? 4 : 2;
    static const int widths[] = { 2, 4, 8 };
    static const char *const names[] = { "2", "4", "8" }, *const others[] = { "", "3", "16", "0", "2 ", "x" };
    for (int i = 0; i < 3; ++i) CHECK(lanes_with(words[0], names[i]) == (widths[i] < widest ? widths[i] : widest));
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        CHECK_MSG(lanes_with(words[0], others[i]) == widest, "'%s'", others[i]);
    return check_done();
}
