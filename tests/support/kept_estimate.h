/* The numbers of an estimate, which a method never sees. */
#pragma once

#include "oracle/oracle_state.h"

static inline double *kept_numbers(lf_oracle *o, lf_estimate E) {
    return lf_oracle_inside(o)->estimate[E].E;
}

static inline size_t kept_count(lf_oracle *o, lf_estimate E) {
    return lf_oracle_inside(o)->estimate[E].numbers;
}
