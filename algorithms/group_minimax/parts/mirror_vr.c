#include "algorithms/group_minimax/parts/mirror_vr.h"

#include "algorithms/group_minimax/parts/entropy.h"

lf_status lf_mirror_vr_init(lf_mirror_vr *s, const lf_minimax *of, lf_arena *arena) {
    s->of = *of;
    double **long_ones[] = {&s->w, &s->wh, &s->ws, &s->gs, &s->g, &s->sum_w, &s->mean_w};
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        LF_TRY(lf_arena_vector(arena, of->d, long_ones[i]));
    double **short_ones[] = {&s->lq,      &s->q,           &s->lqh,   &s->qh,     &s->lqs,
                             &s->qs,      &s->minus_qs,    &s->Rs,    &s->r,      &s->shift,
                             &s->at_half, &s->at_snapshot, &s->sum_q, &s->sum_lq, &s->mean_q};
    for (size_t i = 0; i < sizeof short_ones / sizeof *short_ones; i++)
        LF_TRY(lf_arena_vector(arena, of->m, short_ones[i]));
    return LF_OK;
}

void lf_mirror_vr_start(lf_mirror_vr *s, lf_oracle *o, size_t component, const double *x0) {
    s->component = component;
    lf_vec_copy(s->of.d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_entropy_centre(s->of.m, s->lq);
    lf_entropy_weights(s->of.m, s->lq, s->q);
    lf_vec_copy(s->of.d, s->w, s->mean_w);
    lf_vec_copy(s->of.m, s->q, s->mean_q);
    s->sum_alpha = s->sum_eta = 0;
}

/* mean <- sum / weight, or where z_k is if the sum has no points; the sum is emptied. */
static void mirror_vr_settle(size_t n, double weight, const double *at, double *sum, double *mean) {
    if (weight > 0)
        lf_vec_axpby(n, 1 / weight, sum, 0, mean);
    else
        lf_vec_copy(n, at, mean);
    lf_vec_zero(n, sum);
}

lf_status lf_mirror_vr_snapshot(lf_mirror_vr *s, lf_oracle *o) {
    const size_t d = s->of.d, m = s->of.m;
    mirror_vr_settle(d, s->sum_alpha, s->w, s->sum_w, s->ws);
    mirror_vr_settle(m, s->sum_alpha, s->q, s->sum_q, s->qs);
    mirror_vr_settle(m, s->sum_alpha, s->lq, s->sum_lq, s->lqs);
    s->sum_alpha = 0;
    lf_batch all;
    LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, s->component, &all));
    lf_vec_zero(d, s->gs);
    LF_TRY(lf_oracle_value_vjp(o, &all, s->ws, s->qs, s->Rs, s->gs));
    for (size_t i = 0; i < m; i++) {
        s->Rs[i] -= s->shift[i];
        s->minus_qs[i] = -s->qs[i];
    }
    return LF_OK;
}

/* w <- alpha ws + (1 - alpha) w, wh <- w - step gs, g <- gs; no overlap, 5n flops. */
static void mirror_vr_lead(size_t n, double alpha, const double *restrict ws, double step,
                           const double *restrict gs, double *restrict w, double *restrict wh,
                           double *restrict g) {
    for (size_t i = 0; i < n; i++) {
        w[i] = alpha * ws[i] + (1 - alpha) * w[i];
        wh[i] = w[i] - step * gs[i];
        g[i] = gs[i];
    }
}

void lf_mirror_vr_half(lf_mirror_vr *s, lf_oracle *o, double alpha, double eta) {
    const size_t m = s->of.m;
    mirror_vr_lead(s->of.d, alpha, s->ws, s->of.c_w * eta, s->gs, s->w, s->wh, s->g);
    lf_oracle_project(o, s->wh);
    /* the q block ascends, and its step is a product of powers: a sum of logarithms */
    mirror_vr_lead(m, alpha, s->lqs, -s->of.c_q * eta, s->Rs, s->lq, s->lqh, s->r);
    lf_entropy_softmax(m, s->lqh, s->qh);
}

/* g += sum_i (q_{k+1/2,i} grad l_i(w_{k+1/2}) - q^s_i grad l_i(w^s)), r += l(w_{k+1/2}) - l(w^s) */
lf_status lf_mirror_vr_each(lf_mirror_vr *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, s->component, 1, &batch));
    LF_TRY(lf_oracle_value_vjp(o, &batch, s->wh, s->qh, s->at_half, s->g));
    LF_TRY(lf_oracle_value_vjp(o, &batch, s->ws, s->minus_qs, s->at_snapshot, s->g));
    for (size_t i = 0; i < s->of.m; i++)
        s->r[i] += s->at_half[i] - s->at_snapshot[i];
    return LF_OK;
}

lf_status lf_mirror_vr_group(lf_mirror_vr *s, lf_oracle *o, size_t group, size_t size,
                             double weight) {
    lf_batch batch;
    double at_half, at_snapshot;
    const double y_half = weight * s->qh[group], y_snapshot = weight * s->minus_qs[group];
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, group, size, &batch));
    LF_TRY(lf_oracle_value_vjp(o, &batch, s->wh, &y_half, &at_half, s->g));
    LF_TRY(lf_oracle_value_vjp(o, &batch, s->ws, &y_snapshot, &at_snapshot, s->g));
    s->r[group] += weight * (at_half - at_snapshot);
    return LF_OK;
}

/* sum <- sum + alpha x, mean <- share half + (1 - share) mean; no overlap, 5n flops. */
static void mirror_vr_gather(size_t n, double alpha, const double *restrict x, double *restrict sum,
                             double share, const double *restrict half, double *restrict mean) {
    for (size_t i = 0; i < n; i++) {
        sum[i] += alpha * x[i];
        mean[i] = share * half[i] + (1 - share) * mean[i];
    }
}

void lf_mirror_vr_move(lf_mirror_vr *s, lf_oracle *o, double alpha, double eta) {
    const size_t d = s->of.d, m = s->of.m;
    lf_vec_axpy(d, -s->of.c_w * eta, s->g, s->w);
    lf_oracle_project(o, s->w);
    lf_vec_axpy(m, s->of.c_q * eta, s->r, s->lq);
    lf_entropy_softmax(m, s->lq, s->q);
    s->sum_alpha += alpha;
    s->sum_eta += eta;
    const double share = eta / s->sum_eta;
    mirror_vr_gather(d, alpha, s->w, s->sum_w, share, s->wh, s->mean_w);
    mirror_vr_gather(m, alpha, s->q, s->sum_q, share, s->qh, s->mean_q);
    lf_vec_axpy(m, alpha, s->lq, s->sum_lq);
}

lf_point lf_mirror_vr_iterate(const lf_mirror_vr *s) {
    return (lf_point){.w = s->w, .y = s->q};
}

lf_point lf_mirror_vr_average(const lf_mirror_vr *s) {
    return (lf_point){.w = s->mean_w, .y = s->mean_q};
}
