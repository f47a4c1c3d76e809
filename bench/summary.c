// See summary.h.
#include "summary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What the bodies of a set are.
typedef enum subject {
    POLYHEDRA,
    ELLIPSOIDS,
    ELLIPSOID_POLYHEDRON,
    SUPERQUADRIC_ANY,
    SPHERE_POLYHEDRON,
    POLYGONS,
    SOLIDS,       ///< any, in 3-D
    PRIMITIVE,    ///< spheres and capsules with each other, with boxes and with planes, and a box on a plane
    NO_CAPSULE,   ///< of these, two spheres, and a sphere or a box on a plane
    WITH_CAPSULE, ///< the others
    RESTING,      ///< boxes, exactly aligned
    BOXES,        ///< two of them in any pose
    ANY
} subject;

typedef enum regime {
    APART = 1, ///< of sets that do not move, 10 % and less
    SHALLOW = 2,
    DEEP = 4,
    MOVING_APART = 8,
    MOVING_IN = 16,
    NEIGHBOURS = 32,
    OWN_SHAPES = 64, ///< 4000 of them: beside the same set with few
    AT_REST = 128,   ///< asked again and again
    ANY_DEPTH = 256,
    STILL = APART | SHALLOW | DEEP,
    EVERY = STILL | MOVING_APART | MOVING_IN | NEIGHBOURS | OWN_SHAPES | AT_REST | ANY_DEPTH
} regime;

typedef struct demand {
    const char *work, *must;
    subject subject;
    int regimes;
    double least, most;             ///< of the larger `detail` of the two; both 0: any
    const bench_peer *over, *under; ///< the ratio of their times
    double bound;
    bool at_most; ///< the ratio may be no larger than the bound; else no smaller
} demand;

