/**
 * @file fuzz_csv.c
 * @brief CSV files, as the three ways in which the catalogue reads them.
 */
#include "fuzz.h"

#include "datasets/readers/parts/csv.h"

static const char *const names[] = {"a", "b", "c"};
static const lf_csv_format formats[] = {
    {0},
    {.blank_after = true, .comment = '|', .missing = "?", .names = names, .columns = 3},
    {.separator = ';', .missing = "NA"},
};

/* The status of the last call; every field is read to its end, as text and as a number. */
static lf_status csv_records(lf_csv *csv) {
    const lf_csv_field *field;
    for (;;) {
        LF_TRY(lf_csv_next(csv, &field));
        if (!field) return LF_OK;
        for (size_t j = 0; j < lf_csv_columns(csv); j++) {
            double value;
            fuzz_use((double)strlen(field[j].text));
            fuzz_require(field[j].line > 0);
            if (fuzz_took(lf_csv_number(csv, &field[j], &value)))
                fuzz_require(value - value == 0); /* finite */
        }
    }
}

static void csv_read(const char *path, const lf_csv_format *format) {
    char hex[LF_SHA256_TEXT];
    lf_csv *csv;
    size_t column;
    fuzz_begin();
    if (!fuzz_took(lf_csv_open(path, format, &csv))) return;
    fuzz_took(lf_csv_column(csv, "label", &column));
    if (fuzz_took(csv_records(csv))) fuzz_took(lf_csv_digest(csv, hex));
    lf_csv_close(csv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = fuzz_file(0, (fuzz_piece){data, size});
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        csv_read(path, &formats[k]);
    return 0;
}
