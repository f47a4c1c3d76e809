// The pressure field of two hulls.
//
// Source      none: the definition.
// Idea        For each pair of planes, a large square in their bisector plane is cut by "no other plane is nearer" and by
//             "inside". Force and centre are sums over the pairs of a plane of A and one of B. The energy is computed from
//             the part of the volume that is nearest to each plane k: with x0 on that plane, the divergence of
//             d_k (x - x0) is 4 d_k (3 d_k in 2-D), so that the integral of d_k is a quarter (a third) of the flux through
//             its other faces. No flood fill, no culling, nothing is shared between cells. In 2-D cells are segments.
#include "oracle/pressure.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLANES = 200, MOST_CORNERS = 256 };

typedef struct plane {
    qvec normal; // unit, outward
    quad offset;
    bool of_b;
} plane;

typedef struct solid {
    plane plane[MOST_PLANES];
    int count;
    bool planar;
    quad size; // of a square that holds what is shared, about `middle`
    qvec middle;
} solid;

typedef struct polygon {
    qvec corner[MOST_CORNERS];
    int count;
} polygon;

oracle_pose scree_oracle_pose(const scree_body *body)
{
    return (oracle_pose){ qrot_of(body->orientation), q3_from(body->position) };
}

static quad depth_of(const plane *p, qvec x)
{
    return p->offset - q3_dot(p->normal, x);
}

// A point of the hull, from the place of A.
static qvec placed(const oracle_pose *at, qvec origin, qvec point)
{
    return q3_add(qrot_apply(&at->rotation, point), q3_sub(at->place, origin));
}

static qvec facet_normal(const oracle_hull *hull, const oracle_facet *f)
{
    const qvec *p = hull->points;
    const qvec e = q3_sub(p[f->corner[1]], p[f->corner[0]]);
    qvec n = hull->planar ? q3(e.y, -e.x, 0) : q3_cross(e, q3_sub(p[f->corner[2]], p[f->corner[0]]));
    quad most = 0; // outward: no point is above
    for (int i = 0; i < hull->point_count; ++i) {
        const quad height = q3_dot(n, q3_sub(p[i], p[f->corner[0]]));
        if (q_abs(height) > q_abs(most)) most = height;
    }
    return q3_unit(most > 0 ? q3_neg(n) : n);
}

static bool add_planes(solid *s, const oracle_hull *hull, const oracle_pose *at, qvec origin, bool of_b)
{
    if (s->count + (hull->half_space ? 1 : hull->facet_count) > MOST_PLANES) return false;
    if (hull->half_space) {
        const quad length = q3_norm(hull->plane_normal);
        plane p = { qrot_apply(&at->rotation, q3_scale(hull->plane_normal, 1 / length)), 0, of_b };
        p.offset = hull->plane_offset / length + q3_dot(p.normal, q3_sub(at->place, origin));
        s->plane[s->count++] = p;
        return true;
    }
    for (int i = 0; i < hull->facet_count; ++i) {
        plane p = { qrot_apply(&at->rotation, facet_normal(hull, &hull->facets[i])), 0, of_b };
        p.offset = q3_dot(p.normal, placed(at, origin, hull->points[hull->facets[i].corner[0]]));
        s->plane[s->count++] = p;
    }
    return true;
}

// A ball around one of the two: what is shared is inside.
static void find_ball(solid *s, const oracle_hull *hull, const oracle_pose *at, qvec origin)
{
    s->middle = placed(at, origin, hull->points[0]);
    s->size = 0;
    for (int i = 0; i < hull->point_count; ++i)
        s->size = q_max(s->size, q3_norm(q3_sub(placed(at, origin, hull->points[i]), s->middle)));
    s->size *= (quad)1.01L;
}

static bool make_solid(solid *s, const oracle_hull *a, const oracle_pose *at_a, const oracle_hull *b,
                       const oracle_pose *at_b)
{
    memset(s, 0, sizeof *s);
    s->planar = a->planar;
    if (b->half_space)
        find_ball(s, a, at_a, at_a->place);
    else
        find_ball(s, b, at_b, at_a->place);
    return add_planes(s, a, at_a, at_a->place, false) && add_planes(s, b, at_b, at_a->place, true);
}

