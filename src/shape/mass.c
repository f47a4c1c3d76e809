#include "shape/build.h"
void scree_shape_set_mass(scree_shape *s)
{
    (void)s;
}
