// A pair as a line of the query protocol, so that a failing one can be reproduced.
#include <stdlib.h>

#include "pairs.h"

// With the fewest digits that read back as the same double.
static void print_number(FILE *out, double x)
{
    char text[32];
    for (int digits = 1; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    fputs(text, out);
}

static void print_numbers(FILE *out, const double *x, int count)
{
    fputc('[', out);
    for (int i = 0; i < count; ++i) {
        if (i > 0) fputc(',', out);
        print_number(out, x[i]);
    }
    fputc(']', out);
}

static void print_field(FILE *out, const char *name, double x)
{
    fprintf(out, ",\"%s\":", name);
    print_number(out, x);
}

static void print_vector(FILE *out, const char *name, scree_vec3 v, bool planar)
{
    const double x[3] = { v.x, v.y, v.z };
    fprintf(out, ",\"%s\":", name);
    print_numbers(out, x, planar ? 2 : 3);
}

static void print_shape(FILE *out, const scree_solid *s, bool planar)
{
    fprintf(out, "{\"shape\":\"%s\"", scree_shape_kind_name(s->kind));
    switch (s->kind) {
    case SCREE_SPHERE:
    case SCREE_DISC:
        print_field(out, "radius", s->radius);
        break;
    case SCREE_CAPSULE:
    case SCREE_CYLINDER:
    case SCREE_CONE:
        print_field(out, "radius", s->radius);
        print_field(out, "half_length", s->half_length);
        break;
    case SCREE_BOX:
        print_vector(out, "half_extents", s->vector, false);
        break;
    case SCREE_ELLIPSOID:
        print_vector(out, "semi_axes", s->vector, false);
        break;
    case SCREE_SUPERQUADRIC:
        print_vector(out, "semi_axes", s->vector, false);
        fputs(",\"exponents\":", out);
        print_numbers(out, (double[]){ s->n1, s->n2 }, 2);
        break;
    case SCREE_TAPERED_CAPSULE:
        fputs(",\"radii\":", out);
        print_numbers(out, (double[]){ s->radius, s->top }, 2);
        print_field(out, "half_length", s->half_length);
        break;
    case SCREE_HALF_SPACE:
        print_vector(out, "normal", s->vector, false);
        print_field(out, "offset", s->offset);
        break;
    default:
        fprintf(out, ",\"vertices\":[");
        for (int i = 0; i < s->count; ++i) {
            const double p[3] = { s->points[i].x, s->points[i].y, s->points[i].z };
            if (i > 0) fputc(',', out);
            print_numbers(out, p, planar ? 2 : 3);
        }
        fputc(']', out);
        break;
    }
    if (s->rounding > 0.0) print_field(out, "rounding", s->rounding);
}

static void print_body(FILE *out, const scree_solid *s, const scree_body *body, double angle)
{
    bool planar = scree_shape_dimension(s->shape) == 2;
    print_shape(out, s, planar);
    print_vector(out, "position", body->position, planar);
    scree_quat q = body->orientation;
    if (planar) {
        print_field(out, "angle", angle);
    } else {
        fputs(",\"orientation\":", out);
        print_numbers(out, (double[]){ q.w, q.x, q.y, q.z }, 4);
    }
    fputc('}', out);
}

void scree_scene_print(FILE *out, const scree_scene_pose *pose)
{
    fprintf(out, "{\"a\":");
    print_body(out, &pose->scene->solids[pose->a], &pose->body_a, pose->angle_a);
    fprintf(out, ",\"b\":");
    print_body(out, &pose->scene->solids[pose->b], &pose->body_b, pose->angle_b);
    fprintf(out, "}\n");
}
