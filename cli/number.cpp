// std::to_chars is the one shortest round-trip printer that comes with the compiler, and takes a sixth of the time of
// snprintf("%.17g"). C has no such function, so this file is C++.
#include "number.h"

#include <charconv>
#include <cmath>
#include <cstring>

char *scree_cli_number_put(char *out, double number)
{
    if (number == 0.0) {
        // "-0" would be read as an integer, which has no sign, by many readers
        const char *zero = std::signbit(number) ? "-0.0" : "0";
        std::size_t size = std::strlen(zero);
        std::memcpy(out, zero, size);
        return out + size;
    }
    // 2^53: beyond it plain digits would pretend to be an exact integer, and some readers refuse long ones
    if (std::fabs(number) >= 9007199254740992.0)
        return std::to_chars(out, out + NUMBER_SIZE, number, std::chars_format::scientific).ptr;
    return std::to_chars(out, out + NUMBER_SIZE, number).ptr;
}
