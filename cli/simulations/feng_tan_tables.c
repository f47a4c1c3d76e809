// feng-tan-2020, 5.2: simulations I and II. Grains fall into a box, ever more of them; at four stages GJK and EPA, cold, are asked
// about every pair whose bounding entities overlap, for each kind of entity, and their counts are averaged by pair of types. The paper
// starts GJK in an "arbitrary" direction, gjk-epa along the first body's x axis: every pair is also asked about with other starts.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "entities.h"
#include "feng_tan.h"
#include "headway.h"
#include "kept.h"
#include "keys.h"
#include "scene_trial.h"
#include "scenes/random.h"
#include "scree/method.h"
#include "scree/rotation.h"
#include "simulations.h"

enum { STAGES = FENG_TAN_STAGES, GROUPS = FENG_TAN_GROUPS, SOLIDS = 6, LOOKS = 5, BOTH = 2 };

// GJK's updates agree with the print if they are as near as this; with a sphere the print itself changes by 1.6. Means of
// fewer contacts are not judged.
static const double band = 1.0, sphere_band = 1.5, fewest = 10.0;

typedef struct sum {
    double sum, count;
} sum;

// GJK's first direction: the tables are by the first of these.
enum { START_AXIS, START_CENTRES, START_RANDOM, STARTS };

// Of one simulation.
typedef struct tally {
    sum from_apart[STARTS][ENTITIES], from_contact[STARTS]; // GJK's updates, over all groups and stages
    sum apart[ENTITIES][GROUPS][STAGES], contact[GROUPS][STAGES], epa[GROUPS][STAGES], overlap[STAGES];
    double grains[STAGES];
} tally; // of doubles alone

typedef struct injection {
    tally *tally;
    double duration, apart; // of the injection, s; between two looks
    int looks;              // taken so far: some at each stage
    bool failed, spheres;
    const trial *trial;
    scree_random random; // of first directions
    void *scratch;
    size_t scratch_size;
} injection;

static double mean(sum s)
{
    return s.count > 0.0 ? s.sum / s.count : (double)NAN;
}

static void add(sum *s, double value)
{
    s->sum += value;
    s->count += 1.0;
}

// Which group two types belong to; the scene's materials are the types, in their order.
static int group_of(int a, int b)
{
    for (int i = 0; i < GROUPS; ++i) {
        const feng_tan_group *g = &scree_feng_tan_groups[i];
        if (((int)g->a == a && (int)g->b == b) || ((int)g->a == b && (int)g->b == a)) return i;
    }
    return -1; // two spheres: not in the tables
}

// Room for a query of these two. False: no memory.
static bool make_scratch(injection *in, const scree_method *method, const scree_body *a, const scree_body *b)
{
    const size_t need = scree_method_scratch(method, a->shape, b->shape);
    if (need <= in->scratch_size) return true;
    void *larger = realloc(in->scratch, need);
    if (larger == NULL) return false;
    in->scratch = larger;
    in->scratch_size = need;
    return true;
}

static scree_vec3 first_direction(injection *in, const scree_body *a, const scree_body *b, int start)
{
    const scree_vec3 x = { 1.0, 0.0, 0.0 };
    if (start == START_RANDOM) return scree_quat_rotate(random_rotation(&in->random), x);
    return (scree_vec3){ b->position.x - a->position.x, b->position.y - a->position.y, b->position.z - a->position.z };
}

// A normal of a step before is where gjk-epa starts; without one, it starts along a's x axis.
static void query_from(injection *in, const scree_body *a, const scree_body *b, int start, scree_contact *c,
                       scree_counts *counts)
{
    scree_paper_cache cache = { .filled = start != START_AXIS };
    const scree_paper paper = { .counts = counts, .cache = start != START_AXIS ? &cache : NULL };
    scree_query_options o = scree_query_defaults();
    if (start != START_AXIS) cache.normal = first_direction(in, a, b, start);
    o.method = scree_method_find("gjk-epa");
    o.detail = SCREE_DETAIL_SEARCH;
    o.paper = &paper;
    if (!make_scratch(in, o.method, a, b)) in->failed = true;
    o.scratch = in->scratch;
    o.scratch_size = in->scratch_size;
    *counts = (scree_counts){ 0 };
    if (!in->failed) scree_query(a, b, &o, c);
}

