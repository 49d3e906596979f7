/**
 * @file weights.h
 * @brief The bilevel view of a weight for each training row: logistic models of the weighted rows
 * below, their loss on validation rows above.
 *
 *     f_i(w_i) = mean over validation rows of l_i(w_i; x, y)
 *     g_i(p, w_i) = (1/n) sum_j psi(p_j) l_i(w_i; x_j, y_j) + lambda |w_i|^2 / 2
 *     l_i(w; x, y) = log(1 + exp(-y x~'w / sigma_i)),   x~ = (x, 1)
 *
 * A sample of g_i holds the whole of the ridge term, which the constant feature is part of: without
 * it g_i is not lambda-strongly convex. psi is the sigmoid, or p_j itself in a box where it is not
 * negative: a negative weight can leave g_i without a minimum.
 *
 * Source: Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E.
 */
#pragma once

#include "problems/bilevel/parts/bilevel_metrics.h"
#include "problems/bilevel/parts/weighted_rows.h"
#include "problems/common/task.h"

/** How a weight comes from its variable. */
typedef enum { LF_PSI_SIGMOID, LF_PSI_RAW } lf_psi;

/** The parameters; a problem's struct holds one, its table LF_WEIGHTS_TABLE. */
typedef struct {
    lf_task_params task;
    int psi; /**< an lf_psi */
    double lambda, p_max, test;
} lf_weights_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_WEIGHTS_TABLE(type, at)                                                                 \
    LF_TASK_TABLE_OF(type, at.task, "words"),                                                      \
        LF_CHOICE(type, at.psi, 0, "sigmoid|raw",                                                  \
                  "weight of a row: sigmoid of p_j, from 1/2; or p_j in [0, p_max], from 1"),      \
        LF_REAL(type, at.lambda, 1e-3, 1e-8, 1e3,                                                  \
                "ridge of the lower levels, constant feature included"),                           \
        LF_REAL(type, at.p_max, 10, 1, 1e6, "psi=raw: largest weight"),                            \
        LF_REAL(type, at.test, 0, 0, 0.99,                                                         \
                "share of the rows that do not train which the upper level does not see")

/** What solving a level works in; nothing of it outlives a walk over the levels in order. */
typedef struct {
    double *psi;                    /* n: weights at the point of the last solve */
    double *packed, *H;             /* d' x d': packed, and as a Cholesky factor */
    double *g, *step, *y, *g_next;  /* d' each */
    const lf_weighted_rows *judged; /* whose loss is above */
    bool errors;                    /* or the share of them that has the wrong sign */
    size_t next;   /* the level for which the factor may stand in: one more than its own */
    bool factored; /* H holds a factor */
} lf_weights_room;

/** A problem's state begins with one. Zero until lf_weights_open. */
typedef struct {
    lf_bilevel_common common; /* must be first */
    lf_weights_params p;
    lf_task task;
    lf_weighted_rows train, validation, test; /* test: none unless some are held out */
    size_t m;                                 /* levels */
    double *sigma;                            /* m: temperatures, 1 until the problem sets them */
    bool cached; /* estimates hold X~'diag(h)X~ beside h: cheaper than two passes over the rows */
    lf_component *each; /* m upper ones, m lower ones */
    double *x0;         /* n, of psi=raw */
    lf_part part[3];
    lf_weights_room *room;
} lf_weights;

/** Data, split and rows of m levels; `validation`: how many rows of the rest are drawn for the
 *  upper level, 0: all of them. After a failure, release is fine. */
lf_status lf_weights_open(lf_weights *w, const lf_weights_params *p, size_t m, size_t validation);
/** What it knows of itself, once temperatures and labels stand. The last of the metrics are those
 *  below, which are left out where no rows are held out. */
void lf_weights_describe(lf_weights *w, const lf_metric *metrics, lf_problem_info *info);
/** lf_problem_class.release of a problem whose state begins with an lf_weights. */
void lf_weights_release(void *state);

/** lf_problem_class.certify_lower of a problem that leaves labels as they are. */
lf_status lf_weights_certify(const lf_problem *problem, const double *x, lf_lower_certificate *c);

/** lf_problem_class.bilevel. */
extern const lf_bilevel lf_weights_answers;
/** How estimates are kept: coefficients of the rows (weights_form.c). */
extern const lf_estimate_form lf_weights_form;
/** Levels solved to the end (weights_levels.c). */
extern const lf_bilevel_levels lf_weights_levels;

/** The last rows of a metric table: of the rows that are held out. */
lf_status lf_weights_test(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_weights_test_error(const lf_problem *problem, const lf_point *at, double *value);
enum { LF_WEIGHTS_TEST_METRICS = 2 };
#define LF_WEIGHTS_METRICS                                                                         \
    {.name = "test",                                                                               \
     .doc = "mean loss of the rows that are held out, over levels, lower levels solved",           \
     .measure = lf_weights_test},                                                                  \
    {                                                                                              \
        .name = "test_error", .doc = "share of them that has the wrong sign, over levels",         \
        .measure = lf_weights_test_error                                                           \
    }

/** The weight of a row and its derivative by p_j. */
typedef struct {
    double value, slope;
} lf_weight;

static inline lf_weight lf_weight_at(const lf_weights *w, double p) {
    if (w->p.psi == LF_PSI_RAW) return (lf_weight){p, 1};
    const lf_logistic_at s = lf_logistic_derivatives(-p);
    return (lf_weight){-s.slope, s.curvature};
}

/** l_i of row j at y. */
static inline double lf_weights_value(const lf_weighted_rows *rows, size_t j, double sigma,
                                      const double *y) {
    const double z = rows->sign[j] / sigma * lf_weighted_dot(rows, j, y);
    return lf_log1p(lf_exp(-fabs(z))) + fmax(-z, 0);
}

/** Slope of l_i by x~'w and curvature, of row j at y. */
static inline lf_logistic_at lf_weights_loss(const lf_weighted_rows *rows, size_t j, double sigma,
                                             const double *y) {
    const double factor = rows->sign[j] / sigma;
    const lf_logistic_at at = lf_logistic_derivatives(factor * lf_weighted_dot(rows, j, y));
    return (lf_logistic_at){factor * at.slope, at.curvature / (sigma * sigma)};
}
