// Caps of bodies beyond a plane, against other ways to integrate them, and their derivatives against differences.
#include "check.h"
#include "dispatch/kernels.h"
#include "region/cap_surface.h"
#include "scenes/random.h"
#include "scree/scree.h"

// With the mesh of a superquadric.
static scree_cap cap_of(const scree_shape *s, const scree_cap_frame *f)
{
    scree_cap_mesh mesh;
    scree_cap_mesh_make(s, &mesh);
    return scree_cap_of(s, &mesh, f);
}

static scree_cap_frame frame_at(scree_vec3 n, scree_vec3 origin, double offset)
{
    scree_cap_frame f = { .origin = origin, .normal = n, .offset = offset };
    f.u = v3_any_normal_to(n);
    f.v = v3_cross(n, f.u);
    return f;
}

// The plane m . x = s with m = n + a u + b v, normalised; its normal makes f->u and f->v lean, too.
static scree_cap_frame tilted(const scree_cap_frame *f, double a, double b, double ds)
{
    const double length = sqrt(1.0 + a * a + b * b);
    scree_cap_frame g = *f;
    g.normal = v3_unit(v3_add_scaled(v3_add_scaled(f->normal, a, f->u), b, f->v));
    g.u = v3_unit(v3_sub(f->u, v3_scale(g.normal, v3_dot(f->u, g.normal))));
    g.v = v3_cross(g.normal, g.u);
    g.offset = (f->offset + ds) / length;
    return g;
}

// Of m, not normalised: of degree 1 in m and s.
static double energy_at(const scree_shape *s, const scree_cap_frame *f, double a, double b, double ds)
{
    const scree_cap_frame g = tilted(f, a, b, ds);
    return cap_of(s, &g).energy * sqrt(1.0 + a * a + b * b);
}

// How far the derivatives are from differences of the energy, over the larger of both bodies' terms.
static void check_derivatives(const scree_shape *s, const scree_cap_frame *f, double depth, double allowed)
{
    const scree_cap c = cap_of(s, f);
    const double size = s->core_radius + s->radius;
    if (c.area < 1e-9 * size * size) return; // nothing, or the whole body
    const double h = 1e-4 * depth;
    const double v = -(energy_at(s, f, 0, 0, h) - energy_at(s, f, 0, 0, -h)) / (2.0 * h), k = h / size;
    const double u = (energy_at(s, f, k, 0, 0) - energy_at(s, f, -k, 0, 0)) / (2.0 * k);
    const double w = (energy_at(s, f, 0, k, 0) - energy_at(s, f, 0, -k, 0)) / (2.0 * k);
    CHECK_NEAR(v / c.volume, 1.0, allowed);
    CHECK_NEAR(u / (c.volume * size), c.first[0] / (c.volume * size), allowed);
    CHECK_NEAR(w / (c.volume * size), c.first[1] / (c.volume * size), allowed);
    const scree_cap_frame up = tilted(f, 0, 0, h), down = tilted(f, 0, 0, -h);
    const scree_cap high = cap_of(s, &up), low = cap_of(s, &down);
    allowed += fabs(high.area - low.area) / c.area; // where the section grows fast, differences tell no more
    CHECK_NEAR(-(high.volume - low.volume) / (2.0 * h) / c.area, 1.0, allowed);
    for (int i = 0; i < 2; ++i)
        CHECK_NEAR(-(high.first[i] - low.first[i]) / (2.0 * h) / (c.area * size), c.area_first[i] / (c.area * size),
                   allowed);
    const scree_cap_frame left = tilted(f, k, 0, 0), right = tilted(f, -k, 0, 0), to = tilted(f, 0, k, 0),
                          fro = tilted(f, 0, -k, 0);
    const scree_cap l = cap_of(s, &left), r = cap_of(s, &right), t = cap_of(s, &to), o = cap_of(s, &fro);
    // The tilted frames' axes lean by k, which moves first[0] along the depth: by - k times int of n . x dV.
    const double lean = c.energy + f->offset * c.volume, most = c.area * size * size;
    CHECK_NEAR(((l.first[0] - r.first[0]) / (2.0 * k) + lean) / most, c.area_second[0] / most, allowed);
    CHECK_NEAR((l.first[1] - r.first[1]) / (2.0 * k) / most, c.area_second[1] / most, allowed);
    CHECK_NEAR(((t.first[1] - o.first[1]) / (2.0 * k) + lean) / most, c.area_second[2] / most, allowed);
}

