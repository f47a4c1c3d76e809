// Errors are collected, so that one run shows all errors of a scene file.
#ifndef SCREE_SIM_SCENE_ERRORS_H
#define SCREE_SIM_SCENE_ERRORS_H

#include "scree_sim/scene.h"

enum { SCREE_SCENE_MOST_ERRORS = 100 };

void scree_scene_complain(scree_scene_errors *errors, scree_scene_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// In the order of the file `scene`, then of the tables that it names; what --set gave comes last.
void scree_scene_errors_sort(scree_scene_errors *errors, const char *scene);

#endif
