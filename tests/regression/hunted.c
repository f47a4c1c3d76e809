// Pairs that the hunt for wrong answers has found, one of each kind, as it has printed them: asked in every way, each answer has
// status ok and stands up to scree_verify(). The name says what was wrong: "wide", no convergence; "points", off their surfaces;
// "feature", one that leans away; "lower end", above what the normal proves; "checker", a right answer that scree_verify()
// refuted.
#include <stdlib.h>

#include "check.h"
#include "scree/batch.h"
#include "scree/query.h"
#include "scree/verify.h"

enum { NUMBERS = 72, AXES = 1 << 20 };

typedef struct hunted_body {
    scree_shape_kind kind;
    double rounding;
    int count; // of vertices
    double number[NUMBERS];
    scree_body at;
} hunted_body;

typedef struct hunted_row {
    const char *name;
    hunted_body a, b;
} hunted_row;

static const hunted_row rows[] = {
    { "ellipsoid and needle, wide",
      { SCREE_ELLIPSOID, 0, 0, { 0.18, 0.18, 5e-07 }, { NULL, { 0, 0, 0 }, { -0.786, 0.34074, -0.50102, 0.12274 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.91, 5e-05, 4.99e-05, 6, 6 },
        { NULL, { -0.18163, 0.078019, -0.218 }, { 0.3798, 0.6, 0.56174, 0.4308 } } } },
    { "ellipsoid and blade, wide",
      { SCREE_ELLIPSOID, 0, 0, { 0.70245, 2e-06, 0.25192 }, { NULL, { 0, 0, 0 }, { -0.28, 0.380184, -0.17, -0.87 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.5925304, 5e-05, 0.59, 90, 3.08 },
        { NULL, { 0.8, -0.4, -0.46 }, { 0, -0.3514657, 0, 0.3 } } } },
    { "needle and cone far out, points",
      { SCREE_ELLIPSOID,
        0,
        0,
        { 0.8, 2e-06, 2e-06 },
        { NULL, { 18859760000, -8166230000, 34526000000 }, { -0.06, 0, 0.07, -0.009 } } },
      { SCREE_CONE, 0, 0, { 60000, 60000 }, { NULL, { 18859700000, -8166200000, 34526000000 }, { 1, 0, 0, 0 } } } },
    { "blade and cone far out, points",
      { SCREE_ELLIPSOID,
        0,
        0,
        { 0.9, 0.014, 3e-06 },
        { NULL, { 957410000, 1884220000, -5562980000 }, { 0, 0, -0.5, 0.069 } } },
      { SCREE_CONE, 0, 0, { 8000, 8000 }, { NULL, { 957400000, 1884226000, -5562980000 }, { 1, 0, 0, 0 } } } },
    { "disc and cone far out, points",
      { SCREE_CONE, 0, 0, { 10000, 9000 }, { NULL, { 8657600000, -4071780000, -6597096000 }, { 1, 0, 0, 0 } } },
      { SCREE_ELLIPSOID,
        0,
        0,
        { 1, 1, 4e-06 },
        { NULL, { 8657601800, -4071800000, -6597098129.028 }, { 0, -0.7, 0, 0.4 } } } },
    { "needle and hull, wide",
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, 0, 0, 0, 0, 6e-05, 0, -3e-09, 0, -0.51675, 2e-09, 0 },
        { NULL, { -2193516.168568, -1713688.5901926, -156843.710799 }, { 0.865, 0.042853, 0.4934, -0.08001 } } },
      { SCREE_POLYHEDRON,
        0,
        8,
        { -423.148386768,
          61.90426322,
          478.765214,
          -381.6093956,
          0,
          400,
          0,
          0,
          0,
          405.242760136,
          -62.392476842,
          -472.84670152,
          415.7593442883,
          -63.97045,
          -484.927597,
          405.24276014,
          -62.39247684,
          -472.846701521,
          324.24771627,
          -50.2394982,
          -379.803881,
          -412.6318026,
          60.3262923,
          466.6843182 },
        { NULL,
          { -2193652.0975, -1713469.748006, -156553.9535 },
          { 0.27673054, 0.4984491, -0.5699742, 0.5916909 } } } },
    { "corner before a hidden edge, wide",
      { SCREE_POLYHEDRON,
        0,
        5,
        { 0.4, -0.4, 0.2, -0.4158060960361, 0.4269987727143, 0.202789410231274, 0, 0.42699877, 0.20278941, 0, 0, 0,
          -0.415806, 0.42699877271431, 0.202789410231272 },
        { NULL, { 1.06513250314337, 0.014928, 0.6301 }, { 1, 0, 0, 0 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, -0.2, 0, 0.1855370621203, -0.241308418686, -0.145059781702, 0, 0, 0, 0, 0, 0.1 },
        { NULL,
          { 0.7099274560553, 0.27306, 1.1184 },
          { 0.1812288095307, -0.100830275102, 0.262174070719, 0.942472350184 } } } },
    { "capsule and sliver, points",
      { SCREE_POLYHEDRON,
        0,
        6,
        { 0.47, 0.2, 0.6, 2.473465932e-06, 7.915475904e-07, 3.225373562e-06, -0.30912680063, -0.098964278977,
          -0.4031876523, -0.45292835205, -0.145001105507, -0.590745023255, 1.027730533e-06, 3.287078705e-07,
          1.339730967e-06, 0.3971134611, 0.12713245013, 0.5179468239 },
        { NULL, { 0.946246, -0.868074, 1.338528 }, { -0.082856, -0.406598, 0.884523, -0.213149 } } },
      { SCREE_CAPSULE,
        0,
        0,
        { 0.8, 0.099326 },
        { NULL, { 1.687892, -1.246046, 1.22224 }, { -0.60588, 0.61593, -0.388, 0.321 } } } },
    { "capsule along a short edge, checker",
      { SCREE_CAPSULE, 0, 0, { 0.7, 0.9 }, { NULL, { -3, 0, -2 }, { 1, 0, 0, 0 } } },
      { SCREE_BOX, 0, 0, { 0.3, 0.3, 2e-11 }, { NULL, { -4, 3, -2 }, { 0, 1, 0, -1e-18 } } } },
    { "capsule along a short edge, checker",
      { SCREE_CAPSULE, 0, 0, { 1, 1 }, { NULL, { 0, 0, 0 }, { 0.6436216, -0.09094873, 0.38528924, 0.6550052 } } },
      { SCREE_BOX,
        0,
        0,
        { 0.0005, 9.4e-05, 7e-12 },
        { NULL, { 1.2254728, -1.9694973, -0.3453937 }, { 0.643622, -0.090949, 0.38529, 0.655005 } } } },
    { "short edges far apart, checker",
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, 0, -1.1e-11, 1.084110277708e-11, 0, -1.084110277708e-11, 1.084110277708e-11, 1.08e-11, -1.084110277708e-11,
          0, 0, 0 },
        { NULL, { 0, 0, 0 }, { 0.304719392227, 0.072535128786, -0.803070382304, 0.5069148924225 } } },
      { SCREE_BOX,
        0,
        0,
        { 2e-12, 1e-12, 1e-12 },
        { NULL,
          { -0.76177184463, 3.0562271025, 2.30850158213 },
          { 0.304719392227, 0.072535128786, -0.803070382304, 0.5069148924225 } } } },
    { "faces that share a sliver, checker",
      { SCREE_POLYHEDRON,
        0,
        6,
        { 0, 0, 0, -0.165924438, -0.03867356, 0.1087071, -0.7426106147315035, 0.3507358432391836, -0.4100514100576306,
          -0.7426106152416203, 0.3507358430064335, -0.410051409396603, -0.886048138, -0.150518737, 0.621379002,
          -0.88021803, -0.156622262, 0.630827372 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, 0, 0, 0.056966741, -0.0238412795, -0.059319075, 0.0222948958, -0.0093306562, -0.0232156131, 0.0568974,
          -0.02381225, -0.0592468 },
        { NULL,
          { -0.7371416578, 0.3692834636, -0.4482833565 },
          { 0.248581909, 0.1671305335, -0.95403693, -0.00937831918 } } } },
    { "polygons, points beside the edges",
      { SCREE_POLYGON,
        0,
        3,
        { 0, 0, 0, -0.08903992245295345, 4e-13, 0, -0.08903992245295357, -4e-13, 0 },
        { NULL, { 0.132135016417, -0.191060563207, 0 }, { -0.13777975677010135, 0, 0, -0.9904628910889957 } } },
      { SCREE_POLYGON,
        0,
        3,
        { 0.7, 0, 0, -0.7, 0, 0, 0, -4.435417e-06, 0 },
        { NULL, { 0.217798669457, -0.215363571589, 0 }, { -0.6028748806369711, 0, 0, 0.7978357464396778 } } } },
    { "polygons, points beside the edges",
      { SCREE_POLYGON,
        0,
        3,
        { 0.7, 0, 0, -0.7, 0, 0, 0, -4.435417e-06, 0 },
        { NULL, { -0.860747244308, 0.91362060864, 0 }, { -0.9947058256627102, 0, 0, -0.10276341952594815 } } },
      { SCREE_POLYGON,
        0,
        3,
        { 0, 0, 0, -0.08903992245295345, 3.95e-13, 0, -0.08903992245295357, -3.95e-13, 0 },
        { NULL, { -0.842528968773, 0.826459882937, 0 }, { 0.7760791715066861, 0, 0, -0.6306354886568751 } } } },
    { "hidden edge of two faces, feature",
      { SCREE_POLYHEDRON,
        0,
        6,
        { 0.62, -0.3, 0.05, 0.03, -0.2, -0.7, -0.32, 0.62, 0.07, -0.298997073829514, 0.47699131630156,
          -0.42135962789761, -0.298997073829378, 0.47699131630142, -0.42135962789761, -0.298997073829464,
          0.476991316301446, -0.421359627897715 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0.2593785913591, -0.4320377274548, -0.6061722478345, 0, 0, 0, 0.25936694895, -0.43207631608745,
          -0.6061497245014, 0, 0, -0.6 },
        { NULL,
          { -0.2239342298515, 1.2174815185679, -0.6810103065296 },
          { -0.1362346079885, -0.0468091907654, 0.937764605984, 0.31598508668924 } } } },
    { "corner before a tiny face, lower end",
      { SCREE_POLYHEDRON,
        0,
        6,
        { 2e-06, 0, 0, 3.95954615e-06, 4.94893311e-06, -1.1863717e-05, -1.6388140589712e-07, 1.6038197485622e-07,
          1.64844689186e-08, 2.0820540883e-06, 3.1379971009e-06, -1.2912619754e-05, -1.6390328628985e-07,
          1.603608701113e-07, 1.6472244949e-08, -9e-06, -9e-06, 0 },
        { NULL, { 0, 0, 0 }, { 0.251852371073, 0.5849663664, 0.7380466534, 0.2228718708 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, 0, 0, 0, 0, -0.003, 0.3405377023743478, 0.33643279167376067, 0.4575719911852364, -0.5, 0.5, 0.4 },
        { NULL,
          { 0.38602354775613507, -0.4542888881348902, 0.28832937928390523 },
          { 0.21148326774631274, -0.1438906124684638, -0.9666499803155271, -0.0125751605469826 } } } },
    { "cone in a superquadric of its own ring, wide",
      { SCREE_SUPERQUADRIC, 0, 0, { 111854.3601, 111854.4, 111854.36, 2, 4 }, { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_CONE, 0, 0, { 0.07, 0.7 }, { NULL, { 0, 0, 0 }, { 0, 0.2, 0.3, 0.8 } } } },
    { "ellipsoid far from a dot, wide",
      { SCREE_ELLIPSOID, 0, 0, { 0.7, 0.2, 0.001 }, { NULL, { 0, 0, 0 }, { 0, 0, -0.1, 0.8 } } },
      { SCREE_SUPERQUADRIC, 0, 0, { 1e-12, 5e-14, 1e-12, 2, 4 }, { NULL, { -20, 20, 0 }, { 0, 0.3, 0, 0.3 } } } },
    { "ball on a sliver whose merged face is a bow tie, feature",
      { SCREE_POLYHEDRON,
        0,
        7,
        { 0.2,    0, 2.066003e-07, 0,         0,     2.066003e-07, -20000, 5e-08, -2e-07, 20000, -5e-08,
          -2e-07, 0, -2e-13,       2.066e-07, 30000, -5e-08,       -2e-07, 40000, 0,      0 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_SPHERE, 0, 0, { 0.5 }, { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } } },
    { "sliver and tetrahedron, feature",
      { SCREE_POLYHEDRON,
        0,
        10,
        { 0.8,      0,        0,      1.3e-05, 0,          3.9419e-12, 0.53,  9e-11, -3.9e-12, -0.2,
          1.13e-10, -3.9e-12, 0,      0,       3.9419e-12, -0.76,      5e-11, 0,     -0.8,     -5e-11,
          0,        -0.2,     -1e-10, 0,       0.5,        -9e-11,     0,     8e-06, -1e-15,   3.9419e-12 },
        { NULL, { 0, 0, 0 }, { 0.3922905013, 0.3275815802, -0.35369544126, -0.78338879603 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, 0, -0.2, 0, 0.2, 0, 0, 0, 0, -0.16027465597, 0.168328556793, -0.44226760532 },
        { NULL,
          { -0.3819564071, 0.19407762452, 0.18199407807 },
          { -0.45441196704, 0.1824599493, 0.49402254286, 0.7184426618 } } } },
    { "plate of blunt edges and cone, feature",
      { SCREE_POLYHEDRON,
        0,
        4,
        { 40, 0, 9.35607, 0, -30, 9.3561, 23.21481625, -33.63246766, 9.356074, -3.719655, -3.719655, 9.356195 },
        { NULL, { 0, 0, 0 }, { 0.1303033867, 0.28000147, 0.870054095, -0.3842213897 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.632136, 0.11258725 },
        { NULL, { -32.3609921, -16.0779831, 2.40096333 }, { 0.0546059, -0.0265911, 0.23506144, -0.97008104 } } } },
    { "cone on the end of an edge, feature",
      { SCREE_POLYHEDRON,
        0,
        4,
        { 16, 10, 0, 0, 28, -25.5, -32.655, -17.5, 8.781, 33.6909882803397, 14.181702514622, 10.5866769225398 },
        { NULL, { 0, 0, 0 }, { 0.118152006493, 0.27134033602, -0.010240127505, -0.95514902774 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.1203631301, 1 },
        { NULL,
          { -30.27095726535, -22.94883438348, -7.60674482466 },
          { -0.464080409, -0.8259626, 0.289881007, -0.13558819 } } } },
    { "corner twice, in its like, wide",
      { SCREE_POLYHEDRON,
        0,
        20,
        { 0.82,  0,    -1.2, 0,    0,     1,     0.8,  0.2,   -1.21, 0.7,   0.46, -1.2, 0.5,  0.64,  -1.2,
          0.3,   0.76, -1.2, 0,    0.8,   -1.21, -0.2, 0.797, -1.2,  -0.4,  0.7,  -1.2, -0.6, 0.56,  -1,
          -0.74, 0.35, -1.2, -0.8, 0.1,   -1.2,  -0.8, 0,     -1.2,  -0.74, -0.4, -1,   -0.4, -0.7,  -1.2,
          -0.2,  -0.8, -1.2, 0,    -0.82, -1.2,  0.3,  -0.76, -1.21, 0.7,   -0.5, -1.2, 0.78, -0.24, -1.2 },
        { NULL, { -1.41, 1.43, 2.22 }, { -0.75, 0.55, -0.37, -0.03 } } },
      { SCREE_POLYHEDRON,
        0,
        23,
        { 0.82,
          0,
          -1.213,
          0,
          0,
          1,
          0.8,
          0.2,
          -1.2,
          0.7,
          0.5,
          -1,
          0.5,
          0.64,
          -1.21,
          0.3,
          0.76,
          -1.2,
          0.06111251616902,
          0.815489854947944,
          -1.2132258222922738,
          -0.182,
          0.8,
          -1.213,
          -0.4,
          0.71,
          -1.2,
          -0.6,
          0.6,
          -1.2,
          -0.74,
          0.4,
          -1,
          -0.81,
          0.1,
          -1.21,
          -0.8,
          -0.1,
          -1.2,
          -0.74,
          -0.4,
          -1.2,
          -0.6,
          -0.556,
          -1.2,
          -0.4,
          -0.71,
          -1.2,
          -0.2,
          -0.8,
          -1.2,
          0,
          -0.82,
          -1.2,
          0.3,
          -0.76,
          -1.2,
          0.5,
          -0.64,
          -1.2,
          0.7,
          -0.5,
          -1.21,
          0.8,
          -0.24,
          -1.2,
          0.06111251616901,
          0.81548985494794,
          -1.213225822292284 },
        { NULL, { -1.4, 1.42507, 2.22 }, { -0.75, 0.55, -0.37, -0.025 } } } },
    { "sphere before a hidden edge, wide",
      { SCREE_POLYHEDRON,
        0,
        5,
        { 0, -57000, 0, 56802.709394243, -56802.709394243, -56802.7, 0, 0, 0, 56802.7, -56802.709, 60000,
          56802.70939424, -56802.7093942432, -56802.70939425 },
        { NULL,
          { -18147.57048853, -57638.49886942, -38161.18013076 },
          { -0.4432098361179, 0.8478865966394, -0.22081534208567, -0.18945697429 } } },
      { SCREE_SPHERE, 0, 0, { 1 }, { NULL, { 66978.97533285, -87865.92378541, 820.01700162 }, { 1, 0, 0, 0 } } } },
    { "needle along a blade, wide",
      { SCREE_ELLIPSOID, 0, 0, { 0.4, 0.000213, 8e-07 }, { NULL, { 0, 0, 0 }, { -0.502, 0.7182, -0.0825, 0.4745 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.55, 1e-06, 1e-06, 20, 20 },
        { NULL, { 0, 0.3, 0 }, { -0.5022, 0.71823, -0.08253, 0.47451 } } } },
    { "blade and disc, wide",
      { SCREE_ELLIPSOID, 0, 0, { 1, 0.0001, 2e-06 }, { NULL, { 0, 0, 0 }, { 0.4, -0.270648, 0, -0.9 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.9623, 0.962, 1e-06, 4, 2 },
        { NULL, { -0.7, -1, 0.8 }, { -0.5, -0.7, -0.5, -0.2 } } } },
    { "disc on a block, wide",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 8e-06, 0.2, 0.2059208804691857, 2.000000000001, 4 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.06, 0.6, 0.6283350577845459, 100, 100 },
        { NULL, { 0.01, 0, 0.8342559382537316 }, { 1, 0, 0, 0 } } } },
    { "needle along a blade far out, wide",
      { SCREE_ELLIPSOID,
        0,
        0,
        { 0.1, 6e-07, 0.0018 },
        { NULL, { 235.9, 221.4, -390 }, { 0.011, 0.3517, -0.92, 0.19 } } },
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.9, 2e-06, 2e-06, 6, 6 },
        { NULL, { 236, 220, -393 }, { 0.01, 0.3517, -0.916, 0.19 } } } },
    { "needle and disc, wide",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 0.5, 2e-06, 8e-07, 10, 8 },
        { NULL, { -274, -210, -137.78 }, { -0.3, 0, 0, 0.9 } } },
      { SCREE_ELLIPSOID, 0, 0, { 5, 5, 8e-06 }, { NULL, { -275, -206, -141 }, { 0, 0, 0.29, 0.86 } } } },
    { "cone on a sliver of a tetrahedron, wide",
      { SCREE_CONE,
        0,
        0,
        { 1, 0.970932593 },
        { NULL,
          { 5738.7665207629, -2124.817251799, -416.655823606 },
          { -0.168566156, 0.92593007, 0.317152737, 0.1168465048 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { -1.3154104, -2.60844654, 0.39642, 1.6842503156, -0.45834173, 2.37585156, 0, -3, 0, -1.31541041, -2.608446545,
          0.39642021 },
        { NULL,
          { 5739.3512557714, -2124.34878365, -415.526401156 },
          { 0.4154876428, 0.756301363, -0.398092764, -0.3112883217 } } } },
    { "disc and plate, one in the other, wide",
      { SCREE_BOX,
        0,
        0,
        { 0.5083181577648296, 0.5083181577648296, 0.030198948082823182 },
        { NULL, { 0, 0, 0 }, { 1, -0.08970037533197511, 3.8618998131748634e-10, 0 } } },
      { SCREE_CYLINDER, 0, 0, { 0.49759410975958984, 0.01627794127561413 }, { NULL, { 0, 0, 0 }, { -1, 1, 1, 1 } } } },
    { "cone in a superquadric of two rings, wide",
      { SCREE_SUPERQUADRIC,
        0,
        0,
        { 6418542.371875643, 6418542.371735351, 6418542.371735351, 2, 20 },
        { NULL, { 0, 0, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.03255218141675281, 0.25241560675180597 },
        { NULL,
          { 0, 0, 0 },
          { -0.9517466596455362, 0.04303051750886261, -0.44746924304439667, 0.7168878543725822 } } } },
    { "cone's tip over a blunt corner, feature",
      { SCREE_CONE,
        0,
        0,
        { 0.1, 0.71503434 },
        { NULL, { 0, 0, 0 }, { 0.3559825557, -0.433011593, -0.7640871684, -0.31929325 } } },
      { SCREE_POLYHEDRON,
        0,
        5,
        { 0.7, 0, -0.25773, 0, 0.6, -0.25773, -0.4, -0.6, -0.25773, 0, -0.6, -0.257732, 0, 0, -0.2577341 },
        { NULL,
          { -0.2602039333, 0.774542457, -0.527879102 },
          { 0.355982556, -0.4330115928, -0.764087168, -0.31929325 } } } },
    { "ellipsoid beside the end of a sliver, points",
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0, 0, 0, -0.5338956292970001, -1.8902249262335633, 2.672252784855503, 1.78400587, 2.754918275, 2.896992243,
          -0.5338960454517612, -1.8902254319265899, 2.6722529127877963 },
        { NULL, { 0, 0, 0 }, { -0.4126333264, -0.7129474008, -0.307069295906, -0.47660066007 } } },
      { SCREE_ELLIPSOID,
        0,
        0,
        { 0.764127576, 0.76412758, 0.4887873354 },
        { NULL,
          { 2.83268515, -0.2907371887, -2.563105453 },
          { -0.62115938, 0.738301296, -0.1136496392, 0.23697253406 } } } },
    { "chip on a body 1e10 as large, wide",
      { SCREE_POLYHEDRON,
        0,
        23,
        { 0.7,      0,       0,
          0.1,      0.14,    -1e-07,
          -0.6,     0.08,    -1.3e-07,
          -0.06,    0.007,   1.325822139671775e-07,
          -0.62,    0.05,    -1.3e-07,
          -0.067,   0.004,   1.325822139671775e-07,
          -0.655,   0,       -1.33e-07,
          -0.0693,  0,       1.3258e-07,
          -0.65527, -0.02,   -1.3e-07,
          -0.067,   -0.003,  1.3258e-07,
          -0.62,    -0.05,   -1.3e-07,
          -0.06,    -0.007,  1.32582e-07,
          -0.55,    -0.08,   -1.3e-07,
          -0.053,   -0.01,   1.325822e-07,
          -0.5,     -0.1,    -1.3e-07,
          -0.041,   -0.012,  1.3258221e-07,
          -0.33,    -0.124,  -1e-07,
          -0.027,   -0.014,  1.325822139671775e-07,
          -0.01,    -0.015,  1.32582e-07,
          0,        -0.14,   -1.3e-07,
          0.39,     -0.1144, -1e-07,
          0.07,     -0.005,  1.3e-07,
          0,        0,       1.325822139671775e-07 },
        { NULL,
          { -11592790735.84, -13381248828.35, -11123876302.936 },
          { 0.1690282, 0.8001766, -0.5708762, 0.07243854 } } },
      { SCREE_POLYHEDRON,
        0,
        5,
        { 0, 0, 4000000000, 0, 4187492310.9619, 0, 0, 0, 0, -2093746155.48, 2093746155.48, -4187492310.962, 0,
          2000000000, -4000000000 },
        { NULL,
          { -8768345833.3, -14159674625.2, -15160623758.482 },
          { -0.564883382267, -0.5077122902066047, -0.6301274975963, -0.16147548292 } } } },
};

static scree_shape *shape_of(const hunted_body *h)
{
    const double *x = h->number, r = h->rounding;
    scree_vec3 corner[NUMBERS / 3];
    for (int i = 0; i < h->count; ++i) corner[i] = (scree_vec3){ x[3 * i], x[3 * i + 1], x[3 * i + 2] };
    const scree_vec3 first = { x[0], x[1], x[2] };
    switch (h->kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(x[0], r, NULL);
    case SCREE_BOX:
        return scree_box_create(first, r, NULL);
    case SCREE_CAPSULE:
        return scree_capsule_create(x[0], x[1], r, NULL);
    case SCREE_CYLINDER:
        return scree_cylinder_create(x[0], x[1], r, NULL);
    case SCREE_CONE:
        return scree_cone_create(x[0], x[1], r, NULL);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(x[0], x[1], x[2], r, NULL);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(first, r, NULL);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(first, x[3], x[4], r, NULL);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(first, x[3], r, NULL);
    case SCREE_POLYGON:
        return scree_polygon_create(corner, (size_t)h->count, r, NULL);
    default:
        return scree_polyhedron_create(corner, (size_t)h->count, r, NULL);
    }
}

static void check_answer(const char *name, const char *way, const scree_body bodies[2], const scree_contact *c)
{
    scree_verify_options options = scree_verify_defaults();
    options.most_axes = AXES;
    scree_verification v = { 0 };
    CHECK_MSG(c->status == SCREE_OK, "%s, %s: %s", name, way, scree_status_name(c->status));
    CHECK(scree_verify(&bodies[0], &bodies[1], c, &options, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s, %s: %s: claimed %.17g, found %.17g, allowed %.3g", name, way, v.reason,
              v.claimed, v.found, v.allowed);
}

// Cold, and then with the cache that this has left.
static void check_batch(const char *name, const scree_body bodies[2])
{
    const scree_pair pair = { .a = 0, .b = 1 };
    scree_cache cache = { 0 };
    scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = &cache };
    batch.threads = 1;
    const scree_query_options options = scree_query_defaults();
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size + 1);
    static const char *const ways[2] = { "batch", "warm batch" };
    for (int i = 0; i < 2; ++i) {
        scree_contact c;
        CHECK(scree_query_batch(&batch, &options, &c) == SCREE_OK || c.status == SCREE_NO_CONVERGENCE);
        check_answer(name, ways[i], bodies, &c);
    }
    free(batch.scratch);
}

// A blade and a small block far below it, from the normal of another pose: the block's point was put onto its surface, and the
// blade's, which follows, was off by what both had been.
static void check_stale_start(void)
{
    scree_shape *a = scree_superquadric_create((scree_vec3){ 0.005, 0.003, 0.00335 }, 20, 20, 0, NULL);
    scree_shape *b = scree_superquadric_create((scree_vec3){ 0.78, 0.01, 0.184 }, 4, 6, 0, NULL);
    const scree_body bodies[2] = {
        { a, { 0, 0, 0 }, { 0.776426931879, 0.4445582206, 0.19504813871, -0.401852499724 } },
        { b, { -0.13, -0.052, -0.054 }, { 0.77642693188, 0.4445582206, 0.19504813871, -0.401852499724 } }
    };
    scree_cache cache = { .axis = { 0.488821954F, 0.839541256F, -0.237115055F }, .filled = true };
    scree_query_options options = scree_query_defaults();
    options.cache = &cache;
    scree_contact c;
    (void)scree_query(&bodies[0], &bodies[1], &options, &c);
    check_answer("block and blade, points", "stale cache", bodies, &c);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    check_stale_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const hunted_row *row = &rows[i];
        scree_shape *a = shape_of(&row->a), *b = shape_of(&row->b);
        scree_body bodies[2] = { row->a.at, row->b.at };
        bodies[0].shape = a;
        bodies[1].shape = b;
        if (CHECK_MSG(a != NULL && b != NULL, "%s: no shapes", row->name)) {
            scree_contact c;
            (void)scree_query(&bodies[0], &bodies[1], NULL, &c);
            check_answer(row->name, "single", bodies, &c);
            (void)scree_query(&bodies[1], &bodies[0], NULL, &c);
            check_answer(row->name, "turned round", (scree_body[2]){ bodies[1], bodies[0] }, &c);
            check_batch(row->name, bodies);
        }
        scree_shape_destroy(a);
        scree_shape_destroy(b);
    }
    return check_done();
}
