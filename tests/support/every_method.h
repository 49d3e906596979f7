/**
 * @file every_method.h
 * @brief Every method of the registry on every toy problem of its view that it takes.
 */
#pragma once

#include "coupled.h"
#include "harness/registry/plugin.h"
#include "quadratic_levels.h"

#define X(name) extern const lf_algorithm lf_algorithm_##name;
#include "algorithms.inc"
#undef X
#define X(name) &lf_algorithm_##name,
static const lf_algorithm *const algorithms[] = {
#include "algorithms.inc"
};
#undef X
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

static const double x0[3] = {1.5, -1, 0.5};

/* A problem that an algorithm is tried on. */
typedef struct {
    toy is;               /* of every view but one */
    lf_parameters levels; /* parameters of bilevel_quadratic, where the view is bilevel */
} subject;

static inline subject levels_of(const char *set) {
    const lf_problem_class *is = &lf_problem_bilevel_quadratic;
    subject made = {.is = {.dim = 3}};
    assert_ok(lf_parameters_create(is->params, is->params_size, set, is->name, &made.levels));
    return made;
}

/* The problems that an algorithm of this view is tried on; none yet for a view is a failure. */
static inline size_t toys(lf_view view, subject list[4]) {
    switch (view) {
    case LF_VIEW_GROUP_MINIMAX:
        list[0] = (subject){.is = toy_circle(0.1)};
        return 1;
    case LF_VIEW_COMPOSITION:
        list[0] = (subject){.is = coupled_shapes()};
        list[1] = (subject){.is = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.1)};
        list[2] = (subject){.is = coupled_rows_alike(0.1)};
        list[3] = (subject){.is = coupled_rows_linear(0.1)};
        return 4;
    case LF_VIEW_SADDLE:
        list[0] = (subject){.is = toy_pass(0.1)};
        list[0].is.auxiliary = 2; /* as of AUC, whose a and b are the last two */
        return 1;
    case LF_VIEW_BILEVEL:
        list[0] = levels_of("s=0.3");
        list[1] = levels_of("s=0.3,tasks=3,rho=0");
        return 2;
    case LF_VIEW_CONSTRAINED:
    case LF_VIEW_PLAIN:
        list[0] = (subject){.is = toy_line()};
        list[1] = (subject){.is = toy_corner()};
        return 2;
    default:
        fail_msg("no toy problem for this view");
    }
    return 0;
}

static inline trial *prepare(const lf_algorithm *is, const subject *problem, uint64_t seed,
                             const char *budget, const char *set, size_t bytes) {
    if (is->view != LF_VIEW_BILEVEL)
        return trial_prepare(is, &problem->is, seed, budget, set, bytes);
    return trial_equip(
        trial_problem_of(&lf_problem_bilevel_quadratic, problem->levels.values, seed, budget), is,
        set, bytes);
}

static inline trial *start(const lf_algorithm *is, const subject *problem, uint64_t seed,
                           const char *set) {
    trial *t = prepare(is, problem, seed, "1e12", set, (size_t)1 << 24);
    assert_ok(trial_init(t, x0));
    return t;
}

/* Some methods take but one of the toys of their view. */
static inline bool takes(const lf_algorithm *is, const subject *problem) {
    trial *t = prepare(is, problem, 7, "1e12", NULL, (size_t)1 << 24);
    return trial_init(t, x0) != LF_UNSUPPORTED;
}

typedef void (*check)(const lf_algorithm *is, const subject *problem, const char *set);

/* Every algorithm on every toy: with its defaults, with all choices moved, in both modes. */
static inline void for_all(check run) {
    for (size_t i = 0; i < ALGORITHMS; i++) {
        subject list[4];
        char moved[256], same_mode[256];
        trial_move_choices(algorithms[i]->params, "", moved);
        trial_move_choices(algorithms[i]->params, "mode", same_mode);
        const size_t problems = toys(algorithms[i]->view, list);
        size_t taken = 0;
        for (size_t k = 0; k < problems; k++) {
            const bool fits = takes(algorithms[i], &list[k]);
            taken += fits;
            if (fits) run(algorithms[i], &list[k], NULL);
            if (fits) run(algorithms[i], &list[k], moved);
            if (fits) run(algorithms[i], &list[k], same_mode);
            trial_teardown(NULL);
            lf_parameters_free(&list[k].levels);
        }
        assert_true(taken > 0);
    }
}
