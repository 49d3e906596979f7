/**
 * @file convex_bound.h
 * @brief What a point and weights say about the optimum of a convex problem (certificate.h).
 */
#pragma once

#include <levelfield/certificate.h>

#include "problems/common/group_function.h"

/** How far the bound of a certificate is to be from the optimum, where the solver can do it [F]. */
#define LF_CERTIFICATE_TOLERANCE 1e-9
/** The ball that a bound is about where the problem has the whole space and no decay [w]. */
#define LF_CERTIFICATE_RADIUS 100.0

/** c->v (d), c->q (parts) <- zeros: the fields before them are set. Frees nothing. */
lf_status lf_certificate_room(lf_certificate *c);

/** c->bound from all other fields; `f` are the c->parts functions R_i of c->d unknowns. `solved` is
 *  how the solver ended that left v and q there: short of its aim (LF_DIVERGED) the bound is lower,
 *  any other failure is forwarded. */
lf_status lf_certificate_bound(lf_status solved, const lf_group_function *f, lf_certificate *c);
