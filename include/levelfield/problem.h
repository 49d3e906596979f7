/**
 * @file problem.h
 * @brief What a problem tells about itself, and the functions it implements behind the oracle.
 *
 * An algorithm reads lf_problem_info. A problem plugin fills it in and implements lf_problem_class;
 * it never counts anything: the oracle does.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/batch.h>
#include <levelfield/domain.h>
#include <levelfield/outer.h>
#include <levelfield/param.h>
#include <levelfield/status.h>

/** Changes whenever a public struct or signature does; a plugin built against another is refused.
 */
#define LF_ABI 9u

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
        always; /**< how many of them, the last ones, belong to every draw of components: few that
                     stand for as much as all the others, such as constraints beside samples */
} lf_components;

/** A paper's own measure of cost, as a sum of counters: {"dp.g", "passes.constraint", "..."}.
 *  The grammar of `cost` is in docs/counters.md. */
typedef struct {
    const char *name;
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
    lf_domain domain;             /**< X, the set of w */
    lf_domain domain_y; /**< the set of the second block: the adversary's weights q, the dual
                             alpha, the lower levels' variables y_1, y_2, ... one after the other;
                             n = 0: there is none */
    const lf_outer *regulariser; /**< r(w), separable and so without a penalty, added to
                                     the objective; NULL: none */
    const double *x0;            /**< d: starting point; NULL: the origin */
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
    double *memory;      /**< what a question may change and a later answer depends on, such as the
                              running statistics of batch normalisation; part of a checkpoint, and set
                              back with an unfinished step; NULL: answers depend on questions alone */
    size_t memory_count; /**< numbers in it */
} lf_problem_info;

/** Samples of one component, or of every one, as the oracle hands them to a problem. */
typedef struct {
    lf_role role;
    size_t component; /**< LF_EVERY only if lf_problem_class.every */
    size_t n;
    const uint32_t *id; /**< n sample ids, strata one after the other, and with LF_EVERY components
                             one after the other, each counted from its own 0; NULL: all, as always
                           for a component known in closed form */
    const size_t
        *per_stratum; /**< how many are in each stratum; with LF_EVERY, in each component */
    bool same_point;  /**< as in the call just before: same samples, same w */
    uint64_t draw; /**< which draw of the component's stream, from 0; LF_DRAW_FULL: all samples */
    uint64_t key;  /**< a random number of this draw's own, the same at every question about it,
                      for every method that draws it and whatever n: what a problem does at
                      random with the samples follows from it and their places */
} lf_samples;

typedef struct lf_problem lf_problem;

/**
 * How a problem writes down an estimate E = (H, V) of the second derivatives of lower level i in a
 * form of its own: H (d_i x d_i) of Hyy, V (d x d_i) of Jxy. E is `numbers` doubles that belong to
 * the oracle; all 0 is the estimate (0, 0). Forms are linear: what add() and scale() make of two
 * histories is the same combination of matrices. All but numbers() allocate nothing.
 */
typedef struct {
    bool known; /**< Hyy is known in closed form: H is that, whatever E; add() is about V alone */
    size_t (*numbers)(const void *state, size_t i);
    /** E <- E + a (Hyy, Jxy), means over the samples at (x, y_i). */
    lf_status (*add)(void *state, const lf_samples *samples, const double *x, const double *y,
                     double a, double *E);
    /** E <- r E, 0 <= r. */
    void (*scale)(const void *state, size_t i, double r, double *E);
    /** H <- its projection on a convex set that holds the true Hyy and lies in {H >= floor I}.
     *  `samples`: all that add() has changed since the last projection; NULL: nothing. */
    void (*project)(const void *state, const lf_samples *samples, size_t i, double floor,
                    double *E);
    /** out (d_i) += H v, v (d_i). */
    void (*hessian)(const void *state, size_t i, const double *E, const double *v, double *out);
    /** out (d) += a V q, q (d_i). */
    void (*jacobian)(const void *state, size_t i, const double *E, double a, const double *q,
                     double *out);
    /** out (d_i) += V^T r, r (d). */
    void (*jacobian_t)(const void *state, size_t i, const double *E, const double *r, double *out);
} lf_estimate_form;

/**
 * What a problem answers for its bilevel view, min_x (1/m) sum_i f_i(x, y_i*(x)) with y_i*(x) =
 * argmin g_i(x, y_i): component i of role upper is f_i, of role lower g_i. Answers are means over
 * the samples, which are of one component, at (x, y_i), x (d), y_i (d_i). Nothing allocates.
 */
