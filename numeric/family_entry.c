/* Slots of entries: what is there, what is added to it, and the list of those that a vector has. */
#include <math.h>
#include <string.h>

#include "numeric/family_state.h"

/* The largest |P_us q_s| that an addition may have: so much is cancelled. */
static const double entry_cancels = 16;
/* Numbers this far from 1 come to the end of a double's range. */
static const double entry_range = 1e100;
/* A square that was once larger by this has lost digits. */
static const double entry_lost = 1e-3;
/* What rounding leaves of terms that cancel is less than this share of them. */
static const double entry_rounding = 1e-14;

static size_t entry_based(const lf_family *f, size_t *base) {
    size_t n = 0;
    for (size_t s = 0; s < f->n; s++)
        if (f->t->based[s]) base[n++] = s;
    return n;
}

/* Sum of terms. Where they cancel it is 0: a mean that has not met an entry yet, which the iterate
 * has, is 0 there as the difference of two numbers, and rows that have it alone are to tie. */
static double entry_sum(size_t n, const double *term) {
    double sum = 0, size = 0;
    for (size_t k = 0; k < n; k++) {
        sum += term[k];
        size += fabs(term[k]);
    }
    return fabs(sum) < entry_rounding * size ? 0 : sum;
}

/* now (bases) <- the bases, as they are in this era, in slot j, which is of an earlier one */
static void entry_now(const lf_family *f, size_t bases, const size_t *base, size_t j, double *now) {
    double(*by)[LF_FAMILY_MOST] = f->t->past[f->stamp[j]];
    double before[LF_FAMILY_MOST], term[LF_FAMILY_MOST];
    for (size_t r = 0; r < bases; r++)
        before[r] = f->own[base[r]][j];
    for (size_t s = 0; s < bases; s++) {
        for (size_t r = 0; r < bases; r++) /* 0 of what is infinite is nothing */
            term[r] = by[base[s]][base[r]] != 0 ? by[base[s]][base[r]] * before[r] : 0;
        now[s] = entry_sum(bases, term);
    }
}

void lf_family_bring(lf_family *f, size_t n, const uint32_t *at) {
    size_t base[LF_FAMILY_MOST];
    const size_t bases = entry_based(f, base);
    for (size_t k = 0; k < n && f->t->era > 0; k++) {
        const size_t j = at[k];
        double now[LF_FAMILY_MOST];
        if (f->stamp[j] == f->t->era) continue;
        entry_now(f, bases, base, j, now);
        for (size_t s = 0; s < bases; s++)
            f->own[base[s]][j] = now[s];
        f->stamp[j] = (uint16_t)f->t->era;
    }
}

void lf_family_locate(lf_family *f, size_t n, const uint32_t *at) {
    lf_family_table *t = f->t;
    f->located = n;
    f->at = at;
    for (size_t k = 0; k < n; k++) {
        uint32_t *slot = &f->slot[at[k]];
        const size_t ahead = at[k + LF_FAMILY_AHEAD < n ? k + LF_FAMILY_AHEAD : k];
        __builtin_prefetch(&f->slot[ahead]);
        __builtin_prefetch(&f->slope[ahead], 1);
        if (*slot == 0) {
            f->column[t->touched] = at[k];
            f->stamp[t->touched] = (uint16_t)t->era;
            *slot = (uint32_t)++t->touched;
        }
        f->spot[k] = *slot - 1;
    }
    lf_family_bring(f, n, f->spot);
}

void lf_family_bases(const lf_family *f, size_t j, double *out) {
    size_t base[LF_FAMILY_MOST] = {0};
    double now[LF_FAMILY_MOST];
    const size_t bases = entry_based(f, base);
    const bool stale = f->stamp[j] != f->t->era;
    if (stale) entry_now(f, bases, base, j, now);
    for (size_t s = 0; s < f->n; s++)
        out[s] = 0;
    for (size_t s = 0; s < bases; s++)
        out[base[s]] = stale ? now[s] : f->own[base[s]][j];
}

double lf_family_stands(const lf_family *f, size_t x, size_t j) {
    double base[LF_FAMILY_MOST], sum = 0;
    lf_family_bases(f, j, base);
    for (size_t s = 0; s < f->n; s++)
        sum += f->t->P[x][s] * base[s];
    return sum;
}

double lf_family_entry(const lf_family *f, size_t x, size_t j) {
    double term[LF_FAMILY_MOST + 1];
    lf_family_bases(f, j, term);
    for (size_t s = 0; s < f->n; s++)
        term[s] *= f->t->P[x][s];
    term[f->n] = f->t->based[x] ? 0 : f->own[x][j];
    return entry_sum(f->n + 1, term);
}

static void entry_list(lf_family *f, size_t x, size_t j) {
    uint64_t *word = &f->member[x][j / 64];
    const uint64_t bit = (uint64_t)1 << j % 64;
    f->list[x][f->t->listed[x]] = (uint32_t)j; /* no processor could foresee a branch */
    f->t->listed[x] += !(*word & bit);
    *word |= bit;
}

