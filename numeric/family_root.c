/* Calls that are not linear in entries: squares, what is divided by their root, and distances. The
 * first two change only entries where x is not 0. */
#include <math.h>

#include <levelfield/vector.h>

#include "numeric/family_state.h"

/* The number of a vector of the family; f->n: it is dense. */
static size_t root_find(const lf_family *f, const double *x) {
    size_t k = 0;
    while (k < f->n && f->own[k] != x)
        k++;
    return k;
}

/* x is what it lists. */
static bool root_lists(const lf_family *f, size_t x) {
    for (size_t s = 0; s < f->n; s++)
        if (f->t->P[x][s] != 0) return false;
    return true;
}

/* *at <- the slots where x may be other than 0, of this era; how many. */
static size_t root_slots(lf_family *f, const double *x, const uint32_t **at) {
    const size_t own = root_find(f, x);
    size_t n = 0;
    *at = f->found;
    if (own == f->n) {
        for (size_t j = 0; j < f->d; j++)
            if (x[j] != 0) f->found[n++] = (uint32_t)j;
        lf_family_locate(f, n, f->found);
        *at = f->spot;
    } else if (root_lists(f, own)) {
        n = f->t->listed[own];
        *at = f->list[own];
    } else {
        for (; n < f->t->touched; n++)
            f->found[n] = (uint32_t)n;
    }
    lf_family_bring(f, n, *at);
    return n;
}

/* out (n) <- x in these slots */
static void root_read(const lf_family *f, const double *x, size_t n, const uint32_t *at,
                      double *out) {
    const size_t own = root_find(f, x);
    const double *part[LF_FAMILY_MOST + 1];
    double by[LF_FAMILY_MOST + 1];
    const size_t many = own < f->n ? lf_family_parts(f, own, true, part, by) : 0;
    for (size_t k = 0; k < n; k++) {
        out[k] = own < f->n ? 0 : x[f->column[at[k]]];
        for (size_t s = 0; s < many; s++)
            out[k] += by[s] * part[s][at[k]];
    }
}

/* y += value in these slots. A sum of many steps gets a base. */
static void root_add(lf_family *f, size_t n, const uint32_t *at, double *y) {
    const size_t own = root_find(f, y);
    for (size_t k = 0; k < n && own == f->n; k++)
        y[f->column[at[k]]] += f->value[k];
    if (own == f->n) return;
    if (!f->t->based[own]) lf_family_promote(f, own);
    lf_family_scatter(f, own, 1, n, at);
}

bool lf_family_squares(lf_family *f, double a, const double *x, double b, double *q) {
    const uint32_t *at;
    if (!lf_family_has(f, x) && !lf_family_has(f, q)) return false;
    lf_vec_scale(f->d, b, q);
    const size_t n = root_slots(f, x, &at);
    root_read(f, x, n, at, f->value);
    for (size_t k = 0; k < n; k++)
        f->value[k] *= a * f->value[k];
    root_add(f, n, at, q);
    return true;
}

bool lf_family_over_root(lf_family *f, double a, const double *x, const double *q, double eps,
                         double *y) {
    const uint32_t *at;
    if (!lf_family_has(f, x) && !lf_family_has(f, q) && !lf_family_has(f, y)) return false;
    const size_t n = root_slots(f, x, &at);
    root_read(f, x, n, at, f->value);
    root_read(f, q, n, at, f->point);
    for (size_t k = 0; k < n; k++) /* rounding may leave less than 0 */
        f->value[k] *= a / (eps + sqrt(fmax(f->point[k], 0)));
    root_add(f, n, at, y);
    return true;
}

/* Entry j of a vector, or of one of the family (own < f->n) what is in slot j or, by_slot = false,
 * in the slot of entry j. */
static double root_entry(const lf_family *f, size_t own, const double *x, size_t j, bool by_slot) {
    if (own == f->n) return x[j];
    if (by_slot) return lf_family_entry(f, own, j);
    return f->slot[j] > 0 ? lf_family_entry(f, own, f->slot[j] - 1) : 0;
}

/* Entry by entry, as x.x - 2 x.y + y.y has no digits left where x and y are close. */
bool lf_family_distance(const lf_family *f, const double *x, const double *y, double *value) {
    const size_t a = root_find(f, x), b = root_find(f, y);
    const bool by_slot = a < f->n && b < f->n;
    const size_t many = by_slot ? f->t->touched : f->d;
    double sum = 0;
    if (a == f->n && b == f->n) return false;
    for (size_t j = 0; j < many; j++) {
        const double apart = root_entry(f, a, x, j, by_slot) - root_entry(f, b, y, j, by_slot);
        sum += apart * apart;
    }
    *value = sqrt(sum);
    return true;
}
