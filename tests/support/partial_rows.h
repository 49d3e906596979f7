/**
 * @file partial_rows.h
 * @brief Partial AUC from its definition: pairs of positive and negative rows, with weights; and
 *        the draws of a method whose positive rows share one batch of negative ones.
 */
#pragma once

#include "auc_rows.h"
#include "trial.h"

extern const lf_problem_class lf_problem_partial_auc;

enum { PARTIAL_MOST = 64 };

/** m positive rows, n negative ones: their sigmoid scores, and weights q_ij, m x n. */
typedef struct {
    size_t m, n;
    double margin;
    double positive[PARTIAL_MOST], negative[PARTIAL_MOST];
    double q[PARTIAL_MOST][PARTIAL_MOST];
    size_t S[PARTIAL_MOST], number[PARTIAL_MOST]; /**< which rows they are of a problem's */
} partial_rows;

static inline double partial_short(const partial_rows *r, size_t i, size_t j) {
    return fmax(r->margin - r->positive[i] + r->negative[j], 0);
}

/** l_ij */
static inline double partial_loss(const partial_rows *r, size_t i, size_t j) {
    return partial_short(r, i, j) * partial_short(r, i, j);
}

/** SOPA's weights, 1 / phi above s_i; returns the mean of row i's. */
static inline double partial_tail(partial_rows *r, size_t i, double s, double phi) {
    double mean = 0;
    for (size_t j = 0; j < r->n; j++) {
        r->q[i][j] = partial_loss(r, i, j) > s ? 1 / phi : 0;
        mean += r->q[i][j] / (double)r->n;
    }
    return mean;
}

/** q_ij <- exp(l_ij / lam); returns the mean of row i's. */
static inline double partial_soft(partial_rows *r, size_t i, double lam) {
    double mean = 0;
    for (size_t j = 0; j < r->n; j++) {
        r->q[i][j] = exp(partial_loss(r, i, j) / lam);
        mean += r->q[i][j] / (double)r->n;
    }
    return mean;
}

/** dp (m), dn (n) <- slopes of (1/(mn)) sum_ij q_ij l_ij by the scores, q held */
static inline void partial_slopes(const partial_rows *r, double *dp, double *dn) {
    for (size_t j = 0; j < r->n; j++)
        dn[j] = 0;
    for (size_t i = 0; i < r->m; i++) {
        const double h_i = r->positive[i];
        dp[i] = 0;
        for (size_t j = 0; j < r->n; j++) {
            const double h_j = r->negative[j];
            const double slope =
                2 * r->q[i][j] * partial_short(r, i, j) / ((double)r->m * (double)r->n);
            dp[i] -= slope * h_i * (1 - h_i);
            dn[j] += slope * h_j * (1 - h_j);
        }
    }
}

/** The four rows of the specification at w = (0.5, -0.25, 0.1), whose gradient `partial_four` makes
 *  of the slopes. */
static inline partial_rows partial_example(void) {
    return (partial_rows){.m = 2,
                          .n = 2,
                          .margin = 1,
                          .positive = {0.6456563062257954, 0.5866175789173301},
                          .negative = {0.4625701546562505, 0.2890504973749960}};
}

static inline void partial_four(const partial_rows *r, double *G) {
    static const double x[2][3] = {{1, 0, 1}, {1, 1, 1}}, below[2][3] = {{0, 1, 1}, {-1, 2, 1}};
    double dp[2], dn[2];
    partial_slopes(r, dp, dn);
    lf_vec_zero(3, G);
    for (size_t i = 0; i < 2; i++) {
        lf_vec_axpy(3, dp[i], x[i], G);
        lf_vec_axpy(3, dn[i], below[i], G);
    }
}

/** S and the shared batch of the next step, with their scores at w: the draws of an oracle whose
 *  method is `twin`'s. */
static inline void partial_draw(trial *twin, size_t B1, size_t B2, const double *w,
                                partial_rows *r) {
    const lf_auc *auc = twin->problem.state;
    const size_t before = lf_oracle_component(twin->oracle, LF_ROLE_INNER, 0)->samples;
    lf_batch b;
    assert_ok(lf_oracle_components(twin->oracle, LF_ROLE_INNER, B1, r->S));
    assert_ok(lf_oracle_draw(twin->oracle, LF_ROLE_INNER, 0, B2, &b));
    r->m = B1;
    r->n = B2;
    for (size_t j = 0; j < B2; j++) {
        assert_ok(lf_oracle_sample_number(twin->oracle, &b, j, &r->number[j]));
        r->negative[j] = auc_row_score(auc, auc->train.row[r->number[j]], w);
    }
    for (size_t i = 0; i < B1; i++)
        r->positive[i] = auc_row_score(auc, auc->train.row[before + r->S[i]], w);
}

/** G (d) += the slopes, of the rows drawn */
static inline void partial_back(const trial *twin, const partial_rows *r, const double *w,
                                double *G) {
    const lf_auc *auc = twin->problem.state;
    const lf_model *model = &auc->classes.task.model;
    const size_t before = lf_oracle_component(twin->oracle, LF_ROLE_INNER, 0)->samples;
    double dp[PARTIAL_MOST], dn[PARTIAL_MOST];
    partial_slopes(r, dp, dn);
    for (size_t k = 0; k < r->m + r->n; k++) {
        const size_t at = k < r->m ? before + r->S[k] : r->number[k - r->m];
        const lf_rows row = {.n = 1, .row = &auc->train.row[at]};
        assert_ok(model->is->backward(model, &row, w, k < r->m ? &dp[k] : &dn[k - r->m], G));
    }
}

/** A method on the problem with these parameters, and an oracle of the same draws. */
typedef struct {
    trial *t, *twin;
    lf_parameters params;
} partial_pair;

static inline partial_pair partial_start(const lf_algorithm *is, const char *problem,
                                         const char *set, uint64_t seed) {
    partial_pair made = {0};
    const lf_problem_class *class = &lf_problem_partial_auc;
    assert_ok(lf_parameters_create(class->params, class->params_size, problem, class->name,
                                   &made.params));
    made.t = trial_start_of(is, class, made.params.values, seed, set);
    made.twin = trial_problem_of(class, made.params.values, seed, "1e12");
    return made;
}
