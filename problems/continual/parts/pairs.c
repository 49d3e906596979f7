/**
 * @file pairs.c
 * @brief Looks the classes up, makes the captions, deals them out.
 */
#include "problems/continual/parts/pairs.h"

#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"

static const double pairs_noise = 0.1;

/* *code <- the category whose name is the first `size` letters of a text. */
static lf_status pairs_class(const lf_pairs *p, const char *what, const char *name, size_t size,
                             size_t *code) {
    for (size_t c = 0; c < p->class->categories; c++) {
        *code = c;
        if (strncmp(p->class->category[c], name, size) == 0 && !p->class->category[c][size])
            return LF_OK;
    }
    return lf_fail(LF_NOT_FOUND, "%s: %s of %s has no category \"%.*s\"; the first one is \"%s\"",
                   what, p->class->name, p->task.data->name, (int)size, name,
                   p->class->category[0]);
}

static lf_status pairs_attribute(lf_pairs *p, const char *classes) {
    const lf_data *data = p->task.data;
    if (strcmp(classes, "auto") != 0) return lf_data_attribute(data, classes, &p->class);
    for (size_t a = 0; a < data->attributes && !p->class; a++)
        if (strcmp(data->attribute[a].name, "class") == 0) p->class = &data->attribute[a];
    if (!p->class && data->attributes > 0) p->class = &data->attribute[0];
    if (p->class) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "data set %s has no attribute that could be a class; try mnist50",
                   data->name);
}

static lf_status pairs_classes(lf_pairs *p, const char *classes) {
    LF_TRY(pairs_attribute(p, classes));
    p->classes = p->class->categories;
    if (p->classes <= LF_PAIRS_CLASSES) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "classes: %s of %s has %zu categories, at most %d are supported; name another "
                   "attribute",
                   p->class->name, p->task.data->name, p->classes, LF_PAIRS_CLASSES);
}

/* kept <- the classes of "0+2+3" */
static lf_status pairs_kept(lf_pairs *p, const char *list) {
    for (size_t size = 0;; list += size + 1) {
        size = strcspn(list, "+");
        if (p->m == LF_PAIRS_PROTECTED)
            return lf_fail(LF_BAD_ARGUMENT, "protected: more than %d classes", LF_PAIRS_PROTECTED);
        LF_TRY(pairs_class(p, "protected", list, size, &p->kept[p->m]));
        for (size_t k = 0; k < p->m; k++)
            if (p->kept[k] == p->kept[p->m])
                return lf_fail(LF_BAD_INPUT, "protected: class %.*s is there twice", (int)size,
                               list);
        if (p->kept[p->m++] == p->target)
            return lf_fail(LF_BAD_INPUT, "protected: class %.*s is the target, which changes",
                           (int)size, list);
        if (!list[size]) return LF_OK;
    }
}

static lf_status pairs_memory(lf_pairs *p, size_t per_class) {
    const size_t n = p->task.n_train;
    bool whole = true;
    p->caption = malloc((p->classes + 1) * LF_PAIRS_VARIANTS * LF_PAIRS_TEXT * sizeof(double));
    p->text = malloc((n + 1) * sizeof *p->text);
    p->target_at = malloc((n + 1) * sizeof *p->target_at);
    p->other_at = malloc((n + 1) * sizeof *p->other_at);
    for (size_t k = 0; k < p->m; k++) {
        const size_t most = per_class < n ? per_class : n;
        p->kept_row[k] = malloc((most + 1) * sizeof **p->kept_row);
        whole = whole && p->kept_row[k];
    }
    if (whole && p->caption && p->text && p->target_at && p->other_at) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for the captions of %zu rows", n);
}

/* caption <- e_c + 0.1 N(0, I), e_c uniform on the sphere */
static void pairs_captions(lf_pairs *p, uint64_t seed) {
    double *t = p->caption, e[LF_PAIRS_TEXT];
    for (size_t c = 0; c < p->classes; c++) {
        lf_normal_fill(seed, c, 0, LF_PAIRS_TEXT, e);
        lf_vec_scale(LF_PAIRS_TEXT, 1 / lf_vec_norm(LF_PAIRS_TEXT, e), e);
        for (size_t v = 0; v < LF_PAIRS_VARIANTS; v++, t += LF_PAIRS_TEXT) {
            lf_normal_fill(seed, c, v + 1, LF_PAIRS_TEXT, t);
            lf_vec_axpby(LF_PAIRS_TEXT, 1, e, pairs_noise, t);
        }
    }
}

/* Positions by the part they play; the captions of a class in turn. */
static void pairs_deal(lf_pairs *p, size_t per_class) {
    size_t seen[LF_PAIRS_CLASSES] = {0};
    for (size_t i = 0; i < p->task.n_train; i++) {
        const uint32_t row = p->task.train[i];
        const size_t c = p->class->code[row];
        p->text[i] = (uint32_t)(c * LF_PAIRS_VARIANTS + seen[c]++ % LF_PAIRS_VARIANTS);
        if (c - p->target < p->targets)
            p->target_at[p->n_target++] = (uint32_t)i;
        else
            p->other_at[p->n_other++] = (uint32_t)i;
        for (size_t k = 0; k < p->m; k++)
            if (c == p->kept[k] && p->n_kept[k] < per_class) p->kept_row[k][p->n_kept[k]++] = row;
    }
}

static lf_status pairs_check(const lf_pairs *p, const char *target) {
    if (p->n_target == 0)
        return lf_fail(LF_BAD_INPUT, "target: class %s of %s has no training row", target,
                       p->task.data->name);
    for (size_t k = 0; k < p->m; k++)
        if (p->n_kept[k] == 0)
            return lf_fail(LF_BAD_INPUT, "protected: class %s of %s has no training row",
                           p->class->category[p->kept[k]], p->task.data->name);
    return LF_OK;
}

lf_status lf_pairs_open(lf_pairs *p, const lf_pairs_params *params) {
    *p = (lf_pairs){0};
    LF_TRY(lf_task_divide(&p->task, &params->task));
    if (!p->task.data->dense)
        return lf_fail(LF_BAD_INPUT,
                       "data set %s is no dense table of embeddings of images; try mnist50",
                       params->task.data);
    LF_TRY(pairs_classes(p, params->classes));
    p->targets = params->target ? 1 : p->classes;
    if (params->target) {
        LF_TRY(pairs_class(p, "target", params->target, strlen(params->target), &p->target));
        LF_TRY(pairs_kept(p, params->protected));
    }
    LF_TRY(pairs_memory(p, params->per_class));
    pairs_captions(p, params->prompt_seed);
    pairs_deal(p, params->per_class);
    return pairs_check(p, params->target);
}

void lf_pairs_close(lf_pairs *p) {
    lf_task_close(&p->task);
    free(p->caption);
    free(p->text);
    free(p->target_at);
    free(p->other_at);
    for (size_t k = 0; k < p->m; k++)
        free(p->kept_row[k]);
    *p = (lf_pairs){0};
}
