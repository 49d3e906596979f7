/**
 * @file differences_pair.c
 * @brief One method on one problem in two folders: pairs of runs, and what they say.
 *
 * Problems and methods meet by their ids: a file that lists them in another order is the same
 * experiment. A run that failed, diverged or ended beyond the bound is infinitely bad, as in
 * claims: a folder in which runs crash shall not look like one in which they are left out, nor one
 * that breaks the constraint like one that got better.
 */
#include "reports/differences_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/seed_runs.h"
#include "plots/panel.h"
#include "plots/plot.h"
#include "reports/page/about.h"

static const double differences_level = 0.05;

/* Positions in the plans of both. */
typedef struct {
    size_t run[2];
} differences_runs;

static bool differences_is(const lf_difference *d, int side, size_t run) {
    const lf_planned_run *plan = &d->of[side]->plan[run];
    return plan->problem == d->problem[side] && plan->method == d->method[side] &&
           lf_part_present(d->of[side], run);
}

/* The run of the other folder with the same seed. */
static size_t differences_twin(const lf_difference *d, uint64_t seed) {
    for (size_t i = 0; i < d->of[1]->runs; i++)
        if (d->of[1]->plan[i].spec.seed == seed && differences_is(d, 1, i)) return i;
    return SIZE_MAX;
}

static size_t differences_count(const lf_difference *d, int side) {
    size_t n = 0;
    for (size_t i = 0; i < d->of[side]->runs; i++)
        n += differences_is(d, side, i);
    return n;
}

static size_t differences_gather(const lf_difference *d, differences_runs *pair) {
    size_t n = 0;
    for (size_t i = 0; i < d->of[0]->runs; i++) {
        if (!differences_is(d, 0, i)) continue;
        const size_t twin = differences_twin(d, d->of[0]->plan[i].spec.seed);
        if (twin != SIZE_MAX) pair[n++] = (differences_runs){{i, twin}};
    }
    return n;
}

/* Final value as a loss: INFINITY where the run did not end well. */
static double differences_loss(const lf_difference *d, int side, size_t run) {
    const lf_record *record = &d->of[side]->record[run];
    const double value = lf_quantity_final(d->of[side], run, d->by.metric);
    const bool good = isfinite(value) && lf_judged_keeps(&d->by, record, record->points - 1);
    return good ? (d->higher ? -value : value) : INFINITY;
}

/* The trace alone does not tell: a run of the same trace may have crashed behind it. */
static bool differences_same(const lf_record *a, const lf_record *b) {
    return a->status == b->status && strcmp(a->trace_sha256, b->trace_sha256) == 0;
}

static bool differences_other(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") != 0;
}

static void differences_setup(lf_difference *d, const differences_runs *pair) {
    const lf_run_spec *a = &d->of[0]->plan[pair->run[0]].spec;
    const lf_run_spec *b = &d->of[1]->plan[pair->run[1]].spec;
    d->budget = differences_other(a->budget, b->budget);
    d->parameters = differences_other(a->algorithm, b->algorithm);
    d->task = differences_other(a->problem, b->problem);
}

/* Does the seed change nothing, in both folders? What their seeds draw is the same, so that luck
 * would have to be the same, too. */
static lf_status differences_fixed(lf_difference *d) {
    d->fixed = true;
    for (int side = 0; side < 2; side++) {
        lf_seed_runs runs;
        LF_TRY(lf_seed_runs_find(d->of[side], d->problem[side], d->method[side], NULL, &runs));
        d->fixed &= runs.fixed || lf_seed_runs_identical(d->of[side], &runs);
        lf_seed_runs_free(&runs);
    }
    return LF_OK;
}

/* Both medians of the cost until the worse quartile of the first folder is reached: three of its
 * four runs come there, where of an even number no more than half reach the median. A run that did
 * not end well would never have got there. */
static lf_status differences_costs(lf_difference *d, const differences_runs *pair, double *cost) {
    const double end = d->higher ? d->q[0].lower : d->q[0].upper;
    const lf_target target = {d->by, end};
    char *unit = lf_budget_first(d->of[0]->record[pair->run[0]].spec.budget);
    lf_status status = unit ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a cost");
    for (int side = 0; side < 2 && status == LF_OK; side++) {
        for (size_t i = 0; i < d->pairs && status == LF_OK; i++) {
            const size_t run = pair[i].run[side];
            cost[i] = INFINITY;
            if (d->of[side]->record[run].status == LF_RUN_DONE)
                status = lf_quantity_reach(d->of[side], run, &target, unit, &cost[i]);
        }
        d->cost[side] = isfinite(end) ? lf_stat_quartiles(cost, d->pairs).median : NAN;
    }
    free(unit);
    return status;
}

