// The options of scree pack.
#ifndef SCREE_CLI_PACK_OPTIONS_H
#define SCREE_CLI_PACK_OPTIONS_H

#include "write.h"

enum { PACK_MOST_GRAINS = 10000000, PACK_DETAIL_BY_COUNT = 100 };

typedef enum pack_shape {
    PACK_SPHEROID,
    PACK_SPHERE,
    PACK_ELLIPSOID,
    PACK_SUPERQUADRIC,
    PACK_CYLINDER,
    PACK_CONE,
    PACK_BODY
} pack_shape;

typedef struct pack_options {
    pack_shape shape;
    double aspect;            ///< of spheroids, cylinders and cones
    scree_vec3 semi_axes;     ///< of ellipsoids and superquadrics
    double exponents[2];      ///< of superquadrics
    const char *body;         ///< JSON, or a file
    bool hull;                ///< of a mesh
    double smallest, largest; ///< Req; 0: the shape as it is given
    double fraction;
    size_t count;   ///< 0: by box and fraction
    scree_vec3 box; ///< 0: by count and fraction
    bool walls;
    uint64_t seed, attempts;
    pack_writer write;
    int detail;    ///< of the surface; below 0: none; PACK_DETAIL_BY_COUNT
    double margin; ///< of the query lines; below 0: a fifth of the first grain's radius
    const char *output;
} pack_options;

/// 0 to go on, -1 for help, else an exit status after a message.
int scree_pack_options_parse(pack_options *o, int argc, char **argv);

#endif
