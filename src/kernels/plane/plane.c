// A body on a half space: closed forms, one pair after the other.
//
// Idea        The gap is the least height of the body over the plane: the height of its origin less its support height
//             along the direction down, d. That is a sum of three products for a box, |S d| for an ellipsoid, and comes
//             from a support point for others.
// Height      (N . x - offset) / |N| with N as it was given. Where the terms nearly cancel, far from the origin, they are
//             evaluated with twice the digits; not so for planes along the axes, of which one subtraction remains.
// Limits      Shapes with a centre of their own, users' shapes, two half spaces, and faces no wider than rounding or of
//             many corners go to solve/half_space.c, which has no limits. Support functions are those of the shape.
#include <stdalign.h>

#include "base/arena.h"
#include "kernels/direct.h"
#include "kernels/feature_fetch.h"
#include "pair/exact_shift.h"
#include "pair/patch.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES

// Roundings, to first order and in the worst case. Of the core's radius: 15 for each of two rotations, 3 for each of two
// products with them, 4 for the unit normal, 5 for the reach, 5 for the sum of the height. Of the height: 5 for its sum, 4 for
// the division by |N|. Of the rounding radii: 5 for the sum of the height, 3 for their own sum and for taking them off.
#define CORE_ROUNDINGS 50.0
#define HEIGHT_ROUNDINGS 9.0
#define RADII_ROUNDINGS 8.0
#define DISTANCE_ROUNDINGS 3.0

// In plain doubles the height loses 5 roundings of the sum of its terms' magnitudes, 27 where the plane is rotated.
// While that sum is below so many times the height and the body's radius, the loss is at most 5 roundings of these.
#define SHORT_SUM 1.0
#define SHORT_ROTATED_SUM 0.18

// Faces with more corners are left to the search; and the bytes that a patch takes: see scree_patch_scratch().
enum { MOST_CORNERS = 32, PATCH_BYTES = 12 * 1024 };

// The plane in the world, and the body's pose relative to it.
typedef struct plane_frame {
    scree_vec3 up; // out of the half space, unit
    bool rotated;
} plane_frame;

// The lowest part of a body, in its stored frame.
typedef struct lowest {
    scree_vec3 at;   // a point of the core on the plane through its lowest points
    scree_vec3 down; // unit
    double reach;    // down . at
    bool flat;       // an edge or face is level, up to SCREE_FEATURE_SLOPE: `middle` is its centroid
    scree_vec3 middle;
    double area;
    scree_feature feature;
    int index;
} lowest;

static inline plane_frame frame_of(const scree_body *plane)
{
    const scree_quat q = plane->orientation;
    const scree_vec3 n = plane->shape->form->plane_normal;
    if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0) return (plane_frame){ n, false };
    const scree_mat3 rotation = m3_from_quat(q);
    return (plane_frame){ v3_unit(m3_mul(&rotation, n)), true };
}

static inline double abs_dot(scree_vec3 a, scree_vec3 b)
{
    return fabs(a.x * b.x) + fabs(a.y * b.y) + fabs(a.z * b.z);
}

// Bounds the error of a height in double-double.
static inline double exact_error(const scree_body *plane, const scree_body *body)
{
    const scree_vec3 a = plane->position, b = body->position;
    return SCREE_EXACT_ROUNDING *
           (fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z) + fabs(plane->shape->form->plane_offset));
}

// Is this plane along the axes of the world, and not moved along its normal? Its height is then +-x - offset.
static inline bool is_along_axes(scree_vec3 position, scree_vec3 n)
{
    return (fabs(n.x) == 1.0 && n.y == 0.0 && n.z == 0.0 && position.x == 0.0) ||
           (fabs(n.y) == 1.0 && n.z == 0.0 && n.x == 0.0 && position.y == 0.0) ||
           (fabs(n.z) == 1.0 && n.x == 0.0 && n.y == 0.0 && position.z == 0.0);
}

