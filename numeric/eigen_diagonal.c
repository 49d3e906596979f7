/**
 * @file eigen_diagonal.c
 * @brief The implicit QL method (Golub & Van Loan 2013, section 8.3.5), which stops after every
 * half of a rotation: each of them is a long chain of operations that wait for each other.
 */
#include "numeric/eigen_diagonal.h"

#include <float.h>
#include <math.h>

/* Steps for one eigenvalue, of which three are usual, until less will do, and as many again. */
enum { DIAGONAL_STEPS = 100 };

static double diagonal_least(double a, double b) {
    return a < b ? a : b;
}

static double diagonal_most(double a, double b) {
    return a > b ? a : b;
}

/* The root of a^2 + b^2 by operations that every machine rounds alike; a C library's hypot() is
 * not one. Which of the two is larger nobody can guess, so no branch is to depend on it. */
static double diagonal_length(double a, double b) {
    const double x = fabs(a), y = fabs(b), most = diagonal_most(x, y),
                 ratio = diagonal_least(x, y) / most;
    return most > 0 ? most * sqrt(1 + ratio * ratio) : 0;
}

void lf_eigen_diagonal_begin(size_t n, double *d, double *e, lf_eigen_diagonal *q) {
    *q = (lf_eigen_diagonal){.n = n, .d = d, .e = e, .nothing = 0x1p-1000};
    e[n - 1] = 0;
}

/* The next entries l to m, beyond which e is 0; l if there are none. What is beside the diagonal
 * counts as 0 if it is nothing to its neighbours there. A matrix with few eigenvalues other than 0
 * becomes one with a block of mere errors, which get smaller downwards; QL is slow on those. So
 * once an eigenvalue has taken too many steps, what is nothing to the largest entry counts as 0. */
static size_t diagonal_block(lf_eigen_diagonal *q) {
    const double *d = q->d, *e = q->e;
    size_t m = q->l;
    if (q->step == DIAGONAL_STEPS) q->nothing = DBL_EPSILON / 2;
    while (m + 1 < q->n && fabs(e[m]) > DBL_EPSILON * (fabs(d[m]) + fabs(d[m + 1])) + q->nothing)
        m++;
    return m;
}

/* Begin the next step; false: all eigenvalues are found, or one cannot be. */
static bool diagonal_step(lf_eigen_diagonal *q) {
    const double *d = q->d, *e = q->e;
    for (; q->l < q->n && (q->m = diagonal_block(q)) == q->l; q->l++)
        q->step = 0;
    if (q->l == q->n || q->step == 2 * DIAGONAL_STEPS) return false;
    const size_t l = q->l, m = q->m;
    const double g = (d[l + 1] - d[l]) / (2 * e[l]);
    q->g = d[m] - d[l] + e[l] / (g + copysign(diagonal_length(g, 1), g));
    q->turn = (lf_eigen_turn){1, 1};
    q->p = 0;
    q->i = m;
    q->step++;
    return true;
}

/* The step has turned rows from `first` on, and is done. */
static void diagonal_whole(lf_eigen_diagonal *q, size_t first, lf_eigen_sweeps *to) {
    to->first[to->count] = first;
    to->end[to->count++] = q->m;
    q->d[first] -= q->p;
    q->e[q->m] = 0;
    q->i = q->l;
}

static void diagonal_first_half(lf_eigen_diagonal *q) {
    q->by = q->turn * q->e[q->i - 1];
    q->length = q->e[q->i] = diagonal_length(q->by[1], q->g);
}

static void diagonal_second_half(lf_eigen_diagonal *q, lf_eigen_sweeps *to) {
    const size_t i = --q->i;
    double *d = q->d;
    if (q->length == 0) { /* the matrix falls apart here */
        diagonal_whole(q, i + 1, to);
        return;
    }
    const lf_eigen_turn turn = (lf_eigen_turn){q->g, q->by[1]} / q->length;
    const double g = d[i + 1] - q->p, t = (d[i] - g) * turn[1] + 2 * turn[0] * q->by[0];
    q->p = turn[1] * t;
    d[i + 1] = g + q->p;
    q->g = turn[0] * t - q->by[0];
    q->turn = to->turns[q->n * to->count + i] = turn;
    if (i > q->l) return;
    q->e[i] = q->g;
    diagonal_whole(q, i, to);
}

bool lf_eigen_diagonal_make(void *diagonal, lf_eigen_sweeps *to) {
    lf_eigen_diagonal *q = diagonal;
    if (q->half) {
        diagonal_second_half(q, to);
    } else {
        if (to->count == LF_EIGEN_SWEEPS || (q->i <= q->l && !diagonal_step(q))) return false;
        diagonal_first_half(q);
    }
    q->half = !q->half;
    return true;
}

bool lf_eigen_diagonal_found(const lf_eigen_diagonal *q) {
    return q->l == q->n;
}
