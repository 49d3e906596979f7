/**
 * @file ranking.c
 * @brief A section without a key: methods in order on each problem, with as much certainty as the
 * seeds give.
 *
 * The order is that of the medians of one metric, the one that the experiment is about. Beside it
 * stand the ranks that the tests leave open, and the medians of the other metrics: a method that is
 * first by its objective may be so because it ignores a constraint.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/section.h"
#include "harness/results/quantity.h"
#include "harness/results/ranking.h"
#include "harness/results/seed_runs.h"
#include "plots/panel.h"
#include "plots/plot.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/page.h"

/* Other metrics that find a place beside the one that decides. */
enum { RANKING_OTHERS = 3 };

typedef struct {
    const lf_results *results;
    size_t problem;
    lf_judged by;
    size_t others;
    const char *other[RANKING_OTHERS];
} ranking_table;

/* Median of a metric over the runs there are, as in tables: one that did not end well has no value
 * and counts as worst, or a method would be the better for giving up where it does badly. */
static double ranking_median(const ranking_table *t, size_t method, const char *metric,
                             lf_quartiles *q) {
    const lf_results *results = t->results;
    size_t n = 0;
    bool higher = false;
    double *values = malloc((results->runs + 1) * sizeof *values);
    *q = (lf_quartiles){NAN, NAN, NAN};
    if (!values) return NAN;
    for (size_t run = 0; run < results->runs; run++) {
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, t->problem) ||
            results->plan[run].method != method || !lf_part_present(results, run))
            continue;
        higher |= lf_record_higher(&results->record[run], metric);
        values[n++] = lf_quantity_final(results, run, metric);
    }
    *q = lf_quantity_quartiles(values, n, higher);
    free(values);
    return q->median;
}

/* "2", or "2–4" where the tests cannot tell. */
static void ranking_ranks(lf_grid *grid, const lf_rank *rank) {
    if (rank->best == 0)
        lf_grid_add(grid, "–");
    else if (rank->best == rank->worst)
        lf_grid_add(grid, "%zu", rank->best);
    else
        lf_grid_add(grid, "%zu–%zu", rank->best, rank->worst);
}

/* What keeps runs from having a value that counts. */
enum { RANKING_REASONS = 4 };
typedef struct {
    size_t n;
    const char *how, *most; /* of the runs; of a method with most of them */
} ranking_reason;

static void ranking_reasons(const lf_rank *rank, ranking_reason reason[RANKING_REASONS]) {
    reason[0] = (ranking_reason){rank->unfinished, "did not finish", "not finished"};
    reason[1] = (ranking_reason){rank->beyond, "beyond the bound", "beyond the bound"};
    reason[2] = (ranking_reason){rank->valueless, "without a value", "no value"};
    reason[3] = (ranking_reason){rank->unknown, "not evaluated", "not evaluated"};
}

/* Median, and its interval on a second line; where it is not finite, why most runs are not. */
static void ranking_value(lf_grid *grid, const lf_rank *rank) {
    const lf_interval *is = &rank->median;
    ranking_reason reason[RANKING_REASONS], why = {0, NULL, "–"};
    if (isfinite(is->estimate)) {
        lf_digits_interval(grid, is->estimate, is->lower, is->upper,
                           is->lower < is->upper ? NULL : "");
        return;
    }
    ranking_reasons(rank, reason);
    for (size_t i = 0; i < RANKING_REASONS; i++)
        if (reason[i].n > why.n) why = reason[i];
    lf_grid_add(grid, "%s", why.most);
}

/* "8", or "2 of 8 did not finish, 1 beyond the bound" */
static void ranking_runs(lf_grid *grid, const lf_rank *rank) {
    char text[192] = "";
    ranking_reason reason[RANKING_REASONS];
    ranking_reasons(rank, reason);
    for (size_t i = 0, used = 0; i < RANKING_REASONS; i++) {
        if (reason[i].n == 0) continue;
        used += (size_t)snprintf(text + used, sizeof text - used, used ? ", %zu" : "%zu of %zu",
                                 reason[i].n, rank->runs);
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", reason[i].how);
    }
    if (text[0])
        lf_grid_add(grid, "%s", text);
    else
        lf_grid_add(grid, "%zu", rank->runs);
}

/* One method. */
static void ranking_row(const ranking_table *t, const lf_rank *rank, lf_grid *grid) {
    char text[LF_DIGITS_BYTES];
    ranking_ranks(grid, rank);
    lf_grid_add(grid, "%s", lf_part_method(t->results, rank->method));
    ranking_value(grid, rank);
    for (size_t i = 0; i < t->others; i++) {
        lf_quartiles q;
        double median = ranking_median(t, rank->method, t->other[i], &q);
        lf_digits_at(median, lf_digits_place(median, q.lower, q.upper), text);
        lf_grid_add(grid, "%s", text);
    }
    ranking_runs(grid, rank);
}

