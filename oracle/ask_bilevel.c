/* Questions about upper and lower functions of bilevel problems, charged before they are answered.
 */
#include "oracle/ask_bilevel.h"

size_t lf_oracle_lower_at(const lf_oracle *o, size_t i) {
    const lf_inside *in = lf_oracle_inside(o);
    return i < in->info->role[LF_ROLE_LOWER].count ? in->lower_at[i] : 0;
}

/* Would `to` (n) overwrite what is still read? */
static bool bilevel_overwrites(const lf_inside *o, size_t d_i, const lf_bilevel_question *q,
                               const double *to, size_t n) {
    return lf_oracle_meet(n, to, o->problem->info.dim, q->x) || lf_oracle_meet(n, to, d_i, q->y) ||
           (q->v && lf_oracle_meet(n, to, d_i, q->v));
}

lf_status lf_bilevel_admit(lf_inside *o, const lf_batch *b, lf_role role, lf_evaluation kind,
                           lf_evaluation other, uint64_t times, const lf_bilevel_question *q,
                           lf_samples *samples) {
    const lf_component *lower = lf_oracle_look_up(o, LF_ROLE_LOWER, b->component);
    if (!o->problem->is->bilevel)
        return lf_fail(LF_UNSUPPORTED,
                       "problem %s has no lower level min_y g(x, y); choose a method of another "
                       "view",
                       o->problem->is->name);
    if (b->role != role || b->component == LF_EVERY)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: this is asked about a batch of one %s function",
                       lf_role_word(role));
    if (lower &&
        (bilevel_overwrites(o, lower->outputs, q, q->to_x, o->problem->info.dim) ||
         bilevel_overwrites(o, lower->outputs, q, q->to_y, lower->outputs) ||
         (q->to_x && lf_oracle_meet(o->problem->info.dim, q->to_x, lower->outputs, q->to_y))))
        return lf_oracle_overwritten();
    return lf_oracle_admit(o, b, kind, other, times, samples);
}

lf_status lf_oracle_upper_gradient(lf_oracle *oracle, const lf_batch *b, const double *x,
                                   const double *y, double *gx, double *gy) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_UPPER_GRADIENT, b, (const void *[4]){x, y, gx, gy});
    const uint64_t times = (gx && o->problem->info.direct ? 1u : 0u) + (gy ? 1u : 0u);
    const lf_bilevel_question q = {.x = x, .y = y, .to_x = gx, .to_y = gy};
    lf_samples samples;
    if (times == 0) return LF_OK;
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_UPPER, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT,
                            times, &q, &samples));
    const uint64_t before = lf_oracle_enter(o);
    const lf_bilevel *is = o->problem->is->bilevel;
    return lf_oracle_leave(o, before, is->upper(o->problem->state, &samples, x, y, gx, gy));
}

lf_status lf_oracle_lower_gradient(lf_oracle *oracle, const lf_batch *b, const double *x,
                                   const double *y, double *gy) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_LOWER_GRADIENT, b, (const void *[4]){x, y, gy});
    const lf_bilevel_question q = {.x = x, .y = y, .to_y = gy};
    lf_samples samples;
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_LOWER, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT, 1,
                            &q, &samples));
    const uint64_t before = lf_oracle_enter(o);
    const lf_bilevel *is = o->problem->is->bilevel;
    return lf_oracle_leave(o, before, is->lower(o->problem->state, &samples, x, y, gy));
}

lf_status lf_oracle_lower_gradient_x(lf_oracle *oracle, const lf_batch *b, const double *x,
                                     const double *y, double *gx) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_LOWER_GRADIENT_X, b, (const void *[4]){x, y, gx});
    const lf_bilevel *is = o->problem->is->bilevel;
    if (is && !is->lower_x)
        return lf_fail(LF_UNSUPPORTED,
                       "problem %s does not tell dg/dx of its lower level; choose a method that "
                       "asks for jvp",
                       o->problem->is->name);
    const lf_bilevel_question q = {.x = x, .y = y, .to_x = gx};
    lf_samples samples;
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_LOWER, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT, 1,
                            &q, &samples));
    const uint64_t before = lf_oracle_enter(o);
    return lf_oracle_leave(o, before, is->lower_x(o->problem->state, &samples, x, y, gx));
}

lf_status lf_oracle_lower_hvp(lf_oracle *oracle, const lf_batch *b, const double *x,
                              const double *y, const double *v, double *out) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_LOWER_HVP, b, (const void *[4]){x, y, v, out});
    const lf_bilevel_question q = {.x = x, .y = y, .v = v, .to_y = out};
    lf_samples samples;
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_LOWER, LF_EVALUATION_HVP, LF_EVALUATION_HVP, 1, &q,
                            &samples));
    const uint64_t before = lf_oracle_enter(o);
    const lf_bilevel *is = o->problem->is->bilevel;
    return lf_oracle_leave(o, before, is->hvp(o->problem->state, &samples, x, y, v, out));
}

lf_status lf_oracle_lower_jvp(lf_oracle *oracle, const lf_batch *b, const double *x,
                              const double *y, const double *q, double *out) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_LOWER_JVP, b, (const void *[4]){x, y, q, out});
    const lf_bilevel_question asked = {.x = x, .y = y, .v = q, .to_x = out};
    lf_samples samples;
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_LOWER, LF_EVALUATION_JVP, LF_EVALUATION_JVP, 1, &asked,
                            &samples));
    const uint64_t before = lf_oracle_enter(o);
    const lf_bilevel *is = o->problem->is->bilevel;
    return lf_oracle_leave(o, before, is->jvp(o->problem->state, &samples, x, y, q, out));
}
