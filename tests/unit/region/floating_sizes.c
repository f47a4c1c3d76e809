// The floating plane of small bodies on large ones, pressed in by little or much: wherever it is SCREE_OK, its force is
// minus the slope of its energy. Corners, rims, tips and edges, on faces and on edges.
//
// A small corner is much softer than a large face: the least energy is at a plane that enters the face by less than the
// rounding of its corners' heights. Searches that ended early, or took the face's share for the force, gave half of it
// or less, with SCREE_OK.
#include <stdlib.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { FAMILIES = 4, LARGE = 4, SMALL = 5, RATIOS = 5, DEPTHS = 6, DIFFERENCES = 4 };

static const char *family_name[FAMILIES] = { "any way", "on a face", "tips and corners on a face", "on a side" };

static scree_shape *large_shape(int kind)
{
    switch (kind) {
    case 0:
        return scree_box_create(s3(0.5, 0.6, 0.4), 0.0, NULL);
    case 1:
        return scree_box_create(s3(0.5, 0.6, 0.35), 0.05, NULL);
    case 2:
        return scree_cylinder_create(0.5, 0.4, 0.0, NULL);
    default:
        return scree_cylinder_create(0.6, 0.37, 0.03, NULL);
    }
}

static scree_shape *small_shape(int kind, double u)
{
    switch (kind) {
    case 0:
        return scree_box_create(s3(0.5 * u, 0.4 * u, 0.3 * u), 0.0, NULL);
    case 1:
        return scree_box_create(s3(0.5 * u, 0.4 * u, 0.3 * u), 0.05 * u, NULL);
    case 2:
        return scree_cylinder_create(0.5 * u, 0.4 * u, 0.0, NULL);
    case 3:
        return scree_cone_create(0.5 * u, 0.8 * u, 0.0, NULL);
    default:
        return scree_capsule_create(0.3 * u, 0.4 * u, 0.0, NULL);
    }
}

// Turns the body so that its upper tip, or a corner, is down, up to a small tilt.
static scree_quat upside_down(scree_random *r, int kind)
{
    const scree_vec3 corner = s3(5.0, 4.0, 3.0), tip = kind <= 1 ? s3_unit(corner) : s3(0.0, 0.0, 1.0);
    const scree_vec3 down =
        s3_unit(s3_add(s3(0.0, 0.0, -1.0), s3_scale(random_direction(r), random_decade(r, -6, -1))));
    return quat_times(quat_from_to(tip, down), quat_about(tip, random_between(r, 0.0, 6.0)));
}

// Moves B along its contact's normal until it is in A by `depth`.
static bool press(const scree_body *a, scree_body *b, double depth)
{
    for (int i = 0; i < 40; ++i) {
        scree_contact c;
        if (scree_query(a, b, NULL, &c) != SCREE_OK) return false;
        if (fabs(c.distance + depth) <= 0.3 * depth) return true;
        b->position = s3_add(b->position, s3_scale(c.normal, -(c.distance + depth)));
    }
    return false;
}

static bool place(scree_random *r, int family, int kind, double u, double depth, scree_body *a, scree_body *b)
{
    const double x = random_between(r, -0.2, 0.2), y = random_between(r, -0.2, 0.2);
    b->orientation = family == 2 ? upside_down(r, kind) : random_rotation(r);
    if (family == 0) {
        a->orientation = random_rotation(r);
        b->position = s3_scale(random_direction(r), 2.0);
    } else {
        b->position = family == 3 ? s3(0.7 + u, x, y) : s3(x, y, 0.5 + u);
    }
    return press(a, b, depth);
}

typedef struct tally {
    long pairs, lost, jumps, planes;
    double off;
} tally;

