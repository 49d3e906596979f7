/**
 * @file oracle.h
 * @brief The metered way to a problem: draw a batch, ask about it, be charged.
 *
 * Every call that does work adds `batch size` to the counter of its (kind, role) before the work is
 * done. A call that would overrun the budget does nothing and returns LF_BUDGET_SPENT; forward it.
 * Shapes: d = lf_oracle_dim(o), p = outputs of the component. Vectors are contiguous doubles.
 *
 * An answer is added up while the point is still read, so it goes to memory of its own: where it
 * would overwrite the point, a vector y, v, alpha or q that is asked about, or another answer,
 * nothing is charged and the question is refused with LF_BAD_ARGUMENT.
 *
 * What is charged or drawn is answered while init or a step lasts. At any other time, as when a
 * point is handed over, it is refused with LF_BAD_ARGUMENT, or is NAN where the answer is a number.
 *
 * LF_EVERY in place of a component draws from, or asks about, all components of the role at once:
 * the map is then w -> (g_1(w), ..., g_m(w)), p the sum of their outputs, and one call does the
 * work and is charged for all.
 */
#pragma once

#include <levelfield/batch.h>
#include <levelfield/problem.h>
#include <levelfield/public.h>
#include <levelfield/status.h>

LF_PUBLIC_BEGIN

typedef struct lf_oracle lf_oracle;

/** What the problem says about itself: dimension, components, domain, constants. Free. It is a copy
 *  that lasts as long as the run and cannot be written to, without the starting point (which init
 * is given), the names and parts of the data, and the problem's memory. */
const lf_problem_info *lf_oracle_info(const lf_oracle *o);
/** d, the length of the iterate. Free. */
size_t lf_oracle_dim(const lf_oracle *o);
/** true if the problem answers lf_oracle_jvp(). Free. */
bool lf_oracle_has_jvp(const lf_oracle *o);
/** One component's shape. Free. NULL if there is none. */
const lf_component *lf_oracle_component(const lf_oracle *o, lf_role role, size_t component);

/* ---- draws: the run's own counter-based streams; the same seed gives every method the same
 * i-th batch of the same component. Each draw adds n to samples.ROLE. ---- */

/** n samples of a component (LF_EVERY: n of each), independent and with replacement; with strata,
 *  split among them by lf_component.share (largest remainder, at least one each). From a component
 * known in closed form: its full batch, whatever n; LF_EVERY then means n of each of the others. */
LF_CHECKED lf_status lf_oracle_draw(lf_oracle *o, lf_role role, size_t component, size_t n,
                                    lf_batch *batch);
/** All its samples, each once. */
LF_CHECKED lf_status lf_oracle_full(lf_oracle *o, lf_role role, size_t component, lf_batch *batch);
/** Block k < q of a partition of its samples into q blocks whose sizes differ by one at most: the
 *  same block each time, charged each time. The run's seed says which samples lie together.
 *  LF_UNSUPPORTED for a component with several strata, LF_BAD_ARGUMENT where a block would be empty
 *  and for LF_EVERY. */
LF_CHECKED lf_status lf_oracle_block(lf_oracle *o, lf_role role, size_t component, size_t q,
                                     size_t k, lf_batch *batch);
/** *lent <- the samples of b, drawn from component 0 of a role or all of its samples, for component
 *  i of this or another role, where both share their samples (lf_components.shared): one draw then
 * serves several components, as a mini-batch does whose rows are all compared with each other, or
 * objective and constraints. Free, as the rows are the same; questions about it are charged as any.
 * LF_BAD_ARGUMENT for other batches and problems. */
LF_CHECKED lf_status lf_oracle_lend(lf_oracle *o, const lf_batch *b, lf_role role, size_t i,
                                    lf_batch *lent);
/** Batch size that makes q batches one pass: the sum over strata of ceil(N_s / q). Free. */
size_t lf_oracle_share(const lf_oracle *o, lf_role role, size_t component, size_t q);
/** ids (k) <- k of the role's components, without replacement, in increasing order: those that
 *  belong to every draw (lf_components.always), the others by chance. Free. LF_BAD_ARGUMENT if only
 *  the first would be drawn, unless these are all there are. */
LF_CHECKED lf_status lf_oracle_components(lf_oracle *o, lf_role role, size_t k, size_t *ids);
/** What stands before component i in a draw S of k of n, so that (1/k) sum_{i in S} weight_i F_i
 * has the mean (1/n) sum_i F_i: k/n if i belongs to every draw, k (n - a) / (n (k - a)) if it is
 * not one of these a; exactly 1 where a = 0 or k = n. Free. */
double lf_oracle_component_weight(const lf_oracle *o, lf_role role, size_t k, size_t i);
/** A uniform number in [0, 1) from the method's own stream (for random choices of the method). */
double lf_oracle_uniform(lf_oracle *o);

