#include "problems/bilevel/parts/weighted_rows.h"

#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>
#include <levelfield/wide.h>

#include "numeric/dense.h"

/* Entries of a row that are stored, or would be. */
static size_t weighted_stored(const lf_data *data, size_t row) {
    if (!data->dense) return data->row_start[row + 1] - data->row_start[row];
    size_t stored = 0;
    for (size_t k = 0; k < data->features; k++)
        stored += data->dense[row * data->features + k] != 0;
    return stored;
}

/* One row to the end of what is there, at entry number `at`; the next one. */
static size_t weighted_copy(lf_weighted_rows *rows, const lf_data *data, size_t row, size_t at) {
    const size_t first = data->dense ? 0 : data->row_start[row];
    const size_t end = data->dense ? data->features : data->row_start[row + 1];
    const double *dense = data->dense ? data->dense + row * data->features : NULL;
    for (size_t k = first; k < end; k++) {
        if (dense && dense[k] == 0) continue;
        rows->column[at] = dense ? (uint32_t)k : data->column[k];
        if (rows->value) rows->value[at] = dense ? dense[k] : data->value[k];
        at++;
    }
    rows->column[at] = (uint32_t)data->features;
    if (rows->value) rows->value[at] = 1;
    return at + 1;
}

lf_status lf_weighted_rows_take(lf_weighted_rows *rows, const lf_data *data, size_t n,
                                const uint32_t *row) {
    *rows = (lf_weighted_rows){.n = n, .d = data->features + 1};
    if (data->pixel)
        return lf_fail(LF_UNSUPPORTED,
                       "data set %s is of images; weights need features: name a table of numbers",
                       data->name);
    const bool valued = data->dense || data->value;
    size_t stored = n;
    for (size_t i = 0; i < n; i++)
        stored += weighted_stored(data, row[i]);
    rows->start = malloc((n + 1) * sizeof *rows->start);
    rows->column = malloc((stored + 1) * sizeof *rows->column);
    rows->value = valued ? malloc((stored + 1) * sizeof *rows->value) : NULL;
    rows->sign = malloc((n + 1) * sizeof *rows->sign);
    if (!rows->start || !rows->column || !rows->sign || (valued && !rows->value))
        return lf_fail(LF_NO_MEMORY, "no memory for %zu rows of %s", n, data->name);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        rows->start[i] = at;
        rows->sign[i] = data->label[row[i]];
        at = weighted_copy(rows, data, row[i], at);
    }
    rows->start[n] = at;
    rows->table = (lf_data){.name = data->name,
                            .rows = n,
                            .features = rows->d,
                            .row_start = rows->start,
                            .column = rows->column,
                            .value = rows->value,
                            .label = rows->sign};
    return lf_linear_create(&rows->table, &rows->model);
}

void lf_weighted_rows_free(lf_weighted_rows *rows) {
    lf_model_release(&rows->model);
    free(rows->start);
    free(rows->column);
    free(rows->value);
    free(rows->sign);
    *rows = (lf_weighted_rows){0};
}

void lf_weighted_square(const lf_weighted_rows *rows, size_t j, double a, double *M) {
    const size_t end = rows->start[j + 1];
    for (size_t k = rows->start[j]; k < end; k++) {
        const size_t c = rows->column[k];
        /* entry (c, l), l >= c, is number c (2d - c - 1) / 2 + l */
        double *line = M + c * (2 * rows->d - c - 1) / 2;
        const double factor = rows->value ? a * rows->value[k] : a;
        for (size_t l = k; l < end; l++)
            line[rows->column[l]] += rows->value ? factor * rows->value[l] : factor;
    }
}

/* Four numbers side by side, wherever they lie. */
typedef double weighted_four
    __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));

static weighted_four *weighted_at(const double *x) {
    return (weighted_four *)(uintptr_t)x;
}

/* One entry (i, k) of the upper triangle, which stands below the diagonal too. */
static inline void weighted_entry(size_t i, size_t k, double m, double a, const double *v,
                                  double *out) {
    out[i] += a * m * v[k];
    if (k > i) out[k] += a * m * v[i];
}

/* Four lines at a time, each read once for both sides of the diagonal; a library's product makes
 * two calls of each line, which take longer than most lines. Line i of them begins at column c + i.
 */
LF_WIDE static void weighted_product(size_t d, double a, const double *M, const double *v,
                                     double *out) {
    enum { LINES = 4 };
    size_t c = 0;
    for (; c + LINES <= d; c += LINES) {
        const double *line[LINES], *x = v + c;
        const weighted_four by = a * *weighted_at(x);
        weighted_four sum[LINES] = {0};
        for (size_t i = 0; i < LINES; M += d - c - i, i++)
            line[i] = M - i; /* so that column c + k is at k in all of them */
        for (size_t i = 0; i < LINES; i++)
            for (size_t k = i; k < LINES; k++)
                weighted_entry(c + i, c + k, line[i][k], a, v, out);
        size_t k = LINES;
        for (; k + LINES <= d - c; k += LINES) {
            const weighted_four at = *weighted_at(x + k);
            weighted_four more[LINES];
            for (size_t i = 0; i < LINES; i++) {
                const weighted_four m = *weighted_at(line[i] + k);
                sum[i] += m * at;
                more[i] = by[i] * m;
            }
            *weighted_at(out + c + k) += (more[0] + more[1]) + (more[2] + more[3]);
        }
        for (size_t i = 0; i < LINES; i++)
            out[c + i] += a * ((sum[i][0] + sum[i][1]) + (sum[i][2] + sum[i][3]));
        for (; k < d - c; k++)
            for (size_t i = 0; i < LINES; i++)
                weighted_entry(c + i, c + k, line[i][k], a, v, out);
    }
    for (; c < d; M += d - c, c++)
        for (size_t k = c; k < d; k++)
            weighted_entry(c, k, M[k - c], a, v, out);
}

void lf_packed_product(size_t d, double a, const double *M, const double *v, double *out) {
    weighted_product(d, a, M, v, out);
}

void lf_packed_unpack(size_t d, const double *M, double shift, double *full) {
    for (size_t k = 0; k < d; k++) {
        memcpy(full + k * d + k, M, (d - k) * sizeof *M);
        full[k * d + k] += shift;
        M += d - k;
    }
}

double lf_weighted_largest(const lf_weighted_rows *rows, double *M, double *v) {
    enum { MOST = 10000 };
    const size_t d = rows->d;
    double *next = v + d, largest = 0, before = -1;
    lf_vec_zero(lf_packed_numbers(d), M);
    for (size_t j = 0; j < rows->n; j++)
        lf_weighted_square(rows, j, 1 / (double)rows->n, M);
    for (size_t k = 0; k < d; k++)
        v[k] = 1 / sqrt((double)d);
    for (size_t t = 0; t < MOST && fabs(largest - before) > 1e-10 * largest; t++) {
        before = largest;
        lf_vec_zero(d, next);
        lf_packed_product(d, 1, M, v, next);
        largest = lf_vec_norm(d, next);
        for (size_t k = 0; k < d && largest > 0; k++)
            v[k] = next[k] / largest;
    }
    return largest;
}
