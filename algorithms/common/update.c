#include "algorithms/common/update.h"

#include <math.h>

#include <levelfield/wide.h>

lf_status lf_update_init(lf_update *s, const lf_update_params *p, size_t d, lf_arena *arena) {
    s->p = *p;
    s->d = d;
    s->left = s->left_prime = 1;
    if (p->update != LF_UPDATE_MOMENTUM) lf_arena_dense(arena); /* each entry has its own root */
    LF_TRY(lf_arena_point(arena, d, &s->v));
    return lf_arena_vector(arena, p->update == LF_UPDATE_MOMENTUM ? 0 : d, &s->q);
}

/* What G is multiplied by to be no longer than `clip`. */
static double update_clip(const lf_update *s, const double *G) {
    if (s->p.clip == 0) return 1;
    const double norm = lf_vec_norm(s->d, G);
    return norm > s->p.clip ? s->p.clip / norm : 1;
}

/* v <- (1 - beta) v + beta (cut G + wd w);  w <- w - eta v. With beta = 1 and nothing to change in
 * it, v is G, and what it was is of no use. */
static void update_momentum(lf_update *s, double eta, double cut, const double *G, double *w) {
    const double beta = s->p.beta;
    if (beta == 1 && cut == 1 && s->p.wd == 0) {
        lf_vec_axpy(s->d, -eta, G, w);
        return;
    }
    lf_vec_axpby(s->d, beta * cut, G, 1 - beta, s->v);
    if (s->p.wd > 0) lf_vec_axpy(s->d, beta * s->p.wd, w, s->v);
    lf_vec_axpy(s->d, -eta, s->v, w);
}

/* No overlap, 13n flops, one division and one root of each entry: what removes the bias of 0 is the
 * same for all, eta mhat / (sqrt(qhat) + eps) = rate m / (root sqrt(q) + eps). */
LF_WIDE static void update_adam(lf_update *s, double eta, double cut, const double *restrict G,
                                double *restrict w) {
    const double beta = s->p.beta, beta_prime = s->p.beta_prime, eps = s->p.eps;
    const bool decoupled = s->p.update == LF_UPDATE_ADAMW;
    const double added = decoupled ? 0 : s->p.wd, kept = decoupled ? 1 - eta * s->p.wd : 1;
    double *restrict m = s->v, *restrict q = s->q;
    s->left *= 1 - beta;
    s->left_prime *= 1 - beta_prime;
    const double rate = eta / (1 - s->left), root = 1 / sqrt(1 - s->left_prime);
    const size_t d = s->d;
    for (size_t j = 0; j < d; j++) {
        const double g = cut * G[j] + added * w[j];
        m[j] = (1 - beta) * m[j] + beta * g;
        q[j] = (1 - beta_prime) * q[j] + beta_prime * g * g;
        w[j] = kept * w[j] - rate * m[j] / (root * sqrt(q[j]) + eps);
    }
}

void lf_update_step(lf_update *s, double eta, const double *G, double *w) {
    const double cut = update_clip(s, G);
    if (s->p.update == LF_UPDATE_MOMENTUM)
        update_momentum(s, eta, cut, G, w);
    else
        update_adam(s, eta, cut, G, w);
}
