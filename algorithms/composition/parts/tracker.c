#include "algorithms/composition/parts/tracker.h"

#include "algorithms/common/sampling.h"

static size_t tracker_outputs(const lf_oracle *o, size_t i) {
    return lf_oracle_component(o, LF_ROLE_INNER, i)->outputs;
}

lf_status lf_tracker_gam_prime(double asked, double gam, size_t n, size_t B1, double *gam_prime) {
    *gam_prime = asked;
    if (asked >= 0) return LF_OK;
    if (gam >= 1 && B1 < n)
        return lf_fail(LF_BAD_ARGUMENT,
                       "gam_prime: the theory's value is infinite for gam = 1 and "
                       "%zu of %zu components a step; set it, or a smaller gam",
                       B1, n);
    const double missed = (double)(n - B1) / (double)B1;
    *gam_prime = (missed > 0 ? missed / (1 - gam) : 0) + 1 - gam;
    return LF_OK;
}

lf_status lf_tracker_init(lf_tracker *t, double gam, double gam_prime, lf_tracker_start start,
                          lf_oracle *o, lf_arena *arena) {
    t->gam = gam;
    t->gam_prime = gam_prime;
    t->start = start;
    t->n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    t->p = 0;
    if (t->n == 0)
        return lf_fail(LF_UNSUPPORTED, "the method needs inner components, the problem has none");
    LF_TRY(lf_arena_array(arena, t->n, sizeof *t->at, &t->at));
    LF_TRY(lf_arena_array(arena, t->n, sizeof *t->known, &t->known));
    size_t largest = 0;
    for (size_t i = 0; i < t->n; i++) {
        const size_t p_i = tracker_outputs(o, i);
        t->at[i] = t->p;
        t->p += p_i;
        if (p_i > largest) largest = p_i;
        t->known[i] = start == LF_TRACKER_ZERO;
    }
    LF_TRY(lf_arena_vector(arena, t->p, &t->u));
    LF_TRY(lf_arena_vector(arena, largest, &t->now));
    return lf_arena_vector(arena, largest, &t->before);
}

lf_status lf_tracker_draw(lf_oracle *o, size_t i, size_t B2, lf_batch *batch) {
    return lf_sampling_draw(o, LF_ROLE_INNER, i, B2, 1, batch);
}

lf_status lf_tracker_begin(lf_tracker *t, lf_oracle *o, size_t B2, const double *w) {
    if (t->start != LF_TRACKER_BATCH) return LF_OK;
    for (size_t i = 0; i < t->n; i++) {
        lf_batch batch;
        LF_TRY(lf_tracker_draw(o, i, B2, &batch));
        LF_TRY(lf_tracker_update(t, o, &batch, w, NULL));
    }
    return LF_OK;
}

double *lf_tracker_at(const lf_tracker *t, size_t i) {
    return t->u + t->at[i];
}

lf_status lf_tracker_update(lf_tracker *t, lf_oracle *o, const lf_batch *batch, const double *w,
                            const double *w_last) {
    LF_TRY(lf_oracle_value(o, batch, w, t->now));
    return lf_tracker_advance(t, o, batch, w_last);
}

lf_status lf_tracker_advance(lf_tracker *t, lf_oracle *o, const lf_batch *batch,
                             const double *w_last) {
    const size_t i = batch->component, p_i = tracker_outputs(o, i);
    double *u = lf_tracker_at(t, i);
    const bool first = !t->known[i];
    t->known[i] = true;
    lf_vec_axpby(p_i, first ? 1 : t->gam, t->now, first ? 0 : 1 - t->gam, u);
    if (first || t->gam_prime == 0 || !w_last) return LF_OK;
    LF_TRY(lf_oracle_value(o, batch, w_last, t->before));
    lf_vec_axpy(p_i, -1, t->now, t->before); /* first the difference, which may be exactly 0 */
    lf_vec_axpy(p_i, -t->gam_prime, t->before, u);
    return LF_OK;
}

lf_status lf_tracker_advance_along(lf_tracker *t, lf_oracle *o, const lf_batch *batch,
                                   const double *w, const double *v) {
    const size_t i = batch->component;
    const bool first = !t->known[i];
    LF_TRY(lf_tracker_advance(t, o, batch, NULL));
    if (first || t->gam_prime == 0) return LF_OK;
    LF_TRY(lf_oracle_jvp(o, batch, w, v, t->before));
    lf_vec_axpy(tracker_outputs(o, i), t->gam_prime, t->before, lf_tracker_at(t, i));
    return LF_OK;
}
