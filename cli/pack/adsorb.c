// Random sequential adsorption.
//
// Source      girault-2022, 4.1.1.
// Idea        A place is drawn, and dropped where a ball in the new grain would overlap a neighbour however the grain
//             is rotated; most attempts end so. Then an orientation is drawn, and the pairs are settled, all by cheap
//             tests first and the nearest before the others. A grid of cells finds the neighbours.
// Departures  1. Overlap is settled by balls and forms (grain.h), then by the certified query, not by Jia's test alone:
//                what is put in is proven to be apart from all, images included.
//             2. The number of attempts for one grain is bounded.
// Limits      Only the nearest image of each neighbour is looked at, so that grains must be smaller than half the box.
#include "adsorb.h"

#include <math.h>
#include <stdlib.h>

#include "cells.h"
#include "grain.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "shadows.h"

enum { ATTEMPTS_A_LOOK = 4096 };

// Streams of the random draws: the places of grain i come from stream PLACES, number i, its orientations from TURNS.
enum { PLACES = 1, ROTATIONS = 3 };

// Places are drawn so many attempts ahead, and what is known of them is fetched from memory meanwhile: first the cell,
// then the grains in it.
enum { AHEAD = 16, AHEAD_GRAINS = 5 };

typedef struct adsorption {
    const packing_plan *plan;
    packing *out;
    shadow_grid shadows;
    cell_grid cells;
    grain_mould *moulds; ///< one for each run of equal shapes; mould_of[i] is that of grain i
    uint32_t *mould_of;
    grain *grains;
    uint32_t *close; ///< neighbours that the cheap tests have not settled
    size_t close_count;
    scree_shape *walls[PACKING_WALLS];
    scree_query_options query;
    double least_inner, most_inner, most_outer, margin;
    bool quadratic; ///< all grains are
} adsorption;

// -------------------------------------------------------------------------------------------------------- start

double scree_adsorb_widest(const packing_box *box)
{
    double side = scree_packing_shortest_side(box) - 8.0 * scree_packing_rounding(box);
    return box->walls ? side : 0.5 * side;
}

static bool make_walls(adsorption *s)
{
    for (int i = 0; i < PACKING_WALLS && s->plan->box.walls; ++i) {
        scree_vec3 normal;
        double offset;
        scree_packing_wall(&s->plan->box, i, &normal, &offset);
        s->walls[i] = scree_half_space_create(normal, offset, 0.0, NULL);
        if (s->walls[i] == NULL) return false;
    }
    return true;
}

static bool is_packable(const scree_shape *shape)
{
    if (shape == NULL || scree_shape_dimension(shape) != 3) return false;
    switch (scree_shape_kind_of(shape)) {
    case SCREE_SPHERE:
    case SCREE_BOX:
    case SCREE_CAPSULE:
    case SCREE_POLYHEDRON:
    case SCREE_ELLIPSOID:
    case SCREE_SUPERQUADRIC:
    case SCREE_CYLINDER:
    case SCREE_CONE:
    case SCREE_TAPERED_CAPSULE:
        return true;
    default:
        return false;
    }
}

/// Measure the shapes, one after the other; equal neighbours in the list are measured once.
static packing_end make_moulds(adsorption *s)
{
    const packing_plan *plan = s->plan;
    uint32_t count = 0;
    s->quadratic = true;
    s->least_inner = HUGE_VAL;
    for (size_t i = 0; i < plan->count; ++i) {
        if (i == 0 || plan->shapes[i] != plan->shapes[i - 1]) {
            if (!is_packable(plan->shapes[i])) return PACKING_REFUSED;
            const grain_mould m = scree_pack_grain_mould(plan->shapes[i]);
            s->moulds[count++] = m;
            s->quadratic = s->quadratic && m.quadratic;
            s->least_inner = fmin(s->least_inner, m.inner);
            s->most_inner = fmax(s->most_inner, m.inner);
            s->most_outer = fmax(s->most_outer, m.outer);
        }
        s->mould_of[i] = count - 1;
    }
    return 2.0 * s->most_outer <= scree_adsorb_widest(&plan->box) ? PACKING_COMPLETE : PACKING_TOO_WIDE;
}

