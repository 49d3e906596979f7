/**
 * @file two_classes.c
 * @brief Signs from labels, then a part for each row, then the table of the rows that are left.
 */
#include "problems/auc/parts/two_classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/made/draws.h"
#include "problems/auc/parts/two_classes_table.h"

/* Streams of permutations; a split of the data has the first. */
enum { CLASSES_PARTITION = 1, CLASSES_NEGATIVE, CLASSES_POSITIVE };

/* What becomes of a row: an lf_class_part, or this. */
enum { CLASSES_DROPPED = LF_CLASS_PARTS };

/* ---- signs ---- */

/* *count <- classes 0 .. count - 1; labels -1 and +1 are two of them. */
static lf_status classes_count(const lf_data *data, size_t *count) {
    enum { MOST = 65536 };
    *count = 2;
    for (size_t i = 0; i < data->rows; i++) {
        const double label = data->label[i];
        if (label == -1) continue;
        if (!(label >= 0 && label < MOST && label == floor(label)))
            return lf_fail(
                LF_BAD_INPUT,
                "data set %s has the label %g in row %zu; expected -1 and +1, or classes "
                "0, 1, 2, ...",
                data->name, label, i + 1);
        if (label >= (double)*count) *count = (size_t)label + 1;
    }
    return LF_OK;
}

/* Are the labels signs as they are? */
static bool classes_signed(const lf_data *data) {
    size_t others = 0;
    for (size_t i = 0; i < data->rows; i++)
        others += (data->label[i] != 1) & (data->label[i] != -1);
    return others == 0;
}

/* c->sign (rows of the data) <- -1 or +1: the later half of the classes, or a random half. */
static lf_status classes_sign(const lf_data *data, const lf_two_classes_params *params,
                              lf_two_classes *c) {
    size_t count;
    if (!params->positive && classes_signed(data)) {
        c->sign = data->label;
        return LF_OK;
    }
    c->own_signs = malloc((data->rows + 1) * sizeof *c->own_signs);
    if (!c->own_signs) return lf_fail(LF_NO_MEMORY, "no memory for %zu signs", data->rows);
    c->sign = c->own_signs;
    LF_TRY(classes_count(data, &count));
    uint32_t *rank = malloc(2 * count * sizeof *rank);
    if (!rank) return lf_fail(LF_NO_MEMORY, "no memory for %zu classes", count);
    uint32_t *order = rank + count;
    for (size_t k = 0; k < count; k++)
        order[k] = (uint32_t)k;
    if (params->positive)
        lf_shuffle(params->partition_seed, CLASSES_PARTITION, count, count, order);
    for (size_t k = 0; k < count; k++)
        rank[order[k]] = (uint32_t)k;
    for (size_t i = 0; i < data->rows; i++) {
        const size_t of = data->label[i] > 0 ? (size_t)data->label[i] : 0;
        c->own_signs[i] = rank[of] < count / 2 ? -1 : 1;
    }
    free(rank);
    return LF_OK;
}

/* ---- parts ---- */

/* Rows of each class among those that train, in random order, and how many of them stay. */
typedef struct {
    size_t n[2], stay[2];
    uint32_t *order[2];
    double share; /* held out */
    bool before;  /* before any are dropped */
    bool outline; /* only numbers of rows are asked for */
} classes_thinning;

/* Rounded down, as a conversion does. */
static size_t classes_held(size_t n, double share) {
    return (size_t)((double)n * share + 1e-9);
}

/* How many negative rows stay, of `n` beside `positives`. */
static size_t classes_stay(const lf_two_classes_params *p, size_t n, size_t positives) {
    static const double factor[] = {1, 1, 0.4, 0.2, 0.1, 0.05};
    const double base = p->ratio && positives < n ? (double)positives : (double)n;
    return (size_t)floor(base * (p->ratio ? factor[p->ratio] : p->keep) + 1e-9);
}

/* How much of the order matters: nothing where all rows stay and train, which of 1e7 rows saves a
 * second, or where only their number is asked for; the rows that stay, where those beyond are
 * dropped whatever they are. */
static size_t classes_settled(const classes_thinning *t, int side) {
    const size_t n = t->n[side], stay = t->stay[side];
    if ((t->share == 0 && stay == n) || t->outline) return 0;
    return t->before ? n : stay;
}

/* part[row] of the training rows of one class that do not train, as the others are marked to do
 * already: the held-out ones are evenly spaced in the order. */
static void classes_mark(const classes_thinning *t, int side, uint8_t *part) {
    size_t taken = 0, before = 0;
    for (size_t k = 0; k < t->n[side]; k++) {
        const size_t due = classes_held(k + 1, t->share);
        const bool held = due > before;
        before = due;
        const bool stays = t->before ? taken < t->stay[side] : k < t->stay[side];
        const bool judged = held && (t->before || stays);
        taken += stays && !judged;
        if (judged || !stays)
            part[t->order[side][k]] = judged ? LF_PART_VALIDATION : CLASSES_DROPPED;
    }
}