static void query_pair(injection *in, const scree_sim_grains_view *g, const entities *e, const scree_pair *pair,
                       int stage)
{
    const int group = group_of(g->materials[pair->a], g->materials[pair->b]);
    bool overlap[ENTITIES];
    if (group < 0) return;
    const scree_body *a = &g->parts[g->first_parts[pair->a]], *b = &g->parts[g->first_parts[pair->b]];
    scree_counts counts[STARTS];
    scree_contact c, other;
    for (int k = 0; k < STARTS; ++k) query_from(in, a, b, k, k == START_AXIS ? &c : &other, &counts[k]);
    if (in->failed) return;
    tally *t = in->tally;
    if (c.distance <= 0.0) {
        const double smaller = 2.0 * fmin(scree_shape_bounds(a->shape).radius, scree_shape_bounds(b->shape).radius);
        for (int k = 0; k < STARTS; ++k) add(&t->from_contact[k], counts[k].gjk_updates);
        add(&t->contact[group][stage], counts[START_AXIS].gjk_updates);
        add(&t->epa[group][stage], counts[START_AXIS].epa_iterations);
        add(&t->overlap[stage], -c.distance / smaller);
        return;
    }
    scree_entities_overlap(e, g, pair, overlap);
    for (int i = 0; i < ENTITIES; ++i) {
        if (!overlap[i]) continue;
        add(&t->apart[i][group][stage], counts[START_AXIS].gjk_updates);
        for (int k = 0; k < STARTS; ++k) add(&t->from_apart[k][i], counts[k].gjk_updates);
    }
}

static void look(injection *in, const scree_sim *sim, int stage)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    entities e;
    in->tally->grains[stage] = (double)g.count;
    if (scree_entities_make(&e, &g))
        for (size_t i = 0; i < e.pair_count; ++i) query_pair(in, &g, &e, &e.pairs[i], stage);
    else
        in->failed = true;
    scree_entities_free(&e);
}

// The last look of each stage is at a quarter, half, three quarters and the end of the injection.
static bool watch(void *user, const scree_run *run)
{
    injection *in = user;
    const double time = scree_run_status_of(run).time;
    scree_headway("feng-tan-2020, injection, ms", (size_t)(1e3 * time), (size_t)(1e3 * in->duration));
    if (in->looks == STAGES * LOOKS) return false;
    const int stage = in->looks / LOOKS, before = LOOKS - 1 - in->looks % LOOKS;
    if (time < in->duration * (stage + 1) / STAGES - in->apart * (before + 1)) return !in->failed;
    look(in, scree_run_sim(run), stage);
    in->looks++;
    if (before == 0 && stage % 2 == 1) { // half of the grains, and all of them
        char name[64];
        snprintf(name, sizeof name, "feng-tan-2020-%s-stage-%d", in->spheres ? "II" : "I", stage + 1);
        scree_trial_still(in->trial, run, name, scree_still_any);
    }
    return !in->failed;
}

static bool inject(const study_options *options, const injection_size *size, bool spheres, uint64_t seed, tally *out)
{
    static const char *const types[BOTH][3] = { { "p5", "p16", "f16" }, { "p5", "p16", "s" } };
    trial t = { .self = options->self, .seed = seed, .pictures = seed == options->seed ? options->pictures : NULL };
    scene_changes changes = { 0 };
    scene_trial s;
    injection in = { .tally = out,
                     .duration = size->duration,
                     .apart = 0.01,
                     .spheres = spheres,
                     .trial = &t,
                     .random = random_stream(seed, 0, 0) };
    char key[KEY_SIZE];
    scree_trial_change(&changes, "walls.east.offset=%g", -size->box);
    scree_trial_change(&changes, "walls.north.offset=%g", -size->box);
    scree_trial_change(&changes, "stages.0.until.time=%g", size->duration + 1.0);
    for (int i = 0; i < 3; ++i) {
        const char *type = types[spheres ? 1 : 0][i];
        scree_trial_change(&changes, "insert.%d.shapes=%s", i, type);
        scree_trial_change(&changes, "insert.%d.material=%s", i, type);
        scree_trial_change(&changes, "insert.%d.count=%d", i, size->grains / 3);
        scree_trial_change(&changes, "insert.%d.rate=%g", i, size->grains / (3.0 * size->duration));
        scree_trial_change(&changes, "insert.%d.region={min: [0, 0, %g], max: [%g, %g, %g]}", i, size->height,
                           size->box, size->box, 1.5 * size->height);
    }
    scree_key_injection(key, spheres, size, seed, scree_scene_set_up(&scree_resource_feng_tan_box_yaml, &changes));
    if (scree_kept_find(options, key, (double *)out, sizeof *out / sizeof(double))) return true;
    const bool whole = scree_scene_trial_run(&s, &scree_resource_feng_tan_box_yaml, &changes, watch, &in, &t);
    scree_scene_trial_close(&s);
    free(in.scratch);
    if (t.why[0] != 0 || in.failed)
        scree_cli_trouble(&scree_cli_reproduce, "feng-tan-2020: %s", t.why[0] != 0 ? t.why : "no memory");
    return whole && !in.failed && scree_kept_add(options, key, (const double *)out, sizeof *out / sizeof(double));
}

