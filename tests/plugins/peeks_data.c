/* Follows its handle, as if it were the oracle, for the problem behind it. */
#include "descent.h"

/* The handle is no address: the process of the run ends here, and with it the run. */
static lf_status peeks_data_step(descent_state *s, lf_oracle *o) {
    const lf_problem *problem = *(const lf_problem *const *)(const void *)o;
    const size_t per_stratum[] = {10};
    const lf_samples all = {.role = LF_ROLE_OBJECTIVE, .n = 10, .per_stratum = per_stratum};
    const double one = 1;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 1, &batch));
    lf_vec_zero(s->d, s->g);
    LF_TRY(problem->is->evaluate(problem->state, &all, s->x, &one, NULL, s->g));
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
    return LF_OK;
}

DESCENT_PLUGIN(peeks_data, "asks the problem itself");
