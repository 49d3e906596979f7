/**
 * @file json.c
 * @brief The report's numbers with all their digits: whoever compares, plots or archives results
 * reads these instead of a table.
 *
 * Problems and methods go by their ids. A number that does not exist (a median of runs that did not
 * end, an interval of one seed) is null.
 */
#include "reports/json.h"

#include <math.h>

#include <jansson.h>

#include "harness/results/fit.h"
#include "harness/results/frontier.h"
#include "reports/page/cells.h"
#include "reports/parts.h"

/** Confidence of intervals, as in the other forms of the report. */
#define JSON_CONFIDENCE 0.95

/* The experiment at hand, and whether memory ran out on the way. */
typedef struct {
    const lf_results *results;
    bool lost;
} json_writer;

/* array += value, which is NULL where there was no memory to make it. */
static void json_add(json_writer *writer, json_t *array, json_t *value) {
    writer->lost |= json_array_append_new(array, value) != 0;
}

static json_t *json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_count(size_t n) {
    return json_integer((json_int_t)n);
}

static const char *json_problem(const lf_results *results, size_t problem) {
    return problem == SIZE_MAX ? NULL : results->experiment->problems[problem].id;
}

static const char *json_method(const lf_results *results, size_t method) {
    return method == SIZE_MAX ? NULL : results->experiment->methods[method].id;
}

/* One comparison of a claim. */
static json_t *json_comparison(const lf_results *results, const lf_comparison_verdict *c) {
    return json_pack(
        "{s:s?, s:s?, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s?}", "problem",
        json_problem(results, c->problem), "against", json_method(results, c->than), "outcome",
        lf_claim_outcome_name(c->outcome), "estimate", json_number(c->estimate), "lower",
        json_number(c->lower), "upper", json_number(c->upper), "p", json_number(c->p), "p_against",
        json_number(c->p_against), "seeds", json_count(c->pairs), "statistic", c->statistic);
}

static json_t *json_claims(json_writer *writer, const lf_claim_verdict *verdicts) {
    json_t *claims = json_array();
    for (size_t i = 0; i < writer->results->experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &writer->results->experiment->claims[i];
        json_t *comparisons = json_array();
        for (size_t k = 0; k < verdicts[i].comparisons; k++)
            json_add(writer, comparisons,
                     json_comparison(writer->results, &verdicts[i].comparison[k]));
        json_add(writer, claims,
                 json_pack("{s:s, s:s?, s:s, s:s?, s:o}", "id", claim->id, "text", claim->text,
                           "outcome", lf_claim_outcome_name(verdicts[i].outcome), "statistic",
                           verdicts[i].statistic, "comparisons", comparisons));
    }
    return claims;
}

/* One cell: median and quartiles over the runs that ended. */
static json_t *json_cell(const lf_results *results, size_t problem, size_t method,
                         const lf_experiment_column *column, const lf_cell *cell) {
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "problem",
                     json_problem(results, problem), "method", json_method(results, method),
                     "column", column->id, "planned", json_count(cell->planned), "ended",
                     json_count(cell->ended), "diverged", json_count(cell->diverged), "median",
                     json_number(cell->q.median), "lower", json_number(cell->q.lower), "upper",
                     json_number(cell->q.upper), "published", json_number(cell->published));
}

/* cells += those of one problem of the table. */
static lf_status json_table_problem(json_writer *writer, const lf_experiment_table *table,
                                    size_t problem, json_t *cells) {
    lf_cell_list methods;
    LF_TRY(lf_cell_methods(writer->results, table, problem, &methods));
    lf_status status = LF_OK;
    for (size_t c = 0; c < table->columns_count; c++)
        for (size_t m = 0; m < methods.n && status == LF_OK; m++) {
            const lf_experiment_column *column = &table->columns[c];
            lf_cell cell;
            status = lf_cell_make(writer->results, table, problem, methods.at[m], column, &cell);
            if (status == LF_OK)
                json_add(writer, cells,
                         json_cell(writer->results, problem, methods.at[m], column, &cell));
        }
    lf_cell_list_free(&methods);
    return status;
}

static lf_status json_tables(json_writer *writer, json_t *tables) {
    const lf_experiment *experiment = writer->results->experiment;
    lf_status status = LF_OK;
    for (size_t i = 0; i < experiment->tables_count && status == LF_OK; i++) {
        const lf_experiment_table *table = &experiment->tables[i];
        json_t *cells = json_array();
        lf_cell_list problems;
        status = lf_cell_problems(writer->results, table, &problems);
        for (size_t p = 0; p < problems.n && status == LF_OK; p++)
            status = json_table_problem(writer, table, problems.at[p], cells);
        lf_cell_list_free(&problems);
        json_add(
            writer, tables,
            json_pack("{s:s, s:s?, s:o}", "id", table->id, "title", table->title, "cells", cells));
    }
    return status;
}

/* A measured slope. */
static json_t *json_exponent(const lf_results *results, const lf_experiment_fit *is,
                             const lf_fit_line *line) {
    const lf_interval *e = &line->exponent;
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "fit", is->id, "method",
                     json_method(results, line->method), "estimate", json_number(e->estimate),
                     "lower", json_number(e->lower), "upper", json_number(e->upper), "theory",
                     json_number(line->theory), "points", json_count(line->used), "seeds",
                     json_count(line->seeds));
}