/// Enough for every pair: of each kind, the shape with the most vertices asks for the most.
static bool make_scratch(adsorption *s)
{
    enum { KINDS = SCREE_TAPERED_CAPSULE + 1 };
    const scree_shape *largest[KINDS] = { NULL };
    for (size_t i = 0; i < s->plan->count; ++i) {
        const scree_shape *shape = s->plan->shapes[i], **best = &largest[scree_shape_kind_of(shape)];
        if (*best == NULL || scree_shape_vertex_count(shape) > scree_shape_vertex_count(*best)) *best = shape;
    }
    largest[SCREE_HALF_SPACE] = s->walls[0];
    size_t most = 1;
    for (int i = 0; i < KINDS; ++i) {
        for (int j = 0; j <= i && largest[i] != NULL; ++j) {
            size_t bytes = largest[j] != NULL ? scree_query_scratch(largest[i], largest[j]) : 0;
            if (bytes > most) most = bytes;
        }
    }
    s->query = scree_query_defaults();
    s->query.scratch = malloc(most);
    s->query.scratch_size = most;
    return s->query.scratch != NULL;
}

static packing_end begin(adsorption *s)
{
    const packing_box *box = &s->plan->box;
    size_t room = s->plan->count + 1;
    if (!(scree_packing_shortest_side(box) > 0.0) || !isfinite(box->size.x + box->size.y + box->size.z))
        return PACKING_REFUSED;
    s->margin = scree_packing_rounding(box);
    s->moulds = malloc(room * sizeof *s->moulds);
    s->mould_of = malloc(room * sizeof *s->mould_of);
    s->grains = malloc(room * sizeof *s->grains);
    s->close = malloc(room * sizeof *s->close);
    s->out->bodies = malloc(room * sizeof *s->out->bodies);
    s->out->places = malloc(room * sizeof *s->out->places);
    s->out->outer = malloc(room * sizeof *s->out->outer);
    if (s->moulds == NULL || s->mould_of == NULL || s->grains == NULL || s->close == NULL || s->out->bodies == NULL ||
        s->out->places == NULL || s->out->outer == NULL)
        return PACKING_NO_MEMORY;
    packing_end end = make_moulds(s);
    if (end != PACKING_COMPLETE) return end;
    double reach = 2.0 * s->most_outer + s->margin;
    bool made = scree_pack_cells_make(&s->cells, box->size, !box->walls, reach, s->plan->count) &&
                scree_shadows_make(&s->shadows, box, s->plan->count, s->least_inner, s->most_inner, s->most_outer);
    return made && make_walls(s) && make_scratch(s) ? PACKING_COMPLETE : PACKING_NO_MEMORY;
}

static void finish(adsorption *s)
{
    free(s->moulds);
    free(s->mould_of);
    free(s->grains);
    free(s->close);
    free(s->query.scratch);
    for (int i = 0; i < PACKING_WALLS; ++i) scree_shape_destroy(s->walls[i]);
    scree_shadows_free(&s->shadows);
    scree_pack_cells_free(&s->cells);
}

// ----------------------------------------------------------------------------------------------------- attempts

/// A place in the box, below its sides.
static scree_vec3 draw_place(const packing_box *box, scree_random *random)
{
    const double x = random_unit(random), y = random_unit(random), z = random_unit(random);
    return (scree_vec3){ box->size.x * x, box->size.y * y, box->size.z * z };
}

/// Even in the unit disc, but for its centre; the square of its length.
static double draw_in_disc(scree_random *random, double *x, double *y)
{
    for (;;) {
        *x = 2.0 * random_unit(random) - 1.0;
        *y = 2.0 * random_unit(random) - 1.0;
        const double length2 = *x * *x + *y * *y;
        if (length2 < 1.0 && length2 > 0.0) return length2;
    }
}

