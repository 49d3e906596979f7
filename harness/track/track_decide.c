/**
 * @file track_decide.c
 * @brief From two baselines to a verdict on every metric of every pair.
 *
 * What can be settled without chance is settled first: missing pairs, identical traces, runs that
 * end otherwise than they did, deterministic methods. What is left is decided by one joint test for
 * all pairs that were run on the same seeds; docs/tracking.md gives the reasons.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"
#include "harness/track/track_parts.h"

/* How well a run ended: what failed is worse than what diverged. */
static int decide_rank(lf_run_status status) {
    return status == LF_RUN_DONE ? 0 : status == LF_RUN_DIVERGED ? 1 : 2;
}

static double decide_median(const lf_track_run *const *run, size_t n, size_t at, bool higher,
                            double *scratch) {
    for (size_t i = 0; i < n; i++)
        scratch[i] = run[i]->value[at].final;
    return lf_quantity_quartiles(scratch, n, higher).median;
}

static lf_track_row *decide_add(lf_track_check *check, const lf_track_pair *pair,
                                const char *metric, lf_track_verdict verdict) {
    lf_track_row *row = &check->row[check->rows++];
    *row = (lf_track_row){.problem = pair->problem,
                          .method = pair->method,
                          .metric = metric,
                          .verdict = verdict,
                          .calls_ratio = NAN,
                          .before = NAN,
                          .after = NAN,
                          .p = NAN,
                          .effect = {NAN, NAN}};
    return row;
}

/* Every compared run has the recorded trace? With other seeds only a method that does not use them
 * can have. */
static bool decide_identical(const lf_track_subject *s, bool deterministic) {
    if (!s->paired && !deterministic) return false;
    for (size_t i = 0; i < s->m; i++) {
        const lf_track_run *old = s->paired ? s->first[i] : s->first[0];
        if (strcmp(old->hash, s->second[i]->hash) != 0 || old->status != s->second[i]->status)
            return false;
    }
    return true;
}

/* Do runs end worse than recorded? Divergence with other seeds may be chance, and is left to the
 * test; a crash or a timeout is not. */
static bool decide_status(const lf_track_subject *s, char *note, size_t size) {
    int recorded = 0;
    for (size_t i = 0; i < s->n; i++)
        if (decide_rank(s->first[i]->status) > recorded)
            recorded = decide_rank(s->first[i]->status);
    for (size_t i = 0; i < s->m; i++) {
        const int now = decide_rank(s->second[i]->status);
        const int then = s->paired ? decide_rank(s->first[i]->status) : recorded;
        if (now <= then || (!s->paired && now < 2)) continue;
        snprintf(note, size, "seed %" PRIu64 " ends as %s", s->second[i]->seed,
                 lf_run_status_name(s->second[i]->status));
        return true;
    }
    return false;
}

/* A run that ends better than recorded is a gain, unless the numbers of all runs say otherwise: it
 * hides nothing that the others lost. */
static void decide_lift(const lf_track_subject *s, lf_track_row *row) {
    bool lifted = false;
    for (size_t i = 0; s->paired && i < s->n; i++)
        lifted |= decide_rank(s->second[i]->status) < decide_rank(s->first[i]->status);
    for (size_t k = 0; lifted && k < s->before->metrics; k++) {
        if (row[k].verdict > LF_TRACK_BETTER || row[k].effect[0] > 1 || row[k].effect[1] > 1)
            continue;
        row[k].verdict = LF_TRACK_BETTER;
        snprintf(row[k].note, sizeof row[k].note, "runs end better than recorded");
    }
}

/* The difference of two runs in a score; positive is worse, NAN if the metric has no such score. */
static double decide_gap(const lf_track_subject *s, size_t k, size_t i, lf_track_score score) {
    const lf_track_metric *metric = &s->before->metric[k];
    const lf_track_metric *same = lf_track_find_metric(s->now, metric->name);
    const size_t at = (size_t)(same - s->now->metric);
    const lf_track_run *old = s->paired ? s->first[i] : s->first[0];
    if (!lf_track_has_score(metric, score)) return NAN;
    return lf_track_score_of(s, metric, at, s->second[i], score) -
           lf_track_score_of(s, metric, k, old, score);
}

/* No noise but rounding, of which a method may make much: the largest difference decides, in either
 * score; worse counts before better. */