typedef struct {
    /** gx (d) += df_i/dx, left alone unless info.direct; gy (d_i) += df_i/dy. Either may be NULL.
     */
    lf_status (*upper)(void *state, const lf_samples *samples, const double *x, const double *y,
                       double *gx, double *gy);
    /** gy (d_i) += dg_i/dy. */
    lf_status (*lower)(void *state, const lf_samples *samples, const double *x, const double *y,
                       double *gy);
    /** out (d_i) += Hyy v, v (d_i), Hyy (d_i x d_i) the second derivative of g_i in y. */
    lf_status (*hvp)(void *state, const lf_samples *samples, const double *x, const double *y,
                     const double *v, double *out);
    /** out (d) += Jxy q, q (d_i); row k of Jxy (d x d_i) is d(dg_i/dy)/dx_k. */
    lf_status (*jvp)(void *state, const lf_samples *samples, const double *x, const double *y,
                     const double *q, double *out);
    const lf_estimate_form *form; /**< NULL: estimates are dense matrices, made of hvp and jvp */
} lf_bilevel;

/** A quantity judged on the full data, outside the meter. */
typedef struct {
    const char *name; /**< "FV" */
    const char *doc;  /**< one line, with the formula */
    bool expensive;   /**< evaluated on the sparser grid */
    bool higher_is_better;
    /** *value <- the quantity at a point. May allocate. */
    lf_status (*measure)(const lf_problem *problem, const lf_point *at, double *value);
} lf_metric;

/** A problem: constant data, no globals. Its symbol is lf_problem_<file name>. */
typedef struct {
    unsigned abi;             /**< LF_ABI */
    const char *name;         /**< file name without .c; the registry key */
    const char *doc;          /**< one line: what is minimised */
    const char *source;       /**< authors, year, equation */
    unsigned views;           /**< bit 1u << lf_view for each view it offers */
    const lf_param *params;   /**< table ended by {0} */
    size_t params_size;       /**< bytes */
    size_t state_size;        /**< bytes; the caller allocates and zeroes it */
    const lf_metric *metrics; /**< ended by {0}; the first one is the headline */
    bool every; /**< evaluate answers for LF_EVERY, whose components have one stratum; if not, it
                     is asked about one component after the other */

    /** Build the problem and describe it. On failure, release is called all the same. */
    lf_status (*init)(void *state, const void *params, lf_problem_info *info);
    /** Give back what init took. */
    void (*release)(void *state);
    /**
     * The component map on these samples: g (p) <- g_i(w; B) if g is not NULL, and
     * grad (d) += Dg_i(w; B)^T y if y (p) and grad are not NULL. Allocates nothing. With LF_EVERY
     * the map is that of all components, their outputs one after the other. NULL: the bilevel view
     * is its only one.
     */
    lf_status (*evaluate)(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad);
    /** jv (p) <- Dg_i(w; B) v, v (d), of one component. Allocates nothing. NULL: no method that
     *  needs it can run on this problem. */
    lf_status (*jvp)(void *state, const lf_samples *samples, const double *w, const double *v,
                     double *jv);
    /**
     * Of min_v max_alpha E F(v, alpha; z), on samples of objective 0: grad_v (d) += dF/dv and
     * grad_alpha (domain_y.n) += dF/dalpha, both at (v, alpha). Allocates nothing. NULL: it shows
     * no saddle view. The objective's own map may be another loss of v, to begin with.
     */
    lf_status (*saddle)(void *state, const lf_samples *samples, const double *v,
                        const double *alpha, double *grad_v, double *grad_alpha);
    /**
     * alpha (domain_y.n) <- what the samples say argmax_alpha E F(v, alpha; z) is, from values.
     * LF_NOT_FOUND if they cannot tell, as where a class is missing: they are kept (in `memory`)
     * and count together with those of the next call. Allocates nothing.
     */
    lf_status (*respond)(void *state, const lf_samples *samples, const double *v, double *alpha);
    const lf_bilevel *bilevel; /**< NULL: it shows no bilevel view */
} lf_problem_class;

/** A problem that has been built. */
struct lf_problem {
    const lf_problem_class *is;
    void *state;
    lf_problem_info info;
};
