/**
 * @file experiment_schema.c
 * @brief The keys of an experiment file, as tables for libcyaml. docs/experiments.md explains them.
 *
 * Keys are field names, so a table line is the field's name and its type. A key is optional unless
 * it stands as LF_NEEDED here; that a file has a title, problems, methods and scales is checked
 * after its base was merged.
 */
#include "harness/experiment/experiment_parts.h"

#define SCHEMA_LEFT_OUT (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)

#define SCHEMA_NEEDED(type, field)                                                                 \
    CYAML_FIELD_STRING_PTR(#field, CYAML_FLAG_POINTER, type, field, 1, CYAML_UNLIMITED)
#define SCHEMA_TEXT(type, field)                                                                   \
    CYAML_FIELD_STRING_PTR(#field, SCHEMA_LEFT_OUT, type, field, 1, CYAML_UNLIMITED)
#define SCHEMA_COUNT(type, field) CYAML_FIELD_UINT(#field, CYAML_FLAG_OPTIONAL, type, field)
#define SCHEMA_REAL(type, field) CYAML_FIELD_FLOAT(#field, CYAML_FLAG_STRICT, type, field)
#define SCHEMA_OPTIONAL_REAL(type, field)                                                          \
    CYAML_FIELD_FLOAT_PTR(#field, SCHEMA_LEFT_OUT | CYAML_FLAG_STRICT, type, field)
/* libcyaml takes any word that it does not know for true; two words of an enumeration do not. */
#define SCHEMA_FLAG(type, field)                                                                   \
    CYAML_FIELD_ENUM(#field, CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, type, field, schema_flags, 2)
#define SCHEMA_LIST(type, field, entry)                                                            \
    CYAML_FIELD_SEQUENCE_COUNT(#field, SCHEMA_LEFT_OUT, type, field, field##_count, &(entry), 0,   \
                               CYAML_UNLIMITED)
/* Lists of ids and of numbers are written on one line. */
#define SCHEMA_WORDS(type, field, entry)                                                           \
    CYAML_FIELD_SEQUENCE_COUNT(#field, SCHEMA_LEFT_OUT | CYAML_FLAG_FLOW, type, field,             \
                               field##_count, &(entry), 0, CYAML_UNLIMITED)
#define SCHEMA_VALUE(name, type, fields)                                                           \
    static const cyaml_schema_value_t name = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, type, fields)}

static const cyaml_strval_t schema_flags[] = {{"false", false}, {"true", true}};
static const cyaml_schema_value_t schema_word = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 1, CYAML_UNLIMITED)};
static const cyaml_schema_value_t schema_number = {
    CYAML_VALUE_FLOAT(CYAML_FLAG_DEFAULT | CYAML_FLAG_STRICT, double)};

static const cyaml_schema_field_t schema_constant_fields[] = {
    SCHEMA_NEEDED(lf_constant, name),
    SCHEMA_REAL(lf_constant, value),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_constant, lf_constant, schema_constant_fields);

static const cyaml_schema_field_t schema_named_cost_fields[] = {
    SCHEMA_NEEDED(lf_named_cost, name),
    SCHEMA_NEEDED(lf_named_cost, cost),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_named_cost, lf_named_cost, schema_named_cost_fields);

static const cyaml_schema_field_t schema_problem_fields[] = {
    SCHEMA_NEEDED(lf_experiment_problem, id),
    SCHEMA_NEEDED(lf_experiment_problem, label),
    SCHEMA_NEEDED(lf_experiment_problem, problem),
    SCHEMA_TEXT(lf_experiment_problem, note),
    SCHEMA_WORDS(lf_experiment_problem, methods, schema_word),
    SCHEMA_TEXT(lf_experiment_problem, same_as),
    SCHEMA_TEXT(lf_experiment_problem, tuned_as),
    SCHEMA_LIST(lf_experiment_problem, constants, schema_constant),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_problem, lf_experiment_problem, schema_problem_fields);

static const cyaml_schema_field_t schema_method_fields[] = {
    SCHEMA_NEEDED(lf_experiment_method, id),
    SCHEMA_NEEDED(lf_experiment_method, label),
    SCHEMA_NEEDED(lf_experiment_method, algorithm),
    SCHEMA_TEXT(lf_experiment_method, note),
    SCHEMA_FLAG(lf_experiment_method, deterministic),
    SCHEMA_LIST(lf_experiment_method, measures, schema_named_cost),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_method, lf_experiment_method, schema_method_fields);

static const cyaml_schema_field_t schema_setting_fields[] = {
    SCHEMA_TEXT(lf_experiment_setting, problem),
    SCHEMA_TEXT(lf_experiment_setting, method),
    SCHEMA_TEXT(lf_experiment_setting, parameters),
    SCHEMA_TEXT(lf_experiment_setting, budget),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_setting, lf_experiment_setting, schema_setting_fields);

static const cyaml_schema_field_t schema_scale_fields[] = {
    SCHEMA_NEEDED(lf_experiment_scale, name),
    SCHEMA_NEEDED(lf_experiment_scale, budget),
    SCHEMA_NEEDED(lf_experiment_scale, seeds),
    SCHEMA_COUNT(lf_experiment_scale, checkpoints),
    SCHEMA_TEXT(lf_experiment_scale, spacing),
    SCHEMA_COUNT(lf_experiment_scale, expensive),
    SCHEMA_TEXT(lf_experiment_scale, stop),
    SCHEMA_TEXT(lf_experiment_scale, note),
    SCHEMA_TEXT(lf_experiment_scale, tuning_budget),
    SCHEMA_LIST(lf_experiment_scale, settings, schema_setting),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_scale, lf_experiment_scale, schema_scale_fields);

static const cyaml_schema_field_t schema_panel_fields[] = {
    SCHEMA_NEEDED(lf_experiment_panel, problem),
    SCHEMA_TEXT(lf_experiment_panel, title),
    SCHEMA_TEXT(lf_experiment_panel, x),
    SCHEMA_NEEDED(lf_experiment_panel, y),
    SCHEMA_FLAG(lf_experiment_panel, log_x),
    SCHEMA_FLAG(lf_experiment_panel, log_y),
    SCHEMA_OPTIONAL_REAL(lf_experiment_panel, y_from),
    SCHEMA_OPTIONAL_REAL(lf_experiment_panel, y_to),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_panel, lf_experiment_panel, schema_panel_fields);

static const cyaml_schema_field_t schema_figure_fields[] = {
    SCHEMA_NEEDED(lf_experiment_figure, id),
    SCHEMA_NEEDED(lf_experiment_figure, title),
    SCHEMA_TEXT(lf_experiment_figure, caption),
    SCHEMA_TEXT(lf_experiment_figure, form),
    SCHEMA_COUNT(lf_experiment_figure, columns),
    SCHEMA_WORDS(lf_experiment_figure, methods, schema_word),
    SCHEMA_LIST(lf_experiment_figure, panels, schema_panel),
    SCHEMA_WORDS(lf_experiment_figure, problems, schema_word),
    SCHEMA_TEXT(lf_experiment_figure, metric),
    SCHEMA_TEXT(lf_experiment_figure, cost),
    SCHEMA_WORDS(lf_experiment_figure, accuracies, schema_number),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_figure, lf_experiment_figure, schema_figure_fields);

static const cyaml_schema_field_t schema_column_fields[] = {
    SCHEMA_NEEDED(lf_experiment_column, id),
    SCHEMA_TEXT(lf_experiment_column, label),
    SCHEMA_TEXT(lf_experiment_column, metric),
    SCHEMA_TEXT(lf_experiment_column, cost),
    SCHEMA_TEXT(lf_experiment_column, where),
    SCHEMA_TEXT(lf_experiment_column, share),
    SCHEMA_TEXT(lf_experiment_column, mean),
    SCHEMA_OPTIONAL_REAL(lf_experiment_column, at_most),
    SCHEMA_OPTIONAL_REAL(lf_experiment_column, below),
    SCHEMA_OPTIONAL_REAL(lf_experiment_column, above),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_column, lf_experiment_column, schema_column_fields);

static const cyaml_schema_field_t schema_table_fields[] = {
    SCHEMA_NEEDED(lf_experiment_table, id),
    SCHEMA_NEEDED(lf_experiment_table, title),
    SCHEMA_TEXT(lf_experiment_table, caption),
    SCHEMA_WORDS(lf_experiment_table, problems, schema_word),
    SCHEMA_WORDS(lf_experiment_table, methods, schema_word),
    SCHEMA_LIST(lf_experiment_table, columns, schema_column),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_table, lf_experiment_table, schema_table_fields);

static const cyaml_schema_field_t schema_row_fields[] = {
    SCHEMA_NEEDED(lf_published_row, id),
    SCHEMA_WORDS(lf_published_row, values, schema_number),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_row, lf_published_row, schema_row_fields);

static const cyaml_schema_field_t schema_published_fields[] = {
    SCHEMA_NEEDED(lf_published, table),
    SCHEMA_NEEDED(lf_published, problem),
    SCHEMA_WORDS(lf_published, methods, schema_word),
    SCHEMA_LIST(lf_published, rows, schema_row),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_published, lf_published, schema_published_fields);

static const cyaml_schema_field_t schema_grid_fields[] = {
    SCHEMA_NEEDED(lf_experiment_grid, method),
    SCHEMA_TEXT(lf_experiment_grid, problem),
    SCHEMA_NEEDED(lf_experiment_grid, grid),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_grid, lf_experiment_grid, schema_grid_fields);

static const cyaml_schema_field_t schema_tuning_fields[] = {
    SCHEMA_NEEDED(lf_experiment_tuning, metric),
    SCHEMA_OPTIONAL_REAL(lf_experiment_tuning, target),
    SCHEMA_TEXT(lf_experiment_tuning, judge),
    SCHEMA_TEXT(lf_experiment_tuning, cost),
    SCHEMA_TEXT(lf_experiment_tuning, where),
    SCHEMA_OPTIONAL_REAL(lf_experiment_tuning, at_most),
    SCHEMA_TEXT(lf_experiment_tuning, bound),
    SCHEMA_COUNT(lf_experiment_tuning, points),
    SCHEMA_TEXT(lf_experiment_tuning, search),
    SCHEMA_COUNT(lf_experiment_tuning, seed),
    SCHEMA_NEEDED(lf_experiment_tuning, seeds),
    SCHEMA_LIST(lf_experiment_tuning, grids, schema_grid),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t schema_theory_fields[] = {
    SCHEMA_NEEDED(lf_experiment_theory, method),
    SCHEMA_REAL(lf_experiment_theory, exponent),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_theory, lf_experiment_theory, schema_theory_fields);

static const cyaml_schema_field_t schema_from_fields[] = {
    SCHEMA_NEEDED(lf_experiment_from, cost),
    SCHEMA_REAL(lf_experiment_from, value),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t schema_fit_fields[] = {
    SCHEMA_NEEDED(lf_experiment_fit, id),
    SCHEMA_NEEDED(lf_experiment_fit, title),
    SCHEMA_TEXT(lf_experiment_fit, caption),
    SCHEMA_TEXT(lf_experiment_fit, problem),
    SCHEMA_TEXT(lf_experiment_fit, along),
    SCHEMA_WORDS(lf_experiment_fit, problems, schema_word),
    SCHEMA_WORDS(lf_experiment_fit, methods, schema_word),
    SCHEMA_NEEDED(lf_experiment_fit, metric),
    SCHEMA_WORDS(lf_experiment_fit, targets, schema_number),
    SCHEMA_TEXT(lf_experiment_fit, cost),
    CYAML_FIELD_MAPPING_PTR("from", SCHEMA_LEFT_OUT, lf_experiment_fit, from, schema_from_fields),
    SCHEMA_LIST(lf_experiment_fit, theory, schema_theory),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_fit, lf_experiment_fit, schema_fit_fields);

static const cyaml_schema_field_t schema_line_fields[] = {
    SCHEMA_TEXT(lf_experiment_line, label),
    SCHEMA_NEEDED(lf_experiment_line, method),
    SCHEMA_WORDS(lf_experiment_line, problems, schema_word),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_line, lf_experiment_line, schema_line_fields);

static const cyaml_schema_field_t schema_frontier_fields[] = {
    SCHEMA_NEEDED(lf_experiment_frontier, id),
    SCHEMA_NEEDED(lf_experiment_frontier, title),
    SCHEMA_TEXT(lf_experiment_frontier, caption),
    SCHEMA_NEEDED(lf_experiment_frontier, x),
    SCHEMA_NEEDED(lf_experiment_frontier, y),
    SCHEMA_LIST(lf_experiment_frontier, lines, schema_line),
    SCHEMA_WORDS(lf_experiment_frontier, at, schema_number),
    SCHEMA_TEXT(lf_experiment_frontier, label),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_frontier, lf_experiment_frontier, schema_frontier_fields);

static const cyaml_schema_field_t schema_claim_fields[] = {
    SCHEMA_NEEDED(lf_experiment_claim, id),
    SCHEMA_NEEDED(lf_experiment_claim, text),
    SCHEMA_NEEDED(lf_experiment_claim, kind),
    SCHEMA_NEEDED(lf_experiment_claim, method),
    SCHEMA_WORDS(lf_experiment_claim, than, schema_word),
    SCHEMA_WORDS(lf_experiment_claim, problems, schema_word),
    SCHEMA_TEXT(lf_experiment_claim, fit),
    SCHEMA_TEXT(lf_experiment_claim, frontier),
    SCHEMA_OPTIONAL_REAL(lf_experiment_claim, at),
    SCHEMA_TEXT(lf_experiment_claim, metric),
    SCHEMA_FLAG(lf_experiment_claim, mean),
    SCHEMA_TEXT(lf_experiment_claim, target),
    SCHEMA_TEXT(lf_experiment_claim, cost),
    SCHEMA_TEXT(lf_experiment_claim, where),
    SCHEMA_OPTIONAL_REAL(lf_experiment_claim, at_most),
    SCHEMA_OPTIONAL_REAL(lf_experiment_claim, at_least),
    SCHEMA_OPTIONAL_REAL(lf_experiment_claim, factor),
    SCHEMA_OPTIONAL_REAL(lf_experiment_claim, by),
    SCHEMA_OPTIONAL_REAL(lf_experiment_claim, level),
    CYAML_FIELD_END,
};
SCHEMA_VALUE(schema_claim, lf_experiment_claim, schema_claim_fields);

static const cyaml_schema_field_t schema_fields[] = {
    SCHEMA_TEXT(lf_experiment, title),
    SCHEMA_TEXT(lf_experiment, summary),
    SCHEMA_TEXT(lf_experiment, citation),
    SCHEMA_TEXT(lf_experiment, base),
    SCHEMA_LIST(lf_experiment, notes, schema_word),
    SCHEMA_LIST(lf_experiment, problems, schema_problem),
    SCHEMA_LIST(lf_experiment, methods, schema_method),
    SCHEMA_WORDS(lf_experiment, use_problems, schema_word),
    SCHEMA_WORDS(lf_experiment, use_methods, schema_word),
    SCHEMA_LIST(lf_experiment, settings, schema_setting),
    SCHEMA_LIST(lf_experiment, scales, schema_scale),
    SCHEMA_LIST(lf_experiment, figures, schema_figure),
    SCHEMA_LIST(lf_experiment, tables, schema_table),
    SCHEMA_LIST(lf_experiment, published, schema_published),
    CYAML_FIELD_MAPPING_PTR("tuning", SCHEMA_LEFT_OUT, lf_experiment, tuning, schema_tuning_fields),
    SCHEMA_LIST(lf_experiment, fits, schema_fit),
    SCHEMA_LIST(lf_experiment, frontiers, schema_frontier),
    SCHEMA_LIST(lf_experiment, claims, schema_claim),
    CYAML_FIELD_END,
};
const cyaml_schema_value_t lf_experiment_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, lf_experiment, schema_fields)};
