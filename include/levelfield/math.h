/**
 * @file math.h
 * @brief Elementary functions whose bits no machine changes.
 *
 * The C library's exp() and its kin differ in the last bit from one version to the next, and from
 * one CPU to the next with the same version. These are made of +, -, *, / and exact functions
 * alone, each rounded as IEEE 754 says and never contracted, so a run that calls them has the same
 * trace everywhere. Infinities, NaN, zeros with their sign and subnormal numbers are as Annex F of
 * C17 has them; errno and the flags of floating point are not set. `ulp` below is a unit in the
 * last place of the exact result, and what is said of it holds in rounding to nearest.
 *
 * What is not here: sqrt, fma, fabs, floor, ldexp, frexp and fmod of <math.h> are exact and may be
 * called. sin(x) is lf_sinpi(x / pi), and pow(x, 2) is better written x * x.
 */
#pragma once

#include <levelfield/public.h>

LF_PUBLIC_BEGIN

/** e^x, within 1 ulp. */
double lf_exp(double x);
/** e^x - 1, within 1.25 ulp, near 0 too. */
double lf_expm1(double x);
/** The natural logarithm, within 1 ulp. */
double lf_log(double x);
/** log(1 + x), within 1 ulp, near 0 too. */
double lf_log1p(double x);
/** The hyperbolic tangent, within 3 ulp; never beyond 1. */
double lf_tanh(double x);
/** x^y, within 1 ulp, so a power that is itself a number is exact. */
double lf_pow(double x, double y);
/** sin(pi x), within 1.5 ulp; 0 where x is whole. */
double lf_sinpi(double x);
/** cos(pi x), within 1.5 ulp; 0 halfway between two whole x. */
double lf_cospi(double x);

LF_PUBLIC_END
