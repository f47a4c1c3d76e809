// Re-tests the cached contact features of two hulls. Many pairs over lanes.
//
// Idea        A vertex and a face, or two edges, have a normal. If the support vertices along it are those of the
//             features, and no others are near them, the gap along it is proven. If the projection of the vertex, or
//             the crossing of the edges, is inside, that is the distance of bodies apart; and if it is so far inside
//             that the depth is the least of all (is_least(), hull_least.h), the depth of bodies that overlap. Frames,
//             normals, proofs and contacts are computed with a pair in each lane; scans of vertices and faces run pair
//             by pair. Pairs with a face and pairs of edges are collected separately.
//             Where bodies overlap and a face and an edge are parallel up to SCREE_FEATURE_SLOPE ("level"), the depth is that
//             of features that meet in a point: the face and an end of the edge, or a side of the face and the edge. They
//             are proven as above, and warm_level.h finds the part of the edge that is over the face.
// Limits      No answer, so that the search starts cold, for other features: two level faces, and level or nearly level
//             features of bodies that are apart; and where rounding may decide. Nothing in the cache is trusted.
#include "kernels/feature_fetch.h"
#include "kernels/hull/hull_search.h"
#include "kernels/hull_warm/warm_level.h"
#include "kernels/hull_warm/warm_tetra.h"
#include "lanes/lane_rows.h"

static inline lane3 l3_neg(lane3 a)
{
    return l3(-a.x, -a.y, -a.z);
}

// ------------------------------------------------------------------------------------------------ a face, a vertex

// No vertex is higher along d than `height`, up to rounding.
static inline bool none_is_higher(const scree_shape *s, scree_vec3 d, double height)
{
    lane most = heights_of(s->x, s->y, s->z, d);
    for (int k = SCREE_LANES; k < s->padded_count; k += SCREE_LANES)
        most = lane_max(most, heights_of(s->x + k, s->y + k, s->z + k, d));
    return lane_most(most)[0] <= height + 8.0 * SCREE_ROUNDING * s->core_radius;
}

enum { SPOKE_NONE = -1, SPOKE_SEVERAL = -2 };

// Whether the vertex is the support vertex along n: no edge that leaves it leads up. If one of these edges is nearly level,
// it goes to `level`, and the vertex is the highest one only up to a rounding of the size. Where short edges are missing
// from the fan, the edges do not show what is beyond them, and all vertices are scanned.
static inline bool vertex_is_top(const scree_shape *s, int vertex, scree_vec3 n, int *level)
{
    const lane3 d = l3_of(n);
    const int end = s->hull->nodes[vertex].fan_end;
    unsigned other = 0;
    *level = SPOKE_NONE;
    for (int k = s->hull->nodes[vertex].fan; k < end; k += SCREE_LANES) {
        const lane3 spoke = spokes_at(s, vertex, k);
        const lane h = l3_dot(d, spoke);
        const lane_mask used = lane_first(end - k);
        const lane_mask down = (h < lane_of(0.0)) & (h * h > lane_of(HULL_SLOPE * HULL_SLOPE) * l3_dot(spoke, spoke));
        const unsigned nearly = lane_bits(~down & used);
        if (nearly == 0) continue;
        other |= lane_bits(~(h <= lane_of(0.0)) & used);
        *level = *level == SPOKE_NONE && (nearly & (nearly - 1)) == 0 ? k + __builtin_ctz(nearly) : SPOKE_SEVERAL;
    }
    if (other != 0) return false;
    return !scree_hides_edges(s) || none_is_higher(s, n, v3_dot(n, v3(s->x[vertex], s->y[vertex], s->z[vertex])));
}

// Whether an edge that leaves the vertex is level, as feature_at() in pair/features.c has it.
static inline bool spoke_is_level(const scree_shape *s, int vertex, int k, scree_vec3 n)
{
    const scree_vec3 spoke = spoke_at(s, vertex, k);
    return fabs(v3_dot(spoke, n)) <= SCREE_FEATURE_SLOPE * v3_norm(spoke);
}

// How far p is inside the sides of a face; `near` gets the bits of the sides nearer than `limit`.
static inline double place_inside(const scree_shape *s, int face, scree_vec3 p, double limit, unsigned *near)
{
    const scree_face *f = &s->hull->faces[face];
    lane least = lane_of(INFINITY);
    *near = 0;
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const lane_mask used = lane_first(f->count - i);
        const lane inside = lane_select(used, inside_of_sides(s, f, f->first + i, p), lane_of(INFINITY));
        *near |= lane_bits_below(inside, lane_of(limit)) << i;
        least = lane_min(least, inside);
    }
    return lane_least(least)[0];
}

