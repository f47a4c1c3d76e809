// The method `gjk-epa`: closed forms, the oracle, smooth shapes, bounds on its work, and the counts of the paper.
#include "queried.h"

static scree_contact query_epa(const scree_body *a, const scree_body *b)
{
    scree_query_options o = queried_options("gjk-epa");
    return query(&o, a, b);
}

static void check_normal(const scree_contact *c, scree_vec3 n, double slope)
{
    scree_vec3 off = s3_sub(c->normal, n);
    CHECK_NEAR(sqrt(s3_dot(off, off)), 0.0, slope);
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

// A pair with a known answer, moved, and the other way round. The interval holds, and with status ok the distance is
// right to `tolerance`.
static void check_known(scree_random *r, scree_body a, scree_body b, double distance, scree_vec3 normal,
                        double tolerance, const char *what)
{
    double size = scree_pair_size(a.shape, b.shape);
    bool planar = scree_shape_dimension(a.shape) == 2;
    for (int k = 0; k < 6; ++k) {
        scree_quat rotation = planar ? quat_about(s3(0, 0, 1), random_between(r, -3, 3)) : random_rotation(r);
        scree_vec3 shift = s3_scale(random_direction(r), size);
        if (planar) shift.z = 0.0;
        if (k == 0) {
            rotation = quat_about(s3(0, 0, 1), 0.0);
            shift = s3(0, 0, 0);
        }
        scree_body moved_a = queried_moved(a, rotation, shift), moved_b = queried_moved(b, rotation, shift);
        scree_vec3 n = queried_moved(scree_body_at(a.shape, normal), rotation, s3(0, 0, 0)).position;
        scree_contact c = query_epa(&moved_a, &moved_b), flipped = query_epa(&moved_b, &moved_a);
        CHECK_MSG(c.status == SCREE_OK && flipped.status == SCREE_OK, "%s: no convergence", what);
        CHECK_MSG(fabs(c.distance - distance) <= tolerance, "%s: %.17g for %.17g", what, c.distance, distance);
        double rounding = 4e-15 * size;
        CHECK(c.lower <= distance + rounding && distance - rounding <= c.upper);
        CHECK_NEAR(flipped.distance, c.distance, 2.0 * tolerance);
        double slope = 1e-13 + 4.0 * sqrt(tolerance / size);
        check_normal(&c, n, slope);
        check_normal(&flipped, s3_scale(n, -1.0), slope);
    }
}

static void check_cubes(scree_random *r)
{
    for (int k = 0; k < 5; ++k) {
        double scale = k == 0 ? 1.0 : random_decade(r, -9, 9), exact = 4e-15 * scale;
        scree_shape *cube = scree_box_create(s3(0.5 * scale, 0.5 * scale, 0.5 * scale), 0.0, NULL);
        scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = a;
        b.position = s3_scale(s3(0.1, 0.2, 0.75), scale);
        check_known(r, a, b, -0.25 * scale, s3(0, 0, 1), exact, "cubes overlapping");
        b.position = s3_scale(s3(-0.999, 0.2, 0.3), scale);
        check_known(r, a, b, -0.001 * scale, s3(-1, 0, 0), exact, "cubes overlapping a little");
        b.position = s3_scale(s3(0.1, 1.5, 0.1), scale);
        check_known(r, a, b, 0.5 * scale, s3(0, 1, 0), exact, "cubes apart");
        b.position = s3_scale(s3(4, 1, 5), scale);
        check_known(r, a, b, 5 * scale, s3(0.6, 0, 0.8), 2.0 * exact, "cubes apart, edge to edge");
        b.position = s3(0, 0, 0);
        b.orientation = a.orientation;
        scree_contact c = query_epa(&a, &b);
        CHECK_NEAR(c.distance, -scale, exact);
        CHECK(c.status == SCREE_OK);
        scree_shape_destroy(cube);
    }
}

static void check_round(scree_random *r)
{
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL), *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL);
    scree_shape *pill = scree_capsule_create(0.5, 1.0, 0.0, NULL), *soft = scree_box_create(s3(1, 1, 1), 0.25, NULL);
    scree_shape *disc = scree_disc_create(1.0, 0.0, NULL);
    scree_body a = scree_body_at(ball, s3(0, 0, 0)), box = scree_body_at(cube, s3(0, 0, 0));
    scree_body b = scree_body_at(ball, s3(1.5, 0, 0));
    const double tolerance = 4e-12; // 1e-12 of the size, and the size is at most 4
    check_known(r, a, b, -0.5, s3(1, 0, 0), tolerance, "balls");
    b.position = s3(0, 3, 0);
    check_known(r, a, b, 1.0, s3(0, 1, 0), tolerance, "balls apart");
    b.position = s3(0.25, 0.125, 1.75);
    check_known(r, box, b, -0.25, s3(0, 0, 1), tolerance, "ball on a cube");
    b = scree_body_at(pill, s3(0.25, 1.375, 0.25));
    check_known(r, box, b, -0.125, s3(0, 1, 0), tolerance, "capsule on a cube");
    b = scree_body_at(soft, s3(2.125, 0.25, 0.125));
    check_known(r, box, b, -0.125, s3(1, 0, 0), tolerance, "rounded box on a cube");
    a = scree_body_at(disc, s3(0, 0, 0));
    b = scree_body_at(disc, s3(1.2, -1.6, 0));
    check_known(r, a, b, 0.0, s3(0.6, -0.8, 0), tolerance, "discs touching");
    b.position = s3(0.6, -0.8, 0);
    check_known(r, a, b, -1.0, s3(0.6, -0.8, 0), tolerance, "discs");
    scree_shape *all[] = { ball, cube, pill, soft, disc };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) scree_shape_destroy(all[i]);
}

