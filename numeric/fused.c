#include "numeric/fused.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 fused_whole;

/* whole 2^power, with its sign in the top bit of `sign` */
typedef struct {
    uint64_t sign, whole;
    int power;
} fused_number;

static const uint64_t fused_one = UINT64_C(1) << 52; /* the bit that a normal number implies */

static uint64_t fused_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Neither 0 nor infinite nor NaN, asked without a comparison of floating-point numbers. */
static bool fused_usual(double x) {
    return (fused_bits(x) << 1) - 1 < (UINT64_C(0x7ff) << 53) - 1;
}

/* x is a usual number; the whole number has 53 bits, of subnormal ones too. */
static fused_number fused_open(double x) {
    const uint64_t bits = fused_bits(x), rest = bits & (fused_one - 1);
    const int power = (int)(bits >> 52 & 0x7ff);
    if (power > 0) return (fused_number){bits, rest | fused_one, power - 1075};
    const int few = __builtin_clzll(rest) - 11;
    return (fused_number){bits, rest << few, -1074 - few};
}

/* x / 2^by, of whose lost bits the last one tells that there are some. */
static fused_whole fused_shift(fused_whole x, int by) {
    if (by > 127) return 1;
    return x >> by | ((x >> by << by) != x);
}

/* sum 2^power to nearest, to even where two are as near. */
static double fused_round(uint64_t sign, fused_whole sum, int power) {
    const uint64_t upper = (uint64_t)(sum >> 64);
    int by = 75 - (upper ? __builtin_clzll(upper) : 64 + __builtin_clzll((uint64_t)sum));
    if (by < -1074 - power) by = -1074 - power; /* the result is subnormal */
    uint64_t bits = (uint64_t)(by > 0 ? sum >> by : sum << -by);
    if (by > 0) {
        const fused_whole half = (fused_whole)1 << (by - 1), lost = sum - ((fused_whole)bits << by);
        bits += lost > half || (lost == half && bits % 2 == 1);
    }
    /* The implied bit, and a carry into the next power of 2, add 1 to the field. */
    bits += (uint64_t)(power + by + 1074) << 52;
    if (bits > UINT64_C(0x7ff) << 52) bits = UINT64_C(0x7ff) << 52;
    bits |= sign >> 63 << 63;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double lf_fused(double a, double b, double c) {
    if (!fused_usual(a) || !fused_usual(b)) return a * b + c;
    if (!fused_usual(c)) return c == 0 ? a * b : c;
    const fused_number x = fused_open(a), y = fused_open(b), z = fused_open(c);
    const uint64_t sign = x.sign ^ y.sign;
    /* Both begin in bit 124 or 125, so their sum has 127 bits. Bits are lost only of the smaller
     * where it is so much smaller that a difference keeps more than 53 bits above them. */
    fused_whole product = (fused_whole)x.whole * y.whole << 20, other = (fused_whole)z.whole << 73;
    int power = x.power + y.power - 20;
    const int apart = power - (z.power - 73);
    if (apart >= 0) {
        other = fused_shift(other, apart);
    } else {
        product = fused_shift(product, -apart);
        power -= apart;
    }
    if ((sign ^ z.sign) >> 63 == 0) return fused_round(sign, product + other, power);
    if (product == other) return 0;
    return product > other ? fused_round(sign, product - other, power)
                           : fused_round(z.sign, other - product, power);
}

/* The product is exact in doubles. Their sum is rounded to odd, not to nearest: where digits were
 * lost, its last one tells so, and rounding once more is as if it had been done once (Boldo &
 * Melquiond 2008, IEEE Transactions on Computers 57). */
float lf_fused_single(float a, float b, float c) {
    const double product = (double)a * (double)b, sum = product + (double)c;
    const double other = sum - product;
    const double lost = (product - (sum - other)) + ((double)c - other);
    uint64_t bits = fused_bits(sum);
    if (!fused_usual(sum) || lost == 0 || bits % 2 == 1) return (float)sum;
    bits += (lost > 0) == (sum > 0) ? 1 : (uint64_t)-1;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return (float)odd;
}
