#include "algorithms/constrained/parts/step_rule.h"

#include <math.h>

#include <levelfield/vector.h>

/* Least |zeta|^2 that Polyak's step divides by. */
static const double step_rule_guard = 1e-12;

/* All divide alpha by the root of epochs passed; they differ in what counts as passed at k = 0,
 * where the plain alpha / sqrt(k/q) is infinite. */
double lf_step_rule_size(lf_step_rule rule, double alpha, size_t k, size_t q) {
    switch (rule) {
    case LF_STEP_RULE_CONSTANT:
        return alpha;
    case LF_STEP_RULE_EPOCH:
        return alpha / sqrt((double)(k / q) + 1);
    case LF_STEP_RULE_K1:
        return alpha / sqrt(((double)k + 1) / (double)q);
    case LF_STEP_RULE_KQ1:
        return alpha / sqrt((double)k / (double)q + 1);
    }
    return alpha;
}

double lf_step_rule_polyak(double v, size_t d, const double *zeta) {
    return v / fmax(lf_vec_dot(d, zeta, zeta), step_rule_guard);
}
