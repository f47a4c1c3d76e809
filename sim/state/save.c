// The state as bytes: a header with version and checksum, then everything that the next step depends on, caches, wake
// bounds and histories included. Shapes are written by scree_shape_to_bytes(); a pointer becomes the index of a shape
// or the name of a method. Restoring checks counts and indices, so that damaged bytes are rejected.
#include <stdlib.h>
#include <string.h>

#include "scree/method.h"
#include "scree/storage.h"
#include "scree/version.h"
#include "state/bytes.h"
#include "state/state.h"

static const char magic[8] = "screesim";

typedef struct header {
    char magic[8];
    uint32_t format, pointer_size;
    uint64_t size, checksum; // of what follows
} header;

enum { FORMAT = 8 };

/// Single values of the state.
#define SCALARS(X)                                                                                                     \
    X(dt)                                                                                                              \
    X(time)                                                                                                            \
    X(steps)                                                                                                           \
    X(next_id)                                                                                                         \
    X(period)                                                                                                          \
    X(piece_count)                                                                                                     \
    X(skin)                                                                                                            \
    X(is_stale)                                                                                                        \
    X(rebuilds)                                                                                                        \
    X(dissipated)                                                                                                      \
    X(work)                                                                                                            \
    X(supplied)                                                                                                        \
    X(largest_overlap)                                                                                                 \
    X(longest_path)

// ------------------------------------------------------------------------------------------------------------- write

static bool put_shape(sim_writer *w, const scree_shape *shape, scree_error *error)
{
    size_t size = 0;
    if (shape == NULL) {
        scree_sim_put_array(w, NULL, 0, 1);
        return true;
    }
    const scree_status status = scree_shape_to_bytes(shape, NULL, 0, &size, error);
    if (status != SCREE_SCRATCH_TOO_SMALL) return false;
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) return scree_sim_fail(error, SCREE_NO_MEMORY, "no memory to save a shape");
    const bool ok = scree_shape_to_bytes(shape, bytes, size, &size, error) == SCREE_OK;
    if (ok) scree_sim_put_array(w, bytes, size, 1);
    free(bytes);
    return ok;
}

// The index of the form that owns a shape, by a table sorted by address.
typedef struct shape_number {
    const scree_shape *shape;
    int32_t form;
} shape_number;

static int by_address(const void *p, const void *q)
{
    const uintptr_t a = (uintptr_t)((const shape_number *)p)->shape, b = (uintptr_t)((const shape_number *)q)->shape;
    return a < b ? -1 : a > b;
}

