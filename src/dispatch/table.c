// The one table. See table.h.
//
// Families are on both sides of the matrix; an entry names a row below it. A new search or kernel is a row and the entries of
// its pairs; a new core is a family, with a line and a column.
#include "dispatch/table.h"

#include "base/impossible.h"
#include "dispatch/direct.h"
#include "solve/ellipsoid/ellipsoid_polytope.h"
#include "solve/ellipsoid/ellipsoids.h"
#include "solve/planar/planar.h"
#include "solve/polytope/solids.h"
#include "solve/superquadric/superquadric_polytope.h"
#include "solve/superquadric/superquadrics.h"

enum way {
    NO, // not a pair: 2-D with 3-D
    HH, // two hulls
    BB, // two balls
    CC, // two capsules, or a capsule and a ball
    CH, // a capsule and a hull
    BH, // a ball and a hull
    EH, // an ellipsoid and a hull
    QH, // a superquadric of equal whole exponents and a hull
    EE, // two ellipsoids
    QQ, // the same with superquadrics of two equal exponents
    QU, // the same with unequal exponents: only a batch kernel
    S,  // other superquadrics
    SP, // a superquadric and a hull or segment
    EB, // an ellipsoid and a ball
    ES, // an ellipsoid and a segment
    P,  // polytopes, and whatever has a support function
    HS, // a body on a half space
    TT, // two half spaces
    GG, // two polygons of few corners
    G,  // polygons and discs
    PL, // the user's 2-D shapes
    WAYS
};

// clang-format off
const uint8_t scree_way_numbers[SCREE_FAMILIES][SCREE_WAY_COLUMNS] = {
    //                              ball point seg. hull ell. equal frac. uneq. super smooth half  disc poly. large user's
    [SCREE_FAMILY_BALL]         = { BB,  P,    CC,  BH,  EB,  S,    S,    S,    S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_POINT]        = { P,   P,    P,   P,   EB,  S,    S,    S,    S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_SEGMENT]      = { CC,  P,    CC,  CH,  ES,  SP,   SP,   SP,   SP,   P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_HULL]         = { BH,  P,    CH,  HH,  EH,  QH,   SP,   SP,   SP,   P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_ELLIPSOID]    = { EB,  EB,   ES,  EH,  EE,  QQ,   QQ,   QU,   S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_EQUAL]        = { S,   S,    SP,  QH,  QQ,  QQ,   QQ,   QU,   S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_FRACTIONAL]   = { S,   S,    SP,  SP,  QQ,  QQ,   QQ,   QU,   S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_UNEQUAL]      = { S,   S,    SP,  SP,  QU,  QU,   QU,   QU,   S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_SUPERQUADRIC] = { S,   S,    SP,  SP,  S,   S,    S,    S,    S,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_SMOOTH]       = { P,   P,    P,   P,   P,   P,    P,    P,    P,    P,     HS,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_HALF_SPACE]   = { HS,  HS,   HS,  HS,  HS,  HS,   HS,   HS,   HS,   HS,    TT,   NO,  NO,   NO,   NO },
    [SCREE_FAMILY_DISC]         = { NO,  NO,   NO,  NO,  NO,  NO,   NO,   NO,   NO,   NO,    NO,   G,   G,    G,    PL },
    [SCREE_FAMILY_POLYGON]      = { NO,  NO,   NO,  NO,  NO,  NO,   NO,   NO,   NO,   NO,    NO,   G,   GG,   G,    PL },
    [SCREE_FAMILY_LARGE]        = { NO,  NO,   NO,  NO,  NO,  NO,   NO,   NO,   NO,   NO,    NO,   G,   G,    G,    PL },
    [SCREE_FAMILY_PLANAR]       = { NO,  NO,   NO,  NO,  NO,  NO,   NO,   NO,   NO,   NO,    NO,   PL,  PL,   PL,   PL },
};
// clang-format on

// Upper bounds of the scratch, linear in the number of vertices, so that most queries need not compute the exact size:
// EPA's polytope for the searches, the patch for polygons.
enum { BALL_SCRATCH = 17920, PATCH_SCRATCH = 3072, CORNER_SCRATCH = 256 };
enum { BALL_SMALL = (BALL_SCRATCH - PATCH_SCRATCH) / CORNER_SCRATCH, POLYGON_SMALL = 2 * SCREE_POLYGON_CORNERS };

