/**
 * @file record.h
 * @brief What is run, and what came of it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oracle/meter.h"

/** The largest seed that a run is asked for with: JSON's integers, and SQLite's, are signed, and
 * what a file says has to be the seed that gives the same run. */
#define LF_SEED_MOST ((uint64_t)INT64_MAX)

/** What a run is asked to be: fields that are texts, counts, and how checkpoints are spaced, which
 *  has words of its own in a key. */
#define LF_RUN_ASKED_LIST(TEXT, COUNT, SPACING)                                                    \
    TEXT(problem)       /* canonical: "dp_scad:data=a9a,..." with every parameter */               \
    TEXT(algorithm)     /* canonical */                                                            \
    COUNT(seed)         /* at most LF_SEED_MOST */                                                 \
    TEXT(budget)        /* "2000:passes.constraint"; several limits separated by commas */         \
    COUNT(checkpoints)  /* trace rows beside the one at the start */                               \
    SPACING(log_spaced) /* logarithmically in used budget, else evenly */                          \
    COUNT(expensive)    /* rows that also evaluate the expensive metrics, the last one included */ \
    TEXT(stop)          /* "METRIC<VALUE": end early, where that metric is evaluated; NULL */

/** All of a specification, in the order of keys and of a store's columns. */
#define LF_RUN_SPEC_LIST(TEXT, COUNT, SPACING)                                                     \
    LF_RUN_ASKED_LIST(TEXT, COUNT, SPACING)                                                        \
    TEXT(code) /* which builds of plugins problem and algorithm are; NULL: of the tree */

#define LF_RUN_TEXT(field) char *field;
#define LF_RUN_COUNT(field) uint64_t field;
#define LF_RUN_FLAG(field) bool field;
/** One algorithm with one parameter set on one problem with one seed and one budget. Copies, keys,
 *  the rows of stores and Slurm's plans are made from the list: a field is added there alone. */
typedef struct {
    LF_RUN_SPEC_LIST(LF_RUN_TEXT, LF_RUN_COUNT, LF_RUN_FLAG)
} lf_run_spec;
#undef LF_RUN_TEXT
#undef LF_RUN_COUNT
#undef LF_RUN_FLAG
/** For what is done with fields of another kind. */
#define LF_RUN_NOTHING(field)

/** X(enum, word stored and printed). */
#define LF_RUN_STATUS_LIST(X)                                                                      \
    X(LF_RUN_DONE, "done")                                                                         \
    X(LF_RUN_DIVERGED, "diverged")                                                                 \
    X(LF_RUN_FAILED, "failed")                                                                     \
    X(LF_RUN_TIMEOUT, "timeout")                                                                   \
    X(LF_RUN_KILLED, "killed")

#define LF_RUN_STATUS_ENUM(status, word) status,
typedef enum { LF_RUN_STATUS_LIST(LF_RUN_STATUS_ENUM) LF_RUN_STATUSES } lf_run_status;
#undef LF_RUN_STATUS_ENUM

const char *lf_run_status_name(lf_run_status status);
/** The status of that name; LF_RUN_STATUSES if there is none, as of NULL. */
lf_run_status lf_run_status_of(const char *word);
/** Is it a result? The others are tried again. */
bool lf_run_status_is_result(lf_run_status status);
/** Can a run that ended so go on where it was? One that failed starts anew: its state before the
 *  failure may be what made it fail. */
bool lf_run_status_goes_on(lf_run_status status);

/** The state of a run at the end of a whole step. */
typedef struct {
    uint64_t count[LF_COUNTERS];
    double oracle_seconds;    /**< CPU time inside the problem */
    double algorithm_seconds; /**< CPU time of the algorithm, all threads and processes (clock.c) */
    double evaluation_seconds; /**< CPU time of evaluating metrics: never part of the others */
} lf_trace_point;

/** What a metric's name ends in where it is measured at the method's average, not its iterate. */
#define LF_METRIC_AVERAGE ".avg"

/** Length of a metric's name without that ending: what the problem calls it. */
size_t lf_metric_stem(const char *name);

