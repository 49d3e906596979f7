/* Entries: what they are, what is added to them, and the list of those that a vector has. */
#include <math.h>
#include <string.h>

#include "numeric/family_state.h"

/* The largest |P_us q_s| that an addition may have: so much is cancelled. */
static const double entry_cancels = 64;
/* Numbers this far from 1 come to the end of a double's range. */
static const double entry_range = 1e100;

static void entry_bring(lf_family *f, size_t j) {
    double now[LF_FAMILY_MOST];
    if (f->stamp[j] == f->t->era) return;
    lf_family_bases(f, j, now);
    for (size_t s = 0; s < f->n; s++)
        if (f->t->based[s]) f->own[s][j] = now[s];
    f->stamp[j] = (uint16_t)f->t->era;
}

void lf_family_bases(const lf_family *f, size_t j, double *out) {
    const lf_family_table *t = f->t;
    const bool stale = f->stamp[j] != t->era;
    double(*by)[LF_FAMILY_MOST] = f->t->past[f->stamp[j]];
    for (size_t s = 0; s < f->n; s++) {
        out[s] = t->based[s] && !stale ? f->own[s][j] : 0;
        for (size_t r = 0; stale && t->based[s] && r < f->n; r++)
            if (by[s][r] != 0) out[s] += by[s][r] * f->own[r][j];
    }
}

double lf_family_entry(const lf_family *f, size_t x, size_t j) {
    double base[LF_FAMILY_MOST], sum = f->t->based[x] ? 0 : f->own[x][j];
    lf_family_bases(f, j, base);
    for (size_t s = 0; s < f->n; s++)
        sum += f->t->P[x][s] * base[s];
    return sum;
}

static void entry_list(lf_family *f, size_t x, size_t j) {
    uint64_t *word = &f->member[x][j / 64];
    const uint64_t bit = (uint64_t)1 << j % 64;
    if (*word & bit) return;
    *word |= bit;
    f->list[x][f->t->listed[x]++] = (uint32_t)j;
}

void lf_family_note(lf_family *f, size_t x, size_t n, const uint32_t *at) {
    for (size_t k = 0; k < n; k++)
        entry_list(f, x, at[k]);
}

void lf_family_unlist(lf_family *f, size_t x) {
    for (size_t k = 0; k < f->t->listed[x]; k++) {
        const size_t j = f->list[x][k];
        f->own[x][j] = 0;
        f->member[x][j / 64] = 0;
    }
    f->t->listed[x] = 0;
}

/* base[s] += q_s by at entry j, and the Gram matrix with it. */
static void entry_add(lf_family *f, size_t bases, const size_t *base, const double *q, double by,
                      size_t j) {
    double before[LF_FAMILY_MOST];
    for (size_t a = 0; a < bases; a++)
        before[a] = f->own[base[a]][j];
    for (size_t a = 0; a < bases; a++) {
        const double da = q[base[a]] * by;
        if (da == 0) continue;
        f->own[base[a]][j] = before[a] + da;
        for (size_t b = 0; b < bases; b++) {
            const double half = before[b] + q[base[b]] * by / 2; /* each pair comes twice */
            f->t->gram[base[a]][base[b]] += da * half;
            f->t->gram[base[b]][base[a]] += da * half;
        }
    }
}

/* q: P q = e_x over the bases; the largest |P_us q_s|, infinite where there is none. */
static double entry_direction(const lf_family *f, size_t x, size_t bases, const size_t *base,
                              double *q) {
    const lf_family_table *t = f->t;
    lf_family_map A;
    double b[LF_FAMILY_MOST], most = 0;
    for (size_t r = 0; r < bases; r++) {
        b[r] = base[r] == x;
        for (size_t s = 0; s < bases; s++)
            A[r][s] = t->P[base[r]][base[s]];
    }
    memset(q, 0, LF_FAMILY_MOST * sizeof *q);
    if (!lf_family_solve(bases, A, b)) return INFINITY;
    for (size_t s = 0; s < bases; s++) {
        q[base[s]] = b[s];
        if (fabs(b[s]) > entry_range) most = INFINITY;
        for (size_t r = 0; r < bases; r++)
            most = fmax(most, fabs(t->P[base[r]][base[s]] * b[s]));
    }
    return most;
}

