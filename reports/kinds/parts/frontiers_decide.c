/**
 * @file frontiers_decide.c
 * @brief Final values of two metrics by seed and problem, and what is read off between medians.
 */
#include "reports/kinds/parts/frontiers.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness/experiment/experiment_check.h"
#include "harness/results/quantity.h"
#include "harness/results/seed_runs.h"

/* Of the bootstrap, as everywhere. */
static const size_t frontier_resamples = 10000;

/* A value that is not there is the worst there is. */
static double frontier_or_worst(double value, bool higher) {
    if (!isnan(value)) return value;
    return higher ? -INFINITY : INFINITY;
}

/* Where a run ends; false: it did not end well, and is worst in both metrics, so that the median
 * tells what half of the runs achieved. */
static bool frontier_end(const lf_results *results, const lf_experiment_frontier *is, size_t run,
                         size_t at, lf_frontier_line *line) {
    line->x[at] = lf_quantity_final(results, run, is->x);
    line->y[at] = lf_quantity_final(results, run, is->y);
    if (!isnan(line->x[at]) && !isnan(line->y[at])) return true;
    line->x[at] = frontier_or_worst(NAN, line->x_higher);
    line->y[at] = frontier_or_worst(NAN, line->y_higher);
    return false;
}

/* One run of point k. */
static void frontier_run(const lf_results *results, const lf_experiment_frontier *is, size_t k,
                         size_t run, lf_frontier_line *line) {
    lf_frontier_point *point = &line->point[k];
    const uint64_t seed = results->plan[run].spec.seed;
    const size_t at = lf_seed_row(line->seed, &line->seeds, seed) * line->points + k;
    if (!results->record[run].key[0]) {
        point->missing++;
        return;
    }
    point->runs++;
    point->failed += !frontier_end(results, is, run, at, line);
}

/* The row behind all seeds: where the run of a point ends that was nudged; without one, as its own
 * does. */
static void frontier_beside(const lf_results *results, const lf_experiment_frontier *is,
                            lf_frontier_line *line) {
    for (size_t k = 0; k < line->points && line->exact; k++) {
        const size_t run = lf_results_nudge(results, line->point[k].problem, line->method);
        const size_t at = line->seeds * line->points + k;
        line->x[at] = line->x[k];
        line->y[at] = line->y[k];
        if (run != SIZE_MAX) frontier_end(results, is, run, at, line);
    }
}

/* Directions first: what is worst depends on them. */
static lf_status frontier_gather(const lf_results *results, const lf_experiment_frontier *is,
                                 lf_frontier_line *line) {
    line->exact = true;
    for (size_t run = 0; run < results->runs; run++) {
        line->x_higher |= lf_record_higher(&results->record[run], is->x);
        line->y_higher |= lf_record_higher(&results->record[run], is->y);
    }
    for (size_t k = 0; k < line->points; k++) {
        lf_seed_runs runs;
        LF_TRY(lf_seed_runs_find(results, line->point[k].problem, line->method, NULL, &runs));
        for (size_t i = 0; i < runs.n; i++)
            frontier_run(results, is, k, runs.run[i], line);
        line->exact &= runs.fixed;
        line->runs += line->point[k].runs;
        line->missing += line->point[k].missing;
        lf_seed_runs_free(&runs);
    }
    frontier_beside(results, is, line);
    return LF_OK;
}

/* Seeds that are resampled: rows of a line and, if two are compared, of the other. */
typedef struct {
    const lf_frontier_line *line[2];
    size_t *row[2];
    double at;
    double *scratch;
} frontier_sample;

/* Quartiles of a column of x or y, over the rows that are picked. */
static lf_quartiles frontier_quartiles(const frontier_sample *s, size_t side, const double *value,
                                       size_t k, const size_t *index, size_t n) {
    size_t there = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t row = s->row[side][index ? index[i] : i];
        const double v = value[row * s->line[side]->points + k];
        if (!isnan(v)) s->scratch[there++] = v;
    }
    return lf_stat_quartiles(s->scratch, there);
}

/* A neighbour of the place, so far: nearest by x, and of equal ones the better. */
typedef struct {
    double x, y;
} frontier_neighbour;

