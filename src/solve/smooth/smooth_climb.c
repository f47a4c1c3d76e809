// Newton's method for the normal of two cores that are hulls of smooth pieces.
//
// Source      Sequential quadratic programming for the maximum of a minimum of smooth functions, as in Nocedal and
//             Wright, Numerical Optimization (2006), chapter 18; the derivatives of the support function as in
//             smooth_pieces.c.
// Idea        Along a normal n each piece of M has a gap g = n . w, and the gap of the cores is the least of them. Its
//             gradient on the sphere of normals is t, the component of w across n, and its second derivative is -(H + g
//             I), H being the radius matrix. At the best normal one, two or three pieces have equal gaps, and a
//             weighted mean of their points w is along n: that is GJK's simplex, with pieces instead of vertices. A
//             step solves for the tilt d and the weights at which the pieces' quadratic models have equal gaps and are
//             in balance. It converges quadratically. Every normal on the way is scored by the gap over all of M; a
//             piece lower than those in the set joins it, one with a negative weight leaves it.
// Departures  A shape known only by its support function cannot be evaluated piece by piece where two pieces meet. Each
//             piece is evaluated along a normal tilted a little to its side; the tilt decreases with the steps, to
//             LEAN.
// Limits      Only near the best normal: GJK or EPA goes first. Where the gap is not concave (overlap deeper than a
//             radius of curvature), a step just goes some way up the gradient.
#include "solve/smooth/smooth_climb.h"

// The least tilt towards a piece. A support point that far off the normal is lower by the square of it, which is
// rounding.
#define LEAN 1e-8
#define MOST_LEAN 1e-3

// The longest step: models are local.
#define LONGEST_STEP 0.5

// At the best normal, points fit it to within this fraction of the size even before the last steps, of which there are
// at most LAST_STEPS.
#define STILL 1e-6
enum { LAST_STEPS = 3 };

// A step cut this often leads nowhere.
enum { MOST_BACKS = 5 };

// Points that fit the normal to this fraction of the size are good enough.
#define FINE 2e-14

// A slope below this many sizes is rounding.
#define NOISE (4.0 * SCREE_ROUNDING)

// Where the gap is convex, a slope of this many sizes gives a step of 1.
#define UPHILL 0.02

// Weight of pieces that are not in balance yet, but may be.
#define LEAST_WEIGHT 0.01

// A weight above minus this counts as 0.
#define WEIGHT_ROUNDING 1e-12

typedef struct vec2 {
    double x, y;
} vec2;

typedef struct climb {
    const scree_cores *c;
    scree_view view;
    int count;
    scree_piece piece[SCREE_CLIMB_PIECES + 1];
    vec2 slope[SCREE_CLIMB_PIECES + 1];
    double gap[SCREE_CLIMB_PIECES + 1];
    double lean; // 0: each core without known pieces is treated as one piece
    double rise; // slope times tilt at the start of the last step
} climb;

typedef struct step {
    vec2 tilt;
    double weight[SCREE_CLIMB_PIECES + 1];
    double level; // predicted gap of the pieces in balance
} step;

static double dot2(vec2 a, vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static vec2 bend_times(scree_bend k, vec2 a)
{
    return (vec2){ k.uu * a.x + k.uv * a.y, k.uv * a.x + k.vv * a.y };
}

// The normal along which piece i is evaluated.
static scree_view view_of_piece(const climb *s, int i, scree_vec3 middle)
{
    if (s->count == 1 || s->lean == 0.0) return s->view;
    scree_vec3 d = v3_sub(s->piece[i].at.w, middle);
    d = v3_add_scaled(d, -v3_dot(d, s->view.n), s->view.n);
    const double length = v3_norm(d);
    if (!(length > 0.0)) return s->view;
    // The same frame except for the tilt: the radii are off by as little.
    return (scree_view){ v3_unit(v3_add_scaled(s->view.n, -s->lean / length, d)), s->view.u, s->view.v };
}

static scree_vec3 middle_of(const climb *s)
{
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < s->count; ++i) sum = v3_add_scaled(sum, 1.0 / s->count, s->piece[i].at.w);
    return sum;
}

static void look_around(climb *s)
{
    const scree_vec3 middle = middle_of(s);
    for (int i = 0; i < s->count; ++i) {
        const scree_view view = view_of_piece(s, i, middle);
        scree_piece_look(s->c, &view, &s->piece[i]);
        const scree_vec3 w = s->piece[i].at.w;
        s->gap[i] = v3_dot(s->view.n, w);
        s->slope[i] = (vec2){ v3_dot(s->view.u, w), v3_dot(s->view.v, w) };
    }
}