static lf_track_verdict decide_exact(const lf_track_subject *s, size_t k, double tolerance,
                                     char *note, size_t size) {
    const double moved = LF_TRACK_MOVES * lf_track_resolution(s->before, k);
    double up = 0, down = 0;
    lf_track_score in[2] = {LF_TRACK_COST, LF_TRACK_COST};
    if (lf_track_is_still(&s->before->metric[k])) tolerance = 1;
    if (moved > tolerance) tolerance = moved;
    for (size_t i = 0; i < s->m; i++)
        for (lf_track_score score = LF_TRACK_COST; score <= LF_TRACK_VALUE; score++) {
            const double gap = decide_gap(s, k, i, score);
            if (gap > up || gap < down) in[gap < 0] = score;
            up = fmax(up, gap);
            down = fmin(down, gap);
        }
    const double decisive = up > tolerance || up >= -down ? up : down;
    if (fabs(decisive) <= tolerance) {
        if (decisive == 0)
            snprintf(note, size, "another trace, the same numbers");
        else if (tolerance == moved)
            snprintf(note, size, "differs by %.2g, within %d times what a start 1e-9 away changes",
                     fabs(decisive), LF_TRACK_MOVES);
        else
            snprintf(note, size, "differs by %.2g, within rounding", fabs(decisive));
        return LF_TRACK_NOISE;
    }
    char words[96];
    lf_track_say(&s->before->metric[k], in[decisive < 0], decisive, words, sizeof words);
    snprintf(note, size, "%s, deterministic", words);
    return decisive > 0 ? LF_TRACK_WORSE : LF_TRACK_BETTER;
}

/* calls_ratio, before and after of a row. */
static void decide_fill(const lf_track_subject *s, size_t k, double *scratch, lf_track_row *row) {
    const lf_track_metric *metric = &s->before->metric[k];
    const lf_track_metric *same = lf_track_find_metric(s->now, metric->name);
    double *second = scratch + s->n;
    const size_t at = (size_t)(same - s->now->metric);
    row->before = decide_median(s->first, s->n, k, metric->higher, scratch);
    row->after = decide_median(s->second, s->m, at, metric->higher, scratch);
    if (metric->targets == 0) return;
    lf_track_scores(s, k, LF_TRACK_COST, scratch, second);
    row->calls_ratio = exp(lf_track_effect(s, scratch, second));
}

/* The notes come after the decision: parameters that changed, seeds that could not be compared. */
static void decide_annotate(const lf_track_subject *s, lf_track_row *row) {
    char changes[160];
    lf_track_changes(s, changes, sizeof changes);
    size_t used = strlen(row->note);
    if (changes[0])
        snprintf(row->note + used, sizeof row->note - used, "%s%s", used ? "; " : "", changes);
    used = strlen(row->note);
    if (s->paired && s->n < s->before->runs)
        snprintf(row->note + used, sizeof row->note - used, "%s%zu of %zu seeds", used ? "; " : "",
                 s->n, s->before->runs);
}

/* One row per metric of a pair that is on both sides. *open <- are any left to the test? */
static lf_status decide_pair(const lf_track_subject *s, lf_track_check *check, bool *open) {
    char note[128] = "";
    const bool deterministic = lf_track_subject_deterministic(s);
    const bool identical = decide_identical(s, deterministic);
    const bool worse = !identical && decide_status(s, note, sizeof note);
    const lf_track_verdict verdict = worse ? LF_TRACK_WORSE : LF_TRACK_IDENTICAL;
    double *scratch = malloc((s->n + s->m + 1) * sizeof *scratch);
    if (!scratch) return lf_fail(LF_NO_MEMORY, "no memory to compare baselines");
    *open = !identical && !worse && !deterministic;
    for (size_t k = 0; k < s->before->metrics; k++) {
        const char *name = s->before->metric[k].name;
        lf_track_row *row = decide_add(check, s->before, name, verdict);
        if (!lf_track_counterpart(s, k)) {
            const char *why = lf_track_find_metric(s->now, name)
                                  ? "no run has a value of it any more"
                                  : "no such metric any more";
            row->verdict = worse ? LF_TRACK_WORSE : LF_TRACK_MISSING;
            snprintf(row->note, sizeof row->note, "%s", note[0] ? note : why);
            continue;
        }
        snprintf(row->note, sizeof row->note, "%s", note);
        if (!identical && !worse && deterministic)
            row->verdict = decide_exact(s, k, check->rule.tolerance, row->note, sizeof row->note);
        decide_fill(s, k, scratch, row);
    }
    free(scratch);
    return LF_OK;
}

