/**
 * @file auc_certify.h
 * @brief Certificates of AUC on linear models: of ce, and with score=raw of P.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/auc/parts/two_classes.h"

/** lf_problem_class.certify; the state is an lf_auc. Nothing is certified of labels but -1 and +1,
 *  of images, or of more than LF_HESSIAN_DIM parameters. */
lf_status lf_auc_certify(const lf_problem *problem, size_t k, lf_certificate *c);

/** The bound on the cross-entropy of the training rows with these labels, on the ball of
 *  LF_CERTIFICATE_RADIUS; scores are linear, maybe with intercepts. The fields of *c before v are
 *  set but radius and d. LF_NOT_FOUND of images or of more than LF_HESSIAN_DIM parameters. */
lf_status lf_entropy_certify(const lf_two_classes *classes, const double *label, lf_certificate *c);