static scree_vec3 ellipsoid_support(const void *user, scree_vec3 d)
{
    const scree_vec3 *s = user;
    scree_vec3 y = s3(s->x * d.x, s->y * d.y, s->z * d.z);
    double n = sqrt(s3_dot(y, y));
    return s3(s->x * y.x / n, s->y * y.y / n, s->z * y.z / n);
}

// Two equal ellipsoids along their shortest semi-axis, b: their difference is one of twice the size, and its nearest
// point to an origin on that axis is its vertex there.
static void check_callbacks(scree_random *r)
{
    static const scree_vec3 solid = { 1.0, 0.5, 0.75 }, flat = { 1.0, 0.5, 0.0 };
    scree_support_def def = { .support = ellipsoid_support, .user = &solid, .dimension = 3, .radius = 1.0 };
    scree_shape *s = scree_support_shape_create(&def, 0.0, NULL), *soft = scree_support_shape_create(&def, 0.25, NULL);
    def.user = &flat;
    def.dimension = 2;
    scree_shape *e = scree_support_shape_create(&def, 0.0, NULL);
    const double tolerance = 4e-12;
    scree_body a = scree_body_at(s, s3(0, 0, 0)), b = scree_body_at(s, s3(0, 0.875, 0));
    check_known(r, a, b, -0.125, s3(0, 1, 0), tolerance, "ellipsoids");
    b = scree_body_at(soft, s3(0, 0.875, 0));
    check_known(r, a, b, -0.375, s3(0, 1, 0), tolerance, "an ellipsoid and a rounded one");
    b.position = s3(0, 1.5, 0);
    check_known(r, a, b, 0.25, s3(0, 1, 0), tolerance, "ellipsoids apart");
    a = scree_body_at(e, s3(0, 0, 0));
    b = scree_body_at(e, s3(0, -0.75, 0));
    check_known(r, a, b, -0.25, s3(0, -1, 0), tolerance, "ellipses");
    scree_shape_destroy(s);
    scree_shape_destroy(soft);
    scree_shape_destroy(e);
}

static scree_vec3 segment_support(const void *user, scree_vec3 d)
{
    const scree_vec3 *end = user;
    return s3_dot(*end, d) < 0.0 ? s3_scale(*end, -1.0) : *end;
}

