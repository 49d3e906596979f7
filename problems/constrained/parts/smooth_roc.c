/**
 * @file smooth_roc.c
 * @brief Rates and pairs from e^-s.
 */
#include "problems/constrained/parts/smooth_roc.h"

#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/wide.h>

#include "problems/common/losses.h"

/* Scores that are worked on at a time. */
enum { ROC_BLOCK = 256 };

static const double roc_most = 350;

lf_status lf_smooth_roc_init(lf_smooth_roc *roc, size_t thresholds, double range,
                             const size_t size[LF_ROC_STRATA], size_t room) {
    *roc = (lf_smooth_roc){.thresholds = thresholds, .room = room};
    for (size_t a = 0; a < LF_ROC_STRATA; a++)
        roc->size[a] = size[a];
    roc->t = malloc((thresholds + 1) * sizeof *roc->t);
    roc->power = malloc((thresholds + 1) * sizeof *roc->power);
    roc->e = malloc((room + 1) * sizeof *roc->e);
    if (!roc->t || !roc->power || !roc->e)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu scores and %zu thresholds", room,
                       thresholds);
    for (size_t k = 0; k < thresholds; k++) {
        const double at = thresholds > 1 ? 2 * (double)k / (double)(thresholds - 1) - 1 : 0;
        roc->t[k] = range * at;
        roc->power[k] = lf_exp(roc->t[k]);
    }
    return LF_OK;
}

void lf_smooth_roc_release(lf_smooth_roc *roc) {
    free(roc->t);
    free(roc->power);
    free(roc->e);
    *roc = (lf_smooth_roc){0};
}

void lf_smooth_roc_take(lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                        const double *s) {
    for (size_t i = 0; i < first[LF_ROC_STRATA]; i++)
        roc->e[i] = lf_exp(s[i] > roc_most ? -roc_most : s[i] < -roc_most ? roc_most : -s[i]);
}

/* ---- blocks: p = sigma(s - t) from e = e^-s and power = e^t ---- */

static size_t roc_block(size_t from, size_t to) {
    return to - from < ROC_BLOCK ? to - from : ROC_BLOCK;
}

static void roc_sigma(size_t n, const double *restrict e, double power, double *restrict p) {
    for (size_t i = 0; i < n; i++)
        p[i] = 1 / (1 + e[i] * power);
}

/* p <- sigma', from sigma */
static void roc_derive(size_t n, double *p) {
    for (size_t i = 0; i < n; i++)
        p[i] *= 1 - p[i];
}

/* ---- rates ---- */

/* sum_i sigma_i over the rows of a stratum, with power = e^{threshold} */
LF_WIDE static double roc_sum(const double *e, size_t rows, double power) {
    double p[ROC_BLOCK], sum = 0;
    for (size_t i = 0, n; i < rows; i += n) {
        n = roc_block(i, rows);
        roc_sigma(n, e + i, power, p);
        sum += lf_block_sum(n, p);
    }
    return sum;
}

/* ds_i <- ds_i + factor sigma'_i */
LF_WIDE static void roc_add_slopes(const double *e, size_t rows, double power, double factor,
                                   double *ds) {
    double p[ROC_BLOCK];
    for (size_t i = 0, n; i < rows; i += n) {
        n = roc_block(i, rows);
        roc_sigma(n, e + i, power, p);
        roc_derive(n, p);
        for (size_t j = 0; j < n; j++)
            ds[i + j] += factor * p[j];
    }
}

/* sum_i sigma'_i ds_i */
LF_WIDE static double roc_tangent(const double *e, size_t rows, double power, const double *ds) {
    double p[ROC_BLOCK], sum = 0;
    for (size_t i = 0, n; i < rows; i += n) {
        n = roc_block(i, rows);
        roc_sigma(n, e + i, power, p);
        roc_derive(n, p);
        for (size_t j = 0; j < n; j++)
            p[j] *= ds[i + j];
        sum += lf_block_sum(n, p);
    }
    return sum;
}

void lf_smooth_roc_values(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                          double *g) {
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        const size_t rows = first[a + 1] - first[a];
        for (size_t k = 0; k < roc->thresholds; k++)
            g[lf_smooth_roc_output(k, a)] =
                rows ? roc_sum(roc->e + first[a], rows, roc->power[k]) / (double)rows : 0;
    }
}

void lf_smooth_roc_slopes(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                          const double *y, double *ds) {
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        const size_t rows = first[a + 1] - first[a];
        for (size_t k = 0; k < roc->thresholds; k++) {
            const double slope = y[lf_smooth_roc_output(k, a)];
            if (slope == 0 || rows == 0) continue;
            roc_add_slopes(roc->e + first[a], rows, roc->power[k], slope / (double)rows,
                           ds + first[a]);
        }
    }
}

void lf_smooth_roc_tangents(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                            const double *ds, double *jg) {
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        const size_t rows = first[a + 1] - first[a];
        const double *e = roc->e + first[a];
        for (size_t k = 0; k < roc->thresholds; k++)
            jg[lf_smooth_roc_output(k, a)] =
                rows ? roc_tangent(e, rows, roc->power[k], ds + first[a]) / (double)rows : 0;
    }
}

/* ---- pairs ---- */

/* weight[a] <- what a row of stratum a counts in its class's mean. */
static void roc_weigh(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                      double weight[LF_ROC_STRATA]) {
    double class[2] = {0};
    for (size_t a = 0; a < LF_ROC_STRATA; a++)
        if (first[a + 1] > first[a]) class[a % 2] += (double)roc->size[a];
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        const double rows = (double)(first[a + 1] - first[a]);
        weight[a] = rows > 0 ? (double)roc->size[a] / class[a % 2] / rows : 0;
    }
}

/* sum_i sigma(s_i - s_j) over the rows i of a stratum, with power = e^{s_j}; ds_i and *ds_j change
 * by `slope` times the derivative. */
LF_WIDE static double roc_pairs(const double *e, size_t rows, double power, double slope,
                                double *ds, double *ds_j) {
    double p[ROC_BLOCK], sum = 0, slopes = 0;
    for (size_t i = 0, n; i < rows; i += n) {
        n = roc_block(i, rows);
        roc_sigma(n, e + i, power, p);
        sum += lf_block_sum(n, p);
        if (!ds) continue;
        roc_derive(n, p);
        for (size_t k = 0; k < n; k++)
            ds[i + k] += slope * p[k];
        slopes += lf_block_sum(n, p);
    }
    if (ds) *ds_j -= slope * slopes;
    return sum;
}

double lf_smooth_auc(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1], double y,
                     double *ds) {
    double weight[LF_ROC_STRATA], total = 0;
    roc_weigh(roc, first, weight);
    for (size_t b = 1; b < LF_ROC_STRATA; b += 2)
        for (size_t j = first[b]; j < first[b + 1]; j++)
            for (size_t a = 0; a < LF_ROC_STRATA; a += 2) {
                const double both = weight[a] * weight[b];
                total += both * roc_pairs(roc->e + first[a], first[a + 1] - first[a], 1 / roc->e[j],
                                          -y * both, ds ? ds + first[a] : NULL, ds ? ds + j : NULL);
            }
    return -total;
}
