#include "algorithms/saddle/parts/respond.h"

#include "algorithms/common/sampling.h"

/* Passes over the data in search of what a response needs: a sample that there is is missed by all
 * of them with probability e^-64. */
enum { RESPOND_PASSES = 64 };

lf_status lf_respond_best(lf_oracle *o, size_t m, size_t more, const double *v, double *alpha) {
    const size_t most = RESPOND_PASSES * lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0)->samples;
    size_t drawn = 0;
    lf_batch batch;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, m, 1, &batch));
    lf_status status = lf_oracle_respond(o, &batch, v, alpha);
    while (status == LF_NOT_FOUND && batch.draw != LF_DRAW_FULL && drawn < most) {
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, more, 1, &batch));
        status = lf_oracle_respond(o, &batch, v, alpha);
        drawn += batch.n;
    }
    if (status == LF_OK) lf_oracle_project_y(o, alpha);
    return status;
}
