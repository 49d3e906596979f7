#include "oracle/lens.h"

#include <stdlib.h>

#include "numeric/family.h"
#include "oracle/away.h"

lf_status lf_oracle_sparse(lf_oracle *oracle) {
    lf_inside *o = lf_oracle_inside(oracle);
    const size_t d = o->info->dim;
    o->support.at = malloc((d + 1) * sizeof *o->support.at);
    o->support.seen = calloc(d / 64 + 1, sizeof *o->support.seen);
    o->supported.role = LF_ROLES;
    if (o->way) o->support_room = malloc(d * sizeof *o->support_room);
    if (o->support.at && o->support.seen && (o->support_room || !o->way)) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "oracle: no memory for the support of %zu entries", d);
}

/* The entries come as numbers. */
static lf_status lens_ask(lf_inside *o, const lf_batch *b) {
    lf_question q = {
        .ask = LF_ASK_SUPPORT, .has_batch = true, .batch = *b, .vector = {o->support_room}};
    LF_TRY(lf_away(o, &q));
    for (size_t k = 0; k < q.n; k++)
        lf_support_add(&o->support, (size_t)o->support_room[k]);
    return LF_OK;
}

/* o->support <- the entries that samples of a ticket are about, none of which stand for all there
 * are: of a full batch, and where the oracle asks about each component by itself. */
static lf_status lens_support(lf_inside *o, const lf_batch *b, const lf_samples *samples) {
    lf_support *s = &o->support;
    if (!s->at || lf_ticket_same(&o->supported, b)) return LF_OK;
    while (s->n > 0)
        s->seen[s->at[--s->n] / 64] = 0;
    o->supported.role = LF_ROLES;
    if (b->draw == LF_DRAW_FULL && b->n > 0) return LF_OK;
    if (!samples)
        LF_TRY(lens_ask(o, b));
    else if (b->component != LF_EVERY || o->problem->is->every)
        o->problem->is->support(o->problem->state, samples, s);
    o->supported = *b;
    return LF_OK;
}

lf_status lf_oracle_support(lf_oracle *oracle, const lf_batch *b, double *at, size_t *n) {
    lf_inside *o = lf_oracle_inside(oracle);
    lf_samples samples;
    LF_TRY(lf_oracle_recall(o, b, &samples));
    LF_TRY(lens_support(o, b, &samples));
    *n = o->support.n;
    for (size_t k = 0; k < *n; k++)
        at[k] = o->support.at[k];
    return LF_OK;
}

lf_status lf_lens_open(lf_inside *o, const lf_batch *b, lf_samples *samples, const double **w,
                       double **grad, lf_lens *lens) {
    lf_family *f = lf_family_now();
    const bool reads = lf_family_has(f, *w), adds = *grad && lf_family_has(f, *grad);
    lens->grad = adds ? *grad : NULL;
    if (!reads && !adds) return LF_OK;
    LF_TRY(lens_support(o, b, samples));
    if (samples) samples->sparse = o->support.n > 0;
    lf_family_locate(f, o->support.n, o->support.at);
    if (adds) *grad = lf_family_add(f);
    if (reads) *w = lf_family_read(f, *w);
    return LF_OK;
}

void lf_lens_close(const lf_lens *lens) {
    if (lens->grad) lf_family_added(lf_family_now(), lens->grad);
}
