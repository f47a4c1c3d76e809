// The moments of the intersection of two convex bodies, less what other convex bodies hold of it.
//
// Along a ray from a point within the intersection the integrals are exact: it leaves the intersection once, and is inside
// each of the others over one interval. Over the directions they are summed by Gauss's rule on the sides of a cube (in 2-D
// of a square) around the point. Where faces and edges make kinks, cells are halved, the one with the largest error first,
// until all errors together are small: that of a cell is by how much its sum changes when it is halved. The cube's frame
// is that in which the intersection has second moments of 1 along all axes, so that thin bodies take no more rays than
// thick ones: a convex body in this frame is nowhere longer than five times its least radius.
#include "fill/shared.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_CELLS = 3, POINTS = 3, MOST_CELLS = 20000, ROUNDS = 2 };

// Of the volume that is shared.
static const double tolerance = 2e-5;

static const double nodes[POINTS] = { -0.77459666924148337704, 0.0, 0.77459666924148337704 };
static const double weights[POINTS] = { 5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0 };

static const int first_of[6] = { 0, 1, 2, 0, 0, 1 }, second_of[6] = { 0, 1, 2, 1, 2, 2 };

typedef struct span {
    double from, to;
} span;

typedef struct integral {
    scree_fill_solid *a, *b, *const *others;
    size_t count;
    span *spans; ///< one for each of the others
    int dimension;
    scree_fill_frame frame; ///< rays begin in its centre; the cube's sides are along its axes
} integral;

// ------------------------------------------------------------------------------------------------------------------ rays

/// Between two points of the ray t e, for `weight` of directions: t^2 dt in 3-D, t dt in 2-D.
static void add_span(const integral *in, const double e[3], double weight, double from, double to,
                     scree_fill_moments *m)
{
    const bool flat = in->dimension == 2;
    const double p = from * from * (flat ? 1.0 : from), q = to * to * (flat ? 1.0 : to);
    const double zeroth = weight * (q - p) / in->dimension, first = weight * (q * to - p * from) / (in->dimension + 1);
    const double second = weight * (q * to * to - p * from * from) / (in->dimension + 2);
    m->sum[0] += zeroth;
    for (int k = 0; k < 3; ++k) m->sum[1 + k] += first * e[k];
    for (int k = 0; k < 6; ++k) m->sum[4 + k] += second * e[first_of[k]] * e[second_of[k]];
}

/// Which parts of the ray the others hold, in the order of their beginnings.
static size_t find_spans(const integral *in, const double d[3], double end)
{
    size_t n = 0;
    for (size_t i = 0; i < in->count; ++i) {
        span s = { 0.0, end };
        if (!scree_fill_solid_chord(in->others[i], in->frame.centre, d, &s.from, &s.to)) continue;
        size_t k = n++;
        for (; k > 0 && in->spans[k - 1].from > s.from; --k) in->spans[k] = in->spans[k - 1];
        in->spans[k] = s;
    }
    return n;
}

static void add_ray(const integral *in, const double e[3], double weight, scree_fill_moments *m)
{
    double d[3] = { 0.0, 0.0, 0.0 }, out = 0.0, begin = 0.0;
    for (int k = 0; k < 3; ++k) {
        for (int column = 0; column < 3; ++column) d[k] += in->frame.axes[k][column] * e[column];
        out += (in->frame.centre[k] - in->a->centre[k]) * (in->frame.centre[k] - in->a->centre[k]);
    }
    double end = (sqrt(out) + in->a->radius) / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!scree_fill_solid_chord(in->a, in->frame.centre, d, &begin, &end) ||
        !scree_fill_solid_chord(in->b, in->frame.centre, d, &begin, &end))
        return;
    const size_t n = find_spans(in, d, end);
    double at = 0.0;
    for (size_t i = 0; i < n; ++i) {
        if (in->spans[i].from > at) add_span(in, e, weight, at, in->spans[i].from, m);
        at = fmax(at, in->spans[i].to);
    }
    if (at < end) add_span(in, e, weight, at, end, m);
}

// ----------------------------------------------------------------------------------------------------------------- cells

/// A square of one side of the cube, which goes from -1 to 1; in 2-D an interval.
typedef struct cell {
    int side;
    double u, v, size;          ///< its lower corner
    scree_fill_moments whole;   ///< by one rule
    scree_fill_moments part[4]; ///< by one rule for each quarter; in 2-D each half
    double error;
} cell;

static int parts_of(const integral *in)
{
    return in->dimension == 2 ? 2 : 4;
}

