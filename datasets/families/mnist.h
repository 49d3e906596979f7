/**
 * @file mnist.h
 * @brief The files of MNIST, for the sets that are made of them.
 */
#pragma once

#include "datasets/table/dataset.h"

enum { LF_MNIST_SIDE = 28, LF_MNIST_CLASSES = 10, LF_MNIST_TRAIN = 60000, LF_MNIST_ROWS = 70000 };
enum { LF_MNIST_PIXELS = LF_MNIST_SIDE * LF_MNIST_SIDE };

#define LF_MNIST_LICENCE "CC BY-SA 3.0, as commonly stated"
#define LF_MNIST_CITATION                                                                          \
    "LeCun, Bottou, Bengio and Haffner, Gradient-based learning applied to document recognition, " \
    "1998"

/** "0" to "9" */
extern const char *const lf_mnist_class[LF_MNIST_CLASSES];
/** Training images and labels, test images and labels; ended by {0}. */
extern const lf_dataset_file lf_mnist_files[5];
