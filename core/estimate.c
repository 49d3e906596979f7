/* Estimates of second derivatives: in a form of the problem's own, or dense. */
#include "core/ask_bilevel.h"
#include "core/estimate_dense.h"

#include <math.h>

#include <levelfield/vector.h>

/* The problem's own form; NULL: dense matrices are meant. */
static const lf_estimate_form *estimate_form(const lf_oracle *o, lf_form form) {
    return form == LF_FORM_OWN ? o->problem->is->bilevel->form : NULL;
}

/* Is there such a lower level? */
static lf_status estimate_asked(const lf_oracle *o, size_t i) {
    const lf_problem *problem = o->problem;
    if (problem->is->bilevel && i < problem->info.role[LF_ROLE_LOWER].count) return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "problem %s has no lower level %zu", problem->is->name, i);
}

lf_status lf_oracle_estimate_numbers(lf_oracle *o, lf_form form, size_t i, size_t *numbers) {
    const lf_problem *problem = o->problem;
    LF_TRY(estimate_asked(o, i));
    const lf_estimate_form *own = estimate_form(o, form);
    *numbers = own ? own->numbers(problem->state, i) : lf_dense_numbers(o, i);
    return own ? LF_OK : lf_dense_room_take(o, i);
}

lf_status lf_oracle_estimate_add(lf_oracle *o, lf_form form, const lf_batch *b, const double *x,
                                 const double *y, double a, double *E) {
    const lf_bilevel *is = o->problem->is->bilevel;
    const bool known = is && form == LF_FORM_OWN && is->form && is->form->known;
    const lf_bilevel_question q = {.x = x, .y = y}; /* no point is kept in an estimate */
    lf_samples samples;
    LF_TRY(lf_bilevel_admit(o, b, LF_ROLE_LOWER, known ? LF_EVALUATION_JVP : LF_EVALUATION_HVP,
                            LF_EVALUATION_JVP, 1, &q, &samples));
    const lf_estimate_form *own = estimate_form(o, form);
    const uint64_t before = lf_oracle_enter(o);
    const lf_status status = own ? own->add(o->problem->state, &samples, x, y, a, E)
                                 : lf_dense_add(o, &samples, x, y, a, E);
    return lf_oracle_leave(o, before, status);
}

void lf_oracle_estimate_scale(lf_oracle *o, lf_form form, size_t i, double r, double *E) {
    const lf_estimate_form *own = estimate_form(o, form);
    if (own)
        own->scale(o->problem->state, i, r, E);
    else
        lf_vec_scale(lf_dense_numbers(o, i), r, E);
}

lf_status lf_oracle_estimate_project(lf_oracle *o, lf_form form, size_t i, const lf_batch *b,
                                     double floor, double *E) {
    LF_TRY(estimate_asked(o, i));
    const lf_estimate_form *own = estimate_form(o, form);
    lf_samples samples;
    if (!own) return lf_dense_project(o, i, floor, E);
    if (b) LF_TRY(lf_oracle_recall(o, b, &samples));
    own->project(o->problem->state, b ? &samples : NULL, i, floor, E);
    return LF_OK;
}

lf_status lf_oracle_estimate_clip(lf_oracle *o, lf_form form, size_t i, double cap, double *E) {
    LF_TRY(estimate_asked(o, i));
    if (isinf(cap)) return LF_OK;
    if (!estimate_form(o, form)) return lf_dense_clip(o, i, cap, E);
    return lf_fail(LF_UNSUPPORTED,
                   "problem %s keeps its Jacobian estimate in a form without singular values; "
                   "leave them uncut, or keep it as a matrix (form=dense)",
                   o->problem->is->name);
}

void lf_oracle_estimate_hessian(lf_oracle *o, lf_form form, size_t i, const double *E,
                                const double *v, double *out) {
    const lf_estimate_form *own = estimate_form(o, form);
    if (own)
        own->hessian(o->problem->state, i, E, v, out);
    else
        lf_dense_hessian(o, i, E, v, out);
}

void lf_oracle_estimate_jacobian(lf_oracle *o, lf_form form, size_t i, const double *E, double a,
                                 const double *q, double *out) {
    const lf_estimate_form *own = estimate_form(o, form);
    if (own)
        own->jacobian(o->problem->state, i, E, a, q, out);
    else
        lf_dense_jacobian(o, i, E, a, q, out);
}

void lf_oracle_estimate_jacobian_t(lf_oracle *o, lf_form form, size_t i, const double *E,
                                   const double *r, double *out) {
    const lf_estimate_form *own = estimate_form(o, form);
    if (own)
        own->jacobian_t(o->problem->state, i, E, r, out);
    else
        lf_dense_jacobian_t(o, i, E, r, out);
}
