/**
 * @file trial.h
 * @brief One algorithm on one toy problem, opened by a test and closed by its teardown.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/algorithm.h>

#include "harness/registry/parameters.h"
#include "near.h"
#include "oracle/arena.h"
#include "oracle/oracle_state.h"
#include "oracle/problem.h"
#include "saved.h"
#include "toy.h"

typedef struct {
    const lf_algorithm *is;
    lf_problem problem;
    lf_oracle *oracle;
    lf_arena *arena;
    lf_parameters params;
    void *state, *birth; /* now, and as init left it */
} trial;

enum { TRIALS = 64 };
static trial trials[TRIALS];
static size_t trials_open;

/** A text for `set` below, made like printf; valid until the next one. */
static inline const char *trial_text(const char *format, ...) {
    static char text[256];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof text);
    return text;
}

/** "choice=word,..." with every choice moved off its default, except those of this name. */
static inline void trial_move_choices(const lf_param *p, const char *except, char text[256]) {
    text[0] = '\0';
    for (; p->field; p++) {
        if (p->kind != LF_KIND_CHOICE || strcmp(lf_param_name(p), except) == 0) continue;
        const char *word = p->text; /* the first word, or the second where that is the default */
        if (p->value == 0) word = strchr(word, '|') + 1;
        const size_t used = strlen(text);
        snprintf(text + used, 256 - used, "%s%s=%.*s", used ? "," : "", lf_param_name(p),
                 (int)strcspn(word, "|"), word);
    }
}

/** A problem and its oracle, without an algorithm; `params` are the problem's. */
static inline trial *trial_problem_of(const lf_problem_class *problem, const void *params,
                                      uint64_t seed, const char *budget_text) {
    assert_true(trials_open < TRIALS);
    trial *t = &trials[trials_open++];
    lf_budget budget;
    assert_ok(lf_problem_create(problem, params, &t->problem));
    const lf_cost_scope scope = lf_cost_scope_of(&t->problem.info);
    assert_ok(lf_budget_parse(budget_text, &scope, &budget));
    assert_ok(lf_oracle_create(&t->problem, seed, &budget, &t->oracle));
    return t;
}

static inline trial *trial_problem(const toy *problem, uint64_t seed, const char *budget_text) {
    return trial_problem_of(&toy_class, problem, seed, budget_text);
}

/** Give it an algorithm about to be started with `bytes` of memory; `set` is "k=v,k=v" or NULL for
 * the defaults. */
static inline trial *trial_equip(trial *t, const lf_algorithm *is, const char *set, size_t bytes) {
    t->is = is;
    assert_ok(
        lf_parameters_create(is->params, is->params_size, set ? set : "", is->name, &t->params));
    t->state = calloc(1, is->state_size);
    t->birth = malloc(is->state_size);
    t->arena = lf_arena_create(t->state, is->state_size, bytes);
    assert_true(t->state && t->birth && t->arena);
    return t;
}

/** Both at once. */
static inline trial *trial_prepare(const lf_algorithm *is, const toy *problem, uint64_t seed,
                                   const char *budget, const char *set, size_t bytes) {
    return trial_equip(trial_problem(problem, seed, budget), is, set, bytes);
}

/** After a change of the problem's info: the oracle tells methods of it. */
static inline void trial_tell(trial *t) {
    lf_inside *in = lf_oracle_inside(t->oracle);
    lf_info_copy_free(&in->copy);
    assert_ok(lf_info_copy_make(&t->problem.info, &in->copy));
    in->info = in->copy.info;
}

static inline lf_status trial_init(trial *t, const double *x0) {
    const lf_status status = t->is->init(t->state, t->params.values, t->oracle, x0, t->arena);
    memcpy(t->birth, t->state, t->is->state_size);
    return status;
}

/** A trial that has been started at x0 on a budget that it will not spend. */
static inline trial *trial_start(const lf_algorithm *is, const toy *problem, uint64_t seed,
                                 const double *x0, const char *set) {
    trial *t = trial_prepare(is, problem, seed, "1e12", set, (size_t)1 << 24);
    assert_ok(trial_init(t, x0));
    return t;
}

/** The same on any problem, from its own start. */
static inline trial *trial_start_of(const lf_algorithm *is, const lf_problem_class *problem,
                                    const void *params, uint64_t seed, const char *set) {
    trial *t = trial_equip(trial_problem_of(problem, params, seed, "1e12"), is, set, 1 << 24);
    assert_ok(trial_init(t, t->problem.info.x0));
    return t;
}

static inline lf_status trial_step(trial *t) {
    LF_TRY(lf_oracle_begin_step(t->oracle));
    return t->is->step(t->state, t->oracle);
}

static inline const double *trial_steps(trial *t, size_t n) {
    for (size_t k = 0; k < n; k++)
        assert_ok(trial_step(t));
    return t->is->iterate(t->state).w;
}

/** b, another start of the same, goes on from where a is. */
static inline void trial_resume(const trial *a, trial *b) {
    void *memory = malloc(lf_arena_snapshot_bytes(a->arena));
    void *oracle = malloc(lf_oracle_snapshot_bytes(a->oracle));
    saved_arena(a->arena, memory);
    lf_oracle_save(a->oracle, oracle);
    assert_int_equal(lf_arena_restore(b->arena, memory, b->birth, a->birth), a->is->state_size);
    assert_ok(lf_oracle_restore(b->oracle, oracle));
    free(memory);
    free(oracle);
}

/** b, another start of the same, goes on from where a is: both make the same points, `steps` times,
 *  bit for bit; where b was before does not matter. */
static inline void trial_assert_resumes(trial *a, trial *b, size_t steps) {
    const lf_problem_info *info = lf_oracle_info(a->oracle);
    trial_resume(a, b);
    for (size_t k = 0; k < steps; k++) {
        assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), info->dim * sizeof(double));
        const double *y = a->is->iterate(a->state).y, *same = b->is->iterate(b->state).y;
        if (y) assert_memory_equal(y, same, info->domain_y.n * sizeof(double));
    }
}

/** A counter by name: "value.constraint". */
static inline size_t trial_count(const trial *t, const char *name) {
    size_t k = 0;
    while (k < LF_COUNTERS && strcmp(lf_counter_name(k), name) != 0)
        k++;
    assert_true(k < LF_COUNTERS);
    return (size_t)lf_oracle_meter(t->oracle)->count[k];
}

/** Evaluations so far: OGC, OFC, CGC, CFC of the paper. */
static inline void trial_assert_counts(const trial *t, size_t ogc, size_t ofc, size_t cgc,
                                       size_t cfc) {
    assert_int_equal(trial_count(t, "gradient.objective"), ogc);
    assert_int_equal(trial_count(t, "value.objective"), ofc);
    assert_int_equal(trial_count(t, "gradient.constraint"), cgc);
    assert_int_equal(trial_count(t, "value.constraint"), cfc);
}

static inline void trial_close(trial *t) {
    lf_oracle_free(t->oracle);
    lf_problem_release(&t->problem);
    lf_arena_free(t->arena);
    lf_parameters_free(&t->params);
    free(t->state);
    free(t->birth);
    *t = (trial){0};
}

/** Not 0 if a method wrote beside what it took. */
static inline int trial_teardown(void **unused) {
    int beside = 0;
    (void)unused;
    while (trials_open > 0) {
        const trial *t = &trials[trials_open - 1];
        if (t->arena && lf_arena_check(t->arena) != LF_OK) beside = -1;
        trial_close(&trials[--trials_open]);
    }
    return beside;
}
#define trial_test(name) cmocka_unit_test_teardown(name, trial_teardown)
