/**
 * @file cells.c
 * @brief Which cells a table has, and the numbers in them.
 */
#include "reports/kinds/parts/cells.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "reports/page/about.h"

/* Best value of a metric over the points where another one is at most `at_most`. */
static double cell_best(const lf_record *record, const char *metric, const char *where,
                        double at_most) {
    const bool higher = lf_record_higher(record, metric);
    double best = NAN;
    for (size_t i = 0; i < record->points; i++) {
        double value = lf_record_value(record, i, metric);
        if (!(lf_record_value(record, i, where) <= at_most) || isnan(value)) continue;
        if (isnan(best) || (higher ? value > best : value < best)) best = value;
    }
    return best;
}

/* Points where the metric was not evaluated say nothing either way. */
static double cell_share(const lf_record *record, const char *metric, double at_most) {
    size_t evaluated = 0, within = 0;
    for (size_t i = 0; i < record->points; i++) {
        double value = lf_record_value(record, i, metric);
        evaluated += isnan(value) ? 0 : 1;
        within += value <= at_most;
    }
    return evaluated ? (double)within / (double)evaluated : NAN;
}

/* The first point with metric < below, or metric > above; one past the last if there is none. */
static size_t cell_passed(const lf_record *record, const char *metric,
                          const lf_experiment_column *column) {
    size_t i = 0;
    for (; i < record->points; i++) {
        const double value = lf_record_value(record, i, metric);
        if (column->below ? value < *column->below : value > *column->above) break;
    }
    return i;
}

lf_status lf_cell_value(const lf_results *results, size_t run, const lf_experiment_column *column,
                        double *value) {
    const lf_record *record = &results->record[run];
    *value = NAN;
    /* A run that failed or diverged is never taken for a result, nor for what it came to before. */
    if (record->status != LF_RUN_DONE || !record->key[0] || record->points == 0 || column->ert)
        return LF_OK;
    lf_cost cost = {0};
    if (column->mean) return lf_quantity_mean(results, run, column->mean, column->cost, value);
    if (column->cost) LF_TRY(lf_quantity_cost(results, run, column->cost, &cost));
    if (!column->metric && !column->share)
        *value = lf_cost_value(&cost, record->point[record->points - 1].count);
    else if (column->below || column->above) {
        const size_t passed = cell_passed(record, column->metric, column);
        if (passed < record->points) *value = lf_cost_value(&cost, record->point[passed].count);
    } else if (column->share)
        *value = cell_share(record, column->share, *column->at_most);
    else if (column->where)
        *value = cell_best(record, column->metric, column->where, *column->at_most);
    else
        *value = lf_record_value(record, record->points - 1, column->metric);
    return LF_OK;
}

/* A share of points within a bound; a cost is the better the less it is. */
bool lf_cell_rises(const lf_record *record, const lf_experiment_column *column) {
    const char *metric = column->mean ? column->mean : column->metric;
    if (column->share || column->below || column->above || !metric) return column->share != NULL;
    return lf_record_higher(record, metric);
}

bool lf_cell_takes(const lf_results *results, size_t problem, size_t method, size_t run) {
    const lf_planned_run *plan = &results->plan[run];
    return plan->method == method &&
           lf_experiment_under(results->experiment, plan->problem, problem);
}

/* The published value of a quantity; NAN if there is none. */
static double cell_published(const lf_results *results, const lf_experiment_table *table,
                             size_t problem, size_t method, const char *column) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; table && i < experiment->published_count; i++) {
        const lf_published *published = &experiment->published[i];
        if (strcmp(published->table, table->id) != 0) continue;
        if (strcmp(published->problem, experiment->problems[problem].id) != 0) continue;
        for (size_t r = 0; r < published->rows_count; r++)
            for (size_t m = 0; m < published->methods_count; m++) {
                const lf_published_row *row = &published->rows[r];
                if (strcmp(row->id, column) != 0 || m >= row->values_count) continue;
                if (lf_panel_method(experiment, published->methods[m]) == method)
                    return row->values[m];
            }
    }
    return NAN;
}

/* All that runs with a record spent until they passed, or in all if they did not, over how many
 * did: one that failed has spent, too. */
static lf_status cell_running_time(const lf_results *results, size_t problem, size_t method,
                                   const lf_experiment_column *column, double *ert) {
    double *spent = calloc(results->runs + 1, sizeof *spent);
    bool *reached = calloc(results->runs + 1, sizeof *reached);
    lf_status status = spent && reached ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a table");
    size_t n = 0;
    for (size_t run = 0; run < results->runs && status == LF_OK; run++) {
        const size_t points = results->record[run].points;
        if (!lf_cell_takes(results, problem, method, run) || points == 0) continue;
        const size_t passed = cell_passed(&results->record[run], column->ert, column);
        reached[n] = passed < points;
        status =
            lf_quantity_x(results, run, column->cost, reached[n] ? passed : points - 1, &spent[n]);
        n++;
    }
    const double time = status == LF_OK ? lf_stat_running_time(spent, reached, n) : NAN;
    *ert = isinf(time) ? NAN : time;
    free(spent);
    free(reached);
    return status;
}

