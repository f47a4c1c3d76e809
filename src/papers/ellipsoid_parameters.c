// The parameters of the ellipsoid methods at the values of girault-2022 (3.4.3 to 3.4.5).
#include "scree/ellipsoid.h"

#include "base/arithmetic.h"

scree_ellipsoid_parameters scree_ellipsoid_parameters_defaults(void)
{
    scree_ellipsoid_parameters p = { .size = sizeof(scree_ellipsoid_parameters) };
    p.coulomb_most = 0.01;
    p.coulomb_near = 1.0;
    p.coulomb_shrink = 0.5;
    p.coulomb_drag = 2.0;
    p.coulomb_step = 0.1;
    p.jain_factor = 1.0;
    return p; // lengths stay 0: they follow the pair
}
