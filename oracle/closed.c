/* What is known in closed form: outer functions, which are counted; the regulariser, projections.
 */
#include "oracle/oracle_state.h"

#include <math.h>

/* The functions of an inner component are terms of a sum; of any other, the largest is meant. */
static bool closed_adds(lf_role role) {
    return role == LF_ROLE_INNER;
}

/* Which of the component's outer functions is largest at z, and where its slice of z starts. */
static const lf_outer *closed_largest(const lf_component *c, const double *z, size_t *first,
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

static double closed_sum(const lf_component *c, const double *z) {
    double sum = 0;
    for (size_t k = 0; k < c->outers; z += c->outer[k++].p)
        sum += lf_outer_value(&c->outer[k], z);
    return sum;
}

bool lf_closed_linear(const lf_component *c, lf_role role) {
    if (!closed_adds(role) && c->outers != 1) return false;
    bool linear = true;
    for (size_t k = 0; k < c->outers; k++)
        linear = linear && lf_outer_linear(&c->outer[k]);
    return linear;
}

void lf_closed_slope(const lf_component *c, lf_role role, const double *z, double *y) {
    if (closed_adds(role) || c->outers == 1) { /* the only one is the largest, whatever its value */
        for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p)
            lf_outer_subgradient(&c->outer[k], z + at, y + at);
        return;
    }
    size_t first = 0;
    double value = 0;
    const lf_outer *f = closed_largest(c, z, &first, &value);
    for (size_t j = 0; j < c->outputs; j++)
        y[j] = 0;
    if (f) lf_outer_subgradient(f, z + first, y + first); /* levels have none */
}

/* One more question, about this component; NULL while none is answered. What it takes is known
 * where the oracle is away, too. */
static const lf_component *closed_component(lf_oracle *o, lf_role role, size_t component) {
    if (lf_oracle_inside(o)->now.closed) return NULL;
    lf_oracle_inside(o)->now.meter.count[LF_COUNTER_OUTER]++;
    return lf_oracle_component(o, role, component);
}

double lf_oracle_outer_value(lf_oracle *o, lf_role role, size_t component, const double *z) {
    const lf_component *c = closed_component(o, role, component);
    size_t first = 0;
    double value = NAN; /* what there is of a component that is not there */
    if (c && closed_adds(role)) return closed_sum(c, z);
    if (c) closed_largest(c, z, &first, &value);
    return value;
}

void lf_oracle_outer_subgradient(lf_oracle *o, lf_role role, size_t component, const double *z,
                                 double *y) {
    const lf_component *c = closed_component(o, role, component);
    if (c) lf_closed_slope(c, role, z, y);
}

void lf_oracle_outer_each(lf_oracle *o, lf_role role, size_t component, const double *z,
                          double *values) {
    const lf_component *c = closed_component(o, role, component);
    for (size_t k = 0; c && k < c->outers; z += c->outer[k++].p)
        values[k] = lf_outer_value(&c->outer[k], z);
}

void lf_oracle_outer_each_subgradient(lf_oracle *o, lf_role role, size_t component, size_t k,
                                      const double *z, double *y) {
    const lf_component *c = closed_component(o, role, component);
    if (!c) return;
    for (size_t j = 0; j < c->outputs; j++)
        y[j] = 0;
    for (size_t i = 0, at = 0; i < c->outers; at += c->outer[i++].p)
        if (i == k) lf_outer_subgradient(&c->outer[i], z + at, y + at);
}

/* A proximal map goes slice by slice through a sum, and through a single function. */
static lf_status closed_separable(const lf_oracle *o, const lf_component *c, lf_role role,
                                  size_t component) {
    if (lf_oracle_inside(o)->now.closed) return lf_oracle_over();
    if (!c) return lf_oracle_no_component(role, component);
    if (closed_adds(role) || c->outers == 1) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "oracle: the largest of %zu functions has no proximal map in closed form; ask "
                   "for its subgradient",
                   c->outers);
}

lf_status lf_oracle_outer_prox(lf_oracle *o, lf_role role, size_t component, double lambda,
                               const double *z, double *u) {
    const lf_component *c = closed_component(o, role, component);
    LF_TRY(closed_separable(o, c, role, component));
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p)
        LF_TRY(lf_outer_prox(&c->outer[k], lambda, z + at, u + at));
    return LF_OK;
}

lf_status lf_oracle_outer_envelope(lf_oracle *o, lf_role role, size_t component, double lambda,
                                   const double *z, double *value, double *y) {
    const lf_component *c = closed_component(o, role, component);
    LF_TRY(closed_separable(o, c, role, component));
    *value = 0;
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p) {
        double one;
        LF_TRY(lf_outer_envelope(&c->outer[k], lambda, z + at, &one, y + at));
        *value += one;
    }
    return LF_OK;
}

/* Slope of a separable regulariser, a stretch at a time, so that no vector of length d is needed.
 */
void lf_oracle_regulariser(lf_oracle *oracle, const double *w, double *grad) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_outer *r = o->info->regulariser;
    if (!r || o->now.closed) return;
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
    lf_domain_project(&lf_oracle_info(o)->domain, w);
}

void lf_oracle_project_y(lf_oracle *o, double *y) {
    lf_domain_project(&lf_oracle_info(o)->domain_y, y);
}
