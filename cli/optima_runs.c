/**
 * @file optima_runs.c
 * @brief Where the runs of a folder ended on a problem, method by method.
 */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "cli/optima.h"
#include "harness/registry/parameters.h"
#include "harness/results/seed_runs.h"

/* The final row of a finished run. */
typedef struct {
    double F, violation;
} runs_end;

static int runs_order(const void *a, const void *b) {
    const runs_end *p = a, *q = b;
    return (p->F > q->F) - (p->F < q->F);
}

/* Its final iterate becomes a start. False: it did not end well, or nowhere. */
static bool runs_take(const lf_record *record, const lf_problem *problem, lf_optima *o,
                      runs_end *end) {
    const size_t d = problem->info.dim;
    if (record->status != LF_RUN_DONE || !record->iterate || record->dim != d ||
        record->points == 0 || !lf_vec_finite(d, record->iterate))
        return false;
    *end = (runs_end){lf_record_value(record, record->points - 1, problem->is->metrics[0].name),
                      lf_record_value(record, record->points - 1, problem->is->metrics[1].name)};
    lf_vec_copy(d, record->iterate, o->end + o->runs++ * d);
    return true;
}

/* All runs of one method, whatever form of the problem it meets. */
static lf_status runs_method(const lf_results *results, const lf_problem *problem, size_t p,
                             size_t method, lf_optima *o) {
    lf_seed_runs runs;
    lf_status status = lf_seed_runs_find(results, p, method, NULL, &runs);
    runs_end *end = status == LF_OK ? malloc((runs.n + 1) * sizeof *end) : NULL;
    size_t n = 0;
    for (size_t i = 0; end && i < runs.n; i++)
        n += runs_take(&results->record[runs.run[i]], problem, o, &end[n]);
    if (n > 0) {
        qsort(end, n, sizeof *end, runs_order);
        const runs_end *median = &end[(n - 1) / 2];
        o->method[o->methods++] =
            (lf_method_end){.method = strdup(results->experiment->methods[method].label),
                            .runs = n,
                            .F = median->F,
                            .violation = median->violation};
        if (!o->method[o->methods - 1].method) status = lf_fail(LF_NO_MEMORY, "no memory");
    }
    if (status == LF_OK && !end) status = lf_fail(LF_NO_MEMORY, "no memory for %zu runs", runs.n);
    free(end);
    lf_seed_runs_free(&runs);
    return status;
}

/* Is this problem of the experiment the one that is asked about? */
static bool runs_same(const char *spec, const char *canonical) {
    char *own = NULL;
    const bool same = lf_problem_canonical(spec, &own) == LF_OK && strcmp(own, canonical) == 0;
    free(own);
    return same;
}

static lf_status runs_experiment(const lf_results *results, const lf_problem *problem,
                                 const char *canonical, lf_optima *o) {
    const lf_experiment *is = results->experiment;
    for (size_t p = 0; p < is->problems_count; p++) {
        if (!runs_same(is->problems[p].problem, canonical)) continue;
        for (size_t m = 0; m < is->methods_count; m++)
            LF_TRY(runs_method(results, problem, p, m, o));
    }
    return LF_OK;
}

/* Room for what the folder could have at most. */
static lf_status runs_room(const lf_results *results, size_t n, size_t d, lf_optima *o) {
    size_t runs = 0, pairs = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t problems = results[i].experiment->problems_count;
        runs += results[i].runs * problems;
        pairs += problems * results[i].experiment->methods_count;
    }
    o->method = calloc(pairs + 1, sizeof *o->method);
    o->end = malloc((runs * d + 1) * sizeof *o->end);
    return o->method && o->end ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", runs);
}

lf_status lf_optima_read(const char *dir, const lf_problem *problem, const char *canonical,
                         lf_optima *o) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(dir, &results, &n));
    lf_status status = runs_room(results, n, problem->info.dim, o);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = runs_experiment(&results[i], problem, canonical, o);
    lf_results_free(results, n);
    if (status == LF_OK && o->runs == 0)
        return lf_fail(LF_NOT_FOUND, "%s has no finished run on %s", dir, canonical);
    return status;
}
