// Table 1 of peng-hanley-2019: a unit sphere anywhere in a cube of 6 m, around a cube of 2 m.
#include <math.h>
#include <stdlib.h>

#include "command.h"
#include "crew.h"
#include "peng_hanley.h"
#include "scenes/place.h"

enum { POINTS = 1000000, BLOCK = 4096 };

enum { APART, CONTACT, INSIDE, OUTCOMES };

static const double half_cube = 1.0, radius = 1.0, pi = 3.14159265358979323846;

// More standard deviations than this are no chance: one in 16,000 by itself.
static const double most_deviations = 4.0;

typedef struct table1_hand {
    uint64_t cases[PH_CASES], other; // other: an answer without a case
    uint64_t wrong, wrong_auto;
    bool missing;
} table1_hand;

typedef struct table1_job {
    uint64_t seed;
    const scree_shape *cube, *sphere;
    table1_hand *hands;
} table1_job;

static int outcome_of(int ph_case)
{
    return ph_case == PH_INSIDE ? INSIDE : ph_case % 2 == 0 ? CONTACT : APART;
}

// By the distance of the centre from the cube, which is known.
static int exact_outcome(scree_vec3 p)
{
    double x = fmax(fabs(p.x) - half_cube, 0.0), y = fmax(fabs(p.y) - half_cube, 0.0),
           z = fmax(fabs(p.z) - half_cube, 0.0), square = x * x + y * y + z * z;
    return square == 0.0 ? INSIDE : square < radius * radius ? CONTACT : APART;
}

static void throw_points(void *user, int number, size_t first, size_t end)
{
    const table1_job *job = user;
    table1_hand *h = &job->hands[number];
    const scree_query_options ph_sq = scree_ph_question("ph-sq"), exact = scree_ph_question("auto");
    scree_body cube = scree_body_at(job->cube, s3(0, 0, 0)), sphere = scree_body_at(job->sphere, s3(0, 0, 0));
    for (size_t i = first; i < end && !h->missing; ++i) {
        scree_contact k;
        scree_counts n;
        sphere.position = scree_ph_centre(job->seed, PH_TABLE1_STREAM, i);
        int truth = exact_outcome(sphere.position);
        h->missing = !scree_study_query_counted(&cube, &sphere, &ph_sq, &k, &n);
        if (h->missing) break;
        int ph_case = n.ph_case;
        if (ph_case > 0 && ph_case < PH_CASES) {
            h->cases[ph_case]++;
            h->wrong += outcome_of(ph_case) != truth;
        } else {
            h->other++;
        }
        if (scree_study_query(&cube, &sphere, &exact, &k)) h->wrong_auto += (k.distance > 0.0) != (truth == APART);
    }
}

// --------------------------------------------------------------------------------------------------------- volumes

// Where the centre is in which case. The initial face is that of the largest coordinate m, of either sign; its point is
// 1 beneath the centre. Case 1: m > 2. Case 2: m <= 2, the other two at most 1. Otherwise the second largest is above
// its face: neither Case 3, since it is below 2 as m is, nor Case 4, since m stays above 1: the edge decides. Cases 2
// and 6 together are the cube of rounded corners less the cube.
static void case_volumes(double volumes[PH_CASES])
{
    const double faces = 6.0 * 4.0, edges = 12.0 * 2.0 * pi / 4.0, vertices = 4.0 * pi / 3.0;
    for (int i = 0; i < PH_CASES; ++i) volumes[i] = 0.0;
    volumes[1] = 216.0 - 64.0;
    volumes[2] = faces;
    volumes[6] = edges + vertices;
    volumes[5] = 64.0 - 8.0 - faces - volumes[6];
    volumes[PH_INSIDE] = 8.0;
}

static double deviations(double count, double volume, double points)
{
    double share = volume / 216.0, expected = points * share, spread = sqrt(expected * (1.0 - share));
    return spread > 0.0 ? (count - expected) / spread : count > 0.0 ? INFINITY : 0.0;
}

static void outcomes_table(figures *f, const double counts[OUTCOMES], const double volumes[OUTCOMES], double points)
{
    static const double printed[OUTCOMES] = { 745619, 217499, 36882 },
                        printed_volumes[OUTCOMES] = { 160.962, 47.038, 8 };
    double off[OUTCOMES], printed_off[OUTCOMES], both[OUTCOMES];
    bool chance = true, together = true, same = true;
    for (int i = 0; i < OUTCOMES; ++i) {
        const double share = volumes[i] / 216.0, scaled = counts[i] * POINTS / points;
        off[i] = deviations(counts[i], volumes[i], points);
        printed_off[i] = deviations(printed[i], volumes[i], POINTS);
        both[i] = (scaled - printed[i]) / sqrt(POINTS * share * (1.0 - share) * (1.0 + POINTS / points));
        chance &= fabs(off[i]) <= most_deviations;
        together &= fabs(both[i]) <= most_deviations;
        same &= fabs(volumes[i] - printed_volumes[i]) <= 0.0005;
    }
    scree_figures_table(f, "Table 1",
                        "\tcases 1/3/5: no contact\tcases 2/4/6: contact\tcase 8: inside\ttotal\tverdict");
    scree_figures_row(f, "count: paper\t745619\t217499\t36882\t1000000\t-");
    scree_figures_row(f, "count: measured\t%.0f\t%.0f\t%.0f\t%.0f\t-", counts[0], counts[1], counts[2], points);
    scree_figures_row(f, "%%: paper\t74.56\t21.75\t3.69\t100.00\t-");
    scree_figures_row(f, "%%: measured\t%.2f\t%.2f\t%.2f\t100.00\t-", 100 * counts[0] / points,
                      100 * counts[1] / points, 100 * counts[2] / points);
    scree_figures_row(f, "volume, m3: paper\t160.962\t47.038\t8\t216\t-");
    scree_figures_row(f, "volume, m3: exact\t%.6f\t%.6f\t%.0f\t216\t%s", volumes[0], volumes[1], volumes[2],
                      scree_figures_verdict(f, same));
    scree_figures_row(f, "%%: exact\t%.4f\t%.4f\t%.4f\t100.00\t-", volumes[0] / 2.16, volumes[1] / 2.16,
                      volumes[2] / 2.16);
    scree_figures_row(f, "paper - exact, in sd\t%+.2f\t%+.2f\t%+.2f\t-\t-", printed_off[0], printed_off[1],
                      printed_off[2]);
    scree_figures_row(f, "measured - exact, in sd\t%+.2f\t%+.2f\t%+.2f\t-\t%s", off[0], off[1], off[2],
                      scree_figures_verdict(f, chance));
    scree_figures_row(f, "measured - paper, in sd\t%+.2f\t%+.2f\t%+.2f\t-\t%s", both[0], both[1], both[2],
                      scree_figures_verdict(f, together));
}

