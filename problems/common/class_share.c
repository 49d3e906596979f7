/**
 * @file class_share.c
 * @brief The recursions of Algorithm 4 for a block of labels.
 */
#include "problems/common/class_share.h"

void lf_class_share_begin(const lf_class_share *share) {
    double *m = share->memory;
    m[LF_SHARE_POSITIVES] = m[LF_SHARE_NEGATIVES] = 1;
    m[LF_SHARE_MEAN] = m[LF_SHARE_PRODUCT] = 0.5;
}

/* Without the two labels of the beginning; 0 before any other. */
static double share_drawn(const double *m) {
    const double n = m[LF_SHARE_POSITIVES] + m[LF_SHARE_NEGATIVES] - 2;
    return n > 0 ? (m[LF_SHARE_POSITIVES] - 1) / n : 0;
}

double lf_class_share_of(const lf_class_share *share) {
    const double *m = share->memory;
    if (share->mode == LF_SHARE_KNOWN) return share->known;
    if (share->mode == LF_SHARE_ONLINE) return share_drawn(m);
    return m[LF_SHARE_POSITIVES] / (m[LF_SHARE_POSITIVES] + m[LF_SHARE_NEGATIVES]);
}

double lf_class_share_product(const lf_class_share *share) {
    const double *m = share->memory;
    const double n = m[LF_SHARE_POSITIVES] + m[LF_SHARE_NEGATIVES];
    switch (share->mode) {
    case LF_SHARE_KNOWN:
        return share->known * (1 - share->known);
    case LF_SHARE_PRINTED:
        return m[LF_SHARE_PRODUCT];
    case LF_SHARE_ONLINE:
        return share_drawn(m) * (1 - share_drawn(m));
    case LF_SHARE_EXACT:
        break;
    }
    return m[LF_SHARE_POSITIVES] * m[LF_SHARE_NEGATIVES] / (n * (n - 1));
}

void lf_class_share_add(const lf_class_share *share, size_t positives, size_t negatives) {
    double *m = share->memory;
    const double plus = (double)positives, minus = (double)negatives, size = plus + minus;
    /* j: labels drawn before, without the two of the beginning */
    const double j = m[LF_SHARE_POSITIVES] + m[LF_SHARE_NEGATIVES] - 2;
    const double ybar = ((j + 2) * m[LF_SHARE_MEAN] + plus) / (j + size + 2);
    const double deviations = plus * (1 - ybar) * (1 - ybar) + minus * ybar * ybar;
    m[LF_SHARE_MEAN] = ybar;
    m[LF_SHARE_PRODUCT] = ((j + 1) * m[LF_SHARE_PRODUCT] + deviations) / (j + size + 1);
    m[LF_SHARE_POSITIVES] += plus;
    m[LF_SHARE_NEGATIVES] += minus;
}
