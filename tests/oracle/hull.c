// Faces and edges of a hull, by trying all of them.
//
// Source      none: the definition. Three points span a facet where all others lie on one side of their plane.
// Idea        Signs of determinants in 113 bits, with coordinates relative to the first point. Where a sign is not
//             certain the triple is kept: a plane too many, or an edge that runs inside a face, only costs time,
//             because both searches of distance.c take the best of all candidates and every candidate is valid.
// Limits      count^4; above some tens of points the library's own faces are taken, after a proof that they hold.
#include "oracle/hull.h"

#include <stdlib.h>
#include <string.h>

// A height below this many roundings of a quad counts as 0. Determinants of doubles keep about 100 bits.
static const long double FLAT = 1e-31L;

// Unit normals that agree this well are the same: those of two facets in one plane do, unless these are thin. Taking
// two planes for one loses as much of the extent.
static const quad SAME_NORMAL = (quad)1e-26L;

static oracle_hull *hull_new(int points, int facets, int edges)
{
    oracle_hull *h = calloc(1, sizeof *h);
    if (h == NULL) return NULL;
    h->points = calloc((size_t)points + 1, sizeof *h->points);
    h->facets = calloc((size_t)facets + 1, sizeof *h->facets);
    h->edges = calloc((size_t)edges + 1, sizeof *h->edges);
    if (h->points == NULL || h->facets == NULL || h->edges == NULL) {
        scree_oracle_hull_free(h);
        return NULL;
    }
    h->point_count = points;
    return h;
}

void scree_oracle_hull_free(oracle_hull *hull)
{
    if (hull == NULL) return;
    free(hull->points);
    free(hull->facets);
    free(hull->triangles);
    free(hull->edges);
    free(hull);
}

// Of point p over the plane of i, j, k: -1 below, 1 above, 0 on it as far as can be told.
static int side_of(const qvec *p, qvec normal, quad normal_size, qvec origin, int i)
{
    qvec d = q3_sub(p[i], origin);
    quad height = q3_dot(normal, d), noise = (quad)FLAT * normal_size * q3_norm(d);
    return height > noise ? 1 : height < -noise ? -1 : 0;
}

// The points relative to one of them, in long double, with their distances from it.
typedef struct relative {
    lvec d;
    long double norm;
} relative;

static void make_relative(const qvec *p, int count, int origin, relative *out)
{
    for (int m = 0; m < count; ++m) {
        out[m].d = l3_from(q3_sub(p[m], p[origin]));
        out[m].norm = l3_norm(out[m].d);
    }
}

// The plane of three points: in long double for the many points that are clearly off it, in quad for the others.
typedef struct trial {
    lvec rough;
    long double rough_size;
    qvec normal;
    quad size;
    bool exact; // normal and size are known
} trial;

static int trial_side(trial *t, const qvec *p, const relative *r, int i, int j, int k, int m)
{
    long double height = l3_dot(t->rough, r[m].d);
    // 16 roundings cover the two differences, the cross product and the dot product.
    if (fabsl(height) > 16 * LONG_UNIT * t->rough_size * r[m].norm) return height > 0 ? 1 : -1;
    if (!t->exact) {
        qvec e = q3_sub(p[j], p[i]), f = q3_sub(p[k], p[i]);
        t->normal = q3_cross(e, f);
        t->size = q3_norm(e) * q3_norm(f);
        t->exact = true;
    }
    return side_of(p, t->normal, t->size, p[i], m);
}

// Does the plane of i, j, k have all points on one side? Then 1 or -1 with the side that they are NOT on. `r` is relative
// to point i.
static int facet_sign(const qvec *p, const relative *r, int count, int i, int j, int k)
{
    trial t = { .rough = l3_cross(r[j].d, r[k].d), .rough_size = r[j].norm * r[k].norm };
    int above = 0, below = 0;
    for (int m = 0; m < count && !(above && below); ++m) {
        if (m == i || m == j || m == k) continue;
        int s = trial_side(&t, p, r, i, j, k, m);
        above |= s > 0;
        below |= s < 0;
    }
    if (above == below) return 0; // in the middle, or collinear: all others are "on" its plane
    return above ? -1 : 1;
}

// An edge is kept once; the second facet adjacent to it that is not in the same plane gives its other neighbour.
static void edge_add(oracle_hull *h, int **table, int i, int j, int adjacent)
{
    int *slot = &(*table)[i < j ? i * h->point_count + j : j * h->point_count + i];
    if (*slot == 0) {
        oracle_edge *e = &h->edges[h->edge_count];
        *e = (oracle_edge){ { i, j }, { adjacent, adjacent } };
        *slot = ++h->edge_count;
        return;
    }
    h->edges[*slot - 1].adjacent[1] = adjacent;
}

