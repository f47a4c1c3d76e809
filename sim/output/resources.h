// The parts of the page, in the library itself: cmake/embed_files.cmake puts them there, if npm's packages were found.
#ifndef SCREE_SIM_OUTPUT_RESOURCES_H
#define SCREE_SIM_OUTPUT_RESOURCES_H

#include <stddef.h>

typedef struct resource {
    const unsigned char *bytes;
    size_t size;
} resource;

extern const resource scree_resource_view_js;  ///< the program, with three.js and uPlot (MIT)
extern const resource scree_resource_view_css; ///< its style, and uPlot's
extern const resource scree_resource_view_html;
extern const resource scree_resource_view_three_license, scree_resource_view_uplot_license;

#endif
