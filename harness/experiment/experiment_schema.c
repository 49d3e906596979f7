/**
 * @file experiment_schema.c
 * @brief The keys of an experiment file. docs/experiments.md explains them.
 *
 * That a file has a title, problems, methods and scales is checked after its base was merged.
 */
#include <pthread.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/section.h"

const cyaml_strval_t lf_schema_flags[2] = {{"false", false}, {"true", true}};
const cyaml_schema_value_t lf_schema_word = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 1, CYAML_UNLIMITED)};
const cyaml_schema_value_t lf_schema_number = {
    CYAML_VALUE_FLOAT(CYAML_FLAG_DEFAULT | CYAML_FLAG_STRICT, double)};

static const cyaml_schema_field_t schema_constant_fields[] = {
    LF_SCHEMA_NEEDED(lf_constant, name),
    LF_SCHEMA_REAL(lf_constant, value),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_constant, lf_constant, schema_constant_fields);

static const cyaml_schema_field_t schema_named_cost_fields[] = {
    LF_SCHEMA_NEEDED(lf_named_cost, name),
    LF_SCHEMA_NEEDED(lf_named_cost, cost),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_named_cost, lf_named_cost, schema_named_cost_fields);

static const cyaml_schema_field_t schema_problem_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_problem, id),
    LF_SCHEMA_NEEDED(lf_experiment_problem, label),
    LF_SCHEMA_NEEDED(lf_experiment_problem, problem),
    LF_SCHEMA_TEXT(lf_experiment_problem, note),
    LF_SCHEMA_WORDS(lf_experiment_problem, methods, lf_schema_word),
    LF_SCHEMA_TEXT(lf_experiment_problem, same_as),
    LF_SCHEMA_TEXT(lf_experiment_problem, tuned_as),
    LF_SCHEMA_WORDS(lf_experiment_problem, varies, lf_schema_word),
    LF_SCHEMA_LIST(lf_experiment_problem, constants, schema_constant),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_problem, lf_experiment_problem, schema_problem_fields);

static const cyaml_schema_field_t schema_method_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_method, id),
    LF_SCHEMA_NEEDED(lf_experiment_method, label),
    LF_SCHEMA_NEEDED(lf_experiment_method, algorithm),
    LF_SCHEMA_TEXT(lf_experiment_method, note),
    LF_SCHEMA_FLAG(lf_experiment_method, deterministic),
    LF_SCHEMA_LIST(lf_experiment_method, measures, schema_named_cost),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_method, lf_experiment_method, schema_method_fields);

static const cyaml_schema_field_t schema_setting_fields[] = {
    LF_SCHEMA_TEXT(lf_experiment_setting, problem),
    LF_SCHEMA_TEXT(lf_experiment_setting, method),
    LF_SCHEMA_TEXT(lf_experiment_setting, parameters),
    LF_SCHEMA_TEXT(lf_experiment_setting, budget),
    LF_SCHEMA_TEXT(lf_experiment_setting, seeds),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_setting, lf_experiment_setting, schema_setting_fields);

static const cyaml_schema_field_t schema_scale_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_scale, name),
    LF_SCHEMA_NEEDED(lf_experiment_scale, budget),
    LF_SCHEMA_NEEDED(lf_experiment_scale, seeds),
    LF_SCHEMA_COUNT(lf_experiment_scale, until_decided),
    LF_SCHEMA_COUNT(lf_experiment_scale, checkpoints),
    LF_SCHEMA_TEXT(lf_experiment_scale, spacing),
    LF_SCHEMA_COUNT(lf_experiment_scale, expensive),
    LF_SCHEMA_TEXT(lf_experiment_scale, stop),
    LF_SCHEMA_TEXT(lf_experiment_scale, note),
    LF_SCHEMA_TEXT(lf_experiment_scale, tuning_budget),
    LF_SCHEMA_LIST(lf_experiment_scale, settings, schema_setting),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_scale, lf_experiment_scale, schema_scale_fields);

static const cyaml_schema_field_t schema_panel_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_panel, problem),
    LF_SCHEMA_TEXT(lf_experiment_panel, title),
    LF_SCHEMA_TEXT(lf_experiment_panel, x),
    LF_SCHEMA_NEEDED(lf_experiment_panel, y),
    LF_SCHEMA_FLAG(lf_experiment_panel, log_x),
    LF_SCHEMA_FLAG(lf_experiment_panel, log_y),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_panel, y_from),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_panel, y_to),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_panel, lf_experiment_panel, schema_panel_fields);

static const cyaml_schema_field_t schema_figure_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_figure, id),
    LF_SCHEMA_NEEDED(lf_experiment_figure, title),
    LF_SCHEMA_TEXT(lf_experiment_figure, caption),
    LF_SCHEMA_TEXT(lf_experiment_figure, form),
    LF_SCHEMA_COUNT(lf_experiment_figure, columns),
    LF_SCHEMA_WORDS(lf_experiment_figure, methods, lf_schema_word),
    LF_SCHEMA_LIST(lf_experiment_figure, panels, schema_panel),
    LF_SCHEMA_WORDS(lf_experiment_figure, problems, lf_schema_word),
    LF_SCHEMA_TEXT(lf_experiment_figure, metric),
    LF_SCHEMA_TEXT(lf_experiment_figure, cost),
    LF_SCHEMA_WORDS(lf_experiment_figure, accuracies, lf_schema_number),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(schema_figure, lf_experiment_figure, schema_figure_fields);

/* The keys that are no section. */
static const cyaml_schema_field_t schema_own[] = {
    LF_SCHEMA_TEXT(lf_experiment, title),
    LF_SCHEMA_TEXT(lf_experiment, summary),
    LF_SCHEMA_TEXT(lf_experiment, citation),
    LF_SCHEMA_TEXT(lf_experiment, base),
    LF_SCHEMA_LIST(lf_experiment, notes, lf_schema_word),
    LF_SCHEMA_LIST(lf_experiment, problems, schema_problem),
    LF_SCHEMA_LIST(lf_experiment, methods, schema_method),
    LF_SCHEMA_WORDS(lf_experiment, use_problems, lf_schema_word),
    LF_SCHEMA_WORDS(lf_experiment, use_methods, lf_schema_word),
    LF_SCHEMA_LIST(lf_experiment, settings, schema_setting),
    LF_SCHEMA_LIST(lf_experiment, scales, schema_scale),
    LF_SCHEMA_LIST(lf_experiment, figures, schema_figure),
};
enum { SCHEMA_OWN = sizeof schema_own / sizeof *schema_own };

/* Then those of the sections, and an empty one that ends the table. */
static cyaml_schema_field_t schema_fields[SCHEMA_OWN + LF_SECTIONS + 1];
static const cyaml_schema_value_t schema_experiment = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, lf_experiment, schema_fields)};

static void schema_fill(void) {
    memcpy(schema_fields, schema_own, sizeof schema_own);
    for (size_t i = 0, n = SCHEMA_OWN; i < LF_SECTIONS; i++)
        if (lf_section_at(i)->field.key) schema_fields[n++] = lf_section_at(i)->field;
}

const cyaml_schema_value_t *lf_experiment_schema(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, schema_fill);
    return &schema_experiment;
}