// H + g I for the combination of some pieces with these weights, which need not be in range.
static scree_bend bend_of(const climb *s, const int *chosen, int count, const double *weight)
{
    scree_bend k = { 0.0, 0.0, 0.0 };
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += fmax(weight[i], LEAST_WEIGHT);
    for (int i = 0; i < count; ++i) {
        const scree_piece *p = &s->piece[chosen[i]];
        const double part = fmax(weight[i], LEAST_WEIGHT) / sum, g = s->gap[chosen[i]];
        k.uu += part * (p->radii.uu + g);
        k.uv += part * p->radii.uv;
        k.vv += part * (p->radii.vv + g);
    }
    return k;
}

// The Newton tilt for this slope and curvature; some way up the slope if the curvature has the wrong sign.
static double tilt_for(const climb *s, double slope, double bend)
{
    if (fabs(slope) <= NOISE * s->c->size) return 0.0;
    const double tilt = slope / (bend > 0.0 ? bend : UPHILL * s->c->size);
    return fmin(fmax(tilt, -LONGEST_STEP), LONGEST_STEP);
}

// Along the principal directions of the matrix.
static bool solve_one(const climb *s, const int *chosen, step *x)
{
    const scree_bend k = bend_of(s, chosen, 1, &(double){ 1.0 });
    const double half = 0.5 * (k.uu - k.vv), root = sqrt(half * half + k.uv * k.uv), mean = 0.5 * (k.uu + k.vv);
    vec2 e = { 1.0, 0.0 };
    if (root > 0.0) {
        e = half > 0.0 ? (vec2){ half + root, k.uv } : (vec2){ k.uv, root - half };
        const double length = sqrt(dot2(e, e));
        e = (vec2){ e.x / length, e.y / length };
    }
    const vec2 t = s->slope[chosen[0]], f = { -e.y, e.x };
    const double along = tilt_for(s, dot2(e, t), mean + root), across = tilt_for(s, dot2(f, t), mean - root);
    x->tilt = (vec2){ along * e.x + across * f.x, along * e.y + across * f.y };
    x->weight[chosen[0]] = 1.0;
    return true;
}

// The tilt makes both gaps equal along e, the difference of their slopes, and balances them across it.
static bool solve_two(const climb *s, const int *chosen, step *x)
{
    const vec2 p = s->slope[chosen[0]], q = s->slope[chosen[1]], e = { p.x - q.x, p.y - q.y }, f = { -e.y, e.x };
    const double ee = dot2(e, e);
    if (!(ee > 0.0)) return false;
    const double balance = -dot2(e, q) / ee; // from the current slopes: close to the weight to come
    const scree_bend k = bend_of(s, chosen, 2, (double[]){ balance, 1.0 - balance });
    const double along = (s->gap[chosen[1]] - s->gap[chosen[0]]) / ee;
    const vec2 d = { along * e.x, along * e.y };
    const double length = sqrt(ee), slope = (dot2(f, q) - dot2(f, bend_times(k, d))) / length;
    const double across = tilt_for(s, slope, dot2(f, bend_times(k, f)) / ee) / length;
    x->tilt = (vec2){ d.x + across * f.x, d.y + across * f.y };
    const double weight = (dot2(e, bend_times(k, x->tilt)) - dot2(e, q)) / ee;
    x->weight[chosen[0]] = weight;
    x->weight[chosen[1]] = 1.0 - weight;
    return weight >= -WEIGHT_ROUNDING && weight <= 1.0 + WEIGHT_ROUNDING;
}