// A long segment and a short one that cross in the middle: M is flat, long and thin, and the depth is the radius alone.
// Also by `auto`, which starts EPA from the flat core.
static void check_flat(scree_random *r)
{
    for (long k = check_scaled(4000) + 50; k > 0; --k) {
        scree_vec3 end = s3_scale(random_direction(r), random_decade(r, 1, 4)), small = random_direction(r);
        scree_support_def def = { .support = segment_support, .user = &end, .dimension = 3, .radius = 1e4 };
        double radius = random_below(r, 2) ? random_decade(r, -2, 1) : 0.0;
        scree_shape *s = scree_support_shape_create(&def, radius, NULL);
        def.user = &small;
        scree_shape *t = scree_support_shape_create(&def, 0.0, NULL);
        scree_body a = { s, s3(0, 0, 0), random_rotation(r) }, b = { t, s3(0, 0, 0), random_rotation(r) };
        for (int i = 0; i < 2; ++i) {
            scree_query_options o = queried_options(i == 0 ? "auto" : "gjk-epa");
            scree_contact c = query(&o, &a, &b);
            CHECK_MSG(c.lower <= -radius && -radius <= c.upper, "%.17g is not in [%.17g, %.17g]", -radius, c.lower,
                      c.upper);
        }
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// ---- the oracle -----------------------------------------------------------------------------------------------------

typedef struct exactness {
    long pairs, overlapping, exact, undecided;
    long astray;  // points off their bodies by more than rounding
    double worst; // error of the distance relative to size + |distance|
} exactness;

static double outside(const queried_pair *p, int which, scree_vec3 point)
{
    return fmax(0.0, (double)scree_oracle_depth(p->placed, which, scree_oracle_point(p->placed, point)));
}

// Polytopes: exact, and the contact points of (14) are in their bodies. Where bodies are at the same place, a face of M
// may be a sliver whose normal is right to half its digits: the distance does not show it, but the points do.
static void check_sharp_pair(const queried_pair *p, void *user)
{
    exactness *e = user;
    scree_query_options o = queried_options("gjk-epa");
    if (p->number % 2 == 1) o.tolerance = 0.0;
    scree_contact c = query(&o, &p->pose.body_a, &p->pose.body_b);
    queried_interval_holds(p, &c);
    ++e->pairs;
    double error = fabs((double)(c.distance - p->truth.distance)) / p->size;
    e->worst = fmax(e->worst, error);
    if (p->distance <= 0.0) {
        ++e->overlapping;
        e->exact += error <= 1e-12;
    }
    e->undecided += c.status != SCREE_OK;
    if (c.status == SCREE_OK) {
        CHECK_MSG(error <= 1e-12, "class %s pair %ld: ok, and off by %.3g of the size",
                  scree_scene_class_name(p->pose.scene->class_number), p->number, error);
    }
    double reach = p->size + sqrt(s3_dot(p->pose.body_a.position, p->pose.body_a.position)) +
                   sqrt(s3_dot(p->pose.body_b.position, p->pose.body_b.position));
    double astray = fmax(outside(p, 0, c.point_a), outside(p, 1, c.point_b));
    e->astray += astray > 1e-13 * reach;
    CHECK_MSG(astray <= 1e-7 * reach, "class %s pair %ld: a point is outside its body by %.3g, distance %.3g",
              scree_scene_class_name(p->pose.scene->class_number), p->number, astray, p->distance);
    scree_vec3 middle = s3_scale(s3_add(c.point_a, c.point_b), 0.5), off = s3_sub(c.point, middle);
    CHECK_NEAR(sqrt(s3_dot(off, off)), 0.0, 1e-14 * reach);
    CHECK(counted.gjk_updates >= 0 && counted.gjk_updates + counted.epa_iterations <= c.iterations);
}

static void check_oracle(void)
{
    static const char *const classes[] = {
        "hulls",         "hull-features",  "solid-features",     "face-face",
        "lattice",       "lattice-tilted", "concentric",         "coincident",
        "nested",        "plates",         "size-ratio-faces",   "tiny-any",
        "huge-any",      "unclean-points", "polygons",           "polygon-features",
        "polygon-edges", "squares",        "polygon-concentric", "polygon-coincident",
        "slivers-any",   "polygon-ratio",  "polygon-nested",     "polygon-far"
    };
    exactness e = { 0 };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; ++i)
        queried_class(classes[i], "gjk-epa", check_scaled(200), check_sharp_pair, &e);
    printf("gjk-epa: %ld pairs, %ld of %ld overlapping ones exact, worst error %.2g, %ld undecided, %ld with points "
           "astray\n",
           e.pairs, e.exact, e.overlapping, e.worst, e.undecided, e.astray);
    CHECK(e.pairs > 0 && e.exact == e.overlapping);
    CHECK_MSG(e.astray <= e.pairs / 100, "%ld of %ld have a point astray", e.astray, e.pairs);
    CHECK_MSG(e.undecided <= e.pairs / 500, "%ld of %ld undecided", e.undecided, e.pairs);
}

// Round bodies: no more than that the interval is true, and that most are decided.
static void check_round_pair(const queried_pair *p, void *user)
{
    exactness *e = user;
    scree_query_options o = queried_options("gjk-epa");
    scree_contact c = query(&o, &p->pose.body_a, &p->pose.body_b);
    queried_interval_holds(p, &c);
    ++e->pairs;
    e->undecided += c.status != SCREE_OK;
}

static void check_round_classes(void)
{
    static const char *const classes[] = { "spheres",      "sphere-solid-any", "sphere-in-solid",   "capsules-any",
                                           "capsule-face", "rounded-any",      "rounded-faces",     "round-apart",
                                           "discs-any",    "disc-polygon",     "rounded-concentric" };
    exactness e = { 0 };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; ++i)
        queried_class(classes[i], "gjk-epa", check_scaled(60), check_round_pair, &e);
    printf("round bodies: %ld pairs, %ld undecided\n", e.pairs, e.undecided);
    CHECK(e.pairs > 0 && e.undecided <= e.pairs / 20 + 2);
}

