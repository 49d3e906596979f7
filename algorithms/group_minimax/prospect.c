/**
 * @file prospect.c
 * @brief Prospect: spectral risks with variance reduction; the weights of all losses follow a table
 *        of the last one of each group.
 *
 *     first    l_i = L_i(w), g_i = grad L_i(w) for all i;   lam = weights(l), rho = lam
 *     then     draw i;   l' = L_i(w), g' = grad L_i(w)
 *              v = n lam_i g' - n rho_i g_i + sum_k rho_k g_k
 *              w <- Pi_X[(w - eta v) / (1 + eta mu)]
 *              l_i <- l', g_i <- g', rho_i <- lam_i, the weight that was used;   lam <- weights(l)
 *
 *     min over w of max over q of sum_i q_i L_i(w) - (nu n / 2) |q - 1/n|^2 + (mu / 2) |w|^2
 *
 * with q in the convex hull of all orders of a spectrum sigma: CVaR is the superquantile's. With mu
 * and nu above 0 it converges linearly at a constant step.
 *
 * Source:    Mehta, Roulet, Pillutla & Harchaoui 2024, ICLR, arXiv:2310.13863, as in their code.
 * Deviation: a group of one row is the paper's sample; of a larger one all rows are asked. Where a
 *            group's loss holds a decay of w already, mu stays 0. r = 0 takes r from the cap on the
 *            problem's weights.
 * Cost:      the first step asks all values and gradients, any other those of one group.
 * Memory:    (4 + n) d + 6n doubles, n integers.
 */
#include <levelfield/algorithm.h>

#include "algorithms/group_minimax/parts/capped.h"
#include "algorithms/group_minimax/parts/spectrum.h"

typedef struct {
    lf_spectrum sigma;
    double eta, mu, n_nu;
} prospect_params;

typedef struct {
    prospect_params p; /* with r > 0 */
    size_t d, n;
    bool begun;                    /* there are tables */
    size_t *order;                 /* n: groups by their losses */
    double *w, *v;                 /* d */
    double *G;                     /* d: g' */
    double *sum;                   /* d: sum_k rho_k g_k */
    double *g;                     /* n x d */
    double *sigma, *l, *lam, *rho; /* n */
    double *room;                  /* 2n */
} prospect_state;

static lf_status prospect_memory(prospect_state *s, lf_arena *arena) {
    if (s->n > SIZE_MAX / sizeof(double) / s->d)
        return lf_fail(
            LF_NO_MEMORY,
            "prospect: no memory for gradients of %zu groups, %zu numbers each; choose a "
            "method without a table, such as dro_batch",
            s->n, s->d);
    LF_TRY(lf_arena_array(arena, s->n, sizeof *s->order, &s->order));
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->v, &s->G, &s->sum));
    LF_TRY(lf_arena_vector(arena, s->n * s->d, &s->g));
    LF_TRY(LF_VECTORS(arena, s->n, &s->sigma, &s->l, &s->lam, &s->rho));
    return lf_arena_vector(arena, 2 * s->n, &s->room);
}

static lf_status prospect_init(void *state, const void *params, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    prospect_state *s = state;
    s->p = *(const prospect_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    LF_TRY(lf_capped_share(lf_oracle_info(o), &s->p.sigma.r));
    LF_TRY(prospect_memory(s, arena));
    lf_spectrum_fill(&s->p.sigma, s->n, s->sigma);
    for (size_t i = 0; i < s->n; i++)
        s->order[i] = i;
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

static void prospect_weights(prospect_state *s) {
    lf_spectrum_weights(s->sigma, s->p.n_nu, s->n, s->l, s->lam, s->order, s->room);
}

static lf_status prospect_first(prospect_state *s, lf_oracle *o) {
    const double one = 1;
    for (size_t i = 0; i < s->n; i++) {
        lf_batch all;
        LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, i, &all));
        lf_vec_zero(s->d, s->g + i * s->d);
        LF_TRY(lf_oracle_value_vjp(o, &all, s->w, &one, &s->l[i], s->g + i * s->d));
    }
    prospect_weights(s);
    lf_vec_copy(s->n, s->lam, s->rho);
    for (size_t i = 0; i < s->n; i++)
        lf_vec_axpy(s->d, s->rho[i], s->g + i * s->d, s->sum);
    s->begun = true;
    return LF_OK;
}

static lf_status prospect_step(void *state, lf_oracle *o) {
    prospect_state *s = state;
    if (!s->begun) return prospect_first(s, o);
    const double n = (double)s->n, one = 1;
    const size_t i = (size_t)(lf_oracle_uniform(o) * n);
    double *g = s->g + i * s->d, *w = s->w, loss;
    lf_batch all;
    LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, i, &all));
    lf_vec_zero(s->d, s->G);
    LF_TRY(lf_oracle_value_vjp(o, &all, w, &one, &loss, s->G)); /* l', g' */
    const double lam = s->lam[i], rho = s->rho[i];
    lf_vec_copy(s->d, s->sum, s->v);
    lf_vec_axpy(s->d, n * lam, s->G, s->v);
    lf_vec_axpy(s->d, -n * rho, g, s->v);
    lf_oracle_regulariser(o, w, s->v);
    lf_vec_axpy(s->d, -s->p.eta, s->v, w); /* w = Pi_X[(w - eta v) / (1 + eta mu)] */
    lf_vec_scale(s->d, 1 / (1 + s->p.eta * s->p.mu), w);
    lf_oracle_project(o, w);
    lf_vec_axpy(s->d, lam, s->G, s->sum); /* the tables */
    lf_vec_axpy(s->d, -rho, g, s->sum);
    lf_vec_copy(s->d, s->G, g);
    s->l[i] = loss;
    s->rho[i] = lam;
    prospect_weights(s);
    return LF_OK;
}

LF_ITERATE(prospect, (lf_point){.w = s->w});

static const lf_param prospect_table[] = {
    LF_CHOICE(prospect_params, sigma.spectrum, LF_SPECTRUM_SUPERQUANTILE, LF_SPECTRUM_CHOICES,
              "weights of the losses by their rank"),
    LF_REAL(prospect_params, sigma.r, 0, 0, 1,
            "superquantile: share of the losses that counts; 0: of the problem's cap [1]"),
    LF_REAL(prospect_params, sigma.b, 2, 1, 1e3, "extremile: its power [1]"),
    LF_REAL(prospect_params, sigma.g, 2, 1e-6, 500, "esrm: its exponent [1]"),
    LF_REAL(prospect_params, n_nu, 1, 0, 1e12, "n nu, the weight of the distance to 1/n [f]"),
    LF_REAL(prospect_params, eta, 0.01, 0, 1e12, "step size [x^2/f]"),
    LF_REAL(prospect_params, mu, 0, 0, 1e12, "weight of |w|^2 / 2 beside the risk [f/x^2]"),
    {0},
};

LF_ALGORITHM(prospect, .doc = "CVaR, extremile and other spectral risks, variance-reduced",
             .source = "Mehta, Roulet, Pillutla & Harchaoui 2024, ICLR, arXiv:2310.13863",
             .when = "the risk weighs losses by rank, an exact solution is wanted, and a gradient "
                     "for each group can be kept",
             .view = LF_VIEW_GROUP_MINIMAX);
