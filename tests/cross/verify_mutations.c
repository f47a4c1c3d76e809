// scree_verify() against answers that are right, and against the same with one field made wrong.
//
// Over all classes of scenes: no answer of `auto` may be refuted; and of those with one field off by 1e-6 to 1e-1 of its
// size, 999 in 1000 are, field by field. So it is for what takes more than double-double, or more corners, to decide: half
// spaces far away from a body, bodies smaller than the roundings of coordinates, faces of 130 to 250 corners. Lengths are changed by a part of the pair's size, normals by an angle, areas by
// a part of themselves, numbers and names to others; contact points of edges and capsules also along what they share.
#include <stdlib.h>

#include "check.h"
#include "oracle/solid.h"
#include "oracle/verified.h"
#include "scenes/ellipsoids.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/superquadric_poses.h"
#include "scenes/superquadrics.h"
#include "scree/scree.h"

// Tips that touch, to this part of the size, have more than one right normal.
#define TOUCHING 1e-8

typedef enum field {
    DISTANCE,
    LOWER_UP,
    LOWER_DOWN,
    UPPER_UP,
    UPPER_DOWN,
    INTERVAL_UP,
    NORMAL_TILT,
    NORMAL_LENGTH,
    POINT_A,
    POINT_B,
    POINT,
    POINT_ALONG,
    AREA,
    FEATURE_A,
    FEATURE_B,
    INDEX_A,
    INDEX_B,
    STATE,
    STATUS,
    FIELDS
} field;

static const char *const names[FIELDS] = { "distance", "lower up", "lower down", "upper up",  "upper down",
                                           "interval", "normal",   "its length", "point_a",   "point_b",
                                           "point",    "along",    "area",       "feature_a", "feature_b",
                                           "index_a",  "index_b",  "state",      "status" };

static _Alignas(64) char scratch[1 << 22]; // prisms of 250 sides take more than a query has of its own

typedef struct tally {
    long tried, refuted, proven;
} tally;

static tally tallies[FIELDS];
static long answers, verdicts[3];
static long apart, apart_open, astray;
static long remote_apart, remote_apart_open; // of the pairs that no class of the scenes has

// One of the families of scenes.
typedef struct family {
    int (*count)(void);
    const char *(*name)(int class_number);
    scree_scene *(*open)(int class_number, uint64_t seed, scree_error *error);
    void (*pair)(const scree_scene *scene, uint64_t number, scree_scene_pose *out);
} family;

// --- pairs that no class of the scenes has

enum { FAR_PLANE, DOT, WHEELS, REMOTE_CLASSES, REMOTE_SOLIDS = 16 };

static int remote_count(void)
{
    return REMOTE_CLASSES;
}

static const char *remote_name(int class_number)
{
    static const char *const remote_names[] = { "far half space", "dot beside a hull", "prisms of 130 to 250 sides" };
    return remote_names[class_number];
}

static bool make_wheel(scree_solid *out, scree_random *r)
{
    const int sides = 130 + random_below(r, 121);
    const double half = random_decade(r, -2.0, 0.5);
    *out = (scree_solid){ .kind = SCREE_POLYHEDRON, .count = 2 * sides };
    out->points = malloc(2 * (size_t)sides * sizeof *out->points);
    for (int i = 0; out->points != NULL && i < 2 * sides; ++i) {
        const double angle = 6.283185307179586 * (i / 2) / sides;
        out->points[i] = s3(cos(angle), sin(angle), i % 2 ? half : -half);
    }
    return out->points != NULL;
}

static void draw_remote(scree_solid *out, int class_number, bool first, scree_random *r)
{
    const double size = random_decade(r, -8.0, 0.0);
    *out = (scree_solid){ .kind = SCREE_BOX, .vector = s3(1.0, random_unit(r) + 0.1, random_unit(r) + 0.1) };
    if (class_number == FAR_PLANE && first) {
        const scree_vec3 n = random_vector(r, 1.0, -3.0, 3.0);
        const double way = random_signed_decade(r, 8.0, 14.0) * sqrt(s3_dot(n, n));
        *out = (scree_solid){ .kind = SCREE_HALF_SPACE, .vector = n, .offset = way };
    } else if (class_number == FAR_PLANE) {
        const scree_shape_kind kinds[] = { SCREE_SPHERE, SCREE_CONE, SCREE_ELLIPSOID, SCREE_BOX };
        out->kind = kinds[random_below(r, 4)];
        out->vector = s3_scale(out->vector, size);
        out->radius = size;
        out->half_length = 2.0 * size;
        out->rounding = out->kind == SCREE_SPHERE ? 0.0 : random_below(r, 2) * 0.1 * size;
    } else if (class_number == DOT && first) {
        *out = (scree_solid){ .kind = SCREE_SPHERE, .radius = random_decade(r, -18.0, -15.0) };
    }
}

