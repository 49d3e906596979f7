/**
 * @file bilevel_metrics.h
 * @brief What every bilevel problem is judged by: F, obj, hypergradient and gap.
 *
 *     F(x) = (1/m) sum_i f_i(x, y_i*(x)),   grad F = (1/m) sum_i (df_i/dx - Jxy Hyy^-1 df_i/dy)
 *
 * F is the headline: obj, at the method's own y, can look good while x is still at its start, and
 * can even fall below F.
 */
#pragma once

#include <levelfield/problem.h>

/** How a problem's levels are solved and summed on all data; nothing is counted. y is y_i (d_i). */
typedef struct {
    /** y <- argmin g_i(x, .), from the y that comes in, to |dg_i/dy| <= 1e-10. */
    lf_status (*solve)(const void *state, size_t i, const double *x, double *y);
    /** f_i(x, y). */
    double (*upper)(const void *state, size_t i, const double *x, const double *y);
    /** grad (d) += a (df_i/dx - Jxy Hyy^-1 df_i/dy) at (x, y). */
    lf_status (*hypergradient)(const void *state, size_t i, const double *x, const double *y,
                               double a, double *grad);
    /** *value <- g_i(x, y), *slack <- the most that a certificate takes off it (certificate.h);
     * NULL: there are none. */
    lf_status (*lower)(const void *state, size_t i, const double *x, const double *y, double *value,
                       double *slack);
} lf_bilevel_levels;

/** The state of a problem that lists these metrics begins with this. */
typedef struct {
    const lf_bilevel_levels *is;
} lf_bilevel_common;

/** The rows of a metric table: "F" first. */
lf_status lf_bilevel_F(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_bilevel_obj(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_bilevel_hypergradient(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_bilevel_gap(const lf_problem *problem, const lf_point *at, double *value);
#define LF_BILEVEL_METRICS                                                                         \
    {.name = "F",                                                                                  \
     .doc = "objective: (1/m) sum_i f_i(x, y_i*(x)), lower levels solved to |dg/dy| <= 1e-10",     \
     .measure = lf_bilevel_F},                                                                     \
        {.name = "obj",                                                                            \
         .doc = "objective at the method's own y: (1/m) sum_i f_i(x, y_i)",                        \
         .measure = lf_bilevel_obj},                                                               \
        {.name = "grad",                                                                           \
         .doc = "norm of the gradient: |grad F(x)|_2, exact",                                      \
         .expensive = true,                                                                        \
         .measure = lf_bilevel_hypergradient},                                                     \
    {                                                                                              \
        .name = "gap",                                                                             \
        .doc = "distance to the lower solutions: root of the mean of |y_i - y_i*(x)|^2",           \
        .expensive = true, .measure = lf_bilevel_gap                                               \
    }

/** c->levels, d, v, F, value and bound <- at x; free(c->v) whatever comes of it. All levels are as
 *  long. */
lf_status lf_bilevel_certify(const lf_problem *problem, const double *x, lf_lower_certificate *c);

/** grad (d) <- grad F(x), for the metric and for tests. */
lf_status lf_bilevel_gradient(const lf_problem *problem, const double *x, double *grad);

/** info->metrics <- how many there are, without the `last` ones unless `has_last`: the problem as
 *  built may have none of the rows that these are about. */
void lf_bilevel_count(const lf_metric *metrics, bool has_last, size_t last, lf_problem_info *info);

/** *info <- `tasks` levels with x (d) and y_i (dy) free and as many samples for each function; each
 *  (2 tasks) <- their components, upper ones first. mu_y and L_y are the caller's to set. */
void lf_bilevel_describe_tasks(lf_component *each, size_t tasks, size_t samples, size_t d,
                               size_t dy, lf_problem_info *info);
/** info->measures: `calls`, every evaluation of either level. */
void lf_bilevel_describe(lf_problem_info *info);
