/* Bases that are given, that become the vectors themselves in a new era, and that are given up. */
#include <math.h>
#include <string.h>

#include "numeric/family_state.h"

bool lf_family_solve(size_t n, lf_family_map A, double *b) {
    for (size_t c = 0; c < n; c++) {
        size_t p = c;
        for (size_t r = c + 1; r < n; r++)
            if (fabs(A[r][c]) > fabs(A[p][c])) p = r;
        if (!(fabs(A[p][c]) > 0)) return false;
        for (size_t k = 0; k < n; k++) {
            const double swap = A[p][k];
            A[p][k] = A[c][k];
            A[c][k] = swap;
        }
        const double swap = b[p];
        b[p] = b[c];
        b[c] = swap;
        for (size_t r = c + 1; r < n; r++) {
            const double by = A[r][c] / A[c][c];
            for (size_t k = c; k < n; k++)
                A[r][k] -= by * A[c][k];
            b[r] -= by * b[c];
        }
    }
    for (size_t c = n; c-- > 0;) {
        for (size_t k = c + 1; k < n; k++)
            b[c] -= A[c][k] * b[k];
        b[c] /= A[c][c];
    }
    return true;
}

static void era_base(lf_family *f, size_t x, bool filled) {
    lf_family_table *t = f->t;
    t->filled[x] = filled;
    for (size_t k = 0; k < t->listed[x]; k++)
        f->member[x][f->list[x][k] / 64] = 0;
    t->listed[x] = t->used[x] = 0;
    t->based[x] = true;
    t->P[x][x] = 1;
    for (size_t e = 0; e < t->era; e++) { /* what it is in slots that are not of this era yet */
        memset(t->past[e][x], 0, sizeof t->past[e][x]);
        t->past[e][x][x] = 1;
    }
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
    era_base(f, x, t->listed[x] > 0);
    for (size_t s = 0; s < f->n; s++)
        t->gram[x][s] = t->gram[s][x] = sum[s];
    t->peak[x] = sum[x];
}

void lf_family_part(lf_family *f, size_t x) {
    for (size_t j = 0; j < f->t->touched; j++)
        f->own[x][j] = lf_family_entry(f, x, j);
    memset(f->t->P[x], 0, sizeof f->t->P[x]);
    era_base(f, x, true);
    lf_family_sum(f, x);
}

void lf_family_sum(lf_family *f, size_t x) {
    double base[LF_FAMILY_MOST], sum[LF_FAMILY_MOST] = {0};
    for (size_t j = 0; j < f->t->touched; j++) {
        lf_family_bases(f, j, base);
        for (size_t s = 0; s < f->n; s++)
            sum[s] += base[x] * base[s];
    }
    for (size_t s = 0; s < f->n; s++)
        f->t->gram[x][s] = f->t->gram[s][x] = sum[s];
    f->t->peak[x] = sum[x];
}

/* P of the bases among themselves, 1 where there is none, so that n rows are never singular for
 * that. */
static bool era_rows(const lf_family *f, lf_family_map P) {
    bool same = true;
    memset(P, 0, sizeof(lf_family_map));
    for (size_t r = 0; r < f->n; r++) {
        if (!f->t->based[r]) P[r][r] = 1;
        for (size_t s = 0; s < f->n && f->t->based[r]; s++) {
            P[r][s] = f->t->P[r][s];
            same = same && P[r][s] == (r == s);
        }
    }
    return same;
}

/* out <- A B, and rounding does not turn a 0 into anything else */
static void era_product(size_t n, lf_family_map A, lf_family_map B, lf_family_map out) {
    lf_family_map sum = {{0}};
    for (size_t r = 0; r < n; r++)
        for (size_t k = 0; k < n; k++)
            for (size_t s = 0; s < n && A[r][k] != 0; s++)
                sum[r][s] += A[r][k] * B[k][s];
    memcpy(out, sum, sizeof sum);
}

static void era_transposed(size_t n, lf_family_map A, lf_family_map out) {
    for (size_t r = 0; r < n; r++)
        for (size_t s = 0; s < n; s++)
            out[s][r] = A[r][s];
}

/* The row of a vector without a base, on the bases of the next era: z P = row. Where P has no
 * inverse the vector stands on its own from now on. */