/** *number <- which of its component's samples the k-th of a batch is, from 0: a name to keep
 *  something by, as SAGA does a gradient; nothing else is said of the sample. Free.
 *  LF_BAD_ARGUMENT for k >= n, and for a batch of every component. */
LF_CHECKED lf_status lf_oracle_sample_number(lf_oracle *o, const lf_batch *b, size_t k,
                                             size_t *number);

/* ---- component maps g_i : R^d -> R^p ---- */

/** g (p) <- g_i(w; B). Counts value. */
LF_CHECKED lf_status lf_oracle_value(lf_oracle *o, const lf_batch *b, const double *w, double *g);
/** grad (d) += Dg_i(w; B)^T y, y (p). Counts gradient. */
LF_CHECKED lf_status lf_oracle_vjp(lf_oracle *o, const lf_batch *b, const double *w,
                                   const double *y, double *grad);
/** Both at once, one forward pass. Counts value and gradient. */
LF_CHECKED lf_status lf_oracle_value_vjp(lf_oracle *o, const lf_batch *b, const double *w,
                                         const double *y, double *g, double *grad);
/** jv (p) <- Dg_i(w; B) v, v (d). Counts jvp. LF_UNSUPPORTED, and no charge, if the problem cannot
 *  tell. */
LF_CHECKED lf_status lf_oracle_jvp(lf_oracle *o, const lf_batch *b, const double *w,
                                   const double *v, double *jv);
/** grad (d) += a subgradient at w of F_i(g_i(.; B)), F_i as below: exact on a full batch, the
 * plug-in estimate (biased unless F_i is linear) on a sample. The value stays hidden. One component
 * only. Counts gradient. */
LF_CHECKED lf_status lf_oracle_subgradient(lf_oracle *o, const lf_batch *b, const double *w,
                                           double *grad);

/* ---- saddle problems min_v max_alpha E F(v, alpha; z): batches of objective 0; n = domain_y.n,
 * LF_UNSUPPORTED and no charge if the problem has no such form ---- */

/** grad_v (d) += dF/dv, grad_alpha (n) += dF/dalpha, means over the batch at (v, alpha). Counts
 *  gradient. */
LF_CHECKED lf_status lf_oracle_saddle(lf_oracle *o, const lf_batch *b, const double *v,
                                      const double *alpha, double *grad_v, double *grad_alpha);
/** alpha (n) <- the batch's estimate of the best response argmax_alpha E F(v, alpha; z). Counts
 *  value. LF_NOT_FOUND where it cannot tell, as without a sample of one class: draw more and ask
 *  again; the estimate is then of all samples since the last one that was found. */
LF_CHECKED lf_status lf_oracle_respond(lf_oracle *o, const lf_batch *b, const double *v,
                                       double *alpha);

/* ---- bilevel problems min_x (1/m) sum_i f_i(x, y_i*(x)), y_i*(x) = argmin g_i(x, y_i): batches of
 * upper i (f_i) or lower i (g_i); d_i = outputs of lower i. The answer for a batch is its mean.
 * LF_UNSUPPORTED and no charge if the problem has no such form ---- */

/** Where y_i starts in the second block, which holds y_1, y_2, ... one after the other. Free. */
size_t lf_oracle_lower_at(const lf_oracle *o, size_t i);
/** gx (d) += df_i/dx and gy (d_i) += df_i/dy at (x, y_i); either may be NULL. Counts gradient once
 *  for each; not for gx where f_i does not depend on x itself (info.direct): gx is then left alone.
 */
LF_CHECKED lf_status lf_oracle_upper_gradient(lf_oracle *o, const lf_batch *b, const double *x,
                                              const double *y, double *gx, double *gy);
/** gy (d_i) += dg_i/dy. Counts gradient. */
LF_CHECKED lf_status lf_oracle_lower_gradient(lf_oracle *o, const lf_batch *b, const double *x,
                                              const double *y, double *gy);
/** gx (d) += dg_i/dx. Counts gradient. LF_UNSUPPORTED if the problem cannot tell. */
LF_CHECKED lf_status lf_oracle_lower_gradient_x(lf_oracle *o, const lf_batch *b, const double *x,
                                                const double *y, double *gx);
/** out (d_i) += Hyy v, v (d_i), Hyy = d2g_i/dy2. Counts hvp. */
LF_CHECKED lf_status lf_oracle_lower_hvp(lf_oracle *o, const lf_batch *b, const double *x,
                                         const double *y, const double *v, double *out);
/** out (d) += Jxy q, q (d_i), Jxy = d2g_i/dxdy (d x d_i). Counts jvp. */
LF_CHECKED lf_status lf_oracle_lower_jvp(lf_oracle *o, const lf_batch *b, const double *x,
                                         const double *y, const double *q, double *out);

