/**
 * @file mnist.c
 * @brief MNIST: handwritten digits.
 *
 * Features: 28 x 28 grey pixels, 0 the paper and 255 the ink.
 * Labels:   0 to 9, also as the attribute class.
 */
#include "datasets/families/mnist.h"

static const lf_categories mnist_attribute[] = {LF_CATEGORIES("class", lf_mnist_class), {0}};

const lf_dataset lf_dataset_mnist = {
    .name = "mnist",
    .doc = "handwritten digits, 28 x 28 grey pixels: which digit is it?",
    .licence = LF_MNIST_LICENCE,
    .citation = LF_MNIST_CITATION,
    .rows = LF_MNIST_ROWS,
    .features = LF_MNIST_PIXELS,
    .train_rows = LF_MNIST_TRAIN,
    .version = 1,
    .files = lf_mnist_files,
    .train_files = 2,
    .format = "idx",
    .shape = {1, LF_MNIST_SIDE, LF_MNIST_SIDE},
    .attribute = mnist_attribute,
};