// Fourth-order differences along the force. Neighbours that are not SCREE_OK, or on another minimum, say nothing.
static void check_force(const scree_body *a, const scree_body *b, double depth, const char *family, double ratio,
                        tally *t)
{
    scree_floating_plane p;
    const scree_status status = scree_floating_plane_query(a, b, NULL, NULL, &p);
    ++t->pairs;
    t->planes += p.iterations;
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    if (status != SCREE_OK) {
        ++t->lost;
        return;
    }
    const double force = s3_dot(p.force, p.normal), h = 1e-2 * depth;
    static const double weight[DIFFERENCES] = { 1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0 };
    static const double at[DIFFERENCES] = { -2.0, -1.0, 1.0, 2.0 };
    double slope = 0.0;
    for (int i = 0; i < DIFFERENCES; ++i) {
        scree_body c = *b;
        scree_floating_plane q;
        c.position = s3_add(c.position, s3_scale(p.normal, at[i] * h));
        const bool is_ok = scree_floating_plane_query(a, &c, NULL, NULL, &q) == SCREE_OK;
        if (!is_ok || s3_dot(q.normal, p.normal) < 0.9999 || fabs(s3_dot(q.force, q.normal) - force) > 0.15 * force) {
            ++t->jumps;
            return;
        }
        slope -= weight[i] * q.energy / h;
    }
    const double off = fabs(force - slope) / slope;
    CHECK_MSG(off < 1e-3, "%s, %s on %s, ratio %g, depth %g: force %g, slope of the energy %g, %d planes", family,
              scree_shape_kind_name(scree_shape_kind_of(b->shape)),
              scree_shape_kind_name(scree_shape_kind_of(a->shape)), ratio, depth, force, slope, p.iterations);
    t->off = fmax(t->off, off);
}

static void check_pair(scree_random *r, int family, double ratio, double share, tally *t)
{
    const int kind = family == 2 ? (random_below(r, 2) ? 3 : random_below(r, 2)) : random_below(r, SMALL);
    scree_shape *large = large_shape(random_below(r, LARGE)), *small = small_shape(kind, ratio);
    scree_body a = { .shape = large, .orientation = { 1, 0, 0, 0 } }, b = { .shape = small };
    const double depth = share * ratio;
    if (place(r, family, kind, ratio, depth, &a, &b)) check_force(&a, &b, depth, family_name[family], ratio, t);
    scree_shape_destroy(large);
    scree_shape_destroy(small);
}

static void check_shares(const tally *t, double most)
{
    const double allowed = 3.0 + most * (double)t->pairs;
    CHECK_MSG((double)t->lost <= allowed, "%ld of %ld without convergence", t->lost, t->pairs);
    CHECK_MSG((double)t->jumps <= allowed, "%ld of %ld at two minima", t->jumps, t->pairs);
}

int main(void)
{
    const bool show = getenv("SCREE_TEST_SHOW") != NULL;
    const long rounds = check_scaled(40);
    tally deep = { 0 }, shallow = { 0 }; // compared with the rounding of the large body
    for (int family = 0; family < FAMILIES; ++family)
        for (int i = 0; i < RATIOS; ++i)
            for (int k = 0; k < DEPTHS; ++k) {
                const double ratio = pow(10.0, -i), share = pow(10.0, -1 - k);
                const int set = (family * RATIOS + i) * DEPTHS + k;
                tally here = { 0 };
                for (long n = 0; n < rounds; ++n) {
                    scree_random r = random_stream(19, (uint64_t)set, (uint64_t)n);
                    check_pair(&r, family, ratio, share, &here);
                }
                if (show)
                    printf("%s, ratio %g, depth %g: %ld pairs, %ld without convergence, %ld jumps, off by %.2g, %.1f "
                           "planes\n",
                           family_name[family], ratio, share, here.pairs, here.lost, here.jumps, here.off,
                           (double)here.planes / (double)here.pairs);
                tally *all = ratio * share > 0.9e-6 ? &deep : &shallow;
                all->pairs += here.pairs;
                all->lost += here.lost;
                all->jumps += here.jumps;
            }
    if (show)
        printf("deep: %ld pairs, %ld without convergence, %ld jumps; shallow: %ld, %ld, %ld\n", deep.pairs, deep.lost,
               deep.jumps, shallow.pairs, shallow.lost, shallow.jumps);
    check_shares(&deep, 0.003);
    check_shares(&shallow, 0.1);
    return check_done();
}
