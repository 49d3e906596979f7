/**
 * @file cifar10.h
 * @brief CIFAR-10 and what is made of it: ten classes, files of records with one label byte.
 */
#pragma once

#include "datasets/readers/cifar.h"

/** The publisher states no licence and asks to be cited; the same for all CIFAR sets. */
#define LF_CIFAR_LICENCE "none stated; the publisher asks to be cited"
#define LF_CIFAR_CITATION "Krizhevsky, Learning multiple layers of features from tiny images, 2009"

/** paths[0 .. n_train), which are the training part if n_test > 0, then n_test more. */
lf_status lf_cifar10_parse(const char *const *paths, size_t n_train, size_t n_test,
                           lf_builder *builder);
