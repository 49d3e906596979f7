#include "algorithms/constrained/parts/proximal.h"

#include <math.h>

/* The weight asked for, or the weak convexity that the problem knows of itself. */
static lf_status proximal_weight(const char *name, double asked, double rho, double *r) {
    *r = asked < 0 ? rho : asked;
    if (!isnan(*r)) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "the problem does not know its weak convexity: set the proximal weight %s",
                   name);
}

lf_status lf_proximal_init(lf_proximal *p, double r_f, double r_g, size_t T, lf_oracle *o,
                           const double *x0, lf_arena *arena) {
    const lf_problem_info *info = lf_oracle_info(o);
    LF_TRY(proximal_weight("r_f", r_f, info->rho_f, &p->r_f));
    LF_TRY(proximal_weight("r_g", r_g, info->rho_g, &p->r_g));
    p->d = lf_oracle_dim(o);
    p->t = 0;
    p->T = T;
    LF_TRY(LF_POINTS(arena, p->d, &p->x, &p->z));
    LF_TRY(lf_average_init(&p->mean, o, arena));
    lf_vec_copy(p->d, x0, p->x);
    lf_oracle_project(o, p->x);
    lf_vec_copy(p->d, p->x, p->z);
    return LF_OK;
}

double lf_proximal_square(const lf_proximal *p) {
    const double distance = lf_vec_distance(p->d, p->z, p->x);
    return distance * distance;
}

void lf_proximal_pull(const lf_proximal *p, double r, double *zeta) {
    lf_vec_axpy(p->d, 2 * r, p->z, zeta);
    lf_vec_axpy(p->d, -2 * r, p->x, zeta);
}

void lf_proximal_next(lf_proximal *p) {
    p->t++;
    if (p->t < p->T) return;
    /* x_{k+1}; it stays in X, since X is convex */
    lf_vec_copy(p->d, p->mean.weight > 0 ? p->mean.mean : p->z, p->x);
    lf_vec_copy(p->d, p->x, p->z);
    lf_average_clear(&p->mean);
    p->t = 0;
}
