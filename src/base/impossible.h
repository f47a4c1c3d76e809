// Branches that are believed impossible, and arguments that must hold.
//
//   SCREE_IMPOSSIBLE(c)  a condition that no input is known to make true. A debug build stops there; a release build
//                        evaluates it and takes the branch behind it; a coverage build compiles it away (as SQLite's
//                        NEVER does), so that the branch does not count as one that tests forgot.
//   SCREE_REQUIRE(c)     a contract between scree's own functions; never a check of user data.
#ifndef SCREE_BASE_IMPOSSIBLE_H
#define SCREE_BASE_IMPOSSIBLE_H

#include <assert.h>

#if defined(SCREE_COVERAGE)
#define SCREE_IMPOSSIBLE(condition) (0)
#elif defined(NDEBUG)
#define SCREE_IMPOSSIBLE(condition) (condition)
#else
#define SCREE_IMPOSSIBLE(condition) ((condition) ? (assert(!(condition)), 1) : 0)
#endif

#define SCREE_REQUIRE(condition) assert(condition)

#endif
