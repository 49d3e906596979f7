/**
 * @file track.c
 * @brief What baselines are made of: look-ups, lists, freeing.
 */
#include "harness/track/track.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "harness/results/quantity.h"
#include "harness/statistics/joint_test.h"

static void track_clear_pair(lf_track_pair *pair) {
    free(pair->problem);
    free(pair->method);
    free(pair->setting);
    free(pair->algorithm);
    free(pair->budget);
    free(pair->data);
    for (size_t i = 0; i < pair->metrics; i++) {
        free(pair->metric[i].name);
        free(pair->metric[i].why);
    }
    free(pair->metric);
    for (size_t i = 0; i < pair->runs; i++)
        free(pair->run[i].value);
    free(pair->run);
    if (pair->beside) free(pair->beside->value);
    free(pair->beside);
}

void lf_track_clear(lf_track *track) {
    free(track->experiment);
    free(track->scale);
    free(track->version);
    free(track->commit);
    free(track->cpu);
    free(track->date);
    free(track->label);
    for (size_t i = 0; i < track->pairs; i++)
        track_clear_pair(&track->pair[i]);
    free(track->pair);
    *track = (lf_track){0};
}

const lf_track_pair *lf_track_find(const lf_track *track, const char *problem, const char *method) {
    for (size_t i = 0; i < track->pairs; i++)
        if (strcmp(track->pair[i].problem, problem) == 0 &&
            strcmp(track->pair[i].method, method) == 0)
            return &track->pair[i];
    return NULL;
}

const lf_track_metric *lf_track_find_metric(const lf_track_pair *pair, const char *name) {
    for (size_t i = 0; i < pair->metrics; i++)
        if (strcmp(pair->metric[i].name, name) == 0) return &pair->metric[i];
    return NULL;
}

bool lf_track_same_targets(const lf_track_metric *a, const lf_track_metric *b) {
    return a->targets == b->targets &&
           memcmp(a->target, b->target, a->targets * sizeof *a->target) == 0;
}

lf_status lf_track_state_of(const lf_track *track, const char *problem, const char *method,
                            const char *metric, lf_track_state *state) {
    *state = (lf_track_state){NULL, NAN, NAN};
    const lf_track_pair *pair = lf_track_find(track, problem, method);
    if (!pair || !(state->metric = lf_track_find_metric(pair, metric))) return LF_OK;
    const size_t k = (size_t)(state->metric - pair->metric);
    double *value = malloc((pair->runs + 1) * sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    for (size_t i = 0; i < pair->runs; i++)
        value[i] = pair->run[i].value[k].final;
    state->final = lf_quantity_quartiles(value, pair->runs, state->metric->higher).median;
    const size_t targets = state->metric->targets;
    for (size_t i = 0; targets && i < pair->runs; i++)
        value[i] = pair->run[i].value[k].cost[targets - 1];
    if (targets) state->calls = lf_stat_quartiles(value, pair->runs).median;
    free(value);
    return LF_OK;
}

char *lf_track_seeds(const lf_track *track) {
    size_t n = 0;
    for (size_t i = 0; i < track->pairs; i++)
        n += track->pair[i].runs;
    uint64_t *seed = malloc((n + 1) * sizeof *seed);
    if (!seed) return NULL;
    n = 0;
    for (size_t i = 0; i < track->pairs; i++)
        for (size_t k = 0; k < track->pair[i].runs; k++)
            seed[n++] = track->pair[i].run[k].seed;
    qsort(seed, n, sizeof *seed, lf_count_compare);
    lf_text text = {0};
    for (size_t i = 0; i < n; i++)
        if (i == 0 || seed[i] != seed[i - 1])
            lf_text_format(&text, "%s%" PRIu64, i ? "," : "", seed[i]);
    free(seed);
    return text.bytes;
}

const char *lf_track_verdict_name(lf_track_verdict verdict) {
#define TRACK_NAME(name, word) [name] = word,
    static const char *const names[] = {LF_TRACK_VERDICT_LIST(TRACK_NAME)};
#undef TRACK_NAME
    return names[verdict];
}

void lf_track_check_clear(lf_track_check *check) {
    free(check->row);
    *check = (lf_track_check){0};
}

bool lf_track_passed(const lf_track_check *check) {
    return check->count[LF_TRACK_WORSE] == 0 && check->count[LF_TRACK_MISSING] == 0;
}

bool lf_track_decidable(size_t have, double level, size_t *seeds) {
    for (*seeds = 1; lf_joint_smallest(*seeds, *seeds) > level;)
        ++*seeds;
    return have >= *seeds;
}
