// Pairs of polytopes, and of one with a body of revolution, where normals that differ by more than a named feature may lean give the
// same distance to rounding. The hunt found answers whose point was beside the features of their normal, by up to 8e-9 of the size:
// now the normal is that of a face or an edge that holds the point (src/pair/level_normal.c). As in hunted.c, each is asked in every way, and
// each answer stands up to scree_verify().
#include "hunted.h"

static const hunted_row rows[] = {
    { "hull on a sliver whose facets are thinner than rounding, points",
      { SCREE_POLYHEDRON,
        0,
        21,
        { -0.730465126616,
          -0.1333214543195,
          -0.35560279047404,
          -8.39736190246e-07,
          -1.5326492808e-07,
          -4.08793524495e-07,
          -8.030357621614e-07,
          -1.465665187e-07,
          -3.90927134763e-07,
          -0.667313098384,
          -0.121795209014,
          -0.3249,
          -7.312388908095e-07,
          -1.33462452628e-07,
          -3.55975202262e-07,
          -0.590958701227,
          -0.10785932228,
          -0.2876887007402,
          -6.274834439877e-07,
          -1.14525440367e-07,
          -3.054652941612e-07,
          -0.488776573092,
          -0.0892094655951,
          -0.2379447108126,
          -4.96304032596e-07,
          -9.0583120245e-08,
          -2.41604935818e-07,
          -0.3652325633025,
          -0.0666607271896,
          -0.1778013952372,
          -0.2257261379163,
          -0.041198595132,
          -0.109887305504,
          -1.75553986907e-07,
          -3.2041157048e-08,
          -8.54583832526e-08,
          -0.0763543971489,
          -0.0139358867749,
          -0.037170613223,
          7.31235553333e-07,
          1.334622953e-07,
          3.55982116956e-07,
          0.7145027110236,
          0.13040806066,
          0.34783201631,
          0.7305,
          0.13332,
          0.3556,
          0.667313098387,
          0.121795209,
          0.324859313955,
          0.4888,
          0.0892,
          0.2379,
          1.7555064942e-07,
          3.204099977e-08,
          8.5465297945e-08,
          -0.4887765731,
          -0.0892094655438,
          -0.2379447108153,
          -0.59095870123347,
          -0.107859322239,
          -0.2876887007424 },
        { NULL, { 0, 0, 0 }, { 0.855357117, 0.449215512, 0.25340924241, 0.04851168 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 0.3846088954, -0.50464535267, -0.466430305307, 0.5, -0.4, 0.2, 0.7, 0.7, 0, 0, 0, 0 },
        { NULL,
          { -0.226147783, -0.5351003746, 0.53625538023 },
          { 0.2647437423, -0.27902077157276, 0.016771028053, 0.9229175979 } } } },
    { "polygon of 7e-13 on an edge that leans by 1.1e-6, feature",
      { SCREE_POLYGON,
        0,
        3,
        { 0, 2e-23, 0, -7e-13, 0, 0, 0, 0, 0 },
        { NULL, { -0.738633126345, 1.1974842828011518, 0 }, { 1, 0, 0, 0 } } },
      { SCREE_POLYGON,
        0,
        3,
        { 0, 0, 0, -0.972536, -0.14515786, 0, 0.6831693685179017, -0.7072302776771363, 0 },
        { NULL, { -1.6128867373, 1.6475683587236076, 0 }, { 0.9866418427418453, 0, 0, 0.16290449395574036 } } } },
    { "cone in a face beside a blunt edge, feature",
      { SCREE_POLYHEDRON,
        0,
        5,
        { 0, -2, 0, -1, 0, 0, 0, 2, 0, 1.2432211, 0.383986, 2.2e-06, 1.6739756, 0.71398808, 0 },
        { NULL, { 0, 0, 0 }, { 0.401995026, -0.19286561, -0.43339624, 0.78317977 } } },
      { SCREE_CONE,
        0,
        0,
        { 0.8, 0.78624916 },
        { NULL, { -1.68459, 1.25080273, 0.09460547 }, { -0.232574273, 0.49832812, -0.74746429, 0.3726599 } } } },
    { "cone beside a blunt corner of an edge, feature",
      { SCREE_CONE,
        0,
        0,
        { 0.22283096, 0.819935422 },
        { NULL, { 0, 0, 0 }, { -0.562047998, -0.209239223, -0.672625721, 0.4334693 } } },
      { SCREE_POLYHEDRON,
        0,
        4,
        { 18.828, -24.0966, 53.1, -18.6, 24, 0, -4.2, 5.36, -11.82, 15.555172116, -19.910523347, 43.87766384 },
        { NULL,
          { 47.052138414, 11.69052989, -13.72110482 },
          { -0.19828823572, 0.40711197374, 0.58224744806, -0.675225537 } } } },
    { "box of 8e-9 about the middle of a cylinder, wide",
      { SCREE_CYLINDER,
        0,
        0,
        { 0.00014995604995961747, 1 },
        { NULL,
          { 0, 0, 0 },
          { -0.4667575353107385, -0.07521488284330202, -0.17116896985545782, -0.07770957195180073 } } },
      { SCREE_BOX,
        0,
        0,
        { 7.943879644521012e-09, 8.703502190660514e-10, 7.492478643017408e-09 },
        { NULL, { -2.925294668174446e-12, 2.824569102507467e-11, -2.6481627138484362e-11 }, { 1, 0, 0, 0 } } } },
    { "cylinder's rim over an edge of nearly parallel faces, feature",
      { SCREE_CYLINDER,
        0,
        0,
        { 0.69, 0.69 },
        { NULL, { 0, 0, 0 }, { -0.81943741672, 0.080540284809969, 0.06345866066155129, 0.5639224955519547 } } },
      { SCREE_POLYHEDRON,
        0,
        5,
        { 0, 0, 0, -0.604239, 2, -0.2473894, -1.6, -1.15, 0, -0.60424, -1.859657406704, -0.24738942559159463, 0.4030552,
          0.4030552, -0.2474211210769985 },
        { NULL, { 0.4, 2, 0 }, { 0.98995323058596, -0.102472267496, 0.003431033702, 0.09736664549 } } } },
};

// With the cache of another pose the search stops at a normal 0.02 rad off.
static const hunted_row stale = {
    "sliver beside a corner, with the cache of another pose, feature",
    { SCREE_POLYHEDRON,
      0,
      4,
      { 0, 0, 0, 8e-06, 0, 0, 0, 1e-09, 0, 2e-05, 2e-09, 2e-13 },
      { NULL, { 0, 0, 0 }, { -0.8, -0.185, 0.57, 0.11 } } },
    { SCREE_POLYHEDRON,
      0,
      4,
      { 0.35, 0.21, 0.12, 0.352, 0.21, 0.12, 0.35, 0.21, 0.125, 0.3501431121245782, 0.2069083144986302,
        0.1222672933615562 },
      { NULL,
        { -0.1508185079912665, 0.377788048889263, 0.12202667071850253 },
        { 0.1153848656275739, -0.912837808469295, 0.36763955775569485, -0.1351096731780467 } } }
};

static void stale_cache(void)
{
    scree_shape *a = shape_of(&stale.a), *b = shape_of(&stale.b);
    scree_body bodies[2] = { stale.a.at, stale.b.at };
    bodies[0].shape = a;
    bodies[1].shape = b;
    scree_cache cache = { .axis = { -0.295919031F, -0.908482611F, -0.295112282F }, .index_a = 3, .index_b = 21 };
    cache.feature_a = cache.feature_b = SCREE_FEATURE_FACE;
    cache.filled = true;
    scree_query_options options = scree_query_defaults();
    options.cache = &cache;
    scree_contact c;
    (void)scree_query(&bodies[0], &bodies[1], &options, &c);
    check_answer(stale.name, "stale cache", bodies, options.tolerance, &c);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) check_row(&rows[i], 0.0);
    check_row(&stale, 0.0);
    stale_cache();
    return check_done();
}
