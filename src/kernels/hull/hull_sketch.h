// Two hulls: a guess of the best face of one of them, from their sketches. See scree_sketch.
//
// Idea        The ray from the middle of the reference to the incident's support vertex, along some direction, leaves
//             the reference through a face: a table has it, or one adjacent to it. From there on alternate: climb from
//             neighbour to neighbour to the face that the incident's vertices so far are farthest outside of, then
//             descend to the incident's lowest vertex along its normal. Two or three rounds, as a rule.
// Limits      Floats, and a climb that may end early: the result is a guess, and none of its values is trusted.
#ifndef SCREE_KERNELS_HULL_HULL_SKETCH_H
#define SCREE_KERNELS_HULL_HULL_SKETCH_H

#include "kernels/hull/hull_frame.h"
#include "lanes/lane_float.h"
#include "shape/cells.h"
#include "shape/sketch.h"

enum {
    SKETCH_ROUNDS = 8,
    SKETCH_STEPS = 32 // from neighbour to neighbour, at most
};

typedef struct sketch_point {
    float x, y, z;
} sketch_point;

static inline sketch_point sketch_of(scree_vec3 v)
{
    return (sketch_point){ (float)v.x, (float)v.y, (float)v.z };
}

static inline float sketch_dot(sketch_point a, float x, float y, float z)
{
    return a.x * x + a.y * y + a.z * z;
}

/// The incident's sketch in the frame and the units of the reference.
typedef struct sketch_frame {
    const scree_shape *reference, *incident;
    sketch_point rotation[3], shift;
    sketch_point back[3]; ///< its columns, of length 1: they rotate directions back
} sketch_frame;

static inline sketch_frame sketch_frame_of(const hull_frame *f)
{
    const double part = 1.0 / f->reference->core_radius, scale = f->incident->core_radius * part;
    const scree_vec3 *r = f->rotation->row;
    sketch_frame s = { .reference = f->reference,
                       .incident = f->incident,
                       .shift = sketch_of(v3_scale(f->shift, part)) };
    for (int i = 0; i < 3; ++i) s.rotation[i] = sketch_of(v3_scale(r[i], scale));
    s.back[0] = sketch_of(v3(r[0].x, r[1].x, r[2].x));
    s.back[1] = sketch_of(v3(r[0].y, r[1].y, r[2].y));
    s.back[2] = sketch_of(v3(r[0].z, r[1].z, r[2].z));
    return s;
}

/// A vertex of the incident.
static inline sketch_point sketch_vertex(const sketch_frame *f, int i)
{
    const scree_sketch *k = &f->incident->hull->sketch;
    float v[3];
    if (k->vertices == NULL) scree_float_vertex(f->incident, i, v);
    const float x = k->vertices == NULL ? v[0] : k->vertices[i].x, y = k->vertices == NULL ? v[1] : k->vertices[i].y;
    const float z = k->vertices == NULL ? v[2] : k->vertices[i].z;
    return (sketch_point){ sketch_dot(f->rotation[0], x, y, z) + f->shift.x,
                           sketch_dot(f->rotation[1], x, y, z) + f->shift.y,
                           sketch_dot(f->rotation[2], x, y, z) + f->shift.z };
}

/// Up along the edges.
static inline int climb_sketch(const scree_sketch *k, sketch_point d, int v)
{
    const scree_sketch_vertex *at = &k->vertices[v];
    float most = sketch_dot(d, at->x, at->y, at->z);
    for (int step = 0; step < SKETCH_STEPS; ++step) {
        int best = v;
        for (int i = k->vertices[v].fan; i < k->vertices[v].fan_end; ++i) {
            const int other = k->neighbours[i];
            const scree_sketch_vertex *u = &k->vertices[other];
            const float h = sketch_dot(d, u->x, u->y, u->z);
            best = h > most ? other : best; // branch-free: unpredictable
            most = h > most ? h : most;
        }
        if (best == v) break;
        v = best;
    }
    return v;
}