static lf_status json_exponents(json_writer *writer, json_t *exponents) {
    for (size_t i = 0; i < writer->results->experiment->fits_count; i++) {
        const lf_experiment_fit *is = &writer->results->experiment->fits[i];
        lf_fit fit;
        LF_TRY(lf_fit_make(writer->results, is, JSON_CONFIDENCE, &fit));
        for (size_t k = 0; k < fit.lines; k++)
            json_add(writer, exponents, json_exponent(writer->results, is, &fit.line[k]));
        lf_fit_free(&fit);
    }
    return LF_OK;
}

/* y of a line at one of the places where the frontier is read. */
static json_t *json_trade(const lf_results *results, const lf_experiment_frontier *is,
                          const lf_frontier_line *line, size_t at) {
    const lf_interval *y = &line->at[at];
    return json_pack("{s:s, s:s, s:s?, s:s, s:o, s:s, s:o, s:o, s:o}", "frontier", is->id, "method",
                     json_method(results, line->method), "label", line->is->label, "x", is->x, "at",
                     json_number(is->at[at]), "y", is->y, "estimate", json_number(y->estimate),
                     "lower", json_number(y->lower), "upper", json_number(y->upper));
}

static lf_status json_trades(json_writer *writer, json_t *trades) {
    for (size_t i = 0; i < writer->results->experiment->frontiers_count; i++) {
        const lf_experiment_frontier *is = &writer->results->experiment->frontiers[i];
        lf_frontier frontier;
        LF_TRY(lf_frontier_make(writer->results, is, JSON_CONFIDENCE, &frontier));
        for (size_t k = 0; k < frontier.lines; k++)
            for (size_t at = 0; at < is->at_count; at++)
                json_add(writer, trades, json_trade(writer->results, is, &frontier.line[k], at));
        lf_frontier_free(&frontier);
    }
    return LF_OK;
}

/* What the ids stand for. */
static json_t *json_name(const char *id, const char *label, const char *spec) {
    return json_pack("{s:s, s:s, s:s?}", "id", id, "label", label, "is", spec);
}

static json_t *json_problems(json_writer *writer) {
    const lf_experiment *is = writer->results->experiment;
    json_t *problems = json_array();
    for (size_t i = 0; i < is->problems_count; i++)
        if (lf_part_has_problem(writer->results, i))
            json_add(writer, problems,
                     json_name(is->problems[i].id, lf_part_problem(writer->results, i),
                               is->problems[i].problem));
    return problems;
}

static json_t *json_methods(json_writer *writer) {
    const lf_experiment *is = writer->results->experiment;
    json_t *methods = json_array();
    for (size_t i = 0; i < is->methods_count; i++)
        json_add(writer, methods,
                 json_name(is->methods[i].id, lf_part_method(writer->results, i),
                           is->methods[i].algorithm));
    return methods;
}

/* How many planned runs ended in each way. */
static json_t *json_runs(const lf_results *results) {
    size_t done = 0, diverged = 0, missing = 0;
    for (size_t run = 0; run < results->runs; run++) {
        const bool present = lf_part_present(results, run);
        missing += !present;
        done += present && results->record[run].status == LF_RUN_DONE;
        diverged += present && results->record[run].status == LF_RUN_DIVERGED;
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "planned", json_count(results->runs), "done",
                     json_count(done), "diverged", json_count(diverged), "failed",
                     json_count(results->runs - done - diverged - missing), "missing",
                     json_count(missing));
}

/* Each environment that the runs were made in, once. */
static json_t *json_environments(const lf_results *results) {
    json_t *environments = json_array();
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_part_present(results, run) || !record->environment) continue;
        json_t *environment = json_loads(record->environment, 0, NULL);
        bool known = !environment; /* stored by something else: nothing a program could read */
        for (size_t i = 0; i < json_array_size(environments) && !known; i++)
            known = json_equal(json_array_get(environments, i), environment);
        if (known)
            json_decref(environment);
        else
            json_array_append_new(environments, environment);
    }
    return environments;
}

/* experiments += one. */
static lf_status json_experiment(const lf_results *results, const lf_claim_verdict *verdicts,
                                 json_t *experiments) {
    json_writer writer = {.results = results};
    json_t *problems = json_problems(&writer), *methods = json_methods(&writer);
    json_t *claims = json_claims(&writer, verdicts);
    json_t *tables = json_array(), *exponents = json_array(), *trades = json_array();
    lf_status status = json_tables(&writer, tables);
    if (status == LF_OK) status = json_exponents(&writer, exponents);
    if (status == LF_OK) status = json_trades(&writer, trades);
    const lf_experiment *is = results->experiment;
    const lf_experiment_scale *scale = lf_part_scale(results);
    json_add(&writer, experiments,
             json_pack(
                 "{s:s, s:s, s:s?, s:s?, s:s?, s:s?, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
                 "name", results->name, "scale", results->scale, "title", is->title, "citation",
                 is->citation, "note", scale ? scale->note : NULL, "budget",
                 scale ? scale->budget : NULL, "seeds", scale ? scale->seeds : NULL, "runs",
                 json_runs(results), "environments", json_environments(results), "problems",
                 problems, "methods", methods, "claims", claims, "tables", tables, "exponents",
                 exponents, "frontiers", trades));
    if (status == LF_OK && writer.lost) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    return status;
}

lf_status lf_report_json(const lf_results *results, size_t n, lf_claim_verdict *const *verdicts,
                         char **text) {
    json_t *experiments = json_array();
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = json_experiment(&results[i], verdicts[i], experiments);
    json_t *report = json_pack("{s:o}", "experiments", experiments);
    *text = status == LF_OK && report ? json_dumps(report, JSON_INDENT(1) | JSON_REAL_PRECISION(17))
                                      : NULL;
    json_decref(report);
    if (status == LF_OK && !*text) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    return status;
}
