/**
 * @file limited_optimum.h
 * @brief min R_0 on a ball with R_i <= limit for all others, however many: point and multipliers.
 */
#pragma once

#include <levelfield/certificate.h>

#include "problems/common/group_function.h"

/** c->v, c->q (of any sum) and *p, a start, <- near a solution: q_0 = 1, the others are
 *  multipliers, and p is the optimum. c->limit is that of all R_i but R_0; where it is out of reach
 *  multipliers are large. LF_DIVERGED as for lf_ball_minimum. */
lf_status lf_limited_optimum(const lf_group_function *f, lf_certificate *c, double *p);
