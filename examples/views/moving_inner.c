/**
 * @file moving_inner.c
 * @brief Steps on a sum of compositions with moving averages of inner values: to begin from.
 *
 *     F(w) = g_0(w) + (1/n) sum_i f_i(g_i(w)),   u_i <- (1 - gam) u_i + gam g_i(w_t; B_i), i in S_t
 *     w_{t+1} = w_t - eta (grad g_0(w_t; B_0) + (1/k) sum_{i in S_t} J_i(w_t; B_i)^T f_i'(u_i))
 *
 * Source:    Wang & Yang 2022, without momentum.
 * Deviation: u_i starts at the first value of component i.
 * Cost:      a step draws k components and b samples of each: k b values and k b gradients; and b
 *            gradients of each objective that is not known in closed form.
 * Memory:    2d doubles, one for each inner value, and two for those of the largest component.
 */
#include <levelfield/algorithm.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    double eta; /* step size */
    double gam; /* weight of a new value in u_i */
    size_t k;   /* components of a step */
    size_t b;   /* batch size */
} moving_inner_params;

/* All that a step needs to know. The harness allocates it, zeroed, and saves its bytes and those of
 * the vectors as a checkpoint: so no pointers but to what the arena gave. */
typedef struct {
    moving_inner_params p;
    size_t d, n;
    double *w, *G;     /* d each: iterate, direction */
    double *y, *g;     /* inner values of the component at hand: its slope, its new value */
    double *u;         /* u_1, u_2, ... one after the other */
    size_t *at, *seen; /* n each: where u_i starts; 0 as long as there is none */
    size_t *S;         /* k components */
} moving_inner_state;

/* The only place that takes memory. Nothing is ever freed here: the arena is the harness's. */
static lf_status moving_inner_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                   lf_arena *arena) {
    moving_inner_state *s = state;
    size_t all = 0, most = 0;
    s->p = *(const moving_inner_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    if (s->p.k > s->n) s->p.k = s->n;
    LF_TRY(lf_arena_array(arena, s->n, sizeof *s->at, &s->at));
    LF_TRY(lf_arena_array(arena, s->n, sizeof *s->seen, &s->seen));
    LF_TRY(lf_arena_array(arena, s->p.k, sizeof *s->S, &s->S));
    for (size_t i = 0; i < s->n; i++) {
        const size_t outputs = lf_oracle_component(o, LF_ROLE_INNER, i)->outputs;
        s->at[i] = all;
        all += outputs;
        if (outputs > most) most = outputs;
    }
    LF_TRY(lf_arena_vector(arena, all, &s->u));
    LF_TRY(LF_VECTORS(arena, most, &s->y, &s->g));
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->G));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* G += J_i(w; B)^T a_i f_i'(u_i), and u_i moves. Asking twice about one batch is two answers. */
static lf_status moving_inner_add(moving_inner_state *s, lf_oracle *o, size_t i) {
    const size_t outputs = lf_oracle_component(o, LF_ROLE_INNER, i)->outputs;
    double *u = s->u + s->at[i];
    lf_batch B;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, i, s->p.b, &B));
    LF_TRY(lf_oracle_value(o, &B, s->w, s->g));
    lf_vec_axpby(outputs, s->seen[i] ? s->p.gam : 1, s->g, s->seen[i] ? 1 - s->p.gam : 0, u);
    s->seen[i] = 1;
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, u, s->y);
    lf_vec_scale(outputs, lf_oracle_component_weight(o, LF_ROLE_INNER, s->p.k, i), s->y);
    return lf_oracle_vjp(o, &B, s->w, s->y, s->G);
}

/* One iteration. Data are reached only through the oracle: draw a batch, ask about it, be charged.
 * LF_TRY hands on a refusal, which is how a run ends when the budget is spent. */
static lf_status moving_inner_step(void *state, lf_oracle *o) {
    moving_inner_state *s = state;
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, s->p.k, s->S));
    lf_vec_zero(s->d, s->G); /* the oracle adds to what is there */
    for (size_t j = 0; j < s->p.k; j++)
        LF_TRY(moving_inner_add(s, o, s->S[j]));
    lf_vec_scale(s->d, 1 / (double)s->p.k, s->G);
    for (size_t j = 0; j < lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count; j++) {
        lf_batch B_0;
        LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, j, s->p.b, &B_0));
        LF_TRY(lf_oracle_subgradient(o, &B_0, s->w, s->G));
    }
    lf_oracle_regulariser(o, s->w, s->G); /* nothing where the problem has none */
    lf_vec_axpy(s->d, -s->p.eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* The point that is judged. */
LF_ITERATE(moving_inner, (lf_point){.w = s->w});

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param moving_inner_table[] = {
    LF_REAL(moving_inner_params, eta, 0.01, 0, 1e6, "step size [x^2/f]"),
    LF_REAL(moving_inner_params, gam, 0.8, 0, 1, "weight of a new value in u [1]"),
    LF_COUNT(moving_inner_params, k, 4, 2, 1e6, "components of a step [components]"),
    LF_COUNT(moving_inner_params, b, 32, 1, 1e9, "samples of a batch [samples]"),
    {0},
};

/* What the harness finds in the shared object: lf_algorithm_ and the name of the file. The view
 * says which problems it can be run on; see levelfield list problems. */
LF_ALGORITHM(moving_inner, .doc = "compositions by moving averages of inner values",
             .source = "Wang & Yang 2022", .view = LF_VIEW_COMPOSITION);
