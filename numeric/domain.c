#include <levelfield/domain.h>

#include <float.h>
#include <math.h>

#include <levelfield/vector.h>

static double domain_clip(double x, double lower, double upper) {
    return x < lower ? lower : x > upper ? upper : x;
}

/* Sum of clip(x_i - shift, 0, upper): decreasing in shift, with slope -*inside. */
static double domain_mass(const lf_domain *domain, const double *x, double shift, size_t *inside) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < domain->n; i++) {
        const double free = x[i] - shift;
        sum += domain_clip(free, 0, domain->upper);
        count += free > 0 && free < domain->upper;
    }
    *inside = count;
    return sum;
}

/* A shift below or at the one wanted, to start from. */
static double domain_low(const lf_domain *domain, const double *x, double *high) {
    double low = INFINITY, sum = 0;
    *high = -INFINITY;
    for (size_t i = 0; i < domain->n; i++) {
        sum += x[i];
        low = fmin(low, x[i]);
        *high = fmax(*high, x[i]);
    }
    if (domain->upper < 1) return low - domain->upper;
    /* the largest entry alone has mass 1; so have all together where none is cut off */
    return fmax(*high - 1, (sum - 1) / (double)domain->n);
}

/*
 * The shift that makes the mass 1, by Newton's method inside a bracket: without a cap the mass is
 * convex in it, and as each step finds the exact root of its piece, few are needed. With a cap a
 * step may leave the bracket, which is then halved, as it is always after many steps. The mass is
 * that of the shift returned.
 */
static double domain_shift(const lf_domain *domain, const double *x, double *mass, size_t *inside) {
    enum { NEWTON = 15, MOST = 100 };
    const double rounding = DBL_EPSILON * (4 + sqrt((double)domain->n)); /* of a sum near 1 */
    double high, low = domain_low(domain, x, &high), shift = low;
    for (int step = 0;; step++) {
        *mass = domain_mass(domain, x, shift, inside);
        if (fabs(*mass - 1) <= rounding || step == MOST) return shift;
        if (*mass > 1)
            low = shift;
        else
            high = shift;
        double next = *inside ? shift + (*mass - 1) / (double)*inside : NAN;
        if (!(next > low && next < high) || step > NEWTON) next = low + (high - low) / 2;
        if (!(next > low && next < high)) break;
        shift = next;
    }
    if (*mass > 1 && *inside == 0) *mass = domain_mass(domain, x, shift = high, inside);
    return shift;
}

/* Of entries so large that no shift lies within 1 of them, those that are above it have their full
 * share: what is left of 1 is for the next largest. */
static void domain_leftover(const lf_domain *domain, double *x, double shift, double left) {
    double next = -INFINITY;
    size_t count = 0;
    for (size_t i = 0; i < domain->n; i++)
        if (x[i] <= shift) next = fmax(next, x[i]);
    for (size_t i = 0; i < domain->n; i++)
        count += x[i] == next;
    for (size_t i = 0; i < domain->n; i++)
        x[i] = x[i] > shift ? domain->upper : x[i] == next ? left / (double)count : 0;
}

/* The projection on a capped simplex is clip(x - shift, 0, upper) with the shift that makes the sum
 * 1. The free entries share the rounding that is left. */
static void domain_project_simplex(const lf_domain *domain, double *x) {
    size_t inside;
    double mass;
    const double shift = domain_shift(domain, x, &mass, &inside);
    if (inside == 0 && mass < 1 - 1e-9) {
        domain_leftover(domain, x, shift, 1 - mass);
        return;
    }
    const double missing = inside ? (1 - mass) / (double)inside : 0;
    for (size_t i = 0; i < domain->n; i++) {
        const double free = x[i] - shift;
        x[i] =
            domain_clip(free > 0 && free < domain->upper ? free + missing : free, 0, domain->upper);
    }
}

void lf_domain_project(const lf_domain *domain, double *x) {
    switch (domain->kind) {
    case LF_DOMAIN_SPACE:
        break;
    case LF_DOMAIN_BALL: {
        const double norm = lf_vec_norm(domain->n, x);
        if (norm > domain->radius) lf_vec_scale(domain->n, domain->radius / norm, x);
        break;
    }
    case LF_DOMAIN_BOX:
        for (size_t i = 0; i < domain->n; i++)
            x[i] = domain_clip(x[i], domain->lower, domain->upper);
        break;
    case LF_DOMAIN_SIMPLEX:
        domain_project_simplex(domain, x);
        break;
    }
}

bool lf_domain_contains(const lf_domain *domain, const double *x, double tolerance) {
    double sum = 0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < domain->n; i++) {
        sum += x[i];
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    switch (domain->kind) {
    case LF_DOMAIN_SPACE:
        return lf_vec_finite(domain->n, x);
    case LF_DOMAIN_BALL:
        return lf_vec_norm(domain->n, x) <= domain->radius + tolerance;
    case LF_DOMAIN_BOX:
        /* low and high pass over a NaN */
        return low >= domain->lower - tolerance && high <= domain->upper + tolerance && !isnan(sum);
    case LF_DOMAIN_SIMPLEX:
        return low >= -tolerance && high <= domain->upper + tolerance && fabs(sum - 1) <= tolerance;
    }
    return false;
}
