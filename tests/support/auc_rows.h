/**
 * @file auc_rows.h
 * @brief Compositions over the rows of an AUC problem: the score of one row, and what holds of all.
 */
#pragma once

#include "fixture_problem.h"
#include "problems/auc/parts/auc_view.h"

/** 1 / (1 + exp(-score)) of one row of the data at w. */
static inline double auc_row_score(const lf_auc *auc, uint32_t row, const double *w) {
    const lf_model *model = &auc->classes.task.model;
    double s;
    assert_ok(model->is->scores(model, &(lf_rows){.n = 1, .row = &row}, w, &s));
    return 1 / (1 + exp(-s));
}

/** Three inner maps of the problem, with each of n settings, against differences. */
static inline void check_auc_components(const lf_problem_class *is, const char *const *sets,
                                        size_t n) {
    for (size_t k = 0; k < n; k++) {
        fixture_problem p = problem_open(is, sets[k]);
        for (size_t i = 0; i < 3; i++)
            check_component(&p.problem, LF_ROLE_INNER, 7 * i, MAP_KINKED, 10 * k + i);
        problem_close(&p);
    }
}
