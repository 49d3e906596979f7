/**
 * @file model.h
 * @brief Scores s = h(w; a) of data rows, and the way back from scores to parameters.
 *
 * Problems write their losses on scores; a model turns parameters w (dim) into scores (`outputs` a
 * row) and slopes on scores into slopes on w. A caller hands over rows in blocks of a fixed size
 * (scored.h), or all at once to a model that `passes`, and a model goes through them in the order
 * given, so results depend on inputs alone.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/problem.h>

#include "datasets/table/dataset.h"

/** A draw of samples, for models whose scores depend on all of its rows. */
typedef struct {
    size_t n;        /**< rows in it */
    uint64_t number; /**< which one: 0, 1, ... */
    uint64_t key;    /**< a random number of its own */
} lf_draw;

/** Some rows of a table, in the order in which they are to be summed. A row may come twice. */
typedef struct {
    size_t n;
    const uint32_t *row; /**< n row numbers; NULL: first, first + 1, ... */
    size_t first;
    const lf_draw *draw; /**< they come from this draw, to train on; NULL: each stands alone */
    bool fresh;          /**< in backward: the model has just scored these rows at this point */
} lf_rows;

typedef struct lf_model lf_model;

/** A kind of model: constant data. */
typedef struct {
    const char *name;
    /** s (n x outputs, row-major) <- h(w; a_i) for each row. */
    lf_status (*scores)(const lf_model *model, const lf_rows *rows, const double *w, double *s);
    /** s and s_too (n) <- the scores at two points, with the bits that they have one by one. NULL:
     *  one by one is as quick. */
    lf_status (*scores_both)(const lf_model *model, const lf_rows *rows, const double *w,
                             const double *w_too, double *s, double *s_too);
    /** grad (dim) += sum_i Dh(w; a_i)^T ds_i, ds (n x outputs). A row with ds_i = 0 may be left
     *  out. A model that needs the activations of the forward pass makes it again. */
    lf_status (*backward)(const lf_model *model, const lf_rows *rows, const double *w,
                          const double *ds, double *grad);
    /** js (n x outputs) <- Dh(w; a_i) v for each row, v (dim): one pass in forward mode. NULL:
     *  the model cannot tell, or is linear, and js are the scores at v. */
    lf_status (*jvp)(const lf_model *model, const lf_rows *rows, const double *w, const double *v,
                     double *js);
    /** Add the parameters that scores of these rows depend on. NULL: all. */
    void (*support)(const lf_model *model, const lf_rows *rows, lf_support *support);
    /** Give back `state`. */
    void (*release)(lf_model *model);
    bool linear;         /**< scores are linear in w */
    bool intercept;      /**< one score, linear in w: the last parameter is added to it */
    bool through_origin; /**< scores at w = 0 are 0, whatever the row */
    /** Scores of a draw depend on all of its rows, and those of a row on what the model remembers:
     *  they are never kept. backward is only of the draw that was scored last. */
    bool draws;
    bool holds; /**< the last blocks with their points: asked about one again, scores are cheap */
} lf_model_class;

/** A model of one data set. */
struct lf_model {
    const lf_model_class *is;
    const lf_data *data; /**< outlives the model */
    size_t dim;          /**< parameters */
    size_t outputs;      /**< scores a row */
    bool passes;         /**< all rows of a pass at once are quicker than block after block */
    void *state;         /**< workspaces of the class; NULL if it needs none */
};

/** h(w; a) = a . w, no intercept: dim = features, one output. LF_BAD_INPUT, and a zero
 *  model, if the data set holds images; after LF_NO_MEMORY release is fine. */
lf_status lf_linear_create(const lf_data *data, lf_model *model);

/** h((w, b); a) = a . w + b: the same with one parameter more, the last. */
lf_status lf_affine_create(const lf_data *data, lf_model *model);

/** h(w; a) = W a, no intercept, for a softmax over `classes` scores: w holds W (classes x features)
 *  row after row. After a failure, release is fine. */
lf_status lf_softmax_linear_create(const lf_data *data, size_t classes, lf_model *model);

/** Do scores of a few rows depend on a few of many parameters? */
bool lf_model_sparse(const lf_model *model);

/** Add the parameters that scores of rows row[id[0]] .. row[id[n - 1]] depend on, of a model that
 * is sparse. All in one list: the first look at a row waits for memory, unless it was foreseen. */
void lf_model_support(const lf_model *model, const uint32_t *row, size_t n, const uint32_t *id,
                      lf_support *support);

/** Are the scores linear in w? A convex loss on them is then convex in w. */
bool lf_model_linear(const lf_model *model);

/** Are all scores 0, as at the origin, where runs of linear models start? Then no row has to be
 *  read, which of a large table takes longest of all that comes before the first step. */
bool lf_model_scores_zero(const lf_model *model, const double *w);

/** js (n x outputs) <- Dh(w; a_i) v. LF_UNSUPPORTED if the model cannot tell. */
lf_status lf_model_jvp(const lf_model *model, const lf_rows *rows, const double *w, const double *v,
                       double *js);

/** Give back what a model holds; fine for one that is zero. */
void lf_model_release(lf_model *model);
