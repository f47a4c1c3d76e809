// Charts as SVG files: for documents, where no script draws them. One size, on white, with error bars.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model.h"
#include "text.h"
#include "whole_file.h"

// Units of the SVG: the whole, and the field between the axes.
static const double full_width = 560.0;
static const double left = 64.0, right = 544.0, top = 38.0, bottom = 270.0;
static const double mark_size = 4.0, label_height = 5.0;
static const double legend_top = 332.0, legend_row = 17.0, legend_mark = 24.0;

enum { COLOURS = 6, MOST_TICKS = 40 };

static const char *const colours[COLOURS] = { "#1f5fa8", "#c2501c", "#1f7a4f", "#8a6a00", "#6a4fa3", "#57606a" };
static const char grey[] = "#8a929b";

typedef struct axis {
    bool log;
    double low, high;  // of the field; logarithms where `log`
    double from, till; // in units of the SVG
} axis;

// ------------------------------------------------------------------------------------------------------------ axes

static bool is_drawn(const axis *a, double value)
{
    return isfinite(value) && (!a->log || value > 0.0);
}

static double measure_of(const axis *a, double value)
{
    return a->log ? log10(value) : value;
}

static double place_on(const axis *a, double value)
{
    return a->from + (a->till - a->from) * (measure_of(a, value) - a->low) / (a->high - a->low);
}

static void reach(axis *a, double value)
{
    if (!is_drawn(a, value)) return;
    a->low = fmin(a->low, measure_of(a, value));
    a->high = fmax(a->high, measure_of(a, value));
}

// Some room beyond the points; what is not far from zero begins there.
static void widen(axis *a, bool from_zero)
{
    if (!(a->high >= a->low)) {
        a->low = 0.0;
        a->high = 1.0;
    }
    if (!a->log && from_zero && a->low > 0.0 && a->low < 0.5 * a->high) a->low = 0.0;
    double room = 0.06 * (a->high - a->low);
    if (room <= 0.0) room = a->high != 0.0 ? 0.1 * fabs(a->high) : 1.0;
    if (a->low != 0.0 || a->log) a->low -= room;
    a->high += room;
}

// Steps of 1, 2 or 5 times a power of ten, about six of them.
static int linear_ticks(const axis *a, double ticks[MOST_TICKS])
{
    const double rough = (a->high - a->low) / 6.0, power = pow(10.0, floor(log10(rough))), leading = rough / power;
    const double step = power * (leading < 1.5 ? 1.0 : leading < 3.5 ? 2.0 : leading < 7.5 ? 5.0 : 10.0);
    int count = 0;
    for (double k = ceil(a->low / step); k * step <= a->high && count < MOST_TICKS; k += 1.0) ticks[count++] = k * step;
    return count;
}

// Powers of ten; on short axes, twice and five times them too, and more on very short ones.
static int log_ticks(const axis *a, double ticks[MOST_TICKS])
{
    static const double all[] = { 1.0, 2.0, 5.0, 1.5, 3.0, 4.0, 6.0, 8.0 };
    const double span = a->high - a->low;
    const int each = span < 0.8 ? 8 : span < 2.5 ? 3 : 1;
    int count = 0;
    for (double k = floor(a->low); k <= a->high; k += 1.0)
        for (int i = 0; i < each && count < MOST_TICKS; ++i) {
            const double value = all[i] * pow(10.0, k), at = log10(value);
            if (at >= a->low && at <= a->high) ticks[count++] = value;
        }
    return count;
}

static int ticks_of(const axis *a, double ticks[MOST_TICKS])
{
    return a->log ? log_ticks(a, ticks) : linear_ticks(a, ticks);
}

// ----------------------------------------------------------------------------------------------------------- parts

static void add_words(text *t, double x, double y, const char *look, const char *words)
{
    scree_cli_text_printf(t, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, look);
    for (; *words != 0; ++words) {
        if (*words == '&')
            scree_cli_text_words(t, "&amp;");
        else if (*words == '<')
            scree_cli_text_words(t, "&lt;");
        else if (*words == '>')
            scree_cli_text_words(t, "&gt;");
        else
            scree_cli_text_add(t, words, 1);
    }
    scree_cli_text_words(t, "</text>\n");
}

static void add_line(text *t, double x1, double y1, double x2, double y2, const char *colour, double width)
{
    scree_cli_text_printf(
        t, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n", x1, y1, x2,
        y2, colour, width);
}

// A sum of steps that should be zero may be a rounding of one.
static void print_tick(char *number, size_t size, const axis *a, double tick)
{
    if (a->log && tick < 1e-3)
        snprintf(number, size, "%.0e", tick);
    else
        snprintf(number, size, "%g", fabs(tick) < 1e-9 * (a->high - a->low) ? 0.0 : tick);
}

