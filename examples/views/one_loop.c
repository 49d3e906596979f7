/**
 * @file one_loop.c
 * @brief Plain steps on both levels and on the linear system between them: to begin from.
 *
 *     y_i <- y_i - eta_y dg_i/dy(x, y_i),   v_i <- v_i - eta_y (Hyy_i v_i + df_i/dy(x, y_i))
 *     x   <- x - eta (1/m) sum_i (df_i/dx(x, y_i) + Jxy_i v_i)
 *
 * all three from the old (x, y, v), on batches; v_i is after -Hyy_i^-1 df_i/dy.
 *
 * Source:    Dagreou, Ablin, Vaiter & Moreau 2022, Algorithm 1, with constant steps.
 * Deviation: none.
 * Cost:      for each of m lower levels a step asks b gradients of the lower function, b products
 *            with either of its second derivatives, and b or 2b gradients of the upper one.
 * Memory:    2d + 4n doubles over n numbers of all lower levels.
 */
#include <levelfield/algorithm.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    double eta, eta_y; /* step sizes of x, and of y and v */
    size_t b;          /* batch size */
} one_loop_params;

/* All that a step needs to know. The harness allocates it, zeroed, and saves its bytes and those of
 * the vectors as a checkpoint: so no pointers but to what the arena gave. */
typedef struct {
    one_loop_params p;
    size_t d, n, m;
    double *x, *D_x;           /* d each: upper level, its direction */
    double *y, *v, *D_y, *D_v; /* n each: lower levels, linear systems, their directions */
} one_loop_state;

/* The only place that takes memory. Nothing is ever freed here: the arena is the harness's. */
static lf_status one_loop_init(void *state, const void *params, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    one_loop_state *s = state;
    s->p = *(const one_loop_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_info(o)->domain_y.n;
    s->m = lf_oracle_info(o)->role[LF_ROLE_LOWER].count;
    LF_TRY(LF_VECTORS(arena, s->d, &s->x, &s->D_x));
    LF_TRY(LF_VECTORS(arena, s->n, &s->y, &s->v, &s->D_y, &s->D_v));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    lf_oracle_project_y(o, s->y); /* they begin at zero, or next to it */
    return LF_OK;
}

/* What lower level i adds to the directions. */
static lf_status one_loop_add(one_loop_state *s, lf_oracle *o, size_t i) {
    const size_t at = lf_oracle_lower_at(o, i);
    const double *y = s->y + at, *v = s->v + at;
    lf_batch K, J;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_UPPER, i, s->p.b, &K));
    LF_TRY(lf_oracle_draw(o, LF_ROLE_LOWER, i, s->p.b, &J));
    LF_TRY(lf_oracle_upper_gradient(o, &K, s->x, y, s->D_x, s->D_v + at));
    LF_TRY(lf_oracle_lower_gradient(o, &J, s->x, y, s->D_y + at));
    LF_TRY(lf_oracle_lower_hvp(o, &J, s->x, y, v, s->D_v + at));
    return lf_oracle_lower_jvp(o, &J, s->x, y, v, s->D_x);
}

/* One iteration. Data are reached only through the oracle: draw a batch, ask about it, be charged.
 * LF_TRY hands on a refusal, which is how a run ends when the budget is spent. */
static lf_status one_loop_step(void *state, lf_oracle *o) {
    one_loop_state *s = state;
    lf_vec_zero(s->d, s->D_x); /* the oracle adds to what is there */
    lf_vec_zero(s->n, s->D_y);
    lf_vec_zero(s->n, s->D_v);
    for (size_t i = 0; i < s->m; i++)
        LF_TRY(one_loop_add(s, o, i));
    lf_vec_axpy(s->d, -s->p.eta / (double)s->m, s->D_x, s->x);
    lf_oracle_project(o, s->x);
    lf_vec_axpy(s->n, -s->p.eta_y, s->D_y, s->y);
    lf_oracle_project_y(o, s->y);
    lf_vec_axpy(s->n, -s->p.eta_y, s->D_v, s->v);
    return LF_OK;
}

/* The point that is judged, both levels of it. */
LF_ITERATE(one_loop, (lf_point){.w = s->x, .y = s->y});

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param one_loop_table[] = {
    LF_REAL(one_loop_params, eta, 0.02, 0, 1e6, "step size of x [x^2/f]"),
    LF_REAL(one_loop_params, eta_y, 0.1, 0, 1e6, "step size of y and v [y^2/g]"),
    LF_COUNT(one_loop_params, b, 8, 1, 1e9, "samples of a batch [samples]"),
    {0},
};

/* What the harness finds in the shared object: lf_algorithm_ and the name of the file. The view
 * says which problems it can be run on; see levelfield list problems. */
LF_ALGORITHM(one_loop, .doc = "plain steps on both levels and the linear system",
             .source = "Dagreou et al. 2022", .view = LF_VIEW_BILEVEL);
