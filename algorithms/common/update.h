/**
 * @file update.h
 * @brief step(w, G): momentum or Adam, with the weight of the new gradient as Chen et al. write it.
 *
 *     momentum:     v <- (1 - beta) v + beta G;   w <- w - eta v
 *     Adam, AdamW:  m <- (1 - beta) m + beta G;   q <- (1 - beta') q + beta' G*G
 *                   w <- w - eta mhat / (sqrt(qhat) + eps),   mhat, qhat without the bias of 0
 *
 * "SGD with momentum 1 - beta" of the usual libraries is the first line with eta = lr / beta. The
 * paper's printed Adam divides by the previous second moment and has no bias correction, that is by
 * eps at first; the usual form, which its experiments ran, is meant here.
 * Before use G is cut to the norm `clip`; then wd w is added to it or, AdamW, w loses eta wd w.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The choices of a parameter `update`, in this order. */
typedef enum { LF_UPDATE_MOMENTUM, LF_UPDATE_ADAM, LF_UPDATE_ADAMW } lf_update_rule;
#define LF_UPDATE_CHOICES "momentum|adam|adamw"

/** A part of a parameter struct. */
typedef struct {
    int update;
    double beta, beta_prime; /* weights of the new gradient and of its square */
    double eps;
    double wd;   /* weight decay */
    double clip; /* 0: G is used as it is */
} lf_update_params;

/** Its rows in the parameter table of `type`: momentum, for methods that have it alone, or all
 *  rules; then what is done to the gradient before. `standard` is the default of beta. */
#define LF_UPDATE_BETA(type, part, standard)                                                       \
    LF_REAL(type, part.beta, standard, 1e-12, 1,                                                   \
            "weight of the new gradient in the momentum; 1: no momentum [1]")
#define LF_UPDATE_PARAMS(type, part, standard)                                                     \
    LF_CHOICE(type, part.update, LF_UPDATE_MOMENTUM, LF_UPDATE_CHOICES,                            \
              "how a step is made; adamw: weight decay beside the step"),                          \
        LF_UPDATE_BETA(type, part, standard),                                                      \
        LF_REAL(type, part.beta_prime, 0.001, 1e-12, 1, "Adam: weight of the new squares [1]"),    \
        LF_REAL(type, part.eps, 1e-8, 1e-300, 1e12,                                                \
                "Adam: added to the root of the second moment [f/x]")
#define LF_UPDATE_BEFORE(type, part)                                                               \
    LF_REAL(type, part.wd, 0, 0, 1e12, "weight decay [f/x^2; adamw: 1/x]"),                        \
        LF_REAL(type, part.clip, 0, 0, 1e300,                                                      \
                "largest norm of the gradient that is used; 0: any [f/x]")

typedef struct {
    lf_update_params p;
    size_t d;
    double left;       /* (1 - beta)^t, the share of m's start; 1 before the first step */
    double left_prime; /* (1 - beta')^t */
    double *v;         /* d: v, or Adam's m */
    double *q;         /* d; momentum alone has none */
} lf_update;

/** Start at v = 0, q = 0. Memory: d doubles, Adam 2d. */
lf_status lf_update_init(lf_update *s, const lf_update_params *p, size_t d, lf_arena *arena);

/** w (d) <- step(w, G) of size eta, G (d); no overlap. */
void lf_update_step(lf_update *s, double eta, const double *G, double *w);
