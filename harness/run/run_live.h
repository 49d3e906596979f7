/**
 * @file run_live.h
 * @brief What the files of the run loop share: one run under way.
 */
#pragma once

#include <levelfield/algorithm.h>

#include "harness/audit/keeper.h"
#include "harness/registry/parameters.h"
#include "harness/run/checkpoint.h"
#include "harness/run/record.h"
#include "harness/run/run.h"
#include "oracle/arena.h"
#include "oracle/oracle.h"

/**
 * At which shares of the budget a run is judged. Row 0 is the start. Row k of the K others is due
 * at the share k/K of the budget, or, spaced logarithmically, at 10^(-4 (K - k) / (K - 1)): from
 * 1e-4 to 1. The grid depends on the specification alone and not on what a step costs, so all
 * methods under one budget are judged at the same shares; a method whose steps pass several rows at
 * once gets one row for them.
 *
 * Rows with expensive metrics are E of 0..K, as even in number as can be: E = 1 is the last one,
 * E = 2 the first and the last, E > K all of them, E = 0 none.
 */
typedef struct {
    size_t rows;      /**< K */
    size_t expensive; /**< E */
    bool log_spaced;
    size_t next; /**< the first row that is not due yet */
} lf_schedule;

lf_schedule lf_schedule_of(const lf_run_spec *spec);
/** Share of the budget at which a row is due; 0 for row 0. */
double lf_schedule_share(const lf_schedule *schedule, size_t row);
bool lf_schedule_expensive(const lf_schedule *schedule, size_t row);
/** Is a row due at this share? Moves on past every such row; *expensive <- is one of them so? */
bool lf_schedule_due(lf_schedule *schedule, double share, bool *expensive);

/** The rule that ends a run early: "METRIC<VALUE". */
typedef struct {
    bool given;
    size_t metric; /**< position in the record */
    double below;
} lf_stop;

/** Read the rule; NULL is no rule. `record` names the metrics there are. */
lf_status lf_stop_parse(const char *text, const lf_record *record, lf_stop *stop);

/** Do these metric values end the run? Not where the metric was not evaluated. */
bool lf_stop_reached(const lf_stop *stop, const double *value);

/** A stretch of CPU time: that of the thread that makes the steps is shared out between oracle and
 *  algorithm by clock ticks. */
typedef struct {
    double cpu_seconds;    /**< of the thread, before it */
    uint64_t steps;        /**< begun in it */
    uint64_t next;         /**< the step that is looked at next, after the first few */
    uint64_t ticks;        /**< of its steps, as those tell that are looked at */
    uint64_t inside;       /**< of these, the oracle's */
    uint64_t since;        /**< when the one under way began */
    uint64_t oracle_ticks; /**< before that */
    bool on;               /**< it is looked at */
} lf_stretch;

/** A copy of a point at the last whole step. */
typedef struct {
    double *w, *y;      /**< d, domain_y.n */
    const double *kept; /**< of a run with sparse vectors: the one that is the point, and w what was
                             last looked at (lf_run_see); NULL: w is the point */
    double *own;        /**< kept, where it is a copy; NULL: it is the method's own */
    bool has_y;
} lf_held;

/** How a run is saved; nothing of it is used where saving.folder is NULL. */
typedef struct {
    lf_saving saving;
    char path[LF_PATH_BYTES]; /**< of the checkpoint */
    lf_checkpoint_head head;  /**< what it is known by, filled in at the start */
    unsigned char *birth;     /**< the method's state as its init left it */
    double began;             /**< of this sitting: monotonic seconds */
    double due;               /**< when the next one is written */
    double earlier_seconds;   /**< wall clock of earlier sittings */
    bool fails;               /**< the last one could not be written, which has been said */
    bool interrupted;         /**< the run was asked to end, and is not over */
} lf_run_saving;

/** The points that are judged: the iterate, and the average where the method keeps one. */
enum { LF_HELD_ITERATE, LF_HELD_AVERAGE, LF_HELD };

