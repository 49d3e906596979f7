/**
 * @file tables.c
 * @brief Tables: one grid per problem, quantities down, methods across, the published value below
 * ours.
 *
 * A cell is the median over the runs that ended. Runs that diverged take part as worse than any
 * number; runs that failed do not, and the head of the column says how many are left:
 *
 *   P1, a9a           3S-Econ-S            SSG
 *                                  2 of 3 runs
 *   FV                  5.11e-2        4.68e-2     ours
 *   quartiles   4.93e-2 to ...     4.55e-2 ...     where there are several seeds that differ
 *   paper               8.47e-2        9.26e-2     where the paper printed something
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/analysis/quantity.h"
#include "plots/panel.h"
#include "reports/digits.h"
#include "reports/parts.h"

/* What is written for one method: columns of a grid point at these. */
typedef struct {
    const lf_results *results;
    const lf_experiment_table *table; /* NULL: made up */
    size_t problem;
    size_t methods;
    size_t *method;
    size_t columns;
    const lf_experiment_column *column;
} tables_block;

/* A quantity over the seeds. */
typedef struct {
    size_t planned, ended, diverged, present;
    lf_quartiles q;
} tables_value;

/* Is the run one of the method's, on its form of the block's problem? */
static bool tables_takes(const tables_block *block, size_t method, size_t run) {
    const lf_planned_run *plan = &block->results->plan[run];
    return plan->method == method &&
           lf_experiment_under(block->results->experiment, plan->problem, block->problem);
}

/* Gather a quantity over the seeds of one method. Runs that failed are counted as planned only. */
static lf_status tables_measure(const tables_block *block, size_t method,
                                const lf_experiment_column *column, tables_value *value) {
    const lf_results *results = block->results;
    double *values = malloc((results->runs + 1) * sizeof *values);
    *value = (tables_value){0};
    if (!values) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    lf_status status = LF_OK;
    for (size_t run = 0; run < results->runs && status == LF_OK; run++) {
        if (!tables_takes(block, method, run)) continue;
        value->planned++;
        if (!lf_part_present(results, run)) continue;
        value->present++;
        const lf_run_status how = results->record[run].status;
        if (how != LF_RUN_DONE && how != LF_RUN_DIVERGED) continue;
        /* A run that diverged has no final value; NAN ranks it last. */
        double *slot = &values[value->ended++];
        *slot = NAN;
        if (how == LF_RUN_DIVERGED)
            value->diverged++;
        else
            status = lf_quantity_column(results, run, column, slot);
    }
    value->q = lf_quantity_quartiles(values, value->ended);
    free(values);
    return status;
}

/* The published value of a quantity; false if there is none. */
static bool tables_published(const tables_block *block, size_t method, const char *column,
                             double *value) {
    const lf_experiment *experiment = block->results->experiment;
    const char *problem = experiment->problems[block->problem].id;
    for (size_t i = 0; block->table && i < experiment->published_count; i++) {
        const lf_published *published = &experiment->published[i];
        if (strcmp(published->table, block->table->id) != 0) continue;
        if (strcmp(published->problem, problem) != 0) continue;
        for (size_t r = 0; r < published->rows_count; r++)
            for (size_t m = 0; m < published->methods_count; m++) {
                const lf_published_row *row = &published->rows[r];
                if (strcmp(row->id, column) != 0 || m >= row->values_count) continue;
                if (lf_panel_method(experiment, published->methods[m]) != method) continue;
                *value = row->values[m];
                return true;
            }
    }
    return false;
}

/* What stands where there is no number. */
static const char *tables_absence(const tables_value *value) {
    if (value->planned == 0) return "";
    if (value->present == 0) return "not run";
    if (value->ended == 0) return "failed";
    if (2 * value->diverged > value->ended) return "diverged";
    return "–";
}

/* The last digit worth showing: quartiles tell, if several runs ended; a deterministic method is
 * certain; of a single run nobody knows. */
static int tables_place(const tables_block *block, size_t method, const tables_value *value) {
    bool fixed = block->results->experiment->methods[method].deterministic;
    double width = fixed ? 0 : value->ended > 1 ? value->q.upper - value->q.lower : NAN;
    return lf_digits_place(value->q.median, 0, width);
}

