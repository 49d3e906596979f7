/**
 * @file saga.c
 * @brief SAGA: the last gradient of each sample is kept, and takes the noise out of the next one.
 *
 *     i uniform, g = grad f_i(w)
 *     w <- Pi_X[w - eta (g - a_i + mean_j a_j + grad r(w))],    then a_i <- g
 *
 * Source:    Defazio, Bach & Lacoste-Julien 2014, arXiv:1407.0202, Section 1.
 * Deviation: every a_i starts at 0 (the paper: at grad f_i(w_0), which costs a pass); the
 *            regulariser, if the problem has one, takes a subgradient step, not a proximal one.
 * Cost:      a step asks 1 gradient.
 * Memory:    (n + 3) d doubles, n the samples of the objective.
 */
#include <levelfield/algorithm.h>
#include <levelfield/wide.h>

enum { SAGA_LINE = 8, SAGA_FETCHED = 128 };

typedef struct {
    double eta;
} saga_params;

typedef struct {
    double eta;
    size_t n, d;
    double *w, *G; /* d: the iterate; the new gradient */
    double *a;     /* n x d: of each sample, the gradient when it was drawn last */
    double *mean;  /* d: of all of these */
} saga_state;

/* A sum over samples that are drawn one at a time, alike, of a function that is smooth. */
static lf_status saga_check(const lf_oracle *o) {
    const lf_components *all = &lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE];
    const lf_component *c = lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0);
    if (all->count == 1 && c->samples > 0 && c->strata == 1 && c->outers == 1 &&
        lf_outer_linear(c->outer))
        return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "saga: the objective has to be one plain mean over samples; "
                                   "choose another problem, or sgd");
}

static lf_status saga_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    saga_state *s = state;
    s->eta = ((const saga_params *)params)->eta;
    s->d = lf_oracle_dim(o);
    LF_TRY(saga_check(o));
    s->n = lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0)->samples;
    if (s->n > SIZE_MAX / sizeof(double) / s->d)
        return lf_fail(LF_NO_MEMORY,
                       "saga: no memory for gradients of %zu samples, %zu numbers "
                       "each; choose a method without a table, such as sgd",
                       s->n, s->d);
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->G, &s->mean));
    LF_TRY(lf_arena_vector(arena, s->n * s->d, &s->a));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* A gradient of the table is on its way while the question is answered: 128 numbers of it, after
 * which the processor guesses. */
static void saga_fetch(size_t d, const double *a) {
    for (size_t j = 0; j < d && j < SAGA_FETCHED; j += SAGA_LINE)
        __builtin_prefetch(a + j, 1);
}

/* G <- g - a_i + mean, then a_i <- g and the mean with it, in one pass. */
LF_WIDE static void saga_exchange(size_t d, double share, double *restrict a, double *restrict mean,
                                  double *restrict G) {
    for (size_t j = 0; j < d; j++) {
        const double change = G[j] - a[j];
        a[j] = G[j];
        G[j] = change + mean[j];
        mean[j] += share * change;
    }
}

static lf_status saga_step(void *state, lf_oracle *o) {
    saga_state *s = state;
    lf_batch batch;
    size_t i;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 1, &batch));
    LF_TRY(lf_oracle_sample_number(o, &batch, 0, &i));
    double *a = s->a + i * s->d;
    saga_fetch(s->d, a);
    lf_vec_zero(s->d, s->G);
    LF_TRY(lf_oracle_subgradient(o, &batch, s->w, s->G));
    saga_exchange(s->d, 1 / (double)s->n, a, s->mean, s->G);
    lf_oracle_regulariser(o, s->w, s->G);
    lf_vec_axpy(s->d, -s->eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(saga, (lf_point){.w = s->w});

static const lf_param saga_table[] = {
    LF_REAL(saga_params, eta, 0.01, 0, 1e12, "step size; 1/(3 L) for L-smooth f_i [x^2/f]"),
    {0},
};

LF_ALGORITHM(saga, .doc = "stochastic gradients corrected by the last one of the same sample",
             .source = "Defazio, Bach & Lacoste-Julien 2014, arXiv:1407.0202, Section 1",
             .when = "the objective is a plain mean over few samples: converges at a constant "
                     "step, for a gradient kept of each",
             .view = LF_VIEW_PLAIN, .whole = true);
