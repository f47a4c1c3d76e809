// Grain sizes against the distributions that they are drawn from, by number and by mass: the largest distance of the
// empirical distribution from the closed form (Kolmogorov and Smirnov), which for n draws is below 2 / sqrt(n) in all but
// one of 1,500 cases. A distribution by mass is that of the draws weighted by d^3 (in 2-D d^2).
#include "fill/sizes.h"

#include <stdlib.h>

#include "check.h"

enum { MOST = 20000 };

/// The share of the distribution below d.
typedef double (*cumulative)(const scree_scene_size *size, double d);

static double uniform_below(const scree_scene_size *s, double d)
{
    return (d - s->low) / (s->high - s->low);
}

static double gauss(double z)
{
    return 0.5 * erfc(-z / sqrt(2.0));
}

static double normal_below(const scree_scene_size *s, double d)
{
    const double low = gauss((s->low - s->mean) / s->deviation), high = gauss((s->high - s->mean) / s->deviation);
    return (gauss((d - s->mean) / s->deviation) - low) / (high - low);
}

static double lognormal_below(const scree_scene_size *s, double d)
{
    const double low = gauss(log(s->low / s->mean) / s->deviation), high = gauss(log(s->high / s->mean) / s->deviation);
    return (gauss(log(d / s->mean) / s->deviation) - low) / (high - low);
}

// Straight between the openings.
static double sieve_below(const scree_scene_size *s, double d)
{
    for (size_t i = 1; i < s->step_count; ++i) {
        const scree_vec3 a = s->steps[i - 1], b = s->steps[i];
        if (d <= b.x) return a.y + (b.y - a.y) * (d - a.x) / (b.x - a.x);
    }
    return 1.0;
}

static int by_size(const void *p, const void *q)
{
    const double a = *(const double *)p, b = *(const double *)q;
    return a < b ? -1 : a > b;
}

static double draws[MOST];

// Draws, sorted.
static int draw_all(const scree_scene_size *size, int dimension, uint64_t seed)
{
    const int count = (int)fmax(1000.0, fmin(MOST, (double)check_scaled(MOST)));
    for (int i = 0; i < count; ++i) {
        scree_fill_random random = fill_stream(seed, 1, (uint64_t)i);
        draws[i] = scree_fill_size(size, dimension, &random);
    }
    qsort(draws, (size_t)count, sizeof *draws, by_size);
    return count;
}

static void check_distribution(const char *name, scree_scene_size size, int dimension, cumulative below)
{
    for (int by_mass = 0; by_mass < 2; ++by_mass) {
        size.by_mass = by_mass == 1;
        const int count = draw_all(&size, dimension, 7);
        CHECK(draws[0] >= size.low && draws[count - 1] <= size.high);
        double sum = 0.0, squares = 0.0, worst = 0.0, so_far = 0.0;
        for (int i = 0; i < count; ++i) {
            const double weight = by_mass ? pow(draws[i] / size.high, dimension) : 1.0;
            sum += weight;
            squares += weight * weight;
        }
        for (int i = 0; i < count; ++i) {
            const double share = below(&size, draws[i]);
            worst = fmax(worst, fabs(so_far / sum - share));
            so_far += by_mass ? pow(draws[i] / size.high, dimension) : 1.0;
            worst = fmax(worst, fabs(so_far / sum - share));
        }
        const double effective = sum * sum / squares; // of so many equal weights
        CHECK_MSG(worst < 2.0 / sqrt(effective), "%s, %d-D, by %s: %g, allowed %g", name, dimension,
                  by_mass ? "mass" : "number", worst, 2.0 / sqrt(effective));
    }
}

// Each size as often as its weight says, to three deviations.
static void check_discrete(int dimension)
{
    static const scree_vec3 steps[] = { { 1.0, 0.2, 0.0 }, { 1.5, 0.5, 0.0 }, { 3.0, 0.3, 0.0 } };
    scree_scene_size size = { .kind = SCREE_SIZE_DISCRETE, .low = 1.0, .high = 3.0, .steps = steps, .step_count = 3 };
    for (int by_mass = 0; by_mass < 2; ++by_mass) {
        size.by_mass = by_mass == 1;
        const int count = draw_all(&size, dimension, 11);
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) sum += steps[k].y * (by_mass ? pow(steps[k].x, -dimension) : 1.0);
        for (int k = 0; k < 3; ++k) {
            int found = 0;
            for (int i = 0; i < count; ++i) found += draws[i] == steps[k].x;
            const double share = steps[k].y * (by_mass ? pow(steps[k].x, -dimension) : 1.0) / sum;
            CHECK_NEAR((double)found / count, share, 3.0 * sqrt(share * (1.0 - share) / count));
        }
    }
}

// The mean of d^3 over the number distribution of uniform sizes: (b^4 - a^4) / (4 (b - a)); by mass, 2 a^2 b^2 / (a + b).
static void check_means(void)
{
    const double a = 1.0, b = 2.0;
    scree_scene_size size = { .kind = SCREE_SIZE_UNIFORM, .low = a, .high = b };
    CHECK_NEAR(scree_fill_mean_power(&size, 3), (b * b * b * b - a * a * a * a) / (4.0 * (b - a)), 0.1);
    size.by_mass = true;
    CHECK_NEAR(scree_fill_mean_power(&size, 3), 2.0 * a * a * b * b / (a + b), 0.1);
    const scree_scene_size fixed = { .kind = SCREE_SIZE_FIXED, .low = 3.0, .high = 3.0 };
    CHECK_NEAR(scree_fill_mean_power(&fixed, 2), 9.0, 1e-15);
}

int main(void)
{
    static const scree_vec3 curve[] = { { 1.0, 0.0, 0.0 }, { 2.0, 0.3, 0.0 }, { 2.5, 0.3, 0.0 }, { 4.0, 1.0, 0.0 } };
    for (int dimension = 2; dimension <= 3; ++dimension) {
        const scree_scene_size uniform = { .kind = SCREE_SIZE_UNIFORM, .low = 0.01, .high = 0.03 };
        check_distribution("uniform", uniform, dimension, uniform_below);
        scree_scene_size normal = { .kind = SCREE_SIZE_NORMAL, .mean = 2.0, .deviation = 0.5, .low = 0.5, .high = 3.5 };
        check_distribution("normal", normal, dimension, normal_below);
        normal.low = 0.02; // by mass, grains of this size are a million times as numerous
        normal.high = 100.0;
        normal.deviation = 0.2;
        check_distribution("normal, wide bounds", normal, dimension, normal_below);
        normal.low = 2.7; // beyond three deviations
        check_distribution("normal, the tail", normal, dimension, normal_below);
        scree_scene_size lognormal = {
            .kind = SCREE_SIZE_LOGNORMAL, .mean = 2.0, .deviation = 0.3, .low = 0.8, .high = 5.0
        };
        check_distribution("lognormal", lognormal, dimension, lognormal_below);
        lognormal.deviation = 3.0; // by mass, the median of the numbers is far below the smallest size
        lognormal.low = 1.0;
        lognormal.high = 4.0;
        check_distribution("lognormal, broad", lognormal, dimension, lognormal_below);
        const scree_scene_size sieve = {
            .kind = SCREE_SIZE_SIEVE, .low = 1.0, .high = 4.0, .steps = curve, .step_count = 4
        };
        check_distribution("sieve", sieve, dimension, sieve_below);
        check_discrete(dimension);
    }
    check_means();
    return check_done();
}
