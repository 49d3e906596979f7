/**
 * @file packed_rows.c
 * @brief Loops of a fixed length over packed rows: no row is asked how long it is, and none waits
 * for the sum of the one before it.
 */
#include "problems/models/linear/packed_rows.h"

#include <string.h>

#include <levelfield/wide.h>

/* PACKED_FEW rows, and one for so many columns, are worth the copies of a call; PACKED_PASS times
 * as many rows as pairs the sums over all pairs. */
enum { PACKED_FEW = 32, PACKED_COPIED = 8, PACKED_PASS = 4 };

bool lf_packed_serves(const lf_packed *packed, size_t rows) {
    return packed && rows >= PACKED_FEW && rows * PACKED_COPIED >= packed->features;
}

static bool packed_by_pairs(const lf_packed *packed, size_t rows) {
    return packed->pair && rows >= PACKED_PASS * packed->pairs;
}

/* ---- loops, made for each width by the compiler ---- */

#define PACKED_INLINE __attribute__((always_inline)) static inline
#define PACKED_EACH_WIDTH(packed, loop, ...)                                                       \
    switch ((packed)->column ? (packed)->width : 0) {                                              \
    case 12:                                                                                       \
        loop(__VA_ARGS__, 12, false);                                                              \
        break;                                                                                     \
    case 14:                                                                                       \
        loop(__VA_ARGS__, 14, false);                                                              \
        break;                                                                                     \
    case LF_PACKED_ENTRIES:                                                                        \
        loop(__VA_ARGS__, LF_PACKED_ENTRIES, false);                                               \
        break;                                                                                     \
    default:                                                                                       \
        loop(__VA_ARGS__, LF_PACKED_ENTRIES, true);                                                \
    }

PACKED_INLINE size_t packed_at(const lf_packed *packed, size_t row, size_t k, bool wide) {
    return wide ? packed->wide[row][k] : packed->column[row][k];
}

/* The block where the row goes on that has this one; 0: it does not. */
PACKED_INLINE size_t packed_link(const lf_packed *packed, size_t at, bool wide) {
    const size_t last = LF_PACKED_ENTRIES - 1;
    if (!wide || packed->wide[at][last] < LF_PACKED_LINK) return 0;
    return (size_t)(packed->wide[at][last] - LF_PACKED_LINK) << 16 | packed->wide[at][last - 1];
}

/* Begin to fetch a later row, and of one that is there the block where it goes on. */
LF_FETCHES static void packed_fetch(const lf_packed *packed, const lf_rows *rows, size_t i,
                                    bool wide) {
    enum { SOON = 4, LATER = 8 };
    if (!rows->row || i + LATER >= rows->n) return;
    const size_t later = rows->row[i + LATER];
    if (!wide) {
        __builtin_prefetch(packed->column[later]);
        return;
    }
    const size_t soon = rows->row[i + SOON], next = packed_link(packed, soon, wide);
    __builtin_prefetch(packed->wide[later]);
    __builtin_prefetch(packed->wide[next ? next : soon]);
}

