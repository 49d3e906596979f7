#include "problems/groups/parts/cvar.h"

#include <math.h>
#include <stdlib.h>

/* Products r n that are whole but for rounding. */
static const double cvar_rounding = 1e-9;

static int cvar_compare(const void *a, const void *b) {
    const lf_cvar_group *x = a, *y = b;
    if (x->loss != y->loss) return x->loss > y->loss ? -1 : 1;
    return x->group < y->group ? -1 : 1;
}

void lf_cvar_rank(size_t n, const double *loss, lf_cvar_group *ranked) {
    bool ordered = true;
    for (size_t i = 0; i < n; i++) {
        ranked[i] = (lf_cvar_group){loss[i], i};
        ordered = ordered && !isnan(loss[i]);
    }
    if (ordered) qsort(ranked, n, sizeof *ranked, cvar_compare);
}

double lf_cvar_value(size_t n, const lf_cvar_group *ranked, double r) {
    const double m = r * (double)n;
    const size_t whole = (size_t)floor(m + cvar_rounding);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (isnan(ranked[i].loss)) return NAN;
    for (size_t i = 0; i < whole; i++)
        sum += ranked[i].loss;
    const double part = m - (double)whole;
    if (part > cvar_rounding) sum += part * ranked[whole].loss;
    return sum / m;
}

size_t lf_cvar_worst(size_t n, double r) {
    return (size_t)ceil(r * (double)n - cvar_rounding);
}

lf_domain lf_cvar_weights(size_t n, double r) {
    return (lf_domain){.kind = LF_DOMAIN_SIMPLEX, .n = n, .upper = fmin(1, 1 / (r * (double)n))};
}
