/**
 * @file tried.h
 * @brief How wide the values were that tuning tried, quantity by quantity.
 *
 * Methods have their own letters, and some of the same quantities: a step size, a momentum. What
 * the line of a parameter begins with, up to a comma or a bracket, says which it is. A method that
 * was tried over two decades of step sizes had more chances than one that was tried over half of
 * one, however many points both had.
 */
#pragma once

#include "harness/results/results.h"

enum { LF_TRIED_BYTES = 64 };

/** One quantity of a method on a problem. */
typedef struct {
    char name[LF_TRIED_BYTES];
    double least, most; /**< of the values above 0 that were tried */
} lf_tried;

/** What a method's parameters may be; NULL: it is not known here. */
const lf_param *lf_tuned_params(const lf_experiment *experiment, size_t method);
/** The quantities of a pair that was tuned, in the order of its parameters; malloc'ed. None if the
 *  method is not known here. */
lf_status lf_tuned_tried(const lf_results *results, const lf_tuned *tuned, lf_tried **list,
                         size_t *n);
/** Ranges that differ by more than a decade are not alike. */
bool lf_tried_unlike(const lf_tried *a, const lf_tried *b);
/** Decades from the smallest value to the largest. */
double lf_tried_decades(const lf_tried *tried);
/** The quantity of that name; NULL: there is none. */
const lf_tried *lf_tried_find(const lf_tried *list, size_t n, const char *name);
