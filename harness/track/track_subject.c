/**
 * @file track_subject.c
 * @brief Which runs are compared, and the numbers that are compared of them.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/statistics.h"
#include "harness/track/track_parts.h"

static const lf_track_run *subject_seed(const lf_track_pair *pair, uint64_t seed) {
    for (size_t i = 0; i < pair->runs; i++)
        if (pair->run[i].seed == seed) return &pair->run[i];
    return NULL;
}

lf_status lf_track_subject_make(const lf_track_pair *before, const lf_track_pair *now,
                                lf_track_subject *subject) {
    *subject = (lf_track_subject){.before = before, .now = now};
    const lf_track_run **list = calloc(2 * (before->runs + now->runs) + 1, sizeof *list);
    if (!list) return lf_fail(LF_NO_MEMORY, "no memory to compare baselines");
    subject->first = list;
    subject->second = list + before->runs;
    for (size_t i = 0; i < before->runs; i++) {
        const lf_track_run *same = subject_seed(now, before->run[i].seed);
        if (!same) continue;
        subject->first[subject->n] = &before->run[i];
        subject->second[subject->n++] = same;
    }
    subject->m = subject->n;
    subject->paired = subject->n > 0;
    if (subject->paired) return LF_OK;
    for (size_t i = 0; i < before->runs; i++)
        subject->first[subject->n++] = &before->run[i];
    for (size_t i = 0; i < now->runs; i++)
        subject->second[subject->m++] = &now->run[i];
    return LF_OK;
}

bool lf_track_subject_alike(const lf_track_subject *a, const lf_track_subject *b) {
    if (a->paired != b->paired || a->n != b->n || a->m != b->m) return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->first[i]->seed != b->first[i]->seed) return false;
    for (size_t i = 0; i < a->m; i++)
        if (a->second[i]->seed != b->second[i]->seed) return false;
    return true;
}

bool lf_track_subject_deterministic(const lf_track_subject *subject) {
    const lf_track_pair *pair = subject->before;
    if (pair->deterministic) return true;
    for (size_t i = 1; i < pair->runs; i++)
        if (strcmp(pair->run[i].hash, pair->run[0].hash) != 0) return false;
    return subject->paired && pair->runs > 1 && pair->run[0].hash[0] != '-';
}

bool lf_track_has_score(const lf_track_metric *metric, lf_track_score score) {
    return score == LF_TRACK_VALUE || metric->targets > 0;
}

/* Calls of the longest run on either side: what a run that stopped early might have spent. */
static double subject_most(const lf_track_subject *subject) {
    double most = 1;
    for (size_t i = 0; i < subject->n; i++)
        most = fmax(most, subject->first[i]->calls);
    for (size_t i = 0; i < subject->m; i++)
        most = fmax(most, subject->second[i]->calls);
    return most;
}

/* Tolerances by which a run without a value is worse in a metric that never moves: as many as
 * thresholds of 5 % are in a range. */
static const double subject_lost = 20;

/* As far out as the joint test looks: what lies further is finite all the same. */
static const double subject_far = 1e150;

/* A value on the metric's own scale, larger is worse. */
static double subject_place(const lf_track_metric *metric, double value) {
    const double scaled = metric->logarithm ? log(fmax(value, DBL_MIN)) : value;
    const double place = (metric->higher ? -scaled : scaled) / metric->range;
    return fmax(-subject_far, fmin(place, subject_far));
}

/* Mean logarithm of the oracle calls to the targets; `never` stands for one that was not reached.
 */
static double subject_cost(const lf_track_metric *metric, const lf_track_value *value,
                           double never) {
    double sum = 0;
    for (size_t t = 0; t < metric->targets; t++)
        sum += log(isfinite(value->cost[t]) ? value->cost[t] : never);
    return sum / (double)metric->targets;
}

double lf_track_spread(const lf_track_pair *pair, size_t k) {
    double most = 1, low = INFINITY, high = -INFINITY;
    if (pair->metric[k].targets == 0) return 1;
    for (size_t i = 0; i < pair->runs; i++)
        most = fmax(most, pair->run[i].calls);
    for (size_t i = 0; i < pair->runs; i++) {
        const double cost = subject_cost(&pair->metric[k], &pair->run[i].value[k], 2 * most);
        low = fmin(low, cost);
        high = fmax(high, cost);
    }
    return exp(high - low);
}

