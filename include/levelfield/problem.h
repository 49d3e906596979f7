/**
 * @file problem.h
 * @brief What a problem implements behind the oracle.
 *
 * A problem plugin fills in lf_problem_info (info.h) and implements lf_problem_class; it never
 * counts anything: the oracle does.
 */
#pragma once

#include <levelfield/certificate.h>
#include <levelfield/info.h>
#include <levelfield/local_optimum.h>
#include <levelfield/param.h>
#include <levelfield/status.h>

/** Changes whenever a public struct or signature does; a plugin built against another is refused.
 */
#define LF_ABI 15u

/** z, of one number: the outer function of a component that is minimised as it is. */
static const lf_outer lf_outer_identity = {LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_NONE, 0, 0};

/** The usual component: an ordinary mean of n samples, seen through one outer function, or through
 *  none if `outer` is NULL. */
static inline lf_component lf_component_mean(size_t outputs, size_t n, const lf_outer *outer) {
    const lf_component mean = {outputs, n, 1, {n}, outer != NULL, outer, {0}};
    return mean;
}

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
    bool sparse;      /**< w is there, and a gradient wanted, at the samples' support alone */
    bool same_point;  /**< as in the call just before: same samples, same w */
    uint64_t draw; /**< which draw of the component's stream, from 0; LF_DRAW_FULL: all samples */
    uint64_t key;  /**< a random number of this draw's own, the same at every question about it,
                      for every method that draws it and whatever n: what a problem does at
                      random with the samples follows from it and their places */
} lf_samples;

typedef struct lf_problem lf_problem;

/** Entries of w, each once, in the order in which they came. */
typedef struct {
    size_t n;
    uint32_t *at;   /**< n numbers of entries; room for d + 1 */
    uint64_t *seen; /**< a bit for each of the d entries */
} lf_support;

/** Entry j is one of them. */
static inline void lf_support_add(lf_support *support, size_t j) {
    uint64_t *word = &support->seen[j / 64];
    const uint64_t bit = (uint64_t)1 << j % 64;
    support->at[support->n] = (uint32_t)j; /* no processor could foresee a branch */
    support->n += !(*word & bit);
    *word |= bit;
}

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
    /** gx (d) += dg_i/dx. NULL: no method that needs it can run on this problem. */
    lf_status (*lower_x)(void *state, const lf_samples *samples, const double *x, const double *y,
                         double *gx);
    const lf_estimate_form *form; /**< NULL: estimates are dense matrices, made of hvp and jvp */
} lf_bilevel;

/** A quantity judged on the full data, outside the meter. */
typedef struct {
    const char *name; /**< "FV": letters, digits, '_', '.' and '-'; no cost, no column of exports */
    const char *doc;  /**< one line: what figures call it, up to a colon or comma; the formula */
    bool expensive;   /**< evaluated on the sparser grid */
    bool higher_is_better;
    /** *value <- the quantity at a point. May allocate. */
    lf_status (*measure)(const lf_problem *problem, const lf_point *at, double *value);
} lf_metric;

/** The one called NAME, which WORD_NAME() measures: its doc, then other fields. */
#define LF_METRIC(WORD, NAME, ...)                                                                 \
    { .name = #NAME, .measure = WORD##_##NAME, .doc = __VA_ARGS__ }

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
    /** Add the entries of w that answers of evaluate, saddle and respond about these samples depend
     *  on, and that their gradients change: samples with ids or none, of a problem with
     * info.sparse. NULL: not known. */
    void (*support)(const void *state, const lf_samples *samples, lf_support *support);
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
    /**
     * *c <- certificate k = 0, 1, ... of what no allowed w is below, on the full data; free(c->v).
     * LF_NOT_FOUND: there is no such one, as built. NULL: there is none.
     */
    lf_status (*certify)(const lf_problem *problem, size_t k, lf_certificate *c);
    /** *c <- the certificate of the lower levels at x (dim); free(c->v). LF_NOT_FOUND and NULL as
     *  above. */
    lf_status (*certify_lower)(const lf_problem *problem, const double *x, lf_lower_certificate *c);
    /** found (starts->given + starts->own) <- the local optimum that each start leads to, by
     *  descents on the full data; found[i].x (dim) is there already. The first two metrics are then
     *  the F and the violation of these. NULL: no search is known. */
    lf_status (*optima)(const lf_problem *problem, const lf_starts *starts,
                        lf_local_optimum *found);
} lf_problem_class;

/** The problem of a file NAME.c that calls its things by a word of its own, WORD_params,
 * WORD_state, WORD_table, WORD_init and WORD_release. What follows are its other fields. */
#define LF_PROBLEM(NAME, WORD, ...)                                                                \
    const lf_problem_class lf_problem_##NAME = {.abi = LF_ABI,                                     \
                                                .name = #NAME,                                     \
                                                .params = WORD##_table,                            \
                                                .params_size = sizeof(WORD##_params),              \
                                                .state_size = sizeof(WORD##_state),                \
                                                .init = WORD##_init,                               \
                                                .release = WORD##_release,                         \
                                                __VA_ARGS__}

/** A problem that has been built. */
struct lf_problem {
    const lf_problem_class *is;
    void *state;
    lf_problem_info info;
};
