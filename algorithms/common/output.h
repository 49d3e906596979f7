/**
 * @file output.h
 * @brief Which iterate a method answers with: the last one, or one drawn uniformly from all.
 */
#pragma once

#include "algorithms/common/average.h"

/** The choices of a parameter `output`, in this order. */
typedef enum { LF_OUTPUT_LAST, LF_OUTPUT_RANDOM } lf_output_rule;
#define LF_OUTPUT_CHOICES "last|random"
#define LF_OUTPUT_DOC "what is judged: w_t, or one drawn uniformly from w_0 .. w_{t-1}"

typedef struct {
    lf_output_rule rule;
    lf_reservoir drawn;
} lf_output;

lf_status lf_output_init(lf_output *s, lf_output_rule rule, lf_oracle *o, lf_arena *arena);
/** Step t begins at w (d) = w_t. `random` takes one number of the method's random stream. */
void lf_output_offer(lf_output *s, lf_oracle *o, const double *w);
/** The answer where the iterate is w (d); before the first step that is w itself. */
lf_point lf_output_point(const lf_output *s, const double *w);
