/**
 * @file ranking.c
 * @brief Methods in order, and the ranks that the tests between them leave open.
 *
 * Everything is computed on losses, smaller being better, and turned round at the end where more of
 * the metric is better.
 */
#include "harness/results/ranking.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/results/quantity.h"
#include "harness/results/seed_runs.h"
#include "harness/statistics/sequential.h"

static const double ranking_level = 0.05;
static const size_t ranking_resamples = 10000;

/* A ranking being made. `loss` is a final value, negated if more is better. */
typedef struct {
    const lf_results *results;
    const lf_judged *by;
    bool higher;
    size_t n;
    lf_seed_runs *runs; /* of each rank's method, in the experiment's order */
    double *loss;       /* of all runs, then nudges; INFINITY: did not end well; NAN: not known */
} ranking_work;

/* How a run ended. All but the first and the last are infinitely bad. */
typedef enum {
    RANKING_GOOD,
    RANKING_CUT,
    RANKING_BEYOND,
    RANKING_NO_VALUE,
    RANKING_UNKNOWN
} ending;

/* What was evaluated and has no value is bad; of what was not, nothing is known. With more than it
 * may have of the other metric it is as bad, else whoever ignores the bound would be first. */
static ending ranking_ending(const ranking_work *w, size_t run) {
    const lf_record *record = &w->results->record[run];
    if (record->status != LF_RUN_DONE) return RANKING_CUT;
    if (w->by->where) {
        const double where = lf_quantity_final(w->results, run, w->by->where);
        if (isnan(where) && !lf_quantity_looked(record, w->by->where)) return RANKING_UNKNOWN;
        if (!(where <= w->by->at_most)) return RANKING_BEYOND;
    }
    if (isfinite(lf_quantity_final(w->results, run, w->by->metric))) return RANKING_GOOD;
    return lf_quantity_looked(record, w->by->metric) ? RANKING_NO_VALUE : RANKING_UNKNOWN;
}

/* Losses of all runs; those of other tasks are never looked at. */
static void ranking_losses(ranking_work *w, size_t problem) {
    const lf_results *r = w->results;
    for (size_t i = 0; i < r->runs; i++)
        if (lf_experiment_under(r->experiment, r->plan[i].problem, problem))
            w->higher |= lf_record_higher(&r->record[i], w->by->metric);
    for (size_t i = 0; i < r->runs + r->nudges; i++) {
        const double value = lf_quantity_final(r, i, w->by->metric);
        const ending how = ranking_ending(w, i);
        w->loss[i] = w->higher ? -value : value;
        if (how != RANKING_GOOD) w->loss[i] = how == RANKING_UNKNOWN ? NAN : INFINITY;
    }
}

/* Keep the runs that have a record and were evaluated: others are neither good nor bad. */
static void ranking_drop_unknown(const ranking_work *w, lf_seed_runs *runs, lf_rank *rank) {
    size_t kept = 0;
    for (size_t i = 0; i < runs->n; i++) {
        const size_t run = runs->run[i];
        if (!w->results->record[run].key[0]) continue;
        const ending how = ranking_ending(w, run);
        rank->runs++;
        rank->unfinished += how == RANKING_CUT;
        rank->beyond += how == RANKING_BEYOND;
        rank->valueless += how == RANKING_NO_VALUE;
        rank->unknown += how == RANKING_UNKNOWN;
        if (how != RANKING_UNKNOWN) runs->run[kept++] = run;
    }
    runs->n = kept;
}

/* How many there are of what is compared. */
static void ranking_extent(const ranking_work *w, lf_ranking *ranking) {
    ranking->n = w->n;
    for (size_t i = 0; i < w->n; i++) {
        const lf_seed_runs *runs = &w->runs[i];
        const size_t n = runs->n / runs->shared;
        ranking->known += runs->n > 0;
        if (runs->fixed || runs->n == 0) continue;
        if (runs->shared > ranking->shared) ranking->shared = runs->shared;
        if (n < ranking->fewest || ranking->fewest == 0) ranking->fewest = n;
        if (n > ranking->most) ranking->most = n;
    }
}

/* Is it one of those before it under another name? Ranked twice it would push others down. */
static bool ranking_repeats(const ranking_work *w, size_t problem, size_t method,
                            const lf_ranking *ranking) {
    for (size_t i = 0; i < w->n; i++)
        if (lf_seed_runs_same(w->results, problem, ranking->rank[i].method, problem, method))
            return true;
    return false;
}

