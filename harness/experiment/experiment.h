/**
 * @file experiment.h
 * @brief Experiment files: what they may say, reading them, and expanding them into runs.
 *
 * The YAML keys are the field names below; docs/experiments.md explains each with an example.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/experiment/experiment_output.h"
#include "harness/store/store.h"

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

typedef struct {
    char *id;      /**< "p1_a9a" */
    char *label;   /**< "P1, a9a" */
    char *problem; /**< "roc_fairness:data=a9a" */
    char *note;    /**< shown with every figure and table of it; NULL */
    unsigned methods_count;
    char **methods; /**< ids: only these run on it; none: all */
    char *same_as;  /**< id of the problem whose task this is in another form; NULL */
    char *tuned_as; /**< id of the problem whose tuned parameters are used here; NULL: its own */
    unsigned constants_count;
    lf_constant *constants;
} lf_experiment_problem;

typedef struct {
    char *id;           /**< "3secon_s" */
    char *label;        /**< "3S-Econ-S" */
    char *algorithm;    /**< "3secon:mode=stochastic" */
    char *note;         /**< NULL */
    bool deterministic; /**< run with the first seed only: the others would repeat it */
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
} lf_experiment_setting;

typedef struct {
    char *name; /**< smoke, default or paper */
    char *budget;
    char *seeds; /**< "0-4" or "0,3,7" */
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
    char *search;    /**< grid (NULL) or random */
    unsigned seed;   /**< of the draw of points */
    char *seeds;     /**< of the trials; none of them a scale's */
    unsigned grids_count;
    lf_experiment_grid *grids;
} lf_experiment_tuning;

typedef struct {
    char *title;
    char *summary;  /**< a paragraph: what it compares, and what a reader should know */
    char *citation; /**< NULL */
    char *base;     /**< another file of the folder whose lists come first; NULL */
    unsigned notes_count;
    char **notes;
    unsigned problems_count;
    lf_experiment_problem *problems;
    unsigned methods_count;
    lf_experiment_method *methods;
    unsigned use_problems_count;
    char **use_problems; /**< ids to run; none: all */
    unsigned use_methods_count;
    char **use_methods; /**< ids to run; none: all */
    unsigned settings_count;
    lf_experiment_setting *settings;
    unsigned scales_count;
    lf_experiment_scale *scales;
    unsigned figures_count;
    lf_experiment_figure *figures;
/* Every section of reports/kinds/ has a list of its own type, or points to what it says; a section
 * that no file can have leaves them empty. */
#define X(name)                                                                                    \
    unsigned name##_count;                                                                         \
    struct lf_experiment_##name *name;
#include "sections.inc"
#undef X
} lf_experiment;

/** Read "PAPER/ITEM" from the report folders, or a path that ends in .yaml; then check every id,
 *  specification, cost and scale it names. Errors give file, line where known, key, and the nearest
 *  name. */
lf_status lf_experiment_open(const char *name, lf_experiment **experiment);
/** The same from text (a stored experiment, already merged with its base). */
lf_status lf_experiment_parse(const char *yaml, size_t length, const char *origin,
                              lf_experiment **experiment);
/** Read the YAML alone: keys and types are checked, but nothing that it names. `origin` stands in
 *  front of messages. */
lf_status lf_experiment_read(const char *yaml, size_t length, const char *origin,
                             lf_experiment **experiment);
/** malloc'ed YAML that lf_experiment_parse reads back equal. */
lf_status lf_experiment_save(const lf_experiment *experiment, char **yaml);
void lf_experiment_free(lf_experiment *experiment);

/** "PAPER/ITEM" of every experiment found, sorted; malloc'ed. `paper` filters; NULL: all. */
lf_status lf_experiment_list(const char *paper, char ***names, size_t *n);

const lf_experiment_scale *lf_experiment_find_scale(const lf_experiment *experiment,
                                                    const char *name);

/* ---- which methods run on which problems. Ids are looked up, not checked. ---- */

/** Is the problem (method) of this position run at all? A problem is used with its task. */
bool lf_experiment_uses_problem(const lf_experiment *experiment, size_t problem);
bool lf_experiment_uses_method(const lf_experiment *experiment, size_t method);
/** Are both run, and together? */
bool lf_experiment_runs(const lf_experiment *experiment, size_t problem, size_t method);
/** Is the method among those that run on the problem, as far as the problem says? */
bool lf_experiment_allows(const lf_experiment *experiment, size_t problem, size_t method);
/** Position of the problem whose task this one is in another form; its own if it is none. */
size_t lf_experiment_task(const lf_experiment *experiment, size_t problem);
/** Is a problem this one, or another form of the task that this one stands for? */
bool lf_experiment_under(const lf_experiment *experiment, size_t form, size_t problem);
/** The form in which a method meets a task: `problem` itself, or another form of the task that
 *  `problem` stands for; SIZE_MAX if the method runs on none. */
size_t lf_experiment_form(const lf_experiment *experiment, size_t problem, size_t method);
/** Position of the problem whose tuned parameters are used on this one: mostly its own. */
size_t lf_experiment_tuned_on(const lf_experiment *experiment, size_t problem);

/** A set of parameters that tuning chose for one problem and one method. */
typedef struct {
    size_t problem, method; /**< positions in the experiment's lists */
    const char *parameters; /**< "eta=5e-4,eps=0": these win over every setting */
} lf_choice;

/** Every run of the experiment at a scale, problem by problem, method by method, seed by seed, with
 *  the n_choices parameters that were chosen (none: as given). */
lf_status lf_experiment_plan(const lf_experiment *experiment, const char *scale,
                             const lf_choice *choices, size_t n_choices, lf_planned_run **runs,
                             size_t *n);
void lf_plan_free(lf_planned_run *runs, size_t n);

/** "0-4" or "0,3,7" -> malloc'ed seeds, in order; a seed twice is refused. */
lf_status lf_seeds_parse(const char *text, uint64_t **seeds, size_t *n);