/* Estimates E = (H, V) of (Hyy, Jxy) of one lower level. Their numbers lie with the oracle, and in
 * checkpoints: all that can be in one came through lf_oracle_estimate_add(), which is charged, so
 * products with it tell what was paid for. These are free. */

/** An estimate by its number; it is the oracle's own, and lives as long as the run. */
typedef size_t lf_estimate;

/** How E is written down. */
typedef enum {
    LF_FORM_OWN,  /**< as the problem does it: for a linear model a number a row of the data */
    LF_FORM_DENSE /**< as matrices, H (d_i x d_i) and V^T (d_i x d), for any problem */
} lf_form;
#define LF_FORM_CHOICES "own|dense"

/** *E <- a new estimate (0, 0) for lower i. In init only. */
LF_CHECKED lf_status lf_oracle_estimate(lf_oracle *o, lf_form form, size_t i, lf_estimate *E);
/** E <- E + a (Hyy, Jxy) of the batch, which is of its level, at (x, y_i). Counts hvp and jvp; jvp
 *  alone where the form knows Hyy. */
LF_CHECKED lf_status lf_oracle_estimate_add(lf_oracle *o, lf_estimate E, const lf_batch *b,
                                            const double *x, const double *y, double a);
/** E <- r E, r >= 0. */
LF_CHECKED lf_status lf_oracle_estimate_scale(lf_oracle *o, lf_estimate E, double r);
/** H <- a projection of it that is >= floor I: of its eigenvalues (dense), or of its coefficients
 *  in a form where those of the true Hyy are known to be positive. b: the batch added since the
 *  last projection; NULL: none was. */
LF_CHECKED lf_status lf_oracle_estimate_project(lf_oracle *o, lf_estimate E, const lf_batch *b,
                                                double floor);
/** V <- the nearest matrix with no singular value above cap > 0; nothing if cap is infinite.
 *  LF_UNSUPPORTED for a form of the problem's own. */
LF_CHECKED lf_status lf_oracle_estimate_clip(lf_oracle *o, lf_estimate E, double cap);
/** out (d_i) += H v. */
LF_CHECKED lf_status lf_oracle_estimate_hessian(lf_oracle *o, lf_estimate E, const double *v,
                                                double *out);
/** out (d) += a V q, q (d_i). */
LF_CHECKED lf_status lf_oracle_estimate_jacobian(lf_oracle *o, lf_estimate E, double a,
                                                 const double *q, double *out);
/** out (d_i) += V^T r, r (d). */
LF_CHECKED lf_status lf_oracle_estimate_jacobian_t(lf_oracle *o, lf_estimate E, const double *r,
                                                   double *out);

/* ---- closed-form parts: counted as `outer`, never budgeted ----
 *
 * F_i(z), z (p), is made of the component's outer functions f_ik, each on its slice of z: of an
 * objective or a constraint it is the largest, max_k f_ik; of an inner component the sum. */

/** F_i(z); NAN if there is no such component. */
double lf_oracle_outer_value(lf_oracle *o, lf_role role, size_t component, const double *z);
/** y (p) <- a subgradient of F_i at z; the first maximiser wins ties. */
void lf_oracle_outer_subgradient(lf_oracle *o, lf_role role, size_t component, const double *z,
                                 double *y);
/** values (outers) <- f_i1(z), f_i2(z), ...: each alone, whatever the role. */
void lf_oracle_outer_each(lf_oracle *o, lf_role role, size_t component, const double *z,
                          double *values);
/** y (p) <- a subgradient at z of f_ik alone, k < outers: 0 outside its slice. */
void lf_oracle_outer_each_subgradient(lf_oracle *o, lf_role role, size_t component, size_t k,
                                      const double *z, double *y);
/** u (p) <- prox of lambda F_i at z: slice by slice, as a sum is separable. LF_UNSUPPORTED for a
 *  largest of several functions, and where lf_outer_prox() knows no closed form. */
LF_CHECKED lf_status lf_oracle_outer_prox(lf_oracle *o, lf_role role, size_t component,
                                          double lambda, const double *z, double *u);
/** *value, y (p) <- Moreau envelope of F_i at z and its gradient; fails as the prox does. */
LF_CHECKED lf_status lf_oracle_outer_envelope(lf_oracle *o, lf_role role, size_t component,
                                              double lambda, const double *z, double *value,
                                              double *y);
/** grad (d) += a subgradient of the regulariser r at w; nothing if there is none. */
void lf_oracle_regulariser(lf_oracle *o, const double *w, double *grad);
/** w (d) <- its projection on the domain X. */
void lf_oracle_project(lf_oracle *o, double *w);
/** y <- its Euclidean projection on the domain of the second block. */
void lf_oracle_project_y(lf_oracle *o, double *y);

LF_PUBLIC_END