static void add_axes(const chart *c, const axis *x, const axis *y, text *t)
{
    static const char rule[] = "#dfe3e8";
    double ticks[MOST_TICKS];
    char number[32], middle[64];
    const int across = c->categories != NULL ? 0 : ticks_of(x, ticks);
    for (int i = 0; i < across; ++i) {
        const double at = place_on(x, ticks[i]);
        print_tick(number, sizeof number, x, ticks[i]);
        add_line(t, at, top, at, bottom, rule, 1.0);
        add_words(t, at, bottom + 17.0, "text-anchor=\"middle\"", number);
    }
    for (int i = 0; i < c->category_count && c->categories != NULL; ++i)
        add_words(t, left + (right - left) * (i + 0.5) / c->category_count, bottom + 17.0, "text-anchor=\"middle\"",
                  c->categories[i]);
    const int up = ticks_of(y, ticks);
    for (int i = 0; i < up; ++i) {
        const double at = place_on(y, ticks[i]);
        print_tick(number, sizeof number, y, ticks[i]);
        add_line(t, left, at, right, at, rule, 1.0);
        add_words(t, left - 7.0, at + label_height, "text-anchor=\"end\"", number);
    }
    add_line(t, left, bottom, right, bottom, "#57606a", 1.2);
    add_line(t, left, top, left, bottom, "#57606a", 1.2);
    add_words(t, left, 22.0, "font-size=\"15\" font-weight=\"bold\"", c->title);
    add_words(t, 0.5 * (left + right), bottom + 38.0, "text-anchor=\"middle\"", c->x_label);
    snprintf(middle, sizeof middle, "text-anchor=\"middle\" transform=\"rotate(-90 16 %.1f)\"", 0.5 * (top + bottom));
    add_words(t, 16.0, 0.5 * (top + bottom), middle, c->y_label);
}

// What was published is grey; the others have a colour each. From the seventh on these come again, with open marks and dotted lines.
static bool is_published(const char *name)
{
    return strstr(name, "paper") != NULL || strstr(name, "published") != NULL || strstr(name, "experiment") != NULL;
}

// How many series before this one have a colour of their own.
static int coloured_before(const chart *c, int series)
{
    int before = 0;
    for (int i = 0; i < series; ++i) before += !is_published(c->series[i].name);
    return before;
}

static const char *colour_of(const chart *c, int series)
{
    return is_published(c->series[series].name) ? grey : colours[coloured_before(c, series) % COLOURS];
}

static bool is_open(const chart *c, int series)
{
    return !is_published(c->series[series].name) && coloured_before(c, series) >= COLOURS;
}

