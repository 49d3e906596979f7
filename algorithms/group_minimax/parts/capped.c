#include "algorithms/group_minimax/parts/capped.h"

#include <math.h>

lf_status lf_capped_share(const lf_problem_info *info, double *r) {
    const lf_components *groups = &info->role[LF_ROLE_INNER];
    const lf_domain *Q = &info->domain_y;
    if (Q->kind != LF_DOMAIN_SIMPLEX || Q->n != groups->count)
        return lf_fail(LF_UNSUPPORTED,
                       "this method needs the simplex, capped or not, as the set of q, with one "
                       "weight for each of the %zu groups",
                       groups->count);
    for (size_t i = 0; i < groups->count; i++)
        if (groups->component[i].outputs != 1)
            return lf_fail(LF_UNSUPPORTED, "this method needs groups of one loss each");
    if (r && *r == 0) *r = 1 / (fmin(Q->upper, 1) * (double)groups->count);
    return LF_OK;
}
