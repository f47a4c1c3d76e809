// OFF: a header, the counts, vertices, and faces that number the vertices from 0.
//
// Source      Geomview's description of the format; the variants are those that programs write: with or without the
//             word OFF, the counts on its line or the next (even run into the word, as in the ModelNet files), colours
//             and normals after the three coordinates of a vertex, colours after the corners of a face.
// Limits      No binary OFF, and no points with other than 3 coordinates (4OFF, nOFF). What follows the coordinates of
//             a vertex or the corners of a face on their line is not used, so each of them begins a line of its own.
#include <limits.h>

#include "shape/mesh/mesh_source.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// The letters at the front of the word, up to and with "OFF"; 0 if there is no such thing.
static size_t keyword_length(scree_word word)
{
    size_t i = 0;
    while (i + 3 < word.length && !is_digit(word.text[i + 3])) i++;
    scree_word tail = { word.text + i, word.length < i + 3 ? 0 : 3 };
    return scree_word_is(tail, "off") ? i + 3 : 0;
}

bool scree_word_opens_off(scree_word word)
{
    size_t length = keyword_length(word);
    if (length == 0 || length > sizeof "STCNOFF" - 1) return false;
    for (size_t i = 0; i + 3 < length; ++i) {
        scree_word letter = { word.text + i, 1 };
        if (!scree_word_is(letter, "s") && !scree_word_is(letter, "t") && !scree_word_is(letter, "c") &&
            !scree_word_is(letter, "n"))
            return false;
    }
    return true;
}

// The first word that is a count; leaves the source behind it.
static bool parse_header(scree_mesh_source *s, scree_word *count)
{
    if (!scree_mesh_word_ahead(s, count)) return scree_mesh_fail(s, "the file is empty");
    if (is_digit(count->text[0]) && keyword_length(*count) == 0) return true;
    if (!scree_word_opens_off(*count))
        return scree_mesh_fail(s, "'%.*s' is not a header of an OFF file that can be read", SCREE_WORD_SHOWN(*count));
    size_t keyword = keyword_length(*count);
    count->text += keyword;
    count->length -= keyword;
    if (count->length > 0) return true;
    if (!scree_mesh_word_ahead(s, count)) return scree_mesh_fail(s, "the file ends after its header");
    if (scree_word_is(*count, "binary")) return scree_mesh_fail(s, "binary OFF files cannot be read");
    return true;
}

static bool parse_count(scree_mesh_source *s, scree_word word, const char *what, long long *out)
{
    if (!scree_mesh_whole(s, word, out)) return false;
    if (*out >= 0 && *out <= INT_MAX) return true;
    return scree_mesh_fail(s, "%.*s %s: out of range", SCREE_WORD_SHOWN(word), what);
}

static bool parse_face(scree_mesh_source *s)
{
    scree_word word;
    long long corners, index;
    if (!scree_mesh_word_ahead(s, &word)) return false;
    if (!scree_mesh_whole(s, word, &corners)) return false;
    if (corners < 3) return scree_mesh_fail(s, "a face needs at least 3 vertices, this one has %lld", corners);
    for (long long i = 0; i < corners; ++i) {
        if (!scree_mesh_word_ahead(s, &word)) return scree_mesh_fail(s, "the file ends within a face");
        if (!scree_mesh_whole(s, word, &index)) return false;
        if (index < 0 || index >= (long long)s->mesh->point_count)
            return scree_mesh_fail(s, "vertex index %.*s is out of range", SCREE_WORD_SHOWN(word));
        if (!scree_mesh_add_corner(s, (int)index)) return false;
    }
    return scree_mesh_end_face(s);
}

// Whether another line with words follows; leaves the source at its first word.
static bool more_lines(scree_mesh_source *s)
{
    scree_mesh_line(s);
    scree_word word;
    if (!scree_mesh_word_ahead(s, &word)) return false;
    s->at = word.text;
    return true;
}

bool scree_mesh_parse_off(scree_mesh_source *s)
{
    if (!scree_mesh_is_text(s)) return false;
    s->comments = true;
    scree_word word;
    long long points, faces;
    if (!parse_header(s, &word) || !parse_count(s, word, "vertices", &points)) return false;
    if (!scree_mesh_word_ahead(s, &word)) return scree_mesh_fail(s, "the file ends before the number of its faces");
    if (!parse_count(s, word, "faces", &faces)) return false;
    for (long long i = 0; i < points; ++i) { // the rest of the line of counts is the number of edges
        scree_vec3 p;
        if (!more_lines(s)) return scree_mesh_fail(s, "the file ends after %lld of %lld vertices", i, points);
        if (!scree_mesh_coordinates(s, true, &p) || !scree_mesh_add_point(s, p)) return false;
    }
    for (long long i = 0; i < faces; ++i) {
        if (!more_lines(s)) return scree_mesh_fail(s, "the file ends after %lld of %lld faces", i, faces);
        if (!parse_face(s)) return false;
    }
    return !more_lines(s) || scree_mesh_fail(s, "there is more than %lld vertices and %lld faces", points, faces);
}
