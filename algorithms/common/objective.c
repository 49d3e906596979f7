#include "algorithms/common/objective.h"

#include "algorithms/common/sampling.h"

lf_status lf_objective_init(lf_objective *f, lf_f_arg f_arg, size_t b, size_t q, lf_oracle *o,
                            lf_arena *arena) {
    const lf_components *all = &lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE];
    if (all->count != 1)
        return lf_fail(LF_UNSUPPORTED, "the method needs one objective, the problem has %zu",
                       all->count);
    f->f_arg = f_arg;
    f->b = b;
    f->q = q;
    return LF_VECTORS(arena, all->component->outputs, &f->z, &f->y);
}

/* The slope of a single linear outer function is the same everywhere: no value is needed for it. */
static bool objective_linear(const lf_oracle *o) {
    const lf_component *c = lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0);
    return c->outers == 1 && lf_outer_linear(c->outer);
}

/* y from all rows, D c(x; batch)^T y from the batch. */
static lf_status objective_full_argument(lf_objective *f, lf_oracle *o, const lf_batch *batch,
                                         const double *x, double *zeta) {
    lf_batch all;
    LF_TRY(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    LF_TRY(lf_oracle_value(o, &all, x, f->z));
    lf_oracle_outer_subgradient(o, LF_ROLE_OBJECTIVE, 0, f->z, f->y);
    return lf_oracle_vjp(o, batch, x, f->y, zeta);
}

lf_status lf_objective_draw(const lf_objective *f, lf_oracle *o, const lf_batch *beside,
                            lf_batch *batch) {
    return lf_sampling_beside(o, beside, LF_ROLE_OBJECTIVE, 0, f->b, f->q, batch);
}

lf_status lf_objective_at(lf_objective *f, lf_oracle *o, const lf_batch *batch, const double *x,
                          double *zeta) {
    lf_vec_zero(lf_oracle_dim(o), zeta);
    /* On all rows the plug-in subgradient is exact, so `full` has nothing to add. */
    if (f->f_arg == LF_F_ARG_PLUGIN || batch->draw == LF_DRAW_FULL || objective_linear(o))
        LF_TRY(lf_oracle_subgradient(o, batch, x, zeta));
    else
        LF_TRY(objective_full_argument(f, o, batch, x, zeta));
    lf_oracle_regulariser(o, x, zeta);
    return LF_OK;
}

lf_status lf_objective_subgradient(lf_objective *f, lf_oracle *o, const double *x, double *zeta) {
    lf_batch batch;
    LF_TRY(lf_objective_draw(f, o, NULL, &batch));
    return lf_objective_at(f, o, &batch, x, zeta);
}
