// What an observer sees of each step: pairs, contacts, what a method of the papers counted, where the time went.
#include "scene.h"
#include "scree/method.h"

typedef struct seen {
    int64_t steps, active, touching, candidates;
    double broad, narrow, law, motion;
} seen;

static void look(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    seen *s = user;
    (void)sim;
    s->steps++;
    s->active += (int64_t)step->active_count;
    for (size_t k = 0; k < step->active_count; ++k) {
        const scree_pair *pair = &step->pairs[step->active[k]];
        CHECK((size_t)pair->a < step->body_count && (size_t)pair->b < step->body_count);
        s->touching += !step->contacts[k].beyond && step->contacts[k].distance < 0.0;
        s->candidates += step->counts[k].candidates;
    }
    CHECK(step->seconds_broad >= 0.0 && step->seconds_narrow >= 0.0 && step->seconds_law >= 0.0);
    s->broad += step->seconds_broad;
    s->narrow += step->seconds_narrow;
    s->law += step->seconds_law;
    s->motion += step->seconds_motion;
}

// Two layers of cubes, a little in each other, for some steps.
static seen watch(const scree_method *method, int threads)
{
    scree_sim_settings s = scree_sim_defaults();
    s.method = method;
    s.law = SCREE_LAW_DEPTH;
    s.threads = threads;
    s.dt = 1e-4;
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.3));
    const int cube = scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), NULL);
    for (int i = 0; i < 400; ++i)
        add_at(sim, cube, vec(1.3 * (i % 20), 1.3 * (i / 20 % 10), 0.999 * (i / 200)), vec(0.0, 0.0, 0.0));
    seen result = { 0 };
    scree_sim_observe(sim, look, &result);
    run_steps(sim, 20);
    scree_sim_destroy(sim);
    return result;
}

int main(void)
{
    for (int threads = 1; threads <= 2; ++threads) {
        const seen plain = watch(NULL, threads), paper = watch(scree_method_find("fcp"), threads);
        CHECK(plain.steps == 20 && plain.active > 0 && plain.touching > 0);
        CHECK(plain.candidates == 0);
        CHECK(paper.steps == 20 && paper.touching > 0);
        CHECK_MSG(paper.candidates > paper.active / 2, "%ld planes for %ld pairs", (long)paper.candidates,
                  (long)paper.active);
        CHECK(plain.narrow > 0.0 && plain.law > 0.0 && plain.motion > 0.0);
        // A method of the papers takes its time in the queries.
        CHECK_MSG(paper.narrow > paper.law, "queries %g s, laws %g s", paper.narrow, paper.law);
    }
    return check_done();
}
