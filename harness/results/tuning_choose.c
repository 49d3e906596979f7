/**
 * @file tuning_choose.c
 * @brief From trials to the parameters that were chosen, and what choosing them cost.
 *
 * Everything comes from records and from the experiment file, so a stored folder gives the same
 * answer on a machine that does not have the plugins.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/tuning_grid.h"
#include "harness/results/quantity.h"
#include "harness/results/results.h"
#include "harness/results/tried.h"

void lf_tuned_free(lf_tuned *tuned, size_t n) {
    for (size_t i = 0; tuned && i < n; i++) {
        for (size_t p = 0; p < tuned[i].points; p++)
            free(tuned[i].point[p].parameters);
        free(tuned[i].point);
        free(tuned[i].unit);
        free(tuned[i].edges);
    }
    free(tuned);
}

double lf_tuning_bound(const lf_experiment *experiment, size_t problem) {
    const lf_experiment_tuning *tuning = experiment->tuning;
    if (!tuning->where) return NAN;
    return lf_experiment_bound(experiment, problem, tuning->bound, *tuning->at_most);
}

/* The trials as runs of their own, for everything that reads quantities. */
static lf_results choose_view(const lf_results *results) {
    return (lf_results){.name = results->name,
                        .scale = results->scale,
                        .experiment = results->experiment,
                        .runs = results->trials,
                        .plan = results->trial,
                        .record = results->trial_record};
}

/* A metric without a value is no better than one that failed. */
static double choose_or_worst(double value) {
    return isnan(value) ? INFINITY : value;
}

/* The loss that a trial began with: the worst there is where that is not known, or where the start
 * is beyond the bound, as an infeasible start may be as low as it likes. */
static double choose_start(const lf_results *view, size_t run) {
    const lf_experiment_tuning *tuning = view->experiment->tuning;
    const lf_record *record = &view->record[run];
    if (record->points == 0) return INFINITY;
    const double value = lf_record_value(record, 0, tuning->metric);
    const double bound = lf_tuning_bound(view->experiment, view->plan[run].problem);
    if (tuning->where && !(lf_record_value(record, 0, tuning->where) <= bound)) return INFINITY;
    return choose_or_worst(lf_record_higher(record, tuning->metric) ? -value : value);
}

/* Only a finite metric at the end of a whole run counts; then the others are read as well. */
static lf_status choose_score_of(const lf_results *view, size_t run, lf_tuning_score *score) {
    const lf_experiment_tuning *tuning = view->experiment->tuning;
    const lf_record *record = &view->record[run];
    const double value = lf_quantity_final(view, run, tuning->metric);
    *score = (lf_tuning_score){INFINITY, INFINITY, INFINITY, choose_start(view, run)};
    if (!isfinite(value)) return LF_OK;
    score->loss = lf_record_higher(record, tuning->metric) ? -value : value;
    if (tuning->where) score->where = choose_or_worst(lf_quantity_final(view, run, tuning->where));
    if (!tuning->target) return LF_OK;
    const lf_target target = {{.metric = tuning->metric}, *tuning->target};
    return lf_quantity_reach(view, run, &target, tuning->cost, &score->cost);
}

lf_status lf_tuning_score_of(const lf_results *results, size_t trial, lf_tuning_score *score) {
    const lf_results view = choose_view(results);
    return choose_score_of(&view, trial, score);
}

/* The scale that races, or NULL. */
static const lf_experiment_scale *choose_race(const lf_results *results) {
    const lf_experiment_scale *scale =
        results->scale ? lf_experiment_find_scale(results->experiment, results->scale) : NULL;
    return scale && lf_tuning_races(scale) ? scale : NULL;
}

bool lf_tuning_is_screen(const lf_results *results, const lf_planned_run *trial) {
    const lf_experiment_scale *scale = choose_race(results);
    return scale &&
           strcmp(trial->spec.budget, lf_experiment_budget(results->experiment, scale,
                                                           trial->problem, trial->method)) != 0;
}

/* What a trial cost, also one that failed: it was paid for. One that ended before its first row
 * cost nothing that is known. */
static lf_status choose_spend(const lf_results *view, size_t run, lf_tuned *tuned) {
    const lf_record *record = &view->record[run];
    if (record->points == 0) return LF_OK;
    const lf_trace_point *last = &record->point[record->points - 1];
    double spent;
    LF_TRY(lf_quantity_x(view, run, NULL, record->points - 1, &spent));
    tuned->cost += spent;
    tuned->cpu_seconds += last->oracle_seconds + last->algorithm_seconds;
    return LF_OK;
}