/* The head says which metric decides, under which bound, and which way. */
static void ranking_grid(lf_page *page, const ranking_table *t, const lf_ranking *ranking) {
    char kinds[5 + RANKING_OTHERS] = "ntn";
    memset(kinds + 3, LF_COLUMN_NUMBER, t->others);
    kinds[3 + t->others] = LF_COLUMN_TEXT;
    lf_grid grid = lf_grid_make(kinds, 4 + t->others, NULL);
    lf_grid_add(&grid, "Rank");
    lf_grid_add(&grid, "%s", lf_part_problem(t->results, t->problem));
    char *words = lf_plot_judged_words(t->results, t->problem, &t->by);
    lf_grid_add(&grid, "%s, %s is better", words ? words : t->by.metric,
                ranking->higher_is_better ? "higher" : "lower");
    free(words);
    for (size_t i = 0; i < t->others; i++)
        lf_part_metric(&grid, t->results, t->problem, t->other[i], "");
    lf_grid_add(&grid, "Runs");
    for (size_t i = 0; i < ranking->n; i++)
        ranking_row(t, &ranking->rank[i], &grid);
    lf_page_take(page, &grid);
}

/* A table in which nothing could be told apart is not to be taken for methods that are alike. */
static void ranking_hint(lf_page *page, const lf_ranking *ranking) {
    const lf_ranking_seeds *seeds = &ranking->seeds;
    const char *unit = ranking->shared > 1 ? "level" : "seed";
    if (ranking->shared > 1)
        lf_page_quiet(page,
                      "%zu runs share a level, whose mean counts as one seed: %zu levels at most.",
                      ranking->shared, ranking->most);
    if (ranking->pairs && !seeds->able)
        lf_page_quiet(page,
                      "%zu %s%s too few for the tests between %zu methods, whatever the runs end "
                      "with: %zu are needed.",
                      seeds->have, unit, seeds->have == 1 ? " is" : "s are", ranking->known,
                      seeds->needed);
}

/* Whoever misses a method in the table is told which row has its runs. */
static void ranking_aliases(lf_page *page, const ranking_table *t, const lf_ranking *ranking) {
    for (size_t k = 0; k < t->results->experiment->methods_count; k++)
        for (size_t i = 0; i < ranking->n; i++) {
            const size_t first = ranking->rank[i].method;
            if (first < k && lf_seed_runs_same(t->results, t->problem, first, t->problem, k))
                lf_page_quiet(page, "%s is %s under another name here, and is counted once.",
                              lf_part_method(t->results, k), lf_part_method(t->results, first));
        }
}

/* A problem with fewer than two methods has no ranking; another form of a task is part of its. */
static lf_status ranking_problem(lf_page *page, const lf_results *results, size_t problem) {
    ranking_table t = {.results = results, .problem = problem};
    const lf_record *witness = lf_panel_witness(results, problem);
    t.by = lf_plot_judged(results, problem);
    if (!witness || !t.by.metric) return LF_OK;
    if (lf_experiment_task(results->experiment, problem) != problem) return LF_OK;
    for (size_t i = 0; i < witness->metrics && t.others < RANKING_OTHERS; i++)
        if (strcmp(witness->metric[i].name, t.by.metric) != 0)
            t.other[t.others++] = witness->metric[i].name;
    lf_ranking ranking;
    LF_TRY(lf_ranking_make(results, problem, &t.by, &ranking));
    if (ranking.n > 1) {
        ranking_grid(page, &t, &ranking);
        ranking_hint(page, &ranking);
        ranking_aliases(page, &t, &ranking);
    }
    lf_ranking_free(&ranking);
    return LF_OK;
}

static lf_status ranking_show(lf_page *page, const lf_results *results, const void *decided,
                              int level) {
    (void)decided;
    size_t methods = 0;
    if (page->brief) return LF_OK;
    for (size_t m = 0; m < results->experiment->methods_count; m++)
        for (size_t p = 0; p < results->experiment->problems_count; p++)
            if (lf_part_has(results, p, m)) {
                methods++;
                break;
            }
    if (methods < 2) return LF_OK;
    page->is->heading(page, level, NULL, "Ranking");
    page->is->quiet(
        page, "By the median at the end of the budget, with its 95 % bootstrap interval over "
              "seeds. Ranks joined by a dash are those that pairwise signed-rank tests leave open "
              "(level 0.05, Holm's correction over all pairs); few seeds leave many open. Runs "
              "that did not finish, or ended beyond a bound that the head names, count as worst. "
              "Other metrics are shown, not judged.");
    for (size_t p = 0; p < results->experiment->problems_count; p++)
        LF_TRY(ranking_problem(page, results, p));
    return LF_OK;
}

const lf_section lf_section_ranking = {
    .place = 70,
    .part = LF_SECTION_NUMBERS,
    .made_up = true,
    .show = ranking_show,
};
