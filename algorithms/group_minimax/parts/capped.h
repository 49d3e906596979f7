/**
 * @file capped.h
 * @brief The set of weights that methods of a worst share need: a simplex, capped or not.
 */
#pragma once

#include <levelfield/algorithm.h>

/** *r, unless NULL or above 0, <- the share that the cap 1/(r n) of the n groups' weights stands
 *  for; without a cap 1/n. LF_UNSUPPORTED unless q lives on a simplex with a weight for each group
 *  and each group has one loss. */
lf_status lf_capped_share(const lf_problem_info *info, double *r);
