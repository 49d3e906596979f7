/**
 * @file seed_runs.c
 * @brief Runs by seed.
 *
 * Pairing is by the planned seed, not by position: a method with fewer seeds, or with runs missing
 * in the middle, still meets its partners.
 */
#include "harness/results/seed_runs.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

lf_status lf_seed_runs_find(const lf_results *results, size_t problem, size_t method,
                            const char *cost, lf_seed_runs *runs) {
    *runs = (lf_seed_runs){.run = calloc(results->runs + 1, sizeof *runs->run), .shared = 1};
    if (!runs->run) return lf_fail(LF_NO_MEMORY, "no memory for a list of runs");
    const size_t form = lf_experiment_form(results->experiment, problem, method);
    if (form != SIZE_MAX) runs->shared = lf_experiment_level_runs(results->experiment, form);
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == form && results->plan[i].method == method)
            runs->run[runs->n++] = i;
    const bool seconds = cost && strcmp(cost, "seconds") == 0;
    runs->fixed = form != SIZE_MAX && lf_experiment_fixed(results->experiment, form, method);
    runs->once = runs->fixed && seconds;
    return LF_OK;
}

/* What fails before its first row says nothing. */
bool lf_seed_runs_identical(const lf_results *results, const lf_seed_runs *runs) {
    const char *first = runs->n ? results->record[runs->run[0]].trace_sha256 : "";
    for (size_t i = 0; i < runs->n; i++) {
        const lf_record *record = &results->record[runs->run[i]];
        if (record->status != LF_RUN_DONE || strcmp(record->trace_sha256, first) != 0) return false;
    }
    return runs->n > 1 && first[0];
}

void lf_seed_runs_free(lf_seed_runs *runs) {
    free(runs->run);
    *runs = (lf_seed_runs){0};
}

/* What the runs of one problem are judged by is what those of the other are. */
static bool seed_runs_constants(const lf_experiment_problem *a, const lf_experiment_problem *b) {
    if (a->constants_count != b->constants_count) return false;
    for (size_t i = 0; i < a->constants_count; i++)
        if (strcmp(a->constants[i].name, b->constants[i].name) != 0 ||
            a->constants[i].value != b->constants[i].value)
            return false;
    return true;
}

/* And the costs of one method what those of the other are. */
static bool seed_runs_measures(const lf_experiment_method *a, const lf_experiment_method *b) {
    if (a->measures_count != b->measures_count) return false;
    for (size_t i = 0; i < a->measures_count; i++)
        if (strcmp(a->measures[i].name, b->measures[i].name) != 0 ||
            strcmp(a->measures[i].cost, b->measures[i].cost) != 0)
            return false;
    return true;
}

const lf_planned_run *lf_seed_runs_first(const lf_results *results, size_t problem, size_t method) {
    const size_t form = lf_experiment_form(results->experiment, problem, method);
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == form && results->plan[i].method == method)
            return &results->plan[i];
    return NULL;
}

bool lf_seed_runs_alike(const lf_experiment *e, const lf_planned_run *a, const lf_planned_run *b) {
    return a && b && a->key[0] && strcmp(a->key, b->key) == 0 &&
           seed_runs_constants(&e->problems[a->problem], &e->problems[b->problem]) &&
           seed_runs_measures(&e->methods[a->method], &e->methods[b->method]);
}

bool lf_seed_runs_same(const lf_results *results, size_t problem, size_t method,
                       size_t other_problem, size_t other_method) {
    return lf_seed_runs_alike(results->experiment, lf_seed_runs_first(results, problem, method),
                              lf_seed_runs_first(results, other_problem, other_method));
}

bool lf_seed_runs_twins(const lf_results *results, size_t a, size_t b) {
    bool any = false;
    for (size_t i = 0; i < results->experiment->problems_count; i++) {
        const lf_planned_run *own = lf_seed_runs_first(results, i, a);
        const lf_planned_run *other = lf_seed_runs_first(results, i, b);
        if ((own || other) && !lf_seed_runs_alike(results->experiment, own, other)) return false;
        any |= own != NULL;
    }
    return any;
}

const char *lf_seed_runs_budget(const lf_results *results, size_t problem, size_t method) {
    const lf_planned_run *run = lf_seed_runs_first(results, problem, method);
    return run ? run->spec.budget : NULL;
}

