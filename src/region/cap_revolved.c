// The caps of bodies of revolution: cylinder, cone, capsule, tapered capsule, ball.
//
// Idea    A frustum is integrated over discs across its axis, each cut by the plane along a chord: the part beyond the
//         chord has a closed form (region/disc_segment.h). With the plane's normal s e + c z, disc radius R and T the
//         plane's distance from the disc's centre, u = s R - T is how far the disc reaches beyond the plane and
//         w = s R + T how far in front of it: both are linear along the axis. Discs with u < 0 have no part beyond the
//         plane, those with w < 0 are wholly beyond it (polynomials). Between these, the integrands are smooth
//         functions of the root of the smaller of u and w, over which a Gauss rule is used.
//         The ends of capsules are parts of a ball beyond a plane across the axis. They are integrated over discs
//         parallel to the plane of the cap, which that other plane cuts along a chord.
// Limits  Accurate to some 1e-12 of the cap for cylinders; to 1e-8 where a capsule's end is cut obliquely, or a cone
//         near its apex (tests/unit/region/cap.c).
#include "region/cap.h"
#include "region/disc_segment.h"

// Integrals in the axes of a body of revolution about z: the plane's normal is s e + c z with a unit vector e across z;
// p runs along -c e + s z in the plane, from the frame's origin: second moments of a narrow section far from the body's
// own would be lost in rounding. q runs across p, from the axis.
typedef struct cap_sums {
    double energy, volume, first; // of p; that of q is 0
    double area, area_p, area_pp, area_qq;
} cap_sums;

// The plane in the axes of the body: its normal s e + c z, its distance from the body's origin, and e. Of the frame: its
// offset, and its origin along z, e and q.
typedef struct slant {
    double s, c, distance;
    scree_vec3 e;
    double offset, along_z, along_e, along_q;
} slant;

// A disc across the axis.
typedef struct station {
    double z, radius;
    double u, w;
} station;

static const double LEAST_SLANT = 1e-10;

static slant slant_of(const scree_cap_frame *f)
{
    const scree_vec3 n = f->normal;
    const double s = sqrt(n.x * n.x + n.y * n.y);
    slant k = { .s = s, .c = n.z, .distance = f->offset + v3_dot(n, f->origin), .e = { 1.0, 0.0, 0.0 } };
    if (s > 1e-100) k.e = v3(n.x / s, n.y / s, 0.0);
    k.offset = f->offset;
    k.along_z = f->origin.z;
    k.along_e = v3_dot(k.e, f->origin);
    k.along_q = k.e.x * f->origin.y - k.e.y * f->origin.x;
    return k;
}

// p of the axis at z.
static double axis_at(const slant *k, double z)
{
    return k->s * (z - k->along_z) + k->c * k->along_e;
}

static station station_at(const slant *k, double z, double radius)
{
    const double reach = k->s * radius, before = k->distance - k->c * z;
    return (station){ z, radius, reach - before, reach + before };
}

static station between(const station *a, const station *b, double share)
{
    return (station){ a->z + share * (b->z - a->z), a->radius + share * (b->radius - a->radius),
                      a->u + share * (b->u - a->u), a->w + share * (b->w - a->w) };
}

// ---------------------------------------------------------------------------------------------------------- frustum

// Discs wholly beyond the plane: polynomials of degree 3, for which two points are enough.
static void add_whole(cap_sums *sums, const slant *k, const station *a, const station *b)
{
    const double half = 0.5 * (b->z - a->z);
    for (int i = 0; i < 2; ++i) {
        const station m = between(a, b, 0.5 + (i == 0 ? -0.28867513459481288225 : 0.28867513459481288225));
        const double disc = half * SCREE_PI * m.radius * m.radius;
        sums->volume += disc;
        sums->energy += disc * 0.5 * (m.u - m.w);
        sums->first += disc * axis_at(k, m.z);
    }
}

// A disc that the plane cuts, over `weight` of the axis.
static void add_disc(cap_sums *sums, const slant *k, const station *m, double weight)
{
    const double reach = 0.5 * (m->u + m->w), square = m->radius * m->radius;
    const scree_segment g = scree_segment_of(m->u / reach, m->w / reach);
    sums->volume += weight * square * g.area;
    sums->energy += weight * square * reach * g.depth;
    sums->first += weight * square * (axis_at(k, m->z) * g.area - k->c * m->radius * g.first);
    const double half = sqrt(m->u * m->w) / k->s, strip = weight * 2.0 * half / k->s;
    const double p = ((m->z - k->along_z) - k->c * k->offset) / k->s;
    sums->area += strip;
    sums->area_p += strip * p;
    sums->area_pp += strip * p * p;
    sums->area_qq += strip * half * half / 3.0;
}

