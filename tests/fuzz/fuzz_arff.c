/**
 * @file fuzz_arff.c
 * @brief A user's ARFF file, to its table: label "y", group "g", every other attribute a feature.
 */
#include "fuzz.h"

#include "datasets/user/settle.h"

/* The rows, into a table of what the survey found. */
static void arff_fill(const lf_user_table *t) {
    const lf_dataset entry = {.name = "fuzz", .rows = t->rows, .features = t->features};
    lf_builder *builder;
    lf_data *data;
    if (!fuzz_took(lf_builder_create(&entry, &builder))) return;
    if (!t->sparse) lf_builder_set_dense(builder);
    if (fuzz_took(lf_builder_attribute(builder, "g", t->group[0].categories,
                                       (const char *const *)t->group[0].category)) &&
        fuzz_took(t->of->reader->fill(t, false, builder)) &&
        fuzz_took(lf_builder_finish(builder, "fuzz", &data))) {
        fuzz_require(data->rows == t->rows && !data->row_start == !t->sparse);
        lf_data_close(data);
    }
    lf_builder_free(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *group[] = {(char *)"g"};
    static lf_user_description description;
    static lf_user_table table;
    lf_user_keys keys = {.label = (char *)"y", .groups = group, .groups_count = 1};
    description = (lf_user_description){.name = "fuzz",
                                        .path = "fuzz.yaml",
                                        .keys = &keys,
                                        .reader = lf_reader_find("arff"),
                                        .file = {(char *)fuzz_file(0, (fuzz_piece){data, size})}};
    table = (lf_user_table){.of = &description};
    fuzz_begin();
    lf_status status = description.reader->survey(&table);
    if (status == LF_OK) status = lf_user_settle(&table);
    if (fuzz_took(status)) arff_fill(&table);
    lf_user_table_free(&table);
    return 0;
}
