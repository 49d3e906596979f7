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

#include <stddef.h>

/** The choices of a parameter `risk`, in this order. */
typedef enum { LF_RISK_CVAR, LF_RISK_KLCVAR, LF_RISK_CHI2, LF_RISK_BALL } lf_risk_kind;
#define LF_RISK_CHOICES "cvar|klcvar|chi2|ball"

/** A part of a parameter struct. */
typedef struct {
    int risk;
    double r, lam, nu, rho;
} lf_risk;

/** q (n) <- the response to finite losses v (n), n > 0; room (n) is used up. No overlap. */
void lf_best_response(const lf_risk *risk, size_t n, const double *v, double *q, double *room);
