/* A baseline against runs made again: whether they are of the data and the budget that were
 * recorded, whether it says of its traces what they say themselves, and a second look, on other
 * seeds, at what a check calls worse. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/track/track_parts.h"

static bool agree_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* NULL, or what the two runs, if of one trace, disagree about. What a run reached, and for how many
 * calls, its trace says however it ended; whether it has a final value, its end does. */
static const char *agree_dispute(const lf_track_pair *before, const lf_track_run *then,
                                 const lf_track_pair *now, const lf_track_run *run) {
    if (strcmp(run->hash, then->hash) != 0) return NULL;
    if (run->status == LF_RUN_DONE && then->status != LF_RUN_DONE && run->hash[0] != '-')
        return "status"; /* what is done to its end did not fail before it */
    if (!agree_same(then->calls, run->calls)) return "oracle calls";
    for (size_t k = 0; k < before->metrics; k++) {
        const lf_track_metric *metric = &before->metric[k];
        const lf_track_metric *same = lf_track_find_metric(now, metric->name);
        if (!same) continue;
        const lf_track_value *a = &then->value[k], *b = &run->value[same - now->metric];
        bool agree = run->status != then->status || agree_same(a->final, b->final);
        for (size_t t = 0; t < metric->targets; t++)
            agree &= agree_same(a->cost[t], b->cost[t]);
        if (!agree) return metric->name;
    }
    return NULL;
}

/* `run`: its seed, or that it is beside them. */
static lf_status agree_fault(const lf_track_pair *pair, const char *line, const char *run,
                             const char *what) {
    return lf_fail(LF_BAD_INPUT,
                   "%s %s %s%s: other %s than its trace gives, so the file was changed by hand, or "
                   "made by a version that counts otherwise; record it again",
                   line, pair->problem, pair->method, run, what);
}

/* Runs of other data say nothing about the code. */
static lf_status agree_data(const lf_track_pair *before, const lf_track_pair *now) {
    if (!before->data || !now->data || strcmp(before->data, now->data) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "data %s %s: recorded with SHA-256 %.12s, and here it is %.12s, so a check says "
                   "nothing about the code; restore the data, or record it again",
                   before->problem, before->method, before->data, now->data);
}

/* Runs of another length, or looked at elsewhere, or for other metrics, neither. */
static lf_status agree_budget(const lf_track_pair *before, const lf_track_pair *now) {
    if (lf_track_same_budget(before, now)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "budget %s %s: recorded with '%s', and here it is '%s', so a check says nothing "
                   "about the code; restore the budget, or record it again",
                   before->problem, before->method, before->budget, now->budget);
}

static lf_status agree_pair(const lf_track_pair *before, const lf_track_pair *now) {
    for (size_t k = 0, j = 0; k < before->runs; k++) {
        const lf_track_run *then = &before->run[k];
        char seed[24];
        while (j < now->runs && now->run[j].seed < then->seed)
            j++;
        if (j == now->runs || now->run[j].seed != then->seed) continue;
        const char *what = agree_dispute(before, then, now, &now->run[j]);
        snprintf(seed, sizeof seed, " %" PRIu64, then->seed);
        if (what) return agree_fault(before, "run", seed, what);
    }
    if (!before->beside || !now->beside) return LF_OK;
    const char *what = agree_dispute(before, before->beside, now, now->beside);
    return what ? agree_fault(before, "beside", "", what) : LF_OK;
}

lf_status lf_track_agree(const lf_track *before, const lf_track *now) {
    for (size_t i = 0; i < before->pairs; i++) {
        const lf_track_pair *pair = &before->pair[i];
        const lf_track_pair *same = lf_track_find(now, pair->problem, pair->method);
        if (same) LF_TRY(agree_data(pair, same));
        if (same) LF_TRY(agree_budget(pair, same));
        if (same) LF_TRY(agree_pair(pair, same));
    }
    return LF_OK;
}

/* Worse by a test, which luck may pass; crashes and methods without noise are worse for certain. */
static bool confirm_doubts(const lf_track_row *row) {
    return row->verdict == LF_TRACK_WORSE && !isnan(row->p);
}

bool lf_track_doubtful(const lf_track_check *check) {
    for (size_t i = 0; i < check->rows; i++)
        if (confirm_doubts(&check->row[i])) return true;
    return false;
}

/* The largest seed of any run, and the most runs of a pair. */
static void confirm_seeds(const lf_track *track, uint64_t *last, size_t *most) {
    for (size_t i = 0; i < track->pairs; i++) {
        const lf_track_pair *pair = &track->pair[i];
        if (pair->runs > *most) *most = pair->runs;
        for (size_t k = 0; k < pair->runs; k++)
            if (pair->run[k].seed > *last) *last = pair->run[k].seed;
    }
}

/* *first moves behind a seed that is among the `most` from there. */
static bool confirm_step(uint64_t seed, size_t most, uint64_t *first) {
    if (seed < *first || seed - *first >= most) return false;
    *first = seed + 1;
    return true;
}

static bool confirm_pass(const lf_track *track, size_t most, uint64_t *first) {
    bool moved = false;
    for (size_t i = 0; i < track->pairs; i++)
        for (size_t k = 0; k < track->pair[i].runs; k++)
            moved |= confirm_step(track->pair[i].run[k].seed, most, first);
    return moved;
}

char *lf_track_other_seeds(const lf_track *before, const lf_track *now, const uint64_t *taken,
                           size_t n) {
    char *text;
    uint64_t last = 0;
    size_t most = 0, ignored = 0;
    confirm_seeds(before, &last, &most);
    confirm_seeds(now, &last, &ignored);
    uint64_t first = last < INT64_MAX - most ? last + 1 : 0; /* as large as a seed may be */
    for (bool moved = true; moved;) {
        moved = confirm_pass(before, most, &first);
        moved |= confirm_pass(now, most, &first);
        for (size_t i = 0; i < n; i++)
            moved |= confirm_step(taken[i], most, &first);
    }
    if (asprintf(&text, "%" PRIu64 "-%" PRIu64, first, first + most - 1) < 0) return NULL;
    return text;
}

static const lf_track_row *confirm_find(const lf_track_check *check, const lf_track_row *row) {
    for (size_t i = 0; i < check->rows; i++)
        if (strcmp(check->row[i].problem, row->problem) == 0 &&
            strcmp(check->row[i].method, row->method) == 0 &&
            strcmp(check->row[i].metric, row->metric) == 0)
            return &check->row[i];
    return NULL;
}

lf_status lf_track_confirm(const lf_track *before, const lf_track *again, lf_track_check *check) {
    lf_track_check second;
    LF_TRY(lf_track_decide(before, again, &check->rule, &second));
    for (size_t i = 0; i < check->rows; i++) {
        lf_track_row *row = &check->row[i];
        if (!confirm_doubts(row)) continue;
        const lf_track_row *seen = confirm_find(&second, row);
        const bool worse =
            !seen || seen->verdict >= LF_TRACK_MISSING || seen->effect[row->decisive] > 1;
        const size_t used = strlen(row->note);
        snprintf(row->note + used, sizeof row->note - used, "; %s on other seeds",
                 worse ? "so it is" : "not so");
        if (worse) continue;
        check->count[row->verdict]--;
        row->verdict = LF_TRACK_NOISE;
        check->count[row->verdict]++;
    }
    lf_track_check_clear(&second);
    return LF_OK;
}
