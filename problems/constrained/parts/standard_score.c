/**
 * @file standard_score.c
 * @brief The pass through the model, the two moments, and the way back.
 */
#include "problems/constrained/parts/standard_score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

/* The least room for a batch: what an oracle may hand over of a small component. */
enum { STANDARD_ROOM = 65536 };

static const double standard_eps = 1e-5; /* under the root, as in the usual libraries */

lf_status lf_standard_init(lf_standard *m) {
    size_t samples = 0;
    for (size_t a = 0; a < LF_STRATA; a++)
        samples += m->stratum[a];
    m->room = samples > STANDARD_ROOM ? samples : STANDARD_ROOM;
    m->known = false;
    m->n = 0;
    m->at = malloc(m->room * sizeof *m->at);
    m->s = malloc(m->room * sizeof *m->s);
    m->o = malloc(m->room * sizeof *m->o);
    m->change = malloc(m->room * sizeof *m->change);
    m->w = malloc((m->model->dim + 1) * sizeof *m->w);
    if (m->at && m->s && m->o && m->change && m->w) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for the scores of %zu samples", samples);
}

void lf_standard_release(lf_standard *m) {
    free(m->at);
    free(m->s);
    free(m->o);
    free(m->change);
    free(m->w);
    *m = (lf_standard){0};
}

/* m->at <- the rows of these samples; false if they were there already. */
static bool standard_find_rows(lf_standard *m, const lf_samples *samples) {
    bool changed = m->n != samples->n;
    for (size_t i = 0; i < samples->n; i++) {
        const uint32_t row = m->row[samples->id ? samples->id[i] : i];
        changed = changed || m->at[i] != row;
        m->at[i] = row;
    }
    m->n = samples->n;
    return changed;
}

/* m->first, and m->p with sum_a n_a p_a = 1 */
static void standard_weigh(lf_standard *m, const lf_samples *samples) {
    const bool alike = m->weights == LF_STANDARD_BATCH && samples->id;
    const size_t *size = m->weights == LF_STANDARD_BATCH ? m->share : m->stratum;
    double omega[LF_STRATA], sum = 0;
    m->first[0] = 0;
    for (size_t a = 0; a < LF_STRATA; a++) {
        const size_t n = m->stratum[a] ? samples->per_stratum[a] : 0;
        m->first[a + 1] = m->first[a] + n;
        omega[a] = n == 0 ? 0 : (double)(alike ? n : size[a]);
        sum += omega[a];
    }
    for (size_t a = 0; a < LF_STRATA; a++) {
        const size_t n = m->first[a + 1] - m->first[a];
        m->p[a] = n == 0 ? 0 : omega[a] / sum / (double)n;
    }
}

/* sum_i p_i x_i y_i; y = NULL: 1 */
static double standard_mean(const lf_standard *m, const double *x, const double *y) {
    double total = 0;
    for (size_t a = 0; a < LF_STRATA; a++) {
        double sum = 0;
        for (size_t i = m->first[a]; i < m->first[a + 1]; i++)
            sum += y ? x[i] * y[i] : x[i];
        total += m->p[a] * sum;
    }
    return total;
}

/* m->mu, m->r and m->s from m->o */
static void standard_moments(lf_standard *m) {
    m->mu = standard_mean(m, m->o, NULL);
    for (size_t i = 0; i < m->n; i++)
        m->s[i] = m->o[i] - m->mu;
    m->r = 1 / sqrt(standard_mean(m, m->s, m->s) + standard_eps);
    lf_vec_scale(m->n, m->r, m->s);
}

lf_status lf_standard_forward(lf_standard *m, const lf_samples *samples, const double *w) {
    const size_t dim = m->model->dim;
    if (samples->n > m->room)
        return lf_fail(LF_UNSUPPORTED, "a batch of %zu samples; at most %zu can be standardised",
                       samples->n, m->room);
    const bool changed = standard_find_rows(m, samples);
    standard_weigh(m, samples);
    if (changed || !m->known || memcmp(m->w, w, dim * sizeof *w) != 0) {
        const lf_rows rows = {.n = m->n, .row = m->at};
        m->known = false;
        LF_TRY(m->model->is->scores(m->model, &rows, w, m->o));
        lf_vec_copy(dim, w, m->w);
        m->known = true;
    }
    standard_moments(m);
    return LF_OK;
}

lf_status lf_standard_backward(lf_standard *m, const double *w, const double *ds, double *grad) {
    double sum = 0;
    for (size_t i = 0; i < m->n; i++)
        sum += ds[i];
    const double along = lf_vec_dot(m->n, m->s, ds);
    for (size_t a = 0; a < LF_STRATA; a++)
        for (size_t i = m->first[a]; i < m->first[a + 1]; i++)
            m->change[i] = m->r * (ds[i] - m->p[a] * (sum + m->s[i] * along));
    const lf_rows rows = {.n = m->n, .row = m->at};
    return m->model->is->backward(m->model, &rows, w, m->change, grad);
}

lf_status lf_standard_tangent(lf_standard *m, const double *w, const double *v, double *ds) {
    const lf_rows rows = {.n = m->n, .row = m->at};
    LF_TRY(lf_model_jvp(m->model, &rows, w, v, ds));
    const double mean = standard_mean(m, ds, NULL), along = standard_mean(m, m->s, ds);
    for (size_t i = 0; i < m->n; i++)
        ds[i] = m->r * (ds[i] - mean - m->s[i] * along);
    return LF_OK;
}
