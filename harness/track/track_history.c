/**
 * @file track_history.c
 * @brief Versions from files or from git, each held against the one before.
 */
#include "harness/track/track_history.h"

#include <stdlib.h>
#include <string.h>

#include "harness/track/git.h"

/* As `track check` decides unless told otherwise. */
static const lf_track_rule history_rule = {.level = 0.01, .threshold = 0.05, .tolerance = 1e-6};

/* ---- deciding ---- */

/* A metric whose targets are put away, and how many it had. */
typedef struct {
    lf_track_metric *metric;
    size_t targets;
} history_mask_of;

typedef struct {
    size_t n;
    history_mask_of *of;
} history_masked;

static size_t history_metrics(const lf_track *track) {
    size_t n = 0;
    for (size_t i = 0; i < track->pairs; i++)
        n += track->pair[i].metrics;
    return n;
}

static void history_mask(lf_track_metric *metric, history_masked *masked) {
    if (metric->targets == 0) return;
    masked->of[masked->n++] = (history_mask_of){metric, metric->targets};
    metric->targets = 0;
}

/* Oracle calls to other targets say nothing about each other: such metrics are compared by their
 * final value alone. */
static void history_mask_pair(lf_track_pair *before, lf_track_pair *now, history_masked *masked) {
    for (size_t k = 0; k < before->metrics; k++) {
        lf_track_metric *old = &before->metric[k];
        lf_track_metric *new = (lf_track_metric *)lf_track_find_metric(now, old->name);
        if (!new || lf_track_same_targets(old, new)) continue;
        history_mask(old, masked);
        history_mask(new, masked);
    }
}

static lf_status history_decide(lf_track *before, lf_track *now, lf_track_check *check) {
    const size_t most = history_metrics(before) + history_metrics(now);
    history_masked masked = {.of = calloc(most + 1, sizeof *masked.of)};
    if (!masked.of) return lf_fail(LF_NO_MEMORY, "no memory for a history");
    for (size_t i = 0; i < before->pairs; i++) {
        lf_track_pair *pair = &before->pair[i];
        lf_track_pair *same = (lf_track_pair *)lf_track_find(now, pair->problem, pair->method);
        if (same) history_mask_pair(pair, same, &masked);
    }
    const lf_status status = lf_track_decide(before, now, &history_rule, check);
    for (size_t i = 0; i < masked.n; i++)
        masked.of[i].metric->targets = masked.of[i].targets;
    free(masked.of);
    return status;
}

/* ---- reading ---- */

static lf_status history_begin(lf_track_history *history, size_t most) {
    *history = (lf_track_history){.version = calloc(most + 1, sizeof *history->version)};
    return history->version ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a history");
}

/* Take in the next version, which owns the track from now on. */
static lf_status history_add(lf_track_history *history, lf_track *track, const char *commit,
                             const char *name, const char *date, const char *subject) {
    lf_track_version *version = &history->version[history->versions++];
    *version = (lf_track_version){.track = *track,
                                  .commit = strdup(commit),
                                  .name = strdup(name),
                                  .date = strdup(date),
                                  .subject = strdup(subject)};
    if (!version->commit || !version->name || !version->date || !version->subject)
        return lf_fail(LF_NO_MEMORY, "no memory for a history");
    if (history->versions == 1) return LF_OK;
    return history_decide(&version[-1].track, &version->track, &version->check);
}

static lf_status history_load(const char *path, lf_track_history *history) {
    lf_track track;
    LF_TRY(lf_track_load(path, &track));
    return history_add(history, &track, track.commit, track.commit, track.date,
                       track.label ? track.label : "");
}

/* Many small steps, each within noise, may be one that is not. */
static lf_status history_end(lf_track_history *history) {
    if (history->versions < 3) return LF_OK;
    return history_decide(&history->version[0].track,
                          &history->version[history->versions - 1].track, &history->whole);
}

lf_status lf_track_history_load(const char *const *path, size_t n, lf_track_history *history) {
    lf_status status = history_begin(history, n);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = history_load(path[i], history);
    if (status == LF_OK) status = history_end(history);
    if (status != LF_OK) lf_track_history_clear(history);
    return status;
}

