/* Blocks of rows: scores, what the loss makes of them, and the way back. */
#include "problems/bilevel/parts/class_rows.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/losses.h"
#include "problems/common/pixels.h"

/* x (n x *features) <- the rows as they are, with room for a constant behind each. */
static lf_status class_copy_rows(const lf_data *data, const lf_class_copy *copy, size_t wide,
                                 double *x) {
    const lf_rows rows = {.n = copy->n, .row = copy->row};
    double *plain = NULL;
    size_t features = data->features;
    if (data->pixel) LF_TRY(lf_pixels_plain(data, 1, copy->n, copy->row, &plain, &features));
    for (size_t i = 0; i < copy->n; i++, x += wide) {
        if (plain)
            lf_vec_copy(features, plain + i * features, x);
        else
            lf_linear_copy(data, &rows, i, 1, x);
        if (wide > features) x[features] = 1;
    }
    free(plain);
    return LF_OK;
}

/* Mean 0 and deviation 1 of each of the first `features` columns over the first n_train rows; one
 * that is constant there is 0 in every row. */
static lf_status class_standardise(const lf_class_copy *copy, size_t features, size_t wide,
                                   double *x) {
    const double share = 1 / (double)copy->n_train;
    double *mean = calloc(2 * features, sizeof *mean);
    if (!mean) return lf_fail(LF_NO_MEMORY, "no memory for %zu features", features);
    double *square = mean + features;
    for (size_t i = 0; i < copy->n_train; i++)
        lf_vec_axpy(features, share, x + i * wide, mean);
    for (size_t i = 0; i < copy->n; i++)
        for (size_t k = 0; k < features; k++) {
            const double off = x[i * wide + k] -= mean[k];
            if (i < copy->n_train) square[k] += share * off * off;
        }
    for (size_t i = 0; i < copy->n; i++) /* what rounding leaves of a constant is no deviation */
        for (size_t k = 0; k < features; k++)
            if (square[k] > 1e-24 * mean[k] * mean[k])
                x[i * wide + k] /= sqrt(square[k]);
            else
                x[i * wide + k] = 0;
    free(mean);
    return LF_OK;
}

/* The labels, and how many classes they are of. */
static lf_status class_label(const lf_data *data, const lf_class_copy *copy, double *label,
                             size_t *classes) {
    *classes = 2;
    for (size_t i = 0; i < copy->n; i++) {
        const double y = data->label[copy->row[i]];
        label[i] = copy->one_score ? y : fmax(y, 0); /* two classes are -1 and +1 */
        if (copy->one_score && y != 1 && y != -1)
            return lf_fail(LF_BAD_INPUT,
                           "data set %s has the label %g; one score tells two classes apart, -1 "
                           "and +1: set classes=all",
                           data->name, y);
        if (label[i] >= (double)*classes) *classes = (size_t)label[i] + 1;
    }
    if (copy->one_score) *classes = 1;
    return LF_OK;
}

lf_status lf_class_rows_take(lf_class_table *rows, const lf_data *data, const lf_class_copy *copy) {
    const size_t wide = data->features + copy->intercept;
    size_t numbers = 0, bytes = 0, classes = 0;
    const bool fits = !__builtin_mul_overflow(copy->n, wide, &numbers) &&
                      !__builtin_mul_overflow(numbers, sizeof(double), &bytes);
    *rows = (lf_class_table){.label = calloc(copy->n, sizeof(double))};
    rows->x = fits ? malloc(bytes) : NULL;
    if (!rows->x || !rows->label)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu rows of %zu features", copy->n, wide);
    LF_TRY(class_label(data, copy, rows->label, &classes));
    LF_TRY(class_copy_rows(data, copy, wide, rows->x));
    if (copy->standardise) LF_TRY(class_standardise(copy, data->features, wide, rows->x));
    rows->table = (lf_data){.name = data->name,
                            .rows = copy->n,
                            .features = wide,
                            .dense = rows->x,
                            .label = rows->label};
    LF_TRY(lf_softmax_linear_create(&rows->table, classes, &rows->model));
    rows->value = malloc(LF_BLOCK * (1 + 2 * classes) * sizeof *rows->value);
    if (!rows->value) return lf_fail(LF_NO_MEMORY, "no memory for %zu classes", classes);
    rows->slope = rows->value + LF_BLOCK;
    rows->along = rows->slope + LF_BLOCK * classes;
    return LF_OK;
}

void lf_class_rows_free(lf_class_table *rows) {
    lf_model_release(&rows->model);
    free(rows->x);
    free(rows->label);
    free(rows->value);
}

/* Some samples of a walk: which rows of the table they are. */
typedef struct {
    size_t next, n, all; /* samples before it; in it; altogether */
    uint32_t row[LF_BLOCK];
} class_block;

