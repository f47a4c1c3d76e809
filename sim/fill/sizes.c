#include "fill/sizes.h"

// A normal draw that leaves its bounds is repeated so often; then the middle of the bounds is taken.
enum { MOST_DRAWS = 10000, SAMPLES = 4000 };

/// A density proportional to x^-power on [low, high], by its inverse.
static double draw_power(double low, double high, double power, scree_fill_random *random)
{
    const double u = fill_unit(random), e = 1.0 - power;
    if (low >= high) return low;
    if (power == 0.0) return low + (high - low) * u;
    const double a = pow(low / high, e); // with high = 1, so that nothing overflows
    return fmin(fmax(high * pow(a + (1.0 - a) * u, 1.0 / e), low), high);
}

static double draw_normal(const scree_scene_size *s, int power, scree_fill_random *random)
{
    for (int i = 0; i < MOST_DRAWS; ++i) {
        const double d = s->mean + s->deviation * fill_normal(random);
        if (d < s->low || d > s->high) continue;
        // By mass: small grains are the more numerous. Kept in proportion to d^-power.
        if (power > 0 && fill_unit(random) > pow(s->low / d, power)) continue;
        return d;
    }
    return 0.5 * (s->low + s->high);
}

/// The number distribution of a lognormal mass distribution is lognormal, with a median smaller by exp(power sigma^2).
static double draw_lognormal(const scree_scene_size *s, int power, scree_fill_random *random)
{
    const double median = s->mean * exp(-(double)power * s->deviation * s->deviation);
    for (int i = 0; i < MOST_DRAWS; ++i) {
        const double d = median * exp(s->deviation * fill_normal(random));
        if (d >= s->low && d <= s->high) return d;
    }
    return sqrt(s->low * s->high);
}

static double weight_of_step(const scree_scene_size *s, size_t i, int power)
{
    if (s->kind == SCREE_SIZE_DISCRETE) return s->steps[i].y * pow(s->low / s->steps[i].x, power);
    // A class of a sieve curve: its share, times the mean of d^-power over it.
    if (i == 0) return 0.0;
    const double a = s->steps[i - 1].x / s->low, b = s->steps[i].x / s->low, share = s->steps[i].y - s->steps[i - 1].y;
    if (power == 0) return share;
    const double e = 1.0 - (double)power;
    return share * (pow(b, e) - pow(a, e)) / (e * (b - a));
}

/// Discrete sizes, or a class of a sieve curve and a size within it.
static double draw_step(const scree_scene_size *s, int power, scree_fill_random *random)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->step_count; ++i) sum += weight_of_step(s, i, power);
    double rest = sum * fill_unit(random);
    size_t chosen = 0;
    for (size_t i = 0; i < s->step_count; ++i) {
        const double weight = weight_of_step(s, i, power);
        if (weight <= 0.0) continue;
        chosen = i;
        if (rest < weight) break;
        rest -= weight;
    }
    if (s->kind == SCREE_SIZE_DISCRETE) return s->steps[chosen].x;
    return chosen == 0 ? s->low : draw_power(s->steps[chosen - 1].x, s->steps[chosen].x, power, random);
}

double scree_fill_size(const scree_scene_size *size, int dimension, scree_fill_random *random)
{
    const int power = size->by_mass ? dimension : 0;
    switch (size->kind) {
    case SCREE_SIZE_GIVEN:
        return 0.0;
    case SCREE_SIZE_FIXED:
        return size->low;
    case SCREE_SIZE_UNIFORM:
        return draw_power(size->low, size->high, power, random);
    case SCREE_SIZE_NORMAL:
        return draw_normal(size, power, random);
    case SCREE_SIZE_LOGNORMAL:
        return draw_lognormal(size, power, random);
    default:
        return draw_step(size, power, random);
    }
}

double scree_fill_mean_power(const scree_scene_size *size, int dimension)
{
    scree_fill_random random = fill_stream(1, 0, 0);
    double sum = 0.0;
    if (size->kind <= SCREE_SIZE_FIXED) return pow(size->low, dimension);
    for (int i = 0; i < SAMPLES; ++i) sum += pow(scree_fill_size(size, dimension, &random), dimension);
    return sum / SAMPLES;
}
