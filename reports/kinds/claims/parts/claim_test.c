/**
 * @file claim_test.c
 * @brief From pairs to outcomes: exact comparisons, Wilcoxon's test, Holm's correction.
 *
 * Each comparison has two one-sided tests: for the claim, on the least favourable reading of its
 * censored pairs, and against it, on the most favourable one. A claim needs all of its comparisons,
 * which is safe without a correction; Holm's is made all the same, so that every line can be quoted
 * by itself, and a claim is refuted as soon as one of many is, which does need it.
 */
#include <math.h>
#include <stdlib.h>

#include "reports/kinds/claims/parts/kind.h"

/* Of the bootstrap; the ends of the intervals repeat to two digits. */
static const size_t test_resamples = 10000;

/* margin (pairs) <- the low or the high margins. */
static void test_margins(const lf_claim_sample *sample, bool high, double *margin) {
    for (size_t i = 0; i < sample->pairs; i++)
        margin[i] = high ? sample->pair[i].high : sample->pair[i].low;
}

/* Median and interval of the margins. Quantiles commute with what a kind shows, so the
 * interval of what is shown is read off at the end. */
static lf_status test_interval(const lf_claim_case *c, const lf_claim_sample *sample,
                               double *margin, lf_comparison_verdict *v) {
    lf_interval low = {NAN, NAN, NAN}, high = {NAN, NAN, NAN};
    const size_t n = sample->pairs;
    if (n > 1 && !sample->exact) {
        test_margins(sample, false, margin);
        LF_TRY(lf_stat_median_interval(n, margin, test_resamples, 1 - c->level, 0, &low));
        test_margins(sample, true, margin);
        LF_TRY(lf_stat_median_interval(n, margin, test_resamples, 1 - c->level, 0, &high));
    }
    test_margins(sample, false, margin);
    /* An infinite lower end says nothing, so then the upper one is quoted: "at most". */
    double middle = lf_stat_quartiles(margin, n).median;
    if (isinf(middle)) {
        test_margins(sample, true, margin);
        middle = lf_stat_quartiles(margin, n).median;
    }
    const double a = c->kind->shown(c, low.lower), b = c->kind->shown(c, high.upper);
    v->estimate = c->kind->shown(c, middle);
    if (isnan(a) || isnan(b)) return LF_OK; /* half an interval is none */
    v->lower = fmin(a, b);
    v->upper = fmax(a, b);
    return LF_OK;
}

/* A test needs chance to be about, and all the runs that were planned. */
static bool test_applies(const lf_claim_case *c, const lf_claim_sample *sample) {
    return !c->kind->outcome && !sample->exact && !sample->missing && sample->pairs;
}

/* value (pairs) <- what one side has, turned so that less is better. Returns their number: one run
 * that meets every seed of the other side counts once. */
static size_t test_side(const lf_claim_case *c, const lf_claim_sample *sample, bool own,
                        double *value) {
    bool one = true;
    for (size_t i = 0; i < sample->pairs; i++) {
        const lf_claim_pair *pair = &sample->pair[i];
        value[i] = (own ? pair->value : pair->against) * (c->kind->higher ? -1 : 1);
        one &= own ? pair->own == sample->pair[0].own : pair->other == sample->pair[0].other;
    }
    return one ? 1 : sample->pairs;
}

/* How large the difference is, whatever its unit: every run of one against every run of the other.
 */