// Discs that the plane cuts, with u <= w for all or w <= u for all, neither changing by much.
static void add_gradual(cap_sums *sums, const slant *k, const station *a, const station *b)
{
    const bool by_u = a->u + b->u < a->w + b->w;
    const double from = sqrt(by_u ? a->u : a->w), to = sqrt(by_u ? b->u : b->w), both = from + to;
    if (!(both > 0.0)) return;
    for (int i = 0; i < 2 * SCREE_GAUSS_HALF; ++i) {
        const double node = scree_gauss_node[i / 2], x = 0.5 + (i % 2 == 0 ? -0.5 * node : 0.5 * node);
        const double root = from + x * (to - from);
        station m = between(a, b, x * (root + from) / both);
        *(by_u ? &m.u : &m.w) = root * root;
        add_disc(sums, k, &m, scree_gauss_weight[i / 2] * (b->z - a->z) * root / both);
    }
}

// The same where the larger of u and w may change by any ratio, as towards the apex of a cone. The integrands are
// smooth on the scale of its distance from 0, so subdivide by constant ratios of that.
static void add_cut(cap_sums *sums, const slant *k, const station *a, const station *b)
{
    enum { MOST_CUTS = 5 };
    const double factor = 6.0;
    const bool by_u = a->u + b->u < a->w + b->w;
    const double first = by_u ? a->w : a->u, last = by_u ? b->w : b->u;
    const station *wide = first > last ? a : b, *narrow = first > last ? b : a;
    const double most = max2(first, last), least = min2(first, last);
    station from = *wide;
    double level = most;
    for (int i = 0; i < MOST_CUTS && level > factor * least; ++i) {
        level /= factor;
        const station to = between(wide, narrow, (most - level) / (most - least));
        add_gradual(sums, k, wide == a ? &from : &to, wide == a ? &to : &from);
        from = to;
    }
    add_gradual(sums, k, wide == a ? &from : narrow, wide == a ? narrow : &from);
}

// Discs with u >= 0 and w >= 0.
static void add_partial(cap_sums *sums, const slant *k, const station *a, const station *b)
{
    const double start = a->u - a->w, end = b->u - b->w;
    if (start * end >= 0.0) {
        add_cut(sums, k, a, b);
        return;
    }
    station middle = between(a, b, start / (start - end));
    middle.u = middle.w = k->s * middle.radius;
    add_cut(sums, k, a, &middle);
    add_cut(sums, k, &middle, b);
}

// The plane is at right angles to the axis, to rounding: the section is a disc.
static void add_section(cap_sums *sums, const slant *k, const station *a, const station *b)
{
    const double start = a->u - a->w, end = b->u - b->w;
    if (!(start * end < 0.0)) return;
    const double radius = between(a, b, start / (start - end)).radius, square = radius * radius;
    const double disc = SCREE_PI * square / fabs(k->c), p = k->c * k->along_e; // of the axis
    sums->area += disc;
    sums->area_p += disc * p;
    sums->area_pp += disc * (0.25 * square + p * p);
    sums->area_qq += 0.25 * disc * square;
    sums->first -= k->s * k->c * 0.25 * disc * square;
}

// The discs from a to b, b above a.
static void add_frustum(cap_sums *sums, const slant *k, station a, station b)
{
    const bool is_across = k->s < LEAST_SLANT;
    if (is_across) {
        add_section(sums, k, &a, &b);
        a.u = -(a.w = k->distance - k->c * a.z);
        b.u = -(b.w = k->distance - k->c * b.z);
    }
    if (a.u <= 0.0 && b.u <= 0.0) return;
    if (a.u < 0.0 || b.u < 0.0) { // skip what is wholly in front of the plane
        station root = between(&a, &b, a.u / (a.u - b.u));
        root.u = 0.0;
        *(a.u < 0.0 ? &a : &b) = root;
    }
    if (a.w <= 0.0 && b.w <= 0.0) {
        add_whole(sums, k, &a, &b);
        return;
    }
    if (a.w < 0.0 || b.w < 0.0) {
        station root = between(&a, &b, a.w / (a.w - b.w));
        root.w = 0.0;
        if (a.w < 0.0) {
            add_whole(sums, k, &a, &root);
            a = root;
        } else {
            add_whole(sums, k, &root, &b);
            b = root;
        }
    }
    if (!is_across) add_partial(sums, k, &a, &b);
}

