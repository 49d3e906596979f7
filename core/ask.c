/* Questions about a batch, charged before they are answered; the closed-form parts, which are free.
 */
#include "core/oracle_state.h"

#include <math.h>

#include "core/ticks.h"

/*
 * Every question goes through here: check the ticket, charge, then find the samples. `counter` and
 * `other` are charged before any work is done, whatever the point looks like.
 */
static lf_status ask_admit(lf_oracle *o, const lf_batch *b, lf_evaluation kind, lf_evaluation other,
                           lf_samples *samples) {
    const lf_component *c;
    LF_TRY(lf_oracle_find(o, b->role, b->component, &c));
    bool known;
    LF_TRY(lf_oracle_check(o, b, &known));
    LF_TRY(lf_meter_charge(&o->now.meter, LF_COUNTER_EVALUATION(kind, b->role),
                           LF_COUNTER_EVALUATION(other, b->role), b->n));
    if (!known) lf_oracle_materialise(o, b);
    o->known = *b;
    *samples = (lf_samples){.role = b->role,
                            .component = b->component,
                            .n = b->n,
                            .id = b->draw == LF_DRAW_FULL ? NULL : o->id,
                            .per_stratum = c ? o->per_stratum : o->per_component};
    return LF_OK;
}

/* For a problem that knows nothing of LF_EVERY. */
static lf_status ask_one_by_one(lf_oracle *o, const lf_samples *every, const double *w,
                                const double *y, double *g, double *grad) {
    const lf_components *all = &o->problem->info.role[every->role];
    size_t row = 0, output = 0;
    for (size_t i = 0; i < all->count; i++) {
        const lf_component *c = &all->component[i];
        const lf_samples one = {.role = every->role,
                                .component = i,
                                .n = every->per_stratum[i],
                                .id = every->id ? every->id + row : NULL,
                                .per_stratum = o->per_stratum};
        lf_oracle_allot(c, one.n, o->per_stratum);
        LF_TRY(o->problem->is->evaluate(o->problem->state, &one, w, y ? y + output : NULL,
                                        g ? g + output : NULL, grad));
        row += one.n;
        output += c->outputs;
    }
    return LF_OK;
}

static lf_status ask_problem(lf_oracle *o, const lf_samples *samples, const double *w,
                             const double *y, double *g, double *grad) {
    const lf_problem_class *is = o->problem->is;
    const bool split = samples->component == LF_EVERY && !is->every;
    const uint64_t before = lf_ticks();
    const lf_status status = split ? ask_one_by_one(o, samples, w, y, g, grad)
                                   : is->evaluate(o->problem->state, samples, w, y, g, grad);
    o->ticks += lf_ticks() - before;
    return status;
}

lf_status lf_oracle_value(lf_oracle *o, const lf_batch *b, const double *w, double *g) {
    lf_samples samples;
    LF_TRY(ask_admit(o, b, LF_EVALUATION_VALUE, LF_EVALUATION_VALUE, &samples));
    return ask_problem(o, &samples, w, NULL, g, NULL);
}

lf_status lf_oracle_vjp(lf_oracle *o, const lf_batch *b, const double *w, const double *y,
                        double *grad) {
    lf_samples samples;
    LF_TRY(ask_admit(o, b, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT, &samples));
    return ask_problem(o, &samples, w, y, NULL, grad);
}

lf_status lf_oracle_value_vjp(lf_oracle *o, const lf_batch *b, const double *w, const double *y,
                              double *g, double *grad) {
    lf_samples samples;
    LF_TRY(ask_admit(o, b, LF_EVALUATION_VALUE, LF_EVALUATION_GRADIENT, &samples));
    return ask_problem(o, &samples, w, y, g, grad);
}

