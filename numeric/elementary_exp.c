/**
 * @file elementary_exp.c
 * @brief e^x = 2^k e^r with |r| <= ln 2 / 2, and what is made of it.
 */
#include <math.h>

#include <levelfield/math.h>

#include "numeric/elementary_parts.h"

double lf_exp(double x) {
    if (fabs(x) <= 708) {
        const lf_exp_parts p = lf_exp_reduce(x);
        return lf_exp_near(p) * lf_exp_power(p.near);
    }
    if (isnan(x)) return x;
    if (fabs(x) > 746) return x > 0 ? INFINITY : 0;
    const lf_exp_parts p = lf_exp_reduce(x); /* 2^k alone is no normal number */
    return ldexp(lf_exp_near(p), (int)(p.near - 0x1.8p52));
}

double lf_expm1(double x) {
    if (fabs(x) < 0x1p-54 || isnan(x)) return x;
    if (x > 700) return lf_exp(x);
    return x < -40 ? -1 : lf_expm1_near(x);
}

double lf_tanh(double x) {
    if (fabs(x) < 0x1p-28 || isnan(x)) return x;
    return fabs(x) > 20 ? copysign(1, x) : lf_tanh_near(x);
}
