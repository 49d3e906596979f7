/**
 * @file mlp_single.c
 * @brief The network in floats, from the sources of the one in doubles (numeric/real.h).
 */
#define LF_SINGLE

#define lf_linear_copy lf_linear_copy_single
#define lf_mlp_activate lf_mlp_activate_single
#define lf_mlp_add_bias lf_mlp_add_bias_single
#define lf_mlp_add_slopes lf_mlp_add_slopes_single
#define lf_mlp_add_turned lf_mlp_add_turned_single
#define lf_mlp_open lf_mlp_open_single
#define lf_mlp_product lf_mlp_product_single
#define lf_mlp_product_back lf_mlp_product_back_single
#define lf_mlp_product_room lf_mlp_product_room_single
#define lf_mlp_product_weights lf_mlp_product_weights_single
#define lf_mlp_slope lf_mlp_slope_single
#define lf_mlp_sparse_create lf_mlp_sparse_create_single
#define lf_mlp_sparse_product lf_mlp_sparse_product_single
#define lf_mlp_sparse_release lf_mlp_sparse_release_single
#define lf_mlp_sparse_slopes lf_mlp_sparse_slopes_single
#define lf_mlp_turn lf_mlp_turn_single
#define lf_mlp_work_create lf_mlp_work_create_single

#include "problems/models/linear/linear_rows.c"
#include "problems/models/mlp/mlp.c"
#include "problems/models/mlp/mlp_layer.c"
#include "problems/models/mlp/mlp_product.c"
#include "problems/models/mlp/mlp_sparse.c"
#include "problems/models/mlp/mlp_work.c"
