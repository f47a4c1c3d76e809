// Writing     HDF5 creates the file with its attributes and allocates the two datasets; their bytes, and the user
//             block, are then written there directly, so that a full disk is noticed where it can be handled: HDF5 does
//             not recover from a write that fails while it closes a file. The space is allocated first.
// Contents    attributes of the root: version, title, command, scene, scene_sha256 (strings), seed, step (integers),
//             time (double); datasets `state` and `run` (bytes).
#define _POSIX_C_SOURCE 200809L
#include "output/checkpoint_file.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/bytes.h"
#include "output/checkpoint_block.h"

enum { METADATA_SIZE = 1 << 16, MOST_STRING = 1 << 30 };

/// HDF5 prints errors unless told not to. Its setting is restored: the program may use HDF5 too.
typedef struct quiet {
    H5E_auto2_t function;
    void *data;
} quiet;

static quiet be_quiet(void)
{
    quiet before = { 0 };
    H5Eget_auto2(H5E_DEFAULT, &before.function, &before.data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return before;
}

static void be_as_before(quiet before)
{
    H5Eset_auto2(H5E_DEFAULT, before.function, before.data);
}

// ------------------------------------------------------------------------------------------------------------ write

static bool put_attribute(hid_t file, const char *name, hid_t type, const void *value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool done = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    return done;
}

static bool put_string(hid_t file, const char *name, const char *words)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(words) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const bool done = put_attribute(file, name, type, words);
    H5Tclose(type);
    return done;
}

/// A text of any length: attributes are limited to 64 KiB.
static bool put_text(hid_t file, const char *name, const char *words)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(words) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(list, false);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Pclose(list);
    const bool done = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, words) >= 0;
    if (set >= 0) H5Dclose(set);
    H5Sclose(space);
    H5Tclose(type);
    return done;
}

/// A dataset of bytes that has a place in the file and nothing written there. Its place, or 0 where it is empty.
static bool place_bytes(hid_t file, const char *name, size_t size, uint64_t *offset)
{
    const hsize_t dimension = size;
    const hid_t space = H5Screate_simple(1, &dimension, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(list, false);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
    const hid_t set = H5Dcreate2(file, name, H5T_STD_U8LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    const haddr_t at = set >= 0 && size > 0 ? H5Dget_offset(set) : 0;
    *offset = (uint64_t)at;
    if (set >= 0) H5Dclose(set);
    H5Pclose(list);
    H5Sclose(space);
    return set >= 0 && at != HADDR_UNDEF;
}

static bool put_all(hid_t file, const scree_sim_origin_copy *origin, const scree_sim_checkpoint *c, uint64_t offsets[2])
{
    const scree_sim_origin *o = &origin->origin;
    return put_string(file, "version", scree_version()) && put_string(file, "title", o->title) &&
           put_text(file, "command", o->command) && put_text(file, "scene", o->scene) &&
           put_string(file, "scene_sha256", origin->scene_hash) &&
           put_attribute(file, "seed", H5T_NATIVE_UINT64, &o->seed) &&
           put_attribute(file, "step", H5T_NATIVE_INT64, &c->step) &&
           put_attribute(file, "time", H5T_NATIVE_DOUBLE, &c->time) &&
           place_bytes(file, "state", c->state_size, &offsets[0]) && place_bytes(file, "run", c->run_size, &offsets[1]);
}

static bool make_hdf5(const char *path, const scree_sim_origin_copy *origin, const scree_sim_checkpoint *c,
                      uint64_t offsets[2])
{
    const hid_t list = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(list, SCREE_SIM_BLOCK_SIZE);
    H5Pset_obj_track_times(list, false);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, list, H5P_DEFAULT);
    H5Pclose(list);
    if (file < 0) return false;
    const bool done = put_all(file, origin, c, offsets);
    return H5Fclose(file) >= 0 && done;
}

/// Is there room? Asked before HDF5 writes anything.
static bool reserve_space(const char *path, size_t size, scree_error *error)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return scree_output_file_error(error, "open", path);
    errno = posix_fallocate(file, 0, (off_t)size);
    const bool done =
        errno == 0 || errno == EOPNOTSUPP || errno == EINVAL || scree_output_file_error(error, "write", path);
    close(file);
    return done;
}

static bool write_at(int file, const void *data, size_t size, uint64_t at)
{
    return size == 0 || (lseek(file, (off_t)at, SEEK_SET) >= 0 && scree_sim_write_all(file, data, size));
}

