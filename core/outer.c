#include <levelfield/outer.h>

#include <math.h>

static double outer_sign(double z) {
    return (double)((z > 0) - (z < 0));
}

static size_t outer_argmax_abs(size_t p, const double *z) {
    size_t best = 0;
    for (size_t j = 1; j < p; j++)
        if (fabs(z[j]) > fabs(z[best])) best = j;
    return best;
}

/* Fan & Li's penalty with slope 2 at 0, flat from 2 on; continuous at 1 and 2. */
static double outer_scad(double z) {
    const double a = fabs(z);
    if (a <= 1) return 2 * a;
    return a <= 2 ? -a * a + 4 * a - 1 : 3;
}

static double outer_scad_slope(double z) {
    const double a = fabs(z);
    if (a <= 1) return 2 * outer_sign(z);
    return a <= 2 ? (4 - 2 * a) * outer_sign(z) : 0;
}

static double outer_phi(const lf_outer *f, const double *z) {
    double sum = 0;
    switch (f->kind) {
    case LF_OUTER_SUM:
        for (size_t j = 0; j < f->p; j++)
            sum += z[j];
        return sum;
    case LF_OUTER_ABS:
        return fabs(z[0]);
    case LF_OUTER_MAX_ABS:
        return fabs(z[outer_argmax_abs(f->p, z)]);
    case LF_OUTER_HINGE:
        return fmax(z[0], 0);
    case LF_OUTER_SCAD:
        for (size_t j = 0; j < f->p; j++)
            sum += outer_scad(z[j]);
        return sum;
    }
    return NAN;
}

double lf_outer_value(const lf_outer *f, const double *z) {
    return f->scale * outer_phi(f, z) - f->shift;
}

void lf_outer_subgradient(const lf_outer *f, const double *z, double *y) {
    switch (f->kind) {
    case LF_OUTER_SUM:
        for (size_t j = 0; j < f->p; j++)
            y[j] = f->scale;
        break;
    case LF_OUTER_ABS:
        y[0] = f->scale * outer_sign(z[0]);
        break;
    case LF_OUTER_MAX_ABS: {
        const size_t best = outer_argmax_abs(f->p, z);
        const double slope = f->scale * outer_sign(z[best]);
        for (size_t j = 0; j < f->p; j++)
            y[j] = j == best ? slope : 0;
        break;
    }
    case LF_OUTER_HINGE:
        y[0] = z[0] > 0 ? f->scale : 0;
        break;
    case LF_OUTER_SCAD:
        for (size_t j = 0; j < f->p; j++)
            y[j] = f->scale * outer_scad_slope(z[j]);
        break;
    }
}

static double outer_soft(double z, double threshold) {
    return outer_sign(z) * fmax(fabs(z) - threshold, 0);
}

/*
 * prox of t max|z_j| by Moreau's decomposition: z minus the projection on the l1 ball of radius t,
 * which clips |z_j| at a level theta with sum [|z_j| - theta]_+ = t. Michelot's iteration finds
 * theta in finitely many passes: the level of the entries above the last level only grows.
 */
static void outer_prox_max_abs(size_t p, double t, const double *z, double *u) {
    double sum = 0, theta = 0;
    for (size_t j = 0; j < p; j++)
        sum += fabs(z[j]);
    if (sum <= t) {
        for (size_t j = 0; j < p; j++)
            u[j] = 0;
        return;
    }
    size_t above = 0, before;
    theta = -1; /* so that zero entries count in the first pass */
    do {
        before = above;
        above = 0;
        sum = 0;
        for (size_t j = 0; j < p; j++)
            if (fabs(z[j]) > theta) {
                sum += fabs(z[j]);
                above++;
            }
        theta = (sum - t) / (double)above;
    } while (above != before);
    for (size_t j = 0; j < p; j++)
        u[j] = outer_sign(z[j]) * fmin(fabs(z[j]), theta);
}

/* argmin_u t scad(u) + (u - z)^2 / 2 for t < 1/2: strongly convex, so the piece whose stationary
 * point lies in it is the one. */
static double outer_prox_scad(double t, double z) {
    const double a = fabs(z), first = fmax(a - 2 * t, 0), second = (a - 4 * t) / (1 - 2 * t);
    if (first <= 1) return outer_sign(z) * first;
    return outer_sign(z) * (second <= 2 ? second : a);
}

lf_status lf_outer_prox(const lf_outer *f, double lambda, const double *z, double *u) {
    const double t = lambda * f->scale;
    if (!(lambda > 0))
        return lf_fail(LF_BAD_ARGUMENT, "prox: lambda = %g, must be positive", lambda);
    switch (f->kind) {
    case LF_OUTER_SUM:
        for (size_t j = 0; j < f->p; j++)
            u[j] = z[j] - t;
        break;
    case LF_OUTER_ABS:
        u[0] = outer_soft(z[0], t);
        break;
    case LF_OUTER_MAX_ABS:
        outer_prox_max_abs(f->p, t, z, u);
        break;
    case LF_OUTER_HINGE:
        u[0] = z[0] > t ? z[0] - t : fmin(z[0], 0);
        break;
    case LF_OUTER_SCAD:
        if (t >= 0.5)
            return lf_fail(LF_BAD_ARGUMENT, "prox of SCAD: lambda * scale = %g, must be below 1/2",
                           t);
        for (size_t j = 0; j < f->p; j++)
            u[j] = outer_prox_scad(t, z[j]);
        break;
    }
    return LF_OK;
}

lf_status lf_outer_envelope(const lf_outer *f, double lambda, const double *z, double *value,
                            double *y) {
    LF_TRY(lf_outer_prox(f, lambda, z, y));
    *value = lf_outer_value(f, y);
    for (size_t j = 0; j < f->p; j++) {
        const double gap = z[j] - y[j];
        *value += gap * gap / (2 * lambda);
        y[j] = gap / lambda;
    }
    return LF_OK;
}
