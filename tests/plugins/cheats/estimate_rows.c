/* Writes an estimate itself, a unit vector, and has it multiplied out: a row of the data, free. */
#include "cheat.h"

typedef struct {
    size_t d, n, rows;
    double *x, *y, *E, *ones, *row;
    cheat_params p;
} estimate_rows_state;

static lf_status estimate_rows_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                    lf_arena *arena) {
    estimate_rows_state *s = state;
    s->p = *(const cheat_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_component(o, LF_ROLE_LOWER, 0)->outputs;
    LF_TRY(lf_oracle_estimate_numbers(o, LF_FORM_OWN, 0, &s->rows));
    LF_TRY(lf_arena_vector(arena, s->d, &s->x));
    LF_TRY(lf_arena_vector(arena, lf_oracle_info(o)->domain_y.n, &s->y));
    LF_TRY(lf_arena_vector(arena, s->rows, &s->E));
    LF_TRY(lf_arena_vector(arena, s->d, &s->ones));
    LF_TRY(lf_arena_vector(arena, s->n, &s->row));
    for (size_t j = 0; j < s->d; j++)
        s->ones[j] = 1;
    lf_vec_copy(s->d, x0, s->x);
    return LF_OK;
}

static lf_status estimate_rows_step(void *state, lf_oracle *o) {
    estimate_rows_state *s = state;
    size_t rows = 0;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_LOWER, 0, s->p.b, &batch));
    for (size_t j = 0; j < s->rows; j++) {
        lf_vec_zero(s->n, s->row);
        s->E[j] = 1;
        lf_oracle_estimate_jacobian_t(o, LF_FORM_OWN, 0, s->E, s->ones, s->row);
        s->E[j] = 0;
        rows += lf_vec_norm(s->n, s->row) > 0;
    }
    if (rows > 0) fprintf(stderr, "gained %zu rows of the data\n", rows);
    return LF_OK;
}

static lf_point estimate_rows_iterate(const void *state) {
    const estimate_rows_state *s = state;
    return (lf_point){s->x, s->y};
}

CHEAT_TABLE("own");
const lf_algorithm lf_algorithm_estimate_rows = {
    CHEAT_FIELDS(estimate_rows, LF_VIEW_BILEVEL), .state_size = sizeof(estimate_rows_state),
    .init = estimate_rows_init, .step = estimate_rows_step, .iterate = estimate_rows_iterate};
