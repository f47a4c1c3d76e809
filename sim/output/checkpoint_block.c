// The user block of a checkpoint: "scree checkpoint 1\nsize <bytes of the file>\nsha256 <of what follows the block>\n",
// filled up with zeros.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/bytes.h"
#include "output/checkpoint_block.h"
#include "output/sha256.h"

enum { CHUNK = 1 << 20 };

static const char first_line[] = "scree checkpoint ";

/// The hash of what follows the block, and the size of the whole file.
static bool hash_rest(FILE *file, char hash[SCREE_SIM_HASH_SIZE], uint64_t *size)
{
    unsigned char *chunk = malloc(CHUNK);
    if (chunk == NULL || fseek(file, SCREE_SIM_BLOCK_SIZE, SEEK_SET) != 0) {
        free(chunk);
        return false;
    }
    scree_sim_hash state;
    scree_sim_hash_start(&state);
    *size = SCREE_SIM_BLOCK_SIZE;
    for (size_t got; (got = fread(chunk, 1, CHUNK, file)) > 0; *size += got) scree_sim_hash_add(&state, chunk, got);
    free(chunk);
    scree_sim_hash_end(&state, hash);
    return ferror(file) == 0;
}

static void print_block(uint64_t size, const char *hash, char block[SCREE_SIM_BLOCK_SIZE])
{
    memset(block, 0, SCREE_SIM_BLOCK_SIZE);
    snprintf(block, SCREE_SIM_BLOCK_SIZE, "%s%d\nsize %llu\nsha256 %s\n", first_line, SCREE_SIM_CHECKPOINT_FORMAT,
             (unsigned long long)size, hash);
}

bool scree_sim_block_make(const char *path, char block[SCREE_SIM_BLOCK_SIZE], scree_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return scree_output_file_error(error, "open", path);
    char hash[SCREE_SIM_HASH_SIZE];
    uint64_t size = 0;
    const bool done = hash_rest(file, hash, &size) || scree_output_file_error(error, "read", path);
    fclose(file);
    if (done) print_block(size, hash, block);
    return done;
}

/// What the block of a file should be like, and is not.
static bool judge(FILE *file, const char *path, scree_error *error)
{
    char block[SCREE_SIM_BLOCK_SIZE + 1] = { 0 }, right[SCREE_SIM_BLOCK_SIZE], hash[SCREE_SIM_HASH_SIZE];
    fread(block, 1, SCREE_SIM_BLOCK_SIZE, file);
    if (ferror(file)) return scree_output_file_error(error, "read", path);
    if (strncmp(block, first_line, sizeof first_line - 1) != 0)
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is no checkpoint of scree, or its start is damaged",
                                 path);
    char *end;
    const long format = strtol(block + sizeof first_line - 1, &end, 10);
    if (format != SCREE_SIM_CHECKPOINT_FORMAT && *end == '\n')
        return scree_output_fail(error, SCREE_FILE_ERROR,
                                 "%s: is a checkpoint of format %ld, and this version of scree (%s) reads format %d",
                                 path, format, scree_version(), SCREE_SIM_CHECKPOINT_FORMAT);
    uint64_t size = 0;
    if (!hash_rest(file, hash, &size)) return scree_output_file_error(error, "read", path);
    print_block(size, hash, right);
    if (memcmp(block, right, sizeof right) == 0) return true;
    const char *stated = strstr(block, "\nsize ");
    const unsigned long long stated_size = stated != NULL ? strtoull(stated + 6, NULL, 10) : 0;
    if (size < stated_size)
        return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is cut short: %llu of %llu bytes are there", path,
                                 (unsigned long long)size, stated_size);
    return scree_output_fail(error, SCREE_FILE_ERROR, "%s: is damaged: its checksum is wrong", path);
}

bool scree_sim_checkpoint_file_whole(const char *path, scree_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return scree_output_file_error(error, "open", path);
    const bool whole = judge(file, path, error);
    fclose(file);
    return whole;
}
