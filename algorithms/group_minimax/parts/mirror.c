#include "algorithms/group_minimax/parts/mirror.h"

#include "algorithms/group_minimax/parts/entropy.h"

lf_status lf_mirror_init(lf_mirror *s, const lf_minimax *of, lf_arena *arena) {
    s->of = *of;
    LF_TRY(LF_POINTS(arena, of->d, &s->w, &s->w_half, &s->w_snap, &s->g_snap, &s->g));
    LF_TRY(LF_POINTS(arena, of->d, &s->sum_w, &s->mean_w));
    LF_TRY(LF_VECTORS(arena, of->m, &s->lq, &s->q, &s->lq_half, &s->q_half, &s->lq_snap));
    LF_TRY(LF_VECTORS(arena, of->m, &s->q_snap, &s->r_snap, &s->r));
    return LF_VECTORS(arena, of->m, &s->sum_q, &s->sum_lq, &s->mean_q);
}

void lf_mirror_start(lf_mirror *s, lf_oracle *o, const double *x0) {
    lf_vec_copy(s->of.d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_entropy_centre(s->of.m, s->lq);
    lf_entropy_weights(s->of.m, s->lq, s->q);
    lf_vec_copy(s->of.d, s->w, s->mean_w);
    lf_vec_copy(s->of.m, s->q, s->mean_q);
    s->sum_alpha = s->sum_eta = 0;
}

/* mean <- sum / weight, or z_0 (`at`) where the sum has no points; the sum is emptied. */
static void mirror_settle(size_t n, double weight, const double *at, double *sum, double *mean) {
    if (weight > 0)
        lf_vec_axpby(n, 1 / weight, sum, 0, mean);
    else
        lf_vec_copy(n, at, mean);
    lf_vec_zero(n, sum);
}

void lf_mirror_snapshot(lf_mirror *s) {
    mirror_settle(s->of.d, s->sum_alpha, s->w, s->sum_w, s->w_snap);
    mirror_settle(s->of.m, s->sum_alpha, s->q, s->sum_q, s->q_snap);
    mirror_settle(s->of.m, s->sum_alpha, s->lq, s->sum_lq, s->lq_snap);
    s->sum_alpha = 0;
}

void lf_mirror_lead(size_t n, double alpha, const double *snap, double step, const double *slope,
                    double *x, double *half, double *estimate) {
    lf_vec_axpby(n, alpha, snap, 1 - alpha, x);
    lf_vec_copy(n, x, half);
    lf_vec_axpby(n, -step, slope, 1, half);
    lf_vec_copy(n, slope, estimate);
}

/* sum <- sum + alpha x, mean <- share half + (1 - share) mean; no overlap, 5n flops. */
static void mirror_gather(size_t n, double alpha, const double *x, double *sum, double share,
                          const double *half, double *mean) {
    lf_vec_axpby(n, alpha, x, 1, sum);
    lf_vec_axpby(n, share, half, 1 - share, mean);
}

void lf_mirror_gather(lf_mirror *s, double alpha, double eta) {
    s->sum_alpha += alpha;
    s->sum_eta += eta;
    const double share = eta / s->sum_eta;
    mirror_gather(s->of.d, alpha, s->w, s->sum_w, share, s->w_half, s->mean_w);
    mirror_gather(s->of.m, alpha, s->q, s->sum_q, share, s->q_half, s->mean_q);
    lf_vec_axpy(s->of.m, alpha, s->lq, s->sum_lq);
}

lf_point lf_mirror_iterate(const lf_mirror *s) {
    return (lf_point){.w = s->w, .y = s->q};
}

lf_point lf_mirror_average(const lf_mirror *s) {
    return (lf_point){.w = s->mean_w, .y = s->mean_q};
}
