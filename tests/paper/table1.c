// descantes-2019, Table 1: the nine situations have the printed answers, and the methods that the paper finds right,
// and those that it finds wrong, are so on them.
#include "check.h"
#include "counted.h"
#include "oracle/distance.h"
#include "scenes/place.h"
#include "scenes/situations.h"
#include "scree/method.h"

// A normal that is off by more is another one; the exact methods are five orders of magnitude below, or one above.
static const double SAME_NORMAL = 1e-7;

typedef struct judged {
    scree_vec3 normal; // exact, to rounding
    double distance;
    double size;
} judged;

static oracle_hull *hull_of(const scree_shape *shape)
{
    enum { POINTS = 8 };
    scree_vec3 points[POINTS];
    int count = scree_shape_vertex_count(shape);
    if (!CHECK(count <= POINTS)) return NULL;
    for (int i = 0; i < count; ++i) points[i] = scree_shape_vertex(shape, i);
    return scree_oracle_hull(points, count, 3, 0.0);
}

// Half a unit of the last digit, and what the printed decimal loses by being a double.
static bool prints_as(quad exact, double printed, double digit)
{
    return q_abs(exact - (quad)printed) <= (quad)(0.5 * digit + DOUBLE_UNIT * fabs(printed));
}

static qvec edge_of(const scree_shape *shape, int i)
{
    int ends[2], faces[2];
    scree_shape_edge(shape, i, ends, faces);
    return q3_sub(q3_from(scree_shape_vertex(shape, ends[1])), q3_from(scree_shape_vertex(shape, ends[0])));
}

// The largest gap along a face's normal, or across two edges, whose direction is not the minimal one.
static double runner_up(const oracle_pair *pair, const scree_situation *s, qvec least)
{
    const scree_shape *shapes[2] = { s->a.shape, s->b.shape };
    double best = -INFINITY;
    for (int which = 0; which < 2; ++which) {
        for (int i = 0; i < scree_shape_face_count(shapes[which]); ++i) {
            qvec n = q3_unit(q3_from(scree_shape_face_normal(shapes[which], i)));
            if (which == 1) n = q3_neg(n);
            if (q3_norm(q3_sub(n, least)) > 1e-9) best = fmax(best, (double)scree_oracle_gap_along(pair, n));
        }
    }
    for (int i = 0; i < scree_shape_edge_count(shapes[0]); ++i) {
        for (int j = 0; j < 2 * scree_shape_edge_count(shapes[1]); ++j) {
            qvec n = q3_cross(edge_of(shapes[0], i), edge_of(shapes[1], j / 2));
            if (q3_norm(n) < 1e-9) continue;
            n = q3_scale(q3_unit(n), j % 2 ? -1 : 1);
            if (q3_norm(q3_sub(n, least)) > 1e-9) best = fmax(best, (double)scree_oracle_gap_along(pair, n));
        }
    }
    return best;
}

// The printed digits are the exact ones, and no other direction comes near.
static judged test_exact(const scree_situation *s)
{
    oracle_hull *a = hull_of(s->a.shape), *b = hull_of(s->b.shape);
    oracle_pair pair = { 0 };
    judged j = { .size = scree_pair_size(s->a.shape, s->b.shape) };
    if (CHECK(a != NULL && b != NULL && scree_oracle_place(&pair, a, &s->a, b, &s->b))) {
        oracle_answer x = scree_oracle_distance(&pair);
        CHECK_MSG(prints_as(x.distance, s->distance, s->last_digit), "%s: overlap %.17g, printed %.17g", s->figure,
                  (double)x.distance, s->distance);
        CHECK_MSG(prints_as(x.normal.x, s->normal.x, 1e-15), "%s: n_x %.17g", s->figure, (double)x.normal.x);
        CHECK_MSG(prints_as(x.normal.y, s->normal.y, 1e-15), "%s: n_y %.17g", s->figure, (double)x.normal.y);
        CHECK_MSG(prints_as(x.normal.z, s->normal.z, 1e-15), "%s: n_z %.17g", s->figure, (double)x.normal.z);
        double next = runner_up(&pair, s, x.normal);
        CHECK_MSG(next < 1.04 * (double)x.distance, "%s: another direction has %.17g", s->figure, next);
        j.distance = (double)x.distance;
        j.normal = s3((double)x.normal.x, (double)x.normal.y, (double)x.normal.z);
    }
    scree_oracle_pair_free(&pair);
    scree_oracle_hull_free(a);
    scree_oracle_hull_free(b);
    return j;
}

