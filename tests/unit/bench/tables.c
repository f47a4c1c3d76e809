// What is not there is empty in CSV and "-" in Markdown, never "nan".
#include "bench/tables.h"

#include <string.h>

#include "check.h"

static const bench_peer one = { .name = "one" }, two = { .name = "two" };

int bench_peer_count(void)
{
    return 2;
}

const bench_peer *bench_peer_at(int i)
{
    return i == 0 ? &one : &two;
}

bool bench_moving(const set_result *result, moving_row *out)
{
    *out = (moving_row){ .ns = { 1, 2, 3, 4 }, .ratio = { 0.5, NAN, 2.5 } };
    return result->set->steps > 1;
}

static void read_back(FILE *file, char *words, size_t size)
{
    rewind(file);
    words[fread(words, 1, size - 1, file)] = 0;
    fclose(file);
}

int main(void)
{
    static char words[8192];
    const bench_set set = { .name = "s", .group = "g", .steps = 100 };
    set_result r = { .set = &set, .served = { true, true }, .pairs = 10 };
    for (int i = 0; i < 2; ++i) {
        r.time[i] = (bench_time){ .best = 1e-6 * (i + 1), .median = 2e-6 };
        r.verdict[i] = (bench_verdict){ .median = 1e-16, .high = NAN, .worst = NAN, .wrong = 1, .judged = 5 };
    }
    FILE *file = tmpfile();
    if (file == NULL) return 1;
    bench_write_csv(file, &r, 1);
    read_back(file, words, sizeof words);
    CHECK(strstr(words, "nan") == NULL);
    CHECK(strstr(words, "\ng;s;one;100.0;200.0;1.000;1.00e-16;;;1;5;0;10\n") != NULL);
    CHECK(strstr(words, "\ng;s;two;200.0;200.0;2.000;1.00e-16;;;1;5;0;10\n") != NULL);
    const summary_row row = { .work = "w", .must = "m" };
    file = tmpfile();
    if (file == NULL) return 1;
    bench_write_markdown(file, &r, 1, &row, 1);
    read_back(file, words, sizeof words);
    CHECK(strstr(words, "nan") == NULL);
    CHECK(strstr(words, "| w | m | - | - | - | not measured |") != NULL);
    CHECK(strstr(words, "| g | s | 1 | 2 | 3 | 4 | 0.50 | - | 2.50 |") != NULL);
    CHECK(strstr(words, "| g | s | one | 100.0 | 200.0 | 1.000 | 1.00e-16 | - | - | 1 | 5 | 0 | 10 |") != NULL);
    return check_done();
}