/// By one rule of 3 x 3 points; in 2-D of 3.
static scree_fill_moments sum_rule(const integral *in, int side, double u, double v, double size)
{
    scree_fill_moments m = { { 0.0 } };
    const int axis = side / 2, next = (axis + 1) % in->dimension;
    for (int i = 0; i < POINTS; ++i) {
        double e[3] = { 0.0, 0.0, 0.0 };
        e[axis] = side % 2 == 0 ? 1.0 : -1.0;
        e[next] = u + 0.5 * size * (1.0 + nodes[i]);
        for (int j = 0; j < (in->dimension == 2 ? 1 : POINTS); ++j) {
            if (in->dimension == 3) e[(axis + 2) % 3] = v + 0.5 * size * (1.0 + nodes[j]);
            const double weight = weights[i] * size * (in->dimension == 2 ? 1.0 : weights[j] * size);
            add_ray(in, e, weight, &m);
        }
    }
    return m;
}

static cell part_of(const cell *c, int part)
{
    const double half = 0.5 * c->size;
    return (cell){ .side = c->side,
                   .u = c->u + (part % 2 == 1 ? half : 0.0),
                   .v = c->v + (part / 2 == 1 ? half : 0.0),
                   .size = half,
                   .whole = c->part[part] };
}

static void sum_parts(const integral *in, cell *c)
{
    c->error = 0.0;
    for (int i = 0; i < parts_of(in); ++i) {
        const cell part = part_of(c, i);
        c->part[i] = sum_rule(in, part.side, part.u, part.v, part.size);
    }
    for (int k = 0; k < SCREE_FILL_MOMENTS; ++k) {
        double difference = c->whole.sum[k];
        for (int i = 0; i < parts_of(in); ++i) difference -= c->part[i].sum[k];
        c->error = fmax(c->error, fabs(difference));
    }
}

// A heap: no cell has a larger error than the one at half its index.
static void push(cell *heap, size_t count, const cell *c)
{
    size_t i = count;
    for (; i > 0 && heap[(i - 1) / 2].error < c->error; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = *c;
}

static cell pop(cell *heap, size_t count)
{
    const cell top = heap[0], last = heap[count - 1];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < count - 1; i = child) {
        if (child + 1 < count - 1 && heap[child + 1].error > heap[child].error) ++child;
        if (heap[child].error <= last.error) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

static size_t first_cells(const integral *in, cell *heap)
{
    const double size = 2.0 / FIRST_CELLS;
    size_t count = 0;
    for (int side = 0; side < 2 * in->dimension; ++side) {
        for (int k = 0; k < (in->dimension == 2 ? FIRST_CELLS : FIRST_CELLS * FIRST_CELLS); ++k) {
            const int column = k % FIRST_CELLS, line = k / FIRST_CELLS;
            const double u = size * column - 1.0, v = size * line - 1.0;
            cell c = { .side = side, .u = u, .v = v, .size = size, .whole = sum_rule(in, side, u, v, size) };
            sum_parts(in, &c);
            push(heap, count++, &c);
        }
    }
    return count;
}

/// Until the errors of all cells are within `allowed`, or there are as many cells as there may be.
static scree_fill_moments integrate(const integral *in, double allowed, cell *heap)
{
    size_t count = first_cells(in, heap);
    double errors = 0.0;
    for (size_t i = 0; i < count; ++i) errors += heap[i].error;
    while (errors > allowed && count + 4 <= MOST_CELLS) {
        const cell worst = pop(heap, count--);
        errors -= worst.error;
        for (int i = 0; i < parts_of(in); ++i) {
            cell c = part_of(&worst, i);
            sum_parts(in, &c);
            errors += c.error;
            push(heap, count++, &c);
        }
    }
    scree_fill_moments m = { { 0.0 } };
    for (size_t i = 0; i < count; ++i) {
        for (int part = 0; part < parts_of(in); ++part) {
            for (int k = 0; k < SCREE_FILL_MOMENTS; ++k) m.sum[k] += heap[i].part[part].sum[k];
        }
    }
    return m;
}

// ----------------------------------------------------------------------------------------------------------------- frames

/// From the frame to the axes of the bodies, about their origin.
static void place(const integral *in, const scree_fill_moments *m, double sign, scree_fill_moments *out)
{
    const double scale = sign * scree_fill_frame_scale(&in->frame, in->dimension), *p = in->frame.centre;
    double first[3] = { 0.0, 0.0, 0.0 }, second[3][3] = { { 0.0 } }, local[3][3];
    for (int k = 0; k < 6; ++k)
        local[first_of[k]][second_of[k]] = local[second_of[k]][first_of[k]] = scale * m->sum[4 + k];
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3; ++i) {
            first[row] += scale * in->frame.axes[row][i] * m->sum[1 + i];
            for (int column = 0; column < 3; ++column) {
                for (int j = 0; j < 3; ++j)
                    second[row][column] += in->frame.axes[row][i] * local[i][j] * in->frame.axes[column][j];
            }
        }
    }
    const double volume = scale * m->sum[0];
    out->sum[0] += volume;
    for (int k = 0; k < 3; ++k) out->sum[1 + k] += volume * p[k] + first[k];
    for (int k = 0; k < 6; ++k) {
        const int i = first_of[k], j = second_of[k];
        out->sum[4 + k] += volume * p[i] * p[j] + p[i] * first[j] + first[i] * p[j] + second[i][j];
    }
}

