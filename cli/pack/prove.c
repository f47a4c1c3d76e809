// Idea    All pairs whose outer balls are within a margin go through the certified query. The others have a larger
//         gap. Once some gap is known to be at most g, a pair is first tested for being closer than g, which is
//         quick; most are not. Where no gap is within the margin, the margin is doubled.
//
//         An image is the body moved by sides of the box, exactly: what rounding moved it further is known, and is
//         taken off the interval.
#include "prove.h"

#include <math.h>
#include <stdlib.h>

#include "scree/method.h"
#include "scree/query.h"

enum { PAIRS_A_LOOK = 1024 };

typedef struct prover {
    const packing *p;
    packing_proof proof;
    scree_query_options query;
    size_t scratch_size;
    bool (*go_on)(void *user, size_t done);
    void *user;
    bool failed; ///< a query could not answer, or memory ran out
} prover;

static bool need_scratch(prover *s, const scree_shape *a, const scree_shape *b)
{
    size_t bytes = scree_method_scratch(scree_method_at(0), a, b);
    if (bytes <= s->query.scratch_size) return true;
    free(s->query.scratch);
    s->query.scratch = malloc(bytes);
    s->query.scratch_size = s->query.scratch != NULL ? bytes : 0;
    return s->query.scratch != NULL;
}

/// One pair, whose place is known to within `error`.
static bool query_pair(prover *s, const scree_body *a, const scree_body *b, double error, uint32_t number_a,
                       uint32_t number_b)
{
    packing_proof *proof = &s->proof;
    if (s->go_on != NULL && proof->looked_at % PAIRS_A_LOOK == 0 && !s->go_on(s->user, number_b)) return false;
    ++proof->looked_at;
    if (!need_scratch(s, a->shape, b->shape)) return false;
    bool closer = true;
    if (isfinite(proof->upper) && scree_closer_than(a, b, proof->upper + error, &s->query, &closer) == SCREE_OK &&
        !closer)
        return true;
    scree_contact contact;
    scree_status status = scree_query(a, b, &s->query, &contact);
    if (status != SCREE_OK && status != SCREE_NO_CONVERGENCE) {
        s->failed = true;
        return false;
    }
    proof->lower = fmin(proof->lower, contact.lower - error);
    if (contact.upper + error < proof->upper) {
        proof->upper = contact.upper + error;
        proof->a = number_a;
        proof->b = number_b;
    }
    return true;
}

static bool query_found_pair(void *user, packing_pair pair)
{
    prover *s = user;
    double error;
    const scree_body image = scree_packing_image(s->p, pair, &error);
    return query_pair(s, &s->p->bodies[pair.a], &image, error, pair.a, pair.b);
}

static bool query_walls(prover *s, double margin)
{
    const packing_box *box = &s->p->box;
    bool more = true;
    for (int w = 0; w < PACKING_WALLS && more; ++w) {
        scree_vec3 normal;
        double offset;
        scree_packing_wall(box, w, &normal, &offset);
        scree_shape *shape = scree_half_space_create(normal, offset, 0.0, NULL);
        if (shape == NULL) return false;
        const scree_body wall = scree_body_at(shape, (scree_vec3){ 0.0, 0.0, 0.0 });
        const double rounding = scree_packing_rounding(box);
        for (uint32_t i = 0; i < s->p->count && more; ++i) {
            if (scree_packing_wall_distance(box, w, s->p->places[i]) <= s->p->outer[i] + margin + rounding)
                more = query_pair(s, &s->p->bodies[i], &wall, 0.0, i, i);
        }
        scree_shape_destroy(shape);
    }
    return more;
}

packing_proof scree_packing_prove(const packing *p, bool (*go_on)(void *user, size_t done), void *user)
{
    prover s = { .p = p, .query = scree_query_defaults(), .go_on = go_on, .user = user };
    s.proof = (packing_proof){ .complete = true, .lower = HUGE_VAL, .upper = HUGE_VAL };
    const double most = scree_packing_most_margin(p);
    double margin = p->count > 0 ? fmin(0.1 * p->outer[0], most) : most;
    for (;;) {
        s.proof.looked_at = 0;
        s.proof.complete = scree_packing_pairs(p, margin, query_found_pair, &s) &&
                           (!p->box.walls || query_walls(&s, margin)) && !s.failed;
        if (!s.proof.complete || s.proof.upper <= margin || margin >= most) break;
        margin = fmin(2.0 * margin, most);
    }
    // Pairs without a query have a gap above the margin.
    s.proof.lower = fmin(s.proof.lower, margin);
    s.proof.apart = s.proof.complete && s.proof.lower > 0.0;
    free(s.query.scratch);
    return s.proof;
}
