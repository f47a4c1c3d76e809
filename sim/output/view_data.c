#define ZLIB_CONST
#include "output/view_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROOM = 1 << 16, WORDS = 6, ABSENT = 255, POSE = 8 };

// ----------------------------------------------------------------------------------------------------------- packer

struct scree_sim_packer {
    z_stream stream;
    scree_sim_bytes *out;
    bool failed;
};

scree_sim_packer *scree_sim_packer_create(scree_sim_bytes *out, int level)
{
    scree_sim_packer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->out = out;
    if (deflateInit(&p->stream, level) == Z_OK) return p;
    free(p);
    return NULL;
}

static void run_deflate(scree_sim_packer *p, int flush)
{
    do {
        unsigned char *room = scree_sim_bytes_room(p->out, ROOM);
        if (room == NULL) {
            p->failed = true;
            return;
        }
        p->stream.next_out = room;
        p->stream.avail_out = ROOM;
        deflate(&p->stream, flush);
        p->out->size += ROOM - p->stream.avail_out;
    } while (p->stream.avail_out == 0);
}

void scree_sim_packer_add(scree_sim_packer *packer, const void *data, size_t size)
{
    const unsigned char *at = data;
    while (size > 0 && !packer->failed) {
        const size_t step = size < (1U << 30) ? size : 1U << 30;
        packer->stream.next_in = at;
        packer->stream.avail_in = (uInt)step;
        run_deflate(packer, Z_NO_FLUSH);
        at += step;
        size -= step;
    }
}

bool scree_sim_packer_end(scree_sim_packer *packer)
{
    packer->stream.avail_in = 0;
    run_deflate(packer, Z_FINISH);
    const bool done = !packer->failed;
    deflateEnd(&packer->stream);
    free(packer);
    return done;
}

// ----------------------------------------------------------------------------------------------------------- grains

static uint16_t quantised(float x, float low, float high)
{
    if (!(high > low)) return 0;
    const float share = (x - low) / (high - low);
    return (uint16_t)lrintf(65535.0F * fminf(1.0F, fmaxf(0.0F, share)));
}

/// The three smallest components, from -1/sqrt(2) to 1/sqrt(2), in 15 bits; the largest is positive.
static void put_quaternion(const float *q, uint16_t out[3])
{
    int largest = 0;
    for (int i = 1; i < 4; ++i) {
        if (fabsf(q[i]) > fabsf(q[largest])) largest = i;
    }
    const float sign = q[largest] < 0.0F ? -1.0F : 1.0F;
    int k = 0;
    for (int i = 0; i < 4; ++i) {
        if (i == largest) continue;
        const float share = 0.5F + sign * q[i] * 0.70710678F;
        out[k++] = (uint16_t)lrintf(32767.0F * fminf(1.0F, fmaxf(0.0F, share)));
    }
    out[0] = (uint16_t)(out[0] | (largest & 1) << 15);
    out[1] = (uint16_t)(out[1] | (largest >> 1) << 15);
}

/// One frame as words and bytes, by place.
typedef struct packed_frame {
    uint16_t *words; ///< 6 arrays
    uint8_t *speeds, *contacts;
} packed_frame;

static void pack_frame(const scree_sim_view_run *run, const scree_sim_view_frame *f, packed_frame *out)
{
    const size_t n = run->grain_count;
    memset(out->contacts, ABSENT, n);
    memset(out->speeds, 0, n);
    for (size_t i = 0; i < f->count; ++i) {
        const int32_t place = run->index[f->ids[i]];
        const float *v = f->velocities + 3 * i;
        uint16_t packed[3];
        put_quaternion(f->orientations + 4 * i, packed);
        for (size_t k = 0; k < 3; ++k) {
            out->words[k * n + (size_t)place] = quantised(f->positions[3 * i + k], run->low[k], run->high[k]);
            out->words[(3 + k) * n + (size_t)place] = packed[k];
        }
        const float speed = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        const float share = run->fastest > 0.0F ? speed / run->fastest : 0.0F;
        out->speeds[place] = (uint8_t)lrintf(255.0F * sqrtf(fminf(1.0F, fmaxf(0.0F, share))));
        out->contacts[place] = (uint8_t)(f->coordination[i] < ABSENT ? f->coordination[i] : ABSENT - 1);
    }
}

