// A superquadric and another, an ellipsoid or a sphere: `auto` and the papers' methods against the reference.
#include "superquadric_main.h"

int main(int argc, char **argv)
{
    return superquadric_main(argc, argv, SCREE_SUPERQUADRICS, 0.02);
}
