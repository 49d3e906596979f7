/**
 * @file auc_rows.h
 * @brief Compositions over the rows of an AUC problem: the score of one row, and what holds of all.
 */
#pragma once

#include <levelfield/outer.h>

#include "fixture_problem.h"
#include "problems/auc/parts/auc_view.h"

/** 1 / (1 + exp(-score)) of one row of the data at w. */
static inline double auc_row_score(const lf_auc *auc, uint32_t row, const double *w) {
    const lf_model *model = &auc->classes.task.model;
    double s;
    assert_ok(model->is->scores(model, &(lf_rows){.n = 1, .row = &row}, w, &s));
    return 1 / (1 + exp(-s));
}

/** The metric F is the mean of what methods would see of each component. */
static inline void check_auc_objective(const lf_problem *problem, uint64_t seed) {
    const lf_components *all = &problem->info.role[LF_ROLE_INNER];
    double *w = calloc(problem->info.dim, sizeof *w), F = 0, g[2];
    table_point(seed, problem->info.dim, 0.5, w);
    for (size_t i = 0; i < all->count; i++) {
        assert_ok(lf_problem_evaluate(problem, LF_ROLE_INNER, i, w, NULL, g, NULL));
        F += lf_outer_value(all->component[i].outer, g) / (double)all->count;
    }
    assert_near(problem_metric(problem, "F", w), F, 1e-13 * (1 + fabs(F)));
    free(w);
}

/** F, and three inner maps of the problem, with each of n settings, against differences. */
static inline void check_auc_components(const lf_problem_class *is, const char *const *sets,
                                        size_t n) {
    for (size_t k = 0; k < n; k++) {
        fixture_problem p = problem_open(is, sets[k]);
        check_auc_objective(&p.problem, k);
        for (size_t i = 0; i < 3; i++)
            check_component(&p.problem, LF_ROLE_INNER, 7 * i, MAP_KINKED, 10 * k + i);
        problem_close(&p);
    }
}