double lf_track_resolution(const lf_track_pair *pair, size_t k) {
    if (!pair->beside) return 0;
    const lf_track_run *both[] = {&pair->run[0], pair->beside};
    const lf_track_subject s = {.before = pair, .now = pair, .n = 2, .first = both};
    const lf_track_metric *metric = &pair->metric[k];
    double most = 0;
    for (lf_track_score score = LF_TRACK_COST; score <= LF_TRACK_VALUE; score++)
        if (lf_track_has_score(metric, score))
            most = fmax(most, fabs(lf_track_score_of(&s, metric, k, both[1], score) -
                                   lf_track_score_of(&s, metric, k, both[0], score)));
    return most;
}

/* The range of such a metric was made up of the size of its values, which is that of the start: a
 * file does not say more. Room for what a still metric may move within its range. */
bool lf_track_is_still(const lf_track_metric *metric) {
    const double size = isnan(metric->start) ? 1 : fmax(1, fabs(metric->start));
    return !metric->logarithm && metric->range <= LF_TRACK_STILL * size * (1 + 1e-5);
}

double lf_track_unit(const lf_track_rule *rule, const lf_track_metric *metric,
                     lf_track_score score) {
    if (score == LF_TRACK_COST) return log1p(rule->threshold);
    return lf_track_is_still(metric) ? 1 : rule->threshold;
}

/* Where the run ended; NAN if it did not end as done. */
static double subject_final(const lf_track_metric *metric, size_t at, const lf_track_run *run) {
    const double final = run->value[at].final;
    return run->status == LF_RUN_DONE && isfinite(final) ? subject_place(metric, final) : NAN;
}

/* Of some runs, those that ended as done, and those that have a value of the metric. */
static void subject_count(const lf_track_metric *metric, size_t at, const lf_track_run *const *run,
                          size_t n, size_t *done, size_t *valued) {
    *done = *valued = 0;
    for (size_t i = 0; i < n; i++) {
        if (run[i]->status == LF_RUN_DONE) ++*done;
        if (!isnan(subject_final(metric, at, run[i]))) ++*valued;
    }
}

const lf_track_metric *lf_track_counterpart(const lf_track_subject *subject, size_t k) {
    const lf_track_metric *metric = &subject->before->metric[k];
    const lf_track_metric *same = lf_track_find_metric(subject->now, metric->name);
    size_t done, was, is;
    if (!same) return NULL;
    subject_count(metric, k, subject->first, subject->n, &done, &was);
    subject_count(metric, (size_t)(same - subject->now->metric), subject->second, subject->m, &done,
                  &is);
    return was > 0 && done > 0 && is == 0 ? NULL : same;
}

/* The place of all runs that have none: worse than the start and than every final value of either
 * side, else a value that went far would be worse than none. One range further and no more, or the
 * scale of the test would be theirs; values of many ranges are passed by a share of theirs, which
 * rounding does not hide. */
static double subject_beyond(const lf_track_subject *subject, const lf_track_metric *metric) {
    const lf_track_metric *same = lf_track_find_metric(subject->now, metric->name);
    const size_t k = (size_t)(metric - subject->before->metric);
    const size_t at = (size_t)(same - subject->now->metric);
    double worst = isnan(metric->start) ? NAN : subject_place(metric, metric->start);
    for (size_t i = 0; i < subject->n; i++)
        worst = fmax(worst, subject_final(metric, k, subject->first[i]));
    for (size_t i = 0; i < subject->m; i++)
        worst = fmax(worst, subject_final(metric, at, subject->second[i]));
    const double lost = lf_track_is_still(metric) ? subject_lost : 1;
    return isnan(worst) ? lost : worst + fmax(lost, LF_TRACK_STILL * fabs(worst));
}

double lf_track_score_of(const lf_track_subject *subject, const lf_track_metric *metric, size_t at,
                         const lf_track_run *run, lf_track_score score) {
    if (score == LF_TRACK_COST)
        return subject_cost(metric, &run->value[at], 2 * subject_most(subject));
    const double place = subject_final(metric, at, run);
    return isnan(place) ? subject_beyond(subject, metric) : place;
}

void lf_track_scores(const lf_track_subject *subject, size_t k, lf_track_score score, double *first,
                     double *second) {
    const lf_track_metric *metric = &subject->before->metric[k];
    const lf_track_metric *same = lf_track_find_metric(subject->now, metric->name);
    const size_t at = (size_t)(same - subject->now->metric);
    for (size_t i = 0; i < subject->n; i++)
        first[i] = lf_track_score_of(subject, metric, k, subject->first[i], score);
    for (size_t i = 0; i < subject->m; i++)
        second[i] = lf_track_score_of(subject, metric, at, subject->second[i], score);
}

