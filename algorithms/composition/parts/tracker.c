#include "algorithms/composition/parts/tracker.h"

#include <math.h>

#include "algorithms/common/sampling.h"

lf_status lf_tracker_smooth(const lf_oracle *o) {
    const lf_components *inner = &lf_oracle_info(o)->role[LF_ROLE_INNER];
    for (size_t i = 0; i < inner->count; i++)
        for (size_t k = 0; k < inner->component[i].outers; k++)
            if (!lf_outer_smooth(&inner->component[i].outer[k]))
                return lf_fail(LF_UNSUPPORTED,
                               "outer function %zu of inner component %zu has a kink, and this "
                               "method needs smooth ones: choose a squared or smoothed hinge, or "
                               "a method that smooths (sonex with lam > 0) or takes subgradients "
                               "(sonx)",
                               k, i);
    return LF_OK;
}

static lf_status tracker_theory(lf_tracker *t, size_t B1) {
    const double gam = t->p.gam, missed = (double)(t->n - B1) / (double)B1;
    if (gam >= 1 && B1 < t->n)
        return lf_fail(LF_BAD_ARGUMENT,
                       "gam_prime: the theory's value is infinite for gam = 1 and "
                       "%zu of %zu components a step; set it, or a smaller gam",
                       B1, t->n);
    t->p.gam_prime = (missed > 0 ? missed / (1 - gam) : 0) + 1 - gam;
    return LF_OK;
}

/* The first slopes that u = old asks for are at 0, where a logarithm or a ratio may have none. */
static lf_status tracker_at_0(const lf_tracker *t, const lf_components *inner) {
    if (t->p.start != LF_TRACKER_ZERO || t->p.u == LF_TRACKER_NEW) return LF_OK;
    for (size_t i = 0; i < t->n; i++) {
        const lf_component *is = &inner->component[i];
        for (size_t k = 0; k < is->outers; k++)
            if (!isfinite(lf_outer_value(&is->outer[k], lf_tracker_at(t, i)))) /* all are 0 */
                return lf_fail(LF_BAD_ARGUMENT,
                               "start: at u = 0, where start=zero begins, the problem's outer "
                               "functions have no slope; set u=new, or another start");
    }
    return LF_OK;
}

lf_status lf_tracker_init(lf_tracker *t, const lf_tracker_params *p, size_t B1, lf_oracle *o,
                          lf_arena *arena) {
    const lf_components *inner = &lf_oracle_info(o)->role[LF_ROLE_INNER];
    t->p = *p;
    t->n = inner->count;
    t->most = 0;
    if (t->n == 0)
        return lf_fail(LF_UNSUPPORTED, "the method needs inner components, the problem has none");
    if (p->gam_prime < 0) LF_TRY(tracker_theory(t, B1));
    LF_TRY(lf_arena_array(arena, t->n + 1, sizeof *t->at, &t->at));
    LF_TRY(lf_arena_array(arena, t->n, sizeof *t->known, &t->known));
    for (size_t i = 0; i < t->n; i++) {
        const size_t p_i = inner->component[i].outputs;
        t->at[i + 1] = t->at[i] + p_i;
        if (p_i > t->most) t->most = p_i;
        t->known[i] = p->start == LF_TRACKER_ZERO;
    }
    LF_TRY(lf_arena_vector(arena, t->at[t->n], &t->u));
    return tracker_at_0(t, inner);
}

lf_status lf_tracker_begin(lf_tracker *t, lf_oracle *o, size_t B2, const double *w) {
    if (t->p.start != LF_TRACKER_BATCH) return LF_OK;
    for (size_t i = 0; i < t->n; i++) {
        lf_batch batch;
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, i, B2, 1, &batch));
        LF_TRY(lf_oracle_value(o, &batch, w, lf_tracker_at(t, i)));
        t->known[i] = true;
    }
    return LF_OK;
}

double *lf_tracker_at(const lf_tracker *t, size_t i) {
    return t->u + t->at[i];
}

size_t lf_tracker_width(const lf_tracker *t, size_t i) {
    return t->at[i + 1] - t->at[i];
}

bool lf_tracker_late(const lf_tracker *t, size_t i) {
    return t->p.u == LF_TRACKER_NEW || !t->known[i];
}

bool lf_tracker_corrects(const lf_tracker *t, size_t i) {
    return t->p.gam_prime != 0 && t->known[i];
}

void lf_tracker_move(lf_tracker *t, size_t i, const double *g, double *g_last) {
    const size_t p_i = lf_tracker_width(t, i);
    const double gam = t->known[i] ? t->p.gam : 1;
    const bool corrects = g_last && lf_tracker_corrects(t, i);
    lf_vec_axpby(p_i, gam, g, 1 - gam, lf_tracker_at(t, i));
    t->known[i] = true;
    if (!corrects) return;
    lf_vec_axpy(p_i, -1, g, g_last); /* first the difference, which may be exactly 0 */
    lf_vec_axpy(p_i, -t->p.gam_prime, g_last, lf_tracker_at(t, i));
}

void lf_tracker_move_along(lf_tracker *t, size_t i, const double *g, const double *Jv) {
    const bool corrects = lf_tracker_corrects(t, i);
    lf_tracker_move(t, i, g, NULL);
    if (corrects) lf_vec_axpy(lf_tracker_width(t, i), t->p.gam_prime, Jv, lf_tracker_at(t, i));
}
