/**
 * @file best_response.h
 * @brief Weights q of n losses v that a risk answers with: argmax over q of q.v less a penalty.
 *
 *     cvar    q <= 1/(r n): 1/(r n) on the floor(r n) largest, the rest on the next
 *     klcvar  the same less lam KL(q, 1/n):         q_i = min(c exp(v_i / lam), 1/(r n))
 *     chi2    less nu/(2n) sum (n q_i - 1)^2:       q_i = [v_i - e]_+ / (nu n)
 *     ball    (1/(2n)) sum (n q_i - 1)^2 <= rho:    q_i = [v_i - e]_+ / sum
 *
 * Losses that tie at the edge of cvar share what is left. With r = 1, or a large nu, all weigh the
 * same.
 *
 * Source: Levy, Carmon, Duchi & Sidford 2020, arXiv:2010.05893.
 */
#pragma once

#include <levelfield/param.h>

/** The choices of a parameter `risk`, in this order. */
typedef enum { LF_RISK_CVAR, LF_RISK_KLCVAR, LF_RISK_CHI2, LF_RISK_BALL } lf_risk_kind;
#define LF_RISK_CHOICES "cvar|klcvar|chi2|ball"

/** A part of a parameter struct. */
typedef struct {
    int risk;
    double r, lam, nu, rho;
} lf_risk;

/** Its rows in the parameter table of `type`. */
#define LF_RISK_PARAMS(type, part)                                                                 \
    LF_CHOICE(type, part.risk, LF_RISK_CVAR, LF_RISK_CHOICES, "what answers the batch's losses"),  \
        LF_REAL(type, part.r, 0, 0, 1,                                                             \
                "cvar, klcvar: share of the losses that counts; 0: of the problem's cap [1]"),     \
        LF_REAL(type, part.lam, 0.1, 1e-12, 1e12, "klcvar: weight of the entropy [f]"),            \
        LF_REAL(type, part.nu, 1, 1e-12, 1e12, "chi2: weight of the distance [f]"),                \
        LF_REAL(type, part.rho, 1, 1e-6, 1e12, "ball: its radius [1]")

/** q (n) <- the response to finite losses v (n), n > 0; room (n) is used up. No overlap. */
void lf_best_response(const lf_risk *risk, size_t n, const double *v, double *q, double *room);
