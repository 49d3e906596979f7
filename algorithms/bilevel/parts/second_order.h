/**
 * @file second_order.h
 * @brief STORM's estimates E_i = (H_i, V_i) of the second derivatives (Hyy, Jxy) of all lower
 *        levels, and the two products that a hypergradient is made of: H_i^-1 v and V_i q.
 *
 *     E_i <- P[(1 - beta) (E_i - kappa E(old; J)) + kappa E(new; J)]
 *     P: H onto {H >= floor I}, by its eigenvalues or, in a problem's own form, its coefficients
 *        (lf_oracle_estimate_project); V onto {singular values <= C_gxy} where that is set
 *
 * solver=step has r steps q <- q - tau_q (H q - v) from the last q in place of CG: the solution is
 * tracked, not solved for. form=batch keeps no estimate: CG asks for products with the batch's own
 * Hessian, and so does V q for its Jacobian. It is biased, as the inverse of a mean is not the mean
 * of inverses.
 *
 * Source: Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 1.
 * Cost:   a start asks b hvp and b jvp of its batch, a tracking step 2b of each, solves nothing;
 *         form=batch: a solve asks b hvp for the first residual and for each CG step, or for each
 *         of the r steps, a product V q b jvp.
 * Memory: n doubles for the solutions and three times the longest d_i; with the oracle what the
 *         form takes (dense: d_i (d_i + d) doubles a level). form=batch: n more, no estimates.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The choice of a parameter `form` after those of lf_form. */
enum { LF_SECOND_ORDER_BATCH = LF_FORM_DENSE + 1 };
/** The choices of a parameter `solver`, in this order. */
enum { LF_SECOND_ORDER_CG, LF_SECOND_ORDER_STEP };

/** A part of a parameter struct. */
typedef struct {
    int form;
    int solver;
    double cg_tol, tau_q, floor, C_gxy;
    size_t cg_max, r;
} lf_second_order_params;

/** Its rows in the parameter table of `type`: how E is kept and solved with (..._TRACKED_...: for
 *  methods that need V^T too, which only an estimate can answer), and what P projects on. */
#define LF_SECOND_ORDER_PARAMS(type, part)                                                         \
    LF_CHOICE(type, part.form, LF_FORM_OWN, LF_FORM_CHOICES "|batch",                              \
              "second derivatives: tracked as the problem writes them or as matrices, or "         \
              "those of the batch"),                                                               \
        LF_SECOND_ORDER_SOLVE(type, part)
#define LF_SECOND_ORDER_TRACKED_PARAMS(type, part)                                                 \
    LF_CHOICE(type, part.form, LF_FORM_OWN, LF_FORM_CHOICES,                                       \
              "second derivatives: tracked as the problem writes them or as matrices"),            \
        LF_SECOND_ORDER_SOLVE(type, part)
#define LF_SECOND_ORDER_SOLVE(type, part)                                                          \
    LF_CHOICE(type, part.solver, LF_SECOND_ORDER_CG, "cg|step",                                    \
              "H q = v: by conjugate gradients, or r steps q <- q - tau_q (H q - v)"),             \
        LF_COUNT(type, part.r, 1, 1, 1e6, "solver=step: how many [steps]"),                        \
        LF_REAL(type, part.tau_q, 0, 0, 1e12, "solver=step: their size; 0: 1 / L_y [y^2/g]"),      \
        LF_REAL(type, part.cg_tol, 1e-6, 0, 1, "H q = v is solved to |v - H q| <= this |v| [1]"),  \
        LF_COUNT(type, part.cg_max, 0, 0, 1e6, "most CG steps; 0: twice d_i [steps]")
#define LF_SECOND_ORDER_BOUNDS(type, part)                                                         \
    LF_REAL(type, part.floor, 0, 0, 1e12,                                                          \
            "least eigenvalue of H; 0: strong convexity that the problem states [g/y^2]"),         \
        LF_REAL(type, part.C_gxy, 0, 0, 1e12,                                                      \
                "largest singular value of V, form=dense only; 0: no limit [g/(xy)]")

typedef struct {
    lf_second_order_params p;
    lf_estimate *E;       /* m: E_i; empty for form=batch */
    double *q;            /* n: the last solution of each level, where the next solve starts */
    double *room;         /* 3 longest: for CG */
    lf_batch *batch;      /* m, form=batch: the last one of each level */
    const double *x;      /* form=batch: where it is asked, the caller's */
    double *y;            /* n, form=batch: the same */
    size_t solves, steps; /* so far: systems solved, steps for them */
} lf_second_order;

/** Take memory. LF_BAD_ARGUMENT if no floor is set and the problem states none, or form=batch has
 *  something to project on. */
lf_status lf_second_order_init(lf_second_order *s, const lf_second_order_params *p, lf_oracle *o,
                               lf_arena *arena);
/** E_i <- P[mean of the batch at (x, y_i)], i the batch's component. */
lf_status lf_second_order_start(lf_second_order *s, lf_oracle *o, const lf_batch *batch,
                                const double *x, const double *y);
/** One step of the above from (x_old, y_old) to (x, y). form=batch: remembers the batch and where
 * it is to be asked; x must stay as it is until the level's last solve. */
lf_status lf_second_order_track(lf_second_order *s, lf_oracle *o, const lf_batch *batch,
                                const double *x_old, const double *y_old, const double *x,
                                const double *y, double beta, double kappa);
/** E_i <- P[r E_i], 0 <= r <= 1: what steps that did not sample level i have made of it. */
lf_status lf_second_order_shrink(lf_second_order *s, lf_oracle *o, size_t i, double r);
/** *q <- q_i (d_i) with H_i q_i = v, from the last q_i; it is valid until the level's next solve.
 */
lf_status lf_second_order_solve(lf_second_order *s, lf_oracle *o, size_t i, const double *v,
                                const double **q);
/** The same for another system with H_i: q (d_i) is where it starts and where it ends. */
lf_status lf_second_order_solve_from(lf_second_order *s, lf_oracle *o, size_t i, const double *v,
                                     double *q);
/** out (d) += a V_i q. */
lf_status lf_second_order_along(lf_second_order *s, lf_oracle *o, size_t i, double a,
                                const double *q, double *out);
/** out (d_i) += V_i^T r. LF_UNSUPPORTED for form=batch. */
lf_status lf_second_order_across(lf_second_order *s, lf_oracle *o, size_t i, const double *r,
                                 double *out);
