// The whole test framework: counted checks, a knob for the size of a test, and a closing line.
//
//   int main(void)
//   {
//       CHECK(1 + 1 == 2);
//       CHECK_NEAR(distance, 1.0, 1e-15);
//       CHECK_MSG(gap > 0.0, "case %d: gap %.17g", i, gap);
//       return check_done();
//   }
//
// A failed check is counted and the program goes on, so that one run shows every fault; only the first failures are
// printed. A test program is one source file, hence the statics.
#ifndef SCREE_TESTS_CHECK_H
#define SCREE_TESTS_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHECK_LINES = 20 };

static long check_count;
static long check_failures;

/// The condition is true.
#define CHECK(condition) check_that((condition), __FILE__, __LINE__, "%s", "failed: " #condition)

/// The condition is true; the message (printf style) says which case it was.
#define CHECK_MSG(condition, ...) check_that((condition), __FILE__, __LINE__, __VA_ARGS__)

/// |a - b| <= tolerance. NaN fails; equal infinities pass.
#define CHECK_NEAR(a, b, tolerance) check_near((a), (b), (tolerance), __FILE__, __LINE__, #a, #b)

/// Counts one check and returns its outcome, so that a test can leave a loop that makes no sense any more.
__attribute__((format(printf, 4, 5))) static inline bool check_that(bool ok, const char *file, int line,
                                                                    const char *format, ...)
{
    check_count++;
    if (ok) return true;
    check_failures++;
    if (check_failures <= CHECK_LINES) {
        va_list arguments;
        va_start(arguments, format);
        fprintf(stderr, "%s:%d: ", file, line);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        va_end(arguments);
    }
    if (check_failures == CHECK_LINES) fprintf(stderr, "further failures are counted, not printed\n");
    return false;
}

static inline bool check_near(double a, double b, double tolerance, const char *file, int line, const char *a_text,
                              const char *b_text)
{
    bool ok = a == b || fabs(a - b) <= tolerance;
    return check_that(ok, file, line, "failed: %s = %.17g is not within %.3g of %s = %.17g", a_text, a, tolerance,
                      b_text, b);
}

/// How much of its full work a test shall do: SCREE_TEST_SCALE, 1 when unset. Sanitizer builds run the same programs
/// at a few hundredths.
static inline double check_scale(void)
{
    const char *text = getenv("SCREE_TEST_SCALE");
    double scale = text != NULL ? strtod(text, NULL) : 1.0;
    return scale > 0.0 && isfinite(scale) ? scale : 1.0;
}

/// full * check_scale(), at least 1: the usual bound of a loop over random cases.
static inline long check_scaled(long full)
{
    double count = (double)full * check_scale();
    return count < 1.0 ? 1 : (long)count;
}

/// Prints the closing line and returns the exit status of the program. A program that checked nothing has failed.
static inline int check_done(void)
{
    printf("%ld checks, %ld failed\n", check_count, check_failures);
    return check_failures == 0 && check_count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
