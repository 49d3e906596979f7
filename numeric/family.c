#include "numeric/family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/family_state.h"
#include "numeric/pages.h"

bool lf_family_any; /* was there ever one? */
_Thread_local lf_family *lf_family_here;

/* What is listed in a step is added to few others; what is more often has a past, and gets a base
 * before its list grows from step to step. */
enum { FAMILY_USES = 8 };

/* The arrays lie in one block; more slots are fetched than there are. */
static void family_divide(lf_family *f) {
    f->slope = f->point + f->d;
    f->value = f->slope + f->d;
    f->slot = (void *)(f->value + f->d);
    f->column = f->slot + f->d;
    f->found = f->column + f->d;
    f->spot = f->found + f->d;
    f->stamp = (uint16_t *)(f->spot + f->d + LF_FAMILY_AHEAD);
}

lf_status lf_family_create(size_t d, lf_family **family) {
    const size_t each = 3 * sizeof(double) + 4 * sizeof(uint32_t) + sizeof(uint16_t);
    lf_family *f = *family = calloc(1, sizeof *f);
    lf_family_any = true;
    if (f) {
        f->d = d;
        f->words = d / 64 + 1;
        f->bytes = (d + LF_FAMILY_AHEAD) * each;
        f->t = calloc(1, sizeof *f->t);
        f->point = lf_pages_take(f->bytes);
        if (f->t && f->point) {
            family_divide(f);
            return LF_OK;
        }
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
    lf_pages_give(f->point, f->bytes);
    free(f->t);
    free(f);
}

lf_status lf_family_admit(lf_family *f, double *own) {
    if (f->n == LF_FAMILY_MOST)
        return lf_fail(LF_UNSUPPORTED, "more than %d sparse vectors; make the run's vectors dense",
                       LF_FAMILY_MOST);
    const size_t x = f->n++; /* whatever is taken now is freed with the family */
    f->own[x] = own;
    f->list[x] = calloc(f->d + LF_FAMILY_AHEAD, sizeof *f->list[x]);
    f->member[x] = calloc(f->words, sizeof *f->member[x]);
    if (f->list[x] && f->member[x]) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for a sparse vector of %zu entries", f->d);
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

/* Nothing was ever added to what it stands on. A copy of such a point stands on nothing: else it
 * would be the difference of two equal sums later, with scores of rounding where all have to tie.
 */
static bool family_is_zero(const lf_family *f, size_t x) {
    const lf_family_table *t = f->t;
    bool zero = t->listed[x] == 0;
    for (size_t s = 0; s < f->n; s++)
        zero &= t->P[x][s] == 0 || !t->filled[s];
    return zero;
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
static void family_look(const lf_family *f, double a, size_t x, double b, double *y) {
    for (size_t j = 0; j < f->d; j++)
        y[j] = b == 0 ? 0 : b * y[j];
    for (size_t j = 0; j < f->t->touched; j++)
        y[f->column[j]] += a * lf_family_entry(f, x, j);
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
    if (!x || a == 0 || (from != LF_FAMILY_NONE && family_is_zero(f, (size_t)from))) return true;
    if (from != LF_FAMILY_NONE) {
        if (b != 0) family_use(f, (size_t)from); /* whoever copies a point changes nothing of it */
        family_axpy(f, a, (size_t)from, into);
        return true;
    }
    for (size_t j = 0; j < f->d; j++)
        if (a * x[j] != 0) f->slope[j] = a * x[j]; /* most starts are 0, and take no memory */
    lf_family_locate(f, 0, NULL);
    lf_family_added(f, y);
    return true;
}

size_t lf_family_parts(const lf_family *f, size_t x, bool listed, const double **part, double *by) {
    size_t n = 0;
    for (size_t s = 0; s < f->n; s++) {
        if (f->t->P[x][s] == 0) continue;
        part[n] = f->own[s];
        by[n++] = f->t->P[x][s];
    }
    if (listed && f->t->listed[x] > 0) {
        part[n] = f->own[x];
        by[n++] = 1;
    }
    return n;
}

/* What x lists, times y's row there and, if that is wanted, what y lists. */
static double family_dot_listed(const lf_family *f, size_t x, size_t y, bool both) {
    const double *base[LF_FAMILY_MOST];
    double by[LF_FAMILY_MOST], sum = 0;
    const size_t many = lf_family_parts(f, y, false, base, by);
    for (size_t k = 0; k < f->t->listed[x]; k++) {
        const size_t j = f->list[x][k];
        double there = both && !f->t->based[y] ? f->own[y][j] : 0;
        if (many > 0 && f->stamp[j] != f->t->era) there += lf_family_stands(f, y, j);
        for (size_t s = 0; s < many && f->stamp[j] == f->t->era; s++)
            there += by[s] * base[s][j];
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
        for (size_t j = 0; j < f->t->touched; j++)
            *value += lf_family_entry(f, own, j) * dense[f->column[j]];
        return true;
    }
    const size_t one = (size_t)a, two = (size_t)b;
    for (size_t r = 0; r < f->n; r++)
        for (size_t s = 0; s < f->n; s++)
            *value += f->t->P[one][r] * f->t->gram[r][s] * f->t->P[two][s];
    *value += family_dot_listed(f, one, two, true) + family_dot_listed(f, two, one, false);
    return true;
}

/* point <- x at what was located; the loop knows `many` where it is a constant. */
__attribute__((always_inline)) static inline void
family_read(lf_family *f, size_t many, const double *const *base, const double *by) {
    const uint32_t *spot = f->spot;
    for (size_t k = 0; k < f->located; k++) {
        double sum = 0;
        for (size_t s = 0; s < many; s++)
            __builtin_prefetch(&base[s][spot[k + LF_FAMILY_AHEAD]]);
        for (size_t s = 0; s < many; s++)
            sum += by[s] * base[s][spot[k]];
        f->point[f->at[k]] = sum;
    }
}

const double *lf_family_read(lf_family *f, const double *own) {
    const size_t x = (size_t)family_find(f, own);
    const double *base[LF_FAMILY_MOST + 1];
    double by[LF_FAMILY_MOST + 1];
    const size_t many = lf_family_parts(f, x, true, base, by);
    for (size_t j = 0; j < f->t->touched && f->located == 0; j++)
        f->point[f->column[j]] = lf_family_entry(f, x, j);
    if (many == 1)
        family_read(f, 1, base, by);
    else if (many == 2)
        family_read(f, 2, base, by);
    else
        family_read(f, many, base, by);
    return f->point;
}

double *lf_family_add(lf_family *f) {
    return f->slope;
}

/* All entries that something was added to are located. Costs d. */
static void family_search(lf_family *f) {
    size_t n = 0;
    for (size_t j = 0; j < f->d; j++)
        if (f->slope[j] != 0) f->found[n++] = (uint32_t)j;
    lf_family_locate(f, n, f->found);
}

void lf_family_added(lf_family *f, double *own) {
    const size_t x = (size_t)family_find(f, own);
    if (f->located == 0) {
        family_search(f);
        if (!f->t->based[x]) lf_family_promote(f, x); /* a list would be too long to be added */
    }
    for (size_t k = 0; k < f->located; k++) {
        f->value[k] = f->slope[f->at[k]];
        f->slope[f->at[k]] = 0;
    }
    lf_family_scatter(f, x, 1, f->located, f->spot);
}

size_t lf_family_bytes(const lf_family *f) {
    return sizeof *f->t + f->d * (sizeof *f->stamp + sizeof *f->column) +
           f->n * (f->d * sizeof *f->list[0] + f->words * sizeof *f->member[0]);
}

lf_status lf_family_visit(const lf_family *f,
                          lf_status (*visit)(void *context, const void *bytes, size_t size),
                          void *context) {
    LF_TRY(visit(context, f->t, sizeof *f->t));
    LF_TRY(visit(context, f->stamp, f->d * sizeof *f->stamp));
    LF_TRY(visit(context, f->column, f->d * sizeof *f->column));
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
    memcpy(f->column, from, f->d * sizeof *f->column);
    from += f->d * sizeof *f->column;
    memset(f->slot, 0, f->d * sizeof *f->slot);
    for (size_t j = 0; j < f->t->touched; j++)
        f->slot[f->column[j]] = (uint32_t)j + 1;
    for (size_t x = 0; x < f->n; x++) {
        memcpy(f->list[x], from, f->d * sizeof *f->list[x]);
        from += f->d * sizeof *f->list[x];
        memcpy(f->member[x], from, f->words * sizeof *f->member[x]);
        from += f->words * sizeof *f->member[x];
    }
}
