/**
 * @file meter.h
 * @brief The counters behind the oracle, costs made of them, and the budget that they enforce.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/problem.h>

/** Kinds of evaluation. X(enum, word in counter names). */
#define LF_EVALUATION_LIST(X)                                                                      \
    X(LF_EVALUATION_VALUE, "value")                                                                \
    X(LF_EVALUATION_GRADIENT, "gradient")                                                          \
    X(LF_EVALUATION_HVP, "hvp")                                                                    \
    X(LF_EVALUATION_JVP, "jvp")

#define LF_EVALUATION_ENUM(kind, word) kind,
typedef enum { LF_EVALUATION_LIST(LF_EVALUATION_ENUM) LF_EVALUATIONS } lf_evaluation;
#undef LF_EVALUATION_ENUM

/** Counters lie in one array: evaluations by (kind, role), samples by role, outer, steps. */
#define LF_COUNTER_EVALUATION(kind, role) ((size_t)(kind)*LF_ROLES + (size_t)(role))
#define LF_COUNTER_SAMPLES(role) ((size_t)LF_EVALUATIONS * LF_ROLES + (size_t)(role))
#define LF_COUNTER_OUTER ((size_t)(LF_EVALUATIONS + 1) * LF_ROLES)
#define LF_COUNTER_STEPS (LF_COUNTER_OUTER + 1)
#define LF_COUNTERS (LF_COUNTER_STEPS + 1)

/** Name of a counter: "value.constraint", "samples.inner", "outer", "steps". */
const char *lf_counter_name(size_t counter);
/** "constraint", as in counters' names. */
const char *lf_role_word(lf_role role);

/** A linear combination of counters. */
typedef struct {
    size_t terms;
    uint8_t counter[LF_COUNTERS];
    double weight[LF_COUNTERS];
    uint32_t uses; /**< bit c: counter c has a term */
} lf_cost;
_Static_assert(LF_COUNTERS <= 32, "a bit for each counter");

/** What names in a cost may mean beside the counters. */
typedef struct {
    double samples[LF_ROLES]; /**< samples behind each role, the unit of passes.ROLE */
    size_t measures;          /**< named sums, such as dp.g; a later one may use an earlier one */
    const lf_measure *measure;
    size_t constants; /**< names that may stand after '/' or before '*', such as q */
    const char *const *constant;
    const double *constant_value;
    bool trusting; /**< the problem is not built yet: a name that is no counter, and not a misspelt
                        one either, is taken for a measure of its own, and counted as a step */
} lf_cost_scope;

/** The scope of a problem, without constants. */
lf_cost_scope lf_cost_scope_of(const lf_problem_info *info);

/** Parse "TERM + TERM ...", TERM = [FACTOR *] NAME [/ FACTOR]; a factor is a number or a constant,
 *  a name a counter, samples, passes.ROLE or a measure. Errors name the nearest name. */
lf_status lf_cost_parse(const char *text, const lf_cost_scope *scope, lf_cost *cost);

/** What a word of a cost is made of, beside '.'. */
#define LF_NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"

/** Is this a word of every cost: a counter, samples, calls or passes.ROLE? */
bool lf_cost_is_word(const char *name);

/** LF_BAD_INPUT: no cost could name such a measure, as it is no word of costs or is read as a
 *  number; or the name means something in all costs, or CPU time where costs are shown, and the
 *  measure would never be meant. */
lf_status lf_cost_check_measure(const char *name);

/** The cost of these counts. */
double lf_cost_value(const lf_cost *cost, const uint64_t *count);

/** One limit of a budget. */
typedef struct {
    lf_cost cost;
    double most;
} lf_limit;

#define LF_LIMITS 4

/** A budget: the first limit that would be overrun stops the run. */
typedef struct {
    size_t limits; /**< at least one */
    lf_limit limit[LF_LIMITS];
    uint32_t uses; /**< bit c: counter c is in one of their costs */
} lf_budget;

/** Parse "NUMBER[:UNIT][,NUMBER[:UNIT]...]"; the unit is a cost, `steps` if left out. Every number
 *  must be positive and finite, and every unit must grow with at least one counter, and not with
 *  outer, which is free. */
lf_status lf_budget_parse(const char *text, const lf_cost_scope *scope, lf_budget *budget);

/** malloc'ed unit of a budget's first limit: "dp.g" of "2e5:dp.g,100:steps"; NULL: no memory. */
char *lf_budget_first(const char *text);

/** Share of the budget that these counts use up: 1 at the tightest limit. */
double lf_budget_used(const lf_budget *budget, const uint64_t *count);

typedef struct {
    uint64_t count[LF_COUNTERS];
    lf_budget budget;
    bool spent; /**< a call was refused: from now on all are */
} lf_meter;

/** LF_BUDGET_SPENT, and n taken back from both counters, if a limit does not allow what they are
 *  now. */
lf_status lf_meter_limit(lf_meter *meter, size_t counter, size_t other, uint64_t n);

/** Add n to one or two counters (pass the same twice for one) if every limit allows it, else
 *  LF_BUDGET_SPENT and nothing is added, now or later. A budget of steps says nothing of most
 *  counters, so that most charges are this addition. */
static inline lf_status lf_meter_charge(lf_meter *meter, size_t counter, size_t other, uint64_t n) {
    const uint32_t charged = (uint32_t)1 << counter | (uint32_t)1 << other;
    if (meter->spent) return LF_BUDGET_SPENT;
    meter->count[counter] += n;
    if (other != counter) meter->count[other] += n;
    return meter->budget.uses & charged ? lf_meter_limit(meter, counter, other, n) : LF_OK;
}
