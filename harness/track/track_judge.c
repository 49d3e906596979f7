/**
 * @file track_judge.c
 * @brief Hypotheses about open pairs, tested jointly per layout of seeds.
 */
#include "harness/track/track_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/joint_test.h"

/* Added to standard errors, in thresholds: a change of the size of the threshold, however steady,
 * shall not outweigh one that is many times as large. */
static const double judge_floor = 2;

/* One score of one metric of one pair. */
typedef struct {
    size_t subject, metric;
    lf_track_score score;
    double effect; /* in thresholds; positive is worse */
    size_t moved;  /* seeds whose score changed at all: the others have no say in a sign test */
} judge_hypothesis;

/* All hypotheses of one layout. */
typedef struct {
    const lf_track_subject *layout;
    double level;  /* this layout's share of the whole check's */
    double alarms; /* the largest level that one of its hypotheses was tested at */
    size_t n;
    judge_hypothesis *hypothesis;
    double *x; /* n x width, in thresholds */
    double *worse, *better;
} judge_group;

static size_t judge_width(const lf_track_subject *s) {
    return s->paired ? s->n : s->n + s->m;
}

/* Fill x (width) and the hypothesis's effect; scratch holds n + m numbers. */
static void judge_observe(const lf_track_subject *s, const lf_track_rule *rule,
                          judge_hypothesis *hypothesis, double *scratch, double *x) {
    double *first = scratch, *second = scratch + s->n;
    const double unit =
        lf_track_unit(rule, &s->before->metric[hypothesis->metric], hypothesis->score);
    lf_track_scores(s, hypothesis->metric, hypothesis->score, first, second);
    for (size_t i = 0; i < judge_width(s); i++) {
        x[i] = (s->paired ? second[i] - first[i] : scratch[i]) / unit;
        hypothesis->moved += x[i] != 0;
    }
    hypothesis->effect = lf_track_effect(s, first, second) / unit;
}

static bool judge_belongs(const lf_track_judge *judge, size_t subject, const judge_group *group) {
    return judge->open[subject] && lf_track_subject_alike(&judge->subject[subject], group->layout);
}

/* The hypotheses of the group, into arrays that are large enough. */
static lf_status judge_collect(const lf_track_judge *judge, const lf_track_rule *rule,
                               judge_group *group) {
    const size_t width = judge_width(group->layout);
    double *scratch = malloc((group->layout->n + group->layout->m) * sizeof *scratch);
    if (!scratch) return lf_fail(LF_NO_MEMORY, "no memory to compare baselines");
    for (size_t i = 0; i < judge->subjects; i++) {
        const lf_track_subject *s = &judge->subject[i];
        for (size_t k = 0; judge_belongs(judge, i, group) && k < s->before->metrics; k++) {
            if (!lf_track_counterpart(s, k)) continue;
            for (lf_track_score score = LF_TRACK_COST; score <= LF_TRACK_VALUE; score++) {
                if (!lf_track_has_score(&s->before->metric[k], score)) continue;
                group->hypothesis[group->n] = (judge_hypothesis){i, k, score, 0, 0};
                judge_observe(s, rule, &group->hypothesis[group->n], scratch,
                              group->x + group->n * width);
                group->n++;
            }
        }
    }
    free(scratch);
    return LF_OK;
}

/* Say how much, in which score. */
static void judge_note(const lf_track_subject *s, const judge_hypothesis *h,
                       const lf_track_rule *rule, const char *tail, lf_track_row *row) {
    char size[96];
    const lf_track_metric *metric = &s->before->metric[h->metric];
    lf_track_say(metric, h->score, h->effect * lf_track_unit(rule, metric, h->score), size,
                 sizeof size);
    if (s->paired)
        snprintf(row->note, sizeof row->note, "%s, median of %zu seed%s%s", size, s->n,
                 s->n == 1 ? "" : "s", tail);
    else
        snprintf(row->note, sizeof row->note, "%s, %zu seed%s against %zu other%s%s", size, s->m,
                 s->m == 1 ? "" : "s", s->n, s->n == 1 ? "" : "s", tail);
}