/* Quartiles, if they are there and differ in the digits that are shown; else "". */
static void tables_spread(const tables_value *value, int place, char text[3 * LF_DIGITS_BYTES]) {
    char lower[LF_DIGITS_BYTES], upper[LF_DIGITS_BYTES];
    lf_digits_at(value->q.lower, place, lower);
    lf_digits_at(value->q.upper, place, upper);
    text[0] = '\0';
    if (value->ended < 2 || isnan(value->q.lower) || strcmp(lower, upper) == 0) return;
    snprintf(text, 3 * LF_DIGITS_BYTES, "%s to %s", lower, upper);
}

/* As a paper printed it: whole numbers like ours, others with three digits, or up to six. */
static void tables_paper(double value, char text[LF_DIGITS_BYTES]) {
    int place = lf_digits_place(value, NAN, NAN), more = 0;
    while (more++ < 3 && fabs(remainder(value / pow(10, place), 1)) > 1e-6)
        place--;
    lf_digits_at(value, place, text);
}

/* Which lines the cells of a row have beside the value. */
typedef struct {
    bool quartiles, paper;
} tables_lines;

/* Value, quartiles and published value, as far as the row has these lines; every cell of a row has
 * the same, so that they stand level. */
static void tables_cell(lf_grid *grid, const tables_value *value, int place, tables_lines lines,
                        const char *paper) {
    char ours[LF_DIGITS_BYTES], spread[3 * LF_DIGITS_BYTES];
    lf_digits_at(value->q.median, place, ours);
    tables_spread(value, place, spread);
    lf_grid_add(grid, "%s%s%s%s%s", isnan(value->q.median) ? tables_absence(value) : ours,
                lines.quartiles ? "\n" : "", lines.quartiles ? spread : "", lines.paper ? "\n" : "",
                lines.paper ? paper : "");
}

/* One quantity. All methods are measured before the first cell is written, because they decide
 * together which lines there are. */
static lf_status tables_row(const tables_block *block, const lf_experiment_column *column,
                            lf_grid *grid) {
    tables_lines lines = {false, false};
    char spread[3 * LF_DIGITS_BYTES], paper[LF_DIGITS_BYTES];
    double published;
    tables_value *value = calloc(block->methods + 1, sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    lf_status status = LF_OK;
    for (size_t m = 0; m < block->methods && status == LF_OK; m++) {
        status = tables_measure(block, block->method[m], column, &value[m]);
        tables_spread(&value[m], tables_place(block, block->method[m], &value[m]), spread);
        lines.quartiles |= spread[0] != '\0';
        lines.paper |= tables_published(block, block->method[m], column->id, &published);
    }
    lf_grid_add(grid, "%s%s%s", column->label ? column->label : column->id,
                lines.quartiles ? "\nquartiles" : "", lines.paper ? "\npaper" : "");
    for (size_t m = 0; m < block->methods && status == LF_OK; m++) {
        paper[0] = '\0';
        if (tables_published(block, block->method[m], column->id, &published))
            tables_paper(published, paper);
        tables_cell(grid, &value[m], tables_place(block, block->method[m], &value[m]), lines,
                    paper);
    }
    free(value);
    return status;
}

/* A method's name, and below it how many of its runs the numbers stand on, if not all. */
static void tables_head(const tables_block *block, size_t method, lf_grid *grid) {
    const lf_results *results = block->results;
    size_t planned = 0, ended = 0;
    for (size_t run = 0; run < results->runs; run++) {
        if (!tables_takes(block, method, run)) continue;
        lf_run_status how = results->record[run].status;
        planned++;
        ended += lf_part_present(results, run) && (how == LF_RUN_DONE || how == LF_RUN_DIVERGED);
    }
    if (ended < planned)
        lf_grid_add(grid, "%s\n%zu of %zu runs", lf_part_method(results, method), ended, planned);
    else
        lf_grid_add(grid, "%s", lf_part_method(results, method));
}

/* Who met the task in another form. */
static void tables_forms(lf_page *page, const tables_block *block) {
    for (size_t m = 0; m < block->methods; m++) {
        const size_t form =
            lf_experiment_form(block->results->experiment, block->problem, block->method[m]);
        if (form != block->problem && form != SIZE_MAX)
            lf_page_quiet(page, "%s ran on %s.", lf_part_method(block->results, block->method[m]),
                          lf_part_problem(block->results, form));
    }
}

/* One problem's grid, and its note below, where nobody can miss it. */
static lf_status tables_grid(lf_page *page, const tables_block *block) {
    lf_column *columns = calloc(block->methods + 1, sizeof *columns);
    if (!columns) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t m = 0; m < block->methods; m++)
        columns[m + 1] = LF_COLUMN_NUMBER;
    lf_grid grid = {.columns = block->methods + 1, .column = columns};
    lf_grid_add(&grid, "%s", lf_part_problem(block->results, block->problem));
    for (size_t m = 0; m < block->methods; m++)
        tables_head(block, block->method[m], &grid);
    lf_status status = LF_OK;
    for (size_t c = 0; c < block->columns && status == LF_OK; c++)
        status = tables_row(block, &block->column[c], &grid);
    if (status == LF_OK) lf_page_take(page, &grid);
    lf_grid_free(&grid);
    free(columns);
    if (status == LF_OK) tables_forms(page, block);
    const char *note = block->results->experiment->problems[block->problem].note;
    if (status == LF_OK && note) lf_page_quiet(page, "%s", note);
    return status;
}

