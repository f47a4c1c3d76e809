// FCL, double precision, by whichever of its ways is the quickest that answers the whole question. In general that is
// fcl::distance() with the signed distance of its libccd solver. A ball with a ball, a box or a capsule has closed forms in FCL,
// which that does not use: of sets in contact fcl::collide() is asked first and fcl::distance() without signs where they do not
// touch, of sets apart the other way round. Two boxes have a separating axis test in fcl::collide(), which prefers faces by 5 % as
// ODE's does, so that its depth is not the least: an entry of its own.
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

// Which call comes first.
enum class Way { signed_distance, distance, collide };

struct Peer {
    Way way = Way::signed_distance;
    std::vector<fcl::CollisionObjectd> a, b;
};

bool has_closed_form(const bench_set &set)
{
    const bench_family b = set.family_b;
    return set.family_a == BENCH_SPHERE &&
           (b == BENCH_SPHERE || b == BENCH_CUBE || b == BENCH_BOX || b == BENCH_CAPSULE);
}

bool is_box(bench_family family)
{
    return family == BENCH_CUBE || family == BENCH_BOX;
}

bool query_collide(const fcl::CollisionObjectd &a, const fcl::CollisionObjectd &b, bench_answer *out)
{
    const fcl::CollisionRequestd request(1, true); // the deepest contact
    fcl::CollisionResultd hit;
    if (fcl::collide(&a, &b, request, hit) == 0) return false;
    const fcl::Contactd &c = hit.getContact(0);
    *out = bench_answer{ -c.penetration_depth, { c.normal.x(), c.normal.y(), c.normal.z() }, false };
    return true;
}

// False where they overlap and the distance has no sign.
bool query_distance(const fcl::CollisionObjectd &a, const fcl::CollisionObjectd &b, bool has_sign, bench_answer *out)
{
    fcl::DistanceRequestd request(true, has_sign);
    request.gjk_solver_type = fcl::GJKSolverType::GST_LIBCCD;
    fcl::DistanceResultd result;
    fcl::distance(&a, &b, request, result);
    const double distance = result.min_distance, sign = distance < 0.0 ? -1.0 : 1.0;
    const fcl::Vector3d n = (result.nearest_points[1] - result.nearest_points[0]).normalized();
    *out = bench_answer{ distance, { sign * n.x(), sign * n.y(), sign * n.z() }, !std::isfinite(distance) };
    return has_sign || distance > 0.0;
}

bench_answer query(Way way, const fcl::CollisionObjectd &a, const fcl::CollisionObjectd &b)
{
    bench_answer out{};
    if (way == Way::signed_distance)
        (void)query_distance(a, b, true, &out);
    else if (way == Way::distance ? !query_distance(a, b, false, &out) : !query_collide(a, b, &out))
        (void)(way == Way::distance ? query_collide(a, b, &out) : query_distance(a, b, false, &out));
    return out;
}

void *open(const bench_pairs *pairs)
{
    std::vector<Geometry> shapes;
    for (int i = 0; i < pairs->solid_count; ++i) {
        shapes.push_back(make_geometry(pairs->solids[i]));
        if (shapes.back() == nullptr) return nullptr;
    }
    auto *p = new Peer;
    if (has_closed_form(*pairs->set)) p->way = pairs->set->gap > 0.0 ? Way::distance : Way::collide;
    for (size_t i = 0; i < pairs->count; ++i) {
        p->a.emplace_back(shapes[static_cast<size_t>(pairs->solid_a[i])], transform_of(pairs->a[i]));
        p->b.emplace_back(shapes[static_cast<size_t>(pairs->solid_b[i])], transform_of(pairs->b[i]));
    }
    return p;
}

void *open_boxes(const bench_pairs *pairs)
{
    const bench_set &set = *pairs->set;
    if (!is_box(set.family_a) || !is_box(set.family_b) || (set.gap > 0.0 && set.among == 0)) return nullptr;
    auto *p = static_cast<Peer *>(open(pairs));
    if (p != nullptr) p->way = Way::collide;
    return p;
}

void run(void *user, bench_answer *answers)
{
    const auto *p = static_cast<Peer *>(user);
    for (size_t i = 0; i < p->a.size(); ++i) {
        try {
            answers[i] = query(p->way, p->a[i], p->b[i]);
        } catch (const std::exception &) {
            answers[i] = bench_answer{};
            answers[i].failed = true;
        }
    }
}

void close(void *user)
{
    delete static_cast<Peer *>(user);
}

} // namespace

const bench_peer bench_fcl = { "FCL",
                               "fcl::distance(), signed, libccd solver; balls with balls, boxes, capsules: its closed "
                               "forms, by fcl::collide() and distance(); double",
                               BENCH_FULL,
                               true,
                               0,
                               open,
                               run,
                               close,
                               nullptr };
const bench_peer bench_fcl_boxes = {
    "FCL, boxes",
    "fcl::collide() of its own boxes, the deepest contact, not the least depth; double",
    BENCH_FULL,
    false,
    0,
    open_boxes,
    run,
    close,
    nullptr
};
