// Line drawings as SVG, with equal scales and y upwards. The style sheet has the colours.
#include <math.h>

#include "model.h"
#include "text.h"

// The longer side of a drawing, in units of the SVG; a margin around it, and the size of a mark.
static const double drawn_size = 300.0, margin = 12.0, mark_size = 3.5;

static const char *const classes[DRAWN_KINDS] = {
    [DRAWN_A] = "a",         [DRAWN_B] = "b",           [DRAWN_A_HIDDEN] = "a hidden", [DRAWN_B_HIDDEN] = "b hidden",
    [DRAWN_RESULT] = "both", [DRAWN_NORMAL] = "normal", [DRAWN_MARK] = "mark",
};

// What the drawing covers, and what a unit of it is in units of the SVG.
typedef struct frame {
    double left, right, bottom, top, scale;
} frame;

static frame frame_of(const part *drawing)
{
    frame f = { INFINITY, -INFINITY, INFINITY, -INFINITY, 1.0 };
    for (int i = 0; i < drawing->line_count; ++i) {
        const drawn_line *l = &drawing->lines[i];
        for (int k = 0; k < l->count; ++k) {
            f.left = fmin(f.left, l->x[k]);
            f.right = fmax(f.right, l->x[k]);
            f.bottom = fmin(f.bottom, l->y[k]);
            f.top = fmax(f.top, l->y[k]);
        }
    }
    const double longest = fmax(f.right - f.left, f.top - f.bottom);
    if (longest > 0.0 && isfinite(longest)) f.scale = drawn_size / longest;
    return f;
}

static void add_place(const frame *f, double x, double y, text *t)
{
    scree_cli_text_printf(t, "%.2f,%.2f ", margin + f->scale * (x - f->left), margin + f->scale * (f->top - y));
}

static void add_marks(const frame *f, const drawn_line *l, text *t)
{
    for (int k = 0; k < l->count; ++k)
        scree_cli_text_printf(t, "<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\"/>\n", classes[l->kind],
                              margin + f->scale * (l->x[k] - f->left), margin + f->scale * (f->top - l->y[k]),
                              mark_size);
}

void scree_page_drawing(const part *drawing, text *t)
{
    const frame f = frame_of(drawing);
    if (!(f.right >= f.left && f.top >= f.bottom)) return; // nothing to draw
    scree_cli_text_printf(t, "<svg role=\"img\" viewBox=\"0 0 %.2f %.2f\">\n",
                          2.0 * margin + f.scale * (f.right - f.left), 2.0 * margin + f.scale * (f.top - f.bottom));
    for (int i = 0; i < drawing->line_count; ++i) {
        const drawn_line *l = &drawing->lines[i];
        if (l->kind == DRAWN_MARK) {
            add_marks(&f, l, t);
            continue;
        }
        scree_cli_text_printf(t, "<%s class=\"%s\" points=\"", l->closed ? "polygon" : "polyline", classes[l->kind]);
        for (int k = 0; k < l->count; ++k) add_place(&f, l->x[k], l->y[k], t);
        scree_cli_text_words(t, "\"/>\n");
    }
    scree_cli_text_words(t, "</svg>\n");
}
