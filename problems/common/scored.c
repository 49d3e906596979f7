/**
 * @file scored.c
 * @brief The walk: rows of a block, their scores (kept or made), and the way back.
 */
#include "problems/common/scored.h"

#include <stdlib.h>
#include <string.h>

/* For less rows, comparing and copying the point takes longer than scoring them again. */
enum { SCORED_WORTH = 4 };

lf_status lf_scored_init(lf_scored *scored, const lf_model *model, const uint32_t *row,
                         size_t samples) {
    *scored = (lf_scored){.model = model, .samples = samples, .row = row};
    for (size_t k = 0; k < 2; k++) {
        lf_kept *kept = &scored->kept[k];
        kept->score = malloc((samples ? samples : 1) * sizeof *kept->score);
        kept->w = malloc((model->dim ? model->dim : 1) * sizeof *kept->w);
        kept->id = malloc((samples ? samples : 1) * sizeof *kept->id);
        if (!kept->score || !kept->w || !kept->id)
            return lf_fail(LF_NO_MEMORY, "no memory for the scores of %zu samples", samples);
    }
    if (!model->passes) return LF_OK;
    scored->slope = malloc((samples ? samples : 1) * sizeof *scored->slope);
    if (!scored->slope)
        return lf_fail(LF_NO_MEMORY, "no memory for the slopes of %zu samples", samples);
    return LF_OK;
}

void lf_scored_release(lf_scored *scored) {
    for (size_t k = 0; k < 2; k++) {
        free(scored->kept[k].score);
        free(scored->kept[k].w);
        free(scored->kept[k].id);
    }
    free(scored->slope);
    *scored = (lf_scored){0};
}

void lf_scored_support(const lf_scored *scored, const lf_samples *samples, lf_support *support) {
    lf_model_support(scored->model, scored->row, samples->n, samples->id, support);
}

static bool scored_of(const lf_kept *kept, const lf_samples *samples) {
    const bool full = !samples->id;
    return kept->n > 0 && kept->n == samples->n && kept->full == full &&
           (full || memcmp(kept->id, samples->id, kept->n * sizeof *kept->id) == 0);
}

static bool scored_at(const lf_scored *scored, const lf_kept *kept, const double *w) {
    return kept->n > 0 && memcmp(kept->w, w, scored->model->dim * sizeof *w) == 0;
}

/* Are these the scores of this call? Samples and point are compared bit by bit, which is cheap
 * beside a pass, so nothing has to be believed of who asks. */
static bool scored_known(const lf_scored *scored, const lf_kept *kept, const lf_samples *samples,
                         const double *w) {
    return scored_of(kept, samples) && scored_at(scored, kept, w);
}

/* The place of scores that are not known: about the same batch that of the older ones; about a new
 * one not that of the point which the batch before was asked about first, as it may come again. */
static size_t scored_place(lf_scored *scored, const lf_samples *samples, const double *w) {
    const size_t other = 1 - scored->last;
    if (scored_of(&scored->kept[scored->last], samples)) {
        scored->pair = scored_at(scored, &scored->kept[other], w);
        return other;
    }
    scored->paired = scored->pair ? scored->paired + 1 : 0;
    scored->pair = false;
    return scored->first = 1 - scored->first;
}

/* Where the scores of this call are kept, or will be. */
static lf_kept *scored_find(lf_scored *scored, const lf_samples *samples, const double *w,
                            bool *known) {
    const size_t other = 1 - scored->last;
    *known = true;
    if (scored_known(scored, &scored->kept[scored->last], samples, w))
        return &scored->kept[scored->last];
    *known = scored_known(scored, &scored->kept[other], samples, w);
    if (*known) scored->pair = scored->pair || other != scored->first;
    scored->last = *known ? other : scored_place(scored, samples, w);
    return &scored->kept[scored->last];
}

static void scored_begin(lf_kept *kept, const lf_samples *samples) {
    kept->n = 0; /* until the walk is over */
    kept->full = !samples->id;
    if (samples->id && samples->n > 0) memcpy(kept->id, samples->id, samples->n * sizeof *kept->id);
}

/* The other question about this batch, if it is a new one and the last two had one. */
static lf_kept *scored_guess(lf_scored *scored, const lf_samples *samples) {
    lf_kept *before = &scored->kept[1 - scored->last];
    if (scored->paired < 2 || !samples->id || before->n == 0 || scored_of(before, samples))
        return NULL;
    scored_begin(before, samples);
    return before;
}

