// The papers' GJK with either sub-algorithm: separated bodies against closed forms and the oracle, its bounds and ends,
// and what it makes of overlapping bodies, right or wrong as in Figs. 5 to 8 of descantes-2019.
#include "papers/classic_gjk.h"

#include <string.h>

#include "counted.h"
#include "judged.h"
#include "papers/johnson.h"
#include "papers/signed_volumes.h"
#include "scenes/situations.h"
#include "scree/scree.h"
#include "smooth.h"

static const char *const methods[2] = { "gjk-johnson", "gjk-signed-volumes" };

static scree_contact query(int method, const scree_body *a, const scree_body *b)
{
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find(methods[method]);
    scree_contact c;
    scree_status status = query_counted(a, b, &o, &c);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "%s: %s", methods[method],
              scree_status_name(status));
    CHECK(c.lower <= c.distance && c.distance <= c.upper);
    CHECK(counted.gjk_updates > 0 && counted.epa_iterations == 0);
    return c;
}

// ---- closed forms --------------------------------------------------------------------------------------------------

typedef struct known {
    const char *what;
    scree_shape *a, *b;
    scree_vec3 at; // of B
    double distance;
    scree_vec3 normal;
} known;

// Everything moved, rotated and scaled by `scale`; the shapes come scaled.
static void check_known(const known *k, double scale, scree_random *r, bool planar)
{
    double angle = random_between(r, -3, 3);
    scree_quat rotation = planar ? quat_about(s3(0, 0, 1), angle) : random_rotation(r);
    scree_vec3 away = s3_scale(random_direction(r), 3 * scale);
    if (planar) away.z = 0.0;
    scree_body a = { k->a, away, rotation },
               b = { k->b, s3_add(away, quat_rotate(rotation, s3_scale(k->at, scale))), rotation };
    scree_vec3 n = quat_rotate(rotation, k->normal);
    double size = scree_pair_size(k->a, k->b) + scale * fabs(k->distance);
    for (int m = 0; m < 2; ++m) {
        scree_contact c = query(m, &a, &b);
        CHECK_MSG(fabs(c.distance - scale * k->distance) <= 1e-12 * size, "%s by %s: %.17g", k->what, methods[m],
                  c.distance / scale);
        CHECK_MSG(c.status == SCREE_OK && !counted.cut_short, "%s by %s: [%.3g, %.3g]", k->what, methods[m],
                  c.lower / scale - k->distance, c.upper / scale - k->distance);
        CHECK_MSG(s3_dot(c.normal, n) > 1 - 1e-9, "%s by %s: normal", k->what, methods[m]);
        scree_contact back = query(m, &b, &a);
        CHECK_NEAR(back.distance, c.distance, 1e-12 * size);
        CHECK(s3_dot(back.normal, c.normal) < -1 + 1e-9);
    }
}

static void check_closed_forms(scree_random *r)
{
    static const double scales[] = { 1.0, 1e-9, 1e9, 1e-50, 1e50 };
    for (int i = 0; i < 5; ++i) {
        double s = scales[i], third = sqrt(1.0 / 3), half = sqrt(0.5);
        scree_shape *cube = scree_box_create(s3(s, s, s), 0.0, NULL), *bead = scree_sphere_create(s, 0.0, NULL);
        scree_shape *soft = scree_box_create(s3(s, s, s), 0.5 * s, NULL),
                    *pill = scree_capsule_create(0.5 * s, s, 0.0, NULL);
        const known solids[] = {
            { "faces", cube, cube, { 3, 0.5, 0.25 }, 1, { 1, 0, 0 } },
            { "edges", cube, cube, { 3, 3, 0.25 }, sqrt(2), { half, half, 0 } },
            { "corners", cube, cube, { 3, 3, 3 }, sqrt(3), { third, third, third } },
            { "spheres", bead, bead, { 2, 1, 2 }, 1, { 2.0 / 3, 1.0 / 3, 2.0 / 3 } },
            { "sphere over face", cube, bead, { 0.5, 0.25, 2.5 }, 0.5, { 0, 0, 1 } },
            { "rounded faces", cube, soft, { -0.5, 3, 0.25 }, 0.5, { 0, 1, 0 } },
            { "capsules across", pill, pill, { 2, 0, 0 }, 1, { 1, 0, 0 } },
            { "capsule on a corner", cube, pill, { 2, 2, 3 }, sqrt(3) - 0.5, { third, third, third } },
        };
        for (int k = 0; k < 8; ++k) check_known(&solids[k], s, r, false);
        const scree_vec3 square[4] = { { -s, -s, 0 }, { s, -s, 0 }, { s, s, 0 }, { -s, s, 0 } };
        scree_shape *tile = scree_polygon_create(square, 4, 0.0, NULL), *coin = scree_disc_create(s, 0.0, NULL);
        const known flats[] = {
            { "sides", tile, tile, { 3, 0.5, 0 }, 1, { 1, 0, 0 } },
            { "flat corners", tile, tile, { -3, 3, 0 }, sqrt(2), { -half, half, 0 } },
            { "discs", coin, coin, { 3, 4, 0 }, 3, { 0.6, 0.8, 0 } },
            { "disc by side", tile, coin, { 0.5, -3, 0 }, 1, { 0, -1, 0 } },
        };
        for (int k = 0; k < 4; ++k) check_known(&flats[k], s, r, true);
        scree_shape *all[] = { cube, bead, soft, pill, tile, coin };
        for (int k = 0; k < 6; ++k) scree_shape_destroy(all[k]);
    }
}

