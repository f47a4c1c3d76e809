#include "fill/sizes.h"

// A draw that leaves its bounds is repeated so often; then the middle of the bounds is taken.
enum { MOST_DRAWS = 10000, SAMPLES = 4000, CELLS = 32 };

// Beyond so many deviations, draws are made in the tail instead of waited for.
static const double far_tail = 2.0;

/// A density proportional to x^-power on [low, high], by its inverse.
static double draw_power(double low, double high, double power, scree_fill_random *random)
{
    const double u = fill_unit(random), e = 1.0 - power;
    if (low >= high) return low;
    if (power == 0.0) return low + (high - low) * u;
    const double a = pow(low / high, e); // with high = 1, so that nothing overflows
    return fmin(fmax(high * pow(a + (1.0 - a) * u, 1.0 / e), low), high);
}

/// A standard normal number above `least`, which is above 0: an exponential one, kept in proportion (Robert 1995).
static double draw_tail(double least, scree_fill_random *random)
{
    const double rate = 0.5 * (least + sqrt(least * least + 4.0));
    for (;;) {
        const double z = least - log(1.0 - fill_unit(random)) / rate, off = z - rate;
        if (fill_unit(random) <= exp(-0.5 * off * off)) return z;
    }
}

/// A standard normal number between two bounds; their middle where none is found.
static double draw_between(double least, double most, scree_fill_random *random)
{
    for (int i = 0; i < MOST_DRAWS; ++i) {
        const double z = least > far_tail   ? draw_tail(least, random)
                         : most < -far_tail ? -draw_tail(-most, random)
                                            : fill_normal(random);
        if (z >= least && z <= most) return z;
    }
    return 0.5 * (least + most);
}

/// The largest value of a normal density between two sizes, times the density of its peak.
static double highest(const scree_scene_size *s, double low, double high)
{
    const double z = (fmin(fmax(s->mean, low), high) - s->mean) / s->deviation;
    return exp(-0.5 * z * z);
}

/// By mass: the number density is the normal one times d^-power. Cells of equal ratio, each with a bound on the density;
/// one of them by its weight, a size in it, kept in proportion to density over bound.
static double draw_normal_mass(const scree_scene_size *s, int power, scree_fill_random *random)
{
    double weights[CELLS], sum = 0.0;
    const double ratio = pow(s->high / s->low, 1.0 / CELLS);
    double at = s->low;
    for (int i = 0; i < CELLS; ++i, at *= ratio) {
        weights[i] = highest(s, at, at * ratio) * pow(s->low / at, power) * at * (ratio - 1.0);
        sum += weights[i];
    }
    for (int i = 0; i < MOST_DRAWS && sum > 0.0; ++i) {
        double rest = sum * fill_unit(random);
        int k = 0;
        for (at = s->low; k + 1 < CELLS && rest >= weights[k]; ++k, at *= ratio) rest -= weights[k];
        const double d = at * (1.0 + (ratio - 1.0) * fill_unit(random));
        const double share = highest(s, d, d) / highest(s, at, at * ratio) * pow(at / d, power);
        if (d <= s->high && fill_unit(random) <= share) return d;
    }
    return 0.5 * (s->low + s->high);
}

static double draw_normal(const scree_scene_size *s, int power, scree_fill_random *random)
{
    if (power > 0) return draw_normal_mass(s, power, random);
    const double least = (s->low - s->mean) / s->deviation, most = (s->high - s->mean) / s->deviation;
    return fmin(fmax(s->mean + s->deviation * draw_between(least, most, random), s->low), s->high);
}

/// The number distribution of a lognormal mass distribution is lognormal, with a median smaller by exp(power sigma^2).
static double draw_lognormal(const scree_scene_size *s, int power, scree_fill_random *random)
{
    const double middle = log(s->mean) - (double)power * s->deviation * s->deviation;
    const double least = (log(s->low) - middle) / s->deviation, most = (log(s->high) - middle) / s->deviation;
    const double d = exp(middle + s->deviation * draw_between(least, most, random));
    return fmin(fmax(d, s->low), s->high);
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