// Of the edges that were level, the end that is lower over the face becomes the pair's vertex.
static inline void choose_ends(const lane_frame *f, warm_group *w)
{
    lane offset;
    const lane3 normal = gather_faces(w, &offset);
    const lane3 up =
        l3_select(lane_of_bits(w->of_b), lm3_mul(&f->rotation, normal), lm3_mul_transposed(&f->rotation, normal));
    const unsigned lower = lane_bits_below(l3_dot(up, vectors_at(w->other)), l3_dot(up, gather_vertices(w)));
    for (unsigned bits = lower & w->was_level & w->valid; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        w->vertex[i] = w->other[i];
        w->index[(w->of_b >> i & 1u) == 0u][i] = w->other_end[i];
    }
}

// The bits of the pairs whose vertex is the support vertex along `along`; stores how far `over` is inside the sides of
// the face.
static inline unsigned look_at_faces(warm_group *w, lane3 along, lane3 over, lane limit, warm_lanes *x)
{
    double rows[4][SCREE_LANES] __attribute__((aligned(64)));
    unsigned fine = 0;
    x->doubt = x->level = x->flat = 0;
    put3(rows, 0, along);
    lane_put_row(rows[3], limit);
    put3(w->over, 0, over);
    for (int i = 0; i < w->count; ++i) {
        const int reference = (int)(w->of_b >> i & 1u);
        w->inside[i] = -1.0;
        w->near[i] = 0;
        if ((w->valid >> i & 1u) == 0u) continue; // its face may have more sides than there are bits
        const scree_vec3 d = v3(rows[0][i], rows[1][i], rows[2][i]),
                         p = column3((const double(*)[SCREE_LANES])w->over, 0, i);
        const scree_shape *incident = w->g.shape[!reference][i];
        const int vertex = w->index[!reference][i];
        const unsigned is_top = vertex_is_top(incident, vertex, d, &w->spoke[i]) ? 1u : 0u;
        fine |= is_top << i;
        if (w->spoke[i] != SPOKE_NONE && is_top != 0) {
            const bool is_one = w->spoke[i] >= 0;
            x->doubt |= 1u << i;
            x->flat |= (is_one ? 0u : 1u) << i;
            x->level |= (is_one && spoke_is_level(incident, vertex, w->spoke[i], d) ? 1u : 0u) << i;
        }
        w->inside[i] = place_inside(w->g.shape[reference][i], w->index[reference][i], p, rows[3][i], &w->near[i]);
    }
    return fine;
}

static inline void meet_face_pairs(const lane_frame *f, warm_group *w, warm_lanes *x)
{
    const lane_mask of_b = lane_of_bits(w->of_b);
    lane offset;
    if (w->was_level != 0) choose_ends(f, w);
    const lane3 normal = gather_faces(w, &offset), vertex = gather_vertices(w);
    // B's vertex, or the normal of its face, in A's frame; then A's normal, or its vertex, in B's.
    const lane3 rotated = lm3_mul(&f->rotation, l3_select(of_b, normal, vertex)), p = l3_add(rotated, f->shift);
    const lane3 back = lm3_mul_transposed(&f->rotation, l3_select(of_b, l3_sub(vertex, f->shift), l3_neg(normal)));
    const lane3 over = l3_select(of_b, back, p), n = l3_select(of_b, l3_neg(rotated), normal);
    measure_face(of_b, normal, offset, over, n, l3_select(of_b, vertex, p), &x->at);
    const unsigned fine = look_at_faces(w, l3_select(of_b, n, back), over, near_limit(f, x->at.gap), x);
    x->inside = lane_row(w->inside);
    x->standing = fine & w->valid;
    x->settled = x->standing & lane_bits(x->inside > f->error); // see meet_apart()
}

// ------------------------------------------------------------------------------------------------------- two edges

// The sine of an angle that is 0 up to rounding.
#define WARM_LEVEL 0x1p-50

// Of the size, how far vertices beyond such an angle may be higher than the edge, and beyond a vertex with an edge that is level to
// rounding: an upper bound.
#define WARM_DOUBT 0x1p-48

