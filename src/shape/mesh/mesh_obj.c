// OBJ: vertices "v x y z" and faces "f i j k ..." that number them from 1, or from the last one backwards below 0.
//
// Source      Alias|Wavefront's description of the format, version 3.0, as far as it is about polygons.
// Limits      Normals, texture coordinates, groups, materials, curves and whatever else begins with a letter is passed
//             over. The weight that may follow a vertex is not used.
#include <limits.h>

#include "shape/mesh/mesh_source.h"

// The largest vertex number that a face used, and where: vertices may come after the faces that use them.
typedef struct last_used {
    long long number;
    size_t line;
} last_used;

// "i", "i/t", "i/t/n" or "i//n": the part before the first slash counts.
static bool parse_corner(scree_mesh_source *s, scree_word word, last_used *last)
{
    scree_word vertex = word;
    for (vertex.length = 0; vertex.length < word.length && word.text[vertex.length] != '/';) vertex.length++;
    long long number, count = (long long)s->mesh->point_count;
    if (!scree_mesh_whole(s, vertex, &number)) return false;
    long long index = number > 0 ? number - 1 : count + number;
    if (number == 0 || index < 0 || index >= INT_MAX)
        return scree_mesh_fail(s, "vertex index %.*s is out of range", SCREE_WORD_SHOWN(vertex));
    if (index >= count && number > last->number) {
        last->number = number;
        last->line = s->line;
    }
    return scree_mesh_add_corner(s, (int)index);
}

static bool parse_face(scree_mesh_source *s, last_used *last)
{
    size_t before = s->mesh->corner_count;
    scree_word word;
    while (scree_mesh_word(s, &word)) {
        if (!parse_corner(s, word, last)) return false;
    }
    size_t count = s->mesh->corner_count - before;
    if (count < 3) return scree_mesh_fail(s, "a face needs at least 3 vertices, this one has %zu", count);
    return scree_mesh_end_face(s);
}

static bool parse_vertex(scree_mesh_source *s)
{
    scree_vec3 p;
    return scree_mesh_coordinates(s, false, &p) && scree_mesh_add_point(s, p);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool scree_mesh_parse_obj(scree_mesh_source *s)
{
    if (!scree_mesh_is_text(s)) return false;
    s->comments = true;
    s->continuation = true;
    last_used last = { 0, 0 };
    scree_word word;
    do {
        if (!scree_mesh_word(s, &word)) continue;
        if (scree_word_is(word, "v")) {
            if (!parse_vertex(s)) return false;
        } else if (scree_word_is(word, "f")) {
            if (!parse_face(s, &last)) return false;
        } else if (!is_letter(word.text[0]))
            return scree_mesh_fail(s, "'%.*s' cannot begin a line of an OBJ file", SCREE_WORD_SHOWN(word));
    } while (scree_mesh_line(s));
    if (last.number > (long long)s->mesh->point_count) {
        s->line = last.line;
        return scree_mesh_fail(s, "vertex index %lld is out of range", last.number);
    }
    return true;
}
