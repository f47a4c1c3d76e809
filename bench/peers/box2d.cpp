// Box2D: b2CollidePolygons(), radii 0, single precision.
#include <box2d/box2d.h>

#include <cmath>
#include <vector>

#include "peer.h"

namespace
{

struct Peer {
    std::vector<b2PolygonShape> shapes;
    std::vector<int> shape_a, shape_b;
    std::vector<b2Transform> a, b;
};

b2Transform transform_of(const scree_body &body)
{
    const double angle = 2.0 * std::atan2(body.orientation.z, body.orientation.w);
    b2Transform t;
    t.Set(b2Vec2(static_cast<float>(body.position.x), static_cast<float>(body.position.y)), static_cast<float>(angle));
    return t;
}

void *open(const bench_pairs *pairs)
{
    auto *p = new Peer;
    for (int i = 0; i < pairs->solid_count; ++i) {
        const scree_solid &solid = pairs->solids[i];
        if (solid.kind != SCREE_POLYGON || solid.count > b2_maxPolygonVertices) {
            delete p;
            return nullptr;
        }
        b2Vec2 corners[b2_maxPolygonVertices];
        for (int k = 0; k < solid.count; ++k)
            corners[k].Set(static_cast<float>(solid.points[k].x), static_cast<float>(solid.points[k].y));
        b2PolygonShape polygon;
        polygon.Set(corners, solid.count);
        polygon.m_radius = 0.0f;
        p->shapes.push_back(polygon);
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        p->shape_a.push_back(pairs->solid_a[i]);
        p->shape_b.push_back(pairs->solid_b[i]);
        p->a.push_back(transform_of(pairs->a[i]));
        p->b.push_back(transform_of(pairs->b[i]));
    }
    return p;
}

void run(void *user, bench_answer *answers)
{
    auto *p = static_cast<Peer *>(user);
    for (size_t i = 0; i < p->a.size(); ++i) {
        const b2PolygonShape &a = p->shapes[static_cast<size_t>(p->shape_a[i])];
        const b2PolygonShape &b = p->shapes[static_cast<size_t>(p->shape_b[i])];
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &a, p->a[i], &b, p->b[i]);
        answers[i] = bench_answer{ 1.0, { 0, 0, 0 }, false };
        if (manifold.pointCount == 0) continue;
        b2WorldManifold world;
        world.Initialize(&manifold, p->a[i], 0.0f, p->b[i], 0.0f);
        float least = world.separations[0];
        if (manifold.pointCount > 1) least = std::fmin(least, world.separations[1]);
        answers[i].distance = least;
        answers[i].normal = { world.normal.x, world.normal.y, 0.0 };
    }
}

void close(void *user)
{
    delete static_cast<Peer *>(user);
}

} // namespace

const bench_peer bench_box2d = { "Box2D", "b2CollidePolygons(); single", BENCH_CONTACT, true, 0, open, run, close,
                                 nullptr };