static scree_scene *remote_open(int class_number, uint64_t seed, scree_error *error)
{
    scree_scene *scene = calloc(1, sizeof *scene);
    scree_random r = random_stream(seed, (uint64_t)class_number, 1);
    snprintf(error->message, sizeof error->message, "no memory");
    if (scene != NULL) scene->solids = calloc(REMOTE_SOLIDS, sizeof *scene->solids);
    bool good = scene != NULL && scene->solids != NULL;
    for (int i = 0; good && i < REMOTE_SOLIDS; ++i) {
        scree_solid *s = &scene->solids[scene->solid_count++];
        if (class_number != WHEELS) draw_remote(s, class_number, i < REMOTE_SOLIDS / 2, &r);
        good = class_number != WHEELS || make_wheel(s, &r);
        if (good) s->shape = scree_oracle_solid_scaled(s, 1.0);
        good = s->shape != NULL;
    }
    if (scene != NULL) {
        scene->class_number = class_number;
        scene->seed = seed;
    }
    if (good) return scene;
    scree_scene_close(scene);
    return NULL;
}

// One on the other, caps face to face.
static void stack_wheels(scree_scene_pose *out, scree_random *r)
{
    const double half_a = out->scene->solids[out->a].points[1].z, half_b = out->scene->solids[out->b].points[1].z;
    const double gap = random_signed_decade(r, -12.0, -1.0);
    out->body_b.position = s3(random_between(r, -1, 1), random_between(r, -1, 1), half_a + half_b + gap);
    out->body_b.orientation = quat_about(s3(0, 0, 1), random_between(r, 0.0, 6.3));
}

// A body beside a half space has its origin in the world's, so that its points lose nothing.
static void remote_pair(const scree_scene *scene, uint64_t number, scree_scene_pose *out)
{
    static const scree_meeting meetings[] = { GAP, TOUCH, APART, SHALLOW };
    scree_random r = random_stream(scene->seed, (uint64_t)scene->class_number, number + 2);
    *out = (scree_scene_pose){ .a = random_below(&r, REMOTE_SOLIDS / 2), .scene = scene };
    out->b = REMOTE_SOLIDS / 2 + random_below(&r, REMOTE_SOLIDS / 2);
    out->body_a = scree_body_at(scene->solids[out->a].shape, s3(0, 0, 0));
    out->body_b = scree_body_at(scene->solids[out->b].shape, s3(0, 0, 0));
    if (scene->class_number == WHEELS)
        stack_wheels(out, &r);
    else
        scree_superquadric_put(out, meetings[random_below(&r, 4)], ANYWHERE, ANYWHERE, &r);
    if (scene->class_number != FAR_PLANE) return;
    out->body_a.position = s3_sub(out->body_a.position, out->body_b.position);
    out->body_b.position = s3(0, 0, 0);
}

static const family families[] = {
    { remote_count, remote_name, remote_open, remote_pair },
    { scree_scene_class_count, scree_scene_class_name, scree_scene_open, scree_scene_pair },
    { scree_ellipsoid_class_count, scree_ellipsoid_class_name, scree_ellipsoid_scene_open, scree_ellipsoid_scene_pair },
    { scree_superquadric_class_count, scree_superquadric_class_name, scree_superquadric_scene_open,
      scree_superquadric_scene_pair },
};

static scree_vec3 moved(scree_vec3 p, double length, scree_random *r)
{
    const scree_vec3 d = random_direction(r);
    return (scree_vec3){ p.x + length * d.x, p.y + length * d.y, p.z + length * d.z };
}

// Rotated by this angle (small ones; it is the sine), any way that the dimension has.
static scree_vec3 tilted(scree_vec3 n, double angle, bool planar, scree_random *r)
{
    const scree_vec3 d = planar ? (scree_vec3){ -n.y, n.x, 0 } : random_direction(r);
    const double along = d.x * n.x + d.y * n.y + d.z * n.z;
    scree_vec3 side = { d.x - along * n.x, d.y - along * n.y, d.z - along * n.z };
    const double scale = angle / sqrt(side.x * side.x + side.y * side.y + side.z * side.z);
    scree_vec3 m = { n.x + scale * side.x, n.y + scale * side.y, n.z + scale * side.z };
    const double length = sqrt(m.x * m.x + m.y * m.y + m.z * m.z);
    return (scree_vec3){ m.x / length, m.y / length, m.z / length };
}