/* The table's methods that were to be run on the block's problem. */
static lf_status tables_methods(tables_block *block) {
    const lf_experiment *experiment = block->results->experiment;
    size_t named = block->table ? block->table->methods_count : 0;
    block->method = calloc(named + experiment->methods_count + 1, sizeof *block->method);
    if (!block->method) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t i = 0; i < (named ? named : experiment->methods_count); i++) {
        size_t m = named ? lf_panel_method(experiment, block->table->methods[i]) : i;
        if (m < experiment->methods_count && lf_part_has(block->results, block->problem, m))
            block->method[block->methods++] = m;
    }
    return LF_OK;
}

/* Choose the methods and write the grid; a problem on which none was to run has none. */
static lf_status tables_block_write(lf_page *page, tables_block block) {
    LF_TRY(tables_methods(&block));
    lf_status status = block.methods > 0 && block.columns > 0 ? tables_grid(page, &block) : LF_OK;
    free(block.method);
    return status;
}

/* A table of the experiment: heading, caption, one grid per problem. */
static lf_status tables_table(lf_page *page, const lf_results *results,
                              const lf_experiment_table *table, int level) {
    const lf_experiment *experiment = results->experiment;
    page->is->heading(page, level, NULL, table->title ? table->title : table->id);
    if (table->caption) lf_page_text(page, "%s", table->caption);
    size_t named = table->problems_count;
    for (size_t i = 0; i < (named ? named : experiment->problems_count); i++) {
        size_t problem = named ? lf_panel_problem(experiment, table->problems[i]) : i;
        if (problem == experiment->problems_count || !lf_part_has_problem(results, problem))
            continue;
        if (!named && lf_experiment_task(experiment, problem) != problem) continue;
        LF_TRY(tables_block_write(page, (tables_block){.results = results,
                                                       .table = table,
                                                       .problem = problem,
                                                       .columns = table->columns_count,
                                                       .column = table->columns}));
    }
    return LF_OK;
}

/* For an experiment that names no tables: every metric at the end, and the steps. */
static lf_status tables_standard(lf_page *page, const lf_results *results, size_t problem) {
    static char steps[] = "steps";
    const lf_record *witness = lf_part_witness(results, problem);
    if (!witness) return LF_OK;
    lf_experiment_column *column = calloc(witness->metrics + 1, sizeof *column);
    if (!column) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t m = 0; m < witness->metrics; m++)
        column[m] = (lf_experiment_column){.id = witness->metric[m].name,
                                           .metric = witness->metric[m].name};
    column[witness->metrics] = (lf_experiment_column){.id = steps, .cost = steps};
    lf_status status = tables_block_write(page, (tables_block){.results = results,
                                                               .problem = problem,
                                                               .columns = witness->metrics + 1,
                                                               .column = column});
    free(column);
    return status;
}

lf_status lf_part_tables(lf_page *page, const lf_results *results, int level) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; i < experiment->tables_count; i++)
        LF_TRY(tables_table(page, results, &experiment->tables[i], level));
    if (experiment->tables_count > 0) return LF_OK;
    page->is->heading(page, level, NULL, "Final values");
    for (size_t problem = 0; problem < experiment->problems_count; problem++)
        if (lf_experiment_task(experiment, problem) == problem)
            LF_TRY(tables_standard(page, results, problem));
    return LF_OK;
}
