/**
 * @file elementary_log.c
 * @brief log x = k ln 2 + log(1 + f) with 1 + f in [sqrt(1/2), sqrt 2).
 */
#include <math.h>

#include <levelfield/math.h>

#include "numeric/elementary_parts.h"

/* k ln 2 + log(1 + f) + c. With s = f / (2 + f), log(1 + f) = f - f^2/2 + s (f^2/2 + R), where R =
 * 2 atanh(s) / s - 2 = s^2 (2/3 + 2/5 s^2 + ...), here a minimax polynomial that leaves 2^-58. */
static double log_sum(double k, double f, double c) {
    const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
    const double s = f / (2 + f), z = s * s, z2 = z * z, half = 0.5 * f * f;
    const double a = (0x1.5555555555593p-1 + 0x1.999999997fb33p-2 * z) +
                     (0x1.2492494217975p-2 + 0x1.c71c51e7fdc20p-3 * z) * z2;
    const double b = (0x1.7466462b67ea9p-3 + 0x1.39a0f51c7278ap-3 * z) + 0x1.2f0d8db6bcac8p-3 * z2;
    const double R = z * (a + b * (z2 * z2));
    return k * ln2_high - ((half - (s * (half + R) + (k * ln2_low + c))) - f);
}

double lf_log(double x) {
    double m, k = 0;
    if (!(x >= 0x1p-1022)) {
        if (x == 0) return -INFINITY;
        if (!(x > 0)) return isnan(x) ? x : NAN;
        x *= 0x1p54;
        k = -54;
    }
    if (x == INFINITY) return x;
    k += lf_log_split(x, &m);
    return log_sum(k, m - 1, 0);
}

double lf_log1p(double x) {
    if (fabs(x) < 0x1p-54 || !(x < INFINITY)) return x;
    if (x > -0.29 && x < 0.41) return log_sum(0, x, 0);
    if (x <= -1) return x == -1 ? -INFINITY : NAN;
    const double sum = 1 + x, lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
    double m;
    const double k = lf_log_split(sum, &m);
    return log_sum(k, m - 1, lost / sum);
}
