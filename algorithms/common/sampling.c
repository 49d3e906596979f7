#include "algorithms/common/sampling.h"

#include <math.h>

size_t lf_sampling_period(const lf_oracle *o, size_t q) {
    if (q > 0) return q;
    /* from |D| even where the constraint has fewer rows, as in the tables of the 3S-Econ paper */
    const size_t root = (size_t)ceil(sqrt((double)lf_oracle_info(o)->n));
    return root > 0 ? root : 1;
}

lf_status lf_sampling_draw(lf_oracle *o, lf_role role, size_t component, size_t size, size_t q,
                           lf_batch *batch) {
    const lf_component *c = lf_oracle_component(o, role, component);
    if (size == 0) size = lf_oracle_share(o, role, component, q);
    if (c && size >= c->samples) return lf_oracle_full(o, role, component, batch);
    return lf_oracle_draw(o, role, component, size, batch);
}
