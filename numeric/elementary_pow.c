/**
 * @file elementary_pow.c
 * @brief x^y = 2^(y log2 x), with the logarithm and the product in two numbers each.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <levelfield/math.h>

#include "numeric/elementary_parts.h"

/* A number as high + low. */
typedef struct {
    double high, low;
} pow_pair;

/* The first 26 bits of x (Dekker): a product of two such is exact. |x| < 2^990. */
static double pow_upper(double x) {
    const double large = x * 0x1.0000002p27;
    return large - (large - x);
}

/* log2 m = 2/(3 ln 2) s (3 + s^2 + R), s = (m - 1) / (m + 1), R = 3/5 s^4 + ..., to 2^-66 of its
 * size; high has 26 bits. The polynomial is a minimax one. */
static pow_pair pow_log2(double m) {
    const double scale = 0x1.ec709dc3a03fdp-1, scale_high = 0x1.ec709d8000000p-1,
                 scale_low = 0x1.0e80ff5d27f05p-27; /* 2 / (3 ln 2) */
    const double f = m - 1, d = m + 1, d_lost = m - (d - 1), over = 1 / d;
    const double s = f * over, high = pow_upper(s), d_high = pow_upper(d);
    const double low = (((f - high * d_high) - high * (d - d_high)) - high * d_lost) * over;
    const double z_high = high * high, z_low = low * (high + s), z = z_high + z_low, z2 = z * z;
    const double a = (0x1.3333333333466p-1 + 0x1.b6db6db683405p-2 * z) +
                     (0x1.555555a26a965p-2 + 0x1.1745af4912b27p-2 * z) * z2;
    const double b = (0x1.d8ae6e9126b04p-3 + 0x1.973eb11c290e1p-3 * z) + 0x1.956f474edadb7p-3 * z2;
    const double R = (a + b * (z2 * z2)) * z2 + z_low;
    const double t_high = pow_upper(3 + z_high + R), t_low = R - ((t_high - 3) - z_high);
    const double u = high * t_high, v = low * t_high + t_low * s;
    const double p_high = pow_upper(u + v), p_low = v - (p_high - u);
    return (pow_pair){scale_high * p_high, scale_low * p_high + p_low * scale};
}

/* x^y for a normal x > 0 times 2^shift, and a finite y. */
static double pow_positive(double x, double shift, double y) {
    double m;
    const double k = lf_log_split(x, &m) + shift;
    const pow_pair log2_m = pow_log2(m);
    const double high = pow_upper(k + (log2_m.high + log2_m.low));
    const double low = log2_m.low - ((high - k) - log2_m.high);
    if (!(fabs(y) * fabs(high) < 1100)) return (y > 0) == (high > 0) ? INFINITY : 0;
    const double y_high = pow_upper(y), e_high = y_high * high;
    const double e_low = (y - y_high) * high + y * low;
    const double near = (e_high + e_low) + 0x1.8p52, n = near - 0x1.8p52, whole = e_high - n;
    /* 2^(e - n) = e^(r + tail); ln 2 is in two parts, of which the first has 26 bits. */
    const double ln2 = 0x1.62e42fefa39efp-1, ln2_high = 0x1.62e42f8000000p-1,
                 ln2_low = 0x1.be8e7bcd5e4f2p-27;
    const double t = whole + e_low, t_high = pow_upper(t), t_low = (whole - t) + e_low;
    const double a = t_high * ln2_high, b = (t - t_high) * ln2 + (t_high * ln2_low + t_low * ln2);
    const double r = a + b;
    const lf_exp_parts p = {.r = r, .tail = (a - r) + b, .near = near};
    return fabs(n) < 1000 ? lf_exp_near(p) * lf_exp_power(near) : ldexp(lf_exp_near(p), (int)n);
}

double lf_pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (x >= 0x1p-1022 && x < INFINITY && fabs(y) < INFINITY) return pow_positive(x, 0, y);
    if (isnan(x) || isnan(y)) return x + y;
    const double size = fabs(x);
    const bool whole = trunc(y) == y, odd = whole && fabs(fmod(y, 2)) == 1;
    const double sign = signbit(x) && odd ? -1 : 1;
    if (size == 1 && whole) return sign;
    if (size == 0 || isinf(size) || isinf(y))
        return (size > 1) == (y > 0) ? sign * INFINITY : sign * 0.0;
    if (x < 0 && !whole) return NAN;
    return sign *
           (size < 0x1p-1022 ? pow_positive(size * 0x1p54, -54, y) : pow_positive(size, 0, y));
}