/// The bytes of the datasets, then the user block, then all on disk.
static bool fill_in(const char *path, const scree_sim_checkpoint *c, const uint64_t offsets[2], scree_error *error)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return scree_output_file_error(error, "open", path);
    bool done =
        (write_at(file, c->state, c->state_size, offsets[0]) && write_at(file, c->run, c->run_size, offsets[1])) ||
        scree_output_file_error(error, "write", path);
    char block[SCREE_SIM_BLOCK_SIZE];
    done = done && scree_sim_block_make(path, block, error);
    if (done && !(write_at(file, block, sizeof block, 0) && fsync(file) == 0))
        done = scree_output_file_error(error, "write", path);
    if (close(file) != 0 && done) done = scree_output_file_error(error, "write", path);
    return done;
}

bool scree_sim_checkpoint_file_write(const char *path, const scree_sim_origin_copy *origin,
                                     const scree_sim_checkpoint *checkpoint, scree_error *error)
{
    const scree_sim_origin *o = &origin->origin;
    const size_t size = checkpoint->state_size + checkpoint->run_size + strlen(o->scene) + strlen(o->command) +
                        strlen(o->title) + METADATA_SIZE;
    uint64_t offsets[2] = { 0, 0 };
    bool done = reserve_space(path, size, error);
    if (done) {
        const quiet before = be_quiet();
        done = make_hdf5(path, origin, checkpoint, offsets) ||
               scree_output_fail(error, SCREE_FILE_ERROR, "%s: HDF5 cannot write it", path);
        be_as_before(before);
    }
    done = done && fill_in(path, checkpoint, offsets, error);
    if (!done) unlink(path);
    return done;
}

// ------------------------------------------------------------------------------------------------------------- read

static bool get_attribute(hid_t file, const char *name, hid_t type, void *value)
{
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    const bool done = attribute >= 0 && H5Aread(attribute, type, value) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    return done;
}

/// A string of fixed length, by the functions of attributes or of datasets.
static char *read_string(hid_t type, hid_t attribute, hid_t set)
{
    const size_t size = type >= 0 && H5Tget_class(type) == H5T_STRING ? H5Tget_size(type) : 0;
    char *words = size > 0 && size < MOST_STRING ? calloc(1, size + 1) : NULL;
    if (words == NULL) return NULL;
    const herr_t status =
        attribute >= 0 ? H5Aread(attribute, type, words) : H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, words);
    if (status >= 0) return words;
    free(words);
    return NULL;
}

static char *get_string(hid_t file, const char *name)
{
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    if (attribute < 0) return NULL;
    const hid_t type = H5Aget_type(attribute);
    char *words = read_string(type, attribute, -1);
    if (type >= 0) H5Tclose(type);
    H5Aclose(attribute);
    return words;
}

static char *get_text(hid_t file, const char *name)
{
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    if (set < 0) return NULL;
    const hid_t type = H5Dget_type(set);
    char *words = read_string(type, -1, set);
    if (type >= 0) H5Tclose(type);
    H5Dclose(set);
    return words;
}

static bool get_bytes(hid_t file, const char *name, void **bytes, size_t *size)
{
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    if (set < 0) return false;
    const hid_t space = H5Dget_space(set);
    const hssize_t count = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    bool done = count >= 0;
    *bytes = done ? malloc((size_t)count + 1) : NULL;
    *size = done ? (size_t)count : 0;
    done = done && *bytes != NULL &&
           (count == 0 || H5Dread(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, *bytes) >= 0);
    if (space >= 0) H5Sclose(space);
    H5Dclose(set);
    return done;
}

static bool get_all(hid_t file, scree_sim_checkpoint *c)
{
    c->version = get_string(file, "version");
    c->title = get_string(file, "title");
    c->command = get_text(file, "command");
    c->scene = get_text(file, "scene");
    char *hash = get_string(file, "scene_sha256");
    bool done = c->version != NULL && c->title != NULL && c->command != NULL && c->scene != NULL && hash != NULL &&
                strlen(hash) < sizeof c->scene_hash;
    if (done) strcpy(c->scene_hash, hash);
    free(hash);
    return done && get_attribute(file, "seed", H5T_NATIVE_UINT64, &c->seed) &&
           get_attribute(file, "step", H5T_NATIVE_INT64, &c->step) &&
           get_attribute(file, "time", H5T_NATIVE_DOUBLE, &c->time) &&
           get_bytes(file, "state", &c->state, &c->state_size) && get_bytes(file, "run", &c->run, &c->run_size);
}

bool scree_sim_checkpoint_file_read(const char *path, scree_sim_checkpoint *checkpoint, scree_error *error)
{
    *checkpoint = (scree_sim_checkpoint){ 0 };
    const quiet before = be_quiet();
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool done = file >= 0 && get_all(file, checkpoint);
    if (file >= 0) H5Fclose(file);
    be_as_before(before);
    if (done) return true;
    scree_sim_checkpoint_free(checkpoint);
    return scree_output_fail(error, SCREE_FILE_ERROR, "%s: HDF5 cannot read it, or something is missing in it", path);
}
