/**
 * @file huber.c
 * @brief Robust regression on generated rows: a complete problem to begin from.
 *
 *     minimise (1/n) sum_i h(a_i.w - b_i),   h(r) = r^2/2 up to |r| = delta, then a line
 *
 * a_i is uniform in [-1, 1]^d and b_i = a_i.w* + noise; one row in ten is off by much more, which
 * is what h is for. All follows from a seed, so that the same parameters give the same problem.
 *
 * Source:    Huber 1964.
 * Memory:    (n + 1) (d + 1) doubles.
 */
#include <levelfield/problem.h>
#include <levelfield/vector.h>

#include <math.h>
#include <stdlib.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    size_t n, d; /* rows and columns */
    double delta;
    size_t seed;
} huber_params;

typedef struct {
    huber_params p;
    double *a, *b, *truth;  /* n x d, row by row; n; d: the w* that the rows were made from */
    lf_component component; /* the mean over all rows */
    lf_measure measures[2]; /* named costs, ended by {0} */
} huber_state;

/* splitmix64: uniform in [-1, 1). */
static double huber_uniform(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static void huber_generate(huber_state *s) {
    uint64_t seed = s->p.seed;
    for (size_t j = 0; j < s->p.d; j++)
        s->truth[j] = huber_uniform(&seed);
    for (size_t i = 0; i < s->p.n; i++) {
        double *row = s->a + i * s->p.d;
        for (size_t j = 0; j < s->p.d; j++)
            row[j] = huber_uniform(&seed);
        const double noise = huber_uniform(&seed);
        s->b[i] = lf_vec_dot(s->p.d, row, s->truth) + (i % 10 == 9 ? 20 : 0.1) * noise;
    }
}

/* Take memory, make or read the data, say what the problem is. If this fails, release is called all
 * the same, so each pointer must be NULL or valid at any time: the state arrives zeroed. */
static lf_status huber_init(void *state, const void *params, lf_problem_info *info) {
    huber_state *s = state;
    s->p = *(const huber_params *)params;
    s->a = calloc(s->p.n * s->p.d, sizeof *s->a);
    s->b = calloc(s->p.n, sizeof *s->b);
    s->truth = calloc(s->p.d, sizeof *s->truth);
    if (!s->a || !s->b || !s->truth)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu rows of %zu numbers; take a smaller n",
                       s->p.n, s->p.d);
    huber_generate(s);
    s->component = lf_component_mean(1, s->p.n, &lf_outer_identity);
    s->measures[0] = (lf_measure){"grads", "gradient.objective", "gradients of single rows"};
    *info = (lf_problem_info){.dim = s->p.d,
                              .role[LF_ROLE_OBJECTIVE] = {1, &s->component},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = s->p.d},
                              .n = s->p.n,
                              .rho_f = 0, /* convex */
                              .rho_g = NAN,
                              .measures = s->measures,
                              .data_name = "",
                              .data_sha256 = ""};
    return LF_OK;
}

static void huber_release(void *state) {
    huber_state *s = state;
    free(s->a);
    free(s->b);
    free(s->truth);
}

/* h(r), and h'(r) in *slope. */
static double huber_loss(double delta, double r, double *slope) {
    *slope = fmax(-delta, fmin(delta, r));
    return *slope * (r - *slope / 2);
}

/* The mean over the rows that are named (all where id is NULL), its gradient, or both. The oracle
 * has counted already; this function only works. */
static lf_status huber_evaluate(void *state, const lf_samples *samples, const double *w,
                                const double *y, double *g, double *grad) {
    const huber_state *s = state;
    const double share = 1 / (double)samples->n;
    double sum = 0, slope;
    for (size_t k = 0; k < samples->n; k++) {
        const size_t i = samples->id ? samples->id[k] : k;
        const double *row = s->a + i * s->p.d;
        sum += huber_loss(s->p.delta, lf_vec_dot(s->p.d, row, w) - s->b[i], &slope);
        if (grad) lf_vec_axpy(s->p.d, *y * share * slope, row, grad);
    }
    if (g) *g = share * sum;
    return LF_OK;
}

/* Metrics are evaluated on the full data, outside every budget. */
static lf_status huber_value(const lf_problem *problem, const lf_point *at, double *value) {
    const huber_state *s = problem->state;
    const lf_samples all = {.role = LF_ROLE_OBJECTIVE, .n = s->p.n, .per_stratum = &s->p.n};
    return huber_evaluate(problem->state, &all, at->w, NULL, value, NULL);
}

static lf_status huber_distance(const lf_problem *problem, const lf_point *at, double *value) {
    const huber_state *s = problem->state;
    *value = lf_vec_distance(s->p.d, at->w, s->truth);
    return LF_OK;
}

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param huber_table[] = {
    LF_COUNT(huber_params, n, 1000, 10, 1e6, "rows"),
    LF_COUNT(huber_params, d, 20, 1, 1e4, "columns"),
    LF_REAL(huber_params, delta, 1, 1e-6, 1e6, "residual beyond which the loss is a line [b]"),
    LF_COUNT(huber_params, seed, 0, 0, 4294967295.0, "seed of the rows"),
    {0},
};

/* The first one is the headline of tables and plots. */
static const lf_metric huber_metrics[] = {
    {"loss", "mean of h(a.w - b) over all rows", false, false, huber_value},
    {"distance", "|w - w*|", false, false, huber_distance},
    {0},
};

/* What the harness finds in the shared object: lf_problem_ and the name of the file. */
LF_PROBLEM(huber, huber, .doc = "mean Huber loss of a linear model on generated rows with outliers",
           .source = "Huber 1964",
           .views = 1u << LF_VIEW_PLAIN, /* which methods can be run on it */
           .metrics = huber_metrics, .evaluate = huber_evaluate);
