/**
 * @file cifar10.c
 * @brief The names of CIFAR-10's classes.
 */
#include "datasets/families/cifar10.h"

/* In the order of the label byte, as batches.meta.txt has them. */
static const char *const cifar10_class[] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                            "dog",      "frog",       "horse", "ship", "truck"};
const lf_categories lf_cifar10_attribute[] = {LF_CATEGORIES("class", cifar10_class), {0}};