static void put_planes(const scree_sim_view_run *run, const packed_frame *f, uint16_t *before, uint8_t *plane,
                       scree_sim_packer *packer)
{
    const size_t n = run->grain_count;
    for (int k = 0; k < WORDS; ++k) {
        const uint16_t *words = f->words + (size_t)k * n;
        uint16_t *old = before + (size_t)k * n;
        for (int half = 0; half < 2; ++half) {
            for (size_t i = 0; i < n; ++i) plane[i] = (uint8_t)((uint16_t)(words[i] - old[i]) >> (8 * half));
            scree_sim_packer_add(packer, plane, n);
        }
        memcpy(old, words, n * sizeof *old);
    }
    scree_sim_packer_add(packer, f->speeds, n);
    scree_sim_packer_add(packer, f->contacts, n);
}

bool scree_sim_view_put_grains(const scree_sim_view_run *run, scree_sim_packer *packer, scree_error *error)
{
    const size_t n = run->grain_count;
    uint16_t *words = calloc(WORDS * n + 1, sizeof *words), *before = calloc(WORDS * n + 1, sizeof *before);
    uint8_t *bytes = malloc(3 * n + 1);
    bool done = (words != NULL && before != NULL && bytes != NULL) || scree_output_no_memory(error);
    for (size_t k = 0; k < run->frame_count && done; ++k) {
        scree_sim_view_frame f;
        packed_frame packed = { words, bytes, bytes + n };
        done = scree_sim_view_frame_read(run, run->frames[k], &f, error);
        if (!done) break;
        pack_frame(run, &f, &packed);
        put_planes(run, &packed, before, bytes + 2 * n, packer);
        scree_sim_view_frame_free(&f);
    }
    free(words);
    free(before);
    free(bytes);
    return done;
}

// ----------------------------------------------------------------------------------------------------------- meshes

/// The meshes of one frame: sizes first, then points and corners, if they fit together.
typedef struct mesh_chunks {
    scree_sim_bytes sizes, points, corners;
} mesh_chunks;

static void free_chunks(mesh_chunks *m)
{
    scree_sim_bytes_free(&m->sizes);
    scree_sim_bytes_free(&m->points);
    scree_sim_bytes_free(&m->corners);
}

/// Every triangle points into its own mesh, and the chunks are as long as the sizes say.
static bool are_whole(const mesh_chunks *m)
{
    const uint32_t *sizes = (const uint32_t *)(const void *)m->sizes.data;
    const uint32_t *corners = (const uint32_t *)(const void *)m->corners.data;
    size_t points = 0, triangles = 0;
    for (size_t i = 0; i < m->sizes.size / 8; ++i) {
        for (size_t k = 0; k < 3 * (size_t)sizes[2 * i + 1]; ++k) {
            if (4 * (3 * triangles + k) >= m->corners.size || corners[3 * triangles + k] >= sizes[2 * i]) return false;
        }
        points += sizes[2 * i];
        triangles += sizes[2 * i + 1];
    }
    return points * 12 == m->points.size && triangles * 12 == m->corners.size;
}

static bool read_chunks(const scree_sim_view_run *run, uint64_t frame, const char *sizes, const char *points,
                        const char *corners, mesh_chunks *m, scree_error *error)
{
    *m = (mesh_chunks){ 0 };
    bool done = scree_sim_view_chunk(run, frame, sizes, GSD_UINT32, 2, false, &m->sizes, error) &&
                scree_sim_view_chunk(run, frame, points, GSD_FLOAT, 3, false, &m->points, error) &&
                scree_sim_view_chunk(run, frame, corners, GSD_UINT32, 3, false, &m->corners, error);
    if (done && !are_whole(m))
        done = scree_output_fail(error, SCREE_FILE_ERROR, "%s: its meshes are damaged", run->gsd.path);
    if (!done) free_chunks(m);
    return done;
}

