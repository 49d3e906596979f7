/**
 * @file cifar10jpeg.c
 * @brief Images of CIFAR-10 that went through JPEG, where the published ones are not at hand.
 *
 * Features: 32 x 32 pixels in red, green and blue, near the published ones but not equal to them.
 * Labels:   0 to 9, also as the attribute class; balanced, and in turn.
 */
#include "datasets/families/cifar10.h"

static const lf_dataset_file cifar10jpeg_files[] = {
    {.path = "cifar-10-jpeg/train-10k.bin.gz",
     .sha256 = "a6f48cd4d8745d5b80b6a0f7665654d54e1aacda199a3a966cb7958b11d38f22"},
    {.path = "cifar-10-jpeg/test-5k.bin.gz",
     .sha256 = "8549a6920b64202014d04b3eeab3ae892ba0d8daaad64c7cea33e852395ee011"},
    {0},
};

const lf_dataset lf_dataset_cifar10jpeg = {
    .name = "cifar10jpeg",
    .doc = "10,000 training and 5,000 test images of CIFAR-10, from lossy JPEG copies",
    LF_CIFAR_SET,
    .note = "CIFAR-10 (JPEG): a quarter of the images, decoded from lossy copies; the pixels are "
            "not the published ones",
    .rows = 15000,
    .train_rows = 10000,
    .files = cifar10jpeg_files,
    .train_files = 1,
    .attribute = lf_cifar10_attribute,
};
