/**
 * @file neumann.h
 * @brief Truncated Neumann series for Hyy^-1 v of one lower level, from fresh batches of products.
 *
 *     terms:   eta_n sum_{q=0..Q} prod_{j<=q} (I - eta_n H_j) v     Q + 1 terms, Q batches
 *     random:  Q eta_n prod_{j<=p} (I - eta_n H_j) v, p uniform in 0 .. Q-1, p batches
 *
 * The random one has the mean of `terms` with Q - 1 for Q. Both are for |I - eta_n H_j| <= 1: eta_n
 * at most 2/L of every batch, so less than 2/L_y where L_y bounds the mean alone.
 * Source: Ji, Yang & Liang 2020 (terms); Hong, Wai, Wang & Yang 2020, Ghadimi & Wang 2018 (random).
 * Memory: twice the longest d_i.
 */
#pragma once

#include <levelfield/algorithm.h>

/** The choices of a parameter `neumann_batch`, in this order. */
typedef enum {
    LF_NEUMANN_CONST, /**< b for each product */
    LF_NEUMANN_GEOM   /**< ceil(b Q (1 - eta_n mu_y)^(q-1)) for product q: ever fewer */
} lf_neumann_batch;
#define LF_NEUMANN_CHOICES "const|geom"

/** A part of a parameter struct. */
typedef struct {
    size_t Q;
    double eta_n, c_h;
    int neumann_batch;
} lf_neumann_params;

/** Its rows in the parameter table of `type`, for each series. */
#define LF_NEUMANN_TERMS_PARAMS(type, part)                                                        \
    LF_COUNT(type, part.Q, 10, 0, 1e6, "products of the Neumann series [1]"),                      \
        LF_NEUMANN_STEP_PARAM(type, part),                                                         \
        LF_CHOICE(type, part.neumann_batch, LF_NEUMANN_CONST, LF_NEUMANN_CHOICES,                  \
                  "batches of its products: b_g, or ever fewer from Q b_g on")
#define LF_NEUMANN_RANDOM_PARAMS(type, part)                                                       \
    LF_COUNT(type, part.Q, 10, 1, 1e6, "the Neumann series has up to Q - 1 products [1]"),         \
        LF_NEUMANN_STEP_PARAM(type, part),                                                         \
        LF_REAL(type, part.c_h, 1, 0, 1e12, "eta_n = 0: eta_n is c_h / L_y [1]")
#define LF_NEUMANN_STEP_PARAM(type, part)                                                          \
    LF_REAL(type, part.eta_n, 0, 0, 1e12,                                                          \
            "step of the Neumann series; 0: from the smoothness L_y that the problem states "      \
            "[y^2/g]")

typedef struct {
    lf_neumann_params p; /* eta_n as it is used */
    double mu_y;
    double *product, *sum; /* longest d_i */
} lf_neumann;

/** Take memory; p->c_h = 0 stands for 1. LF_BAD_ARGUMENT if eta_n, or for LF_NEUMANN_GEOM mu_y, is
 * not known. */
lf_status lf_neumann_init(lf_neumann *s, const lf_neumann_params *p, lf_oracle *o, lf_arena *arena);
/** v (d_i) <- the series of Q + 1 terms for level i at (x, y_i), batches of b. */
lf_status lf_neumann_terms(lf_neumann *s, lf_oracle *o, size_t i, size_t b, const double *x,
                           const double *y, double *v);
/** v (d_i) <- the series of random length, which takes one number of the method's stream. */
lf_status lf_neumann_random(lf_neumann *s, lf_oracle *o, size_t i, size_t b, const double *x,
                            const double *y, double *v);
