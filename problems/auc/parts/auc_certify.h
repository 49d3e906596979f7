/**
 * @file auc_certify.h
 * @brief lf_problem_class.certify of AUC on linear models: of ce, and with score=raw of P.
 */
#pragma once

#include <levelfield/problem.h>

/** The state is an lf_auc. Nothing is certified of labels but -1 and +1, of images, of more than
 *  LF_HESSIAN_DIM parameters, or of P with a margin. */
lf_status lf_auc_certify(const lf_problem *problem, size_t k, lf_certificate *c);
