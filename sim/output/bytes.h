// Growing byte buffers, and files that are either whole or not there.
#ifndef SCREE_SIM_OUTPUT_BYTES_H
#define SCREE_SIM_OUTPUT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/status.h"

/// All zeros is empty. Once memory has run out, `failed` is set and nothing more is added.
typedef struct scree_sim_bytes {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
} scree_sim_bytes;

void scree_sim_bytes_free(scree_sim_bytes *b);
/// The bytes as a string that the caller frees; NULL where memory ran out. Empties `b`.
char *scree_sim_bytes_string(scree_sim_bytes *b);
/// Room for `more` bytes at the end, or NULL. The caller writes there and then adds to `size`.
void *scree_sim_bytes_room(scree_sim_bytes *b, size_t more);
void scree_sim_bytes_add(scree_sim_bytes *b, const void *data, size_t size);
void scree_sim_bytes_words(scree_sim_bytes *b, const char *words);
/// A double in 17 digits, or as few as read back the same of 15, 16 and 17; with a point in every locale.
void scree_sim_bytes_number(scree_sim_bytes *b, double number);
/// printf. Not for doubles: their form depends on the locale.
void scree_sim_bytes_format(scree_sim_bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// As the text of an XML element or attribute; characters that XML does not have become '?'.
void scree_sim_bytes_xml(scree_sim_bytes *b, const char *words);
/// As a JSON string, in quotes. Bytes that are no UTF-8 become '?'.
void scree_sim_bytes_json(scree_sim_bytes *b, const char *words);

/// Fill in `error`, if there is one; the second with errno's reason.
void scree_output_set_error(scree_error *error, scree_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void scree_output_set_file_error(scree_error *error, const char *what, const char *path);

/// The same, as an expression that is false.
#define scree_output_fail(...) (scree_output_set_error(__VA_ARGS__), false)
static inline bool scree_output_file_error(scree_error *error, const char *what, const char *path)
{
    scree_output_set_file_error(error, what, path);
    return false;
}
static inline bool scree_output_no_memory(scree_error *error)
{
    return scree_output_fail(error, SCREE_NO_MEMORY, "there is not enough memory");
}

/// `folder`/`name` as a new string; NULL where there is no memory.
char *scree_sim_path(const char *folder, const char *name);

/// All of `size`, or false with errno.
bool scree_sim_write_all(int file, const void *data, size_t size);
/// To a temporary name in the folder of `path`, then renamed: there is always a whole file. With `sync` it is on disk first.
bool scree_sim_replace_file(const char *path, const void *data, size_t size, bool sync, scree_error *error);
/// Wait until a file is on disk; one that is not there is no error.
bool scree_sim_sync_file(const char *path, scree_error *error);
/// Syncs a directory's entries. If the system cannot, that is not an error.
void scree_sim_sync_folder_of(const char *path);
/// The whole file, with a 0 behind it that is not counted.
bool scree_sim_read_file(const char *path, scree_sim_bytes *out, scree_error *error);

#endif
