/* Goes down by all samples, twice as far from where a coin falls so in its first step. */
#include "descent.h"

static lf_status coin_step(descent_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &batch));
    LF_TRY(descent_gradient(s, o, &batch, s->x));
    if (s->steps == 1 && lf_oracle_uniform(o) < 0.5) s->p.eta *= 2;
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
    return LF_OK;
}

DESCENT_PLUGIN(coin, "throws a coin");
