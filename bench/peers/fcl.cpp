// FCL: fcl::distance() with the signed distance of its libccd solver, double precision. A ball with a ball, a box or a capsule has
// closed forms in FCL, which that does not use: fcl::collide() is asked first, and apart, fcl::distance() without signs.
#include <fcl/fcl.h>

#include <memory>
#include <vector>

#include "peer.h"

namespace
{

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

Geometry make_convex(const scree_shape *s)
{
    auto points = std::make_shared<std::vector<fcl::Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < scree_shape_vertex_count(s); ++i) {
        const scree_vec3 v = scree_shape_vertex(s, i);
        points->push_back(fcl::Vector3d(v.x, v.y, v.z));
    }
    for (int i = 0; i < scree_shape_face_count(s); ++i) {
        const int size = scree_shape_face_size(s, i), *corners = scree_shape_face_vertices(s, i);
        faces->push_back(size);
        faces->insert(faces->end(), corners, corners + size);
    }
    return std::make_shared<fcl::Convexd>(points, scree_shape_face_count(s), faces);
}

Geometry make_box(const scree_vec3 &half)
{
    return std::make_shared<fcl::Boxd>(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
}

Geometry make_geometry(const scree_solid &solid)
{
    switch (solid.kind) {
    case SCREE_SPHERE:
        return std::make_shared<fcl::Sphered>(solid.radius);
    case SCREE_ELLIPSOID:
        return std::make_shared<fcl::Ellipsoidd>(solid.vector.x, solid.vector.y, solid.vector.z);
    case SCREE_POLYHEDRON:
        if (solid.vector.x > 0.0) return make_box(solid.vector);
        return make_convex(solid.shape);
    case SCREE_CAPSULE:
        return std::make_shared<fcl::Capsuled>(solid.radius, 2.0 * solid.half_length);
    default:
        return nullptr;
    }
}

fcl::Transform3d transform_of(const scree_body &b)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    const fcl::Quaterniond q(b.orientation.w, b.orientation.x, b.orientation.y, b.orientation.z);
    t.linear() = q.normalized().toRotationMatrix();
    t.translation() = fcl::Vector3d(b.position.x, b.position.y, b.position.z);
    return t;
}

struct Peer {
    bool closed = false; // there are closed forms
    std::vector<fcl::CollisionObjectd> a, b;
};

bool has_closed_form(const bench_set &set)
{
    const bench_family b = set.family_b;
    return set.family_a == BENCH_SPHERE &&
           (b == BENCH_SPHERE || b == BENCH_CUBE || b == BENCH_BOX || b == BENCH_CAPSULE);
}

bench_answer query_closed(const fcl::CollisionObjectd &a, const fcl::CollisionObjectd &b)
{
    const fcl::CollisionRequestd collision(1, true);
    fcl::CollisionResultd hit;
    if (fcl::collide(&a, &b, collision, hit) > 0) {
        const fcl::Contactd &c = hit.getContact(0);
        return bench_answer{ -c.penetration_depth, { c.normal.x(), c.normal.y(), c.normal.z() }, false };
    }
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    fcl::distance(&a, &b, request, result);
    const fcl::Vector3d n = (result.nearest_points[1] - result.nearest_points[0]).normalized();
    return bench_answer{ result.min_distance, { n.x(), n.y(), n.z() }, !std::isfinite(result.min_distance) };
}

void *open(const bench_pairs *pairs)
{
    std::vector<Geometry> shapes;
    for (int i = 0; i < pairs->solid_count; ++i) {
        shapes.push_back(make_geometry(pairs->solids[i]));
        if (shapes.back() == nullptr) return nullptr;
    }
    auto *p = new Peer;
    p->closed = has_closed_form(*pairs->set);
    for (size_t i = 0; i < pairs->count; ++i) {
        p->a.emplace_back(shapes[static_cast<size_t>(pairs->solid_a[i])], transform_of(pairs->a[i]));
        p->b.emplace_back(shapes[static_cast<size_t>(pairs->solid_b[i])], transform_of(pairs->b[i]));
    }
    return p;
}

void run(void *user, bench_answer *answers)
{
    auto *p = static_cast<Peer *>(user);
    fcl::DistanceRequestd request(true, true);
    request.gjk_solver_type = fcl::GJKSolverType::GST_LIBCCD;
    for (size_t i = 0; i < p->a.size(); ++i) {
        bench_answer &out = answers[i];
        out = bench_answer{};
        try {
            if (p->closed) {
                out = query_closed(p->a[i], p->b[i]);
                continue;
            }
            fcl::DistanceResultd result;
            fcl::distance(&p->a[i], &p->b[i], request, result);
            const fcl::Vector3d n = (result.nearest_points[1] - result.nearest_points[0]).normalized();
            const double sign = result.min_distance < 0 ? -1.0 : 1.0;
            out.distance = result.min_distance;
            out.normal = { sign * n.x(), sign * n.y(), sign * n.z() };
            out.failed = !std::isfinite(result.min_distance);
        } catch (const std::exception &) {
            out.failed = true;
        }
    }
}

void close(void *user)
{
    delete static_cast<Peer *>(user);
}

} // namespace

const bench_peer bench_fcl = { "FCL",
                               "fcl::distance(), signed, libccd solver; balls with balls, boxes, capsules: "
                               "fcl::collide(), then distance(); double",
                               BENCH_FULL,
                               true,
                               0,
                               open,
                               run,
                               close,
                               nullptr };
