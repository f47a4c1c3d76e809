// Words in a PNG file: international text chunks (iTXt, UTF-8) behind its header.
#ifndef SCREE_SIM_OUTPUT_PNG_H
#define SCREE_SIM_OUTPUT_PNG_H

#include "output/bytes.h"

/// Writes the picture `from` to `path` with the comments of a .pov file in it: version, command, scene and so on.
bool scree_sim_png_describe(const char *from, const char *pov, const char *path, scree_error *error);
/// Size and words of a picture, as scree_sim_info() prints them.
bool scree_sim_info_png(const char *path, scree_sim_bytes *out, scree_error *error);

#endif
