/**
 * @file hinge_program.c
 * @brief Signed rows, sorted so that equal ones can be merged.
 */
#include "problems/constrained/parts/hinge_program.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void lf_hinge_program_free(lf_hinge_program *p) {
    free(p->start);
    free(p->index);
    free(p->value);
    free(p->upper);
    free(p->cost);
    free(p->zero);
}

/* Nonzeros of a row from *k on: the next one's column, or `features`. */
static size_t program_next(const lf_data *data, size_t row, size_t *k, double *value) {
    if (data->dense) {
        const double *a = data->dense + row * data->features;
        while (*k < data->features && a[*k] == 0)
            ++*k;
        if (*k == data->features) return *k;
        *value = a[*k];
        return (*k)++;
    }
    const size_t at = data->row_start[row] + *k;
    if (at == data->row_start[row + 1]) return data->features;
    ++*k;
    *value = data->value ? data->value[at] : 1;
    return data->column[at];
}

/* Lexicographic order of signed rows; 0: the same z. */
static int program_compare(const void *a, const void *b, void *context) {
    const lf_data *data = context;
    const size_t rows[2] = {*(const uint32_t *)a, *(const uint32_t *)b};
    size_t k[2] = {0, 0};
    for (;;) {
        double value[2] = {0, 0};
        const size_t ca = program_next(data, rows[0], &k[0], &value[0]);
        const size_t cb = program_next(data, rows[1], &k[1], &value[1]);
        if (ca != cb) return ca < cb ? -1 : 1;
        if (ca == data->features) return 0;
        const double va = data->label[rows[0]] * value[0], vb = data->label[rows[1]] * value[1];
        if (va != vb) return va < vb ? -1 : 1;
    }
}

/* Append z of this row as a new column that ends at nonzero `at`. */
static int program_append(lf_hinge_program *p, const lf_data *data, size_t row, int at) {
    size_t k = 0, column;
    double value;
    while ((column = program_next(data, row, &k, &value)) < data->features) {
        p->index[at] = (int)column;
        p->value[at++] = data->label[row] * value;
    }
    p->cost[p->columns] = -1;
    p->upper[p->columns++] = 1;
    p->start[p->columns] = at;
    return at;
}

static size_t program_nonzeros(const lf_data *data, size_t n, const uint32_t *row) {
    size_t total = 0;
    for (size_t i = 0; i < n; i++) {
        if (data->dense)
            total += data->features;
        else
            total += data->row_start[row[i] + 1] - data->row_start[row[i]];
    }
    return total;
}

static lf_status program_memory(size_t columns, size_t nonzeros, size_t most, lf_hinge_program *p) {
    p->start = calloc(columns + 1, sizeof *p->start);
    p->index = malloc((nonzeros + 1) * sizeof *p->index);
    p->value = malloc((nonzeros + 1) * sizeof *p->value);
    p->upper = malloc((columns + 1) * sizeof *p->upper);
    p->cost = malloc((columns + 1) * sizeof *p->cost);
    p->zero = calloc(most + 1, sizeof *p->zero);
    if (p->start && p->index && p->value && p->upper && p->cost && p->zero) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for a linear program of %zu columns", columns);
}

lf_status lf_hinge_program_make(const lf_data *data, size_t n, const uint32_t *row, size_t more,
                                size_t entries, lf_hinge_program *p) {
    if (data->pixel)
        return lf_fail(LF_UNSUPPORTED,
                       "data set %s holds images; the linear program needs features", data->name);
    const size_t nonzeros = program_nonzeros(data, n, row) + entries, columns = n + more;
    if (nonzeros > INT_MAX || columns >= INT_MAX)
        return lf_fail(LF_UNSUPPORTED, "%zu nonzeros are too many for CLP", nonzeros);
    LF_TRY(
        program_memory(columns, nonzeros, columns > data->features ? columns : data->features, p));
    uint32_t *sorted = malloc((n + 1) * sizeof *sorted);
    if (!sorted) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows of a linear program", n);
    memcpy(sorted, row, n * sizeof *sorted);
    qsort_r(sorted, n, sizeof *sorted, program_compare, (void *)(uintptr_t)data);
    int at = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && program_compare(&sorted[i - 1], &sorted[i], (void *)(uintptr_t)data) == 0)
            p->upper[p->columns - 1] += 1;
        else
            at = program_append(p, data, sorted[i], at);
    }
    p->samples = p->columns;
    free(sorted);
    return LF_OK;
}

double lf_hinge_program_loss(const lf_hinge_program *p, const double *x) {
    double sum = 0;
    for (size_t j = 0; j < p->samples; j++) {
        double margin = 0;
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            margin += p->value[k] * x[p->index[k]];
        sum += p->upper[j] * fmax(0, 1 - margin);
    }
    return sum;
}

double lf_hinge_program_dual(const lf_hinge_program *p, size_t features, const double *lambda,
                             double *r) {
    double sum = 0;
    memset(r, 0, features * sizeof *r);
    for (size_t j = 0; j < p->samples; j++) {
        const double l = fmin(fmax(lambda[j], 0), p->upper[j]);
        sum += l;
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            r[p->index[k]] += l * p->value[k];
    }
    return sum;
}
