/**
 * @file binding.h
 * @brief What a binding to another language calls: for python/levelfield, and others like it.
 *
 * A method of another language is registered from function pointers and then one like all others;
 * campaigns are the command line's, in this process; a session is one run, taken step by step.
 * Questions about a problem are those of <levelfield/oracle.h>, which a binding calls itself.
 * While a method is at work in this process, in a run or in a session's init or step, it has its
 * own oracle and no more: opening, stepping and judging sessions, commands, adding and loading are
 * refused with LF_UNSUPPORTED and one line, from any thread.
 * These functions are shown by the shared library under a version of their own,
 * LEVELFIELD_BINDING_1, and are no part of the headers for methods and problems.
 */
#pragma once

#include <levelfield/algorithm.h>

LF_PUBLIC_BEGIN

/** What this library is: LF_ABI, then the bytes of lf_batch, lf_param and lf_binding_method, so
 *  that a binding with other layouts can refuse to go on; 0 at the end. */
const size_t *lf_binding_layout(void);

/** lf_fail() for a language without variable arguments. */
lf_status lf_binding_fail(lf_status status, const char *text);

/** Give back a text that is said to be malloc'ed. */
void lf_binding_free(char *text);

/* ---- the interpreter's side of processes ---- */

/**
 * Runs are children of this process. `hold` takes the interpreter's lock and returns what `release`
 * wants back; the other three are what the language does around a fork. In a child the lock stays
 * held: it has one thread. Pointers may be NULL.
 */
typedef struct {
    int (*hold)(void);
    void (*release)(int held);
    void (*before)(void);
    void (*parent)(void);
    void (*child)(void);
} lf_binding_interpreter;

void lf_binding_interpret(const lf_binding_interpreter *interpreter);

/** The kernels that OpenBLAS uses, and better ones that this CPU has; NULL: none. */
const char *lf_binding_blas(void);
const char *lf_binding_blas_better(void);

/* ---- names ---- */

/** malloc'ed JSON {"algorithms": [...], "problems": [...]} with every parameter; NULL: no memory.
 */
char *lf_binding_catalogue(void);
/** Load a plugin, as `--plugin` does. */
lf_status lf_binding_load(const char *path);

/* ---- methods ---- */

/** A method made of another language's functions. What it points at must live as long as the
 *  process. */
typedef struct {
    const char *name;       /**< letters, digits and _ */
    const char *doc;        /**< one line */
    const char *source;     /**< authors, year */
    const char *view;       /**< "composition" */
    const lf_param *params; /**< table ended by {0} */
    size_t params_size;     /**< bytes of the struct that the table describes */
    bool averages;          /**< it keeps an average, judged beside the iterate */
    const char *file;       /**< where its code is; NULL: in no file of its own */
    /** As in lf_algorithm; `state` names the run in calls of the functions below. */
    lf_status (*init)(void *state, const void *params, lf_oracle *o, const double *x0,
                      lf_arena *arena);
    lf_status (*step)(void *state, lf_oracle *o);
} lf_binding_method;

/** Register it. A method that came this way earlier under the same name is replaced, so that one
 *  can be edited and tried again; any other name that is taken is refused. */
lf_status lf_binding_add(const lf_binding_method *method);

/** *vector <- n zeroed doubles of the run's arena, to be taken in init. */
lf_status lf_binding_vector(void *state, lf_arena *arena, size_t n, double **vector);
/** Where the method stands from now on; the numbers stay the method's own. y may be NULL. */
void lf_binding_iterate(void *state, const double *w, const double *y);
/** The same for its average. */
void lf_binding_average(void *state, const double *w, const double *y);

/* ---- audited runs: the interpreter as the process of a method ---- */

/** The words that start it, ended by NULL; they live as long as this process. */
void lf_binding_audit(const char *const *words);
/** In that process: serve the keeper until it ends this. `open` registers the methods of a file and
 *  says whether that went well; `readable` is what it needs to read for it. */
int lf_binding_serve(const char *const *readable, int (*open)(const char *file));
/** Cut this process off as a method's is before its file is opened, all but this descriptor: for a
 *  look at a file whose code is not trusted. */
lf_status lf_binding_confine(const char *const *readable, int keep);

/** malloc'ed JSON of what the problem says about itself; NULL: no memory. */
char *lf_binding_describe(const lf_oracle *o);

/* ---- campaigns ---- */

/** Carry out a command line of `levelfield`, words[0] excluded; its exit code, 2 where it is
 * refused. What it would say on standard error goes to `said`, a line at a time, unless that is
 * NULL. */
int lf_binding_command(int words, const char *const *word, void (*said)(const char *line));

/* ---- one run, step by step, in this process ---- */

typedef struct lf_binding_session lf_binding_session;

/** Build the problem and the method, judge the start, call init. On failure *session is NULL.
 *  Seconds are those of the threads that call: other threads and processes are the caller's. */
lf_status lf_binding_open(const char *problem, const char *algorithm, uint64_t seed,
                          const char *budget, lf_binding_session **session);
void lf_binding_close(lf_binding_session *session);
/** Up to n steps; fewer if the run ends. LF_OK also where it fails: lf_binding_cause() says so. */
lf_status lf_binding_step(lf_binding_session *session, uint64_t n);
/** Why the run is over, and its status in a word; NULL while it is not. */
const char *lf_binding_cause(const lf_binding_session *session);
const char *lf_binding_status(const lf_binding_session *session);
/** malloc'ed JSON of the problem, as lf_binding_describe(). */
char *lf_binding_problem(const lf_binding_session *session);
/** Name of a counter; NULL behind the last one. */
const char *lf_binding_counter(size_t counter);
/** The counters of the last whole step. */
const uint64_t *lf_binding_counts(const lf_binding_session *session);
/** *value <- any cost (docs/counters.md) of these counters. */
lf_status lf_binding_cost(const lf_binding_session *session, const char *cost, double *value);
/** Evaluate every metric at the last whole step, outside the meter: *value, *n of them, valid until
 *  the next call. May end the run as diverged. */
lf_status lf_binding_judge(lf_binding_session *session, const double **value, size_t *n);
/** Name of a metric; NULL behind the last one. */
const char *lf_binding_metric(const lf_binding_session *session, size_t metric);
/** The point of the last whole step: w (d), or y (domain_y.n) that may be NULL. */
lf_point lf_binding_at(lf_binding_session *session);

LF_PUBLIC_END
