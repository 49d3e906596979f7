/**
 * @file function_bits.c
 * @brief What every elementary function gives at a million arguments, as a digest: a line each.
 *
 * Part of the table of hashes (scripts/bits.sh). Runs meet few of the values that a function can
 * take; the last bit of a coefficient may move one in thousands. A program of its own, on public
 * headers, so that it is built for another machine by one call of its compiler.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <levelfield/math.h>

enum { ARGUMENTS = 1000000 };

/* The finaliser of SplitMix64: as good as random bits from a count. */
static uint64_t mixed(uint64_t k) {
    k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9;
    k = (k ^ (k >> 27)) * 0x94d049bb133111eb;
    return k ^ (k >> 31);
}

/* Of four, one is any number at all, infinities and NaN among them; one lies within +-40, where
 * functions move; one within 1 of 0, and one within 1 of 1, at all distances. */
static double argument(uint64_t k) {
    const uint64_t bits = mixed(2 * k + 1), more = mixed(2 * k + 2);
    const double u = (double)(int64_t)bits * 0x1p-63, small = ldexp(u, -(int)(more % 64));
    double any;
    memcpy(&any, &bits, sizeof any);
    return (double[]){any, 40 * u, small, 1 + small}[k % 4];
}

/* Powers from -8 to 8 of what is positive: of other ones most are 0, infinite or NaN. */
static double power(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return lf_pow(fabs(x), 8 * ((double)(int64_t)mixed(bits) * 0x1p-63));
}

int main(void) {
    static const struct {
        const char *name;
        double (*value)(double);
    } functions[] = {{"lf_exp", lf_exp},     {"lf_expm1", lf_expm1}, {"lf_log", lf_log},
                     {"lf_log1p", lf_log1p}, {"lf_tanh", lf_tanh},   {"lf_pow", power},
                     {"lf_sinpi", lf_sinpi}, {"lf_cospi", lf_cospi}};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        uint64_t digest = 0;
        for (uint64_t k = 0; k < ARGUMENTS; k++) {
            const double value = functions[f].value(argument(k));
            uint64_t bits = 0; /* of any NaN: which one it is, IEEE 754 leaves open */
            if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
            digest = mixed(digest ^ bits) + k;
        }
        printf("%s\t%016llx\n", functions[f].name, (unsigned long long)digest);
    }
    return 0;
}
