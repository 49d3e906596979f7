/**
 * @file ball_step.c
 * @brief The dual of the step, a quadratic program over the simplex for each multiplier of the
 * ball.
 *
 * With lambda the multiplier of the ball, G the rows and g = G'q,
 *
 *     q(lambda)  maximises  q.(r - lambda G (H + lambda I)^-1 w) - q'G (H + lambda I)^-1 G'q / 2,
 *     w + p      =          (H + lambda I)^-1 (H w - g).
 *
 * |w + p| decreases in lambda. If it is too long for lambda = 0, the lambda that makes it the
 * radius is found between 0 and max_i |H w - g_i| / radius, where it is short. Everything is done
 * in the coordinates u_j of H; what is orthogonal to them enters by inner products alone.
 */
#include "problems/common/ball_step.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "numeric/simplex_qp.h"

typedef struct {
    const lf_curvature *H;
    const lf_ball_point *at;
    double *q;
    double *gu; /* m x rank: coordinates of the rows */
    double *wu; /* rank: coordinates of w */
    double *gg; /* m x m: inner products of the rows' parts orthogonal to U; 0 if there are none */
    double *gw; /* m: of those with the same part of w */
    double ww;  /* its squared length */
    double *A;  /* m x m: G (H + lambda I)^-1 G' */
    double *linear; /* m */
    double *scaled; /* (m + 1) x rank: work */
    double lambda;
} step_task;

/* y <- y + a G G' over n columns, G m x n. */
static void step_gram(size_t m, size_t n, double a, const double *G, double *y) {
    if (n == 0) return;
    lf_dense_gemm(LF_DENSE_NT, m, m, n, a, G, n, G, n, 1, y, m);
}

static void step_coordinates(step_task *s) {
    const size_t d = s->H->d, k = s->H->rank, m = s->at->m;
    if (k > 0) {
        lf_dense_gemm(LF_DENSE_NT, m, k, d, 1, s->at->rows, d, s->H->U, d, 0, s->gu, k);
        lf_dense_gemv(k, d, 1, s->H->U, s->at->w, 0, s->wu);
    }
    if (s->H->exact) return;
    step_gram(m, d, 1, s->at->rows, s->gg);
    step_gram(m, k, -1, s->gu, s->gg);
    for (size_t i = 0; i < m; i++)
        s->gw[i] =
            lf_vec_dot(d, s->at->rows + i * d, s->at->w) - lf_vec_dot(k, s->gu + i * k, s->wu);
    s->ww = fmax(lf_vec_dot(d, s->at->w, s->at->w) - lf_vec_dot(k, s->wu, s->wu), 0);
}

/* A and the linear term for s->lambda. */
static void step_program(step_task *s) {
    const size_t k = s->H->rank, m = s->at->m;
    const double lambda = s->lambda, rest = 1 / (s->H->theta + lambda);
    double *wide = s->scaled + m * k;
    for (size_t j = 0; j < k; j++)
        wide[j] = s->wu[j] / (s->H->s[j] + lambda);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < k; j++)
            s->scaled[i * k + j] = s->gu[i * k + j] / sqrt(s->H->s[j] + lambda);
        s->linear[i] =
            s->at->r[i] - lambda * (lf_vec_dot(k, s->gu + i * k, wide) + rest * s->gw[i]);
    }
    for (size_t i = 0; i < m * m; i++)
        s->A[i] = rest * s->gg[i];
    step_gram(m, k, 1, s->scaled, s->A);
}

/* *length <- |w + p(lambda)|; q <- q(lambda) */
static lf_status step_length(step_task *s, double lambda, double *length) {
    const size_t k = s->H->rank, m = s->at->m;
    double gap, sum = 0, off = s->H->theta * s->H->theta * s->ww;
    s->lambda = lambda;
    if (m > 1) {
        step_program(s);
        LF_TRY(lf_simplex_qp(m, s->A, s->linear, s->q, &gap));
    } else {
        s->q[0] = 1;
    }
    for (size_t j = 0; j < k; j++) {
        double c = s->H->s[j] * s->wu[j];
        for (size_t i = 0; i < m; i++)
            c -= s->q[i] * s->gu[i * k + j];
        c /= s->H->s[j] + lambda;
        sum += c * c;
    }
    for (size_t i = 0; i < m; i++)
        off += s->q[i] * (lf_vec_dot(m, s->gg + i * m, s->q) - 2 * s->H->theta * s->gw[i]);
    off = fmax(off, 0) / ((s->H->theta + lambda) * (s->H->theta + lambda));
    *length = sqrt(sum + off);
    if (isfinite(*length)) return LF_OK;
    return lf_fail(LF_DIVERGED, "a step on the ball: a value or gradient is not finite");
}

