/**
 * @file mpfr_reference.h
 * @brief How far an elementary function is off, by MPFR, in units of the exact result's last place.
 */
#pragma once

#include <math.h>
#include <stdbool.h>

#include <mpfr.h>

/** Enough for a thousandth of a unit in the last place of a double. */
enum { MPFR_REFERENCE_BITS = 80 };

/* One bit below the exact result's last is half a unit; below 2^-1022 the last place stays. */
static inline double mpfr_reference_off(mpfr_t exact, double got) {
    const double want = mpfr_get_d(exact, MPFR_RNDN);
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : INFINITY;
    if (isinf(got) || (isinf(want) && fabs(got) < 0x1.fffffffffffffp1023))
        return got == want ? 0 : INFINITY;
    long place = mpfr_zero_p(exact) ? -1074 : mpfr_get_exp(exact) - 53;
    if (place < -1074) place = -1074;
    mpfr_sub_d(exact, exact, got, MPFR_RNDN);
    mpfr_mul_2si(exact, exact, -place, MPFR_RNDN);
    return fabs(mpfr_get_d(exact, MPFR_RNDN));
}

/** sin or cos of pi x, x reduced first, which is exact. */
static inline void mpfr_reference_pi(mpfr_t exact, double x, bool sine) {
    const double turn = fmod(x, 2);
    mpfr_t angle;
    mpfr_init2(angle, 2 * MPFR_REFERENCE_BITS);
    mpfr_const_pi(angle, MPFR_RNDN);
    mpfr_mul_d(angle, angle, turn, MPFR_RNDN);
    (sine ? mpfr_sin : mpfr_cos)(exact, angle, MPFR_RNDN);
    if (fmod(sine ? turn : turn + 0.5, 1) == 0) mpfr_set_zero(exact, 1);
    mpfr_clear(angle);
}
