/**
 * @file fuzz_arff.c
 * @brief A user's ARFF file, to its table: label "y", group "g", every other attribute a feature.
 */
#include "fuzz.h"

#include "datasets/user/user_open.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *group[] = {(char *)"g"};
    char *file[] = {(char *)fuzz_file(0, (fuzz_piece){data, size})}, identity[LF_SHA256_TEXT] = "";
    lf_data *table;
    static lf_user_description description;
    lf_user_keys keys = {.label = (char *)"y", .groups = group, .groups_count = 1};
    description = (lf_user_description){.name = "fuzz",
                                        .path = "fuzz.yaml",
                                        .keys = &keys,
                                        .reader = lf_reader_find("arff"),
                                        .files = 1,
                                        .features = 1,
                                        .file = file};
    fuzz_begin();
    if (fuzz_took(lf_user_make(&description, &(lf_draft){.fd = -1}, "", identity, &table))) {
        fuzz_require(table->rows > 1 && table->attributes == 1);
        lf_data_close(table);
    }
    return 0;
}