// ---- random hulls, against the oracle ------------------------------------------------------------------------------

typedef struct tally {
    long apart, apart_ok, deep, deep_right, deep_ok;
} tally;

static void check_answer_of(const judged *j, int m, tally *t)
{
    scree_contact c = query(m, &j->a, &j->b);
    double size = scree_pair_size(j->a.shape, j->b.shape) + fabs(j->distance);
    CHECK_MSG(c.lower <= j->distance + 1e-16 * size && j->distance - 1e-16 * size <= c.upper,
              "%s: %.17g is not in [%.17g, %.17g]", methods[m], j->distance, c.lower, c.upper);
    double off = c.distance - j->distance;
    if (j->distance > 1e-4 * size) {
        CHECK_MSG(fabs(off) <= 64 * 0x1p-53 * size, "%s: %.17g for %.17g", methods[m], c.distance, j->distance);
        ++t->apart;
        t->apart_ok += c.status == SCREE_OK;
    } else if (j->distance < -1e-4 * size) {
        // A tetrahedron of M bounds the depth from below, so an answer that is wrong is too shallow.
        CHECK_MSG(off >= -1e-13 * size && c.distance <= 0.0, "%s: %.17g for %.17g", methods[m], c.distance,
                  j->distance);
        bool right = off <= 1e-10 * size;
        CHECK(c.status != SCREE_OK || right);
        ++t->deep;
        t->deep_right += right;
        t->deep_ok += c.status == SCREE_OK;
    }
}

static void check_random_hulls(scree_random *r)
{
    tally t[2] = { { 0 }, { 0 } };
    for (long i = 0, count = check_scaled(2500); i < count; ++i) {
        judged j;
        if (!judged_place(&j, judged_random(r, 20), judged_random(r, 20), random_pose(r, 1.0), random_pose(r, 1.2)))
            return;
        for (int m = 0; m < 2; ++m) check_answer_of(&j, m, &t[m]);
        judged_free(&j);
    }
    for (int m = 0; m < 2; ++m) {
        printf("%s: %ld apart, %ld ok; %ld overlapping, %ld right, %ld ok\n", methods[m], t[m].apart, t[m].apart_ok,
               t[m].deep, t[m].deep_right, t[m].deep_ok);
        CHECK(t[m].apart_ok >= t[m].apart - t[m].apart / 500);
        CHECK(t[m].deep_ok >= t[m].deep_right - t[m].deep / 200);
        // The nearest face of the last tetrahedron is seldom one of M.
        if (t[m].deep > 500) CHECK(t[m].deep_right > t[m].deep / 500 && t[m].deep_right < t[m].deep / 20);
    }
}

// ---- shapes that are no polytopes ----------------------------------------------------------------------------------

static void check_smooth(scree_random *r)
{
    long apart = 0, ok[2] = { 0, 0 };
    for (long i = 0, count = check_scaled(150); i < count; ++i) {
        static const form_kind kinds[4] = { FORM_ELLIPSOID, FORM_CYLINDER, FORM_CONE, FORM_BLOCK };
        form f[2];
        for (int k = 0; k < 2; ++k)
            f[k] = (form){ kinds[random_below(r, 4)],
                           s3(random_between(r, 0.2, 1), random_between(r, 0.2, 1), random_between(r, 0.2, 1)),
                           s3(0, 0, 0) };
        scree_shape *a = form_shape(&f[0], 0.0), *b = form_shape(&f[1], 0.0);
        two_bodies d = { { .form = &f[0] }, { .form = &f[1] }, random_pose(r, 1.0), random_pose(r, 4.0) };
        d.body_a.shape = a;
        d.body_b.shape = b;
        for (int m = 0; m < 2; ++m) {
            scree_contact c = query(m, &d.body_a, &d.body_b);
            real truth = two_bodies_distance_near(&d, c.normal, 100, false, r);
            check_interval(&d, &c, truth, methods[m]);
            if (truth < 0.05L) continue;
            apart += m == 0;
            ok[m] += c.status == SCREE_OK;
            CHECK_MSG(fabsl(c.distance - truth) <= 1e-7L, "%s: %.17g for %.17Lg", methods[m], c.distance, truth);
        }
        scree_shape_destroy(a);
        scree_shape_destroy(b);
    }
    printf("smooth: %ld apart, %ld and %ld ok\n", apart, ok[0], ok[1]);
    for (int m = 0; m < 2 && apart > 50; ++m) CHECK(ok[m] >= apart - apart / 6);
}