// ------------------------------------------------------------------------------------------------------------- ball

// The part of a ball with side z >= height, z measured from its centre; the plane is at `distance` from the centre, and
// its normal is s e + c side z.
typedef struct ball_part {
    double radius, height, side;
    double s, c, distance;
    double centre; // on the axis
} ball_part;

// Integrals of x x and y y over a disc's part with x > t, in addition to those of scree_segment.
static void second_moments(const scree_segment *g, double below, double above, double *xx, double *yy)
{
    const double product = below * above, t = 0.5 * (above - below), bulge = t * product * sqrt(product);
    *xx = 0.25 * g->area + 0.5 * bulge;
    *yy = 0.25 * g->area - bulge / 6.0;
}

// The disc at distance d from the centre, along the normal: its radius, and how much of it is beyond the chord, from 0
// to 2 radii.
typedef struct slice {
    double radius, below, above;
} slice;

// `product` is below times above, if known more accurately than from d; else negative.
static slice slice_at(const ball_part *b, double d, double product)
{
    const double radius = sqrt(max2(0.0, (b->radius - d) * (b->radius + d))), chord = (b->height - d * b->c) / b->s;
    slice s = { radius, radius - chord, radius + chord };
    if (product >= 0.0) *(chord > 0.0 ? &s.below : &s.above) = product / (radius + fabs(chord));
    s.below = min2(max2(s.below, 0.0), 2.0 * radius);
    s.above = min2(max2(s.above, 0.0), 2.0 * radius);
    return s;
}

static void add_slice(cap_sums *sums, const ball_part *b, double d, const slice *s, double weight)
{
    if (!(s->radius > 0.0)) return;
    const scree_segment g = scree_segment_of(s->below / s->radius, s->above / s->radius);
    const double square = weight * s->radius * s->radius;
    sums->volume += square * g.area;
    sums->energy += square * (d - b->distance) * g.area;
    sums->first += square * s->radius * g.first;
}

// Discs from `from` to `to` that the chord cuts: between the distances `low` and `high`. The integrands are smooth in
// the root of the distance from one of these, `end`.
static void add_slices(cap_sums *sums, const ball_part *b, double low, double high, double from, double to, double end)
{
    const double start = sqrt(fabs(from - end)), stop = sqrt(fabs(to - end)), both = start + stop;
    if (!(to > from) || !(both > 0.0)) return;
    for (int i = 0; i < 2 * SCREE_GAUSS_HALF; ++i) {
        const double node = scree_gauss_node[i / 2], x = 0.5 + (i % 2 == 0 ? -0.5 * node : 0.5 * node);
        const double root = start + x * (stop - start), d = from + x * (to - from) * (root + start) / both;
        const double near = root * root, far = end == high ? d - low : high - d;
        const slice s = slice_at(b, d, near * far / (b->s * b->s));
        add_slice(sums, b, d, &s, scree_gauss_weight[i / 2] * (to - from) * root / both);
    }
}

// The whole cap of the ball from distance `from` on, as far as energy and volume go.
static void add_whole_cap(cap_sums *sums, const ball_part *b, double from)
{
    const double r = b->radius, h = r - from, volume = SCREE_PI * h * h * (3.0 * r - h) / 3.0;
    sums->volume += volume;
    sums->energy += SCREE_PI * h * h * h * (4.0 * r - h) / 12.0 + (from - b->distance) * volume;
}

static void add_ball_section(cap_sums *sums, const ball_part *b)
{
    const slice s = slice_at(b, b->distance, -1.0);
    if (!(s.radius > 0.0)) return;
    const double below = s.below / s.radius, above = s.above / s.radius, square = s.radius * s.radius;
    const scree_segment g = scree_segment_of(below, above);
    double xx, yy;
    second_moments(&g, below, above, &xx, &yy);
    sums->area += square * g.area;
    sums->area_p += square * s.radius * g.first;
    sums->area_pp += square * square * xx;
    sums->area_qq += square * square * yy;
}

