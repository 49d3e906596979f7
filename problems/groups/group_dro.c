/**
 * @file group_dro.c
 * @brief Group DRO: the least largest risk over m groups, each a finite sum.
 *
 *     min_{|w| <= radius} max_i R_i(w) = min_w max_{q in simplex} sum_i q_i R_i(w)
 *
 * R_i is the mean loss of a linear model or, on the whole space, a network over group i: logistic
 * on labels -1 and +1, softmax on classes.
 *
 * Source:    Yu, Cai, Jiang & Zhang, ICML 2024; their experiments are the sets synthetic and
 *            cifar100.
 * Deviation: the paper states neither n_i nor the radius; both are parameters.
 */
#include "problems/groups/parts/group_certify.h"
#include "problems/groups/parts/group_minimax.h"

static lf_status dro_init(void *state, const void *params, lf_problem_info *info) {
    return lf_group_minimax_init(state, params, false, info);
}

const lf_problem_class lf_problem_group_dro = {
    .abi = LF_ABI,
    .name = "group_dro",
    .doc = "largest risk over groups, the weights of which are the second block",
    .source = "Yu, Cai, Jiang & Zhang 2024, ICML, empirical group DRO",
    .views = 1u << LF_VIEW_GROUP_MINIMAX,
    .params = lf_group_minimax_table,
    .params_size = sizeof(lf_group_minimax_params),
    .state_size = sizeof(lf_group_minimax),
    .metrics = lf_group_dro_metrics,
    .every = true,
    .init = dro_init,
    .release = lf_group_minimax_release,
    .evaluate = lf_group_minimax_evaluate,
    .support = lf_group_minimax_support,
    .jvp = lf_group_minimax_jvp,
    .certify = lf_group_dro_certify,
};