// Where n is between the normals of the faces at an edge, up to rounding: the edge is then the farthest along it. `across` is the
// cross product of n and the edge. `nearly` and `level` get, for each face, the bits of the pairs where n is nearly its normal,
// and where it is to SCREE_FEATURE_SLOPE.
static inline lane_mask edges_are_top(const lane_edges *e, lane3 across, lane length, unsigned nearly[2],
                                      unsigned level[2])
{
    const lane sine[2] = { l3_dot(e->left, across), -l3_dot(e->right, across) };
    lane_mask top = lane_first(SCREE_LANES);
    for (int k = 0; k < 2; ++k) {
        nearly[k] = lane_bits(~(sine[k] > lane_of(HULL_SLOPE) * length));
        level[k] = lane_bits(sine[k] <= lane_of(SCREE_FEATURE_SLOPE) * length);
        top &= sine[k] >= lane_of(-WARM_LEVEL) * length;
    }
    return top;
}

// For hulls with merged facets: the bits of the pairs whose vertices all confirm the edges.
static inline unsigned edges_agree(const warm_group *w, lane3 along_a, lane reach_a, lane3 along_b, lane reach_b)
{
    double rows[8][SCREE_LANES] __attribute__((aligned(64)));
    unsigned fine = w->valid;
    put3(rows, 0, along_a);
    lane_put_row(rows[3], reach_a);
    put3(rows, 4, along_b);
    lane_put_row(rows[7], reach_b);
    for (unsigned bits = w->valid & ((1u << w->count) - 1u); bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        for (int side = 0; side < 2; ++side) {
            const scree_shape *s = w->g.shape[side][i];
            const scree_vec3 d = column3((const double(*)[SCREE_LANES])rows, 4 * side, i);
            if (scree_hides_edges(s) && !none_is_higher(s, d, rows[4 * side + 3][i])) fine &= ~(1u << i);
        }
    }
    return fine;
}

// As meet_edges().
static inline void meet_edge_pairs(const lane_frame *f, warm_group *w, warm_lanes *x)
{
    const lane_edges a = gather_edges(w, 0), b = gather_edges(w, 1);
    const lane3 along_b = l3_sub(b.end, b.start), q = l3_add(lm3_mul(&f->rotation, b.start), f->shift);
    const measure_ends ends = ends_of(a.start, l3_sub(a.end, a.start), q, lm3_mul(&f->rotation, along_b));
    const double *last_of[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) last_of[i] = w->last[i];
    lane axis[4];
    lane_columns_of_four(last_of, 0, axis);
    const lane3 given = l3(axis[0], axis[1], axis[2]);
    const lane3 last =
        lm3_mul_transposed(&f->world_rotation, l3_select(lane_of_bits(w->swapped), l3_neg(given), given));
    measure_crossing c;
    measure_edges(&ends, last, &c, &x->at);
    lane3 line;
    measure_gap(&ends, &line, &x->at);
    const lane3 n = x->at.n, from_b = l3_neg(lm3_mul_transposed(&f->rotation, n));
    const lane length_a = lane_sqrt(ends.uu), length_b = lane_sqrt(ends.ee);
    unsigned nearly[4];
    const lane_mask top = edges_are_top(&a, l3_scale(c.across_a, c.part), length_a, nearly, x->facing) &
                          edges_are_top(&b, l3_cross(from_b, along_b), length_b, nearly + 2, x->facing + 2);
    // n is perpendicular to the edges only up to rounding: the farther end counts.
    const lane none = lane_of(0.0);
    const lane reach_a = l3_dot(n, ends.p) + lane_max(l3_dot(n, ends.u), none);
    const lane reach_b = l3_dot(from_b, b.start) + lane_max(l3_dot(from_b, along_b), none);
    const lane area = lane_abs(c.wide * c.part), lengths = length_a * length_b;
    const lane end_s = lane_min(c.s, 1.0 - c.s), end_t = lane_min(c.t, 1.0 - c.t);
    // Two edges span a parallelogram of the Minkowski difference: how far from its sides the point nearest to the origin is.
    const lane to_b = length_a * area / lengths, to_a = length_b * area / lengths, limit = near_limit(f, x->at.gap);
    x->inside = lane_min(end_s * to_b, end_t * to_a);
    x->near[0] = lane_bits_below(c.t * to_a, limit);
    x->near[1] = lane_bits_below((1.0 - c.t) * to_a, limit);
    x->near[2] = lane_bits_below(c.s * to_b, limit);
    x->near[3] = lane_bits_below((1.0 - c.s) * to_b, limit);
    x->part[0] = c.s;
    x->part[1] = c.t;
    const lane3 astray = l3_add_scaled(line, -x->at.gap, n);
    const lane_mask clear = (end_s > lane_of(HULL_END)) & (end_t > lane_of(HULL_END)) &
                            (l3_dot(astray, astray) <= f->error * f->error) & (area > lane_of(HULL_SLOPE) * lengths);
    x->standing = edges_agree(w, n, reach_a, from_b, reach_b) & lane_bits(top);
    const unsigned of_a = nearly[0] | nearly[1], of_b = nearly[2] | nearly[3];
    x->doubt = (of_a | of_b) & x->standing;
    x->flat = ((nearly[0] & nearly[1]) | (nearly[2] & nearly[3]) | (of_a & of_b)) & x->standing;
    x->level = (x->facing[0] | x->facing[1] | x->facing[2] | x->facing[3]) & x->doubt & ~x->flat;
    x->settled = x->standing & lane_bits(clear);
    x->wide = lane_bits(area * area > lane_of(WARM_SHARP2) * (lengths * lengths));
}

