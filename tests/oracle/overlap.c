// The volume that two hulls share.
//
// Source      none: the definition.
// Idea        Three points of a hull whose plane has all others on one side give a half space; both hulls together are
//             the half spaces of the shared body. In each of their planes a large square is cut down by all others,
//             which leaves that face. Volume = sum of area * height over 3. No graph, no order, nothing is shared
//             between faces.
#include "oracle/overlap.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_PLANES = 400, MOST_CORNERS = 200 };

// A point this near to a plane, over the size, is on it; coordinates here hold 1e-30. And a volume below that, over the
// cube of the size, is none.
static const long double ON_PLANE = 1e-27L;
static const long double NO_VOLUME = 1e-28L;

typedef struct half_space {
    qvec normal; // unit
    quad offset;
    bool of_a, of_b;
} half_space;

typedef struct half_spaces {
    half_space plane[MOST_PLANES];
    int count;
    quad size;
} half_spaces;

static void enter(half_spaces *s, half_space h, double same)
{
    for (int i = 0; i < s->count; ++i) {
        half_space *known = &s->plane[i];
        if (q3_norm(q3_sub(known->normal, h.normal)) > (quad)same) continue;
        if (q_abs(known->offset - h.offset) > (quad)same * s->size) continue;
        known->of_a = known->of_a || h.of_a;
        known->of_b = known->of_b || h.of_b;
        return;
    }
    if (s->count < MOST_PLANES) s->plane[s->count++] = h;
}

// All planes through three points that have no point above.
static void enter_hull(half_spaces *s, const qvec *p, int count, bool of_a, double same)
{
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            for (int k = i + 1; k < count; ++k) {
                if (j <= i || j == k) continue;
                qvec e = q3_sub(p[j], p[i]), f = q3_sub(p[k], p[i]), n = q3_cross(e, f);
                quad length = q3_norm(n);
                if (!(length > (quad)ON_PLANE * s->size * s->size)) continue;
                half_space h = { q3_scale(n, 1 / length), 0, of_a, !of_a };
                h.offset = q3_dot(h.normal, p[i]);
                bool highest = true;
                for (int m = 0; m < count && highest; ++m)
                    highest =
                        q3_dot(h.normal, q3_sub(p[m], p[i])) <= (quad)ON_PLANE * s->size * s->size / length * s->size;
                if (highest) enter(s, h, same);
            }
        }
    }
}

typedef struct polygon {
    qvec corner[MOST_CORNERS];
    int count;
} polygon;

static void cut(polygon *p, const half_space *h)
{
    polygon r = { .count = 0 };
    for (int i = 0; i < p->count; ++i) {
        qvec from = p->corner[i], to = p->corner[(i + 1) % p->count];
        quad a = q3_dot(h->normal, from) - h->offset, b = q3_dot(h->normal, to) - h->offset;
        if (a <= 0) r.corner[r.count++] = from;
        if ((a < 0 && b > 0) || (a > 0 && b < 0))
            r.corner[r.count++] = q3_add_scaled(from, a / (a - b), q3_sub(to, from));
        if (r.count > MOST_CORNERS - 2) break;
    }
    *p = r;
}

static polygon face_of(const half_spaces *s, int index)
{
    const half_space *h = &s->plane[index];
    qvec axis = q_abs(h->normal.x) < (quad)0.6 ? q3(1, 0, 0) : q3(0, 1, 0);
    qvec u = q3_scale(q3_unit(q3_cross(h->normal, axis)), 8 * s->size);
    qvec v = q3_cross(h->normal, u), o = q3_scale(h->normal, h->offset);
    polygon p = {
        { q3_sub(q3_sub(o, u), v), q3_sub(q3_add(o, u), v), q3_add(q3_add(o, u), v), q3_add(q3_sub(o, u), v) }, 4
    };
    for (int i = 0; i < s->count && p.count > 0; ++i) {
        if (i != index) cut(&p, &s->plane[i]);
    }
    return p;
}

