// A cylinder, cone or tapered capsule and any other shape: `auto` against the reference.
#include "superquadric_main.h"

int main(int argc, char **argv)
{
    // Of nearly coaxial bodies the reference finds the best direction, but has no proof: a whole circle of them ties.
    return superquadric_main(argc, argv, SCREE_REVOLVED, 0.08);
}
