#include "problems/common/convex_bound.h"

#include <stdlib.h>

#include <levelfield/vector.h>

lf_status lf_certificate_room(lf_certificate *c) {
    c->v = calloc(c->d + c->parts + 1, sizeof *c->v);
    c->q = c->v ? c->v + c->d : NULL;
    return c->v ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a certificate of %zu", c->d);
}

/* r (parts), g (d): workspaces */
static lf_status bound_of(const lf_group_function *f, lf_certificate *c, double *r, double *g) {
    LF_TRY(f->risks(f->context, c->v, c->q, r, g));
    lf_vec_axpy(c->d, c->decay, c->v, g);
    for (size_t i = c->parts - c->limits; i < c->parts; i++)
        r[i] -= c->limit;
    const double L = lf_vec_dot(c->parts, c->q, r) + c->decay / 2 * lf_vec_dot(c->d, c->v, c->v);
    c->bound = c->decay > 0 ? L - lf_vec_dot(c->d, g, g) / (2 * c->decay)
                            : L - lf_vec_dot(c->d, g, c->v) - c->radius * lf_vec_norm(c->d, g);
    return LF_OK;
}

lf_status lf_certificate_bound(lf_status solved, const lf_group_function *f, lf_certificate *c) {
    if (solved != LF_OK && solved != LF_DIVERGED) return solved;
    double *r = malloc((c->parts + c->d + 1) * sizeof *r);
    if (!r) return lf_fail(LF_NO_MEMORY, "no memory for a bound of %zu unknowns", c->d);
    const lf_status status = bound_of(f, c, r, r + c->parts);
    free(r);
    return status;
}
