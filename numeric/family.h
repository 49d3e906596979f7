/**
 * @file family.h
 * @brief Vectors of one length of which a step touches few entries: each call costs what it
 * touches.
 *
 * A vector x of the family is
 *
 *     x_j = sum_s P_xs base_s[j] + own_x[j]
 *
 * with one row of coefficients P_x for all entries. A vector that has a past, such as an iterate or
 * a mean, has a base; one that is made anew in each step, such as a gradient or a copy, has a list
 * of entries where it differs from its row. Then
 *
 *     y <- a x + b y     changes the row of y and adds the entries that x lists,
 *     x_j += c           for an x with a base is base_s[j] += q_s c, P q = e_x, and the vectors
 *                        without a base that this would change list what makes up for it,
 *     x . y              is the Gram matrix of the bases between two rows, and the listed entries.
 *
 * As rows change q grows (momentum: by 1/(1 - beta) a step), and base_s would cancel against one
 * another. An era ends before that: the bases become the vectors themselves, P = I, and an entry is
 * brought there when it is touched next, by the product of the P of the eras that it has missed.
 *
 * Entries have slots, in the order in which they were touched first: all that is said above is
 * about slots, so that whatever a base is lies together, and what no row can say (a base given up
 * that others stand on) costs what was ever touched. A gradient of all samples costs d.
 *
 * Vectors are told by their addresses, which are those of d doubles that only the family reads: a
 * method calls <levelfield/vector.h> and the oracle, and never sees entries.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

typedef struct lf_family lf_family;

/* What a look at a vector costs a run that has no family: one flag of the process. A thread's own
 * variable would cost a call, as the library may be loaded while a program runs. */
extern bool lf_family_any;
extern _Thread_local lf_family *lf_family_here;
/** The family whose vectors the calls of this thread are looked up in; NULL: all are dense. */
static inline lf_family *lf_family_now(void) {
    return lf_family_any ? lf_family_here : NULL;
}

/** A family of vectors of length d, 0 < d < 2^32, none yet. */
LF_CHECKED lf_status lf_family_create(size_t d, lf_family **family);
/** NULL is fine. The vectors' memory is the caller's. */
void lf_family_free(lf_family *f);
/** own (d zeroes) is a vector of the family from now on, 0. */
LF_CHECKED lf_status lf_family_admit(lf_family *f, double *own);
/** Every vector becomes what it is, d doubles at its address; the family is empty then. */
void lf_family_dissolve(lf_family *f);
/** Is this one of its vectors? */
bool lf_family_has(const lf_family *f, const double *x);

/** y <- a x + b y; x may be y, and either a dense vector of length d, which costs d. x = NULL is 0.
 *  false: neither is of the family, and nothing was done. */
bool lf_family_combine(lf_family *f, double a, const double *x, double b, double *y);
/** q <- a x*x + b q, and y <- y + a x / (eps + sqrt(q)), entry by entry; false as above. Costs what
 *  x lists; what was touched where x has a past, d where it is dense. */
bool lf_family_squares(lf_family *f, double a, const double *x, double b, double *q);
bool lf_family_over_root(lf_family *f, double a, const double *x, const double *q, double eps,
                         double *y);
/** *value <- x . y; false as above. Costs what is listed, d where one is dense. */
bool lf_family_dot(const lf_family *f, const double *x, const double *y, double *value);
/** *value <- |x - y|_2; false as above. Costs what was touched, d where one is dense. */
bool lf_family_distance(const lf_family *f, const double *x, const double *y, double *value);

/** What follows is about entries at[0 .. n-1], which are distinct, and `at` stays; n = 0: about
 * all.
 */
void lf_family_locate(lf_family *f, size_t n, const uint32_t *at);
/** Memory (d) in which these entries are those of x, and the others are anything. It is good until
 *  the next call, and nobody writes to it. */
const double *lf_family_read(lf_family *f, const double *x);
/** Memory (d) to add to at these entries, which lf_family_added() then adds to x. */
double *lf_family_add(lf_family *f);
void lf_family_added(lf_family *f, double *x);

/** Bytes of a snapshot, the same from the last admission on; the memory of the vectors is the
 *  caller's, and a snapshot without it is worth nothing. */
size_t lf_family_bytes(const lf_family *f);
/** Show them to `visit` one piece after the other, until it fails. */
lf_status lf_family_visit(const lf_family *f,
                          lf_status (*visit)(void *context, const void *bytes, size_t size),
                          void *context);
/** Put a snapshot back, of a family with the same vectors. */
void lf_family_restore(lf_family *f, const void *bytes);
