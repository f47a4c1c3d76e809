// What files hold, each kind in a function of its own: lines "key: value".
#ifndef SCREE_SIM_OUTPUT_INFO_H
#define SCREE_SIM_OUTPUT_INFO_H

#include "output/bytes.h"

bool scree_sim_info_vtp(const char *path, scree_sim_bytes *out, scree_error *error);
bool scree_sim_info_pvd(const char *path, scree_sim_bytes *out, scree_error *error);
bool scree_sim_info_csv(const char *path, scree_sim_bytes *out, scree_error *error);
bool scree_sim_info_gsd(const char *path, scree_sim_bytes *out, scree_error *error);
bool scree_sim_info_checkpoint(const char *path, scree_sim_bytes *out, scree_error *error);
bool scree_sim_info_page(const char *path, scree_sim_bytes *out, scree_error *error);
bool scree_sim_info_pov(const char *path, scree_sim_bytes *out, scree_error *error);

/// A line "key: value"; of a value of several lines, the first and how many there are.
void scree_sim_info_line(scree_sim_bytes *out, const char *key, const char *value, size_t size);

#endif
