/**
 * @file tuning_curve.c
 * @brief Sensitivity: sorted losses of a grid's points, and the best of k of them.
 *
 * The points are compared at the largest length that all of them share: whole runs of the first
 * tuning seed, or, where a race screened them, its quarter runs. A trial that failed, or that is
 * beyond the bound, is infinitely bad. An average over draws would not exist then; the value that
 * the best of k points reaches every other time does.
 */
#include "reports/kinds/parts/tuning.h"

#include <math.h>
#include <stdlib.h>

#include "harness/experiment/tuning_grid.h"
#include "harness/statistics/statistics.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"

/* One pair: its losses, ascending. */
typedef struct {
    const lf_tuned *tuned;
    double *loss; /* n */
    size_t n;     /* points of the grid; 0: they share no length */
    double start; /* the loss of the point that they all begin at; NAN: unknown */
    bool higher, screen;
} curve;

/* A trial counts by the cost of the target if there is one, else by the metric. */
static lf_status curve_loss(const lf_results *results, size_t trial, double *loss) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    lf_tuning_score score;
    LF_TRY(lf_tuning_score_of(results, trial, &score));
    const double bound = lf_tuning_bound(results->experiment, results->trial[trial].problem);
    *loss = tuning->target ? score.cost : score.loss;
    if (tuning->where && !(score.where <= bound)) *loss = INFINITY;
    return LF_OK;
}

/* The pair's trials of one length with the first seed. */
static lf_status curve_gather(const lf_results *results, bool screen, curve *c) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    uint64_t first = UINT64_MAX;
    c->n = 0;
    c->screen = screen;
    for (int counting = 0; counting < 2; counting++)
        for (size_t i = 0; i < results->trials; i++) {
            const lf_planned_run *trial = &results->trial[i];
            const lf_record *record = &results->trial_record[i];
            if (trial->problem != c->tuned->problem || trial->method != c->tuned->method) continue;
            if (trial->point >= tuning->points || !record->key[0]) continue;
            if (counting == 0 && trial->spec.seed < first) first = trial->spec.seed;
            if (counting == 0 || trial->spec.seed != first) continue;
            if (lf_tuning_is_screen(results, trial) != screen) continue;
            LF_TRY(curve_loss(results, i, &c->loss[c->n++]));
            const size_t m = lf_record_metric(record, tuning->metric);
            if (m == SIZE_MAX || record->points == 0) continue;
            c->higher = record->metric[m].higher_is_better && !tuning->target;
            c->start = lf_record_value(record, 0, tuning->metric) * (c->higher ? -1 : 1);
        }
    if (c->n != tuning->points) c->n = 0;
    lf_stat_sort(c->loss, c->n);
    return LF_OK;
}

static void curve_value(lf_grid *grid, const curve *c, double loss) {
    char text[LF_DIGITS_BYTES];
    const double value = c->higher ? -loss : loss;
    lf_digits_at(value, lf_digits_place(value, NAN, NAN), text);
    lf_grid_add(grid, "%s", isfinite(loss) ? text : "none");
}

/* What a random point loses, in units of what the best one gains from the start. */
static void curve_regret(lf_grid *grid, const lf_results *results, const curve *c) {
    const double middle =
        c->n % 2 ? c->loss[c->n / 2] : (c->loss[c->n / 2 - 1] + c->loss[c->n / 2]) / 2;
    const double gain = fabs(c->start - c->loss[0]);
    const double regret = (middle - c->loss[0]) / gain;
    if (results->experiment->tuning->target || !isfinite(regret))
        lf_grid_add(grid, "–");
    else
        lf_grid_add(grid, "%.2g", regret);
}

/* How many points it takes to be as good as the best of any other method on the problem. */
static void curve_passes(lf_grid *grid, const curve *all, size_t n, const curve *c) {
    double best = INFINITY;
    for (size_t i = 0; i < n; i++)
        if (&all[i] != c && all[i].n && all[i].tuned->problem == c->tuned->problem &&
            all[i].screen == c->screen)
            best = fmin(best, all[i].loss[0]);
    size_t k = 1;
    while (k <= c->n && !(c->loss[lf_stat_best_of(c->n, k) - 1] <= best))
        k++;
    if (k > c->n || isinf(best))
        lf_grid_add(grid, "–");
    else
        lf_grid_add(grid, "%zu", k);
}

enum { CURVE_PLACES = 6 }; /* 1, 2, 4, ... points, and all */

static size_t curve_places(size_t points, size_t *k) {
    size_t n = 0;
    for (size_t at = 1; at < points && n < CURVE_PLACES - 1; at *= 2)
        k[n++] = at;
    k[n++] = points;
    return n;
}

static void curve_table(lf_page *page, const lf_results *results, const curve *all, size_t n) {
    const char *heads[CURVE_PLACES + 5] = {"Problem", "Method", "Trials"};
    char text[CURVE_PLACES][32];
    size_t k[CURVE_PLACES], at = 3;
    const size_t places = curve_places(results->experiment->tuning->points, k);
    for (size_t i = 0; i < places; i++, at++) {
        snprintf(text[i], sizeof text[i], "%zu %s", k[i], k[i] == 1 ? "point" : "points");
        heads[at] = text[i];
    }
    heads[at++] = "Regret of a random point";
    heads[at++] = "Points to pass the others";
    lf_grid grid = lf_grid_make("tttn", at, heads);
    for (const curve *c = all; c < all + n; c++) {
        if (c->n == 0) continue;
        lf_grid_add(&grid, "%s", lf_part_problem(results, c->tuned->problem));
        lf_grid_add(&grid, "%s", lf_part_method(results, c->tuned->method));
        lf_grid_add(&grid, "%s", c->screen ? "a quarter" : "whole");
        for (size_t i = 0; i < places; i++)
            curve_value(&grid, c, c->loss[lf_stat_best_of(c->n, k[i]) - 1]);
        curve_regret(&grid, results, c);
        curve_passes(&grid, all, n, c);
    }
    lf_page_take(page, &grid);
}

lf_status lf_tuning_curves(lf_page *page, const lf_results *results) {
    const size_t pairs = results->tuned_pairs, points = results->experiment->tuning->points;
    curve *all = calloc(pairs + 1, sizeof *all);
    double *loss = calloc(2 * pairs * points + 1, sizeof *loss); /* a screen and a whole run each */
    lf_status status =
        all && loss ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for curves of tuning");
    bool any = false;
    for (size_t i = 0; i < pairs && status == LF_OK; i++) {
        all[i] = (curve){.tuned = &results->tuned[i], .loss = loss + 2 * i * points, .start = NAN};
        status = curve_gather(results, false, &all[i]);
        if (status == LF_OK && all[i].n == 0) status = curve_gather(results, true, &all[i]);
        any |= all[i].n > 0;
    }
    if (status == LF_OK && any) {
        page->is->fold(page, "Best value against points tried, and what a random point gives");
        curve_table(page, results, all, pairs);
        lf_page_quiet(page, "Of so many points drawn from the grid the best one comes to this or "
                            "better every other "
                            "time, on the first tuning seed. The regret is that of the median "
                            "point, in units of what "
                            "the best gains from the start.");
        page->is->unfold(page);
    }
    free(all);
    free(loss);
    return status;
}
