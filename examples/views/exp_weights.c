/**
 * @file exp_weights.c
 * @brief Gradient steps on w, exponentiated ones on the weights of groups: to begin from.
 *
 *     w_{t+1} = w_t - eta sum_i q_i grad g_i(w_t; B_i)
 *     q_i <- q_i exp(eta_q g_i(w_t; B_i)), normalised, both from the old (w, q)
 *
 * Source:    Nemirovski, Juditsky, Lan & Shapiro 2009; Sagawa et al. 2020.
 * Deviation: none.
 * Cost:      a step asks b values and b gradients of each of m groups, at the same samples.
 * Memory:    2d + 2m doubles.
 */
#include <levelfield/algorithm.h>
#include <levelfield/math.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    double eta, eta_q; /* step sizes of w and of q */
    size_t b;          /* samples of each group */
} exp_weights_params;

/* All that a step needs to know. The harness allocates it, zeroed, and saves its bytes and those of
 * the vectors as a checkpoint: so no pointers but to what the arena gave. */
typedef struct {
    exp_weights_params p;
    size_t d, m;
    double *w, *G;    /* d each: iterate, direction */
    double *q, *loss; /* m each: weights of the groups, their losses */
} exp_weights_state;

/* The only place that takes memory. Nothing is ever freed here: the arena is the harness's. */
static lf_status exp_weights_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                  lf_arena *arena) {
    exp_weights_state *s = state;
    s->p = *(const exp_weights_params *)params;
    s->d = lf_oracle_dim(o);
    s->m = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->G));
    LF_TRY(LF_VECTORS(arena, s->m, &s->q, &s->loss));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    for (size_t i = 0; i < s->m; i++)
        s->q[i] = 1 / (double)s->m;
    return LF_OK;
}

/* q_i <- q_i exp(eta_q (loss_i - the largest loss)), normalised: the same weights, no overflow. */
static void exp_weights_move(exp_weights_state *s, lf_oracle *o) {
    double most = s->loss[0], sum = 0;
    for (size_t i = 1; i < s->m; i++)
        if (s->loss[i] > most) most = s->loss[i];
    for (size_t i = 0; i < s->m; i++)
        sum += s->q[i] *= lf_exp(s->p.eta_q * (s->loss[i] - most));
    lf_vec_scale(s->m, 1 / sum, s->q);
    lf_oracle_project_y(o, s->q); /* where a group's weight is capped; else it is there already */
}

/* One iteration. Data are reached only through the oracle: draw a batch, ask about it, be charged.
 * LF_TRY hands on a refusal, which is how a run ends when the budget is spent. LF_EVERY is all
 * groups in one question. */
static lf_status exp_weights_step(void *state, lf_oracle *o) {
    exp_weights_state *s = state;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, LF_EVERY, s->p.b, &batch));
    lf_vec_zero(s->d, s->G); /* the oracle adds to what is there */
    LF_TRY(lf_oracle_value_vjp(o, &batch, s->w, s->q, s->loss, s->G));
    lf_oracle_regulariser(o, s->w, s->G); /* nothing where the problem has none */
    lf_vec_axpy(s->d, -s->p.eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    exp_weights_move(s, o);
    return LF_OK;
}

/* The point that is judged, both blocks of it. */
LF_ITERATE(exp_weights, (lf_point){.w = s->w, .y = s->q});

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param exp_weights_table[] = {
    LF_REAL(exp_weights_params, eta, 0.01, 0, 1e6, "step size of w [x^2/f]"),
    LF_REAL(exp_weights_params, eta_q, 0.01, 0, 1e6, "step size of q [1/f]"),
    LF_COUNT(exp_weights_params, b, 4, 1, 1e9, "samples of each group [samples]"),
    {0},
};

/* What the harness finds in the shared object: lf_algorithm_ and the name of the file. The view
 * says which problems it can be run on; see levelfield list problems. */
LF_ALGORITHM(exp_weights, .doc = "gradient steps on w, exponentiated weights of groups",
             .source = "Nemirovski et al. 2009", .view = LF_VIEW_GROUP_MINIMAX);
