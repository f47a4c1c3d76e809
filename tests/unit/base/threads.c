// How many threads a call takes: what is given, or what OpenMP offers, from 1 to the most.
#include "base/threads.h"

#include "check.h"

int main(void)
{
    CHECK(scree_thread_count(1, 8) == 1 && scree_thread_count(5, 8) == 5 && scree_thread_count(8, 8) == 8);
    CHECK(scree_thread_count(9, 8) == 8 && scree_thread_count(2000000000, SCREE_MOST_THREADS) == SCREE_MOST_THREADS);
    CHECK(scree_thread_count(-3, 8) == 1);
    const int offered = scree_thread_count(0, SCREE_MOST_THREADS);
    CHECK(offered >= 1 && offered <= SCREE_MOST_THREADS && scree_thread_count(0, 1) == 1);
    CHECK(scree_this_thread() == 0);
    return check_done();
}
