// Around the axis of a body of revolution.
//
// Idea        Bodies that share an axis, or nearly, have a circle of directions of about the same depth, along which
//             the cover is given up. Here each azimuth about the axis is looked at by itself, from pole to pole on a
//             grid and by golden section from its lowest place; then the azimuth by golden section between its
//             neighbours. Nothing but values of F is used.
#include <string.h>

#include "oracle/superquadric_parts.h"

enum { AZIMUTHS = 24, HEIGHTS = 48, SECTIONS = 90 };

static const long double PI = 3.14159265358979323846L;

typedef struct ring {
    const round_pair *pair;
    long double axis[3], u[3], v[3];
    round_end *best;
} ring;

static void direction(const ring *r, long double phi, long double theta, long double n[3])
{
    const long double s = sinl(theta), c = cosl(theta), x = cosl(phi), y = sinl(phi);
    for (int i = 0; i < 3; ++i) n[i] = s * (x * r->u[i] + y * r->v[i]) + c * r->axis[i];
    make_unit_l(n);
}

static long double value_at(const ring *r, long double phi, long double theta)
{
    long double n[3], g[3];
    direction(r, phi, theta, n);
    facing_l(r->pair, n, g);
    const long double value = dot_l(n, g);
    ++r->best->looks;
    if (value < r->best->value) {
        r->best->value = value;
        memcpy(r->best->n, n, sizeof n);
    }
    return value;
}

// From pole to pole, then between the neighbours of the lowest place.
static long double lowest_at(const ring *r, long double phi)
{
    const long double golden = 0.61803398874989484820L, step = PI / HEIGHTS;
    int lowest = 0;
    long double least = INFINITY;
    for (int i = 0; i <= HEIGHTS; ++i) {
        const long double value = value_at(r, phi, step * i);
        if (value < least) least = value, lowest = i;
    }
    long double low = step * (lowest - 1), high = step * (lowest + 1);
    long double p = high - golden * (high - low), q = low + golden * (high - low);
    long double at_p = value_at(r, phi, p), at_q = value_at(r, phi, q);
    for (int i = 0; i < SECTIONS; ++i) {
        if (at_p < at_q) {
            high = q, q = p, at_q = at_p;
            p = high - golden * (high - low), at_p = value_at(r, phi, p);
        } else {
            low = p, p = q, at_p = at_q;
            q = low + golden * (high - low), at_q = value_at(r, phi, q);
        }
    }
    return fminl(at_p, at_q);
}

static void search_around(const ring *r)
{
    const long double golden = 0.61803398874989484820L, step = 2 * PI / AZIMUTHS;
    int lowest = 0;
    long double least = INFINITY;
    for (int i = 0; i < AZIMUTHS; ++i) {
        const long double value = lowest_at(r, step * i);
        if (value < least) least = value, lowest = i;
    }
    long double low = step * (lowest - 1), high = step * (lowest + 1);
    long double p = high - golden * (high - low), q = low + golden * (high - low);
    long double at_p = lowest_at(r, p), at_q = lowest_at(r, q);
    for (int i = 0; i < SECTIONS / 2; ++i) {
        if (at_p < at_q) {
            high = q, q = p, at_q = at_p;
            p = high - golden * (high - low), at_p = lowest_at(r, p);
        } else {
            low = p, p = q, at_p = at_q;
            q = low + golden * (high - low), at_q = lowest_at(r, q);
        }
    }
}

static bool has_axis(const round_body *b)
{
    return b->core == ROUND_DISCS || b->core == ROUND_BALL || (b->core == ROUND_POINTS && b->count == 2);
}

void scree_oracle_round_ring(const round_pair *p, round_end *best)
{
    const bool first = has_axis(p->a);
    if (!first && !has_axis(p->b)) return;
    ring r = { .pair = p, .best = best };
    for (int i = 0; i < 3; ++i) r.axis[i] = first ? i == 2 : p->rotation[i][2];
    make_unit_l(r.axis);
    const long double x[3] = { 1, 0, 0 }, y[3] = { 0, 1, 0 };
    cross_l(r.axis, fabsl(r.axis[0]) < 0.7L ? x : y, r.u);
    make_unit_l(r.u);
    cross_l(r.axis, r.u, r.v);
    search_around(&r);
}
