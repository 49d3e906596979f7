/**
 * @file mnist.c
 * @brief Where the files of MNIST are.
 */
#include "datasets/families/mnist.h"

/* The publisher's own page no longer serves the files; this mirror has the same ones. */
#define MNIST_FILE(name, checksum)                                                                 \
    {                                                                                              \
        .path = "mnist/" name ".gz",                                                               \
        .url = "https://ossci-datasets.s3.amazonaws.com/mnist/" name ".gz", .sha256 = (checksum)   \
    }

const lf_dataset_file lf_mnist_files[5] = {
    MNIST_FILE("train-images-idx3-ubyte",
               "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"),
    MNIST_FILE("train-labels-idx1-ubyte",
               "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"),
    MNIST_FILE("t10k-images-idx3-ubyte",
               "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"),
    MNIST_FILE("t10k-labels-idx1-ubyte",
               "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"),
    {0},
};

const char *const lf_mnist_class[LF_MNIST_CLASSES] = {"0", "1", "2", "3", "4",
                                                      "5", "6", "7", "8", "9"};
