#include "algorithms/group_minimax/parts/entropy.h"

#include <float.h>
#include <math.h>

#include <levelfield/math.h>

void lf_entropy_normalise(size_t m, double *lq) {
    double most = lq[0], sum = 0;
    for (size_t i = 1; i < m; i++)
        most = lq[i] > most ? lq[i] : most;
    for (size_t i = 0; i < m; i++)
        sum += lf_exp(lq[i] - most);
    const double rest = lf_log(sum);
    for (size_t i = 0; i < m; i++)
        lq[i] = lq[i] - most - rest; /* most + rest would lose the last digits of a large most */
}

void lf_entropy_weights(size_t m, const double *lq, double *q) {
    for (size_t i = 0; i < m; i++)
        q[i] = lf_exp(lq[i]);
}

void lf_entropy_softmax(size_t m, double *lq, double *q) {
    double most = lq[0], sum = 0;
    for (size_t i = 1; i < m; i++)
        most = lq[i] > most ? lq[i] : most;
    for (size_t i = 0; i < m; i++) {
        lq[i] -= most;
        sum += q[i] = lf_exp(lq[i]);
    }
    const double rest = lf_log(sum);
    for (size_t i = 0; i < m; i++) {
        lq[i] -= rest;
        q[i] /= sum;
    }
}

void lf_entropy_centre(size_t m, double *lq) {
    for (size_t i = 0; i < m; i++)
        lq[i] = -lf_log((double)m);
}

/* The entries up to a level, and what makes them a given mass: exp(lq_i - most - rest). */
typedef struct {
    size_t above; /* entries beyond the level */
    double most, rest;
} entropy_part;

static size_t entropy_above(size_t n, const double *lq, double level) {
    size_t above = 0;
    for (size_t i = 0; i < n; i++)
        above += lq[i] > level;
    return above;
}

static entropy_part entropy_below(size_t n, double cap, const double *lq, double level) {
    entropy_part part = {entropy_above(n, lq, level), -INFINITY, 0};
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (lq[i] <= level) part.most = fmax(part.most, lq[i]);
    for (size_t i = 0; i < n; i++)
        if (lq[i] <= level) sum += lf_exp(lq[i] - part.most);
    /* where those at the cap hold all there is, rounding must not leave the others none */
    const double mass = fmax(1 - (double)part.above * cap, DBL_EPSILON * cap);
    part.rest = lf_log(sum) - lf_log(mass);
    return part;
}

/* Logarithms beyond this, 2^40, have too few digits behind the point to add others to. */
static const double entropy_far = 1099511627776;

/* An entry that would be above the cap is fixed there, which lifts the others: the level that
 * parts them falls from pass to pass until nobody new is beyond it. */
void lf_entropy_cap(size_t n, double cap, double *lq) {
    double level = INFINITY;
    entropy_part part;
    do {
        part = entropy_below(n, cap, lq, level);
        if (fabs(part.most) > entropy_far) {
            for (size_t i = 0; i < n; i++)
                lq[i] -= part.most;
            level -= part.most;
            part.most = 0;
        }
        level = fmin(level, part.most + part.rest + lf_log(cap));
    } while (entropy_above(n, lq, level) > part.above);
    for (size_t i = 0; i < n; i++)
        /* most + rest would lose the last digits of a large most */
        lq[i] = lq[i] > level ? lf_log(cap) : lq[i] - part.most - part.rest;
}

size_t lf_entropy_draw(size_t m, const double *q, double u) {
    double sum = 0, below = q[0];
    size_t i = 0;
    for (size_t k = 0; k < m; k++)
        sum += q[k];
    while (i + 1 < m && u * sum >= below)
        below += q[++i];
    return i;
}
