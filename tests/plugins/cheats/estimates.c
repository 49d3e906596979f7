/* Wants products with estimates that nothing was paid for: unit vectors multiplied out are rows of
 * the data. `paid`: as it is allowed. */
#include "cheat.h"

#include <math.h>

enum { PAID, GUESSED, EMPTY, PROJECTED, ABSURD, IN_STEP, OTHER_ROLE };

typedef struct {
    cheat_params p;
    size_t d, n;
    double *x, *y;
    double *unit, *row, *wide; /* d, n, d */
    lf_estimate E;
} estimates_state;

static lf_status estimates_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                lf_arena *arena) {
    estimates_state *s = state;
    s->p = *(const cheat_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_component(o, LF_ROLE_LOWER, 0)->outputs;
    LF_TRY(lf_arena_vector(arena, s->d, &s->x));
    LF_TRY(lf_arena_vector(arena, lf_oracle_info(o)->domain_y.n, &s->y));
    LF_TRY(lf_arena_vector(arena, s->d, &s->unit));
    LF_TRY(lf_arena_vector(arena, s->n, &s->row));
    LF_TRY(lf_arena_vector(arena, s->d, &s->wide));
    lf_vec_copy(s->d, x0, s->x);
    return lf_oracle_estimate(o, LF_FORM_OWN, 0, &s->E);
}

/* How many rows, or products with a row, are told: numbers that are no number do not count. */
static size_t estimates_rows(estimates_state *s, lf_oracle *o, lf_estimate E) {
    size_t rows = 0;
    for (size_t j = 0; j < s->d; j++) {
        lf_vec_zero(s->n, s->row);
        s->unit[j] = 1;
        const lf_status status = lf_oracle_estimate_jacobian_t(o, E, s->unit, s->row);
        s->unit[j] = 0;
        rows +=
            status == LF_OK && isfinite(lf_vec_norm(s->n, s->row)) && lf_vec_norm(s->n, s->row) > 0;
    }
    lf_vec_zero(s->d, s->wide);
    if (lf_oracle_estimate_jacobian(o, E, 1, s->row, s->wide) == LF_OK)
        rows += lf_vec_norm(s->d, s->wide) > 0;
    return rows;
}

/* Numbers that make no sense, on the way to an estimate that is read then. */
static lf_status estimates_absurd(estimates_state *s, lf_oracle *o) {
    const double numbers[] = {INFINITY, -INFINITY, NAN, -1, 0, 1e308, 5e-324};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        LF_TRY(lf_oracle_estimate_scale(o, s->E, numbers[k]));
        LF_TRY(lf_oracle_estimate_project(o, s->E, NULL, numbers[k]));
        const lf_status status = lf_oracle_estimate_clip(o, s->E, numbers[k]);
        if (status != LF_OK && status != LF_UNSUPPORTED) return status;
    }
    return LF_OK;
}

static size_t estimates_guess(estimates_state *s, lf_oracle *o) {
    const lf_estimate guess[] = {s->E + 1, 7, 1000, SIZE_MAX, (size_t)1 << 60};
    size_t rows = 0;
    for (size_t k = 0; k < sizeof guess / sizeof *guess; k++)
        rows += lf_oracle_estimate_scale(o, guess[k], 1) == LF_OK;
    return rows + estimates_rows(s, o, SIZE_MAX / 2);
}

static lf_status estimates_try(estimates_state *s, lf_oracle *o, const lf_batch *batch) {
    lf_estimate another;
    lf_batch upper;
    switch (s->p.how) {
    case PAID:
        return lf_oracle_estimate_add(o, s->E, batch, s->x, s->y, 1);
    case PROJECTED: /* after a batch that was not added */
        return lf_oracle_estimate_project(o, s->E, batch, 1);
    case ABSURD:
        return estimates_absurd(s, o);
    case IN_STEP:
        return lf_oracle_estimate(o, LF_FORM_OWN, 0, &another) == LF_OK ? LF_FINISHED : LF_OK;
    case OTHER_ROLE:
        LF_TRY(lf_oracle_draw(o, LF_ROLE_UPPER, 0, s->p.b, &upper));
        return lf_oracle_estimate_add(o, s->E, &upper, s->x, s->y, 1) == LF_OK ? LF_FINISHED
                                                                               : LF_OK;
    default:
        return LF_OK;
    }
}

static lf_status estimates_step(void *state, lf_oracle *o) {
    estimates_state *s = state;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_LOWER, 0, s->p.b, &batch));
    LF_TRY(estimates_try(s, o, &batch));
    size_t rows = estimates_rows(s, o, s->E);
    if (s->p.how == GUESSED) rows += estimates_guess(s, o);
    if (rows > 0) fprintf(stderr, "gained %zu rows of the data\n", rows);
    return LF_OK;
}

static lf_point estimates_iterate(const void *state) {
    const estimates_state *s = state;
    return (lf_point){s->x, s->y};
}

CHEAT_TABLE("paid|guessed|empty|projected|absurd|in_step|other_role");
const lf_algorithm lf_algorithm_estimates = {
    CHEAT_FIELDS(estimates, LF_VIEW_BILEVEL), .state_size = sizeof(estimates_state),
    .init = estimates_init, .step = estimates_step, .iterate = estimates_iterate};
