// The pressure field of two polyhedra or polygons: sums over the cells where the depths below both surfaces are equal.
#ifndef SCREE_REGION_FIELD_H
#define SCREE_REGION_FIELD_H

#include "region/cell.h"

/// Integrals over the surface S where both depths are equal; p = 2 depth, n is the unit normal of S from A to B.
/// Positions are relative to `at`, in the frame of the planes.
typedef struct scree_field {
    scree_vec3 at;
    bool has_at;            ///< a cell of S was reached
    scree_vec3 force;       ///< p n
    scree_vec3 moment;      ///< p x cross n
    double pressure;        ///< p
    scree_vec3 pressure_at; ///< p x
    scree_vec3 area;        ///< n
    scree_vec3 first[3];    ///< x n: first[i] belongs to component i of n
    scree_sym3 second[3];   ///< x x^T n
    double energy;          ///< integral of 2 depth over the shared volume; if all cells were visited
} scree_field;

/// Integrals over a plane piece of S, positions relative to scree_field.at.
typedef struct scree_field_piece {
    scree_vec3 normal;      ///< from A to B, unit
    double area, pressure;  ///< of 1 and p
    scree_vec3 first;       ///< x
    scree_sym3 second;      ///< x x^T
    scree_vec3 pressure_at; ///< p x
} scree_field_piece;

void scree_field_add(scree_field *sum, const scree_field_piece *piece);

/// m + s a
static inline void scree_sym3_add_scaled(scree_sym3 *m, double s, scree_sym3 a)
{
    m->xx += s * a.xx;
    m->yy += s * a.yy;
    m->zz += s * a.zz;
    m->xy += s * a.xy;
    m->xz += s * a.xz;
    m->yz += s * a.yz;
}

/// The symmetric part of a b^T.
static inline scree_sym3 scree_sym3_outer(scree_vec3 a, scree_vec3 b)
{
    return (scree_sym3){ a.x * b.x,
                         a.y * b.y,
                         a.z * b.z,
                         0.5 * (a.x * b.y + a.y * b.x),
                         0.5 * (a.x * b.z + a.z * b.x),
                         0.5 * (a.y * b.z + a.z * b.y) };
}

/// Bytes of scratch for scree_field_sum().
size_t scree_field_scratch(const scree_shape *a, const scree_shape *b);

/// The field. `point` is a guess of a point in the shared volume, in the frame of the planes. False if the scratch is
/// too small.
bool scree_field_sum(scree_region_planes *r, scree_vec3 point, bool energy, scree_arena *scratch, scree_field *out);

/// Called for each cell of the surface S; `restart`: discard the cells before.
typedef struct scree_field_visitor {
    void (*restart)(void *user);
    void (*cell)(void *user, const scree_region_planes *r, const scree_cell *cell, int k, int l);
    void *user;
} scree_field_visitor;

/// The cells of S, for which B's flush faces do not count. False if the scratch is too small.
bool scree_field_cells(scree_region_planes *r, scree_vec3 point, const scree_field_visitor *visitor,
                       scree_arena *scratch);

#endif