/// Even over all rotations, by two points of the unit disc (Marsaglia 1972): no angles are taken.
static scree_quat draw_rotation(scree_random *random)
{
    scree_quat q;
    const double one = draw_in_disc(random, &q.w, &q.x), other = draw_in_disc(random, &q.y, &q.z);
    const double scale = sqrt((1.0 - one) / other);
    q.y *= scale;
    q.z *= scale;
    return q;
}

/// Would a ball of this radius at the place overlap a neighbour, or a wall?
static bool is_taken(const adsorption *s, scree_vec3 place, double inner)
{
    const scree_vec3 size = s->plan->box.size;
    if (s->plan->box.walls && (place.x < inner || place.y < inner || place.z < inner || size.x - place.x < inner ||
                               size.y - place.y < inner || size.z - place.z < inner))
        return true;
    const shadow_line *line = scree_shadows_at(&s->shadows, place);
    for (;; line = &s->shadows.lines[line->next]) {
        for (int i = 0; i < SHADOW_SLOTS; ++i) {
            if (line->numbers[i] == SHADOW_NONE) return false;
            if (line->numbers[i] == SHADOW_FULL) return true;
            const grain *g = &s->grains[line->numbers[i]];
            const scree_vec3 d = scree_packing_between(&s->plan->box, place, g->place);
            if (scree_pack_grain_reaches(g, s->quadratic, d, inner)) return true;
        }
        if (line->next == SHADOW_NONE) return false;
    }
}

/// Does it cross a wall, or nearly? A query that fails says so, too.
static bool crosses_wall(const adsorption *s, const scree_body *body, const grain *g)
{
    for (int i = 0; i < PACKING_WALLS; ++i) {
        if (scree_packing_wall_distance(&s->plan->box, i, g->place) > g->outer + 2.0 * s->margin) continue;
        const scree_body wall = scree_body_at(s->walls[i], (scree_vec3){ 0.0, 0.0, 0.0 });
        bool closer = true;
        if (scree_closer_than(body, &wall, s->margin, &s->query, &closer) != SCREE_OK || closer) return true;
    }
    return false;
}

/// Cores have been compared with the place already.
static grain_verdict judge(const adsorption *s, const grain *g, const grain *other)
{
    const scree_vec3 d = scree_packing_between(&s->plan->box, g->place, other->place);
    if (!s->quadratic) return scree_pack_grains_screen(g, other, false, d, s->margin);
    const double balls = g->outer + other->outer + s->margin;
    if (d.x * d.x + d.y * d.y + d.z * d.z > balls * balls) return GRAINS_APART;
    return scree_pack_grains_compare(g, other, d, s->margin);
}

/// False where a cheap test finds an overlap; else the neighbours that it has not settled are in `close`.
static bool screen_all(adsorption *s, const grain *g, cell_walk *walk)
{
    s->close_count = 0;
    for (uint32_t i; scree_pack_cells_next(&s->cells, walk, &i);) {
        const grain_verdict verdict = judge(s, g, &s->grains[i]);
        if (verdict == GRAINS_OVERLAP) return false;
        if (verdict == GRAINS_CLOSE) s->close[s->close_count++] = i;
    }
    return true;
}

/// Neighbour i as it is near `place`.
static scree_body image_near(const adsorption *s, uint32_t i, scree_vec3 place)
{
    scree_body body = s->out->bodies[i];
    const scree_vec3 p = s->grains[i].place, size = s->plan->box.size;
    if (s->plan->box.walls) return body;
    body.position.x += scree_pack_cells_image(p.x, place.x, size.x) * size.x;
    body.position.y += scree_pack_cells_image(p.y, place.y, size.y) * size.y;
    body.position.z += scree_pack_cells_image(p.z, place.z, size.z) * size.z;
    return body;
}

/// Is the grain proven to be apart from all in `close`?
static bool is_apart(const adsorption *s, const scree_body *body, scree_vec3 place)
{
    for (size_t k = 0; k < s->close_count; ++k) {
        const scree_body other = image_near(s, s->close[k], place);
        bool closer = true;
        if (scree_closer_than(body, &other, s->margin, &s->query, &closer) != SCREE_OK || closer) return false;
    }
    return true;
}

