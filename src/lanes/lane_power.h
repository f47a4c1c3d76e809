// Powers with any exponent over lanes.
//
// Idea        x = 2^e m with m between the roots of 1/2 and of 2; log m = 2 artanh z with z = (m - 1) / (m + 1), a series
//             in z^2 <= 0.0295; then 2^t = 2^i e^(f log 2) with |f| <= 1/2, a series too. Both end where the next term
//             is below a rounding. No table, no branch: every lane takes the same operations.
// Errors      At most 3 + k (|e| + 5 |log2 m|) roundings of the result. In roundings of itself, to first order: z is off
//             by 2, log2 m by 5.2, k log2 m by 6.2, k e by 1; times log 2 these are errors of the result. The sum of the
//             two, its product with log 2 and the second series add less than 3. So the power n - 2 of a coordinate of a
//             surface point, which counts by the coordinate's power n, is as good as a product of n factors.
//             tests/unit/lanes/lane_power.c compares with long double.
// Limits      0 <= x < 2^1023. Results below 2^-1000, and that of 0, are 2^-1000.
#ifndef SCREE_LANES_LANE_POWER_H
#define SCREE_LANES_LANE_POWER_H

#include "lanes/lane.h"

// log2(m), 1/2 <= m^2 <= 2.
static inline lane lane_log2_near_1(lane m)
{
    const double two_over_log_2 = 2.8853900817779268;
    const lane z = (m - 1.0) / (m + 1.0), w = z * z, w2 = w * w, w4 = w2 * w2;
    const lane low = (1.0 / 3 + w * (1.0 / 5)) + w2 * (1.0 / 7 + w * (1.0 / 9));
    const lane middle = (1.0 / 11 + w * (1.0 / 13)) + w2 * (1.0 / 15 + w * (1.0 / 17));
    const lane high = 1.0 / 19 + w * (1.0 / 21);
    return two_over_log_2 * (z + z * (w * (low + w4 * (middle + w4 * high))));
}

// 2^f, |f| <= 1/2.
static inline lane lane_exp2_near_0(lane f)
{
    const double log_2 = 0.69314718055994531;
    const lane g = log_2 * f, g2 = g * g, g4 = g2 * g2;
    const lane a = (1.0 / 2 + g * (1.0 / 6)) + g2 * (1.0 / 24 + g * (1.0 / 120));
    const lane b = (1.0 / 720 + g * (1.0 / 5040)) + g2 * (1.0 / 40320 + g * (1.0 / 362880));
    const lane c = (1.0 / 3628800 + g * (1.0 / 39916800)) + g2 * (1.0 / 479001600 + g * (1.0 / 6227020800));
    return 1.0 + (g + g2 * (a + g4 * (b + g4 * c)));
}

/// x^k, 0 < k <= 16. A function of its own: it is long, and kernels call it a dozen times.
static __attribute__((noinline, unused)) lane lane_power(lane x, lane k)
{
    const double most_whole = 0x1p52, round_to_whole = 0x1.8p52;
    const lane_words one = lane_to_words(lane_of(1.0)), root_half = lane_to_words(lane_of(0x1.6a09e667f3bcdp-1));
    // Adding the difference of 1 and the root of 1/2 carries into the exponent's bits from the root of 2 on.
    const lane_words shifted = lane_to_words(lane_max(x, lane_of(0x1p-1022))) + (one - root_half);
    const lane m = lane_from_words((shifted & (lane_words)lane_whole(0xfffffffffffff)) + root_half);
    const lane e = lane_from_words((shifted >> 52) | lane_to_words(lane_of(most_whole))) - (most_whole + 1023.0);
    const lane whole = k * e, part = k * lane_log2_near_1(m);
    // Beyond this the error bound has no meaning any more, but the result is tiny.
    const lane low = lane_max(whole + part, lane_of(-1000.0)) + round_to_whole, i = low - round_to_whole;
    const lane f = lane_max(lane_min((whole - i) + part, lane_of(0.5)), lane_of(-0.5));
    return lane_from_words(lane_to_words(lane_exp2_near_0(f)) + (lane_to_words(low) << 52));
}

/// The same for two.
static inline scree_two lane_two_power(scree_two x, scree_two k)
{
#if SCREE_LANES > 1
    return lane_first_two(lane_power(lane_of_two(x), lane_of_two(k)));
#else
    return (scree_two){ lane_power((lane){ x[0] }, (lane){ k[0] })[0], lane_power((lane){ x[1] }, (lane){ k[1] })[0] };
#endif
}

/// The same for two twos, in one call where four lanes hold them.
static inline void lane_two_powers(scree_two x, scree_two y, scree_two k, scree_two *x_power, scree_two *y_power)
{
#if SCREE_LANES == 4
    const lane power = lane_power((lane){ x[0], x[1], y[0], y[1] }, (lane){ k[0], k[1], k[0], k[1] });
    *x_power = (scree_two){ power[0], power[1] };
    *y_power = (scree_two){ power[2], power[3] };
#else
    *x_power = lane_two_power(x, k);
    *y_power = lane_two_power(y, k);
#endif
}

#endif