// ---- Figs. 5 to 8 --------------------------------------------------------------------------------------------------

// Plain GJK is right in Fig. 5f; one shift of B, and the nearest face of its tetrahedron is not on M (Fig. 7); another,
// and the origin lies on a face of the tetrahedron (Fig. 8a). Moved only, and exactly: edges that are parallel have two
// support points, and if rounding chooses the other one, GJK comes to another tetrahedron.
static void check_figures(scree_random *r)
{
    scree_situation all[SCREE_SITUATIONS];
    if (!CHECK(scree_situations_open(all, NULL))) return;
    for (int moved = 0; moved < 8; ++moved) {
        scree_vec3 away = s3(random_below(r, 9) - 4, random_below(r, 9) - 4, random_below(r, 9) - 4);
        for (int i = 0; i < SCREE_SITUATIONS; ++i) {
            scree_situation *s = &all[i];
            bool right = strcmp(s->figure, "Fig. 5f") == 0, wrong = strcmp(s->figure, "Fig. 7") == 0;
            bool zero = strcmp(s->figure, "Fig. 8a") == 0;
            if (!right && !wrong && !zero) continue;
            scree_body a = scree_body_at(s->a.shape, s3_add(s->a.position, away));
            scree_body b = scree_body_at(s->b.shape, s3_add(s->b.position, away));
            for (int m = 0; m < 2; ++m) {
                scree_contact c = query(m, &a, &b);
                CHECK(c.lower <= s->distance + s->last_digit && s->distance - s->last_digit <= c.upper);
                if (right) CHECK_NEAR(c.distance, s->distance, 1e-14);
                if (right) CHECK(c.status == SCREE_OK && s3_dot(c.normal, s->normal) > 1 - 1e-14);
                if (wrong) CHECK(c.distance > 0.5 * s->distance && c.distance < -0.01);
                if (zero) CHECK_NEAR(c.distance, 0.0, 1e-14);
                if (!right) CHECK(c.status == SCREE_NO_CONVERGENCE);
            }
        }
    }
    scree_situations_close(all);
}

// ---- the loop itself -----------------------------------------------------------------------------------------------

typedef struct diary {
    int steps;
    double lower, truth, slack;
} diary;

static void on_step(void *user, const scree_trace_step *step)
{
    diary *d = user;
    CHECK(step->lower >= d->lower && step->lower <= d->truth + d->slack && step->upper >= d->truth - d->slack);
    CHECK(step->simplex_size >= 0 && step->simplex_size <= 4 && step->phase[0] == 'g');
    CHECK_NEAR(s3_dot(step->direction, step->direction), 1.0, 1e-14);
    d->lower = step->lower;
    ++d->steps;
}