// Keep what has offset - normal . x >= 0.
static void cut(polygon *p, qvec normal, quad offset)
{
    polygon r = { .count = 0 };
    for (int i = 0; i < p->count; ++i) {
        const qvec from = p->corner[i], to = p->corner[(i + 1) % p->count];
        const quad f = offset - q3_dot(normal, from), g = offset - q3_dot(normal, to);
        if (f >= 0) r.corner[r.count++] = from;
        if ((f > 0 && g < 0) || (f < 0 && g > 0))
            r.corner[r.count++] = q3_add_scaled(from, f / (f - g), q3_sub(to, from));
    }
    if (r.count > MOST_CORNERS - 2) r.count = 0;
    memcpy(p->corner, r.corner, (size_t)r.count * sizeof *r.corner);
    p->count = r.count;
}

// In 2-D a cell is a rectangle of height 1 along z: its integrals are those of the segment.
static void start(polygon *p, const solid *s, qvec normal, qvec at)
{
    const quad h = 2 * s->size;
    qvec u, v;
    p->count = 4;
    if (s->planar) {
        u = q3_scale(q3(-normal.y, normal.x, 0), h);
        const qvec low = q3_sub(at, u), high = q3_add(at, u);
        p->corner[0] = low;
        p->corner[1] = high;
        p->corner[2] = q3(high.x, high.y, 1);
        p->corner[3] = q3(low.x, low.y, 1);
        return;
    }
    const quad x = q_abs(normal.x), y = q_abs(normal.y), z = q_abs(normal.z);
    u = q3_unit(q3_cross(normal, x <= y && x <= z ? q3(1, 0, 0) : y <= z ? q3(0, 1, 0) : q3(0, 0, 1)));
    v = q3_scale(q3_cross(normal, u), h);
    u = q3_scale(u, h);
    p->corner[0] = q3_sub(q3_sub(at, u), v);
    p->corner[1] = q3_sub(q3_add(at, u), v);
    p->corner[2] = q3_add(q3_add(at, u), v);
    p->corner[3] = q3_add(q3_sub(at, u), v);
}

// Where planes k and l are equally near and all others farther; the normal is that of k less that of l, unit.
static void make_cell(polygon *p, const solid *s, int k, int l, qvec *normal, quad *span)
{
    const plane *pk = &s->plane[k], *pl = &s->plane[l];
    const qvec d = q3_sub(pk->normal, pl->normal);
    p->count = 0;
    *span = q3_norm(d);
    if (!(*span > (quad)1e-25L)) return;
    *normal = q3_scale(d, 1 / *span);
    const quad height = (pk->offset - pl->offset) / *span - q3_dot(*normal, s->middle);
    if (q_abs(height) > s->size) return;
    start(p, s, *normal, q3_add_scaled(s->middle, height, *normal));
    cut(p, pk->normal, pk->offset);
    for (int m = 0; m < s->count && p->count > 0; ++m) {
        if (m == k || m == l) continue;
        cut(p, q3_sub(s->plane[m].normal, pk->normal), s->plane[m].offset - pk->offset);
    }
}

typedef struct sums {
    quad area, p;
    qvec x, px;
    quad xx[6];
} sums;

// Integrals over a polygon of 1, p = 2 depth, x, p x and x x^T, x from the place of A.
static sums integrate(const polygon *q, const plane *pk)
{
    sums s;
    memset(&s, 0, sizeof s);
    for (int i = 1; i + 1 < q->count; ++i) {
        const qvec a = q->corner[0], b = q->corner[i], c = q->corner[i + 1];
        const quad area = q3_norm(q3_cross(q3_sub(b, a), q3_sub(c, a))) / 2;
        const quad pa = 2 * depth_of(pk, a), pb = 2 * depth_of(pk, b), pc = 2 * depth_of(pk, c), p = pa + pb + pc;
        const qvec sum = q3_add(a, q3_add(b, c));
        qvec weighted = q3_add_scaled(q3_scale(a, pa), pb, b);
        weighted = q3_add(q3_add_scaled(weighted, pc, c), q3_scale(sum, p));
        s.area += area;
        s.p += area * p / 3;
        s.x = q3_add_scaled(s.x, area / 3, sum);
        s.px = q3_add_scaled(s.px, area / 12, weighted);
        const qvec v[4] = { a, b, c, sum };
        for (int j = 0; j < 4; ++j) {
            const quad xx[6] = { v[j].x * v[j].x, v[j].y * v[j].y, v[j].z * v[j].z,
                                 v[j].x * v[j].y, v[j].x * v[j].z, v[j].y * v[j].z };
            for (int m = 0; m < 6; ++m) s.xx[m] += area / 12 * xx[m];
        }
    }
    return s;
}