static scree_contact query(const scree_situation *s, const char *method)
{
    scree_query_options o = scree_query_defaults();
    scree_contact c = { 0 };
    o.method = scree_method_find(method);
    if (!CHECK_MSG(o.method != NULL, "no method %s", method)) return c;
    static double scratch[1 << 16];
    o.scratch = scratch;
    o.scratch_size = sizeof scratch;
    CHECK(scree_query_scratch(s->a.shape, s->b.shape) <= sizeof scratch);
    scree_status status = query_counted(&s->a, &s->b, &o, &c);
    CHECK_MSG(status == SCREE_OK || status == SCREE_NO_CONVERGENCE, "%s, %s: status %d", s->figure, method, status);
    CHECK_MSG(!counted.cut_short, "%s, %s: cut short", s->figure, method);
    return c;
}

static double off_normal(const scree_contact *c, const judged *j)
{
    scree_vec3 d = s3_sub(c->normal, j->normal);
    return fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
}

static void expect_right(const scree_situation *s, const judged *j, const char *method, double tolerance)
{
    scree_contact c = query(s, method);
    double length = fmax(1.0, j->size);
    CHECK_MSG(fabs(c.distance - j->distance) <= tolerance * length, "%s, %s: distance %.17g, exact %.17g", s->figure,
              method, c.distance, j->distance);
    CHECK_MSG(off_normal(&c, j) <= tolerance, "%s, %s: normal off by %.3g", s->figure, method, off_normal(&c, j));
    CHECK_MSG(c.lower <= j->distance && j->distance <= c.upper, "%s, %s: interval", s->figure, method);
}

// Another normal, and the interval says so.
static scree_contact expect_wrong(const scree_situation *s, const judged *j, const char *method)
{
    scree_contact c = query(s, method);
    CHECK_MSG(off_normal(&c, j) > SAME_NORMAL, "%s, %s: right", s->figure, method);
    CHECK_MSG(c.lower <= j->distance && j->distance <= c.upper, "%s, %s: interval", s->figure, method);
    CHECK_MSG(c.status == SCREE_NO_CONVERGENCE, "%s, %s: claims to be right", s->figure, method);
    return c;
}

static void test_right_methods(const scree_situation *s, const judged *j)
{
    static const char *const exact[] = { "auto", "sat", "fcp-revised", "gjk-td", "gjk-epa" };
    for (size_t i = 0; i < sizeof exact / sizeof *exact; ++i) expect_right(s, j, exact[i], 1e-14);
    expect_right(s, j, "cp-revised", 1e-8);
}

static void test_failures(const scree_situation s[SCREE_SITUATIONS], const judged j[SCREE_SITUATIONS])
{
    enum { FIG_2, FIG_4, FIG_5F, FIG_7, FIG_8A };
    scree_contact cp = expect_wrong(&s[FIG_2], &j[FIG_2], "cp");
    CHECK_MSG(cp.distance < 2.0 * j[FIG_2].distance, "Fig. 2: overlap %.3g by cp", -cp.distance);
    scree_contact fcp = expect_wrong(&s[FIG_4], &j[FIG_4], "fcp");
    CHECK_MSG(fcp.distance < 1.2 * j[FIG_4].distance, "Fig. 4: overlap %.3g by fcp", -fcp.distance);
    expect_right(&s[FIG_5F], &j[FIG_5F], "gjk-johnson", 1e-14);
    scree_contact buried = expect_wrong(&s[FIG_7], &j[FIG_7], "gjk-johnson");
    CHECK_MSG(buried.distance < 0.0 && buried.distance > 0.9 * j[FIG_7].distance, "Fig. 7: overlap %.3g by Johnson",
              -buried.distance);
    scree_contact none = expect_wrong(&s[FIG_8A], &j[FIG_8A], "gjk-johnson");
    CHECK_MSG(fabs(none.distance) <= 1e-14 * j[FIG_8A].size, "Fig. 8a: overlap %.3g by Johnson", -none.distance);
}

int main(void)
{
    scree_situation s[SCREE_SITUATIONS];
    judged j[SCREE_SITUATIONS];
    scree_error error;
    if (!CHECK(scree_situations_open(s, &error))) return check_done();
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        j[i] = test_exact(&s[i]);
        test_right_methods(&s[i], &j[i]);
    }
    test_failures(s, j);
    scree_situations_close(s);
    return check_done();
}