// A box has a sum over its corners: the integral of (n . x - t)+ is the sum of +- (n . corner - t)+^4 / (24 nx ny nz).
static void check_boxes(scree_random *r)
{
    const scree_vec3 half = { random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0) };
    scree_shape *box = scree_box_create(half, 0.0, NULL);
    const scree_vec3 n = random_direction(r);
    const double top = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z, depth = random_decade(r, -2, 0.2);
    const scree_vec3 origin = { random_unit(r), random_unit(r), random_unit(r) };
    const scree_cap_frame f = frame_at(n, origin, top - depth - v3_dot(n, origin));
    const scree_cap c = cap_of(box, &f);
    long double energy = 0.0L, volume = 0.0L, area = 0.0L;
    const long double product = (long double)n.x * n.y * n.z, t = (long double)top - depth;
    for (int i = 0; i < 8; ++i) {
        const int x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1, z = i & 4 ? 1 : -1;
        const long double d =
            (long double)n.x * x * half.x + (long double)n.y * y * half.y + (long double)n.z * z * half.z - t;
        if (d <= 0.0L) continue;
        const long double sign = x * y * z;
        energy += sign * d * d * d * d / (24.0L * product);
        volume += sign * d * d * d / (6.0L * product);
        area += sign * d * d / (2.0L * product);
    }
    const double lost = 1e-15 / fabs((double)product); // what the sum over the corners loses
    CHECK_NEAR(c.energy, (double)energy, 1e-13 + lost);
    CHECK_NEAR(c.volume, (double)volume, 1e-13 + lost);
    CHECK_NEAR(c.area, (double)area, 1e-12 + lost);
    check_derivatives(box, &f, depth, 1e-3);
    scree_shape_destroy(box);
}

// The outline of a body of revolution: the radius at z, negative where it has none.
typedef struct outline {
    double bottom, top, half; // radii of discs, or of balls
    bool is_round;
} outline;

static long double radius_at(const outline *o, long double z)
{
    if (!o->is_round)
        return fabsl(z) > o->half ? -1.0L : o->bottom + (o->top - o->bottom) * (z + o->half) / (2 * o->half);
    long double most = -1.0L;
    for (int i = 0; i < 2; ++i) {
        const long double r = i == 0 ? o->bottom : o->top, x = z - (i == 0 ? -o->half : o->half);
        if (r * r > x * x) most = fmaxl(most, sqrtl(r * r - x * x));
    }
    // The cone that touches both balls.
    const long double slope = (o->bottom - o->top) / (2.0L * o->half), flat = sqrtl(1.0L - slope * slope);
    const long double low = -o->half + o->bottom * slope, high = o->half + o->top * slope;
    if (z >= low && z <= high)
        most = fmaxl(most, o->bottom * flat + (o->top - o->bottom) * flat * (z - low) / (high - low));
    return most;
}

typedef struct plane_sums {
    long double energy, volume, first, area;
} plane_sums;

// How deep a disc reaches beyond the plane (sign 1), and how far before it (-1).
static long double reach_at(const outline *o, double s, double c, double t, int sign, long double z)
{
    const long double r = radius_at(o, z);
    return r < 0.0L ? -1.0L : s * r - sign * (t - c * z);
}

// Discs from one z to another, by the midpoint rule over a y that is flat at the ends, with the C library's arc cosine.
static void add_discs(plane_sums *p, const outline *o, double s, double c, double t, long double from, long double to)
{
    const long double pi = 3.14159265358979323846264L;
    enum { PANELS = 1000 };
    for (int i = 0; i < PANELS; ++i) {
        const long double y = (i + 0.5L) / PANELS, q = y * (1.0L - y), length = to - from;
        const long double z = from + length * y * y * y * y * (35.0L - 84.0L * y + 70.0L * y * y - 20.0L * y * y * y);
        const long double dz = 140.0L * length * q * q * q / PANELS, r = radius_at(o, z), x = (t - c * z) / (s * r);
        if (r <= 0.0L || x >= 1.0L) continue;
        const long double root = x > -1.0L ? sqrtl(1.0L - x * x) : 0.0L;
        const long double disc = x > -1.0L ? acosl(x) - x * root : pi;
        const long double moment = 2.0L / 3.0L * root * root * root;
        p->volume += dz * r * r * disc;
        p->energy += dz * s * r * r * r * (moment - x * disc);
        p->first += dz * r * r * (s * z * disc - c * r * moment);
        p->area += dz * 2.0L * r * root / s;
    }
}