/// A vertex of the incident that is nearly the lowest along n; `hint` is one that may be near it, or -1.
static inline int lowest_in_sketch(const sketch_frame *f, sketch_point n, int hint)
{
    const scree_shape *s = f->incident;
    const sketch_point d = { -sketch_dot(f->back[0], n.x, n.y, n.z), -sketch_dot(f->back[1], n.x, n.y, n.z),
                             -sketch_dot(f->back[2], n.x, n.y, n.z) };
    if (s->hull->many != NULL) return scree_farthest_of_few(s, d.x, d.y, d.z);
    if (s->hull->sketch.vertices != NULL)
        return climb_sketch(&s->hull->sketch, d, hint >= 0 ? hint : scree_support_start(s, v3(d.x, d.y, d.z)));
    float_lane height[SKETCH_GROUPS];
    const int count = scan_sketch(s, d.x, d.y, d.z, height);
    return first_place(places_not_below(height, count, highest_of(height, count)));
}

/// How far the nearest of some points is outside of a face.
static inline float sketch_height(scree_sketch_face face, const sketch_point *p, int count)
{
    float least = sketch_dot(p[0], face.x, face.y, face.z);
    for (int i = 1; i < count; ++i) {
        const float h = sketch_dot(p[i], face.x, face.y, face.z);
        least = h < least ? h : least;
    }
    return least - face.offset;
}

/// Climbs to the adjacent face that they are farthest outside of, as long as there is one.
static inline int climb_sketch_faces(const scree_shape *s, int face, const sketch_point *p, int count, float *height)
{
    float most = sketch_height(scree_sketch_face_at(s, face), p, count);
    for (int step = 0; step < SKETCH_STEPS; ++step) {
        const int from = face;
        int best = face;
        for (int i = 0; i < SCREE_SKETCH_ADJACENT; ++i) {
            const int adjacent = scree_sketch_adjacent(s, from, i);
            const float h = sketch_height(scree_sketch_face_at(s, adjacent), p, count);
            best = h > most ? adjacent : best;
            most = h > most ? h : most;
        }
        if (best == face) break;
        face = best;
    }
    *height = most;
    return face;
}

/// A guess of the best face of the reference, counting only faces with a gap above `known`, and of the incident's
/// vertex before it.
typedef struct sketch_guess {
    int face, vertex; ///< -1: none
    int rounds;
} sketch_guess;

static inline sketch_guess guess_face(const hull_frame *frame, scree_vec3 start, double known)
{
    const sketch_frame f = sketch_frame_of(frame);
    const scree_sketch *k = &f.reference->hull->sketch;
    sketch_guess guess = { -1, -1, 0 };
    float most = (float)(known / f.reference->core_radius);
    sketch_point p[SKETCH_ROUNDS + 1];
    int vertex = lowest_in_sketch(&f, sketch_of(v3_scale(start, 1.0 / v3_max_abs(start))), -1);
    p[0] = sketch_vertex(&f, vertex);
    int face = scree_sketch_over(k, scree_cell_of(v3((double)p[0].x, (double)p[0].y, (double)p[0].z), k->side));
    for (int round = 0; round < SKETCH_ROUNDS; ++round) {
        float height;
        face = climb_sketch_faces(f.reference, face, p, round + 1, &height);
        if (!(height > most)) break;
        ++guess.rounds;
        const scree_sketch_face at = scree_sketch_face_at(f.reference, face);
        __builtin_prefetch(&f.reference->hull->faces[face]);
        vertex = lowest_in_sketch(&f, (sketch_point){ at.x, at.y, at.z }, vertex);
        __builtin_prefetch(&f.incident->hull->nodes[vertex]);
        p[round + 1] = sketch_vertex(&f, vertex);
        const float gap = sketch_height(at, &p[round + 1], 1);
        if (gap > most) {
            most = gap;
            guess.face = face;
            guess.vertex = vertex;
        }
        if (gap >= height) break;
    }
    return guess;
}

#endif
