/**
 * @file fuzz_baseline.c
 * @brief Baselines: read, written, read again, and held against themselves.
 */
#include "fuzz.h"

#include "harness/track/track.h"

/* Written once, a baseline keeps its bytes. */
static void baseline_again(const lf_track *track) {
    lf_track again;
    char *text, *same;
    fuzz_require(lf_track_text(track, &text) == LF_OK);
    fuzz_require(lf_track_parse(text, "again", &again) == LF_OK);
    fuzz_require(lf_track_text(&again, &same) == LF_OK);
    fuzz_require(strcmp(text, same) == 0);
    lf_track_clear(&again);
    free(text);
    free(same);
}

static void baseline_decide(const lf_track *track) {
    const lf_track_rule rule = {.level = 0.01, .threshold = 0.05, .tolerance = 1e-6};
    lf_track_check check;
    if (!fuzz_took(lf_track_decide(track, track, &rule, &check))) return;
    fuzz_require(lf_track_passed(&check));
    lf_track_check_clear(&check);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lf_track track;
    fuzz_begin();
    if (!fuzz_took(lf_track_load(fuzz_file(0, (fuzz_piece){data, size}), &track))) return 0;
    baseline_again(&track);
    baseline_decide(&track);
    free(lf_track_seeds(&track));
    lf_track_clear(&track);
    return 0;
}
