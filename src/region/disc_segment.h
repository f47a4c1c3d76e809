// Integrals over the part of a unit disc beyond a chord, accurate even if it is thin; and a Gauss rule.
#ifndef SCREE_REGION_DISC_SEGMENT_H
#define SCREE_REGION_DISC_SEGMENT_H

#include "math/vec3.h"

#define SCREE_PI 3.14159265358979323846

enum { SCREE_SEGMENT_TERMS = 17, SCREE_GAUSS_HALF = 6 };

/// Of the points of the unit disc with x > 1 - y, y from 0 to 1: the area over y^(3/2), and the integral of x - (1 - y)
/// over y^(5/2), as polynomials in y. Interpolated at Chebyshev's points with 60 digits; right to 1e-16.
static const double scree_segment_area[SCREE_SEGMENT_TERMS] = {
    1.8856180831641267,     -0.28284271247458636,    -0.025253813616927314,   -0.0049104636404478515,
    -0.0012555186327856372, -0.00037179810461207243, -0.00012106231330925941, -4.0700692029163145e-5,
    -1.9838841081016537e-5, 7.3249252996533751e-6,   -2.9501306204923627e-5,  4.1099597552460665e-5,
    -4.7530816428086622e-5, 3.75918403142361e-5,     -2.0534106600268253e-5,  6.7875307094286284e-6,
    -1.0857180937779025e-6
};
static const double scree_segment_depth[SCREE_SEGMENT_TERMS] = {
    0.75424723326565069,     -0.080812203564175558,  -0.0056119585809701495, -0.00089281158770733212,
    -0.00019315644717213324, -4.9575684141273591e-5, -1.4225623970697652e-5, -4.3618279696333557e-6,
    -1.6348620609865951e-6,  2.4913640395244225e-8,  -1.2740917503160437e-6, 1.6251324790484997e-6,
    -1.9295530838407472e-6,  1.5198483708574893e-6,  -8.3737119636325092e-7, 2.7790621478791757e-7,
    -4.5205490825013382e-8
};

/// Gauss's rule of 12 points from -1 to 1: nodes and weights of one half.
static const double scree_gauss_node[SCREE_GAUSS_HALF] = { 0.98156063424671925, 0.90411725637047486,
                                                           0.76990267419430469, 0.58731795428661745,
                                                           0.36783149899818019, 0.12523340851146892 };
static const double scree_gauss_weight[SCREE_GAUSS_HALF] = { 0.047175336386511827, 0.10693932599531843,
                                                             0.16007832854334623,  0.20316742672306592,
                                                             0.23349253653835481,  0.24914704581340279 };

static inline double scree_segment_polynomial(const double *term, double y)
{
    double sum = term[SCREE_SEGMENT_TERMS - 1];
    for (int i = SCREE_SEGMENT_TERMS - 2; i >= 0; --i) sum = sum * y + term[i];
    return sum;
}

/// Integrals of 1, x and x - t over the points of the unit disc with x > t.
typedef struct scree_segment {
    double area, first, depth;
} scree_segment;

/// For t = 1 - below = above - 1, from -1 to 1: both are given, so that a small one is exact.
static inline scree_segment scree_segment_of(double below, double above)
{
    const bool is_small = below < above;
    const double y = is_small ? below : above, root = sqrt(y), product = below * above;
    scree_segment s;
    s.area = y * root * scree_segment_polynomial(scree_segment_area, y);
    s.depth = y * y * root * scree_segment_polynomial(scree_segment_depth, y);
    s.first = 2.0 / 3.0 * product * sqrt(product);
    if (!is_small) { // the whole disc less the part on the other side
        s.area = SCREE_PI - s.area;
        s.depth += SCREE_PI * (1.0 - y);
    }
    return s;
}

#endif
