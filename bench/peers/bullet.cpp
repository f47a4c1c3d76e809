// Bullet, double precision: its GJK with EPA for the depth (btGjkPairDetector), margins 0; for a ball and a box its closed form
// (btSphereBoxCollisionAlgorithm). Two boxes have a separating axis test, which gives contacts alone and prefers faces by 5 % as
// ODE's does, so that its depth is not the least: an entry of its own.
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btSphereBoxCollisionAlgorithm.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cmath>
#include <memory>
#include <vector>

#include "peer.h"

namespace
{

// Any smooth shape, by its support point, as users of Bullet add their own.
class SupportShape : public btConvexInternalShape
{
  public:
    explicit SupportShape(const scree_shape *shape) : shape_(shape)
    {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        setMargin(0.0);
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &d) const override
    {
        const scree_vec3 p = bench_support(shape_, { d.x(), d.y(), d.z() });
        return btVector3(p.x, p.y, p.z);
    }
    btVector3 localGetSupportingVertex(const btVector3 &d) const override
    {
        return localGetSupportingVertexWithoutMargin(d);
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3 *d, btVector3 *out, int count) const override
    {
        for (int i = 0; i < count; ++i) out[i] = localGetSupportingVertexWithoutMargin(d[i]);
    }
    void calculateLocalInertia(btScalar, btVector3 &inertia) const override
    {
        inertia.setZero();
    }
    const char *getName() const override
    {
        return "Support";
    }