/* Signs of the data's rows, and what becomes of each. */
static lf_status classes_thin(const lf_task *task, const lf_two_classes_params *p,
                              const double *sign, uint8_t *part) {
    classes_thinning t = {.share = p->validation, .before = task->data->pixel != NULL};
    /* Of several classes behind a sign each may be asked for its rows. */
    t.outline = task->outline && sign == task->data->label;
    uint32_t *order = malloc((task->n_train + 1) * sizeof *order);
    if (!order) return lf_fail(LF_NO_MEMORY, "no memory to thin %zu rows", task->n_train);
    for (int side = 0; side < 2; side++) {
        t.order[side] = side ? order + t.n[0] : order;
        for (size_t i = 0; i < task->n_train; i++) {
            t.order[side][t.n[side]] = task->train[i]; /* no processor could foresee a branch */
            t.n[side] += (sign[task->train[i]] > 0) == side;
        }
        t.stay[side] = t.n[side] - (t.before ? classes_held(t.n[side], t.share) : 0);
    }
    t.stay[0] = classes_stay(p, t.stay[0], t.stay[1]);
    for (int side = 0; side < 2; side++) {
        lf_shuffle(p->thin_seed, CLASSES_NEGATIVE + (uint64_t)side, t.n[side],
                   classes_settled(&t, side), t.order[side]);
        classes_mark(&t, side, part);
    }
    free(order);
    return LF_OK;
}

/* c->part <- the rows of each part, in increasing order; behind them are those dropped. */
static lf_status classes_collect(lf_two_classes *c, const uint8_t *part) {
    static const char *const name[] = {"train", "validation", "test"};
    const size_t rows = c->task.data->rows;
    size_t n[LF_CLASS_PARTS] = {0}, at[LF_CLASS_PARTS + 1] = {0};
    c->own_rows = malloc((rows + 1) * sizeof *c->own_rows);
    if (!c->own_rows) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", rows);
    for (size_t k = 0; k < LF_CLASS_PARTS; k++) {
        for (size_t i = 0; i < rows; i++)
            n[k] += part[i] == k;
        c->row[k] = c->own_rows + at[k];
        c->part[k] = (lf_part){.name = name[k], .row = c->row[k], .n = n[k]};
        c->n[k] = n[k];
        at[k + 1] = at[k] + n[k];
    }
    for (size_t i = 0; i < rows; i++)
        c->own_rows[at[part[i]]++] = (uint32_t)i;
    return LF_OK;
}

static lf_status classes_divide(lf_two_classes *c, const lf_two_classes_params *params) {
    LF_TRY(lf_task_divide(&c->task, &params->task));
    const lf_data *data = c->task.data;
    LF_TRY(classes_sign(data, params, c));
    uint8_t *part = malloc(data->rows + 1);
    if (!part) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", data->rows);
    memset(part, LF_PART_TRAIN, data->rows);
    for (size_t i = 0; i < c->task.n_rest; i++)
        part[c->task.rest[i]] = LF_PART_TEST;
    lf_status status = classes_thin(&c->task, params, c->sign, part);
    if (status == LF_OK) status = classes_collect(c, part);
    free(part);
    return status;
}

const char *lf_two_classes_mend(lf_class_part part) {
    static const char *const mend[] = {"keep more, hold out less, or set split=random",
                                       "hold out more, or nothing",
                                       "set split=random, or another split_seed"};
    return mend[part];
}

/* Every part has rows, of both signs unless there are several classes; nothing need be held out. */
static lf_status classes_check(lf_two_classes *c, const lf_two_classes_params *params) {
    for (size_t k = 0; k < LF_CLASS_PARTS; k++) {
        size_t positives = 0;
        for (size_t i = 0; i < c->n[k]; i++)
            positives += c->sign[c->row[k][i]] > 0;
        if (k == LF_PART_TRAIN) c->positives = positives;
        if (k == LF_PART_VALIDATION && params->validation == 0) continue;
        if (params->several ? c->n[k] > 0 : positives > 0 && positives < c->n[k]) continue;
        return lf_fail(LF_BAD_INPUT,
                       "data set %s: %zu of the %zu %s rows are positive, both classes need "
                       "some; %s",
                       c->task.data->name, positives, c->n[k], c->part[k].name,
                       lf_two_classes_mend((lf_class_part)k));
    }
    return LF_OK;
}

lf_status lf_two_classes_open(lf_two_classes *classes, const lf_two_classes_params *params,
                              lf_class_rows rows) {
    *classes = (lf_two_classes){0};
    if (params->ratio && params->keep < 1)
        return lf_fail(LF_BAD_ARGUMENT,
                       "ratio and keep=%g both say how many negative rows stay; set one of them",
                       params->keep);
    LF_TRY(classes_divide(classes, params));
    classes->table = classes->task.data;
    if (classes->table->pixel && rows != LF_ROWS_PIXELS)
        LF_TRY(lf_two_classes_images(classes, params->pool));
    if (rows == LF_ROWS_UNIT && !classes->task.outline) LF_TRY(lf_two_classes_unit(classes));
    return classes_check(classes, params);
}

void lf_two_classes_close(lf_two_classes *classes) {
    free(classes->own_values);
    free(classes->own_scales);
    free(classes->own_signs);
    free(classes->own_rows);
    free(classes->own_table_rows);
    lf_task_close(&classes->task);
    *classes = (lf_two_classes){0};
}

void lf_two_classes_describe(lf_two_classes *classes, lf_problem_info *info) {
    const lf_data *table = classes->table;
    info->n = classes->n[LF_PART_TRAIN];
    info->features = table->features;
    info->feature = table->feature;
    info->data_name = table->name;
    info->data_sha256 = table->sha256;
    info->parts = 0;
    info->part = classes->listed;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++)
        if (classes->n[k] > 0) classes->listed[info->parts++] = classes->part[k];
}
