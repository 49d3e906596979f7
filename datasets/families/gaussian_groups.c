/**
 * @file gaussian_groups.c
 * @brief Rows from normal numbers, in exact arithmetic of a fixed order: the same on every machine.
 */
#include "datasets/families/gaussian_groups.h"

#include <math.h>
#include <stdlib.h>

#include "datasets/made/draws.h"
#include "numeric/stream.h"

/* What the numbers of a stream are for; the other key is a row or a group. */
enum { GAUSSIAN_ROW, GAUSSIAN_FLIP, GAUSSIAN_VECTOR, GAUSSIAN_SHARED };

static const char *const gaussian_names[LF_GAUSSIAN_GROUPS] = {
    "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12", "13", "14", "15",
    "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
    "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47",
    "48", "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63"};

/* x (d) <- independent normal numbers */
static void gaussian_fill(uint64_t seed, uint64_t what, uint64_t which, size_t d, double *x) {
    lf_normal_fill(seed, what << 32 | which, 0, d, x);
}

static double gaussian_dot(size_t d, const double *x, const double *y) {
    double sum = 0;
    for (size_t j = 0; j < d; j++)
        sum += x[j] * y[j];
    return sum;
}

/* w <- w / |w| */
static void gaussian_normalise(size_t d, double *w) {
    const double norm = sqrt(gaussian_dot(d, w, w));
    for (size_t j = 0; j < d; j++)
        w[j] /= norm;
}

/* w (m x d) <- w_i*; `shared` (d) is a workspace. */
static void gaussian_vectors(const lf_gaussian_groups *g, size_t d, double *w, double *shared) {
    const double share = g->apart / sqrt((double)d);
    gaussian_fill(g->seed, GAUSSIAN_SHARED, 0, d, shared);
    gaussian_normalise(d, shared);
    for (size_t i = 0; i < g->m; i++, w += d) {
        gaussian_fill(g->seed, GAUSSIAN_VECTOR, i, d, w);
        for (size_t j = 0; j < d && g->apart > 0; j++)
            w[j] = shared[j] + share * w[j];
        gaussian_normalise(d, w);
    }
}

/* `n` rows of group i; x (d) is a workspace. */
static lf_status gaussian_rows(const lf_gaussian_groups *g, size_t i, size_t n, const double *w,
                               double *x, lf_builder *builder) {
    const size_t d = lf_builder_features(builder);
    const double flip = g->flip - g->flip_step * (double)i;
    for (size_t k = 0; k < n; k++) {
        const size_t row = lf_builder_rows(builder);
        uint64_t bits[4];
        gaussian_fill(g->seed, GAUSSIAN_ROW, row, d, x);
        lf_stream_block(g->seed, LF_STREAM_DATA, (uint64_t)GAUSSIAN_FLIP << 32 | row, 0, 0, bits);
        const bool positive = (gaussian_dot(d, x, w) >= 0) != (lf_stream_uniform(bits[0]) < flip);
        for (size_t j = 0; j < d; j++)
            LF_TRY(lf_builder_entry(builder, (uint32_t)j, x[j]));
        LF_TRY(lf_builder_code(builder, 0, row, i));
        LF_TRY(lf_builder_row(builder, positive ? 1 : -1));
    }
    return LF_OK;
}

lf_status lf_gaussian_groups_parse(const char *const *paths, lf_builder *builder) {
    const lf_gaussian_groups *g = lf_builder_recipe(builder);
    (void)paths;
    const size_t d = lf_builder_features(builder);
    double *w = malloc((g->m + 1) * d * sizeof *w), *x = w ? w + g->m * d : NULL;
    lf_builder_set_dense(builder);
    lf_status status = w ? lf_builder_attribute(builder, "group", g->m, gaussian_names)
                         : lf_fail(LF_NO_MEMORY, "no memory for %zu vectors", g->m);
    if (w) gaussian_vectors(g, d, w, x);
    for (size_t i = 0; i < g->m && status == LF_OK; i++)
        status = gaussian_rows(g, i, g->sizes ? g->sizes[i] : g->train, w + i * d, x, builder);
    if (status == LF_OK) lf_builder_end_training(builder);
    for (size_t i = 0; i < g->m && status == LF_OK; i++)
        status = gaussian_rows(g, i, g->test, w + i * d, x, builder);
    free(w);
    return status;
}
