// Objects that span lines, cut out of a stream of bytes: whatever the pieces in which the bytes come, whatever stands
// between the objects, and without ever taking a good line along with a broken one.
#define _POSIX_C_SOURCE 200809L
#include "join.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "input.h"
#include "scenes/random.h"

/// Scan in pieces of at most `piece` bytes.
static join_status scan(const char *words, size_t piece, size_t *end)
{
    join j = { 0 };
    join_status status = JOIN_OPEN;
    const size_t size = strlen(words);
    for (size_t known = 0; status == JOIN_OPEN && known < size;) {
        known = known + piece < size ? known + piece : size;
        status = scree_cli_join_scan(&j, words, known);
    }
    *end = j.scanned;
    return status;
}

static void check_scan(void)
{
    static const struct {
        const char *words;
        join_status status;
        size_t end; ///< where it stops
    } cases[] = {
        { "{}", JOIN_WHOLE, 2 },
        { " {\n}\n", JOIN_WHOLE, 4 },
        { "{\"a\":1}", JOIN_WHOLE, 7 },
        { "{\"a\":[1,-2.5e+3,true,NaN],\n\"b\":{\"c\":\"}\"}}  ", JOIN_WHOLE, 41 },
        { "{\"a\\\"}\":\n\"\\\\\"}", JOIN_WHOLE, 14 },
        { "[{},\n[]]x", JOIN_WHOLE, 8 },
        { "{", JOIN_OPEN, 1 },
        { "{\"a\":1,", JOIN_OPEN, 7 },
        { "{\"a\"", JOIN_OPEN, 4 },
        { "{\"a\":\"b", JOIN_OPEN, 7 },
        { "{\"a\":\"b\n\"", JOIN_BROKEN, 7 },
        { "{\"a\"\n{", JOIN_BROKEN, 5 },
        { "{\"a\":1\n{", JOIN_BROKEN, 7 },
        { "{\"a\":1,\n{", JOIN_BROKEN, 8 },
        { "{\"a\":1,\n}", JOIN_BROKEN, 8 },
        { "{,", JOIN_BROKEN, 1 },
        { "{1", JOIN_BROKEN, 1 },
        { "[1 2", JOIN_BROKEN, 3 },
        { "[1,\n]", JOIN_BROKEN, 4 },
        { "[1}", JOIN_BROKEN, 2 },
        { "{\"a\":]", JOIN_BROKEN, 5 },
        { "{\"a\" 1", JOIN_BROKEN, 5 },
        { "}", JOIN_BROKEN, 0 },
        { "1", JOIN_BROKEN, 0 },
        { "\"a\"", JOIN_OPEN, 3 }, // no line of a stream begins so: scree_cli_join_may_begin()
        { "[1?", JOIN_BROKEN, 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        for (size_t piece = 1; piece < 50; ++piece) {
            size_t end;
            const join_status status = scan(cases[i].words, piece, &end);
            if (status != cases[i].status || end != cases[i].end)
                printf("%s, in pieces of %zu: status %d at %zu\n", cases[i].words, piece, (int)status, end);
            CHECK(status == cases[i].status && end == cases[i].end);
        }
    }
}

/// As deep as the parser goes, and no deeper.
static void check_depth(void)
{
    enum { MANY = JOIN_MOST_DEPTH + 8 };
    char words[MANY];
    memset(words, '[', sizeof words);
    join j = { 0 };
    CHECK(scree_cli_join_scan(&j, words, JOIN_MOST_DEPTH) == JOIN_OPEN && j.depth == JOIN_MOST_DEPTH);
    CHECK(scree_cli_join_scan(&j, words, sizeof words) == JOIN_BROKEN);
    j = (join){ 0 };
    CHECK(scree_cli_join_scan(&j, words, JOIN_MOST_DEPTH) == JOIN_OPEN);
    memset(words, ']', sizeof words);
    j.scanned = 0;
    CHECK(scree_cli_join_scan(&j, words, sizeof words) == JOIN_WHOLE && j.scanned == JOIN_MOST_DEPTH);
}

static void check_may_begin(void)
{
    static const char *const yes[] = { "{", "[", " { \r", "{\"a\":1,", "{\"a\":[1]" };
    static const char *const no[] = { "", " ", "{}", "{\"a\":1} \r", "[1]", "\"a\": 1,", "}", "nonsense" };
    for (size_t i = 0; i < sizeof yes / sizeof *yes; ++i) CHECK(scree_cli_join_may_begin(yes[i], strlen(yes[i])));
    for (size_t i = 0; i < sizeof no / sizeof *no; ++i) CHECK(!scree_cli_join_may_begin(no[i], strlen(no[i])));
}

/// What stands in the stream, and how many lines it counts as.
typedef struct passage {
    const char *words;
    int lines; ///< ends of lines in it
    int first; ///< objects, or single lines, that it is handed out as
} passage;

static const passage passages[] = {
    { "{\"a\":1}\n", 1, 1 },
    { "\n", 1, 0 },
    { "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n", 6, 1 },
    { "{\"a\": 1,\n \"b\": \"}{\"}  \r\n", 2, 1 },
    { "{\"a\":{\"b\n", 1, 1 }, // a string has no end
    { "nonsense\n", 1, 1 },
    { "{\n  \"a\": 1,\n}\n", 3, 1 }, // a comma too many, but printed as an object
    { "17\n", 1, 1 },
};

/// A random stream of passages, through a pipe, in random pieces: each is handed out as it should be, with its number.
static void check_stream(uint64_t seed)
{
    enum { COUNT = 40, PASSAGES = sizeof passages / sizeof *passages };
    scree_random random = random_stream(seed, 1, 0);
    char bytes[COUNT * 64];
    uint64_t numbers[COUNT * 2];
    size_t size = 0, expected = 0, got = 0, sent = 0;
    uint64_t line_number = 1;
    for (int i = 0; i < COUNT; ++i) {
        const passage *p = &passages[random_below(&random, PASSAGES)];
        memcpy(bytes + size, p->words, strlen(p->words));
        size += strlen(p->words);
        if (p->first > 0) numbers[expected++] = line_number;
        line_number += (uint64_t)p->lines;
    }
    int ends[2];
    input in;
    CHECK(pipe(ends) == 0 && scree_cli_input_begin(&in, ends[0], 64, 4096));
    for (;;) {
        size_t piece = 1 + (size_t)random_below(&random, 90);
        if (piece > size - sent) piece = size - sent;
        CHECK(write(ends[1], bytes + sent, piece) == (ssize_t)piece);
        sent += piece;
        if (sent == size) close(ends[1]);
        // Reading must not wait for a line that was not yet sent.
        if (sent < size && memchr(bytes + sent - piece, '\n', piece) == NULL) continue;
        line l;
        do {
            if (scree_cli_input_fill(&in) == INPUT_END) break;
            while (scree_cli_input_next(&in, &l)) {
                CHECK(got < expected && l.number == numbers[got] && !l.too_long);
                ++got;
            }
        } while (sent == size);
        if (sent == size) break;
    }
    CHECK(got == expected);
    close(ends[0]);
    scree_cli_input_free(&in);
}

int main(void)
{
    check_scan();
    check_depth();
    check_may_begin();
    const int streams = (int)check_scaled(2000);
    for (int i = 0; i < streams; ++i) check_stream((uint64_t)i);
    return check_done();
}