size_t lf_seed_runs_at(const lf_results *results, const lf_seed_runs *runs, uint64_t seed) {
    if (runs->fixed && runs->n) return runs->run[0];
    for (size_t i = 0; i < runs->n; i++)
        if (results->plan[runs->run[i]].spec.seed == seed) return runs->run[i];
    return SIZE_MAX;
}

size_t lf_seed_row(uint64_t *seeds, size_t *n, uint64_t seed) {
    size_t row = 0;
    while (row < *n && seeds[row] != seed)
        row++;
    if (row == *n) seeds[(*n)++] = seed;
    return row;
}

size_t lf_seed_runs_pair(const lf_results *results, const lf_seed_runs *a, const lf_seed_runs *b,
                         size_t *own, size_t *other) {
    /* The one that has several runs is walked along; the other answers. */
    const bool turn = a->fixed && !b->fixed;
    const lf_seed_runs *from = turn ? b : a, *to = turn ? a : b;
    size_t n = 0;
    for (size_t i = 0; i < (from->fixed && from->n ? 1 : from->n); i++) {
        const size_t run = from->run[i];
        const size_t partner = lf_seed_runs_at(results, to, results->plan[run].spec.seed);
        if (partner == SIZE_MAX) continue;
        own[n] = turn ? partner : run;
        other[n++] = turn ? run : partner;
    }
    return n;
}

/* Did its seeds come one by one while a claim was open? Of a file that adds them itself all may
 * have, listed or not; else those that it does not list. One run of all seeds has none of its own.
 */
static bool seed_runs_looked(const lf_results *results, const lf_seed_runs *runs) {
    const lf_experiment_scale *scale =
        lf_experiment_find_scale(results->experiment, results->scale);
    uint64_t *seeds = NULL;
    size_t listed = 0, last = 0;
    const lf_planned_run *first = runs->n > 0 ? &results->plan[runs->run[0]] : NULL;
    const bool known = scale && first &&
                       lf_seeds_parse(lf_experiment_listed_seeds(results->experiment, scale,
                                                                 first->problem, first->method),
                                      &seeds, &listed) == LF_OK;
    for (size_t i = 0; i < runs->n && known && last < listed; i++) {
        const uint64_t seed = results->plan[runs->run[i]].spec.seed;
        for (last = 0; last < listed && seeds[last] != seed;)
            last++;
    }
    free(seeds);
    return runs->fixed || (known && (last == listed || scale->until_decided > 0));
}

bool lf_seed_runs_added(const lf_results *results, const lf_seed_runs *a, const lf_seed_runs *b) {
    return !(a->fixed && b->fixed) && seed_runs_looked(results, a) && seed_runs_looked(results, b);
}

/* Later levels lie behind what is written. */
size_t lf_seed_runs_levels(const lf_results *results, size_t shared, const size_t *run, double *x,
                           size_t n) {
    size_t levels = 0;
    for (size_t i = 0; i < n && shared > 1; i++) {
        const uint64_t level = results->plan[run[i]].spec.seed / shared;
        double sum = 0;
        size_t runs = 0;
        bool known = false;
        for (size_t k = 0; k < n; k++) {
            if (results->plan[run[k]].spec.seed / shared != level) continue;
            known |= k < i;
            sum += known ? 0 : x[k];
            runs++;
        }
        if (!known && runs == shared) x[levels++] = sum / (double)shared;
    }
    return shared > 1 ? levels : n;
}

/* One run against one has no levels: nothing varies in either. */
size_t lf_seed_runs_differences(const lf_results *results, const lf_seed_runs *a,
                                const lf_seed_runs *b, const double *value, size_t *pair,
                                double *x) {
    size_t *own = pair, *other = pair + results->runs, n = 0;
    const size_t pairs = lf_seed_runs_pair(results, a, b, own, other);
    for (size_t i = 0; i < pairs; i++) {
        if (isnan(value[own[i]]) || isnan(value[other[i]])) continue;
        x[n] = value[own[i]] - value[other[i]];
        own[n] = own[i];
        other[n++] = other[i];
    }
    if (a->fixed && b->fixed) return n;
    const size_t shared = a->shared > b->shared ? a->shared : b->shared;
    return lf_seed_runs_levels(results, shared, a->fixed ? other : own, x, n);
}
