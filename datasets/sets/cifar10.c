/**
 * @file cifar10.c
 * @brief CIFAR-10 as published, out of its archive or unpacked.
 *
 * Features: 32 x 32 pixels in red, green and blue.
 * Labels:   0 to 9, also as the attribute class.
 */
#include "datasets/families/cifar10.h"

static const lf_dataset_file cifar10_archive = {
    .path = "cifar-10-binary.tar.gz",
    .url = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
    .sha256 = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
};

#define CIFAR10_FILE(name, checksum)                                                               \
    {                                                                                              \
        .path = "cifar-10-batches-bin/" name ".gz", .sha256 = (checksum),                          \
        .archive = &cifar10_archive                                                                \
    }

static const lf_dataset_file cifar10_files[] = {
    CIFAR10_FILE("data_batch_1.bin",
                 "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"),
    CIFAR10_FILE("data_batch_2.bin",
                 "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"),
    CIFAR10_FILE("data_batch_3.bin",
                 "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"),
    CIFAR10_FILE("data_batch_4.bin",
                 "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"),
    CIFAR10_FILE("data_batch_5.bin",
                 "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"),
    CIFAR10_FILE("test_batch.bin",
                 "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"),
    {0},
};

const lf_dataset lf_dataset_cifar10 = {
    .name = "cifar10",
    .doc = "photographs of ten kinds of things, 32 x 32 colour pixels: which is it?",
    LF_CIFAR_SET,
    .rows = 60000,
    .train_rows = 50000,
    .files = cifar10_files,
    .train_files = 5,
    .attribute = lf_cifar10_attribute,
};
