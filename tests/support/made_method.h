/**
 * @file made_method.h
 * @brief Descent that is registered as a binding registers its methods: made of function pointers.
 */
#pragma once

#include "binding/binding.h"
#include "runs.h"

/* w <- w - eta (grad f(w)), on every sample: (1 - eta) w on the toy problem of curvature 1. */
typedef struct {
    double eta;
} made_params;

static const lf_param made_table[] = {
    LF_REAL(made_params, eta, 0.5, 0, 1, "step size [1]"),
    {0},
};

static double *made_w, *made_g, made_eta;
static size_t made_d, made_fails_at, made_steps;

static inline lf_status made_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                  lf_arena *arena) {
    made_eta = ((const made_params *)params)->eta;
    made_d = lf_oracle_dim(o);
    made_steps = 0;
    LF_TRY(lf_binding_vector(state, arena, made_d, &made_w));
    LF_TRY(lf_binding_vector(state, arena, made_d, &made_g));
    lf_vec_copy(made_d, x0, made_w);
    lf_binding_iterate(state, made_w, NULL);
    return LF_OK;
}

static inline lf_status made_step(void *state, lf_oracle *o) {
    (void)state;
    lf_batch batch;
    if (++made_steps == made_fails_at) return lf_binding_fail(LF_BAD_INPUT, "100 % on purpose");
    LF_TRY(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &batch));
    lf_vec_zero(made_d, made_g);
    LF_TRY(lf_oracle_subgradient(o, &batch, made_w, made_g));
    lf_vec_axpy(made_d, -made_eta, made_g, made_w);
    return LF_OK;
}

static const lf_binding_method made = {
    .name = "made",
    .doc = "descent",
    .source = "tests",
    .view = "plain",
    .params = made_table,
    .params_size = sizeof(made_params),
    .init = made_init,
    .step = made_step,
};

/** For cmocka: the method, and the problem that it solves. */
static inline int made_set_up(void **state) {
    (void)state;
    made_fails_at = 0;
    return runs_load("toy") == LF_OK && lf_binding_add(&made) == LF_OK ? 0 : 1;
}
