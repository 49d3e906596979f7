/**
 * @file fuzz_spec.c
 * @brief "NAME:k=v,k=v" of algorithms and problems, and assignments on top of them.
 */
#include "fuzz.h"

#include "harness/registry/parameters.h"

typedef lf_status (*spec_canonical)(const char *spec, char **canonical);

/* The canonical text is canonical itself, also when it is laid on top of itself. */
static void spec_check(const char *spec, const char *more, spec_canonical canonical) {
    char *text, *again, *merged;
    fuzz_begin();
    if (!fuzz_took(canonical(spec, &text))) return;
    fuzz_require(canonical(text, &again) == LF_OK && strcmp(text, again) == 0);
    free(again);
    if (fuzz_took(lf_spec_merge(text, more, &merged))) {
        if (fuzz_took(canonical(merged, &again))) free(again);
        free(merged);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_piece rest = {data, size};
    char *spec = fuzz_text(fuzz_cut(&rest)), *more = fuzz_text(rest);
    spec_check(spec, more, lf_algorithm_canonical);
    spec_check(spec, more, lf_problem_canonical);
    free(spec);
    free(more);
    return 0;
}
