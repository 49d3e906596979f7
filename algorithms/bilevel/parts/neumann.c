#include "algorithms/bilevel/parts/neumann.h"

#include <math.h>

#include <levelfield/math.h>

#include "algorithms/common/sampling.h"

static size_t neumann_rows(const lf_oracle *o, size_t i) {
    return lf_oracle_component(o, LF_ROLE_LOWER, i)->outputs;
}

lf_status lf_neumann_init(lf_neumann *s, const lf_neumann_params *p, lf_oracle *o,
                          lf_arena *arena) {
    const lf_problem_info *info = lf_oracle_info(o);
    *s = (lf_neumann){.p = *p, .mu_y = info->mu_y};
    if (p->eta_n == 0 && info->L_y <= 0)
        return lf_fail(LF_BAD_ARGUMENT, "eta_n: the problem does not state how smooth its lower "
                                        "level is; set the step of the Neumann series");
    if (p->eta_n == 0) s->p.eta_n = (p->c_h > 0 ? p->c_h : 1) / info->L_y;
    if (p->neumann_batch == LF_NEUMANN_GEOM && info->mu_y <= 0)
        return lf_fail(LF_BAD_ARGUMENT, "neumann_batch: the problem does not state how strongly "
                                        "convex its lower level is; take batches of one size");
    size_t longest = 0;
    for (size_t i = 0; i < info->role[LF_ROLE_LOWER].count; i++)
        if (neumann_rows(o, i) > longest) longest = neumann_rows(o, i);
    return LF_VECTORS(arena, longest, &s->product, &s->sum);
}

/* v <- (I - eta_n H) v, H the mean of `size` fresh samples */
static lf_status neumann_factor(lf_neumann *s, lf_oracle *o, size_t i, size_t size, const double *x,
                                const double *y, double *v) {
    const size_t n = neumann_rows(o, i);
    lf_batch B;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_LOWER, i, size, 1, &B));
    lf_vec_zero(n, s->product);
    LF_TRY(lf_oracle_lower_hvp(o, &B, x, y, v, s->product));
    lf_vec_axpy(n, -s->p.eta_n, s->product, v);
    return LF_OK;
}

static size_t neumann_size(const lf_neumann *s, size_t q, size_t b) {
    if (s->p.neumann_batch == LF_NEUMANN_CONST) return b;
    const double rate = fmax(0, 1 - s->p.eta_n * s->mu_y);
    const double size = ceil((double)(b * s->p.Q) * lf_pow(rate, (double)(q - 1)));
    return size > 1 ? (size_t)size : 1;
}

lf_status lf_neumann_terms(lf_neumann *s, lf_oracle *o, size_t i, size_t b, const double *x,
                           const double *y, double *v) {
    const size_t n = neumann_rows(o, i);
    lf_vec_copy(n, v, s->sum);
    for (size_t q = 1; q <= s->p.Q; q++) {
        LF_TRY(neumann_factor(s, o, i, neumann_size(s, q, b), x, y, v));
        lf_vec_axpy(n, 1, v, s->sum);
    }
    lf_vec_copy(n, s->sum, v);
    lf_vec_scale(n, s->p.eta_n, v);
    return LF_OK;
}

lf_status lf_neumann_random(lf_neumann *s, lf_oracle *o, size_t i, size_t b, const double *x,
                            const double *y, double *v) {
    const size_t p = (size_t)(lf_oracle_uniform(o) * (double)s->p.Q);
    for (size_t l = 0; l < p; l++)
        LF_TRY(neumann_factor(s, o, i, b, x, y, v));
    lf_vec_scale(neumann_rows(o, i), (double)s->p.Q * s->p.eta_n, v);
    return LF_OK;
}
