#include <levelfield/math.h>
#include <levelfield/outer.h>

#include <math.h>

#include <levelfield/wide.h>

static double outer_sign(double z) {
    return (double)((z > 0) - (z < 0));
}

/* The first of equals; a NaN is larger than any number, so that the largest of them is one. */
static size_t outer_argmax_abs(size_t p, const double *z) {
    size_t best = 0;
    for (size_t j = 1; j < p && !isnan(z[best]); j++)
        if (!(fabs(z[j]) <= fabs(z[best]))) best = j;
    return best;
}

/* Fan & Li's penalty with slope 2 at 0, flat from 2 on; continuous at 1 and 2. */
static double outer_scad(double z) {
    const double a = fabs(z);
    if (a <= 1) return 2 * a;
    return a <= 2 ? -a * a + 4 * a - 1 : 3;
}

/* Its slopes, 2 up to |z| = 1 and from there down to 0: without a branch, as each entry may lie on
 * another piece. */
LF_WIDE static void outer_scad_slopes(size_t p, double factor, const double *z, double *y) {
    for (size_t j = 0; j < p; j++) {
        const double line = 4 - 2 * fabs(z[j]), most = line > 2 ? 2 : line;
        y[j] = factor * ((most > 0 ? most : 0) * outer_sign(z[j]));
    }
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
        return z[0] <= f->level ? 0 : z[0] - f->level; /* a NaN stays one */
    case LF_OUTER_SCAD:
        for (size_t j = 0; j < f->p; j++)
            sum += outer_scad(z[j]);
        return sum;
    case LF_OUTER_GAP:
        return fabs(z[0] - z[1]);
    case LF_OUTER_LOG:
        return lf_log(f->level + z[0]);
    case LF_OUTER_RATIO:
        return -z[0] / z[1];
    }
    return NAN;
}

/* h, the argument of the penalty */
static double outer_argument(const lf_outer *f, const double *z) {
    return f->scale * outer_phi(f, z) - f->shift;
}

/* The hinge is the smoothed one without smoothing. */
static double outer_smoothing(const lf_outer *f) {
    return f->penalty == LF_PENALTY_SMOOTHED_HINGE ? f->lambda : 0;
}

/*
 * P' where a proximal step of parameter m on P ends that starts at h; m = 0: P'(h). A step of m on
 * the envelope of parameter lambda ends at the slope of the envelope of parameter lambda + m (the
 * envelopes are a semigroup), which is clip(h / (lambda + m), 0, rho).
 */
static double outer_penalty_slope(const lf_outer *f, double h, double m) {
    if (f->penalty == LF_PENALTY_NONE) return 1;
    if (h <= 0) return 0;
    if (f->penalty == LF_PENALTY_SQUARED_HINGE) return 2 * f->rho * h / (1 + 2 * f->rho * m);
    const double slope = h / (outer_smoothing(f) + m);
    return slope > f->rho ? f->rho : slope; /* a NaN stays one */
}

/* P(h); for the two hinges e h - lambda e^2 / 2 with e = P'(h) */
static double outer_penalty(const lf_outer *f, double h) {
    if (f->penalty == LF_PENALTY_NONE) return h;
    if (h <= 0) return 0;
    if (f->penalty == LF_PENALTY_SQUARED_HINGE) return f->rho * h * h;
    const double e = outer_penalty_slope(f, h, 0);
    return e * (h - outer_smoothing(f) * e / 2);
}

double lf_outer_value(const lf_outer *f, const double *z) {
    return outer_penalty(f, outer_argument(f, z));
}

bool lf_outer_linear(const lf_outer *f) {
    return f->kind == LF_OUTER_SUM && f->penalty == LF_PENALTY_NONE;
}

/* phi has no kink, or one only where it is 0. */
static bool outer_smooth_beyond_0(const lf_outer *f) {
    const bool several = f->kind == LF_OUTER_MAX_ABS || f->kind == LF_OUTER_SCAD;
    return !several || f->p == 1;
}

/* A penalty of slope 0 up to h = 0 hides the kinks of phi that lie there. */
bool lf_outer_smooth(const lf_outer *f) {
    const bool smooth =
        f->kind == LF_OUTER_SUM || f->kind == LF_OUTER_LOG || f->kind == LF_OUTER_RATIO;
    if (f->penalty == LF_PENALTY_NONE) return smooth;
    if (f->penalty == LF_PENALTY_HINGE) return false;
    return smooth || (outer_smooth_beyond_0(f) && f->shift >= 0);
}

/* What a slope of phi at z is multiplied by: scale P'(h). */
static double outer_factor(const lf_outer *f, const double *z) {
    if (f->penalty == LF_PENALTY_NONE) return f->scale; /* whose h nobody needs */
    return f->scale * outer_penalty_slope(f, outer_argument(f, z), 0);
}

