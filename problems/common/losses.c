/**
 * @file losses.c
 * @brief One loop for each loss and derivative, without branches that depend on the data.
 */
#include "problems/common/losses.h"

#include <stdbool.h>

#include <levelfield/math.h>
#include <levelfield/wide.h>

#include "numeric/elementary.h"

/* Of the two exponential losses either answer may be NULL, and the other has the same bits. */
enum { LOSS_STRETCH = 128 };

/* In what follows, e_i is e^-|m_i|. Of log(1 + e^-m) = [-m]_+ + log(1 + e^-|m|), which neither
 * overflows nor loses small values, `value` has the second term already. */
LF_WIDE static void logistic_value(size_t n, const double *restrict m, double *restrict value) {
    for (size_t i = 0; i < n; i++)
        value[i] += m[i] < 0 ? -m[i] : 0;
}

LF_WIDE static void logistic_slope(size_t n, const double *restrict m, const double *restrict e,
                                   double *restrict slope) {
    for (size_t i = 0; i < n; i++)
        slope[i] = -(m[i] < 0 ? 1 : e[i]) / (1 + e[i]); /* -1 / (1 + e^m) */
}

static void loss_logistic(size_t n, const double *restrict margin, double *restrict value,
                          double *restrict slope) {
    double e[LOSS_STRETCH];
    for (size_t first = 0, many; first < n; first += many) {
        const double *m = margin + first;
        many = n - first < LOSS_STRETCH ? n - first : LOSS_STRETCH;
        lf_exp_minus_abs(many, m, e);
        if (value) lf_log1p_unit(many, e, value + first);
        if (value) logistic_value(many, m, value + first);
        if (slope) logistic_slope(many, m, e, slope + first);
    }
}

/* 1 / (1 + e^m), and its slope -e^m / (1 + e^m)^2, which is even in m. */
LF_WIDE static void sigmoid_value(size_t n, const double *restrict m, const double *restrict e,
                                  double *restrict value) {
    for (size_t i = 0; i < n; i++)
        value[i] = (m[i] > 0 ? e[i] : 1) / (1 + e[i]);
}

LF_WIDE static void sigmoid_slope(size_t n, const double *restrict e, double *restrict slope) {
    for (size_t i = 0; i < n; i++)
        slope[i] = -e[i] / ((1 + e[i]) * (1 + e[i]));
}

static void loss_sigmoid(size_t n, const double *restrict margin, double *restrict value,
                         double *restrict slope) {
    double e[LOSS_STRETCH];
    for (size_t first = 0, many; first < n; first += many) {
        const double *m = margin + first;
        many = n - first < LOSS_STRETCH ? n - first : LOSS_STRETCH;
        lf_exp_minus_abs(many, m, e);
        if (value) sigmoid_value(many, m, e, value + first);
        if (slope) sigmoid_slope(many, e, slope + first);
    }
}

LF_WIDE static void sigmoid_of(size_t n, const double *restrict t, const double *restrict e,
                               double *restrict h) {
    for (size_t i = 0; i < n; i++)
        h[i] = (t[i] < 0 ? e[i] : 1) / (1 + e[i]);
}

void lf_sigmoid_all(size_t n, const double *restrict t, double *restrict h) {
    double e[LOSS_STRETCH];
    for (size_t first = 0, many; first < n; first += many) {
        many = n - first < LOSS_STRETCH ? n - first : LOSS_STRETCH;
        lf_exp_minus_abs(many, t + first, e);
        sigmoid_of(many, t + first, e, h + first);
    }
}

void lf_exp_all(size_t n, const double *t, double *e) {
    lf_exp_within(n, t, e);
}

