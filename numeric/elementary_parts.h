/**
 * @file elementary_parts.h
 * @brief What the functions for one number and those for many share.
 *
 * Polynomials are minimax ones (Remez), evaluated in pairs, as from the last term to the first each
 * would wait for the one before. There is no branch and no table, so loops become vector
 * instructions.
 */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A call left in a loop would keep it from becoming vector instructions. */
#define LF_ELEMENTARY __attribute__((always_inline)) static inline

/** x = k ln 2 + (r + tail), k whole and |r| <= 0.347; |tail| is below half a unit of r's last
 * place. */
typedef struct {
    double r, tail;
    double near; /**< k in the last bits of its form: k + 1.5 2^52 */
} lf_exp_parts;

/** For |x| <= 746. The upper part of ln 2 has 42 bits, so its product with k is exact. */
LF_ELEMENTARY lf_exp_parts lf_exp_reduce(double x) {
    const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
    const double near = x * 0x1.71547652b82fep0 + 0x1.8p52, k = near - 0x1.8p52;
    const double high = x - k * ln2_high, low = k * ln2_low, r = high - low;
    return (lf_exp_parts){.r = r, .tail = (high - r) - low, .near = near};
}

/** 2^k for -1022 <= k <= 1023. */
LF_ELEMENTARY double lf_exp_power(double near) {
    uint64_t bits;
    double power;
    memcpy(&bits, &near, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/** e^r - 1 - r + extra = r^2/2 + extra + r^3 (...), a polynomial that leaves 2^-57. */
LF_ELEMENTARY double lf_exp_rest(double r, double extra) {
    const double r2 = r * r, r4 = r2 * r2;
    const double a = (0x1.555555555555cp-3 + 0x1.5555555553168p-5 * r) +
                     (0x1.111111110e582p-7 + 0x1.6c16c17cf5242p-10 * r) * r2;
    const double b = (0x1.a01a01b67096bp-13 + 0x1.a019aa9254601p-16 * r) +
                     (0x1.71dde888452bap-19 + 0x1.28a0223b986ebp-22 * r) * r2;
    return (0.5 * r2 + extra) + (a + (b + 0x1.af7924503edb6p-26 * r4) * r4) * (r * r2);
}

/** e^(r + tail); what 1 + r loses is put back. */
LF_ELEMENTARY double lf_exp_near(lf_exp_parts x) {
    const double sum = 1 + x.r, lost = (1 - sum) + x.r;
    return sum + lf_exp_rest(x.r, lost + x.tail * sum);
}

/** e^x - 1 = (2^k - 1) + 2^k r + 2^k rest, for |x| <= 708; what the sums lose is put back. */
LF_ELEMENTARY double lf_expm1_near(double x) {
    const lf_exp_parts p = lf_exp_reduce(x);
    const double power = lf_exp_power(p.near), whole = power - 1, part = power * p.r;
    const double sum = whole + part, lost = ((whole - sum) + part) + ((power - whole) - 1);
    return sum + (lost + power * lf_exp_rest(p.r, p.tail + p.tail * p.r));
}

/** tanh |x| = E / (E + 2) = 1 - 2 / (E + 2) with E = e^(2 |x|) - 1, for |x| <= 20: the one where it
 * is small, the other where E + 2 loses more. */
LF_ELEMENTARY double lf_tanh_near(double x) {
    const double E = lf_expm1_near(2 * fabs(x));
    const double ratio = (E < 2 ? E : 2) / (E + 2);
    return copysign(E < 2 ? ratio : 1 - ratio, x);
}

/** x = 2^k m for a normal x > 0, m in [sqrt(1/2), sqrt 2). */
LF_ELEMENTARY double lf_log_split(double x, double *m) {
    const uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int32_t k = (int32_t)((int64_t)(bits - root_half) >> 52);
    bits -= (uint64_t)(int64_t)k << 52;
    memcpy(m, &bits, sizeof bits);
    return k;
}