/* Methods without a record on this problem are not ranked: absent is not last. */
static lf_status ranking_methods(ranking_work *w, size_t problem, lf_ranking *ranking) {
    for (size_t k = 0; k < w->results->experiment->methods_count; k++) {
        lf_seed_runs *runs = &w->runs[w->n];
        lf_rank *rank = &ranking->rank[w->n];
        if (ranking_repeats(w, problem, k, ranking)) continue;
        *rank = (lf_rank){.method = k};
        LF_TRY(lf_seed_runs_find(w->results, problem, k, NULL, runs));
        ranking_drop_unknown(w, runs, rank);
        if (rank->runs > 0)
            w->n++;
        else
            lf_seed_runs_free(runs);
    }
    ranking_extent(w, ranking);
    return LF_OK;
}

/* Median and interval of one method, in the metric's own sign. */
static lf_status ranking_median(const ranking_work *w, const lf_seed_runs *runs, double *value,
                                lf_rank *rank) {
    rank->median = (lf_interval){NAN, NAN, NAN};
    if (runs->n == 0) return LF_OK;
    for (size_t i = 0; i < runs->n; i++)
        value[i] = w->loss[runs->run[i]];
    lf_interval loss = {value[0], value[0], value[0]};
    const size_t n =
        lf_seed_runs_levels(w->results, runs->fixed ? 1 : runs->shared, runs->run, value, runs->n);
    if (n == 0) return LF_OK; /* no level is whole yet */
    if (runs->n > 1 && !runs->fixed)
        LF_TRY(lf_stat_median_interval(n, value, ranking_resamples, 1 - ranking_level, 0, &loss));
    rank->median = w->higher ? (lf_interval){-loss.estimate, -loss.upper, -loss.lower} : loss;
    return LF_OK;
}

/* One test between two methods. */
typedef struct {
    size_t a, b;
    double p; /* NAN: exact */
    size_t seeds;
    bool added;  /* over looks at seeds */
    double sign; /* below 0: a is better */
} ranking_test;

/* By how much a method without chance ends elsewhere from a start beside its own: a difference that
 * is no larger says nothing. */
static double ranking_moved(const ranking_work *w, const lf_seed_runs *runs) {
    const lf_planned_run *is = &w->results->plan[runs->run[0]];
    const size_t nudge = lf_results_nudge(w->results, is->problem, is->method);
    if (nudge == SIZE_MAX || w->loss[nudge] == w->loss[runs->run[0]]) return 0;
    const double by = fabs(w->loss[nudge] - w->loss[runs->run[0]]);
    return isnan(by) ? 0 : by;
}

/* Paired by seed, or by level, like everything else. Two infinitely bad runs are equal. x (twice
 * the runs) is scratch. */
static void ranking_compare(const ranking_work *w, size_t *pair, double *x, ranking_test *test) {
    const lf_seed_runs *a = &w->runs[test->a], *b = &w->runs[test->b];
    const size_t n = lf_seed_runs_differences(w->results, a, b, w->loss, pair, x);
    for (size_t i = 0; i < n; i++)
        if (isnan(x[i])) x[i] = 0;
    test->p = NAN;
    test->sign = n ? x[0] : 0;
    test->seeds = n;
    if (a->fixed && b->fixed) {
        if (n && fabs(test->sign) <= ranking_moved(w, a) + ranking_moved(w, b)) test->sign = 0;
        return;
    }
    const lf_differences d = {.test = LF_TEST_PAIR_SUMS, .n = n, .low = x, .high = x};
    test->added = lf_seed_runs_added(w->results, a, b);
    test->p = lf_sequential_two_sided(&d, test->added, x + n, &test->sign);
}

/* Ranks that remain: 1 + methods surely better, all - methods surely worse; of what was never
 * evaluated none. Tests and their adjusted
 * p-values run side by side, but exact comparisons have no p. */
static void ranking_narrow(const ranking_test *test, size_t tests, const double *adjusted,
                           lf_ranking *ranking) {
    for (size_t i = 0; i < ranking->n; i++) {
        const bool known = ranking->rank[i].unknown < ranking->rank[i].runs;
        ranking->rank[i].best = known;
        ranking->rank[i].worst = known ? ranking->known : 0;
    }
    for (size_t i = 0, k = 0; i < tests; i++) {
        const bool sure = isnan(test[i].p) || adjusted[k++] <= ranking_level;
        if (!sure || test[i].sign == 0) continue;
        const bool first = test[i].sign < 0;
        ranking->rank[first ? test[i].a : test[i].b].worst--;
        ranking->rank[first ? test[i].b : test[i].a].best++;
    }
}

static void ranking_most(size_t have, size_t needed, lf_ranking_seeds *seeds) {
    if (have >= seeds->have) {
        seeds->have = have;
        seeds->needed = needed;
    }
    seeds->able |= have >= needed;
}

/* What seeds allow all tests, and each method's. With m methods there are m (m - 1) / 2 tests, so
 * seven seeds are needed to tell three methods apart, and eleven for eight; looks take more. */
