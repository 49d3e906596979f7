/* Whether a baseline says of its traces what they say themselves. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "harness/track/track.h"

static bool agree_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* NULL, or what the two runs of one trace disagree about. */
static const char *agree_dispute(const lf_track_pair *before, const lf_track_run *then,
                                 const lf_track_pair *now, const lf_track_run *run) {
    if (!agree_same(then->calls, run->calls)) return "oracle calls";
    for (size_t k = 0; k < before->metrics; k++) {
        const lf_track_metric *metric = &before->metric[k];
        const lf_track_metric *same = lf_track_find_metric(now, metric->name);
        if (!same) continue;
        const lf_track_value *a = &then->value[k], *b = &run->value[same - now->metric];
        bool agree = agree_same(a->final, b->final);
        for (size_t t = 0; t < metric->targets; t++)
            agree &= agree_same(a->cost[t], b->cost[t]);
        if (!agree) return metric->name;
    }
    return NULL;
}

lf_status lf_track_agree(const lf_track *before, const lf_track *now) {
    for (size_t i = 0; i < before->pairs; i++) {
        const lf_track_pair *a = &before->pair[i], *b = lf_track_find(now, a->problem, a->method);
        for (size_t k = 0, j = 0; b && k < a->runs; k++) {
            const lf_track_run *then = &a->run[k];
            while (j < b->runs && b->run[j].seed < then->seed)
                j++;
            if (j == b->runs || b->run[j].seed != then->seed ||
                strcmp(b->run[j].hash, then->hash) != 0 || b->run[j].status != then->status)
                continue;
            const char *what = agree_dispute(a, then, b, &b->run[j]);
            if (what)
                return lf_fail(LF_BAD_INPUT,
                               "run %s %s %" PRIu64 ": other %s than its trace gives, so the file "
                               "was changed by hand, or made by a version that counts otherwise; "
                               "record it again",
                               a->problem, a->method, then->seed, what);
        }
    }
    return LF_OK;
}
