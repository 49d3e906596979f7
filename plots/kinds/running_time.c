/**
 * @file running_time.c
 * @brief Expected running time against the target (Hansen et al. 2021): what one pays who starts
 * again, with another seed, until the target is reached. A panel for each problem.
 *
 * A curve ends at the hardest target that any of the method's runs reached.
 */
#include <math.h>
#include <stdlib.h>

#include "harness/results/quantity.h"
#include "harness/statistics/statistics.h"
#include "plots/kinds/parts/target_panels.h"

/* *time <- of one target; spent and reached have room for all runs. */
static lf_status running_time_of(const lf_target_runs *of, double target, double *spent,
                                 bool *reached, double *time) {
    const lf_target aim = {of->by, target};
    for (size_t i = 0; i < of->runs; i++) {
        const size_t run = of->run[i], last = of->results->record[run].points - 1;
        LF_TRY(lf_quantity_reach(of->results, run, &aim, of->cost, &spent[i]));
        reached[i] = isfinite(spent[i]);
        if (!reached[i]) LF_TRY(lf_quantity_x(of->results, run, of->cost, last, &spent[i]));
    }
    *time = lf_stat_running_time(spent, reached, of->runs);
    return LF_OK;
}

/* x rises: of a metric of which less is better the hardest target comes first. A target that is met
 * at the start costs nothing and has no place on a logarithmic axis. */
static lf_status running_time_points(const lf_target_runs *of, double *spent, bool *reached,
                                     lf_curve *curve) {
    const bool falls = of->target[of->targets - 1] < of->target[0];
    for (size_t i = 0; i < of->targets; i++) {
        const double target = of->target[falls ? of->targets - 1 - i : i];
        double time;
        LF_TRY(running_time_of(of, target, spent, reached, &time));
        if (!isfinite(time) || time <= 0) continue;
        curve->x[curve->points] = target;
        curve->median[curve->points++] = time;
    }
    return LF_OK;
}

static lf_status running_time_curve(const lf_target_runs *of, lf_curve *curve) {
    double *spent = malloc(of->runs * sizeof *spent);
    bool *reached = malloc(of->runs * sizeof *reached);
    *curve = (lf_curve){.x = malloc(2 * of->targets * sizeof *curve->x)};
    lf_status status = LF_OK;
    if (!spent || !reached || !curve->x)
        status = lf_fail(LF_NO_MEMORY, "no memory for a curve");
    else
        curve->lower = curve->median = curve->upper = curve->x + of->targets; /* no band */
    if (status == LF_OK) status = running_time_points(of, spent, reached, curve);
    free(spent);
    free(reached);
    return status;
}

/* Who is cheapest at the hardest target, which some run of some method reached. */
static lf_status running_time_says(const lf_target_runs *of, const lf_figure *figure,
                                   lf_panel *panel) {
    const double hardest = of->targets > 0 ? of->target[of->targets - 1] : NAN;
    double least = INFINITY;
    size_t best = 0;
    for (size_t c = 0; c < panel->curves; c++)
        for (size_t i = 0; i < panel->curve[c].points; i++)
            if (panel->curve[c].x[i] == hardest && panel->curve[c].median[i] < least) {
                least = panel->curve[c].median[i];
                best = c;
            }
    if (isinf(least)) return LF_OK;
    if (asprintf(&panel->says, "at the hardest target, %.4g, %s is cheapest, at %.3g", hardest,
                 lf_figure_label(figure, figure->method[best]), least) >= 0)
        return LF_OK;
    panel->says = NULL;
    return lf_fail(LF_NO_MEMORY, "no memory for a figure");
}

static lf_status running_time_finish(const lf_target_runs *of, const lf_figure *figure,
                                     lf_panel *panel) {
    lf_extent x = LF_EXTENT_NONE, y = LF_EXTENT_NONE;
    for (size_t c = 0; c < panel->curves; c++)
        for (size_t i = 0; i < panel->curve[c].points; i++) {
            lf_extent_add(&x, panel->curve[c].x[i]);
            lf_extent_add(&y, panel->curve[c].median[i]);
        }
    panel->x = lf_axis_fit(&x, x.high > 5 * x.low && x.low > 0, false);
    panel->y = lf_axis_fit(&y, true, false);
    char *cost = panel->x_label;
    if (asprintf(&panel->x_label, "target of %s", panel->y_label) < 0) {
        panel->x_label = cost;
        return lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
    }
    free(panel->y_label);
    panel->y_label = cost;
    return running_time_says(of, figure, panel);
}

static lf_status running_time_make(const lf_results *results, const lf_experiment_figure *is,
                                   lf_figure *figure) {
    static const lf_target_panels kind = {.title = "expected cost until a target of",
                                          .curve = running_time_curve,
                                          .finish = running_time_finish};
    return lf_target_panels_make(results, is, &kind, figure);
}

const lf_figure_form lf_figure_form_running_time = {
    .check = lf_target_panels_check, .wants = lf_target_panels_want, .make = running_time_make};
