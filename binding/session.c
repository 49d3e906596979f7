/**
 * @file session.c
 * @brief One run in the caller's process, taken step by step.
 *
 * It is the run of harness/run, stopped between steps: the same meter, seeds, budget and judging,
 * but no process of its own, so what crashes takes the caller with it.
 */
#include "binding/binding.h"

#include <fenv.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cblas.h>

#include "base/c_locale.h"
#include "base/float_env.h"
#include "harness/registry/parameters.h"
#include "harness/run/idle.h"
#include "harness/run/run_live.h"
#include "oracle/oracle.h"

struct lf_binding_session {
    lf_run run;
    lf_record record;
    bool settled;
};

/* What is the caller's and is given back. */
typedef struct {
    int threads;
    fenv_t modes;
    locale_t locale;
} session_caller;

/* One BLAS thread, the usual floating-point modes and locale, as in a run's own process, so that a
 * session's bits and words are a run's. Refused where a method is at work, this session's or not:
 * one that could step or judge another session would learn what its own run is not charged for. */
static lf_status session_enter(session_caller *caller) {
    LF_TRY(lf_run_enter());
    caller->threads = openblas_get_num_threads();
    if (caller->threads != 1) openblas_set_num_threads(1);
    fegetenv(&caller->modes);
    lf_float_env_reset();
    caller->locale = lf_c_locale_enter();
    return LF_OK;
}

static void session_leave(const session_caller *caller) {
    if (caller->threads != 1) openblas_set_num_threads(caller->threads);
    fesetenv(&caller->modes);
    lf_c_locale_leave(caller->locale);
    lf_run_leave();
}

/* A run that is over answers no more questions, and is where its last whole step left it. */
static void session_settle(lf_binding_session *s) {
    if (!s->run.over || s->settled) return;
    s->settled = true;
    lf_run_settle(&s->run);
}

/* Checkpoints are the caller's affair: the schedule has the one at the end alone. */
static lf_status session_specify(const char *problem, const char *algorithm, uint64_t seed,
                                 const char *budget, lf_run_spec *spec) {
    if (seed > LF_SEED_MOST)
        return lf_fail(LF_BAD_ARGUMENT, "seed: expected a whole number from 0 to %" PRIu64,
                       LF_SEED_MOST);
    LF_TRY(lf_problem_canonical(problem, &spec->problem));
    LF_TRY(lf_algorithm_canonical(algorithm, &spec->algorithm));
    spec->seed = seed;
    spec->checkpoints = 1;
    spec->budget = strdup(budget);
    return spec->budget ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a session");
}

/* What failed before the first step leaves nothing that could be gone on with. */
static lf_status session_begin(lf_binding_session *s) {
    lf_run_set_up(&s->run, 0);
    if (s->run.over) return lf_fail(LF_BAD_INPUT, "%s", s->record.cause ? s->record.cause : "");
    lf_run_begin(&s->run);
    session_settle(s);
    if (s->run.over && s->record.status == LF_RUN_FAILED)
        return lf_fail(LF_BAD_INPUT, "%s", s->record.cause ? s->record.cause : "");
    return LF_OK;
}

static lf_status session_make(const char *problem, const char *algorithm, uint64_t seed,
                              const char *budget, lf_binding_session **session) {
    lf_binding_session *s = calloc(1, sizeof *s);
    if (!s) return lf_fail(LF_NO_MEMORY, "no memory for a session");
    lf_status status = session_specify(problem, algorithm, seed, budget, &s->record.spec);
    if (status != LF_OK) {
        lf_record_clear(&s->record);
        free(s);
        return status;
    }
    s->run.record = &s->record;
    session_caller caller;
    status = session_enter(&caller);
    if (status == LF_OK) {
        status = session_begin(s);
        session_leave(&caller);
    }
    if (status == LF_OK)
        *session = s;
    else
        lf_binding_close(s);
    return status;
}

lf_status lf_binding_open(const char *problem, const char *algorithm, uint64_t seed,
                          const char *budget, lf_binding_session **session) {
    *session = NULL;
    LF_TRY(lf_run_idle());
    const locale_t before = lf_c_locale_enter();
    const lf_status status = session_make(problem, algorithm, seed, budget, session);
    lf_c_locale_leave(before);
    return status;
}

void lf_binding_close(lf_binding_session *session) {
    if (!session) return;
    lf_run_take_down(&session->run);
    lf_record_clear(&session->record); /* the iterate too */
    free(session);
}

lf_status lf_binding_step(lf_binding_session *session, uint64_t n) {
    session_caller caller;
    LF_TRY(session_enter(&caller));
    lf_run_advance(&session->run, n);
    session_settle(session);
    session_leave(&caller);
    return LF_OK;
}

const char *lf_binding_cause(const lf_binding_session *session) {
    if (!session->run.over) return NULL;
    return session->record.cause ? session->record.cause : "";
}

const char *lf_binding_status(const lf_binding_session *session) {
    return session->run.over ? lf_run_status_name(session->record.status) : NULL;
}

char *lf_binding_problem(const lf_binding_session *session) {
    return lf_binding_describe(session->run.oracle);
}

const char *lf_binding_counter(size_t counter) {
    return counter < LF_COUNTERS ? lf_counter_name(counter) : NULL;
}

const uint64_t *lf_binding_counts(const lf_binding_session *session) {
    return session->run.now.count;
}

lf_status lf_binding_cost(const lf_binding_session *session, const char *cost, double *value) {
    const lf_cost_scope scope = lf_cost_scope_of(&session->run.problem.info);
    lf_cost parsed;
    LF_TRY(lf_cost_parse(cost, &scope, &parsed));
    *value = lf_cost_value(&parsed, session->run.now.count);
    return LF_OK;
}

lf_status lf_binding_judge(lf_binding_session *session, const double **value, size_t *n) {
    lf_run *r = &session->run;
    session_caller caller;
    LF_TRY(session_enter(&caller));
    if (!r->over && r->whole) lf_run_hold(r);
    const bool failed = r->over && session->record.status == LF_RUN_FAILED;
    lf_run_judge(r, true);
    session_settle(session);
    session_leave(&caller);
    *value = r->value;
    *n = session->record.metrics;
    if (!failed && r->over && session->record.status == LF_RUN_FAILED)
        return lf_fail(LF_BAD_INPUT, "%s", session->record.cause ? session->record.cause : "");
    return LF_OK;
}

const char *lf_binding_metric(const lf_binding_session *session, size_t metric) {
    return metric < session->record.metrics ? session->record.metric[metric].name : NULL;
}

lf_point lf_binding_at(lf_binding_session *session) {
    lf_run *r = &session->run;
    if (!r->over && r->whole) lf_run_hold(r);
    lf_run_see(r);
    const lf_held *held = &r->held[LF_HELD_ITERATE];
    return (lf_point){held->w, held->has_y ? held->y : NULL};
}
