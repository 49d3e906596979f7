/**
 * @file registry_toy.h
 * @brief Registry entries to name in experiment files: nothing here is ever run.
 */
#pragma once

#include <levelfield/algorithm.h>

#include "harness/registry/plugin.h"

typedef struct {
    const char *data;
    double lambda;
} toy_problem_params;

static const lf_param toy_problem_table[] = {
    LF_TEXT(toy_problem_params, data, "small", "data set"),
    LF_REAL(toy_problem_params, lambda, 0.5, 0, 10, "weight [1]"),
    {0},
};

static const lf_metric toy_metrics[] = {
    {.name = "FV", .doc = "objective"},
    {.name = "CVio", .doc = "violation"},
    {.name = "SVio", .doc = "stationarity", .expensive = true},
    {.name = "gain", .doc = "what is gained", .higher_is_better = true},
    {0},
};

static const lf_problem_class toy_problem = {
    .abi = LF_ABI,
    .name = "toy_box",
    .doc = "a problem for tests",
    .source = "tests",
    .views = 1u << LF_VIEW_CONSTRAINED,
    .params = toy_problem_table,
    .params_size = sizeof(toy_problem_params),
    .metrics = toy_metrics,
};

typedef struct {
    double eta;
    size_t b;
    int mode;
} toy_method_params;

static const lf_param toy_method_table[] = {
    LF_REAL(toy_method_params, eta, 0.1, 0, 10, "step size [x/g]"),
    LF_COUNT(toy_method_params, b, 8, 1, 1e6, "batch size [samples]"),
    LF_CHOICE(toy_method_params, mode, 0, "deterministic|stochastic", "how to draw"),
    {0},
};

static const lf_algorithm toy_method = {
    .abi = LF_ABI,
    .name = "toy_step",
    .doc = "a method for tests",
    .source = "tests",
    .view = LF_VIEW_CONSTRAINED,
    .params = toy_method_table,
    .params_size = sizeof(toy_method_params),
};

static lf_point toy_method_average(const void *state) {
    (void)state;
    return (lf_point){0};
}

/* The same, with an average. */
static const lf_algorithm toy_averager = {
    .abi = LF_ABI,
    .name = "toy_mean",
    .doc = "a method for tests",
    .source = "tests",
    .view = LF_VIEW_CONSTRAINED,
    .params = toy_method_table,
    .params_size = sizeof(toy_method_params),
    .average = toy_method_average,
};

/* It solves another form of problem. */
static const lf_algorithm toy_stranger = {
    .abi = LF_ABI,
    .name = "toy_stranger",
    .doc = "a method for tests",
    .source = "tests",
    .view = LF_VIEW_SADDLE,
    .params = toy_method_table,
    .params_size = sizeof(toy_method_params),
};

/** cmocka group setup: the entries are there from now on. */
static inline int registry_toy_setup(void **state) {
    (void)state;
    if (lf_registry_add_problem(&toy_problem) != LF_OK) return -1;
    if (lf_registry_add_algorithm(&toy_method) != LF_OK) return -1;
    if (lf_registry_add_algorithm(&toy_averager) != LF_OK) return -1;
    return lf_registry_add_algorithm(&toy_stranger) == LF_OK ? 0 : -1;
}
