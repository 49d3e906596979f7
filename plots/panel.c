/**
 * @file panel.c
 * @brief Curves, ranges and labels of one panel.
 *
 * A panel knows everything that is drawn in it, in the units of the data; script.c only asks the
 * axes for coordinates.
 */
#include "plots/panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "plots/share.h"

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

/* A run of the problem that has a trace: it knows metrics and measures. NULL if none has. */
static const lf_record *panel_witness(const lf_results *results, size_t problem) {
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
            return lf_quantity_unit(results->plan[run].spec.budget);
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

/* Characters that fit below the narrowest panel. */
enum { PANEL_LABEL = 46 };

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
        if (clause == 0 || (size_t)clause + strlen(name) + 2 > PANEL_LABEL) continue;
        return asprintf(&label, "%.*s, %s", clause, unit, name) < 0 ? NULL : label;
    }
    return strdup(name);
}

/* Title and axis labels. The metric's own name stands at y: its formula is in the report. */
static lf_status panel_labels(const lf_results *results, const char *x, lf_panel *panel) {
    const lf_experiment_problem *problem = &results->experiment->problems[panel->problem];
    const lf_record *witness = panel_witness(results, panel->problem);
    size_t at = witness ? lf_record_metric(witness, panel->is->y) : SIZE_MAX;
    panel->sparse = witness && at < witness->metrics && witness->metric[at].expensive;
    panel->x_label = panel_label(panel_unit(witness, x), x);
    panel->y_label = strdup(panel->is->y);
    int n = panel->is->title
                ? asprintf(&panel->title, "%s", panel->is->title)
                : asprintf(&panel->title, "%s: %s", problem->label ? problem->label : problem->id,
                           panel->is->y);
    if (n < 0) panel->title = NULL;
    return panel->title && panel->x_label && panel->y_label
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
}

/* Did any run of the curve end before its time? */
static bool panel_cut(const lf_curve *curve) {
    for (size_t r = 0; r < curve->runs; r++)
        if (curve->run[r].cut) return true;
    return false;
}

/* A run that was cut is drawn itself, beside the median. */
static void panel_trail(const lf_series *run, lf_extent *x, lf_extent *y) {
    if (!run->cut || run->points == 0) return;
    lf_extent_add(x, run->end);
    for (size_t i = 0; i < run->points; i++) {
        lf_extent_add(x, run->x[i]);
        lf_extent_add(y, run->y[i]);
    }
}

/* Extremes over the curves that did (or did not) lose runs on the way. */
static void panel_extents(const lf_panel *panel, bool cut, lf_extent *x, lf_extent *y) {
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        if (panel_cut(curve) != cut) continue;
        for (size_t i = 0; i < curve->points; i++) {
            lf_extent_add(x, curve->x[i]);
            lf_extent_add(y, curve->lower[i]);
            lf_extent_add(y, curve->median[i]);
            lf_extent_add(y, curve->upper[i]);
        }
        for (size_t r = 0; cut && r < curve->runs; r++)
            panel_trail(&curve->run[r], x, y);
    }
}

/* Does the panel show shares of targets, and no metric? */
static bool panel_shares(const lf_panel *panel) {
    return strcmp(panel->is->y, LF_SHARE_Y) == 0;
}

/* The ends that the experiment gives, unless nothing would be left between them and the other one.
 * What lies beyond is drawn at the frame; so is what is not positive, without a strip of its own.
 */
static void panel_frame(const lf_experiment_panel *is, lf_axis *y) {
    const double low = is->y_from ? *is->y_from : y->low, high = is->y_to ? *is->y_to : y->high;
    if (low >= high || (y->log && low <= 0)) return;
    y->low = low;
    y->high = high;
    if (is->y_from) {
        y->least = low;
        y->floor = NAN;
    }
}

