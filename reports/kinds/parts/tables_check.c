/**
 * @file tables_check.c
 * @brief What an experiment file may say of a table; only what the runs can answer.
 */
#include "harness/experiment/experiment_check.h"
#include "reports/kinds/parts/tables.h"

static const cyaml_schema_field_t tables_column_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_column, id),
    LF_SCHEMA_TEXT(lf_experiment_column, label),
    LF_SCHEMA_TEXT(lf_experiment_column, metric),
    LF_SCHEMA_TEXT(lf_experiment_column, cost),
    LF_SCHEMA_TEXT(lf_experiment_column, where),
    LF_SCHEMA_TEXT(lf_experiment_column, share),
    LF_SCHEMA_TEXT(lf_experiment_column, mean),
    LF_SCHEMA_TEXT(lf_experiment_column, ert),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_column, at_most),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_column, below),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_column, above),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(tables_column, lf_experiment_column, tables_column_fields);

static const cyaml_schema_field_t tables_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_table, id),
    LF_SCHEMA_NEEDED(lf_experiment_table, title),
    LF_SCHEMA_TEXT(lf_experiment_table, caption),
    LF_SCHEMA_WORDS(lf_experiment_table, problems, lf_schema_word),
    LF_SCHEMA_WORDS(lf_experiment_table, methods, lf_schema_word),
    LF_SCHEMA_LIST(lf_experiment_table, columns, tables_column),
    CYAML_FIELD_END,
};
const cyaml_schema_value_t lf_tables_entry = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, lf_experiment_table, tables_fields)};

/* Of the forms with a metric: its final value, its best one, or when it passed a number. */
static lf_status tables_check_column_metric(const lf_experiment_column *c) {
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
static lf_status tables_check_column_form(const lf_experiment_column *c) {
    const bool passes = c->below || c->above;
    if (c->ert) {
        if (c->metric || c->share || c->mean || c->where || c->at_most || !c->below == !c->above)
            return lf_fail(LF_BAD_INPUT,
                           "ert goes with below or above, with cost, and with nothing else");
        return LF_OK;
    }
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
            return lf_fail(LF_BAD_INPUT, "needs a metric, a share, a mean, an ert or a cost alone");
        return LF_OK;
    }
    return tables_check_column_metric(c);
}

/* Form first, then its metrics and costs on every problem that the table has. */
static lf_status tables_check_column(const lf_experiment *experiment,
                                     const lf_experiment_table *table,
                                     const lf_experiment_column *column) {
    LF_TRY(tables_check_column_form(column));
    /* A mean and an expected running time go along any axis that a curve has. */
    const bool timed =
        (column->mean || column->ert) && column->cost && strcmp(column->cost, "seconds") == 0;
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_experiment_among(experiment, i, table->problems_count, table->problems)) continue;
        LF_TRY(lf_experiment_check_metric(experiment, i, column->metric));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->where));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->share));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->mean));
        LF_TRY(lf_experiment_check_metric(experiment, i, column->ert));
        if (!timed)
            LF_TRY(lf_experiment_check_cost(experiment, i, table->methods_count, table->methods,
                                            column->cost));
    }
    return LF_OK;
}

/* Ids, then columns; column ids are what published values refer to. */
static lf_status tables_check_one(const lf_experiment *experiment, const void *item) {
    const lf_experiment_table *table = item;
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
        lf_status status = tables_check_column(experiment, table, &table->columns[i]);
        if (status != LF_OK) return lf_fail_within(status, "column '%s': ", table->columns[i].id);
    }
    return LF_OK;
}

lf_status lf_tables_check(const lf_experiment *experiment) {
    const lf_names tables = LF_NAMES("table", experiment->tables, experiment->tables_count);
    return lf_names_each(&tables, experiment, tables_check_one);
}
