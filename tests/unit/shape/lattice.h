// The hull of few points with small integer coordinates, by trying every plane through three of them, in integers.
#ifndef SCREE_TESTS_SHAPE_LATTICE_H
#define SCREE_TESTS_SHAPE_LATTICE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LATTICE_POINTS = 24, LATTICE_FACES = 128 };

typedef struct lattice_point {
    int64_t x, y, z;
} lattice_point;

typedef struct lattice_hull {
    int count;
    lattice_point p[LATTICE_POINTS];
    int face_count;
    uint32_t face[LATTICE_FACES]; // the points in each supporting plane, as bits
    uint32_t vertices;
} lattice_hull;

static inline int64_t lattice_height(const lattice_hull *h, int i, int j, int k, int m)
{
    lattice_point a = h->p[i], b = h->p[j], c = h->p[k], d = h->p[m];
    int64_t ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    int64_t wx = d.x - a.x, wy = d.y - a.y, wz = d.z - a.z;
    return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
}

static inline bool lattice_collinear(const lattice_hull *h, int i, int j, int k)
{
    lattice_point a = h->p[i], b = h->p[j], c = h->p[k];
    int64_t ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    return uy * vz == uz * vy && uz * vx == ux * vz && ux * vy == uy * vx;
}

static inline void lattice_try_plane(lattice_hull *h, int i, int j, int k)
{
    uint32_t in_plane = 0;
    bool above = false, below = false;
    for (int m = 0; m < h->count; ++m) {
        int64_t height = lattice_height(h, i, j, k, m);
        above = above || height > 0;
        below = below || height < 0;
        if (height == 0) in_plane |= UINT32_C(1) << m;
    }
    if (above && below) return;
    for (int f = 0; f < h->face_count; ++f) {
        if (h->face[f] == in_plane) return;
    }
    if (h->face_count < LATTICE_FACES) h->face[h->face_count++] = in_plane;
}

static inline int lattice_bits(uint32_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
}

/// False where the points are coplanar. A point is a vertex if three faces or more meet in it: on an edge it would be
/// two, in a face one.
static inline bool lattice_solve(lattice_hull *h)
{
    h->face_count = 0;
    h->vertices = 0;
    for (int i = 0; i < h->count; ++i) {
        for (int j = i + 1; j < h->count; ++j) {
            for (int k = j + 1; k < h->count; ++k) {
                if (!lattice_collinear(h, i, j, k)) lattice_try_plane(h, i, j, k);
            }
        }
    }
    if (h->face_count < 4) return false;
    for (int m = 0; m < h->count; ++m) {
        int faces = 0;
        for (int f = 0; f < h->face_count; ++f) faces += (h->face[f] >> m & 1) != 0;
        if (faces >= 3) h->vertices |= UINT32_C(1) << m;
    }
    return true;
}

#endif
