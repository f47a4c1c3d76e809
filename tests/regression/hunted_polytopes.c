// Pairs without an ellipsoid or a superquadric that the hunt for wrong answers has found: as in hunted.c, asked in every way, each
// answer has status ok and stands up to scree_verify(). The name says what was wrong: "wide", no convergence; "points", off their
// surfaces; "feature", one that does not hold its point.
#include "hunted.h"

static const hunted_row rows[] = {
    { "sphere beside an edge that merged faces hide, points",
      { SCREE_SPHERE, 0, 0, { 1 }, { NULL, { 21.8808948, -19.696306, 86.4888782 }, { 1, 0, 0, 0 } } },
      { SCREE_POLYHEDRON,
        0,
        6,
        { 0, 0, 0, -678.3, -1042.095, -937, 590.84118744427, -1181.6729526106026, -784.095178704512, 590.84118747572,
          -1181.672952654579, -784.09517815188, -623.6311044, -1118.31216505, 20.501195, -623.812658, -1118.2949083,
          20.5160251 },
        { NULL,
          { 1209.53935098, 447.293565, 943.215075 },
          { -0.50823776234, 0.07477158539, 0.2684188426, 0.8148956448 } } } },
    { "vertex of a large polygon beneath a blunt corner, feature",
      { SCREE_POLYGON,
        0,
        3,
        { 0.9, 0, 0, -0.8966633521988, -0.00015762, 0, -0.374891803321, -0.0010103437568691, 0 },
        { NULL, { -291158.58801847, -151074.2566952248, 0 }, { 0.14161272931866709, 0, 0, -0.9899221357737779 } } },
      { SCREE_POLYGON,
        0,
        3,
        { 0, 0, 0, 100000, 0, 0, 0, 147667.1609088, 0 },
        { NULL, { -321065.43328707, -6467.2714252, 0 }, { 0.10179436639255679, 0, 0, -0.9948054618721883 } } } },
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i], 0.0);
    return check_done();
}
