/**
 * @file cifar10.h
 * @brief CIFAR-10 and what is made of it, and what all CIFAR sets have in common.
 */
#pragma once

#include "datasets/table/dataset.h"

/** What all CIFAR sets have. The publisher states no licence and asks to be cited. */
#define LF_CIFAR_SET                                                                               \
    .licence = "none stated; the publisher asks to be cited",                                      \
    .citation = "Krizhevsky, Learning multiple layers of features from tiny images, 2009",         \
    .features = (size_t)3 * 32 * 32, .version = 1, .format = "cifar", .shape = {3, 32, 32}

/** The ten classes. */
extern const lf_categories lf_cifar10_attribute[];
