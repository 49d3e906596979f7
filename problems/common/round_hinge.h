/**
 * @file round_hinge.h
 * @brief The certificate of a mean hinge loss at bounded ones: the kink is made round.
 *
 *     phi(z) = round log(1 + exp((1 - z) / round)),  z = b a.w
 *
 * or, of K classes, the sum of phi over the margins z of the own score over each other one.
 * Whatever w, the slope l of phi, between -1 and 0, is a dual point of the hinge itself: l (z - 1)
 * is on one of its tangents. So the bound at w is one on the hinge, and at a minimiser of phi's
 * mean it loses at most round log 2 times the share of rows at the kink, of which a vertex has no
 * more than unknowns.
 */
#pragma once

#include <levelfield/certificate.h>

#include "problems/common/group_risk.h"

/** *c <- v, multipliers and the bound on R_0 with R_i <= c->limit for all others, R_i the mean
 * hinge losses of the groups of `risk`, of a linear model with one score or with one for each
 * class, on the ball of this radius. The fields before v but loss, d and radius are set.
 * LF_NOT_FOUND beyond LF_HESSIAN_DIM unknowns. */
lf_status lf_hinge_certify(lf_group_risk *risk, double radius, lf_certificate *c);
