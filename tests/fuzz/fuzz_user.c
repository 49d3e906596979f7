/**
 * @file fuzz_user.c
 * @brief A user's data set, from its files to its table.
 *
 * The first byte chooses the format, with or without a split, with or without classes listed. Then
 * come, with lines "%%" between them, the features and, but for CSV, labels, split and a group.
 */
#include "fuzz.h"

#include "datasets/user/user_open.h"

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
    static char *file[1];
    file[0] = (char *)fuzz_file(0, fuzz_cut(&rest));
    d->file = file;
    d->files = d->features = 1;
    if (d->reader->rows) return;
    if (keys->label) d->label = fuzz_file(1, fuzz_cut(&rest));
    if (split) d->split = fuzz_file(2, fuzz_cut(&rest));
    d->group[0] = fuzz_file(3, fuzz_cut(&rest));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lf_user_description description;
    lf_user_keys keys = {0};
    char identity[LF_SHA256_TEXT] = "";
    lf_data *table;
    fuzz_piece rest = {data, size};
    const uint8_t choice = fuzz_byte(&rest);
    description = (lf_user_description){0};
    user_describe(choice, rest, &keys, &description);
    fuzz_begin();
    if (fuzz_took(lf_user_make(&description, &(lf_draft){.fd = -1}, "", identity, &table))) {
        fuzz_require(table->rows > 1 && !table->row_start == (choice % 3 != 1));
        lf_data_close(table);
    }
    return 0;
}
