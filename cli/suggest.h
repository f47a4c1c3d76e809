// What a mistyped or foreign name most likely stands for: one table of synonyms for the whole command, then the
// fewest typing errors.
#ifndef SCREE_CLI_SUGGEST_H
#define SCREE_CLI_SUGGEST_H

#include <stddef.h>

/// A name with its length.
typedef struct word {
    const char *bytes;
    size_t size;
} word;

#define WORD(literal)                                                                                                  \
    {                                                                                                                  \
        (literal), sizeof(literal) - 1                                                                                 \
    }

/// Which of the known names is meant, with how the two differ in `note`, or NULL; -1 where none is close. `allowed` has
/// bit i set where known[i] may be suggested; names from number 32 on always may.
int scree_cli_suggest_which(const char *name, size_t size, const word *known, int count, unsigned allowed,
                            const char **note);

enum { SUGGESTION_SIZE = 96 };

/// The same in words: "; did you mean radius (half of it)?" in `buffer` of SUGGESTION_SIZE bytes, or "".
const char *scree_cli_suggest(const char *name, size_t size, const word *known, int count, unsigned allowed,
                              char *buffer);

/// The same for a method of the library, or where to find them all.
const char *scree_cli_suggest_method(const char *name, size_t size, char *buffer);

#endif