// In double-double, with its error bound. Not inlined: few pairs need it.
__attribute__((noinline)) static double exact_height(const scree_body *plane, const scree_body *body, bool rotated,
                                                     double *off)
{
    const scree_shape *p = plane->shape;
    *off = exact_error(plane, body);
    const dd3 x = rotated ? scree_exact_shift(plane, body) : dd3_diff(body->position, plane->position);
    const dd3 normal = dd3_from(p->form->given_normal);
    const dd height = dd_sub(dd3_dot(normal, x), dd_make(p->form->given_offset, 0.0));
    return dd_value(dd_div(height, dd_sqrt(dd3_dot(normal, normal))));
}

// The height of the body's origin over the plane; `radius` is that of a ball around the origin that holds the body.
// `off` is the error beyond HEIGHT_ROUNDINGS of the height and 5 roundings of the radius.
static inline double height_of(const scree_body *plane, const scree_body *body, const plane_frame *f, double radius,
                               double *off)
{
    const scree_shape *p = plane->shape;
    *off = 0.0;
    const scree_vec3 x = v3_sub(body->position, plane->position);
    if (f->rotated) {
        const double height = v3_dot(f->up, x) - p->form->plane_offset;
        const double sum = fabs(x.x) + fabs(x.y) + fabs(x.z) + fabs(p->form->plane_offset);
        if (sum <= SHORT_ROTATED_SUM * (fabs(height) + radius)) return height;
    } else {
        const scree_vec3 n = p->form->given_normal;
        const double height = v3_dot(n, x) - p->form->given_offset, sum = abs_dot(n, x) + fabs(p->form->given_offset);
        // A normal that scaling to length 1 leaves as it is has that length, to a rounding.
        const double length = v3_equal(n, p->form->plane_normal) ? 1.0 : v3_norm(n);
        if (sum <= SHORT_SUM * (fabs(height) + radius * length)) return height / length;
        if (is_along_axes(plane->position, n)) {
            *off = exact_error(plane, body); // as the general case has it: the same bits
            return height;
        }
    }
    return exact_height(plane, body, f->rotated, off);
}

// 0 below, 2 above and 1 within the slope.
static inline int third_of(double d)
{
    return (d > SCREE_FEATURE_SLOPE) + (d >= -SCREE_FEATURE_SLOPE);
}

// The direction is within the slope of an edge's plane or a face's normal. False where the level part is no longer than
// rounding.
static bool rest_box(const scree_shape *s, int third[3], double error, lowest *l)
{
    const double d[3] = { l->down.x, l->down.y, l->down.z };
    const double low[3] = { s->hull->box->low.x, s->hull->box->low.y, s->hull->box->low.z };
    const double high[3] = { s->hull->box->high.x, s->hull->box->high.y, s->hull->box->high.z };
    double middle[3] = { l->at.x, l->at.y, l->at.z };
    double slope2 = 0.0, spread = 0.0, area = 1.0;
    int flat = 0, steepest = -1;
    for (int k = 0; k < 3; ++k) {
        if (third[k] != 1) continue;
        slope2 += d[k] * d[k];
        ++flat;
        if (steepest < 0 || fabs(d[k]) > fabs(d[steepest])) steepest = k;
    }
    if (flat == 2 && slope2 > SCREE_FEATURE_SLOPE * SCREE_FEATURE_SLOPE) { // of two edges, the one that is more level
        third[steepest] = d[steepest] > 0.0 ? 2 : 0;
        --flat;
    }
    for (int k = 0; k < 3; ++k) {
        if (third[k] != 1) continue;
        if (!(high[k] - low[k] > 4.0 * error)) return false;
        middle[k] = 0.5 * (low[k] + high[k]);
        spread += (high[k] - low[k]) * fabs(d[k]);
        area *= high[k] - low[k];
    }
    l->flat = true;
    l->middle = v3(middle[0], middle[1], middle[2]);
    l->area = flat == 2 ? area : 0.0;
    if (spread <= SCREE_LEVEL * error) l->at = l->middle;
    return true;
}

