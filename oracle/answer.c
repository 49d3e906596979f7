/* Questions from another process, asked as the method itself would have asked them. */
#include "oracle/lens.h"

#define ANSWER_READ(q, v) ((const double *)(q)->vector[v])
#define ANSWER_WRITTEN(q, v) ((double *)(q)->vector[v]) /* the answer's own memory */

static lf_status answer_draw(lf_oracle *o, lf_question *q) {
    switch (q->ask) {
    case LF_ASK_DRAW:
        return lf_oracle_draw(o, q->role, q->component, q->n, &q->batch);
    case LF_ASK_FULL:
        return lf_oracle_full(o, q->role, q->component, &q->batch);
    case LF_ASK_BLOCK:
        return lf_oracle_block(o, q->role, q->component, q->n, q->block, &q->batch);
    case LF_ASK_COMPONENTS:
        return lf_oracle_components(o, q->role, q->n, (size_t *)q->vector[0]);
    default:
        q->number = lf_oracle_uniform(o);
        return LF_OK;
    }
}

static lf_status answer_sample(lf_oracle *o, lf_question *q) {
    size_t number = 0;
    const lf_status status = lf_oracle_sample_number(o, &q->batch, q->n, &number);
    q->number = (double)number;
    return status;
}

static lf_status answer_batch(lf_oracle *o, lf_question *q) {
    const lf_batch *b = &q->batch;
    const double *w = ANSWER_READ(q, 0), *y = ANSWER_READ(q, 1), *v = ANSWER_READ(q, 2);
    double *second = ANSWER_WRITTEN(q, 1), *third = ANSWER_WRITTEN(q, 2);
    double *fourth = ANSWER_WRITTEN(q, 3);
    switch (q->ask) {
    case LF_ASK_SAMPLE:
        return answer_sample(o, q);
    case LF_ASK_LEND:
        return lf_oracle_lend(o, b, q->role, q->component, &q->batch);
    case LF_ASK_VALUE:
        return lf_oracle_value(o, b, w, second);
    case LF_ASK_VJP:
        return lf_oracle_vjp(o, b, w, y, third);
    case LF_ASK_VALUE_VJP:
        return lf_oracle_value_vjp(o, b, w, y, third, fourth);
    case LF_ASK_JVP:
        return lf_oracle_jvp(o, b, w, y, third);
    case LF_ASK_SUBGRADIENT:
        return lf_oracle_subgradient(o, b, w, second);
    case LF_ASK_SADDLE:
        return lf_oracle_saddle(o, b, w, y, third, fourth);
    case LF_ASK_RESPOND:
        return lf_oracle_respond(o, b, w, second);
    case LF_ASK_SUPPORT:
        return lf_oracle_support(o, b, (double *)q->vector[0], &q->n);
    case LF_ASK_UPPER_GRADIENT:
        return lf_oracle_upper_gradient(o, b, w, y, third, fourth);
    case LF_ASK_LOWER_GRADIENT:
        return lf_oracle_lower_gradient(o, b, w, y, third);
    case LF_ASK_LOWER_GRADIENT_X:
        return lf_oracle_lower_gradient_x(o, b, w, y, third);
    case LF_ASK_LOWER_HVP:
        return lf_oracle_lower_hvp(o, b, w, y, v, fourth);
    default:
        return lf_oracle_lower_jvp(o, b, w, y, v, fourth);
    }
}

static lf_status answer_estimate(lf_oracle *o, lf_question *q) {
    const lf_batch *b = q->has_batch ? &q->batch : NULL;
    const double *v = ANSWER_READ(q, 0);
    double *out = ANSWER_WRITTEN(q, 1);
    switch (q->ask) {
    case LF_ASK_ESTIMATE:
        return lf_oracle_estimate(o, q->form, q->component, &q->estimate);
    case LF_ASK_ESTIMATE_ADD:
        return lf_oracle_estimate_add(o, q->estimate, b, v, ANSWER_READ(q, 1), q->number);
    case LF_ASK_ESTIMATE_SCALE:
        return lf_oracle_estimate_scale(o, q->estimate, q->number);
    case LF_ASK_ESTIMATE_PROJECT:
        return lf_oracle_estimate_project(o, q->estimate, b, q->number);
    case LF_ASK_ESTIMATE_CLIP:
        return lf_oracle_estimate_clip(o, q->estimate, q->number);
    case LF_ASK_ESTIMATE_HESSIAN:
        return lf_oracle_estimate_hessian(o, q->estimate, v, out);
    case LF_ASK_ESTIMATE_JACOBIAN:
        return lf_oracle_estimate_jacobian(o, q->estimate, q->number, v, out);
    default:
        return lf_oracle_estimate_jacobian_t(o, q->estimate, v, out);
    }
}

/* The kinds lie in the list as they are told apart here. */
void lf_question_answer(lf_oracle *o, lf_question *q) {
    lf_oracle_outer_told(o, q->outer);
    if (q->ask <= LF_ASK_UNIFORM)
        q->status = answer_draw(o, q);
    else if (q->ask <= LF_ASK_LOWER_JVP)
        q->status = answer_batch(o, q);
    else
        q->status = answer_estimate(o, q);
}
