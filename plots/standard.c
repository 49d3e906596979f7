/**
 * @file standard.c
 * @brief Figures for experiments that name none: one per metric, a panel per problem.
 *
 * `levelfield run` asks for runs, not for figures; these are what one would look at first. They
 * become part of the experiment in memory, not of the stored one. A metric that was evaluated only
 * at the end, as expensive ones are, has no curve and no figure: tables have its value.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/figure_form.h"
#include "harness/experiment/section.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/results/ecdf.h"
#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "plots/plot.h"

/* By the sections of a part of the page. */
static bool standard_judge(const lf_results *results, size_t problem, lf_section_part part,
                           lf_judged *by) {
    bool found = false;
    for (size_t i = 0; i < LF_SECTIONS && !found; i++) {
        const lf_section *section = lf_section_at(i);
        if (section->judged && section->part == part) found = section->judged(results, problem, by);
    }
    return found;
}

/* What is tuned by, and what its points had to keep. */
static bool standard_tuned(const lf_results *results, size_t problem, lf_judged *by) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    if (!tuning || !lf_quantity_known(results, problem, tuning->metric)) return false;
    *by = (lf_judged){.metric = tuning->metric};
    by->at_most = lf_tuning_bound(results->experiment, problem);
    if (!isnan(by->at_most)) by->where = tuning->where;
    return true;
}

/* The problem's first metric of which a run has a value; while none has any, its first. */
static const char *standard_first(const lf_results *results, size_t problem) {
    const char *first = NULL;
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem))
            continue;
        for (size_t m = 0; m < record->metrics; m++) {
            if (!first) first = record->metric[m].name;
            if (lf_quantity_known(results, problem, record->metric[m].name))
                return record->metric[m].name;
        }
    }
    return first;
}

/* What claims are about, which may be another metric than the one that is tuned by: held-out rows
 * choose, test rows judge. */
lf_judged lf_plot_judged(const lf_results *results, size_t problem) {
    lf_judged by = {0};
    bool found = standard_judge(results, problem, LF_SECTION_FIRST, &by) ||
                 standard_tuned(results, problem, &by);
    for (lf_section_part part = LF_SECTION_FIRST + 1; part < LF_SECTION_PARTS && !found; part++)
        found = standard_judge(results, problem, part, &by);
    return found ? by : (lf_judged){.metric = standard_first(results, problem)};
}

lf_judged lf_plot_judged_as(const lf_results *results, size_t problem, const char *metric) {
    const lf_judged by = lf_plot_judged(results, problem);
    const bool same = !metric || (by.metric && strcmp(by.metric, metric) == 0);
    return same ? by : (lf_judged){.metric = metric};
}

char *lf_plot_judged_words(const lf_results *results, size_t problem, const lf_judged *by) {
    char *metric = lf_panel_metric(results, problem, by->metric), *text = NULL;
    if (!by->where || !metric) return metric;
    char *where = lf_panel_metric(results, problem, by->where);
    if (!where || asprintf(&text, "%s where %s is at most %g", metric, where, by->at_most) < 0)
        text = NULL;
    free(metric);
    free(where);
    return text;
}

/* Was the metric evaluated at two points of the run at least? */
static bool standard_curve(const lf_record *record, const char *metric) {
    size_t known = 0;
    for (size_t i = 0; i < record->points && known < 2; i++)
        if (!isnan(lf_record_value(record, i, metric))) known++;
    return known == 2;
}

/* A run of the problem that has a curve of the metric, or NULL. */
static const lf_record *standard_witness(const lf_results *results, size_t problem,
                                         const char *metric) {
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            standard_curve(record, metric))
            return record;
    }
    return NULL;
}

/* Values over several powers of ten, none of them negative, are read better on a log axis. */
static bool standard_log(const lf_results *results, size_t problem, const char *metric) {
    double least = INFINITY, most = 0;
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem))
            continue;
        for (size_t i = 0; i < record->points; i++) {
            double value = lf_record_value(record, i, metric);
            if (value < 0) return false;
            if (value > 0 && value < least) least = value;
            if (isfinite(value) && value > most) most = value;
        }
    }
    return most > 50 * least;
}