double lf_track_effect(const lf_track_subject *subject, double *first, double *second) {
    if (!subject->paired)
        return lf_stat_quartiles(second, subject->m).median -
               lf_stat_quartiles(first, subject->n).median;
    for (size_t i = 0; i < subject->n; i++)
        second[i] -= first[i];
    return lf_stat_quartiles(second, subject->n).median;
}

void lf_track_say(const lf_track_metric *metric, lf_track_score score, double difference,
                  char *text, size_t size) {
    if (score == LF_TRACK_COST)
        snprintf(text, size, "%.3g times the oracle calls to its targets", exp(difference));
    else if (lf_track_is_still(metric))
        snprintf(text, size, "final value %s by %.2g, tolerance %.2g as it never moved",
                 difference > 0 ? "worse" : "better", metric->range * fabs(difference),
                 metric->range);
    else
        snprintf(text, size, "final value %s by %.3g %% of its range",
                 difference > 0 ? "worse" : "better", 100 * fabs(difference));
}

/* Append "NAME: OLD -> NEW" if there is room. */
static void subject_note(char *text, size_t size, const char *name, const char *old,
                         const char *new) {
    const size_t used = strlen(text);
    if (size - used > strlen(name) + strlen(old) + strlen(new) + 12)
        snprintf(text + used, size - used, "%s%s: %s -> %s", used ? ", " : "", name, old, new);
    else if (size - used > 5)
        snprintf(text + used, size - used, " ...");
}

/* Value of parameter `name` (length n) in "k=v,k=v"; *length <- its length; NULL if not there. */
static const char *subject_parameter(const char *list, const char *name, size_t n, size_t *length) {
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, n) != 0 || at[n] != '=') continue;
        *length = strcspn(at + n + 1, ",");
        return at + n + 1;
    }
    return NULL;
}

/* Both are canonical, so they name the same parameters unless the code changed. */
static void subject_parameters(const char *old, const char *new, char *text, size_t size) {
    const size_t name = strcspn(old, ":"), other = strcspn(new, ":");
    if (name != other || strncmp(old, new, name) != 0) {
        subject_note(text, size, "algorithm", old, new);
        return;
    }
    const char *list = old[name] ? old + name + 1 : old + name;
    const char *next = new[name] ? new + name + 1 : new + name;
    size_t found = strlen(text);
    while (*list) {
        const size_t n = strcspn(list, "="), length = strcspn(list, ",");
        size_t width = 0;
        const char *value = subject_parameter(next, list, n, &width);
        char parameter[64], was[64], is[64];
        snprintf(parameter, sizeof parameter, "%.*s", (int)n, list);
        snprintf(was, sizeof was, "%.*s", n < length ? (int)(length - n - 1) : 0, list + n + 1);
        snprintf(is, sizeof is, "%.*s", (int)width, value ? value : "");
        if (strcmp(was, is) != 0) subject_note(text, size, parameter, was, value ? is : "gone");
        list += length + (list[length] == ',');
    }
    if (strlen(text) == found) subject_note(text, size, "parameters", old, new);
}

bool lf_track_same_budget(const lf_track_pair *before, const lf_track_pair *now) {
    static const char mark[] = " expensive";
    const char *old = before->budget, *new = now->budget, *at = strstr(new, mark);
    if (!at || strstr(old, mark)) return strcmp(old, new) == 0;
    size_t head = (size_t)(at - new);
    while (head > 0 && new[head] != ',')
        head--;
    return strncmp(old, new, head) == 0 && strcmp(old + head, at + strlen(mark)) == 0;
}

void lf_track_changes(const lf_track_subject *subject, char *text, size_t size) {
    const lf_track_pair *before = subject->before, *now = subject->now;
    text[0] = '\0';
    if (strcmp(before->algorithm, now->algorithm) != 0)
        subject_parameters(before->algorithm, now->algorithm, text, size);
    if (strcmp(before->setting, now->setting) != 0)
        subject_parameters(before->setting, now->setting, text, size);
    if (!lf_track_same_budget(before, now))
        subject_note(text, size, "budget", before->budget, now->budget);
    if (before->data && now->data && strcmp(before->data, now->data) != 0)
        subject_note(text, size, "data", before->data, now->data);
}
