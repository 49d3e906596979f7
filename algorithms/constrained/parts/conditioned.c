#include "algorithms/constrained/parts/conditioned.h"

#include <levelfield/math.h>

double lf_conditioned_settle(const lf_conditioned *s, size_t k, size_t d, const double *x,
                             double *zeta) {
    const double norm = s->clip > 0 ? lf_vec_norm(d, zeta) : 0;
    if (norm > s->clip) lf_vec_scale(d, s->clip / norm, zeta);
    if (s->wd > 0) lf_vec_axpy(d, s->wd, x, zeta);
    const double t = (double)k, T = (double)s->milestones;
    return T > 0 ? lf_pow(0.1, (t >= 0.5 * T) + (t >= 0.75 * T)) : 1;
}