/// Cholesky's decomposition of the second moments about the centroid, over the volume. False unless they are positive.
static bool decompose(const scree_fill_moments *m, int n, const double centre[3], double l[3][3])
{
    for (int k = 0; k < 6; ++k) {
        const int i = first_of[k], j = second_of[k];
        l[j][i] = m->sum[4 + k] / m->sum[0] - centre[i] * centre[j];
    }
    for (int j = 0; j < n; ++j) {
        for (int k = 0; k < j; ++k) {
            for (int i = j; i < n; ++i) l[i][j] -= l[i][k] * l[j][k];
        }
        if (!(l[j][j] > 0.0)) return false;
        l[j][j] = sqrt(l[j][j]);
        for (int i = j + 1; i < n; ++i) l[i][j] /= l[j][j];
    }
    return true;
}

/// The frame with second moments of 1 about the centroid. Stays as it is where rounding leaves none.
static void make_round(integral *in, const scree_fill_moments *m)
{
    const int n = in->dimension == 2 ? 2 : 3;
    double centre[3], l[3][3] = { { 0.0 } }, axes[3][3] = { { 0.0 } };
    if (!(m->sum[0] > 0.0)) return;
    for (int k = 0; k < 3; ++k) centre[k] = m->sum[1 + k] / m->sum[0];
    if (!decompose(m, n, centre, l)) return;
    for (int row = 0; row < n; ++row) {
        for (int k = 0; k < n; ++k) in->frame.centre[row] += in->frame.axes[row][k] * centre[k];
        for (int column = 0; column < n; ++column) {
            for (int k = column; k < n; ++k) axes[row][column] += in->frame.axes[row][k] * l[k][column];
        }
    }
    for (int row = 0; row < 3; ++row) {
        for (int k = 0; k < 3; ++k) in->frame.axes[row][k] = axes[row][k];
    }
}

/// Makes the frame round; returns the volume in it.
static double begin(integral *in, cell *heap)
{
    double volume = 0.0;
    for (int round = 0; round < ROUNDS; ++round) {
        const scree_fill_moments m = integrate(in, INFINITY, heap);
        const double before = scree_fill_frame_scale(&in->frame, in->dimension);
        make_round(in, &m);
        volume = m.sum[0] * before / scree_fill_frame_scale(&in->frame, in->dimension);
    }
    return volume;
}

/// Rotated and off the centre, so that nothing is aligned with the cells: along a row of cells that a kink crosses at the same
/// place, the errors would all be the same, perhaps unseen. And the centre of symmetric bodies may be in a face of the
/// others, where lengths along rays jump.
static void make_oblique(scree_fill_frame *frame, int dimension)
{
    static const double off[3] = { 0.11, 0.07, 0.05 };
    const scree_quat q = dimension == 2 ? (scree_quat){ 0.93, 0.0, 0.0, 0.37 } : (scree_quat){ 0.81, 0.31, 0.43, 0.25 };
    const scree_mat3 r = scree_quat_to_matrix(q);
    for (int row = 0; row < dimension && row < 3; ++row) {
        const double a[3] = { frame->axes[row][0], frame->axes[row][1], frame->axes[row][2] };
        frame->axes[row][0] = a[0] * r.row[0].x + a[1] * r.row[1].x + a[2] * r.row[2].x;
        frame->axes[row][1] = a[0] * r.row[0].y + a[1] * r.row[1].y + a[2] * r.row[2].y;
        frame->axes[row][2] = a[0] * r.row[0].z + a[1] * r.row[1].z + a[2] * r.row[2].z;
        for (int k = 0; k < 3; ++k) frame->centre[row] += a[k] * off[k];
    }
}

bool scree_fill_shared_add(scree_fill_solid *a, scree_fill_solid *b, scree_fill_solid *const *others, size_t count,
                           const scree_fill_frame *frame, double sign, scree_fill_moments *moments)
{
    cell *heap = calloc(MOST_CELLS, sizeof *heap);
    span *spans = malloc(count * sizeof *spans + 1);
    integral in = { .a = a, .b = b, .spans = spans, .dimension = a->dimension, .frame = *frame };
    const bool good = heap != NULL && spans != NULL;
    if (good) {
        a->holds_start = b->holds_start = true;
        const double volume = begin(&in, heap);
        in.others = others;
        in.count = count;
        make_oblique(&in.frame, in.dimension);
        for (size_t i = 0; i < count; ++i) {
            double normal[3];
            others[i]->holds_start = scree_fill_solid_distance(others[i], in.frame.centre, normal) <= 0.0;
        }
        const scree_fill_moments m = integrate(&in, tolerance * volume, heap);
        place(&in, &m, sign, moments);
    }
    free(heap);
    free(spans);
    return good;
}