static const demand demands[] = {
    { "single cold call, polyhedra apart, 4 to 100 vertices", "FCL / scree >= 6", POLYHEDRA, APART, 4, 100, &bench_fcl,
      &bench_scree, 6, false },
    { "single cold call, polyhedra 1 % in, 4 to 20 vertices", "FCL / scree >= 5", POLYHEDRA, SHALLOW, 4, 20, &bench_fcl,
      &bench_scree, 5, false },
    { "single cold call, polyhedra 1 % in, 100 and 1000 vertices", "FCL / scree >= 8", POLYHEDRA, SHALLOW, 100, 1000,
      &bench_fcl, &bench_scree, 8, false },
    { "batch, cold, polyhedra apart and 1 % in, 4 to 20 vertices", "FCL / batch >= 15", POLYHEDRA, APART | SHALLOW, 4,
      20, &bench_fcl, &bench_scree_batch, 15, false },
    { "batch, cold, polyhedra apart and 1 % in, 100 vertices", "FCL / batch >= 10", POLYHEDRA, APART | SHALLOW, 100,
      100, &bench_fcl, &bench_scree_batch, 10, false },
    { "batch, warm, moving, apart: what a DEM asks", "batch / one axis <= 2", SOLIDS, MOVING_APART, 0, 0,
      &bench_scree_margin, &bench_one_axis, 2, true },
    { "batch, warm, moving, 1 % in: what a DEM asks", "FCL / batch >= 40", SOLIDS, MOVING_IN, 0, 0, &bench_fcl,
      &bench_scree_margin, 40, false },
    { "ellipsoid pairs, single cold call", "Bullet / scree >= 14", ELLIPSOIDS, STILL, 0, 0, &bench_bullet, &bench_scree,
      14, false },
    { "ellipsoid pairs, batch", "Bullet / batch >= 25", ELLIPSOIDS, STILL, 0, 0, &bench_bullet, &bench_scree_batch, 25,
      false },
    { "ellipsoid - polyhedron, single cold call", "Bullet / scree >= 10", ELLIPSOID_POLYHEDRON, STILL, 0, 0,
      &bench_bullet, &bench_scree, 10, false },
    { "ellipsoid - polyhedron, batch, cold", "Bullet / batch >= 10", ELLIPSOID_POLYHEDRON, STILL, 0, 0, &bench_bullet,
      &bench_scree_batch, 10, false },
    { "superquadric - anything, single cold call", "Bullet / scree >= 20", SUPERQUADRIC_ANY, STILL, 0, 0, &bench_bullet,
      &bench_scree, 20, false },
    { "superquadric - anything, batch, cold", "Bullet / batch >= 20", SUPERQUADRIC_ANY, STILL, 0, 0, &bench_bullet,
      &bench_scree_batch, 20, false },
    { "superquadric - hull of 20 vertices, single cold call", "ph-sq / scree >= 1", SUPERQUADRIC_ANY, STILL, 20, 20,
      &bench_scree_six_cases, &bench_scree, 1, false },
    { "sphere - polyhedron, single cold call", "ODE / scree >= 1", SPHERE_POLYHEDRON, STILL, 0, 0, &bench_ode,
      &bench_scree, 1, false },
    { "polygons, single cold call", "Box2D / scree >= 1", POLYGONS, STILL, 0, 0, &bench_box2d, &bench_scree, 1, false },
    { "polygons, batch", "Box2D / batch >= 1", POLYGONS, STILL, 0, 0, &bench_box2d, &bench_scree_batch, 1, false },
    { "spheres, capsules, boxes with each other and with planes, single call", "scree / ODE <= 3", PRIMITIVE, SHALLOW,
      0, 0, &bench_scree, &bench_ode, 3, true },
    { "two spheres, a sphere or a box on a plane, batch", "batch / ODE <= 2", NO_CAPSULE, SHALLOW, 0, 0,
      &bench_scree_batch, &bench_ode, 2, true },
    { "capsules with capsules, spheres and boxes, batch", "batch / ODE <= 1", WITH_CAPSULE, SHALLOW, 0, 0,
      &bench_scree_batch, &bench_ode, 1, true },
    { "boxes stacked, coincident, nested, on a slab, single cold call", "scree / ODE <= 3", RESTING, SHALLOW, 0, 0,
      &bench_scree, &bench_ode, 3, true },
    { "box-box, batch, cold", "batch / ODE <= 0.5", BOXES, SHALLOW, 0, 0, &bench_scree_batch, &bench_ode, 0.5, true },
    { "hulls of 100 vertices, any depth, single cold call", "FCL / scree >= 8", POLYHEDRA, ANY_DEPTH, 100, 100,
      &bench_fcl, &bench_scree, 8, false },
    { "superquadrics, any depth, single cold call", "Bullet / scree >= 2", SUPERQUADRIC_ANY, ANY_DEPTH, 0, 0,
      &bench_bullet, &bench_scree, 2, false },
    { "within a margin of 0, single cold call", "within / full answer <= 1.05", ANY, EVERY, 0, 0, &bench_scree_within,
      &bench_scree, 1.05, true },
    { "boolean query compared with the full answer", "scree_overlap / full answer <= 1.05", ANY, EVERY, 0, 0,
      &bench_scree_overlap, &bench_scree, 1.05, true },
    { "batch compared with single calls", "batch / single <= 1.05", ANY, EVERY, 0, 0, &bench_scree_batch, &bench_scree,
      1.05, true },
    { "batch of one pair compared with a single call", "batch of one / single <= 1.1", ANY, EVERY, 0, 0,
      &bench_scree_one, &bench_scree, 1.1, true },
    { "boolean query", "libccd's MPR / scree >= 2", SOLIDS, STILL, 0, 0, &bench_ccd_verdict, &bench_scree_overlap, 2,
      false },
};

enum { DEMANDS = sizeof demands / sizeof *demands };

static int number_of(const bench_peer *peer)
{
    for (int i = 0; i < bench_peer_count(); ++i)
        if (bench_peer_at(i) == peer) return i;
    return -1;
}

static bool is_ellipsoid(bench_family f)
{
    return f == BENCH_ELLIPSOID || f == BENCH_TRIAXIAL;
}

static bool is_polyhedron(bench_family f)
{
    return f == BENCH_HULL || f == BENCH_CUBE;
}

static bool is_ball_or_capsule(bench_family f)
{
    return f == BENCH_SPHERE || f == BENCH_CAPSULE;
}

// Pairs that have closed forms in ODE, too.
static bool is_primitive(bench_family a, bench_family b)
{
    if (b == BENCH_PLANE) return is_ball_or_capsule(a) || a == BENCH_BOX;
    return is_ball_or_capsule(a) && (is_ball_or_capsule(b) || b == BENCH_BOX);
}