static const feng_tan_figures *in_print(int group, bool second)
{
    const feng_tan_group *g = &scree_feng_tan_groups[group];
    const feng_tan_figures *of = second ? g->second : g->first;
    return of[0].apart > 0.0 ? of : NULL;
}

static const char *cell(char words[24], double value)
{
    if (isnan(value))
        snprintf(words, 24, "-");
    else
        snprintf(words, 24, "%.2f", value);
    return words;
}

static void print_table(figures *f, const char *caption, const tally *t, bool second)
{
    scree_figures_table(f, caption,
                        "group\tstage\tGJK(0): paper\tspheres\tboxes\toriented boxes\tGJK(1): paper\tmeasured\tEPA: "
                        "paper\tmeasured\tcontacts\tGJK(1)");
    for (int i = 0; i < GROUPS; ++i) {
        const feng_tan_figures *paper = in_print(i, second);
        for (int k = 0; k < STAGES && paper != NULL; ++k) {
            char words[8][24];
            const double contact = mean(t->contact[i][k]), off = fabs(contact - paper[k].contact);
            const bool sphere = isnan(paper[k].epa);
            scree_figures_row(
                f, "%s\t%d\t%.2f\t%s\t%s\t%s\t%.2f\t%s\t%s\t%s\t%.0f\t%s", scree_feng_tan_groups[i].name, k + 1,
                paper[k].apart, cell(words[0], mean(t->apart[ENTITY_SPHERE][i][k])),
                cell(words[1], mean(t->apart[ENTITY_AABB][i][k])), cell(words[2], mean(t->apart[ENTITY_OBB][i][k])),
                paper[k].contact, cell(words[3], contact), cell(words[4], paper[k].epa),
                sphere ? "-" : cell(words[5], mean(t->epa[i][k])), t->contact[i][k].count,
                t->contact[i][k].count < fewest ? "-" : scree_figures_verdict(f, off <= (sphere ? sphere_band : band)));
        }
    }
}

// Sums over groups and stages.
static sum over(const sum of[GROUPS][STAGES], int first, int end, int from, int to)
{
    sum all = { 0 };
    for (int i = first; i < end; ++i) {
        for (int k = from; k < to; ++k) {
            all.sum += of[i][k].sum;
            all.count += of[i][k].count;
        }
    }
    return all;
}

static double printed_apart(void)
{
    sum s = { 0 };
    for (int i = 0; i < GROUPS; ++i)
        for (int second = 0; second < BOTH; ++second)
            for (int k = 0; k < STAGES && in_print(i, second) != NULL; ++k) add(&s, in_print(i, second)[k].apart);
    return mean(s);
}

static sum both(sum a, sum b)
{
    return (sum){ a.sum + b.sum, a.count + b.count };
}

// The print's mean is 4 when rounded: so should ours be.
static bool is_about_four(double updates)
{
    return updates >= 3.5 && updates < 4.5;
}

static void print_entities(figures *f, const tally t[BOTH])
{
    static const char *const starts[STARTS] = { "the first body's x axis, as in the tables",
                                                "along the line of centres", "random" };
    scree_figures_table(f,
                        "GJK(0) by bounding entity and first direction: which of them the paper took, it does not say",
                        "entity\tfirst direction\tpaper, mean\tsimulation I\tsimulation II\tboth\tboth, with the pass "
                        "that ends it\tGJK(1), both\tpairs apart for one in contact\tverdict");
    for (int i = 0; i < ENTITIES; ++i)
        for (int k = 0; k < STARTS; ++k) {
            const sum one = t[0].from_apart[k][i], two = t[1].from_apart[k][i], all = both(one, two),
                      contact = both(t[0].from_contact[k], t[1].from_contact[k]);
            scree_figures_row(f, "%s\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\t%s", scree_entity_names[i],
                              starts[k], printed_apart(), mean(one), mean(two), mean(all), mean(all) + 1.0,
                              mean(contact), all.count / contact.count,
                              k == START_AXIS ? scree_figures_verdict(f, is_about_four(mean(all)))
                                              : scree_figures_beyond(f));
        }
    scree_figures_note(
        f, "GJK(0) agrees where the mean, rounded, is the print's 4. An update is a support point that is added to the "
           "simplex; the pass that finds the bodies apart adds none, and whether the paper counts it, it does not say. "
           "In contact the last pass adds one, so that GJK(1) is the same either way.");
}

