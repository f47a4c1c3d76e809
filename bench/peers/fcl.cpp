// FCL: fcl::distance() with the signed distance of its libccd solver, double precision.
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
    std::vector<fcl::CollisionObjectd> a, b;
};

void *open(const bench_pairs *pairs)
{
    std::vector<Geometry> shapes;
    for (int i = 0; i < pairs->solid_count; ++i) {
        shapes.push_back(make_geometry(pairs->solids[i]));
        if (shapes.back() == nullptr) return nullptr;
    }
    auto *p = new Peer;
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

const bench_peer bench_fcl = {
    "FCL", "fcl::distance(), signed, libccd solver; double", BENCH_FULL, true, false, open, run, close
};