static cap_sums sum_ball(const ball_part *b)
{
    cap_sums sums = { 0 };
    const double r = b->radius, from = max2(b->distance, -r);
    if (b->distance >= r) return sums;
    // The chord crosses the discs between these distances; it touches the ball's surface in between.
    const double middle = b->c * b->height, half = b->s * sqrt(max2(0.0, (r - b->height) * (r + b->height)));
    const double low = max2(-r, middle - half), high = min2(r, middle + half);
    const double first = max2(from, low), split = max2(first, middle);
    if (b->c * r > b->height) add_whole_cap(&sums, b, max2(from, high));
    if (from < high) {
        add_slices(&sums, b, low, high, first, split, low);
        add_slices(&sums, b, low, high, split, high, high);
    }
    if (-b->c * r > b->height && from < low) { // near the lower pole, whole discs again
        add_whole_cap(&sums, b, from);
        cap_sums rest = { 0 };
        add_whole_cap(&rest, b, low);
        sums.volume -= rest.volume;
        sums.energy -= rest.energy;
    }
    if (b->distance > -r) add_ball_section(&sums, b);
    return sums;
}

// The ball about `centre` on the axis, as far as side (z - centre) >= height.
static void add_ball(cap_sums *sums, const slant *k, double centre, double radius, double height, double side)
{
    const double s = max2(k->s, LEAST_SLANT);
    const ball_part part = { radius, height, side, s, side * k->c, k->distance - k->c * centre, centre };
    const cap_sums own = sum_ball(&part);
    const double projection = axis_at(k, centre);
    sums->energy += own.energy;
    sums->volume += own.volume;
    sums->first += side * own.first + projection * own.volume;
    sums->area += own.area;
    sums->area_p += side * own.area_p + projection * own.area;
    sums->area_pp += own.area_pp + projection * (2.0 * side * own.area_p + projection * own.area);
    sums->area_qq += own.area_qq;
}

// ------------------------------------------------------------------------------------------------------------ bodies

// From the axes of the body to those of the frame.
static scree_cap in_frame(const cap_sums *sums, const slant *k, const scree_cap_frame *f)
{
    const scree_vec3 p = v3(-k->c * k->e.x, -k->c * k->e.y, k->s), q = v3(-k->e.y, k->e.x, 0.0);
    const double along[2] = { v3_dot(f->u, p), v3_dot(f->v, p) }, across[2] = { v3_dot(f->u, q), v3_dot(f->v, q) };
    const double aside = k->along_q;
    scree_cap cap = { .energy = sums->energy, .volume = sums->volume, .area = sums->area };
    for (int i = 0; i < 2; ++i) {
        cap.first[i] = along[i] * sums->first - across[i] * aside * sums->volume;
        cap.area_first[i] = along[i] * sums->area_p - across[i] * aside * sums->area;
    }
    for (int i = 0; i < 3; ++i) {
        const int a = i / 2, b = (i + 1) / 2; // 00, 01, 11
        cap.area_second[i] = along[a] * along[b] * sums->area_pp +
                             across[a] * across[b] * (sums->area_qq + aside * aside * sums->area) -
                             (along[a] * across[b] + across[a] * along[b]) * aside * sums->area_p;
    }
    return cap;
}

scree_cap scree_cap_of_frustum(double bottom, double top, double half_length, const scree_cap_frame *frame)
{
    const slant k = slant_of(frame);
    cap_sums sums = { 0 };
    add_frustum(&sums, &k, station_at(&k, -half_length, bottom), station_at(&k, half_length, top));
    return in_frame(&sums, &k, frame);
}

// The common tangent of both balls is inclined: the lower ball ends, and the upper one begins, where their radii have
// that inclination to the axis.
scree_cap scree_cap_of_capsule(double bottom, double top, double half_length, const scree_cap_frame *frame)
{
    const slant k = slant_of(frame);
    const double slope = 0.5 * (bottom - top) / half_length, flat = sqrt((1.0 - slope) * (1.0 + slope));
    cap_sums sums = { 0 };
    add_frustum(&sums, &k, station_at(&k, -half_length + bottom * slope, bottom * flat),
                station_at(&k, half_length + top * slope, top * flat));
    add_ball(&sums, &k, -half_length, bottom, -bottom * slope, -1.0);
    add_ball(&sums, &k, half_length, top, top * slope, 1.0);
    return in_frame(&sums, &k, frame);
}