static void add_chunks(scree_sim_packer *packer, const mesh_chunks *m)
{
    const uint32_t count = (uint32_t)(m->sizes.size / 8);
    scree_sim_packer_add(packer, &count, sizeof count);
    scree_sim_packer_add(packer, m->sizes.data, m->sizes.size);
    scree_sim_packer_add(packer, m->points.data, m->points.size);
    scree_sim_packer_add(packer, m->corners.data, m->corners.size);
}

bool scree_sim_view_put_meshes(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *type_count,
                               scree_error *error)
{
    *type_count = 0;
    scree_sim_packer_add(packer, run->types, run->grain_count * sizeof *run->types);
    scree_sim_packer_add(packer, run->materials, run->grain_count * sizeof *run->materials);
    for (uint64_t frame = 0; frame < run->gsd.frames; ++frame) {
        mesh_chunks m;
        if (!read_chunks(run, frame, "scree/mesh/sizes", "scree/mesh/points", "scree/mesh/corners", &m, error))
            return false;
        if (m.sizes.size > 0) add_chunks(packer, &m);
        *type_count += (uint32_t)(m.sizes.size / 8);
        free_chunks(&m);
    }
    for (size_t i = 0; i < run->grain_count; ++i) {
        if (run->types[i] >= *type_count)
            return scree_output_fail(error, SCREE_FILE_ERROR, "%s: a grain of type %u, which has no mesh",
                                     run->gsd.path, run->types[i]);
    }
    const uint32_t end = 0;
    scree_sim_packer_add(packer, &end, sizeof end);
    return true;
}

// --------------------------------------------------------------------------------------------------------- contacts

typedef struct contact_chunks {
    scree_sim_bytes grains, points, forces;
} contact_chunks;

static bool read_contacts(const scree_sim_view_run *run, uint64_t frame, contact_chunks *c, scree_error *error)
{
    *c = (contact_chunks){ 0 };
    const bool read =
        scree_sim_view_chunk(run, frame, "scree/contact/grains", GSD_INT32, 2, false, &c->grains, error) &&
        scree_sim_view_chunk(run, frame, "scree/contact/points", GSD_FLOAT, 3, false, &c->points, error) &&
        scree_sim_view_chunk(run, frame, "scree/contact/forces", GSD_FLOAT, 1, false, &c->forces, error);
    if (read && c->grains.size == 2 * c->forces.size && c->points.size == 3 * c->forces.size) return true;
    if (read) scree_output_set_error(error, SCREE_FILE_ERROR, "%s: its contacts are damaged", run->gsd.path);
    scree_sim_bytes_free(&c->grains);
    scree_sim_bytes_free(&c->points);
    scree_sim_bytes_free(&c->forces);
    return false;
}

static float mean_of(const float *values, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) sum += (double)values[i];
    return count > 0 ? (float)(sum / (double)count) : 0.0F;
}

/// A side of a contact: the place of a grain, or a wall as it is.
static bool side_of(const scree_sim_view_run *run, const scree_sim_view_frame *f, int32_t side, int32_t *out)
{
    if (side >= 0 && (size_t)side >= f->count) return false;
    *out = side < 0 ? side : run->index[f->ids[side]];
    return true;
}

