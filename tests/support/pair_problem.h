/**
 * @file pair_problem.h
 * @brief A problem with a second block, worked out by hand: |w|^2 / 2 from w = (1, 1), y in R^2.
 *
 * Its metrics say what they were shown: `loss` the value at w, `block` y_0 + 10 y_1 or -1 without a
 * second block, `rare` the same as loss on the sparser grid.
 */
#pragma once

#include <levelfield/problem.h>
#include <levelfield/vector.h>

enum { PAIR_DIM = 2 };

static size_t pair_measured; /* calls of a metric since a test set it to 0 */

static inline lf_status pair_init(void *state, const void *params, lf_problem_info *info) {
    static const double start[PAIR_DIM] = {1, 1};
    static const lf_outer identity = {.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
    static const lf_component component = {
        .outputs = 1, .samples = 10, .strata = 1, .stratum = {10}, .outers = 1, .outer = &identity};
    (void)state, (void)params;
    *info = (lf_problem_info){.dim = PAIR_DIM,
                              .role[LF_ROLE_OBJECTIVE] = {1, &component},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = PAIR_DIM},
                              .domain_y = {.kind = LF_DOMAIN_SPACE, .n = 2},
                              .x0 = start,
                              .n = 10,
                              .rho_f = NAN,
                              .rho_g = NAN,
                              .data_name = "",
                              .data_sha256 = ""};
    return LF_OK;
}

static inline void pair_release(void *state) {
    (void)state;
}

/* Every sample has the same map. */
static inline lf_status pair_evaluate(void *state, const lf_samples *samples, const double *w,
                                      const double *y, double *g, double *grad) {
    (void)state, (void)samples;
    if (g) *g = lf_vec_dot(PAIR_DIM, w, w) / 2;
    if (grad) lf_vec_axpy(PAIR_DIM, *y, w, grad);
    return LF_OK;
}

static inline lf_status pair_loss(const lf_problem *problem, const lf_point *at, double *value) {
    (void)problem;
    pair_measured++;
    *value = lf_vec_dot(PAIR_DIM, at->w, at->w) / 2;
    return LF_OK;
}

static inline lf_status pair_block(const lf_problem *problem, const lf_point *at, double *value) {
    (void)problem;
    pair_measured++;
    *value = at->y ? at->y[0] + 10 * at->y[1] : -1;
    return LF_OK;
}

static const lf_param pair_table[] = {{0}};

static const lf_metric pair_metrics[] = {
    {"loss", "|w|^2 / 2", false, false, pair_loss},
    {"block", "y_0 + 10 y_1", false, true, pair_block},
    {"rare", "|w|^2 / 2", true, false, pair_loss},
    {0},
};

static const lf_problem_class pair_problem = {
    .abi = LF_ABI,
    .name = "pair",
    .doc = "|w|^2 / 2, beside a second block",
    .source = "made for tests",
    .views = 1u << LF_VIEW_PLAIN,
    .params = pair_table,
    .params_size = 1,
    .state_size = 1,
    .metrics = pair_metrics,
    .init = pair_init,
    .release = pair_release,
    .evaluate = pair_evaluate,
};
