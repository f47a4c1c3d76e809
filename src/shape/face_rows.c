// The faces of a polyhedron once more, each in one place: two lines of memory hold what a search asks of a face, where
// the loops of corners are in as many lines as they have arrays.
#include "shape/build.h"

static void set_rows(const scree_shape *s, const scree_face *f, scree_face_rows *out)
{
    const bool few = f->count <= 4;
    for (int i = 0; i < 4; ++i) {
        const int corner = f->first + (i < f->count ? i : 0);
        const scree_vec3 at = scree_stored_vertex(s, s->face_vertices[corner]);
        out->row[i][0] = at.x;
        out->row[i][1] = at.y;
        out->row[i][2] = at.z;
    }
    out->row[0][3] = f->normal.x;
    out->row[1][3] = f->normal.y;
    out->row[2][3] = f->normal.z;
    out->row[3][3] = few ? f->count : 0.0;
}

void scree_shape_set_face_rows(scree_shape *s)
{
    for (int i = 0; s->face_rows != NULL && i < s->face_count; ++i) set_rows(s, &s->faces[i], &s->face_rows[i]);
}
