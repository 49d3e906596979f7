/* Stands where the problem lets no method stand, and where its objective may well be lower: with
 * its iterate, with the second block, with its average. */
#include "cheat.h"

enum { POINT, BLOCK, AVERAGE };

static lf_status leaves_domain_step(void *state, lf_oracle *o) {
    cheat_state *s = state;
    LF_TRY(cheat_move(s, o));
    lf_vec_copy(s->d, s->x, s->kept);
    if (s->p.how != POINT) lf_oracle_project(o, s->x);
    return LF_OK;
}

/* Each of the weights is 1. */
static lf_point leaves_domain_iterate(const void *state) {
    const cheat_state *s = state;
    return (lf_point){.w = s->x, .y = s->p.how == BLOCK ? s->y : NULL};
}

static lf_point leaves_domain_average(const void *state) {
    const cheat_state *s = state;
    return (lf_point){.w = s->p.how == AVERAGE ? s->kept : s->x};
}

CHEAT_TABLE("point|block|average");
const lf_algorithm lf_algorithm_leaves_domain = {CHEAT_FIELDS(leaves_domain, LF_VIEW_GROUP_MINIMAX),
                                                 .state_size = sizeof(cheat_state),
                                                 .init = cheat_init,
                                                 .step = leaves_domain_step,
                                                 .iterate = leaves_domain_iterate,
                                                 .average = leaves_domain_average};
