/**
 * @file group_certify.h
 * @brief lf_problem_class.certify of the problems on groups: linear models of tables up to
 *        LF_HESSIAN_DIM unknowns.
 */
#pragma once

#include <levelfield/problem.h>

/** Of max_risk; the state is an lf_group_minimax. */
lf_status lf_group_dro_certify(const lf_problem *problem, size_t k, lf_certificate *c);
/** Of max_excess, with a point for each group; the state is an lf_group_minimax. */
lf_status lf_mero_certify(const lf_problem *problem, size_t k, lf_certificate *c);
/** Of cvar, without decay on the ball of LF_CERTIFICATE_RADIUS; the state is an lf_cvar. */
lf_status lf_cvar_certify(const lf_problem *problem, size_t k, lf_certificate *c);
