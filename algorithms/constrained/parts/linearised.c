#include "algorithms/constrained/parts/linearised.h"

static const lf_component *linearised_component(const lf_oracle *o, size_t i) {
    return lf_oracle_component(o, LF_ROLE_CONSTRAINT, i);
}

/* Is one gradient and one slope along a direction less than a gradient for each constraint? */
static bool linearised_pays(const lf_oracle *o) {
    for (size_t i = 0; i < lf_oracle_info(o)->role[LF_ROLE_CONSTRAINT].count; i++)
        if (linearised_component(o, i)->outers > 2) return lf_oracle_has_jvp(o);
    return false;
}

lf_status lf_linearised_init(lf_linearised *s, lf_linearise how, lf_oracle *o, lf_arena *arena) {
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    s->along = how == LF_LINEARISE_AUTO ? linearised_pays(o) : how == LF_LINEARISE_JVP;
    if (s->along && !lf_oracle_has_jvp(o))
        return lf_fail(LF_UNSUPPORTED, "linearise=jvp: the problem offers no Jacobian-vector "
                                       "products (jvp); set linearise=rows");
    const size_t p = s->along ? s->g.p : 0;
    LF_TRY(lf_arena_vector(arena, s->g.m, &s->value));
    LF_TRY(lf_arena_vector(arena, s->along ? 0 : s->g.m * lf_oracle_dim(o), &s->row));
    return LF_VECTORS(arena, p, &s->slope, &s->jv);
}

/* value and slope of component i's constraints, whose inner values are z. */
static void linearised_outers(const lf_linearised *s, lf_oracle *o, size_t i, const double *z,
                              double *value, double *slope) {
    const lf_component *c = linearised_component(o, i);
    lf_oracle_outer_each(o, LF_ROLE_CONSTRAINT, i, z, value);
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p) {
        lf_oracle_outer_each_subgradient(o, LF_ROLE_CONSTRAINT, i, k, z, s->g.y);
        lf_vec_copy(c->outer[k].p, s->g.y + at, slope + at); /* 0 outside its slice */
    }
}

lf_status lf_linearised_ask(lf_linearised *s, lf_oracle *o, const double *x) {
    if (!s->along) return lf_constraints_linearise(&s->g, o, x, s->value, s->row);
    LF_TRY(lf_constraints_inner(&s->g, o, x, s->g.z));
    for (size_t i = 0, j = 0, at = 0; i < s->g.components; i++) {
        const lf_component *c = linearised_component(o, i);
        linearised_outers(s, o, i, s->g.z + at, s->value + j, s->slope + at);
        j += c->outers;
        at += c->outputs;
    }
    return LF_OK;
}

lf_status lf_linearised_add(lf_linearised *s, lf_oracle *o, const double *x, const double *y,
                            double *zeta) {
    const size_t d = lf_oracle_dim(o);
    for (size_t j = 0; !s->along && j < s->g.m; j++)
        lf_vec_axpy(d, y[j], s->row + j * d, zeta);
    if (!s->along) return LF_OK;
    double *weighted = s->jv;
    lf_vec_copy(s->g.p, s->slope, weighted);
    for (size_t i = 0; i < s->g.components; i++) {
        const lf_component *c = linearised_component(o, i);
        double *first = weighted;
        for (size_t k = 0; k < c->outers; weighted += c->outer[k++].p)
            lf_vec_scale(c->outer[k].p, *y++, weighted);
        LF_TRY(lf_oracle_vjp(o, &s->g.batch[i], x, first, zeta));
    }
    return LF_OK;
}

lf_status lf_linearised_along(lf_linearised *s, lf_oracle *o, const double *x, const double *v,
                              double *along) {
    const size_t d = lf_oracle_dim(o);
    for (size_t j = 0; !s->along && j < s->g.m; j++)
        along[j] = lf_vec_dot(d, s->row + j * d, v);
    if (!s->along) return LF_OK;
    const double *slope = s->slope;
    for (size_t i = 0, at = 0; i < s->g.components; i++) {
        const lf_component *c = linearised_component(o, i);
        LF_TRY(lf_oracle_jvp(o, &s->g.batch[i], x, v, s->jv + at));
        for (size_t k = 0; k < c->outers; at += c->outer[k++].p) {
            *along++ = lf_vec_dot(c->outer[k].p, slope, s->jv + at);
            slope += c->outer[k].p;
        }
    }
    return LF_OK;
}
