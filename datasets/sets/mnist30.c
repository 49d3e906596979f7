/**
 * @file mnist30.c
 * @brief MNIST as 30 slides of three hospitals, and the test images as slides of a fourth one.
 *
 * Features: 28 x 28 grey pixels, after families/slides.h: noisy, of another contrast, inverted or
 *           turned.
 * Labels:   +1 for an odd digit, -1 for an even one.
 * Groups:   hospital and slide: training image i is of group i mod 30, that is of hospital
 *           g mod 3 and its slide g div 3; test image i is of slide i mod 10 of hospital 3, which
 *           no training image is of.
 */
#include "datasets/families/mnist.h"

#include "datasets/families/slides.h"
#include "datasets/readers/parts/reader.h"

enum { MNIST30_SEED = 20250603, MNIST30_HOSPITALS = 3, MNIST30_UNSEEN = LF_SLIDE_TURNED_BACK };
enum { MNIST30_GROUPS = MNIST30_HOSPITALS * LF_SLIDES };

static const char *const mnist30_name[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

/* Row i of MNIST as row i of the builder. */
static lf_status mnist30_row(const lf_builder *digits, size_t i, lf_builder *builder) {
    const bool test = i >= LF_MNIST_TRAIN;
    const size_t group = i % MNIST30_GROUPS;
    const size_t hospital = test ? MNIST30_UNSEEN : group % MNIST30_HOSPITALS;
    const size_t slide = test ? (i - LF_MNIST_TRAIN) % LF_SLIDES : group / MNIST30_HOSPITALS;
    const lf_slide shown = lf_slide_draw(MNIST30_SEED, (lf_slide_map)hospital, slide);
    uint8_t from[LF_MNIST_PIXELS], to[LF_MNIST_PIXELS];
    for (size_t k = 0; k < LF_MNIST_PIXELS; k++)
        from[k] = (uint8_t)lf_builder_value(digits, i, k);
    lf_slide_show(&shown, i, LF_MNIST_SIDE, from, to);
    LF_TRY(lf_builder_pixels(builder, to));
    LF_TRY(lf_builder_code(builder, 0, i, hospital));
    LF_TRY(lf_builder_code(builder, 1, i, slide));
    return lf_builder_row(builder, (int)lf_builder_label(digits, i) % 2 == 1 ? 1 : -1);
}

static lf_status mnist30_fill(const char *const *paths, const lf_builder *digits,
                              lf_builder *builder) {
    LF_TRY(lf_builder_set_pixels(builder, 1, LF_MNIST_SIDE, LF_MNIST_SIDE));
    LF_TRY(lf_builder_attribute(builder, "hospital", LF_SLIDE_HOSPITALS, mnist30_name));
    LF_TRY(lf_builder_attribute(builder, "slide", LF_SLIDES, mnist30_name));
    for (size_t i = 0; i < lf_builder_rows(digits); i++) {
        if (i == LF_MNIST_TRAIN) lf_builder_end_training(builder);
        LF_TRY(mnist30_row(digits, i, builder));
    }
    for (size_t f = 0; lf_mnist_files[f].path; f++)
        LF_TRY(lf_builder_source(builder, paths[f], lf_builder_digest(digits, paths[f])));
    return LF_OK;
}

static lf_status mnist30_parse(const char *const *paths, lf_builder *builder) {
    const lf_dataset *mnist = lf_dataset_find("mnist");
    lf_builder *digits;
    LF_TRY(lf_builder_create(mnist, &digits));
    lf_status status = lf_dataset_fill(mnist, paths, digits);
    if (status == LF_OK) status = mnist30_fill(paths, digits, builder);
    lf_builder_free(digits);
    return status;
}

const lf_dataset lf_dataset_mnist30 = {
    .name = "mnist30",
    .doc = "MNIST as 30 slides of three hospitals, tested on a fourth: is the digit odd?",
    .licence = LF_MNIST_LICENCE,
    .citation = LF_MNIST_CITATION "; the slides are Levelfield's, datasets/families/slides.h",
    .note = "a stand-in for the 30 slides of Camelyon17, which is not included",
    .rows = LF_MNIST_ROWS,
    .features = LF_MNIST_PIXELS,
    .train_rows = LF_MNIST_TRAIN,
    .version = 1,
    .files = lf_mnist_files,
    .parse = mnist30_parse,
};
