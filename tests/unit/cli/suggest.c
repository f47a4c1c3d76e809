// What mistyped and foreign names are taken for.
#include "suggest.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

static const word fields[] = { WORD("radius"),      WORD("half_extents"), WORD("half_length"), WORD("semi_axes"),
                               WORD("orientation"), WORD("vertices"),     WORD("tolerance") };

enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static bool gives(const char *name, unsigned allowed, const char *expected)
{
    char buffer[SUGGESTION_SIZE];
    scree_cli_suggest(name, strlen(name), fields, FIELD_COUNT, allowed, buffer);
    if (strcmp(buffer, expected) != 0) printf("%s: expected '%s', got '%s'\n", name, expected, buffer);
    return strcmp(buffer, expected) == 0;
}

static bool method_gives(const char *name, const char *expected)
{
    char buffer[SUGGESTION_SIZE];
    scree_cli_suggest_method(name, strlen(name), buffer);
    if (strcmp(buffer, expected) != 0) printf("%s: expected '%s', got '%s'\n", name, expected, buffer);
    return strcmp(buffer, expected) == 0;
}

int main(void)
{
    CHECK(gives("raduis", ~0u, "; did you mean radius?"));
    CHECK(gives("Radius", ~0u, "; did you mean radius?"));
    CHECK(gives("half-extents", ~0u, "; did you mean half_extents?"));
    CHECK(gives("tolerence", ~0u, "; did you mean tolerance?"));
    CHECK(gives("toleranec", ~0u, "; did you mean tolerance?"));
    CHECK(gives("diameter", ~0u, "; did you mean radius (half of it)?"));
    CHECK(gives("size", ~0u, "; did you mean half_extents (half of it)?"));
    CHECK(gives("size", 1u, "; did you mean radius (half of it)?")); // where there are no half_extents
    CHECK(gives("diameter", 2u, ""));                                // where there is no radius
    CHECK(gives("vert", ~0u, "; did you mean vertices?"));
    CHECK(gives("", ~0u, ""));
    CHECK(gives("x", ~0u, ""));
    CHECK(gives("colour", ~0u, ""));
    CHECK(gives("a name that is far longer than any that there is", ~0u, ""));
    CHECK(method_gives("gjk", "; did you mean gjk-epa?"));
    CHECK(method_gives("GJK", "; did you mean gjk-epa?"));
    CHECK(method_gives("sta", "; did you mean sat?"));
    CHECK(method_gives("common-plane", "; did you mean cp?"));
    CHECK(method_gives("magic", "; 'scree methods' lists them"));
    return check_done();
}
