// Proves that the ThreadSanitizer build is one to trust. Two ways to count with OpenMP threads:
//   race     without any order: the sanitizer must report it
//   barrier  in turns, parted by barriers and by the end of the parallel region: it must not
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int count_in_disorder(void)
{
    int count = 0;
#pragma omp parallel num_threads(4) shared(count)
    for (int i = 0; i < 1000; ++i) count++;
    return count;
}

static int count_in_turns(void)
{
    int count = 0;
#pragma omp parallel num_threads(4) shared(count)
    {
        for (int turn = 0; turn < omp_get_num_threads(); ++turn) {
            if (omp_get_thread_num() == turn) count++;
#pragma omp barrier
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "race") == 0) return count_in_disorder() < 0;
    int count = count_in_turns();
    printf("%d threads took their turn\n", count);
    return count != 4;
}