static bool solve_three(const climb *s, const int *chosen, step *x)
{
    const vec2 r = s->slope[chosen[2]];
    const vec2 e = { s->slope[chosen[0]].x - r.x, s->slope[chosen[0]].y - r.y };
    const vec2 f = { s->slope[chosen[1]].x - r.x, s->slope[chosen[1]].y - r.y };
    const double det = e.x * f.y - e.y * f.x;
    if (!(fabs(det) > 1e-12 * sqrt(dot2(e, e) * dot2(f, f)))) return false;
    const double balance[2] = { (r.y * f.x - r.x * f.y) / det, (e.y * r.x - e.x * r.y) / det };
    const scree_bend k = bend_of(s, chosen, 3, (double[]){ balance[0], balance[1], 1.0 - balance[0] - balance[1] });
    const double he = s->gap[chosen[2]] - s->gap[chosen[0]], hf = s->gap[chosen[2]] - s->gap[chosen[1]];
    x->tilt = (vec2){ (he * f.y - hf * e.y) / det, (hf * e.x - he * f.x) / det };
    const vec2 b = bend_times(k, x->tilt), m = { b.x - r.x, b.y - r.y };
    const double first = (m.x * f.y - m.y * f.x) / det, second = (e.x * m.y - e.y * m.x) / det;
    x->weight[chosen[0]] = first;
    x->weight[chosen[1]] = second;
    x->weight[chosen[2]] = 1.0 - first - second;
    return first >= -WEIGHT_ROUNDING && second >= -WEIGHT_ROUNDING && first + second <= 1.0 + WEIGHT_ROUNDING;
}

static double model(const climb *s, int i, vec2 d)
{
    const scree_bend h = s->piece[i].radii;
    const double bent = dot2(d, bend_times(h, d)) + s->gap[i] * dot2(d, d);
    return s->gap[i] + dot2(s->slope[i], d) - 0.5 * bent;
}

// The gap over all pieces of the set, by their models.
static double model_gap(const climb *s, vec2 d)
{
    double least = INFINITY;
    for (int i = 0; i < s->count; ++i) least = fmin(least, model(s, i, d));
    return least;
}