/* Which of the component's outer functions is largest at z, and where its slice of z starts. */
static const lf_outer *ask_max_outer(const lf_component *c, const double *z, size_t *first,
                                     double *value) {
    const lf_outer *best = NULL;
    size_t at = 0;
    for (size_t k = 0; k < c->outers; k++) {
        const double v = lf_outer_value(&c->outer[k], z + at);
        if (!best || v > *value) { /* the first wins ties */
            best = &c->outer[k];
            *value = v;
            *first = at;
        }
        at += c->outer[k].p;
    }
    return best;
}

static void ask_slope(const lf_component *c, const double *z, double *y) {
    size_t first = 0;
    double value = 0;
    const lf_outer *f = ask_max_outer(c, z, &first, &value);
    for (size_t j = 0; j < c->outputs; j++)
        y[j] = 0;
    lf_outer_subgradient(f, z + first, y + first);
}

lf_status lf_oracle_subgradient(lf_oracle *o, const lf_batch *b, const double *w, double *grad) {
    lf_samples samples;
    if (b->component == LF_EVERY)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: a subgradient is of one component, not of every");
    LF_TRY(ask_admit(o, b, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT, &samples));
    const lf_component *c = lf_oracle_component(o, b->role, b->component);
    /* The slope of a single linear outer map does not depend on the value. */
    const bool linear = c->outers == 1 && lf_outer_linear(c->outer);
    if (!linear) LF_TRY(ask_problem(o, &samples, w, NULL, o->z, NULL));
    ask_slope(c, o->z, o->y);
    o->now.meter.count[LF_COUNTER_OUTER]++;
    samples.same_point = !linear;
    return ask_problem(o, &samples, w, o->y, NULL, grad);
}

/* ---- closed-form parts ---- */

static const lf_component *ask_outer(lf_oracle *o, lf_role role, size_t component) {
    o->now.meter.count[LF_COUNTER_OUTER]++;
    return lf_oracle_component(o, role, component);
}

double lf_oracle_outer_value(lf_oracle *o, lf_role role, size_t component, const double *z) {
    const lf_component *c = ask_outer(o, role, component);
    size_t first = 0;
    double value = NAN; /* what there is of a component that is not there */
    if (c) ask_max_outer(c, z, &first, &value);
    return value;
}

void lf_oracle_outer_subgradient(lf_oracle *o, lf_role role, size_t component, const double *z,
                                 double *y) {
    const lf_component *c = ask_outer(o, role, component);
    if (c) ask_slope(c, z, y);
}

lf_status lf_oracle_outer_prox(lf_oracle *o, lf_role role, size_t component, double lambda,
                               const double *z, double *u) {
    const lf_component *c = ask_outer(o, role, component);
    if (!c)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: no component %zu of role %d", component,
                       (int)role);
    return lf_outer_prox(c->outer, lambda, z, u);
}

lf_status lf_oracle_outer_envelope(lf_oracle *o, lf_role role, size_t component, double lambda,
                                   const double *z, double *value, double *y) {
    const lf_component *c = ask_outer(o, role, component);
    if (!c)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: no component %zu of role %d", component,
                       (int)role);
    return lf_outer_envelope(c->outer, lambda, z, value, y);
}

/* Slope of a separable regulariser, a stretch at a time, so that no vector of length d is needed.
 */
void lf_oracle_regulariser(lf_oracle *o, const double *w, double *grad) {
    const lf_outer *r = o->problem->info.regulariser;
    if (!r) return;
    o->now.meter.count[LF_COUNTER_OUTER]++;
    double slope[64];
    for (size_t i = 0; i < r->p; i += 64) {
        lf_outer stretch = *r;
        stretch.p = r->p - i < 64 ? r->p - i : 64;
        lf_outer_subgradient(&stretch, w + i, slope);
        for (size_t j = 0; j < stretch.p; j++)
            grad[i + j] += slope[j];
    }
}

void lf_oracle_project(lf_oracle *o, double *w) {
    lf_domain_project(&o->problem->info.domain, w);
}

void lf_oracle_project_y(lf_oracle *o, double *y) {
    lf_domain_project(&o->problem->info.domain_y, y);
}