// Both facets adjacent to the edge lie in one plane: it runs inside a face and is no edge.
static bool is_diagonal(const oracle_hull *h, const bool *bent, int i, int j)
{
    return !bent[i < j ? i * h->point_count + j : j * h->point_count + i];
}

// Twice its area, along its normal.
static qvec facet_cross(const oracle_hull *h, const oracle_facet *f)
{
    const qvec *p = h->points;
    const int *c = f->corner;
    return q3_cross(q3_sub(p[c[1]], p[c[0]]), q3_sub(p[c[2]], p[c[0]]));
}

// Two facets that share points are in one plane if their normals are the same. Heights of points over a thin facet
// would not tell: they are less than rounding while the normals are 1e-7 apart.
static bool same_normal(qvec m, qvec n)
{
    return q_abs(m.x - n.x) <= SAME_NORMAL && q_abs(m.y - n.y) <= SAME_NORMAL && q_abs(m.z - n.z) <= SAME_NORMAL;
}

static void mark_bent(const oracle_hull *h, bool *bent, const qvec *normals, int facet, int other)
{
    const oracle_facet *f = &h->facets[facet], *g = &h->facets[other];
    int shared[2], n = 0;
    for (int a = 0; a < 3 && n < 2; ++a) {
        for (int b = 0; b < 3; ++b) {
            if (f->corner[a] == g->corner[b]) {
                shared[n++] = f->corner[a];
                break;
            }
        }
    }
    if (n < 2) return;
    int i = shared[0] < shared[1] ? shared[0] : shared[1], j = shared[0] + shared[1] - i;
    if (!same_normal(normals[facet], normals[other])) bent[i * h->point_count + j] = true;
}

static qvec *facet_normals(const oracle_hull *h)
{
    qvec *normals = malloc((size_t)h->facet_count * sizeof *normals);
    for (int f = 0; normals != NULL && f < h->facet_count; ++f) normals[f] = q3_unit(facet_cross(h, &h->facets[f]));
    return normals;
}

// All facets first, then the edges that lie between two planes.
static bool find_edges(oracle_hull *h)
{
    size_t cells = (size_t)h->point_count * (size_t)h->point_count;
    bool *bent = calloc(cells, sizeof *bent);
    int *table = calloc(cells, sizeof *table);
    qvec *normals = facet_normals(h);
    bool ok = bent != NULL && table != NULL && normals != NULL;
    for (int f = 0; ok && f < h->facet_count; ++f) {
        for (int g = f + 1; g < h->facet_count; ++g) mark_bent(h, bent, normals, f, g);
    }
    for (int f = 0; ok && f < h->facet_count; ++f) {
        const int *c = h->facets[f].corner;
        for (int m = 0; m < 3; ++m) {
            int i = c[m], j = c[(m + 1) % 3];
            if (!is_diagonal(h, bent, i, j)) edge_add(h, &table, i, j, c[(m + 2) % 3]);
        }
    }
    free(normals);
    free(bent);
    free(table);
    return ok;
}

// Facets with one normal repeat the same axis: the largest stays, which keeps most digits when it is rotated. All of them stay as triangles.
static bool drop_repeated_facets(oracle_hull *h)
{
    h->triangles = malloc((size_t)h->facet_count * sizeof *h->triangles);
    if (h->triangles == NULL) return false;
    memcpy(h->triangles, h->facets, (size_t)h->facet_count * sizeof *h->triangles);
    h->triangle_count = h->facet_count;
    qvec *normals = facet_normals(h);
    if (normals == NULL) return false;
    int kept = 0;
    for (int f = 0; f < h->facet_count; ++f) {
        int g = 0;
        while (g < kept && !same_normal(normals[g], normals[f])) ++g;
        if (g < kept && !(q3_norm(facet_cross(h, &h->facets[f])) > q3_norm(facet_cross(h, &h->facets[g])))) continue;
        normals[g] = normals[f];
        h->facets[g] = h->facets[f];
        kept += g == kept;
    }
    free(normals);
    h->facet_count = kept;
    return true;
}

static bool facets_grow(oracle_hull *h, int *capacity)
{
    if (h->facet_count < *capacity) return true;
    oracle_facet *more = realloc(h->facets, 2 * (size_t)*capacity * sizeof *more);
    if (more == NULL) return false;
    h->facets = more;
    *capacity *= 2;
    return true;
}

