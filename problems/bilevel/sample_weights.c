/**
 * @file sample_weights.c
 * @brief Weights of training rows under which a logistic model has the least validation loss.
 *
 *     F(p) = mean over validation rows of l(w*(p)),
 *     w*(p) = argmin_w (1/n) sum_j psi(p_j) l(w; x_j, y_j) + lambda |w|^2 / 2
 *
 * The rows that do not train are the validation rows, but for a share that `test` holds out. A
 * coordinate of grad F is of order 1/n, while one sample's Jacobian touches one coordinate by a
 * value of order 1: step sizes for p are large.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E.
 * Deviation: psi(p) = p, as printed, is not well posed; psi is the sigmoid, or p in a box. The
 *            intercept is in the ridge term.
 */
#include "problems/bilevel/parts/weights.h"

typedef struct {
    lf_weights_params weights;
    double sigma;
} sample_params;

static const lf_metric sample_metrics[] = {LF_BILEVEL_METRICS, LF_WEIGHTS_METRICS, {0}};

static lf_status sample_init(void *state, const void *params, lf_problem_info *info) {
    lf_weights *w = state;
    const sample_params *p = params;
    LF_TRY(lf_weights_open(w, &p->weights, 1, 0));
    w->sigma[0] = p->sigma;
    lf_weights_describe(w, sample_metrics, info);
    return LF_OK;
}

static const lf_param sample_table[] = {
    LF_WEIGHTS_TABLE(sample_params, weights),
    LF_REAL(sample_params, sigma, 1, 1e-3, 1e3, "temperature: l = log(1 + exp(-y x.w / sigma))"),
    {0},
};

const lf_problem_class lf_problem_sample_weights = {
    .abi = LF_ABI,
    .name = "sample_weights",
    .doc =
        "weights of training rows for the least loss of a logistic model on rows that do not train",
    .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E",
    .views = 1u << LF_VIEW_BILEVEL,
    .params = sample_table,
    .params_size = sizeof(sample_params),
    .state_size = sizeof(lf_weights),
    .metrics = sample_metrics,
    .init = sample_init,
    .release = lf_weights_release,
    .bilevel = &lf_weights_answers,
    .certify_lower = lf_weights_certify,
};