void lf_loss_value(lf_loss loss, size_t n, const double *restrict margin, double *restrict value) {
    switch (loss) {
    case LF_LOSS_LOGISTIC:
        loss_logistic(n, margin, value, NULL);
        break;
    case LF_LOSS_HINGE:
        for (size_t i = 0; i < n; i++) {
            const double v = 1 - margin[i];
            value[i] = v < 0 ? 0 : v; /* so written, a NaN stays one */
        }
        break;
    case LF_LOSS_SIGMOID:
        loss_sigmoid(n, margin, value, NULL);
        break;
    }
}

void lf_loss_slope(lf_loss loss, size_t n, const double *restrict margin, double *restrict slope) {
    switch (loss) {
    case LF_LOSS_LOGISTIC:
        loss_logistic(n, margin, NULL, slope);
        break;
    case LF_LOSS_HINGE:
        for (size_t i = 0; i < n; i++)
            slope[i] = margin[i] < 1 ? -1 : 0; /* strict: 0 at the kink */
        break;
    case LF_LOSS_SIGMOID:
        loss_sigmoid(n, margin, NULL, slope);
        break;
    }
}

void lf_loss_both(lf_loss loss, size_t n, const double *restrict margin, double *restrict value,
                  double *restrict slope) {
    if (loss == LF_LOSS_LOGISTIC) {
        loss_logistic(n, margin, value, slope);
    } else if (loss == LF_LOSS_SIGMOID) {
        loss_sigmoid(n, margin, value, slope);
    } else {
        lf_loss_value(loss, n, margin, value);
        lf_loss_slope(loss, n, margin, slope);
    }
}

/* One row; the largest score is taken off first, so nothing overflows, and its own term, exactly 1,
 * is left to log1p, so small values are not lost. */
static double loss_softmax(size_t classes, const double *score, size_t label, double *slope) {
    size_t best = 0;
    for (size_t c = 1; c < classes; c++)
        if (score[c] > score[best]) best = c;
    const double most = score[best];
    double value = most - score[label], rest = 0;
    for (size_t c = 0; c < classes; c++) {
        slope[c] = lf_exp(score[c] - most);
        if (c != best) rest += slope[c];
    }
    value += lf_log1p(rest);
    const double scale = 1 / (1 + rest);
    for (size_t c = 0; c < classes; c++)
        slope[c] *= scale;
    slope[label] -= 1;
    return value;
}

void lf_softmax_loss(size_t n, size_t classes, const double *score, const double *label,
                     double *value, double *slope) {
    for (size_t i = 0; i < n; i++)
        value[i] =
            loss_softmax(classes, score + i * classes, (size_t)label[i], slope + i * classes);
}

/* The first `many` rows of the same, at most LOSS_STRETCH. */
static void loss_pairwise(lf_loss loss, size_t many, size_t classes, const double *score,
                          const double *label, double *value, double *slope) {
    double own[LOSS_STRETCH], margin[LOSS_STRETCH], phi[LOSS_STRETCH], d[LOSS_STRETCH];
    double sum[LOSS_STRETCH];
    for (size_t k = 0; k < many; k++) {
        own[k] = score[k * classes + (size_t)label[k]];
        value[k] = sum[k] = 0;
    }
    for (size_t c = 0; c < classes; c++) {
        for (size_t k = 0; k < many; k++)
            margin[k] = own[k] - score[k * classes + c];
        lf_loss_both(loss, many, margin, phi, d);
        for (size_t k = 0; k < many; k++) {
            const bool right = (size_t)label[k] == c;
            value[k] += right ? 0 : phi[k];
            sum[k] += right ? 0 : d[k];
            slope[k * classes + c] = -d[k];
        }
    }
    for (size_t k = 0; k < many; k++)
        slope[k * classes + (size_t)label[k]] = sum[k];
}

void lf_pairwise_loss(lf_loss loss, size_t n, size_t classes, const double *score,
                      const double *label, double *value, double *slope) {
    for (size_t k = 0, many; k < n; k += many) {
        many = n - k < LOSS_STRETCH ? n - k : LOSS_STRETCH;
        loss_pairwise(loss, many, classes, score + k * classes, label + k, value + k,
                      slope + k * classes);
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
