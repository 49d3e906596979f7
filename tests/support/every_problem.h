/**
 * @file every_problem.h
 * @brief Every problem of the generated list, on a small data set where it wants a large one.
 */
#pragma once

#include "fixture_problem.h"

#define X(name) extern const lf_problem_class lf_problem_##name;
#include "problems.inc"
#undef X

static const lf_problem_class *const every_problem[] = {
#define X(name) &lf_problem_##name,
#include "problems.inc"
#undef X
};
enum { EVERY_PROBLEM = sizeof every_problem / sizeof *every_problem };

/** Data sets that are too large for a test, and what stands in for them. */
static const struct {
    const char *large, *assignment;
} every_small[] = {{"synthetic", "data=synthetic_small"},
                   {"synth30", "data=synthetic_small"},
                   {"mnist50", "data=synthetic_small,target=4,protected=0+2+3,temp=1"}};

static inline fixture_problem problem_open_small(const lf_problem_class *is) {
    const char *assignments = "";
    for (const lf_param *p = is->params; p->field; p++)
        for (size_t k = 0; k < sizeof every_small / sizeof *every_small; k++)
            if (strcmp(lf_param_name(p), "data") == 0 && strcmp(p->text, every_small[k].large) == 0)
                assignments = every_small[k].assignment;
    return problem_open(is, assignments);
}