// What the paper observes, in one simulation of each kind. Groups of Table I by their vertices: P5-P5; P5 with a solid of 16;
// two solids of 16.
enum { FEW, MIXED, MANY, EARLY, LATE, EPA_EARLY, EPA_LATE, WITH_SPHERE, OBSERVED, MOST_SEEDS = 32 };

static void observe(const tally *one, const tally *two, int seed, double of[OBSERVED][MOST_SEEDS])
{
    of[FEW][seed] = mean(over(one->epa, 0, 1, 0, STAGES));
    of[MIXED][seed] = mean(over(one->epa, 1, 3, 0, STAGES));
    of[MANY][seed] = mean(over(one->epa, 3, SOLIDS, 0, STAGES));
    of[EARLY][seed] = mean(over(one->contact, 0, SOLIDS, 0, 2));
    of[LATE][seed] = mean(over(one->contact, 0, SOLIDS, 2, STAGES));
    of[EPA_EARLY][seed] = mean(over(one->epa, 0, SOLIDS, 0, 2));
    of[EPA_LATE][seed] = mean(over(one->epa, 0, SOLIDS, 2, STAGES));
    of[WITH_SPHERE][seed] =
        mean(over(two->contact, SOLIDS, GROUPS, 0, STAGES)) / mean(over(two->contact, 0, SOLIDS, 0, STAGES));
}

static void print_trends(figures *f, const trial_mean m[OBSERVED])
{
    static const char *const names[OBSERVED] = { "EPA: P5-P5",
                                                 "EPA: P5 with 16 vertices",
                                                 "EPA: 16 with 16 vertices",
                                                 "GJK(1), stages 1 and 2",
                                                 "GJK(1), stages 3 and 4: tighter",
                                                 "EPA, stages 1 and 2",
                                                 "EPA, stages 3 and 4: tighter",
                                                 "GJK(1) with a sphere over that of polyhedra" };
    static const char *const paper[OBSERVED] = {
        "1.5", "1.9, more", "2.3, more", "-", "fewer", "-", "more", "over 1.5"
    };
    const bool agrees[OBSERVED] = {
        [MIXED] = m[FEW].mean < m[MIXED].mean,
        [MANY] =
            m[MIXED]
                .mean<
                    m[MANY].mean, [LATE] = m[LATE].mean<m[EARLY].mean, [EPA_LATE] = m[EPA_LATE].mean> m[EPA_EARLY].mean,
                    [WITH_SPHERE] = m[WITH_SPHERE].mean> 1.5
    };
    char words[ERROR_WORDS];
    scree_figures_table(f, "What the paper observes", "observation\tpaper\tmeasured\terror\tverdict");
    for (int i = 0; i < OBSERVED; ++i)
        scree_figures_row(f, "%s\t%s\t%.2f\t%s\t%s", names[i], paper[i], m[i].mean, scree_trial_error(words, &m[i], 2),
                          i == FEW || i == EARLY || i == EPA_EARLY ? "-" : scree_figures_verdict(f, agrees[i]));
}

static void print_stages(figures *f, const tally t[BOTH], int seeds)
{
    scree_figures_table(f, "The packing at the four stages",
                        "simulation\tstage\tgrains\tmean overlap, % of the smaller size");
    for (int i = 0; i < BOTH; ++i)
        for (int k = 0; k < STAGES; ++k)
            scree_figures_row(f, "%s\t%d\t%.0f\t%.3f", i == 0 ? "I" : "II", k + 1, t[i].grains[k] / seeds,
                              100.0 * mean(t[i].overlap[k]));
}

