/**
 * @file saddle_problem.h
 * @brief A saddle problem worked out by hand, with a memory: v and alpha in R.
 *
 * Sample z in {0, 1, 2, 3}: F(v, alpha; z) = v^2/2 + alpha (v - z) - alpha^2/2, so that dF/dv = v +
 * alpha, dF/dalpha = v - z - alpha, and the best response is v - E z. To find it takes two
 * different samples. The memory counts samples asked about, and keeps the sum, the number and the
 * first of those that could not tell. The metric `asked` is that count.
 */
#pragma once

#include <math.h>

#include <levelfield/problem.h>

enum { SADDLE_SAMPLES = 4 };
enum { SADDLE_ASKED, SADDLE_SUM, SADDLE_KEPT, SADDLE_FIRST, SADDLE_MEMORY };

typedef struct {
    double memory[SADDLE_MEMORY];
} saddle_problem_state;

static inline lf_status saddle_problem_init(void *state, const void *params,
                                            lf_problem_info *info) {
    static const lf_outer identity = {.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
    static const lf_component component = {.outputs = 1,
                                           .samples = SADDLE_SAMPLES,
                                           .strata = 1,
                                           .stratum = {SADDLE_SAMPLES},
                                           .outers = 1,
                                           .outer = &identity};
    static const double start[1] = {2};
    saddle_problem_state *s = state;
    (void)params;
    *info = (lf_problem_info){.dim = 1,
                              .role[LF_ROLE_OBJECTIVE] = {1, &component},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = 1},
                              .domain_y = {.kind = LF_DOMAIN_SPACE, .n = 1},
                              .x0 = start,
                              .n = SADDLE_SAMPLES,
                              .rho_f = NAN,
                              .rho_g = NAN,
                              .data_name = "",
                              .data_sha256 = "",
                              .memory = s->memory,
                              .memory_count = SADDLE_MEMORY};
    return LF_OK;
}

static inline void saddle_problem_release(void *state) {
    (void)state;
}

static inline double saddle_problem_sample(const lf_samples *samples, size_t k) {
    return (double)(samples->id ? samples->id[k] : k);
}

/* The objective's own map: v^2 / 2, whatever the sample. */
static inline lf_status saddle_problem_evaluate(void *state, const lf_samples *samples,
                                                const double *w, const double *y, double *g,
                                                double *grad) {
    (void)state, (void)samples;
    if (g) *g = *w * *w / 2;
    if (grad) *grad += *y * *w;
    return LF_OK;
}

static inline lf_status saddle_problem_saddle(void *state, const lf_samples *samples,
                                              const double *v, const double *alpha, double *grad_v,
                                              double *grad_alpha) {
    saddle_problem_state *s = state;
    double mean = 0;
    for (size_t k = 0; k < samples->n; k++)
        mean += saddle_problem_sample(samples, k) / (double)samples->n;
    *grad_v += *v + *alpha;
    *grad_alpha += *v - mean - *alpha;
    s->memory[SADDLE_ASKED] += (double)samples->n;
    return LF_OK;
}

static inline lf_status saddle_problem_respond(void *state, const lf_samples *samples,
                                               const double *v, double *alpha) {
    double *memory = ((saddle_problem_state *)state)->memory;
    bool differ = false;
    for (size_t k = 0; k < samples->n; k++) {
        const double z = saddle_problem_sample(samples, k);
        if (memory[SADDLE_KEPT] == 0) memory[SADDLE_FIRST] = z;
        differ |= z != memory[SADDLE_FIRST];
        memory[SADDLE_SUM] += z;
        memory[SADDLE_KEPT]++;
    }
    memory[SADDLE_ASKED] += (double)samples->n;
    if (!differ) return lf_fail(LF_NOT_FOUND, "all samples are alike");
    *alpha = *v - memory[SADDLE_SUM] / memory[SADDLE_KEPT];
    memory[SADDLE_SUM] = memory[SADDLE_KEPT] = 0;
    return LF_OK;
}

static inline lf_status saddle_problem_asked(const lf_problem *problem, const lf_point *at,
                                             double *value) {
    (void)at;
    *value = problem->info.memory[SADDLE_ASKED];
    return LF_OK;
}

static const lf_param saddle_problem_table[] = {{0}};
static const lf_metric saddle_problem_metrics[] = {
    {.name = "asked", .doc = "samples asked about", .measure = saddle_problem_asked},
    {0},
};

static const lf_problem_class saddle_problem = {
    .abi = LF_ABI,
    .name = "saddle_by_hand",
    .doc = "a saddle problem for tests",
    .source = "tests",
    .views = 1u << LF_VIEW_SADDLE,
    .params = saddle_problem_table,
    .params_size = 1,
    .state_size = sizeof(saddle_problem_state),
    .metrics = saddle_problem_metrics,
    .init = saddle_problem_init,
    .release = saddle_problem_release,
    .evaluate = saddle_problem_evaluate,
    .saddle = saddle_problem_saddle,
    .respond = saddle_problem_respond,
};
