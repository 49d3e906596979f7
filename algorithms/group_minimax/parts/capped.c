#include "algorithms/group_minimax/parts/capped.h"

#include <float.h>
#include <math.h>

/* The entries up to a level, and what makes them a given mass: exp(lq_i - most - rest). */
typedef struct {
    size_t above; /* entries beyond the level */
    double most, rest;
} capped_part;

static size_t capped_above(size_t n, const double *lq, double level) {
    size_t above = 0;
    for (size_t i = 0; i < n; i++)
        above += lq[i] > level;
    return above;
}

static capped_part capped_below(size_t n, double cap, const double *lq, double level) {
    capped_part part = {capped_above(n, lq, level), -INFINITY, 0};
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (lq[i] <= level) part.most = fmax(part.most, lq[i]);
    for (size_t i = 0; i < n; i++)
        if (lq[i] <= level) sum += exp(lq[i] - part.most);
    /* where those at the cap hold all there is, rounding must not leave the others none */
    const double mass = fmax(1 - (double)part.above * cap, DBL_EPSILON * cap);
    part.rest = log(sum) - log(mass);
    return part;
}

/* An entry that would be above the cap is fixed there, which lifts the others: the level that
 * parts them falls from pass to pass until nobody new is beyond it. */
void lf_capped_project(size_t n, double cap, double *lq) {
    double level = INFINITY;
    capped_part part;
    do {
        part = capped_below(n, cap, lq, level);
        level = fmin(level, part.most + part.rest + log(cap));
    } while (capped_above(n, lq, level) > part.above);
    for (size_t i = 0; i < n; i++)
        /* most + rest would lose the last digits of a large most */
        lq[i] = lq[i] > level ? log(cap) : lq[i] - part.most - part.rest;
}
