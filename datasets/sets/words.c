/**
 * @file words.c
 * @brief A generated set of pages and the words on them, sparse, which needs no files.
 *
 * Row i of 800, all draws independent:
 *   x_j     1 with probability 1/4 (8 words), 1/8 (16 words) or 1/16 (16 words), else not stored
 *   label   sign(w'x + e),  e a sum of eight uniform numbers less 4
 * Rows without a word are rows all the same. The first 400 rows are the training part.
 *
 * Weights are halves, and 16-bit numbers make up both the words and e: every sum is exact, so that
 * every machine makes the same bits.
 */
#include "datasets/table/builder.h"
#include "numeric/stream.h"

enum { WORDS_ROWS = 800, WORDS_TRAIN = 400, WORDS_FEATURES = 40, WORDS_NOISE = 8 };
enum { WORDS_NUMBERS = WORDS_FEATURES + WORDS_NOISE, WORDS_IN_BLOCK = 16 };
static const uint64_t words_seed = 20251122;

/* How often word j stands on a page, of 2^16. */
static unsigned words_frequency(size_t j) {
    return j < 8 ? 1u << 14 : j < 24 ? 1u << 13 : 1u << 12;
}

/* -3/2, -1, ..., 3/2 in turn, neighbours apart. */
static double words_weight(size_t j) {
    return ((double)(5 * j % 7) - 3) / 2;
}

/* number <- 16-bit numbers of a row. */
static void words_draw(uint64_t row, uint16_t number[WORDS_NUMBERS]) {
    for (size_t k = 0; k < WORDS_NUMBERS; k += WORDS_IN_BLOCK) {
        uint64_t bits[4];
        lf_stream_block(words_seed, LF_STREAM_DATA, row, 0, k / WORDS_IN_BLOCK, bits);
        for (size_t l = 0; l < WORDS_IN_BLOCK; l++)
            number[k + l] = (uint16_t)(bits[l / 4] >> (16 * (l % 4)));
    }
}

static lf_status words_row(uint64_t row, lf_builder *builder) {
    uint16_t number[WORDS_NUMBERS];
    double score = -WORDS_NOISE / 2.0;
    words_draw(row, number);
    for (size_t j = 0; j < WORDS_FEATURES; j++) {
        if (number[j] >= words_frequency(j)) continue;
        LF_TRY(lf_builder_entry(builder, (uint32_t)j, 1));
        score += words_weight(j);
    }
    for (size_t k = WORDS_FEATURES; k < WORDS_NUMBERS; k++)
        score += (number[k] + 0.5) * 0x1p-16;
    return lf_builder_row(builder, score > 0 ? 1 : -1);
}

static lf_status words_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    for (uint64_t row = 0; row < WORDS_ROWS; row++) {
        if (row == WORDS_TRAIN) lf_builder_end_training(builder);
        LF_TRY(words_row(row, builder));
    }
    return LF_OK;
}

const lf_dataset lf_dataset_words = {
    .name = "words",
    .doc = "generated: pages as 0/1 words, sparse; needs no files",
    .licence = "that of Levelfield",
    .citation = "Levelfield, datasets/sets/words.c",
    .rows = WORDS_ROWS,
    .features = WORDS_FEATURES,
    .train_rows = WORDS_TRAIN,
    .version = 1,
    .parse = words_parse,
};