static bool has_subject(const bench_set *s, subject wanted)
{
    const bench_family a = s->family_a, b = s->family_b;
    switch (wanted) {
    case POLYHEDRA:
        return is_polyhedron(a) && is_polyhedron(b);
    case ELLIPSOIDS:
        return is_ellipsoid(a) && is_ellipsoid(b);
    case ELLIPSOID_POLYHEDRON:
        return is_ellipsoid(a) && is_polyhedron(b);
    case SUPERQUADRIC_ANY:
        return a == BENCH_SUPERQUADRIC || b == BENCH_SUPERQUADRIC;
    case SPHERE_POLYHEDRON:
        return a == BENCH_SPHERE && is_polyhedron(b);
    case POLYGONS:
        return a == BENCH_POLYGON;
    case PRIMITIVE:
        return is_primitive(a, b);
    case NO_CAPSULE:
        return (a == BENCH_SPHERE && b == BENCH_SPHERE) || (b == BENCH_PLANE && (a == BENCH_SPHERE || a == BENCH_BOX));
    case WITH_CAPSULE:
        return is_primitive(a, b) && (a == BENCH_CAPSULE || b == BENCH_CAPSULE);
    case BOXES:
        return a == BENCH_BOX && b == BENCH_BOX && s->pose == BENCH_ANYHOW;
    case RESTING:
        return a == BENCH_BOX && s->pose != BENCH_ANYHOW && s->tilt == 0.0;
    case ANY:
        return true;
    default:
        return a != BENCH_POLYGON;
    }
}

static regime regime_of(const bench_set *s)
{
    if (s->steps > 1 && s->pose != BENCH_ANYHOW) return AT_REST;
    if (s->steps > 1) return s->gap > 0.0 ? MOVING_APART : MOVING_IN;
    if (s->gap == BENCH_ANY_DEPTH) return ANY_DEPTH;
    if (s->among != 0) return NEIGHBOURS;
    if (2 * s->pool == BENCH_OWN_SHAPES) return OWN_SHAPES;
    return s->gap > 0.0 ? APART : s->gap > -0.1 ? SHALLOW : DEEP;
}

static bool is_in(const demand *d, const bench_set *s)
{
    const double detail = fmax(s->detail_a, s->detail_b);
    const bool size = d->most == 0.0 || (detail >= d->least && detail <= d->most);
    return has_subject(s, d->subject) && (d->regimes & (int)regime_of(s)) != 0 && size;
}

static void take(summary_row *row, double ratio, bool at_most, const char *group, const char *name)
{
    if (!row->known || (at_most ? ratio > row->worst : ratio < row->worst)) {
        row->worst = ratio;
        snprintf(row->where, sizeof row->where, "%s: %s", group, name);
    }
    if (!row->known || (at_most ? ratio < row->best : ratio > row->best)) row->best = ratio;
    row->known = true;
}

static bool is_box_pair(const bench_set *s)
{
    return (s->family_a == BENCH_BOX || s->family_a == BENCH_CUBE) &&
           (s->family_b == BENCH_BOX || s->family_b == BENCH_CUBE);
}

// The number of `peer`, or of the same library's test of boxes in contact where that is the quicker one.
static int quickest(const bench_peer *peer, const set_result *r)
{
    const int number = number_of(peer), boxes = peer == &bench_fcl      ? number_of(&bench_fcl_boxes)
                                                : peer == &bench_bullet ? number_of(&bench_bullet_boxes)
                                                                        : number;
    const bool is_quicker = r->served[boxes] && r->time[boxes].best < r->time[number].best;
    return r->set->among == 0 && is_box_pair(r->set) && is_quicker ? boxes : number;
}

static summary_row row_of(const demand *d, const set_result *results, int count)
{
    summary_row row = { .work = d->work, .must = d->must };
    for (int i = 0; i < count; ++i) {
        const set_result *r = &results[i];
        const int over = quickest(d->over, r), under = quickest(d->under, r);
        if (!is_in(d, r->set) || !r->served[over] || !r->served[under]) continue;
        take(&row, r->time[over].best / r->time[under].best, d->at_most, r->set->group, r->set->name);
    }
    row.holds = row.known && (d->at_most ? row.worst <= d->bound : row.worst >= d->bound);
    return row;
}

