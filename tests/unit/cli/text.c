// Texts in the three outputs: escapes of JSON (read back by the parser), quotes of CSV, columns of the table.
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "json.h"
#include "repair.h"
#include "text.h"

static bool is(text *t, const char *expected)
{
    bool same = t->size == strlen(expected) && memcmp(t->bytes, expected, t->size) == 0;
    if (!same) printf("expected %s, got %.*s\n", expected, (int)t->size, t->bytes);
    scree_cli_text_free(t);
    return same;
}

/// Every byte below 128, and characters of two to four bytes, come back from the parser as they were.
static void check_json_strings(void)
{
    char all[160];
    size_t size = 0;
    for (int c = 0; c < 128; ++c) all[size++] = (char)c;
    const char *beyond = "\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80";
    memcpy(all + size, beyond, strlen(beyond));
    size += strlen(beyond);
    text t = { 0 };
    scree_cli_text_json(&t, all, size);
    size_t written = t.size;
    char *padding = scree_cli_text_room(&t, JSON_PADDING);
    CHECK(padding != NULL);
    memset(padding, 0, JSON_PADDING);
    json_reader *reader = scree_cli_json_create();
    json_value root;
    const char *reason, *bytes = "";
    size_t read = 0;
    CHECK(scree_cli_json_parse(reader, t.bytes, written, &root, &reason) == JSON_FINE);
    CHECK(scree_cli_json_string(root, &bytes, &read) && read == size && memcmp(bytes, all, size) == 0);
    scree_cli_json_destroy(reader);
    scree_cli_text_free(&t);
}

static void check_csv(void)
{
    text t = { 0 };
    scree_cli_text_csv(&t, "plain words", 11);
    CHECK(is(&t, "plain words"));
    scree_cli_text_csv(&t, "a,b", 3);
    CHECK(is(&t, "\"a,b\""));
    scree_cli_text_csv(&t, "say \"so\"", 8);
    CHECK(is(&t, "\"say \"\"so\"\"\""));
    scree_cli_text_csv(&t, "a\nb", 3);
    CHECK(is(&t, "\"a\nb\""));
}

static void check_columns(void)
{
    text t = { 0 };
    scree_cli_text_padded(&t, "\xC3\xA9t\xC3\xA9", 5, 5);
    CHECK(is(&t, "\xC3\xA9t\xC3\xA9  "));
    scree_cli_text_padded(&t, "\x1B[2J\xC2\x9B\x7F", 7, 0);
    CHECK(is(&t, "?[2J??"));
    CHECK(scree_cli_text_cut("abc", 3, 5) == 3);
    CHECK(scree_cli_text_cut("ab\xC3\xA9", 4, 3) == 2);
    CHECK(scree_cli_text_cut("\xF0\x9F\x98\x80", 4, 3) == 0);
}

static bool repairs_to(const char *line, const char *expected, size_t expected_words)
{
    text t = { 0 };
    size_t words = 0;
    bool changed = scree_cli_repair(line, strlen(line), &t, &words);
    return is(&t, expected) && changed == (strcmp(line, expected) != 0) && words == expected_words;
}

static void check_repair(void)
{
    CHECK(repairs_to("{\"a\":[1,2.5,-3e4,true]}", "{\"a\":[1,2.5,-3e4,true]}", 0));
    CHECK(repairs_to("[NaN,-Infinity,inf]", "[\"\\u0001NaN\",\"\\u0001-Infinity\",\"\\u0001inf\"]", 3));
    CHECK(repairs_to("[1e999,-1e999,1e308]", "[\"\\u00011e999\",\"\\u0001-1e999\",1e308]", 2));
    CHECK(repairs_to("[12345678901234567890123]", "[12345678901234567890123e0]", 0));
    CHECK(repairs_to("[00012345678901234567890]", "[00012345678901234567890]", 0));
    CHECK(repairs_to("{\"NaN\":\"12345678901234567890123 \\\" NaN\"}", "{\"NaN\":\"12345678901234567890123 \\\" NaN\"}",
                     0));
    CHECK(repairs_to("\"no end NaN", "\"no end NaN", 0));
    CHECK(repairs_to("\"no end \\", "\"no end \\", 0));
}

static bool finds_id(const char *line, const char *expected)
{
    const char *value = "";
    size_t size = 0;
    if (!scree_cli_find_id(line, strlen(line), &value, &size)) return expected == NULL;
    return expected != NULL && size == strlen(expected) && memcmp(value, expected, size) == 0;
}

static void check_find_id(void)
{
    CHECK(finds_id("{\"id\":1.50}", "1.50"));
    CHECK(finds_id(" { \"a\" : {\"id\":2} , \"id\" : \"x\\\"y\" ", "\"x\\\"y\""));
    CHECK(finds_id("{\"a\":\"id\",\"id\":3,", "3"));
    CHECK(finds_id("{\"a\":\"\\\"id\\\":4\"}", NULL));
    CHECK(finds_id("[\"id\",5]", NULL));
    CHECK(finds_id("{\"id\":{\"id\":6}}", NULL));
    CHECK(finds_id("{\"id\"", NULL));
    CHECK(finds_id("{\"id\":", NULL));
    CHECK(finds_id("{}}\"id\":7", NULL));
    CHECK(finds_id("", NULL));
}

/// What is not UTF-8, byte by byte, becomes '?'; what is stays.
static void check_clean(void)
{
    static const struct {
        const char *before, *after;
    } cases[] = {
        { "", "" },
        { "plain", "plain" },
        { "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80" },
        { "cut \xC3", "cut ?" },           // in the middle of a character
        { "cut \xE2\x82", "cut ??" },      //
        { "cut \xF0\x9F\x98", "cut ???" }, //
        { "\xFF\xFE", "??" },              // never in UTF-8
        { "\x80x", "?x" },                 // the inside of no character
        { "\xC0\x80", "??" },              // 0, in too many bytes
        { "\xE0\x9F\xBF", "???" },         // the same
        { "\xED\xA0\x80", "???" },         // half of a pair
        { "\xF4\x90\x80\x80", "????" },    // beyond the last character
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char words[64];
        snprintf(words, sizeof words, "%s", cases[i].before);
        scree_cli_text_clean(words);
        CHECK(strcmp(words, cases[i].after) == 0);
    }
}

int main(void)
{
    check_clean();
    check_json_strings();
    check_csv();
    check_columns();
    check_repair();
    check_find_id();
    return check_done();
}