static void check_loop(scree_random *r)
{
    judged j;
    if (!judged_place(&j, judged_random(r, 16), judged_random(r, 16), random_pose(r, 1.0), random_pose(r, 1.5))) return;
    diary d = { .lower = -INFINITY, .truth = j.distance, .slack = 1e-15 };
    scree_query_options q = scree_query_defaults();
    q.trace = on_step;
    q.trace_user = &d;
    unsigned char scratch[64];
    q.scratch = scratch;
    scree_classic p;
    scree_classic_open(&j.a, &j.b, &q, true, &p);
    scree_johnson state = { .used = 0 };
    scree_classic_gjk_options o = { .start = scree_classic_direction(&p), .max_updates = 200 };
    o.subalgorithm = random_below(r, 2) == 0 ? (scree_subalgorithm){ scree_johnson_nearest, &state }
                                             : (scree_subalgorithm){ scree_signed_volumes_nearest, NULL };
    o.tolerance = random_decade(r, -12, -1);
    scree_classic_gjk_result g;
    scree_classic_gjk(&p.task, &o, &g);
    CHECK(d.steps == g.iterations + g.holds_origin && g.updates <= g.iterations && !g.cut_short);
    CHECK(g.lower <= j.distance + p.cores.error && g.upper >= fmax(j.distance, 0.0) - p.cores.error);
    CHECK_NEAR(scree_cores_gap(&p.cores, g.axis, NULL), g.lower, p.cores.error);
    // (2.17), the one promise of the search: the error is within the tolerance.
    if (j.distance > 1e-3) CHECK(!g.holds_origin && g.length - g.lower <= fmax(o.tolerance, 1e-12));
    if (j.distance > 1e-3) CHECK(fabs(g.length - j.distance) <= fmax(o.tolerance, 1e-12));
    if (j.distance < -1e-3) CHECK(g.holds_origin && g.simplex.count == 4);
    // Cut short, by the loop's own bound and by the query's, the bounds are true all the same.
    o.max_updates = q.max_iterations = 1 + random_below(r, 3);
    q.trace = NULL;
    q.scratch = NULL;
    scree_classic_gjk(&p.task, &o, &g);
    CHECK(g.updates <= o.max_updates && g.lower <= j.distance + p.cores.error);
    for (int m = 0; m < 2; ++m) {
        scree_contact c;
        q.method = scree_method_find(methods[m]);
        CHECK(query_counted(&j.a, &j.b, &q, &c) <= SCREE_NO_CONVERGENCE && counted.gjk_updates <= q.max_iterations);
        CHECK(c.lower <= j.distance + 1e-15 && j.distance - 1e-15 <= c.upper);
        bool stopped = counted.gjk_updates == q.max_iterations && c.status != SCREE_OK && j.distance > 1e-3;
        if (stopped) CHECK(counted.cut_short);
        if (counted.cut_short) CHECK(counted.gjk_updates == q.max_iterations);
    }
    judged_free(&j);
}

// Coincident, concentric and touching bodies: no hang, no NaN, a true interval.
static void check_degenerate(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0.0, NULL), *bead = scree_sphere_create(1.0, 0.0, NULL);
    scree_shape *pill = scree_capsule_create(0.5, 1.0, 0.0, NULL),
                *mote = scree_box_create(s3(1e-6, 1e-6, 1e-6), 0.0, NULL);
    const known pairs[] = {
        { "the same cube", cube, cube, { 0, 0, 0 }, -2, { 0, 0, 0 } },
        { "the same sphere", bead, bead, { 0, 0, 0 }, -2, { 0, 0, 0 } },
        { "the same capsule", pill, pill, { 0, 0, 0 }, -1, { 0, 0, 0 } },
        { "sphere in cube", cube, bead, { 0, 0, 0 }, -2, { 0, 0, 0 } },
        { "mote in cube", cube, mote, { 0.5, 0, 0 }, -0.500001, { 0, 0, 0 } },
        { "faces that touch", cube, cube, { 2, 0.5, 0.5 }, 0, { 0, 0, 0 } },
        { "edges that touch", cube, cube, { 2, 2, 0.5 }, 0, { 0, 0, 0 } },
        { "corners that touch", cube, cube, { 2, 2, 2 }, 0, { 0, 0, 0 } },
        { "spheres that touch", bead, bead, { 0, 2, 0 }, 0, { 0, 0, 0 } },
    };
    for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); ++i) {
        scree_body a = scree_body_at(pairs[i].a, s3(0, 0, 0)), b = scree_body_at(pairs[i].b, pairs[i].at);
        for (int m = 0; m < 2; ++m) {
            scree_contact c = query(m, &a, &b);
            CHECK_MSG(c.lower <= pairs[i].distance && pairs[i].distance <= c.upper, "%s by %s: [%.17g, %.17g]",
                      pairs[i].what, methods[m], c.lower, c.upper);
            CHECK_NEAR(s3_dot(c.normal, c.normal), 1.0, 1e-15);
            if (pairs[i].distance == 0.0) CHECK_NEAR(c.distance, 0.0, 1e-14);
        }
    }
    scree_shape *all[] = { cube, bead, pill, mote };
    for (int k = 0; k < 4; ++k) scree_shape_destroy(all[k]);
}

int main(void)
{
    scree_random r = random_stream(3, 0, 0);
    check_closed_forms(&r);
    check_degenerate();
    check_figures(&r);
    check_random_hulls(&r);
    check_smooth(&r);
    for (long i = 0, count = check_scaled(1200); i < count; ++i) check_loop(&r);
    return check_done();
}
