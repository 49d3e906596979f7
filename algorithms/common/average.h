/**
 * @file average.h
 * @brief A running weighted average of points, and a weighted random choice among them.
 *
 * Both see the points one at a time and store one vector of length d.
 */
#pragma once

#include <levelfield/algorithm.h>

/** sum w_t x_t / sum w_t over the points added so far. */
typedef struct {
    double weight; /* sum w_t; 0: no point yet */
    double *mean;  /* d */
} lf_average;

lf_status lf_average_init(lf_average *a, lf_oracle *o, lf_arena *arena);
/** Forget all points. */
void lf_average_clear(lf_average *a);
/** Add a point x (d) of weight w > 0. */
void lf_average_add(lf_average *a, size_t d, double w, const double *x);

/** One of the points offered so far, x_t with probability w_t / sum w_t. */
typedef struct {
    double weight; /* sum w_t; 0: no point yet */
    double *x;     /* d: the chosen one */
} lf_reservoir;

lf_status lf_reservoir_init(lf_reservoir *r, lf_oracle *o, lf_arena *arena);
/** Offer a point x (d) of weight w > 0; takes one number of the method's random stream. */
void lf_reservoir_offer(lf_reservoir *r, lf_oracle *o, double w, const double *x);
