// The search near one direction where bodies overlap, and F has kinks, or nearly so.
//
// Idea        As in superquadric_search.c, points of A - B bound F from below, and the planes through three of them
//             that all others are behind are the corners of the bound. The lowest of them near the best direction is
//             looked at, which adds a point; planes that the point is in front of go, and those through the point and a
//             side of a plane that went come, if all points are behind them. Points are compared one by one, so that
//             nothing has to be known about which plane is beside which.
// Limits      Near the direction alone: see superquadric_cover.c.
#include <string.h>

#include "oracle/superquadric_parts.h"

enum { POINTS_MAX = 130, PLANES_MAX = 1000 };

// Points nearer to each other than this, relative to the size, are one: F only resolves the square of their distance.
static const long double SAME = 1e-12L;

// How many times worse than a point a plane may be known: thinner triangles are no planes.
static const long double MOST_BLUNT = 1000;

typedef struct plane {
    int at[3];
    long double n[3], value;
    long double side[3], height; // of the triangle: the longest side, unit, and how high it is over it
} plane;

typedef struct polytope {
    const round_pair *pair;
    long double close;
    int point_count, plane_count, looks;
    long double points[POINTS_MAX][3];
    plane planes[PLANES_MAX];
    long double n[3], best;
} polytope;

// Leaves the point in g, and adds it unless it is there already, or nearly so: then it returns false.
static bool look(polytope *p, const long double n[3], long double g[3])
{
    facing_l(p->pair, n, g);
    ++p->looks;
    const long double value = dot_l(n, g), same = SAME * p->pair->unit;
    if (value < p->best) {
        p->best = value;
        memcpy(p->n, n, sizeof p->n);
    }
    for (int i = 0; i < p->point_count; ++i) {
        const long double *o = p->points[i];
        if (fabsl(g[0] - o[0]) < same && fabsl(g[1] - o[1]) < same && fabsl(g[2] - o[2]) < same) return false;
    }
    if (p->point_count == POINTS_MAX) return false;
    memcpy(p->points[p->point_count++], g, sizeof p->points[0]);
    return true;
}

// A point is in front of a plane if it is so beyond what the roundings of three points make of it out there: they turn
// it about the triangle's longest side most.
static bool is_before(const polytope *p, const plane *q, const long double g[3])
{
    const long double by = dot_l(q->n, g) - q->value;
    if (!(by > p->close)) return false;
    long double d[3], x[3];
    for (int c = 0; c < 3; ++c) d[c] = g[c] - p->points[q->at[0]][c];
    cross_l(q->side, d, x);
    return by > p->close * fminl(1 + sqrtl(dot_l(x, x)) / q->height, MOST_BLUNT);
}

static void add_plane(polytope *p, int i, int j, int k)
{
    const int at[3] = { i, j, k };
    long double e[3][3], length[3];
    int longest = 0;
    for (int m = 0; m < 3; ++m) {
        for (int c = 0; c < 3; ++c) e[m][c] = p->points[at[(m + 1) % 3]][c] - p->points[at[m]][c];
        length[m] = dot_l(e[m], e[m]);
        if (length[m] > length[longest]) longest = m;
    }
    // The first point is on the longest side.
    plane q = { .at = { at[longest], at[(longest + 1) % 3], at[(longest + 2) % 3] } };
    cross_l(e[(longest + 1) % 3], e[(longest + 2) % 3], q.n);
    if (!(dot_l(q.n, q.n) > 0) || p->plane_count == PLANES_MAX) return;
    q.height = make_unit_l(q.n) / sqrtl(length[longest]);
    // Points that are the same, or on a line, to within rounding.
    if (!(q.height > 4 * p->close)) return;
    for (int c = 0; c < 3; ++c) q.side[c] = e[longest][c] / sqrtl(length[longest]);
    if (dot_l(q.n, p->n) < 0) {
        for (int c = 0; c < 3; ++c) q.n[c] = -q.n[c];
    }
    q.value = (dot_l(q.n, p->points[i]) + dot_l(q.n, p->points[j]) + dot_l(q.n, p->points[k])) / 3;
    for (int m = p->point_count - 1; m >= 0; --m) {
        if (m != i && m != j && m != k && is_before(p, &q, p->points[m])) return;
    }
    p->planes[p->plane_count++] = q;
}

// With the last point: what it is in front of goes.
static void update(polytope *p)
{
    const int fresh = p->point_count - 1;
    plane gone[64];
    int gone_count = 0, kept = 0;
    for (int i = 0; i < p->plane_count; ++i) {
        const plane q = p->planes[i];
        if (gone_count < 64 && is_before(p, &q, p->points[fresh]))
            gone[gone_count++] = q;
        else
            p->planes[kept++] = q;
    }
    p->plane_count = kept;
    for (int i = 0; i < gone_count; ++i) {
        for (int k = 0; k < 3; ++k) add_plane(p, gone[i].at[k], gone[i].at[(k + 1) % 3], fresh);
    }
}

// Points all around, near and far.
static void surround(polytope *p, const long double n[3])
{
    static const long double tilts[] = { 1e-6L, 1e-3L, 0.02L, 0.2L };
    long double m[3], g[3];
    for (int i = 0; i < (int)(sizeof tilts / sizeof tilts[0]); ++i) {
        for (int k = 0; k < 3; ++k) {
            const long double angle = 2.0943951023931953L * k + i;
            tilted_l(n, tilts[i] * cosl(angle), tilts[i] * sinl(angle), m);
            look(p, m, g);
        }
    }
    for (int i = 0; i < p->point_count; ++i) {
        for (int j = 0; j < i; ++j) {
            for (int k = 0; k < j; ++k) add_plane(p, i, j, k);
        }
    }
}

