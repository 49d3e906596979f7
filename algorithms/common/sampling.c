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

lf_status lf_sampling_beside(lf_oracle *o, const lf_batch *b, lf_role role, size_t component,
                             size_t size, size_t q, lf_batch *batch) {
    const lf_components *all = lf_oracle_info(o)->role;
    if (b && all[b->role].shared && all[role].shared && b->component == 0) {
        const size_t rows = all[role].component[component].samples;
        if (size == 0) size = lf_oracle_share(o, role, component, q);
        if (b->n == (size < rows ? size : rows))
            return lf_oracle_lend(o, b, role, component, batch);
    }
    return lf_sampling_draw(o, role, component, size, q, batch);
}
