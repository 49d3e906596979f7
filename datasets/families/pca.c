/**
 * @file pca.c
 * @brief The covariance block by block, its leading eigenvectors, then the scores.
 */
#include "datasets/families/pca.h"

#include <math.h>
#include <stdlib.h>

#include "datasets/obtain/locate.h"
#include "datasets/readers/parts/reader.h"
#include "numeric/bits.h"
#include "numeric/dense.h"
#include "numeric/symmetric_eigen.h"

/* Images that are turned into numbers at once. */
enum { PCA_BLOCK = 256 };

/* x (n x d) <- pixels / 255 - mean */
static void pca_block(const uint8_t *pixel, size_t n, size_t d, const double *mean, double *x) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            x[i * d + j] = pixel[i * d + j] / 255.0 - mean[j];
}

static size_t pca_least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Whole numbers are summed, so the order changes no bit; `sum` (d) is a workspace. */
static void pca_mean(const uint8_t *pixel, size_t n, size_t d, uint64_t *sum, double *mean) {
    for (size_t j = 0; j < d; j++)
        sum[j] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++)
            sum[j] += pixel[i * d + j];
    for (size_t j = 0; j < d; j++)
        mean[j] = (double)sum[j] / (255.0 * (double)n);
}

/* The upper triangle of C (d x d) <- (1/n) sum_i x_i x_i^T; x (PCA_BLOCK x d) is a workspace. */
static void pca_covariance(const uint8_t *pixel, size_t n, size_t d, const double *mean, double *x,
                           double *C) {
    for (size_t i = 0; i < n; i += PCA_BLOCK) {
        const size_t rows = pca_least(PCA_BLOCK, n - i);
        pca_block(pixel + i * d, rows, d, mean, x);
        lf_dense_syrk(d, rows, 1 / (double)n, x, d, C, d);
    }
}

/* axis, variance <- the last p of w and z, which are in increasing order; the signs are set. */
static void pca_order(size_t d, size_t p, const double *w, const double *z, double *axis,
                      double *variance) {
    for (size_t k = 0; k < p; k++) {
        const double *v = z + (d - 1 - k) * d;
        size_t most = 0;
        for (size_t j = 1; j < d; j++)
            if (fabs(v[j]) > fabs(v[most])) most = j;
        variance[k] = w[d - 1 - k];
        for (size_t j = 0; j < d; j++)
            axis[k * d + j] = v[most] < 0 ? -v[j] : v[j];
    }
}

lf_status lf_pca_axes(const uint8_t *pixel, size_t n, size_t d, size_t p, double *axis,
                      double *variance, double *mean) {
    if (n == 0 || p == 0 || p > d)
        return lf_fail(LF_BAD_ARGUMENT, "%zu principal components of %zu images of %zu pixels", p,
                       n, d);
    double *C = calloc(d * (d + PCA_BLOCK + 1), sizeof *C);
    uint64_t *sum = malloc(d * sizeof *sum);
    lf_status status = LF_OK;
    if (!C || !sum) {
        status = lf_fail(LF_NO_MEMORY, "no memory for a covariance of %zu pixels", d);
    } else {
        double *x = C + d * d, *w = x + PCA_BLOCK * d;
        pca_mean(pixel, n, d, sum, mean);
        pca_covariance(pixel, n, d, mean, x, C);
        status = lf_symmetric_eigen(d, C, w);
        if (status == LF_OK) pca_order(d, p, w, C, axis, variance);
    }
    free(C);
    free(sum);
    return status;
}

/* The scores of all rows, block by block; x (PCA_BLOCK x d) and score (PCA_BLOCK x p) are
 * workspaces. */
static lf_status pca_rows(const lf_data *images, size_t p, const double *axis, const double *mean,
                          double *x, double *score, lf_builder *builder) {
    const size_t d = images->features;
    for (size_t i = 0; i < images->rows; i++) {
        const size_t at = i % PCA_BLOCK, rows = pca_least(PCA_BLOCK, images->rows - i);
        if (at == 0) {
            pca_block(images->pixel + i * d, rows, d, mean, x);
            lf_dense_gemm(LF_DENSE_NT, rows, p, d, 1, x, d, axis, d, 0, score, p);
        }
        for (size_t k = 0; k < p; k++)
            LF_TRY(lf_builder_entry(builder, (uint32_t)k, score[at * p + k]));
        LF_TRY(lf_builder_code(builder, 0, i, (size_t)images->label[i]));
        LF_TRY(lf_builder_row(builder, images->label[i]));
        if (i + 1 == images->train_rows) lf_builder_end_training(builder);
    }
    return LF_OK;
}

static lf_status pca_table(const lf_data *images, lf_builder *builder) {
    const size_t d = images->features, p = lf_builder_features(builder);
    double *axis = malloc((d + 1) * (p + PCA_BLOCK + 1) * sizeof *axis);
    double *score = malloc((PCA_BLOCK + 1) * p * sizeof *score);
    lf_status status = LF_OK;
    if (axis && score) {
        double *mean = axis + p * d, *x = mean + d, *variance = score + PCA_BLOCK * p;
        status = lf_pca_axes(images->pixel, images->train_rows, d, p, axis, variance, mean);
        lf_builder_set_dense(builder);
        for (size_t k = 0; k < p && status == LF_OK; k++)
            status = lf_builder_name(builder, k, "pc%zu", k + 1);
        if (status == LF_OK) status = pca_rows(images, p, axis, mean, x, score, builder);
    } else {
        status = lf_fail(LF_NO_MEMORY, "no memory for %zu principal components", p);
    }
    free(axis);
    free(score);
    return status;
}

/* *images <- the table of `source`; the checksums of its files are noted in `builder` too. */
static lf_status pca_source(const lf_dataset *source, const char *const *paths, lf_builder *builder,
                            lf_data **images) {
    lf_builder *inner;
    LF_TRY(lf_builder_create(source, &inner));
    lf_status status = lf_dataset_fill(source, paths, inner);
    for (size_t k = 0; k < lf_dataset_files(source) && status == LF_OK; k++)
        status = lf_builder_source(builder, paths[k], lf_builder_digest(inner, paths[k]));
    if (status == LF_OK) status = lf_builder_finish(inner, "", images);
    lf_builder_free(inner);
    return status;
}

lf_status lf_pca_fill(const lf_dataset *source, const char *const *paths, lf_builder *builder) {
    lf_data *images = NULL;
    LF_TRY(pca_source(source, paths, builder, &images));
    const lf_bits mode = lf_bits_mode();
    lf_bits_set(LF_BITS_PORTABLE); /* data are the same whatever uses them */
    const lf_status status = pca_table(images, builder);
    lf_bits_set(mode);
    lf_data_close(images);
    return status;
}
