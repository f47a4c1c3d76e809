// Files that the page is made of, in the program itself; cmake/embed_files.cmake puts them there.
#ifndef SCREE_CLI_RESOURCES_H
#define SCREE_CLI_RESOURCES_H

#include <stddef.h>

typedef struct resource {
    const unsigned char *bytes;
    size_t size;
} resource;

extern const resource scree_resource_chart_js; ///< Chart.js, MIT
extern const resource scree_resource_page_css, scree_resource_page_js;

#endif
