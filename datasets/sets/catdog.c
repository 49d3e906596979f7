/**
 * @file catdog.c
 * @brief Kaggle's Dogs vs. Cats: as many photographs as the folder or train.zip has.
 *
 * Features: 32 x 32 pixels in red, green and blue, see datasets/readers/parts/photo.h.
 * Labels:   -1 for cat.*.jpg, +1 for dog.*.jpg, also as the attribute class.
 * Rows:     the names sorted byte by byte, then shuffled once and for all; the first four fifths
 *           (rounded down) train.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/sha256.h"
#include "datasets/made/draws.h"
#include "datasets/readers/parts/photo.h"
#include "datasets/readers/parts/photos.h"
#include "datasets/table/builder.h"

enum { CATDOG_SEED = 20260401, CATDOG_VERSION = 1 };
enum { CATDOG_CAT, CATDOG_DOG, CATDOG_CLASSES };

static const char *const catdog_class[CATDOG_CLASSES] = {"cat", "dog"};

typedef struct {
    char *name;
    char sha256[LF_SHA256_TEXT];
    uint8_t *image; /* LF_PHOTO_PIXELS; NULL: only surveyed */
} catdog_photo;

typedef struct {
    const char *path;
    bool decode; /* or only hash */
    size_t n;
    catdog_photo *photo; /* n */
} catdog_list;

static void catdog_free(catdog_list *list) {
    for (size_t i = 0; i < list->n; i++) {
        free(list->photo[i].name);
        free(list->photo[i].image);
    }
    free(list->photo);
}

/* The class that a name begins with, or CATDOG_CLASSES. */
static size_t catdog_code(const char *name) {
    size_t k = 0;
    while (k < CATDOG_CLASSES && (strncmp(name, catdog_class[k], 3) != 0 || name[3] != '.'))
        k++;
    return k;
}

static lf_status catdog_decode(const catdog_list *list, const uint8_t *bytes, size_t size,
                               catdog_photo *photo) {
    char place[8192];
    photo->image = malloc(LF_PHOTO_PIXELS);
    if (!photo->image) return lf_fail(LF_NO_MEMORY, "%s: no memory for images", list->path);
    snprintf(place, sizeof place, "%s/%s", list->path, photo->name);
    return lf_photo_read(place, bytes, size, photo->image);
}

/* An lf_photo_visit. */
static lf_status catdog_add(void *context, const char *name, const uint8_t *bytes, size_t size) {
    catdog_list *list = context;
    if (catdog_code(name) == CATDOG_CLASSES)
        return lf_fail(LF_BAD_INPUT, "%s/%s: expected only names such as cat.0.jpg and dog.0.jpg",
                       list->path, name);
    LF_TRY(lf_grow(&list->photo, list->n, sizeof *list->photo, "images"));
    catdog_photo *photo = &list->photo[list->n];
    *photo = (catdog_photo){.name = strdup(name)};
    if (!photo->name) return lf_fail(LF_NO_MEMORY, "%s: no memory for a name", list->path);
    list->n++; /* from here on it is freed with the list */
    LF_TRY(lf_sha256_of(bytes, size, photo->sha256));
    return list->decode ? catdog_decode(list, bytes, size, photo) : LF_OK;
}

static int catdog_compare(const void *a, const void *b) {
    return strcmp(((const catdog_photo *)a)->name, ((const catdog_photo *)b)->name);
}

/* Sort; every name once, and both classes, so that sorted the first is a cat, the last a dog. */
static lf_status catdog_sort(catdog_list *list) {
    if (list->n > 0) qsort(list->photo, list->n, sizeof *list->photo, catdog_compare);
    for (size_t i = 1; i < list->n; i++)
        if (strcmp(list->photo[i - 1].name, list->photo[i].name) == 0)
            return lf_fail(LF_BAD_INPUT, "%s: \"%s\" stands twice", list->path,
                           list->photo[i].name);
    if (list->n > 0 && catdog_code(list->photo[0].name) == CATDOG_CAT &&
        catdog_code(list->photo[list->n - 1].name) == CATDOG_DOG)
        return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: found %zu images, expected cats and dogs: train/cat.0.jpg, train/dog.0.jpg "
                   "and so on, as Kaggle's train.zip has them",
                   list->path, list->n);
}

