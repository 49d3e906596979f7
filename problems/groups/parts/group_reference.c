/**
 * @file group_reference.c
 * @brief The certified solvers, asked about risks, shifted risks and single groups.
 */
#include "problems/groups/parts/group_reference.h"

#include <stdio.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/ball_minimum.h"
#include "problems/common/derived.h"
#include "problems/common/group_optimum.h"

enum { REFERENCE_TEXT = 320 };

/* R_i - shift_i; gradients and Hessians are those of R_i. */
typedef struct {
    lf_group_function risks;
    const double *shift; /* NULL: none */
} reference_shifted;

static lf_status reference_risks(void *context, const double *w, const double *q, double *r,
                                 double *grad) {
    const reference_shifted *s = context;
    LF_TRY(s->risks.risks(s->risks.context, w, q, r, grad));
    for (size_t i = 0; s->shift && i < s->risks.m; i++)
        r[i] -= s->shift[i];
    return LF_OK;
}

static lf_status reference_gradients(void *context, const double *w, double *rows) {
    const reference_shifted *s = context;
    return s->risks.gradients(s->risks.context, w, rows);
}

static lf_status reference_hessian(void *context, const double *w, const double *q, double *H) {
    const reference_shifted *s = context;
    return s->risks.hessian(s->risks.context, w, q, H);
}

static lf_group_function reference_function(const lf_group_reference *of, const double *shift,
                                            reference_shifted *s) {
    s->shift = shift;
    lf_group_risk_function(of->risk, of->radius, &s->risks);
    lf_group_function f = s->risks;
    f.context = s;
    f.risks = reference_risks;
    f.gradients = reference_gradients;
    f.hessian = s->risks.hessian ? reference_hessian : NULL;
    return f;
}

/* What decides a reference, in one text; false if nothing is known of the data. */
static bool reference_text(const lf_group_reference *of, const char *what, double tolerance,
                           char text[REFERENCE_TEXT]) {
    snprintf(text, REFERENCE_TEXT, "group reference\n%s\n%s\nradius %.17g tolerance %.17g\n", what,
             of->identity, of->radius, tolerance);
    return of->identity[0] != '\0';
}

/* The samples of group i, as a table of one group; `start` is a workspace. */
static lf_group_risk reference_alone(const lf_group_reference *of, size_t i, size_t start[2]) {
    lf_group_risk one = *of->risk;
    start[0] = 0;
    start[1] = one.start[i + 1] - one.start[i];
    one.row += one.start[i];
    one.m = 1;
    one.start = start;
    return one;
}

lf_status lf_group_reference_alone(const lf_group_reference *of, size_t i, double tolerance,
                                   double *v, double *value, double *least) {
    const double q = 1;
    size_t start[2];
    lf_group_function f;
    lf_group_risk one = reference_alone(of, i, start);
    lf_group_risk_function(&one, of->radius, &f);
    lf_vec_zero(f.d, v);
    return lf_ball_minimum(&f, &q, tolerance, v, value, least);
}

/* `v` (d) is a workspace. */
static lf_status reference_each(const lf_group_reference *of, double tolerance, double *v,
                                double *least) {
    for (size_t i = 0; i < of->risk->m; i++) {
        double value;
        const lf_status status = lf_group_reference_alone(of, i, tolerance, v, &value, &least[i]);
        if (status != LF_OK) return lf_fail_within(status, "least risk of group %zu: ", i);
    }
    return LF_OK;
}

lf_status lf_group_reference_least(const lf_group_reference *of, double tolerance, double *least) {
    char text[REFERENCE_TEXT];
    const bool cached = reference_text(of, "least risks", tolerance, text);
    if (cached && lf_derived_read(text, of->risk->m, least)) return LF_OK;
    double *v = malloc((of->risk->model->dim + 1) * sizeof *v);
    if (!v) return lf_fail(LF_NO_MEMORY, "no memory for a point of %zu", of->risk->model->dim);
    const lf_status status = reference_each(of, tolerance, v, least);
    free(v);
    if (status == LF_OK && cached) lf_derived_write(text, of->risk->m, least);
    return status;
}

lf_status lf_group_reference_optimum(const lf_group_reference *of, const double *shift,
                                     const char *what, double tolerance, double *value) {
    char text[REFERENCE_TEXT];
    reference_shifted s;
    const lf_group_function f = reference_function(of, shift, &s);
    if (!f.hessian) return lf_fail(LF_UNSUPPORTED, "p*: no Hessian of %zu unknowns is formed", f.d);
    const bool cached = reference_text(of, what, tolerance, text);
    if (cached && lf_derived_read(text, 1, value)) return LF_OK;
    double *w = calloc(f.d + f.m + 1, sizeof *w), most;
    if (!w) return lf_fail(LF_NO_MEMORY, "no memory for a point of %zu", f.d);
    for (size_t i = 0; i < f.m; i++)
        w[f.d + i] = 1 / (double)f.m;
    const lf_status status = lf_group_optimum(&f, tolerance, w, w + f.d, &most, value);
    free(w);
    if (status != LF_OK) return lf_fail_within(status, "p*: ");
    if (cached) lf_derived_write(text, 1, value);
    return LF_OK;
}

lf_status lf_group_reference_saddle(const lf_group_reference *of, const double *shift,
                                    double tolerance, double *w, double *q) {
    reference_shifted s;
    double value, lower;
    const lf_group_function f = reference_function(of, shift, &s);
    return lf_group_optimum(&f, tolerance, w, q, &value, &lower);
}

lf_status lf_group_reference_mixture(const lf_group_reference *of, const double *shift,
                                     const double *q, const double *w, double tolerance,
                                     double *value) {
    reference_shifted s;
    const lf_group_function f = reference_function(of, shift, &s);
    double *v = malloc((f.d + 1) * sizeof *v), reached;
    if (!v) return lf_fail(LF_NO_MEMORY, "no memory for a point of %zu", f.d);
    lf_vec_copy(f.d, w, v);
    const lf_status status = lf_ball_minimum(&f, q, tolerance, v, &reached, value);
    free(v);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "gap: ");
}