void lf_walk_begin(lf_walk *walk, lf_scored *scored, const lf_samples *samples, const double *w) {
    walk->n = walk->position = walk->stratum = 0;
    walk->w = w;
    walk->of = scored;
    walk->samples = samples;
    walk->left = samples->n ? samples->per_stratum[0] : 0;
    walk->trains = samples->id != NULL;
    walk->draw = (lf_draw){.n = samples->n, .number = samples->draw, .key = samples->key};
    walk->known = false;
    walk->guess = NULL;
    /* with replacement, a batch may be larger */
    walk->keep = !scored->model->is->draws && samples->n >= SCORED_WORTH &&
                 samples->n <= scored->samples &&
                 !(scored->model->is->holds && samples->n <= LF_BLOCK);
    walk->whole = walk->keep && scored->model->passes && (!samples->id || samples->n <= LF_BLOCK);
    if (!walk->keep) return;
    lf_kept *kept = walk->kept =
        samples->sparse ? scored->kept : scored_find(scored, samples, w, &walk->known);
    if (walk->known) return;
    scored_begin(kept, samples);
    if (samples->sparse) return; /* w is compared whole, and may not be there */
    memcpy(kept->w, w, scored->model->dim * sizeof *w);
    if (walk->whole && scored->model->is->scores_both) walk->guess = scored_guess(scored, samples);
}

void lf_walk_judge(lf_walk *walk) {
    walk->trains = false;
}

/* The rows of this block, for the model. */
static lf_rows walk_rows(const lf_walk *walk) {
    return (lf_rows){.n = walk->n, .row = walk->row, .draw = walk->trains ? &walk->draw : NULL};
}

/* The data rows of n samples from this one on; all samples need no translation. */
static const uint32_t *walk_find_rows(lf_walk *walk, size_t first, size_t n) {
    const uint32_t *row = walk->of->row, *id = walk->samples->id;
    if (!id) return row + first;
    for (size_t i = 0; i < n; i++)
        walk->row_buffer[i] = row[id[first + i]];
    return walk->row_buffer;
}

/* The rows of all samples of a whole walk, for the model. */
static lf_rows walk_all_rows(const lf_walk *walk) {
    lf_rows rows = walk_rows(walk);
    rows.n = walk->samples->n;
    rows.row -= walk->position;
    return rows;
}

/* Scores go where they are kept; an oversized batch has only the block's own buffer. */
static lf_status walk_find_scores(lf_walk *walk) {
    double *score = walk->keep ? walk->kept->score + walk->position : walk->score_buffer;
    walk->score = score;
    if (walk->known || (walk->whole && walk->position > 0)) return LF_OK;
    const lf_model *model = walk->of->model;
    const lf_rows rows = walk->whole ? walk_all_rows(walk) : walk_rows(walk);
    if (!walk->guess) return model->is->scores(model, &rows, walk->w, score);
    LF_TRY(
        model->is->scores_both(model, &rows, walk->w, walk->guess->w, score, walk->guess->score));
    walk->guess->n = walk->samples->n;
    return LF_OK;
}

lf_status lf_walk_next(lf_walk *walk) {
    const size_t before = walk->n;
    walk->position += before;
    walk->left -= before;
    walk->n = 0;
    if (walk->position == walk->samples->n) {
        /* only a whole walk is remembered */
        if (walk->keep && !walk->samples->sparse) walk->kept->n = walk->samples->n;
        return LF_OK;
    }
    while (walk->left == 0) /* a stratum without samples is passed over */
        walk->left = walk->samples->per_stratum[++walk->stratum];
    walk->n = walk->left < LF_BLOCK ? walk->left : LF_BLOCK;
    if (!walk->whole)
        walk->row = walk_find_rows(walk, walk->position, walk->n);
    else if (walk->position == 0)
        walk->row = walk_find_rows(walk, 0, walk->samples->n);
    else
        walk->row += before;
    return walk_find_scores(walk);
}

lf_status lf_walk_backward(const lf_walk *walk, const double *ds, double *grad) {
    const lf_model *model = walk->of->model;
    lf_rows rows = walk_rows(walk);
    if (walk->whole) {
        memcpy(walk->of->slope + walk->position, ds, walk->n * sizeof *ds);
        if (walk->position + walk->n < walk->samples->n) return LF_OK;
        rows = walk_all_rows(walk);
        ds = walk->of->slope;
    }
    rows.fresh = !walk->known;
    return model->is->backward(model, &rows, walk->w, ds, grad);
}

lf_status lf_walk_along(const lf_walk *walk, const double *v, double *js) {
    const lf_rows rows = walk_rows(walk);
    return lf_model_jvp(walk->of->model, &rows, walk->w, v, js);
}