// Each piece has its own curvature, but a step solves with the mean. The remaining difference of the models is removed
// along their slopes. Otherwise steps across the slopes fail because of a second-order difference, as small as the
// gain.
static void make_level(const climb *s, const int *chosen, int count, step *x)
{
    const int last = chosen[count - 1];
    for (int pass = 0; pass < 2; ++pass) {
        const double level = model(s, last, x->tilt);
        vec2 e[2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
        double rest[2] = { 0.0, 0.0 };
        for (int i = 0; i + 1 < count; ++i) {
            e[i] = (vec2){ s->slope[chosen[i]].x - s->slope[last].x, s->slope[chosen[i]].y - s->slope[last].y };
            rest[i] = level - model(s, chosen[i], x->tilt);
        }
        if (count == 2) {
            e[1] = (vec2){ -e[0].y, e[0].x };
            rest[1] = 0.0;
        }
        const double det = e[0].x * e[1].y - e[0].y * e[1].x;
        const vec2 d = { (rest[0] * e[1].y - rest[1] * e[0].y) / det, (rest[1] * e[0].x - rest[0] * e[1].x) / det };
        if (!(dot2(d, d) <= dot2(x->tilt, x->tilt))) return;
        x->tilt = (vec2){ x->tilt.x + d.x, x->tilt.y + d.y };
    }
}

// If these pieces balance and the others are above, that is the step. If not, the tilt may still be the best there is;
// or, if no model predicts an improvement, a shorter step along it may lead up.
static bool try_set(const climb *s, const int *chosen, int count, step *best, step *spare)
{
    step x = { .level = 0.0 };
    bool balanced = count == 1   ? solve_one(s, chosen, &x)
                    : count == 2 ? solve_two(s, chosen, &x)
                                 : solve_three(s, chosen, &x);
    if (balanced && count > 1) make_level(s, chosen, count, &x);
    const double gap = model_gap(s, x.tilt);
    if (balanced) {
        for (int i = 0; i < count; ++i) x.level += x.weight[chosen[i]] * model(s, chosen[i], x.tilt);
        if (gap >= x.level - 8.0 * SCREE_ROUNDING * s->c->size) {
            *best = x;
            return true;
        }
        if (gap > spare->level) {
            *spare = x;
            spare->level = gap;
        }
    }
    if (gap > best->level) {
        for (int i = 0; i < s->count; ++i) x.weight[i] = fmax(x.weight[i], LEAST_WEIGHT);
        x.level = gap;
        *best = x;
    }
    return false;
}

// At most four pieces: try all sets of one, two and three.
static bool find_step(const climb *s, step *x)
{
    const double now = model_gap(s, (vec2){ 0.0, 0.0 });
    step spare = { .level = -INFINITY };
    *x = (step){ .level = now + NOISE * s->c->size };
    for (int i = 0; i < s->count; ++i)
        if (try_set(s, (int[]){ i }, 1, x, &spare)) return true;
    for (int i = 0; i < s->count; ++i)
        for (int j = i + 1; j < s->count; ++j)
            if (try_set(s, (int[]){ i, j }, 2, x, &spare)) return true;
    for (int i = 0; i < s->count; ++i)
        for (int j = i + 1; j < s->count; ++j)
            for (int k = j + 1; k < s->count; ++k)
                if (try_set(s, (int[]){ i, j, k }, 3, x, &spare)) return true;
    if (!(dot2(x->tilt, x->tilt) > 0.0)) {
        *x = spare;
        x->level = -INFINITY; // none that is known
    }
    return dot2(x->tilt, x->tilt) > 0.0;
}

// Drops the pieces without a weight.
static void drop_idle(climb *s, const step *x)
{
    int kept = 0;
    for (int i = 0; i < s->count; ++i) {
        if (!(x->weight[i] > 0.0)) continue;
        s->piece[kept] = s->piece[i];
        s->gap[kept] = s->gap[i];
        s->slope[kept] = s->slope[i];
        s->piece[kept++].weight = x->weight[i];
    }
    s->count = kept;
}

static bool is_same(const climb *s, const scree_piece *p, const scree_piece *q)
{
    return s->lean == 0.0 && p->piece_a == q->piece_a && p->piece_b == q->piece_b;
}

static void join(climb *s, const scree_mvertex *m)
{
    scree_piece p = scree_piece_of(s->c, m);
    for (int i = 0; i < s->count; ++i)
        if (is_same(s, &p, &s->piece[i]) || v3_equal(p.at.w, s->piece[i].at.w)) return;
    if (s->count < SCREE_CLIMB_PIECES) s->piece[s->count++] = p;
}

static void tilt_by(climb *s, vec2 tilt)
{
    const double length = sqrt(dot2(tilt, tilt)), cut = length > LONGEST_STEP ? LONGEST_STEP / length : 1.0;
    const scree_vec3 d = v3_add_scaled(v3_scale(s->view.u, cut * tilt.x), cut * tilt.y, s->view.v);
    s->view = scree_view_along(v3_unit(v3_add(s->view.n, d)));
}

// The gap over all of M; a piece lower than all in the set joins it. Returns whether one did.
static bool score(climb *s, scree_axis *axis)
{
    *axis = (scree_axis){ .n = s->view.n, .at = s->piece[0].at, .index_a = -1, .index_b = -1 };
    axis->gap = scree_cores_gap(s->c, axis->n, &axis->at);
    double least = INFINITY;
    for (int i = 0; i < s->count; ++i) least = fmin(least, s->gap[i]);
    if (!(axis->gap < least - NOISE * s->c->size)) return false;
    const int before = s->count;
    join(s, &axis->at);
    if (s->count == before) return false;
    look_around(s);
    return true;
}

// Keeps the largest gap with the points that the weights give; of equal gaps, the one whose points fit the normal best.
// False if this one is not kept.
static bool record(const climb *s, const scree_axis *axis, const double *weight, scree_climb *out)
{
    const double noise = NOISE * s->c->size;
    if (axis->gap < out->best.gap - noise) return false;
    scree_vec3 on_a = v3(0, 0, 0), on_b = v3(0, 0, 0);
    double sum = 0.0;
    for (int i = 0; i < s->count; ++i) sum += fmax(weight[i], 0.0);
    for (int i = 0; i < s->count; ++i) {
        on_a = v3_add_scaled(on_a, fmax(weight[i], 0.0) / sum, s->piece[i].at.a);
        on_b = v3_add_scaled(on_b, fmax(weight[i], 0.0) / sum, s->piece[i].at.b);
    }
    const scree_vec3 v = v3_sub(on_b, on_a);
    const double astray = v3_norm(v3_add_scaled(v, -axis->gap, axis->n));
    if (axis->gap <= out->best.gap + noise && !(astray < out->astray)) return false;
    out->best = *axis;
    out->on_a = on_a;
    out->on_b = on_b;
    out->upper = v3_norm(v);
    out->astray = astray;
    return true;
}

// The radii of the pieces in balance together. M is flat from one piece to the other: there, any large radius will do.
static scree_bend radii_of(const climb *s)
{
    scree_bend r = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < s->count; ++i) {
        const double weight = s->piece[i].weight;
        r.uu += weight * s->piece[i].radii.uu;
        r.uv += weight * s->piece[i].radii.uv;
        r.vv += weight * s->piece[i].radii.vv;
        if (i == 0) continue;
        const vec2 e = { s->slope[i].x - s->slope[0].x, s->slope[i].y - s->slope[0].y };
        const double flat = dot2(e, e) > 0.0 ? s->c->size / dot2(e, e) : 0.0;
        r.uu += flat * e.x * e.x;
        r.uv += flat * e.x * e.y;
        r.vv += flat * e.y * e.y;
    }
    return r;
}