static double ns_of(const set_result *r, int peer)
{
    return r->time[peer].best / (double)r->pairs;
}

// How much longer hulls of many vertices take than those of few, in the same group.
static summary_row growth(const char *work, const char *must, double from, double to, const bench_peer *peer,
                          int regimes, double bound, const set_result *results, int count)
{
    summary_row row = { .work = work, .must = must };
    const int number = number_of(peer);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) {
            const set_result *few = &results[i], *many = &results[k];
            const bool both = few->set->family_a == BENCH_HULL && many->set->family_a == BENCH_HULL &&
                              few->set->detail_a == from && many->set->detail_a == to;
            if (!both || strcmp(few->set->group, many->set->group) != 0) continue;
            if (((int)regime_of(few->set) & regimes) == 0 || !few->served[number] || !many->served[number]) continue;
            take(&row, ns_of(many, number) / ns_of(few, number), true, many->set->group, many->set->name);
        }
    }
    row.holds = row.known && row.worst <= bound;
    return row;
}

// Other bodies on a plane, in units of ODE's box on it.
static summary_row on_planes(const char *work, const char *must, const bench_peer *peer, double bound,
                             const set_result *results, int count)
{
    summary_row row = { .work = work, .must = must };
    const int number = number_of(peer), ode = number_of(&bench_ode);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) {
            const bench_set *body = results[i].set, *box = results[k].set;
            if (body->family_b != BENCH_PLANE || box->family_b != BENCH_PLANE || box->family_a != BENCH_BOX) continue;
            if (body->gap != box->gap || regime_of(body) != SHALLOW || !results[k].served[ode]) continue;
            take(&row, ns_of(&results[i], number) / ns_of(&results[k], ode), true, body->group, body->name);
        }
    }
    row.holds = row.known && row.worst <= bound;
    return row;
}

// Sets of a group, in units of one of it, or of ODE's two boxes 1 % in where that is NULL.
typedef struct comparison {
    const char *work, *must, *group, *unit;
    bench_family family; // of either body
    const bench_peer *peer;
    double bound;
    bool face_to_face; // these poses alone
} comparison;

static const comparison comparisons[] = {
    { "cylinders at rest, on boxes and on each other, batch, warm", "batch / ODE's box-box <= 10", "at rest", NULL,
      BENCH_CYLINDER, &bench_scree_margin, 10.0, false },
    { "cones at rest, batch, warm", "batch / ODE's box-box <= 10", "at rest", NULL, BENCH_CONE, &bench_scree_margin,
      10.0, false },
    { "cubes moving 1 % in, batch, warm", "batch / ODE's box-box <= 0.25", "moving, 1 % in", NULL, BENCH_CUBE,
      &bench_scree_margin, 0.25, false },
    { "boxes at rest, batch, warm", "batch / ODE's box-box <= 1", "at rest", NULL, BENCH_BOX, &bench_scree_margin, 1.0,
      false },
    { "prisms at rest, batch, warm", "batch / ODE's box-box <= 1", "at rest", NULL, BENCH_PRISM, &bench_scree_margin,
      1.0, false },
    { "boxes face to face, batch, warm, with the corners of the patch", "batch / ODE's box-box <= 1", "at rest", NULL,
      BENCH_BOX, &bench_scree_patch, 1.0, true },
    { "prisms face to face, batch, warm, with the corners of the patch", "batch / ODE's box-box <= 1", "at rest", NULL,
      BENCH_PRISM, &bench_scree_patch, 1.0, true },
    { "boxes face to face, batch, warm, with the pressure field", "batch / ODE's box-box <= 2", "at rest", NULL,
      BENCH_BOX, &bench_scree_pressure, 2.0, true },
    { "prisms face to face, batch, warm, with the pressure field", "batch / ODE's box-box <= 2", "at rest", NULL,
      BENCH_PRISM, &bench_scree_pressure, 2.0, true },
    { "superquadrics moving 1 % in, batch, warm", "batch / n = 4 <= 2", "moving, 1 % in", "superquadrics n = 4",
      BENCH_SUPERQUADRIC, &bench_scree_margin, 2.0, false },
    { "superquadrics at rest, batch, warm", "batch / n = 4 stacked <= 2", "at rest", "n = 4, stacked",
      BENCH_SUPERQUADRIC, &bench_scree_margin, 2.0, false },
    { "superquadrics, any exponents, 1 % in, batch", "batch / n = 4 <= 2", "superquadrics, 1 % in", "n = 4",
      BENCH_SUPERQUADRIC, &bench_scree_batch, 2.0, false },
};

