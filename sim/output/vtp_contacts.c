// The force network: a line for each contact.
#include <math.h>
#include <stdlib.h>

#include "output/vtp.h"
#include "output/vtp_file.h"

typedef struct float3 {
    float x, y, z;
} float3;

/// Arrays by contact; points and magnitudes have two for each.
typedef struct network {
    float3 *points, *forces, *normals;
    float *magnitudes, *sizes, *depths;
    int64_t *ids;
    int32_t *corners, *ends, *laws;
} network;

static float3 narrowed(scree_vec3 v)
{
    return (float3){ (float)v.x, (float)v.y, (float)v.z };
}

static void network_free(network *n)
{
    free(n->points);
    free(n->forces);
    free(n->normals);
    free(n->magnitudes);
    free(n->sizes);
    free(n->depths);
    free(n->ids);
    free(n->corners);
    free(n->ends);
    free(n->laws);
}

static bool network_reserve(network *n, size_t count)
{
    if (count >= INT32_MAX / 2) return false;
    n->points = malloc((2 * count + 1) * sizeof *n->points);
    n->forces = malloc((count + 1) * sizeof *n->forces);
    n->normals = malloc((count + 1) * sizeof *n->normals);
    n->magnitudes = malloc((2 * count + 1) * sizeof *n->magnitudes);
    n->sizes = malloc((count + 1) * sizeof *n->sizes);
    n->depths = malloc((count + 1) * sizeof *n->depths);
    n->ids = malloc((2 * count + 1) * sizeof *n->ids);
    n->corners = malloc((2 * count + 1) * sizeof *n->corners);
    n->ends = malloc((count + 1) * sizeof *n->ends);
    n->laws = malloc((count + 1) * sizeof *n->laws);
    return n->points != NULL && n->forces != NULL && n->normals != NULL && n->magnitudes != NULL && n->sizes != NULL &&
           n->depths != NULL && n->ids != NULL && n->corners != NULL && n->ends != NULL && n->laws != NULL;
}

static double nearest(double x, double to, double period)
{
    return period > 0.0 ? x - period * round((x - to) / period) : x;
}

/// The image of a centre that is nearest to the contact point. In an open domain no grain is half as long as the
/// domain, and this changes nothing.
static scree_vec3 nearest_image(const scree_sim_origin *o, scree_vec3 centre, scree_vec3 to)
{
    return (scree_vec3){ nearest(centre.x, to.x, o->domain_high.x - o->domain_low.x),
                         nearest(centre.y, to.y, o->domain_high.y - o->domain_low.y),
                         nearest(centre.z, to.z, o->domain_high.z - o->domain_low.z) };
}

void scree_sim_contact_ends(const scree_sim_origin *origin, const scree_sim_frame *frame, const scree_sim_contact *c,
                            scree_vec3 ends[2])
{
    const int32_t sides[2] = { c->a, c->b };
    for (int k = 0; k < 2; ++k)
        ends[k] = sides[k] >= 0 ? nearest_image(origin, frame->grains.positions[sides[k]], c->point) : c->point;
}

static void fill(const scree_sim_vtp_input *in, network *n)
{
    const scree_sim_frame *frame = in->frame;
    for (size_t i = 0; i < frame->contact_count; ++i) {
        const scree_sim_contact *c = &frame->contacts[i];
        const scree_vec3 f = c->force.force;
        scree_vec3 ends[2];
        scree_sim_contact_ends(&in->origin->origin, frame, c, ends);
        n->forces[i] = narrowed(f);
        n->normals[i] = narrowed(c->normal);
        n->sizes[i] = (float)sqrt(f.x * f.x + f.y * f.y + f.z * f.z);
        n->depths[i] = (float)c->depth;
        n->laws[i] = (int32_t)c->law;
        for (size_t k = 0; k < 2; ++k) {
            const int32_t side = k == 0 ? c->a : c->b;
            n->points[2 * i + k] = narrowed(ends[k]);
            n->magnitudes[2 * i + k] = n->sizes[i];
            n->ids[2 * i + k] = side >= 0 ? frame->grains.ids[side] : side;
            n->corners[2 * i + k] = (int32_t)(2 * i + k);
        }
        n->ends[i] = (int32_t)(2 * i + 2);
    }
}

static void write_network(scree_sim_vtp_file *file, const network *n, size_t count)
{
    scree_sim_vtp_tag(file, "<PointData>");
    scree_sim_vtp_array(file, "Float32", "force_size", 1, n->magnitudes, 2 * count);
    scree_sim_vtp_tag(file, "</PointData>\n<Points>");
    scree_sim_vtp_array(file, "Float32", "Points", 3, n->points, 2 * count);
    scree_sim_vtp_tag(file, "</Points>\n<Lines>");
    scree_sim_vtp_array(file, "Int32", "connectivity", 1, n->corners, 2 * count);
    scree_sim_vtp_array(file, "Int32", "offsets", 1, n->ends, count);
    scree_sim_vtp_tag(file, "</Lines>\n<CellData>");
    scree_sim_vtp_array(file, "Int64", "ids", 2, n->ids, count);
    scree_sim_vtp_array(file, "Float32", "force", 3, n->forces, count);
    scree_sim_vtp_array(file, "Float32", "force_size", 1, n->sizes, count);
    scree_sim_vtp_array(file, "Float32", "normal", 3, n->normals, count);
    scree_sim_vtp_array(file, "Float32", "depth", 1, n->depths, count);
    scree_sim_vtp_array(file, "Int32", "law", 1, n->laws, count);
    scree_sim_vtp_tag(file, "</CellData>");
}

bool scree_sim_vtp_contacts(const char *path, const scree_sim_vtp_input *in, scree_error *error)
{
    network n = { 0 };
    bool done = network_reserve(&n, in->frame->contact_count);
    if (done) {
        fill(in, &n);
        scree_sim_vtp_file file;
        scree_sim_vtp_begin(&file, in->origin, in->frame);
        scree_sim_vtp_piece(&file, 2 * in->frame->contact_count, in->frame->contact_count, 0);
        write_network(&file, &n, in->frame->contact_count);
        done = scree_sim_vtp_end(&file, path, error);
    } else
        scree_output_no_memory(error);
    network_free(&n);
    return done;
}
