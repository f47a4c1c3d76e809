// The name of a function at the width that is being compiled: SCREE_AT_WIDTH(scree_axis) is scree_axis_lanes_4 where
// SCREE_LANES is 4. Empty in files that are compiled for no width.
#ifndef SCREE_KERNELS_WIDTH_H
#define SCREE_KERNELS_WIDTH_H

#ifdef SCREE_LANES
#define SCREE_JOIN_WIDTH(name, lanes) name##_lanes_##lanes
#define SCREE_WITH_WIDTH(name, lanes) SCREE_JOIN_WIDTH(name, lanes)
#define SCREE_AT_WIDTH(name) SCREE_WITH_WIDTH(name, SCREE_LANES)

/// A single pair gains nothing from more than four lanes in scans over few elements.
#define SCREE_MOST_SINGLE_LANES 4
#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
#define SCREE_AT_SINGLE_WIDTH(name) SCREE_AT_WIDTH(name)
#else
#define SCREE_AT_SINGLE_WIDTH(name) SCREE_WITH_WIDTH(name, SCREE_MOST_SINGLE_LANES)
#endif
#endif

#endif
