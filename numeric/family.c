#include "numeric/family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/family_state.h"

bool lf_family_any; /* was there ever one? */
_Thread_local lf_family *lf_family_here;

/* What is listed in a step is added to few others; what is more often has a past, and gets a base
 * before its list grows from step to step. */
enum { FAMILY_USES = 8, FAMILY_AHEAD = 8 };

lf_status lf_family_create(size_t d, lf_family **family) {
    lf_family *f = *family = calloc(1, sizeof *f);
    lf_family_any = true;
    if (f) {
        f->d = d;
        f->words = d / 64 + 1;
        f->t = calloc(1, sizeof *f->t);
        f->stamp = calloc(d, sizeof *f->stamp);
        f->point = calloc(d, sizeof *f->point);
        f->slope = calloc(d, sizeof *f->slope);
        f->value = calloc(d, sizeof *f->value);
        if (f->t && f->stamp && f->point && f->slope && f->value) return LF_OK;
    }
    lf_family_free(f);
    *family = NULL;
    return lf_fail(LF_NO_MEMORY, "no memory for vectors of %zu entries", d);
}

void lf_family_free(lf_family *f) {
    if (!f) return;
    for (size_t x = 0; x < LF_FAMILY_MOST; x++) {
        free(f->list[x]);
        free(f->member[x]);
    }
    free(f->t);
    free(f->stamp);
    free(f->point);
    free(f->slope);
    free(f->value);
    free(f);
}

lf_status lf_family_admit(lf_family *f, double *own) {
    if (f->n == LF_FAMILY_MOST)
        return lf_fail(LF_UNSUPPORTED, "more than %d sparse vectors; make the run's vectors dense",
                       LF_FAMILY_MOST);
    const size_t x = f->n++; /* whatever is taken now is freed with the family */
    f->own[x] = own;
    f->list[x] = calloc(f->d, sizeof *f->list[x]);
    f->member[x] = calloc(f->words, sizeof *f->member[x]);
    if (f->list[x] && f->member[x]) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for a sparse vector of %zu entries", f->d);
}

void lf_family_dissolve(lf_family *f) {
    double x[LF_FAMILY_MOST];
    for (size_t j = 0; j < f->d; j++) {
        for (size_t k = 0; k < f->n; k++)
            x[k] = lf_family_entry(f, k, j);
        for (size_t k = 0; k < f->n; k++)
            f->own[k][j] = x[k];
    }
    f->n = 0;
}

/* Its number, or LF_FAMILY_NONE. */
static int family_find(const lf_family *f, const double *x) {
    for (size_t k = 0; k < f->n; k++)
        if (f->own[k] == x) return (int)k;
    return LF_FAMILY_NONE;
}

bool lf_family_has(const lf_family *f, const double *x) {
    return family_find(f, x) != LF_FAMILY_NONE;
}

/* x <- b x. A vector that keeps what it lists, and is about to get more, has a past. */
static void family_scale(lf_family *f, double b, size_t x, bool goes_on) {
    lf_family_table *t = f->t;
    if (b == 0) lf_family_clear(f, x);
    if (b == 0 || b == 1) return;
    if (goes_on && t->listed[x] > 0) lf_family_promote(f, x);
    for (size_t s = 0; s < f->n; s++)
        t->P[x][s] *= b;
    for (size_t k = 0; k < t->listed[x]; k++)
        f->own[x][f->list[x][k]] *= b;
}

/* What x lists is about to be added to another. */
static void family_use(lf_family *f, size_t x) {
    if (f->t->listed[x] > 0 && ++f->t->used[x] > FAMILY_USES) lf_family_promote(f, x);
}

/* y <- y + a x. What x lists is copied first: it may be given a base on the way. */
static void family_axpy(lf_family *f, double a, size_t x, size_t y) {
    lf_family_table *t = f->t;
    const size_t n = t->listed[x];
    for (size_t s = 0; s < f->n; s++)
        t->P[y][s] += a * t->P[x][s];
    for (size_t k = 0; k < n; k++)
        f->value[k] = f->own[x][f->list[x][k]];
    if (n > 0) lf_family_scatter(f, y, a, n, f->list[x]);
}

/* y <- a x + b y, y dense */
static void family_look(lf_family *f, double a, size_t x, double b, double *y) {
    for (size_t j = 0; j < f->d; j++)
        y[j] = a * lf_family_entry(f, x, j) + (b == 0 ? 0 : b * y[j]);
}

bool lf_family_combine(lf_family *f, double a, const double *x, double b, double *y) {
    const int from = family_find(f, x), to = family_find(f, y);
    if (from == LF_FAMILY_NONE && to == LF_FAMILY_NONE) return false;
    if (to == LF_FAMILY_NONE) {
        family_look(f, a, (size_t)from, b, y);
        return true;
    }
    const size_t into = (size_t)to;
    if (from == to) {
        family_scale(f, a + b, into, false);
        return true;
    }
    family_scale(f, b, into, x != NULL);
    if (!x || a == 0) return true;
    if (from != LF_FAMILY_NONE) {
        if (b != 0) family_use(f, (size_t)from); /* whoever copies a point changes nothing of it */
        family_axpy(f, a, (size_t)from, into);
        return true;
    }
    double *own = lf_family_add(f, y, NULL);
    for (size_t j = 0; j < f->d; j++)
        own[j] += a * x[j];
    lf_family_added(f, y, f->d, NULL);
    return true;
}

