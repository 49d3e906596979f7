/**
 * @file scored.c
 * @brief The walk: rows of a block, their scores (kept or made), and the way back.
 */
#include "problems/pieces/scored.h"

#include <stdlib.h>
#include <string.h>

lf_status lf_scored_init(lf_scored *scored, const lf_model *model, const uint32_t *row,
                         size_t samples) {
    *scored = (lf_scored){.model = model, .samples = samples, .row = row};
    scored->score = malloc((samples ? samples : 1) * sizeof *scored->score);
    scored->w = malloc((model->dim ? model->dim : 1) * sizeof *scored->w);
    if (!scored->score || !scored->w)
        return lf_fail(LF_NO_MEMORY, "no memory for the scores of %zu samples", samples);
    return LF_OK;
}

void lf_scored_release(lf_scored *scored) {
    free(scored->score);
    free(scored->w);
    *scored = (lf_scored){0};
}

/*
 * Are the kept scores those of this call? Only the caller can know that sampled ids are the same
 * ones (same_point), but an evaluation of the full data may have come in between; the point is
 * compared bit by bit, which is cheap beside a pass.
 */
static bool scored_known(const lf_scored *scored, const lf_samples *samples, const double *w) {
    const bool full = !samples->id;
    return scored->held > 0 && scored->held == samples->n && scored->held_full == full &&
           (full || samples->same_point) &&
           memcmp(scored->w, w, scored->model->dim * sizeof *w) == 0;
}

void lf_walk_begin(lf_walk *walk, lf_scored *scored, const lf_samples *samples, const double *w) {
    walk->n = walk->position = walk->stratum = 0;
    walk->w = w;
    walk->of = scored;
    walk->samples = samples;
    walk->left = samples->n ? samples->per_stratum[0] : 0;
    walk->trains = samples->id != NULL;
    walk->draw = (lf_draw){.n = samples->n, .number = samples->draw, .key = samples->key};
    const bool lasting = !scored->model->is->draws;
    walk->known = lasting && scored_known(scored, samples, w);
    /* with replacement, a batch may be larger */
    walk->keep = lasting && samples->n <= scored->samples;
    if (walk->known) return;
    scored->held = 0; /* until the walk is over */
    if (walk->keep) memcpy(scored->w, w, scored->model->dim * sizeof *w);
}

void lf_walk_judge(lf_walk *walk) {
    walk->trains = false;
}

/* The rows of this block, for the model. */
static lf_rows walk_rows(const lf_walk *walk) {
    return (lf_rows){.n = walk->n, .row = walk->row, .draw = walk->trains ? &walk->draw : NULL};
}

/* Sample ids to data rows; all samples need no translation. */
static void walk_find_rows(lf_walk *walk) {
    const uint32_t *row = walk->of->row, *id = walk->samples->id;
    if (!id) {
        walk->row = row + walk->position;
        return;
    }
    for (size_t i = 0; i < walk->n; i++)
        walk->row_buffer[i] = row[id[walk->position + i]];
    walk->row = walk->row_buffer;
}

/* Scores go where they are kept; an oversized batch has only the block's own buffer. */
static lf_status walk_find_scores(lf_walk *walk) {
    double *score = walk->keep ? walk->of->score + walk->position : walk->score_buffer;
    walk->score = score;
    if (walk->known) return LF_OK;
    const lf_rows rows = walk_rows(walk);
    return walk->of->model->is->scores(walk->of->model, &rows, walk->w, score);
}

lf_status lf_walk_next(lf_walk *walk) {
    lf_scored *scored = walk->of;
    walk->position += walk->n;
    walk->left -= walk->n;
    walk->n = 0;
    if (walk->position == walk->samples->n) {
        /* only a whole walk is remembered */
        if (walk->keep && !walk->known) {
            scored->held = walk->samples->n;
            scored->held_full = !walk->samples->id;
        }
        return LF_OK;
    }
    while (walk->left == 0) /* a stratum without samples is passed over */
        walk->left = walk->samples->per_stratum[++walk->stratum];
    walk->n = walk->left < LF_BLOCK ? walk->left : LF_BLOCK;
    walk_find_rows(walk);
    return walk_find_scores(walk);
}

lf_status lf_walk_backward(const lf_walk *walk, const double *ds, double *grad) {
    const lf_model *model = walk->of->model;
    const lf_rows rows = walk_rows(walk);
    return model->is->backward(model, &rows, walk->w, ds, grad);
}

lf_status lf_walk_along(const lf_walk *walk, const double *v, double *js) {
    const lf_rows rows = walk_rows(walk);
    return lf_model_jvp(walk->of->model, &rows, walk->w, v, js);
}
