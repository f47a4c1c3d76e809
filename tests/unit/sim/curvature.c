// The radii of Hertz's law: local curvatures against closed forms, and the force that follows from them.
#include "laws/laws.h"
#include "mixed_scene.h"

static sim_part part_of(const scree_shape *shape, double own_radius)
{
    return (sim_part){ .shape = shape, .own_radius = own_radius, .kind = scree_sim_class_of(shape) };
}

// Flat directions count as curved by the differences: with a radius of some 1e4 sizes.
static void check_radius(scree_shape *shape, double cap, scree_vec3 normal, double radius)
{
    const double allowed = (scree_shape_kind_of(shape) == SCREE_ELLIPSOID ? 1e-6 : 1e-4) * radius;
    const sim_part part = part_of(shape, cap);
    const double length = sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    const scree_vec3 n = vec(normal.x / length, normal.y / length, normal.z / length);
    CHECK_NEAR(scree_sim_local_radius(&part, (scree_quat){ 1.0, 0.0, 0.0, 0.0 }, n), radius, allowed);
    // The same in another pose.
    const scree_quat q = scree_quat_from_euler(vec(0.3, 1.1, -0.7));
    const scree_mat3 r = scree_quat_to_matrix(q);
    const double m[3][3] = { { r.row[0].x, r.row[0].y, r.row[0].z },
                             { r.row[1].x, r.row[1].y, r.row[1].z },
                             { r.row[2].x, r.row[2].y, r.row[2].z } };
    double w[3];
    for (int i = 0; i < 3; ++i) w[i] = m[i][0] * n.x + m[i][1] * n.y + m[i][2] * n.z;
    if (scree_shape_dimension(shape) == 3)
        CHECK_NEAR(scree_sim_local_radius(&part, q, vec(w[0], w[1], w[2])), radius, allowed);
    scree_shape_destroy(shape);
}

// The mean curvature of an ellipsoid where its normal is n: with the support function h = |(a n_x, b n_y, c n_z)|, its
// radii of curvature have the sum (a^2 + b^2 + c^2 - |(a^2 n_x, ...)|^2 / h^2) / h and the product (a b c)^2 / h^4.
static double ellipsoid_radius(double a, double b, double c, scree_vec3 n)
{
    const double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z), x = n.x / length, y = n.y / length, z = n.z / length;
    const double h2 = a * a * x * x + b * b * y * y + c * c * z * z, h = sqrt(h2);
    const double far2 = a * a * a * a * x * x + b * b * b * b * y * y + c * c * c * c * z * z;
    const double sum = (a * a + b * b + c * c - far2 / h2) / h, product = a * a * b * b * c * c / (h2 * h2);
    return 2.0 * product / sum;
}

static void test_radii(void)
{
    const double a = 0.5, b = 0.3, c = 0.2, none = 1e9;
    check_radius(scree_sphere_create(0.4, 0.0, NULL), none, vec(1.0, 2.0, -1.0), 0.4);
    check_radius(scree_ellipsoid_create(vec(a, b, c), 0.0, NULL), none, vec(1.0, 0.0, 0.0),
                 2.0 / (a / (b * b) + a / (c * c)));
    uint64_t state = 9;
    for (int i = 0; i < 100; ++i) {
        const scree_vec3 n = vec(random_share(&state) - 0.5, random_share(&state) - 0.5, random_share(&state) - 0.5);
        check_radius(scree_ellipsoid_create(vec(a, b, c), 0.0, NULL), none, n, ellipsoid_radius(a, b, c, n));
        check_radius(scree_superquadric_create(vec(a, b, c), 2.0, 2.0, 0.0, NULL), none, n,
                     ellipsoid_radius(a, b, c, n));
    }
    // The side of a cylinder is flat along its axis; so is the middle of a capsule, but not its ends.
    check_radius(scree_cylinder_create(0.3, 1.0, 0.0, NULL), none, vec(0.6, 0.8, 0.0), 0.6);
    check_radius(scree_capsule_create(0.3, 1.0, 0.0, NULL), none, vec(0.6, 0.8, 0.0), 0.6);
    check_radius(scree_capsule_create(0.3, 1.0, 0.0, NULL), none, vec(0.6, 0.8, 0.4), 0.3);
    check_radius(scree_box_create(vec(1.0, 1.0, 1.0), 0.2, NULL), none, vec(1.0, 1.0, 0.5), 0.2);
    check_radius(scree_disc_create(0.3, 0.0, NULL), none, vec(0.6, 0.8, 0.0), 0.3);
    // Capped; flat and sharp places have the cap.
    check_radius(scree_sphere_create(0.4, 0.0, NULL), 0.25, vec(1.0, 2.0, -1.0), 0.25);
    check_radius(scree_cylinder_create(0.3, 1.0, 0.0, NULL), 0.5, vec(0.0, 0.0, 1.0), 0.5);
    check_radius(scree_cylinder_create(0.3, 1.0, 0.0, NULL), 0.5, vec(0.6, 0.0, 0.6), 0.5);
    check_radius(scree_box_create(vec(1.0, 1.0, 1.0), 0.0, NULL), 0.5, vec(1.0, 1.0, 0.5), 0.5);
    check_radius(scree_box_create(vec(1.0, 1.0, 1.0), 0.0, NULL), 0.5, vec(1.0, 1.0, 0.0), 0.5);
    check_radius(scree_box_create(vec(1.0, 1.0, 1.0), 0.0, NULL), 0.5, vec(1.0, 0.0, 0.0), 0.5);
}

// An ellipsoid that stands on its tip, pressed into a plane by d: 4/3 E sqrt(R d) d. And two of them, tip to tip.
static void test_force(scree_hertz_radius kind, bool on_plane)
{
    const double a = 0.2, c = 0.5, d = 1e-3;
    scree_sim_settings s = scree_sim_defaults();
    s.law = SCREE_LAW_HERTZ;
    s.hertz_radius = kind;
    s.dt = 1e-9;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int shape = scree_sim_add_shape(sim, scree_ellipsoid_create(vec(a, a, c), 0.0, NULL), NULL);
    add_at(sim, shape, vec(0.0, 0.0, c - d), vec(0.0, 0.0, 0.0));
    if (on_plane)
        add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    else
        add_at(sim, shape, vec(0.0, 0.0, -c), vec(0.0, 0.0, 0.0));
    run_steps(sim, 1);
    scree_sim_contact contact;
    CHECK(scree_sim_contacts(sim, &contact, 1) == 1);
    const double own = kind == SCREE_HERTZ_LOCAL ? a * a / c : cbrt(a * a * c), radius = on_plane ? own : 0.5 * own;
    const double modulus = 1e6 / (2.0 * (1.0 - 0.25 * 0.25));
    CHECK_NEAR(fabs(contact.force.force.z) / (4.0 / 3.0 * modulus * sqrt(radius * d) * d), 1.0, 1e-6);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_radii();
    for (int i = 0; i < 2; ++i) {
        test_force(SCREE_HERTZ_EQUIVALENT, i == 0);
        test_force(SCREE_HERTZ_LOCAL, i == 0);
    }
    return check_done();
}
