// A shape of one's own. All that scree asks is a support function: the point that is farthest along a direction. Here
// it is a lens, the part that two equal balls share, over a flat floor and beside a sphere.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

typedef struct lens {
    double ball;   // radius of the two balls
    double offset; // their centres are at z = offset and z = -offset
} lens;

// Along steep directions the farthest point is on a ball; along flat ones, on the rim where the two balls meet.
static scree_vec3 lens_support(const void *user, scree_vec3 d)
{
    const lens *l = user;
    double length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z), flat = sqrt(d.x * d.x + d.y * d.y);
    if (l->ball * fabs(d.z) >= l->offset * length) {
        double s = l->ball / length;
        return (scree_vec3){ s * d.x, s * d.y, s * d.z - copysign(l->offset, d.z) };
    }
    double rim = sqrt(l->ball * l->ball - l->offset * l->offset) / flat;
    return (scree_vec3){ rim * d.x, rim * d.y, 0.0 };
}

// The search for an overlap of smooth shapes builds a polytope, which is more than the stack is asked for: a query of
// such a pair wants scratch from its caller. A simulation would allocate it once for each thread.
static int report(const char *what, const scree_body *a, const scree_body *b)
{
    scree_contact contact;
    scree_query_options options = scree_query_defaults();
    options.scratch_size = scree_query_scratch(a->shape, b->shape);
    options.scratch = malloc(options.scratch_size);
    scree_status status = scree_query(a, b, &options, &contact);
    free(options.scratch);
    printf("%s: %s, distance %.6f in [%.6f, %.6f]\n", what, scree_state_name(contact.state), contact.distance,
           contact.lower, contact.upper);
    return status == SCREE_OK ? 0 : 1;
}

int main(void)
{
    const lens sizes = { .ball = 1.25, .offset = 0.75 }; // rim 1, half thickness 0.5
    scree_error error;
    scree_support_def def = { .support = lens_support, .user = &sizes, .dimension = 3, .radius = 1.0 };
    scree_shape *grain = scree_support_shape_create(&def, 0.0, &error);
    if (grain == NULL) {
        fprintf(stderr, "%s\n", error.message);
        return EXIT_FAILURE;
    }
    scree_shape *floor = scree_half_space_create((scree_vec3){ 0.0, 0.0, 1.0 }, 0.0, 0.0, NULL);
    scree_shape *ball = scree_sphere_create(0.5, 0.0, NULL);

    scree_body ground = scree_body_at(floor, (scree_vec3){ 0.0, 0.0, 0.0 });
    scree_body lying = scree_body_at(grain, (scree_vec3){ 0.0, 0.0, 0.625 });
    scree_body standing = lying;
    standing.orientation = (scree_quat){ 1.0, 1.0, 0.0, 0.0 }; // a quarter turn about x; any length will do
    scree_body beside = scree_body_at(ball, (scree_vec3){ 2.0, 0.0, 0.625 });

    int failures = report("lying over the floor", &ground, &lying) + report("standing in it", &ground, &standing) +
                   report("beside a ball", &lying, &beside);
    scree_shape_destroy(ball);
    scree_shape_destroy(floor);
    scree_shape_destroy(grain);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
