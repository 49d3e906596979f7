/**
 * @file algorithm.h
 * @brief The step interface: the only header an algorithm includes.
 *
 * The harness calls init once, then step until it returns anything but LF_OK. A method meets its
 * problem only through the oracle, which counts every answer and enforces the budget.
 */
#pragma once

#include <levelfield/arena.h>
#include <levelfield/oracle.h>
#include <levelfield/vector.h>

/** An algorithm: constant data, no globals. Its symbol is lf_algorithm_<file name>. */
typedef struct {
    unsigned abi;           /**< LF_ABI, checked when a plugin is loaded */
    const char *name;       /**< file name without .c; the registry key */
    const char *doc;        /**< one line: what kind of method it is */
    const char *source;     /**< authors, year, algorithm or equation */
    const char *when;       /**< what ends "take it when ..."; NULL: nobody said */
    lf_view view;           /**< the form of problem it solves */
    const lf_param *params; /**< table ended by {0} */
    size_t params_size;     /**< bytes */
    size_t state_size;      /**< bytes; the harness allocates and zeroes it */

    /** Start at x0 (d), which stays what it is as long as the run lasts. Vectors come from `arena`,
     *  into slots inside `state`.
     *  @return LF_OK, LF_BUDGET_SPENT or a failure. */
    lf_status (*init)(void *state, const void *params, lf_oracle *o, const double *x0,
                      lf_arena *arena);
    /** One iteration: allocates nothing, prints nothing, reads no clock.
     *  @return LF_OK, LF_FINISHED, or the oracle's refusal unchanged. */
    lf_status (*step)(void *state, lf_oracle *o);
    /** The point to be judged, owned by the state, valid until the next step. */
    lf_point (*iterate)(const void *state);
    /** The average of the points so far that the method's theory speaks of, judged beside the
     *  iterate as METRIC.avg; the start before the first step. NULL: the method keeps none. */
    lf_point (*average)(const void *state);
    /** true: a step that does not return LF_OK leaves iterate() and average() as they were. The
     *  harness then asks for the point where it is judged instead of copying it after each step,
     *  but not of a plugin, whose point is copied all the same. */
    bool whole;
    /** true: vectors of length d come from lf_arena_point(), so that its runs can have sparse ones.
     */
    bool sparse;
    /** true: part of the method's state lies outside state and arena, so that its runs cannot be
     *  saved: one that is interrupted starts from the beginning. */
    bool unsaved;
} lf_algorithm;

/** The algorithm of a file NAME.c that calls its things by the file's name: NAME_params,
 * NAME_state, NAME_table, NAME_init, NAME_step, NAME_iterate. What follows are its other fields. */
#define LF_ALGORITHM(NAME, ...)                                                                    \
    const lf_algorithm lf_algorithm_##NAME = {.abi = LF_ABI,                                       \
                                              .name = #NAME,                                       \
                                              .params = NAME##_table,                              \
                                              .params_size = sizeof(NAME##_params),                \
                                              .state_size = sizeof(NAME##_state),                  \
                                              .init = NAME##_init,                                 \
                                              .step = NAME##_step,                                 \
                                              .iterate = NAME##_iterate,                           \
                                              __VA_ARGS__}

/** The functions of a point that can be told in one expression of the state `s`, for LF_ALGORITHM()
 *  and its field `average`: LF_ITERATE(sgd, (lf_point){.w = s->w}); */
#define LF_ITERATE(NAME, ...) LF_POINT_OF(NAME, iterate, __VA_ARGS__)
#define LF_AVERAGE(NAME, ...) LF_POINT_OF(NAME, average, __VA_ARGS__)
#define LF_POINT_OF(NAME, WHICH, ...)                                                              \
    static lf_point NAME##_##WHICH(const void *state) {                                            \
        const NAME##_state *s = state;                                                             \
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    _Static_assert(sizeof(NAME##_state) > 0, "for the semicolon")