// ------------------------------------------------------------------------------------------------- the least depth

// is_least() without its divisions, with the largest balls inside the hulls.
static inline unsigned are_least(const lane_frame *f, const warm_group *w, const warm_lanes *x)
{
    const double *ball[2][SCREE_LANES];
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < SCREE_LANES; ++i) ball[k][i] = w->g.shape[k][i]->hull->inscribed_ball;
    lane a[4], b[4];
    lane_columns_of_four(ball[0], 0, a);
    lane_columns_of_four(ball[1], 0, b);
    const lane3 to_b = l3_add(lm3_mul(&f->rotation, l3(b[0], b[1], b[2])), f->shift);
    const lane3 between = l3_sub(to_b, l3(a[0], a[1], a[2]));
    const lane none = lane_of(0.0), enough = 8.0 * f->error - x->at.gap, radius = x->inside - f->error;
    const lane along = l3_dot(x->at.n, between);
    const lane3 off = l3_add_scaled(between, -along, x->at.n);
    const lane across = lane_sqrt(l3_dot(off, off)), square = enough * enough + radius * radius;
    const lane cosine = enough * enough - radius * radius, sine = 2.0 * radius * enough;
    const lane_mask least = (radius > none) & (a[3] > none) & (b[3] > none) & (sine * along - cosine * across > none) &
                            ((a[3] + b[3] - enough) * square > along * cosine + across * sine);
    return lane_bits(least);
}

// The features adjacent to those of one lane: whether its depth, which no ball has proven, is the least; if not, `next`
// gets features with less.
__attribute__((noinline)) static bool look_around(const lane_frame *f, const warm_group *w, const warm_lanes *x, int i,
                                                  bool edges, warm_next *next)
{
    scree_mat3 rotation;
    for (int k = 0; k < 3; ++k) rotation.row[k] = lane_vector(&f->rotation.row[k], i);
    const cover_pair c = cover_pair_of(w->g.shape[0][i], w->g.shape[1][i], &rotation, lane_vector(&f->shift, i));
    const double error = f->error[i], depth = -x->at.gap[i], enough = 8.0 * error + depth;
    cover_face face = { .n = lane_vector(&x->at.n, i) }, better;
    face.kind = edges ? COVER_EDGES : (w->of_b >> i & 1u) != 0u ? COVER_FACE_B : COVER_FACE_A;
    face.index[0] = w->index[0][i];
    face.index[1] = w->index[1][i];
    face.height = depth;
    face.square = face.sine2 = 1.0;
    face.joined = 0;
    next->found = false;
    if ((x->settled >> i & 1u) != 0u) {
        const cover_verdict verdict = cover_disc(&c, &face, sides_nearby(w, x, i, edges), enough, error, &better);
        if (verdict == COVER_OPEN) return false;
        if (verdict == COVER_LEAST) {
            const hull_frame frame = { c.hull[0], c.hull[1], &rotation, c.shift, true };
            hull_meeting m = { .n = face.n, .gap = -depth };
            m.on_reference = lane_vector(&x->at.on_a, i);
            m.on_incident = lane_vector(&x->at.on_b, i);
            return is_deep_behind(&frame, &m, enough, error);
        }
        face = better;
    }
    if ((x->standing >> i & 1u) == 0u) stand_up(&c, face.n, &face);
    walk_down(&c, error, &face);
    next->found =
        face.index[0] != w->index[0][i] || face.index[1] != w->index[1][i] || (edges != (face.kind == COVER_EDGES));
    next->feature[0] = face.kind == COVER_EDGES    ? SCREE_FEATURE_EDGE
                       : face.kind == COVER_FACE_A ? SCREE_FEATURE_FACE
                                                   : SCREE_FEATURE_VERTEX;
    next->feature[1] = face.kind == COVER_EDGES    ? SCREE_FEATURE_EDGE
                       : face.kind == COVER_FACE_B ? SCREE_FEATURE_FACE
                                                   : SCREE_FEATURE_VERTEX;
    next->index[0] = face.index[0];
    next->index[1] = face.index[1];
    return false;
}

