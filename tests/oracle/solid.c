#include "oracle/solid.h"

#include <stdlib.h>

#include "scenes/place.h"

oracle_hull *scree_oracle_solid(const scree_solid *s)
{
    switch (s->kind) {
    case SCREE_SPHERE:
        return scree_oracle_ball(s->radius, s->rounding, false);
    case SCREE_DISC:
        return scree_oracle_ball(s->radius, s->rounding, true);
    case SCREE_CAPSULE:
        return scree_oracle_capsule(s->radius, s->half_length, s->rounding);
    case SCREE_HALF_SPACE:
        return scree_oracle_half_space(s->vector, s->offset, s->rounding);
    case SCREE_BOX:
        return scree_oracle_box(s->vector, s->rounding);
    case SCREE_POLYGON:
        return scree_oracle_hull(s->points, s->count, 2, s->rounding);
    case SCREE_POLYHEDRON:
        if (s->count <= SCREE_ORACLE_BRUTE) return scree_oracle_hull(s->points, s->count, 3, s->rounding);
        return scree_oracle_hull_checked(s->shape, s->points, s->count);
    case SCREE_ELLIPSOID:    // no hull: see oracle/ellipsoid.h
    case SCREE_SUPERQUADRIC: // nor these: see oracle/superquadric.h
    case SCREE_CYLINDER:
    case SCREE_CONE:
    case SCREE_TAPERED_CAPSULE:
    case SCREE_SUPPORT_SHAPE:
        break;
    }
    return NULL;
}

void scree_oracle_solids_free(const scree_scene *scene, oracle_hull **hulls)
{
    for (int i = 0; hulls != NULL && i < scene->solid_count; ++i) scree_oracle_hull_free(hulls[i]);
    free(hulls);
}

oracle_hull **scree_oracle_solids(const scree_scene *scene)
{
    oracle_hull **hulls = calloc((size_t)scene->solid_count, sizeof *hulls);
    if (hulls == NULL) return NULL;
    int failed = -1;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < scene->solid_count; ++i) {
        hulls[i] = scree_oracle_solid(&scene->solids[i]);
#pragma omp critical(oracle_solids)
        if (hulls[i] == NULL) failed = i;
    }
    if (failed < 0) return hulls;
    printf("no oracle for solid %d of a scene, seed %llu\n", failed, (unsigned long long)scene->seed);
    scree_oracle_solids_free(scene, hulls);
    return NULL;
}

scree_shape *scree_oracle_solid_scaled(const scree_solid *s, double k)
{
    switch (s->kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(s->radius * k, s->rounding * k, NULL);
    case SCREE_DISC:
        return scree_disc_create(s->radius * k, s->rounding * k, NULL);
    case SCREE_BOX:
        return scree_box_create(s3_scale(s->vector, k), s->rounding * k, NULL);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(s3_scale(s->vector, k), s->rounding * k, NULL);
    case SCREE_CAPSULE:
        return scree_capsule_create(s->radius * k, s->half_length * k, s->rounding * k, NULL);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(s3_scale(s->vector, k), s->n1, s->n2, s->rounding * k, NULL);
    case SCREE_CYLINDER:
        return scree_cylinder_create(s->radius * k, s->half_length * k, s->rounding * k, NULL);
    case SCREE_CONE:
        return scree_cone_create(s->radius * k, s->half_length * k, s->rounding * k, NULL);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(s->radius * k, s->top * k, s->half_length * k, s->rounding * k, NULL);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(s->vector, s->offset * k, s->rounding * k, NULL);
    default:
        break;
    }
    scree_vec3 *p = malloc((size_t)s->count * sizeof *p);
    for (int i = 0; p != NULL && i < s->count; ++i) p[i] = s3_scale(s->points[i], k);
    scree_shape *shape = p == NULL ? NULL
                         : s->kind == SCREE_POLYGON
                             ? scree_polygon_create(p, (size_t)s->count, s->rounding * k, NULL)
                             : scree_polyhedron_create(p, (size_t)s->count, s->rounding * k, NULL);
    free(p);
    return shape;
}
