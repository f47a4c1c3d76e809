// STL: triangles, each with its own three corners; as text or in binary.
//
// Source      The format has no standard; this is the common ground of what programs write. Text: "solid", then
//             "facet normal x y z / outer loop / vertex x y z (three) / endloop / endfacet" again and again, then
//             "endsolid". Binary: 80 bytes of anything, a count n, and n times 12 little-endian floats and 2 bytes.
// Idea        A binary file may begin with "solid" too, so the size decides: 84 + 50 n bytes are binary.
// Limits      Stored normals are not used (many files hold zeros or NaN there): the order of the corners says it all.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/vec3.h"
#include "shape/mesh/mesh_source.h"
#include "shape/mesh/mesh_weld.h"

enum { HEADER_SIZE = 84, TRIANGLE_SIZE = 50 };

static uint32_t little_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double float_at(const char *bytes)
{
    uint32_t bits = little_endian(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static uint64_t size_of(const scree_mesh_source *s)
{
    return (uint64_t)(s->end - s->bytes);
}

static uint64_t binary_size(uint32_t triangles)
{
    return HEADER_SIZE + TRIANGLE_SIZE * (uint64_t)triangles;
}

bool scree_mesh_is_binary_stl(const scree_mesh_source *s)
{
    return size_of(s) >= HEADER_SIZE && size_of(s) == binary_size(little_endian(s->bytes + HEADER_SIZE - 4));
}

// A corner, made one with an equal point if there is one.
static bool add_corner(scree_mesh_source *s, scree_weld *weld, scree_vec3 p)
{
    int count = (int)s->mesh->point_count;
    if (!scree_mesh_add_point(s, p)) return false;
    int number = scree_weld_enter(weld, s->mesh->points, p, count);
    if (number < 0) return scree_mesh_no_memory(s);
    if (number != count) s->mesh->point_count--;
    return scree_mesh_add_corner(s, number);
}

static bool parse_binary(scree_mesh_source *s, scree_weld *weld)
{
    s->line = 0;
    if (size_of(s) < HEADER_SIZE)
        return scree_mesh_fail(s, "%llu bytes are too few for an STL file", (unsigned long long)size_of(s));
    uint32_t triangles = little_endian(s->bytes + HEADER_SIZE - 4);
    if (size_of(s) != binary_size(triangles))
        return scree_mesh_fail(s, "says that it has %lu triangles, hence %llu bytes, but has %llu bytes",
                               (unsigned long)triangles, (unsigned long long)binary_size(triangles),
                               (unsigned long long)size_of(s));
    for (uint32_t i = 0; i < triangles; ++i) {
        const char *triangle = s->bytes + HEADER_SIZE + (size_t)TRIANGLE_SIZE * i;
        for (int k = 0; k < 3; ++k) {
            const char *corner = triangle + 12 + 12 * k;
            scree_vec3 p = v3(float_at(corner), float_at(corner + 4), float_at(corner + 8));
            if (!v3_is_finite(p))
                return scree_mesh_fail(s, "triangle %lu has a coordinate that is not finite", (unsigned long)i + 1);
            if (!add_corner(s, weld, p)) return false;
        }
        if (!scree_mesh_end_face(s)) return false;
    }
    return true;
}

static bool expect(scree_mesh_source *s, const char *text)
{
    scree_word word;
    if (!scree_mesh_word_ahead(s, &word)) return scree_mesh_fail(s, "the file ends where '%s' is due", text);
    if (scree_word_is(word, text)) return true;
    return scree_mesh_fail(s, "'%.*s' stands where '%s' is due", SCREE_WORD_SHOWN(word), text);
}

// What follows the word "facet".
static bool parse_facet(scree_mesh_source *s, scree_weld *weld)
{
    if (!expect(s, "normal")) return false;
    scree_word ignored;
    for (int i = 0; i < 3; ++i) {
        if (!scree_mesh_word_ahead(s, &ignored)) return scree_mesh_fail(s, "the file ends within a normal");
    }
    if (!expect(s, "outer") || !expect(s, "loop")) return false;
    for (int i = 0; i < 3; ++i) {
        scree_vec3 p;
        if (!expect(s, "vertex") || !scree_mesh_coordinates(s, true, &p) || !add_corner(s, weld, p)) return false;
    }
    return expect(s, "endloop") && expect(s, "endfacet") && scree_mesh_end_face(s);
}

// One or more solids.
static bool parse_text(scree_mesh_source *s, scree_weld *weld)
{
    if (!scree_mesh_is_text(s)) return false;
    scree_word word;
    while (scree_mesh_word_ahead(s, &word)) {
        if (!scree_word_is(word, "solid"))
            return scree_mesh_fail(s, "'%.*s' stands where 'solid' is due", SCREE_WORD_SHOWN(word));
        scree_mesh_line(s); // the rest of the line is a name
        for (;;) {
            if (!scree_mesh_word_ahead(s, &word)) return scree_mesh_fail(s, "the file ends without 'endsolid'");
            if (scree_word_is(word, "endsolid")) break;
            if (!scree_word_is(word, "facet"))
                return scree_mesh_fail(s, "'%.*s' stands where 'facet' or 'endsolid' is due", SCREE_WORD_SHOWN(word));
            if (!parse_facet(s, weld)) return false;
        }
        scree_mesh_line(s);
    }
    return true;
}

static bool starts_with_solid(const scree_mesh_source *s)
{
    scree_mesh_source ahead = *s;
    scree_word word;
    return scree_mesh_word_ahead(&ahead, &word) && scree_word_is(word, "solid");
}

bool scree_mesh_parse_stl(scree_mesh_source *s)
{
    scree_weld weld = { NULL, 0, 0 };
    bool text = !scree_mesh_is_binary_stl(s) && starts_with_solid(s);
    bool ok = text ? parse_text(s, &weld) : parse_binary(s, &weld);
    scree_weld_free(&weld);
    return ok;
}