// An array of structs with a pointer, which is omitted: addresses differ from run to run.
#define PUT_CLEARED(array, how_many, pointer)                                                                          \
    {                                                                                                                  \
        const uint64_t count = sim->how_many;                                                                          \
        scree_sim_put(w, &count, sizeof count);                                                                        \
        for (size_t i = 0; i < sim->how_many; ++i) {                                                                   \
            const void *none = NULL;                                                                                   \
            const size_t at = w->size + offsetof(typeof_##array, pointer);                                             \
            scree_sim_put(w, &sim->array[i], sizeof sim->array[i]);                                                    \
            if (!w->failed) memcpy(w->bytes + at, &none, sizeof none);                                                 \
        }                                                                                                              \
    }
typedef sim_form typeof_forms;
typedef sim_part typeof_parts;
typedef scree_material typeof_materials;

static bool put_forms(sim_writer *w, const scree_sim *sim, scree_error *error)
{
    PUT_CLEARED(forms, form_count, owned)
    for (size_t i = 0; i < sim->form_count; ++i)
        if (!put_shape(w, sim->forms[i].owned, error)) return false;
    PUT_CLEARED(parts, part_count, shape)
    shape_number *numbers = malloc((sim->form_count + 1) * sizeof *numbers);
    int32_t *owners = malloc((sim->part_count + 1) * sizeof *owners);
    const bool ok = numbers != NULL && owners != NULL;
    for (size_t i = 0; ok && i < sim->form_count; ++i) numbers[i] = (shape_number){ sim->forms[i].owned, (int32_t)i };
    if (ok) qsort(numbers, sim->form_count, sizeof *numbers, by_address);
    for (size_t i = 0; ok && i < sim->part_count; ++i) {
        const shape_number key = { sim->parts[i].shape, 0 };
        const shape_number *found = bsearch(&key, numbers, sim->form_count, sizeof *numbers, by_address);
        owners[i] = found != NULL ? found->form : -1;
    }
    if (ok) scree_sim_put_array(w, owners, sim->part_count, sizeof *owners);
    free(numbers);
    free(owners);
    return ok || scree_sim_fail(error, SCREE_NO_MEMORY, "no memory to save the shapes");
}

#define PUT_VALUE(name) scree_sim_put(w, &sim->name, sizeof sim->name);
#define PUT_ARRAY(name, type) scree_sim_put_array(w, all->name, all->count, sizeof(type));

static void put_arrays(sim_writer *w, const scree_sim *sim)
{
    {
        const sim_grains *all = &sim->grains;
        scree_sim_put(w, &all->count, sizeof all->count);
        scree_sim_put_array(w, all->first_parts, all->count + 1, sizeof *all->first_parts);
        SIM_GRAIN_ARRAYS(PUT_ARRAY)
    }
    {
        const sim_bodies *all = &sim->bodies;
        scree_sim_put(w, &all->count, sizeof all->count);
        for (size_t i = 0; i < all->count; ++i) {
            scree_sim_put(w, &all->bodies[i].position, sizeof all->bodies[i].position);
            scree_sim_put(w, &all->bodies[i].orientation, sizeof all->bodies[i].orientation);
        }
        PUT_ARRAY(owners, int32_t)
        PUT_ARRAY(part_of, int32_t)
        PUT_ARRAY(paths, double)
    }
    {
        const sim_slots *all = &sim->slots;
        scree_sim_put(w, &all->count, sizeof all->count);
        SIM_SLOT_ARRAYS(PUT_ARRAY)
    }
    {
        const sim_contacts *all = &sim->contacts;
        scree_sim_put(w, &all->count, sizeof all->count);
        PUT_ARRAY(active, int32_t)
        for (size_t i = 0; i < all->count; ++i) { // those that do not touch were not written
            const sim_record none = { 0 };
            const scree_contact_history empty = { 0 };
            const bool touches = all->records[i].touches != 0;
            scree_sim_put(w, touches ? &all->records[i] : &none, sizeof none);
            scree_sim_put(w, touches ? &all->histories[i] : &empty, sizeof empty);
        }
    }
}

static void put_walls(sim_writer *w, const scree_sim *sim)
{
    const uint64_t count = sim->wall_count;
    scree_sim_put(w, &count, sizeof count);
    for (size_t i = 0; i < sim->wall_count; ++i) {
        sim_wall wall = sim->walls[i];
        wall.name = NULL;
        wall.motions = NULL;
        wall.motion_count = 0;
        scree_sim_put(w, &wall, sizeof wall);
    }
    for (size_t i = 0; i < sim->wall_count; ++i) {
        scree_sim_put_text(w, sim->walls[i].name);
        scree_sim_put_array(w, sim->walls[i].motions, sim->walls[i].motion_count, sizeof *sim->walls[i].motions);
    }
}

static void put_all(sim_writer *w, const scree_sim *sim)
{
    const char *method = sim->settings.method != NULL ? sim->settings.method->name : "";
    scree_sim_put_text(w, scree_version());
    scree_sim_settings settings = sim->settings;
    settings.user_law = NULL;
    settings.method = NULL;
    settings.threads = 1; // results do not depend on it
    scree_sim_put(w, &settings, sizeof settings);
    scree_sim_put_text(w, method);
    SCALARS(PUT_VALUE)
    PUT_CLEARED(materials, material_count, name)
    for (size_t i = 0; i < sim->material_count; ++i) scree_sim_put_text(w, sim->materials[i].name);
    scree_sim_put_array(w, sim->mixed, sim->material_count * sim->material_count, sizeof *sim->mixed);
    put_walls(w, sim);
    put_arrays(w, sim);
}

bool scree_sim_save(const scree_sim *sim, void **bytes, size_t *size, scree_error *error)
{
    if (sim == NULL || bytes == NULL || size == NULL)
        return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation, or nowhere to save it");
    scree_sim_compact((scree_sim *)sim);
    sim_writer w = { 0 };
    header head = { .format = FORMAT, .pointer_size = sizeof(void *) };
    memcpy(head.magic, magic, sizeof magic);
    scree_sim_put(&w, &head, sizeof head);
    put_all(&w, sim);
    const bool ok = put_forms(&w, sim, error);
    if (!ok || w.failed) {
        free(w.bytes);
        return ok ? scree_sim_fail(error, SCREE_NO_MEMORY, "no memory to save the simulation") : false;
    }
    head.size = w.size - sizeof head;
    head.checksum = scree_sim_checksum(w.bytes + sizeof head, w.size - sizeof head);
    memcpy(w.bytes, &head, sizeof head);
    *bytes = w.bytes;
    *size = w.size;
    return true;
}

// -------------------------------------------------------------------------------------------------------------- read

static void get_materials(sim_reader *r, scree_sim *sim)
{
    sim->materials = scree_sim_get_array(r, &sim->material_count, sizeof *sim->materials);
    sim->material_capacity = sim->material_count;
    for (size_t i = 0; i < sim->material_count; ++i) sim->materials[i].name = NULL;
    for (size_t i = 0; i < sim->material_count; ++i) sim->materials[i].name = scree_sim_get_text(r);
    size_t mixed;
    sim->mixed = scree_sim_get_array(r, &mixed, sizeof *sim->mixed);
    if (mixed != sim->material_count * sim->material_count) r->failed = true;
}

static void get_walls(sim_reader *r, scree_sim *sim)
{
    sim->walls = scree_sim_get_array(r, &sim->wall_count, sizeof *sim->walls);
    sim->wall_capacity = sim->wall_count;
    for (size_t i = 0; i < sim->wall_count; ++i) {
        sim->walls[i].name = NULL;
        sim->walls[i].motions = NULL;
        sim->walls[i].motion_count = 0;
    }
    for (size_t i = 0; i < sim->wall_count; ++i) {
        sim_wall *w = &sim->walls[i];
        w->name = scree_sim_get_text(r);
        w->motions = scree_sim_get_array(r, &w->motion_count, sizeof *w->motions);
        if (w->motion_count > SCREE_WALL_MOTIONS) r->failed = true;
    }
}

static void get_forms(sim_reader *r, scree_sim *sim)
{
    sim->forms = scree_sim_get_array(r, &sim->form_count, sizeof *sim->forms);
    sim->form_capacity = sim->form_count;
    for (size_t i = 0; i < sim->form_count; ++i) sim->forms[i].owned = NULL;
    for (size_t i = 0; i < sim->form_count; ++i) {
        size_t size;
        unsigned char *bytes = scree_sim_get_array(r, &size, 1);
        if (bytes != NULL && (sim->forms[i].owned = scree_shape_create_from_bytes(bytes, size, NULL, NULL)) == NULL)
            r->failed = true;
        free(bytes);
    }
    sim->parts = scree_sim_get_array(r, &sim->part_count, sizeof *sim->parts);
    sim->part_capacity = sim->part_count;
    size_t count;
    int32_t *owners = scree_sim_get_array(r, &count, sizeof *owners);
    if (count != sim->part_count) r->failed = true;
    for (size_t i = 0; !r->failed && i < count; ++i) {
        if ((size_t)owners[i] >= sim->form_count || sim->forms[owners[i]].owned == NULL)
            r->failed = true;
        else
            sim->parts[i].shape = sim->forms[owners[i]].owned;
    }
    free(owners);
}

// The count of arrays that follow, which cannot be more than the bytes that are left.
static size_t get_count(sim_reader *r)
{
    size_t count;
    scree_sim_get(r, &count, sizeof count);
    if (count > r->size) r->failed = true;
    return r->failed ? 0 : count;
}

#define GET_VALUE(name) scree_sim_get(r, &sim->name, sizeof sim->name);
#define GET_ARRAY(name, type) scree_sim_get_known(r, all->name, count, sizeof(type));

static void get_arrays(sim_reader *r, scree_sim *sim)
{
    {
        sim_grains *all = &sim->grains;
        const size_t count = get_count(r);
        if (r->failed || !scree_sim_grow_grains(all, count)) return;
        scree_sim_get_known(r, all->first_parts, count + 1, sizeof *all->first_parts);
        SIM_GRAIN_ARRAYS(GET_ARRAY)
        all->count = count;
    }
    {
        sim_bodies *all = &sim->bodies;
        const size_t count = get_count(r);
        if (r->failed || !scree_sim_grow_bodies(all, count)) return;
        for (size_t i = 0; i < count && !r->failed; ++i) {
            scree_sim_get(r, &all->bodies[i].position, sizeof all->bodies[i].position);
            scree_sim_get(r, &all->bodies[i].orientation, sizeof all->bodies[i].orientation);
        }
        GET_ARRAY(owners, int32_t)
        GET_ARRAY(part_of, int32_t)
        GET_ARRAY(paths, double)
        all->count = count;
    }
    {
        sim_slots *all = &sim->slots;
        const size_t count = get_count(r);
        if (r->failed || !scree_sim_grow_slots(all, count)) return;
        SIM_SLOT_ARRAYS(GET_ARRAY)
        all->count = count;
    }
    {
        sim_contacts *all = &sim->contacts;
        const size_t count = get_count(r);
        if (r->failed || count > sim->slots.count || !scree_sim_grow_contacts(all, sim->slots.count)) return;
        GET_ARRAY(active, int32_t)
        for (size_t i = 0; i < count && !r->failed; ++i) {
            scree_sim_get(r, &all->records[i], sizeof *all->records);
            scree_sim_get(r, &all->histories[i], sizeof *all->histories);
        }
        all->count = count;
    }
}

static void get_all(sim_reader *r, scree_sim *sim)
{
    scree_sim_get(r, &sim->settings, sizeof sim->settings);
    sim->settings.user_law = NULL;
    char *method = scree_sim_get_text(r);
    sim->settings.method = method != NULL && method[0] != '\0' ? scree_method_find(method) : NULL;
    free(method);
    SCALARS(GET_VALUE)
    get_materials(r, sim);
    get_walls(r, sim);
    get_arrays(r, sim);
    get_forms(r, sim);
}

// ------------------------------------------------------------------------------------------------------------- check

static bool in_range(int64_t i, size_t count)
{
    return i >= 0 && (uint64_t)i < count;
}

static bool check_grains(const scree_sim *sim)
{
    const sim_grains *g = &sim->grains;
    const size_t parts = sim->bodies.count - sim->piece_count;
    if (sim->piece_count > sim->bodies.count || g->first_parts == NULL || g->first_parts[0] != 0) return false;
    for (size_t i = 0; i < g->count; ++i) {
        if (!in_range(g->forms[i], sim->form_count) || !in_range(g->materials[i], sim->material_count)) return false;
        if (g->first_parts[i + 1] < g->first_parts[i] || g->ids[i] < 0 || g->ids[i] >= sim->next_id) return false;
    }
    return (size_t)g->first_parts[g->count] == parts;
}

static bool check_bodies(const scree_sim *sim)
{
    const sim_bodies *b = &sim->bodies;
    for (size_t i = 0; i < b->count; ++i) {
        const int32_t owner = b->owners[i];
        if (!in_range(b->part_of[i], sim->part_count)) return false;
        if (owner >= 0 ? !in_range(owner, sim->grains.count) : !in_range(-1 - (int64_t)owner, sim->wall_count))
            return false;
        if ((owner < 0) != (i < sim->piece_count)) return false;
    }
    for (size_t i = 0; i < sim->part_count; ++i) {
        const sim_part *part = &sim->parts[i];
        if (part->endless != 0 && (!in_range(part->shown, sim->form_count) || sim->forms[part->shown].owned == NULL))
            return false;
    }
    for (size_t i = 0; i < sim->form_count; ++i) {
        const sim_form *form = &sim->forms[i];
        if (form->first_part < 0 || form->part_count < 1 ||
            (size_t)form->first_part + (size_t)form->part_count > sim->part_count)
            return false;
    }
    return true;
}

static bool check_servo(const scree_sim *sim, const scree_wall_motion *m)
{
    for (int i = 0; i < 2 && m->servo_pressure > 0.0; ++i) {
        const scree_wall_side *side = &m->servo_sides[i];
        if (side->wall >= 0 && (!in_range(side->wall, sim->wall_count) || !in_range(side->other, sim->wall_count)))
            return false;
    }
    return true;
}

static bool check_walls(const scree_sim *sim)
{
    for (size_t i = 0; i < sim->wall_count; ++i) {
        const sim_wall *w = &sim->walls[i];
        if (!in_range(w->material, sim->material_count) || w->first_piece < 0 || w->piece_count < 0 ||
            (size_t)w->first_piece + (size_t)w->piece_count > sim->piece_count)
            return false;
        for (size_t k = 0; k < w->motion_count; ++k)
            if (!check_servo(sim, &w->motions[k])) return false;
    }
    return true;
}

static bool check_slots(const scree_sim *sim)
{
    const sim_slots *s = &sim->slots;
    const sim_contacts *c = &sim->contacts;
    for (size_t k = 0; k < s->count; ++k)
        if (!in_range(s->pairs[k].a, sim->bodies.count) || !in_range(s->pairs[k].b, sim->bodies.count) ||
            (s->places[k] >= 0 && !in_range(s->places[k], c->count)))
            return false;
    for (size_t p = 0; p < c->count; ++p)
        if (c->records[p].touches && !in_range(c->records[p].slot, s->count)) return false;
    return true;
}

static scree_sim *refuse(scree_sim *sim, scree_error *error, const char *why)
{
    scree_sim_destroy(sim);
    scree_sim_fail(error, SCREE_FILE_ERROR, "the saved simulation %s", why);
    return NULL;
}

scree_sim *scree_sim_restore(const void *bytes, size_t size, scree_error *error)
{
    header head;
    if (bytes == NULL || size < sizeof head) return refuse(NULL, error, "is too short");
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0) return refuse(NULL, error, "is something else");
    char why[SCREE_MESSAGE_SIZE];
    if (head.pointer_size != sizeof(void *)) return refuse(NULL, error, "is of another kind of machine");
    if (head.format != FORMAT) {
        snprintf(why, sizeof why, "has format %u, and this version of scree (%s) reads format %d", head.format,
                 scree_version(), FORMAT);
        return refuse(NULL, error, why);
    }
    if (head.size != size - sizeof head) return refuse(NULL, error, "is cut short");
    sim_reader r = { (const unsigned char *)bytes + sizeof head, (size_t)head.size, 0, false };
    if (scree_sim_checksum(r.bytes, r.size) != head.checksum) return refuse(NULL, error, "has changed bytes");
    char *version = scree_sim_get_text(&r);
    const bool is_ours = version != NULL && strcmp(version, scree_version()) == 0;
    snprintf(why, sizeof why, "was written by scree %.40s, and this is scree %s: the version that wrote it reads it",
             version != NULL ? version : "without a version", scree_version());
    free(version);
    if (!is_ours) return refuse(NULL, error, why);
    scree_sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL) return refuse(NULL, error, "does not fit into memory");
    get_all(&r, sim);
    if (r.failed || r.at != r.size) return refuse(sim, error, "cannot be read");
    if (!check_grains(sim) || !check_bodies(sim) || !check_walls(sim) || !check_slots(sim))
        return refuse(sim, error, "contradicts itself");
    for (size_t i = 0; i < sim->bodies.count; ++i)
        sim->bodies.bodies[i].shape = sim->parts[sim->bodies.part_of[i]].shape;
    sim->is_restored = true;
    return sim;
}