/** A metric's name and manner, copied from the problem so that a record stands alone. */
typedef struct {
    char *name;
    char *doc;
    bool expensive, higher_is_better;
} lf_metric_info;

typedef struct {
    char *name, *cost, *doc;
} lf_measure_info;

/** A run and its result. Owns everything it points at. */
typedef struct {
    lf_run_spec spec;
    char key[65]; /**< SHA-256 of the canonical configuration, hex */
    lf_run_status status;
    char *cause; /**< why it ended, one line: "budget spent", "signal 11 (Segmentation fault)" */
                 /**< and, behind LF_CAUSE_WARNING, what is to be known of its result */
    char *log;   /**< last lines the run wrote on its standard error; "" if none */

    size_t metrics;
    lf_metric_info *metric;
    size_t measures;
    lf_measure_info *measure;
    double samples[LF_ROLES]; /**< samples behind each role */

    size_t points;
    lf_trace_point *point;
    double *value; /**< points x metrics, row-major; NAN where not evaluated */

    size_t dim;
    double *iterate;       /**< final iterate; NULL if there is none */
    char trace_sha256[65]; /**< over counters and metric values of all points; "" if none */
    char *data_name, *data_sha256;
    char *environment; /**< JSON object, see environment.h */
    double wall_seconds;
} lf_record;

#define LF_CAUSE_WARNING "; warning: "
/** The warning of a run that begins with so many steps, or more, in which nothing is drawn; the
 *  number of the last one follows. */
#define LF_CAUSE_CHANCE "it left to chance only what came after step "
enum { LF_CHANCE_STEPS = 16 };
/** What is to be known of the result of a run that ended well; NULL: nothing. */
const char *lf_record_warning(const lf_record *record);
/** Why the run ended, also where memory ran short before that was written down. */
const char *lf_record_cause(const lf_record *record);
/** Give a run that never began the texts that every record has: "" for data and log. */
lf_status lf_record_complete(lf_record *record);

/** LF_NO_MEMORY leaves `to` empty. */
lf_status lf_run_spec_copy(const lf_run_spec *from, lf_run_spec *to);
/** Free what the specification owns and zero it. */
void lf_run_spec_clear(lf_run_spec *spec);
/** A name that two metrics or two measures share, which a store would not take; NULL: there is
 * none.
 */
const char *lf_record_repeated(const lf_record *record);
/** Free what the record owns and zero it. */
void lf_record_clear(lf_record *record);

/** SHA-256 (hex) over a fixed-order JSON text of the specification; also the text itself,
 * malloc'ed, unless `text` is NULL. Wall and memory limits, -j and the plugin's path are not part
 * of it. */
lf_status lf_run_spec_key(const lf_run_spec *spec, char key[65], char **text);

/** scope <- what costs on this record's counters may name. free(scope->measure): it is malloc'ed.
 */
lf_status lf_record_scope(const lf_record *record, lf_cost_scope *scope);

/** Value of a metric at a point; NAN if not evaluated or unknown. */
double lf_record_value(const lf_record *record, size_t point, const char *metric);
/** Position of a metric, or SIZE_MAX. */
size_t lf_record_metric(const lf_record *record, const char *name);
/** Is more of a metric better? The record says so, as the registry may not know the problem any
 *  more; false where it does not know the metric, like that of a run that failed early. */
bool lf_record_higher(const lf_record *record, const char *metric);

/** Add a point with record->metrics values. One with the counters of the last point replaces it:
 *  that is how the last row gets its expensive metrics once it is known to be the last. */
lf_status lf_trace_put(lf_record *record, const lf_trace_point *point, const double *value);

/** record->trace_sha256 <- SHA-256 over the counters and metric values, bit for bit, of all points;
 *  seconds are left out. "" without points. */
lf_status lf_trace_seal(lf_record *record);

/** LF_BAD_INPUT, and why, unless a run could have had this trace: neither counters nor seconds
 * fall, and the last row is within the budget. */
lf_status lf_trace_possible(const lf_record *record);