// Means over the stages by group, those of Table I and then those with spheres.
static void print_chart(figures *f, const tally t[BOTH])
{
    static const char *const names[4] = { "GJK(1), paper", "GJK(1)", "EPA, paper", "EPA" };
    const char *groups[GROUPS];
    double y[4][GROUPS];
    for (int i = 0; i < GROUPS; ++i) {
        const bool second = in_print(i, false) == NULL;
        const feng_tan_figures *paper = in_print(i, second);
        sum contact = { 0 }, epa = { 0 };
        for (int k = 0; k < STAGES; ++k) {
            add(&contact, paper[k].contact);
            add(&epa, paper[k].epa);
        }
        groups[i] = scree_feng_tan_groups[i].name;
        y[0][i] = mean(contact);
        y[1][i] = mean(over(t[second ? 1 : 0].contact, i, i + 1, 0, STAGES));
        y[2][i] = mean(epa);
        y[3][i] = second ? (double)NAN : mean(over(t[0].epa, i, i + 1, 0, STAGES));
    }
    chart c = { .kind = CHART_BARS,
                .title = "Updates of GJK in contact, and iterations of EPA",
                .x_label = "pairs of types",
                .y_label = "mean",
                .categories = groups,
                .category_count = GROUPS,
                .series_count = 4 };
    for (int i = 0; i < 4; ++i) {
        c.series[i].name = names[i];
        c.series[i].y = y[i];
        c.series[i].count = GROUPS;
    }
    scree_figures_chart(f, &c);
}

// The printed number of grains over the printed time, or fewer over less time into a smaller box.
static injection_size size_of(const study_options *options, bool second)
{
    const int printed = second ? 5502 : 5001, quick = second ? 330 : 300;
    if (options->quick && options->grains == 0) return (injection_size){ quick, 1.2, 0.3, 0.5 };
    const int most = options->grains > 0 && options->grains < printed ? options->grains : printed,
              count = most - most % 3;
    const double scale = cbrt((double)count / printed);
    return (injection_size){ count, 10.0 * scale, 0.7 * scale, (second ? 1.3 : 1.2) * scale };
}

static void add_up(tally *all, const tally *one)
{
    double *to = (double *)all;
    const double *from = (const double *)one;
    for (size_t i = 0; i < sizeof *one / sizeof(double); ++i) to[i] += from[i];
}

static void introduce(figures *f, const injection_size size[BOTH], int seeds)
{
    scree_figures_section(
        f, "5.2: Tables I and II in a packing",
        "Printed: pyramids (P5), octagonal prisms (P16) and frustums (F16), about 5,000 at the end, or with spheres "
        "(S) instead of frustums more than 5,500, strewn into a box over 10 s. Here: %d and %d over %.3g s into a box "
        "of %.3g m, a third of each type, sizes 2 to 6 cm (diameters of spheres of equal volume), 2500 kg/m3, 2 MPa, "
        "restitution 0.3, friction 0.3, depth law, " AUTO_STEP
        ". Counts are means over the pairs at %d instants, 10 ms apart, up to a quarter, half, three quarters and the "
        "end of that time; GJK begins anew each time, along the first body's x axis (the print: an arbitrary "
        "direction). A row agrees where GJK(1) is within %g of the print (with a sphere: %g); means of fewer than %g "
        "contacts are not judged. %d seed%s, pairs of all taken together; the errors of the observations are those "
        "over the seeds.",
        size[0].grains, size[1].grains, size[0].duration, size[0].box, LOOKS, band, sphere_band, fewest, seeds,
        seeds > 1 ? "s" : "");
}

bool scree_feng_tan_tables(const study_options *options, figures *f)
{
    const injection_size size[BOTH] = { size_of(options, false), size_of(options, true) };
    const int wanted = scree_trials_repeats(options, 3, 1), seeds = wanted < MOST_SEEDS ? wanted : MOST_SEEDS;
    double of[OBSERVED][MOST_SEEDS];
    trial_mean m[OBSERVED];
    tally *all = calloc(2 * BOTH, sizeof *all), *one = all + BOTH; // of all seeds, and of one
    bool whole = all != NULL;
    scree_headway_study((double)seeds * (size[0].grains + size[1].grains));
    for (int seed = 0; seed < seeds && whole; ++seed) {
        memset(one, 0, BOTH * sizeof *one);
        for (int i = 0; i < BOTH && whole; ++i) {
            scree_headway_simulation(size[i].grains);
            whole = inject(options, &size[i], i == 1, options->seed + (uint64_t)seed, &one[i]);
            add_up(&all[i], &one[i]);
        }
        if (whole) observe(&one[0], &one[1], seed, of);
    }
    for (int i = 0; i < OBSERVED && whole; ++i) m[i] = scree_mean_of(of[i], seeds);
    if (whole) {
        introduce(f, size, seeds);
        print_table(f, "Table I: polyhedra", &all[0], false);
        print_table(f, "Table II: polyhedra and spheres", &all[1], true);
        print_entities(f, all);
        print_trends(f, m);
        print_stages(f, all, seeds);
        print_chart(f, all);
    }
    free(all);
    return whole;
}
