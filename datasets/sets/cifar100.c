/**
 * @file cifar100.c
 * @brief CIFAR-100 as published, out of its archive or unpacked.
 *
 * Features: 32 x 32 pixels in red, green and blue.
 * Labels:   0 to 99, also as the attribute class; the attribute superclass joins five classes.
 */
#include "datasets/families/cifar10.h"

/* In the orders of the two label bytes, as the archive's coarse_label_names.txt and
 * fine_label_names.txt have them. */
static const char *const cifar100_superclass[] = {"aquatic_mammals",
                                                  "fish",
                                                  "flowers",
                                                  "food_containers",
                                                  "fruit_and_vegetables",
                                                  "household_electrical_devices",
                                                  "household_furniture",
                                                  "insects",
                                                  "large_carnivores",
                                                  "large_man-made_outdoor_things",
                                                  "large_natural_outdoor_scenes",
                                                  "large_omnivores_and_herbivores",
                                                  "medium_mammals",
                                                  "non-insect_invertebrates",
                                                  "people",
                                                  "reptiles",
                                                  "small_mammals",
                                                  "trees",
                                                  "vehicles_1",
                                                  "vehicles_2"};
static const char *const cifar100_class[] = {
    "apple",       "aquarium_fish", "baby",      "bear",       "beaver",       "bed",
    "bee",         "beetle",        "bicycle",   "bottle",     "bowl",         "boy",
    "bridge",      "bus",           "butterfly", "camel",      "can",          "castle",
    "caterpillar", "cattle",        "chair",     "chimpanzee", "clock",        "cloud",
    "cockroach",   "couch",         "crab",      "crocodile",  "cup",          "dinosaur",
    "dolphin",     "elephant",      "flatfish",  "forest",     "fox",          "girl",
    "hamster",     "house",         "kangaroo",  "keyboard",   "lamp",         "lawn_mower",
    "leopard",     "lion",          "lizard",    "lobster",    "man",          "maple_tree",
    "motorcycle",  "mountain",      "mouse",     "mushroom",   "oak_tree",     "orange",
    "orchid",      "otter",         "palm_tree", "pear",       "pickup_truck", "pine_tree",
    "plain",       "plate",         "poppy",     "porcupine",  "possum",       "rabbit",
    "raccoon",     "ray",           "road",      "rocket",     "rose",         "sea",
    "seal",        "shark",         "shrew",     "skunk",      "skyscraper",   "snail",
    "snake",       "spider",        "squirrel",  "streetcar",  "sunflower",    "sweet_pepper",
    "table",       "tank",          "telephone", "television", "tiger",        "tractor",
    "train",       "trout",         "tulip",     "turtle",     "wardrobe",     "whale",
    "willow_tree", "wolf",          "woman",     "worm"};
static const lf_categories cifar100_attribute[] = {
    LF_CATEGORIES("class", cifar100_class),
    LF_CATEGORIES("superclass", cifar100_superclass),
    {0},
};

static const lf_dataset_file cifar100_archive = {
    .path = "cifar-100-binary.tar.gz",
    .url = "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz",
    .sha256 = "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec",
};

static const lf_dataset_file cifar100_files[] = {
    {.path = "cifar-100-binary/train.bin.gz",
     .sha256 = "f31298fc616915fa142368359df1c4ca2ae984d6915ca468b998a5ec6aeebf29",
     .archive = &cifar100_archive},
    {.path = "cifar-100-binary/test.bin.gz",
     .sha256 = "d8b1e6b7b3bee4020055f0699b111f60b1af1e262aeb93a0b659061746f8224a",
     .archive = &cifar100_archive},
    {0},
};

const lf_dataset lf_dataset_cifar100 = {
    .name = "cifar100",
    .doc = "photographs of a hundred kinds of things, 32 x 32 colour pixels: which is it?",
    LF_CIFAR_SET,
    .rows = 60000,
    .train_rows = 50000,
    .files = cifar100_files,
    .train_files = 1,
    .attribute = cifar100_attribute,
};
