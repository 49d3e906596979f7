/**
 * @file fused.h
 * @brief The fused multiply-add on processors that have none.
 */
#pragma once

/** a b + c, rounded once to nearest, as fma() of <math.h>: by whole numbers of 128 bits, for every
 *  argument, some times as fast as a C library that sets modes of the floating-point unit for it.
 *  Neither flags nor errno are set, and which NaN a NaN is, is not said. */
double lf_fused(double a, double b, double c);
/** The same for floats. */
float lf_fused_single(float a, float b, float c);
