/**
 * @file dense_single.c
 * @brief Dense algebra of floats, from the sources of that of doubles (real.h), and the way from
 * one to the other.
 */
#define LF_SINGLE
#include "numeric/dense.c"
#include "numeric/dense_build.c"
#include "numeric/dense_plain.c"
#include "numeric/dense_product.c"

#include <levelfield/wide.h>

LF_WIDE static void single_from(size_t n, const double *restrict x, float *restrict z) {
    for (size_t i = 0; i < n; i++)
        z[i] = (float)x[i];
}

const float *lf_real_from(size_t n, const double *x, float *room) {
    single_from(n, x, room);
    return room;
}

LF_WIDE static void single_set(size_t n, const float *restrict z, double *restrict x) {
    for (size_t i = 0; i < n; i++)
        x[i] = (double)z[i];
}

void lf_real_set(size_t n, const float *z, double *x) {
    single_set(n, z, x);
}

LF_WIDE static void single_add(size_t n, const float *restrict z, double *restrict x) {
    for (size_t i = 0; i < n; i++)
        x[i] += (double)z[i];
}

void lf_real_add(size_t n, const float *z, double *x) {
    single_add(n, z, x);
}
