// Printed numbers read back as the same double, with no digit too many, and are JSON. strtod() and printf() are the
// judges.
#include "number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "json.h"

static uint64_t next_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static bool same_bits(double a, double b)
{
    uint64_t bits_a, bits_b;
    memcpy(&bits_a, &a, sizeof a);
    memcpy(&bits_b, &b, sizeof b);
    return bits_a == bits_b;
}

static int digits_of(const char *words)
{
    int digits = 0;
    size_t size = strcspn(words, "eE");
    const char *first = words + strspn(words, "-0.");
    const char *last = words + size;
    while (last > first && (last[-1] == '0' || last[-1] == '.')) --last;
    for (const char *p = first; p < last; ++p) digits += *p != '.';
    return digits;
}

static void check_number(json_reader *reader, double x)
{
    char words[NUMBER_SIZE + JSON_PADDING] = { 0 }, shorter[64];
    char *end = scree_cli_number_put(words, x);
    CHECK(end - words <= NUMBER_SIZE && strlen(words) == (size_t)(end - words));
    CHECK(same_bits(strtod(words, NULL), x));
    json_value root;
    const char *reason;
    double read = NAN;
    CHECK(scree_cli_json_parse(reader, words, strlen(words), &root, &reason) == JSON_FINE);
    CHECK(scree_cli_json_number(root, &read) && same_bits(read, x));
    int digits = digits_of(words);
    CHECK(digits <= 17);
    if (digits > 1) {
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, x);
        CHECK(!same_bits(strtod(shorter, NULL), x));
    }
}

int main(void)
{
    json_reader *reader = scree_cli_json_create();
    CHECK(reader != NULL);
    const double special[] = { 0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               0.1,
                               1.0 / 3.0,
                               1e21,
                               1e22,
                               1e23,
                               1e-5,
                               123e-7,
                               5e-324,
                               1e-300,
                               2.5e-308,
                               9007199254740993.0,
                               1.7976931348623157e308,
                               100.0,
                               1e15 };
    for (size_t i = 0; i < sizeof special / sizeof *special; ++i) check_number(reader, special[i]);
    uint64_t state = 88172645463325252u;
    for (long i = 0; i < check_scaled(100000); ++i) {
        uint64_t bits = next_bits(&state);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x)) check_number(reader, x);
        check_number(reader, (double)(int64_t)(bits % 2000001) / 1000.0 - 1000.0); // as people write them
    }
    scree_cli_json_destroy(reader);
    return check_done();
}
