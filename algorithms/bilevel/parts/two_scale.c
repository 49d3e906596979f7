#include "algorithms/bilevel/parts/two_scale.h"

#include <levelfield/math.h>

lf_status lf_two_scale_init(lf_two_scale *s, const lf_two_scale_params *p, lf_exponents printed,
                            lf_exponents native) {
    *s = (lf_two_scale){.gamma = p->gamma, .tau = p->tau, .c0 = p->c0, .scale = 1, .by = printed};
    if (p->sched == LF_SCHED_NATIVE) s->by = native;
    if (p->sched == LF_SCHED_CONSTANT) s->by = (lf_exponents){0, 0};
    if (p->sched == LF_SCHED_SWAPPED) {
        if (p->c0 <= 0)
            return lf_fail(LF_BAD_ARGUMENT, "sched=swapped scales the steps by a power of c0, "
                                            "which is 0; set a larger one");
        s->by = (lf_exponents){printed.y, printed.x};
        s->scale = lf_pow(p->c0, printed.y - printed.x);
    }
    if (p->first_y > 0) {
        s->tau = 1;
        s->tau = p->first_y / lf_two_scale_at(s, 1).y;
    }
    return LF_OK;
}

lf_two_steps lf_two_scale_at(const lf_two_scale *s, size_t t) {
    const double at = (double)t + s->c0, eta = s->scale * lf_pow(at, -s->by.x);
    return (lf_two_steps){
        .eta = eta, .x = s->gamma * eta, .y = s->tau * s->scale * lf_pow(at, -s->by.y)};
}
