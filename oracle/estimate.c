/*
 * Estimates of second derivatives: in a form of the problem's own, or dense. Their numbers lie here
 * and not with the method, which could otherwise write any and read the data out of their products.
 */
#include "oracle/ask_bilevel.h"
#include "oracle/estimate_dense.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

/* An estimate that is there, while the run is not over; NULL, with a message, if there is none. */
static const lf_kept_estimate *estimate_find(const lf_inside *o, lf_estimate E) {
    if (!o->now.closed && E < o->estimates) return &o->estimate[E];
    if (o->now.closed)
        lf_oracle_over();
    else
        lf_fail(LF_BAD_ARGUMENT,
                "oracle: there is no estimate %zu; lf_oracle_estimate() makes one in init", E);
    return NULL;
}

/* Room for the numbers and in the list, so that what follows cannot fail. */
static lf_status estimate_keep(lf_inside *o, lf_kept_estimate made) {
    lf_kept_estimate *longer = realloc(o->estimate, (o->estimates + 1) * sizeof *longer);
    if (longer) o->estimate = longer;
    made.E = calloc(made.numbers + 1, sizeof *made.E);
    if (!longer || !made.E) {
        free(made.E);
        return lf_fail(LF_NO_MEMORY, "oracle: no memory for an estimate of %zu numbers",
                       made.numbers);
    }
    o->estimate[o->estimates] = made;
    return LF_OK;
}

/* A method's own list: what an estimate is of. */
static lf_status estimate_away(lf_inside *o, lf_form form, size_t i, lf_estimate *E) {
    lf_question q = {.ask = LF_ASK_ESTIMATE, .form = form, .component = i};
    LF_TRY(lf_away(o, &q));
    LF_TRY(estimate_keep(o, (lf_kept_estimate){.i = i}));
    *E = o->estimates++;
    return LF_OK;
}

lf_status lf_oracle_estimate(lf_oracle *oracle, lf_form form, size_t i, lf_estimate *E) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_problem *problem = o->problem;
    if (o->way) return estimate_away(o, form, i, E);
    if (!problem->is->bilevel || i >= problem->info.role[LF_ROLE_LOWER].count)
        return lf_fail(LF_UNSUPPORTED, "problem %s has no lower level %zu", problem->is->name, i);
    if (o->now.meter.count[LF_COUNTER_STEPS] > 0 || o->now.closed)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: estimates are made in init, not in a step");
    const lf_estimate_form *own = form == LF_FORM_OWN ? problem->is->bilevel->form : NULL;
    if (!own) LF_TRY(lf_dense_room_take(o, i));
    LF_TRY(estimate_keep(o, (lf_kept_estimate){.own = own,
                                               .i = i,
                                               .numbers = own ? own->numbers(problem->state, i)
                                                              : lf_dense_numbers(o, i)}));
    *E = o->estimates++;
    return LF_OK;
}

lf_status lf_oracle_estimate_add(lf_oracle *oracle, lf_estimate E, const lf_batch *b,
                                 const double *x, const double *y, double a) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_bilevel_question q = {.x = x, .y = y}; /* no point is kept in an estimate */
    lf_samples samples;
    if (o->way)
        return lf_away(o, &(lf_question){.ask = LF_ASK_ESTIMATE_ADD,
                                         .estimate = E,
                                         .has_batch = true,
                                         .batch = *b,
                                         .number = a,
                                         .vector = {x, y}});
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (b->component != e->i)
        return lf_fail(LF_BAD_ARGUMENT,
                       "oracle: a batch of level %u cannot be added to an estimate of level %zu",
                       b->component, e->i);
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_LOWER,
                            e->own && e->own->known ? LF_EVALUATION_JVP : LF_EVALUATION_HVP,
                            LF_EVALUATION_JVP, 1, &q, &samples));
    const uint64_t before = lf_oracle_enter(o);
    const lf_status status = e->own ? e->own->add(o->problem->state, &samples, x, y, a, e->E)
                                    : lf_dense_add(o, &samples, x, y, a, e->E);
    return lf_oracle_leave(o, before, status);
}

