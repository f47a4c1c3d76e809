// Pairs with an ellipsoid or a superquadric that the hunt for wrong answers has found, or that other hard families have: as in hunted.c,
// asked in every way, each answer has status ok and stands up to scree_verify(). The name says what was wrong: "wide", no
// convergence; "points", off their surfaces.
#include "hunted.h"

static const hunted_row rows[] = {
    { "plate's rim and capsule, points",
      { SCREE_TAPERED_CAPSULE,
        0,
        0,
        { 1.7844523262840546, 1.7844523262840546, 0.0006 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.735, 5.1e-06, 0.74, 11, 2 },
        { NULL, { 2.4, -1, 0 }, { -0.4, -0.9, 0.22, 0 } } } },
};

static const struct {
    double tolerance;
    hunted_row row;
} loose[] = {
    { 5.8590196885546576e-08,
      { "ellipsoid plate and needle far apart, wide",
        { SCREE_ELLIPSOID, 0, 0, { 0.9, 1e-05, 0.4 }, { NULL, { 0, 0, 0 }, { 0.82, 0.503, 0, -0.17 } } },
        { SCREE_SUPERQUADRIC,
          0,
          0,
          { 7, 1.4e-05, 1.37e-05, 9, 6 },
          { NULL, { 18.34078, -6.514, -26 }, { -0.022, 0.89, -0.36, 0.283 } } } } },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i], 0.0);
    for (size_t i = 0; i < sizeof loose / sizeof loose[0]; ++i) check_row(&loose[i].row, loose[i].tolerance);
    return check_done();
}
