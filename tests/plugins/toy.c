/**
 * @file toy.c
 * @brief A problem small enough to be worked out by hand: mean over i of h/2 |w - c_i|^2.
 *
 * The centres c_i,j = noise ((7 i + 3 j) mod 5 - 2) average to zero over any multiple of 5 samples,
 * so the full gradient is h w and the minimiser is 0. `fault` makes it misbehave on request.
 */
#include <levelfield/problem.h>

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

typedef enum {
    TOY_NONE,
    TOY_FAIL,
    TOY_CRASH,
    TOY_METRIC_FAIL,
    TOY_METRIC_CRASH,
    TOY_HANG,
    TOY_ROUND,
    TOY_METRIC_ROUND,
    TOY_PID,  /* the start follows the process */
    TOY_COUNT /* gradients follow how often they were asked for */
} toy_fault;

typedef struct {
    size_t d, n;
    double h, noise, start;
    int fault;
    double fault_below; /* the metric's faults begin when the loss falls below */
} toy_params;

typedef struct {
    toy_params p;
    double *x0;
    lf_outer identity;
    lf_component component;
} toy_state;

static lf_status toy_init(void *state, const void *params, lf_problem_info *info) {
    static const lf_measure measures[] = {
        {"grads", "gradient.objective", "gradients of single samples"},
        {"double_grads", "2*grads", "a measure made of a measure"},
        {0}};
    toy_state *s = state;
    s->p = *(const toy_params *)params;
    if (s->p.fault == TOY_FAIL) return lf_fail(LF_BAD_INPUT, "the data are not there");
    if (s->p.fault == TOY_CRASH) raise(SIGSEGV);
    if (s->p.fault == TOY_ROUND) fesetround(FE_UPWARD);
    while (s->p.fault == TOY_HANG)
        pause();
    s->x0 = malloc(s->p.d * sizeof *s->x0);
    if (!s->x0) return lf_fail(LF_NO_MEMORY, "no memory for %zu numbers", s->p.d);
    for (size_t j = 0; j < s->p.d; j++)
        s->x0[j] = s->p.start + (s->p.fault == TOY_PID ? 1e-9 * (double)getpid() : 0);
    s->identity = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
    s->component = (lf_component){.outputs = 1,
                                  .samples = s->p.n,
                                  .strata = 1,
                                  .stratum = {s->p.n},
                                  .outers = 1,
                                  .outer = &s->identity};
    *info = (lf_problem_info){.dim = s->p.d,
                              .role[LF_ROLE_OBJECTIVE] = {1, &s->component},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = s->p.d},
                              .x0 = s->x0,
                              .n = s->p.n,
                              .rho_f = NAN,
                              .rho_g = NAN,
                              .measures = measures,
                              .data_name = "toy",
                              .data_sha256 = ""};
    return LF_OK;
}

static void toy_release(void *state) {
    free(((toy_state *)state)->x0);
}

static double toy_centre(const toy_state *s, size_t i, size_t j) {
    return s->p.noise * ((double)((7 * i + 3 * j) % 5) - 2);
}

static lf_status toy_evaluate(void *state, const lf_samples *samples, const double *w,
                              const double *y, double *g, double *grad) {
    static unsigned asked;
    const toy_state *s = state;
    const double more = s->p.fault == TOY_COUNT ? 1e-9 * asked++ : 0;
    double sum = 0;
    for (size_t k = 0; k < samples->n; k++)
        for (size_t j = 0; j < s->p.d; j++) {
            const double gap = w[j] - toy_centre(s, samples->id ? samples->id[k] : k, j);
            sum += gap * gap;
            if (grad) grad[j] += *y * s->p.h * (gap + more) / (double)samples->n;
        }
    if (g) *g = s->p.h / 2 * sum / (double)samples->n;
    return LF_OK;
}

/* h/2 |w|^2: the objective less its value at the minimiser. */
static lf_status toy_loss(const lf_problem *problem, const lf_point *at, double *value) {
    const toy_state *s = problem->state;
    *value = 0;
    for (size_t j = 0; j < s->p.d; j++)
        *value += s->p.h / 2 * at->w[j] * at->w[j];
    if (*value < s->p.fault_below && s->p.fault == TOY_METRIC_CRASH) raise(SIGFPE);
    if (*value < s->p.fault_below && s->p.fault == TOY_METRIC_ROUND) fesetround(FE_UPWARD);
    if (*value < s->p.fault_below && s->p.fault == TOY_METRIC_FAIL)
        return lf_fail(LF_BAD_INPUT, "cannot be evaluated below %g", s->p.fault_below);
    return LF_OK;
}

static lf_status toy_distance(const lf_problem *problem, const lf_point *at, double *value) {
    LF_TRY(toy_loss(problem, at, value));
    *value = sqrt(2 * *value / ((const toy_state *)problem->state)->p.h);
    return LF_OK;
}

static const lf_param toy_table[] = {
    LF_COUNT(toy_params, d, 4, 1, 1e6, "dimension"),
    LF_COUNT(toy_params, n, 10, 1, 1e6, "samples"),
    LF_REAL(toy_params, h, 1, 1e-9, 1e9, "curvature"),
    LF_REAL(toy_params, noise, 0, 0, 1e3, "spread of the centres"),
    LF_REAL(toy_params, start, 1, -1e9, 1e9, "every coordinate of the starting point"),
    LF_CHOICE(toy_params, fault, TOY_NONE,
              "none|fail|crash|metric_fail|metric_crash|hang|round|metric_round|pid|count",
              "fault"),
    LF_REAL(toy_params, fault_below, 0, 0, 1e9, "loss below which metrics fail or crash"),
    {0},
};

static const lf_metric toy_metrics[] = {
    {"loss", "h/2 |w|^2", false, false, toy_loss},
    {"distance", "|w|", true, false, toy_distance},
    {0},
};

const lf_problem_class lf_problem_toy = {
    .abi = LF_ABI,
    .name = "toy",
    .doc = "mean of h/2 |w - c_i|^2",
    .source = "made for tests",
    .views = 1u << LF_VIEW_PLAIN,
    .params = toy_table,
    .params_size = sizeof(toy_params),
    .state_size = sizeof(toy_state),
    .metrics = toy_metrics,
    .init = toy_init,
    .release = toy_release,
    .evaluate = toy_evaluate,
};
