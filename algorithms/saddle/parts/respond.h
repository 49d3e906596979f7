/**
 * @file respond.h
 * @brief The best response alpha to a point v, of fresh samples of the objective.
 */
#pragma once

#include <levelfield/algorithm.h>

/** alpha <- the best response to v on m fresh samples (0: all), projected on its domain. Where they
 *  cannot tell, as without a sample of one class, `more` are drawn at a time until all of them
 *  together can; LF_NOT_FOUND after 64 passes of that, or if all samples cannot tell. */
lf_status lf_respond_best(lf_oracle *o, size_t m, size_t more, const double *v, double *alpha);
