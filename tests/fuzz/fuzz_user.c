/**
 * @file fuzz_user.c
 * @brief A user's data set, from its files to its table.
 *
 * The first byte chooses the format, with or without a split, with or without classes listed. Then
 * come, with lines "%%" between them, the features and, but for CSV, labels, split and a group.
 */
#include "fuzz.h"

#include "datasets/user/settle.h"

static char *words[] = {(char *)"no", (char *)"yes", (char *)"maybe"};
static char *groups[] = {(char *)"group"};

/* What a description says of these files. */
static void user_describe(uint8_t choice, fuzz_piece rest, lf_user_keys *keys,
                          lf_user_description *d) {
    static const char *const format[] = {"csv", "libsvm", "npy"};
    const bool split = choice / 3 % 2, classes = choice / 6 % 2;
    d->reader = lf_reader_find(format[choice % 3]);
    d->keys = keys;
    d->name = "fuzz";
    snprintf(d->path, sizeof d->path, "fuzz.yaml");
    keys->label = d->reader->labelled ? NULL : (char *)"label";
    keys->split = split ? (char *)"split" : NULL;
    keys->groups = groups;
    keys->groups_count = 1;
    keys->classes = words;
    keys->classes_count = classes ? 3 : 0;
    d->file[0] = (char *)fuzz_file(0, fuzz_cut(&rest));
    if (d->reader->rows) return;
    if (keys->label) d->label = fuzz_file(1, fuzz_cut(&rest));
    if (split) d->split = fuzz_file(2, fuzz_cut(&rest));
    d->group[0] = fuzz_file(3, fuzz_cut(&rest));
}

static lf_status user_fill(const lf_user_table *t, lf_builder *builder) {
    if (!t->sparse) lf_builder_set_dense(builder);
    LF_TRY(lf_builder_attribute(builder, t->group_name[0], t->group[0].categories,
                                (const char *const *)t->group[0].category));
    LF_TRY(t->of->reader->fill(t, false, builder));
    if (t->split.rows == 0) return LF_OK;
    lf_builder_end_training(builder);
    return t->of->reader->fill(t, true, builder);
}

/* From the survey to the table, as datasets/user/user_open.c does it. */
static void user_build(const lf_user_table *t) {
    lf_dataset entry = {.name = t->of->name, .rows = t->rows, .features = t->features};
    for (size_t i = 0; t->split.rows > 0 && i < t->rows; i++)
        entry.train_rows += lf_user_table_has(t, false, i);
    lf_builder *builder;
    lf_data *data;
    if (!fuzz_took(lf_builder_create(&entry, &builder))) return;
    if (fuzz_took(user_fill(t, builder)) && fuzz_took(lf_builder_finish(builder, "fuzz", &data))) {
        fuzz_require(data->rows == t->rows && data->features == t->features);
        lf_data_close(data);
    }
    lf_builder_free(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lf_user_description description;
    static lf_user_table table;
    lf_user_keys keys = {0};
    fuzz_piece rest = {data, size};
    const uint8_t choice = fuzz_byte(&rest);
    description = (lf_user_description){0};
    user_describe(choice, rest, &keys, &description);
    table = (lf_user_table){.of = &description};
    fuzz_begin();
    lf_status status = description.reader->survey(&table);
    if (status == LF_OK) status = lf_user_settle(&table);
    if (fuzz_took(status)) user_build(&table);
    lf_user_table_free(&table);
    return 0;
}
