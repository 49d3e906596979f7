/**
 * @file panel.c
 * @brief What panels of every form need: problems and methods by id, costs in words.
 */
#include "plots/panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"

size_t lf_panel_problem(const lf_experiment *experiment, const char *id) {
    size_t i = 0;
    while (i < experiment->problems_count && strcmp(experiment->problems[i].id, id) != 0)
        i++;
    return i;
}

size_t lf_panel_method(const lf_experiment *experiment, const char *id) {
    size_t i = 0;
    while (i < experiment->methods_count && strcmp(experiment->methods[i].id, id) != 0)
        i++;
    return i;
}

const lf_record *lf_panel_witness(const lf_results *results, size_t problem) {
    for (size_t run = 0; run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            results->record[run].points > 0)
            return &results->record[run];
    return NULL;
}

char *lf_panel_x(const lf_results *results, const lf_experiment_panel *is) {
    if (is->x) return strdup(is->x);
    size_t problem = lf_panel_problem(results->experiment, is->problem);
    for (size_t run = 0; run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            results->plan[run].spec.budget)
            return lf_budget_first(results->plan[run].spec.budget);
    return strdup("steps");
}

/* What a cost counts, in words; "" where its name says it. */
static const char *panel_unit(const lf_record *witness, const char *x) {
    for (size_t i = 0; witness && i < witness->measures; i++)
        if (strcmp(witness->measure[i].name, x) == 0)
            return witness->measure[i].doc ? witness->measure[i].doc : "";
    if (strcmp(x, "seconds") == 0) return "CPU time of oracle and method [s]";
    if (strncmp(x, "passes.", 7) == 0) return "data passes";
    if (strcmp(x, "samples") == 0 || strncmp(x, "samples.", 8) == 0) return "samples drawn";
    for (size_t c = 0; c < LF_COUNTER_SAMPLES(0); c++)
        if (strcmp(lf_counter_name(c), x) == 0) return "evaluations; one a sample";
    return "";
}

/* malloc'ed "unit, name". A doc line may hold a formula after its words, or a unit in brackets that
 * says them again: what does not fit is cut there, and words that do not fit at all are left out.
 */
static char *panel_label(const char *unit, const char *name) {
    static const char *const ends[] = {":;(=", ":;(=["};
    char *label = NULL;
    if (strcmp(name, "seconds") == 0) return strdup(unit);
    for (size_t i = 0; i < 2; i++) {
        int clause = (int)strcspn(unit, ends[i]);
        while (clause > 0 && unit[clause - 1] == ' ')
            clause--;
        if (clause == 0 || (size_t)clause + strlen(name) + 2 > LF_PANEL_LABEL) continue;
        return asprintf(&label, "%.*s, %s", clause, unit, name) < 0 ? NULL : label;
    }
    return strdup(name);
}

char *lf_panel_cost(const lf_results *results, size_t problem, const char *x) {
    return panel_label(panel_unit(lf_panel_witness(results, problem), x), x);
}

char *lf_panel_counts(const lf_results *results, size_t problem, const char *x) {
    const char *unit = panel_unit(lf_panel_witness(results, problem), x);
    const size_t words = strcspn(unit, ":;(=[");
    return words > 0 ? strndup(unit, words - (unit[words] && unit[words - 1] == ' ')) : strdup(x);
}

/* A line that begins with a formula, or with more words than fit, has none to be called by. */
char *lf_panel_words(const lf_metric_info *metric) {
    const char *doc = metric->doc ? metric->doc : "";
    const size_t n = strcspn(doc, ":;,(=[");
    const bool average = lf_metric_stem(metric->name) < strlen(metric->name);
    char *words = NULL;
    if (n == 0 || n > LF_PANEL_LABEL || strcspn(doc, "=|_^*/+<>") < n) return strdup(metric->name);
    return asprintf(&words, "%.*s%s", (int)n, doc, average ? ", average" : "") < 0 ? NULL : words;
}

/* Not every run has all metrics of its problem: without an average there are none of that. */
const lf_metric_info *lf_panel_metric_info(const lf_results *results, size_t problem,
                                           const char *metric) {
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        const size_t at = lf_record_metric(record, metric);
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            record->points > 0 && at < record->metrics)
            return &record->metric[at];
    }
    return NULL;
}

char *lf_panel_metric(const lf_results *results, size_t problem, const char *metric) {
    const lf_metric_info *info = lf_panel_metric_info(results, problem, metric);
    return info ? lf_panel_words(info) : strdup(metric);
}

int lf_panel_side(const lf_panel *panel, size_t mark) {
    if (!panel->y.bare) return 0;
    return lf_axis_share(&panel->x, panel->mark[mark].x) > 0.6 ? -1 : 1;
}

bool lf_panel_early(const lf_panel *panel, double value) {
    const double wide = 0.3, high = 0.05, middle = lf_axis_share(&panel->y, value) + high / 2;
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        for (size_t i = 0; i < curve->points; i++)
            if (lf_axis_share(&panel->x, curve->x[i]) < wide &&
                fabs(lf_axis_share(&panel->y, curve->median[i]) - middle) < high)
                return true;
    }
    return false;
}

void lf_panel_free(lf_panel *panel) {
    for (size_t c = 0; panel->curve && c < panel->curves; c++)
        lf_curve_free(&panel->curve[c]);
    free(panel->curve);
    for (size_t i = 0; i < panel->marks; i++)
        free(panel->mark[i].text);
    for (size_t i = 0; i < panel->strokes; i++)
        lf_curve_free(&panel->stroke[i]);
    free(panel->mark);
    free(panel->stroke);
    free(panel->says);
    free(panel->title);
    free(panel->x_label);
    free(panel->y_label);
    free(panel->cost);
    free(panel->metric);
    *panel = (lf_panel){0};
}
