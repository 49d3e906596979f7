#include "algorithms/group_minimax/parts/spectrum.h"

#include <math.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

static const double spectrum_smooth = 1e-9; /* n nu from here on is more than rounding */

static void spectrum_superquantile(double r, size_t n, double *sigma) {
    const double worst = r * (double)n;
    const size_t whole = (size_t)worst < n ? (size_t)worst : n;
    lf_vec_zero(n, sigma);
    for (size_t i = n - whole; i < n; i++)
        sigma[i] = 1 / worst;
    if (whole < n) sigma[n - whole - 1] = 1 - (double)whole / worst;
}

void lf_spectrum_fill(const lf_spectrum *s, size_t n, double *sigma) {
    const double all = (double)n;
    if (s->spectrum == LF_SPECTRUM_SUPERQUANTILE) {
        spectrum_superquantile(s->r, n, sigma);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const double from = (double)i / all, to = (double)(i + 1) / all;
        if (s->spectrum == LF_SPECTRUM_EXTREMILE)
            sigma[i] = lf_pow(to, s->b) - lf_pow(from, s->b);
        else
            sigma[i] = lf_exp(s->g * (to - 1)) * lf_expm1(-s->g / all) / lf_expm1(-s->g);
    }
}

static void spectrum_sort(size_t n, const double *v, size_t *order) {
    for (size_t k = 1; k < n; k++) {
        const size_t i = order[k];
        size_t at = k;
        for (; at > 0 && v[order[at - 1]] > v[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* q = z - m, z_i = v_i / (n nu) + 1/n and m the non-decreasing fit of z - sigma: blocks of one
 * mean, pooled with the one before as long as that is larger. */
void lf_spectrum_weights(const double *sigma, double n_nu, size_t n, const double *v, double *q,
                         size_t *order, double *room) {
    double *mean = room, *count = room + n;
    size_t blocks = 0;
    spectrum_sort(n, v, order);
    if (n_nu < spectrum_smooth) {
        for (size_t k = 0; k < n; k++)
            q[order[k]] = sigma[k];
        return;
    }
    for (size_t k = 0; k < n; k++) {
        q[order[k]] = v[order[k]] / n_nu + 1 / (double)n;
        mean[blocks] = q[order[k]] - sigma[k];
        count[blocks] = 1;
        for (; blocks > 0 && mean[blocks - 1] >= mean[blocks]; blocks--) {
            const double both = count[blocks - 1] + count[blocks];
            mean[blocks - 1] += count[blocks] / both * (mean[blocks] - mean[blocks - 1]);
            count[blocks - 1] = both;
        }
        blocks++;
    }
    for (size_t k = 0, block = 0; block < blocks; block++)
        for (double left = count[block]; left > 0; left--, k++)
            q[order[k]] = fmax(q[order[k]] - mean[block], 0);
}