// ---- bounds, trace, warm start --------------------------------------------------------------------------------------

// Balls in one place: every face of the polytope is as near as any other, and EPA cannot end.
static void check_concentric(void)
{
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL), *disc = scree_disc_create(1.0, 0.0, NULL);
    scree_body a = scree_body_at(ball, s3(0, 0, 0)), d = scree_body_at(disc, s3(0, 0, 0));
    scree_contact c = query_epa(&a, &a);
    CHECK(c.status == SCREE_NO_CONVERGENCE && counted.cut_short && c.lower <= -2.0 && c.upper >= -2.0 &&
          c.upper < -1.9);
    scree_query_options o = queried_options("gjk-epa");
    o.tolerance = 0.1;
    c = query(&o, &a, &a);
    CHECK(c.status == SCREE_OK && !counted.cut_short);
    c = query_epa(&d, &d);
    CHECK(c.lower <= -2.0 && c.upper >= -2.0);
    scree_shape_destroy(ball);
    scree_shape_destroy(disc);
}

typedef struct watcher {
    double distance, slack;
    int gjk, epa;
} watcher;

static void watch(void *user, const scree_trace_step *step)
{
    watcher *w = user;
    w->gjk += step->phase[0] == 'g';
    w->epa += step->phase[0] == 'e';
    CHECK(step->lower <= w->distance + w->slack && w->distance - w->slack <= step->upper);
    CHECK(step->simplex_size >= 0 && step->simplex_size <= 4);
}

static void check_bounded(scree_random *r)
{
    scree_vec3 p[24];
    for (int i = 0; i < 24; ++i) p[i] = random_direction(r);
    scree_shape *s = scree_polyhedron_create(p, 24, 0.0, NULL), *soft = scree_polyhedron_create(p, 24, 0.25, NULL);
    const double away[4] = { 0.1, 1.2, 1.9, 3.0 };
    for (int k = 0; k < 8; ++k) {
        scree_body a = scree_body_at(s, s3(0, 0, 0)), b = scree_body_at(k < 4 ? s : soft, s3(0, 0, 0));
        b.position = s3_scale(random_direction(r), away[k % 4]);
        b.orientation = random_rotation(r);
        scree_contact reference, c = query_epa(&a, &b);
        scree_query_options o = queried_options("auto");
        scree_query(&a, &b, &o, &reference);
        CHECK_NEAR(c.distance, reference.distance, 4e-12);
        watcher w = { .distance = reference.distance, .slack = 1e-13 };
        o = queried_options("gjk-epa");
        o.trace = watch;
        o.trace_user = &w;
        scree_contact traced = query(&o, &a, &b);
        CHECK(traced.distance == c.distance && w.epa == counted.epa_iterations && w.gjk > counted.gjk_updates);
        for (int most = 1; most <= 8; ++most) {
            o.max_iterations = most;
            c = query(&o, &a, &b);
            CHECK(c.lower <= reference.distance + 1e-13 && reference.distance - 1e-13 <= c.upper);
            CHECK(counted.gjk_updates <= most && counted.epa_iterations <= most);
            CHECK(counted.cut_short || c.status == SCREE_OK);
        }
        // Warm, from the last normal: the same answer.
        const scree_vec3 n = reference.normal;
        scree_cache cache = { .axis = { (float)n.x, (float)n.y, (float)n.z }, .filled = true };
        o = queried_options("gjk-epa");
        o.cache = &cache;
        CHECK_NEAR(query(&o, &a, &b).distance, reference.distance, 4e-12);
    }
    const scree_query_options o = queried_options("gjk-epa");
    // Small sharp hulls make do with the scratch on the stack.
    CHECK(scree_method_scratch(o.method, s, s) <= 24 * 1024);
    scree_shape_destroy(s);
    scree_shape_destroy(soft);
}

