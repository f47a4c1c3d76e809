// The kernels of one width.
#include "kernels/kernels.h"

const scree_kernels SCREE_AT_WIDTH(scree_kernels) = {
    .lanes = SCREE_LANES,
    .axis = SCREE_AT_WIDTH(scree_axis),
    .ellipsoids = SCREE_AT_WIDTH(scree_ellipsoid),
    .ellipsoid_pair = SCREE_AT_SINGLE_WIDTH(scree_ellipsoid_pair),
    .equals = SCREE_AT_WIDTH(scree_equal),
    .equal_pair = SCREE_AT_SINGLE_WIDTH(scree_equal_pair),
    .superquadrics = SCREE_AT_WIDTH(scree_superquadric),
    .boxes = SCREE_AT_WIDTH(scree_box),
    .ball = SCREE_AT_SINGLE_WIDTH(scree_ball),
    .balls = SCREE_AT_SINGLE_WIDTH(scree_balls),
    .plane = SCREE_AT_SINGLE_WIDTH(scree_plane),
    .planes = SCREE_AT_SINGLE_WIDTH(scree_planes),
    .point = SCREE_AT_SINGLE_WIDTH(scree_point),
    .point_farther = SCREE_AT_SINGLE_WIDTH(scree_point_farther),
    .points = SCREE_AT_SINGLE_WIDTH(scree_points),
    .round = SCREE_AT_SINGLE_WIDTH(scree_round),
    .round_farther = SCREE_AT_SINGLE_WIDTH(scree_round_farther),
    .rounds = SCREE_AT_WIDTH(scree_rounds),
    .polygon = SCREE_AT_WIDTH(scree_polygon),
    .polygon_farther = SCREE_AT_WIDTH(scree_polygon_farther),
    .polygons = SCREE_AT_WIDTH(scree_polygons),
    .hull = SCREE_AT_WIDTH(scree_hull),
    .hull_farther = SCREE_AT_WIDTH(scree_hull_farther),
    .hull_pair = SCREE_AT_WIDTH(scree_hull_pair),
#if SCREE_LANES == 8
    .small_hull_pair = scree_hull_pair_lanes_4_8,
#else
    .small_hull_pair = SCREE_AT_WIDTH(scree_hull_pair),
#endif
    .box_pairs = SCREE_AT_WIDTH(scree_box_pairs),
    .warm_hulls = SCREE_AT_WIDTH(scree_warm),
    .many = SCREE_AT_WIDTH(scree_hull_many),
    .hulls = SCREE_AT_WIDTH(scree_hulls),
    .small_hulls = SCREE_AT_SINGLE_WIDTH(scree_hulls),
    .box_fields = SCREE_AT_WIDTH(scree_box_fields),
    .plane_fields = SCREE_AT_WIDTH(scree_plane_fields),
};
