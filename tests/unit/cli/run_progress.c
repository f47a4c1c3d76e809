// The progress line of a run fits the terminal: fields are left out by their rank, and what is left is cut.
#include "run/run_progress.h"

#include <string.h>

#include "check.h"

static const progress_field fields[] = {
    { "pour: 0.1234 s", 0 }, { "1234 steps", 1 },  { "", 2 },
    { "300 grains", 4 },     { "77 contacts", 3 }, { "9 s left", 5 },
};
enum { COUNT = sizeof fields / sizeof *fields };

static bool is(int width, const char *expected)
{
    char line[200];
    scree_cli_progress_fit(fields, COUNT, width, line, sizeof line);
    if (strcmp(line, expected) != 0) printf("width %d: expected '%s', got '%s'\n", width, expected, line);
    return strcmp(line, expected) == 0;
}

static void check_fit(void)
{
    static const char all[] = "pour: 0.1234 s, 1234 steps, 300 grains, 77 contacts, 9 s left";
    const int size = (int)strlen(all);
    CHECK(is(0, all));
    CHECK(is(size, all));
    CHECK(is(size - 1, "pour: 0.1234 s, 300 grains, 77 contacts, 9 s left"));
    CHECK(is(48, "pour: 0.1234 s, 300 grains, 9 s left"));
    CHECK(is(30, "pour: 0.1234 s, 9 s left"));
    CHECK(is(20, "pour: 0.1234 s"));
    CHECK(is(6, "pour: "));
    for (int width = 1; width < size + 5; ++width) {
        char line[200];
        scree_cli_progress_fit(fields, COUNT, width, line, sizeof line);
        CHECK((int)strlen(line) <= width);
    }
}

/// Columns are characters, not bytes, and none is cut in two.
static void check_characters(void)
{
    const progress_field name = { "\xC3\xA9\xC3\xA9\xC3\xA9", 0 };
    char line[16];
    scree_cli_progress_fit(&name, 1, 3, line, sizeof line);
    CHECK(strcmp(line, name.words) == 0);
    scree_cli_progress_fit(&name, 1, 2, line, sizeof line);
    CHECK(strcmp(line, "\xC3\xA9\xC3\xA9") == 0);
}

int main(void)
{
    check_fit();
    check_characters();
    return check_done();
}