lf_status lf_oracle_estimate_scale(lf_oracle *oracle, lf_estimate E, double r) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way)
        return lf_away(o, &(lf_question){.ask = LF_ASK_ESTIMATE_SCALE, .estimate = E, .number = r});
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (e->own)
        e->own->scale(o->problem->state, e->i, r, e->E);
    else
        lf_vec_scale(e->numbers, r, e->E);
    return LF_OK;
}

/* A projection's way there: with the batch, or without one. */
static lf_status estimate_project_away(const lf_inside *o, lf_estimate E, const lf_batch *b,
                                       double floor) {
    lf_question q = {.ask = LF_ASK_ESTIMATE_PROJECT, .estimate = E, .number = floor};
    q.has_batch = b != NULL;
    if (b) q.batch = *b;
    return lf_away(o, &q);
}

lf_status lf_oracle_estimate_project(lf_oracle *oracle, lf_estimate E, const lf_batch *b,
                                     double floor) {
    lf_inside *o = lf_oracle_inside(oracle);
    lf_samples samples;
    if (o->way) return estimate_project_away(o, E, b, floor);
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (!e->own) return lf_dense_project(o, e->i, floor, e->E);
    if (b && (b->role != LF_ROLE_LOWER || b->component != e->i))
        return lf_fail(LF_BAD_ARGUMENT,
                       "oracle: an estimate of level %zu is projected after a "
                       "batch of that level, or after none",
                       e->i);
    if (b) LF_TRY(lf_oracle_recall(o, b, &samples));
    e->own->project(o->problem->state, b ? &samples : NULL, e->i, floor, e->E);
    return LF_OK;
}

lf_status lf_oracle_estimate_clip(lf_oracle *oracle, lf_estimate E, double cap) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way)
        return lf_away(o,
                       &(lf_question){.ask = LF_ASK_ESTIMATE_CLIP, .estimate = E, .number = cap});
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (isinf(cap)) return LF_OK;
    if (!e->own) return lf_dense_clip(o, e->i, cap, e->E);
    return lf_fail(LF_UNSUPPORTED,
                   "problem %s keeps its Jacobian estimate in a form without singular values; "
                   "leave them uncut, or keep it as a matrix (form=dense)",
                   o->problem->is->name);
}

/* A product's way there. */
static lf_status estimate_product_away(const lf_inside *o, lf_ask ask, lf_estimate E, double a,
                                       const double *v, double *out) {
    return lf_away(o, &(lf_question){.ask = ask, .estimate = E, .number = a, .vector = {v, out}});
}

lf_status lf_oracle_estimate_hessian(lf_oracle *oracle, lf_estimate E, const double *v,
                                     double *out) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return estimate_product_away(o, LF_ASK_ESTIMATE_HESSIAN, E, 1, v, out);
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (e->own)
        e->own->hessian(o->problem->state, e->i, e->E, v, out);
    else
        lf_dense_hessian(o, e->i, e->E, v, out);
    return LF_OK;
}

lf_status lf_oracle_estimate_jacobian(lf_oracle *oracle, lf_estimate E, double a, const double *q,
                                      double *out) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return estimate_product_away(o, LF_ASK_ESTIMATE_JACOBIAN, E, a, q, out);
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (e->own)
        e->own->jacobian(o->problem->state, e->i, e->E, a, q, out);
    else
        lf_dense_jacobian(o, e->i, e->E, a, q, out);
    return LF_OK;
}

lf_status lf_oracle_estimate_jacobian_t(lf_oracle *oracle, lf_estimate E, const double *r,
                                        double *out) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return estimate_product_away(o, LF_ASK_ESTIMATE_JACOBIAN_T, E, 1, r, out);
    const lf_kept_estimate *e = estimate_find(o, E);
    if (!e) return LF_BAD_ARGUMENT;
    if (e->own)
        e->own->jacobian_t(o->problem->state, e->i, e->E, r, out);
    else
        lf_dense_jacobian_t(o, e->i, e->E, r, out);
    return LF_OK;
}
