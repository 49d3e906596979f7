/**
 * @file two_losses.h
 * @brief The certificate of a mean logistic loss at a bounded one: by Lagrangian duality.
 */
#pragma once

#include <levelfield/certificate.h>

#include "problems/common/group_risk.h"

/** *c <- v, the multiplier c->q[1] of R_1 <= c->limit and the bound on R_0, R_0 and R_1 being the
 *  two groups of `risk`, on the ball of LF_CERTIFICATE_RADIUS. The fields before v but loss, d and
 *  radius are set. LF_NOT_FOUND without a Hessian. */
lf_status lf_two_losses_certify(lf_group_risk *risk, lf_certificate *c);
