// Pairs of polytopes, and of one with a body of revolution, where normals that differ by more than a named feature may lean give the
// same distance to rounding. The hunt found answers whose point was beside the features of their normal, by up to 8e-9 of the size:
// now the normal is that of a face or an edge that holds the point (src/pair/level_normal.c). As in hunted.c, each is asked in every way, and
// each answer stands up to scree_verify().
#include "hunted.h"

static const hunted_row rows[] = {
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
