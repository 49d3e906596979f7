/**
 * @file two_groups.c
 * @brief A generated fairness problem with two groups, which needs no files.
 *
 * Row i of 6,000, all draws independent:
 *   group   protected with probability 1/3, else unprotected
 *   x_j     z_j + shift_j [unprotected],  j = 1 .. 19,  z_j of mean 0 and variance 1
 *   x_20    1, so that a linear classifier has an intercept
 *   label   sign(w'x + 1.5 e),  e distributed as z
 * The shift lies on features with positive weight, so unprotected rows are labelled +1 more often
 * and a classifier that only follows the labels treats the groups apart. The group itself is no
 * feature. The first 4,000 rows are the training part.
 *
 * z is a sum of twelve uniform numbers less 6: sums of multiples of 2^-33 below 2^4 are exact in a
 * double. The label's sum has a fixed order and its terms no libm function, so with IEEE doubles
 * and no contraction (-ffp-contract=off) every machine makes the same bits.
 */
#include "datasets/table/builder.h"
#include "numeric/stream.h"

enum { TWO_ROWS = 6000, TWO_TRAIN = 4000, TWO_FEATURES = 20, TWO_NOISE = 19 };
/* Numbers of a row by slot: z_1 .. z_19, the label's noise, the group. */
enum { TWO_GROUP = TWO_NOISE + 1 };
static const uint64_t two_seed = 20240501;

/* Sixteenths and eighths, exact in binary. */
static const double two_weight[TWO_FEATURES] = {1.0,   0.75,   0.5,  0.5,   -0.75, 0.5,    -0.5,
                                                0.375, -0.375, 0.25, -0.25, 0.25,  -0.125, 0.125,
                                                0.0,   0.0,    0.0,  0.0,   0.0,   -0.75};
static const double two_shift[4] = {0.75, 0.5, 0.5, 0.25};
static const char *const two_group[] = {"protected", "unprotected"};

/* Number `slot` of a row: mean 0, variance 1, within [-6, 6]. */
static double two_draw(uint64_t row, uint64_t slot) {
    double sum = -6;
    for (uint64_t b = 0; b < 3; b++) {
        uint64_t bits[4];
        lf_stream_block(two_seed, LF_STREAM_DATA, row, slot, b, bits);
        for (int k = 0; k < 4; k++)
            sum += ((double)(bits[k] >> 32) + 0.5) * 0x1p-32;
    }
    return sum;
}

static lf_status two_row(uint64_t row, lf_builder *builder) {
    uint64_t bits[4];
    lf_stream_block(two_seed, LF_STREAM_DATA, row, TWO_GROUP, 0, bits);
    const uint32_t group = lf_stream_below(bits[0], 3) > 0;
    double score = 1.5 * two_draw(row, TWO_NOISE);
    for (uint32_t j = 0; j < TWO_FEATURES; j++) {
        double x = j < TWO_FEATURES - 1 ? two_draw(row, j) : 1;
        if (group && j < sizeof two_shift / sizeof *two_shift) x += two_shift[j];
        score += two_weight[j] * x;
        LF_TRY(lf_builder_entry(builder, j, x));
    }
    LF_TRY(lf_builder_code(builder, 0, row, group));
    return lf_builder_row(builder, score > 0 ? 1 : -1);
}

static lf_status two_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    lf_builder_set_dense(builder);
    LF_TRY(lf_builder_attribute(builder, "group", 2, two_group));
    LF_TRY(lf_builder_name(builder, TWO_FEATURES - 1, "intercept"));
    for (uint64_t row = 0; row < TWO_ROWS; row++) {
        if (row == TWO_TRAIN) lf_builder_end_training(builder);
        LF_TRY(two_row(row, builder));
    }
    return LF_OK;
}

const lf_dataset lf_dataset_two_groups = {
    .name = "two_groups",
    .doc = "generated: two groups of which a plain classifier favours one; needs no files",
    .licence = "that of Levelfield",
    .citation = "Levelfield, datasets/sets/two_groups.c",
    .rows = TWO_ROWS,
    .features = TWO_FEATURES,
    .train_rows = TWO_TRAIN,
    .version = 1,
    .parse = two_parse,
};
