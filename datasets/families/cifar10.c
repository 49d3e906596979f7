/**
 * @file cifar10.c
 * @brief Reads the files of a ten-class CIFAR set.
 */
#include "datasets/families/cifar10.h"

/* In the order of the label byte, as batches.meta.txt has them. */
static const char *const cifar10_class[] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                            "dog",      "frog",       "horse", "ship", "truck"};
static const lf_categories cifar10_label[] = {LF_CATEGORIES("class", cifar10_class)};

lf_status lf_cifar10_parse(const char *const *paths, size_t n_train, size_t n_test,
                           lf_builder *builder) {
    LF_TRY(lf_cifar_start(1, cifar10_label, builder));
    for (size_t i = 0; i < n_train + n_test; i++) {
        LF_TRY(lf_cifar_read(paths[i], 1, cifar10_label, builder));
        if (n_test > 0 && i + 1 == n_train) lf_builder_end_training(builder);
    }
    return LF_OK;
}
