/**
 * @file tables.c
 * @brief The section `tables`: one grid per problem, quantities down, methods across, the published
 * value below ours.
 *
 * A cell is the median over the runs there are; its column's head says if some miss or failed:
 *   P1, a9a           3S-Econ-S            SSG
 *                                1 of 3 failed
 *   FV                  5.11e-2        4.68e-2     ours
 *   quartiles   4.93e-2 to ...     4.55e-2 ...     where there are several seeds that differ
 *   paper               8.47e-2        9.26e-2     where the paper printed something
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/section.h"
#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "reports/kinds/parts/cells.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/json_out.h"
#include "reports/page/page.h"

/* Room for two numbers and what is between them. */
enum { TABLES_SPREAD = 3 * LF_DIGITS_BYTES };

/* What is written for one problem: columns of a grid point at these. */
typedef struct {
    const lf_results *results;
    const lf_experiment_table *table; /* NULL: made up */
    size_t problem;
    lf_cell_list methods;
    size_t columns;
    const lf_experiment_column *column;
    bool bold; /* for a paper: the best is marked */
} tables_block;

/* What stands where there is no number. */
static const char *tables_absence(const lf_cell *cell) {
    if (cell->planned == 0) return "";
    if (cell->present == 0) return "not run";
    if (2 * (cell->failed + cell->diverged) > cell->present)
        return cell->failed < cell->diverged ? "diverged" : "failed";
    return "–";
}

/* The last digit worth showing: quartiles tell; a method without chance is certain, but for what a
 * nudge of its start changes; of a single run nobody knows. */
static int tables_place(const tables_block *block, size_t method, const lf_cell *cell) {
    bool fixed = lf_experiment_fixed(block->results->experiment, block->problem, method);
    double width = fixed ? 0 : cell->present > 1 ? cell->q.upper - cell->q.lower : NAN;
    if (cell->resolution > 0) width = 2 * cell->resolution;
    return lf_digits_place(cell->q.median, 0, width);
}

/* Quartiles, or a resolution, if they differ in the digits that are shown; else "". */
static void tables_spread(const lf_cell *cell, int place, char text[TABLES_SPREAD]) {
    char lower[LF_DIGITS_BYTES], upper[LF_DIGITS_BYTES];
    lf_digits_at(cell->q.lower, place, lower);
    lf_digits_at(cell->q.upper, place, upper);
    text[0] = '\0';
    if (cell->resolution >= pow(10, place)) {
        lf_digits_at(cell->resolution, (int)floor(log10(cell->resolution)), upper);
        snprintf(text, TABLES_SPREAD, "± %s", upper);
    }
    if (cell->present < 2 || isnan(cell->q.lower) || strcmp(lower, upper) == 0) return;
    snprintf(text, TABLES_SPREAD, "%s to %s", lower, upper);
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
    bool quartiles, starts, paper; /* one line for the first two: a method has either */
} tables_lines;

static const char *tables_line(tables_lines lines) {
    if (!lines.starts) return lines.quartiles ? "\nquartiles" : "";
    return lines.quartiles ? "\nquartiles, ± start" : "\n± start";
}

/* Value, quartiles and published value: every cell of a row has the same lines, to stand level. */
static void tables_cell(lf_grid *grid, const lf_cell *cell, int place, tables_lines lines) {
    char ours[LF_DIGITS_BYTES], spread[TABLES_SPREAD], paper[LF_DIGITS_BYTES] = "";
    const bool line = lines.quartiles || lines.starts;
    lf_digits_at(cell->q.median, place, ours);
    tables_spread(cell, place, spread);
    if (!isnan(cell->published)) tables_paper(cell->published, paper);
    lf_grid_add(grid, "%s%s%s%s%s", isnan(cell->q.median) ? tables_absence(cell) : ours,
                line ? "\n" : "", line ? spread : "", lines.paper ? "\n" : "",
                lines.paper ? paper : "");
}

