/**
 * @file run_child.h
 * @brief A run in a process of its own.
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
} lf_run_child_setup;

/** Right after fork: cut off (child.h), one BLAS thread, and then the run; never returns. */
_Noreturn void lf_run_child(const lf_run_spec *spec, const lf_run_child_setup *setup);
