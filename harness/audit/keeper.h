/**
 * @file keeper.h
 * @brief A method in a process of its own, as an algorithm like all others.
 *
 * The keeper is the process of the run: it has the problem, its data, the meter, the metrics and
 * the random keys. The method has its questions. What it asks is copied, checked and asked of the
 * real oracle, whose answers are those that a method in this process gets, bit for bit.
 */
#pragma once

#include <levelfield/algorithm.h>

#include "oracle/info_copy.h"

/** What is needed to start it. */
typedef struct {
    const lf_algorithm *algorithm; /**< as described: no function of it is called here */
    const char *text;              /**< canonical: "name:k=v,..." */
    const char *plugin;            /**< the file that brings it; NULL: it is linked in */
    const lf_problem_info *info;   /**< of the problem, complete */
    bool has_jvp;
    bool sparse;         /**< the run has sparse vectors */
    size_t memory_bytes; /**< the arena's limit */
} lf_audit_subject;

/** One for each run; the algorithm's state points at it. */
typedef struct lf_audit lf_audit;

/** The words that start the method's process, ended by NULL; the descriptor of the channel follows
 *  them. At first this program's own hidden command; a binding has words of its own. */
void lf_audit_command(const char *const *words);

/**
 * Start the process and have it open the method. *proxy <- the same algorithm, whose functions ask
 * the process; its state is one lf_audit pointer, to be set to *audit after the arena's make.
 * @return LF_OK, LF_UNSUPPORTED (what this machine lacks), or why the method cannot be opened.
 */
lf_status lf_audit_begin(const lf_audit_subject *subject, lf_algorithm *proxy, lf_audit **audit);
/** End the process; NULL is fine. */
void lf_audit_end(lf_audit *audit);
