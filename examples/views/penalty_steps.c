/**
 * @file penalty_steps.c
 * @brief Subgradient steps on an objective and on what is violated: a complete method to begin
 * from.
 *
 *     w_{t+1} = w_t - eta (g_t + rho sum_i [i is violated at w_t on B_i] h_{t,i})
 *
 * g_t and h_{t,i} are subgradients of the objective and of constraint g_i(w) <= 0 on batches.
 *
 * Source:    the exact penalty method, with subgradients from batches.
 * Deviation: none.
 * Cost:      a step asks b gradients of each objective and b values of each constraint; and b
 *            gradients of each constraint that its batch says is violated.
 * Memory:    2d doubles, and two for each value of the largest constraint.
 */
#include <levelfield/algorithm.h>

/* What a user may set. One line of the table below goes with each field. */
typedef struct {
    double eta; /* step size */
    double rho; /* weight of a violated constraint */
    size_t b;   /* batch size */
} penalty_steps_params;

/* All that a step needs to know. The harness allocates it, zeroed, and saves its bytes and those of
 * the vectors as a checkpoint: so no pointers but to what the arena gave. */
typedef struct {
    penalty_steps_params p;
    size_t d;
    double *w, *G; /* d each: iterate, direction */
    double *z, *y; /* values of a constraint's map, and the slope of what it makes of them */
} penalty_steps_state;

/* The only place that takes memory. Nothing is ever freed here: the arena is the harness's. */
static lf_status penalty_steps_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                    lf_arena *arena) {
    penalty_steps_state *s = state;
    size_t most = 0;
    s->p = *(const penalty_steps_params *)params;
    s->d = lf_oracle_dim(o);
    for (size_t i = 0; i < lf_oracle_info(o)->role[LF_ROLE_CONSTRAINT].count; i++) {
        const size_t outputs = lf_oracle_component(o, LF_ROLE_CONSTRAINT, i)->outputs;
        if (outputs > most) most = outputs;
    }
    LF_TRY(LF_VECTORS(arena, most, &s->z, &s->y));
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->G));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* G += rho h_i where the batch says that constraint i is violated. */
static lf_status penalty_steps_add(penalty_steps_state *s, lf_oracle *o, size_t i) {
    lf_batch B;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, i, s->p.b, &B));
    LF_TRY(lf_oracle_value(o, &B, s->w, s->z));
    if (!(lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, i, s->z) > 0)) return LF_OK;
    lf_oracle_outer_subgradient(o, LF_ROLE_CONSTRAINT, i, s->z, s->y);
    lf_vec_scale(lf_oracle_component(o, LF_ROLE_CONSTRAINT, i)->outputs, s->p.rho, s->y);
    return lf_oracle_vjp(o, &B, s->w, s->y, s->G);
}

/* One iteration. Data are reached only through the oracle: draw a batch, ask about it, be charged.
 * LF_TRY hands on a refusal, which is how a run ends when the budget is spent. */
static lf_status penalty_steps_step(void *state, lf_oracle *o) {
    penalty_steps_state *s = state;
    const lf_problem_info *info = lf_oracle_info(o);
    lf_vec_zero(s->d, s->G); /* the oracle adds to what is there */
    for (size_t j = 0; j < info->role[LF_ROLE_OBJECTIVE].count; j++) {
        lf_batch B_0;
        LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, j, s->p.b, &B_0));
        LF_TRY(lf_oracle_subgradient(o, &B_0, s->w, s->G));
    }
    lf_oracle_regulariser(o, s->w, s->G); /* nothing where the problem has none */
    for (size_t i = 0; i < info->role[LF_ROLE_CONSTRAINT].count; i++)
        LF_TRY(penalty_steps_add(s, o, i));
    lf_vec_axpy(s->d, -s->p.eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

/* The point that is judged. */
LF_ITERATE(penalty_steps, (lf_point){.w = s->w});

/* Default, least, most, and one line with the unit in brackets. */
static const lf_param penalty_steps_table[] = {
    LF_REAL(penalty_steps_params, eta, 0.01, 0, 1e6, "step size [x^2/f]"),
    LF_REAL(penalty_steps_params, rho, 10, 0, 1e6, "weight of a violated constraint [f/g]"),
    LF_COUNT(penalty_steps_params, b, 32, 1, 1e9, "samples of a batch [samples]"),
    {0},
};

/* What the harness finds in the shared object: lf_algorithm_ and the name of the file. The view
 * says which problems it can be run on; see levelfield list problems. */
LF_ALGORITHM(penalty_steps, .doc = "subgradient steps on an objective and on what is violated",
             .source = "exact penalty", .view = LF_VIEW_CONSTRAINED);