static size_t entry_based(const lf_family *f, size_t *base) {
    size_t n = 0;
    for (size_t s = 0; s < f->n; s++)
        if (f->t->based[s]) base[n++] = s;
    return n;
}

/* What each vector without a base would change by: its row along q. */
static void entry_others(const lf_family *f, const double *q, double *change) {
    for (size_t u = 0; u < f->n; u++) {
        change[u] = 0;
        for (size_t s = 0; s < f->n && !f->t->based[u]; s++)
            change[u] += f->t->P[u][s] * q[s];
    }
}

/* So that no list runs over while entries are added. */
static void entry_make_room(lf_family *f, size_t n) {
    for (size_t u = 0; u < f->n; u++)
        if (!f->t->based[u] && f->t->listed[u] + n > f->room) lf_family_promote(f, u);
}

static void entry_scatter_based(lf_family *f, size_t x, double a, size_t n, const uint32_t *at,
                                const double *value) {
    size_t base[LF_FAMILY_MOST];
    double q[LF_FAMILY_MOST], change[LF_FAMILY_MOST];
    const size_t bases = entry_based(f, base);
    if (!(entry_direction(f, x, bases, base, q) <= entry_cancels)) {
        lf_family_turn(f); /* may give more of them a base */
        entry_scatter_based(f, x, a, n, at, value);
        return;
    }
    entry_others(f, q, change);
    for (size_t k = 0; k < n; k++) {
        const size_t j = at[k];
        const double by = a * value[j];
        entry_bring(f, j);
        entry_add(f, bases, base, q, by, j);
        for (size_t u = 0; u < f->n; u++) {
            if (change[u] == 0) continue;
            entry_list(f, u, j);
            f->own[u][j] -= change[u] * by;
        }
    }
    for (size_t b = 0; b < bases; b++)
        f->t->peak[base[b]] = fmax(f->t->peak[base[b]], f->t->gram[base[b]][base[b]]);
}

void lf_family_scatter(lf_family *f, size_t x, double a, size_t n, const uint32_t *at,
                       const double *value) {
    entry_make_room(f, n);
    if (f->t->based[x]) {
        entry_scatter_based(f, x, a, n, at, value);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        entry_list(f, x, at[k]);
        f->own[x][at[k]] += a * value[at[k]];
    }
}

static void entry_base(lf_family *f, size_t x) {
    lf_family_table *t = f->t;
    for (size_t k = 0; k < t->listed[x]; k++)
        f->member[x][f->list[x][k] / 64] = 0;
    t->listed[x] = 0;
    t->based[x] = true;
    t->P[x][x] = 1;
    for (size_t e = 0; e < t->era; e++)
        t->past[e][x][x] = 1; /* what it is at entries that are not of this era yet */
}

void lf_family_promote(lf_family *f, size_t x) {
    lf_family_table *t = f->t;
    double base[LF_FAMILY_MOST], sum[LF_FAMILY_MOST] = {0};
    for (size_t k = 0; k < t->listed[x]; k++) {
        const size_t j = f->list[x][k];
        lf_family_bases(f, j, base);
        base[x] = f->own[x][j];
        for (size_t s = 0; s < f->n; s++)
            sum[s] += base[x] * base[s];
    }
    entry_base(f, x);
    for (size_t s = 0; s < f->n; s++)
        t->gram[x][s] = t->gram[s][x] = sum[s];
    t->peak[x] = sum[x];
}

void lf_family_part(lf_family *f, size_t x) {
    for (size_t j = 0; j < f->d; j++)
        f->own[x][j] = lf_family_entry(f, x, j);
    memset(f->t->P[x], 0, sizeof f->t->P[x]);
    entry_base(f, x);
    lf_family_sum(f, x);
}

void lf_family_sum(lf_family *f, size_t x) {
    double base[LF_FAMILY_MOST], sum[LF_FAMILY_MOST] = {0};
    for (size_t j = 0; j < f->d; j++) {
        lf_family_bases(f, j, base);
        for (size_t s = 0; s < f->n; s++)
            sum[s] += base[x] * base[s];
    }
    for (size_t s = 0; s < f->n; s++)
        f->t->gram[x][s] = f->t->gram[s][x] = sum[s];
    f->t->peak[x] = sum[x];
}