static inline bool lowest_of_box(const scree_shape *s, double error, lowest *l)
{
    const scree_vec3 d = l->down;
    l->at = v3(d.x > 0.0 ? s->hull->box->high.x : s->hull->box->low.x,
               d.y > 0.0 ? s->hull->box->high.y : s->hull->box->low.y,
               d.z > 0.0 ? s->hull->box->high.z : s->hull->box->low.z);
    l->reach = v3_dot(d, l->at);
    int third[3] = { third_of(d.x), third_of(d.y), third_of(d.z) };
    if ((third[0] == 1 || third[1] == 1 || third[2] == 1) && !rest_box(s, third, error, l)) return false;
    const int cell = third[0] + 3 * third[1] + 9 * third[2];
    l->feature = scree_box_feature(cell);
    l->index = scree_box_index(s->hull->box, cell);
    return true;
}

static bool corners_are_level(const scree_feature_set *set, scree_vec3 d, double spread)
{
    double low = v3_dot(d, set->corner[0]), high = low;
    for (int i = 1; i < set->count; ++i) {
        const double height = v3_dot(d, set->corner[i]);
        low = min2(low, height);
        high = max2(high, height);
    }
    return high - low <= spread;
}

// Looks for a level edge or face at `vertex`.
__attribute__((noinline)) static bool rest_hull(const scree_shape *s, int vertex, double error, lowest *l)
{
    alignas(SCREE_ARENA_ALIGN) unsigned char room[PATCH_BYTES];
    const scree_cores c = { .a = s, .error = error };
    const scree_mvertex at = { .a = l->at, .index_a = vertex, .index_b = -1 };
    scree_arena scratch = scree_arena_make(room, sizeof room);
    const scree_feature_set set = scree_feature_of_a(&c, l->down, &at, &scratch);
    if (set.corner == NULL) return false;
    l->feature = set.kind;
    l->index = set.index;
    if (set.count < 2) return true;
    if (set.count > MOST_CORNERS) return false;
    const scree_meeting patch = scree_meet(&set, NULL, l->down, SCREE_LEVEL * error, &scratch);
    if (patch.count < 2) return patch.corner != NULL;
    l->flat = true;
    l->area = patch.area;
    l->middle = v3_add_scaled(patch.centroid, l->reach, l->down);
    if (corners_are_level(&set, l->down, SCREE_LEVEL * error)) l->at = l->middle;
    return true;
}

// A face is level only if its edges are.
static inline bool has_level_edge(const scree_shape *s, int vertex, scree_vec3 d)
{
    const scree_node *node = &s->hull->nodes[vertex];
    for (int k = node->fan; k < node->fan_end; ++k) {
        const scree_vec3 e = v3_sub(s->hull->nodes[scree_neighbour(s->hull, k)].at, node->at);
        const double rise = v3_dot(d, e);
        if (rise * rise <= DIRECT_SLOPE2 * v3_norm2(e)) return true;
    }
    return false;
}

static inline bool lowest_of_hull(const scree_shape *s, double error, lowest *l)
{
    const int vertex = scree_support_vertex(s, l->down, 0);
    l->at = scree_node_at(s, vertex);
    l->reach = v3_dot(l->down, l->at);
    l->feature = SCREE_FEATURE_VERTEX;
    l->index = vertex;
    return !has_level_edge(s, vertex, l->down) || rest_hull(s, vertex, error, l);
}

static inline bool lowest_of_segment(const scree_shape *s, double error, lowest *l)
{
    const double z = l->down.z, end = z > 0.0 ? s->z[1] : s->z[0];
    l->reach = z * end;
    l->flat = fabs(z) <= SCREE_FEATURE_SLOPE;
    const bool level = l->flat && fabs(z) * (s->z[1] - s->z[0]) <= SCREE_LEVEL * error;
    l->middle = v3(0.0, 0.0, 0.5 * (s->z[0] + s->z[1]));
    l->at = level ? l->middle : v3(0.0, 0.0, end);
    return true;
}

static inline bool lowest_of_ellipsoid(const scree_shape *s, lowest *l)
{
    const scree_vec3 a = s->form->semi_axes, d = l->down, u = v3(a.x * d.x, a.y * d.y, a.z * d.z);
    l->reach = v3_norm(u);
    l->at = v3(a.x * (u.x / l->reach), a.y * (u.y / l->reach), a.z * (u.z / l->reach));
    return true;
}