/* A row stands for two hypotheses; the graver verdict wins. */
static void judge_settle(const lf_track_judge *judge, judge_group *group, size_t j,
                         lf_track_check *check) {
    const judge_hypothesis *h = &group->hypothesis[j];
    const lf_track_subject *s = &judge->subject[h->subject];
    lf_track_row *row = &check->row[judge->first_row[h->subject] + h->metric];
    const double smallest = lf_joint_smallest(s->n, s->paired ? 0 : s->m);
    const double level =
        s->paired ? fmax(group->level, lf_joint_smallest(h->moved, 0)) : group->level;
    /* A median over seeds of which fewer than half moved is 0 and can never alarm. */
    if (!s->paired || (h->moved > 0 && 2 * h->moved >= s->n))
        group->alarms = fmax(group->alarms, level);
    const double p = h->effect > 0 ? group->worse[j] : group->better[j];
    lf_track_verdict verdict = LF_TRACK_NOISE;
    char tail[96] = "";
    row->effect[h->score] = h->effect;
    if (fabs(h->effect) > 1 && smallest > level) {
        size_t seeds;
        lf_track_decidable(0, group->level, &seeds);
        snprintf(tail, sizeof tail, "; too few to tell from luck, %zu and %zu would do", seeds,
                 seeds);
        verdict = LF_TRACK_UNDECIDABLE;
    } else if (fabs(h->effect) > 1 && p <= level) {
        verdict = h->effect > 0 ? LF_TRACK_WORSE : LF_TRACK_BETTER;
    }
    if (verdict > row->verdict) {
        row->verdict = verdict;
        row->p = p;
        row->decisive = h->score;
        if (verdict != LF_TRACK_NOISE) judge_note(s, h, &check->rule, tail, row);
    }
}

/* What one score calls better and the other shows to be worse, though that may be luck, is not. */
static void judge_temper(const lf_track_judge *judge, const judge_group *group, size_t j,
                         lf_track_check *check) {
    const judge_hypothesis *h = &group->hypothesis[j];
    lf_track_row *row = &check->row[judge->first_row[h->subject] + h->metric];
    if (row->verdict != LF_TRACK_BETTER || h->effect <= 1) return;
    row->verdict = LF_TRACK_NOISE;
    row->p = group->worse[j];
    judge_note(&judge->subject[h->subject], h, &check->rule, ", perhaps by luck: not better", row);
}

static lf_status judge_group_run(const lf_track_judge *judge, judge_group *group,
                                 lf_track_check *check) {
    const lf_track_subject *s = group->layout;
    LF_TRY(judge_collect(judge, &check->rule, group));
    const lf_joint_data data = {.paired = s->paired,
                                .n = s->n,
                                .m = s->paired ? 0 : s->m,
                                .hypotheses = group->n,
                                .x = group->x,
                                .floor = judge_floor};
    LF_TRY(lf_joint_test(&data, 1, group->worse));
    LF_TRY(lf_joint_test(&data, -1, group->better));
    for (size_t j = 0; j < group->n; j++)
        judge_settle(judge, group, j, check);
    for (size_t j = 0; j < group->n; j++)
        judge_temper(judge, group, j, check);
    return LF_OK;
}

/* Memory for a group of at most `most` hypotheses. */
static lf_status judge_group_with(const lf_track_judge *judge, size_t most, judge_group *group,
                                  lf_track_check *check) {
    group->hypothesis = calloc(most, sizeof *group->hypothesis);
    group->x = calloc(most * judge_width(group->layout), sizeof *group->x);
    group->worse = calloc(2 * most, sizeof *group->worse);
    group->better = group->worse ? group->worse + most : NULL;
    lf_status status = group->hypothesis && group->x && group->worse
                           ? judge_group_run(judge, group, check)
                           : lf_fail(LF_NO_MEMORY, "no memory to compare baselines");
    free(group->hypothesis);
    free(group->x);
    free(group->worse);
    return status;
}

/* Is this the first open subject of its layout? */
static bool judge_leads(const lf_track_judge *judge, size_t subject) {
    if (!judge->open[subject]) return false;
    for (size_t i = 0; i < subject; i++)
        if (judge->open[i] && lf_track_subject_alike(&judge->subject[i], &judge->subject[subject]))
            return false;
    return true;
}

lf_status lf_track_judge_run(lf_track_judge *judge, lf_track_check *check) {
    size_t groups = 0, most = 0;
    double alarms = 0; /* the groups' together */
    for (size_t i = 0; i < judge->subjects; i++) {
        groups += judge_leads(judge, i);
        most += 2 * judge->subject[i].before->metrics;
        for (size_t k = 0; judge->open[i] && k < judge->subject[i].before->metrics; k++) {
            lf_track_row *row = &check->row[judge->first_row[i] + k];
            if (row->verdict != LF_TRACK_MISSING) row->verdict = LF_TRACK_IDENTICAL;
        }
    }
    for (size_t i = 0; i < judge->subjects; i++) {
        if (!judge_leads(judge, i)) continue;
        judge_group group = {.layout = &judge->subject[i],
                             .level = check->rule.level / (double)groups};
        LF_TRY(judge_group_with(judge, most + 1, &group, check));
        alarms += fmax(group.level, group.alarms);
    }
    check->alarms = fmin(fmax(check->rule.level, alarms), 1);
    return LF_OK;
}