// ------------------------------------------------------------------------------------------------------ the answer

// The state of a group.
typedef struct warm_view {
    lane_frame f;
    warm_lanes x;
    unsigned asked; // pairs that are answered if the tetrahedron proof succeeds
} warm_view;

// Puts the features of an answer into the cache: those that were tested, or the face and the edge that are level.
static inline void keep_features(const warm_group *w, const warm_view *v, int i, bool edges, scree_cache *cache)
{
    const int swapped = (int)(w->swapped >> i & 1u), of_b = (int)(w->of_b >> i & 1u);
    int kind[2], index[2];
    if ((v->x.level >> i & 1u) != 0u) {
        const warm_level *at = &w->level[i];
        kind[at->reference] = SCREE_FEATURE_FACE;
        index[at->reference] = at->face;
        kind[!at->reference] = SCREE_FEATURE_EDGE;
        index[!at->reference] = at->edge;
    } else {
        for (int k = 0; k < 2; ++k) {
            kind[k] = edges ? SCREE_FEATURE_EDGE : k == of_b ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX;
            index[k] = w->index[k][i];
        }
    }
    cache->feature_a = (uint8_t)kind[swapped];
    cache->feature_b = (uint8_t)kind[!swapped];
    cache->index_a = index[swapped];
    cache->index_b = index[!swapped];
}

// Writes the contact; and the normal into the cache, which has the features already.
static inline void write_warm(const published *p, const lane values[CONTACT_DOUBLES], int i, int steps,
                              scree_cache *cache, scree_contact *x)
{
    write_contact(p, values, i, x);
    x->feature_a = (scree_feature)cache->feature_a;
    x->feature_b = (scree_feature)cache->feature_b;
    x->index_a = cache->index_a;
    x->index_b = cache->index_b;
    x->iterations = steps;
    scree_cache_set_axis(cache, column3(p->out, NX, i));
    cache->distance = (float)p->out[DISTANCE][i];
}

enum { WARM_TRIES = 8 }; // features that are tried for a pair, at most

// The state of one kernel call: `left` gets the pairs without an answer.
typedef struct warm_run {
    const scree_lane_work *work;
    warm_lists lists;
    int kept;
    scree_cache before[SCREE_MOST_WORK]; // the original caches of pairs that try other features
    tetra_group tetra;                   // pairs that are answered if the tetrahedron proof succeeds
    int32_t *left;
    int rest;
} warm_run;

static inline scree_cache *cache_of(const warm_run *r, warm_item item)
{
    return &r->work->batch->caches[r->work->first + (size_t)item.pair];
}

// Saves the cache, to restore it on failure.
static inline void keep_cache(warm_run *r, warm_item *item)
{
    if (item->before >= 0) return;
    item->before = (int16_t)r->kept;
    r->before[r->kept++] = *cache_of(r, *item);
}

// No more tries: restores the cache.
static inline void give_up(warm_run *r, warm_item item)
{
    if (item.before >= 0) *cache_of(r, item) = r->before[item.before];
    r->left[r->rest++] = item.pair;
}

// Stores the normal of edges that are not near the previous ones in the cache.
static inline void store_normal(const warm_run *r, warm_item item, bool swapped, scree_vec3 n)
{
    const scree_batch *batch = r->work->batch;
    const scree_pair pair = batch->pairs[r->work->first + (size_t)item.pair];
    const scree_mat3 rotation = m3_from_quat(batch->bodies[swapped ? pair.b : pair.a].orientation);
    const scree_vec3 way = m3_mul(&rotation, n);
    scree_cache_set_axis(cache_of(r, item), swapped ? v3_neg(way) : way);
}

