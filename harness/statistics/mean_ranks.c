/* Friedman's test by rearrangement, and pairs of methods by Wilcoxon's with Holm's correction. */
#include "harness/statistics/mean_ranks.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/statistics.h"
#include "numeric/stream.h"

/* Rearrangements up to which all are looked at, and how many are drawn of more. */
static const double ranks_all = 20000;
enum { RANKS_DRAWS = 9999 };

/* rank (k) <- of one block. Halves are exact, so sums and their squares are, too. */
static void ranks_block(const double *loss, size_t k, double *rank) {
    for (size_t a = 0; a < k; a++) {
        rank[a] = 0.5;
        for (size_t b = 0; b < k; b++)
            rank[a] += loss[b] < loss[a] ? 1 : loss[b] == loss[a] ? 0.5 : 0;
    }
}

/* Sum over methods of the squared sum of ranks: Friedman's statistic but for what no rearrangement
 * changes. */
static double ranks_uneven(const double *rank, size_t n, size_t k) {
    double total = 0;
    for (size_t a = 0; a < k; a++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += rank[i * k + a];
        total += sum * sum;
    }
    return total;
}

/* Shuffle all blocks but the first, which all others may be held against: by the digits of `draw`
 * if every rearrangement has its turn, else at random. */
static void ranks_shuffle(double *rank, size_t n, size_t k, bool all, uint64_t draw) {
    uint64_t bits[4];
    for (size_t i = 1, taken = 0; i < n; i++)
        for (size_t a = k; a-- > 1; taken++) {
            if (!all && taken % 4 == 0)
                lf_stream_block(1, LF_STREAM_BOOTSTRAP, 2, draw, taken / 4, bits);
            const size_t b = all ? draw % (a + 1) : lf_stream_below(bits[taken % 4], a + 1);
            if (all) draw /= a + 1;
            const double kept = rank[i * k + a];
            rank[i * k + a] = rank[i * k + b];
            rank[i * k + b] = kept;
        }
}

/* rank (2 n x k): ranks of all blocks, and room for as many. */
static double ranks_friedman(double *rank, size_t n, size_t k) {
    double ways = 1, uneven = 0, *shuffled = rank + n * k;
    for (size_t i = 1; i < n && ways <= ranks_all; i++)
        for (size_t a = 2; a <= k; a++)
            ways *= (double)a;
    const bool all = ways <= ranks_all;
    const double observed = ranks_uneven(rank, n, k);
    const size_t draws = all ? (size_t)ways : RANKS_DRAWS;
    for (size_t draw = 0; draw < draws; draw++) {
        memcpy(shuffled, rank, n * k * sizeof *rank);
        ranks_shuffle(shuffled, n, k, all, draw);
        uneven += ranks_uneven(shuffled, n, k) >= observed;
    }
    return all ? uneven / ways : (uneven + 1) / (RANKS_DRAWS + 1);
}

/* Two-sided, of two methods; x (n) is scratch. Two runs that failed are equal. */
static double ranks_pair(const double *loss, size_t n, size_t k, size_t a, size_t b, double *x) {
    size_t count[2];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < n; i++) {
            const double u = loss[i * k + (side ? b : a)], v = loss[i * k + (side ? a : b)];
            x[i] = u == v ? 0 : u - v;
        }
        count[side] = lf_stat_positive(LF_TEST_PAIR_SUMS, x, n);
    }
    const size_t most = count[0] > count[1] ? count[0] : count[1];
    return fmin(1, 2 * lf_stat_tail(LF_TEST_PAIR_SUMS, n, most));
}

/* p (k x k) <- adjusted for their number, at the places of the order: [first][later]. */
static void ranks_pairs(const double *loss, const lf_mean_ranks *r, double *p, double *scratch) {
    double *raw = scratch + r->n, *adjusted = raw + r->k * r->k;
    size_t tests = 0;
    for (size_t i = 0; i < r->k; i++)
        for (size_t j = i + 1; j < r->k; j++)
            raw[tests++] = ranks_pair(loss, r->n, r->k, r->order[i], r->order[j], scratch);
    lf_stat_holm(raw, tests, adjusted);
    tests = 0;
    for (size_t i = 0; i < r->k; i++)
        for (size_t j = i + 1; j < r->k; j++)
            p[i * r->k + j] = adjusted[tests++];
}

static void ranks_order(lf_mean_ranks *r) {
    for (size_t a = 0; a < r->k; a++) {
        size_t place = a;
        for (; place > 0 && r->rank[r->order[place - 1]] > r->rank[a]; place--)
            r->order[place] = r->order[place - 1];
        r->order[place] = a;
    }
}

/* A place joins those before it if it is told apart from none of them. */
static void ranks_levels(lf_mean_ranks *r, const double *p, double error) {
    for (size_t i = 0; i < r->k; i++) {
        bool joins = true;
        r->level[i] = i;
        for (size_t j = i + 1; j < r->k && joins; j++) {
            for (size_t a = i; a < j; a++)
                joins &= !lf_stat_reaches(p[a * r->k + j], error);
            if (joins) r->level[i] = j;
        }
    }
}

lf_status lf_mean_ranks_make(const double *loss, size_t n, size_t k, double error,
                             lf_mean_ranks *r) {
    *r = (lf_mean_ranks){.n = n, .k = k};
    if (n == 0 || k == 0)
        return lf_fail(LF_BAD_ARGUMENT, "mean ranks: %zu methods in %zu blocks", k, n);
    double *work = calloc(2 * n * k + 3 * k * k + n, sizeof *work);
    r->rank = calloc(k, sizeof *r->rank);
    r->order = calloc(2 * k, sizeof *r->order);
    if (!work || !r->rank || !r->order) {
        free(work);
        lf_mean_ranks_free(r);
        return lf_fail(LF_NO_MEMORY, "mean ranks: no memory for %zu methods", k);
    }
    r->level = r->order + k;
    for (size_t i = 0; i < n; i++) {
        ranks_block(loss + i * k, k, work + i * k);
        for (size_t a = 0; a < k; a++)
            r->rank[a] += work[i * k + a] / (double)n;
    }
    r->p = ranks_friedman(work, n, k);
    ranks_order(r);
    double *p = work + 2 * n * k;
    ranks_pairs(loss, r, p, p + k * k);
    ranks_levels(r, p, error);
    free(work);
    return LF_OK;
}

void lf_mean_ranks_free(lf_mean_ranks *r) {
    free(r->rank);
    free(r->order);
    *r = (lf_mean_ranks){0};
}
