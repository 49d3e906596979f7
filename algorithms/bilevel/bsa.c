/**
 * @file bsa.c
 * @brief BSA: ever more gradient steps for y, then one for x by a Neumann series of random length.
 *
 *     y <- y - tau tau_t gg(x, y; J_s)  for s = 1 .. t_k,  t_k = ceil(sqrt(t)) or D
 *     v = gy(x, y; K),  v <- v - eta_n Hyy(x, y; J_l) v  for l = 1 .. p,  p uniform in 0 .. Q-1
 *     x <- Pi_X[x - gamma eta_t (gx(x, y; K) - Q eta_n Jxy(x, y; J') v)]
 *
 * On several levels y and p are each level's own, and the x direction is the mean.
 *
 * Source:    Ghadimi & Wang 2018, arXiv:1802.02246, BSA.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; the y steps of
 *            one inner loop are equal; y goes on from where it was, restart=each takes it back to
 *            its start as in the paper's analysis. The default schedule is that of the RSVRB
 *            paper's experiments; sched=native has t^-1/2 for both, as a public benchmark; in the
 *            source, from memory, an inner loop's steps shrink by its own index.
 * Cost:      a step asks each level for b_f samples of role upper, b_f gradients (2 b_f if f
 *            depends on x itself), (t_k + 1 + p) b_g samples of role lower: t_k b_g gradients,
 *            p b_g hvp, b_g jvp. The start asks nothing.
 * Memory:    2d doubles, n over all y_i, and 3 times the longest y_i.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/neumann.h"
#include "algorithms/bilevel/parts/two_scale.h"

enum { BSA_NATIVE, BSA_CONST };
enum { BSA_NEVER, BSA_EACH };

typedef struct {
    lf_lower_levels_params at;
    lf_neumann_params neumann;
    lf_two_scale_params scale;
    size_t D;
    int inner, restart;
} bsa_params;

typedef struct {
    lf_lower_levels at;
    lf_neumann neumann;
    lf_two_scale scale;
    size_t D, t;
    int inner, restart;
} bsa_state;

static lf_status bsa_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    bsa_state *s = state;
    const bsa_params *p = params;
    const lf_exponents printed = {0.5, 1}, native = {0.5, 0.5};
    s->D = p->D;
    s->inner = p->inner;
    s->restart = p->restart;
    LF_TRY(lf_two_scale_init(&s->scale, &p->scale, printed, native));
    LF_TRY(lf_lower_levels_init(&s->at, &p->at, false, o, x0, arena));
    return lf_neumann_init(&s->neumann, &p->neumann, o, arena);
}

/* t_k of step t = k + 1 */
static size_t bsa_inner_steps(const bsa_state *s) {
    return s->inner == BSA_CONST ? s->D : (size_t)ceil(sqrt((double)s->t));
}

static lf_status bsa_step(void *state, lf_oracle *o) {
    bsa_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    double *gx = at->direct ? at->z : NULL, *w = at->room, *q = at->room; /* w, then q */
    lf_batch K, J;
    lf_lower_levels_remember(at, o);
    if (s->restart == BSA_EACH) lf_lower_levels_restart(at, o);
    for (size_t k = bsa_inner_steps(s); k > 0; k--) { /* y is new before a later refusal */
        for (size_t i = 0; i < at->m; i++) {
            const size_t d_i = lf_lower_levels_length(at, i);
            double *y = lf_lower_levels_at(at, at->y, i);
            LF_TRY(lf_lower_levels_draw_g(at, o, i, &J));
            lf_vec_zero(d_i, w);
            LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, w));
            lf_vec_axpy(d_i, -now.y, w, y);
        }
        lf_oracle_project_y(o, at->y);
    }
    lf_vec_zero(at->d, at->z);
    for (size_t i = 0; i < at->m; i++) {
        const size_t d_i = lf_lower_levels_length(at, i);
        const double *y = lf_lower_levels_at(at, at->y, i);
        LF_TRY(lf_lower_levels_draw_f(at, o, i, &K));
        lf_vec_zero(d_i, q);
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, gx, q)); /* v = gy */
        LF_TRY(lf_neumann_random(&s->neumann, o, i, at->p.b_g, at->x, y, q));
        LF_TRY(lf_lower_levels_draw_g(at, o, i, &J)); /* J' */
        lf_vec_scale(d_i, -1, q);
        LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, y, q, at->z)); /* z -= Jxy q */
    }
    lf_vec_scale(at->d, 1 / (double)at->m, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    return LF_OK;
}

LF_ITERATE(bsa, lf_lower_levels_point(&s->at));

static const lf_param bsa_table[] = {
    LF_TWO_SCALE_PARAMS(bsa_params, scale),
    LF_CHOICE(bsa_params, inner, BSA_NATIVE, "native|const",
              "y steps before x step t: ceil(sqrt(t)), or D"),
    LF_COUNT(bsa_params, D, 10, 1, 1e6, "inner=const: how many [steps]"),
    LF_CHOICE(bsa_params, restart, BSA_NEVER, "never|each",
              "whether an inner loop goes on from the last y or begins where y began"),
    LF_NEUMANN_RANDOM_PARAMS(bsa_params, neumann),
    LF_LOWER_LEVELS_PARAMS(bsa_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(bsa_params, scale),
    {0},
};

LF_ALGORITHM(bsa,
             .doc = "bilevel: a growing inner loop for y, a Neumann series of random length for x",
             .source = "Ghadimi & Wang 2018, arXiv:1802.02246, BSA",
             .when = "a comparison needs the classic double loop: the inner one grows with t, and "
                     "x waits for it",
             .view = LF_VIEW_BILEVEL);