// Where that changes its sign; `high` if it does not.
static long double root_between(const outline *o, double s, double c, double t, int sign, long double low,
                                long double high)
{
    const bool is_deep = reach_at(o, s, c, t, sign, low) > 0.0L;
    long double a = low, b = high;
    if (is_deep == (reach_at(o, s, c, t, sign, high) > 0.0L)) return high;
    for (int n = 0; n < 70; ++n) {
        const long double m = 0.5L * (a + b);
        *((reach_at(o, s, c, t, sign, m) > 0.0L) == is_deep ? &a : &b) = m;
    }
    return a;
}

// Splits where the plane begins or ends to cut the discs.
static plane_sums summed(const outline *o, double s, double c, double t)
{
    const double slope = o->is_round ? (o->bottom - o->top) / (2.0 * o->half) : 0.0;
    const double ends = o->is_round ? 1.0 : 0.0;
    const long double joint[4] = { -o->half - ends * o->bottom, -o->half + o->bottom * slope, o->half + o->top * slope,
                                   o->half + ends * o->top };
    enum { SCAN = 2000 };
    plane_sums p = { 0 };
    for (int i = 0; i < 3; ++i) {
        long double from = joint[i];
        if (!(joint[i + 1] > joint[i])) continue;
        for (int k = 0; k < SCAN; ++k) {
            const long double low = joint[i] + (joint[i + 1] - joint[i]) * (k + 1e-9L) / SCAN,
                              high = low + (joint[i + 1] - joint[i]) * (1.0L - (k == SCAN - 1 ? 2e-9L : 0.0L)) / SCAN;
            long double root[2] = { root_between(o, s, c, t, -1, low, high), root_between(o, s, c, t, 1, low, high) };
            if (root[0] > root[1]) {
                const long double swap = root[0];
                root[0] = root[1];
                root[1] = swap;
            }
            for (int n = 0; n < 2; ++n)
                if (root[n] < high && root[n] > from) {
                    add_discs(&p, o, s, c, t, from, root[n]);
                    from = root[n];
                }
        }
        add_discs(&p, o, s, c, t, from, joint[i + 1]);
    }
    return p;
}

static double worst[5];

static void check_revolved(scree_random *r, int kind)
{
    outline o = { random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0), random_between(r, 0.4, 1.2), kind >= 2 };
    if (kind == 0 || kind == 2) o.top = o.bottom;
    if (kind == 1) o.top = 0.0;
    scree_shape *body = kind == 0   ? scree_cylinder_create(o.bottom, o.half, 0.0, NULL)
                        : kind == 1 ? scree_cone_create(o.bottom, o.half, 0.0, NULL)
                        : kind == 2 ? scree_capsule_create(o.bottom, o.half, 0.0, NULL)
                                    : scree_tapered_capsule_create(o.bottom, o.top, o.half, 0.0, NULL);
    scree_vec3 n = random_direction(r);
    const int pose = random_below(r, 4); // end on, on the side, or any
    if (pose == 0) n = v3_unit(v3(0.03 * n.x, 0.03 * n.y, random_sign(r)));
    if (pose == 1) n = v3_unit(v3(n.x, n.y, random_decade(r, -6, -1) * random_sign(r)));
    const double depth = random_decade(r, -2, 0.1), top = v3_dot(n, scree_shape_support(body, n));
    const double s = hypot(n.x, n.y), t = top - depth;
    scree_cap_frame f = { .normal = n, .offset = t };
    f.u = v3(-n.z * n.x / s, -n.z * n.y / s, s);
    f.v = v3_cross(n, f.u);
    const scree_cap c = cap_of(body, &f);
    const plane_sums e = summed(&o, s, n.z, t);
    const double size = o.half + o.bottom, volume = (double)e.volume;
    const double off = fmax(fabs(c.energy / (double)e.energy - 1.0), fabs(c.volume / volume - 1.0));
    if (off > worst[kind]) worst[kind] = off;
    const double allowed = kind == 0 ? 1e-10 : 1e-7;
    CHECK_MSG(off < allowed, "kind %d, pose %d, depth %g, (%g %g %g): off by %g", kind, pose, depth, n.x, n.y, n.z,
              off);
    CHECK_NEAR(c.first[0] / (volume * size), (double)e.first / (volume * size), allowed);
    CHECK_NEAR(c.first[1] / (c.volume * size), 0.0, 1e-14);
    CHECK_NEAR(c.area, (double)e.area, 1e-5 * c.area + 1e-9);
    f.origin = v3(0.3, -0.2, 0.4);
    f.offset -= v3_dot(n, f.origin);
    check_derivatives(body, &f, depth, kind == 0 ? 1e-3 : 2e-3);
    scree_shape_destroy(body);
}

