/**
 * @file losses.c
 * @brief One loop for each loss and derivative, without branches that depend on the data.
 */
#include "problems/pieces/losses.h"

void lf_loss_value(lf_loss loss, size_t n, const double *restrict margin, double *restrict value) {
    switch (loss) {
    case LF_LOSS_LOGISTIC:
        /* log(1 + e^-m) = [-m]_+ + log(1 + e^-|m|): no overflow, no loss of small values */
        for (size_t i = 0; i < n; i++) {
            const double m = margin[i];
            value[i] = (m < 0 ? -m : 0) + log1p(exp(-fabs(m)));
        }
        break;
    case LF_LOSS_HINGE:
        for (size_t i = 0; i < n; i++) {
            const double v = 1 - margin[i];
            value[i] = v < 0 ? 0 : v; /* so written, a NaN stays one */
        }
        break;
    case LF_LOSS_SIGMOID:
        for (size_t i = 0; i < n; i++)
            value[i] = 1 / (1 + exp(margin[i]));
        break;
    }
}

void lf_loss_slope(lf_loss loss, size_t n, const double *restrict margin, double *restrict slope) {
    switch (loss) {
    case LF_LOSS_LOGISTIC:
        for (size_t i = 0; i < n; i++)
            slope[i] = -1 / (1 + exp(margin[i]));
        break;
    case LF_LOSS_HINGE:
        for (size_t i = 0; i < n; i++)
            slope[i] = margin[i] < 1 ? -1 : 0; /* strict: 0 at the kink */
        break;
    case LF_LOSS_SIGMOID:
        for (size_t i = 0; i < n; i++) {
            const double q = 1 / (1 + exp(margin[i])); /* 1 - sigma(m) */
            slope[i] = -q * (1 - q);
        }
        break;
    }
}

double lf_block_sum(size_t n, const double *x) {
    double part[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++)
            part[k] += x[i + k];
    for (; i < n; i++)
        part[0] += x[i];
    return (part[0] + part[1]) + (part[2] + part[3]);
}
