// Polyhedra that are boxes along the axes of their own frame: which feature is nearest where.
//
// Idea  The planes of a box divide space into 27 cells, 26 of them outside. For all points of a cell, the nearest point
//       of the box is on the same vertex, edge or face: a table replaces the search. Only boxes whose coordinates are
//       equal to the last bit have it.
#include "math/vec3.h"
#include "shape/build.h"

// 0 and 2 for the low and the high side, -1 for neither.
static int side_of(double x, double low, double high)
{
    return x == low ? 0 : x == high ? 2 : -1;
}

// The cell of a feature with these vertices: the middle one along an axis on which they differ. -1 if one is not a
// corner of the box.
static int cell_of(const scree_shape *s, const int *vertices, int count)
{
    int cell[3] = { 0, 0, 0 };
    for (int i = 0; i < count; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, vertices[i]);
        const scree_vec3 low = s->hull->box->low, high = s->hull->box->high;
        const int side[3] = { side_of(v.x, low.x, high.x), side_of(v.y, low.y, high.y), side_of(v.z, low.z, high.z) };
        for (int k = 0; k < 3; ++k) {
            if (side[k] < 0) return -1;
            cell[k] = i == 0 || cell[k] == side[k] ? side[k] : 1;
        }
    }
    return cell[0] + 3 * cell[1] + 9 * cell[2];
}

static void set_corners(scree_shape *s)
{
    scree_vec3 low = scree_stored_vertex(s, 0), high = low;
    for (int i = 1; i < s->vertex_count; ++i) {
        const scree_vec3 v = scree_stored_vertex(s, i);
        low = v3(min2(low.x, v.x), min2(low.y, v.y), min2(low.z, v.z));
        high = v3(max2(high.x, v.x), max2(high.y, v.y), max2(high.z, v.z));
    }
    s->hull->box->low = low;
    s->hull->box->high = high;
}

static bool enter(scree_shape *s, int cell, int index)
{
    if (cell < 0 || s->hull->box->cell[cell] >= 0) return false;
    s->hull->box->cell[cell] = (int8_t)index;
    return true;
}

static bool is_along_axis(scree_vec3 n)
{
    return (fabs(n.x) == 1.0) + (fabs(n.y) == 1.0) + (fabs(n.z) == 1.0) == 1 && v3_norm2(n) == 1.0;
}

void scree_shape_find_box(scree_shape *s)
{
    if (s->hull->box == scree_no_hull.box) return;
    set_corners(s);
    for (int i = 0; i < 27; ++i) s->hull->box->cell[i] = -1;
    bool box = true;
    for (int i = 0; box && i < 8; ++i) box = enter(s, cell_of(s, &i, 1), i);
    for (int i = 0; box && i < 12; ++i) {
        const scree_edge e = scree_edge_at(s->hull, i);
        box = enter(s, cell_of(s, e.vertex, 2), i);
    }
    for (int i = 0; box && i < 6; ++i) {
        const scree_face *f = &s->hull->faces[i];
        box =
            f->count == 4 && is_along_axis(f->normal) && enter(s, cell_of(s, &s->hull->face_vertices[f->first], 4), i);
    }
    s->is_box = box && s->hull->box->cell[13] < 0; // 26 features in 26 cells: only the inside is left
}
