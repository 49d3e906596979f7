/**
 * @file saba.c
 * @brief SABA: SAGA on the three directions of SOBA, with a table of what each block said last.
 *
 *     a block k of g_i's samples and a block l of f_i's, each by its share p of the samples:
 *       E_y = saga(G, gg(x, y)),   E_x = saga(C, Jxy(x, y) v) + saga(W, gx(x, y))
 *       E_v = saga(P, Hyy(x, y) v) + saga(U, gy(x, y))
 *     saga(T, new):  e = new - T_k,  answer e + mean T;  then mean T += p_k e,  T_k <- new
 *     x <- Pi_X[x - gamma E_x],   y <- y - tau E_y,   v <- v - tau_v tau E_v,  then |v| <= C_v
 *
 * A block's answers are means over its samples, and mean T is weighted by p, so that every estimate
 * is unbiased for blocks of unequal sizes too.
 *
 * Source:    Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, Algorithm 1 with the SABA
 *            directions, checked against its authors' code.
 * Deviation: blocks of b samples in place of single ones, drawn in every step (the authors' code
 *            visits them in shuffled passes and weighs a short last block as a full one).
 * Cost:      a step asks each level for one block of each role, b_f and b_g samples or fewer: b_f
 *            gradients (2 b_f if f depends on x itself), b_g each of lower gradients, hvp and jvp.
 *            start=full: the same once for each block, at (x_0, 0, 0).
 * Memory:    4d doubles, 4n over all y_i, the longest y_i, and for each level one more than b_g
 *            makes blocks of its samples times 2 d_i + d, one more than b_f makes times d_i (d_i +
 *            d if f depends on x).
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/directions.h"

/** The choices of a parameter `start`, in this order. */
typedef enum { SABA_ZERO, SABA_FULL } saba_start;

typedef struct {
    lf_lower_levels_params at;
    lf_directions_params three;
    double gamma, tau;
    int start;
} saba_params;

/* What the blocks of one function of one level said last: places in the state's rows and means. */
typedef struct {
    size_t width; /* of an answer; 0: not asked */
    size_t row, mean;
} saba_memory;

enum { SABA_G, SABA_P, SABA_C, SABA_LOWER, SABA_U = SABA_LOWER, SABA_W, SABA_TABLES };

typedef struct {
    saba_params p;
    lf_lower_levels at;
    double *v; /* n: estimates of -Hyy^-1 gy */
    lf_directions E;
    double *now;          /* the longest of d, d_i: one answer */
    double *rows, *means; /* of all tables: an answer for each block; their weighted mean */
    saba_memory *memory;  /* m x SABA_TABLES */
    size_t *blocks[2];    /* m each: of the lower function, of the upper one */
} saba_state;

static size_t saba_samples(const lf_oracle *o, lf_role role, size_t i) {
    return lf_oracle_component(o, role, i)->samples;
}

/* Blocks of at most b of n samples; a function known in closed form is one. */
static size_t saba_blocks(size_t n, size_t b) {
    return n > b ? (n + b - 1) / b : 1;
}

/* Tables this large would take the machine's memory without a word. */
static const size_t saba_most = (size_t)1 << 28; /* numbers */

static lf_status saba_take(saba_state *s, lf_oracle *o, lf_arena *arena) {
    const lf_lower_levels *at = &s->at;
    LF_TRY(lf_arena_vector(arena, at->n, &s->v));
    LF_TRY(lf_arena_vector(arena, at->d > at->longest ? at->d : at->longest, &s->now));
    LF_TRY(lf_directions_take(&s->E, 1, at, arena));
    LF_TRY(lf_arena_array(arena, at->m * SABA_TABLES, sizeof *s->memory, &s->memory));
    for (size_t k = 0; k < 2; k++)
        LF_TRY(lf_arena_array(arena, at->m, sizeof *s->blocks[k], &s->blocks[k]));
    size_t rows = 0, means = 0;
    for (size_t i = 0; i < at->m; i++) {
        const size_t d_i = lf_lower_levels_length(at, i);
        const size_t width[SABA_TABLES] = {d_i, d_i, at->d, d_i, at->direct ? at->d : 0};
        s->blocks[0][i] = saba_blocks(saba_samples(o, LF_ROLE_LOWER, i), at->p.b_g);
        s->blocks[1][i] = saba_blocks(saba_samples(o, LF_ROLE_UPPER, i), at->p.b_f);
        for (size_t k = 0; k < SABA_TABLES; k++) {
            s->memory[i * SABA_TABLES + k] =
                (saba_memory){.width = width[k], .row = rows, .mean = means};
            rows += s->blocks[k >= SABA_LOWER][i] * width[k];
            means += width[k];
        }
    }
    if (rows > saba_most)
        return lf_fail(LF_NO_MEMORY,
                       "b: tables of %zu MiB, a row for each block of samples, where %zu are "
                       "allowed; larger batches make fewer",
                       rows * sizeof(double) >> 20, saba_most * sizeof(double) >> 20);
    LF_TRY(lf_arena_vector(arena, rows, &s->rows));
    return lf_arena_vector(arena, means, &s->means);
}