static void check_ellipsoids(scree_random *r)
{
    const scree_vec3 a = { random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0) };
    scree_shape *body = scree_ellipsoid_create(a, 0.0, NULL);
    const scree_vec3 n = random_direction(r), origin = { random_unit(r), random_unit(r), random_unit(r) };
    const double top = v3_dot(n, scree_shape_support(body, n)), depth = random_decade(r, -2, 0.1) * top;
    const scree_cap_frame f = frame_at(n, origin, top - depth - v3_dot(n, origin));
    check_derivatives(body, &f, depth, 1e-3);
    // Half of it, and a ball as a capsule of no length, nearly.
    const scree_cap_frame half = frame_at(n, v3(0, 0, 0), 0.0);
    CHECK_NEAR(cap_of(body, &half).volume, 2.0 / 3.0 * 3.14159265358979323846 * a.x * a.y * a.z, 1e-14);
    scree_shape *ball = scree_sphere_create(0.7, 0.1, NULL), *capsule = scree_capsule_create(0.8, 1e-12, 0.0, NULL);
    const scree_cap_frame g = frame_at(n, origin, 0.8 - 0.3 - v3_dot(n, origin));
    const scree_cap c = cap_of(ball, &g), d = cap_of(capsule, &g);
    CHECK_NEAR(c.energy, d.energy, 1e-7);
    CHECK_NEAR(c.volume, d.volume, 1e-7);
    CHECK_NEAR(c.area_second[1], d.area_second[1], 1e-9);
    scree_shape_destroy(body);
    scree_shape_destroy(ball);
    scree_shape_destroy(capsule);
}

// Energy and volume of a superquadric beyond a plane, column by column along z.
static void sum_columns(scree_vec3 a, double n1, double n2, scree_vec3 n, double t, double *energy, double *volume)
{
    enum { GRID = 400 };
    *energy = *volume = 0.0;
    for (int i = 0; i < GRID * GRID; ++i) {
        const double x = -1.0 + (2.0 * (i % GRID) + 1.0) / GRID, y = -1.0 + (2.0 * (double)(i / GRID) + 1.0) / GRID;
        const double inside = 1.0 - pow(pow(fabs(x), n2) + pow(fabs(y), n2), n1 / n2);
        if (inside <= 0.0) continue;
        const double half = a.z * pow(inside, 1.0 / n1), base = n.x * a.x * x + n.y * a.y * y - t;
        // The depth base + n.z z, over z from -half to half, where it is above 0.
        const double low = base - fabs(n.z) * half, high = base + fabs(n.z) * half;
        if (high <= 0.0) continue;
        const double from = fmax(low, 0.0), cell = 4.0 * a.x * a.y / (GRID * GRID) / fabs(n.z);
        *volume += cell * (high - from);
        *energy += 0.5 * cell * (high * high - from * from);
    }
}

