// The table of rates that a study of the papers' methods is checked against (oracle/methods.h), and how it is run.
//
//   static const methods_rate rates[] = {
//       METHOD_RIGHT("sat", 0.0),
//       { "cp", { apart, shallow, deep, hard }, { ... }, 0.6 },
//   };
//
// In per cent, each a band { low, high }: exact answers first, then near ones, and last how many searches may meet
// their bound. The four kinds of pairs are usual ones apart, shallow and deep, and the hard classes. Measured with the
// study's seed, and room for what other compilers make of it: nothing for the usual pairs, more for the hard ones,
// whose shapes come from powers, which are each C library's own.
#ifndef SCREE_TESTS_CROSS_METHODS_RATES_H
#define SCREE_TESTS_CROSS_METHODS_RATES_H

#include "check.h"
#include "oracle/methods.h"

#define ALWAYS                                                                                                         \
    {                                                                                                                  \
        100, 100                                                                                                       \
    }
/// A method that is always right.
#define METHOD_RIGHT(name, bound)                                                                                      \
    {                                                                                                                  \
        .method = (name), .exact = { ALWAYS, ALWAYS, ALWAYS, ALWAYS }, .near = { ALWAYS, ALWAYS, ALWAYS, ALWAYS },     \
        .cut_short = (bound)                                                                                           \
    }

/// All of a test's main().
static inline int check_methods(const methods_study *study, const char *what)
{
    long done = 0, wrong = scree_methods_drive(study, check_scale(), &done);
    CHECK_MSG(wrong == 0, "%ld faults and rates out of their bands, over %ld pairs of %s", wrong, done, what);
    return check_done();
}

#endif
