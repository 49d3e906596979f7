/**
 * @file heavy_ball.c
 * @brief Stochastic gradient steps with Polyak's momentum: a complete method to begin from.
 *
 *     v_{t+1} = beta v_t - eta g_t,   g_t = a subgradient of f(w_t; B_t)
 *     w_{t+1} = w_t + v_{t+1}, projected on the problem's domain
 *
 * Source:    Polyak 1964, with g_t from a batch.
 * Deviation: none.
 * Cost:      a step draws one batch and asks for its b gradients.
 * Memory:    3d doubles.
 */
#include <levelfield/algorithm.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    double eta;  /* step size */
    double beta; /* what a step keeps of the one before */
    size_t b;    /* batch size */
} heavy_ball_params;

/* All that a step needs to know. The harness allocates it, zeroed, and saves its bytes and those of
 * the vectors as a checkpoint: so no pointers but to what the arena gave. */
typedef struct {
    heavy_ball_params p;
    size_t d;
    double *w, *v, *g; /* d each: iterate, last step, gradient */
} heavy_ball_state;

/* The only place that takes memory. Nothing is ever freed here: the arena is the harness's. */
static lf_status heavy_ball_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                 lf_arena *arena) {
    heavy_ball_state *s = state;
    s->p = *(const heavy_ball_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->v, &s->g));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* One iteration. Data are reached only through the oracle: draw a batch, ask about it, be charged.
 * LF_TRY hands on a refusal, which is how a run ends when the budget is spent. For exp, log and the
 * like there are lf_exp, lf_log, ... of <levelfield/math.h>, with the same bits on every machine.
 */
static lf_status heavy_ball_step(void *state, lf_oracle *o) {
    heavy_ball_state *s = state;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    lf_vec_zero(s->d, s->g); /* the oracle adds to what is there */
    LF_TRY(lf_oracle_subgradient(o, &batch, s->w, s->g));
    lf_oracle_regulariser(o, s->w, s->g); /* nothing where the problem has none */
    lf_vec_axpby(s->d, -s->p.eta, s->g, s->p.beta, s->v);
    lf_vec_axpy(s->d, 1, s->v, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* The point that is judged. */
LF_ITERATE(heavy_ball, (lf_point){.w = s->w});

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param heavy_ball_table[] = {
    LF_REAL(heavy_ball_params, eta, 0.01, 0, 1e6, "step size [x^2/f]"),
    LF_REAL(heavy_ball_params, beta, 0.9, 0, 1, "momentum: what a step keeps of the last one [1]"),
    LF_COUNT(heavy_ball_params, b, 32, 1, 1e9, "samples of a batch [samples]"),
    {0},
};

/* What the harness finds in the shared object: lf_algorithm_ and the name of the file. The view
 * says which problems it can be run on; see levelfield list problems. */
LF_ALGORITHM(heavy_ball, .doc = "stochastic gradient steps with momentum", .source = "Polyak 1964",
             .view = LF_VIEW_PLAIN);