/* What x lists, times y's row there and, if that is wanted, what y lists. */
static double family_dot_listed(const lf_family *f, size_t x, size_t y, bool both) {
    double base[LF_FAMILY_MOST], sum = 0;
    for (size_t k = 0; k < f->t->listed[x]; k++) {
        const size_t j = f->list[x][k];
        double there = both && !f->t->based[y] ? f->own[y][j] : 0;
        lf_family_bases(f, j, base);
        for (size_t s = 0; s < f->n; s++)
            there += f->t->P[y][s] * base[s];
        sum += f->own[x][j] * there;
    }
    return sum;
}

bool lf_family_dot(const lf_family *f, const double *x, const double *y, double *value) {
    const int a = family_find(f, x), b = family_find(f, y);
    *value = 0;
    if (a == LF_FAMILY_NONE && b == LF_FAMILY_NONE) return false;
    if (a == LF_FAMILY_NONE || b == LF_FAMILY_NONE) {
        const size_t own = (size_t)(a == LF_FAMILY_NONE ? b : a);
        const double *dense = a == LF_FAMILY_NONE ? x : y;
        for (size_t j = 0; j < f->d; j++)
            *value += lf_family_entry(f, own, j) * dense[j];
        return true;
    }
    const size_t one = (size_t)a, two = (size_t)b;
    for (size_t r = 0; r < f->n; r++)
        for (size_t s = 0; s < f->n; s++)
            *value += f->t->P[one][r] * f->t->gram[r][s] * f->t->P[two][s];
    *value += family_dot_listed(f, one, two, true) + family_dot_listed(f, two, one, false);
    return true;
}

/* The bases of a row and its coefficients there; how many. */
static size_t family_row(const lf_family *f, size_t x, const double **base, double *by) {
    size_t n = 0;
    if (!f->t->based[x]) { /* what it lists is like one more base */
        base[n] = f->own[x];
        by[n++] = 1;
    }
    for (size_t s = 0; s < f->n; s++) {
        if (f->t->P[x][s] == 0) continue;
        base[n] = f->own[s];
        by[n++] = f->t->P[x][s];
    }
    return n;
}

const double *lf_family_read(lf_family *f, const double *own, size_t n, const uint32_t *at) {
    const size_t x = (size_t)family_find(f, own);
    const double *base[LF_FAMILY_MOST + 1];
    double by[LF_FAMILY_MOST + 1];
    const size_t many = family_row(f, x, base, by);
    if (many == 1 && by[0] == 1 && base[0] == own && f->t->era == 0) return own;
    for (size_t k = 0; k < n; k++) {
        const size_t j = at ? at[k] : k;
        double sum = 0;
        for (size_t s = 0; s < many && at && k + FAMILY_AHEAD < n; s++)
            __builtin_prefetch(&base[s][at[k + FAMILY_AHEAD]]);
        for (size_t s = 0; s < many; s++)
            sum += by[s] * base[s][j];
        f->point[j] = f->t->era == 0 || f->stamp[j] == f->t->era ? sum : lf_family_entry(f, x, j);
    }
    return f->point;
}

double *lf_family_add(lf_family *f, double *own, const uint32_t *at) {
    const size_t x = (size_t)family_find(f, own);
    if (at) return f->t->based[x] ? f->slope : own;
    if (f->t->based[x])
        lf_family_free_base(f, x);
    else
        lf_family_part(f, x);
    return own;
}

void lf_family_added(lf_family *f, double *own, size_t n, const uint32_t *at) {
    const size_t x = (size_t)family_find(f, own);
    if (!at) {
        lf_family_sum(f, x);
        return;
    }
    if (!f->t->based[x]) {
        lf_family_note(f, x, n, at);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        f->value[k] = f->slope[at[k]];
        f->slope[at[k]] = 0;
    }
    lf_family_scatter(f, x, 1, n, at);
}

size_t lf_family_bytes(const lf_family *f) {
    return sizeof *f->t + f->d * sizeof *f->stamp +
           f->n * (f->d * sizeof *f->list[0] + f->words * sizeof *f->member[0]);
}

lf_status lf_family_visit(const lf_family *f,
                          lf_status (*visit)(void *context, const void *bytes, size_t size),
                          void *context) {
    LF_TRY(visit(context, f->t, sizeof *f->t));
    LF_TRY(visit(context, f->stamp, f->d * sizeof *f->stamp));
    for (size_t x = 0; x < f->n; x++) {
        LF_TRY(visit(context, f->list[x], f->d * sizeof *f->list[x]));
        LF_TRY(visit(context, f->member[x], f->words * sizeof *f->member[x]));
    }
    return LF_OK;
}

void lf_family_restore(lf_family *f, const void *bytes) {
    const unsigned char *from = bytes;
    memcpy(f->t, from, sizeof *f->t);
    from += sizeof *f->t;
    memcpy(f->stamp, from, f->d * sizeof *f->stamp);
    from += f->d * sizeof *f->stamp;
    for (size_t x = 0; x < f->n; x++) {
        memcpy(f->list[x], from, f->d * sizeof *f->list[x]);
        from += f->d * sizeof *f->list[x];
        memcpy(f->member[x], from, f->words * sizeof *f->member[x]);
        from += f->words * sizeof *f->member[x];
    }
}