static double choose_range(const double *value, size_t n) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        least = fmin(least, value[i]);
        most = fmax(most, value[i]);
    }
    return isfinite(most) ? most - least : NAN;
}

/* What the trials of a point came to together; sorts them. */
static double choose_over(const lf_experiment_tuning *tuning, double *value, size_t n) {
    double worst = -INFINITY;
    if (!tuning->judge || strcmp(tuning->judge, "worst") != 0)
        return lf_stat_quartiles(value, n).median;
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, value[i]);
    return worst;
}

/* The trials [first, end) of one point, by medians or by the worst; a screen speaks only where
 * there is no longer trial. An even number of seeds, half of which failed, has an infinite median:
 * a point has to work more often than not. */
static lf_status choose_point(const lf_results *view, size_t first, size_t end, bool higher,
                              lf_tuned *tuned, lf_tuning_point *point) {
    const lf_experiment_tuning *tuning = view->experiment->tuning;
    for (size_t i = first; i < end; i++)
        point->trials += !lf_tuning_is_screen(view, &view->plan[i]);
    /* Four columns of n: metric, cost, where, start, each judged by itself. */
    const size_t n = point->trials > 0 ? point->trials : end - first;
    double *value = malloc(4 * n * sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory to judge trials");
    lf_status status = LF_OK;
    for (size_t i = first, k = 0; i < end && status == LF_OK; i++) {
        lf_tuning_score score = {INFINITY, INFINITY, INFINITY, INFINITY};
        const lf_record *record = &view->record[i];
        point->missing += !record->key[0];
        status = choose_score_of(view, i, &score);
        if (status == LF_OK) status = choose_spend(view, i, tuned);
        point->failed += record->key[0] && isinf(score.loss);
        if (point->trials > 0 && lf_tuning_is_screen(view, &view->plan[i])) continue;
        value[k] = score.loss;
        value[n + k] = score.cost;
        value[2 * n + k] = score.where;
        value[3 * n + k++] = score.start;
    }
    point->range = choose_range(value, n);
    point->metric = choose_over(tuning, value, n) * (higher ? -1 : 1);
    point->cost = tuning->target ? choose_over(tuning, value + n, n) : NAN;
    point->where = tuning->where ? choose_over(tuning, value + 2 * n, n) : NAN;
    const double start = choose_over(tuning, value + 3 * n, n);
    point->start = isinf(start) ? NAN : start * (higher ? -1 : 1);
    point->feasible =
        !tuning->where || point->where <= lf_tuning_bound(view->experiment, tuned->problem);
    free(value);
    return status;
}

/* The order of points: cost to the target, then the metric, then who comes first.
 * Is `a` strictly better than `b`, both eligible? Costs are NAN, and equal, without a target. */
static bool choose_better(const lf_tuning_point *a, const lf_tuning_point *b, bool higher) {
    if (a->cost < b->cost) return true;
    if (a->cost > b->cost) return false;
    return higher ? a->metric > b->metric : a->metric < b->metric;
}

/* The bound that a point must meet: at_most if any point does, else the smallest there is. */
static double choose_bound(const lf_tuned *tuned) {
    double smallest = INFINITY;
    for (size_t p = 0; p < tuned->points; p++) {
        if (tuned->point[p].out) continue;
        if (tuned->point[p].feasible) return NAN;
        smallest = fmin(smallest, tuned->point[p].where);
    }
    return smallest;
}

/* Out are the points with fewer trials than others. A race is over where some have every seed. */
static lf_status choose_out(const lf_results *view, lf_tuned *tuned, bool *over) {
    size_t seeds = 1, most = 0;
    for (size_t p = 0; p < tuned->points; p++)
        if (tuned->point[p].trials > most) most = tuned->point[p].trials;
    for (size_t p = 0; p < tuned->points; p++)
        tuned->point[p].out = tuned->point[p].trials < most;
    *over = true;
    if (!choose_race(view)) return LF_OK;
    if (!lf_experiment_fixed(view->experiment, tuned->problem, tuned->method)) {
        uint64_t *list;
        LF_TRY(lf_seeds_parse(view->experiment->tuning->seeds, &list, &seeds));
        free(list);
    }
    *over = most == seeds;
    return LF_OK;
}

static void choose_best(const lf_experiment_tuning *tuning, bool higher, lf_tuned *tuned) {
    const double bound = choose_bound(tuned);
    tuned->chosen = SIZE_MAX;
    for (size_t p = 0; p < tuned->points; p++) {
        const lf_tuning_point *point = &tuned->point[p];
        /* A choice among part of the points would change when the rest arrives. */
        if (point->missing > 0) {
            tuned->chosen = SIZE_MAX;
            return;
        }
        if (point->out) continue;
        if (isnan(bound) ? !point->feasible : tuning->where && !(point->where <= bound)) continue;
        if (tuned->chosen == SIZE_MAX || choose_better(point, &tuned->point[tuned->chosen], higher))
            tuned->chosen = p;
    }
    if (tuned->chosen == SIZE_MAX) return;
    const lf_tuning_point *chosen = &tuned->point[tuned->chosen];
    tuned->failed = isinf(chosen->metric);
    tuned->worse = !tuned->failed &&
                   (higher ? chosen->metric < chosen->start : chosen->metric > chosen->start);
}

/* Trials of a pair stand together. */
static bool choose_same_pair(const lf_planned_run *a, const lf_planned_run *b) {
    return a->problem == b->problem && a->method == b->method;
}

lf_status lf_tuned_refine(const lf_results *results, const lf_tuned *tuned, lf_refinement *r) {
    const char **tried = calloc(tuned->points, sizeof *tried);
    if (!tried) return lf_fail(LF_NO_MEMORY, "no memory to refine a choice");
    for (size_t p = 0; p < tuned->points; p++)
        tried[p] = tuned->point[p].parameters;
    const lf_status status = lf_refine(lf_tuned_params(results->experiment, tuned->method), tried,
                                       tuned->points, tuned->chosen, r);
    free(tried);
    return status;
}

static lf_status choose_edges(const lf_results *view, lf_tuned *tuned) {
    lf_refinement r;
    LF_TRY(lf_tuned_refine(view, tuned, &r));
    tuned->edges = r.edges;
    r.edges = NULL;
    lf_refinement_clear(&r);
    return LF_OK;
}

/* The trials [first, end) of one pair; they are sorted by point. */
static lf_status choose_pair(const lf_results *view, size_t first, size_t end, lf_tuned *tuned) {
    const lf_planned_run *plan = view->plan;
    bool higher = false; /* a trial that failed early does not know */
    for (size_t i = first; i < end; i++)
        higher |= lf_record_higher(&view->record[i], view->experiment->tuning->metric);
    tuned->point = calloc(end - first, sizeof *tuned->point);
    tuned->unit = lf_budget_first(plan[first].spec.budget);
    if (!tuned->point || !tuned->unit) return lf_fail(LF_NO_MEMORY, "no memory to judge trials");
    for (size_t i = first, next; i < end; i = next) {
        for (next = i; next < end && plan[next].point == plan[i].point;)
            next++;
        lf_tuning_point *point = &tuned->point[tuned->points++];
        point->parameters = strdup(plan[i].parameters);
        if (!point->parameters) return lf_fail(LF_NO_MEMORY, "no memory to judge trials");
        LF_TRY(choose_point(view, i, next, higher, tuned, point));
    }
    bool over;
    LF_TRY(choose_out(view, tuned, &over));
    tuned->chosen = SIZE_MAX;
    if (over) choose_best(view->experiment->tuning, higher, tuned);
    return tuned->chosen == SIZE_MAX ? LF_OK : choose_edges(view, tuned);
}

/* What was judged before is replaced, so that it can be called again. */
lf_status lf_tuning_choose(lf_results *results) {
    const lf_results view = choose_view(results);
    lf_tuned_free(results->tuned, results->tuned_pairs);
    results->tuned_pairs = 0;
    results->tuned = calloc(results->trials + 1, sizeof *results->tuned);
    if (!results->tuned) return lf_fail(LF_NO_MEMORY, "no memory to judge trials");
    for (size_t i = 0, next; i < results->trials; i = next) {
        next = i;
        while (next < results->trials && choose_same_pair(&view.plan[i], &view.plan[next]))
            next++;
        lf_tuned *tuned = &results->tuned[results->tuned_pairs++];
        tuned->problem = view.plan[i].problem;
        tuned->method = view.plan[i].method;
        LF_TRY(choose_pair(&view, i, next, tuned));
    }
    return LF_OK;
}
