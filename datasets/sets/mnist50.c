/**
 * @file mnist50.c
 * @brief MNIST as its 50 leading principal components: embeddings for small models.
 *
 * Features: scores of the pixels / 255, axes and mean of the training images.
 * Labels:   0 to 9, also as the attribute class.
 */
#include "datasets/families/mnist.h"
#include "datasets/families/pca.h"

static lf_status mnist50_parse(const char *const *paths, lf_builder *builder) {
    LF_TRY(lf_builder_attribute(builder, "class", LF_MNIST_CLASSES, lf_mnist_class));
    return lf_pca_fill(lf_dataset_find("mnist"), paths, builder);
}

const lf_dataset lf_dataset_mnist50 = {
    .name = "mnist50",
    .doc = "handwritten digits, the 50 leading principal components of their pixels",
    .licence = LF_MNIST_LICENCE,
    .citation = LF_MNIST_CITATION,
    .rows = LF_MNIST_ROWS,
    .features = 50,
    .train_rows = LF_MNIST_TRAIN,
    .version = 3,
    .files = lf_mnist_files,
    .parse = mnist50_parse,
};
