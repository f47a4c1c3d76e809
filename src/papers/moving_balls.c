// Moving Balls: balls rolled inside both ellipsoids until they face each other.
//
// Source      Lin, Han (2002); girault-2022, 2.1, Algorithm 1, the error control of Appendix F.
// Idea        At x_m on each surface sits the ball that touches it there from inside, of radius c_m^2 |grad f_m|, c_m
//             being the smallest semi-axis: it is contained in the ellipsoid. The segment between the balls' centres
//             leaves A and enters B at the next two points, which are closer to each other. When the segment is normal
//             to both surfaces, up to an angle that makes the distance right to eps_d, the points are found. If the
//             segment enters B before it leaves A, the two overlap.
// Departures  1. All is done about each ellipsoid's own axes, where the forms are diagonal. The new points are on the
//                segment, so the distance vector of the stopping test is the segment itself.
//             2. Line 8 is also tested for the first segment, that of the two centres.
//             3. If the interval of the answer is wider than eps_d all the same, the search goes on with half the
//                angle: (F.3) is derived for points whose line is parallel to the true one, and without rounding.
//             4. A bound on steps.
// Limits      Steps grow with the square of the aspect ratio, since the balls shrink so against the largest radius of
//             curvature. Overlapping ellipsoids: "distance = 0", an interval from the gap up to 0, no depth.
#include "papers/moving_balls.h"

#include "papers/quadrics.h"

// The paper needs up to some thousands; slender grains reach the bound.
enum { MOST_STEPS = 100000 };

// How often the angle is halved if the interval requires it: enough to get from any tolerance to rounding.
enum { MOST_RETRIES = 8 };

typedef struct balls {
    scree_vec3 x[2];      // the points, about their own axes
    scree_vec3 centre[2]; // of the balls that they came from
    scree_vec3 along[2];  // from A's ball to B's, along the axes of either
    double leaves_a;      // where on that segment, 0 to 1, A is left
    double enters_b;      // and B is entered
    int k;
    bool meet, cut_short;
} balls;

// Lines 2 and 7.
static void cut_segment(const scree_quadrics *q, balls *s)
{
    s->along[0] = v3_sub(scree_quadrics_place(q, 1, s->centre[1]), s->centre[0]);
    s->along[1] = scree_quadrics_direction(q, 1, s->along[0]);
    double back = scree_quadrics_ray(&q->of[1], s->centre[1], v3_neg(s->along[1]));
    s->leaves_a = scree_quadrics_ray(&q->of[0], s->centre[0], s->along[0]);
    s->enters_b = 1.0 - back;
    s->meet = !(s->leaves_a < s->enters_b); // line 8
    s->x[0] = v3_add_scaled(s->centre[0], s->leaves_a, s->along[0]);
    s->x[1] = v3_add_scaled(s->centre[1], -back, s->along[1]);
}

// (2.1) and (2.2): x - c^2 S x. Along the smallest axis that is 0.
static scree_vec3 ball_centre(const scree_own_quadric *e, scree_vec3 x)
{
    return v3_add_scaled(x, -(e->shortest * e->shortest), scree_quadrics_gradient(e, x));
}

static double local_sine2(const scree_quadrics *q, const balls *s, double eps_d)
{
    double least, most_a, most_b;
    scree_quadrics_radii(&q->of[0], s->x[0], &least, &most_a);
    scree_quadrics_radii(&q->of[1], s->x[1], &least, &most_b);
    return scree_quadrics_sine2(eps_d, most_a + most_b);
}

// (2.4)
static bool face(const scree_quadrics *q, const balls *s, double sine2)
{
    return scree_quadrics_faces(s->along[0], scree_quadrics_gradient(&q->of[0], s->x[0]), sine2) &&
           scree_quadrics_faces(v3_neg(s->along[1]), scree_quadrics_gradient(&q->of[1], s->x[1]), sine2);
}

// Lines 5 to 13.
static void roll(const scree_quadrics *q, balls *s, double eps_d, bool adaptive, int bound)
{
    double sine2 = scree_quadrics_sine2(eps_d, scree_quadrics_widest(&q->of[0]) + scree_quadrics_widest(&q->of[1]));
    for (;;) {
        scree_quadrics_trace(q, "moving-balls", s->k, s->x);
        if (s->meet || face(q, s, adaptive ? local_sine2(q, s, eps_d) : sine2)) return;
        s->cut_short = s->k == bound;
        if (s->cut_short) return;
        for (int m = 0; m < 2; ++m) s->centre[m] = ball_centre(&q->of[m], s->x[m]);
        cut_segment(q, s);
        ++s->k;
    }
}

// The middle of the part of the segment that is in both.
static scree_vec3 common_point(const balls *s)
{
    double from = fmax(0.0, s->enters_b), to = fmin(1.0, s->leaves_a);
    return from <= to ? v3_add_scaled(s->centre[0], 0.5 * (from + to), s->along[0]) : s->centre[0];
}

scree_status scree_moving_balls(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                scree_contact *out)
{
    scree_classic pair;
    scree_quadrics q;
    scree_quadrics_open(a, b, options, &pair, &q);
    const scree_ellipsoid_parameters *knobs = scree_quadrics_knobs(options);
    const bool adaptive = knobs != NULL && knobs->adaptive_angle;
    const int bound = options->max_iterations > 0 ? options->max_iterations : MOST_STEPS;
    double eps_d = scree_quadrics_error_bound(&q);
    balls s = { .k = 0 };
    cut_segment(&q, &s); // of the two centres, 0 about their own axes
    for (int retries = 0;; ++retries) {
        roll(&q, &s, eps_d, adaptive, bound);
        scree_finding found = { .iterations = s.k, .cut_short = s.cut_short };
        if (s.meet) return scree_quadrics_settle_overlap(&q, common_point(&s), s.along[0], &found, out);
        double distance = (s.enters_b - s.leaves_a) * v3_norm(s.along[0]);
        scree_status status = scree_quadrics_settle(&q, s.x, s.along[0], distance, &found, out);
        if (status == SCREE_OK || s.cut_short || retries == MOST_RETRIES) return status;
        eps_d *= 0.25;
    }
}
