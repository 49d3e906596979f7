/**
 * @file tiny.h
 * @brief A problem on a table of a few rows: numbers for it are worked out elsewhere.
 */
#pragma once

#include "fixture_problem.h"
#include "scratch.h"

static fixture_problem tiny;

/** cmocka's set-up: `tiny` on a table with columns y and part, `set` behind its data. */
static inline int tiny_open(void **state, const lf_problem_class *is, const char *table,
                            const char *set) {
    static const char about[] = "features: tiny.csv\nlabel: y\nsplit: part\n";
    char assignments[4200];
    if (scratch_setup(state) || setenv("XDG_CACHE_HOME", *state, 1)) return -1;
    if (!scratch_write(state, "tiny.csv", table, strlen(table))) return -1;
    const char *path = scratch_write(state, "tiny.yaml", about, sizeof about - 1);
    if (!path) return -1;
    snprintf(assignments, sizeof assignments, "data=%s%s", path, set);
    tiny = problem_open(is, assignments);
    return 0;
}

static inline int tiny_close(void **state) {
    problem_close(&tiny);
    return scratch_teardown(state);
}

/** The three rows of the lower level of its first task, all at once. */
static const size_t tiny_rows = 3;
static const lf_samples tiny_all = {
    .role = LF_ROLE_LOWER, .n = 3, .per_stratum = &tiny_rows, .draw = LF_DRAW_FULL};

/** Rows (1,0), (0,1), (1,1) with y = 1, -1, 1 train; (1,1) with y = -1 judges. */
static const char tiny_two_classes[] =
    "a,b,y,part\n1,0,1,train\n0,1,-1,train\n1,1,1,train\n1,1,-1,test\n";