static scree_feature other_feature(scree_feature f, scree_random *r)
{
    return (scree_feature)(((int)f + 1 + random_below(r, 3)) % 4);
}

static int other_index(const scree_shape *s, scree_feature f, int index, scree_random *r)
{
    const int count = f == SCREE_FEATURE_VERTEX ? scree_shape_vertex_count(s)
                      : f == SCREE_FEATURE_EDGE ? scree_shape_edge_count(s)
                                                : scree_shape_face_count(s);
    return count > 1 ? (index + 1 + random_below(r, count - 1)) % count : index + 1;
}

static int corners_of(const scree_shape *s, scree_feature f, int index, int pair[2], const int **corner)
{
    int faces[2];
    *corner = pair;
    pair[0] = pair[1] = index;
    if (f == SCREE_FEATURE_FACE) {
        *corner = scree_shape_face_vertices(s, index);
        return scree_shape_face_size(s, index);
    }
    if (f == SCREE_FEATURE_EDGE) scree_shape_edge(s, index, pair, faces);
    return f == SCREE_FEATURE_EDGE ? 2 : 1;
}

// Another feature may be as right as the one that was named: it holds the point, and no corner of it is below the point along
// `out`. Sums of angles tell whether a point in the plane of a face is inside.
static bool fits_as_well(const scree_body *body, scree_feature f, int index, scree_vec3 point, scree_vec3 out,
                         double size)
{
    const scree_shape *s = body->shape;
    const int counts[4] = { 0, scree_shape_vertex_count(s), scree_shape_edge_count(s), scree_shape_face_count(s) };
    int pair[2];
    const int *corner;
    if (index < 0 || index >= counts[f]) return false;
    const int count = corners_of(s, f, index, pair, &corner);
    double around = 0.0, nearest = HUGE_VAL, lowest = 0.0;
    for (int i = 0; i < count; ++i) {
        const scree_vec3 p = s3_sub(scree_body_point(body, scree_shape_vertex(s, corner[i])), point);
        const scree_vec3 q = s3_sub(scree_body_point(body, scree_shape_vertex(s, corner[(i + 1) % count])), point);
        const scree_vec3 d = s3_sub(q, p);
        const double d2 = s3_dot(d, d), t = d2 > 0.0 ? fmin(fmax(-s3_dot(p, d) / d2, 0.0), 1.0) : 0.0;
        const scree_vec3 near = s3_add(p, s3_scale(d, t));
        nearest = fmin(nearest, sqrt(s3_dot(near, near)));
        lowest = fmin(lowest, s3_dot(p, out) + 2e-6 * sqrt(s3_dot(p, p)));
        around += atan2(s3_dot(out, s3_cross(p, q)), s3_dot(p, q));
    }
    const bool inside = count > 2 && fabs(around) > 6.0;
    return (inside || nearest <= 1e-9 * size) && lowest >= -1e-9 * size;
}

static bool is_wrong_feature(const scree_scene_pose *pose, bool of_a, const scree_contact *x)
{
    const double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape) + fabs(x->distance);
    if (of_a) return !fits_as_well(&pose->body_a, x->feature_a, x->index_a, x->point_a, x->normal, size);
    return !fits_as_well(&pose->body_b, x->feature_b, x->index_b, x->point_b, s3_scale(x->normal, -1.0), size);
}

// Whether a body meets the other one with a face, or with an edge of a face that is as level.
static bool has_level_face(const scree_body *body, scree_feature f, int index, scree_vec3 out)
{
    int pair[2], faces[2] = { index, index };
    if (f == SCREE_FEATURE_SURFACE || scree_shape_face_count(body->shape) == 0) return false;
    if (f == SCREE_FEATURE_EDGE) scree_shape_edge(body->shape, index, pair, faces);
    const scree_body rotation = { body->shape, s3(0, 0, 0), body->orientation };
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 n = scree_body_point(&rotation, scree_shape_face_normal(body->shape, faces[i]));
        const scree_vec3 across = s3_cross(n, out);
        if (s3_dot(n, out) > 0.0 && s3_dot(across, across) < 4e-12) return true;
    }
    return false;
}

