/**
 * @file cells.c
 * @brief Which cells a table has, and the numbers in them.
 */
#include "reports/page/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "reports/page/about.h"

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
        cell->present++;
        const lf_run_status how = results->record[run].status;
        higher |= lf_quantity_rises(&results->record[run], column);
        if (how != LF_RUN_DONE && how != LF_RUN_DIVERGED) continue;
        /* A run that diverged has no final value; NAN ranks it last. */
        double *slot = &values[cell->ended++];
        *slot = NAN;
        if (how == LF_RUN_DIVERGED)
            cell->diverged++;
        else
            status = lf_quantity_column(results, run, column, slot);
    }
    cell->q = lf_quantity_quartiles(values, cell->ended, higher);
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
