// Hulls by Qhull.
//
// Source      Barber, Dobkin, Huhdanpaa, The Quickhull Algorithm for Convex Hulls, ACM TOMS 22 (1996), through the
//             reentrant library libqhull_r.
// Idea        Qhull's tolerances are relative to the largest coordinate. A hull is invariant under linear maps, so a
//             thin body is first stretched to a fat one along the axes of its spread, in double-double: then an oblique
//             plate of 1e-12 of its length is as easy as a cube.
// Limits      Qhull merges facets that are coplanar to its tolerance and leaves out points within it. The caller
//             checks. Builds without Qhull (SCREE_QHULL in CMake) leave out this file.
#define _POSIX_C_SOURCE 200809L
#include "shape/hull/hull.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>

#include "math/dd.h"

// Bodies thinner than this are stretched. Otherwise Qhull gets the coordinates as they are, exact coplanarity included.
static const double FAT = 0.015625;

static double along(scree_vec3 axis, dd3 q, double extent)
{
    dd x = dd_mul_double(q.x, axis.x), y = dd_mul_double(q.y, axis.y), z = dd_mul_double(q.z, axis.z);
    return dd_value(dd_add(dd_add(x, y), z)) / extent;
}

static coordT *coordinates(const scree_cloud *c, const scree_spread *s)
{
    coordT *out = malloc((size_t)c->count * 3 * sizeof *out);
    if (out == NULL) return NULL;
    bool stretch = s->extent[2] < FAT * s->extent[0];
    for (int i = 0; i < c->count; ++i) {
        scree_vec3 p = c->points[i];
        dd3 q = dd3_diff(p, c->points[s->corner[0]]);
        for (int k = 0; k < 3; ++k) {
            double given = k == 0 ? p.x : k == 1 ? p.y : p.z;
            out[3 * i + k] = stretch ? along(s->axis[k], q, s->extent[k]) : given;
        }
    }
    return out;
}

// Copies the loops of all facets; qh_facet3vertex() may jump to qh->errexit. The temporary sets are freed with the
// rest.
static int copy_loops(qhT *qh, scree_surface *out)
{
    facetT *facet;
    vertexT *vertex, **vertexp;
    int corner = 0, face = 0;
    FORALLfacets
    {
        setT *vertices = qh_facet3vertex(qh, facet);
        out->first[face++] = corner;
        FOREACHvertex_(vertices)
        {
            out->loop[corner++] = qh_pointid(qh, vertex->point);
        }
        qh_settempfree(qh, &vertices);
    }
    out->first[face] = corner;
    return corner;
}

static bool allocate(qhT *qh, scree_surface *out)
{
    facetT *facet;
    size_t corners = 0;
    FORALLfacets
    {
        corners += (size_t)qh_setsize(qh, facet->vertices);
    }
    out->face_count = qh->num_facets;
    out->first = calloc((size_t)out->face_count + 1, sizeof *out->first);
    out->loop = malloc((corners + 1) * sizeof *out->loop);
    return out->first != NULL && out->loop != NULL;
}

static scree_status run(qhT *qh, const scree_cloud *c, coordT *points, FILE *messages, scree_surface *out)
{
    char command[] = "qhull Pp";
    int code = qh_new_qhull(qh, 3, c->count, points, False, command, NULL, messages);
    if (code == qh_ERRmem) return SCREE_NO_MEMORY;
    if (code != 0) return SCREE_NO_CONVERGENCE;
    if (!allocate(qh, out)) return SCREE_NO_MEMORY;
    // Outside of qh_new_qhull() an error in Qhull would end the process unless it has a jump target.
    volatile bool copied = false;
    qh->NOerrexit = False;
    if (setjmp(qh->errexit) == 0) {
        copy_loops(qh, out);
        copied = true;
    }
    qh->NOerrexit = True;
    return copied ? SCREE_OK : SCREE_NO_CONVERGENCE;
}

// Qhull's orientation depends on how it was compiled: the volume, which must be positive, decides.
static void orient_outward(const scree_cloud *c, const scree_spread *s, scree_surface *out)
{
    scree_vec3 origin = c->points[s->corner[0]];
    dd volume = { 0, 0 };
    for (int f = 0; f < out->face_count; ++f) {
        const int *loop = out->loop + out->first[f];
        int count = out->first[f + 1] - out->first[f];
        for (int k = 2; k < count; ++k) {
            dd3 a = dd3_diff(c->points[loop[0]], origin), b = dd3_diff(c->points[loop[k - 1]], origin);
            dd3 d = dd3_diff(c->points[loop[k]], origin);
            volume = dd_add(volume, dd3_dot(a, dd3_cross(b, d)));
        }
    }
    if (volume.hi >= 0.0) return;
    for (int f = 0; f < out->face_count; ++f) {
        for (int i = out->first[f], j = out->first[f + 1] - 1; i < j; ++i, --j) {
            int swap = out->loop[i];
            out->loop[i] = out->loop[j];
            out->loop[j] = swap;
        }
    }
}

static void free_memory(qhT *qh)
{
    int long_blocks, long_bytes;
    qh_freeqhull(qh, !qh_ALL);
    if (qh->qhmem.LASTsize ==
        0) { // out of memory in its first calls: Qhull itself frees the tables only if they are in use
        free(qh->qhmem.freelists);
        free(qh->qhmem.sizetable);
    }
    qh_memfreeshort(qh, &long_blocks, &long_bytes);
}

scree_status scree_hull_qhull(const scree_cloud *cloud, const scree_spread *spread, scree_surface *out)
{
    memset(out, 0, sizeof *out);
    char *text = NULL;
    size_t text_size = 0;
    FILE *messages = open_memstream(&text, &text_size); // what Qhull says is not for the user's terminal
    coordT *points = coordinates(cloud, spread);
    qhT *qh = malloc(sizeof *qh);
    scree_status status = SCREE_NO_MEMORY;
    if (messages != NULL && points != NULL && qh != NULL) {
        qh_zero(qh, messages);
        status = run(qh, cloud, points, messages, out);
        free_memory(qh);
    }
    if (messages != NULL) fclose(messages);
    free(text);
    free(points);
    free(qh);
    if (status != SCREE_OK)
        scree_surface_free(out);
    else
        orient_outward(cloud, spread, out);
    return status;
}
