// MuJoCo: its own colliders of balls and boxes, its convex collider (MPR) for all others, called as its pipeline calls them, double
// precision.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

typedef struct mujoco_pose {
    mjtNum position[3], rotation[9];
} mujoco_pose;

typedef struct mujoco_peer {
    const bench_pairs *pairs;
    mjModel *model;
    mjData *data;
    mujoco_pose *a, *b;
} mujoco_peer;

static bool is_box(const scree_solid *s)
{
    return s->kind == SCREE_POLYHEDRON && s->vector.x > 0.0;
}

// The model: every solid a geom of the world.
static bool write_model(FILE *out, const bench_pairs *pairs)
{
    fprintf(out, "<mujoco><option><flag/></option><asset>\n");
    for (int i = 0; i < pairs->solid_count; ++i) {
        const scree_solid *s = &pairs->solids[i];
        if (s->kind != SCREE_POLYHEDRON || is_box(s)) continue;
        fprintf(out, "<mesh name=\"m%d\" vertex=\"", i);
        for (int k = 0; k < s->count; ++k)
            fprintf(out, "%.17g %.17g %.17g ", s->points[k].x, s->points[k].y, s->points[k].z);
        fprintf(out, "\"/>\n");
    }
    fprintf(out, "</asset><worldbody>\n");
    for (int i = 0; i < pairs->solid_count; ++i) {
        const scree_solid *s = &pairs->solids[i];
        if (is_box(s))
            fprintf(out, "<geom type=\"box\" size=\"%.17g %.17g %.17g\"/>\n", s->vector.x, s->vector.y, s->vector.z);
        else if (s->kind == SCREE_POLYHEDRON)
            fprintf(out, "<geom type=\"mesh\" mesh=\"m%d\"/>\n", i);
        else if (s->kind == SCREE_SPHERE)
            fprintf(out, "<geom type=\"sphere\" size=\"%.17g\"/>\n", s->radius);
        else if (s->kind == SCREE_ELLIPSOID)
            fprintf(out, "<geom type=\"ellipsoid\" size=\"%.17g %.17g %.17g\"/>\n", s->vector.x, s->vector.y,
                    s->vector.z);
        else
            return false;
    }
    fprintf(out, "</worldbody></mujoco>\n");
    return !ferror(out);
}

static mjModel *load(const bench_pairs *pairs)
{
    char *text = NULL, error[500] = "";
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) return NULL;
    bool whole = write_model(out, pairs);
    whole = fclose(out) == 0 && whole;
    mjModel *model = NULL;
    mjVFS *files = whole ? malloc(sizeof *files) : NULL;
    if (files != NULL) {
        mj_defaultVFS(files);
        if (mj_makeEmptyFileVFS(files, "set.xml", (int)size) == 0) {
            memcpy(files->filedata[mj_findFileVFS(files, "set.xml")], text, size);
            model = mj_loadXML("set.xml", files, error, sizeof error);
            if (model == NULL) fprintf(stderr, "scree-bench: MuJoCo: %s\n", error);
        }
        mj_deleteVFS(files);
        free(files);
    }
    free(text);
    return model;
}

// MuJoCo centres meshes and rotates them to their principal axes, and says where to.
static void pose_of(const mjModel *m, int geom, const scree_body *body, mujoco_pose *out)
{
    const scree_quat o = body->orientation;
    mjtNum q[4] = { o.w, o.x, o.y, o.z }, whole[4];
    mju_normalize4(q);
    mju_rotVecQuat(out->position, m->geom_pos + 3 * geom, q);
    out->position[0] += body->position.x;
    out->position[1] += body->position.y;
    out->position[2] += body->position.z;
    mju_mulQuat(whole, q, m->geom_quat + 4 * geom);
    mju_quat2Mat(out->rotation, whole);
}

static void close_mujoco(void *user)
{
    mujoco_peer *p = user;
    if (p->data != NULL) mj_deleteData(p->data);
    if (p->model != NULL) mj_deleteModel(p->model);
    free(p->a);
    free(p->b);
    free(p);
}

static void *open_mujoco(const bench_pairs *pairs)
{
    mujoco_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->pairs = pairs;
    p->model = scree_shape_dimension(pairs->solids[0].shape) == 3 ? load(pairs) : NULL;
    p->data = p->model != NULL ? mj_makeData(p->model) : NULL;
    p->a = malloc((pairs->count + 1) * sizeof *p->a);
    p->b = malloc((pairs->count + 1) * sizeof *p->b);
    if (p->data == NULL || p->a == NULL || p->b == NULL) {
        close_mujoco(p);
        return NULL;
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        pose_of(p->model, pairs->solid_a[i], &pairs->a[i], &p->a[i]);
        pose_of(p->model, pairs->solid_b[i], &pairs->b[i], &p->b[i]);
    }
    return p;
}

static void put(mjData *d, int geom, const mujoco_pose *pose)
{
    memcpy(d->geom_xpos + 3 * geom, pose->position, sizeof pose->position);
    memcpy(d->geom_xmat + 9 * geom, pose->rotation, sizeof pose->rotation);
}

static void run_mujoco(void *user, bench_answer *answers)
{
    const mujoco_peer *p = user;
    const mjModel *m = p->model;
    mjContact contacts[mjMAXCONPAIR];
    for (size_t i = 0; i < p->pairs->count; ++i) {
        const int a = p->pairs->solid_a[i], b = p->pairs->solid_b[i];
        put(p->data, a, &p->a[i]);
        put(p->data, b, &p->b[i]);
        const bool swapped = m->geom_type[a] > m->geom_type[b]; // its table has the lower kind first
        const int first = swapped ? b : a, second = swapped ? a : b;
        mjfCollision collide = mjCOLLISIONFUNC[m->geom_type[first]][m->geom_type[second]];
        const int found = collide(m, p->data, contacts, first, second, 0.0);
        answers[i] = (bench_answer){ .distance = 1.0 };
        if (found == 0) continue;
        int deepest = 0;
        for (int k = 1; k < found; ++k)
            if (contacts[k].dist < contacts[deepest].dist) deepest = k;
        const double sign = swapped ? -1.0 : 1.0;
        const mjtNum *n = contacts[deepest].frame;
        answers[i].distance = contacts[deepest].dist;
        answers[i].normal = (scree_vec3){ sign * n[0], sign * n[1], sign * n[2] };
        answers[i].failed = !isfinite(contacts[deepest].dist);
    }
}

const bench_peer bench_mujoco = { .name = "MuJoCo",
                                  .what = "its own box-box and sphere-box, else its convex collider (MPR), not the "
                                          "least depth; double",
                                  .scope = BENCH_CONTACT,
                                  .open = open_mujoco,
                                  .run = run_mujoco,
                                  .close = close_mujoco };