static void frontier_nearer(frontier_neighbour *now, double x, double y, double at, bool higher) {
    const double gain = fabs(now->x - at) - fabs(x - at);
    if (isnan(now->x) || gain > 0 || (gain == 0 && (higher ? y > now->y : y < now->y)))
        *now = (frontier_neighbour){x, y};
}

/* y at the place, on the line through the medians of the rows that are picked. */
static double frontier_read(const frontier_sample *s, size_t side, const size_t *index, size_t n) {
    const lf_frontier_line *line = s->line[side];
    assert(line);
    frontier_neighbour below = {NAN, NAN}, above = {NAN, NAN};
    for (size_t k = 0; k < line->points; k++) {
        const double x = frontier_quartiles(s, side, line->x, k, index, n).median;
        const double y = frontier_quartiles(s, side, line->y, k, index, n).median;
        if (!isfinite(x) || !isfinite(y)) continue;
        if (x <= s->at) frontier_nearer(&below, x, y, s->at, line->y_higher);
        if (x >= s->at) frontier_nearer(&above, x, y, s->at, line->y_higher);
    }
    if (below.x == above.x) return below.y;
    return below.y + (above.y - below.y) * (s->at - below.x) / (above.x - below.x);
}

/* For lf_stat_bootstrap: a value, or the difference of two. */
static double frontier_statistic(const void *context, const size_t *index, size_t n) {
    const frontier_sample *s = context;
    const double own = frontier_read(s, 0, index, n);
    return s->line[1] ? own - frontier_read(s, 1, index, n) : own;
}

/* Whole seeds are resampled: a seed keeps all its points, and its partner. */
static lf_status frontier_interval(const frontier_sample *s, size_t n, bool exact, double level,
                                   lf_interval *interval) {
    const double value = frontier_statistic(s, NULL, n);
    *interval = (lf_interval){value, NAN, NAN};
    if (exact) interval->lower = interval->upper = value;
    if (exact || n < 2 || isnan(value)) return LF_OK;
    return lf_stat_bootstrap(n, frontier_statistic, s, frontier_resamples, level, 0, interval);
}

/* Rows that the two lines have in common, or all of one. Room for as many as either has. */
static size_t frontier_pair(const lf_frontier_line *a, const lf_frontier_line *b, size_t *row_a,
                            size_t *row_b) {
    const bool turn = b && a->exact && !b->exact;
    const lf_frontier_line *from = turn ? b : a, *to = turn ? a : b;
    size_t n = 0;
    for (size_t i = 0; i < (from->exact && from->seeds ? 1 : from->seeds); i++) {
        size_t k = 0;
        while (to && !to->exact && k < to->seeds && to->seed[k] != from->seed[i])
            k++;
        if (to && k >= to->seeds) continue;
        row_a[n] = turn ? k : i;
        row_b[n++] = turn ? i : k;
    }
    return n;
}

static lf_status frontier_sample_make(const lf_frontier_line *a, const lf_frontier_line *b,
                                      frontier_sample *s, size_t *n) {
    const size_t most = a->seeds + (b ? b->seeds : 0) + 1;
    *s = (frontier_sample){.line = {a, b}, .scratch = calloc(most, sizeof *s->scratch)};
    s->row[0] = calloc(2 * most, sizeof *s->row[0]);
    if (!s->scratch || !s->row[0]) return lf_fail(LF_NO_MEMORY, "no memory for a frontier");
    s->row[1] = s->row[0] + most;
    *n = frontier_pair(a, b, s->row[0], s->row[1]);
    return LF_OK;
}

static void frontier_sample_free(frontier_sample *s) {
    free(s->scratch);
    free(s->row[0]);
}

/* Quartiles of every point, then y at every place. */
static lf_status frontier_measure(const lf_experiment_frontier *is, double level,
                                  lf_frontier_line *line) {
    frontier_sample s;
    size_t n = 0;
    lf_status status = frontier_sample_make(line, NULL, &s, &n);
    for (size_t k = 0; k < line->points && status == LF_OK; k++) {
        lf_frontier_point *point = &line->point[k];
        point->x = frontier_quartiles(&s, 0, line->x, k, NULL, n);
        point->y = frontier_quartiles(&s, 0, line->y, k, NULL, n);
        point->used = isfinite(point->x.median) && isfinite(point->y.median);
        line->used += point->used;
    }
    for (size_t i = 0; i < is->at_count && status == LF_OK; i++) {
        s.at = is->at[i];
        status = frontier_interval(&s, n, line->exact, level, &line->at[i]);
    }
    frontier_sample_free(&s);
    return status;
}

