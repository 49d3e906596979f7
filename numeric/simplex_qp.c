/**
 * @file simplex_qp.c
 * @brief A primal active-set method.
 *
 * The working set S holds the entries that may be positive, S_0 the reference among them: moves
 * are combinations of e_k - e_{S_0}, on which the quadratic has the matrix
 * M_kl = A_kl - A_k0 - A_0l + A_00. Where its Cholesky factor breaks down there is a direction
 * without curvature; it is followed until an entry is 0, which leaves S. Else Newton's step goes
 * to the maximum over S, or to the first entry that becomes 0. At the maximum the entry with the
 * largest h = r - A q enters, and if none is above the others all is done. The value increases
 * between two entries, so no set comes back and the method is finite.
 */
#include "numeric/simplex_qp.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/wide.h>

/* Pivots this small against the largest A_ii are rounding. */
static const double qp_pivot = 1e-12;
/* Few entries that start in S are soon out of it again. Each of many takes a step as long as S is
 * wide, and of equal ones nearly all have to leave. */
static const size_t qp_many = 64;

typedef struct {
    size_t m, n; /* n: entries in S */
    const double *A, *r;
    double *q;
    double *h;     /* m: r - A q */
    double *move;  /* n: direction on S */
    double *L;     /* m x m: rows 1 .. n - 1 and columns 1 .. row hold the Cholesky factor */
    size_t rows;   /* of L: those before it are of S as it is */
    double most;   /* largest A_ii */
    size_t *S;     /* n */
    bool *working; /* m: in S */
} qp;

