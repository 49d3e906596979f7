/**
 * @file fixture_problem.h
 * @brief A problem built as the harness builds it, from "k=v,k=v"; and checks of its components.
 */
#pragma once

#include "difference.h"
#include "harness/registry/parameters.h"
#include "oracle/problem.h"

typedef struct {
    lf_parameters parameters;
    lf_problem problem;
} fixture_problem;

static inline fixture_problem problem_open(const lf_problem_class *is, const char *assignments) {
    fixture_problem f = {0};
    assert_ok(
        lf_parameters_create(is->params, is->params_size, assignments, is->name, &f.parameters));
    assert_ok(lf_problem_create(is, f.parameters.values, &f.problem));
    return f;
}

static inline void problem_close(fixture_problem *f) {
    lf_problem_release(&f->problem);
    lf_parameters_free(&f->parameters);
}

/** Skip the test, with a line that says so, where the real data is not at hand. */
static inline void need_data(const char *name) {
    lf_data *data = NULL;
    if (getenv("LEVELFIELD_DATA") && lf_data_open(name, &data) == LF_OK) {
        lf_data_close(data);
        return;
    }
    print_message("skipped: %s %s\n",
                  getenv("LEVELFIELD_DATA") ? "there is no" : "LEVELFIELD_DATA is not set:", name);
    skip();
}

/** A metric by name, at w. */
static inline double problem_metric(const lf_problem *problem, const char *name, const double *w) {
    double value = NAN;
    for (const lf_metric *m = problem->is->metrics; m && m->name; m++)
        if (strcmp(m->name, name) == 0) assert_ok(m->measure(problem, &(lf_point){.w = w}, &value));
    return value;
}

/** The component on all its samples. */
static inline component_map map_of(const lf_problem *problem, lf_role role, size_t component) {
    const lf_component *c = &problem->info.role[role].component[component];
    return (component_map){.evaluate = problem->is->evaluate,
                           .state = problem->state,
                           .samples = {.role = role,
                                       .component = component,
                                       .n = c->samples,
                                       .per_stratum = c->stratum},
                           .d = problem->info.dim,
                           .p = c->outputs};
}

/** How near its differences a gradient must be: smooth, or with kinks that a short step misses. */
typedef enum { MAP_SMOOTH, MAP_KINKED } map_kind;

/** Differences along random directions and fused calls, on all samples and on 24 a stratum, if
 * there are any. */
static inline void check_component(const lf_problem *problem, lf_role role, size_t component,
                                   map_kind kind, uint64_t seed) {
    const lf_component *c = &problem->info.role[role].component[component];
    component_map map = map_of(problem, role, component);
    double *w = calloc(map.d, sizeof *w), *u = calloc(map.d, sizeof *u);
    double *y = calloc(map.p, sizeof *y);
    size_t few[LF_STRATA], n = 24 * c->strata;
    uint32_t id[24 * LF_STRATA];
    for (size_t s = 0; s < c->strata; s++)
        few[s] = 24;
    random_ids(seed, c->strata, c->stratum, few, id);
    for (uint64_t k = 0; k < 4; k++) {
        if (k == 2 && n > 0) {
            map.samples.n = n;
            map.samples.id = id;
            map.samples.per_stratum = few;
        }
        table_point(seed + 10 * k, map.d, 0.5, w);
        table_point(seed + 10 * k + 1, map.d, 0.5, u);
        table_point(seed + 10 * k + 2, map.p, 1, y);
        if (kind == MAP_SMOOTH)
            assert_smooth_slope(&map, w, y, u);
        else
            assert_slope(&map, w, y, u, 1e-7, 2e-6);
        assert_fused(&map, w, y);
    }
    free(w);
    free(u);
    free(y);
}
