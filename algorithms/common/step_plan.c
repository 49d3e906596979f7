#include "algorithms/common/step_plan.h"

#include <levelfield/math.h>

lf_status lf_step_plan_check(const lf_step_plan *s) {
    if (s->schedule == LF_STEP_PLAN_CONSTANT || s->schedule == LF_STEP_PLAN_STEP) return LF_OK;
    if (s->horizon == 0)
        return lf_fail(LF_BAD_ARGUMENT, "this schedule needs the length of the run: set horizon, "
                                        "in steps");
    if (s->schedule == LF_STEP_PLAN_LINEAR && s->warmup >= s->horizon)
        return lf_fail(LF_BAD_ARGUMENT, "schedule: warmup = %zu, must be below horizon = %zu steps",
                       s->warmup, s->horizon);
    return LF_OK;
}

static double schedule_linear(const lf_step_plan *s, double t) {
    const double T = (double)s->horizon, warmup = (double)s->warmup;
    if (t < warmup) return (t + 1) / (warmup + 1);
    return t < T ? (T - t) / (T - warmup) : 0;
}

double lf_step_plan_factor(const lf_step_plan *s, size_t t) {
    const double at = (double)t, T = (double)s->horizon;
    switch ((lf_step_plan_rule)s->schedule) {
    case LF_STEP_PLAN_CONSTANT:
        return 1;
    case LF_STEP_PLAN_STEP:
        return lf_pow(s->factor, (double)(t / s->every));
    case LF_STEP_PLAN_MILESTONES:
        return lf_pow(s->factor, (at >= 0.5 * T) + (at >= 0.75 * T));
    case LF_STEP_PLAN_LINEAR:
        return schedule_linear(s, at);
    }
    return 1;
}
