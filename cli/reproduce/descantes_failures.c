// Figs. 2, 4 and 6 to 8 of descantes-2019: where the methods as first published go wrong, by the paper's drawings; here
// by what they answer.
#include <math.h>
#include <string.h>

#include "descantes.h"

enum { PUBLISHED = 3 };

static const char *const published[PUBLISHED] = { "cp", "fcp", "gjk-johnson" };

// Of the overlap. A common plane never ends nearer than the first; the second is rounding.
static const double right = 1e-7, exact_enough = 1e-13;
static const double degree = 57.29577951308232;

typedef enum claim { SAYS_NOTHING, SAYS_RIGHT, SAYS_WRONG, SAYS_NO_OVERLAP } claim;

/// What the paper says of a method in a situation.
static claim claim_of(const char *figure, const char *method)
{
    static const struct {
        const char *figure, *method;
        claim claim;
    } claims[] = {
        { "Fig. 2", "cp", SAYS_WRONG },
        { "Fig. 4", "fcp", SAYS_WRONG },
        { "Fig. 5f", "gjk-johnson", SAYS_RIGHT },
        { "Fig. 7", "gjk-johnson", SAYS_WRONG },
        { "Fig. 8a", "gjk-johnson", SAYS_NO_OVERLAP },
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; ++i)
        if (strcmp(claims[i].figure, figure) == 0 && strcmp(claims[i].method, method) == 0) return claims[i].claim;
    return SAYS_NOTHING;
}

static bool agrees(claim c, double off, double answered)
{
    if (c == SAYS_RIGHT) return off <= right;
    return c == SAYS_NO_OVERLAP ? fabs(answered) <= right : off > right;
}

/// Degrees between two unit vectors, also where it is few.
static double angle_between(scree_vec3 a, scree_vec3 b)
{
    scree_vec3 d = { a.x - b.x, a.y - b.y, a.z - b.z };
    double half = 0.5 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return 2.0 * asin(fmin(half, 1.0)) * degree;
}

static void add_row(const scree_situation *s, const char *method, bool first, figures *f)
{
    static const char *const words[] = { "-", "right", "wrong", "no overlap" };
    claim c = claim_of(s->figure, method);
    scree_contact exact, k;
    const char *name = first ? s->figure : "";
    if (!scree_descantes_query("auto", s, &exact) || !scree_descantes_query(method, s, &k)) {
        scree_figures_row(f, "%s\t%s\t%s\tnot available", name, method, words[c]);
        return;
    }
    char words_off[24];
    double off = fabs(k.distance - exact.distance) / fabs(exact.distance);
    const char *verdict =
        c == SAYS_NOTHING ? scree_figures_beyond(f) : scree_figures_verdict(f, agrees(c, off, k.distance));
    scree_figures_row(f, "%s\t%s\t%s\t%.9f\t%.9f\t%s\t%.2f\t%s", name, method, words[c], exact.distance, k.distance,
                      scree_descantes_percent(words_off, off <= exact_enough ? 0.0 : off),
                      angle_between(k.normal, exact.normal), verdict);
}

bool scree_descantes_failures(const scree_situation *situations, figures *f)
{
    scree_figures_section(f, "Figs. 2, 4 and 6 to 8: the methods as first published",
                          "The paper draws situations in which one start of the common plane (`cp`), the translation "
                          "of the fast common plane (`fcp`) and plain GJK with Johnson's sub-algorithm "
                          "(`gjk-johnson`) go wrong. Here is what they answer, with the exact overlap. Which "
                          "wrong answer GJK gives hangs on its first direction: these pairs were placed so that it "
                          "gives the paper's kind from centroid to centroid.");
    scree_figures_table(f, "Answers of the methods as published",
                        "situation\tmethod\tpaper\texact overlap\tanswered\toff by\tnormal off by, degrees\tverdict");
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        bool shown = false;
        for (int m = 0; m < PUBLISHED; ++m) shown |= claim_of(situations[i].figure, published[m]) != SAYS_NOTHING;
        for (int m = 0; shown && m < PUBLISHED; ++m) add_row(&situations[i], published[m], m == 0, f);
    }
    return true;
}