static bool try_place(adsorption *s, const grain_mould *mould, scree_vec3 place, scree_random *rotations,
                      scree_body *body, grain *g)
{
    if (is_taken(s, place, mould->inner)) return false;
    cell_walk walk; // begun early, since it fetches memory
    scree_pack_cells_walk(&s->cells, &walk, place, mould->outer + s->most_outer + s->margin);
    const scree_quat orientation = draw_rotation(rotations);
    const grain trial = scree_pack_grain_try(mould, orientation, place);
    if (!screen_all(s, &trial, &walk)) return false;
    *body = scree_pack_grain_body(mould, place, orientation);
    *g = scree_pack_grain_make(mould, orientation, place, s->least_inner);
    if (s->plan->box.walls && crosses_wall(s, body, g)) return false;
    return is_apart(s, body, place);
}

/// Draw a place, and prefetch the memory that is_taken() reads first.
static scree_vec3 draw_ahead(const adsorption *s, scree_random *places)
{
    const scree_vec3 place = draw_place(&s->plan->box, places);
    __builtin_prefetch(scree_shadows_at(&s->shadows, place));
    return place;
}

/// And what it will look at then.
static void fetch_grains(const adsorption *s, scree_vec3 place)
{
    const shadow_line *line = scree_shadows_at(&s->shadows, place);
    for (int i = 0; i < SHADOW_SLOTS && line->numbers[i] < SHADOW_FULL; ++i) {
        const char *memory = (const char *)&s->grains[line->numbers[i]];
        __builtin_prefetch(memory);
        __builtin_prefetch(memory + 64);
    }
}

static bool put(adsorption *s, const scree_body *body, const grain *g)
{
    size_t i = s->out->count++;
    s->out->bodies[i] = *body;
    s->out->places[i] = g->place;
    s->out->outer[i] = g->outer;
    s->grains[i] = *g;
    scree_pack_cells_add(&s->cells, (uint32_t)i, g->place);
    return scree_shadows_cast(&s->shadows, (uint32_t)i, g, s->quadratic);
}

/// Find a place for one grain.
static packing_end place_one(adsorption *s, size_t i, scree_body *body, grain *g)
{
    const packing_plan *plan = s->plan;
    const uint64_t most = plan->most_attempts > 0 ? plan->most_attempts : 1;
    scree_random places = random_stream(plan->seed, PLACES, i), rotations = random_stream(plan->seed, ROTATIONS, i);
    scree_vec3 ahead[AHEAD]; // a ring
    for (int k = 0; k < AHEAD; ++k) ahead[k] = draw_ahead(s, &places);
    for (uint64_t k = 0; k < most; ++k) {
        if (s->out->attempts++ % ATTEMPTS_A_LOOK == 0 && plan->go_on != NULL && !plan->go_on(plan->user, i))
            return PACKING_STOPPED;
        const scree_vec3 place = ahead[k % AHEAD];
        ahead[k % AHEAD] = draw_ahead(s, &places);
        fetch_grains(s, ahead[(k + AHEAD_GRAINS) % AHEAD]);
        if (try_place(s, &s->moulds[s->mould_of[i]], place, &rotations, body, g)) return PACKING_COMPLETE;
    }
    return PACKING_GAVE_UP;
}

static packing_end fill(adsorption *s)
{
    for (size_t i = 0; i < s->plan->count; ++i) {
        scree_body body;
        grain g;
        const packing_end end = place_one(s, i, &body, &g);
        if (end != PACKING_COMPLETE) return end;
        if (!put(s, &body, &g)) return PACKING_NO_MEMORY;
    }
    return PACKING_COMPLETE;
}

packing_end scree_adsorb(const packing_plan *plan, packing *out)
{
    *out = (packing){ .box = plan->box };
    adsorption s = { .plan = plan, .out = out };
    out->end = begin(&s);
    if (out->end == PACKING_COMPLETE) out->end = fill(&s);
    finish(&s);
    return out->end;
}
