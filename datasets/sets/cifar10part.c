/**
 * @file cifar10part.c
 * @brief The first 4,000 training images of CIFAR-10, where the whole set is not at hand.
 *
 * Features: 32 x 32 pixels in red, green and blue, as published.
 * Labels:   0 to 9, also as the attribute class; recovered by matching the images.
 */
#include "datasets/families/cifar10.h"

static const lf_dataset_file cifar10part_files[] = {
    {.path = "cifar-10-binary/data_batch_1.first4000.bin.gz",
     .sha256 = "0993cf8b8e43bc207603aef9787006995746513f5e3fa5a52e06d1b069926330"},
    {0},
};

const lf_dataset lf_dataset_cifar10part = {
    .name = "cifar10part",
    .doc = "the first 4,000 training images of CIFAR-10",
    LF_CIFAR_SET,
    .note = "the first 4,000 of CIFAR-10's 60,000 images: results are not those of CIFAR-10",
    .rows = 4000,
    .files = cifar10part_files,
    .attribute = lf_cifar10_attribute,
};