typedef struct totals {
    quad volume, area_a, area_b;
    qvec moment, vector;
    qvec couple; // about the origin
    qvec all;    // area vector of the whole surface: 0, or else only one side of a flat body was counted
} totals;

static void add(totals *t, const polygon *p, const half_space *h)
{
    quad area = 0, a = h->of_a ? (h->of_b ? (quad)0.5 : 1) : 0;
    for (int i = 1; i + 1 < p->count; ++i) {
        qvec n = q3_cross(q3_sub(p->corner[i], p->corner[0]), q3_sub(p->corner[i + 1], p->corner[0]));
        quad piece = q3_dot(n, h->normal) / 2, volume = piece * h->offset / 3;
        qvec sum = q3_add(q3_add(p->corner[0], p->corner[i]), p->corner[i + 1]);
        area += piece;
        t->couple = q3_add_scaled(t->couple, a * piece / 3, q3_cross(sum, h->normal));
        t->volume += volume;
        t->moment = q3_add_scaled(t->moment, volume / 4, sum);
    }
    t->area_a += a * area;
    t->area_b += (1 - a) * area;
    t->vector = q3_add_scaled(t->vector, a * area, h->normal);
    t->all = q3_add_scaled(t->all, area, h->normal);
}

static double thinnest_angle(const half_spaces *s)
{
    quad least = 1;
    for (int i = 0; i < s->count; ++i) {
        for (int j = 0; j < i; ++j) {
            const half_space *h = &s->plane[i], *g = &s->plane[j];
            quad sine = q3_norm(q3_cross(h->normal, g->normal));
            if (sine > 0) least = q_min(least, sine);
        }
    }
    return (double)least;
}

static scree_vec3 rounded(qvec v)
{
    scree_vec3 r = { (double)v.x, (double)v.y, (double)v.z };
    return r;
}

void scree_oracle_overlap(const oracle_solid *a, const oracle_solid *b, double same, oracle_overlap *out)
{
    // World axes, A's first point as the origin.
    qvec points[2][ORACLE_SOLID_POINTS], origin = q3(0, 0, 0);
    half_spaces s = { .count = 0, .size = 0 };
    memset(out, 0, sizeof *out);
    for (int k = 0; k < 2; ++k) {
        const oracle_solid *solid = k == 0 ? a : b;
        qrot rotation = qrot_of(solid->orientation);
        for (int i = 0; i < solid->count; ++i) {
            qvec p = q3_add(qrot_apply(&rotation, q3_from(solid->points[i])), q3_from(solid->position));
            if (k == 0 && i == 0) origin = p;
            points[k][i] = q3_sub(p, origin);
        }
    }
    quad reach[2] = { 0, 0 };
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < (k == 0 ? a : b)->count; ++i)
            reach[k] = q_max(reach[k], q3_norm(q3_sub(points[k][i], points[k][0])));
        s.size += reach[k];
    }
    if (q3_norm(points[1][0]) > 3 * s.size) return;
    enter_hull(&s, points[0], a->count, true, same);
    enter_hull(&s, points[1], b->count, false, same);
    totals t = { .volume = 0 };
    for (int i = 0; i < s.count; ++i) {
        polygon face = face_of(&s, i);
        add(&t, &face, &s.plane[i]);
    }
    out->thinnest = thinnest_angle(&s);
    if (!(t.volume > (quad)NO_VOLUME * s.size * s.size * s.size)) return;
    if (q3_norm(t.all) > (quad)0.01 * (t.area_a + t.area_b)) return;
    out->volume = (double)t.volume;
    out->centroid = rounded(q3_add(q3_scale(t.moment, 1 / t.volume), origin));
    out->area_vector = rounded(t.vector);
    out->couple = rounded(q3_sub(t.couple, q3_cross(q3_scale(t.moment, 1 / t.volume), t.vector)));
    out->area_a = (double)t.area_a;
    out->area_b = (double)t.area_b;
}