static void frontier_line_free(lf_frontier_line *line) {
    free(line->point);
    free(line->seed);
    free(line->x);
    free(line->at);
    *line = (lf_frontier_line){0};
}

static lf_status frontier_line(const lf_results *results, const lf_experiment_frontier *is,
                               const lf_experiment_line *of, double level, lf_frontier_line *line) {
    const lf_names problems = lf_problem_names(results->experiment);
    const lf_names methods = lf_method_names(results->experiment);
    const size_t cells = (results->runs + 1) * (of->problems_count + 1);
    LF_TRY(lf_names_check(&methods, of->method));
    LF_TRY(lf_names_check_all(&problems, of->problems_count, of->problems));
    *line = (lf_frontier_line){.is = of,
                               .method = lf_names_find(&methods, of->method),
                               .points = of->problems_count,
                               .point = calloc(of->problems_count + 1, sizeof *line->point),
                               .seed = calloc(results->runs + 1, sizeof *line->seed),
                               .x = malloc(2 * cells * sizeof *line->x),
                               .at = calloc(is->at_count + 1, sizeof *line->at)};
    if (!line->point || !line->seed || !line->x || !line->at)
        return lf_fail(LF_NO_MEMORY, "no memory for a frontier");
    line->y = line->x + cells;
    for (size_t i = 0; i < 2 * cells; i++)
        line->x[i] = NAN;
    for (size_t k = 0; k < line->points; k++) {
        lf_frontier_point *point = &line->point[k];
        point->problem = lf_names_find(&problems, of->problems[k]);
        point->label = NAN;
        if (is->label)
            LF_TRY(lf_experiment_constant(&results->experiment->problems[point->problem], is->label,
                                          &point->label));
    }
    LF_TRY(frontier_gather(results, is, line));
    return frontier_measure(is, level, line);
}

lf_status lf_frontier_make(const lf_results *results, const lf_experiment_frontier *is,
                           double level, lf_frontier *frontier) {
    *frontier = (lf_frontier){.line = calloc(is->lines_count + 1, sizeof *frontier->line)};
    if (!frontier->line) return lf_fail(LF_NO_MEMORY, "no memory for a frontier");
    lf_status status = LF_OK;
    for (size_t i = 0; i < is->lines_count && status == LF_OK; i++) {
        lf_frontier_line *line = &frontier->line[frontier->lines];
        status = frontier_line(results, is, &is->lines[i], level, line);
        if (status == LF_OK && line->runs + line->missing == 0)
            frontier_line_free(line);
        else
            frontier->lines++;
    }
    if (status == LF_OK) return LF_OK;
    lf_frontier_free(frontier);
    return lf_fail_within(status, "frontier '%s': ", is->id);
}

void lf_frontier_free(lf_frontier *frontier) {
    for (size_t i = 0; i < frontier->lines; i++)
        frontier_line_free(&frontier->line[i]);
    free(frontier->line);
    *frontier = (lf_frontier){0};
}

/* What a nudge moves the value of one side by. */
static double frontier_moved(const frontier_sample *s, size_t side, double value) {
    s->row[side][0] = s->line[side]->seeds;
    return fabs(frontier_read(s, side, NULL, 1) - value);
}

lf_status lf_frontier_compare(const lf_frontier_line *a, const lf_frontier_line *b, double at,
                              double level, lf_frontier_gap *gap) {
    frontier_sample s;
    size_t n = 0;
    *gap = (lf_frontier_gap){.exact = a->exact && b->exact};
    lf_status status = frontier_sample_make(a, b, &s, &n);
    s.at = at;
    if (status == LF_OK) {
        gap->pairs = n;
        gap->own = frontier_read(&s, 0, NULL, n);
        gap->other = frontier_read(&s, 1, NULL, n);
        status = frontier_interval(&s, n, gap->exact, level, &gap->y);
        if (gap->exact)
            gap->resolution = frontier_moved(&s, 0, gap->own) + frontier_moved(&s, 1, gap->other);
        gap->y.lower -= gap->resolution;
        gap->y.upper += gap->resolution;
    }
    frontier_sample_free(&s);
    return status;
}
