// Ellipsoids in place of superquadrics that touch them.
//
// Idea        The ellipsoid of a superquadric's semi-axes lies inside it (exponents are 2 or more), so that an upper bound on the
//             signed distance of the ellipsoids is one for the superquadrics. Where an exponent is 2, or both are so near 2 that
//             the bodies hardly differ close to the axes, the ellipsoid touches its superquadric and the bound can be tight.
// Limits      Lower bounds do not carry over.
#include "solve/smooth/inner_cores.h"

#include "shape/superquadric_form.h"

// An exponent that differs from 2 by no more than rounding; and two that make little difference near the axes.
#define ALL_BUT_2 (2.0 + 1e-12)
#define NEARLY_2 (2.0 + 1e-3)

static bool touches_inner(const scree_shape *s)
{
    const double least = fmin(s->form->n1, s->form->n2), most = fmax(s->form->n1, s->form->n2);
    return s->core == SCREE_CORE_SUPERQUADRIC && (least <= ALL_BUT_2 || most <= NEARLY_2);
}

static const scree_shape *inner_of(const scree_shape *s, scree_inner_core *e)
{
    if (!touches_inner(s)) return s;
    e->shape = *s;
    e->form = *s->form;
    e->shape.form = &e->form;
    e->shape.core = SCREE_CORE_ELLIPSOID;
    e->form.n1 = e->form.n2 = 2.0;
    e->form.along = e->form.across = scree_exponent_make(2.0);
    e->shape.core_radius = v3_max_abs(s->form->semi_axes);
    return &e->shape;
}

bool scree_cores_of_inner(const scree_cores *c, scree_inner_core inner[2], scree_cores *out)
{
    *out = *c; // the size and the error of the given pair are at least those of the ellipsoids
    out->a = inner_of(c->a, &inner[0]);
    out->b = inner_of(c->b, &inner[1]);
    return out->a != c->a || out->b != c->b;
}
