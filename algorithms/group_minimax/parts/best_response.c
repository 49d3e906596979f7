#include "algorithms/group_minimax/parts/best_response.h"

#include <math.h>

#include <levelfield/domain.h>
#include <levelfield/vector.h>

#include "algorithms/group_minimax/parts/entropy.h"

/* The k-th largest of n numbers, from 0; x (n) is put in another order. Hoare's selection. */
static double best_response_select(size_t n, size_t at, double *x) {
    ptrdiff_t first = 0, last = (ptrdiff_t)n - 1, k = (ptrdiff_t)at;
    while (first < last) {
        const double pivot = x[k];
        ptrdiff_t i = first, j = last;
        while (i <= j) {
            while (x[i] > pivot)
                i++;
            while (x[j] < pivot)
                j--;
            if (i > j) break;
            const double was = x[i];
            x[i++] = x[j];
            x[j--] = was;
        }
        if (j < k) first = i;
        if (k < i) last = j;
    }
    return x[k];
}

/* The losses above the edge are at the cap; those on it share what is left. */
static void best_response_cvar(double r, size_t n, const double *v, double *q, double *room) {
    const double worst = r * (double)n;
    const size_t whole = (size_t)worst;
    lf_vec_copy(n, v, room);
    const double edge = best_response_select(n, whole < n ? whole : n - 1, room);
    const double cap = 1 / fmax(worst, 1);
    size_t above = 0, ties = 0;
    for (size_t i = 0; i < n; i++) {
        above += v[i] > edge;
        ties += v[i] == edge;
    }
    const double share = fmin(cap, fmax(0, 1 - (double)above * cap) / (double)ties);
    for (size_t i = 0; i < n; i++)
        q[i] = v[i] > edge ? cap : v[i] == edge ? share : 0;
}

/* q <- [v - e]_+ / sum, or what ties at the largest where e reaches it; its chi-square distance. */
static double best_response_lift(size_t n, const double *v, double e, double *q) {
    double sum = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        q[i] = fmax(v[i] - e, 0);
        sum += q[i];
    }
    for (size_t i = 0; i < n; i++) {
        q[i] /= sum;
        square += q[i] * q[i];
    }
    return ((double)n * square - 1) / 2;
}

/* The distance grows with e, from 0 far below all losses to (n/k - 1)/2 at k ties of the largest.
 */
static void best_response_ball(double rho, size_t n, const double *v, double *q) {
    double least = v[0], most = v[0];
    size_t ties = 0;
    for (size_t i = 1; i < n; i++) {
        least = fmin(least, v[i]);
        most = fmax(most, v[i]);
    }
    for (size_t i = 0; i < n; i++)
        ties += v[i] == most;
    if ((double)n / (double)ties - 1 <= 2 * rho) {
        for (size_t i = 0; i < n; i++)
            q[i] = v[i] == most ? 1 / (double)ties : 0;
        return;
    }
    double wide = most - least, low = least - wide, high = most;
    while (best_response_lift(n, v, low, q) > rho)
        low -= wide *= 2;
    for (size_t k = 0; k < 100; k++) { /* until doubles have no middle */
        const double middle = low + (high - low) / 2;
        *(middle < most && best_response_lift(n, v, middle, q) <= rho ? &low : &high) = middle;
    }
    best_response_lift(n, v, low, q);
}

void lf_best_response(const lf_risk *risk, size_t n, const double *v, double *q, double *room) {
    const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = n, .upper = 1};
    switch ((lf_risk_kind)risk->risk) {
    case LF_RISK_CVAR:
        best_response_cvar(risk->r, n, v, q, room);
        return;
    case LF_RISK_KLCVAR:
        lf_vec_axpby(n, 1 / risk->lam, v, 0, q);
        lf_entropy_cap(n, 1 / fmax(risk->r * (double)n, 1), q);
        lf_entropy_weights(n, q, q);
        return;
    case LF_RISK_CHI2:
        lf_vec_axpby(n, 1 / (risk->nu * (double)n), v, 0, q);
        lf_domain_project(&simplex, q);
        return;
    case LF_RISK_BALL:
        best_response_ball(risk->rho, n, v, q);
        return;
    }
}
