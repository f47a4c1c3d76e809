// Source      the file layer of GSD, version 2.0: https://gsd.readthedocs.io (file layer)
// Departures  one block of names, written when the file is made; chunks of a frame are written at once.
#define _POSIX_C_SOURCE 200809L
#include "output/gsd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BLOCK = 64, FIRST_INDEX = 1024, FIRST_ENTRIES = 256 };
static const uint64_t magic = 0x65DF65DF65DF65DF;

_Static_assert(sizeof(scree_sim_gsd_head) == 256, "as it lies in the file");
_Static_assert(sizeof(scree_sim_gsd_entry) == 32, "as it lies in the file");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the writers keep numbers as they lie in memory");

static size_t type_size(int type)
{
    static const size_t sizes[11] = { 0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8 };
    return type > 0 && type < 11 ? sizes[type] : 0;
}

size_t scree_sim_gsd_size(const scree_sim_gsd_entry *entry)
{
    return (size_t)entry->rows * entry->columns * type_size(entry->type);
}

static bool write_at(const scree_sim_gsd *gsd, const void *data, size_t size, uint64_t at)
{
    return lseek(gsd->file, (off_t)at, SEEK_SET) >= 0 && scree_sim_write_all(gsd->file, data, size);
}

static bool read_at(const scree_sim_gsd *gsd, void *data, size_t size, uint64_t at)
{
    if (lseek(gsd->file, (off_t)at, SEEK_SET) < 0) return false;
    unsigned char *out = data;
    while (size > 0) {
        const ssize_t got = read(gsd->file, out, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        out += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_failed(const scree_sim_gsd *gsd, scree_error *error)
{
    return scree_output_file_error(error, "write", gsd->path);
}

// ----------------------------------------------------------------------------------------------------------- create

static char *temporary_name(const char *path)
{
    scree_sim_bytes name = { 0 };
    scree_sim_bytes_format(&name, "%s.tmp", path);
    return scree_sim_bytes_string(&name);
}

static bool write_start(scree_sim_gsd *gsd, const char *names, size_t names_size, scree_error *error)
{
    scree_sim_gsd_head *head = &gsd->head;
    *head = (scree_sim_gsd_head){ .magic = magic,
                                  .schema_version = 1U << 16 | 4U,
                                  .gsd_version = 2U << 16,
                                  .application = "scree",
                                  .schema = "hoomd" };
    head->index_location = sizeof *head;
    head->index_capacity = FIRST_INDEX;
    head->names_location = head->index_location + FIRST_INDEX * sizeof(scree_sim_gsd_entry);
    head->names_capacity = (names_size + NAME_BLOCK) / NAME_BLOCK;
    gsd->end = head->names_location + head->names_capacity * NAME_BLOCK;
    unsigned char *start = calloc(1, gsd->end);
    if (start == NULL) return scree_output_no_memory(error);
    memcpy(start, head, sizeof *head);
    memcpy(start + head->names_location, names, names_size);
    const bool written = write_at(gsd, start, gsd->end, 0) || write_failed(gsd, error);
    free(start);
    return written;
}

bool scree_sim_gsd_create(scree_sim_gsd *gsd, const char *path, const char *names, size_t names_size,
                          scree_error *error)
{
    *gsd = (scree_sim_gsd){ .file = -1 };
    gsd->path = strdup(path);
    char *temporary = temporary_name(path);
    scree_sim_bytes_add(&gsd->names, names, names_size);
    bool done = (gsd->path != NULL && temporary != NULL && !gsd->names.failed) || scree_output_no_memory(error);
    if (done) gsd->file = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (done && gsd->file < 0) done = scree_output_file_error(error, "open", temporary);
    done = done && write_start(gsd, names, names_size, error);
    free(temporary);
    if (!done) scree_sim_gsd_close(gsd);
    return done;
}

bool scree_sim_gsd_publish(scree_sim_gsd *gsd, scree_error *error)
{
    char *temporary = temporary_name(gsd->path);
    if (temporary == NULL) return scree_output_no_memory(error);
    const bool done = rename(temporary, gsd->path) == 0 || scree_output_file_error(error, "rename", gsd->path);
    free(temporary);
    return done;
}

void scree_sim_gsd_close(scree_sim_gsd *gsd)
{
    if (gsd->file >= 0) close(gsd->file);
    free(gsd->path);
    free(gsd->entries);
    scree_sim_bytes_free(&gsd->names);
    *gsd = (scree_sim_gsd){ .file = -1 };
}

// ------------------------------------------------------------------------------------------------------------ write

/// The number of a name in the list; -1 where it is not there.
static int name_index(const scree_sim_gsd *gsd, const char *name)
{
    const char *at = (const char *)gsd->names.data, *end = at + gsd->names.size;
    for (int i = 0; at < end; ++i, at += strlen(at) + 1) {
        if (strcmp(at, name) == 0) return i;
    }
    return -1;
}

static bool reserve_entries(scree_sim_gsd *gsd, size_t needed)
{
    if (needed <= gsd->capacity) return true;
    size_t capacity = gsd->capacity > 0 ? gsd->capacity : FIRST_ENTRIES;
    while (capacity < needed) capacity *= 2;
    scree_sim_gsd_entry *entries = realloc(gsd->entries, capacity * sizeof *entries);
    if (entries == NULL) return false;
    gsd->entries = entries;
    gsd->capacity = capacity;
    return true;
}

/// In the order of names, as readers search. There is room.
static void insert_entry(scree_sim_gsd *gsd, scree_sim_gsd_entry entry)
{
    size_t k = gsd->count + gsd->pending++;
    for (; k > gsd->count && gsd->entries[k - 1].name > entry.name; --k) gsd->entries[k] = gsd->entries[k - 1];
    gsd->entries[k] = entry;
}

bool scree_sim_gsd_add(scree_sim_gsd *gsd, const char *name, scree_sim_gsd_type type, uint64_t rows, uint32_t columns,
                       const void *data, scree_error *error)
{
    const int index = name_index(gsd, name);
    if (index < 0) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "%s: no such chunk in GSD files", name);
    // An empty chunk is no chunk, but python3-gsd wants those called log/ in frame 0 once any frame has them.
    if (columns == 0 || (rows == 0 && strncmp(name, "log/", 4) != 0)) return true;
    if (!reserve_entries(gsd, gsd->count + gsd->pending + 1)) return scree_output_no_memory(error);
    const scree_sim_gsd_entry entry = {
        gsd->frames, rows, (int64_t)gsd->end, columns, (uint16_t)index, (uint8_t)type, 0
    };
    const size_t size = scree_sim_gsd_size(&entry);
    if (size > 0 && !write_at(gsd, data, size, gsd->end)) return write_failed(gsd, error);
    insert_entry(gsd, entry);
    gsd->end += size;
    return true;
}

bool scree_sim_gsd_add_again(scree_sim_gsd *gsd, const scree_sim_gsd_entry *earlier, scree_error *error)
{
    scree_sim_gsd_entry entry = *earlier; // which may move
    if (!reserve_entries(gsd, gsd->count + gsd->pending + 1)) return scree_output_no_memory(error);
    entry.frame = gsd->frames;
    insert_entry(gsd, entry);
    return true;
}

/// A larger index at the end of the file. The head changes last.
static bool move_index(scree_sim_gsd *gsd, size_t needed, scree_error *error)
{
    scree_sim_gsd_head head = gsd->head;
    while (head.index_capacity < needed) head.index_capacity *= 2;
    const size_t size = (size_t)head.index_capacity * sizeof(scree_sim_gsd_entry);
    scree_sim_gsd_entry *index = calloc(1, size);
    if (index == NULL) return scree_output_no_memory(error);
    memcpy(index, gsd->entries, gsd->count * sizeof *index);
    head.index_location = gsd->end;
    bool done = write_at(gsd, index, size, head.index_location);
    free(index);
    done = done && fsync(gsd->file) == 0 && write_at(gsd, &head, sizeof head, 0);
    if (!done) return write_failed(gsd, error);
    gsd->head = head;
    gsd->end += size;
    return true;
}

bool scree_sim_gsd_end_frame(scree_sim_gsd *gsd, scree_error *error)
{
    const size_t needed = gsd->count + gsd->pending + 1; // one that is zero ends the index
    if (needed > gsd->head.index_capacity && !move_index(gsd, needed, error)) return false;
    const uint64_t at = gsd->head.index_location + gsd->count * sizeof *gsd->entries;
    if (!write_at(gsd, gsd->entries + gsd->count, gsd->pending * sizeof *gsd->entries, at))
        return write_failed(gsd, error);
    gsd->count += gsd->pending;
    gsd->pending = 0;
    gsd->frames++;
    return true;
}

void scree_sim_gsd_give_up_frame(scree_sim_gsd *gsd)
{
    gsd->pending = 0; // its data stay in the file, and nothing points to them
}

// ------------------------------------------------------------------------------------------------------------- read

static bool damaged(const scree_sim_gsd *gsd, const char *why, scree_error *error)
{
    return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no whole GSD file: %s", gsd->path, why);
}

static bool within(uint64_t at, uint64_t count, uint64_t size, uint64_t end)
{
    return at <= end && size > 0 && count <= (end - at) / size;
}

static bool read_head(scree_sim_gsd *gsd, scree_error *error)
{
    scree_sim_gsd_head *h = &gsd->head;
    if (gsd->end < sizeof *h || !read_at(gsd, h, sizeof *h, 0)) return damaged(gsd, "it is too short", error);
    if (h->magic != magic) return damaged(gsd, "it begins otherwise", error);
    if (h->gsd_version >> 16 != 2)
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is a GSD file of version %u.%u, and 2.x can be read",
                                 gsd->path, h->gsd_version >> 16, h->gsd_version & 0xffff);
    if (!within(h->index_location, h->index_capacity, sizeof(scree_sim_gsd_entry), gsd->end) ||
        !within(h->names_location, h->names_capacity, NAME_BLOCK, gsd->end))
        return damaged(gsd, "its index is cut off", error);
    return true;
}

static bool read_names(scree_sim_gsd *gsd, scree_error *error)
{
    const size_t size = (size_t)gsd->head.names_capacity * NAME_BLOCK;
    char *room = scree_sim_bytes_room(&gsd->names, size + 1);
    if (room == NULL) return scree_output_no_memory(error);
    if (!read_at(gsd, room, size, gsd->head.names_location)) return scree_output_file_error(error, "read", gsd->path);
    room[size] = '\0';
    size_t used = 0;
    while (used < size && room[used] != '\0') used += strlen(room + used) + 1;
    gsd->names.size = used;
    return true;
}

static bool read_index(scree_sim_gsd *gsd, scree_error *error)
{
    const size_t most = (size_t)gsd->head.index_capacity;
    if (!reserve_entries(gsd, most + 1)) return scree_output_no_memory(error);
    if (!read_at(gsd, gsd->entries, most * sizeof *gsd->entries, gsd->head.index_location))
        return scree_output_file_error(error, "read", gsd->path);
    for (gsd->count = 0; gsd->count < most && gsd->entries[gsd->count].location != 0; ++gsd->count) {
        const scree_sim_gsd_entry *e = &gsd->entries[gsd->count];
        const uint64_t before = gsd->count > 0 ? e[-1].frame : 0;
        const size_t size = type_size(e->type);
        const bool whole = e->location > 0 && size > 0 && e->columns > 0 && e->frame >= before &&
                           e->frame <= before + 1 &&
                           within((uint64_t)e->location, e->rows, (uint64_t)e->columns * size, gsd->end);
        if (!whole) return damaged(gsd, "its index is damaged", error);
        gsd->frames = e->frame + 1;
    }
    return true;
}

bool scree_sim_gsd_open(scree_sim_gsd *gsd, const char *path, scree_error *error)
{
    *gsd = (scree_sim_gsd){ .file = -1 };
    gsd->path = strdup(path);
    if (gsd->path == NULL) return scree_output_no_memory(error);
    gsd->file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    bool done = gsd->file >= 0 && fstat(gsd->file, &status) == 0;
    if (done)
        gsd->end = (uint64_t)status.st_size;
    else
        scree_output_file_error(error, "open", path);
    done = done && read_head(gsd, error) && read_names(gsd, error) && read_index(gsd, error);
    if (!done) scree_sim_gsd_close(gsd);
    return done;
}

const char *scree_sim_gsd_name(const scree_sim_gsd *gsd, const scree_sim_gsd_entry *entry)
{
    const char *at = (const char *)gsd->names.data, *end = at + gsd->names.size;
    for (uint16_t i = 0; at < end; ++i, at += strlen(at) + 1) {
        if (i == entry->name) return at;
    }
    return "";
}

const scree_sim_gsd_entry *scree_sim_gsd_find(const scree_sim_gsd *gsd, uint64_t frame, const char *name)
{
    const int index = name_index(gsd, name);
    if (index < 0) return NULL;
    size_t low = 0, high = gsd->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const scree_sim_gsd_entry *e = &gsd->entries[middle];
        if (e->frame < frame || (e->frame == frame && e->name < index))
            low = middle + 1;
        else
            high = middle;
    }
    const scree_sim_gsd_entry *found = &gsd->entries[low];
    return low < gsd->count && found->frame == frame && found->name == index ? found : NULL;
}

const scree_sim_gsd_entry *scree_sim_gsd_find_or_first(const scree_sim_gsd *gsd, uint64_t frame, const char *name)
{
    const scree_sim_gsd_entry *found = scree_sim_gsd_find(gsd, frame, name);
    return found != NULL ? found : scree_sim_gsd_find(gsd, 0, name);
}

bool scree_sim_gsd_read(const scree_sim_gsd *gsd, const scree_sim_gsd_entry *entry, scree_sim_bytes *out,
                        scree_error *error)
{
    *out = (scree_sim_bytes){ 0 };
    const size_t size = scree_sim_gsd_size(entry);
    char *room = scree_sim_bytes_room(out, size + 1);
    if (room == NULL) return scree_output_no_memory(error);
    if (!read_at(gsd, room, size, (uint64_t)entry->location)) {
        scree_sim_bytes_free(out);
        return scree_output_file_error(error, "read", gsd->path);
    }
    out->size = size;
    room[size] = '\0';
    return true;
}
