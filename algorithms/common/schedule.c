#include "algorithms/common/schedule.h"

#include <math.h>

lf_status lf_schedule_check(const lf_schedule *s) {
    if (s->schedule == LF_SCHEDULE_CONSTANT || s->schedule == LF_SCHEDULE_STEP) return LF_OK;
    if (s->horizon == 0)
        return lf_fail(LF_BAD_ARGUMENT, "this schedule needs the length of the run: set horizon, "
                                        "in steps");
    if (s->schedule == LF_SCHEDULE_LINEAR && s->warmup >= s->horizon)
        return lf_fail(LF_BAD_ARGUMENT, "schedule: warmup = %zu, must be below horizon = %zu steps",
                       s->warmup, s->horizon);
    return LF_OK;
}

static double schedule_linear(const lf_schedule *s, double t) {
    const double T = (double)s->horizon, warmup = (double)s->warmup;
    if (t < warmup) return (t + 1) / (warmup + 1);
    return t < T ? (T - t) / (T - warmup) : 0;
}

double lf_schedule_factor(const lf_schedule *s, size_t t) {
    const double at = (double)t, T = (double)s->horizon;
    switch ((lf_schedule_rule)s->schedule) {
    case LF_SCHEDULE_CONSTANT:
        return 1;
    case LF_SCHEDULE_STEP:
        return pow(s->factor, (double)(t / s->every));
    case LF_SCHEDULE_MILESTONES:
        return pow(s->factor, (at >= s->mile_1 * T) + (at >= s->mile_2 * T));
    case LF_SCHEDULE_LINEAR:
        return schedule_linear(s, at);
    }
    return 1;
}
