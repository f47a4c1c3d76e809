// The mass of a smooth body with three planes of symmetry, swept by a ball: a polynomial in the ball's radius, by
// Steiner.
#ifndef SCREE_SHAPE_MASS_SWEPT_H
#define SCREE_SHAPE_MASS_SWEPT_H

#include "scree/shape.h"

/// The factors of r^k in the volume and in the integrals of x^2, y^2 and z^2, for a body of unit size.
typedef struct scree_swept {
    double volume[4], second[3][6];
} scree_swept;

/// sum of c_k size^(degree - k) r^k
static inline double scree_swept_sum(const double *c, int degree, double size, double r)
{
    double sum = c[degree], power = 1.0;
    for (int k = degree - 1; k >= 0; --k) {
        power *= size;
        sum = sum * r + c[k] * power;
    }
    return sum;
}

/// For a body `size` times as large about the origin, and a ball of radius r.
static inline scree_mass scree_swept_mass(const scree_swept *m, double size, double r)
{
    double xx = scree_swept_sum(m->second[0], 5, size, r), yy = scree_swept_sum(m->second[1], 5, size, r);
    double zz = scree_swept_sum(m->second[2], 5, size, r);
    scree_mass mass = { scree_swept_sum(m->volume, 3, size, r), { 0, 0, 0 }, { yy + zz, xx + zz, xx + yy, 0, 0, 0 } };
    return mass;
}

#endif