/* Both |H w| and |g_i| bounded by the triangle inequality. */
static double step_top(const step_task *s) {
    double longest = 0, largest = s->H->exact ? 0 : s->H->theta;
    for (size_t i = 0; i < s->at->m; i++)
        longest = fmax(longest, lf_vec_norm(s->H->d, s->at->rows + i * s->H->d));
    for (size_t j = 0; j < s->H->rank; j++)
        largest = fmax(largest, s->H->s[j]);
    return (longest + largest * lf_vec_norm(s->H->d, s->at->w)) / s->at->radius * (1 + 1e-9);
}

/* The root of 1/radius - 1/|w + p(lambda)|, nearly linear in lambda, by regula falsi with the
 * Illinois rule. Rounding is reached long before the bound on the steps. */
static lf_status step_search(step_task *s) {
    const double radius = s->at->radius;
    double length, low = 0, high = step_top(s);
    LF_TRY(step_length(s, 0, &length));
    if (length <= radius) return LF_OK;
    double at_low = 1 / radius - 1 / length;
    LF_TRY(step_length(s, high, &length));
    double at_high = 1 / radius - 1 / length;
    int side = 0;
    for (int step = 0; step < 100 && at_high < 0; step++) {
        const double middle = low + (high - low) * at_low / (at_low - at_high);
        if (!(middle > low && middle < high)) break;
        LF_TRY(step_length(s, middle, &length));
        const double at_middle = 1 / radius - 1 / length;
        if (fabs(at_middle) <= 1e-14 / radius) break;
        if (at_middle > 0) {
            low = middle;
            at_low = at_middle;
            if (side > 0) at_high /= 2;
            side = 1;
        } else {
            high = middle;
            at_high = at_middle;
            if (side < 0) at_low /= 2;
            side = -1;
        }
    }
    return LF_OK;
}

/* p <- -(H + lambda I)^-1 (g + lambda w) */
static void step_direction(step_task *s, double *p) {
    const size_t d = s->H->d, k = s->H->rank;
    double *c = s->scaled;
    lf_vec_copy(d, s->at->w, p);
    lf_vec_scale(d, s->lambda, p);
    lf_dense_gemv_t(s->at->m, d, 1, s->at->rows, s->q, 1, p);
    const double rest = 1 / (s->H->theta + s->lambda);
    if (k > 0) lf_dense_gemv(k, d, 1, s->H->U, p, 0, c);
    for (size_t j = 0; j < k; j++) /* with all of the space, p is nothing but its coordinates */
        c[j] = (s->H->exact ? 0 : c[j] * rest) - c[j] / (s->H->s[j] + s->lambda);
    lf_vec_scale(d, s->H->exact ? 0 : -rest, p);
    if (k > 0) lf_dense_gemv_t(k, d, 1, s->H->U, c, 1, p);
}

lf_status lf_ball_step(const lf_curvature *H, const lf_ball_point *at, double *q, double *p) {
    const size_t k = H->rank, m = at->m;
    double *work = calloc((2 * m + 2) * k + 2 * m * m + 2 * m + 1, sizeof *work);
    if (!work) return lf_fail(LF_NO_MEMORY, "no memory for a step over %zu groups", m);
    step_task s = {.H = H, .at = at, .q = q, .gu = work};
    s.wu = s.gu + m * k;
    s.scaled = s.wu + k;
    s.gg = s.scaled + (m + 1) * k;
    s.A = s.gg + m * m;
    s.gw = s.A + m * m;
    s.linear = s.gw + m;
    step_coordinates(&s);
    const lf_status status = step_search(&s);
    if (status == LF_OK) step_direction(&s, p);
    free(work);
    return status;
}
