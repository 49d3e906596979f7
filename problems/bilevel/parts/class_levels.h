/**
 * @file class_levels.h
 * @brief What problems with a model of classes below have in common: one level on some rows, its
 *        loss on others above, and rows that are held out.
 *
 *     f(W) = mean over the upper rows of l(W; x, y),   g of class_rows.h on the lower rows
 */
#pragma once

#include "problems/bilevel/parts/bilevel_metrics.h"
#include "problems/bilevel/parts/class_rows.h"

/** Room that answers and metrics work in, and the last x whose level was solved. */
typedef struct {
    double *ridge, *y, *v; /* dim; y: y*(x) */
    double *x, *each;      /* d; a number of each sample */
    bool solved;
} lf_class_room;

/** A problem's state begins with one. Zero until lf_class_levels_open. */
typedef struct lf_class_levels {
    lf_bilevel_common common; /* must be first */
    lf_task task;             /* divided only */
    uint32_t *row;            /* of the data set: lower, upper, then held-out rows */
    lf_class_table rows;
    lf_class_level lower, upper, test; /* test.n: 0 where none are held out */
    lf_part part[3];
    lf_component each[2];
    lf_class_room *room;
    size_t d;
    /** The lower level at x, in the room. */
    lf_class_level (*at)(const struct lf_class_levels *s, const double *x);
    /** out (d) += a Jxy q of these samples at (x, W), or without q a dg/dx. */
    lf_status (*across)(const struct lf_class_levels *s, const lf_samples *samples, double a,
                        const double *x, const double *W, const double *q, double *out);
} lf_class_levels;

/** How the rows are used: the first n_lower training rows below, the next n_upper above, and all
 *  that do not train are held out. n_upper = 0: these are above, but for a share of them. */
typedef struct {
    const lf_task_params *task;
    size_t n_lower, n_upper; /* n_lower = 0: all that train, but for n_upper */
    double held;             /* n_upper = 0: that share, drawn, is held out */
    bool standardise, intercept, one_score;
} lf_class_levels_params;

/** Data, rows and their model. After a failure, release is fine. */
lf_status lf_class_levels_open(lf_class_levels *s, const lf_class_levels_params *p);
/** Room, and what it knows of itself, once `at` and `across` stand; x has d entries. The last of
 *  the metrics are of rows that are held out, and left out where none are. */
lf_status lf_class_levels_describe(lf_class_levels *s, size_t d, const lf_metric *metrics,
                                   lf_problem_info *info);
void lf_class_levels_release(void *state);

/** lf_problem_class.bilevel. */
extern const lf_bilevel lf_class_levels_answers;

/** The last rows of a metric table, of which so many are of rows that are held out. */
lf_status lf_class_levels_error(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_class_levels_test(const lf_problem *problem, const lf_point *at, double *value);
lf_status lf_class_levels_test_error(const lf_problem *problem, const lf_point *at, double *value);
enum { LF_CLASS_TEST_METRICS = 2 };
#define LF_CLASS_LEVELS_METRICS                                                                    \
    {.name = "error",                                                                              \
     .doc = "share of the upper rows that y*(x) takes for another class",                          \
     .expensive = true,                                                                            \
     .measure = lf_class_levels_error},                                                            \
        {.name = "test",                                                                           \
         .doc = "mean loss of the rows that are held out, at y*(x)",                               \
         .expensive = true,                                                                        \
         .measure = lf_class_levels_test},                                                         \
    {                                                                                              \
        .name = "test_error", .doc = "share of them that y*(x) takes for another class",           \
        .expensive = true, .measure = lf_class_levels_test_error                                   \
    }
