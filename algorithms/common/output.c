#include "algorithms/common/output.h"

lf_status lf_output_init(lf_output *s, lf_output_rule rule, lf_oracle *o, lf_arena *arena) {
    s->rule = rule;
    return lf_reservoir_init(&s->drawn, o, arena);
}

void lf_output_offer(lf_output *s, lf_oracle *o, const double *w) {
    if (s->rule == LF_OUTPUT_RANDOM) lf_reservoir_offer(&s->drawn, o, 1, w);
}

lf_point lf_output_point(const lf_output *s, const double *w) {
    return (lf_point){.w = s->drawn.weight > 0 ? s->drawn.x : w};
}