/// The stronger contacts of a frame, field by field.
static bool pick_contacts(const scree_sim_view_run *run, const scree_sim_view_frame *f, const contact_chunks *c,
                          scree_sim_packer *packer)
{
    const int32_t *grains = (const int32_t *)(const void *)c->grains.data;
    const float *points = (const float *)(const void *)c->points.data;
    const float *forces = (const float *)(const void *)c->forces.data;
    const size_t count = c->forces.size / sizeof *forces;
    const float mean = mean_of(forces, count);
    scree_sim_bytes sides = { 0 }, sizes = { 0 }, places = { 0 };
    bool whole = true;
    uint32_t picked = 0;
    for (size_t i = 0; i < count && whole; ++i) {
        int32_t pair[2];
        if (!(forces[i] >= mean)) continue;
        whole = side_of(run, f, grains[2 * i], &pair[0]) && side_of(run, f, grains[2 * i + 1], &pair[1]);
        scree_sim_bytes_add(&sides, pair, sizeof pair);
        scree_sim_bytes_add(&sizes, &forces[i], sizeof *forces);
        scree_sim_bytes_add(&places, points + 3 * i, 3 * sizeof *points);
        picked++;
    }
    whole = whole && !sides.failed && !sizes.failed && !places.failed;
    if (whole) {
        scree_sim_packer_add(packer, &picked, sizeof picked);
        scree_sim_packer_add(packer, sides.data, sides.size);
        scree_sim_packer_add(packer, sizes.data, sizes.size);
        scree_sim_packer_add(packer, places.data, places.size);
    }
    scree_sim_bytes_free(&sides);
    scree_sim_bytes_free(&sizes);
    scree_sim_bytes_free(&places);
    return whole;
}

bool scree_sim_view_put_contacts(const scree_sim_view_run *run, scree_sim_packer *packer, scree_error *error)
{
    for (size_t k = 0; k < run->frame_count; ++k) {
        scree_sim_view_frame f;
        contact_chunks c;
        if (!scree_sim_view_frame_read(run, run->frames[k], &f, error)) return false;
        bool done = read_contacts(run, run->frames[k], &c, error);
        if (done) {
            done = pick_contacts(run, &f, &c, packer) ||
                   scree_output_fail(error, SCREE_FILE_ERROR, "%s: its contacts are damaged", run->gsd.path);
            scree_sim_bytes_free(&c.grains);
            scree_sim_bytes_free(&c.points);
            scree_sim_bytes_free(&c.forces);
        }
        scree_sim_view_frame_free(&f);
        if (!done) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------ walls

static bool put_poses(const scree_sim_view_run *run, uint64_t frame, uint32_t walls, scree_sim_packer *packer,
                      scree_error *error)
{
    scree_sim_bytes poses;
    if (!scree_sim_view_chunk(run, frame, "scree/wall/poses", GSD_DOUBLE, POSE, true, &poses, error)) return false;
    for (size_t i = 0; i < (size_t)walls * POSE; ++i) {
        double number = 0.0; // a wall that is not there yet
        if ((i + 1) * sizeof number <= poses.size) memcpy(&number, poses.data + i * sizeof number, sizeof number);
        const float narrow = (float)number;
        scree_sim_packer_add(packer, &narrow, sizeof narrow);
    }
    scree_sim_bytes_free(&poses);
    return true;
}

bool scree_sim_view_put_walls(const scree_sim_view_run *run, scree_sim_packer *packer, uint32_t *wall_count,
                              scree_error *error)
{
    uint64_t last = run->gsd.frames;
    while (last > 0 && scree_sim_gsd_find(&run->gsd, last - 1, "scree/wall/sizes") == NULL) last--;
    mesh_chunks m = { 0 };
    if (last > 0 &&
        !read_chunks(run, last - 1, "scree/wall/sizes", "scree/wall/points", "scree/wall/corners", &m, error))
        return false;
    *wall_count = (uint32_t)(m.sizes.size / 8);
    add_chunks(packer, &m);
    free_chunks(&m);
    for (size_t k = 0; k < run->frame_count; ++k) {
        if (!put_poses(run, run->frames[k], *wall_count, packer, error)) return false;
    }
    return true;
}
