#include "algorithms/group_minimax/parts/minimax.h"

#include <math.h>

#include <levelfield/math.h>

static lf_status minimax_check(const lf_problem_info *info, size_t m) {
    if (info->domain.kind != LF_DOMAIN_BALL)
        return lf_fail(LF_UNSUPPORTED,
                       "this method needs a ball as the set of w; choose a problem with a "
                       "radius, or a method that needs none, such as ooa");
    if (info->domain_y.kind != LF_DOMAIN_SIMPLEX || info->domain_y.n != m ||
        info->domain_y.upper < 1)
        return lf_fail(LF_UNSUPPORTED,
                       "this method needs the simplex as the set of q, with one "
                       "weight for each of the %zu groups",
                       m);
    if (!(info->G > 0 && info->L > 0))
        return lf_fail(LF_UNSUPPORTED,
                       "this method needs a problem that states G and L; choose one of a linear "
                       "model, or a method that needs no constants, such as ooa");
    for (size_t i = 0; i < m; i++)
        if (info->role[LF_ROLE_INNER].component[i].outputs != 1)
            return lf_fail(LF_UNSUPPORTED, "this method needs groups of one loss each");
    return LF_OK;
}

lf_status lf_minimax_init(lf_minimax *s, double rho, const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    const lf_components *groups = &info->role[LF_ROLE_INNER];
    LF_TRY(minimax_check(info, groups->count));
    *s = (lf_minimax){.d = info->dim, .m = groups->count, .G = info->G, .L = info->L};
    for (size_t i = 0; i < s->m; i++)
        s->N += groups->component[i].samples;
    s->R = info->domain.radius;
    s->c_w = rho * s->R * s->R;
    s->c_q = 2 * lf_log((double)s->m);
    return LF_OK;
}

/* With c_i = N / n_i: 2 D_w max{ sqrt(2 most D_w^2 L^2 + sum G^2 ln m), G sqrt(2 most ln m) },
 * where `most` bounds the c_i and `sum` is what they sum to; one sample of each group is most = sum
 * = 1. */
double lf_minimax_lipschitz(const lf_minimax *s, lf_minimax_sampling sampling, const lf_oracle *o) {
    const double D_w = s->R / sqrt(2), log_m = lf_log((double)s->m), N = (double)s->N;
    if (s->m == 1) return 2 * D_w * D_w * s->L;
    double most = 1, sum = 1;
    if (sampling == LF_MINIMAX_IMPORTANCE) {
        most = (double)s->m;
        sum = most * most;
    } else if (sampling == LF_MINIMAX_UNIFORM) {
        most = sum = 0;
        for (size_t i = 0; i < s->m; i++) {
            const double c = N / (double)lf_oracle_component(o, LF_ROLE_INNER, i)->samples;
            most = fmax(most, c);
            sum += c;
        }
    }
    const double joint = sqrt(2 * most * D_w * D_w * s->L * s->L + sum * s->G * s->G * log_m);
    return 2 * D_w * fmax(joint, s->G * sqrt(2 * most * log_m));
}

size_t lf_minimax_nbar(const lf_minimax *s) {
    return (s->N + s->m - 1) / s->m;
}