/* y <- y + a x, no overlap. */
LF_WIDE static void qp_add(size_t n, double a, const double *restrict x, double *restrict y) {
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* Column by column, which are A's rows: they lie in one piece. */
static void qp_slope(qp *s) {
    const size_t m = s->m;
    memset(s->h, 0, m * sizeof *s->h);
    for (size_t k = 0; k < s->n; k++)
        qp_add(m, s->q[s->S[k]], s->A + s->S[k] * m, s->h);
    for (size_t i = 0; i < m; i++)
        s->h[i] = s->r[i] - s->h[i];
}

static void qp_enter(qp *s, size_t i) {
    s->S[s->n++] = i;
    s->working[i] = true;
}

static void qp_leave(qp *s, size_t k) {
    s->q[s->S[k]] = 0;
    s->working[s->S[k]] = false;
    s->n--;
    if (s->rows > k) s->rows = k;
    memmove(s->S + k, s->S + k + 1, (s->n - k) * sizeof *s->S);
}

/* The Cholesky factor of M over S; the first row whose pivot vanishes, or n. */
static size_t qp_factor(qp *s) {
    const size_t m = s->m, zero = s->S[0];
    const double *A = s->A;
    for (size_t k = s->rows > 1 ? s->rows : 1; k < s->n; k++) {
        const size_t row = s->S[k];
        s->rows = k;
        for (size_t l = 1; l <= k; l++) {
            const size_t column = s->S[l];
            double sum = (A[row * m + column] - A[row * m + zero]) -
                         (A[zero * m + column] - A[zero * m + zero]);
            for (size_t j = 1; j < l; j++)
                sum -= s->L[k * m + j] * s->L[l * m + j];
            if (l == k && !(sum > qp_pivot * s->most)) return k;
            s->L[k * m + l] = l == k ? sqrt(sum) : sum / s->L[l * m + l];
        }
    }
    s->rows = s->n;
    return s->n;
}

/* move (1 .. k - 1) <- L'^-1 move, then the reference takes the rest. */
static void qp_back(qp *s, size_t k, size_t last) {
    for (size_t i = k; i-- > 1;) {
        for (size_t j = i + 1; j < k; j++)
            s->move[i] -= s->L[j * s->m + i] * s->move[j];
        s->move[i] /= s->L[i * s->m + i];
    }
    s->move[0] = 0;
    for (size_t i = 1; i < last; i++)
        s->move[0] -= s->move[i];
}

/* To the maximum over S. */
static void qp_newton(qp *s) {
    for (size_t k = 1; k < s->n; k++) {
        s->move[k] = s->h[s->S[k]] - s->h[s->S[0]];
        for (size_t j = 1; j < k; j++)
            s->move[k] -= s->L[k * s->m + j] * s->move[j];
        s->move[k] /= s->L[k * s->m + k];
    }
    qp_back(s, s->n, s->n);
}

/* M_kl x_l = 0 with x_k = 1 over the first k + 1 entries, turned uphill. */
static void qp_flat(qp *s, size_t k) {
    memset(s->move, 0, s->n * sizeof *s->move);
    for (size_t l = 1; l < k; l++)
        s->move[l] = -s->L[k * s->m + l];
    s->move[k] = 1;
    qp_back(s, k, k + 1);
    double slope = 0;
    for (size_t i = 0; i <= k; i++)
        slope += s->h[s->S[i]] * s->move[i];
    for (size_t i = 0; i <= k && slope < 0; i++)
        s->move[i] = -s->move[i];
}

/* q <- q + step move with the longest step up to `most` that keeps q >= 0; true if an entry left S.
 */
static bool qp_move(qp *s, double most) {
    size_t first = s->n;
    double step = most;
    for (size_t k = 0; k < s->n; k++) {
        if (!(s->move[k] < 0)) continue;
        const double ratio = -s->q[s->S[k]] / s->move[k];
        if (ratio >= step) continue;
        step = ratio;
        first = k;
    }
    if (!isfinite(step)) return false;
    for (size_t k = 0; k < s->n; k++)
        s->q[s->S[k]] = fmax(s->q[s->S[k]] + step * s->move[k], 0);
    const bool leaves = first < s->n;
    if (leaves) qp_leave(s, first);
    return leaves;
}

/* The entry outside S with the largest h, or m if it is not above q.h; *gap as promised. */
static size_t qp_price(const qp *s, double *gap) {
    size_t best = s->m;
    double mean = 0, top = -INFINITY, size = 0;
    for (size_t i = 0; i < s->m; i++) {
        mean += s->q[i] * s->h[i];
        top = fmax(top, s->h[i]);
        size = fmax(size, fabs(s->r[i]));
        if (!s->working[i] && (best == s->m || s->h[i] > s->h[best])) best = i;
    }
    *gap = top - mean;
    if (best < s->m && s->h[best] - mean > 16 * DBL_EPSILON * (size + s->most)) return best;
    return s->m;
}

/* Take the rounding of many moves out of the sum. */
static void qp_scale(qp *s) {
    double sum = 0;
    for (size_t i = 0; i < s->m; i++)
        sum += s->q[i];
    for (size_t i = 0; i < s->m; i++)
        s->q[i] /= sum;
}

/* S <- the entries of q that are positive, of many those above their mean; without any, the largest
 * r_i. */
static void qp_start(qp *s) {
    double sum = 0, kept = 0;
    size_t best = 0;
    for (size_t i = 0; i < s->m; i++) {
        if (!(s->q[i] > 0) || !isfinite(s->q[i])) s->q[i] = 0;
        sum += s->q[i];
        if (s->r[i] > s->r[best]) best = i;
        s->most = fmax(s->most, s->A[i * s->m + i]);
    }
    const double least = s->m > qp_many ? (1 + 1e-9) * sum / (double)s->m : 0;
    for (size_t i = 0; i < s->m; i++) {
        if (!(s->q[i] > least)) s->q[i] = 0;
        kept += s->q[i];
    }
    if (!(kept > 0) || !isfinite(kept)) {
        memset(s->q, 0, s->m * sizeof *s->q);
        s->q[best] = kept = 1;
    }
    for (size_t i = 0; i < s->m; i++) {
        s->q[i] /= kept;
        if (s->q[i] > 0) qp_enter(s, i);
    }
}

static void qp_solve(qp *s, double *gap) {
    bool polished = false; /* a second Newton step takes the rounding of the first away */
    qp_start(s);
    for (size_t step = 0; step < 10 * s->m + 100; step++) {
        qp_slope(s);
        const size_t k = qp_factor(s);
        bool left = k < s->n;
        if (left) {
            qp_flat(s, k);
            left = qp_move(s, INFINITY);
        } else {
            qp_newton(s);
            left = qp_move(s, 1);
        }
        if (left || !polished) {
            polished = !left;
            continue;
        }
        qp_slope(s);
        const size_t enters = qp_price(s, gap);
        if (enters == s->m) return;
        qp_enter(s, enters);
        polished = false;
    }
    qp_slope(s);
    qp_price(s, gap);
}

lf_status lf_simplex_qp(size_t m, const double *A, const double *r, double *q, double *gap) {
    double *work = malloc((m * m + 2 * m + 1) * sizeof *work);
    size_t *S = calloc(m + 1, sizeof *S);
    bool *working = calloc(m + 1, sizeof *working);
    lf_status status = LF_OK;
    if (work && S && working) {
        qp s = {m,
                0,
                A,
                r,
                q,
                .L = work,
                .h = work + m * m,
                .move = work + m * m + m,
                .S = S,
                .working = working};
        qp_solve(&s, gap);
        qp_scale(&s);
    } else {
        status = lf_fail(LF_NO_MEMORY, "no memory for a quadratic program of %zu weights", m);
    }
    free(work);
    free(S);
    free(working);
    return status;
}
