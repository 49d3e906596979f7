/**
 * @file sampling.h
 * @brief How many rows a batch has, said once for all methods.
 *
 * A size of 0 stands for the share of one of q batches that make a pass; a size that reaches all
 * rows of the component takes each of them once instead of drawing with replacement.
 */
#pragma once

#include <levelfield/algorithm.h>

/** A batch size that reaches every component's end. */
#define LF_SAMPLING_ALL SIZE_MAX

/** The choices of a parameter `mode`, in this order. */
typedef enum { LF_MODE_DETERMINISTIC, LF_MODE_STOCHASTIC } lf_mode;
#define LF_MODE_CHOICES "deterministic|stochastic"

/** q, or ceil(sqrt(n)) for q = 0, n the sample count that the problem names; at least 1. */
size_t lf_sampling_period(const lf_oracle *o, size_t q);

/** A fresh batch of `size` rows of a component (see above). */
lf_status lf_sampling_draw(lf_oracle *o, lf_role role, size_t component, size_t size, size_t q,
                           lf_batch *batch);
/** The same, but where the problem's roles share their samples and b, drawn from component 0 of one
 *  of them, has as many rows, it is b's rows: a mini-batch that serves objective and constraints is
 *  drawn and scored once. NULL: a fresh batch, as where two are to be independent. */
lf_status lf_sampling_beside(lf_oracle *o, const lf_batch *b, lf_role role, size_t component,
                             size_t size, size_t q, lf_batch *batch);