// What scree_patch_scratch() says.
enum { PLANE_SCRATCH = 2688, PLANE_EACH = 240, PLANE_SMALL = 32 };

// Two smooth bodies take no more than this: that of a query's larger stack.
enum { SMOOTH_SCRATCH = 112 * 1024 };

static size_t patch_scratch(const scree_shape *a, const scree_shape *b)
{
    return PATCH_SCRATCH + (size_t)CORNER_SCRATCH * ((size_t)a->vertex_count + (size_t)b->vertex_count);
}

static size_t ball_scratch(const scree_shape *a, const scree_shape *b)
{
    const size_t patch = patch_scratch(a, b);
    return patch > BALL_SCRATCH ? patch : BALL_SCRATCH;
}

static size_t planar_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_finish_scratch(a, b) + scree_planar_shapes_scratch();
}

static size_t no_scratch(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    (void)b;
    return 0;
}

static bool search_polygons(const scree_task *task, scree_answer *out)
{
    scree_polygons(task, out);
    return true;
}

#define SEARCH(name) .search = scree_##name, .scratch = scree_##name##_scratch
#define NO_BOUND SIZE_MAX

const scree_way scree_ways[WAYS] = {
    [NO] = { .scratch = no_scratch, .enough = NO_BOUND },
    [HH] = { .direct = scree_hull_pair,
             .use = SCREE_DIRECT_UNBOUNDED,
             .direct_farther = scree_hull_pair_farther_than,
             SEARCH(solids),
             .search_farther = scree_solids_farther_than,
             .enough = SCREE_SMALL_HULLS_SCRATCH,
             .small = SCREE_SMALL_HULLS,
             .lanes = SCREE_LANES_HULLS },
    [BB] = { .direct = scree_ball_pair,
             .use = SCREE_DIRECT_UNBOUNDED,
             .direct_first = true,
             SEARCH(solids),
             .search_farther = scree_solids_farther_than,
             .enough = SCREE_SMALL_HULLS_SCRATCH,
             .small = SCREE_SMALL_HULLS,
             .lanes = SCREE_LANES_BALLS },
    [CC] = { .direct = scree_segment_pair,
             .use = SCREE_DIRECT_ALWAYS,
             .direct_first = true,
             SEARCH(solids),
             .search_farther = scree_solids_farther_than,
             .enough = SCREE_SMALL_HULLS_SCRATCH,
             .small = SCREE_SMALL_HULLS,
             .lanes = SCREE_LANES_SEGMENTS },
    [CH] = { .direct = scree_segment_polyhedron,
             .use = SCREE_DIRECT_ALWAYS,
             .direct_first = true,
             .boxes_only = true,
             SEARCH(solids),
             .search_farther = scree_solids_farther_than,
             .enough = SCREE_SMALL_HULLS_SCRATCH,
             .small = SCREE_SMALL_HULLS,
             .lanes = SCREE_LANES_SEGMENT_BOXES },
    [BH] = { .direct = scree_point_polyhedron,
             .use = SCREE_DIRECT_ALWAYS,
             .direct_first = true,
             .direct_farther = scree_point_polyhedron_farther_than,
             .search = scree_solids,
             .search_farther = scree_solids_farther_than,
             .scratch = ball_scratch,
             .enough = BALL_SCRATCH,
             .small = BALL_SMALL,
             .lanes = SCREE_LANES_POINTS },
    [EH] = { .direct = scree_round_polyhedron,
             .use = SCREE_DIRECT_UNBOUNDED,
             .direct_farther = scree_round_polyhedron_farther_than,
             SEARCH(ellipsoid_polytope),
             .search_farther = scree_solids_farther_than,
             .enough = SCREE_ROUND_SCRATCH,
             .small = SCREE_ROUND_SMALL,
             .lanes = SCREE_LANES_ROUNDS },
    [QH] = { .direct = scree_round_polyhedron,
             .use = SCREE_DIRECT_UNBOUNDED,
             .direct_farther = scree_round_polyhedron_farther_than,
             SEARCH(superquadric_polytope),
             .search_farther = scree_solids_farther_than,
             .enough = SCREE_ROUND_SCRATCH,
             .small = SCREE_ROUND_SMALL,
             .lanes = SCREE_LANES_ROUNDS },
    [EE] = { .direct = scree_ellipsoid_pair,
             .use = SCREE_DIRECT_UNTRACED,
             .verdict_by_contact = true,
             SEARCH(ellipsoids),
             .search_farther = scree_ellipsoids_farther_than,
             .enough = SMOOTH_SCRATCH,
             .lanes = SCREE_LANES_ELLIPSOIDS },
    [QQ] = { .direct = scree_equal_pair,
             .use = SCREE_DIRECT_UNTRACED,
             SEARCH(superquadrics),
             .search_farther = scree_superquadrics_farther_than,
             .enough = SMOOTH_SCRATCH,
             .lanes = SCREE_LANES_EQUALS },
    [QU] = { SEARCH(superquadrics), .search_farther = scree_superquadrics_farther_than, .enough = NO_BOUND,
             .lanes = SCREE_LANES_SUPERQUADRICS },
    [S] = { SEARCH(superquadrics), .search_farther = scree_superquadrics_farther_than, .enough = NO_BOUND },
    [SP] = { SEARCH(superquadric_polytope), .search_farther = scree_solids_farther_than, .enough = NO_BOUND },
    [EB] = { SEARCH(ellipsoids), .search_farther = scree_ellipsoids_farther_than, .enough = NO_BOUND },
    [ES] = { SEARCH(ellipsoid_polytope), .search_farther = scree_solids_farther_than, .enough = NO_BOUND },
    [P] = { SEARCH(solids), .search_farther = scree_solids_farther_than, .enough = NO_BOUND },
    [HS] = { .direct = scree_on_half_space,
             .use = SCREE_DIRECT_ALWAYS,
             .direct_first = true,
             .scratch = scree_finish_scratch,
             .enough = PLANE_SCRATCH,
             .each = PLANE_EACH,
             .small = PLANE_SMALL,
             .lanes = SCREE_LANES_PLANES },
    [TT] = { .scratch = scree_finish_scratch, .enough = NO_BOUND },
    [GG] = { .direct = scree_polygon_pair,
             .use = SCREE_DIRECT_ALWAYS,
             .direct_first = true,
             .direct_farther = scree_polygon_pair_farther_than,
             .search = search_polygons,
             .scratch = patch_scratch,
             .enough = PATCH_SCRATCH + POLYGON_SMALL * CORNER_SCRATCH,
             .small = POLYGON_SMALL,
             .lanes = SCREE_LANES_POLYGONS },
    [G] = { .search = search_polygons, .scratch = scree_finish_scratch, .enough = NO_BOUND },
    [PL] = { .search = scree_planar_shapes, .scratch = planar_scratch, .enough = NO_BOUND },
};

scree_lane_kernel scree_lane_kernel_of(const scree_kernels *k, scree_lane_kind kind)
{
    switch (kind) {
    case SCREE_LANES_ELLIPSOIDS:
        return k->ellipsoids;
    case SCREE_LANES_EQUALS:
        return k->equals;
    case SCREE_LANES_SUPERQUADRICS:
        return k->superquadrics;
    case SCREE_LANES_BALLS:
        return k->balls;
    case SCREE_LANES_PLANES:
        return k->planes;
    case SCREE_LANES_SEGMENTS:
        return k->segments;
    case SCREE_LANES_SEGMENT_BOXES:
        return k->segment_boxes;
    case SCREE_LANES_POINTS:
        return k->points;
    case SCREE_LANES_BOXES:
        return k->boxes;
    case SCREE_LANES_ROUNDS:
        return k->rounds;
    case SCREE_LANES_HULLS:
        return k->hulls;
    case SCREE_LANES_SMALL_HULLS:
        return k->small_hulls;
    default:
        if (SCREE_IMPOSSIBLE(kind < SCREE_LANES_POLYGONS || kind >= SCREE_LANES_HULLS)) return NULL;
        return k->polygons[kind - SCREE_LANES_POLYGONS];
    }
}
