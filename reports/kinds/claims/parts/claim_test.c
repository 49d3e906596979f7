/**
 * @file claim_test.c
 * @brief From pairs to outcomes: exact comparisons, sequential tests, Holm's correction.
 *
 * Each comparison has two one-sided tests: for the claim, on the least favourable reading of its
 * censored pairs, and against it, on the most favourable one; and one for a tie. A claim needs all
 * of its comparisons, which is safe without a correction, and is refuted as soon as one of many is,
 * which does need it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"

/* The margins of a sample as a test reads them; the numbers are the caller's to free, by d->low. */
static lf_status test_differences(const lf_claim_case *c, const lf_claim_sample *sample,
                                  lf_differences *d) {
    const size_t n = sample->pairs;
    double *low = malloc((2 * n + 1) * sizeof *low);
    if (!low) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *high = low + n;
    for (size_t i = 0; i < n; i++) {
        low[i] = sample->pair[i].low;
        high[i] = sample->pair[i].high;
    }
    const bool sign = c->claim->test && strcmp(c->claim->test, "sign") == 0;
    *d = (lf_differences){.test = sign ? LF_TEST_SIGNS : LF_TEST_PAIR_SUMS,
                          .n = n,
                          .low = low,
                          .high = high,
                          .by = c->by,
                          .tie = NAN};
    return LF_OK;
}

/* What a margin is in the claim's own terms; an end that is not known stays so. */
static double test_shown(const lf_claim_case *c, double margin) {
    return isfinite(margin) ? c->kind->shown(c, margin) : NAN;
}

