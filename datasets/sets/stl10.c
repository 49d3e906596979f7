/**
 * @file stl10.c
 * @brief The labelled part of STL-10 as published, out of its archive or unpacked.
 *
 * Features: 32 x 32 pixels in red, green and blue, means of 3 x 3 of the published 96 x 96.
 * Labels:   0 to 9 for the published 1 to 10, also as the attribute class.
 */
#include "datasets/table/dataset.h"

/* In the order of the labels, as the archive's class_names.txt has them. */
static const char *const stl10_class[] = {"airplane", "bird",  "car",    "cat",  "deer",
                                          "dog",      "horse", "monkey", "ship", "truck"};
static const lf_categories stl10_attribute[] = {LF_CATEGORIES("class", stl10_class), {0}};

static const lf_dataset_file stl10_archive = {
    .path = "stl10_binary.tar.gz",
    .url = "https://cs.stanford.edu/~acoates/stl10/stl10_binary.tar.gz",
    .sha256 = "f31fd99273a1acb8609c8db427cebb1de3f71de77758cdc0e22956e1289b9866",
};

/* Of the members only MD5 sums are commonly known. */
#define STL10_FILE(name, checksum)                                                                 \
    { .path = "stl10_binary/" name ".gz", .md5 = (checksum), .archive = &stl10_archive }

static const lf_dataset_file stl10_files[] = {
    STL10_FILE("train_X.bin", "918c2871b30a85fa023e0c44e0bee87f"),
    STL10_FILE("train_y.bin", "5a34089d4802c674881badbb80307741"),
    STL10_FILE("test_X.bin", "7f263ba9f9e0b06b93213547f721ac82"),
    STL10_FILE("test_y.bin", "36f9794fa4beb8a2c72628de14fa638e"),
    {0},
};

const lf_dataset lf_dataset_stl10 = {
    .name = "stl10",
    .doc = "photographs of ten kinds of things, 96 x 96 brought to 32 x 32 colour pixels",
    .licence = "none stated; the images are from ImageNet; the publisher asks to be cited",
    .citation = "Coates, Lee and Ng, An analysis of single-layer networks in unsupervised feature "
                "learning, AISTATS 2011",
    .note = "STL10: brought to 32 x 32 by means of 3 x 3; papers do not state their size",
    .rows = 13000,
    .features = (size_t)3 * 32 * 32,
    .train_rows = 5000,
    .version = 1,
    .files = stl10_files,
    .train_files = 2,
    .format = "stl10",
    .shape = {3, 32, 32},
    .attribute = stl10_attribute,
};