enum { COMPARISONS = sizeof comparisons / sizeof *comparisons };

static const set_result *find_result(const set_result *results, int count, const char *group, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(results[i].set->group, group) == 0 && strcmp(results[i].set->name, name) == 0) return &results[i];
    return NULL;
}

// Boxes with each other; of other families, either body.
static bool is_compared(const comparison *b, const bench_set *s)
{
    const bool a_is = s->family_a == b->family, b_is = s->family_b == b->family;
    if (b->face_to_face && s->pose != BENCH_FACE_TO_FACE) return false;
    return strcmp(s->group, b->group) == 0 && (b->family == BENCH_BOX ? a_is && b_is : a_is || b_is);
}

static summary_row comparison_row(const comparison *b, const set_result *results, int count)
{
    summary_row row = { .work = b->work, .must = b->must };
    const set_result *unit = b->unit != NULL ? find_result(results, count, b->group, b->unit)
                                             : find_result(results, count, "primitives, 1 % in", "boxes");
    const int over = number_of(b->peer), under = b->unit != NULL ? over : number_of(&bench_ode);
    for (int i = 0; unit != NULL && unit->served[under] && i < count; ++i) {
        const set_result *r = &results[i];
        if (!is_compared(b, r->set) || !r->served[over]) continue;
        take(&row, ns_of(r, over) / ns_of(unit, under), true, r->set->group, r->set->name);
    }
    row.holds = row.known && row.worst <= b->bound;
    return row;
}

// How much longer queries take with 4000 shapes than with few of the same kind, at the same gap.
static summary_row memory(const char *work, const bench_peer *peer, const set_result *results, int count)
{
    summary_row row = { .work = work, .must = "4000 shapes / few <= 1.5" };
    const int number = number_of(peer);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) {
            const bench_set *few = results[i].set, *own = results[k].set;
            if (regime_of(own) != OWN_SHAPES || ((int)regime_of(few) & (APART | SHALLOW)) == 0) continue;
            if (few->gap != own->gap || few->family_b != own->family_b || strcmp(few->name, own->name) != 0) continue;
            if (!results[i].served[number] || !results[k].served[number]) continue;
            take(&row, ns_of(&results[k], number) / ns_of(&results[i], number), true, own->group, own->name);
        }
    }
    row.holds = row.known && row.worst <= 1.5;
    return row;
}

// The slowest 0.1 % beside the mean of their own set.
static summary_row slowest(const char *work, const char *must, subject wanted, double detail, double bound,
                           const set_result *results, int count)
{
    summary_row row = { .work = work, .must = must };
    for (int i = 0; i < count; ++i) {
        const bench_set *s = results[i].set;
        const bool is_of =
            regime_of(s) == ANY_DEPTH && has_subject(s, wanted) && (detail == 0.0 || s->detail_a == detail);
        if (is_of && results[i].tail.mean > 0.0)
            take(&row, results[i].tail.high / results[i].tail.mean, true, s->group, s->name);
    }
    row.holds = row.known && row.worst <= bound;
    return row;
}

// The slowest pair of two boxes of all sets beside ODE's two boxes 1 % in.
static summary_row slowest_boxes(const set_result *results, int count)
{
    summary_row row = { .work = "two boxes, the slowest pair of all, single cold call",
                        .must = "slowest / ODE's box-box <= 20" };
    const set_result *unit = find_result(results, count, "primitives, 1 % in", "boxes");
    const int ode = number_of(&bench_ode);
    for (int i = 0; unit != NULL && unit->served[ode] && i < count; ++i) {
        const bench_set *s = results[i].set;
        if (is_box_pair(s) && results[i].tail.mean > 0.0)
            take(&row, results[i].tail.most / ns_of(unit, ode), true, s->group, s->name);
    }
    row.holds = row.known && row.worst <= 20.0;
    return row;
}