/* out += saga(T, now) for block k of share p; now <- 0 for the next answer. */
static void saba_correct(saba_state *s, const saba_memory *T, size_t k, double p, double *out) {
    double *row = s->rows + T->row + k * T->width, *mean = s->means + T->mean, *now = s->now;
    for (size_t j = 0; j < T->width; j++) {
        const double e = now[j] - row[j];
        out[j] += e + mean[j];
        mean[j] += p * e;
        row[j] = now[j];
        now[j] = 0;
    }
}

static lf_status saba_draw(lf_oracle *o, lf_role role, size_t i, size_t q, size_t k,
                           lf_batch *batch, double *share) {
    const size_t n = saba_samples(o, role, i);
    LF_TRY(q > 1 ? lf_oracle_block(o, role, i, q, k, batch) : lf_oracle_full(o, role, i, batch));
    *share = q > 1 ? (double)batch->n / (double)n : 1;
    return LF_OK;
}

/* E += the estimates from block k of g_i. */
static lf_status saba_lower(saba_state *s, lf_oracle *o, size_t i, size_t k) {
    const lf_lower_levels *at = &s->at;
    const size_t from = at->start[i];
    const double *y = at->y + from;
    const saba_memory *T = s->memory + i * SABA_TABLES;
    double p;
    lf_batch J;
    LF_TRY(saba_draw(o, LF_ROLE_LOWER, i, s->blocks[0][i], k, &J, &p));
    LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, s->now));
    saba_correct(s, &T[SABA_G], k, p, s->E.y + from);
    LF_TRY(lf_oracle_lower_hvp(o, &J, at->x, y, s->v + from, s->now));
    saba_correct(s, &T[SABA_P], k, p, s->E.v + from);
    LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, y, s->v + from, s->now));
    saba_correct(s, &T[SABA_C], k, p, s->E.x);
    return LF_OK;
}

/* The same from block l of f_i. */
static lf_status saba_upper(saba_state *s, lf_oracle *o, size_t i, size_t l) {
    const lf_lower_levels *at = &s->at;
    const size_t from = at->start[i];
    const double *y = at->y + from;
    const saba_memory *T = s->memory + i * SABA_TABLES;
    double p;
    lf_batch K;
    LF_TRY(saba_draw(o, LF_ROLE_UPPER, i, s->blocks[1][i], l, &K, &p));
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, NULL, s->now));
    saba_correct(s, &T[SABA_U], l, p, s->E.v + from);
    if (!at->direct) return LF_OK;
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, s->now, NULL));
    saba_correct(s, &T[SABA_W], l, p, s->E.x);
    return LF_OK;
}

static lf_status saba_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    saba_state *s = state;
    s->p = *(const saba_params *)params;
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, false, o, x0, arena));
    LF_TRY(saba_take(s, o, arena));
    for (size_t i = 0; i < s->at.m && s->p.start == SABA_FULL; i++) {
        for (size_t k = 0; k < s->blocks[0][i]; k++)
            LF_TRY(saba_lower(s, o, i, k));
        for (size_t l = 0; l < s->blocks[1][i]; l++)
            LF_TRY(saba_upper(s, o, i, l));
    }
    return LF_OK;
}

/* One of q blocks of n samples, each by its share: the one that a uniform sample lies in, as block
 * k begins before sample floor(k n / q). */
static size_t saba_pick(lf_oracle *o, lf_role role, size_t i, size_t q) {
    const size_t n = saba_samples(o, role, i);
    if (q == 1) return 0;
    const size_t sample = (size_t)(lf_oracle_uniform(o) * (double)n);
    return ((sample + 1) * q - 1) / n;
}

static lf_status saba_step(void *state, lf_oracle *o) {
    saba_state *s = state;
    lf_lower_levels *at = &s->at;
    lf_directions_zero(at, &s->E);
    for (size_t i = 0; i < at->m; i++) {
        LF_TRY(saba_lower(s, o, i, saba_pick(o, LF_ROLE_LOWER, i, s->blocks[0][i])));
        LF_TRY(saba_upper(s, o, i, saba_pick(o, LF_ROLE_UPPER, i, s->blocks[1][i])));
    }
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_vec_scale(at->d, 1 / (double)at->m, s->E.x);
    lf_vec_copy(at->d, s->E.x, at->z);
    lf_lower_levels_step_x(at, o, s->p.gamma);
    lf_lower_levels_step_y(at, o, s->p.tau, s->E.y);
    lf_directions_move_v(at, &s->p.three, s->p.tau, s->E.v, s->v);
    return LF_OK;
}

LF_ITERATE(saba, lf_lower_levels_point(&s->at));

static const lf_param saba_table[] = {
    LF_REAL(saba_params, gamma, 0.1, 0, 1e12, "x step [x^2/f]"),
    LF_REAL(saba_params, tau, 0.1, 0, 1e12, "y step [y^2/g]"),
    LF_DIRECTIONS_PARAMS(saba_params, three),
    LF_LOWER_LEVELS_PARAMS(saba_params, at),
    LF_CHOICE(saba_params, start, SABA_ZERO, "zero|full",
              "what the tables hold at first: 0, or answers at the start"),
    {0},
};

LF_ALGORITHM(saba, .doc = "bilevel: SAGA on the three directions, a table of what blocks said last",
             .source = "Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, Algorithm 1",
             .when = "the data are finite and blocks can be revisited: constant steps go to the "
                     "optimum itself, for memory of three vectors a block",
             .view = LF_VIEW_BILEVEL, .whole = true);