/* Of the pair's one run and the one that was nudged. */
static lf_status cell_resolution(const lf_results *results, size_t problem, size_t method,
                                 const lf_experiment_column *column, lf_cell *cell) {
    const size_t nudged = lf_results_nudge(results, problem, method);
    double beside;
    cell->resolution = NAN;
    if (nudged == SIZE_MAX || cell->present != 1) return LF_OK;
    LF_TRY(lf_cell_value(results, nudged, column, &beside));
    cell->resolution = fabs(beside - cell->q.median);
    return LF_OK;
}

lf_status lf_cell_make(const lf_results *results, const lf_experiment_table *table, size_t problem,
                       size_t method, const lf_experiment_column *column, lf_cell *cell) {
    double *values = malloc((results->runs + 1) * sizeof *values);
    *cell = (lf_cell){0};
    if (!values) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    lf_status status = LF_OK;
    bool higher = false;
    for (size_t run = 0; run < results->runs && status == LF_OK; run++) {
        if (!lf_cell_takes(results, problem, method, run)) continue;
        cell->planned++;
        if (!lf_part_present(results, run)) continue;
        const lf_run_status how = results->record[run].status;
        higher |= lf_cell_rises(&results->record[run], column);
        cell->diverged += how == LF_RUN_DIVERGED;
        cell->failed += how != LF_RUN_DIVERGED && how != LF_RUN_DONE;
        /* A run that failed or diverged has no final value; NAN ranks it last. */
        status = lf_cell_value(results, run, column, &values[cell->present++]);
    }
    cell->q = lf_quantity_quartiles(values, cell->present, higher);
    if (column->ert && status == LF_OK)
        status = cell_running_time(results, problem, method, column, &cell->q.median);
    if (status == LF_OK) status = cell_resolution(results, problem, method, column, cell);
    cell->published = cell_published(results, table, problem, method, column->id);
    free(values);
    return status;
}

lf_status lf_cell_problems(const lf_results *results, const lf_experiment_table *table,
                           lf_cell_list *problems) {
    const lf_experiment *experiment = results->experiment;
    const size_t named = table->problems_count, all = experiment->problems_count;
    *problems = (lf_cell_list){.at = calloc(named + all + 1, sizeof *problems->at)};
    if (!problems->at) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t i = 0; i < (named ? named : all); i++) {
        const size_t problem = named ? lf_panel_problem(experiment, table->problems[i]) : i;
        if (problem == all || !lf_part_has_problem(results, problem)) continue;
        if (named || lf_experiment_task(experiment, problem) == problem)
            problems->at[problems->n++] = problem;
    }
    return LF_OK;
}

lf_status lf_cell_methods(const lf_results *results, const lf_experiment_table *table,
                          size_t problem, lf_cell_list *methods) {
    const lf_experiment *experiment = results->experiment;
    const size_t named = table ? table->methods_count : 0, all = experiment->methods_count;
    *methods = (lf_cell_list){.at = calloc(named + all + 1, sizeof *methods->at)};
    if (!methods->at) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t i = 0; i < (named ? named : all); i++) {
        const size_t m = named ? lf_panel_method(experiment, table->methods[i]) : i;
        if (m < all && lf_part_has(results, problem, m)) methods->at[methods->n++] = m;
    }
    return LF_OK;
}

void lf_cell_list_free(lf_cell_list *list) {
    free(list->at);
    *list = (lf_cell_list){0};
}

/* One cell: median and quartiles over the runs, or an expected running time. */
static json_t *cell_json(const lf_json *json, size_t problem, size_t method,
                         const lf_experiment_column *column, const lf_cell *cell) {
    const double median = column->ert ? NAN : cell->q.median;
    json_t *is = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "problem",
                           lf_json_problem(json, problem), "method", lf_json_method(json, method),
                           "column", column->id, "planned", lf_json_count(cell->planned), "ended",
                           lf_json_count(cell->present - cell->failed), "diverged",
                           lf_json_count(cell->diverged), "median", lf_json_number(median), "lower",
                           lf_json_number(cell->q.lower), "upper", lf_json_number(cell->q.upper),
                           "published", lf_json_number(cell->published));
    if (is && column->ert) json_object_set_new(is, "ert", lf_json_number(cell->q.median));
    return is;
}

lf_status lf_cells_json(lf_json *json, const lf_experiment_table *table, size_t problem,
                        json_t *cells) {
    lf_cell_list methods;
    LF_TRY(lf_cell_methods(json->results, table, problem, &methods));
    lf_status status = LF_OK;
    for (size_t c = 0; c < table->columns_count; c++)
        for (size_t m = 0; m < methods.n && status == LF_OK; m++) {
            const lf_experiment_column *column = &table->columns[c];
            lf_cell cell;
            status = lf_cell_make(json->results, table, problem, methods.at[m], column, &cell);
            if (status == LF_OK)
                lf_json_append(json, cells, cell_json(json, problem, methods.at[m], column, &cell));
        }
    lf_cell_list_free(&methods);
    return status;
}