/* Two runs that are infinitely bad are equal. A difference of 0 has no sign that could be turned,
 * so the test is of the others: seeds that nothing happened to hide nothing that happened to the
 * rest. `scratch` has room for a number of each pair. */
static void differences_compare(lf_difference *d, const differences_runs *pair, double *scratch) {
    for (size_t i = 0; i < d->pairs; i++) {
        const double u = differences_loss(d, 0, pair[i].run[0]);
        const double v = differences_loss(d, 1, pair[i].run[1]);
        if (u != v) scratch[d->moved++] = v - u;
        d->same +=
            differences_same(&d->of[0]->record[pair[i].run[0]], &d->of[1]->record[pair[i].run[1]]);
    }
    d->p = lf_stat_two_sided(LF_TEST_PAIR_SUMS, scratch, d->moved, NULL);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < d->pairs; i++) {
            const double loss = differences_loss(d, side, pair[i].run[side]);
            scratch[i] = isinf(loss) ? NAN : d->higher ? -loss : loss;
        }
        d->q[side] = lf_quantity_quartiles(scratch, d->pairs, d->higher);
    }
}

static lf_status differences_fill(lf_difference *d, differences_runs *pair, double *scratch) {
    d->pairs = differences_gather(d, pair);
    if (d->pairs == 0) return LF_OK;
    differences_setup(d, pair);
    LF_TRY(differences_fixed(d));
    differences_compare(d, pair, scratch);
    return differences_costs(d, pair, scratch);
}

lf_status lf_difference_make(const lf_results *first, const lf_results *other, size_t problem,
                             size_t method, lf_difference *d) {
    const lf_experiment *here = first->experiment, *there = other->experiment;
    *d = (lf_difference){.of = {first, other},
                         .problem = {problem, lf_panel_problem(there, here->problems[problem].id)},
                         .method = {method, lf_panel_method(there, here->methods[method].id)},
                         .by = lf_plot_judged(first, problem)};
    for (int side = 0; side < 2; side++)
        d->runs[side] = differences_count(d, side);
    const lf_record *witness = lf_panel_witness(first, problem);
    if (!d->by.metric || !witness) return LF_OK;
    if (d->problem[1] >= there->problems_count || d->method[1] >= there->methods_count)
        return LF_OK;
    d->higher = lf_record_higher(witness, d->by.metric);
    differences_runs *pair = calloc(first->runs + 1, sizeof *pair);
    double *scratch = calloc(first->runs + 1, sizeof *scratch);
    const lf_status status = pair && scratch
                                 ? differences_fill(d, pair, scratch)
                                 : lf_fail(LF_NO_MEMORY, "no memory for a comparison of folders");
    free(pair);
    free(scratch);
    return status;
}

/* ---- all rows together ---- */

/* Is the row one for the test? Whether it is does not hang on what the test would say: traces that
 * are the same have no difference, a method without chance has no other kind, and with too few
 * pairs the smallest p is above the level. */
static bool differences_tested(const lf_difference *d) {
    return d->same < d->pairs && !d->fixed &&
           d->pairs >= lf_stat_pairs_needed(1, differences_level / 2);
}

static lf_difference_verdict differences_judge(const lf_difference *d, size_t tests) {
    if (d->same == d->pairs) return LF_DIFFERENCE_IDENTICAL;
    if (d->fixed) return d->moved ? LF_DIFFERENCE_CHANGED : LF_DIFFERENCE_SAME_ENDS;
    if (!differences_tested(d)) return LF_DIFFERENCE_FEW;
    if (lf_stat_reaches(d->p, differences_level)) return LF_DIFFERENCE_DIFFERS;
    if (d->pairs < lf_stat_pairs_needed(tests, differences_level / 2)) return LF_DIFFERENCE_FEW;
    return LF_DIFFERENCE_WITHIN;
}

lf_status lf_differences_settle(lf_difference *row, size_t n) {
    double *p = calloc(2 * n + 1, sizeof *p), *adjusted = p ? p + n : NULL;
    if (!p) return lf_fail(LF_NO_MEMORY, "no memory for a comparison of folders");
    size_t tests = 0;
    for (size_t i = 0; i < n; i++)
        if (differences_tested(&row[i])) p[tests++] = row[i].p;
    lf_stat_holm(p, tests, adjusted);
    for (size_t i = 0, k = 0; i < n; i++) {
        if (differences_tested(&row[i])) row[i].p = adjusted[k++];
        row[i].verdict = differences_judge(&row[i], tests);
    }
    free(p);
    return LF_OK;
}
