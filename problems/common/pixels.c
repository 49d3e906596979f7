/**
 * @file pixels.c
 * @brief Two passes over the training images, for the mean and for the scale, then the table.
 */
#include "problems/common/pixels.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

/* How an image becomes features. */
typedef struct {
    const lf_data *data;
    size_t pool, height, width; /* of the squares; of a pooled image */
    size_t features;            /* p, with the constant if there is one */
    double *mean;               /* channels */
    double scale;
    double *x; /* p: features of one image */
} pixels_map;

static const uint8_t *pixels_of(const lf_data *data, uint32_t row) {
    assert(row < data->rows);
    return data->pixel + row * data->features;
}

/* mean[c] of pixels / 255. Whole numbers are summed, so the order of the rows changes no bit. */
static void pixels_mean(pixels_map *m, size_t n, const uint32_t *row) {
    size_t size = m->data->height * m->data->width;
    for (size_t c = 0; c < m->data->channels; c++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < n; i++) {
            const uint8_t *pixel = pixels_of(m->data, row[i]) + c * size;
            for (size_t k = 0; k < size; k++)
                sum += pixel[k];
        }
        m->mean[c] = (double)sum / (255.0 * (double)n * (double)size);
    }
}

/* The sum of the square whose first pixel is at `pixel`. */
static unsigned pixels_square(const pixels_map *m, const uint8_t *pixel) {
    unsigned sum = 0;
    for (size_t v = 0; v < m->pool; v++)
        for (size_t u = 0; u < m->pool; u++)
            sum += pixel[v * m->data->width + u];
    return sum;
}

/* x (height x width) <- a (sums of squares) - b, for one channel. Without pooling a plain loop,
 * which the compiler can make fast. */
static void pixels_channel(const pixels_map *m, const uint8_t *pixel, double a, double b,
                           double *x) {
    if (m->pool == 1) {
        for (size_t k = 0; k < m->height * m->width; k++)
            x[k] = a * pixel[k] - b;
        return;
    }
    for (size_t v = 0; v < m->height; v++) {
        const uint8_t *line = pixel + v * m->pool * m->data->width;
        for (size_t u = 0; u < m->width; u++)
            x[v * m->width + u] = a * pixels_square(m, line + u * m->pool) - b;
    }
}

/* x (p, without the constant) <- scale (pooled pixels - mean) */
static void pixels_image(const pixels_map *m, uint32_t row, double *x) {
    const double a = m->scale / (255.0 * (double)(m->pool * m->pool));
    const size_t from = m->data->height * m->data->width, to = m->height * m->width;
    const uint8_t *pixel = pixels_of(m->data, row);
    for (size_t c = 0; c < m->data->channels; c++)
        pixels_channel(m, pixel + c * from, a, m->scale * m->mean[c], x + c * to);
}

/* x (p) <- the same, and the constant. */
static void pixels_row(const pixels_map *m, uint32_t row, double *x) {
    pixels_image(m, row, x);
    x[m->features - 1] = 1 / sqrt((double)m->features);
}

/* scale <- 1 / max |x| over these rows, without the constant. */
static void pixels_scale(pixels_map *m, size_t n, const uint32_t *row) {
    double most = 0;
    m->scale = 1;
    for (size_t i = 0; i < n; i++) {
        pixels_row(m, row[i], m->x);
        most = fmax(most, lf_vec_dot(m->features - 1, m->x, m->x));
    }
    if (most > 0) m->scale = 1 / sqrt(most);
}

static lf_status pixels_check(const lf_data *data, size_t pool, size_t n_train) {
    if (!data->pixel)
        return lf_fail(LF_BAD_INPUT, "data set %s holds no images; try mnist or cifar100",
                       data->name);
    if (pool < 1 || data->height % pool != 0 || data->width % pool != 0)
        return lf_fail(LF_BAD_ARGUMENT,
                       "squares of %zu pixels do not divide the images of %s, %zu x %zu", pool,
                       data->name, data->height, data->width);
    if (n_train < 1)
        return lf_fail(LF_BAD_ARGUMENT, "data set %s: no image to train on", data->name);
    return LF_OK;
}

/* *table <- room for n rows; the two vectors of the map too. */
static lf_status pixels_allocate(pixels_map *m, size_t n, double **table) {
    size_t bytes;
    bool fits = !__builtin_mul_overflow(n, m->features * sizeof(double), &bytes);
    m->mean = malloc(m->data->channels * sizeof *m->mean);
    m->x = malloc(m->features * sizeof *m->x);
    *table = fits ? malloc(bytes > 0 ? bytes : 1) : NULL;
    if (m->mean && m->x && *table) return LF_OK;
    free(*table);
    *table = NULL;
    return lf_fail(LF_NO_MEMORY, "no memory for %zu images of %zu features", n, m->features);
}

lf_status lf_pixels_features(const lf_data *data, size_t pool, size_t n_train,
                             const uint32_t *train, size_t n, const uint32_t *row, double **table,
                             size_t *features) {
    *table = NULL;
    LF_TRY(pixels_check(data, pool, n_train));
    pixels_map m = {
        .data = data, .pool = pool, .height = data->height / pool, .width = data->width / pool};
    m.features = data->channels * m.height * m.width + 1;
    lf_status status = pixels_allocate(&m, n, table);
    if (status == LF_OK) {
        pixels_mean(&m, n_train, train);
        pixels_scale(&m, n_train, train);
        for (size_t i = 0; i < n; i++)
            pixels_row(&m, row[i], *table + i * m.features);
        *features = m.features;
    }
    free(m.mean);
    free(m.x);
    return status;
}

lf_status lf_pixels_plain(const lf_data *data, size_t pool, size_t n, const uint32_t *row,
                          double **table, size_t *features) {
    *table = NULL;
    LF_TRY(pixels_check(data, pool, n));
    pixels_map m = {.data = data,
                    .pool = pool,
                    .height = data->height / pool,
                    .width = data->width / pool,
                    .scale = 1};
    m.features = data->channels * m.height * m.width;
    lf_status status = pixels_allocate(&m, n, table);
    if (status == LF_OK) {
        lf_vec_zero(data->channels, m.mean);
        for (size_t i = 0; i < n; i++)
            pixels_image(&m, row[i], *table + i * m.features);
        *features = m.features;
    }
    free(m.mean);
    free(m.x);
    return status;
}