PACKED_INLINE void packed_scores_columns(const lf_packed *packed, const lf_rows *rows,
                                         const double *w, double *s, size_t width, bool wide) {
    for (size_t i = 0; i < rows->n; i++) {
        packed_fetch(packed, rows, i, wide);
        size_t at = lf_linear_row(rows, i), next;
        double sum[4] = {0};
        for (; (next = packed_link(packed, at, wide)) != 0; at = next)
            for (size_t k = 0; k < LF_PACKED_LINKED; k++)
                sum[k % 4] += w[packed_at(packed, at, k, wide)];
        for (size_t k = 0; k < width; k++)
            sum[k % 4] += w[packed_at(packed, at, k, wide)];
        s[i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

/* The same number at two points; compilers do not find by themselves that the sums go together. */
typedef double packed_sides __attribute__((vector_size(2 * sizeof(double))));

/* The sums of packed_scores_columns at two points. */
PACKED_INLINE void packed_scores_sides(const lf_packed *packed, const lf_rows *rows,
                                       const packed_sides *w, double *s, double *s_too,
                                       size_t width, bool wide) {
    for (size_t i = 0; i < rows->n; i++) {
        packed_fetch(packed, rows, i, wide);
        size_t at = lf_linear_row(rows, i), next;
        packed_sides sum[4] = {0};
        for (; (next = packed_link(packed, at, wide)) != 0; at = next)
            for (size_t k = 0; k < LF_PACKED_LINKED; k++)
                sum[k % 4] += w[packed_at(packed, at, k, wide)];
        for (size_t k = 0; k < width; k++)
            sum[k % 4] += w[packed_at(packed, at, k, wide)];
        const packed_sides all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
        s[i] = all[0];
        s_too[i] = all[1];
    }
}

PACKED_INLINE void packed_scores_pairs(const lf_packed *packed, const lf_rows *rows,
                                       const double *sum_of, double *s, size_t width, bool wide) {
    (void)wide; /* pairs are of narrow rows */
    for (size_t i = 0; i < rows->n; i++) {
        const uint16_t *pair = packed->pair[lf_linear_row(rows, i)];
        double sum[2] = {sum_of[pair[0]], sum_of[pair[1]]};
        for (size_t k = 2; k < width / 2; k++)
            sum[k % 2] += sum_of[pair[k]];
        s[i] = sum[0] + sum[1];
    }
}

/* What a longer row adds before its last block, which is returned. */
PACKED_INLINE size_t packed_scatter_linked(const lf_packed *packed, size_t at, double by,
                                           double *sum, bool wide) {
    size_t next;
    for (; (next = packed_link(packed, at, wide)) != 0; at = next)
        for (size_t k = 0; k < LF_PACKED_LINKED; k++)
            sum[packed_at(packed, at, k, wide)] += by;
    return at;
}

/* Two rows at a time, into sums of their own: neighbours have most of their columns in common. */
PACKED_INLINE void packed_scatter_columns(const lf_packed *packed, size_t n, const uint32_t *row,
                                          const double *slope, double sum[][LF_PACKED_COLUMNS],
                                          size_t width, bool wide) {
    size_t i = 0;
    for (; i + 1 < n; i += 2) {
        const double by_a = slope[i], by_b = slope[i + 1];
        const size_t a = packed_scatter_linked(packed, row[i], by_a, sum[0], wide);
        const size_t b = packed_scatter_linked(packed, row[i + 1], by_b, sum[1], wide);
        for (size_t k = 0; k < width; k++) {
            sum[0][packed_at(packed, a, k, wide)] += by_a;
            sum[1][packed_at(packed, b, k, wide)] += by_b;
        }
    }
    if (i == n) return;
    const size_t a = packed_scatter_linked(packed, row[i], slope[i], sum[0], wide);
    for (size_t k = 0; k < width; k++)
        sum[0][packed_at(packed, a, k, wide)] += slope[i];
}

PACKED_INLINE void packed_scatter_pairs(const lf_packed *packed, size_t n, const uint32_t *row,
                                        const double *slope, double sum[][LF_PACKED_PAIRS],
                                        size_t width, bool wide) {
    (void)wide;
    size_t i = 0;
    for (; i + 1 < n; i += 2) {
        const uint16_t *a = packed->pair[row[i]], *b = packed->pair[row[i + 1]];
        const double by_a = slope[i], by_b = slope[i + 1];
        for (size_t k = 0; k < width / 2; k++) {
            sum[0][a[k]] += by_a;
            sum[1][b[k]] += by_b;
        }
    }
    for (size_t k = 0; i < n && k < width / 2; k++)
        sum[0][packed->pair[row[i]][k]] += slope[i];
}

/* ---- entries: w and grad with places for the columns that stand for none ---- */

enum { PACKED_NONE = LF_PACKED_ENTRIES };

/* s <- the products with a row's ones, scaled. */
static void packed_rescale(const lf_packed *packed, const lf_rows *rows, double *s) {
    for (size_t i = 0; packed->scale && i < rows->n; i++)
        s[i] *= packed->scale[lf_linear_row(rows, i)];
}

/* s <- the sums of w over the columns of each row */
static void packed_sum_rows(const lf_packed *packed, const lf_rows *rows, const double *padded,
                            double *s) {
    double sum_of[LF_PACKED_PAIRS];
    if (!packed_by_pairs(packed, rows->n)) {
        PACKED_EACH_WIDTH(packed, packed_scores_columns, packed, rows, padded, s)
        return;
    }
    for (size_t p = 0; p < packed->pairs; p++)
        sum_of[p] = padded[packed->member[p][0]] + padded[packed->member[p][1]];
    PACKED_EACH_WIDTH(packed, packed_scores_pairs, packed, rows, sum_of, s)
}

void lf_packed_scores(const lf_packed *packed, const lf_rows *rows, const double *w, double *s) {
    double padded[LF_PACKED_COLUMNS];
    memcpy(padded, w, packed->features * sizeof *w);
    memset(padded + packed->features, 0, PACKED_NONE * sizeof *padded);
    packed_sum_rows(packed, rows, padded, s);
    packed_rescale(packed, rows, s);
}

void lf_packed_scores_both(const lf_packed *packed, const lf_rows *rows, const double *w,
                           const double *w_too, double *s, double *s_too) {
    packed_sides sides[LF_PACKED_COLUMNS];
    for (size_t j = 0; j < packed->features; j++)
        sides[j] = (packed_sides){w[j], w_too[j]};
    memset(sides + packed->features, 0, PACKED_NONE * sizeof *sides);
    PACKED_EACH_WIDTH(packed, packed_scores_sides, packed, rows, sides, s, s_too)
    packed_rescale(packed, rows, s);
    packed_rescale(packed, rows, s_too);
}

/* Rows that take part in a sum, one stretch after the other: those that have a slope, or simply all
 * where nearly all have one. */
typedef struct {
    lf_listed some;
    size_t n;
    const uint32_t *row;
    const double *slope;
    bool all, over;
} packed_turn;

LF_WIDE static size_t packed_count(size_t n, const double *ds) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += ds[i] != 0;
    return count;
}

static packed_turn packed_begin(const lf_packed *packed, const lf_rows *rows, const double *ds) {
    const bool plain = rows->row && !packed->scale;
    return (packed_turn){.all = plain && packed_count(rows->n, ds) > rows->n / 8 * 7};
}

static bool packed_next(const lf_packed *packed, packed_turn *turn, const lf_rows *rows,
                        const double *ds) {
    if (turn->over) return false;
    turn->over = turn->all;
    turn->n = turn->all ? rows->n : lf_linear_list(rows, ds, &turn->some);
    turn->row = turn->all ? rows->row : turn->some.row;
    turn->slope = turn->all ? ds : turn->some.slope;
    for (size_t k = 0; packed->scale && k < turn->n; k++)
        turn->some.slope[k] *= packed->scale[turn->row[k]];
    return turn->n > 0;
}

/* sum[0] <- what both columns of each pair get. */
static void packed_split_pairs(const lf_packed *packed, double by_pair[][LF_PACKED_PAIRS],
                               double *sum) {
    for (size_t p = 0; p < packed->pairs; p++) {
        const double both = by_pair[0][p] + by_pair[1][p];
        sum[packed->member[p][0]] += both;
        sum[packed->member[p][1]] += both;
    }
}

/* sum <- sum_i ds_i a_i */
static void packed_sum_columns(const lf_packed *packed, const lf_rows *rows, const double *ds,
                               double sum[][LF_PACKED_COLUMNS]) {
    packed_turn turn = packed_begin(packed, rows, ds);
    while (packed_next(packed, &turn, rows, ds))
        PACKED_EACH_WIDTH(packed, packed_scatter_columns, packed, turn.n, turn.row, turn.slope, sum)
}

static void packed_sum_pairs(const lf_packed *packed, const lf_rows *rows, const double *ds,
                             double *sum) {
    double by_pair[2][LF_PACKED_PAIRS];
    packed_turn turn = packed_begin(packed, rows, ds);
    for (size_t half = 0; half < 2; half++)
        memset(by_pair[half], 0, packed->pairs * sizeof **by_pair);
    while (packed_next(packed, &turn, rows, ds))
        PACKED_EACH_WIDTH(packed, packed_scatter_pairs, packed, turn.n, turn.row, turn.slope,
                          by_pair)
    packed_split_pairs(packed, by_pair, sum);
}

LF_WIDE static void packed_add(size_t n, const double *restrict a, const double *restrict b,
                               double *restrict grad) {
    for (size_t j = 0; j < n; j++)
        grad[j] += a[j] + b[j];
}

void lf_packed_backward(const lf_packed *packed, const lf_rows *rows, const double *ds,
                        double *grad) {
    double sum[2][LF_PACKED_COLUMNS];
    for (size_t half = 0; half < 2; half++)
        memset(sum[half], 0, (packed->features + PACKED_NONE) * sizeof **sum);
    if (packed_by_pairs(packed, rows->n))
        packed_sum_pairs(packed, rows, ds, sum[0]);
    else
        packed_sum_columns(packed, rows, ds, sum);
    packed_add(packed->features, sum[0], sum[1], grad);
}
