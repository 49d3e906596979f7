/**
 * @file judge.c
 * @brief Rows of the trace: metrics at the last whole step, divergence, the stopping rule.
 *
 * Judging asks the problem directly: it is not metered, draws nothing from the run's streams, and
 * its time is counted apart, so how often a run is judged changes nothing but how much is seen.
 */
#include <ctype.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float_env.h"
#include "base/number.h"
#include "base/suggest.h"
#include "harness/run/record.h"
#include "harness/run/run_live.h"
#include "harness/run/watch.h"

/* The rule that ends a run early. */
static const char *stop_metric_name(const void *record, size_t i) {
    return ((const lf_record *)record)->metric[i].name;
}

/* Drop the blanks at both ends, in place. */
static char *stop_trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        text[--n] = '\0';
    return text;
}

static lf_status stop_read(char *copy, const char *text, const lf_record *record, lf_stop *stop) {
    char *less = strchr(copy, '<');
    if (less == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "stop '%s': expected METRIC<VALUE, as in FV<1e-3", text);
    *less = '\0';
    const char *name = stop_trim(copy), *value = stop_trim(less + 1);
    if (!lf_number_typed(value, &stop->below))
        return lf_fail(LF_BAD_ARGUMENT, "stop '%s': '%s' is not a number", text, value);
    stop->metric = lf_record_metric(record, name);
    stop->given = stop->metric != SIZE_MAX;
    if (stop->given) return LF_OK;
    const char *nearest = lf_suggest(name, record->metrics, stop_metric_name, record);
    return lf_fail(LF_BAD_ARGUMENT, "stop '%s': the problem has no metric '%s'%s%s%s", text, name,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

lf_status lf_stop_parse(const char *text, const lf_record *record, lf_stop *stop) {
    *stop = (lf_stop){0};
    if (text == NULL) return LF_OK;
    char *copy = strdup(text);
    if (copy == NULL) return lf_fail(LF_NO_MEMORY, "no memory for a stopping rule");
    const lf_status status = stop_read(copy, text, record, stop);
    free(copy);
    return status;
}

bool lf_stop_reached(const lf_stop *stop, const double *value) {
    return stop->given && value[stop->metric] < stop->below; /* false for NAN */
}

/* An iterate farther out than this is lost: the problems here live within 1e6, and squares of
 * larger norms begin to leave no correct digit in their losses. */
static const double judge_far = 1e12;

void lf_run_see(lf_run *r) {
    for (size_t p = 0; p < LF_HELD && r->begun; p++)
        if (r->held[p].kept) lf_vec_copy(r->problem.info.dim, r->held[p].kept, r->held[p].w);
}

/* A point without a second block has nothing there that could be lost. */
static bool judge_finite(const lf_run *r, size_t which) {
    const lf_held *held = &r->held[which];
    if (!held->w) return true;
    return lf_vec_finite(r->record->dim, held->kept ? held->kept : held->w) &&
           (!held->has_y || lf_vec_finite(r->problem.info.domain_y.n, held->y));
}

static double judge_norm(const lf_run *r) {
    const lf_held *held = &r->held[LF_HELD_ITERATE];
    return lf_vec_norm(r->record->dim, held->kept ? held->kept : held->w);
}

bool lf_run_is_lost(const lf_run *r) {
    return !judge_finite(r, LF_HELD_ITERATE) || !judge_finite(r, LF_HELD_AVERAGE) ||
           judge_norm(r) > judge_far;
}

static void judge_lost(lf_run *r) {
    const uint64_t step = r->now.count[LF_COUNTER_STEPS];
    if (!judge_finite(r, LF_HELD_ITERATE))
        lf_run_end(r, LF_RUN_DIVERGED, "the iterate is not finite after step %" PRIu64, step);
    else if (!judge_finite(r, LF_HELD_AVERAGE))
        lf_run_end(r, LF_RUN_DIVERGED, "the average is not finite after step %" PRIu64, step);
    else
        lf_run_end(r, LF_RUN_DIVERGED,
                   "the iterate's norm is %.3g, above %.0e, after step %" PRIu64, judge_norm(r),
                   judge_far, step);
}

/* Does the set have this point, but for rounding? Methods of the tree stay within 1e-12 of theirs.
 */
static bool judge_within(const lf_domain *set, const double *x) {
    const double size = fmax(set->radius, fmax(fabs(set->lower), fabs(set->upper)));
    return lf_domain_contains(set, x, 1e-9 * (isfinite(size) ? fmax(size, 1) : 1));
}

/* A point that the problem does not admit may be lower than any that it does. */
static lf_status judge_inside(const lf_run *r) {
    static const char *const name[LF_HELD] = {"iterate", "average"};
    const lf_problem_info *info = &r->problem.info;
    for (size_t p = 0; p < LF_HELD; p++) {
        const lf_held *held = &r->held[p];
        if (!held->w) continue;
        if (!judge_within(&info->domain, held->w))
            return lf_fail(LF_BAD_ARGUMENT,
                           "the %s lies outside of the problem's domain: a method brings it "
                           "back by lf_oracle_project()",
                           name[p]);
        if (held->has_y && !judge_within(&info->domain_y, held->y))
            return lf_fail(LF_BAD_ARGUMENT,
                           "the second block of the %s lies outside of its domain: a method "
                           "brings it back by lf_oracle_project_y()",
                           name[p]);
    }
    return LF_OK;
}

/* Is the method elsewhere than where row 0 was judged? Its init may move for nothing. */
static bool judge_left_start(const lf_run *r) {
    const lf_held *held = &r->held[LF_HELD_ITERATE];
    const double *x0 = r->problem.info.x0;
    const size_t d = r->record->dim;
    if (!r->begun) return false;
    return held->has_y || !((x0 ? lf_vec_distance(d, held->w, x0) : lf_vec_norm(d, held->w)) == 0);
}

/* Is the last row of this very point? */
static bool judge_is_there(const lf_run *r) {
    const lf_record *record = r->record;
    return record->points > 0 &&
           !memcmp(record->point[record->points - 1].count, r->now.count, sizeof r->now.count) &&
           !(record->points == 1 && judge_left_start(r));
}

/* r->value <- what is known of this row already: all of it where the last row is this very step. */
static void judge_known(lf_run *r) {
    const lf_record *record = r->record;
    for (size_t m = 0; m < record->metrics; m++)
        r->value[m] = NAN;
    if (judge_is_there(r))
        memcpy(r->value, record->value + (record->points - 1) * record->metrics,
               record->metrics * sizeof *r->value);
}

/* The start is its own average, so there the second evaluation would repeat the first. */
static void judge_repeat(lf_run *r, size_t m) {
    if (r->record->points == 0 && m >= r->metrics) r->value[m] = r->value[m - r->metrics];
}

/* Evaluate the metrics that are due and not known. A NaN becomes the one NAN and a zero the
 * positive one, which are what the store gives back: the hash of the trace does not depend on their
 * signs. */
static lf_status judge_measure(lf_run *r, bool expensive) {
    for (size_t m = 0; m < r->record->metrics; m++) {
        const lf_metric *metric = &r->problem.is->metrics[m % r->metrics];
        const lf_held *held = &r->held[m / r->metrics];
        const lf_point at = {.w = held->w, .y = held->has_y ? held->y : NULL};
        judge_repeat(r, m);
        if (!isnan(r->value[m]) || (metric->expensive && !expensive)) continue;
        lf_watch_note(LF_WATCH_METRICS, r->now.count[LF_COUNTER_STEPS]);
        lf_fail(LF_OK, "%s", ""); /* no older message is taken for this metric's */
        lf_status status = metric->measure(&r->problem, &at, &r->value[m]);
        if (!lf_float_env_is_default()) status = lf_float_env_left("it", "while evaluated");
        if (status != LF_OK)
            return lf_fail_within(
                status, lf_message()[0] ? "metric %s: " : "metric %s could not be evaluated",
                r->record->metric[m].name);
        r->value[m] = isnan(r->value[m]) ? NAN : r->value[m] + 0.0;
    }
    return LF_OK;
}

/* A metric that was finite at the start and is not now has diverged. One that was not finite there
 * may stay so, and an expensive one may have no value where its sub-problem has no solution. */
static void judge_metrics(lf_run *r) {
    const lf_record *record = r->record;
    for (size_t m = 0; m < record->metrics && record->points > 0; m++) {
        if (record->metric[m].expensive || isfinite(r->value[m])) continue;
        if (!isfinite(record->value[m])) continue;
        lf_run_end(r, LF_RUN_DIVERGED, "metric %s is %g after step %" PRIu64,
                   record->metric[m].name, r->value[m], r->now.count[LF_COUNTER_STEPS]);
        return;
    }
}

static void judge_put(lf_run *r) {
    if (lf_trace_put(r->record, &r->now, r->value) != LF_OK) {
        lf_run_end(r, LF_RUN_FAILED, "%s", lf_message());
        return;
    }
    if (r->observer && r->observer->point)
        r->observer->point(r->observer->context, &r->now, r->value, fmin(r->share, 1));
}

/* Metrics at a lost iterate would mean nothing, and their code need not bear it: such a row has
 * none. */
static lf_status judge_row(lf_run *r, bool expensive) {
    judge_known(r);
    if (lf_run_is_lost(r)) {
        judge_lost(r);
        return LF_OK;
    }
    const double before = lf_run_cpu_seconds();
    lf_run_see(r);
    lf_status status = judge_inside(r);
    if (status == LF_OK) status = judge_measure(r, expensive);
    r->now.evaluation_seconds += lf_run_cpu_seconds() - before;
    if (status == LF_OK) judge_metrics(r);
    return status;
}

/* Flags of what has happened in metrics (inexact, underflow) would tell the method about data that
 * it never paid for, so they are put back to what its own step has left. */
static lf_status judge_row_unseen(lf_run *r, bool expensive) {
    fenv_t before;
    fegetenv(&before);
    const lf_status status = judge_row(r, expensive);
    fesetenv(&before);
    return status;
}

void lf_run_judge(lf_run *r, bool expensive) {
    if (judge_row_unseen(r, expensive) != LF_OK) {
        lf_run_end(r, LF_RUN_FAILED, "%s (after step %" PRIu64 ")", lf_message(),
                   r->now.count[LF_COUNTER_STEPS]);
        return;
    }
    judge_put(r);
    r->row_is_expensive = expensive;
    if (lf_stop_reached(&r->stop, r->value))
        lf_run_end(r, LF_RUN_DONE, "stopped: %s = %.6g < %g",
                   r->record->metric[r->stop.metric].name, r->value[r->stop.metric], r->stop.below);
}

void lf_run_judge_last(lf_run *r) {
    const lf_record *record = r->record;
    if (record->points == 0) return; /* not even the start could be judged */
    const bool expensive = r->schedule.expensive > 0;
    const bool whole = r->row_is_expensive || !expensive || record->status == LF_RUN_DIVERGED;
    if (!judge_is_there(r) || !whole) lf_run_judge(r, expensive);
}

void lf_run_warn(const lf_run *r) {
    const char *cause = r->record->cause;
    const uint64_t steps = r->now.count[LF_COUNTER_STEPS];
    if (!r->oracle || steps == 0 || r->record->status != LF_RUN_DONE || !cause) return;
    const size_t unasked = lf_oracle_unasked(r->oracle), sure = lf_oracle_sure(r->oracle);
    char *longer;
    int made = -1;
    if (sure >= LF_CHANCE_STEPS && sure < steps)
        made = asprintf(&longer, "%s" LF_CAUSE_WARNING LF_CAUSE_CHANCE "%zu", cause, sure);
    else if (unasked != SIZE_MAX)
        made = asprintf(&longer,
                        "%s" LF_CAUSE_WARNING
                        "objective %zu of %zu, counted from 0, was never asked about",
                        cause, unasked, r->problem.info.role[LF_ROLE_OBJECTIVE].count);
    if (made < 0) return;
    free(r->record->cause);
    r->record->cause = longer;
}