// The step was too long: go back to a fraction of it, using the slope there if there is only one piece.
static void step_back(climb *s, const scree_view *from, vec2 *tilt)
{
    double part = 0.3;
    if (s->count == 1) {
        const scree_vec3 w = s->piece[0].at.w, way = v3_add_scaled(v3_scale(from->u, tilt->x), tilt->y, from->v);
        const double slope = v3_dot(way, v3_sub(w, v3_scale(s->view.n, v3_dot(s->view.n, w))));
        if (slope < 0.0) part = fmin(fmax(s->rise / (s->rise - slope), 0.1), 0.7);
    }
    tilt->x *= part;
    tilt->y *= part;
    s->view = *from;
}

static void climb_up(const scree_task *task, climb *s, int most_steps, scree_climb *out)
{
    const double size = s->c->size, noise = NOISE * size, enough = fmax(0.125 * task->tolerance, 2.0 * noise);
    scree_view from = s->view;
    double from_gap = -INFINITY, last = INFINITY;
    int backs = 0, idle = 0; // one after the other; at the end, and no shorter than the last
    step x = { .level = 0.0 };
    look_around(s);
    for (int i = 0; i < most_steps || (out->stationary && i < most_steps + LAST_STEPS); ++i, ++out->steps) {
        scree_axis axis;
        const bool joined = score(s, &axis);
        if (axis.gap < from_gap - noise && !joined) {
            if (++backs > MOST_BACKS) return;
            step_back(s, &from, &x.tilt);
        } else {
            backs = 0;
            if (!find_step(s, &x)) return;
            const bool recorded = record(s, &axis, x.weight, out);
            drop_idle(s, &x);
            const double length = sqrt(dot2(x.tilt, x.tilt));
            const bool level = fabs(x.level - out->best.gap) <= 0.125 * enough;
            const bool still = length * size <= enough && out->astray <= STILL * size;
            if (recorded) out->stationary = level && (out->upper <= fabs(out->best.gap) + enough || still);
            // The gap converges before normal and points: they need a step or two more.
            if (out->stationary && (out->astray <= FINE * size || (!(length < 0.5 * last) && ++idle == 2))) return;
            last = length;
            if (s->lean > 0.0) s->lean = fmax(LEAN, fmin(s->lean, 0.1 * length));
            from = s->view;
            from_gap = axis.gap;
            s->rise = dot2(s->slope[0], x.tilt);
        }
        tilt_by(s, x.tilt);
        look_around(s);
    }
}

static void start(climb *s, scree_vec3 n, const scree_simplex *from, double lean)
{
    s->lean = lean;
    s->view = scree_view_along(n);
    s->count = 0;
    for (int i = 0; i < from->count; ++i) {
        join(s, &from->vertex[i]);
        s->piece[s->count - 1].weight = from->weight[i];
    }
}

// Does a core without known pieces seem to have several?
static bool is_pieced(const scree_cores *c, scree_vec3 n)
{
    return (!scree_core_has_pieces(c->a) && scree_core_seems_faceted(c->a, n)) ||
           (!scree_core_has_pieces(c->b) && scree_core_seems_faceted(c->b, v3_neg(m3_mul_transposed(&c->rotation, n))));
}

void scree_smooth_climb(const scree_task *task, scree_vec3 n, const scree_simplex *from, int most_steps,
                        scree_climb *out)
{
    const scree_cores *c = task->cores;
    const bool known = scree_core_has_pieces(c->a) && scree_core_has_pieces(c->b), pieced = !known && is_pieced(c, n);
    const int bound = task->options->max_iterations;
    climb s = { .c = c };
    if (bound > 0 && bound < most_steps) most_steps = bound;
    *out = (scree_climb){ .best = { .gap = -INFINITY }, .upper = INFINITY, .astray = INFINITY };
    if (!pieced) {
        start(&s, n, from, 0.0);
        climb_up(task, &s, most_steps, out);
    }
    // With few steps allowed there is no second try.
    if (!out->stationary && !known && (pieced || most_steps == SCREE_CLIMB_STEPS)) {
        start(&s, n, from, MOST_LEAN);
        climb_up(task, &s, most_steps, out);
    }
    out->radii = radii_of(&s);
    out->view = s.view;
}
