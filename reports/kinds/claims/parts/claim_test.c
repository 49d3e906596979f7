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

/* The evidence of a sample: its margins as a test reads them. */
static lf_status test_evidence(const lf_claim_case *c, const lf_claim_sample *sample, double tie,
                               lf_evidence *e) {
    const size_t n = sample->pairs;
    double *low = malloc((2 * n + 1) * sizeof *low);
    if (!low) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *high = low + n;
    for (size_t i = 0; i < n; i++) {
        low[i] = sample->pair[i].low;
        high[i] = sample->pair[i].high;
    }
    const bool sign = c->claim->test && strcmp(c->claim->test, "sign") == 0;
    *e = (lf_evidence){.d = {.test = sign ? LF_TEST_SIGNS : LF_TEST_PAIR_SUMS,
                             .n = n,
                             .low = low,
                             .high = high,
                             .by = c->by,
                             .tie = tie},
                       .level = c->level,
                       .strict = c->kind->strict && !c->claim->by,
                       .fixed = sample->fixed,
                       .drawless = sample->drawless && sample->runs == 1};
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
 * that meets every seed of the other side counts once, unless the other sets its target. */
static size_t test_side(const lf_claim_case *c, const lf_claim_sample *sample, bool own,
                        double *value) {
    const double sign = c->rises && !c->kind->ratios ? -1 : 1; /* ratios are of costs */
    bool one = true;
    for (size_t i = 0; i < sample->pairs; i++) {
        const lf_claim_pair *pair = &sample->pair[i];
        value[i] = sign * (own ? pair->value : pair->against);
        one &= own ? pair->own == sample->pair[0].own : pair->other == sample->pair[0].other;
        one &= value[i] == value[0];
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

/* What is said of a comparison beside its outcome. */
static lf_status test_measure(const lf_claim_case *c, const lf_claim_sample *sample,
                              lf_comparison_verdict *v) {
    const lf_differences *d = &v->evidence.d;
    if (v->exact) {
        v->estimate = test_shown(c, d->low[0] + sample->resolution);
        return LF_OK;
    }
    LF_TRY(test_interval(c, d, v));
    if (v->outcome == LF_CLAIM_UNDECIDED) LF_TRY(lf_sequential_project(d, c->level, &v->needs));
    return sample->than == SIZE_MAX || sample->pairs < 2 ? LF_OK : test_superiority(c, sample, v);
}

/* What is missing might decide otherwise, so then nothing does. */
static lf_status test_decide(const lf_claim_case *c, const lf_claim_sample *sample,
                             lf_comparison_verdict *v) {
    *v = lf_claim_unsaid(sample->problem, sample->than);
    v->exact = sample->fixed && !sample->once;
    v->pairs = sample->pairs;
    if (c->kind->outcome) v->outcome = c->kind->outcome(c, sample);
    if (c->kind->seeds && !sample->missing) v->needs.seeds = c->kind->seeds(c);
    if (c->kind->outcome || sample->missing || sample->once || !sample->pairs) return LF_OK;
    LF_TRY(lf_claim_tie(c, sample, &v->tie));
    for (size_t i = 0; i < sample->pairs; i++)
        v->positive += sample->pair[i].low > c->by;
    LF_TRY(test_evidence(c, sample, v->tie, &v->evidence));
    LF_TRY(lf_evidence_decide(&v->evidence, v));
    return test_measure(c, sample, v);
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
    LF_TRY(lf_claim_correct(verdict, &family));
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        v->statistic = lf_claim_line(c, &sample[i], v, family);
        if (!v->statistic) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    }
    return LF_OK;
}