// Queues other features, if there are tries left.
static inline void try_next(warm_run *r, warm_item item, bool swapped, const warm_next *next)
{
    if (!next->found || item.tries + 1 == WARM_TRIES) {
        give_up(r, item);
        return;
    }
    keep_cache(r, &item);
    ++item.tries;
    scree_cache *const cache = cache_of(r, item);
    cache->feature_a = (uint8_t)next->feature[swapped];
    cache->feature_b = (uint8_t)next->feature[!swapped];
    cache->index_a = next->index[swapped];
    cache->index_b = next->index[!swapped];
    if (next->rotated) store_normal(r, item, swapped, next->n);
    push_item(&r->lists, next->feature[0] == next->feature[1] ? WARM_EDGES : WARM_FACE, item);
}

// Pairs without a proof go on to other features.
static inline void prove_tetra(warm_run *r)
{
    tetra_group *const t = &r->tetra;
    warm_next next[FLOAT_LANES];
    const unsigned least = prove_tetrahedra(t, next);
    const int count = t->count;
    t->count = 0;
    for (int i = 0; i < count; ++i)
        if ((least >> i & 1u) == 0u) try_next(r, t->item[i], t->swapped[i], &next[i]);
}

// Queues lanes for the tetrahedron proof.
static inline void wait_for_tetra(warm_run *r, const warm_group *w, const warm_view *v, bool edges)
{
    for (unsigned bits = v->asked; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        join_tetra(&r->tetra, &v->f, w, i, edges, v->x.at.gap[i]);
        if (r->tetra.count == FLOAT_LANES) prove_tetra(r);
    }
}

// Contact points of level features, from the cores' frame.
static inline void put_middles(const warm_view *v, const gathered *g, lane3 middle, published *out)
{
    const lane3 usual = rows3((const double(*)[SCREE_LANES])out->out, MX);
    const lane radii = lane_row(g->body[0][RADIUS]) - lane_row(g->body[1][RADIUS]);
    const lane3 point = world_point(&v->f, l3_add_scaled(middle, 0.5 * radii, v->x.at.n));
    put3(out->out, MX, l3_select(lane_of_bits(v->x.level), point, usual));
}

// Returns the bits of the answered lanes, whose answers are in `out`. For others, `next` may hold features to try, A's
// first.
static inline unsigned answer_warm(double tolerance, warm_group *w, bool edges, warm_view *v, published *out,
                                   warm_next next[SCREE_LANES])
{
    for (int k = 0; k < 2; ++k) {
        gather_poses(w->body[k], w->g.body[k]);
        gather_shapes(w, k);
    }
    make_frame(&w->g, &v->f);
    const gathered *g = &w->g;
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    if (edges)
        meet_edge_pairs(&v->f, w, &v->x);
    else
        meet_face_pairs(&v->f, w, &v->x);
    const lane touch = HULL_TOUCH * v->f.error;
    const unsigned apart = lane_bits_below(touch, v->x.at.gap), deep = lane_bits_below(v->x.at.gap, -touch);
    const unsigned used = lane_bits(usual) & w->valid & ((1u << w->count) - 1u) & ~(v->x.flat | (v->x.doubt & ~deep));
    const unsigned inside = used & v->x.settled & deep;
    unsigned least = inside & are_least(&v->f, w, &v->x);
    v->asked = 0;
    for (unsigned bits = used & ((deep & ~least) | ~v->x.standing); bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        if ((w->was_level >> i & 1u) != 0u && w->inside[i] < 0.0) {
            cross_side(&v->f, w, i, &next[i]);
            if (next[i].found) continue;
        }
        if (((inside & ~v->x.doubt) >> i & 1u) != 0u && is_tetrahedron(w->g.shape[0][i]) &&
            is_tetrahedron(w->g.shape[1][i])) {
            v->asked |= 1u << i;
            continue;
        }
        const bool proven = (v->x.settled >> i & 1u) != 0u && is_least_adjacent(&v->f, w, &v->x, i, edges);
        if (proven || look_around(&v->f, w, &v->x, i, edges, &next[i])) least |= 1u << i;
    }
    lane3 middle = v->x.at.on_a;
    unsigned answered = used & v->x.settled & (apart | least | v->asked);
    const unsigned level = v->x.level & answered;
    v->x.level = level;
    if (level != 0) answered &= ~level | share_level(&v->f, w, &v->x, edges, &middle);
    // They are support vertices only up to rounding.
    const lane off = lane_where(lane_of_bits(v->x.doubt), lane_of(WARM_DOUBT) * v->f.size);
    const lane gap = v->x.at.gap, most = lane_max(lane_select(gap > lane_of(0.0), v->x.at.length, gap), gap);
    lane_answer y = {
        .distance = gap, .lower = gap - v->f.error - off, .upper = most + v->f.error, .steps = lane_of(1.0)
    };
    y.n = v->x.at.n;
    y.on_a = v->x.at.on_a;
    y.on_b = v->x.at.on_b;
    publish(g, &v->f, &y, tolerance, out, &usual);
    if (v->x.level != 0) put_middles(v, g, middle, out);
    v->asked &= lane_bits(usual);
    return answered & lane_bits(usual);
}

