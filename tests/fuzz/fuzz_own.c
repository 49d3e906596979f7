/**
 * @file fuzz_own.c
 * @brief A data set of one's own, from its files to its table.
 *
 * The first byte chooses the format, with or without a split, with or without classes listed. Then
 * come, with lines "%%" between them, the features and, but for CSV, labels, split and a group.
 */
#include "fuzz.h"

#include "datasets/own/own_table.h"

static char *words[] = {(char *)"no", (char *)"yes", (char *)"maybe"};
static char *groups[] = {(char *)"group"};

/* What a description says of these files. */
static void own_describe(uint8_t choice, fuzz_piece rest, lf_own_keys *keys,
                         lf_own_description *d) {
    const bool split = choice / 3 % 2, classes = choice / 6 % 2;
    d->format = (lf_own_format)(choice % 3);
    d->keys = keys;
    d->name = "fuzz";
    snprintf(d->path, sizeof d->path, "fuzz.yaml");
    keys->label = d->format == LF_OWN_LIBSVM ? NULL : (char *)"label";
    keys->split = split ? (char *)"split" : NULL;
    keys->groups = groups;
    keys->groups_count = 1;
    keys->classes = words;
    keys->classes_count = classes ? 3 : 0;
    d->file[0] = (char *)fuzz_file(0, fuzz_cut(&rest));
    if (d->format == LF_OWN_CSV) return;
    if (keys->label) d->label = fuzz_file(1, fuzz_cut(&rest));
    if (split) d->split = fuzz_file(2, fuzz_cut(&rest));
    d->group[0] = fuzz_file(3, fuzz_cut(&rest));
}

static lf_status own_fill(const lf_own_table *t, const lf_own_reader *reader, lf_builder *builder) {
    if (t->of->format != LF_OWN_LIBSVM) lf_builder_set_dense(builder);
    LF_TRY(lf_builder_attribute(builder, t->group_name[0], t->group[0].categories,
                                (const char *const *)t->group[0].category));
    LF_TRY(reader->fill(t, false, builder));
    if (t->split.rows == 0) return LF_OK;
    lf_builder_end_training(builder);
    return reader->fill(t, true, builder);
}

/* From the survey to the table, as datasets/own/own_open.c does it. */
static void own_build(const lf_own_table *t, const lf_own_reader *reader) {
    lf_dataset entry = {.name = t->of->name, .rows = t->rows, .features = t->features};
    for (size_t i = 0; t->split.rows > 0 && i < t->rows; i++)
        entry.train_rows += lf_own_table_has(t, false, i);
    lf_builder *builder;
    lf_data *data;
    if (!fuzz_took(lf_builder_create(&entry, &builder))) return;
    if (fuzz_took(own_fill(t, reader, builder)) &&
        fuzz_took(lf_builder_finish(builder, "fuzz", &data))) {
        fuzz_require(data->rows == t->rows && data->features == t->features);
        lf_data_close(data);
    }
    lf_builder_free(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const lf_own_reader *const reader[] = {&lf_own_csv, &lf_own_libsvm, &lf_own_npy};
    static lf_own_description description;
    static lf_own_table table;
    lf_own_keys keys = {0};
    fuzz_piece rest = {data, size};
    const uint8_t choice = fuzz_byte(&rest);
    description = (lf_own_description){0};
    own_describe(choice, rest, &keys, &description);
    table = (lf_own_table){.of = &description};
    fuzz_begin();
    lf_status status = reader[description.format]->survey(&table);
    if (status == LF_OK) status = lf_own_table_settle(&table);
    if (fuzz_took(status)) own_build(&table, reader[description.format]);
    lf_own_table_free(&table);
    return 0;
}
