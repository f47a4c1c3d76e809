// Which grains are near a point: cells twice as wide as the largest grain, in a table of buckets.
//
// Grains added since the last call are entered at the next one; once grains have moved, all of them are entered again.
// In a periodic domain they are entered at their position within it, and all images of the point are searched.
#include "state/state.h"

enum { FEWEST_HEADS = 64 };

static int64_t cell_of(double x, double width)
{
    const double cell = floor(x / width), most = 1e15;
    return cell >= -most && cell <= most ? (int64_t)cell : 0; // NaN has a cell too
}

static size_t bucket_of(const sim_nearby *s, int64_t x, int64_t y, int64_t z)
{
    const uint64_t mixed =
        (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)z * 0x165667b19e3779f9u;
    return (size_t)((mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u >> 24) & (s->head_count - 1);
}

static double into(double x, double low, double period)
{
    return period > 0.0 ? x - period * floor((x - low) / period) : x;
}

static scree_vec3 into_domain(const scree_sim *sim, scree_vec3 p)
{
    const scree_vec3 low = sim->settings.domain_low, period = sim->period;
    return v3(into(p.x, low.x, period.x), into(p.y, low.y, period.y), into(p.z, low.z, period.z));
}

static bool begin(scree_sim *sim)
{
    sim_nearby *s = &sim->nearby;
    const size_t grains = sim->grains.count;
    size_t heads = FEWEST_HEADS;
    while (heads < 2 * grains) heads *= 2;
    if (!scree_sim_grow(&s->heads, &s->heads_capacity, heads, sizeof *s->heads)) return false;
    s->head_count = heads;
    s->count = 0;
    s->most = 0.0;
    for (size_t i = 0; i < heads; ++i) s->heads[i] = -1;
    for (size_t i = 0; i < grains; ++i) s->most = fmax(s->most, sim->forms[sim->grains.forms[i]].radius);
    return true;
}

// Enters all grains, or those that were added since. False if there is no memory.
static bool enter(scree_sim *sim)
{
    sim_nearby *s = &sim->nearby;
    const sim_grains *g = &sim->grains;
    bool fits = s->count > 0 && g->count <= s->head_count;
    for (size_t i = s->count; fits && i < g->count; ++i) fits = sim->forms[g->forms[i]].radius <= s->most;
    if (!fits && !begin(sim)) return false;
    if (!scree_sim_grow(&s->before, &s->before_capacity, g->count, sizeof *s->before)) return false;
    const double width = 2.0 * s->most;
    for (; s->count < g->count; ++s->count) {
        const scree_vec3 p = into_domain(sim, g->positions[s->count]);
        const size_t bucket = bucket_of(s, cell_of(p.x, width), cell_of(p.y, width), cell_of(p.z, width));
        s->before[s->count] = s->heads[bucket];
        s->heads[bucket] = (int32_t)s->count;
    }
    return true;
}

typedef struct near_search {
    const scree_sim *sim;
    double reach;
    bool (*test)(void *user, size_t grain);
    void *user;
} near_search;

static bool any_at_all(const near_search *q)
{
    for (size_t i = 0; i < q->sim->grains.count; ++i)
        if (q->test(q->user, i)) return true;
    return false;
}

// Any grain in the cells within reach of a point.
static bool any_around(const near_search *q, scree_vec3 p)
{
    const sim_nearby *s = &q->sim->nearby;
    const double width = 2.0 * s->most, r = q->reach;
    const int64_t low[3] = { cell_of(p.x - r, width), cell_of(p.y - r, width), cell_of(p.z - r, width) };
    const int64_t high[3] = { cell_of(p.x + r, width), cell_of(p.y + r, width), cell_of(p.z + r, width) };
    for (int64_t z = low[2]; z <= high[2]; ++z)
        for (int64_t y = low[1]; y <= high[1]; ++y)
            for (int64_t x = low[0]; x <= high[0]; ++x)
                for (int32_t i = s->heads[bucket_of(s, x, y, z)]; i >= 0; i = s->before[i])
                    if (q->test(q->user, (size_t)i)) return true;
    return false;
}

// Whether an image `shift` away can reach into the domain.
static bool may_reach(double x, double reach, double low, double period, double shift)
{
    return shift == 0.0 || (x + shift + reach >= low && x + shift - reach <= low + period);
}

bool scree_sim_any_near(scree_sim *sim, scree_vec3 point, double radius, bool (*test)(void *user, size_t grain),
                        void *user)
{
    near_search q = { .sim = sim, .test = test, .user = user };
    if (sim->grains.count == 0) return false;
    if (!enter(sim)) return any_at_all(&q);
    q.reach = (radius + sim->nearby.most) * (1.0 + 1e-12);
    const double cells = q.reach / sim->nearby.most + 2.0;
    if (!(cells * cells * cells < (double)sim->grains.count + 64.0)) return any_at_all(&q);
    const scree_vec3 p = into_domain(sim, point), low = sim->settings.domain_low, period = sim->period;
    for (int k = 0; k < 27; ++k) {
        const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1;
        if ((x != 0 && !(period.x > 0.0)) || (y != 0 && !(period.y > 0.0)) || (z != 0 && !(period.z > 0.0))) continue;
        const scree_vec3 shift = v3(x * period.x, y * period.y, z * period.z);
        if (may_reach(p.x, q.reach, low.x, period.x, shift.x) && may_reach(p.y, q.reach, low.y, period.y, shift.y) &&
            may_reach(p.z, q.reach, low.z, period.z, shift.z) && any_around(&q, v3_add(p, shift)))
            return true;
    }
    return false;
}