static void check_superquadrics(scree_random *r)
{
    static const double exponents[5] = { 3.0, 4.5, 8.0, 12.5, 20.0 };
    const scree_vec3 a = { random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0), random_between(r, 0.3, 1.0) };
    const double n1 = exponents[random_below(r, 5)], n2 = random_below(r, 2) ? n1 : exponents[random_below(r, 5)];
    scree_shape *body = scree_superquadric_create(a, n1, n2, 0.0, NULL);
    scree_vec3 n = random_direction(r);
    if (random_below(r, 2)) n = v3_unit(v3(0.01 * n.x, 0.01 * n.y, n.z)); // on a side
    const double top = v3_dot(n, scree_shape_support(body, n)), depth = random_between(r, 0.02, 1.0) * top;
    const scree_cap_frame f = frame_at(n, v3(0, 0, 0), top - depth);
    const scree_cap c = cap_of(body, &f);
    double energy, volume;
    sum_columns(a, n1, n2, n, top - depth, &energy, &volume);
    const double size = fmax(a.x, fmax(a.y, a.z)), lost = (volume - c.volume) / (size * c.area),
                 less = 1.0 - c.energy / energy;
    if (lost > worst[4]) worst[4] = lost;
    CHECK_MSG(lost > -5e-4 && lost < 1e-2, "n %g %g, depth %g: volume %g of %g", n1, n2, depth, c.volume, volume);
    CHECK_MSG(less > -1e-2 && less < 0.02 * size / depth, "n %g %g, depth %g: energy off by %g", n1, n2, depth, less);
    check_derivatives(body, &f, depth, 1e-2); // the surface has edges
    const scree_cap_frame below = frame_at(n, v3(0, 0, 0), -2.0 * top);
    CHECK_NEAR(cap_of(body, &below).volume / scree_shape_mass(body).volume, 1.0, 1e-2);
    CHECK_NEAR(cap_of(body, &below).area, 0.0, 1e-14);
    scree_shape_destroy(body);
}

// The kernel for triangles: the bits are the same at every width, and the sums those of clipping one after the other.
static void check_triangles(void)
{
    scree_random r = random_stream(9, 4, 2);
    static scree_cap_triangles triangles;
    scree_cap_triangles *all = &triangles;
    scree_cap one = { 0 };
    all->count = 200;
    for (int i = 0; i < all->count; ++i) {
        cap_corner corner[3];
        cap_fan fan = { .count = 0 };
        const double flat = i % 5 == 0 ? 0.0 : 1.0; // some corners are in the plane
        for (int k = 0; k < 3; ++k) {
            const double d = random_between(&r, -1, 1) * (k == i % 3 ? flat : 1.0);
            corner[k] = (cap_corner){ i >= 190 ? 0.0 : d, random_between(&r, -1, 1), random_between(&r, -1, 1) };
            all->d[k][i] = corner[k].d;
            all->u[k][i] = corner[k].u;
            all->v[k][i] = corner[k].v;
        }
        for (int k = 0; k < 3; ++k) cap_clip(&one, &fan, &corner[(k + 2) % 3], &corner[k]);
    }
    const double expected[10] = { one.energy,         one.volume,        one.first[0],      one.first[1],
                                  one.area,           one.area_first[0], one.area_first[1], one.area_second[0],
                                  one.area_second[1], one.area_second[2] };
    double narrow[10] = { 0 };
    scree_kernels_of(2)->cap_sums(all, narrow);
    for (int i = 0; i < 10; ++i) CHECK_NEAR(narrow[i], expected[i], 1e-12);
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        double sums[10] = { 0 };
        if (scree_kernels_of(lanes) == NULL) continue;
        scree_kernels_of(lanes)->cap_sums(all, sums);
        for (int i = 0; i < 10; ++i) CHECK(sums[i] == narrow[i]);
    }
}

int main(void)
{
    check_triangles();
    scree_random r = random_stream(7, 1, 1);
    const long cases = check_scaled(2000);
    for (long i = 0; i < cases; ++i) {
        check_boxes(&r);
        check_ellipsoids(&r);
        if (i % 20 == 0) check_superquadrics(&r);
        if (i % 2 == 0) check_revolved(&r, (int)(i / 2 % 4));
    }
    if (getenv("SCREE_TEST_SHOW") != NULL)
        printf("off by %g %g %g %g, %g\n", worst[0], worst[1], worst[2], worst[3], worst[4]);
    return check_done();
}
