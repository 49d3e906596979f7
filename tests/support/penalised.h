/**
 * @file penalised.h
 * @brief A convex problem in R^2 whose solution, multipliers and penalised minimisers are known.
 *
 *     min |w - (2, 1)|^2 / 2   s.t.  w_0 - 1 <= 0,  |w_1| - 3 <= 0,  w_1 - 1/2 <= 0
 *
 * Solved by (1, 1/2) with multipliers (1, 0, 1/2). The first two constraints are outer functions of
 * one component, the third is one of its own that is known in closed form: n = 2, m = 3.
 */
#pragma once

#include "near.h"
#include "oracle/problem.h"
#include "problems/common/penalty.h"
#include "problems/constrained/parts/constrained_metrics.h"

typedef struct {
    lf_constrained_common common; /* must be first */
    lf_penalty_params params;
    lf_penalised of;
} penalised_state;

static const lf_outer penalised_identity = {.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
static const lf_outer penalised_pair[] = {{.kind = LF_OUTER_SUM, .p = 1, .scale = 1, .shift = 1},
                                          {.kind = LF_OUTER_ABS, .p = 1, .scale = 1, .shift = 3}};
static const lf_outer penalised_third = {.kind = LF_OUTER_SUM, .p = 1, .scale = 1, .shift = 0.5};
static const lf_component penalised_objective = {.outputs = 1,
                                                 .samples = 1,
                                                 .strata = 1,
                                                 .stratum = {1},
                                                 .outers = 1,
                                                 .outer = &penalised_identity};
static const lf_component penalised_constraints[] = {
    {.outputs = 2,
     .samples = 5,
     .strata = 2,
     .stratum = {2, 3},
     .share = {1, 1},
     .outers = 2,
     .outer = penalised_pair},
    {.outputs = 1, .outers = 1, .outer = &penalised_third}};

static inline lf_status penalised_init(void *state, const void *params, lf_problem_info *info) {
    penalised_state *s = state;
    s->params = *(const lf_penalty_params *)params;
    info->dim = 2;
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = 2};
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &penalised_objective};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){2, penalised_constraints};
    lf_constrained_describe(&s->common, 1, 1, info);
    return lf_penalised_describe(&s->of, &s->params, info);
}

static inline void penalised_release(void *state) {
    lf_penalised_release(&((penalised_state *)state)->of);
}

static inline lf_status penalised_evaluate(void *state, const lf_samples *samples, const double *w,
                                           const double *y, double *g, double *grad) {
    const lf_samples asked = lf_penalised_samples(samples);
    (void)state;
    if (asked.role == LF_ROLE_OBJECTIVE) {
        const double gap[] = {w[0] - 2, w[1] - 1};
        if (g) g[0] = (gap[0] * gap[0] + gap[1] * gap[1]) / 2;
        for (size_t j = 0; grad && j < 2; j++)
            grad[j] += y[0] * gap[j];
        return LF_OK;
    }
    assert_int_equal(asked.role, LF_ROLE_CONSTRAINT);
    const size_t first = asked.component; /* w_0 and w_1, or w_1 alone */
    for (size_t j = first; j < 2; j++) {
        if (g) g[j - first] = w[j];
        if (grad) grad[j] += y[j - first];
    }
    return LF_OK;
}

static const lf_problem_class penalised_class = {.abi = LF_ABI,
                                                 .name = "penalised",
                                                 .views = LF_PENALTY_VIEWS,
                                                 .state_size = sizeof(penalised_state),
                                                 .metrics = lf_constrained_metrics,
                                                 .init = penalised_init,
                                                 .release = penalised_release,
                                                 .evaluate = penalised_evaluate};

static inline lf_problem penalised_open(lf_penalty penalty, double rho, double lambda) {
    const lf_penalty_params params = {(int)penalty, rho, lambda};
    lf_problem problem;
    assert_ok(lf_problem_create(&penalised_class, &params, &problem));
    return problem;
}

/** F at (w_0, w_1). */
static inline double penalised_value(const lf_problem *problem, double w0, double w1) {
    const lf_point at = {.w = (double[]){w0, w1}};
    const lf_metric *F = &lf_constrained_metrics[LF_CONSTRAINED_METRICS];
    double value = NAN;
    assert_string_equal(F->name, "F");
    assert_ok(F->measure(problem, &at, &value));
    return value;
}

/** w (2) <- the minimiser of F over [-8, 8]^2: F is a sum of convex functions of one coordinate
 *  each, so golden sections find it. */
static inline void penalised_minimise(const lf_problem *problem, double *w) {
    const double golden = (sqrt(5) - 1) / 2;
    w[0] = w[1] = 0;
    for (size_t j = 0; j < 2; j++) {
        double low = -8, high = 8;
        for (int k = 0; k < 90; k++) {
            const double a = high - golden * (high - low), b = low + golden * (high - low);
            const double at_a = penalised_value(problem, j ? w[0] : a, j ? a : w[1]);
            const double at_b = penalised_value(problem, j ? w[0] : b, j ? b : w[1]);
            if (at_a < at_b)
                high = b;
            else
                low = a;
        }
        w[j] = (low + high) / 2;
    }
}
