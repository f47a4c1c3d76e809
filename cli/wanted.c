#include "wanted.h"

#include <stdlib.h>

#include "number.h"
#include "scree/volume.h"

void scree_cli_wanted_free(wanted *w)
{
    free(w->corners);
    *w = (wanted){ 0 };
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t scree_cli_wanted_scratch(unsigned want, const scree_shape *a, const scree_shape *b)
{
    size_t size = 0;
    if (want & WANT_PATCH) size = scree_query_scratch(a, b);
    if (want & WANT_VOLUME) {
        size = larger(size, scree_overlap_volume_scratch(a, b));
        size = larger(size, scree_overlap_area_scratch(a, b));
    }
    if (want & WANT_FIELD) size = larger(size, scree_pressure_scratch(a, b));
    return size;
}

// --------------------------------------------------------------------------------------------------------- find

static bool find_patch(wanted *w, const scree_body bodies[2], const request *r, const scree_contact *contact)
{
    enum { FIRST_CAPACITY = 64 };
    int room = w->capacity > 0 ? w->capacity : FIRST_CAPACITY;
    for (;;) {
        if (room > w->capacity) {
            scree_vec3 *corners = realloc(w->corners, (size_t)room * sizeof *corners);
            if (corners == NULL) return false;
            w->corners = corners;
            w->capacity = room;
        }
        if (scree_contact_patch(&bodies[0], &bodies[1], contact, &r->options, &w->patch, w->corners, w->capacity) !=
            SCREE_OK)
            return true;
        if (w->patch.count <= w->capacity) break;
        room = w->patch.count;
    }
    if (w->patch.count > 0) w->there |= WANT_PATCH;
    return true;
}

/// In 2-D, the area.
static void find_volume(wanted *w, const scree_body bodies[2], const request *r)
{
    void *scratch = r->options.scratch;
    const size_t size = r->options.scratch_size;
    scree_overlap_volume_result solid;
    scree_overlap_area_result flat;
    if (scree_overlap_volume(&bodies[0], &bodies[1], scratch, size, &solid) == SCREE_OK)
        w->volume = solid.volume;
    else if (scree_overlap_area(&bodies[0], &bodies[1], scratch, size, &flat) == SCREE_OK)
        w->volume = flat.area;
    else
        return;
    w->there |= WANT_VOLUME;
}

static void find_field(wanted *w, const scree_body bodies[2], const request *r, const scree_contact *contact)
{
    const scree_pressure_options options = { .energy = true,
                                             .scratch = r->options.scratch,
                                             .scratch_size = r->options.scratch_size };
    if (scree_pressure_query(&bodies[0], &bodies[1], contact, &options, &w->field) == SCREE_OK) w->there |= WANT_FIELD;
}

bool scree_cli_wanted_find(wanted *w, const request *r, stored_shape *const shapes[2], const scree_contact *contact,
                           complaint *c)
{
    scree_body bodies[2];
    w->there = 0;
    if (r->want == 0 || contact->beyond) return true;
    for (int i = 0; i < 2; ++i) {
        w->shapes[i] = shapes[i];
        bodies[i] = (scree_body){ shapes[i]->shape, r->bodies[i].position, r->bodies[i].orientation };
    }
    w->there = r->want & WANT_FEATURES;
    if (r->want & WANT_VOLUME) find_volume(w, bodies, r);
    if (r->want & WANT_FIELD) find_field(w, bodies, r, contact);
    if ((r->want & WANT_PATCH) && !find_patch(w, bodies, r, contact)) return scree_cli_complain(c, "out of memory");
    return true;
}

// --------------------------------------------------------------------------------------------------------- JSON

static void add_number(text *out, const char *before, double x)
{
    scree_cli_text_words(out, before);
    char *room = scree_cli_text_room(out, NUMBER_SIZE);
    if (room != NULL) out->size += (size_t)(scree_cli_number_put(room, x) - room);
}

static void add_point(text *out, const char *before, scree_vec3 v, int dimension)
{
    add_number(out, before, v.x);
    add_number(out, ",", v.y);
    if (dimension == 3) add_number(out, ",", v.z);
    scree_cli_text_words(out, "]");
}

/// The number of a vertex in the request's list of vertices: the first that is equal. Boxes have their own order.
static size_t listed(const stored_shape *s, int vertex)
{
    const scree_shape_kind kind = scree_shape_kind_of(s->shape);
    if (kind != SCREE_POLYHEDRON && kind != SCREE_POLYGON) return (size_t)vertex;
    const scree_vec3 v = scree_shape_vertex(s->shape, vertex);
    size_t i = 1; // number 0 is the head
    while (i < s->count && !(s->numbers[i].x == v.x && s->numbers[i].y == v.y && s->numbers[i].z == v.z)) ++i;
    return i - 1;
}

static void add_feature(text *out, const stored_shape *s, char letter, scree_feature feature, int index)
{
    static const char *const names[] = { "surface", "vertex", "edge", "face" };
    scree_cli_text_printf(out, ",\"feature_%c\":\"%s\"", letter, names[feature]);
    if (index < 0 || feature == SCREE_FEATURE_SURFACE) return;
    scree_cli_text_printf(out, ",\"index_%c\":%d", letter, index);
    if (scree_shape_vertex_count(s->shape) == 0) return; // a plane
    int edge[2], adjacent[2], count = 1;
    const int *vertices = &index;
    if (feature == SCREE_FEATURE_EDGE) {
        scree_shape_edge(s->shape, index, edge, adjacent);
        vertices = edge;
        count = 2;
    } else if (feature == SCREE_FEATURE_FACE) {
        vertices = scree_shape_face_vertices(s->shape, index);
        count = scree_shape_face_size(s->shape, index);
    }
    for (int i = 0; i < count; ++i) {
        if (i == 0) scree_cli_text_printf(out, ",\"vertices_%c\":[", letter);
        scree_cli_text_printf(out, i == 0 ? "%zu" : ",%zu", listed(s, vertices[i]));
    }
    scree_cli_text_words(out, "]");
}

static void add_patch(text *out, const wanted *w, int dimension)
{
    add_number(out, ",\"patch\":{\"area\":", w->patch.area);
    add_point(out, ",\"centroid\":[", w->patch.centroid, dimension);
    for (int i = 0; i < w->patch.count; ++i)
        add_point(out, i == 0 ? ",\"corners\":[[" : ",[", w->corners[i], dimension);
    scree_cli_text_words(out, "]}");
}

/// In 2-D the couple is a number, and the second moments are xx, yy, xy.
static void add_field(text *out, const scree_pressure *p, int dimension)
{
    add_point(out, ",\"field\":{\"force\":[", p->force, dimension);
    add_point(out, ",\"centre\":[", p->centre, dimension);
    if (dimension == 3)
        add_point(out, ",\"couple\":[", p->couple, dimension);
    else
        add_number(out, ",\"couple\":", p->couple.z);
    add_number(out, ",\"area\":", p->area);
    const scree_sym3 *m = &p->moments;
    add_number(out, ",\"moments\":{\"xx\":", m->xx);
    add_number(out, ",\"yy\":", m->yy);
    if (dimension == 3) add_number(out, ",\"zz\":", m->zz);
    add_number(out, ",\"xy\":", m->xy);
    if (dimension == 3) {
        add_number(out, ",\"xz\":", m->xz);
        add_number(out, ",\"yz\":", m->yz);
    }
    add_number(out, "},\"energy\":", p->energy);
    scree_cli_text_words(out, p->deep ? ",\"deep\":true}" : "}");
}

void scree_cli_wanted_json(const wanted *w, const scree_contact *contact, int dimension, text *out)
{
    if (w->there & WANT_FEATURES) {
        add_feature(out, w->shapes[0], 'a', contact->feature_a, contact->index_a);
        add_feature(out, w->shapes[1], 'b', contact->feature_b, contact->index_b);
    }
    if (w->there & WANT_PATCH) add_patch(out, w, dimension);
    if (w->there & WANT_VOLUME) add_number(out, ",\"volume\":", w->volume);
    if (w->there & WANT_FIELD) add_field(out, &w->field, dimension);
}