void lf_family_unlist(lf_family *f, size_t x) {
    for (size_t k = 0; k < f->t->listed[x]; k++) {
        const size_t j = f->list[x][k];
        f->own[x][j] = 0;
        f->member[x][j / 64] = 0;
    }
    f->t->listed[x] = f->t->used[x] = 0;
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
        for (size_t u = 0; u < f->n; u++) /* one without a base lists what makes up for it */
            most = fmax(most, fabs(t->P[u][base[s]] * b[s]));
    }
    return most;
}

/* The vectors without a base that would change, and by how much: their rows along q. */
static size_t entry_others(const lf_family *f, const double *q, size_t *other, double *change) {
    size_t n = 0;
    for (size_t u = 0; u < f->n; u++) {
        double along = 0;
        for (size_t s = 0; s < f->n && !f->t->based[u]; s++)
            along += f->t->P[u][s] * q[s];
        if (along == 0) continue;
        other[n] = u;
        change[n++] = along;
    }
    return n;
}

/* What an addition to a vector with a base does: to each base, and to those that stand on it. */
typedef struct {
    size_t bases, others;
    double *base[LF_FAMILY_MOST], q[LF_FAMILY_MOST];
    size_t other[LF_FAMILY_MOST];
    double change[LF_FAMILY_MOST];
    double gram[LF_FAMILY_MOST][LF_FAMILY_MOST]; /* what is added to that of the bases */
} entry_change;

/* In slot j, which is of this era; the loops know `bases` where it is a constant. */
__attribute__((always_inline)) static inline void entry_change_base(entry_change *c, size_t bases,
                                                                    double by, size_t j) {
    double before[LF_FAMILY_MOST], more[LF_FAMILY_MOST];
    for (size_t a = 0; a < bases; a++) {
        before[a] = c->base[a][j];
        more[a] = c->q[a] * by;
        c->base[a][j] = before[a] + more[a];
    }
    for (size_t a = 0; a < bases; a++)
        for (size_t b = 0; b <= a; b++)
            c->gram[a][b] += before[a] * more[b] + more[a] * (before[b] + more[b]);
}

__attribute__((always_inline)) static inline void entry_change_bases(lf_family *f, entry_change *c,
                                                                     size_t bases, double a,
                                                                     size_t n, const uint32_t *at) {
    for (size_t k = 0; k < n; k++) {
        for (size_t b = 0; b < bases; b++)
            __builtin_prefetch(&c->base[b][at[k + LF_FAMILY_AHEAD]]);
        entry_change_base(c, bases, a * f->value[k], at[k]);
    }
}

static void entry_change_all(lf_family *f, entry_change *c, double a, size_t n,
                             const uint32_t *at) {
    lf_family_bring(f, n, at);
    switch (c->bases) {
    case 1:
        entry_change_bases(f, c, 1, a, n, at);
        break;
    case 2:
        entry_change_bases(f, c, 2, a, n, at);
        break;
    case 3:
        entry_change_bases(f, c, 3, a, n, at);
        break;
    case 4:
        entry_change_bases(f, c, 4, a, n, at);
        break;
    case 5:
        entry_change_bases(f, c, 5, a, n, at);
        break;
    default:
        entry_change_bases(f, c, c->bases, a, n, at);
    }
    for (size_t u = 0; u < c->others; u++)
        for (size_t k = 0; k < n; k++) {
            entry_list(f, c->other[u], at[k]);
            f->own[c->other[u]][at[k]] -= c->change[u] * (a * f->value[k]);
        }
}

static void entry_scatter_based(lf_family *f, size_t x, double a, size_t n, const uint32_t *at) {
    lf_family_table *t = f->t;
    size_t base[LF_FAMILY_MOST];
    double q[LF_FAMILY_MOST];
    entry_change c = {.bases = entry_based(f, base)};
    if (!(entry_direction(f, x, c.bases, base, q) <= entry_cancels)) {
        lf_family_turn(f); /* may give more of them a base */
        entry_scatter_based(f, x, a, n, at);
        return;
    }
    c.others = entry_others(f, q, c.other, c.change);
    for (size_t b = 0; b < c.bases; b++) {
        c.base[b] = f->own[base[b]];
        c.q[b] = q[base[b]];
    }
    entry_change_all(f, &c, a, n, at);
    for (size_t r = 0; r < c.bases; r++) {
        for (size_t s = 0; s <= r; s++)
            t->gram[base[s]][base[r]] = t->gram[base[r]][base[s]] += c.gram[r][s];
        t->filled[base[r]] |= n > 0 && c.q[r] != 0;
        t->peak[base[r]] = fmax(t->peak[base[r]], t->gram[base[r]][base[r]]);
        if (t->gram[base[r]][base[r]] < entry_lost * t->peak[base[r]]) lf_family_sum(f, base[r]);
    }
}

void lf_family_scatter(lf_family *f, size_t x, double a, size_t n, const uint32_t *at) {
    if (f->t->based[x]) {
        entry_scatter_based(f, x, a, n, at);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        entry_list(f, x, at[k]);
        f->own[x][at[k]] += a * f->value[k];
    }
}
