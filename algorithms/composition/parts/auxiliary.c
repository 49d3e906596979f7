#include "algorithms/composition/parts/auxiliary.h"

lf_status lf_auxiliary_init(lf_auxiliary *a, double eta_s, const lf_oracle *o, lf_arena *arena) {
    const lf_problem_info *info = lf_oracle_info(o);
    if (eta_s > 0 && info->auxiliary == 0)
        return lf_fail(LF_BAD_ARGUMENT,
                       "eta_s = %g: the problem has no auxiliary coordinates that could have a "
                       "step size of their own; leave eta_s at 0",
                       eta_s);
    if (eta_s > 0) lf_arena_dense(arena); /* parts of vectors are moved by themselves */
    a->eta_s = eta_s;
    a->n = eta_s > 0 ? info->auxiliary : 0;
    a->d = info->dim - a->n;
    return LF_OK;
}

void lf_auxiliary_step(const lf_auxiliary *a, double factor, const double *G, double *w) {
    lf_vec_axpy(a->n, -factor * a->eta_s, G + a->d, w + a->d);
}
