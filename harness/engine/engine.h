/**
 * @file engine.h
 * @brief Where runs are carried out: on this machine, or as tasks of a cluster.
 *
 * An engine gets the runs that are still to do and gives their records back, in whatever order they
 * come; what is done with them is the observer's business. Results do not depend on the engine.
 */
#pragma once

#include "harness/pool/pool.h"

typedef struct lf_engine lf_engine;
struct lf_engine {
    const void *setting; /**< the engine's own; outlives it */
    /** As lf_pool_run() says; limits->saving.folder may be NULL. Every run is reported by `ended`,
     *  or by `left` if it goes on and nobody waits for it. */
    lf_status (*run)(const lf_engine *engine, size_t runs, const lf_run_spec *spec,
                     const lf_pool_limits *limits, const lf_pool_observer *observer);
};

/** Processes of this machine: lf_pool_run(). */
extern const lf_engine lf_engine_local;