/* A larger margin may be a smaller difference: then the ends change places. */
static lf_status test_interval(const lf_claim_case *c, const lf_differences *d,
                               lf_comparison_verdict *v) {
    lf_interval margin;
    LF_TRY(lf_sequential_interval(d, c->level, &margin));
    const bool turned = c->kind->shown(c, 1) < c->kind->shown(c, 0);
    v->estimate = test_shown(c, margin.estimate);
    v->lower = test_shown(c, turned ? margin.upper : margin.lower);
    v->upper = test_shown(c, turned ? margin.lower : margin.upper);
    return LF_OK;
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

/* One pair stands for all. Its margin may still be an interval, of which the nearer end decides.
 * Above the bound, or at it where the claim says "at least". */
static lf_claim_outcome test_exact(const lf_claim_case *c, const lf_claim_pair *pair, double tie) {
    const bool strict = c->kind->strict && !c->claim->by;
    const bool same = pair->low > -tie && pair->high < tie;
    if (same && !(c->by >= tie)) return LF_CLAIM_TIE;
    if (strict ? pair->low > c->by : pair->low >= c->by) return LF_CLAIM_HELD;
    if (strict ? pair->high <= c->by : pair->high < c->by) return LF_CLAIM_NOT_HELD;
    return same ? LF_CLAIM_TIE : LF_CLAIM_UNDECIDED;
}

/* The end of a margin that an outcome stands on. */
static double test_end(const lf_claim_pair *pair, lf_claim_outcome outcome) {
    if (outcome == LF_CLAIM_TIE) return fmax(fabs(pair->low), fabs(pair->high));
    return outcome == LF_CLAIM_HELD ? pair->low : pair->high;
}

/* Methods that draw nothing are exact if three starts say the same, and differ among themselves by
 * a tenth at most of what they are away from saying something else. Of three normal margins about
 * 0 that is so with a chance of 0.0009. */
static bool test_members(const lf_claim_case *c, const lf_claim_sample *sample,
                         lf_comparison_verdict *v) {
    enum { MEMBERS = 3 };
    if (!sample->drawless || sample->runs > 1 || sample->pairs < MEMBERS) return false;
    const lf_claim_outcome outcome = test_exact(c, &sample->pair[0], v->tie);
    const double bound = outcome == LF_CLAIM_TIE ? v->tie : c->by;
    double least = INFINITY, most = -INFINITY, far = INFINITY;
    for (size_t i = 0; i < MEMBERS; i++) {
        const double end = test_end(&sample->pair[i], outcome);
        if (test_exact(c, &sample->pair[i], v->tie) != outcome) return false;
        least = fmin(least, end);
        most = fmax(most, end);
        far = fmin(far, fabs(end - bound));
    }
    const double spread = most > least ? most - least : 0; /* infinite ones may be equal */
    if (outcome == LF_CLAIM_UNDECIDED || !(spread <= 0.1 * far)) return false;
    v->spread = spread;
    v->outcome = outcome;
    return true;
}

/* Everything about one comparison that a test says. */
static lf_status test_measure(const lf_claim_case *c, const lf_claim_sample *sample,
                              lf_differences *d, lf_comparison_verdict *v) {
    d->tie = v->tie;
    LF_TRY(test_interval(c, d, v));
    LF_TRY(lf_sequential_test(d, &v->p));
    v->outcome = lf_sequential_outcome(&v->p, d, c->level);
    if (v->outcome == LF_CLAIM_UNDECIDED) LF_TRY(lf_sequential_project(d, c->level, &v->needs));
    return sample->than == SIZE_MAX || sample->pairs < 2 ? LF_OK : test_superiority(c, sample, v);
}

/* Without a test: by one pair that stands for all, or by three that agree. */
static bool test_is_exact(const lf_claim_case *c, const lf_claim_sample *sample,
                          lf_comparison_verdict *v) {
    if (sample->fixed)
        v->outcome = test_exact(c, &sample->pair[0], v->tie);
    else if (!test_members(c, sample, v))
        return false;
    v->exact = true;
    v->estimate = test_shown(c, sample->pair[0].low);
    return true;
}

/* What is missing might decide otherwise, so then nothing does. */
static lf_status test_decide(const lf_claim_case *c, const lf_claim_sample *sample,
                             lf_comparison_verdict *v) {
    *v = lf_claim_unsaid(sample->problem, sample->than);
    v->exact = sample->fixed;
    v->pairs = sample->pairs;
    if (c->kind->outcome) v->outcome = c->kind->outcome(c, sample);
    if (c->kind->seeds && !sample->missing) v->needs.seeds = c->kind->seeds(c);
    if (c->kind->outcome || sample->missing || !sample->pairs) return LF_OK;
    LF_TRY(lf_claim_tie(c, sample, &v->tie));
    for (size_t i = 0; i < sample->pairs; i++)
        v->positive += sample->pair[i].low > c->by;
    if (test_is_exact(c, sample, v)) return LF_OK;
    lf_differences d;
    LF_TRY(test_differences(c, sample, &d));
    const lf_status status = test_measure(c, sample, &d, v);
    free((double *)d.low);
    return status;
}

/* Holm over the comparisons that were tested; the exact ones have no P to correct. */
static lf_status test_correct(lf_claim_verdict *verdict, size_t *family) {
    const size_t n = verdict->comparisons;
    double *p = calloc(4 * n + 1, sizeof *p);
    if (!p) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *against = p + n, *adjusted = p + 2 * n;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(verdict->comparison[i].p.held)) continue;
        p[m] = verdict->comparison[i].p.held;
        against[m++] = verdict->comparison[i].p.against;
    }
    lf_stat_holm(p, m, adjusted);
    lf_stat_holm(against, m, adjusted + n);
    *family = m;
    for (size_t i = 0, k = 0; i < n; i++) {
        if (isnan(verdict->comparison[i].p.held)) continue;
        verdict->comparison[i].holm =
            (lf_sequential_p){adjusted[k], adjusted[n + k], verdict->comparison[i].p.tie};
        k++;
    }
    free(p);
    return LF_OK;
}

lf_comparison_verdict lf_claim_unsaid(size_t problem, size_t than) {
    return (lf_comparison_verdict){.problem = problem,
                                   .than = than,
                                   .outcome = LF_CLAIM_UNDECIDED,
                                   .spread = NAN,
                                   .estimate = NAN,
                                   .lower = NAN,
                                   .upper = NAN,
                                   .superiority = {NAN, NAN, NAN},
                                   .tie = NAN,
                                   .p = {NAN, NAN, NAN},
                                   .holm = {NAN, NAN, NAN}};
}

lf_status lf_claim_test(const lf_claim_case *c, const lf_claim_sample *sample,
                        lf_claim_verdict *verdict) {
    size_t family = 0;
    for (size_t i = 0; i < verdict->comparisons; i++)
        LF_TRY(test_decide(c, &sample[i], &verdict->comparison[i]));
    LF_TRY(test_correct(verdict, &family));
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        v->statistic = lf_claim_line(c, &sample[i], v, family);
        if (!v->statistic) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    }
    return LF_OK;
}
