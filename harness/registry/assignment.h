/**
 * @file assignment.h
 * @brief "k=v,k=v" taken apart.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/status.h>

/** One "name=value", both malloc'ed, blanks around them dropped. */
typedef struct {
    char *name, *value;
} lf_assignment;

/** Take the next assignment off *rest; *more <- false at the end. Empty ones, a missing '=' and an
 *  empty name are refused; `owner` goes into the message. */
lf_status lf_assignment_next(const char **rest, const char *owner, lf_assignment *assignment,
                             bool *more);
void lf_assignment_clear(lf_assignment *assignment);
