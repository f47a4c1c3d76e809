// The report of a reproduction: paper and measurement side by side, with a verdict, as text while it runs and as one HTML
// page at the end. Independent of geometry and of any paper.
//
//   scree_figures_paper(f, "nezami-2006", "Shortest link method ...", "Nezami, Hashash, ... 2006");
//   scree_figures_section(f, "Fig. 13", "Nine pairs of polygons, no earlier plane known.");
//   scree_figures_table(f, "Speed-up over CP", "pair\tpaper: SLM\tmeasured\tverdict");
//   scree_figures_row(f, "%s\t%.1f\t%.1f\t%s", name, printed, measured, scree_figures_verdict(f, measured > 1.0));
//   scree_figures_chart(f, &chart);
#ifndef SCREE_CLI_FIGURES_H
#define SCREE_CLI_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct figures figures;

/// `echo`: text goes to standard output as it comes. NULL where memory ran out.
figures *scree_figures_create(bool echo);
void scree_figures_destroy(figures *f);

/// The page's own head, where it is not that of the papers. Strings that last.
void scree_figures_head(figures *f, const char *eyebrow, const char *title, const char *lead);

/// The head of the report: the machine, the version, the seed. Before the first paper.
void scree_figures_fact(figures *f, const char *name, const char *value, ...) __attribute__((format(printf, 3, 4)));
/// Prints what is still held back (a table is laid out when it is whole), and for each paper how many figures agree.
/// False where memory ran out.
bool scree_figures_end(figures *f);

/// Starts the part on one paper. `key` is that of docs/references.bib.
void scree_figures_paper(figures *f, const char *key, const char *title, const char *authors);
/// Where the paper at hand is to be found: a DOI, without "https://doi.org/".
void scree_figures_doi(figures *f, const char *doi);
void scree_figures_section(figures *f, const char *heading, const char *prose, ...)
    __attribute__((format(printf, 3, 4)));
/// A paragraph below what came last.
void scree_figures_note(figures *f, const char *prose, ...) __attribute__((format(printf, 2, 3)));

/// A table; the headings, and then the cells of each row, are parted by tabs. Columns that hold numbers are aligned
/// right.
void scree_figures_table(figures *f, const char *caption, const char *headings);
void scree_figures_row(figures *f, const char *cells, ...) __attribute__((format(printf, 2, 3)));

/// The word for a cell, counted. _verdict() is for figures of the paper ("agrees" or "differs"), _undecided() for those of
/// them where the difference is not above its error, _target() for what scree sets itself ("target met" or "target missed"),
/// _beyond() for figures that nobody has set.
const char *scree_figures_verdict(figures *f, bool agrees);
const char *scree_figures_undecided(figures *f);
const char *scree_figures_target(figures *f, bool met);
const char *scree_figures_beyond(figures *f);
/// How many figures agree with the papers, how many differ, and how many targets are missed, so far.
int scree_figures_agreeing(const figures *f);
int scree_figures_differing(const figures *f);
int scree_figures_missed(const figures *f);

typedef enum chart_kind { CHART_BARS, CHART_LINES, CHART_POINTS } chart_kind;

enum { CHART_SERIES = 16 };

/// Points: x and y; bars and lines over categories: `categories` and y. Values that are not finite are left out.
typedef struct chart {
    chart_kind kind;
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
    bool paper_marks;              ///< points in the marks of girault-2022: square, diamond, circle, triangle, ...
    const char *const *categories; ///< NULL: the series have x
    int category_count;
    int series_count;
    struct {
        const char *name;
        const double *x, *y; ///< copied
        const double *error; ///< half the length of a bar about y, copied; NaN: none; NULL: none at all
        bool line;           ///< a law or a fit: a line without marks
        int count;
    } series[CHART_SERIES];
} chart;

void scree_figures_chart(figures *f, const chart *c);

/// What a line of a drawing is part of.
typedef enum drawn_kind {
    DRAWN_A,
    DRAWN_B,
    DRAWN_A_HIDDEN, ///< edges behind their own body
    DRAWN_B_HIDDEN,
    DRAWN_RESULT, ///< a Minkowski difference, an entrance block
    DRAWN_NORMAL, ///< from point to point
    DRAWN_MARK,   ///< single points
    DRAWN_KINDS
} drawn_kind;

typedef struct drawn_line {
    drawn_kind kind;
    bool closed;
    int count;
    const double *x, *y; ///< copied
} drawn_line;

/// A line drawing with equal scales, y upwards, for the page alone; below it `listing`, if any, as it is (what was drawn,
/// in a form to copy).
void scree_figures_drawing(figures *f, const char *title, const drawn_line *lines, int count, const char *listing);

/// The listings of all drawings, a line each. False with errno.
bool scree_figures_write_listings(const figures *f, const char *path);
/// Each chart as an SVG file in the folder, which is there: the paper's key, from the second one on with a number. False with
/// errno.
bool scree_figures_write_charts(const figures *f, const char *folder);
/// The page, self-contained, into `path`: written whole or not at all. False with errno.
bool scree_figures_write_html(const figures *f, const char *path);

#endif
