#include "algorithms/bilevel/parts/storm.h"

#include <math.h>

double lf_storm_weight(double beta, double scale) {
    return fmin(1, beta * scale);
}

void lf_storm_track(size_t n, double beta, double kappa, const double *g_old, const double *g_new,
                    double *s) {
    for (size_t k = 0; k < n; k++)
        s[k] = (1 - beta) * (s[k] - kappa * g_old[k]) + kappa * g_new[k];
}

void lf_storm_cap(size_t n, double cap, double *s) {
    if (cap <= 0) return;
    const double norm = lf_vec_norm(n, s);
    if (norm > cap) lf_vec_scale(n, cap / norm, s);
}