// Along the segment that two features share, by no more than to its end. False where they share none of that length, and where
// the segment is the patch of two faces, no wider than rounding: any point of that is right.
static bool move_along(const scree_scene_pose *pose, double length, scree_random *r, scree_contact *x)
{
    enum { CORNERS = 16 };
    scree_vec3 corner[CORNERS];
    scree_patch patch;
    scree_query_options query = scree_query_defaults();
    query.scratch = scratch;
    query.scratch_size = sizeof scratch;
    const scree_status status = scree_contact_patch(&pose->body_a, &pose->body_b, x, &query, &patch, corner, CORNERS);
    if (status != SCREE_OK || patch.count != 2) return false;
    if (has_level_face(&pose->body_a, x->feature_a, x->index_a, x->normal) &&
        has_level_face(&pose->body_b, x->feature_b, x->index_b, s3_scale(x->normal, -1.0)))
        return false;
    const scree_vec3 d = s3_sub(corner[1], corner[0]);
    const double whole = sqrt(s3_dot(d, d));
    if (!(length <= 0.5 * whole)) return false;
    x->point = s3_add(x->point, s3_scale(d, random_sign(r) * length / whole));
    return true;
}

// False where the field has nothing to be wrong: a body without features, a feature that fits as well, a normal of bodies in
// touch, the width of an answer that says itself that it is wide.
static bool corrupt(const scree_scene_pose *pose, field f, scree_random *r, scree_contact *x)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    const double size = scree_pair_size(a, b) + fabs(x->distance), part = random_decade(r, -6.0, -1.0);
    const double upper = x->upper;
    const bool planar = scree_shape_dimension(a) == 2;
    switch (f) {
    case DISTANCE:
        x->distance += random_sign(r) * part * size;
        return true;
    case LOWER_UP:
        x->lower += part * size;
        return true;
    case LOWER_DOWN:
        x->lower -= part * size;
        return x->status == SCREE_OK;
    case UPPER_UP:
        x->upper += part * size;
        return x->status == SCREE_OK;
    case UPPER_DOWN:
        x->upper -= part * size;
        return x->status == SCREE_OK;
    case INTERVAL_UP: // by twice its width: the exact distance is no longer inside
        x->lower += 2.0 * (x->upper - x->lower);
        x->distance = fmax(x->distance, x->lower);
        x->upper = fmax(x->upper, x->lower);
        return x->status == SCREE_OK && x->lower > upper;
    case NORMAL_TILT:
        x->normal = tilted(x->normal, part, planar, r);
        return fabs(x->distance) > TOUCHING * size;
    case NORMAL_LENGTH:
        x->normal = (scree_vec3){ x->normal.x * (1.0 + part), x->normal.y * (1.0 + part), x->normal.z * (1.0 + part) };
        return true;
    case POINT_A:
        x->point_a = moved(x->point_a, part * size, r);
        return true;
    case POINT_B:
        x->point_b = moved(x->point_b, part * size, r);
        return true;
    case POINT:
        x->point = moved(x->point, part * size, r);
        return true;
    case POINT_ALONG:
        return move_along(pose, part * size, r, x);
    case AREA:
        x->patch_area += part * fmax(x->patch_area, 1e-4 * size * (planar ? 1.0 : size));
        return true;
    case FEATURE_A:
        x->feature_a = other_feature(x->feature_a, r);
        return is_wrong_feature(pose, true, x);
    case FEATURE_B:
        x->feature_b = other_feature(x->feature_b, r);
        return is_wrong_feature(pose, false, x);
    case INDEX_A:
        x->index_a = other_index(a, x->feature_a, x->index_a, r);
        return scree_shape_vertex_count(a) > 2 && is_wrong_feature(pose, true, x);
    case INDEX_B:
        x->index_b = other_index(b, x->feature_b, x->index_b, r);
        return scree_shape_vertex_count(b) > 2 && is_wrong_feature(pose, false, x);
    case STATE:
        x->state = (scree_state)(((int)x->state + 1 + random_below(r, 2)) % 3);
        return true;
    case STATUS:
        x->status = SCREE_INVALID_ARGUMENT;
        return true;
    default:
        return false;
    }
}

static void mutate(const scree_scene_pose *pose, const scree_contact *right, const scree_verify_options *options,
                   const char *class_name, uint64_t number, scree_random *r)
{
    enum { PRINTED = 2 };
    for (int f = 0; f < FIELDS; ++f) {
        scree_contact x = *right;
        scree_verification v;
        if (!corrupt(pose, (field)f, r, &x)) continue;
        CHECK(scree_verify(&pose->body_a, &pose->body_b, &x, options, &v) == SCREE_OK);
        tally *t = &tallies[f];
        ++t->tried;
        t->refuted += v.verdict == SCREE_REFUTED;
        t->proven += v.verdict == SCREE_PROVEN;
        if (v.verdict != SCREE_REFUTED && t->tried - t->refuted <= PRINTED)
            printf("  %s, class %s, pair %llu: %s\n", names[f], class_name, (unsigned long long)number,
                   scree_verdict_name(v.verdict));
    }
}