// The projection of the origin is beside the triangle by no more than some of its own sides: where the bound is as good
// as F, the triangle is so small that F cannot fall by more than that again.
static bool is_adjacent(const polytope *p, const plane *q, long double *slope)
{
    const long double *a = p->points[q->at[0]], *b = p->points[q->at[1]], *c = p->points[q->at[2]];
    long double across[3], f[3], d[3], e[3];
    cross_l(q->n, q->side, across);
    for (int i = 0; i < 3; ++i) {
        f[i] = q->value * q->n[i] - a[i];
        d[i] = b[i] - a[i];
        e[i] = c[i] - a[i];
    }
    const long double length = dot_l(d, q->side), height = dot_l(e, across);
    const long double x = dot_l(f, q->side) / length, y = dot_l(f, across) / height;
    const long double off_x = fmaxl(0, fmaxl(-x, x - 1)), off_y = fmaxl(0, fmaxl(-y, y - 1));
    *slope = off_x * fabsl(length) + off_y * fabsl(height);
    return off_x <= 2 && off_y <= 2;
}

// Is the projection of the origin in the face, which may have more points than the three of its plane? If it is not,
// `on` is across n, from the face to the projection: the way that F falls.
static bool holds_projection(const polytope *p, const plane *q, long double on[3], long double *slope)
{
    // The plane is known to an angle, and the projection to that times its distance.
    const long double blur = 8 * p->close * (1 + fabsl(q->value) / q->height), pi = 3.14159265358979323846L;
    long double u[3], w[3], angles[POINTS_MAX];
    int count = 0;
    if (is_adjacent(p, q, slope) && q->height < 1e-6L * p->pair->unit) return true;
    *slope = 0;
    tangents_l(q->n, u, w);
    for (int i = 0; i < p->point_count; ++i) {
        const long double *g = p->points[i];
        if (dot_l(q->n, g) < q->value - 32 * p->close) continue;
        const long double x = dot_l(u, g), y = dot_l(w, g);
        if (hypotl(x, y) <= blur) return true;
        angles[count++] = atan2l(y, x);
    }
    // All of them are on one side of the projection where there is a gap of more than a half turn between their
    // directions.
    for (int i = 0; i < count; ++i) {
        long double gap = 2 * pi;
        for (int j = 0; j < count; ++j) {
            long double angle = angles[j] - angles[i];
            if (angle < 0) angle += 2 * pi;
            if (j != i && angle < gap) gap = angle;
        }
        if (gap <= pi) continue;
        // In the middle of the gap.
        const long double middle = angles[i] + gap / 2;
        for (int c = 0; c < 3; ++c) on[c] = cosl(middle) * u[c] + sinl(middle) * w[c];
        // Of the points at the gap's ends, how far the projection is from the line between them.
        long double most = -INFINITY;
        for (int k = 0; k < p->point_count; ++k) {
            const long double *g = p->points[k];
            if (dot_l(q->n, g) >= q->value - 32 * p->close) most = fmaxl(most, dot_l(on, g));
        }
        return most >= -blur;
    }
    return true;
}

// Against the slope at the best direction.
static void downhill(const polytope *p, long double on[3])
{
    facing_l(p->pair, p->n, on);
    const long double value = dot_l(p->n, on);
    for (int c = 0; c < 3; ++c) on[c] = value * p->n[c] - on[c];
    if (dot_l(on, on) > 0) make_unit_l(on);
}

bool scree_oracle_round_expand(const round_pair *pair, round_end *end, long double on[3])
{
    // Beyond this from the best direction, planes are the bound's own affair: cosine.
    const long double near = 0.995L;
    static _Thread_local polytope p;
    p.pair = pair;
    p.close = 8 * LONG_UNIT * (pair->unit + sqrtl(dot_l(pair->shift, pair->shift)));
    p.point_count = p.plane_count = p.looks = 0;
    p.best = INFINITY;
    memcpy(p.n, end->n, sizeof p.n);
    long double left = INFINITY, slope = 0, g[3];
    bool falls = false;
    on[0] = on[1] = on[2] = 0;
    look(&p, end->n, g);
    surround(&p, end->n);
    while (p.point_count < POINTS_MAX && p.looks < 2 * POINTS_MAX) {
        const plane *lowest = NULL;
        for (int i = 0; i < p.plane_count; ++i) {
            const plane *q = &p.planes[i];
            if (dot_l(q->n, p.n) > near && (lowest == NULL || q->value < lowest->value)) lowest = q;
        }
        if (lowest == NULL) {
            left = INFINITY;
            break;
        }
        const plane q = *lowest;
        const bool fresh = look(&p, q.n, g);
        left = p.best - q.value;
        if (left > 2 * p.close && fresh && is_before(&p, &q, g)) {
            update(&p);
            continue;
        }
        // F is as low as its bound; but it falls on where the projection of the origin is beside the face.
        falls = left < -8 * p.close || !holds_projection(&p, &q, on, &slope);
        break;
    }
    if (falls) left = INFINITY;
    if (falls && !(dot_l(on, on) > 0)) downhill(&p, on);
    end->looks += p.looks;
    if (p.best < end->value || left < end->left) {
        end->value = p.best;
        end->left = left;
        end->slope = slope;
        memcpy(end->n, p.n, sizeof end->n);
    }
    return falls;
}