/* Diverging curves may widen the range, but not so far that the others become flat lines. */
static void panel_range(lf_panel *panel) {
    lf_extent x = LF_EXTENT_NONE, calm = LF_EXTENT_NONE, wild = LF_EXTENT_NONE;
    panel_extents(panel, false, &x, &calm);
    panel_extents(panel, true, &x, &wild);
    if (calm.low > calm.high) {
        calm = wild;
    } else if (wild.low <= wild.high) {
        double span = 0.5 * (calm.high - calm.low);
        double most = panel->is->log_y ? calm.high * 10 : calm.high + span;
        double least = panel->is->log_y ? calm.least / 10 : calm.low - span;
        lf_extent_add(&calm, fmin(wild.high, most));
        lf_extent_add(&calm, fmax(wild.low, least));
    }
    for (size_t i = 0; i < panel->targets; i++)
        lf_extent_add(&calm, panel->target[i]);
    if (panel_shares(panel)) calm = (lf_extent){0, 1, 1};
    panel->x = lf_axis_fit(&x, panel->is->log_x, true);
    panel->y = lf_axis_fit(&calm, panel->is->log_y, panel_shares(panel));
    panel_frame(panel->is, &panel->y);
}

/* Does the claim name a value of the panel's metric, on its problem? */
static bool panel_claimed(const lf_experiment_claim *claim, const lf_experiment_panel *is,
                          double *target) {
    if (!claim->target || !claim->metric || strcmp(claim->metric, is->y) != 0) return false;
    bool among = claim->problems_count == 0;
    for (size_t i = 0; i < claim->problems_count; i++)
        among |= strcmp(claim->problems[i], is->problem) == 0;
    char *end;
    *target = strtod(claim->target, &end);
    return among && end != claim->target && *end == '\0' && isfinite(*target);
}

/* Each target once. */
static void panel_targets(const lf_experiment *experiment, lf_panel *panel) {
    for (size_t i = 0; i < experiment->claims_count; i++) {
        double target;
        bool known = !panel_claimed(&experiment->claims[i], panel->is, &target);
        for (size_t k = 0; k < panel->targets && !known; k++)
            known = panel->target[k] == target;
        if (!known && panel->targets < LF_PANEL_TARGETS) panel->target[panel->targets++] = target;
    }
}

/* Of a metric, or of the share of targets. */
static lf_status panel_curve(const lf_results *results, const lf_panel *panel, size_t method,
                             const char *x, lf_curve *curve) {
    if (panel_shares(panel)) return lf_share_make(results, panel->problem, method, x, curve);
    return lf_curve_make(results, panel->problem, method, x, panel->is->y, curve);
}

/* A panel whose runs are all missing is made too, without curves: the figure says `no data`. */
lf_status lf_panel_make(const lf_results *results, const lf_experiment_panel *is, size_t methods,
                        const size_t *method, lf_panel *panel) {
    *panel = (lf_panel){.is = is, .curves = methods};
    panel->problem = lf_panel_problem(results->experiment, is->problem);
    if (panel->problem == results->experiment->problems_count)
        return lf_fail(LF_BAD_ARGUMENT, "a figure shows problem %s, which is not in the experiment",
                       is->problem);
    char *x = lf_panel_x(results, is);
    panel_targets(results->experiment, panel);
    panel->curve = calloc(methods + 1, sizeof *panel->curve);
    lf_status status = x && panel->curve ? panel_labels(results, x, panel)
                                         : lf_fail(LF_NO_MEMORY, "no memory for a figure's panel");
    for (size_t m = 0; m < methods && status == LF_OK; m++)
        status = panel_curve(results, panel, method[m], x, &panel->curve[m]);
    free(x);
    if (status == LF_OK)
        panel_range(panel);
    else
        lf_panel_free(panel);
    return status;
}

void lf_panel_free(lf_panel *panel) {
    for (size_t c = 0; panel->curve && c < panel->curves; c++)
        lf_curve_free(&panel->curve[c]);
    free(panel->curve);
    free(panel->mark);
    free(panel->title);
    free(panel->x_label);
    free(panel->y_label);
    *panel = (lf_panel){0};
}
