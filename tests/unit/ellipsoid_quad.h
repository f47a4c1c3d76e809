// For tests of ellipsoid pairs: the contact function by bisection in quadruple precision, and pairs whose gap is known.
#ifndef SCREE_TESTS_ELLIPSOID_QUAD_H
#define SCREE_TESTS_ELLIPSOID_QUAD_H

#include "oracle/quad.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

typedef struct quad_matrix {
    qvec row[3];
} quad_matrix;

/// What a pair is, in numbers: shape matrices in world axes, and the way from A's centre to B's.
typedef struct quad_pair {
    quad_matrix a, b;
    qvec d;
} quad_pair;

/// The contact function and what belongs to it.
typedef struct quad_contact {
    quad value, lambda;
    qvec w;      ///< (lambda B + (1 - lambda) A)^-1 d
    qvec from_a; ///< from A's centre to the point where the scaled ellipsoids touch
} quad_contact;

static inline qvec quad_times(const quad_matrix *m, qvec v)
{
    return q3(q3_dot(m->row[0], v), q3_dot(m->row[1], v), q3_dot(m->row[2], v));
}

/// R diag(semi^2) R^T
static inline quad_matrix quad_shape_matrix(const qrot *r, scree_vec3 semi)
{
    const quad x = (quad)semi.x, y = (quad)semi.y, z = (quad)semi.z;
    quad_matrix m;
    for (int i = 0; i < 3; ++i) {
        qvec k = q3(r->row[i].x * x * x, r->row[i].y * y * y, r->row[i].z * z * z);
        m.row[i] = q3(q3_dot(k, r->row[0]), q3_dot(k, r->row[1]), q3_dot(k, r->row[2]));
    }
    return m;
}

static inline quad_pair quad_pair_make(scree_vec3 semi_a, const scree_body *a, scree_vec3 semi_b, const scree_body *b)
{
    const qrot rotation_a = qrot_of(a->orientation), rotation_b = qrot_of(b->orientation);
    quad_pair p = { .a = quad_shape_matrix(&rotation_a, semi_a), .b = quad_shape_matrix(&rotation_b, semi_b) };
    p.d = q3_sub(q3_from(b->position), q3_from(a->position));
    return p;
}

/// m x = v for a symmetric matrix.
static inline qvec quad_solve(const quad_matrix *m, qvec v)
{
    qvec x = m->row[0], y = m->row[1], z = m->row[2], yz = q3_cross(y, z);
    quad det = q3_dot(x, yz);
    return q3(q3_dot(v, yz) / det, q3_dot(v, q3_cross(z, x)) / det, q3_dot(v, q3_cross(x, y)) / det);
}

static inline qvec quad_w(const quad_pair *p, quad lambda)
{
    quad_matrix s;
    for (int i = 0; i < 3; ++i) s.row[i] = q3_add_scaled(q3_scale(p->b.row[i], lambda), 1 - lambda, p->a.row[i]);
    return quad_solve(&s, p->d);
}

/// lambda (1 - lambda) d^T S^-1 d, as it is defined.
static inline quad quad_function_at(const quad_pair *p, quad lambda)
{
    return lambda * (1 - lambda) * q3_dot(p->d, quad_w(p, lambda));
}

/// The maximum over lambda, by bisecting the slope f_A - f_B.
static inline quad_contact quad_contact_function(const quad_pair *p)
{
    quad low = 0, high = 1;
    quad_contact c = { .lambda = (quad)0.5 };
    for (int i = 0; i < 110; ++i) {
        c.lambda = (low + high) / 2;
        c.w = quad_w(p, c.lambda);
        quad in_a = (1 - c.lambda) * (1 - c.lambda) * q3_dot(c.w, quad_times(&p->a, c.w));
        quad in_b = c.lambda * c.lambda * q3_dot(c.w, quad_times(&p->b, c.w));
        if (in_a > in_b)
            low = c.lambda;
        else
            high = c.lambda;
    }
    c.value = quad_function_at(p, c.lambda);
    c.from_a = q3_scale(quad_times(&p->a, c.w), 1 - c.lambda);
    return c;
}

/// Semi-axes between 1 and `aspect` or its inverse, one of them 1 / aspect or aspect itself where the draw says so.
static inline scree_vec3 random_semi_axes(scree_random *r, double aspect)
{
    double decades = log10(aspect);
    switch (random_below(r, 4)) {
    case 0: // any three
        return s3(random_decade(r, -decades / 2, decades / 2), random_decade(r, -decades / 2, decades / 2),
                  random_decade(r, -decades / 2, decades / 2));
    case 1: { // a spheroid
        return s3(1.0, 1.0, random_decade(r, -decades, decades));
    }
    case 2: // the extremes
        return random_below(r, 2) == 0 ? s3(1.0, random_decade(r, -decades, 0.0), 1.0 / aspect) : s3(1.0, 1.0, aspect);
    default: // nearly a sphere
        return s3(1.0, random_between(r, 0.5, 2.0), random_between(r, 0.5, 2.0));
    }
}

/// The farthest point along n, from the centre, and how far that is.
static inline qvec quad_support(const quad_matrix *m, qvec n)
{
    qvec v = quad_times(m, n);
    return q3_scale(v, 1 / q_sqrt(q3_dot(n, v)));
}

/// Rotates both bodies at random and puts B so that its signed gap from A along a common normal is `gap`, to a rounding
/// of its position: the distance itself where gap > 0, and for small overlaps the depth to the first order. The normal
/// is one of A's, drawn half of the time over directions and half over A's surface. Gaps reach from there to B's far
/// side.
static inline void random_touching_pair(scree_random *r, scree_vec3 semi_a, scree_vec3 semi_b, double gap,
                                        scree_body *a, scree_body *b)
{
    a->orientation = random_rotation(r);
    b->orientation = random_rotation(r);
    scree_vec3 n = random_direction(r);
    if (random_below(r, 2) == 0) n = quat_rotate(a->orientation, s3(n.x / semi_a.x, n.y / semi_a.y, n.z / semi_a.z));
    quad_pair p = quad_pair_make(semi_a, a, semi_b, b);
    qvec normal = q3_unit(q3_from(n));
    qvec d = q3_add(quad_support(&p.a, normal), quad_support(&p.b, normal));
    d = q3_add_scaled(d, (quad)gap, normal);
    a->position = s3(0, 0, 0);
    b->position = s3((double)d.x, (double)d.y, (double)d.z);
}

#endif
