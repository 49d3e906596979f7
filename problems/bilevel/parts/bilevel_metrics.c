#include "problems/bilevel/parts/bilevel_metrics.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

static const lf_bilevel_levels *bilevel_levels(const lf_problem *problem) {
    return ((const lf_bilevel_common *)problem->state)->is;
}

static size_t bilevel_outputs(const lf_problem *problem, size_t i) {
    return problem->info.role[LF_ROLE_LOWER].component[i].outputs;
}

/* Solve level after level, each from the solution of the one before where that has its length:
 * neighbours are alike, and the start depends on x alone. `each` is called with every solution. */
typedef lf_status (*bilevel_use)(const lf_problem *problem, size_t i, const double *x,
                                 const double *y, void *into);

static lf_status bilevel_solve_all(const lf_problem *problem, const double *x, bilevel_use each,
                                   void *into) {
    const size_t m = problem->info.role[LF_ROLE_LOWER].count;
    double *y = calloc(problem->info.domain_y.n + 1, sizeof *y);
    if (!y) return lf_fail(LF_NO_MEMORY, "no memory to solve the lower levels");
    lf_status status = LF_OK;
    for (size_t i = 0; i < m && status == LF_OK; i++) {
        if (i > 0 && bilevel_outputs(problem, i) != bilevel_outputs(problem, i - 1))
            lf_vec_zero(bilevel_outputs(problem, i), y);
        status = bilevel_levels(problem)->solve(problem->state, i, x, y);
        if (status == LF_OK) status = each(problem, i, x, y, into);
    }
    free(y);
    return status;
}

/* A method without a second block stands at y = 0, where all begin: *start <- that, for the caller
 * to free; NULL if there is a block. */
static lf_status bilevel_start(const lf_problem *problem, const lf_point *at, double **start) {
    if (at->y) return LF_OK;
    *start = calloc(problem->info.domain_y.n + 1, sizeof **start);
    return *start ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the lower levels' variables");
}

static lf_status bilevel_add_upper(const lf_problem *problem, size_t i, const double *x,
                                   const double *y, void *into) {
    *(double *)into += bilevel_levels(problem)->upper(problem->state, i, x, y);
    return LF_OK;
}

lf_status lf_bilevel_F(const lf_problem *problem, const lf_point *at, double *value) {
    double sum = 0;
    LF_TRY(bilevel_solve_all(problem, at->w, bilevel_add_upper, &sum));
    *value = sum / (double)problem->info.role[LF_ROLE_LOWER].count;
    return LF_OK;
}

lf_status lf_bilevel_obj(const lf_problem *problem, const lf_point *at, double *value) {
    const size_t m = problem->info.role[LF_ROLE_LOWER].count;
    double *start = NULL, sum = 0;
    LF_TRY(bilevel_start(problem, at, &start));
    const double *y = at->y ? at->y : start;
    for (size_t i = 0; i < m; y += bilevel_outputs(problem, i++))
        sum += bilevel_levels(problem)->upper(problem->state, i, at->w, y);
    free(start);
    *value = sum / (double)m;
    return LF_OK;
}

static lf_status bilevel_add_gradient(const lf_problem *problem, size_t i, const double *x,
                                      const double *y, void *into) {
    const double a = 1 / (double)problem->info.role[LF_ROLE_LOWER].count;
    return bilevel_levels(problem)->hypergradient(problem->state, i, x, y, a, into);
}

lf_status lf_bilevel_gradient(const lf_problem *problem, const double *x, double *grad) {
    lf_vec_zero(problem->info.dim, grad);
    return bilevel_solve_all(problem, x, bilevel_add_gradient, grad);
}

lf_status lf_bilevel_hypergradient(const lf_problem *problem, const lf_point *at, double *value) {
    double *grad = malloc((problem->info.dim + 1) * sizeof *grad);
    if (!grad) return lf_fail(LF_NO_MEMORY, "no memory for a hypergradient");
    const lf_status status = lf_bilevel_gradient(problem, at->w, grad);
    *value = status == LF_OK ? lf_vec_norm(problem->info.dim, grad) : NAN;
    free(grad);
    return status;
}

typedef struct {
    const double *y; /* the method's, from level i on */
    double sum;
} bilevel_distance;

static lf_status bilevel_add_distance(const lf_problem *problem, size_t i, const double *x,
                                      const double *y, void *into) {
    bilevel_distance *to = into;
    const size_t n = bilevel_outputs(problem, i);
    const double distance = lf_vec_distance(n, to->y, y);
    (void)x;
    to->sum += distance * distance;
    to->y += n;
    return LF_OK;
}

lf_status lf_bilevel_gap(const lf_problem *problem, const lf_point *at, double *value) {
    double *start = NULL;
    LF_TRY(bilevel_start(problem, at, &start));
    bilevel_distance to = {.y = at->y ? at->y : start};
    const lf_status status = bilevel_solve_all(problem, at->w, bilevel_add_distance, &to);
    free(start);
    *value = sqrt(to.sum / (double)problem->info.role[LF_ROLE_LOWER].count);
    return status;
}

static lf_status bilevel_add_certified(const lf_problem *problem, size_t i, const double *x,
                                       const double *y, void *into) {
    lf_lower_certificate *c = into;
    const lf_bilevel_levels *is = bilevel_levels(problem);
    const double m = (double)c->levels;
    double value, slack;
    LF_TRY(is->lower(problem->state, i, x, y, &value, &slack));
    lf_vec_copy(c->d, y, c->v + i * c->d);
    c->F += is->upper(problem->state, i, x, y) / m;
    c->value += value / m;
    c->bound += (value - slack) / m;
    return LF_OK;
}

lf_status lf_bilevel_certify(const lf_problem *problem, const double *x, lf_lower_certificate *c) {
    c->levels = problem->info.role[LF_ROLE_LOWER].count;
    c->d = bilevel_outputs(problem, 0);
    c->F = c->value = c->bound = 0;
    c->v = malloc((c->levels * c->d + 1) * sizeof *c->v);
    if (!c->v) return lf_fail(LF_NO_MEMORY, "no memory for a certificate of %zu levels", c->levels);
    return bilevel_solve_all(problem, x, bilevel_add_certified, c);
}

void lf_bilevel_count(const lf_metric *metrics, bool has_last, size_t last, lf_problem_info *info) {
    info->metrics = 0;
    while (metrics[info->metrics].name)
        info->metrics++;
    if (!has_last) info->metrics -= last;
}

void lf_bilevel_describe(lf_problem_info *info) {
    static const lf_measure measures[] = {
        {"calls", "gradient.upper + gradient.lower + hvp.lower + jvp.lower",
         "evaluations of every kind at one point, one a sample"},
        {0},
    };
    info->measures = measures;
}

void lf_bilevel_describe_tasks(lf_component *each, size_t tasks, size_t samples, size_t d,
                               size_t dy, lf_problem_info *info) {
    for (size_t i = 0; i < tasks; i++) {
        each[i] = lf_component_mean(1, samples, &lf_outer_identity);
        each[tasks + i] = lf_component_mean(dy, samples, NULL);
    }
    *info = (lf_problem_info){.dim = d,
                              .role[LF_ROLE_UPPER] = {.count = tasks, .component = each},
                              .role[LF_ROLE_LOWER] = {.count = tasks, .component = each + tasks},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = d},
                              .domain_y = {.kind = LF_DOMAIN_SPACE, .n = tasks * dy},
                              .n = samples,
                              .rho_f = NAN,
                              .rho_g = NAN,
                              .data_name = "",
                              .data_sha256 = ""};
    lf_bilevel_describe(info);
}