/* Over the version, the sorted names and the contents; the same for the folder and the archive. */
static lf_status catdog_identify(const catdog_list *list, char *identity) {
    char head[32];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, head, (size_t)snprintf(head, sizeof head, "catdog %d\n", CATDOG_VERSION));
    for (size_t i = 0; i < list->n; i++) {
        lf_sha256_add(&hash, list->photo[i].name, strlen(list->photo[i].name) + 1);
        lf_sha256_add(&hash, list->photo[i].sha256, LF_SHA256_TEXT);
    }
    return lf_sha256_finish(&hash, identity);
}

static lf_status catdog_read(catdog_list *list, char *identity) {
    LF_TRY(lf_photos_visit(list->path, catdog_add, list));
    LF_TRY(catdog_sort(list));
    return catdog_identify(list, identity);
}

static size_t catdog_train_rows(size_t n) {
    return n * 4 / 5;
}

static lf_status catdog_survey(const char *const *paths, lf_dataset *found, char *identity) {
    catdog_list list = {.path = paths[0]};
    const lf_status status = catdog_read(&list, identity);
    found->rows = list.n;
    found->train_rows = catdog_train_rows(list.n);
    catdog_free(&list);
    return status;
}

static lf_status catdog_row(const catdog_photo *photo, lf_builder *builder) {
    const size_t code = catdog_code(photo->name);
    LF_TRY(lf_builder_pixels(builder, photo->image));
    LF_TRY(lf_builder_code(builder, 0, lf_builder_rows(builder), code));
    return lf_builder_row(builder, code == CATDOG_DOG ? 1 : -1);
}

static lf_status catdog_fill(const catdog_list *list, lf_builder *builder) {
    lf_status status = LF_OK;
    uint32_t *order = malloc(list->n * sizeof *order);
    if (!order) return lf_fail(LF_NO_MEMORY, "%s: no memory for a permutation", list->path);
    for (size_t i = 0; i < list->n; i++)
        order[i] = (uint32_t)i;
    lf_shuffle(CATDOG_SEED, 0, list->n, list->n, order);
    for (size_t i = 0; status == LF_OK && i < list->n; i++) {
        status = catdog_row(&list->photo[order[i]], builder);
        if (i + 1 == catdog_train_rows(list->n)) lf_builder_end_training(builder);
    }
    free(order);
    return status;
}

static lf_status catdog_parse(const char *const *paths, lf_builder *builder) {
    char identity[LF_SHA256_TEXT];
    catdog_list list = {.path = paths[0], .decode = true};
    lf_status status = lf_builder_set_pixels(builder, 3, LF_PHOTO_SIDE, LF_PHOTO_SIDE);
    if (status == LF_OK)
        status = lf_builder_attribute(builder, "class", CATDOG_CLASSES, catdog_class);
    if (status == LF_OK) status = catdog_read(&list, identity);
    if (status == LF_OK) status = catdog_fill(&list, builder);
    if (status == LF_OK) status = lf_builder_source(builder, paths[0], identity);
    catdog_free(&list);
    return status;
}

static const lf_dataset_file catdog_files[] = {
    {.path = "catdog/train.zip",
     .folder = "catdog/train",
     .why = "Kaggle asks for an account (https://www.kaggle.com/c/dogs-vs-cats/data, train.zip)"},
    {0},
};

const lf_dataset lf_dataset_catdog = {
    .name = "catdog",
    .doc = "photographs brought to 32 x 32 colour pixels: is it a dog (+1) or a cat (-1)?",
    .licence = "the rules of Kaggle's competition Dogs vs. Cats",
    .citation = "Elson, Douceur, Howell and Saul, Asirra: a CAPTCHA that exploits interest-aligned "
                "manual image categorization, CCS 2007; Kaggle, Dogs vs. Cats, 2013",
    .note = "Cat&Dog: the crop to 32 x 32 and the division into training and test part are "
            "Levelfield's; of the division papers state the share, 80 to 20",
    .rows = 25000,
    .features = LF_PHOTO_PIXELS,
    .train_rows = 20000,
    .version = CATDOG_VERSION,
    .files = catdog_files,
    .parse = catdog_parse,
    .survey = catdog_survey,
};