static bool class_next(const lf_class_level *g, const lf_samples *samples, class_block *b) {
    b->next += b->n;
    b->all = samples ? samples->n : g->n;
    b->n = b->all - b->next < LF_BLOCK ? b->all - b->next : LF_BLOCK;
    for (size_t i = 0; i < b->n; i++) {
        const size_t k = b->next + i;
        b->row[i] = (uint32_t)(g->first + (samples && samples->id ? samples->id[k] : k));
    }
    return b->n > 0;
}

/* value <- l of each row of the block, slope <- dl/ds. */
static lf_status class_look(const lf_class_table *rows, const class_block *b, const double *W) {
    const size_t c = rows->model.outputs;
    double label[LF_BLOCK], margin[LF_BLOCK];
    LF_TRY(
        rows->model.is->scores(&rows->model, &(lf_rows){.n = b->n, .row = b->row}, W, rows->slope));
    for (size_t i = 0; i < b->n; i++)
        label[i] = rows->label[b->row[i]];
    if (c > 1) {
        lf_softmax_loss(b->n, c, rows->slope, label, rows->value, rows->slope);
        return LF_OK;
    }
    for (size_t i = 0; i < b->n; i++)
        margin[i] = label[i] * rows->slope[i];
    lf_loss_both(LF_LOSS_LOGISTIC, b->n, margin, rows->value, rows->slope);
    for (size_t i = 0; i < b->n; i++)
        rows->slope[i] *= label[i];
    return LF_OK;
}

/* u (c) <- d2l/ds2 u, from dl/ds = s - e_y: s o u - s (s'u), or s (1 - s) u of one score. */
static void class_curve(size_t c, const double *slope, double label, double *u) {
    double mean = 0;
    if (c == 1) {
        *u *= fabs(*slope) * (1 - fabs(*slope));
        return;
    }
    for (size_t k = 0; k < c; k++)
        mean += (slope[k] + ((double)k == label)) * u[k];
    for (size_t k = 0; k < c; k++)
        u[k] = (slope[k] + ((double)k == label)) * (u[k] - mean);
}

lf_status lf_class_answer(const lf_class_table *rows, const lf_class_level *g,
                          const lf_samples *samples, const double *W, const double *v,
                          double *out) {
    const lf_model *model = &rows->model;
    const size_t c = model->outputs;
    double *ds = v ? rows->along : rows->slope;
    for (class_block b = {0}; class_next(g, samples, &b);) {
        const lf_rows list = {.n = b.n, .row = b.row};
        LF_TRY(class_look(rows, &b, W));
        if (v) LF_TRY(model->is->scores(model, &list, v, ds));
        for (size_t i = 0; i < b.n; i++) {
            const size_t row = b.row[i];
            const double psi = g->p ? -lf_logistic_derivatives(-g->p[row - g->first]).slope : 1;
            if (v) class_curve(c, rows->slope + i * c, rows->label[row], ds + i * c);
            lf_vec_scale(c, psi / (double)b.all, ds + i * c);
        }
        LF_TRY(model->is->backward(model, &list, W, ds, out));
    }
    for (size_t k = 0; g->ridge && k < model->dim; k++)
        out[k] += g->ridge[k] * (v ? v[k] : W[k]);
    return LF_OK;
}

lf_status lf_class_each(const lf_class_table *rows, const lf_class_level *g,
                        const lf_samples *samples, const double *W, const double *q, double *each) {
    const lf_model *model = &rows->model;
    const size_t c = model->outputs;
    for (class_block b = {0}; class_next(g, samples, &b);) {
        LF_TRY(class_look(rows, &b, W));
        if (q) LF_TRY(model->is->scores(model, &(lf_rows){.n = b.n, .row = b.row}, q, rows->along));
        for (size_t i = 0; i < b.n; i++)
            each[b.next + i] =
                q ? lf_vec_dot(c, rows->slope + i * c, rows->along + i * c) : rows->value[i];
    }
    return LF_OK;
}

/* Has another class than the row's the highest score? With dl/ds = s - e_y its own share is less
 * than another's then; one score has the wrong sign where |dl/ds| is above a half. */
static bool class_errs(size_t c, const double *slope, double label) {
    if (c == 1) return fabs(*slope) > 0.5;
    const double own = slope[(size_t)label] + 1;
    for (size_t k = 0; k < c; k++)
        if ((double)k != label && slope[k] > own) return true;
    return false;
}

lf_status lf_class_judge(const lf_class_table *rows, const lf_class_level *g, const double *W,
                         double *loss, double *error) {
    const size_t c = rows->model.outputs;
    size_t wrong = 0;
    double sum = 0;
    for (class_block b = {0}; class_next(g, NULL, &b);) {
        LF_TRY(class_look(rows, &b, W));
        sum += lf_block_sum(b.n, rows->value);
        for (size_t i = 0; i < b.n; i++)
            wrong += class_errs(c, rows->slope + i * c, rows->label[b.row[i]]);
    }
    *loss = sum / (double)g->n;
    *error = (double)wrong / (double)g->n;
    return LF_OK;
}