// False: no answer here.
static inline bool lowest_of(const scree_shape *s, double error, lowest *l)
{
    switch (s->core) {
    case SCREE_CORE_POLYHEDRON:
        return s->is_box ? lowest_of_box(s, error, l) : lowest_of_hull(s, error, l);
    case SCREE_CORE_SEGMENT:
        return lowest_of_segment(s, error, l);
    case SCREE_CORE_ELLIPSOID:
        return lowest_of_ellipsoid(s, l);
    case SCREE_CORE_SUPERQUADRIC:
    case SCREE_CORE_FRUSTUM:
    case SCREE_CORE_TEAR:
        l->at = scree_smooth_support(s, l->down);
        l->reach = v3_dot(l->down, l->at);
        return true;
    default:
        return false;
    }
}

// The same with its points in world coordinates.
static inline bool find_lowest(const scree_body *body, scree_vec3 up, double error, lowest *l)
{
    l->flat = false;
    l->area = 0.0;
    l->feature = SCREE_FEATURE_SURFACE;
    l->index = -1;
    if (body->shape->core == SCREE_CORE_POINT) {
        l->at = body->position;
        l->reach = 0.0;
        return true;
    }
    const scree_mat3 rotation = m3_from_quat(body->orientation);
    l->down = v3_neg(m3_mul_transposed(&rotation, up));
    if (!lowest_of(body->shape, error, l)) return false;
    l->at = v3_add(m3_mul(&rotation, l->at), body->position);
    if (l->flat) l->middle = v3_add(m3_mul(&rotation, l->middle), body->position);
    return true;
}

static inline void put_points(const lowest *l, double radius, scree_vec3 up, bool plane_first, scree_contact *out)
{
    const scree_vec3 on_body = v3_add_scaled(l->at, -radius, up);
    const scree_vec3 on_plane = v3_add_scaled(on_body, -out->distance, up);
    const scree_vec3 between = v3_scale(v3_add(on_plane, on_body), 0.5);
    const double sign = plane_first ? 1.0 : -1.0;
    out->normal = v3(sign * up.x + 0.0, sign * up.y + 0.0, sign * up.z + 0.0);
    *(plane_first ? &out->point_b : &out->point_a) = on_body;
    *(plane_first ? &out->point_a : &out->point_b) = on_plane;
    out->point = between;
    if (l->flat) out->point = v3_add_scaled(l->middle, v3_dot(v3_sub(between, l->middle), up), up);
}

static inline bool answer_on_plane(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool plane_first = a->shape->core == SCREE_CORE_HALF_SPACE;
    const scree_body *plane = plane_first ? a : b, *body = plane_first ? b : a;
    const scree_shape *s = body->shape;
    if (!s->centred) return false; // half spaces and users' shapes are not centred either
    const plane_frame f = frame_of(plane);
    double off;
    const double height = height_of(plane, body, &f, s->core_radius + s->radius, &off);
    const double error =
        SCREE_ROUNDING * (CORE_ROUNDINGS * s->core_radius + HEIGHT_ROUNDINGS * fabs(height)) + s->slack + off;
    lowest l;
    if (!find_lowest(body, f.up, error, &l)) return false;
    const double radii = s->radius + plane->shape->radius, cores = height - l.reach, distance = cores - radii;
    const double wide = error + SCREE_ROUNDING * (RADII_ROUNDINGS * radii + DISTANCE_ROUNDINGS * fabs(cores));
    out->distance = distance + 0.0;
    out->lower = distance - wide;
    out->upper = distance + wide;
    put_points(&l, s->radius, f.up, plane_first, out);
    out->patch_area = l.area;
    *(plane_first ? &out->feature_a : &out->feature_b) = SCREE_FEATURE_FACE;
    *(plane_first ? &out->feature_b : &out->feature_a) = l.feature;
    *(plane_first ? &out->index_a : &out->index_b) = 0;
    *(plane_first ? &out->index_b : &out->index_a) = l.index;
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    scree_clear_rest(out);
    return true;
}

bool SCREE_AT_WIDTH(scree_plane)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_on_plane(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_planes)(const scree_lane_work *work, int32_t *left)
{
    scree_fetch_features(work, work->pairs, work->count);
    return scree_answer_directly(work, answer_on_plane, left);
}
#endif
