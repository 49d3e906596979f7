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

/* Waves go through so many rows at least at a time: they begin and end in memory. */
enum { ROTATIONS_WAVES = LF_DENSE_WAVES, ROTATIONS_COLUMNS = LF_DENSE_LANES, ROTATIONS_ROWS = 4 };

typedef struct {
    size_t n, rows; /* rows that waves go through while a part of the next sweeps is made */
    size_t columns; /* of a strip */
    double *strips; /* n x n in strips, nothing between rows of a strip */
    lf_eigen_sweeps sweeps[2], *now, *next; /* those that are applied, those that are made */
    lf_eigen_maker *make;
    void *made_by;
} rotations;

static size_t rotations_least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t rotations_most(size_t a, size_t b) {
    return a > b ? a : b;
}

/* The turns of both. */
static size_t rotations_turns(size_t n) {
    return 2 * n * LF_EIGEN_SWEEPS;
}

size_t lf_eigen_rotations_reals(size_t n) {
    return 2 * rotations_turns(n) + n * (n + ROTATIONS_COLUMNS);
}

static const double *rotations_of(const rotations *r, size_t sweep) {
    return (const double *)(r->now->turns + r->n * sweep);
}

/* Rotations end - 1 to first of one sweep. */
static void rotations_one(const rotations *r, size_t sweep, size_t first, size_t end,
                          double *strip) {
    const double *turns = rotations_of(r, sweep);
    if (first < end) lf_dense_build()->rotate(1, first, end, &turns, strip);
}

/* Rows end - 1 to first of four sweeps. The next part of a sweep takes long, but little of what
 * waves are made with: a processor that looks ahead goes on with these. */
static void rotations_four(rotations *r, size_t first, size_t end, const double *const turns[],
                           double *strip) {
    for (size_t from; first < end; end = from) {
        from = end - rotations_least(end - first, r->rows);
        lf_dense_build()->rotate(ROTATIONS_WAVES, from, end, turns, strip);
        r->make(r->made_by, r->next);
    }
}

/* Sweeps from one on, as waves where all turn rows, with what comes before and after one by one:
 * sweep j turns rows t + j and t + j + 1 after sweep j - 1 has turned t + j - 1. */
static void rotations_waves(rotations *r, size_t from, double *strip) {
    const size_t *firsts = r->now->first + from, *ends = r->now->end + from;
    const double *turns[ROTATIONS_WAVES];
    size_t first = 0, end = r->n; /* of t, where all turn */
    for (size_t j = 0; j < ROTATIONS_WAVES; j++) {
        turns[j] = rotations_of(r, from + j);
        first = rotations_most(first, firsts[j] - rotations_least(j, firsts[j]));
        end = rotations_least(end, ends[j] - rotations_least(j, ends[j]));
    }
    end = rotations_most(first, end);
    for (size_t j = 0; j < ROTATIONS_WAVES; j++)
        rotations_one(r, from + j, rotations_most(firsts[j], end + j), ends[j], strip);
    rotations_four(r, first, end, turns, strip);
    for (size_t j = 0; j < ROTATIONS_WAVES; j++)
        rotations_one(r, from + j, firsts[j], rotations_least(ends[j], first + j), strip);
}

static void rotations_apply(rotations *r) {
    const lf_eigen_sweeps *now = r->now;
    for (size_t j = 0; j < r->n; j += r->columns) {
        double *strip = r->strips + j * r->n;
        size_t sweep = 0;
        for (; sweep + ROTATIONS_WAVES <= now->count; sweep += ROTATIONS_WAVES)
            rotations_waves(r, sweep, strip);
        for (; sweep < now->count; sweep++)
            rotations_one(r, sweep, now->first[sweep], now->end[sweep], strip);
    }
}

static void rotations_begin(const rotations *r, const double *M, size_t wide) {
    for (size_t j = 0; j < r->n; j += r->columns)
        for (size_t i = 0; i < r->n; i++) {
            double *row = r->strips + j * r->n + i * r->columns;
            const size_t some = rotations_least(r->columns, r->n - j);
            memcpy(row, M + i * wide + j, some * sizeof *row);
            lf_vec_zero(r->columns - some, row + some);
        }
}

static void rotations_end(const rotations *r, double *R) {
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = 0; j < r->n; j += r->columns)
            memcpy(R + i * r->n + j, r->strips + j * r->n + i * r->columns,
                   rotations_least(r->columns, r->n - j) * sizeof *R);
}

/* Those that are made are applied, others are made in their place; false: there are none. */
static bool rotations_next(rotations *r) {
    while (r->make(r->made_by, r->next)) /* what is not made yet */
        ;
    lf_eigen_sweeps *made = r->next;
    r->next = r->now;
    r->now = made;
    r->next->count = 0;
    return made->count > 0;
}

void lf_eigen_rotations(size_t n, const double *M, size_t wide, lf_eigen_maker *make, void *made_by,
                        double *room, double *R) {
    lf_eigen_turn *turns = (lf_eigen_turn *)room;
    rotations r = {.n = n,
                   .columns = lf_dense_build()->turned,
                   .strips = room + 2 * rotations_turns(n),
                   .sweeps = {{.turns = turns}, {.turns = turns + rotations_turns(n) / 2}},
                   .make = make,
                   .made_by = made_by};
    r.now = r.sweeps;
    r.next = r.sweeps + 1;
    /* half a rotation is made while as many are applied, counted in all strips */
    r.rows = rotations_most(ROTATIONS_ROWS, n / 2 / ROTATIONS_WAVES / r.columns);
    rotations_begin(&r, M, wide);
    while (rotations_next(&r))
        rotations_apply(&r);
    rotations_end(&r, R);
}
