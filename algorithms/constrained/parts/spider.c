#include "algorithms/constrained/parts/spider.h"

lf_status lf_spider_init(lf_spider *s, lf_spider_on on, const lf_constraints *c, lf_oracle *o,
                         lf_arena *arena) {
    s->on = on;
    s->n = on == LF_SPIDER_MAP ? c->p : c->components;
    LF_TRY(lf_arena_vector(arena, s->n, &s->u));
    LF_TRY(lf_arena_vector(arena, s->n, &s->v));
    return lf_arena_vector(arena, lf_oracle_dim(o), &s->x_last);
}

/* v (n) <- V(x; B) */
static lf_status spider_ask(const lf_spider *s, const lf_constraints *c, lf_oracle *o,
                            const double *x, double *v) {
    if (s->on == LF_SPIDER_MAP) return lf_constraints_inner(c, o, x, v);
    const double *z = c->z;
    LF_TRY(lf_constraints_inner(c, o, x, c->z));
    for (size_t i = 0; i < c->components; i++) {
        v[i] = lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, i, z);
        z += lf_oracle_component(o, LF_ROLE_CONSTRAINT, i)->outputs;
    }
    return LF_OK;
}

lf_status lf_spider_restart(lf_spider *s, const lf_constraints *c, lf_oracle *o, const double *x) {
    LF_TRY(spider_ask(s, c, o, x, s->u));
    lf_vec_copy(lf_oracle_dim(o), x, s->x_last);
    return LF_OK;
}

lf_status lf_spider_advance(lf_spider *s, const lf_constraints *c, lf_oracle *o, const double *x) {
    /* u - V(x_last; B) first, so that one vector v is enough */
    LF_TRY(spider_ask(s, c, o, s->x_last, s->v));
    lf_vec_axpy(s->n, -1, s->v, s->u);
    LF_TRY(spider_ask(s, c, o, x, s->v));
    lf_vec_axpy(s->n, 1, s->v, s->u);
    lf_vec_copy(lf_oracle_dim(o), x, s->x_last);
    return LF_OK;
}

double lf_spider_max(const lf_spider *s, const lf_constraints *c, lf_oracle *o, size_t *i) {
    if (s->on == LF_SPIDER_MAP) return lf_constraints_max(c, o, s->u, i);
    *i = 0;
    for (size_t k = 1; k < s->n; k++)
        if (s->u[k] > s->u[*i]) *i = k;
    return s->u[*i];
}

lf_status lf_spider_slope(const lf_spider *s, const lf_constraints *c, lf_oracle *o,
                          const lf_batch *batch, const double *x, double *zeta) {
    if (s->on == LF_SPIDER_MAP) return lf_constraints_slope(c, o, batch, s->u, x, zeta);
    lf_vec_zero(lf_oracle_dim(o), zeta);
    return lf_oracle_subgradient(o, batch, x, zeta);
}
