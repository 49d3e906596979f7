/**
 * @file two_scale.h
 * @brief Step sizes of bilevel methods: gamma eta_t for x and tau tau_t for y, t = 1, 2, ...
 *
 *     printed:  eta_t = (t + c0)^-a,   tau_t = (t + c0)^-b,   the RSVRB paper's experiments
 *     swapped:  a and b exchanged and scaled by c0^(b-a), ours
 *     native:   as printed with the exponents of the method's own paper
 *     constant: eta_t = tau_t = 1
 *
 * The printed y step of the baselines shrinks faster than their x step, the wrong way round for a
 * lower level that should be the fast one; it works because tau and c0 are tuned together.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The choices of a parameter `sched`, in this order. */
typedef enum { LF_SCHED_PRINTED, LF_SCHED_SWAPPED, LF_SCHED_NATIVE, LF_SCHED_CONSTANT } lf_sched;
#define LF_SCHED_CHOICES "printed|swapped|native|constant"

/** A part of a parameter struct. */
typedef struct {
    int sched;
    double gamma, tau, c0, first_y;
} lf_two_scale_params;

/** Its rows in the parameter table of `type`; swapped, native and constant are ours. */
#define LF_TWO_SCALE_PARAMS(type, part)                                                            \
    LF_REAL(type, part.gamma, 1, 0, 1e12, "x step: gamma eta_t [x^2/f]"),                          \
        LF_REAL(type, part.tau, 1, 0, 1e12, "y step: tau tau_t [y^2/g]"),                          \
        LF_REAL(type, part.c0, 100, 0, 1e12, "offset of t in the step sizes [steps]"),             \
        LF_CHOICE(type, part.sched, LF_SCHED_PRINTED, LF_SCHED_CHOICES,                            \
                  "how both step sizes shrink: printed as in the RSVRB paper's experiments, "      \
                  "swapped (ours) with the exponents exchanged, native as in the method's own "    \
                  "paper, constant")
#define LF_TWO_SCALE_FIRST_Y(type, part)                                                           \
    LF_REAL(type, part.first_y, 0, 0, 1e12,                                                        \
            "the first y step, in place of tau; 0: tau holds [y^2/g]")

/** a and b above. */
typedef struct {
    double x, y;
} lf_exponents;

typedef struct {
    double gamma, tau, c0, scale; /* scale: c0^(b-a) */
    lf_exponents by;
} lf_two_scale;

/** What holds in one step. */
typedef struct {
    double eta;  /* eta_t, which momentum weights refer to */
    double x, y; /* the step sizes, gamma and tau included */
} lf_two_steps;

/** LF_BAD_ARGUMENT for swapped without a c0. */
lf_status lf_two_scale_init(lf_two_scale *s, const lf_two_scale_params *p, lf_exponents printed,
                            lf_exponents native);
/** Step t, from 1. */
lf_two_steps lf_two_scale_at(const lf_two_scale *s, size_t t);