// ---- the paper's counts ---------------------------------------------------------------------------------------------

static scree_shape *octagonal(double top)
{
    scree_vec3 p[16];
    for (int i = 0; i < 8; ++i) {
        double t = 0.7853981633974483 * i;
        p[i] = s3(cos(t), sin(t), -0.8);
        p[i + 8] = s3(top * cos(t), top * sin(t), 0.8);
    }
    return scree_polyhedron_create(p, 16, 0.0, NULL);
}

typedef struct mean_counts {
    double apart, contact, epa;
} mean_counts;

// Pairs at random, moved along their normal to an overlap of `depth` of the size; and pairs whose balls meet, apart.
static mean_counts count_steps(scree_random *r, const scree_shape *s, const scree_shape *t, double depth, long pairs)
{
    mean_counts m = { 0 };
    long apart = 0, contact = 0;
    double size = scree_pair_size(s, t);
    for (long k = 0; k < pairs; ++k) {
        scree_body a = { s, s3(0, 0, 0), random_rotation(r) }, b = { t, s3(0, 0, 0), random_rotation(r) };
        scree_vec3 d = random_direction(r);
        b.position = s3_scale(d, size * random_between(r, 0.4, 1.0));
        scree_contact c = query_epa(&a, &b);
        if (c.distance > 0.0) {
            ++apart;
            m.apart += counted.gjk_updates;
        }
        for (int i = 0; i < 8; ++i) {
            b.position = s3_sub(b.position, s3_scale(c.normal, c.distance + depth * size));
            c = query_epa(&a, &b);
        }
        if (c.distance >= 0.0) continue;
        ++contact;
        m.contact += counted.gjk_updates;
        m.epa += counted.epa_iterations;
    }
    m.apart /= (double)apart;
    m.contact /= (double)contact;
    m.epa /= (double)contact;
    return m;
}

// Table I: 3.5 to 4.1 updates apart, 5.2 to 6.9 in contact, 1.2 to 2.5 iterations of EPA.
static void check_counts(scree_random *r)
{
    const scree_vec3 p[5] = { { 1, 1, -0.5 }, { -1, 1, -0.5 }, { -1, -1, -0.5 }, { 1, -1, -0.5 }, { 0, 0, 1 } };
    scree_shape *s[4] = { scree_polyhedron_create(p, 5, 0.0, NULL), octagonal(1.0), octagonal(0.6),
                          scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL) };
    const char *const name[4] = { "P5-P5", "P16-P16", "F16-F16", "cubes" };
    const double depth[2] = { 0.01, 0.001 };
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 2; ++k) {
            mean_counts m = count_steps(r, s[i], s[i], depth[k], check_scaled(800) + 200);
            printf("%s at %g: GJK apart %.2f, in contact %.2f, EPA %.2f\n", name[i], depth[k], m.apart, m.contact,
                   m.epa);
            CHECK_MSG(m.apart > 1.0 && m.apart < 6.0, "%s: %g updates apart", name[i], m.apart);
            CHECK_MSG(m.contact > 4.0 && m.contact < 8.0, "%s: %g updates in contact", name[i], m.contact);
            CHECK_MSG(m.epa >= 1.0 && m.epa < 4.0, "%s: %g iterations of EPA", name[i], m.epa);
        }
        scree_shape_destroy(s[i]);
    }
}

int main(void)
{
    scree_random r = { 23 };
    check_cubes(&r);
    check_round(&r);
    check_callbacks(&r);
    check_flat(&r);
    check_oracle();
    check_round_classes();
    check_concentric();
    check_bounded(&r);
    check_counts(&r);
    return check_done();
}