static bool facets_through(oracle_hull *h, int i, const relative *r, int *capacity)
{
    const int n = h->point_count;
    for (int j = i + 1; j < n; ++j) {
        for (int k = j + 1; k < n; ++k) {
            const int sign = facet_sign(h->points, r, n, i, j, k);
            if (sign == 0) continue;
            if (!facets_grow(h, capacity)) return false;
            h->facets[h->facet_count++] = sign > 0 ? (oracle_facet){ { i, j, k } } : (oracle_facet){ { i, k, j } };
        }
    }
    return true;
}

static bool find_facets(oracle_hull *h)
{
    int n = h->point_count, capacity = 64;
    relative *r = malloc((size_t)(n > 0 ? n : 1) * sizeof *r);
    free(h->facets);
    h->facets = calloc((size_t)capacity, sizeof *h->facets);
    bool ok = h->facets != NULL && r != NULL;
    for (int i = 0; ok && i < n; ++i) {
        make_relative(h->points, n, i, r);
        ok = facets_through(h, i, r, &capacity);
    }
    free(r);
    return ok && h->facet_count >= 4;
}

// The same in the plane: a line through two points with all others on one side. The third corner is not used.
static bool find_sides(oracle_hull *h)
{
    int n = h->point_count;
    free(h->facets);
    h->facets = calloc((size_t)n * (size_t)n, sizeof *h->facets);
    if (h->facets == NULL) return false;
    const qvec up = { 0, 0, 1 };
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            qvec e = q3_sub(h->points[j], h->points[i]), out = q3_cross(e, up);
            if (i == j || q3_norm(e) == 0) continue;
            bool outside = false;
            for (int m = 0; m < n && !outside; ++m) {
                outside = m != i && m != j && side_of(h->points, out, q3_norm(e), h->points[i], m) > 0;
            }
            if (outside) continue;
            h->facets[h->facet_count++] = (oracle_facet){ { i, j, i } };
            h->edges[h->edge_count++] = (oracle_edge){ { i, j }, { i, j } };
        }
    }
    return h->facet_count >= 3;
}

// Points that are given twice would make triples of no area; one of each is enough.
static int distinct_points(const scree_vec3 *points, int count, qvec *out)
{
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        qvec p = q3_from(points[i]);
        bool repeated = false;
        for (int j = 0; j < kept && !repeated; ++j) {
            repeated = out[j].x == p.x && out[j].y == p.y && out[j].z == p.z;
        }
        if (!repeated) out[kept++] = p;
    }
    return kept;
}

oracle_hull *scree_oracle_hull(const scree_vec3 *points, int count, int dimension, double rounding)
{
    oracle_hull *h = hull_new(count, 0, count * count);
    if (h == NULL) return NULL;
    h->dimension = dimension;
    h->planar = dimension == 2;
    h->radius = (quad)rounding;
    h->point_count = distinct_points(points, count, h->points);
    bool ok = dimension == 2 ? find_sides(h) : find_facets(h) && find_edges(h) && drop_repeated_facets(h);
    if (ok) return h;
    scree_oracle_hull_free(h);
    return NULL;
}

oracle_hull *scree_oracle_box(scree_vec3 half_extents, double rounding)
{
    scree_vec3 p[8];
    for (int i = 0; i < 8; ++i) {
        p[i].x = i & 1 ? half_extents.x : -half_extents.x;
        p[i].y = i & 2 ? half_extents.y : -half_extents.y;
        p[i].z = i & 4 ? half_extents.z : -half_extents.z;
    }
    return scree_oracle_hull(p, 8, 3, rounding);
}

oracle_hull *scree_oracle_ball(double radius, double rounding, bool planar)
{
    oracle_hull *h = hull_new(1, 0, 1);
    if (h == NULL) return NULL;
    h->edge_count = 1; // from point 0 to point 0, as calloc() left it
    h->planar = planar;
    h->radius = (quad)radius + (quad)rounding;
    return h;
}

oracle_hull *scree_oracle_capsule(double radius, double half_length, double rounding)
{
    oracle_hull *h = hull_new(2, 0, 1);
    if (h == NULL) return NULL;
    h->dimension = 1;
    h->radius = (quad)radius + (quad)rounding;
    h->points[0] = q3(0, 0, -(quad)half_length);
    h->points[1] = q3(0, 0, (quad)half_length);
    h->edges[0] = (oracle_edge){ { 0, 1 }, { 0, 1 } };
    h->edge_count = 1;
    return h;
}

oracle_hull *scree_oracle_half_space(scree_vec3 normal, double offset, double rounding)
{
    oracle_hull *h = hull_new(0, 0, 0);
    if (h == NULL) return NULL;
    h->dimension = 3;
    h->half_space = true;
    h->plane_normal = q3_from(normal);
    h->plane_offset = (quad)offset;
    h->radius = (quad)rounding;
    return h;
}