static lf_status test_superiority(const lf_claim_case *c, const lf_claim_sample *sample,
                                  lf_comparison_verdict *v) {
    double *value = malloc((2 * sample->pairs + 1) * sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    const size_t n = test_side(c, sample, true, value);
    const size_t m = test_side(c, sample, false, value + sample->pairs);
    v->superiority = lf_stat_superiority(value, n, value + sample->pairs, m, 1 - c->level);
    free(value);
    return LF_OK;
}

/* p and p_against stay NAN where nothing is tested. */
static lf_status test_measure(const lf_claim_case *c, const lf_claim_sample *sample,
                              lf_comparison_verdict *v) {
    double *margin = malloc((sample->pairs + 1) * sizeof *margin);
    if (!margin) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    lf_wilcoxon wilcoxon = {.less = NAN, .greater = NAN};
    lf_status status = sample->pairs ? test_interval(c, sample, margin, v) : LF_OK;
    if (test_applies(c, sample)) {
        test_margins(sample, false, margin);
        if (status == LF_OK) status = lf_stat_wilcoxon(margin, sample->pairs, &wilcoxon);
        v->p = wilcoxon.greater;
        test_margins(sample, true, margin);
        if (status == LF_OK) status = lf_stat_wilcoxon(margin, sample->pairs, &wilcoxon);
        v->p_against = wilcoxon.less;
        if (status == LF_OK && sample->than != SIZE_MAX && sample->pairs > 1)
            status = test_superiority(c, sample, v);
    }
    free(margin);
    return status;
}

/* Holm over the comparisons that were tested; the exact ones have no p to correct. */
static lf_status test_correct(lf_claim_verdict *verdict, size_t *family) {
    const size_t n = verdict->comparisons;
    double *p = calloc(4 * n + 1, sizeof *p);
    if (!p) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *against = p + n, *adjusted = p + 2 * n;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(verdict->comparison[i].p)) continue;
        p[m] = verdict->comparison[i].p;
        against[m++] = verdict->comparison[i].p_against;
    }
    lf_stat_holm(p, m, adjusted);
    lf_stat_holm(against, m, adjusted + n);
    *family = m;
    for (size_t i = 0, k = 0; i < n; i++) {
        if (isnan(verdict->comparison[i].p)) continue;
        verdict->comparison[i].p = adjusted[k];
        verdict->comparison[i].p_against = adjusted[n + k++];
    }
    free(p);
    return LF_OK;
}

/* One pair stands for all. Its margin may still be an interval, of which the nearer end decides.
 * Above the bound, or at it where the claim says "at least". */
static lf_claim_outcome test_exact(const lf_claim_case *c, const lf_claim_pair *pair) {
    const bool strict = c->kind->strict && !c->claim->by;
    if (strict ? pair->low > 0 : pair->low >= 0) return LF_CLAIM_HELD;
    if (strict ? pair->high <= 0 : pair->high < 0) return LF_CLAIM_NOT_HELD;
    return LF_CLAIM_UNDECIDED;
}

/* What is missing might decide otherwise, so then nothing does. */
static lf_claim_outcome test_outcome(const lf_claim_case *c, const lf_claim_sample *sample,
                                     const lf_comparison_verdict *v) {
    if (c->kind->outcome) return c->kind->outcome(c, sample);
    if (sample->missing || !sample->pairs) return LF_CLAIM_UNDECIDED;
    if (sample->exact) return test_exact(c, &sample->pair[0]);
    if (v->p <= c->level) return LF_CLAIM_HELD;
    return v->p_against <= c->level ? LF_CLAIM_NOT_HELD : LF_CLAIM_UNDECIDED;
}

lf_status lf_claim_test(const lf_claim_case *c, const lf_claim_sample *sample,
                        lf_claim_verdict *verdict) {
    size_t family = 0;
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        *v = (lf_comparison_verdict){.problem = sample[i].problem,
                                     .than = sample[i].than,
                                     .exact = sample[i].exact,
                                     .pairs = sample[i].pairs,
                                     .estimate = NAN,
                                     .lower = NAN,
                                     .upper = NAN,
                                     .superiority = {NAN, NAN, NAN},
                                     .p = NAN,
                                     .p_against = NAN};
        LF_TRY(test_measure(c, &sample[i], v));
    }
    LF_TRY(test_correct(verdict, &family));
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        v->outcome = test_outcome(c, &sample[i], v);
        v->statistic = lf_claim_line(c, &sample[i], v, family);
        if (!v->statistic) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    }
    return LF_OK;
}
