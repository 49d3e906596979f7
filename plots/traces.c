/**
 * @file traces.c
 * @brief Columns of numbers, each written once, and the runs that point at them.
 */
#include "plots/traces.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "harness/results/quantity.h"
#include "plots/palette.h"
#include "plots/panel.h"

/* A page with more bytes of numbers than this would not open at once. */
enum { TRACES_LARGE = 3000000 };

/* Number without what says nothing: "-.5e-7" for -5.0e-07. */
static void traces_number(double value, const char *format, char text[40]) {
    char plain[40];
    snprintf(plain, sizeof plain, format, value);
    char *out = text, *in = plain;
    if (*in == '-') *out++ = *in++;
    if (in[0] == '0' && in[1] == '.') in++;
    while (*in && *in != 'e')
        *out++ = *in++;
    if (*in == 'e') out += sprintf(out, "e%d", atoi(in + 1));
    *out = '\0';
}

/* Whole numbers that do not fall are written as steps, which repeat. */
static bool traces_counts(const double *value, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (value[i] != floor(value[i]) || value[i] > 9e15 || (i > 0 && value[i] < value[i - 1]))
            return false;
    return true;
}

/* malloc'ed text of a column. */
static char *traces_text(const double *value, size_t n, const char *format) {
    char *text, token[40];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const bool counts = traces_counts(value, n);
    if (counts) fputc('+', out);
    for (size_t i = 0, repeats; i < n; i += repeats) {
        const double step = counts && i > 0 ? value[i] - value[i - 1] : value[i];
        for (repeats = 1; i + repeats < n; repeats++) {
            const double next = value[i + repeats] - (counts ? value[i + repeats - 1] : 0);
            if (!(next == step || (isnan(next) && isnan(step)))) break;
        }
        if (isnan(step))
            strcpy(token, "-");
        else
            traces_number(step, counts ? "%.17g" : format, token);
        fprintf(out, "%s%s", i > 0 ? " " : "", token);
        if (repeats > 1) fprintf(out, "*%zu", repeats);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* Position of a column, which may be there already; null without memory. Columns that were taken
 * back are known, but not there. */
static json_t *traces_column(lf_traces *traces, const double *value, size_t n, const char *format) {
    char *text = traces_text(value, n, format);
    if (!text) return NULL;
    const json_t *known = json_object_get(traces->known, text);
    size_t at = known ? (size_t)json_integer_value(known) : SIZE_MAX;
    if (at >= json_array_size(traces->columns) ||
        strcmp(json_string_value(json_array_get(traces->columns, at)), text) != 0) {
        at = json_array_size(traces->columns);
        traces->bytes += strlen(text) + 3;
        json_array_append_new(traces->columns, json_string(text));
        json_object_set_new(traces->known, text, json_integer((json_int_t)at));
    }
    free(text);
    return json_integer((json_int_t)at);
}

/* What a run can be drawn over: seconds, counters that it used, what its problem measures, the unit
 * of its budget, and what figures ask for. */
static json_t *traces_costs(const lf_results *results, size_t run) {
    const lf_record *record = &results->record[run];
    const lf_experiment *is = results->experiment;
    const uint64_t *last = record->point[record->points - 1].count;
    json_t *names = json_object(); /* each once, in order */
    char *unit = lf_budget_first(record->spec.budget);
    if (unit) json_object_set_new(names, unit, json_null());
    free(unit);
    json_object_set_new(names, "steps", json_null());
    json_object_set_new(names, "seconds", json_null());
    for (size_t c = 0; c < LF_COUNTERS; c++)
        if (last[c] > 0) json_object_set_new(names, lf_counter_name(c), json_null());
    for (size_t i = 0; i < record->measures; i++)
        json_object_set_new(names, record->measure[i].name, json_null());
    for (size_t f = 0; f < is->figures_count; f++)
        for (size_t p = 0; p < is->figures[f].panels_count; p++)
            if (is->figures[f].panels[p].x)
                json_object_set_new(names, is->figures[f].panels[p].x, json_null());
    return names;
}

/* x[points] <- a cost of a run at all its points; false if it is none there. */
static bool traces_cost(const lf_results *results, size_t run, const char *name, double *x) {
    const lf_record *record = &results->record[run];
    const bool seconds = strcmp(name, "seconds") == 0;
    lf_cost cost;
    if (!seconds && lf_quantity_cost(results, run, name, &cost) != LF_OK) return false;
    for (size_t i = 0; i < record->points; i++)
        x[i] = seconds ? record->point[i].oracle_seconds + record->point[i].algorithm_seconds
                       : lf_cost_value(&cost, record->point[i].count);
    return true;
}

/* Position of a shape among those that are there, or appended. */
static size_t traces_shape(json_t *shapes, json_t *shape) {
    size_t at = 0;
    while (at < json_array_size(shapes) && !json_equal(json_array_get(shapes, at), shape))
        at++;
    if (at == json_array_size(shapes))
        json_array_append_new(shapes, shape);
    else
        json_decref(shape);
    return at;
}

/* [line, 1 if more is better, words] */
static json_t *traces_metric(const lf_metric_info *metric) {
    char *words = lf_panel_words(metric);
    json_t *is = json_pack("[s, i, s]", metric->doc ? metric->doc : "", metric->higher_is_better,
                           words ? words : metric->name);
    free(words);
    return is;
}

/* What an axis calls a cost, said once. */
static void traces_words(const lf_results *results, size_t problem, const char *cost, json_t *all) {
    if (json_object_get(all, cost)) return;
    char *words = lf_panel_cost(results, problem, cost);
    json_object_set_new(all, cost, json_string(words ? words : cost));
    free(words);
}

/* shape and columns of one run. `value` has room for its points. */
static void traces_run(lf_traces *traces, const lf_results *results, size_t run, json_t *experiment,
                       double *value) {
    const lf_record *record = &results->record[run];
    const lf_planned_run *plan = &results->plan[run];
    json_t *columns = json_array(), *x = json_array(), *y = json_array();
    json_t *costs = traces_costs(results, run), *unused, *metrics;
    const size_t problem = lf_experiment_task(results->experiment, plan->problem);
    const char *name;
    json_object_foreach(costs, name, unused) {
        if (!traces_cost(results, run, name, value)) continue;
        traces_words(results, problem, name, json_object_get(experiment, "costs"));
        json_array_append_new(x, json_string(name));
        json_array_append_new(columns, traces_column(traces, value, record->points, "%.7g"));
    }
    json_decref(costs);
    metrics = json_object_get(experiment, "metrics");
    for (size_t m = 0; m < record->metrics; m++) {
        for (size_t i = 0; i < record->points; i++)
            value[i] = isfinite(record->value[i * record->metrics + m])
                           ? record->value[i * record->metrics + m]
                           : NAN;
        json_array_append_new(y, json_string(record->metric[m].name));
        json_array_append_new(columns, traces_column(traces, value, record->points, "%.6g"));
        json_object_set_new(metrics, record->metric[m].name, traces_metric(&record->metric[m]));
    }
    const size_t shape = traces_shape(json_object_get(experiment, "shapes"),
                                      json_pack("{s:o, s:o}", "x", x, "y", y));
    json_array_append_new(json_object_get(experiment, "runs"),
                          json_pack("[I, I, I, i, I, o]", (json_int_t)problem,
                                    (json_int_t)plan->method, (json_int_t)plan->spec.seed,
                                    (int)record->status, (json_int_t)shape, columns));
}

/* A run that failed before its first row: there is nothing to draw, but a median counts it. */
static void traces_none(const lf_results *results, size_t run, json_t *experiment) {
    const lf_planned_run *plan = &results->plan[run];
    const size_t problem = lf_experiment_task(results->experiment, plan->problem);
    json_array_append_new(json_object_get(experiment, "runs"),
                          json_pack("[I, I, I, i, i, []]", (json_int_t)problem,
                                    (json_int_t)plan->method, (json_int_t)plan->spec.seed,
                                    (int)results->record[run].status, -1));
}

/* Names and looks. */
static json_t *traces_experiment(const lf_results *results) {
    const lf_experiment *is = results->experiment;
    json_t *problems = json_array(), *methods = json_array();
    for (size_t i = 0; i < is->problems_count; i++)
        json_array_append_new(problems, json_pack("{s:s, s:s?}", "id", is->problems[i].id, "label",
                                                  is->problems[i].label ? is->problems[i].label
                                                                        : is->problems[i].id));
    for (size_t i = 0; i < is->methods_count; i++) {
        const lf_palette look = lf_palette_of(i);
        json_array_append_new(
            methods, json_pack("{s:s, s:s, s:I, s:s, s:i}", "id", is->methods[i].id, "label",
                               is->methods[i].label ? is->methods[i].label : is->methods[i].id,
                               "colour", (json_int_t)(i % LF_PALETTE_COLOURS), "dash", look.dash,
                               "marker", look.marker));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:{}, s:{}, s:[], s:[]}", "name", results->name, "scale",
                     results->scale, "problems", problems, "methods", methods, "costs", "metrics",
                     "shapes", "runs");
}

/* What an experiment that is too large brought is taken back. */
static void traces_back(lf_traces *traces, size_t columns, size_t bytes) {
    while (json_array_size(traces->columns) > columns)
        json_array_remove(traces->columns, json_array_size(traces->columns) - 1);
    traces->bytes = bytes;
}

/* Room for the runs of one more experiment. */
static lf_status traces_begin(lf_traces *traces, const lf_results *results, double **value) {
    size_t most = 0;
    if (!traces->columns) {
        traces->columns = json_array();
        traces->known = json_object();
        traces->experiments = json_array();
    }
    for (size_t run = 0; run < results->runs; run++)
        if (results->record[run].points > most) most = results->record[run].points;
    LF_TRY(lf_grow(&traces->of, traces->n, sizeof(*traces->of), "a page's traces"));
    *value = malloc((most + 1) * sizeof **value);
    if (*value && traces->columns && traces->known && traces->experiments) return LF_OK;
    free(*value);
    return lf_fail(LF_NO_MEMORY, "no memory for a page's traces");
}

lf_status lf_traces_add(lf_traces *traces, const lf_results *results) {
    double *value;
    LF_TRY(traces_begin(traces, results, &value));
    const size_t columns = json_array_size(traces->columns), bytes = traces->bytes;
    json_t *experiment = traces_experiment(results);
    for (size_t run = 0; experiment && run < results->runs && traces->bytes <= TRACES_LARGE; run++)
        if (results->record[run].points > 0)
            traces_run(traces, results, run, experiment, value);
        else if (results->record[run].key[0] != '\0')
            traces_none(results, run, experiment);
    free(value);
    if (!experiment) return lf_fail(LF_NO_MEMORY, "no memory for a page's traces");
    if (traces->bytes > TRACES_LARGE) {
        traces_back(traces, columns, bytes);
        json_decref(experiment);
        return LF_OK;
    }
    traces->of[traces->n++] = results->experiment;
    json_array_append_new(traces->experiments, experiment);
    return LF_OK;
}

void lf_traces_free(lf_traces *traces) {
    json_decref(traces->columns);
    json_decref(traces->known);
    json_decref(traces->experiments);
    free(traces->of);
    *traces = (lf_traces){0};
}

size_t lf_traces_find(const lf_traces *traces, const lf_experiment *experiment) {
    for (size_t i = 0; i < traces->n; i++)
        if (traces->of[i] == experiment) return i;
    return SIZE_MAX;
}

/* <, > and & stand in strings alone, where JSON has another way to write them. */
char *lf_traces_dump(json_t *value) {
    char *plain = json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(7));
    char *text = NULL;
    size_t size;
    json_decref(value);
    FILE *out = plain ? open_memstream(&text, &size) : NULL;
    for (const char *c = plain; out && *c; c++)
        fprintf(out, strchr("<>&", *c) ? "\\u%04x" : "%c", *c);
    if (out && fclose(out) != 0) text = NULL;
    free(plain);
    return text;
}

char *lf_traces_text(const lf_traces *traces) {
    return lf_traces_dump(
        json_pack("{s:O, s:O}", "columns", traces->columns, "experiments", traces->experiments));
}
