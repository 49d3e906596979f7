#include "algorithms/group_minimax/parts/entropy.h"

#include <math.h>

void lf_entropy_normalise(size_t m, double *lq) {
    double most = lq[0], sum = 0;
    for (size_t i = 1; i < m; i++)
        most = lq[i] > most ? lq[i] : most;
    for (size_t i = 0; i < m; i++)
        sum += exp(lq[i] - most);
    const double rest = log(sum);
    for (size_t i = 0; i < m; i++)
        lq[i] = lq[i] - most - rest; /* most + rest would lose the last digits of a large most */
}

void lf_entropy_weights(size_t m, const double *lq, double *q) {
    for (size_t i = 0; i < m; i++)
        q[i] = exp(lq[i]);
}

void lf_entropy_softmax(size_t m, double *lq, double *q) {
    double most = lq[0], sum = 0;
    for (size_t i = 1; i < m; i++)
        most = lq[i] > most ? lq[i] : most;
    for (size_t i = 0; i < m; i++) {
        lq[i] -= most;
        sum += q[i] = exp(lq[i]);
    }
    const double rest = log(sum);
    for (size_t i = 0; i < m; i++) {
        lq[i] -= rest;
        q[i] /= sum;
    }
}

void lf_entropy_centre(size_t m, double *lq) {
    for (size_t i = 0; i < m; i++)
        lq[i] = -log((double)m);
}
