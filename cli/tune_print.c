/**
 * @file tune_print.c
 * @brief What was tried, what was chosen, and what that cost.
 *
 * Every point is shown, the bad ones too: a choice cannot be judged without them.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/columns.h"
#include "cli/print.h"
#include "cli/tune.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/results/results.h"

/* Six digits, as `run` prints them; "-" where there is none. */
static void print_value(lf_table *table, double value) {
    if (isnan(value))
        lf_table_add(table, "-");
    else if (isinf(value))
        lf_table_add(table, "%s", "failed");
    else
        lf_table_add(table, "%.6g", value);
}

/* Columns for what the tuning looks at, and no others. */
static void print_head(const lf_experiment_tuning *tuning, lf_table *table) {
    lf_table_add(table, "%s", "");
    lf_table_add(table, "parameters");
    lf_table_add(table, "%s", tuning->metric);
    if (tuning->target) lf_table_add(table, "cost to %g", *tuning->target);
    if (tuning->where) lf_table_add(table, "%s", tuning->where);
    lf_table_add(table, "trials");
}

static void print_point(const lf_experiment_tuning *tuning, const lf_tuning_point *point,
                        bool chosen, lf_table *table) {
    lf_table_add(table, "%s", chosen ? "*" : "");
    lf_table_add(table, "%s", point->parameters);
    print_value(table, point->metric);
    if (tuning->target && isinf(point->cost))
        lf_table_add(table, "not reached");
    else if (tuning->target)
        print_value(table, point->cost);
    if (tuning->where && !point->feasible && isfinite(point->where))
        lf_table_add(table, "%.6g, too much", point->where);
    else if (tuning->where)
        print_value(table, point->where);
    char lost[64] = "";
    if (point->failed) snprintf(lost, sizeof lost, ", %zu failed", point->failed);
    if (point->missing) snprintf(lost, sizeof lost, ", %zu missing", point->missing);
    if (point->trials > 0)
        lf_table_add(table, "%zu%s", point->trials, lost);
    else
        lf_table_add(table, "screen%s", lost);
}

/* What the methods of a problem came to. */
static void print_pair(const lf_results *results, const lf_tuned *tuned) {
    const lf_experiment *e = results->experiment;
    const bool complete = tuned->chosen != SIZE_MAX;
    printf("%s, %s: %s%s\n", e->problems[tuned->problem].label, e->methods[tuned->method].label,
           complete ? tuned->point[tuned->chosen].parameters : "trials are missing",
           tuned->failed ? " (no point worked; the first one stands)" : "");
    lf_table table = {.columns = 4};
    table.columns += e->tuning->target != NULL;
    table.columns += e->tuning->where != NULL;
    print_head(e->tuning, &table);
    for (size_t i = 0; i < tuned->points; i++)
        print_point(e->tuning, &tuned->point[i], i == tuned->chosen, &table);
    lf_table_print(&table, 2, stdout);
    if (tuned->worse)
        printf("  ends worse than the start, %.6g\n", tuned->point[tuned->chosen].start);
    if (complete && tuned->edges[0]) printf("  on an edge of what was tried: %s\n", tuned->edges);
    printf("  cost of tuning: %.6g %s, %.3g CPU seconds\n\n", tuned->cost, tuned->unit,
           tuned->cpu_seconds);
}

/* On any problem. */
static bool print_is_tuned(const lf_results *results, size_t method) {
    for (size_t i = 0; i < results->tuned_pairs; i++)
        if (results->tuned[i].method == method) return true;
    return false;
}

/* Methods that an item leaves out are not talked about. */
static bool print_is_planned(const lf_results *results, size_t method) {
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].method == method) return true;
    return false;
}

/* Pair by pair; then the methods that had nothing to choose from. */
lf_status lf_tune_print(const lf_results *results) {
    for (size_t i = 0; i < results->tuned_pairs; i++)
        print_pair(results, &results->tuned[i]);
    for (size_t k = 0; k < results->experiment->methods_count; k++)
        if (print_is_planned(results, k) && !print_is_tuned(results, k))
            printf("%s: not tuned, it has no grid\n", results->experiment->methods[k].label);
    return LF_OK;
}

/* json_pack takes over the numbers, and gives NULL if any of them is missing. */
static json_t *print_json_point(const lf_tuning_point *p) {
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I}", "parameters", p->parameters,
                     "metric", lf_print_number(p->metric), "range", lf_print_number(p->range),
                     "cost", lf_print_number(p->cost), "where", lf_print_number(p->where),
                     "feasible", p->feasible, "trials", (json_int_t)p->trials, "failed",
                     (json_int_t)p->failed, "missing", (json_int_t)p->missing);
}

/* `chosen` is null while trials are missing. */
static json_t *print_json_pair(const lf_experiment *e, const lf_tuned *t) {
    json_t *points = json_array();
    for (size_t i = 0; i < t->points; i++)
        json_array_append_new(points, print_json_point(&t->point[i]));
    const char *chosen = t->chosen == SIZE_MAX ? NULL : t->point[t->chosen].parameters;
    return json_pack("{s:s, s:s, s:s?, s:s?, s:b, s:b, s:o, s:{s:s, s:o}, s:o}", "problem",
                     e->problems[t->problem].id, "method", e->methods[t->method].id, "chosen",
                     chosen, "edges", t->edges, "failed", t->failed, "worse", t->worse, "points",
                     points, "cost", "unit", t->unit, "value", lf_print_number(t->cost),
                     "cpu_seconds", lf_print_number(t->cpu_seconds));
}

/* Ids of the methods that run as given. */
static json_t *print_json_untuned(const lf_results *r) {
    json_t *ids = json_array();
    for (size_t k = 0; k < r->experiment->methods_count; k++)
        if (print_is_planned(r, k) && !print_is_tuned(r, k))
            json_array_append_new(ids, json_string(r->experiment->methods[k].id));
    return ids;
}

lf_status lf_tune_print_json(const lf_results *const *results, size_t n) {
    json_t *experiments = json_array();
    for (size_t i = 0; i < n; i++) {
        const lf_results *r = results[i];
        json_t *tuned = json_array();
        for (size_t k = 0; k < r->tuned_pairs; k++)
            json_array_append_new(tuned, print_json_pair(r->experiment, &r->tuned[k]));
        json_array_append_new(experiments,
                              json_pack("{s:s, s:s, s:s, s:o, s:o}", "name", r->name, "scale",
                                        r->scale, "metric", r->experiment->tuning->metric, "tuned",
                                        tuned, "not_tuned", print_json_untuned(r)));
    }
    json_t *object = json_pack("{s:o}", "experiments", experiments);
    const lf_status status = lf_print_json(object);
    json_decref(object);
    return status;
}
