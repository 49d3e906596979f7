/**
 * @file child.h
 * @brief The process of one run: what it is cut off from, and what ends it.
 */
#pragma once

#include <sys/types.h>

#include "harness/run/saving.h"
#include "harness/run/watch.h"

typedef struct {
    int data_fd;         /**< results go here, as frames (wire.h) */
    int log_fd;          /**< standard error goes here */
    pid_t parent;        /**< the child ends when this process does */
    size_t memory_bytes; /**< limit; 0: none */
    lf_saving saving;    /**< whether and where the run is saved */
    lf_watch *page;      /**< shared: tells the parent where the run is */
} lf_child_setup;

/**
 * To be called right after fork, in the child; never returns. The run gets its own session, so that
 * what it starts dies with it; no file descriptor but its own and no mapping of the store, so that
 * no store can be written twice; default signals; no core dumps; one BLAS thread. It ends by _exit:
 * nothing that was registered with atexit, by us or by a plugin, runs.
 */
_Noreturn void lf_child_run(const lf_run_spec *spec, const lf_child_setup *setup);
