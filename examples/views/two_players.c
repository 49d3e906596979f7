/**
 * @file two_players.c
 * @brief Stochastic gradient descent-ascent: a complete method to begin from.
 *
 *     v_{t+1}     = v_t - eta dF/dv(v_t, alpha_t; B_t)
 *     alpha_{t+1} = alpha_t + eta_y dF/dalpha(v_t, alpha_t; B_t), both projected
 *
 * Source:    Arrow, Hurwicz & Uzawa 1958, with gradients from a batch.
 * Deviation: none.
 * Cost:      a step draws one batch and asks for its b gradients, of both blocks at once.
 * Memory:    2d + 2n doubles over n numbers of the second block.
 */
#include <levelfield/algorithm.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    double eta, eta_y; /* step sizes of v and of alpha */
    size_t b;          /* batch size */
} two_players_params;

/* All that a step needs to know. The harness allocates it, zeroed, and saves its bytes and those of
 * the vectors as a checkpoint: so no pointers but to what the arena gave. */
typedef struct {
    two_players_params p;
    size_t d, n;
    double *v, *gv;     /* d each: first block, its gradient */
    double *alpha, *ga; /* n each: second block, its gradient */
} two_players_state;

/* The only place that takes memory. Nothing is ever freed here: the arena is the harness's. */
static lf_status two_players_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                  lf_arena *arena) {
    two_players_state *s = state;
    s->p = *(const two_players_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_info(o)->domain_y.n;
    LF_TRY(LF_VECTORS(arena, s->d, &s->v, &s->gv));
    LF_TRY(LF_VECTORS(arena, s->n, &s->alpha, &s->ga));
    lf_vec_copy(s->d, x0, s->v);
    lf_oracle_project(o, s->v);
    lf_oracle_project_y(o, s->alpha); /* it begins at zero, or next to it */
    return LF_OK;
}

/* One iteration. Data are reached only through the oracle: draw a batch, ask about it, be charged.
 * LF_TRY hands on a refusal, which is how a run ends when the budget is spent. */
static lf_status two_players_step(void *state, lf_oracle *o) {
    two_players_state *s = state;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    lf_vec_zero(s->d, s->gv); /* the oracle adds to what is there */
    lf_vec_zero(s->n, s->ga);
    LF_TRY(lf_oracle_saddle(o, &batch, s->v, s->alpha, s->gv, s->ga));
    lf_oracle_regulariser(o, s->v, s->gv); /* nothing where the problem has none */
    lf_vec_axpy(s->d, -s->p.eta, s->gv, s->v);
    lf_oracle_project(o, s->v);
    lf_vec_axpy(s->n, s->p.eta_y, s->ga, s->alpha);
    lf_oracle_project_y(o, s->alpha);
    return LF_OK;
}

/* The point that is judged, both blocks of it. */
LF_ITERATE(two_players, (lf_point){.w = s->v, .y = s->alpha});

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param two_players_table[] = {
    LF_REAL(two_players_params, eta, 0.1, 0, 1e6, "step size of v [x^2/f]"),
    LF_REAL(two_players_params, eta_y, 0.1, 0, 1e6, "step size of alpha [y^2/f]"),
    LF_COUNT(two_players_params, b, 32, 1, 1e9, "samples of a batch [samples]"),
    {0},
};

/* What the harness finds in the shared object: lf_algorithm_ and the name of the file. The view
 * says which problems it can be run on; see levelfield list problems. */
LF_ALGORITHM(two_players, .doc = "stochastic gradient descent-ascent",
             .source = "Arrow, Hurwicz & Uzawa 1958", .view = LF_VIEW_SADDLE);
