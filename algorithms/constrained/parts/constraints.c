#include "algorithms/constrained/parts/constraints.h"

#include "algorithms/common/sampling.h"

static const lf_component *constraints_component(const lf_oracle *o, size_t i) {
    return lf_oracle_component(o, LF_ROLE_CONSTRAINT, i);
}

lf_status lf_constraints_init(lf_constraints *c, lf_oracle *o, lf_arena *arena) {
    size_t largest = 0;
    c->components = lf_oracle_info(o)->role[LF_ROLE_CONSTRAINT].count;
    if (c->components == 0)
        return lf_fail(LF_UNSUPPORTED, "the method needs a constraint, the problem has none");
    c->m = c->p = 0;
    for (size_t i = 0; i < c->components; i++) {
        const lf_component *one = constraints_component(o, i);
        c->m += one->outers;
        c->p += one->outputs;
        if (one->outputs > largest) largest = one->outputs;
    }
    LF_TRY(lf_arena_array(arena, c->components, sizeof *c->batch, &c->batch));
    LF_TRY(lf_arena_array(arena, c->components, sizeof *c->id, &c->id));
    LF_TRY(lf_arena_array(arena, c->components + 1, sizeof *c->first, &c->first));
    for (size_t i = 0; i < c->components; i++)
        c->first[i + 1] = c->first[i] + constraints_component(o, i)->outers;
    LF_TRY(lf_arena_vector(arena, c->p, &c->z));
    return LF_VECTORS(arena, largest, &c->sum, &c->y);
}

lf_status lf_constraints_draw(lf_constraints *c, lf_oracle *o, size_t size, size_t q) {
    for (size_t i = 0; i < c->components; i++)
        LF_TRY(lf_sampling_draw(o, LF_ROLE_CONSTRAINT, i, size, q, &c->batch[i]));
    return LF_OK;
}

const lf_batch *lf_constraints_whole(const lf_constraints *c) {
    return c->batch->draw == LF_DRAW_FULL ? c->batch : NULL;
}

lf_status lf_constraints_draw_again(const lf_constraints *c, lf_oracle *o, size_t i, size_t size,
                                    size_t q, const lf_batch *beside, lf_batch *batch) {
    const size_t rows = constraints_component(o, i)->samples;
    const size_t wanted = size > 0 ? size : lf_oracle_share(o, LF_ROLE_CONSTRAINT, i, q);
    if (wanted >= rows && c->batch[i].draw == LF_DRAW_FULL) {
        *batch = c->batch[i];
        return LF_OK;
    }
    return lf_sampling_beside(o, beside, LF_ROLE_CONSTRAINT, i, wanted, q, batch);
}

lf_status lf_constraints_inner(const lf_constraints *c, lf_oracle *o, const double *x, double *z) {
    for (size_t i = 0; i < c->components; i++) {
        LF_TRY(lf_oracle_value(o, &c->batch[i], x, z));
        z += constraints_component(o, i)->outputs;
    }
    return LF_OK;
}

/* The problem's max over the outer functions of a component, then the max over components. */
double lf_constraints_max(const lf_constraints *c, lf_oracle *o, const double *z, size_t *i) {
    double most = 0;
    for (size_t k = 0; k < c->components; k++) {
        const double value = lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, k, z);
        if (k == 0 || value > most) { /* the first of equals */
            most = value;
            *i = k;
        }
        z += constraints_component(o, k)->outputs;
    }
    return most;
}

lf_status lf_constraints_slope(const lf_constraints *c, lf_oracle *o, const lf_batch *batch,
                               const double *z, const double *x, double *zeta) {
    /* z comes to the component's own inner values */
    for (size_t i = 0; i < batch->component; i++)
        z += constraints_component(o, i)->outputs;
    lf_oracle_outer_subgradient(o, LF_ROLE_CONSTRAINT, batch->component, z, c->y);
    lf_vec_zero(lf_oracle_dim(o), zeta);
    return lf_oracle_vjp(o, batch, x, c->y, zeta);
}

lf_status lf_constraints_draw_some(lf_constraints *c, lf_oracle *o, size_t k, size_t size,
                                   size_t q) {
    c->drawn = k == 0 || k > c->components ? c->components : k;
    LF_TRY(lf_oracle_components(o, LF_ROLE_CONSTRAINT, c->drawn, c->id));
    for (size_t n = 0; n < c->drawn; n++)
        LF_TRY(lf_sampling_draw(o, LF_ROLE_CONSTRAINT, c->id[n], size, q, &c->batch[c->id[n]]));
    return LF_OK;
}

/* Component i's slice of a vector of all inner values. */
static size_t constraints_inner_at(const lf_oracle *o, size_t i) {
    size_t at = 0;
    while (i-- > 0)
        at += constraints_component(o, i)->outputs;
    return at;
}

lf_status lf_constraints_values(const lf_constraints *c, lf_oracle *o, const double *x, double *z,
                                double *g) {
    for (size_t n = 0; n < c->drawn; n++) {
        const size_t i = c->id[n], at = constraints_inner_at(o, i);
        LF_TRY(lf_oracle_value(o, &c->batch[i], x, z + at));
        lf_oracle_outer_each(o, LF_ROLE_CONSTRAINT, i, z + at, g + c->first[i]);
    }
    return LF_OK;
}

lf_status lf_constraints_add(const lf_constraints *c, lf_oracle *o, const double *x,
                             const double *z, const double *y, double *zeta) {
    for (size_t n = 0; n < c->drawn; n++) {
        const size_t i = c->id[n], at = constraints_inner_at(o, i);
        const lf_component *one = constraints_component(o, i);
        const double share = (double)c->components / (double)c->drawn *
                             lf_oracle_component_weight(o, LF_ROLE_CONSTRAINT, c->drawn, i);
        lf_vec_zero(one->outputs, c->sum);
        for (size_t k = 0; k < one->outers; k++) {
            lf_oracle_outer_each_subgradient(o, LF_ROLE_CONSTRAINT, i, k, z + at, c->y);
            lf_vec_axpy(one->outputs, share * y[c->first[i] + k], c->y, c->sum);
        }
        LF_TRY(lf_oracle_vjp(o, &c->batch[i], x, c->sum, zeta));
    }
    return LF_OK;
}

/* rows (outers x d) <- subgradients of the constraints of component i, whose inner values are z. */
static lf_status constraints_rows(const lf_constraints *c, lf_oracle *o, size_t i, const double *z,
                                  const double *x, double *rows) {
    const size_t d = lf_oracle_dim(o), outers = constraints_component(o, i)->outers;
    lf_vec_zero(outers * d, rows);
    for (size_t k = 0; k < outers; k++) {
        lf_oracle_outer_each_subgradient(o, LF_ROLE_CONSTRAINT, i, k, z, c->y);
        LF_TRY(lf_oracle_vjp(o, &c->batch[i], x, c->y, rows + k * d));
    }
    return LF_OK;
}

lf_status lf_constraints_linearise(const lf_constraints *c, lf_oracle *o, const double *x,
                                   double *g, double *rows) {
    const double *z = c->z;
    LF_TRY(lf_constraints_inner(c, o, x, c->z));
    for (size_t i = 0; i < c->components; i++) {
        const lf_component *one = constraints_component(o, i);
        lf_oracle_outer_each(o, LF_ROLE_CONSTRAINT, i, z, g);
        LF_TRY(constraints_rows(c, o, i, z, x, rows));
        z += one->outputs;
        g += one->outers;
        rows += one->outers * lf_oracle_dim(o);
    }
    return LF_OK;
}
