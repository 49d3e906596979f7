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

/** Data sets that are too large for a test, and what stands in for them on problems that have a
 *  parameter of this name. */
static const struct {
    const char *large, *has, *assignment;
} every_small[] = {{"synthetic", "data", "data=synthetic_small"},
                   {"synth30", "data", "data=synthetic_small"},
                   {"mnist50", "data", "data=synthetic_small,temp=1"},
                   {"mnist50", "target", "data=synthetic_small,target=4,protected=0+2+3,temp=1"}};

static inline const lf_param *every_param(const lf_problem_class *is, const char *name) {
    const lf_param *p = is->params;
    while (p->field && strcmp(lf_param_name(p), name) != 0)
        p++;
    return p->field ? p : NULL;
}

static inline fixture_problem problem_open_small(const lf_problem_class *is) {
    const char *assignments = "";
    const lf_param *data = every_param(is, "data");
    for (size_t k = 0; data && k < sizeof every_small / sizeof *every_small; k++)
        if (strcmp(data->text, every_small[k].large) == 0 && every_param(is, every_small[k].has))
            assignments = every_small[k].assignment;
    return problem_open(is, assignments);
}
