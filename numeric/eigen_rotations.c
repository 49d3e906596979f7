/**
 * @file eigen_rotations.c
 * @brief Sweeps in waves (Van Zee, van de Geijn & Quintana-Orti 2014): four sweeps follow each
 * other at a distance of one row through a strip of columns that stays in the cache, so each row is
 * loaded once for four rotations.
 */
#include "numeric/eigen_rotations.h"

#include <string.h>

#include <levelfield/vector.h>

#include "numeric/dense_parts.h"

enum { ROTATIONS_WAVES = LF_DENSE_WAVES, ROTATIONS_COLUMNS = LF_DENSE_LANES };

size_t lf_eigen_rotations_reals(size_t n) {
    return n * (2 * (size_t)LF_EIGEN_SWEEPS + n + ROTATIONS_COLUMNS);
}

/* Rotations end - 1 to first of one sweep. */
static void rotations_one(const lf_eigen_rotations *r, size_t sweep, size_t first, size_t end,
                          double *strip) {
    const double *turns = r->turns + 2 * r->n * sweep;
    if (first < end) lf_dense_build()->rotate(1, first, end, &turns, strip);
}

static size_t rotations_least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t rotations_most(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Sweeps from one on, as waves where all turn rows, with what comes before and after one by one:
 * sweep j turns rows t + j and t + j + 1 after sweep j - 1 has turned t + j - 1. */
static void rotations_waves(const lf_eigen_rotations *r, size_t from, double *strip) {
    const double *turns[ROTATIONS_WAVES];
    size_t first = 0, end = r->n; /* of t, where all turn */
    for (size_t j = 0; j < ROTATIONS_WAVES; j++) {
        turns[j] = r->turns + 2 * r->n * (from + j);
        first = rotations_most(first, r->first[from + j] - rotations_least(j, r->first[from + j]));
        end = rotations_least(end, r->end[from + j] - rotations_least(j, r->end[from + j]));
    }
    end = rotations_most(first, end);
    for (size_t j = 0; j < ROTATIONS_WAVES; j++)
        rotations_one(r, from + j, rotations_most(r->first[from + j], end + j), r->end[from + j],
                      strip);
    if (first < end) lf_dense_build()->rotate(ROTATIONS_WAVES, first, end, turns, strip);
    for (size_t j = 0; j < ROTATIONS_WAVES; j++)
        rotations_one(r, from + j, r->first[from + j], rotations_least(r->end[from + j], first + j),
                      strip);
}

static void rotations_apply(lf_eigen_rotations *r) {
    for (size_t j = 0; j < r->n; j += ROTATIONS_COLUMNS) {
        double *strip = r->strips + j * r->n;
        size_t sweep = 0;
        for (; sweep + ROTATIONS_WAVES <= r->count; sweep += ROTATIONS_WAVES)
            rotations_waves(r, sweep, strip);
        for (; sweep < r->count; sweep++)
            rotations_one(r, sweep, r->first[sweep], r->end[sweep], strip);
    }
    r->count = 0;
}

void lf_eigen_rotations_begin(size_t n, const double *R, size_t wide, double *room,
                              lf_eigen_rotations *r) {
    r->n = n;
    r->count = 0;
    r->strips = room;
    r->turns = room + n * (n + ROTATIONS_COLUMNS);
    for (size_t j = 0; j < n; j += ROTATIONS_COLUMNS)
        for (size_t i = 0; i < n; i++) {
            double *row = r->strips + j * n + i * ROTATIONS_COLUMNS;
            const size_t some = rotations_least(ROTATIONS_COLUMNS, n - j);
            memcpy(row, R + i * wide + j, some * sizeof *row);
            lf_vec_zero(ROTATIONS_COLUMNS - some, row + some);
        }
}

double *lf_eigen_rotations_next(lf_eigen_rotations *r) {
    if (r->count == LF_EIGEN_SWEEPS) rotations_apply(r);
    return r->turns + 2 * r->n * r->count;
}

void lf_eigen_rotations_end(lf_eigen_rotations *r, double *R) {
    rotations_apply(r);
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = 0; j < r->n; j += ROTATIONS_COLUMNS)
            memcpy(R + i * r->n + j, r->strips + j * r->n + i * ROTATIONS_COLUMNS,
                   rotations_least(ROTATIONS_COLUMNS, r->n - j) * sizeof *R);
}
