/**
 * @file experiment_runs.h
 * @brief What an experiment file says about its runs: problems, methods, scales, tuning.
 */
#pragma once

#include <stdbool.h>

/** name: value, usable in costs: "steps/q" */
typedef struct {
    char *name;
    double value;
} lf_constant;

/** A cost of the experiment's own, such as a paper's convention: {paper.dp.g, 2*steps/q} */
typedef struct {
    char *name;
    char *cost;
} lf_named_cost;

/** Of `varies`: the start, which is no parameter of a problem. */
#define LF_VARIES_START "start"

typedef struct {
    char *id;      /**< "p1_a9a" */
    char *label;   /**< "P1, a9a" */
    char *problem; /**< "roc_fairness:data=a9a" */
    char *note;    /**< shown with every figure and table of it; NULL */
    unsigned methods_count;
    char **methods; /**< ids: only these run on it; none: all */
    char *same_as;  /**< id of the problem whose task this is in another form; NULL */
    char *tuned_as; /**< id of the problem whose tuned parameters are used here; NULL: its own */
    unsigned varies_count;
    char **varies; /**< its parameters that are each run's seed: "init_seed", what a repetition of
                      the experiment would draw anew; "split_seed/3": a third of it, the same for 3
                      runs; LF_VARIES_START: each run but that of seed 0 starts beside the problem's
                      start */
    unsigned constants_count;
    lf_constant *constants;
} lf_experiment_problem;

typedef struct {
    char *id;           /**< "3secon_s" */
    char *label;        /**< "3S-Econ-S" */
    char *algorithm;    /**< "3secon:mode=stochastic" */
    char *note;         /**< NULL */
    bool deterministic; /**< run with the first seed only, where the problem does not vary: the
                           others would repeat it */
    unsigned measures_count;
    lf_named_cost *measures;
} lf_experiment_method;

/** Says something about one problem and one method; a field left out matches all. The last match
 *  wins. */
typedef struct {
    char *problem;    /**< id; NULL: all */
    char *method;     /**< id; NULL: all */
    char *parameters; /**< of the algorithm, on top of the method's: "eta=5e-4"; NULL */
    char *budget;     /**< instead of the scale's; NULL */
    char *seeds;      /**< the same */
} lf_experiment_setting;

typedef struct {
    char *name; /**< smoke, default or paper */
    char *budget;
    char *seeds;            /**< "0-4" or "0,3,7" */
    unsigned until_decided; /**< the most seeds that are added while a claim is open; 0: none */
    unsigned checkpoints;
    char *spacing;       /**< even (NULL) or log */
    unsigned expensive;  /**< rows with expensive metrics */
    char *stop;          /**< "SVio<1e-3"; NULL */
    char *note;          /**< what differs from the paper at this scale; NULL */
    char *tuning_budget; /**< of each trial, the same for every method; NULL: nothing is tuned */
    unsigned settings_count;
    lf_experiment_setting *settings;
} lf_experiment_scale;

/** What may be tried for one method's parameters; harness/experiment/space.h explains the text. */
typedef struct {
    char *method;  /**< id */
    char *problem; /**< id; NULL: every problem. The last match wins */
    char *grid;    /**< "eta={2e-4|5e-4|1e-3},eps={1e-6..1e-3:4},b=8" */
    char *note;    /**< why it is not that of the same method in another mode; NULL: it is */
} lf_experiment_grid;

/**
 * How parameters are chosen: every method with a grid gets the same number of points, the same
 * seeds and the same budget per point (the scale's tuning_budget), on every problem. A method
 * without a grid runs as given, and counts as not tuned.
 */
typedef struct lf_experiment_tuning {
    char *metric;    /**< judged at the end of the budget, by its median over the seeds */
    char *judge;     /**< median (NULL) or worst: of the seeds, which one speaks for a point */
    double *target;  /**< instead: the median cost at which the metric reaches this; NULL */
    char *cost;      /**< which cost; NULL: the first limit's unit */
    char *where;     /**< a metric that bounds what is eligible; NULL: every point is */
    double *at_most; /**< eligible if the median final `where` is no more; if none is, the point
                          with the smallest is chosen */
    char *bound;     /**< a constant that stands for at_most on the problems that have it; NULL */
    unsigned points; /**< per method and problem */
    unsigned finalists; /**< of a race: so many go on from the first seed to the others; 0: a
                           quarter, from 2 to 4 */
    char *search;       /**< grid (NULL) or random */
    unsigned seed;      /**< of the draw of points */
    char *seeds;        /**< of the trials; none of them a scale's */
    bool given;         /**< one of the points is what the method has without tuning */
    unsigned grids_count;
    lf_experiment_grid *grids;
} lf_experiment_tuning;
