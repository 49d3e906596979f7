/**
 * @file info.h
 * @brief What a problem tells about itself: its form, components, domain and constants.
 *
 * An algorithm reads it; a problem fills it in as it is built.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/batch.h>
#include <levelfield/domain.h>
#include <levelfield/outer.h>

/** The mathematical form that a problem shows and an algorithm solves. X(enum, word). */
#define LF_VIEW_LIST(X)                                                                            \
    X(LF_VIEW_PLAIN, "plain")                                                                      \
    X(LF_VIEW_COMPOSITION, "composition")                                                          \
    X(LF_VIEW_CONSTRAINED, "constrained")                                                          \
    X(LF_VIEW_GROUP_MINIMAX, "group_minimax")                                                      \
    X(LF_VIEW_SADDLE, "saddle")                                                                    \
    X(LF_VIEW_BILEVEL, "bilevel")

#define LF_VIEW_ENUM(view, word) view,
typedef enum { LF_VIEW_LIST(LF_VIEW_ENUM) LF_VIEWS } lf_view;
#undef LF_VIEW_ENUM

/** Most strata that the samples of one component may fall into. */
#define LF_STRATA 4

/**
 * One component map g_i : R^d -> R^p, a mean over its samples or, with strata, a function of the
 * means over each stratum (the gap between two groups is one). A sample id is a position in
 * [0, samples), strata one after the other; what row of the data it means is the problem's affair.
 * With samples = strata = 0 the map is known in closed form: each draw from it is its full batch,
 * of no samples, so that drawing it and asking about it charges nothing.
 */
typedef struct {
    size_t outputs;            /**< p; of lower level i: d_i, the length of y_i */
    size_t samples;            /**< N_i, over all strata; 0: known in closed form */
    size_t strata;             /**< 1: an ordinary mean; 0: no samples */
    size_t stratum[LF_STRATA]; /**< samples in each */
    size_t outers;             /**< functions f_ik on consecutive slices of the p outputs */
    const lf_outer *outer;   /**< outers of them: of an objective the largest is meant, of an inner
                                  component the sum; for constraints, each is one f_ik(g_i(w)) <= 0 */
    size_t share[LF_STRATA]; /**< relative sizes of the strata in a batch that is drawn, whatever
                                they hold; all 0: in proportion to their samples */
} lf_component;

/** All components of one role; count = 0 if the problem has none. */
typedef struct {
    size_t count;
    const lf_component *component;
    size_t
        always;  /**< how many of them, the last ones, belong to every draw of components: few that
                      stand for as much as all the others, such as constraints beside samples */
    bool shared; /**< all have the same samples, row for row and drawn alike, as have those of any
                      other role that says so: a batch of a first one can be lent to all of them
                      (lf_oracle_lend()) */
} lf_components;

/** A paper's own measure of cost, as a sum of counters: {"dp.g", "passes.constraint", "..."}.
 *  The grammar of `cost` is in docs/counters.md. */
typedef struct {
    const char *name; /**< letters, digits, '_' and '.', a letter first; no word of every cost */
    const char *cost;
    const char *doc;
} lf_measure;

/** Rows of the data that play a part: "train", "protected", ... (`levelfield data split`). */
typedef struct {
    const char *name;
    size_t n;
    const uint32_t *row; /**< numbers from 0, in the order of the data set */
} lf_part;

/** Where a method stands: what is judged. */
typedef struct {
    const double *w; /**< d: the iterate */
    const double *y; /**< domain_y.n: the second block; NULL: the method keeps none */
} lf_point;

/** What a problem knows about itself. Pointers belong to the problem and live as long as it does.
 */
typedef struct {
    size_t dim;       /**< d: length of the iterate w */
    size_t auxiliary; /**< how many of its last coordinates are no parameters of a model, such as
                           CVaR's threshold: methods may give them a step size of their own */
    lf_components role[LF_ROLES]; /**< components by role; LF_VIEW_COMPOSITION: minimise the sum of
                                       the objective's plus the mean of the n inner ones' */
    lf_domain domain;             /**< X, the set of w; {0}: the whole space */
    lf_domain domain_y; /**< the set of the second block: the adversary's weights q, the dual
                             alpha, the lower levels' variables y_1, y_2, ... one after the other;
                             n = 0: there is none */
    const lf_outer *regulariser; /**< r(w), separable and so without a penalty, added to
                                     the objective; NULL: none */
    const double *x0;            /**< d: starting point; NULL: that of X nearest to the origin */
    size_t n;                    /**< |D|, the sample count that the paper's batch rules refer to */
    double rho_f, rho_g;         /**< weak-convexity constants of f and g; NAN: not known */
    double G, L; /**< on X, one sample's loss is G-Lipschitz and L-smooth; 0: not known */
    double mu_y,
        L_y;     /**< lower levels are mu_y-strongly convex and L_y-smooth in y; 0: not known */
    bool direct; /**< upper functions f_i(x, y_i) depend on x itself too */
    const lf_measure *measures; /**< ended by {0}; NULL: none */
    size_t parts;
    const lf_part *part;
    size_t features;
    const char *const *feature; /**< feature names; NULL: unnamed */
    const char *data_name;      /**< data set, "" if none */
    const char *data_sha256;    /**< its identity: 64 hex digits, "" if none */
    unsigned views;             /**< those of the class's views that it shows as built; 0: all */
    const char *views_mend;     /**< how to build it so that it shows the others: "set k=v" */
    size_t metrics;      /**< how many of the class's metrics, from the first, it has as built;
                              0: all */
    bool sparse;         /**< as built, lf_problem_class.support knows the entries of any samples */
    double *memory;      /**< what a question may change and a later answer depends on, such as the
                              running statistics of batch normalisation; part of a checkpoint, and set
                              back with an unfinished step; NULL: answers depend on questions alone */
    size_t memory_count; /**< numbers in it */
} lf_problem_info;