/* One quantity. All methods are measured first: they decide together which lines there are. */
static lf_status tables_row(const tables_block *block, const lf_experiment_column *column,
                            lf_grid *grid) {
    tables_lines lines = {false, false, false};
    char spread[TABLES_SPREAD];
    const size_t n = block->methods.n, *method = block->methods.at;
    lf_cell *cell = calloc(n + 1, sizeof *cell);
    bool *best = calloc(n + 1, sizeof *best);
    lf_status status = cell && best ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t m = 0; m < n && status == LF_OK; m++) {
        status =
            lf_cell_make(block->results, block->table, block->problem, method[m], column, &cell[m]);
        tables_spread(&cell[m], tables_place(block, method[m], &cell[m]), spread);
        *(cell[m].present < 2 ? &lines.starts : &lines.quartiles) |= spread[0] != '\0';
        lines.paper |= !isnan(cell[m].published);
    }
    const bool value = column->metric || column->share || column->mean; /* and no mere cost */
    if (status == LF_OK && block->bold && value)
        status = lf_cell_best(block->results, block->problem, method, n, column, cell, best);
    lf_grid_add(grid, "%s%s%s", column->label ? column->label : column->id, tables_line(lines),
                lines.paper ? "\npaper" : "");
    for (size_t m = 0; m < n && status == LF_OK; m++) {
        tables_cell(grid, &cell[m], tables_place(block, method[m], &cell[m]), lines);
        if (best[m]) lf_grid_bold(grid);
    }
    free(best);
    free(cell);
    return status;
}

/* A method's name; below it how many of its runs are there, if not all, failed and diverged. */
static void tables_head(const tables_block *block, size_t method, lf_grid *grid) {
    const lf_results *results = block->results;
    size_t planned = 0, n[3] = {0}, used = 0;
    static const char *const word[] = {"runs", "failed", "diverged"};
    char text[160] = "";
    for (size_t run = 0; run < results->runs; run++) {
        if (!lf_cell_takes(results, block->problem, method, run)) continue;
        planned++;
        if (!lf_part_present(results, run)) continue;
        n[0]++;
        n[1] += !lf_run_status_is_result(results->record[run].status);
        n[2] += results->record[run].status == LF_RUN_DIVERGED;
    }
    for (size_t k = 0; k < 3; k++)
        if (k ? n[k] > 0 : n[0] < planned)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu of %zu %s",
                                     used ? ", " : "\n", n[k], k ? n[0] : planned, word[k]);
    lf_grid_add(grid, "%s%s", lf_part_method(results, method), text);
}

/* Who met the task in another form. */
static void tables_forms(lf_page *page, const tables_block *block) {
    for (size_t m = 0; m < block->methods.n; m++) {
        const size_t form =
            lf_experiment_form(block->results->experiment, block->problem, block->methods.at[m]);
        if (form != block->problem && form != SIZE_MAX)
            lf_page_quiet(page, "%s ran on %s.",
                          lf_part_method(block->results, block->methods.at[m]),
                          lf_part_problem(block->results, form));
    }
}

/* One problem's grid, and its note below, where nobody can miss it. */
static lf_status tables_grid(lf_page *page, const tables_block *block) {
    lf_grid grid = lf_grid_make("tn", block->methods.n + 1, NULL);
    lf_grid_add(&grid, "%s", lf_part_problem(block->results, block->problem));
    for (size_t m = 0; m < block->methods.n; m++)
        tables_head(block, block->methods.at[m], &grid);
    lf_status status = LF_OK;
    for (size_t c = 0; c < block->columns && status == LF_OK; c++)
        status = tables_row(block, &block->column[c], &grid);
    if (status == LF_OK) lf_page_take(page, &grid);
    lf_grid_free(&grid);
    if (status == LF_OK) tables_forms(page, block);
    const char *note = block->results->experiment->problems[block->problem].note;
    if (status == LF_OK && note) lf_page_quiet(page, "%s", note);
    return status;
}

static bool tables_has_runs(const tables_block *block) {
    for (size_t m = 0; m < block->methods.n; m++)
        for (size_t run = 0; run < block->results->runs; run++)
            if (lf_part_present(block->results, run) &&
                lf_cell_takes(block->results, block->problem, block->methods.at[m], run))
                return true;
    return false;
}

