// GSD files: chunks of arrays by frame and name, as OVITO, HOOMD-blue and python3-gsd read them.
//
// Writing appends: the data of a frame first, then its rows of the index. A crash between the two leaves the frames
// before it. The index moves to the end of the file when it is full.
#ifndef SCREE_SIM_OUTPUT_GSD_H
#define SCREE_SIM_OUTPUT_GSD_H

#include "output/bytes.h"

typedef enum scree_sim_gsd_type {
    GSD_UINT8 = 1,
    GSD_UINT32 = 3,
    GSD_UINT64 = 4,
    GSD_INT8 = 5,
    GSD_INT32 = 7,
    GSD_INT64 = 8,
    GSD_FLOAT = 9,
    GSD_DOUBLE = 10
} scree_sim_gsd_type;

/// A row of the index, as it lies in the file.
typedef struct scree_sim_gsd_entry {
    uint64_t frame, rows;
    int64_t location;
    uint32_t columns;
    uint16_t name;
    uint8_t type, flags;
} scree_sim_gsd_entry;

/// The head of a file, as it lies there.
typedef struct scree_sim_gsd_head {
    uint64_t magic, index_location, index_capacity, names_location, names_capacity;
    uint32_t schema_version, gsd_version;
    char application[64], schema[64], reserved[80];
} scree_sim_gsd_head;

typedef struct scree_sim_gsd {
    int file;
    char *path;
    scree_sim_gsd_head head;
    scree_sim_bytes names;        ///< each ends with a 0
    scree_sim_gsd_entry *entries; ///< of finished frames, by frame and name
    size_t count, capacity;       ///< finished entries; room for pending ones behind them
    size_t pending;               ///< of the frame in the making
    uint64_t frames, end;         ///< finished frames; where the next data go
} scree_sim_gsd;

/// A new file under a temporary name, with these names of chunks, each ended by a 0. scree_sim_gsd_publish() gives it
/// its own name.
bool scree_sim_gsd_create(scree_sim_gsd *gsd, const char *path, const char *names, size_t names_size,
                          scree_error *error);
bool scree_sim_gsd_publish(scree_sim_gsd *gsd, scree_error *error);
/// For reading. Refuses what is no GSD file of version 2, and a file whose index points beyond its end.
bool scree_sim_gsd_open(scree_sim_gsd *gsd, const char *path, scree_error *error);
void scree_sim_gsd_close(scree_sim_gsd *gsd);

/// One chunk of the frame in the making. `name` must be in the list. On failure the frame can be given up.
bool scree_sim_gsd_add(scree_sim_gsd *gsd, const char *name, scree_sim_gsd_type type, uint64_t rows, uint32_t columns,
                       const void *data, scree_error *error);
/// The same data as a chunk of an earlier frame: the index points to them once more.
bool scree_sim_gsd_add_again(scree_sim_gsd *gsd, const scree_sim_gsd_entry *earlier, scree_error *error);
bool scree_sim_gsd_end_frame(scree_sim_gsd *gsd, scree_error *error);
void scree_sim_gsd_give_up_frame(scree_sim_gsd *gsd);

/// The chunk of exactly this frame; NULL where it has none.
const scree_sim_gsd_entry *scree_sim_gsd_find(const scree_sim_gsd *gsd, uint64_t frame, const char *name);
/// The same, or else that of frame 0, as the schema has it.
const scree_sim_gsd_entry *scree_sim_gsd_find_or_first(const scree_sim_gsd *gsd, uint64_t frame, const char *name);
const char *scree_sim_gsd_name(const scree_sim_gsd *gsd, const scree_sim_gsd_entry *entry);
size_t scree_sim_gsd_size(const scree_sim_gsd_entry *entry);
/// The bytes of a chunk, with a 0 behind them that is not counted.
bool scree_sim_gsd_read(const scree_sim_gsd *gsd, const scree_sim_gsd_entry *entry, scree_sim_bytes *out,
                        scree_error *error);

#endif
