/**
 * @file mero.c
 * @brief MERO: the least largest excess risk over m groups.
 *
 *     min_{|w| <= radius} max_i E_i(w),   E_i(w) = R_i(w) - R_i*
 *
 * where R_i* is the least R_i on the ball.
 * Methods do not know R_i*: the oracles are those of group_dro, the metrics those of E_i. R_i* is
 * computed once for a table of groups, to gap_tol / 10, and kept in the cache.
 *
 * Source: Agarwal & Zhang 2022; Yu, Cai, Jiang & Zhang, ICML 2024.
 */
#include "problems/groups/parts/group_certify.h"
#include "problems/groups/parts/group_minimax.h"

static lf_status mero_init(void *state, const void *params, lf_problem_info *info) {
    return lf_group_minimax_init(state, params, true, info);
}

const lf_problem_class lf_problem_mero = {
    .abi = LF_ABI,
    .name = "mero",
    .doc = "largest excess risk over groups, beyond the least that each could have alone",
    .source = "Agarwal & Zhang 2022; Yu, Cai, Jiang & Zhang 2024, ICML, empirical MERO",
    .views = 1u << LF_VIEW_GROUP_MINIMAX,
    .params = lf_group_minimax_table,
    .params_size = sizeof(lf_group_minimax_params),
    .state_size = sizeof(lf_group_minimax),
    .metrics = lf_mero_metrics,
    .every = true,
    .init = mero_init,
    .release = lf_group_minimax_release,
    .evaluate = lf_group_minimax_evaluate,
    .support = lf_group_minimax_support,
    .jvp = lf_group_minimax_jvp,
    .certify = lf_mero_certify,
};
