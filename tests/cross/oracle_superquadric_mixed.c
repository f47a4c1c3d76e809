// A superquadric and a half space, capsule, box or polyhedron: `auto` and the papers' methods against the reference.
#include "superquadric_main.h"

int main(int argc, char **argv)
{
    return superquadric_main(argc, argv, SCREE_SUPERQUADRIC_MIXED, 0.015);
}
