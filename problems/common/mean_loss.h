/**
 * @file mean_loss.h
 * @brief The component map (1/n) sum_i phi(b_i h(w; a_i)): Phi of the 3S-Econ paper with the hinge.
 */
#pragma once

#include "problems/common/losses.h"
#include "problems/common/scored.h"

/** One output, one stratum. `label` holds b = +-1 for every row of the data. See
 *  lf_problem_class.evaluate for g, y and grad; no samples give the value 0 and no gradient. */
lf_status lf_mean_loss(lf_scored *scored, lf_loss loss, const double *label,
                       const lf_samples *samples, const double *w, const double *y, double *g,
                       double *grad);

/** jv (1) <- its slope at w along v; see lf_problem_class.jvp. */
lf_status lf_mean_loss_jvp(lf_scored *scored, lf_loss loss, const double *label,
                           const lf_samples *samples, const double *w, const double *v, double *jv);