static void era_restate(lf_family *f, size_t u) {
    lf_family_map P, A;
    double z[LF_FAMILY_MOST];
    era_rows(f, P);
    era_transposed(f->n, P, A);
    memcpy(z, f->t->P[u], sizeof z);
    const bool found = lf_family_solve(f->n, A, z);
    double largest = 0;
    for (size_t s = 0; s < f->n; s++)
        largest = fmax(largest, fabs(z[s]));
    if (found && largest <= 16)
        memcpy(f->t->P[u], z, f->n * sizeof *z);
    else
        lf_family_part(f, u);
}

void lf_family_turn(lf_family *f) {
    lf_family_table *t = f->t;
    lf_family_map P, PT;
    bool filled[LF_FAMILY_MOST];
    for (size_t u = 0; u < f->n; u++) {
        bool stands = false;
        for (size_t s = 0; s < f->n; s++)
            stands = stands || t->P[u][s] != 0;
        if (!t->based[u] && stands) era_restate(f, u);
    }
    if (era_rows(f, P)) return;
    for (size_t e = 0; e < t->era; e++)
        era_product(f->n, P, t->past[e], t->past[e]);
    memcpy(t->past[t->era++], P, sizeof P);
    era_transposed(f->n, P, PT);
    era_product(f->n, P, t->gram, t->gram);
    era_product(f->n, t->gram, PT, t->gram);
    memcpy(filled, t->filled, sizeof filled);
    for (size_t s = 0; s < f->n; s++) {
        if (!t->based[s]) continue;
        for (size_t r = 0; r < f->n; r++)
            t->filled[s] |= P[s][r] != 0 && filled[r];
        memset(t->P[s], 0, sizeof t->P[s]);
        t->P[s][s] = 1;
        t->peak[s] = t->gram[s][s];
    }
    if (t->era == LF_FAMILY_ERAS) lf_family_gather(f);
}

void lf_family_gather(lf_family *f) {
    double base[LF_FAMILY_MOST];
    for (size_t j = 0; j < f->t->touched && f->t->era > 0; j++) {
        lf_family_bases(f, j, base);
        for (size_t s = 0; s < f->n; s++)
            if (f->t->based[s]) f->own[s][j] = base[s];
    }
    if (f->t->era > 0) memset(f->stamp, 0, f->t->touched * sizeof *f->stamp);
    f->t->era = 0;
}

void lf_family_free_base(lf_family *f, size_t x) {
    lf_family_turn(f);
    for (size_t u = 0; u < f->n; u++)
        if (!f->t->based[u] && f->t->P[u][x] != 0) lf_family_part(f, u);
    lf_family_gather(f); /* a slot of an earlier era may stand on it, too */
}

/* Does a vector but x stand on the base of x, in this era or in one that a slot may be of? */
static bool era_stands(const lf_family *f, size_t x) {
    bool stands = false;
    for (size_t u = 0; u < f->n; u++) {
        if (u == x) continue;
        stands = stands || f->t->P[u][x] != 0;
        for (size_t e = 0; e < f->t->era; e++)
            stands = stands || f->t->past[e][u][x] != 0;
    }
    return stands;
}

void lf_family_clear(lf_family *f, size_t x) {
    lf_family_table *t = f->t;
    if (t->based[x]) {
        if (era_stands(f, x)) lf_family_free_base(f, x);
        memset(f->own[x], 0, t->touched * sizeof *f->own[x]);
        for (size_t s = 0; s < f->n; s++)
            t->gram[x][s] = t->gram[s][x] = 0;
        t->based[x] = false;
    }
    lf_family_unlist(f, x);
    memset(t->P[x], 0, sizeof t->P[x]);
}

void lf_family_dissolve(lf_family *f) {
    const size_t touched = f->t->touched;
    double x[LF_FAMILY_MOST];
    for (size_t j = 0; j < touched; j++) {
        for (size_t k = 0; k < f->n; k++)
            x[k] = lf_family_entry(f, k, j);
        for (size_t k = 0; k < f->n; k++)
            f->own[k][j] = x[k];
    }
    for (size_t k = 0; k < f->n; k++) { /* from slots to entries */
        memcpy(f->value, f->own[k], touched * sizeof *f->value);
        memset(f->own[k], 0, touched * sizeof *f->value);
        for (size_t j = 0; j < touched; j++)
            f->own[k][f->column[j]] = f->value[j];
    }
    f->n = 0;
}
