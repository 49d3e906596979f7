/**
 * @file objective.h
 * @brief SG_f: subgradients of f + r, also where f is a nonlinear function of an expectation.
 *
 * With f = o(c(x)), the slope y of o depends on c(x), which a batch only estimates. `full` takes y
 * from all rows, so that the batch's gradient is unbiased given y; `plugin` takes y from the batch.
 * Cost: b gradients; `full` on a batch of a nonlinear o adds one value per row.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The choices of a parameter `f_arg`, in this order. */
typedef enum { LF_F_ARG_FULL, LF_F_ARG_PLUGIN } lf_f_arg;
#define LF_F_ARG_CHOICES "full|plugin"

typedef struct {
    lf_f_arg f_arg;
    size_t b, q;   /* rows of a batch, as lf_sampling_draw() reads them */
    double *z, *y; /* p each: c(x) over all rows, and the slope of o there */
} lf_objective;

/** LF_UNSUPPORTED unless the problem has one objective. */
lf_status lf_objective_init(lf_objective *f, lf_f_arg f_arg, size_t b, size_t q, lf_oracle *o,
                            lf_arena *arena);

/** A batch as lf_sampling_beside() has it: for methods that ask about it at more than one point, or
 *  beside constraints. */
lf_status lf_objective_draw(const lf_objective *f, lf_oracle *o, const lf_batch *beside,
                            lf_batch *batch);
/** zeta (d) <- a subgradient of f + r at x from such a batch. */
lf_status lf_objective_at(lf_objective *f, lf_oracle *o, const lf_batch *batch, const double *x,
                          double *zeta);
/** Both at once, on a fresh batch. */
lf_status lf_objective_subgradient(lf_objective *f, lf_oracle *o, const double *x, double *zeta);
