// The volume that two polyhedra share: faces of each, cut by the planes of the other, one pair's planes in lanes.
//
// Source      The divergence theorem, as in solve/volume/overlap_volume.c.
// Idea        The surface of the shared volume is what of A's faces is inside B and of B's inside A. Faces without a corner in
//             the slab of the overlap along the line between the bodies' middles have no part in it, nor have those
//             with all corners outside one plane of the other body; a plane that no corner of a face is outside of does not cut
//             it. The parts are triangles, summed in lanes.
// Limits      Pairs whose faces may coincide, thin bodies and thin shared volumes are left to solve/volume, which
//             handles the roundings.
#include "kernels/field/surface_planes.h"
#include "scree/volume.h"

enum { EIGHT = 8, PARTS = EIGHT / SCREE_LANES, MOST_GROUPS = 32, MOST_CORNERS = SURFACE_FACE_CORNERS + SURFACE_LIST };

// The least ratio of a body's inner to its outer radius, and of a shared volume's mean thickness to the error of the
// planes.
static const double LEAST_THICKNESS = 0.05, LEAST_ERRORS = 1e3;

// The surface of one body inside the other, as triangles: indexed by corner, component and triangle.
typedef struct volume_part {
    alignas(64) double x[MOST_GROUPS][3][3][EIGHT];
    int count;
    scree_vec3 total; // of all corners
} volume_part;

static inline bool add_triangle(volume_part *part, scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    if (part->count == MOST_GROUPS * EIGHT) return false;
    double(*x)[3][EIGHT] = part->x[part->count / EIGHT];
    const int i = part->count++ % EIGHT;
    const scree_vec3 corner[3] = { a, b, c };
    for (int k = 0; k < 3; ++k) {
        x[k][0][i] = corner[k].x;
        x[k][1][i] = corner[k].y;
        x[k][2][i] = corner[k].z;
        part->total = v3_add(part->total, corner[k]);
    }
    return true;
}

static inline bool add_polygon(volume_part *part, const scree_vec3 *corner, int count)
{
    for (int k = 1; k + 1 < count; ++k)
        if (!add_triangle(part, corner[0], corner[k], corner[k + 1])) return false;
    return true;
}

// The parts of one body's faces that are inside the other. False: there is no room.
static inline bool find_part(const surface_planes *p, bool of_b, const surface_faces *own, const surface_faces *other,
                             volume_part *part)
{
    const scree_shape *s = of_b ? p->cores.b : p->cores.a;
    surface_corners corners;
    surface_corners_begin(&corners, p, of_b, other);
    part->count = 0;
    part->total = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < own->count; ++i) {
        const scree_face *face = &s->hull->faces[own->face[i]];
        if (face->count > SURFACE_FACE_CORNERS) return false;
        uint64_t cuts = 0, out = surface_first_bits(other->count);
        for (int k = 0; k < face->count; ++k) {
            const uint64_t in = surface_corner_inside(&corners, s->hull->face_vertices[face->first + k]);
            cuts |= ~in;
            out &= ~in;
        }
        if (out != 0) continue;
        scree_vec3 buffer[2][MOST_CORNERS];
        int count = face->count, now = 0;
        for (int k = 0; k < count; ++k) buffer[0][k] = surface_vertex(p, of_b, s->hull->face_vertices[face->first + k]);
        for (cuts &= surface_first_bits(other->count); cuts != 0 && count > 0; cuts &= cuts - 1, now = 1 - now) {
            const int j = __builtin_ctzll(cuts);
            const scree_vec3 n = v3(other->x[j], other->y[j], other->z[j]);
            count = surface_cut(n, other->offset[j], buffer[now], count, buffer[1 - now]);
        }
        if (!add_polygon(part, buffer[now], count)) return false;
    }
    return true;
}

// Six times the volume, 24 times its first moments, twice the area and its vector, six times the couple of the surface.
typedef struct volume_lanes {
    lane volume[PARTS], moment[3][PARTS], area[PARTS], vector[3][PARTS], couple[3][PARTS];
} volume_lanes;

typedef struct volume_sums {
    double volume, area;
    scree_vec3 moment, vector, couple;
} volume_sums;

// The sum of eight doubles, in a fixed order: the same at every width.
static inline double sum_of(const lane part[PARTS])
{
    alignas(64) double e[EIGHT];
    for (int i = 0; i < PARTS; ++i) lane_put_row(e + i * SCREE_LANES, part[i]);
    return ((e[0] + e[4]) + (e[2] + e[6])) + ((e[1] + e[5]) + (e[3] + e[7]));
}

static inline void add_eight(const double x[3][3][EIGHT], scree_vec3 middle, volume_lanes *sum)
{
    for (int i = 0; i < PARTS; ++i) {
        const int at = i * SCREE_LANES;
        lane3 corner[3];
        for (int k = 0; k < 3; ++k)
            corner[k] = l3_sub(l3(lane_at(x[k][0] + at), lane_at(x[k][1] + at), lane_at(x[k][2] + at)), l3_of(middle));
        const lane3 twice = l3_cross(l3_sub(corner[1], corner[0]), l3_sub(corner[2], corner[0]));
        const lane3 three = l3_add(corner[0], l3_add(corner[1], corner[2])), moment = l3_cross(three, twice);
        const lane six = l3_dot(corner[0], twice);
        sum->volume[i] += six;
        sum->area[i] += lane_sqrt(l3_dot(twice, twice));
        const lane m[3] = { three.x, three.y, three.z }, v[3] = { twice.x, twice.y, twice.z },
                   c[3] = { moment.x, moment.y, moment.z };
        for (int k = 0; k < 3; ++k) {
            sum->moment[k][i] += six * m[k];
            sum->vector[k][i] += v[k];
            sum->couple[k][i] += c[k];
        }
    }
}

