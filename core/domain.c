#include <levelfield/domain.h>

#include <math.h>

#include <levelfield/vector.h>

static double domain_clip(double x, double lower, double upper) {
    return x < lower ? lower : x > upper ? upper : x;
}

/* Sum of clip(x_i - shift, 0, upper): decreasing in shift. */
static double domain_mass(const lf_domain *domain, const double *x, double shift) {
    double sum = 0;
    for (size_t i = 0; i < domain->n; i++)
        sum += domain_clip(x[i] - shift, 0, domain->upper);
    return sum;
}

/*
 * The projection on a capped simplex is clip(x - shift, 0, upper) with the shift that makes the sum
 * 1. Bisection halves the bracket to neighbouring doubles; then the free entries share what is
 * missing, so the sum is 1 to rounding.
 */
static void domain_project_simplex(const lf_domain *domain, double *x) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < domain->n; i++) {
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    low -= domain->upper;
    for (;;) {
        const double middle = low + (high - low) / 2;
        if (!(middle > low && middle < high)) break;
        if (domain_mass(domain, x, middle) >= 1)
            low = middle;
        else
            high = middle;
    }
    size_t inside = 0;
    for (size_t i = 0; i < domain->n; i++)
        inside += x[i] - low > 0 && x[i] - low < domain->upper;
    const double missing = inside ? (1 - domain_mass(domain, x, low)) / (double)inside : 0;
    for (size_t i = 0; i < domain->n; i++) {
        const double free = x[i] - low;
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
        return low >= domain->lower - tolerance && high <= domain->upper + tolerance;
    case LF_DOMAIN_SIMPLEX:
        return low >= -tolerance && high <= domain->upper + tolerance && fabs(sum - 1) <= tolerance;
    }
    return false;
}