// The rectangle that stands for a segment has its middle at z = 1/2, and second moments along z that are not meant.
static void flatten(sums *s)
{
    s->x.z = s->px.z = s->xx[2] = s->xx[4] = s->xx[5] = 0;
}

typedef struct surface {
    qvec normal;
    sums sum;
} surface;

static void project(oracle_pressure *out, const surface *part, int count)
{
    const qvec n = q3_unit(out->force), c = out->centre;
    for (int i = 0; i < count; ++i) {
        const sums *s = &part[i].sum;
        const quad w = q3_dot(n, part[i].normal);
        out->second[0] += w * (s->xx[0] - 2 * c.x * s->x.x + s->area * c.x * c.x);
        out->second[1] += w * (s->xx[1] - 2 * c.y * s->x.y + s->area * c.y * c.y);
        out->second[2] += w * (s->xx[2] - 2 * c.z * s->x.z + s->area * c.z * c.z);
        out->second[3] += w * (s->xx[3] - c.x * s->x.y - c.y * s->x.x + s->area * c.x * c.y);
        out->second[4] += w * (s->xx[4] - c.x * s->x.z - c.z * s->x.x + s->area * c.x * c.z);
        out->second[5] += w * (s->xx[5] - c.y * s->x.z - c.z * s->x.y + s->area * c.y * c.z);
    }
}

static quad energy_of(const solid *s, polygon *work)
{
    quad sum = 0;
    for (int k = 0; k < s->count; ++k) {
        const qvec x0 = q3_scale(s->plane[k].normal, s->plane[k].offset);
        for (int l = 0; l < s->count; ++l) {
            qvec normal;
            quad span;
            if (l == k) continue;
            make_cell(work, s, k, l, &normal, &span); // normal_k . normal < 0 leads out of what is nearest to k
            if (work->count < 3) continue;
            const sums c = integrate(work, &s->plane[k]);
            sum += q3_dot(q3_neg(normal), q3_sub(work->corner[0], x0)) * c.p / 2 / (s->planar ? 3 : 4);
        }
    }
    return 2 * sum;
}

bool scree_oracle_energy(const oracle_hull *a, const oracle_pose *at_a, const oracle_hull *b, const oracle_pose *at_b,
                         quad *out)
{
    solid *s = malloc(sizeof *s);
    polygon *work = malloc(sizeof *work);
    const bool ok = s != NULL && work != NULL && make_solid(s, a, at_a, b, at_b);
    if (ok) *out = energy_of(s, work);
    free(work);
    free(s);
    return ok;
}

static bool sum_surface(const solid *s, polygon *work, surface *part, oracle_pressure *out)
{
    qvec at = q3(0, 0, 0);
    for (int k = 0; k < s->count; ++k) {
        for (int l = 0; l < s->count; ++l) {
            if (s->plane[k].of_b || !s->plane[l].of_b) continue;
            qvec normal;
            quad span;
            make_cell(work, s, k, l, &normal, &span);
            if (work->count < 3) continue;
            sums c = integrate(work, &s->plane[k]);
            if (s->planar) flatten(&c);
            out->force = q3_add_scaled(out->force, c.p, normal);
            out->moment = q3_add(out->moment, q3_cross(c.px, normal));
            out->area = q3_add_scaled(out->area, c.area, normal);
            out->pressure += c.p;
            out->surface += c.area;
            out->least_span = q_min(out->least_span, span);
            at = q3_add(at, c.px);
            if (out->polygons == MOST_PLANES * MOST_PLANES / 4) return false;
            part[out->polygons++] = (surface){ normal, c };
        }
    }
    if (out->pressure > 0) out->centre = q3_scale(at, 1 / out->pressure);
    return true;
}

bool scree_oracle_pressure(const oracle_hull *a, const oracle_pose *at_a, const oracle_hull *b, const oracle_pose *at_b,
                           oracle_pressure *out)
{
    solid *s = malloc(sizeof *s);
    polygon *work = malloc(sizeof *work);
    surface *part = calloc((size_t)MOST_PLANES * MOST_PLANES / 4, sizeof *part);
    memset(out, 0, sizeof *out);
    out->least_span = 2;
    bool ok = s != NULL && work != NULL && part != NULL && make_solid(s, a, at_a, b, at_b);
    ok = ok && sum_surface(s, work, part, out);
    if (ok) project(out, part, out->polygons);
    if (ok) out->energy = energy_of(s, work);
    free(part);
    free(work);
    free(s);
    return ok;
}
