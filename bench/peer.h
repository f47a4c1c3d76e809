// A library that the benchmark asks: what it answers, and how it is asked. One adaptor each in peers/.
#ifndef SCREE_BENCH_PEER_H
#define SCREE_BENCH_PEER_H

#include "scree/contact.h"
#include "set.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What one query said.
typedef struct bench_answer {
    double distance;   ///< signed; 1 or -1 where the library only has a verdict
    scree_vec3 normal; ///< from A to B; 0 where it tells none
    bool failed;       ///< the library said so, or gave NaN
} bench_answer;

/// How much of the question is answered.
typedef enum bench_scope {
    BENCH_FULL,    ///< signed distance, apart and in contact
    BENCH_WITHIN,  ///< signed distance up to the set's margin; beyond, a bound from below that is above it
    BENCH_CONTACT, ///< the depth in contact; apart, no more than that
    BENCH_VERDICT  ///< whether they overlap
} bench_scope;

typedef struct bench_peer {
    const char *name;
    const char *what; ///< which call, which precision
    bench_scope scope;
    bool exact_depth; ///< claims the least depth, not any
    unsigned claims;  ///< of scree_verify(), if `keep` is there
    /// Shapes and transforms in the library's own form, which is not timed; NULL where it does not serve the set.
    void *(*open)(const bench_pairs *pairs);
    /// Asks about all pairs: this is what is timed.
    void (*run)(void *peer, bench_answer *answers);
    void (*close)(void *peer);
    /// The next run() puts whole contacts there, too: those of scree all go through scree_verify(), after the turns that are
    /// timed. NULL: not one of scree's.
    void (*keep)(void *peer, scree_contact *contacts);
} bench_peer;

int bench_peer_count(void);
const bench_peer *bench_peer_at(int i);

extern const bench_peer bench_scree, bench_scree_batch, bench_scree_overlap, bench_scree_newton, bench_scree_six_cases,
    bench_scree_warm, bench_scree_margin, bench_scree_patch, bench_scree_pressure, bench_scree_floating,
    bench_scree_follow, bench_one_axis, bench_plain, bench_fcl, bench_fcl_boxes, bench_bullet, bench_bullet_warm,
    bench_bullet_boxes, bench_scree_within, bench_scree_one, bench_ccd_epa, bench_ccd_mpr, bench_ccd_verdict, bench_ode,
    bench_mujoco, bench_box2d;

/// The shape's farthest point along a direction of its own frame, for libraries that take any shape by its support.
scree_vec3 bench_support(const scree_shape *shape, scree_vec3 direction);

#ifdef __cplusplus
}
#endif

#endif
