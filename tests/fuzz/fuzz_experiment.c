/**
 * @file fuzz_experiment.c
 * @brief Experiment files: read, checked, planned at each scale, written and read again.
 */
#include "fuzz.h"

#include "harness/experiment/experiment.h"

static void experiment_plan(const lf_experiment *experiment) {
    for (size_t i = 0; i < experiment->scales_count; i++) {
        lf_planned_run *runs;
        size_t n;
        if (fuzz_took(
                lf_experiment_plan(experiment, experiment->scales[i].name, NULL, 0, &runs, &n)))
            lf_plan_free(runs, n);
    }
}

/* What was taken once is taken again, and writes the same. */
static void experiment_again(const lf_experiment *experiment) {
    lf_experiment *again;
    char *yaml, *same;
    fuzz_require(lf_experiment_save(experiment, &yaml) == LF_OK);
    fuzz_require(lf_experiment_parse(yaml, strlen(yaml), "again", &again) == LF_OK);
    fuzz_require(lf_experiment_save(again, &same) == LF_OK);
    fuzz_require(strcmp(yaml, same) == 0);
    lf_experiment_free(again);
    free(yaml);
    free(same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *yaml = fuzz_text((fuzz_piece){data, size});
    lf_experiment *experiment;
    fuzz_begin();
    if (fuzz_took(lf_experiment_parse(yaml, size, "fuzz.yaml", &experiment))) {
        experiment_plan(experiment);
        experiment_again(experiment);
        lf_experiment_free(experiment);
    }
    free(yaml);
    return 0;
}
