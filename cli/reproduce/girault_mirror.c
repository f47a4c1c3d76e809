// See girault_mirror.h.
#include "girault_mirror.h"

#include <math.h>
#include <stdio.h>

#include "command.h"
#include "interrupt.h"
#include "scenes/place.h"

const double scree_mirror_distances[MIRROR_DISTANCES] = { 1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6 };

bool scree_mirror_open(mirror_case *c, double aspect, double scale, double distance)
{
    scree_error error = { .message = "out of memory" };
    *c = (mirror_case){ .diameter = scale };
    c->shape = scree_girault_spheroid(aspect, scale, &error);
    if (c->shape == NULL) {
        scree_cli_trouble(&scree_cli_reproduce, "girault-2022: %s", error.message);
        return false;
    }
    // Its axis is at 45 degrees to the mirror, which is x = 0: h is how far it reaches towards it.
    scree_vec3 s = scree_shape_semi_axes(c->shape);
    long double a2 = (long double)s.x * s.x, b2 = (long double)s.y * s.y, h = sqrtl(0.5L * (a2 + b2));
    double x = (double)(0.5L * distance * scale + h);
    c->a = scree_body_at(c->shape, s3(x, 0, 0));
    c->b = scree_body_at(c->shape, s3(-x, 0, 0));
    c->a.orientation = scree_quat_about_z(0.25 * 3.141592653589793);
    c->b.orientation = scree_quat_about_z(-0.25 * 3.141592653589793);
    c->distance = (double)(2.0L * (x - h));
    c->on_a = s3((double)(x - h), (double)(-0.5L * (a2 - b2) / h), 0);
    c->on_b = s3(-c->on_a.x, c->on_a.y, 0);
    const scree_vec3 axis = s3_unit(s3(-2.0 * x, -2.0 * s.y, -2.0 * s.y)); // v goes from B to A, the axis from A to B
    c->start = (scree_paper_cache){ .normal = axis, .filled = true };
    return true;
}

void scree_mirror_close(mirror_case *c)
{
    scree_shape_destroy(c->shape);
}

mirror_answer scree_mirror_query(const mirror_case *c, int method, const scree_query_options *options)
{
    mirror_answer answer = { .distance = NAN, .point = NAN };
    scree_query_options o = *options;
    scree_paper_cache start = c->start;
    scree_paper paper = { .ellipsoids = options->paper != NULL ? options->paper->ellipsoids : NULL };
    scree_contact k;
    scree_counts n;
    if (method == GJK) paper.cache = &start;
    o.paper = &paper;
    answer.available = scree_study_query_counted(&c->a, &c->b, &o, &k, &n);
    if (!answer.available) return answer;
    answer.converged = !n.cut_short;
    answer.iterations = k.iterations;
    if (!answer.converged) return answer;
    scree_vec3 at_a = s3_sub(k.point_a, c->on_a), at_b = s3_sub(k.point_b, c->on_b);
    answer.distance = fabs(k.distance - c->distance) / c->diameter;
    answer.point = sqrt(fmax(s3_dot(at_a, at_a), s3_dot(at_b, at_b))) / c->diameter;
    return answer;
}

// --------------------------------------------------------------------------------------------------------- sweeps

static mirror_answer query_with(const mirror_case *c, int method, const mirror_setting *with)
{
    // auto has one accuracy, its own.
    scree_query_options options = scree_girault_question(method, method == AUTO ? -1.0 : with->accuracy * c->diameter);
    scree_ellipsoid_parameters parameters = scree_ellipsoid_parameters_defaults();
    parameters.penalty = with->penalty * c->diameter * c->diameter;
    parameters.penalty_stop = with->stop * c->diameter;
    const scree_paper paper = { .ellipsoids = &parameters };
    options.paper = &paper;
    return scree_mirror_query(c, method, &options);
}

static void note_answer(mirror_curves *out, int v, int i, double accuracy, const mirror_answer *answer)
{
    out->available &= answer->available;
    out->asked += 1;
    out->unconverged += !answer->converged;
    out->converged_of[v] += answer->converged;
    if (answer->iterations > out->steps_of[v]) out->steps_of[v] = answer->iterations;
    out->distance[v][i] = answer->distance;
    out->point[v][i] = answer->point;
    out->worst = fmax(out->worst, answer->distance / accuracy);
    out->worst_point = fmax(out->worst_point, answer->point);
    out->spread = fmax(out->spread, fabs(answer->distance - out->distance[0][i]) / accuracy);
}

bool scree_mirror_sweep(int method, const mirror_sweep *sweep, mirror_curves *out)
{
    *out = (mirror_curves){ .available = true };
    for (int v = 0; v < sweep->count; ++v) {
        const mirror_setting *with = &sweep->values[v];
        for (int i = 0; i < MIRROR_DISTANCES; ++i) {
            mirror_case c;
            if (scree_cli_interrupted()) return false;
            if (!scree_mirror_open(&c, with->aspect, with->scale, scree_mirror_distances[i])) return false;
            mirror_answer answer = query_with(&c, method, with);
            scree_mirror_close(&c);
            note_answer(out, v, i, with->accuracy, &answer);
        }
    }
    return true;
}

// An error of 0 has no place on a logarithmic axis: it is drawn below a rounding.
// `stated`: the eps_d of each curve, once for each value, as lines; the paper draws the errors against them.
static void plot(figures *f, const char *title, const char *y_label, const mirror_sweep *sweep,
                 const double errors[MIRROR_CURVES][MIRROR_DISTANCES], bool stated)
{
    double y[MIRROR_CURVES][MIRROR_DISTANCES], level[MIRROR_CURVES][MIRROR_DISTANCES];
    char names[MIRROR_CURVES][32];
    chart c = { .kind = CHART_LINES, .title = title, .log_x = true, .log_y = true, .paper_marks = true };
    c.x_label = "d*/Deq";
    c.y_label = y_label;
    for (int v = 0; v < sweep->count; ++v) {
        for (int i = 0; i < MIRROR_DISTANCES; ++i) y[v][i] = errors[v][i] == 0.0 ? 1e-17 : errors[v][i];
        c.series[v].name = sweep->values[v].name;
        c.series[v].x = scree_mirror_distances;
        c.series[v].y = y[v];
        c.series[v].count = MIRROR_DISTANCES;
    }
    c.series_count = sweep->count;
    for (int v = 0; v < sweep->count && stated; ++v) {
        const double eps = sweep->values[v].accuracy;
        if (v > 0 && eps == sweep->values[v - 1].accuracy) continue;
        for (int i = 0; i < MIRROR_DISTANCES; ++i) level[v][i] = eps;
        snprintf(names[v], sizeof names[v], "paper: eps_d = %g Deq", eps);
        c.series[c.series_count].name = names[v];
        c.series[c.series_count].x = scree_mirror_distances;
        c.series[c.series_count].y = level[v];
        c.series[c.series_count++].count = MIRROR_DISTANCES;
    }
    scree_figures_chart(f, &c);
}

void scree_mirror_plot(figures *f, const char *title, const mirror_sweep *sweep, const mirror_curves *curves,
                       bool stated)
{
    plot(f, title, "error of the distance / Deq", sweep, curves->distance, stated);
    plot(f, title, "error of the points / Deq", sweep, curves->point, false);
}
