// Format      "VTK XML formats": appended data, encoding raw, compressor vtkZLibDataCompressor, header_type UInt64. An
//             array is [blocks, bytes a block, bytes of the last block if it is shorter, compressed bytes of each block]
//             and the blocks.
#include "output/vtp_file.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the writers keep numbers as they lie in memory");

enum { BLOCK_SIZE = 1 << 18, MOST_BLOCKS = 1 << 22, LEVEL = 1 };

static size_t size_of(const char *type)
{
    if (strstr(type, "64") != NULL) return 8;
    if (strstr(type, "32") != NULL) return 4;
    return 1;
}

static void add_block(scree_sim_bytes *out, const unsigned char *data, size_t size, uint64_t *compressed_size)
{
    uLongf got = compressBound((uLong)size);
    unsigned char *room = scree_sim_bytes_room(out, got);
    if (room == NULL) return;
    if (compress2(room, &got, data, (uLong)size, LEVEL) != Z_OK) {
        out->failed = true;
        return;
    }
    out->size += got;
    *compressed_size = got;
}

static void add_compressed(scree_sim_bytes *out, const void *data, size_t size)
{
    const size_t blocks = (size + BLOCK_SIZE - 1) / BLOCK_SIZE, start = out->size;
    uint64_t head[3] = { blocks, blocks > 0 ? BLOCK_SIZE : 0, size % BLOCK_SIZE };
    scree_sim_bytes_add(out, head, sizeof head);
    for (size_t i = 0; i < blocks; ++i) scree_sim_bytes_add(out, &head[1], sizeof head[1]); // filled in below
    for (size_t i = 0; i < blocks; ++i) {
        const size_t from = i * BLOCK_SIZE, left = size - from;
        uint64_t compressed = 0;
        add_block(out, (const unsigned char *)data + from, left < BLOCK_SIZE ? left : BLOCK_SIZE, &compressed);
        if (!out->failed)
            memcpy(out->data + start + sizeof head + i * sizeof compressed, &compressed, sizeof compressed);
    }
}

static void add_reference(scree_sim_vtp_file *file, const char *element, const char *type, const char *name,
                          const char *shape)
{
    scree_sim_bytes_format(&file->head, "<%s type=\"%s\" Name=\"%s\" %s format=\"appended\" offset=\"%zu\"/>\n",
                           element, type, name, shape, file->data.size);
}

void scree_sim_vtp_array(scree_sim_vtp_file *file, const char *type, const char *name, int components, const void *data,
                         size_t count)
{
    char shape[40];
    snprintf(shape, sizeof shape, "NumberOfComponents=\"%d\"", components);
    add_reference(file, "DataArray", type, name, shape);
    add_compressed(&file->data, data, count * (size_t)components * size_of(type));
}

static void add_string(scree_sim_vtp_file *file, const char *name, const char *words)
{
    add_reference(file, "Array", "String", name, "NumberOfTuples=\"1\"");
    add_compressed(&file->data, words, strlen(words) + 1);
}

static void add_field(scree_sim_vtp_file *file, const char *type, const char *name, const void *value)
{
    add_reference(file, "DataArray", type, name, "NumberOfTuples=\"1\"");
    add_compressed(&file->data, value, size_of(type));
}

void scree_sim_vtp_begin(scree_sim_vtp_file *file, const scree_sim_origin_copy *origin, const scree_sim_frame *frame)
{
    *file = (scree_sim_vtp_file){ 0 };
    scree_sim_bytes_words(&file->head, "<?xml version=\"1.0\"?>\n"
                                       "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                                       "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n"
                                       "<PolyData>\n<FieldData>\n");
    add_field(file, "Float64", "TimeValue", &frame->time);
    add_field(file, "Int64", "step", &frame->step);
    add_field(file, "UInt64", "seed", &origin->origin.seed);
    add_string(file, "version", scree_version());
    add_string(file, "title", origin->origin.title);
    add_string(file, "command", origin->origin.command);
    add_string(file, "scene", origin->origin.scene);
    add_string(file, "scene_sha256", origin->scene_hash);
    scree_sim_bytes_words(&file->head, "</FieldData>\n");
}

void scree_sim_vtp_piece(scree_sim_vtp_file *file, size_t points, size_t lines, size_t polygons)
{
    scree_sim_bytes_format(&file->head,
                           "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"0\" NumberOfLines=\"%zu\" "
                           "NumberOfStrips=\"0\" NumberOfPolys=\"%zu\">\n",
                           points, lines, polygons);
}

void scree_sim_vtp_tag(scree_sim_vtp_file *file, const char *tag)
{
    scree_sim_bytes_format(&file->head, "%s\n", tag);
}

bool scree_sim_vtp_end(scree_sim_vtp_file *file, const char *path, scree_error *error)
{
    scree_sim_bytes_words(&file->head, "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
    if (!file->data.failed) scree_sim_bytes_add(&file->head, file->data.data, file->data.size);
    scree_sim_bytes_words(&file->head, "\n</AppendedData>\n</VTKFile>\n");
    bool done = !file->head.failed && !file->data.failed;
    if (!done) scree_output_no_memory(error);
    done = done && scree_sim_replace_file(path, file->head.data, file->head.size, false, error);
    scree_sim_bytes_free(&file->head);
    scree_sim_bytes_free(&file->data);
    return done;
}
