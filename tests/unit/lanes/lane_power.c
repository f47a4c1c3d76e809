// Powers over lanes against long double, and the limits of their range.
#define SCREE_LANES 2

#include "lanes/lane_power.h"

#include "check.h"
#include "scenes/random.h"

// The error as a part of what lane_power.h allows.
static double part_of_bound(double x, double k, double power)
{
    const long double exact = powl((long double)x, (long double)k);
    const double roundings = fabs((double)((power - exact) / exact)) * 0x1p53;
    const double log = log2(x), e = rint(log);
    return roundings / (3.0 + k * (fabs(e) + 5.0 * fabs(log - e)));
}

static double worst;

static void check_one(double x, double k)
{
    const scree_two power = lane_two_power((scree_two){ x, x }, (scree_two){ k, k });
    CHECK(power[0] == power[1]);
    const double part = part_of_bound(x, k, power[0]);
    if (part > worst) worst = part;
    CHECK(part <= 1.0);
}

int main(void)
{
    scree_random random = random_stream(1, 1, 1);
    // Ratios, coordinates about 1, and exponents of superquadrics.
    for (long i = 0; i < check_scaled(1000000); ++i)
        check_one(exp2(4.0 * random_unit(&random) - 2.5), 16.0 * (1.0 - random_unit(&random)));
    for (long i = 0; i < check_scaled(300000); ++i)
        check_one(exp2(-200.0 * random_unit(&random)), 5.0 * (1.0 - random_unit(&random)));
    for (long i = 0; i < check_scaled(300000); ++i)
        check_one(1.0 + exp2(-53.0 * random_unit(&random)), exp2(4.0 - 50.0 * random_unit(&random)));
    for (long i = 0; i < check_scaled(300000); ++i)
        check_one(1.0 - exp2(-53.0 * random_unit(&random)), exp2(4.0 - 50.0 * random_unit(&random)));
    // Where m and f change from one end of their range to the other.
    const double root_half = 0x1.6a09e667f3bcdp-1;
    for (int e = -30; e < 30; ++e)
        for (int k = -3; k <= 3; ++k) {
            check_one(ldexp(root_half * (1.0 + k * 0x1p-52), e), 5.3);
            check_one(exp2(0.1 * (e + 0.5)) * (1.0 + k * 0x1p-52), 10.0);
            check_one(ldexp(1.0, e), 0.5 + 0.5 * k * k);
        }
    // Nothing that underflows, overflows or is no number.
    const double tiny[] = { 0.0, 0x1p-1074, 0x1p-1022, 1e-300, 1e-200 };
    for (int i = 0; i < 5; ++i) {
        const scree_two power = lane_two_power((scree_two){ tiny[i], 1.0 }, (scree_two){ 10.0, 10.0 });
        CHECK(power[0] >= 0x1p-1001 && power[0] <= 0x1p-999 && power[1] == 1.0);
    }
    printf("at most %.2f of the bound\n", worst);
    return check_done();
}
