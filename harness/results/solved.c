/**
 * @file solved.c
 * @brief Costs of methods side by side, instance by instance.
 */
#include "harness/results/solved.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/results/seed_runs.h"

/* Everything is looked at in a sense in which lower is better. */
bool lf_span_find(const lf_results *results, size_t problem, const lf_judged *by, lf_span *span) {
    double start = -INFINITY, best = INFINITY, sign = 1;
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        size_t m = lf_record_metric(record, by->metric), seen = 0;
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem) ||
            m >= record->metrics)
            continue;
        sign = record->metric[m].higher_is_better ? -1 : 1;
        for (size_t i = 0; i < record->points; i++) {
            const double value = sign * lf_record_value(record, i, by->metric);
            if (!isfinite(value)) continue;
            if (seen++ == 0) start = fmax(start, value);
            if (lf_judged_keeps(by, record, i)) best = fmin(best, value);
        }
    }
    *span = (lf_span){sign * start, sign * best};
    return best < start;
}

/* One problem while its instances are added. */
typedef struct {
    const lf_results *results;
    const lf_judged *by;
    const char *cost;
    double accuracy; /* NAN: what is left at the end is asked for, not a cost */
    lf_span span;
    lf_seed_runs *runs; /* of each method */
} solved_work;

static lf_status solved_value(const solved_work *w, size_t run, double *value) {
    const double best = w->span.best, way = w->span.start - best;
    const lf_target target = {*w->by, best + w->accuracy * way};
    if (!isnan(w->accuracy)) return lf_quantity_reach(w->results, run, &target, w->cost, value);
    const lf_record *record = &w->results->record[run];
    const double end = lf_quantity_final(w->results, run, w->by->metric);
    const bool good = isfinite(end) && lf_judged_keeps(w->by, record, record->points - 1);
    *value = good ? (end - best) / way : INFINITY;
    return LF_OK;
}

/* row (methods) <- costs of the instance with this seed; *missing: it is incomplete. */
static lf_status solved_row(const solved_work *w, size_t methods, uint64_t seed, double *row,
                            bool *missing) {
    *missing = false;
    for (size_t m = 0; m < methods; m++) {
        const size_t run = lf_seed_runs_at(w->results, &w->runs[m], seed);
        *missing |= run == SIZE_MAX || !w->results->record[run].key[0];
        if (*missing) return LF_OK;
        LF_TRY(solved_value(w, run, &row[m]));
    }
    return LF_OK;
}

/* Seeds that share a level are one instance, by the means of what is left at their ends: tests take
 * instances for independent. Costs of targets are not tested, and stay as they are. The rows from
 * `first` on are those of the runs. */
static lf_status solved_levels(const solved_work *w, const size_t *run, size_t first,
                               lf_solved *solved) {
    const size_t methods = solved->methods, n = solved->instances - first;
    size_t shared = 1, levels = n;
    for (size_t m = 0; m < methods; m++)
        shared = w->runs[m].shared > shared ? w->runs[m].shared : shared;
    if (shared == 1 || n < 2 || !isnan(w->accuracy)) return LF_OK;
    solved->shared = shared;
    double *x = malloc((n + 1) * sizeof *x);
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for the costs of %zu instances", n);
    for (size_t m = 0; m < methods; m++) {
        for (size_t i = 0; i < n; i++)
            x[i] = solved->cost[(first + i) * methods + m];
        levels = lf_seed_runs_levels(w->results, shared, run, x, n);
        for (size_t i = 0; i < levels; i++)
            solved->cost[(first + i) * methods + m] = x[i];
    }
    solved->instances = first + levels;
    free(x);
    return LF_OK;
}

/* The seeds are those of the first method that is not the same with each of them. */
static lf_status solved_rows(const solved_work *w, lf_solved *solved) {
    const size_t methods = solved->methods;
    const lf_seed_runs *seeds = &w->runs[0];
    for (size_t m = 0; m < methods && seeds->fixed; m++)
        seeds = w->runs[m].fixed ? seeds : &w->runs[m];
    const size_t n = seeds->fixed ? 1 : seeds->n;
    double *grown = realloc(solved->cost, (solved->instances + n) * methods * sizeof *grown);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for the costs of %zu instances", n);
    solved->cost = grown;
    solved->problems++;
    const size_t first = solved->instances;
    for (size_t i = 0; i < n; i++) {
        const size_t run = seeds->run[i];
        bool missing;
        LF_TRY(solved_row(w, methods, w->results->plan[run].spec.seed,
                          &grown[solved->instances * methods], &missing));
        if (!missing) seeds->run[solved->instances - first] = run; /* those of rows, in front */
        *(missing ? &solved->missing : &solved->instances) += 1;
    }
    return solved_levels(w, seeds->run, first, solved);
}

static lf_status solved_add(solved_work *w, size_t problem, const size_t *method,
                            lf_solved *solved) {
    const size_t methods = solved->methods;
    if (methods == 0 || !w->by->metric || !lf_span_find(w->results, problem, w->by, &w->span))
        return LF_OK;
    w->runs = calloc(methods, sizeof *w->runs);
    if (!w->runs) return lf_fail(LF_NO_MEMORY, "no memory for a list of runs");
    lf_status status = LF_OK;
    bool all = true;
    for (size_t m = 0; m < methods && status == LF_OK; m++) {
        status = lf_seed_runs_find(w->results, problem, method[m], w->cost, &w->runs[m]);
        all &= w->runs[m].n > 0;
    }
    if (status == LF_OK && all) status = solved_rows(w, solved);
    for (size_t m = 0; m < methods; m++)
        lf_seed_runs_free(&w->runs[m]);
    free(w->runs);
    return status;
}

lf_status lf_solved_add(const lf_results *results, size_t problem, const lf_judged *by,
                        double accuracy, const char *cost, const size_t *method,
                        lf_solved *solved) {
    solved_work w = {.results = results, .by = by, .cost = cost, .accuracy = accuracy};
    return solved_add(&w, problem, method, solved);
}

lf_status lf_solved_add_ends(const lf_results *results, size_t problem, const lf_judged *by,
                             const size_t *method, lf_solved *solved) {
    solved_work w = {.results = results, .by = by, .accuracy = NAN};
    return solved_add(&w, problem, method, solved);
}

void lf_solved_free(lf_solved *solved) {
    free(solved->cost);
    *solved = (lf_solved){0};
}