typedef struct {
    const lf_run_observer *observer;
    lf_record *record;

    const lf_algorithm *algorithm;
    lf_algorithm proxy; /**< of an audited run: what `algorithm` is then */
    lf_audit *audit;    /**< of an audited run */
    lf_parameters algorithm_parameters, problem_parameters;
    lf_problem problem;
    double *start;    /**< the problem's x0 (d) as the harness set it; NULL: its own */
    double *x0;       /**< the start as init is given it (d): the method's to keep */
    lf_budget budget; /**< our own: the meter's copy lies where a plugin could reach it */
    lf_oracle *oracle;
    void *state;
    lf_arena *arena;
    size_t memory_bytes; /**< the arena's limit; 0: none */
    lf_stop stop;
    lf_schedule schedule;

    bool begun;  /**< init was whole: the method has points */
    bool sparse; /**< it has sparse vectors, unless its method says in init that it cannot */
    bool whole;  /**< as the algorithm says; false for a plugin, whose word is not taken:
                      what a refused step did may not be judged */
    lf_held held[LF_HELD]; /**< the iterate's w is record->iterate */
    double *memory;        /**< the problem's memory at the last whole step; NULL: it has none */
    size_t metrics;        /**< of the problem; the record has them once a point */
    lf_trace_point now;    /**< counters of the last whole step; seconds so far */
    double share;          /**< of the budget, at the last whole step */
    uint64_t free_steps;   /**< whole steps in a row that cost nothing of the budget */
    bool row_is_expensive; /**< the last row has its expensive metrics */
    lf_stretch stretch;
    double beside_seconds; /**< CPU time of the run's other threads and processes that is counted */
    double *value;         /**< room for one row */
    lf_run_saving save;

    bool over; /**< record->status and record->cause are final */
} lf_run;

/** End the run with this status and cause. The first end stands, except that one that went well may
 *  turn out not to have when it is judged. */
void lf_run_end(lf_run *r, lf_run_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Build everything that the first step needs; on failure the run is over. */
void lf_run_set_up(lf_run *r, size_t memory_bytes);
/** Put a run whose init has been called, but that has no row yet, to where set-up left it. */
void lf_run_set_back(lf_run *r);
void lf_run_take_down(lf_run *r);

/** Judge the start and call init: after lf_run_set_up(). */
void lf_run_begin(lf_run *r);
/** Make so many steps, or as many as there are until the run is over. Between two calls the oracle
 *  answers nobody. */
void lf_run_advance(lf_run *r, uint64_t steps);
/** No more questions: what the problem remembers and the points are those of the last whole step.
 */
void lf_run_settle(lf_run *r);

/** The problem's x0 <- a point of its domain, if it gives none and the origin is outside; then a
 *  point beside it, if the run's code asks for that. */
lf_status lf_run_set_start(lf_run *r);
/** Call the method's init. */
lf_status lf_run_init(lf_run *r);
/** The method was called: if it left the floating-point modes changed, they are put back, before
 *  anything is evaluated, and the run ends. `step` is 0 in init. */
void lf_run_modes(lf_run *r, uint64_t step);
/** Copy the points that are judged, those of the last whole step; a method that has none ends the
 *  run. After each step, unless the run is `whole`: then where they are looked at. */
bool lf_run_hold(lf_run *r);

/** Add to the cause of a run that ended well what is wrong with its result: a sum of which only
 * some terms were ever asked about is another problem. */
void lf_run_warn(const lf_run *r);

/** Before a point is read entry by entry. */
void lf_run_see(lf_run *r);

/** Is a checkpoint there that fits? Then init is called and everything put to where it was. If not,
 *  the run is as before the call, and whatever was there has been set aside with a note. */
bool lf_run_resume(lf_run *r);
/** After init or a resumption: from now on the run is saved. */
void lf_run_save_begin(lf_run *r);
/** Between two steps: save if it is time; if the run was asked to end, save and end it. */
void lf_run_save_look(lf_run *r);
/** Tell whoever watches. */
void lf_run_note(const lf_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** CPU time of this thread, seconds. */
double lf_run_cpu_seconds(void);
/** The problem is built: what other threads and processes of the run spend from now on is the
 *  method's. */
void lf_run_clock_open(lf_run *r);
/** Begin a stretch of the algorithm's time; go on to its next step; end it and add it to r->now,
 *  with what other threads and processes of the run have spent since the last one ended. */
void lf_run_clock_start(lf_run *r);
void lf_run_clock_step(lf_run *r);
void lf_run_clock_stop(lf_run *r);

/** Judge the last whole step and add a row; may end the run: diverged, stopped, failed. */
void lf_run_judge(lf_run *r, bool expensive);
/** The last row: at the last whole step, with expensive metrics if any row has them. */
void lf_run_judge_last(lf_run *r);
/** Is a point of the last whole step not finite, or the iterate out of all bounds? */
bool lf_run_is_lost(const lf_run *r);
