// The shape that a packing is made of: its numbers, from options, JSON or a mesh file, and the same at other sizes.
#ifndef SCREE_CLI_PACK_RECIPE_H
#define SCREE_CLI_PACK_RECIPE_H

#include "body.h"
#include "text.h"

typedef struct recipe {
    shape_key key;      ///< the numbers as given
    scree_shape *shape; ///< made of them
    double radius;      ///< of the ball of the same volume: Req
} recipe;

/// Each leaves something to be freed, and returns false with a complaint that does not name an option.
bool scree_recipe_sphere(recipe *r, complaint *c);
/// Semi-axes (a, b, b) with a / b = `aspect` and Req = 1: (4.1) of girault-2022.
bool scree_recipe_spheroid(recipe *r, double aspect, complaint *c);
bool scree_recipe_ellipsoid(recipe *r, scree_vec3 semi_axes, complaint *c);
bool scree_recipe_superquadric(recipe *r, scree_vec3 semi_axes, double n1, double n2, complaint *c);
/// Height over diameter, of the base for a cone, is `aspect`, and Req = 1.
bool scree_recipe_cylinder(recipe *r, double aspect, complaint *c);
bool scree_recipe_cone(recipe *r, double aspect, complaint *c);
/// A body of the query protocol: JSON itself, or a .json file. Its pose is not used.
bool scree_recipe_json(recipe *r, const char *bytes, size_t size, complaint *c);
/// A mesh file; with `hull`, of any mesh its hull.
bool scree_recipe_mesh(recipe *r, const char *path, bool hull, complaint *c);
void scree_recipe_free(recipe *r);

/// The shape with all lengths times `scale`; NULL with the reason.
scree_shape *scree_recipe_scaled(const recipe *r, double scale, scree_error *error);

/// The radius of a sphere at this scale, its rounding included.
double scree_recipe_ball(const recipe *r, double scale);

/// A body of the query protocol, as JSON: the shape at this scale, at this pose.
void scree_recipe_write(const recipe *r, double scale, scree_vec3 position, scree_quat orientation, text *out);

/// `before`, the number, no more.
void scree_recipe_number(text *out, const char *before, double x);
/// `before`, and then "x,y,z]".
void scree_recipe_vector(text *out, const char *before, scree_vec3 v);

#endif
