/**
 * @file parameters.h
 * @brief From "name:k=v,k=v" to a filled parameter struct and back to one canonical text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/param.h>
#include <levelfield/status.h>

#include "numeric/bits.h"

/** A filled parameter struct. */
typedef struct {
    const lf_param *table;
    void *values; /**< the plugin's struct */
    char *texts;  /**< storage behind TEXT fields */
} lf_parameters;

/** A specification "NAME[:ASSIGNMENTS]" taken apart. */
typedef struct {
    char name[256];
    const char *assignments; /**< in the specification itself; may be "" */
} lf_spec;

/** LF_BAD_ARGUMENT where no name stands in front, or a ':' is missing behind it. */
lf_status lf_spec_split(const char *text, lf_spec *spec);

/** Fill a struct with defaults, then with "k=v,k=v" ("" for none). `owner` ("algorithm ssg") goes
 * into messages: unknown names suggest the nearest, values out of range quote the range, a
 * parameter given twice is refused. COUNT accepts 1e6 where it is whole. */
lf_status lf_parameters_create(const lf_param *table, size_t size, const char *assignments,
                               const char *owner, lf_parameters *parameters);
void lf_parameters_free(lf_parameters *parameters);

/** malloc'ed "NAME:k=v,..." with every parameter, in table order; reals as the shortest text that
 *  reads back equal: the form in which runs are stored. */
lf_status lf_algorithm_canonical(const char *spec, char **canonical);
lf_status lf_problem_canonical(const char *spec, char **canonical);
/** One canonical spec overridden by more assignments: "eta=1,eps=0" wins over what spec says. */
lf_status lf_spec_merge(const char *spec, const char *assignments, char **merged);
/** *code <- which builds of plugins the problem and the algorithm of these specifications are, and
 * whether the run has fast bits, which vectors a user asked for, where beside the problem's start
 * it starts and whether it is audited, in one text, malloc'ed; NULL if there is nothing to
 * say. */
lf_status lf_spec_code(const char *problem, const char *algorithm, char **code);
/** Runs that are specified from now on are audited, or not: their methods have a process of their
 *  own (harness/audit/keeper.h). */
void lf_spec_audit(bool audited);
bool lf_spec_audits(void);
/** Where a run starts: where the problem does; or beside it, where its seed says
 *  (harness/run/start.c), as far as nobody would call another start, or by hardly more than
 *  rounding. */
typedef enum { LF_START_OWN, LF_START_MOVED, LF_START_NUDGED } lf_start;
/** Runs that are specified from now on start there. */
void lf_spec_start(lf_start start);
/** The start of the run of this code. */
lf_start lf_code_start(const char *code);
/** Vectors of length d: sparse where the run can have them and d is large, or as a user says. */
#define LF_VECTORS_WORDS "auto|dense|sparse"
typedef enum { LF_VECTORS_AUTO, LF_VECTORS_DENSE, LF_VECTORS_SPARSE } lf_vectors;
/** Those of runs that are specified from now on. */
void lf_spec_vectors(lf_vectors vectors);
/** Those of the run of this code. */
lf_vectors lf_code_vectors(const char *code);
/** Is the run of this code audited? */
bool lf_code_is_audited(const char *code);
/** Whose kernels are its numbers of? */
lf_bits lf_code_bits(const char *code);
/** This process makes, and specifies, runs as that of this code: audited or not, with its bits,
 *  vectors and kind of start. */
void lf_spec_as(const char *code);

/** "k=v,k=v" taken apart: one "name=value", both malloc'ed, blanks around them dropped. */
typedef struct {
    char *name, *value;
} lf_assignment;

/** Take the next assignment off *rest; *more <- false at the end. Empty ones, a missing '=' and an
 *  empty name are refused; `owner` goes into the message. */
lf_status lf_assignment_next(const char **rest, const char *owner, lf_assignment *assignment,
                             bool *more);
void lf_assignment_clear(lf_assignment *assignment);
/** *value <- what a list assigns to a name, malloc'ed; NULL where it has no such name. Fails as
 *  lf_assignment_next does on what comes before. */
lf_status lf_assignment_find(const char *list, const char *owner, const char *name, char **value);
/** Do two lists assign the same values to the same names, in any order, numbers in any spelling?
 *  A list that is malformed is the same as none. */
bool lf_assignments_same(const char *a, const char *b);
