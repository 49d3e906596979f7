/**
 * @file step_plan.h
 * @brief Step sizes by a plan in steps: what multiplies eta in step t, counted from 0.
 *
 * The plans of the experiments of Chen et al. 2025 (SONEX, ALEXR2); rules that shrink with the root
 * of the step are in step_rule.h.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The choices of a parameter `schedule`, in this order. */
typedef enum {
    LF_STEP_PLAN_CONSTANT,   /**< 1 */
    LF_STEP_PLAN_STEP,       /**< factor^floor(t / every) */
    LF_STEP_PLAN_MILESTONES, /**< factor for each of T/2 and 3T/4 that t has reached */
    LF_STEP_PLAN_LINEAR      /**< up in warmup steps, then down to 0 at T */
} lf_step_plan_rule;
#define LF_STEP_PLAN_CHOICES "constant|step|milestones|linear"

/** A part of a parameter struct; T is the horizon. */
typedef struct {
    int schedule;
    double factor;
    size_t every, horizon, warmup; /* steps */
} lf_step_plan;

/** Its rows in the parameter table of `type`. */
#define LF_STEP_PLAN_PARAMS(type, part)                                                            \
    LF_CHOICE(type, part.schedule, LF_STEP_PLAN_CONSTANT, LF_STEP_PLAN_CHOICES,                    \
              "plan of the step size"),                                                            \
        LF_REAL(type, part.factor, 0.1, 0, 1,                                                      \
                "step, milestones (at T/2 and 3T/4): what multiplies the step size [1]"),          \
        LF_COUNT(type, part.every, 1000, 1, 1e12, "step: how often [steps]"),                      \
        LF_COUNT(type, part.horizon, 0, 0, 1e12,                                                   \
                 "milestones, linear: the length T of the run [steps]"),                           \
        LF_COUNT(type, part.warmup, 0, 0, 1e12, "linear: steps before the full step size [steps]")

/** LF_BAD_ARGUMENT if the plan needs a horizon and has none, or the warm-up fills it. */
lf_status lf_step_plan_check(const lf_step_plan *s);

/** What eta is multiplied by in step t. Linear: (t + 1) / (warmup + 1), then the share
 *  (T - t) / (T - warmup), so that no step before T has length 0; 0 from T on. */
double lf_step_plan_factor(const lf_step_plan *s, size_t t);
