/**
 * @file elementary.c
 * @brief Power series after the argument is brought near 0, without a branch or a table.
 *
 * Terms are added up in pairs, pairs of pairs and so on: from the last to the first, each would
 * wait for the one before, and a batch has too few rows to hide that.
 */
#include "numeric/elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <levelfield/wide.h>

/* exp(t) = 2^k exp(r), |r| <= ln 2 / 2, where 14 terms of the series leave 4e-18. A sum with 1.5
 * 2^52 is k in its last bits; ln 2 in two parts makes k ln 2 exact. */
LF_WIDE static void elementary_exp(size_t n, const double *restrict x, double *restrict e) {
    static const double whole = 0x1.8p52, least = -707;
    static const double log2_e = 0x1.71547652b82fep0;
    static const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
    for (size_t i = 0; i < n; i++) {
        const double t = -fabs(x[i]), near = t * log2_e + whole, k = near - whole;
        const double r = (t - k * ln2_high) - k * ln2_low;
        const double r2 = r * r, r4 = r2 * r2;
        const double a = (0.5 + 1.0 / 6 * r) + (1.0 / 24 + 1.0 / 120 * r) * r2;
        const double b = (1.0 / 720 + 1.0 / 5040 * r) + (1.0 / 40320 + 1.0 / 362880 * r) * r2;
        const double c =
            (1.0 / 3628800 + 1.0 / 39916800 * r) + (1.0 / 479001600 + 1.0 / 6227020800 * r) * r2;
        const double p = ((a + b * r4) + c * (r4 * r4)) * r2 + r + 1;
        uint64_t bits;
        double power;
        memcpy(&bits, &near, sizeof bits);
        bits = (bits + 1023) << 52; /* the exponent of 2^k */
        memcpy(&power, &bits, sizeof power);
        e[i] = t < least ? 0 : p * power;
    }
}

/* log(1 + e) = 2 atanh(s), s = e / (2 + e) <= 1/3, where 17 terms leave 2e-18 of the first. */
LF_WIDE static void elementary_log1p(size_t n, const double *restrict e, double *restrict v) {
    for (size_t i = 0; i < n; i++) {
        const double s = e[i] / (2 + e[i]), z = s * s;
        const double z2 = z * z, z4 = z2 * z2, z8 = z4 * z4;
        const double a = (1.0 / 3 + 1.0 / 5 * z) + (1.0 / 7 + 1.0 / 9 * z) * z2;
        const double b = (1.0 / 11 + 1.0 / 13 * z) + (1.0 / 15 + 1.0 / 17 * z) * z2;
        const double c = (1.0 / 19 + 1.0 / 21 * z) + (1.0 / 23 + 1.0 / 25 * z) * z2;
        const double d = (1.0 / 27 + 1.0 / 29 * z) + (1.0 / 31 + 1.0 / 33 * z) * z2;
        const double p = (a + b * z4) + (c + d * z4) * z8;
        v[i] = 2 * s + 2 * s * (p * z);
    }
}

void lf_exp_minus_abs(size_t n, const double *x, double *e) {
    elementary_exp(n, x, e);
}

void lf_log1p_unit(size_t n, const double *e, double *v) {
    elementary_log1p(n, e, v);
}
