/**
 * @file experiment_check_output.c
 * @brief Figures, tables and published values say only what the runs can answer.
 */
#include <string.h>

#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/figure_form.h"

/* Methods exist; the rest is for the figure's form to judge. */
static lf_status check_figure(const lf_experiment *experiment, const lf_experiment_figure *figure) {
    const lf_names methods = lf_method_names(experiment);
    LF_TRY(lf_names_check_all(&methods, figure->methods_count, figure->methods));
    return lf_figure_form_check(experiment, figure);
}

/* Of the forms with a metric: its final value, its best one, or when it passed a number. */
static lf_status check_column_metric(const lf_experiment_column *c) {
    const char *bound = c->above ? "above" : "below";
    const bool passes = c->below || c->above;
    if (!c->where != !c->at_most) return lf_fail(LF_BAD_INPUT, "where and at_most go together");
    if (c->below && c->above) return lf_fail(LF_BAD_INPUT, "below and above exclude each other");
    if (c->cost && !passes) return lf_fail(LF_BAD_INPUT, "metric and cost go with below or above");
    if (!c->cost && passes) return lf_fail(LF_BAD_INPUT, "%s and cost go together", bound);
    if (c->where && passes) return lf_fail(LF_BAD_INPUT, "where and %s exclude each other", bound);
    return LF_OK;
}

/* The forms of a column; see lf_experiment_column. */
static lf_status check_column_form(const lf_experiment_column *c) {
    const bool passes = c->below || c->above;
    if (c->mean) {
        if (c->metric || c->share || c->where || passes || c->at_most)
            return lf_fail(LF_BAD_INPUT, "mean goes with cost, and with nothing else");
        return LF_OK;
    }
    if (c->share) {
        if (c->metric || c->cost || c->where || passes || !c->at_most)
            return lf_fail(LF_BAD_INPUT, "share goes with at_most, and with nothing else");
        return LF_OK;
    }
    if (!c->metric) {
        if (!c->cost || c->where || passes || c->at_most)
            return lf_fail(LF_BAD_INPUT, "needs a metric, a share, a mean or a cost alone");
        return LF_OK;
    }
    return check_column_metric(c);
}

/* Form first, then its metrics and costs on every problem that the table has. */
static lf_status check_column(const lf_experiment *experiment, const lf_experiment_table *table,
                              const lf_experiment_column *column) {
    LF_TRY(check_column_form(column));
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_experiment_among(experiment, i, table->problems_count, table->problems)) continue;
        LF_TRY(lf_experiment_check_metric(experiment, i, column->metric));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->where));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->share));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->mean));
        LF_TRY(lf_experiment_check_cost(experiment, i, column->cost));
    }
    return LF_OK;
}

/* Ids, then columns; column ids are what published values refer to. */
static lf_status check_table(const lf_experiment *experiment, const lf_experiment_table *table) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    const lf_names columns = LF_NAMES("column", table->columns, table->columns_count);
    LF_TRY(lf_names_check_all(&problems, table->problems_count, table->problems));
    LF_TRY(lf_names_check_all(&methods, table->methods_count, table->methods));
    for (size_t i = 0; i < table->problems_count; i++)
        LF_TRY(lf_experiment_check_forms(experiment, lf_names_find(&problems, table->problems[i]),
                                         table->methods_count, table->methods));
    if (table->columns_count == 0) return lf_fail(LF_BAD_INPUT, "there are no columns");
    LF_TRY(lf_names_distinct(&columns));
    for (size_t i = 0; i < table->columns_count; i++) {
        lf_status status = check_column(experiment, table, &table->columns[i]);
        if (status != LF_OK) return lf_fail_within(status, "column '%s': ", table->columns[i].id);
    }
    return LF_OK;
}

/* Values stand under a column of a table, one for each method. */
static lf_status check_published(const lf_experiment *experiment, const lf_published *published) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    const lf_names tables = LF_NAMES("table", experiment->tables, experiment->tables_count);
    LF_TRY(lf_names_check(&tables, published->table));
    LF_TRY(lf_names_check(&problems, published->problem));
    LF_TRY(lf_names_check_all(&methods, published->methods_count, published->methods));
    LF_TRY(lf_experiment_check_forms(experiment, lf_names_find(&problems, published->problem),
                                     published->methods_count, published->methods));
    const lf_experiment_table *table =
        &experiment->tables[lf_names_find(&tables, published->table)];
    const lf_names columns = LF_NAMES("column", table->columns, table->columns_count);
    for (size_t i = 0; i < published->rows_count; i++) {
        const lf_published_row *row = &published->rows[i];
        LF_TRY(lf_names_check(&columns, row->id));
        if (row->values_count != published->methods_count)
            return lf_fail(LF_BAD_INPUT, "row '%s': %u values for %u methods", row->id,
                           row->values_count, published->methods_count);
    }
    return LF_OK;
}

lf_status lf_experiment_check_output(const lf_experiment *experiment) {
    const lf_names figures = LF_NAMES("figure", experiment->figures, experiment->figures_count);
    const lf_names tables = LF_NAMES("table", experiment->tables, experiment->tables_count);
    LF_TRY(lf_names_distinct(&figures));
    LF_TRY(lf_names_distinct(&tables));
    for (size_t i = 0; i < experiment->figures_count; i++) {
        lf_status status = check_figure(experiment, &experiment->figures[i]);
        if (status != LF_OK)
            return lf_fail_within(status, "figure '%s': ", experiment->figures[i].id);
    }
    for (size_t i = 0; i < experiment->tables_count; i++) {
        lf_status status = check_table(experiment, &experiment->tables[i]);
        if (status != LF_OK)
            return lf_fail_within(status, "table '%s': ", experiment->tables[i].id);
    }
    for (size_t i = 0; i < experiment->published_count; i++) {
        lf_status status = check_published(experiment, &experiment->published[i]);
        if (status != LF_OK) return lf_fail_within(status, "published[%zu]: ", i + 1);
    }
    return LF_OK;
}
