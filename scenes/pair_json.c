// A pair as a line of the query protocol, so that a failing one can be asked again.
#include <math.h>

#include "pairs.h"

static void print_vector(FILE *out, const char *name, scree_vec3 v, bool planar)
{
    if (planar)
        fprintf(out, ",\"%s\":[%.17g,%.17g]", name, v.x, v.y);
    else
        fprintf(out, ",\"%s\":[%.17g,%.17g,%.17g]", name, v.x, v.y, v.z);
}

static void print_shape(FILE *out, const scree_solid *s, bool planar)
{
    fprintf(out, "{\"shape\":\"%s\"", scree_shape_kind_name(s->kind));
    switch (s->kind) {
    case SCREE_SPHERE:
    case SCREE_DISC:
        fprintf(out, ",\"radius\":%.17g", s->radius);
        break;
    case SCREE_CAPSULE:
    case SCREE_CYLINDER:
    case SCREE_CONE:
        fprintf(out, ",\"radius\":%.17g,\"half_length\":%.17g", s->radius, s->half_length);
        break;
    case SCREE_BOX:
        print_vector(out, "half_extents", s->vector, false);
        break;
    case SCREE_ELLIPSOID:
        print_vector(out, "semi_axes", s->vector, false);
        break;
    case SCREE_SUPERQUADRIC:
        print_vector(out, "semi_axes", s->vector, false);
        fprintf(out, ",\"exponents\":[%.17g,%.17g]", s->n1, s->n2);
        break;
    case SCREE_TAPERED_CAPSULE:
        fprintf(out, ",\"radii\":[%.17g,%.17g],\"half_length\":%.17g", s->radius, s->top, s->half_length);
        break;
    case SCREE_HALF_SPACE:
        print_vector(out, "normal", s->vector, false);
        fprintf(out, ",\"offset\":%.17g", s->offset);
        break;
    default:
        fprintf(out, ",\"vertices\":[");
        for (int i = 0; i < s->count; ++i) {
            scree_vec3 p = s->points[i];
            fprintf(out, "%s[%.17g,%.17g", i > 0 ? "," : "", p.x, p.y);
            if (!planar) fprintf(out, ",%.17g", p.z);
            fputc(']', out);
        }
        fputc(']', out);
        break;
    }
    if (s->rounding > 0.0) fprintf(out, ",\"rounding\":%.17g", s->rounding);
}

static void print_body(FILE *out, const scree_solid *s, const scree_body *body, double angle)
{
    bool planar = scree_shape_dimension(s->shape) == 2;
    print_shape(out, s, planar);
    print_vector(out, "position", body->position, planar);
    scree_quat q = body->orientation;
    if (planar)
        fprintf(out, ",\"angle\":%.17g}", angle);
    else
        fprintf(out, ",\"orientation\":[%.17g,%.17g,%.17g,%.17g]}", q.w, q.x, q.y, q.z);
}

void scree_scene_print(FILE *out, const scree_scene_pose *pose)
{
    fprintf(out, "{\"a\":");
    print_body(out, &pose->scene->solids[pose->a], &pose->body_a, pose->angle_a);
    fprintf(out, ",\"b\":");
    print_body(out, &pose->scene->solids[pose->b], &pose->body_b, pose->angle_b);
    fprintf(out, "}\n");
}