/* A panel for each problem with a curve of the metric, on the axes that its runs suggest. */
static lf_status standard_panels(const lf_results *results, const char *metric,
                                 lf_experiment_figure *figure) {
    const lf_experiment *experiment = results->experiment;
    figure->panels = calloc(experiment->problems_count + 1, sizeof *figure->panels);
    if (!figure->panels) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    for (size_t p = 0; p < experiment->problems_count; p++) {
        const lf_record *witness = standard_witness(results, p, metric);
        if (!witness || lf_experiment_task(experiment, p) != p) continue;
        lf_experiment_panel *panel = &figure->panels[figure->panels_count++];
        panel->problem = strdup(experiment->problems[p].id);
        panel->y = strdup(metric);
        panel->log_x = witness->spec.log_spaced;
        panel->log_y = standard_log(results, p, metric);
        if (!panel->problem || !panel->y) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    }
    return LF_OK;
}

/* Problems may share metrics: each gets one figure. */
static bool standard_known(const lf_experiment *experiment, const char *metric) {
    for (size_t i = 0; i < experiment->figures_count; i++)
        if (strcmp(experiment->figures[i].id, metric) == 0) return true;
    return false;
}

/* Append a figure to the experiment, which will free it with its own. */
static lf_status standard_add(const lf_results *results, const char *id, const char *title,
                              lf_experiment_figure **figure) {
    lf_experiment *experiment = results->experiment;
    lf_experiment_figure *grown =
        realloc(experiment->figures, (experiment->figures_count + 1) * sizeof *experiment->figures);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    experiment->figures = grown;
    *figure = &grown[experiment->figures_count++];
    **figure = (lf_experiment_figure){.id = strdup(id), .title = strdup(title)};
    if (!(*figure)->id || !(*figure)->title) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    return LF_OK;
}

static lf_status standard_metric(const lf_results *results, const lf_metric_info *metric) {
    lf_experiment_figure *figure;
    if (standard_known(results->experiment, metric->name)) return LF_OK;
    char *words = lf_panel_words(metric);
    if (!words) return lf_fail(LF_NO_MEMORY, "no memory for figures");
    const lf_status status = standard_add(results, metric->name, words, &figure);
    free(words);
    LF_TRY(status);
    figure->caption = metric->doc ? strdup(metric->doc) : NULL;
    return standard_panels(results, metric->name, figure);
}

/* Shares of targets, where any problem has something to compare by them and no figure shows them.
 */
static lf_status standard_targets(const lf_results *results) {
    static char form[] = "targets";
    const lf_experiment *experiment = results->experiment;
    const lf_experiment_figure is = {.form = form};
    bool wanted = false;
    for (size_t i = 0; i < experiment->figures_count; i++)
        if (experiment->figures[i].form && strcmp(experiment->figures[i].form, form) == 0)
            return LF_OK;
    for (size_t p = 0; p < experiment->problems_count && !wanted; p++)
        wanted = lf_experiment_task(experiment, p) == p &&
                 lf_figure_form_of(&is)->wants(results, p, NULL);
    if (!wanted || standard_known(experiment, form)) return LF_OK;
    lf_experiment_figure *figure;
    LF_TRY(standard_add(results, form, "Targets reached", &figure));
    figure->form = strdup(form);
    if (asprintf(
            &figure->caption,
            "Share of all pairs of a run and a target that were reached within a cost. Each "
            "problem has %d targets for its metric, from the value at the start to the best "
            "that any run reached, spaced evenly in logarithm (evenly, where values are not "
            "positive). Where a problem is judged within a bound of another metric, a target is "
            "reached where that is kept.",
            LF_ECDF_TARGETS) < 0)
        figure->caption = NULL;
    return figure->form ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for figures");
}

size_t lf_plot_figures(const lf_results *results, const lf_experiment_figure **figures) {
    lf_status status = LF_OK;
    bool named = results->experiment->figures_count > 0;
    for (size_t run = 0; run < results->runs && !named; run++)
        for (size_t m = 0; m < results->record[run].metrics && status == LF_OK; m++) {
            const lf_metric_info *metric = &results->record[run].metric[m];
            if (standard_curve(&results->record[run], metric->name))
                status = standard_metric(results, metric);
        }
    if (status == LF_OK) standard_targets(results);
    *figures = results->experiment->figures;
    return results->experiment->figures_count;
}
