/**
 * @file composed.h
 * @brief A composition with known answers: an objective in two parts, one of them known in closed
 *        form, and two inner components whose outer functions add up; and an oracle on it.
 */
#pragma once

#include "near.h"
#include "oracle/oracle.h"
#include "oracle/problem.h"

enum { COMPOSED_DIM = 2, COMPOSED_ROWS = 6, COMPOSED_INNER = 2, COMPOSED_OBJECTIVES = 2 };

/* g_i(w) = (mean of ids * w_0, w_1, w_0 + w_1), i = 0, 1; f = 4 [z_1 - 1/2]_+ + |z_2 - z_3| */
static const lf_outer composed_terms[] = {{LF_OUTER_SUM, 1, 1, 0.5, 0, LF_PENALTY_HINGE, 4, 0},
                                          {LF_OUTER_GAP, 2, 1, 0}};
static const lf_outer composed_linear[] = {{LF_OUTER_SUM, 1, 2, 0}, {LF_OUTER_SUM, 2, 3, 1}};
static const lf_component composed_inner[COMPOSED_INNER] = {
    {.outputs = 3,
     .samples = COMPOSED_ROWS,
     .strata = 1,
     .stratum = {COMPOSED_ROWS},
     .outers = 2,
     .outer = composed_terms},
    {.outputs = 3,
     .samples = COMPOSED_ROWS,
     .strata = 1,
     .stratum = {COMPOSED_ROWS},
     .outers = 2,
     .outer = composed_linear},
};

/* g0_0(w) = mean of ids * w_0, over COMPOSED_ROWS; g0_1(w) = w_1, known */
static const lf_outer composed_identity = {LF_OUTER_SUM, 1, 1, 0};
static const lf_component composed_objective[COMPOSED_OBJECTIVES] = {
    {.outputs = 1,
     .samples = COMPOSED_ROWS,
     .strata = 1,
     .stratum = {COMPOSED_ROWS},
     .outers = 1,
     .outer = &composed_identity},
    {.outputs = 1, .outers = 1, .outer = &composed_identity},
};

static size_t composed_calls;

static inline lf_status composed_init(void *state, const void *params, lf_problem_info *info) {
    (void)state;
    (void)params;
    *info = (lf_problem_info){.dim = COMPOSED_DIM,
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = COMPOSED_DIM}};
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){COMPOSED_OBJECTIVES, composed_objective};
    info->role[LF_ROLE_INNER] = (lf_components){COMPOSED_INNER, composed_inner};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){COMPOSED_INNER, composed_inner};
    return LF_OK;
}

static inline void composed_release(void *state) {
    (void)state;
}

static inline double composed_mean(const lf_samples *s) {
    double sum = 0;
    for (size_t k = 0; k < s->n; k++)
        sum += s->id ? s->id[k] : (double)k;
    return sum / (double)s->n;
}

static inline lf_status composed_evaluate(void *state, const lf_samples *s, const double *w,
                                          const double *y, double *g, double *grad) {
    (void)state;
    const bool known = s->role == LF_ROLE_OBJECTIVE && s->component == 1;
    const double mean = known ? 0 : composed_mean(s);
    composed_calls++;
    if (known) assert_null(s->id);
    if (s->role == LF_ROLE_OBJECTIVE) {
        if (g) g[0] = known ? w[1] : mean * w[0];
        if (grad) grad[known] += y[0] * (known ? 1 : mean);
        return LF_OK;
    }
    if (g) {
        g[0] = mean * w[0];
        g[1] = w[1];
        g[2] = w[0] + w[1];
    }
    if (grad) {
        grad[0] += mean * y[0] + y[2];
        grad[1] += y[1] + y[2];
    }
    return LF_OK;
}

static inline lf_status composed_jvp(void *state, const lf_samples *s, const double *w,
                                     const double *v, double *jv) {
    (void)state;
    (void)w;
    composed_calls++;
    if (s->role == LF_ROLE_OBJECTIVE) {
        jv[0] = s->component == 1 ? v[1] : composed_mean(s) * v[0];
        return LF_OK;
    }
    jv[0] = composed_mean(s) * v[0];
    jv[1] = v[1];
    jv[2] = v[0] + v[1];
    return LF_OK;
}

static const lf_problem_class composed = {.abi = LF_ABI,
                                          .name = "composed",
                                          .init = composed_init,
                                          .release = composed_release,
                                          .evaluate = composed_evaluate,
                                          .jvp = composed_jvp};

typedef struct {
    lf_problem problem;
    lf_oracle *oracle;
} composed_fixture;

static composed_fixture composed_opened;

static inline lf_oracle *composed_open(const lf_problem_class *is, const char *budget_text) {
    lf_budget budget;
    assert_ok(lf_problem_create(is, NULL, &composed_opened.problem));
    const lf_cost_scope scope = lf_cost_scope_of(&composed_opened.problem.info);
    assert_ok(lf_budget_parse(budget_text, &scope, &budget));
    assert_ok(lf_oracle_create(&composed_opened.problem, 3, &budget, &composed_opened.oracle));
    composed_calls = 0;
    return composed_opened.oracle;
}

static inline int composed_close(void **state) {
    (void)state;
    lf_oracle_free(composed_opened.oracle);
    lf_problem_release(&composed_opened.problem);
    composed_opened = (composed_fixture){0};
    return 0;
}

static inline uint64_t composed_count(const lf_oracle *o, size_t counter) {
    return lf_oracle_meter(o)->count[counter];
}

static const double composed_point[COMPOSED_DIM] = {0.5, -0.75};