// How much longer a pair of n = 8 takes where the pairs move than where the same ones are at rest.
static summary_row moving_beside_rest(const set_result *results, int count)
{
    summary_row row = { .work = "superquadrics n = 8, moving compared with at rest, batch, warm",
                        .must = "moving / at rest <= 2.8, what it once was" };
    const set_result *moves = find_result(results, count, "moving, 1 % in", "superquadrics n = 8");
    const set_result *rests = find_result(results, count, "at rest", "n = 8, as those that move");
    const int number = number_of(&bench_scree_margin);
    if (moves != NULL && rests != NULL && moves->served[number] && rests->served[number])
        take(&row, ns_of(moves, number) / ns_of(rests, number), true, moves->set->group, moves->set->name);
    row.holds = row.known && row.worst <= 2.8;
    return row;
}

static summary_row two_threads(const bench_threads *t)
{
    summary_row row = { .work = "batch, two threads", .must = "one thread / two >= 1.9" };
    for (int i = 0; t != NULL && i < t->count; ++i)
        take(&row, t->one[i] / t->two[i], false, t->set[i]->group, t->set[i]->name);
    row.holds = row.known && row.worst >= 1.9;
    return row;
}

bool bench_moving(const set_result *result, moving_row *out)
{
    const bench_peer *const peers[] = { &bench_scree,        &bench_scree_batch, &bench_scree_warm,
                                        &bench_scree_margin, &bench_fcl,         &bench_one_axis };
    enum { CALL, BATCH, WARM_CALL, WARM_BATCH, FCL, AXIS, PEERS };
    double ns[PEERS];
    if (result->set->steps < 2) return false;
    for (int i = 0; i < PEERS; ++i) {
        const int number = quickest(peers[i], result);
        ns[i] = result->served[number] ? 1e9 * ns_of(result, number) : (double)NAN;
    }
    for (int i = 0; i < MOVING_TIMES; ++i) out->ns[i] = ns[i];
    out->ratio[0] = ns[BATCH] / ns[WARM_BATCH];
    out->ratio[1] = ns[FCL] / ns[WARM_BATCH];
    out->ratio[2] = ns[WARM_BATCH] / ns[AXIS];
    return true;
}

int bench_summary(const set_result *results, int count, const bench_threads *threads, summary_row rows[SUMMARY_ROWS])
{
    int n = 0;
    for (int i = 0; i < DEMANDS; ++i) rows[n++] = row_of(&demands[i], results, count);
    rows[n++] = growth("64 compared with 32 vertices, apart, single cold call", "no step: <= 2", 32, 64, &bench_scree,
                       APART, 2.0, results, count);
    rows[n++] = growth("1000 compared with 100 vertices, single cold call", "far below 10 times as long: <= 5", 100,
                       1000, &bench_scree, STILL, 5.0, results, count);
    rows[n++] = growth("1000 compared with 100 vertices, batch, warm, moving", "not felt: <= 1.5", 100, 1000,
                       &bench_scree_margin, MOVING_APART | MOVING_IN, 1.5, results, count);
    rows[n++] = growth("5000 compared with 1000 vertices, single cold call", "at most twice", 1000, 5000, &bench_scree,
                       STILL, 2.0, results, count);
    for (int i = 0; i < COMPARISONS; ++i) rows[n++] = comparison_row(&comparisons[i], results, count);
    rows[n++] = moving_beside_rest(results, count);
    rows[n++] = on_planes("any body on a half space, single call", "scree / ODE's box on a plane <= 6", &bench_scree,
                          6.0, results, count);
    rows[n++] = on_planes("any body on a half space, batch", "batch / ODE's box on a plane <= 3", &bench_scree_batch,
                          3.0, results, count);
    rows[n++] = slowest("hulls of 100 vertices, any depth, slowest 0.1 %", "99.9 % / mean <= 4", POLYHEDRA, 100, 4.0,
                        results, count);
    rows[n++] = slowest("superquadrics, any depth, slowest 0.1 %", "99.9 % / mean <= 20", SUPERQUADRIC_ANY, 0, 20.0,
                        results, count);
    rows[n++] = slowest_boxes(results, count);
    rows[n++] = memory("4000 distinct shapes, single cold call", &bench_scree, results, count);
    rows[n++] = memory("4000 distinct shapes, batch, cold", &bench_scree_batch, results, count);
    rows[n++] = two_threads(threads);
    return n;
}
