/**
 * @file scad_optima.h
 * @brief Descents of Problem 2 from its own starts and from given ones.
 */
#pragma once

#include "problems/constrained/parts/scad_descent.h"

/**
 * lf_problem_class.optima of Problem 2, on these training rows: found (given + own) <- the ends of
 * all starts. Its own are 0, plus and minus the unit vectors of the ten features of largest
 * |mean b a_j|, and the hinge loss's minimiser; then normal entries times a number up to 3 that is
 * drawn with each start, so that all pieces of SCAD are begun from.
 */
lf_status lf_scad_optima(lf_scad_descent *descent, lf_scored *train, const lf_starts *starts,
                         lf_local_optimum *found);