void lf_outer_subgradient(const lf_outer *f, const double *z, double *y) {
    const double factor = outer_factor(f, z);
    switch (f->kind) {
    case LF_OUTER_SUM:
        for (size_t j = 0; j < f->p; j++)
            y[j] = factor;
        break;
    case LF_OUTER_ABS:
        y[0] = factor * outer_sign(z[0]);
        break;
    case LF_OUTER_MAX_ABS: {
        const size_t best = outer_argmax_abs(f->p, z);
        const double slope = factor * outer_sign(z[best]);
        for (size_t j = 0; j < f->p; j++)
            y[j] = j == best ? slope : 0;
        break;
    }
    case LF_OUTER_HINGE:
        y[0] = z[0] > f->level ? factor : 0;
        break;
    case LF_OUTER_SCAD:
        outer_scad_slopes(f->p, factor, z, y);
        break;
    case LF_OUTER_GAP:
        y[0] = factor * outer_sign(z[0] - z[1]);
        y[1] = -y[0];
        break;
    case LF_OUTER_LOG:
        y[0] = factor / (f->level + z[0]);
        break;
    case LF_OUTER_RATIO:
        y[0] = -factor / z[1];
        y[1] = factor * z[0] / (z[1] * z[1]);
        break;
    }
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

/* A proximal step of a function whose phi depends on one number x: the sum, z, the gap or what
 * exceeds the level. */
typedef struct {
    double slope; /* of P where the step ends */
    double sign;  /* of x: entries move against it */
    double reach; /* farther than this no entry moves: there x is 0 */
} outer_line;

/*
 * Moving x by e costs at least e^2 / (2 c lambda), so h = scale x - shift makes a step of
 * c lambda scale^2. The entries of z then move by lambda scale slope, but no farther than to x = 0
 * unless x may change its sign: f is convex and least there.
 */
static outer_line outer_line_at(const lf_outer *f, double lambda, const double *z) {
    const double c = f->kind == LF_OUTER_SUM ? (double)f->p : f->kind == LF_OUTER_GAP ? 2 : 1;
    const double m = c * lambda * f->scale * f->scale;
    const double slope = outer_penalty_slope(f, outer_argument(f, z), m);
    if (f->kind == LF_OUTER_SUM) return (outer_line){slope, 1, INFINITY};
    if (f->kind == LF_OUTER_HINGE) return (outer_line){slope, 1, fmax(z[0] - f->level, 0)};
    const double x = f->kind == LF_OUTER_GAP ? z[0] - z[1] : z[0];
    return (outer_line){slope, outer_sign(x), fabs(x) / c};
}

static void outer_prox_line(const lf_outer *f, double lambda, const double *z, double *u) {
    const outer_line at = outer_line_at(f, lambda, z);
    double t = lambda * f->scale * at.slope;
    if (t > at.reach) t = at.reach;
    u[0] = z[0] - at.sign * t;
    if (f->kind == LF_OUTER_GAP) u[1] = z[1] + at.sign * t;
    for (size_t j = 1; f->kind == LF_OUTER_SUM && j < f->p; j++)
        u[j] = z[j] - t;
}

/* What (z_j - u_j) / lambda is, where that difference has lost what it says of a small lambda. */
static double outer_line_gradient(const lf_outer *f, double lambda, const double *z, size_t j) {
    const outer_line at = outer_line_at(f, lambda, z);
    const double along = at.sign * fmin(f->scale * at.slope, at.reach / lambda);
    return f->kind == LF_OUTER_GAP && j == 1 ? -along : along;
}

static lf_status outer_prox_scads(const lf_outer *f, double t, const double *z, double *u) {
    if (t >= 0.5)
        return lf_fail(LF_BAD_ARGUMENT, "prox of SCAD: lambda * scale = %g, must be below 1/2", t);
    for (size_t j = 0; j < f->p; j++)
        u[j] = outer_prox_scad(t, z[j]);
    return LF_OK;
}

lf_status lf_outer_prox(const lf_outer *f, double lambda, const double *z, double *u) {
    const double t = lambda * f->scale;
    const bool penalised = f->penalty != LF_PENALTY_NONE;
    if (!(lambda > 0))
        return lf_fail(LF_BAD_ARGUMENT, "prox: lambda = %g, must be positive", lambda);
    switch (f->kind) {
    case LF_OUTER_SUM:
    case LF_OUTER_ABS:
    case LF_OUTER_HINGE:
    case LF_OUTER_GAP:
        outer_prox_line(f, lambda, z, u);
        return LF_OK;
    case LF_OUTER_MAX_ABS:
        if (penalised) break;
        outer_prox_max_abs(f->p, t, z, u);
        return LF_OK;
    case LF_OUTER_SCAD:
        if (penalised) break;
        return outer_prox_scads(f, t, z, u);
    case LF_OUTER_LOG:
    case LF_OUTER_RATIO:
        break;
    }
    return lf_fail(LF_UNSUPPORTED,
                   "prox: %s has none in closed form; use a method that needs "
                   "subgradients only",
                   f->kind == LF_OUTER_LOG       ? "a logarithm"
                   : f->kind == LF_OUTER_RATIO   ? "a ratio"
                   : f->kind == LF_OUTER_MAX_ABS ? "a penalty on max |z_j|"
                                                 : "a penalty on SCAD");
}

lf_status lf_outer_envelope(const lf_outer *f, double lambda, const double *z, double *value,
                            double *y) {
    LF_TRY(lf_outer_prox(f, lambda, z, y));
    *value = lf_outer_value(f, y);
    const bool line = f->kind == LF_OUTER_SUM || f->kind == LF_OUTER_ABS ||
                      f->kind == LF_OUTER_HINGE || f->kind == LF_OUTER_GAP;
    for (size_t j = 0; j < f->p; j++) {
        const double gap = z[j] - y[j];
        *value += gap * gap / (2 * lambda);
        const bool lost = line && fabs(gap) < 1e-10 * fabs(z[j]);
        y[j] = lost ? outer_line_gradient(f, lambda, z, j) : gap / lambda;
    }
    return LF_OK;
}
