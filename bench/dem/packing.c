#include "packing.h"

#include <stdio.h>
#include <stdlib.h>

static bool read_grains(FILE *file, packing *out)
{
    char line[256];
    for (size_t i = 0; i < out->count; ++i) {
        scree_body *body = &out->bodies[i];
        *body = (scree_body){ .orientation = { 1.0, 0.0, 0.0, 0.0 } };
        if (fgets(line, sizeof line, file) == NULL) return false;
        const int read =
            sscanf(line, "%lf %lf %lf %lf %lf %lf %lf", &body->position.x, &body->position.y, &body->position.z,
                   &body->orientation.w, &body->orientation.x, &body->orientation.y, &body->orientation.z);
        if (read != 3 && read != 7) return false;
    }
    return true;
}

bool packing_read(const char *path, packing *out)
{
    *out = (packing){ 0 };
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        return false;
    }
    bool good =
        fscanf(file, "# N=%zu W=%lf\n", &out->count, &out->width) == 2 && out->count > 0 && out->count < 10000000;
    if (good) out->bodies = calloc(out->count, sizeof *out->bodies);
    good = good && out->bodies != NULL && read_grains(file, out);
    (void)fclose(file);
    if (!good) {
        fprintf(stderr, "%s: is no packing\n", path);
        packing_free(out);
    }
    return good;
}

bool packing_write(const char *path, const packing *grains)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return false;
    }
    fprintf(file, "# N=%zu W=%.17g\n", grains->count, grains->width);
    for (size_t i = 0; i < grains->count; ++i) {
        const scree_vec3 p = grains->bodies[i].position;
        const scree_quat q = grains->bodies[i].orientation;
        fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", p.x, p.y, p.z, q.w, q.x, q.y, q.z);
    }
    const bool good = ferror(file) == 0;
    return fclose(file) == 0 && good;
}

void packing_free(packing *p)
{
    free(p->bodies);
    *p = (packing){ 0 };
}
