// What the mesh readers share: the bytes of a file as lines and words, and the mesh that grows out of them.
//
// A reader that meets something wrong calls scree_mesh_fail(), which notes status and message and returns false, and
// then leaves. Memory grows with the data that is there, never with a count that a file claims.
#ifndef SCREE_SHAPE_MESH_MESH_SOURCE_H
#define SCREE_SHAPE_MESH_MESH_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arithmetic.h"
#include "scree/mesh.h"

typedef struct scree_mesh_source {
    const char *bytes, *at, *end;
    const char *name;  // of the file, for messages
    size_t line;       // the line that is read, from 1; 0 in binary files, which have none
    bool comments;     // '#' starts a comment
    bool continuation; // a backslash at the end of a line joins the next one to it
    scree_mesh *mesh;
    size_t point_capacity, corner_capacity, face_capacity;
    scree_status status;
    scree_error *error;
} scree_mesh_source;

typedef struct scree_word {
    const char *text;
    size_t length;
} scree_word;

/// Note what is wrong, as "name:line: message"; false, for the caller to return.
bool scree_mesh_fail(scree_mesh_source *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool scree_mesh_no_memory(scree_mesh_source *s);

/// Whether there is no zero byte, as there is in binary files and UTF-16; fails with the line of the first one.
bool scree_mesh_is_text(scree_mesh_source *s);
/// The next word of this line; false at its end.
bool scree_mesh_word(scree_mesh_source *s, scree_word *word);
/// The next word, of this line or of one further on; false at the end of the file.
bool scree_mesh_word_ahead(scree_mesh_source *s, scree_word *word);
/// On to the next line; false at the end of the file.
bool scree_mesh_line(scree_mesh_source *s);

/// Equal to `text`, which is in lower case; the case of the word does not matter.
bool scree_word_is(scree_word word, const char *text);
/// "%.*s" arguments that show a word in a message: cut short.
#define SCREE_WORD_SHOWN(word) (int)((word).length < 40 ? (word).length : 40), (word).text

/// The word as a whole number; fails with a message that shows it.
bool scree_mesh_whole(scree_mesh_source *s, scree_word word, long long *out);
/// Three finite numbers from the words ahead, as long as they are on this line (or, with `ahead`, anywhere). They are
/// read with a decimal point, provided that the thread is in the "C" locale.
bool scree_mesh_coordinates(scree_mesh_source *s, bool ahead, scree_vec3 *out);

/// The mesh grows: a point, a corner of the face at hand, and the end of that face.
bool scree_mesh_add_point(scree_mesh_source *s, scree_vec3 point);
bool scree_mesh_add_corner(scree_mesh_source *s, int point);
bool scree_mesh_end_face(scree_mesh_source *s);

/// The readers. `size` and `bytes` of the source are the whole file.
bool scree_mesh_parse_stl(scree_mesh_source *s);
bool scree_mesh_parse_obj(scree_mesh_source *s);
bool scree_mesh_parse_off(scree_mesh_source *s);
/// Whether the bytes are a binary STL file: 84 bytes and 50 for each of the triangles that they count.
bool scree_mesh_is_binary_stl(const scree_mesh_source *s);
/// Whether the word opens an OFF file ("OFF", "COFF", "OFF8": letters, and perhaps a count run into them).
bool scree_word_opens_off(scree_word word);

/// The format that the ending of a file's name says; SCREE_MESH_BY_NAME if none.
scree_mesh_format scree_mesh_format_of(const char *name);

#endif
