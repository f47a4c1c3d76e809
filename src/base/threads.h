// How many threads a call uses, and which of them runs: 1 and 0 without OpenMP.
#ifndef SCREE_BASE_THREADS_H
#define SCREE_BASE_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#endif

enum { SCREE_MOST_THREADS = 1024 }; // with more, the system may refuse and end the program

// `threads` as given by the caller; 0: as many as OpenMP offers. From 1 to `most`.
static inline int scree_thread_count(int threads, int most)
{
#ifdef _OPENMP
    if (threads == 0) threads = omp_get_max_threads();
#endif
    return threads < 1 ? 1 : threads > most ? most : threads;
}

static inline int scree_this_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