/* A problem on which no method was to run has no grid, and one that was left for later a line. */
static lf_status tables_block_write(lf_page *page, tables_block block) {
    block.bold = page->folder != NULL;
    LF_TRY(lf_cell_methods(block.results, block.table, block.problem, &block.methods));
    const bool shown = block.methods.n > 0 && block.columns > 0, run = tables_has_runs(&block);
    lf_status status = shown && run ? tables_grid(page, &block) : LF_OK;
    if (shown && !run)
        lf_page_quiet(page, "%s: not run yet.", lf_part_problem(block.results, block.problem));
    lf_cell_list_free(&block.methods);
    return status;
}

/* A table of the experiment: heading, caption, one grid per problem. */
static lf_status tables_table(lf_page *page, const lf_results *results,
                              const lf_experiment_table *table, int level) {
    lf_cell_list problems;
    page->is->heading(page, level, NULL, table->title ? table->title : table->id);
    if (table->caption) lf_page_text(page, "%s", table->caption);
    LF_TRY(lf_cell_problems(results, table, &problems));
    lf_status status = LF_OK;
    for (size_t i = 0; i < problems.n && status == LF_OK; i++)
        status = tables_block_write(page, (tables_block){.results = results,
                                                         .table = table,
                                                         .problem = problems.at[i],
                                                         .columns = table->columns_count,
                                                         .column = table->columns});
    lf_cell_list_free(&problems);
    return status;
}

/* For an experiment that names no tables: every metric at the end, and the steps. */
static lf_status tables_standard(lf_page *page, const lf_results *results, size_t problem) {
    static char steps[] = "steps";
    const lf_record *witness = lf_panel_witness(results, problem);
    if (!witness) return LF_OK;
    lf_experiment_column *column = calloc(witness->metrics + 1, sizeof *column);
    if (!column) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t m = 0; m < witness->metrics; m++)
        column[m] = (lf_experiment_column){.id = witness->metric[m].name,
                                           .label = lf_panel_words(&witness->metric[m]),
                                           .metric = witness->metric[m].name};
    column[witness->metrics] = (lf_experiment_column){.id = steps, .cost = steps};
    lf_status status = tables_block_write(page, (tables_block){.results = results,
                                                               .problem = problem,
                                                               .columns = witness->metrics + 1,
                                                               .column = column});
    for (size_t m = 0; m < witness->metrics; m++)
        free(column[m].label);
    free(column);
    return status;
}

static lf_status tables_show(lf_page *page, const lf_results *results, const void *decided,
                             int level) {
    (void)decided;
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

/* The first final value of a table. */
static bool tables_judged(const lf_results *results, size_t problem, lf_judged *by) {
    const lf_experiment *experiment = results->experiment;
    for (size_t t = 0; t < experiment->tables_count; t++)
        for (size_t c = 0; c < experiment->tables[t].columns_count; c++) {
            const lf_experiment_column *column = &experiment->tables[t].columns[c];
            if (column->where || column->below || column->above) continue;
            *by = (lf_judged){.metric = column->metric};
            if (lf_quantity_known(results, problem, column->metric)) return true;
        }
    return false;
}

static lf_status tables_json(lf_json *json, const void *decided) {
    (void)decided;
    const lf_experiment *experiment = json->results->experiment;
    json_t *tables = json_array();
    lf_status status = LF_OK;
    for (size_t i = 0; i < experiment->tables_count && status == LF_OK; i++) {
        const lf_experiment_table *table = &experiment->tables[i];
        json_t *cells = json_array();
        lf_cell_list problems;
        status = lf_cell_problems(json->results, table, &problems);
        for (size_t p = 0; p < problems.n && status == LF_OK; p++)
            status = lf_cells_json(json, table, problems.at[p], cells);
        lf_cell_list_free(&problems);
        lf_json_append(
            json, tables,
            json_pack("{s:s, s:s?, s:o}", "id", table->id, "title", table->title, "cells", cells));
    }
    lf_json_set(json, "tables", tables);
    return status;
}

const lf_section lf_section_tables = {
    .place = 10,
    .part = LF_SECTION_NUMBERS,
    .made_up = true,
    .field = LF_SCHEMA_LIST(lf_experiment, tables, lf_tables_entry),
    .check = lf_tables_check,
    .judged = tables_judged,
    .show = tables_show,
    .json = tables_json,
};