static void cases_table(figures *f, const table1_hand *sums, const double volumes[PH_CASES], double points)
{
    static const char *const words[PH_CASES] = { "",
                                                 "above the initial face",
                                                 "face contact",
                                                 "above the next face",
                                                 "face contact after a search",
                                                 "edge not in contact",
                                                 "edge or vertex contact",
                                                 "",
                                                 "centre inside" };
    scree_figures_table(f, "By single case", "case\tends with\tvolume, m3\texpected\tmeasured\tin sd\tverdict");
    for (int i = 1; i < PH_CASES; ++i) {
        double off = deviations((double)sums->cases[i], volumes[i], points);
        if (i == 7) continue;
        scree_figures_row(f, "%d\t%s\t%.4f\t%.0f\t%llu\t%+.2f\t%s", i, words[i], volumes[i],
                          points * volumes[i] / 216.0, (unsigned long long)sums->cases[i], off,
                          scree_figures_verdict(f, fabs(off) <= most_deviations));
    }
    scree_figures_table(f, "Point by point, against the distance of the centre from the cube",
                        "method\tpoints\twrong\twithout a case\tverdict");
    scree_figures_row(f, "ph-sq\t%.0f\t%llu\t%llu\t%s", points, (unsigned long long)sums->wrong,
                      (unsigned long long)sums->other, scree_figures_verdict(f, sums->wrong == 0 && sums->other == 0));
    scree_figures_row(f, "auto\t%.0f\t%llu\t-\t%s", points, (unsigned long long)sums->wrong_auto,
                      scree_figures_target(f, sums->wrong_auto == 0));
}

static void report(figures *f, const table1_hand *sums, size_t points)
{
    double volumes[PH_CASES], counts[OUTCOMES] = { 0 }, together[OUTCOMES] = { 0 };
    case_volumes(volumes);
    for (int i = 1; i < PH_CASES; ++i) {
        counts[outcome_of(i)] += (double)sums->cases[i];
        together[outcome_of(i)] += volumes[i];
    }
    outcomes_table(f, counts, together, (double)points);
    cases_table(f, sums, volumes, (double)points);
}

static bool measure(const study_options *options, size_t points, table1_job *job, table1_hand *sums)
{
    job->hands = calloc((size_t)options->threads, sizeof *job->hands);
    if (job->hands == NULL) {
        scree_cli_trouble(&scree_cli_reproduce, "out of memory");
        return false;
    }
    bool whole = scree_crew_run(options->threads, points, BLOCK, throw_points, job, "peng-hanley-2019, Table 1");
    for (int t = 0; t < options->threads; ++t) {
        const table1_hand *h = &job->hands[t];
        for (int i = 0; i < PH_CASES; ++i) sums->cases[i] += h->cases[i];
        sums->other += h->other;
        sums->wrong += h->wrong;
        sums->wrong_auto += h->wrong_auto;
        sums->missing |= h->missing;
    }
    free(job->hands);
    return whole;
}

bool scree_ph_table1(const study_options *options, figures *f)
{
    const size_t points = options->pairs > 0 ? options->pairs : POINTS;
    scree_error error = { .message = "out of memory" };
    table1_hand sums = { .missing = false };
    scree_shape *cube = scree_box_create(s3(half_cube, half_cube, half_cube), 0.0, &error);
    scree_shape *sphere = scree_sphere_create(radius, 0.0, &error);
    bool whole = cube != NULL && sphere != NULL;
    if (!whole) scree_ph_trouble(&error);
    if (whole) {
        scree_figures_section(
            f, "Table 1: a sphere around a cube",
            "%zu centres of a sphere of radius 1 m, even over a cube of 6 m, around a cube of 2 m. The shares of the "
            "outcomes are those of the volumes where the centre then is: the cube (8), the cube with rounded corners "
            "less that (6 x 4 + 6 pi + 4 pi / 3 = 47.0384), the rest. So are those of the single cases. A count agrees "
            "within %.0f standard deviations of its binomial distribution.",
            points, most_deviations);
        if (scree_ph_serves(f, "ph-sq", cube, sphere)) {
            table1_job job = { .seed = options->seed, .cube = cube, .sphere = sphere };
            whole = measure(options, points, &job, &sums);
            if (whole && !sums.missing) report(f, &sums, points);
        }
    }
    scree_shape_destroy(cube);
    scree_shape_destroy(sphere);
    return whole;
}