static inline scree_vec3 sum3_of(lane part[3][PARTS], double scale)
{
    return v3_scale(v3(sum_of(part[0]), sum_of(part[1]), sum_of(part[2])), scale);
}

// Integrates about `middle`. Groups are padded with degenerate triangles.
static inline volume_sums integrate(volume_part *part, scree_vec3 middle)
{
    volume_lanes sum = { 0 };
    const int groups = (part->count + EIGHT - 1) / EIGHT;
    const scree_vec3 none = middle;
    while (part->count % EIGHT != 0) (void)add_triangle(part, none, none, none);
    for (int i = 0; i < groups; ++i) add_eight((const double(*)[3][EIGHT])part->x[i], middle, &sum);
    return (volume_sums){ .volume = sum_of(sum.volume) / 6.0,
                          .area = 0.5 * sum_of(sum.area),
                          .moment = sum3_of(sum.moment, 1.0 / 24.0),
                          .vector = sum3_of(sum.vector, 0.5),
                          .couple = sum3_of(sum.couple, 1.0 / 6.0) };
}

static bool is_stout(const scree_shape *s)
{
    return surface_is_small(s) && s->hull->inscribed_ball[3] >= LEAST_THICKNESS * s->core_radius &&
           s->core_radius > 1e-50 && s->core_radius < 1e50;
}

// Whether a face of A and a face of B are nearly parallel and face the same way. Where two such faces cross, rounding
// would cut each elsewhere, by the error over their angle, and the surface would not close.
static inline bool faces_are_alike(const surface_faces *a, const surface_faces *b)
{
    const lane near = lane_of(0.1);
    for (int i = 0; i < a->count; ++i) {
        const lane x = lane_of(a->x[i]), y = lane_of(a->y[i]), z = lane_of(a->z[i]);
        unsigned alike = 0;
        for (int at = 0; at < b->count; at += SCREE_LANES) {
            const lane off = lane_max(lane_abs(lane_at(b->x + at) - x),
                                      lane_max(lane_abs(lane_at(b->y + at) - y), lane_abs(lane_at(b->z + at) - z)));
            alike |= lane_bits_below(off, near);
        }
        if (alike != 0) return true;
    }
    return false;
}

// The slab is along the line between the bodies' middles, the frame's origin A's middle.
static inline bool find_faces(const scree_body *a, const scree_body *b, surface_planes *p, surface_faces *faces)
{
    p->cores = scree_cores_make(a, b);
    p->error = p->cores.error;
    const double *ball = b->shape->hull->inscribed_ball;
    const scree_vec3 own = v3(ball[0], ball[1], ball[2]),
                     middle = v3_add(m3_mul(&p->cores.rotation, own), p->cores.shift);
    p->origin =
        v3(a->shape->hull->inscribed_ball[0], a->shape->hull->inscribed_ball[1], a->shape->hull->inscribed_ball[2]);
    const scree_vec3 way = v3_sub(middle, p->origin);
    if (!(v3_norm2(way) > 1e-100)) return false;
    p->normal = v3_unit(way);
    return surface_find_of_solids(p, &faces[0], &faces[1]) && !faces_are_alike(&faces[0], &faces[1]);
}

bool SCREE_AT_WIDTH(scree_shared_volume)(const scree_body *a, const scree_body *b, scree_overlap_volume_result *out)
{
    surface_planes p;
    surface_faces faces[2];
    volume_part part[2];
    if (!is_stout(a->shape) || !is_stout(b->shape) || !find_faces(a, b, &p, faces)) return false;
    if (!find_part(&p, false, &faces[0], &faces[1], &part[0]) || !find_part(&p, true, &faces[1], &faces[0], &part[1]))
        return false;
    const int corners = 3 * (part[0].count + part[1].count);
    if (corners == 0) return false;
    const scree_vec3 middle = v3_scale(v3_add(part[0].total, part[1].total), 1.0 / corners);
    const volume_sums s = integrate(&part[0], middle), t = integrate(&part[1], middle);
    const double volume = s.volume + t.volume;
    if (!(2.0 * volume > LEAST_ERRORS * p.error * (s.area + t.area))) return false;
    const scree_vec3 centroid = v3_scale(v3_add(s.moment, t.moment), 1.0 / volume);
    out->volume = volume;
    out->centroid = scree_cores_world_point(&p.cores, v3_add(p.origin, v3_add(middle, centroid)));
    out->area_vector = scree_cores_world_direction(&p.cores, s.vector);
    out->couple = scree_cores_world_direction(&p.cores, v3_sub(s.couple, v3_cross(centroid, s.vector)));
    out->area_a = s.area;
    out->area_b = t.area;
    out->status = SCREE_OK;
    out->unused = 0;
    return true;
}
