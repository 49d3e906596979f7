/**
 * @file runs.h
 * @brief For tests that run specifications in processes: loading plugins, keeping all records.
 */
#pragma once

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/pool/pool.h"
#include "harness/registry/registry.h"
#include "near.h"

#define GRADIENTS LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)
#define VALUES LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE)
#define SAMPLES LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)

enum { RUNS_MOST = 16 };

/** What came of the runs of one lf_pool_run; clear with runs_clear. */
typedef struct {
    lf_record record[RUNS_MOST]; /**< what a test needs of each: the pool's own is freed */
    size_t started, moved, ended;
} runs_seen;

/** Load PLUGIN.so of the build's test plugins. */
static inline lf_status runs_load(const char *plugin) {
    char path[4096];
    const char *build = getenv("LF_TEST_BUILD");
    snprintf(path, sizeof path, "%s/plugins/%s.so", build ? build : ".", plugin);
    return lf_plugin_load(path);
}

/** Load all of "toy fail ...", for a test's setup; 0, or -1 with the message printed. */
static inline int runs_load_all(const char *names) {
    char name[64];
    for (int read; sscanf(names, "%63s%n", name, &read) == 1; names += read)
        if (runs_load(name) != LF_OK) {
            print_error("%s\n", lf_message());
            return -1;
        }
    return 0;
}

static inline void runs_started(void *context, size_t run) {
    (void)run;
    ((runs_seen *)context)->started++;
}

static inline void runs_moved(void *context, size_t run, double progress, double value) {
    (void)run, (void)value;
    assert_true(progress >= 0 && progress <= 1);
    ((runs_seen *)context)->moved++;
}

static inline lf_status runs_ended(void *context, size_t run, const lf_record *record) {
    runs_seen *seen = context;
    lf_record *kept = &seen->record[run];
    seen->ended++;
    *kept = *record;
    kept->spec = (lf_run_spec){0};
    kept->metrics = kept->measures = 0;
    kept->metric = NULL;
    kept->measure = NULL;
    kept->data_name = kept->data_sha256 = NULL;
    kept->cause = strdup(record->cause);
    kept->log = strdup(record->log);
    kept->environment = strdup(record->environment);
    kept->point = calloc(record->points + 1, sizeof *kept->point);
    kept->value = NULL;
    kept->iterate = NULL;
    if (record->points) memcpy(kept->point, record->point, record->points * sizeof *kept->point);
    if (record->iterate) {
        kept->iterate = calloc(record->dim, sizeof *kept->iterate);
        memcpy(kept->iterate, record->iterate, record->dim * sizeof *kept->iterate);
    }
    return LF_OK;
}

static inline void runs_clear(runs_seen *seen) {
    for (size_t i = 0; i < RUNS_MOST; i++)
        lf_record_clear(&seen->record[i]);
    *seen = (runs_seen){0};
}

static inline lf_pool_observer runs_observer(runs_seen *seen) {
    return (lf_pool_observer){seen, runs_started, runs_moved, runs_ended};
}

/** A specification whose texts are the caller's. */
static inline lf_run_spec runs_spec(const char *problem, const char *algorithm,
                                    const char *budget) {
    return (lf_run_spec){.problem = (char *)problem,
                         .algorithm = (char *)algorithm,
                         .budget = (char *)budget,
                         .checkpoints = 4,
                         .expensive = 1};
}

/** A counter at the last point of a record. */
static inline uint64_t runs_count(const lf_record *record, size_t counter) {
    assert_true(record->points > 0);
    return record->point[record->points - 1].count[counter];
}

/** Status and cause of a record are these. */
static inline void runs_expect(const lf_record *record, const char *status, const char *cause) {
    assert_string_equal(record->cause, cause);
    assert_string_equal(lf_run_status_name(record->status), status);
}

/** Is there such a process, other than one that only waits to be reaped? */
static inline bool runs_lives(pid_t pid) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL) return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'X';
    fclose(file);
    return state != 'Z' && state != 'X';
}

/** The same, within 5 s: no. */
static inline bool runs_dies(pid_t pid) {
    for (int i = 0; i < 500 && runs_lives(pid); i++)
        usleep(10000);
    return !runs_lives(pid);
}
