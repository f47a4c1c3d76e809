// A cylinder, cone or tapered capsule and any other shape: `auto` against the reference.
#include "superquadric_main.h"

int main(int argc, char **argv)
{
    return superquadric_main(argc, argv, SCREE_REVOLVED, 0.05);
}