  private:
    const scree_shape *shape_;
};

std::unique_ptr<btConvexShape> make_shape(const scree_solid &solid)
{
    if (solid.kind == SCREE_ELLIPSOID || solid.kind == SCREE_SUPERQUADRIC)
        return std::make_unique<SupportShape>(solid.shape);
    if (solid.kind == SCREE_SPHERE) return std::make_unique<btSphereShape>(solid.radius);
    if (solid.kind != SCREE_POLYHEDRON) return nullptr;
    if (solid.vector.x > 0.0) {
        auto box = std::make_unique<btBoxShape>(btVector3(solid.vector.x, solid.vector.y, solid.vector.z));
        box->setMargin(0.0);
        return box;
    }
    auto hull = std::make_unique<btConvexHullShape>();
    for (int i = 0; i < scree_shape_vertex_count(solid.shape); ++i) {
        const scree_vec3 v = scree_shape_vertex(solid.shape, i);
        hull->addPoint(btVector3(v.x, v.y, v.z), false);
    }
    hull->recalcLocalAabb();
    hull->setMargin(0.0);
    return hull;
}

btTransform transform_of(const scree_body &b)
{
    const btQuaternion q(b.orientation.x, b.orientation.y, b.orientation.z, b.orientation.w);
    return btTransform(q.normalized(), btVector3(b.position.x, b.position.y, b.position.z));
}

struct Peer {
    size_t lot = 0;
    bool is_ball_and_box = false;
    std::vector<btVector3> axes; // the last separating axis of each moving pair
    std::vector<std::unique_ptr<btConvexShape>> shapes;
    std::vector<const btConvexShape *> shape_a, shape_b;
    std::vector<btTransform> a, b;
};

bool is_ball_and_box(const bench_set &set)
{
    return set.family_a == BENCH_SPHERE && (set.family_b == BENCH_CUBE || set.family_b == BENCH_BOX);
}

void *open(const bench_pairs *pairs)
{
    auto p = std::make_unique<Peer>();
    p->lot = pairs->lot;
    p->is_ball_and_box = is_ball_and_box(*pairs->set);
    p->axes.resize(pairs->lot);
    for (int i = 0; i < pairs->solid_count; ++i) {
        p->shapes.push_back(make_shape(pairs->solids[i]));
        if (p->shapes.back() == nullptr) return nullptr;
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        p->shape_a.push_back(p->shapes[static_cast<size_t>(pairs->solid_a[i])].get());
        p->shape_b.push_back(p->shapes[static_cast<size_t>(pairs->solid_b[i])].get());
        p->a.push_back(transform_of(pairs->a[i]));
        p->b.push_back(transform_of(pairs->b[i]));
    }
    return p.release();
}

void *open_warm(const bench_pairs *pairs)
{
    return pairs->set->steps > 1 ? open(pairs) : nullptr;
}

// `axis`: where the pair's last separating axis is kept, or null.
bench_answer query(const Peer *p, size_t i, btVector3 *axis)
{
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(p->shape_a[i], p->shape_b[i], &simplex, &depth);
    if (axis != nullptr && i >= p->lot) detector.setCachedSeparatingAxis(*axis);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = p->a[i];
    input.m_transformB = p->b[i];
    btPointCollector result;
    detector.getClosestPoints(input, result, nullptr);
    if (axis != nullptr) *axis = detector.getCachedSeparatingAxis();
    const btVector3 n = -result.m_normalOnBInWorld; // Bullet's goes from B to A
    return bench_answer{ result.m_distance,
                         { n.x(), n.y(), n.z() },
                         !result.m_hasResult || !std::isfinite(result.m_distance) };
}

// By the closed form, at any distance. The algorithm and the box's object are made once, as in Bullet's pipeline.
void run_ball_and_box(const Peer *p, bench_answer *answers)
{
    btPersistentManifold manifold;
    btCollisionAlgorithmConstructionInfo info;
    btSphereBoxCollisionAlgorithm algorithm(&manifold, info, nullptr, nullptr, false);
    btCollisionObject object;
    for (size_t i = 0; i < p->a.size(); ++i) {
        const btCollisionObjectWrapper box(nullptr, p->shape_b[i], &object, p->b[i], -1, -1);
        const btScalar radius = static_cast<const btSphereShape *>(p->shape_a[i])->getRadius();
        btVector3 point, normal;
        btScalar distance = 0.0;
        const bool known = algorithm.getSphereDistance(&box, point, normal, distance, p->a[i].getOrigin(), radius, 1e9);
        answers[i] = bench_answer{ distance, { -normal.x(), -normal.y(), -normal.z() }, !known };
    }
}

void run(void *user, bench_answer *answers)
{
    const auto *p = static_cast<Peer *>(user);
    if (p->is_ball_and_box) return run_ball_and_box(p, answers);
    for (size_t i = 0; i < p->a.size(); ++i) answers[i] = query(p, i, nullptr);
}

void run_warm(void *user, bench_answer *answers)
{
    auto *p = static_cast<Peer *>(user);
    for (size_t i = 0; i < p->a.size(); ++i) answers[i] = query(p, i, &p->axes[i % p->lot]);
}

void close(void *user)
{
    delete static_cast<Peer *>(user);
}

// Two boxes, by their own detector: contacts alone, of which the deepest is kept.
struct Boxes {
    std::vector<btBoxShape> shapes;
    std::vector<int> shape_a, shape_b;
    std::vector<btTransform> a, b;
};

void *open_boxes(const bench_pairs *pairs)
{
    auto p = std::make_unique<Boxes>();
    const bench_set &set = *pairs->set;
    if (set.gap > 0.0 && set.among == 0) return nullptr;
    for (int i = 0; i < pairs->solid_count; ++i) {
        const scree_solid &s = pairs->solids[i];
        if (s.kind != SCREE_POLYHEDRON || !(s.vector.x > 0.0)) return nullptr;
        p->shapes.emplace_back(btVector3(s.vector.x, s.vector.y, s.vector.z));
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        p->shape_a.push_back(pairs->solid_a[i]);
        p->shape_b.push_back(pairs->solid_b[i]);
        p->a.push_back(transform_of(pairs->a[i]));
        p->b.push_back(transform_of(pairs->b[i]));
    }
    return p.release();
}

void run_boxes(void *user, bench_answer *answers)
{
    auto *p = static_cast<Boxes *>(user);
    for (size_t i = 0; i < p->a.size(); ++i) {
        btBoxBoxDetector detector(&p->shapes[static_cast<size_t>(p->shape_a[i])],
                                  &p->shapes[static_cast<size_t>(p->shape_b[i])]);
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = p->a[i];
        input.m_transformB = p->b[i];
        btPointCollector result;
        detector.getClosestPoints(input, result, nullptr);
        const btVector3 n = -result.m_normalOnBInWorld;
        answers[i] = bench_answer{ result.m_hasResult ? result.m_distance : 1.0, { n.x(), n.y(), n.z() }, false };
    }
}

void close_boxes(void *user)
{
    delete static_cast<Boxes *>(user);
}

} // namespace

const bench_peer bench_bullet = {
    "Bullet",   "btGjkPairDetector with EPA, margins 0; a ball and a box: its closed form; double",
    BENCH_FULL, true,
    0,          open,
    run,        close,
    nullptr
};
const bench_peer bench_bullet_warm = {
    "Bullet, warm", "the same from its last separating axis", BENCH_FULL, true, 0, open_warm, run_warm, close, nullptr
};
const bench_peer bench_bullet_boxes = { "Bullet, boxes",
                                        "btBoxBoxDetector, with its manifold, not the least depth; double",
                                        BENCH_CONTACT,
                                        false,
                                        0,
                                        open_boxes,
                                        run_boxes,
                                        close_boxes,
                                        nullptr };
