/**
 * @file ranked_auc.c
 * @brief Sorts both lists, then goes through them side by side, one score after the other, or one
 * group of equal scores after the other.
 */
#include "problems/common/ranked_auc.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/number_sort.h"

/* Sorting needs an order, which NaN has not: false if there is one. */
static bool ranked_sort(size_t n, double *score) {
    for (size_t i = 0; i < n; i++)
        if (isnan(score[i])) return false;
    lf_number_sort(n, score);
    return true;
}

lf_status lf_ranked_auc(size_t n_positive, double *positive, size_t n_negative, double *negative,
                        double *auc) {
    *auc = NAN;
    if (n_positive == 0 || n_negative == 0)
        return lf_fail(LF_BAD_INPUT, "AUC of %zu positive and %zu negative rows: it needs both",
                       n_positive, n_negative);
    if (!ranked_sort(n_positive, positive) || !ranked_sort(n_negative, negative)) return LF_OK;
    uint64_t twice = 0;          /* 2 for each pair in order, 1 for each tie */
    size_t below = 0, until = 0; /* negative scores < and <= that of the positive row */
    for (size_t i = 0; i < n_positive; i++) {
        while (below < n_negative && negative[below] < positive[i])
            below++;
        if (until < below) until = below;
        while (until < n_negative && negative[until] <= positive[i])
            until++;
        twice += (uint64_t)below + until;
    }
    *auc = (double)twice / (2.0 * (double)n_positive * (double)n_negative);
    return LF_OK;
}

/* A sweep over the groups of equal score, from the side of the class that is looked for: `wanted`
 * and `other` rows met before this group and with it. */
typedef struct {
    size_t n_wanted, n_other;
    const double *wanted, *other; /* increasing */
    bool down;                    /* from the largest score */
    size_t wanted_before, other_before, wanted_met, other_met;
} ranked_sweep;

/* Score k of the sweep, with the sign that makes sweeps go up. */
static double ranked_met(bool down, size_t n, const double *score, size_t k) {
    return down ? -score[n - 1 - k] : score[k];
}

static bool ranked_next(ranked_sweep *s) {
    double at = INFINITY;
    s->wanted_before = s->wanted_met;
    s->other_before = s->other_met;
    if (s->wanted_met == s->n_wanted && s->other_met == s->n_other) return false;
    if (s->wanted_met < s->n_wanted)
        at = ranked_met(s->down, s->n_wanted, s->wanted, s->wanted_met);
    if (s->other_met < s->n_other)
        at = fmin(at, ranked_met(s->down, s->n_other, s->other, s->other_met));
    while (s->wanted_met < s->n_wanted &&
           ranked_met(s->down, s->n_wanted, s->wanted, s->wanted_met) == at)
        s->wanted_met++;
    while (s->other_met < s->n_other &&
           ranked_met(s->down, s->n_other, s->other, s->other_met) == at)
        s->other_met++;
    return true;
}

static double ranked_precision(ranked_sweep s) {
    double sum = 0;
    while (ranked_next(&s))
        sum += (double)(s.wanted_met - s.wanted_before) * (double)s.wanted_met /
               (double)(s.wanted_met + s.other_met);
    return sum / (double)s.n_wanted;
}

/* Pieces of the curve are straight; the one that crosses phi counts up to there. */
static double ranked_partial(ranked_sweep s, double phi) {
    const double edge = phi * (double)s.n_other;
    double area = 0;
    while (ranked_next(&s) && (double)s.other_before < edge) {
        const double wide = (double)(s.other_met - s.other_before);
        const double inside = fmin(wide, edge - (double)s.other_before);
        const double before = (double)s.wanted_before, high = (double)s.wanted_met - before;
        if (wide > 0) area += inside * (before + high * inside / (2 * wide));
    }
    return area / (edge * (double)s.n_wanted);
}

/* Every threshold in turn, each halfway between two scores, or at the lower one where doubles have
 * no such number; below all; at the last. */
static void ranked_balance(size_t n, const double *positive, size_t m, const double *negative,
                           lf_ranked *of) {
    double most = -1, before = -INFINITY;
    size_t i = 0, j = 0; /* rows below the threshold */
    for (;;) {
        const double at = fmin(i < n ? positive[i] : INFINITY, j < m ? negative[j] : INFINITY);
        const double balanced = ((double)(n - i) / (double)n + (double)j / (double)m) / 2;
        if (before <= 0 && at > 0) of->balanced = balanced;
        if (balanced > most) {
            const double middle = (before + at) / 2;
            most = balanced;
            of->threshold = before < middle && middle < at ? middle : before;
        }
        if (i == n && j == m) return;
        while (i < n && positive[i] == at)
            i++;
        while (j < m && negative[j] == at)
            j++;
        before = at;
    }
}

lf_status lf_ranked_judge(size_t n_positive, double *positive, size_t n_negative, double *negative,
                          double max_fpr, lf_ranked *of) {
    *of = (lf_ranked){NAN, NAN, NAN, NAN, NAN, NAN};
    LF_TRY(lf_ranked_auc(n_positive, positive, n_negative, negative, &of->auc));
    if (isnan(of->auc)) return LF_OK;
    const ranked_sweep top = {n_positive, n_negative, positive, negative, true, 0, 0, 0, 0};
    const ranked_sweep bottom = {n_negative, n_positive, negative, positive, false, 0, 0, 0, 0};
    of->ap = ranked_precision(top);
    of->ap_negative = ranked_precision(bottom);
    of->pauc = ranked_partial(top, max_fpr);
    ranked_balance(n_positive, positive, n_negative, negative, of);
    return LF_OK;
}

double lf_ranked_standard(double pauc, double max_fpr) {
    const double least = max_fpr * max_fpr / 2, area = pauc * max_fpr;
    return (1 + (area - least) / (max_fpr - least)) / 2;
}
