/**
 * @file published.c
 * @brief The section `published`: what papers printed. The cells of tables show it below our
 * values.
 */
#include "harness/experiment/section.h"
#include "reports/kinds/parts/tables.h"

static const cyaml_schema_field_t published_row_fields[] = {
    LF_SCHEMA_NEEDED(lf_published_row, id),
    LF_SCHEMA_WORDS(lf_published_row, values, lf_schema_number),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(published_row, lf_published_row, published_row_fields);

static const cyaml_schema_field_t published_fields[] = {
    LF_SCHEMA_NEEDED(lf_published, table),
    LF_SCHEMA_NEEDED(lf_published, problem),
    LF_SCHEMA_WORDS(lf_published, methods, lf_schema_word),
    LF_SCHEMA_LIST(lf_published, rows, published_row),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(published_entry, lf_published, published_fields);

/* Values stand under a column of a table, one for each method. */
static lf_status published_check_one(const lf_experiment *experiment,
                                     const lf_published *published) {
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

static lf_status published_check(const lf_experiment *experiment) {
    for (size_t i = 0; i < experiment->published_count; i++) {
        lf_status status = published_check_one(experiment, &experiment->published[i]);
        if (status != LF_OK) return lf_fail_within(status, "published[%zu]: ", i + 1);
    }
    return LF_OK;
}

const lf_section lf_section_published = {
    .place = 20,
    .part = LF_SECTION_NUMBERS,
    .field = LF_SCHEMA_LIST(lf_experiment, published, published_entry),
    .check = published_check,
};