/* Pairs that the baseline does not have; no verdict on them. */
static void decide_new(const lf_track *before, const lf_track *now, lf_track_check *check) {
    for (size_t i = 0; i < now->pairs; i++)
        if (!lf_track_find(before, now->pair[i].problem, now->pair[i].method))
            decide_add(check, &now->pair[i], "", LF_TRACK_NEW);
}

/* Of the check as a whole: recorded runs that are not looked at, and other bits. */
static void decide_hint(const lf_track *before, const lf_track *now, const lf_track_judge *judge,
                        lf_track_check *check) {
    size_t runs = 0, again = 0;
    for (size_t i = 0; i < judge->subjects; i++) {
        const lf_track_subject *s = &judge->subject[i];
        runs += s->paired ? s->before->runs : 0;
        again += s->paired ? s->n : 0;
    }
    if (again < runs)
        snprintf(check->hint, sizeof check->hint,
                 "%zu of %zu recorded runs were not made again: nothing is known of their seeds",
                 runs - again, runs);
    const size_t used = strlen(check->hint);
    if (strcmp(before->cpu, now->cpu) != 0)
        snprintf(check->hint + used, sizeof check->hint - used,
                 "%srecorded with the bits of %.40s, checked with those of %.40s: traces need not "
                 "be identical",
                 used ? "; " : "", before->cpu, now->cpu);
}

static lf_status decide_all(const lf_track *before, const lf_track *now, lf_track_judge *judge,
                            lf_track_check *check) {
    for (size_t i = 0; i < before->pairs; i++) {
        const lf_track_pair *pair = &before->pair[i];
        const lf_track_pair *other = lf_track_find(now, pair->problem, pair->method);
        if (!other) {
            lf_track_row *row = decide_add(check, pair, "", LF_TRACK_MISSING);
            snprintf(row->note, sizeof row->note, "recorded, but not among the results");
            continue;
        }
        lf_track_subject *s = &judge->subject[judge->subjects];
        LF_TRY(lf_track_subject_make(pair, other, s));
        judge->first_row[judge->subjects++] = check->rows;
        LF_TRY(decide_pair(s, check, &judge->open[judge->subjects - 1]));
    }
    decide_hint(before, now, judge, check);
    LF_TRY(lf_track_judge_run(judge, check));
    for (size_t i = 0; i < judge->subjects; i++) {
        decide_lift(&judge->subject[i], &check->row[judge->first_row[i]]);
        for (size_t k = 0; k < judge->subject[i].before->metrics; k++)
            decide_annotate(&judge->subject[i], &check->row[judge->first_row[i] + k]);
    }
    decide_new(before, now, check);
    return LF_OK;
}

static size_t decide_most_rows(const lf_track *before, const lf_track *now) {
    size_t rows = now->pairs + before->pairs + 1;
    for (size_t i = 0; i < before->pairs; i++)
        rows += before->pair[i].metrics;
    return rows;
}

lf_status lf_track_decide(const lf_track *before, const lf_track *now, const lf_track_rule *rule,
                          lf_track_check *check) {
    *check = (lf_track_check){.rule = *rule};
    check->row = calloc(decide_most_rows(before, now), sizeof *check->row);
    lf_track_judge judge = {
        .subject = calloc(before->pairs + 1, sizeof *judge.subject),
        .first_row = calloc(before->pairs + 1, sizeof *judge.first_row),
        .open = calloc(before->pairs + 1, sizeof *judge.open),
    };
    lf_status status = check->row && judge.subject && judge.first_row && judge.open
                           ? decide_all(before, now, &judge, check)
                           : lf_fail(LF_NO_MEMORY, "no memory to compare baselines");
    for (size_t i = 0; judge.subject && i < judge.subjects; i++)
        free(judge.subject[i].first);
    free(judge.subject);
    free(judge.first_row);
    free(judge.open);
    if (status != LF_OK) {
        lf_track_check_clear(check);
        return status;
    }
    for (size_t i = 0; i < check->rows; i++)
        check->count[check->row[i].verdict]++;
    return LF_OK;
}
