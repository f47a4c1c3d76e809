// Cells of the medial surface of a shared volume: where two of its planes are equally near and all others farther.
//
// A cell of planes k and l is a convex polygon in the bisector plane of the two (in 2-D, a segment of the bisector),
// cut out by depth >= 0 and by the bisectors with all other planes. Each of its edges stores the plane that cut it.
#ifndef SCREE_REGION_CELL_H
#define SCREE_REGION_CELL_H

#include "region/planes.h"

/// What cut an edge of a cell, besides the indices of planes.
enum {
    SCREE_CUT_SURFACE = -1, ///< depth 0: the boundary of the shared volume
    SCREE_CUT_BORDER = -2   ///< the square that the cell was cut from
};

typedef struct scree_cell_corner {
    double u, v; ///< in the cell's plane; in 2-D, v is 0
    int cut;     ///< what cut the edge that starts at this corner; in 2-D, the end at this corner
} scree_cell_corner;

typedef struct scree_cell {
    scree_vec3 origin, along_u, along_v; ///< of the plane of the cell; in 2-D, along_v is z
    scree_vec3 normal;                   ///< from plane k's body side to l's: along normal_k - normal_l, unit
    double span;                         ///< |normal_k - normal_l|
    double depth, depth_u, depth_v;      ///< depth at u, v: depth + depth_u u + depth_v v
    scree_cell_corner *corner;           ///< counter-clockwise about the normal
    int count;                           ///< 0: there is no cell
    scree_cell_corner *buffer[2];
    double *height; ///< of the corners over the line that cuts
} scree_cell;

/// Moments of a cell about its first corner: d is the depth, u and v are taken from that corner.
typedef struct scree_cell_sums {
    scree_vec3 at;           ///< the first corner
    double area;             ///< in 2-D, length
    double u, v, uu, uv, vv; ///< integrals of these over the cell
    double d, du, dv, dd;    ///< integrals of d, d u, d v, d^2
} scree_cell_sums;

/// Bytes of scratch for a cell of a region of `planes` planes.
size_t scree_cell_scratch(int planes);
bool scree_cell_take(scree_cell *cell, int planes, scree_arena *scratch);

/// The cell of planes k and l. `dropped` says which body's flush faces do not count: 0 A's, 1 B's.
void scree_cell_cut(scree_cell *cell, const scree_region_planes *r, int k, int l, int dropped);

/// Whether every face that was not `reached` is proven to have no area in the shared volume. Overwrites the cell.
bool scree_cell_met_all(scree_cell *cell, const scree_region_planes *r, int dropped);

scree_cell_sums scree_cell_integrate(const scree_cell *cell);

/// In 3-D, the most area that the error of the planes makes of a point or a line.
double scree_cell_least_area(const scree_region_planes *r);

/// Whether an area is more than that.
bool scree_cell_is_area(const scree_region_planes *r, double area);

/// A repeated plane, or a flush face that does not count.
static inline bool scree_plane_is_dropped(const scree_region_plane *p, int dropped)
{
    return p->repeated || (p->flush && (p->of_b ? 1 : 0) == dropped);
}

#endif