/* A commit in which the file was deleted, or damaged, is no version; it costs a remark. */
static lf_status history_read(const lf_git_commit *commit, const char *path,
                              lf_track_history *history) {
    char *text, origin[512];
    lf_track track;
    snprintf(origin, sizeof origin, "%s:%s", commit->brief, path);
    lf_status status = lf_git_show(commit, path, &text);
    if (status == LF_OK) status = lf_track_parse(text, origin, &track);
    free(text);
    if (status == LF_OK)
        return history_add(history, &track, commit->hash, commit->brief, commit->date,
                           commit->subject);
    if (status != LF_BAD_INPUT) return status;
    free(history->reason);
    history->reason = strdup(lf_message());
    history->left_out++;
    return LF_OK;
}

lf_status lf_track_history_read(const char *range, const char *path, lf_track_history *history) {
    lf_git_commit *commits;
    size_t n;
    *history = (lf_track_history){0};
    LF_TRY(lf_git_log(range, path, &commits, &n));
    lf_status status = history_begin(history, n);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = history_read(&commits[i], path, history);
    lf_git_free(commits, n);
    if (status == LF_OK && history->versions == 0)
        status = lf_fail(LF_BAD_INPUT, "%s: none of its %zu versions in %s is a baseline: %s", path,
                         n, range, history->reason ? history->reason : "");
    if (status == LF_OK) status = history_end(history);
    if (status != LF_OK) lf_track_history_clear(history);
    return status;
}

void lf_track_history_clear(lf_track_history *history) {
    for (size_t i = 0; history->version && i < history->versions; i++) {
        lf_track_version *version = &history->version[i];
        lf_track_check_clear(&version->check);
        lf_track_clear(&version->track);
        free(version->commit);
        free(version->name);
        free(version->date);
        free(version->subject);
    }
    lf_track_check_clear(&history->whole);
    free(history->version);
    free(history->reason);
    *history = (lf_track_history){0};
}

/* ---- looking up ---- */

const lf_track_row *lf_track_history_row(const lf_track_history *history, size_t i,
                                         const char *problem, const char *method,
                                         const char *metric) {
    const lf_track_check *check = &history->version[i].check;
    for (size_t r = 0; r < check->rows; r++) {
        const lf_track_row *row = &check->row[r];
        if (strcmp(row->problem, problem) == 0 && strcmp(row->method, method) == 0 &&
            (!row->metric[0] || strcmp(row->metric, metric) == 0))
            return row;
    }
    return NULL;
}

/* The rows of a pair stand together, and a trace is of the pair: its first row tells. */
size_t lf_track_history_changed(const lf_track_history *history, size_t i, size_t *pairs) {
    const lf_track_check *check = &history->version[i].check;
    const lf_track_row *last = NULL;
    size_t changed = 0;
    *pairs = 0;
    for (size_t r = 0; r < check->rows; r++) {
        const lf_track_row *row = &check->row[r];
        const bool same = last && strcmp(row->problem, last->problem) == 0 &&
                          strcmp(row->method, last->method) == 0;
        last = row;
        if (same || !row->metric[0]) continue;
        ++*pairs;
        changed += row->verdict != LF_TRACK_IDENTICAL;
    }
    return changed;
}

bool lf_track_history_moved(const lf_track_history *history, size_t i) {
    const lf_track_check *check = &history->version[i].check;
    return check->count[LF_TRACK_IDENTICAL] < check->rows;
}

void lf_track_counts(const lf_track_check *check, char *text, size_t size) {
    size_t used = 0;
    snprintf(text, size, "identical");
    for (int v = LF_TRACK_VERDICTS; v-- > LF_TRACK_IDENTICAL + 1;)
        if (check->count[v] && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%zu %s", used ? ", " : "",
                                     check->count[v], lf_track_verdict_name((lf_track_verdict)v));
}

char *lf_track_history_whole(const lf_track_history *history) {
    const lf_track_check *check = &history->whole;
    const lf_track_row *gravest = NULL;
    char counts[160], *text = NULL;
    if (history->versions < 3) return NULL;
    for (size_t r = 0; r < check->rows; r++)
        if (!gravest || check->row[r].verdict > gravest->verdict) gravest = &check->row[r];
    lf_track_counts(check, counts, sizeof counts);
    const bool alike = !gravest || gravest->verdict <= LF_TRACK_NOISE;
    const int n =
        alike ? asprintf(&text, "The last version against the first: %s.", counts)
              : asprintf(&text, "The last version against the first: %s; %s on %s%s%s is %s%s%s.",
                         counts, gravest->method, gravest->problem, gravest->metric[0] ? ", " : "",
                         gravest->metric, lf_track_verdict_name(gravest->verdict),
                         gravest->note[0] ? ": " : "", gravest->note);
    return n < 0 ? NULL : text;
}