static void try_pair(const family *fam, const scree_scene *scene, int class_number, uint64_t number)
{
    scree_scene_pose pose;
    fam->pair(scene, number, &pose);
    scree_query_options query = scree_query_defaults();
    scree_verify_options options = scree_verify_defaults();
    if (number % 2 == 1) query.tolerance = options.tolerance = 0.0;
    query.scratch = scratch;
    query.scratch_size = sizeof scratch;
    scree_contact x;
    scree_query(&pose.body_a, &pose.body_b, &query, &x);
    const scree_verification v = scree_verified(&pose.body_a, &pose.body_b, &query, &x);
    ++answers;
    astray += v.verdict == SCREE_UNDECIDED && v.claim == SCREE_CLAIM_POINTS;
    ++verdicts[v.verdict];
    const bool separated = x.distance > 0.0;
    apart += separated;
    apart_open += separated && v.verdict == SCREE_UNDECIDED;
    remote_apart += separated && fam->open == remote_open;
    remote_apart_open += separated && fam->open == remote_open && v.verdict == SCREE_UNDECIDED;
    if (!CHECK_MSG(v.verdict != SCREE_REFUTED, "class %s, pair %llu: %s: %s: claimed %.17g, found %.17g, allowed %.3g",
                   fam->name(class_number), (unsigned long long)number, scree_claim_name(v.claim), v.reason, v.claimed,
                   v.found, v.allowed)) {
        scree_scene_print(stdout, &pose);
        return;
    }
    scree_random r = random_stream(99, (uint64_t)class_number, number);
    mutate(&pose, &x, &options, fam->name(class_number), number, &r);
}

static void report(void)
{
    printf("%ld answers: %ld proven, %ld undecided, %ld refuted; apart %ld, of these undecided %ld; %ld astray\n",
           answers, verdicts[SCREE_PROVEN], verdicts[SCREE_UNDECIDED], verdicts[SCREE_REFUTED], apart, apart_open,
           astray);
    printf("%-12s %9s %9s %9s %9s\n", "field", "wrong", "refuted", "proven", "share");
    for (int f = 0; f < FIELDS; ++f) {
        const tally *t = &tallies[f];
        const double share = t->tried > 0 ? (double)t->refuted / (double)t->tried : 1.0;
        printf("%-12s %9ld %9ld %9ld %9.5f\n", names[f], t->tried, t->refuted, t->proven, share);
        // Of points moved along a segment fewer: an edge along the side of a face is over it, or beside it, by rounding.
        const long most = t->tried / (f == POINT_ALONG ? 100 : 1000) + 4;
        CHECK_MSG(t->tried - t->refuted <= most, "%s: %ld of %ld wrong answers are not refuted", names[f],
                  t->tried - t->refuted, t->tried);
    }
    CHECK_MSG(astray <= answers / 10000 + 1, "%ld of %ld answers have points off a smooth surface", astray, answers);
    CHECK_MSG(remote_apart_open <= remote_apart / 100, "%ld of %ld answers for remote bodies apart are undecided",
              remote_apart_open, remote_apart);
    CHECK_MSG(apart_open <= apart / 100, "%ld of %ld answers for bodies apart are undecided", apart_open, apart);
}

int main(void)
{
    const long pairs = check_scaled(100) + 1;
    const int step = check_scaled(100) < 100 ? 5 : 1; // making the shapes of all classes takes longest
    for (size_t k = 0; k < sizeof families / sizeof families[0]; ++k) {
        const family *fam = &families[k];
        const bool remote = fam->open == remote_open;
        const long count = remote ? 5 * pairs : pairs;
        for (int c = 0; c < fam->count(); c += remote ? 1 : step) {
            scree_error error;
            scree_scene *scene = fam->open(c, 20261116, &error);
            if (!CHECK_MSG(scene != NULL, "class %s: %s", fam->name(c), error.message)) continue;
            for (long i = 0; i < count; ++i) try_pair(fam, scene, c, (uint64_t)i);
            scree_scene_close(scene);
        }
    }
    report();
    return check_done();
}
