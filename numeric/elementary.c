/**
 * @file elementary.c
 * @brief Loops over what one number takes, without a branch.
 */
#include "numeric/elementary.h"

#include <math.h>

#include <levelfield/wide.h>

#include "numeric/elementary_parts.h"

LF_WIDE static void elementary_exp(size_t n, const double *restrict x, double *restrict e) {
    for (size_t i = 0; i < n; i++) {
        const double t = -fabs(x[i]);
        const lf_exp_parts p = lf_exp_reduce(t);
        e[i] = t < -707 ? 0 : lf_exp_near(p) * lf_exp_power(p.near);
    }
}

LF_WIDE static void elementary_exp_within(size_t n, const double *restrict x, double *restrict e) {
    for (size_t i = 0; i < n; i++) {
        const lf_exp_parts p = lf_exp_reduce(x[i]);
        e[i] = lf_exp_near(p) * lf_exp_power(p.near);
    }
}

/* log(1 + e) = 2 atanh(s), s = e / (2 + e) <= 1/3: a minimax polynomial that leaves 2^-58. */
LF_WIDE static void elementary_log1p(size_t n, const double *restrict e, double *restrict v) {
    for (size_t i = 0; i < n; i++) {
        const double s = e[i] / (2 + e[i]), z = s * s, z2 = z * z, z4 = z2 * z2;
        const double a = (0x1.5555555555535p-1 + 0x1.99999999a0840p-2 * z) +
                         (0x1.2492492085753p-2 + 0x1.c71c741f8dadfp-3 * z) * z2;
        const double b = (0x1.745cb39b34ddcp-3 + 0x1.3b1de328d4533p-3 * z) +
                         (0x1.1067685bbd911p-3 + 0x1.efdd86fed0057p-4 * z) * z2;
        const double c = 0x1.559c3f62e4c5cp-4 + 0x1.5c8a66656f3bfp-3 * z;
        v[i] = 2 * s + s * (((a + b * z4) + c * (z4 * z4)) * z);
    }
}

/* Two loops: with the limits inside, GCC makes branches of them. Past 20, tanh is 1. */
LF_WIDE static void elementary_tanh(size_t n, double *restrict x) {
    for (size_t i = 0; i < n; i++) {
        const double below = x[i] > 20 ? 20 : x[i];
        x[i] = below < -20 ? -20 : below; /* so written, a NaN stays one */
    }
    for (size_t i = 0; i < n; i++)
        x[i] = lf_tanh_near(x[i]);
}

LF_WIDE static void elementary_tanh_single(size_t n, float *restrict x) {
    for (size_t i = 0; i < n; i++) {
        const float below = x[i] > 20 ? 20 : x[i];
        x[i] = below < -20 ? -20 : below;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = (float)lf_tanh_near((double)x[i]);
}

void lf_exp_minus_abs(size_t n, const double *x, double *e) {
    elementary_exp(n, x, e);
}

void lf_exp_within(size_t n, const double *x, double *e) {
    elementary_exp_within(n, x, e);
}

void lf_log1p_unit(size_t n, const double *e, double *v) {
    elementary_log1p(n, e, v);
}

void lf_tanh_each(size_t n, double *x) {
    elementary_tanh(n, x);
}

void lf_tanh_each_single(size_t n, float *x) {
    elementary_tanh_single(n, x);
}
