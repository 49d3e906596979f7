/**
 * @file execute.h
 * @brief Runs of the toy problem inside the test's own process.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "harness/run/run.h"
#include "near.h"
#include "probe.h"

#define GRADIENTS LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)
#define SAMPLES LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)

static lf_record record; /* of the test under way; cleared after it */

static inline void execute_spec(const lf_run_spec *spec, size_t memory_bytes) {
    lf_record_clear(&record);
    lf_run_execute(spec, memory_bytes, NULL, &record);
}

/* A spec whose texts are the caller's: lf_run_execute copies what it keeps. */
static inline lf_run_spec spec_of(const char *algorithm, const char *budget) {
    return (lf_run_spec){.problem = (char *)"toy",
                         .algorithm = (char *)algorithm,
                         .budget = (char *)budget,
                         .checkpoints = 4,
                         .expensive = 1};
}

static inline void execute(const char *algorithm, const char *budget) {
    const lf_run_spec spec = spec_of(algorithm, budget);
    execute_spec(&spec, 0);
}

static inline void ended(lf_run_status status, const char *cause) {
    assert_string_equal(record.cause, cause);
    assert_string_equal(lf_run_status_name(record.status), lf_run_status_name(status));
}

static inline uint64_t final_count(size_t counter) {
    return record.point[record.points - 1].count[counter];
}

static inline int load(void **state) {
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/plugins/toy.so", getenv("LF_TEST_BUILD"));
    if (lf_plugin_load(path) == LF_OK && lf_registry_add_algorithm(&probe) == LF_OK &&
        lf_registry_add_algorithm(&probe_pair) == LF_OK)
        return 0;
    print_error("%s\n", lf_message());
    return -1;
}

static inline int clear(void **state) {
    (void)state;
    lf_record_clear(&record);
    return 0;
}