// Answers the last pairs of a list.
static inline __attribute__((always_inline)) void answer_group(warm_run *r, warm_group *w, enum warm_kind kind)
{
    const scree_lane_work *work = r->work;
    published out;
    lane values[CONTACT_DOUBLES];
    warm_next next[SCREE_LANES];
    warm_view v;
    gather_group(work, &r->lists, kind, w);
    for (int i = 0; i < SCREE_LANES; ++i) next[i] = (warm_next){ .found = false };
    const unsigned answered = answer_warm(work->tolerance, w, kind == WARM_EDGES, &v, &out, next);
    swap_contacts_back(&out, w->swapped, values);
    for (int i = 0; i < SCREE_LANES && i < w->count; ++i) {
        const size_t number = w->number[i];
        if ((v.asked >> i & 1u) != 0u) keep_cache(r, &w->item[i]);
        if ((answered >> i & 1u) != 0u) {
            scree_cache *const cache = &work->batch->caches[number];
            if (((w->was_level | v.x.level) >> i & 1u) != 0u) keep_features(w, &v, i, kind == WARM_EDGES, cache);
            write_warm(&out, values, i, w->item[i].tries + 1, cache, &work->results[number]);
        } else
            try_next(r, w->item[i], (w->swapped >> i & 1u) != 0u, &next[i]);
    }
    wait_for_tetra(r, w, &v, kind == WARM_EDGES);
}

// Runs some pairs, at most as many as fit into the lists. Full groups first: pairs that go on with other features may
// fill up the rest.
static inline void run_part(warm_run *r, warm_group groups[WARM_KINDS], const int32_t *pairs, int count)
{
    r->kept = 0;
    scree_fetch_features(r->work, pairs, count);
    for (int k = 0; k < count; ++k) {
        enum warm_kind kind;
        if (kind_of_cache(&r->work->batch->caches[r->work->first + (size_t)pairs[k]], &kind))
            push_item(&r->lists, kind, (warm_item){ pairs[k], 0, -1 });
        else
            r->left[r->rest++] = pairs[k];
    }
    for (const int *size = r->lists.count; size[WARM_FACE] + size[WARM_EDGES] + r->tetra.count > 0;) {
        if (size[WARM_FACE] + size[WARM_EDGES] == 0) {
            prove_tetra(r);
            continue;
        }
        const bool whole = size[WARM_FACE] >= SCREE_LANES || size[WARM_EDGES] >= SCREE_LANES;
        if (size[WARM_FACE] >= SCREE_LANES || (!whole && size[WARM_FACE] >= size[WARM_EDGES]))
            answer_group(r, &groups[WARM_FACE], WARM_FACE);
        else
            answer_group(r, &groups[WARM_EDGES], WARM_EDGES);
    }
}

static inline int run_warm(const scree_lane_work *work, int32_t *left)
{
    warm_group groups[WARM_KINDS];
    warm_run r;
    r.work = work;
    r.left = left;
    r.rest = 0;
    r.tetra.count = 0;
    for (int k = 0; k < WARM_KINDS; ++k) r.lists.count[k] = 0;
    for (int first = 0; first < work->count; first += SCREE_MOST_WORK)
        run_part(&r, groups, work->pairs + first,
                 work->count - first < SCREE_MOST_WORK ? work->count - first : SCREE_MOST_WORK);
    return r.rest;
}

int SCREE_AT_WIDTH(scree_warm)(const scree_lane_work *work, int32_t *left)
{
    return run_warm(work, left);
}