static void add_mark(text *t, int shape, double x, double y, const char *colour, bool open)
{
    const double r = mark_size;
    char look[96];
    snprintf(look, sizeof look, "fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"", open ? "#fff" : colour, colour,
             open ? "1.8" : "0");
    switch (shape % 3) {
    case 0:
        scree_cli_text_printf(t, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", x, y, r, look);
        return;
    case 1:
        scree_cli_text_printf(t, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n", x - r, y - r,
                              2.0 * r, 2.0 * r, look);
        return;
    default:
        scree_cli_text_printf(t, "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\" %s/>\n", x, y - r - 1.0, x + r + 1.0,
                              y + r, x - r - 1.0, y + r, look);
    }
}

static double error_at(const chart *c, int series, int i)
{
    const double e = c->series[series].error != NULL ? c->series[series].error[i] : (double)NAN;
    return isfinite(e) ? e : 0.0;
}

static void add_error(const axis *y, double at, double value, double error, text *t)
{
    const double cap = 3.5, high = place_on(y, value + error),
                 low = is_drawn(y, value - error) ? place_on(y, value - error) : y->from;
    if (error <= 0.0) return;
    add_line(t, at, high, at, low, "#24292f", 1.2);
    add_line(t, at - cap, high, at + cap, high, "#24292f", 1.2);
    add_line(t, at - cap, low, at + cap, low, "#24292f", 1.2);
}

// ---------------------------------------------------------------------------------------------------------- series

static double across_of(const chart *c, const axis *x, int series, int i)
{
    if (c->categories != NULL) return left + (right - left) * (i + 0.5) / c->category_count;
    return place_on(x, c->series[series].x[i]);
}

static bool has_point(const chart *c, const axis *x, const axis *y, int series, int i)
{
    return is_drawn(y, c->series[series].y[i]) && (c->categories != NULL || is_drawn(x, c->series[series].x[i]));
}

static void add_bars(const chart *c, const axis *y, int series, text *t)
{
    const double group = (right - left) / c->category_count, bar = 0.76 * group / c->series_count;
    for (int i = 0; i < c->series[series].count; ++i) {
        const double value = c->series[series].y[i];
        if (!is_drawn(y, value)) continue;
        const double at = left + group * (i + 0.12) + bar * series, tip = place_on(y, value);
        scree_cli_text_printf(t, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", at, tip,
                              0.92 * bar, y->from - tip, colour_of(c, series));
        add_error(y, at + 0.46 * bar, value, error_at(c, series, i), t);
    }
}

static void add_series(const chart *c, const axis *x, const axis *y, int series, text *t)
{
    const bool line = c->series[series].line;
    const char *colour = colour_of(c, series);
    if (line || c->kind == CHART_LINES) {
        scree_cli_text_words(t, "<polyline fill=\"none\" points=\"");
        for (int i = 0; i < c->series[series].count; ++i)
            if (has_point(c, x, y, series, i))
                scree_cli_text_printf(t, "%.1f,%.1f ", across_of(c, x, series, i), place_on(y, c->series[series].y[i]));
        scree_cli_text_printf(t, "\" stroke=\"%s\" stroke-width=\"1.8\"%s/>\n", colour,
                              line                 ? " stroke-dasharray=\"6 4\""
                              : is_open(c, series) ? " stroke-dasharray=\"2 3\""
                                                   : "");
    }
    for (int i = 0; i < c->series[series].count && !line; ++i) {
        if (!has_point(c, x, y, series, i)) continue;
        const double at = across_of(c, x, series, i), value = c->series[series].y[i];
        add_error(y, at, value, error_at(c, series, i), t);
        add_mark(t, series, at, place_on(y, value), colour, is_open(c, series));
    }
}

// Where the names of the series go, row by row; the number of rows.
static int lay_out(const chart *c, double across[CHART_SERIES], int line[CHART_SERIES])
{
    const double letter = 6.8; // its width, roughly
    double at = left;
    int rows = 0;
    for (int i = 0; i < c->series_count && c->series_count > 1; ++i) {
        const double width = legend_mark + letter * (double)strlen(c->series[i].name) + 10.0;
        if (rows == 0 || (at > left && at + width > right)) {
            at = left;
            ++rows;
        }
        across[i] = at;
        line[i] = rows - 1;
        at += width;
    }
    return rows;
}

static void add_legend(const chart *c, text *t)
{
    double across[CHART_SERIES];
    int line[CHART_SERIES];
    if (lay_out(c, across, line) == 0) return;
    for (int i = 0; i < c->series_count; ++i) {
        const double at = across[i], below = legend_top + legend_row * line[i], middle = below - label_height;
        if (c->series[i].line)
            add_line(t, at, middle, at + 14.0, middle, colour_of(c, i), 1.8);
        else
            add_mark(t, c->kind == CHART_BARS ? 1 : i, at + 7.0, middle, colour_of(c, i), is_open(c, i));
        add_words(t, at + legend_mark - 5.0, below, "", c->series[i].name);
    }
}

static void add_chart(const chart *c, text *t)
{
    axis x = { c->log_x, INFINITY, -INFINITY, left, right }, y = { c->log_y, INFINITY, -INFINITY, bottom, top };
    for (int s = 0; s < c->series_count; ++s)
        for (int i = 0; i < c->series[s].count; ++i) {
            const double value = c->series[s].y[i], error = error_at(c, s, i);
            if (c->categories == NULL) reach(&x, c->series[s].x[i]);
            reach(&y, value);
            reach(&y, value + error);
            reach(&y, value - error);
        }
    double across[CHART_SERIES];
    int line[CHART_SERIES];
    const double full_height = legend_top - legend_row + legend_row * lay_out(c, across, line) + 5.0;
    widen(&x, false);
    widen(&y, true);
    if (c->kind == CHART_BARS && !c->log_y) y.low = fmin(y.low, 0.0);
    scree_cli_text_printf(
        t,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
        "font-size=\"13\" fill=\"#24292f\" role=\"img\">\n<rect width=\"%.0f\" height=\"%.0f\" "
        "fill=\"#fff\"/>\n",
        full_width, full_height, full_width, full_height);
    add_axes(c, &x, &y, t);
    for (int s = 0; s < c->series_count; ++s) {
        if (c->kind == CHART_BARS)
            add_bars(c, &y, s, t);
        else
            add_series(c, &x, &y, s, t);
    }
    add_legend(c, t);
    scree_cli_text_words(t, "</svg>\n");
}

bool scree_figures_write_charts(const figures *f, const char *folder)
{
    const char *key = "";
    int number = 0;
    for (const part *p = f->parts; p != NULL; p = p->next) {
        if (p->kind == PART_PAPER) {
            key = p->key;
            number = 0;
        }
        if (p->kind != PART_CHART) continue;
        text path = { 0 }, t = { 0 };
        scree_cli_text_printf(&path, "%s/%s", folder, key);
        if (++number > 1) scree_cli_text_printf(&path, "-%d", number);
        scree_cli_text_add(&path, ".svg", sizeof ".svg");
        add_chart(&p->chart, &t);
        const bool whole = !path.failed && !t.failed && scree_whole_file_write(path.bytes, &t);
        if (path.failed || t.failed) errno = ENOMEM;
        scree_cli_text_free(&path);
        scree_cli_text_free(&t);
        if (!whole) return false;
    }
    return true;
}