static void ranking_seeds(const ranking_test *test, size_t tests, lf_ranking *ranking) {
    const size_t family = 2 * ranking->pairs; /* two-sided: as many as of one-sided tests twice */
    for (size_t i = 0; i < tests; i++) {
        const bool exact = isnan(test[i].p);
        const size_t have = exact ? SIZE_MAX : test[i].seeds;
        const size_t needed = exact           ? 0
                              : test[i].added ? lf_look_needed(family, ranking_level)
                                              : lf_stat_pairs_needed(family, ranking_level);
        ranking_most(have, needed, &ranking->rank[test[i].a].seeds);
        ranking_most(have, needed, &ranking->rank[test[i].b].seeds);
        if (!exact) ranking_most(have, needed, &ranking->seeds);
    }
}

/* Every pair of methods once, Holm's correction over those that chance has a part in. */
static void ranking_tests(const ranking_work *w, ranking_test *test, double *p, double *scratch,
                          size_t *pair, lf_ranking *ranking) {
    size_t tests = 0;
    for (size_t a = 0; a < w->n; a++)
        for (size_t b = a + 1; b < w->n; b++) {
            if (w->runs[a].n == 0 || w->runs[b].n == 0) continue;
            test[tests] = (ranking_test){.a = a, .b = b};
            ranking_compare(w, pair, scratch, &test[tests]);
            if (!isnan(test[tests].p)) p[ranking->pairs++] = test[tests].p;
            ranking->added |= test[tests++].added;
        }
    ranking_seeds(test, tests, ranking);
    double *adjusted = p + w->n * w->n;
    lf_stat_holm(p, ranking->pairs, adjusted);
    ranking_narrow(test, tests, adjusted, ranking);
}

/* qsort_r's: best first; the context says whether more is better. */
static int ranking_order(const void *a, const void *b, void *context) {
    const lf_rank *x = a, *y = b;
    const double sign = *(const bool *)context ? -1 : 1;
    const double p = sign * x->median.estimate, q = sign * y->median.estimate;
    if (isnan(p) != isnan(q)) return isnan(p) ? 1 : -1;
    if (p < q || p > q) return p < q ? -1 : 1;
    return x->method < y->method ? -1 : x->method > y->method;
}

/* Scratch memory is one block of each kind, large enough for every pair of methods. */
static lf_status ranking_fill(ranking_work *w, size_t problem, lf_ranking *ranking) {
    const size_t runs = w->results->runs, methods = w->results->experiment->methods_count;
    ranking_test *test = calloc(methods * methods + 1, sizeof *test);
    double *p = calloc(2 * methods * methods + 1, sizeof *p);
    double *scratch = calloc(2 * runs + 1, sizeof *scratch);
    size_t *pair = calloc(2 * runs + 1, sizeof *pair);
    lf_status status = LF_OK;
    if (!test || !p || !scratch || !pair) status = lf_fail(LF_NO_MEMORY, "no memory to rank");
    if (status == LF_OK) ranking_losses(w, problem);
    if (status == LF_OK) status = ranking_methods(w, problem, ranking);
    for (size_t i = 0; i < w->n && status == LF_OK; i++)
        status = ranking_median(w, &w->runs[i], scratch, &ranking->rank[i]);
    if (status == LF_OK) ranking_tests(w, test, p, scratch, pair, ranking);
    ranking->higher_is_better = w->higher;
    if (status == LF_OK)
        qsort_r(ranking->rank, ranking->n, sizeof *ranking->rank, ranking_order, &w->higher);
    free(test);
    free(p);
    free(scratch);
    free(pair);
    return status;
}

lf_status lf_ranking_make(const lf_results *results, size_t problem, const lf_judged *by,
                          lf_ranking *ranking) {
    const size_t methods = results->experiment->methods_count;
    ranking_work w = {.results = results,
                      .by = by,
                      .runs = calloc(methods + 1, sizeof *w.runs),
                      .loss = calloc(results->runs + results->nudges + 1, sizeof *w.loss)};
    *ranking = (lf_ranking){.shared = 1, .rank = calloc(methods + 1, sizeof *ranking->rank)};
    lf_status status = w.runs && w.loss && ranking->rank
                           ? ranking_fill(&w, problem, ranking)
                           : lf_fail(LF_NO_MEMORY, "no memory to rank");
    for (size_t i = 0; w.runs && i <= w.n && i < methods; i++)
        lf_seed_runs_free(&w.runs[i]);
    free(w.runs);
    free(w.loss);
    if (status != LF_OK) lf_ranking_free(ranking);
    return status;
}

void lf_ranking_free(lf_ranking *ranking) {
    free(ranking->rank);
    *ranking = (lf_ranking){0};
}
