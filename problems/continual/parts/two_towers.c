/**
 * @file two_towers.c
 * @brief Workspaces, and rows of the table side by side.
 */
#include "problems/continual/parts/two_towers.h"

#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

static lf_status towers_vector(size_t n, double **x) {
    *x = calloc(n + 1, sizeof **x);
    return *x ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for two towers");
}

static lf_status towers_memory(lf_two_towers *t, size_t classes) {
    const size_t block = LF_TOWERS_BLOCK, k = t->k;
    const size_t scores = block * classes > t->texts ? block * classes : t->texts;
    LF_TRY(towers_vector(block * t->data->features, &t->x));
    LF_TRY(towers_vector(block * k, &t->d_image));
    LF_TRY(towers_vector(t->texts * k, &t->d_text));
    LF_TRY(towers_vector(t->texts * k, &t->d_spent));
    LF_TRY(towers_vector(t->text.dim, &t->w_text));
    LF_TRY(towers_vector(scores, &t->score));
    LF_TRY(towers_vector(block, &t->value));
    LF_TRY(towers_vector(block, &t->label));
    LF_TRY(towers_vector(k, &t->anchor));
    return towers_vector(t->texts, &t->count);
}

lf_status lf_two_towers_create(lf_two_towers *t, const lf_pairs *pairs, size_t k, size_t width,
                               double temp) {
    *t = (lf_two_towers){.data = pairs->task.data,
                         .caption = pairs->caption,
                         .texts = pairs->classes * LF_PAIRS_VARIANTS,
                         .k = k,
                         .temp = temp};
    t->image = lf_tower_shape(t->data->features, width, k);
    t->text = lf_tower_shape(LF_PAIRS_TEXT, width, k);
    t->dim = t->image.dim + t->text.dim;
    LF_TRY(lf_tower_pass_create(&t->image, LF_TOWERS_BLOCK, &t->image_pass));
    LF_TRY(lf_tower_pass_create(&t->text, t->texts, &t->text_pass));
    return towers_memory(t, pairs->classes);
}

void lf_two_towers_free(lf_two_towers *t) {
    double *all[] = {t->x,     t->d_image, t->d_text, t->d_spent, t->w_text,
                     t->score, t->value,   t->label,  t->anchor,  t->count};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    lf_tower_pass_free(&t->image_pass);
    lf_tower_pass_free(&t->text_pass);
    *t = (lf_two_towers){0};
}

const double *lf_two_towers_texts(lf_two_towers *t, const double *w) {
    const double *now = w + t->image.dim;
    if (t->known && memcmp(t->w_text, now, t->text.dim * sizeof *now) == 0) return t->text_pass.e;
    lf_vec_copy(t->text.dim, now, t->w_text);
    lf_tower_embed(&t->text, t->texts, t->caption, now, &t->text_pass);
    t->known = true;
    return t->text_pass.e;
}

const double *lf_two_towers_images(lf_two_towers *t, size_t n, const uint32_t *row,
                                   const double *w) {
    const size_t p = t->data->features;
    for (size_t i = 0; i < n; i++)
        memcpy(t->x + i * p, t->data->dense + row[i] * p, p * sizeof *t->x);
    lf_tower_embed(&t->image, n, t->x, w, &t->image_pass);
    return t->image_pass.e;
}

void lf_two_towers_back_images(lf_two_towers *t, size_t n, const double *w, double *grad) {
    lf_tower_back(&t->image, n, t->x, w, t->d_image, &t->image_pass, grad);
}

void lf_two_towers_back_texts(lf_two_towers *t, const double *w, double *grad) {
    const size_t first = t->image.dim;
    lf_vec_copy(t->texts * t->k, t->d_text, t->d_spent);
    lf_tower_back(&t->text, t->texts, t->caption, w + first, t->d_spent, &t->text_pass,
                  grad + first);
}
