/**
 * @file user_libsvm.c
 * @brief A user's LIBSVM file: labels at the head of the rows, groups and split beside it.
 */
#include "datasets/readers/libsvm.h"

#include "base/number.h"
#include "datasets/user/user_table.h"

/* A larger index is a slip; it would take the memory of as many names. Past the second bound that
 * memory has to be earned: a table that wide has at least as many entries as columns. Features
 * hashed to 20 bits are below it. */
enum { LIBSVM_FEATURES = 10000000, LIBSVM_FREE_FEATURES = 1 << 20 };

/* A pass that surveys. */
typedef struct {
    lf_user_table *table;
    size_t entries;
} libsvm_survey_pass;

static lf_status libsvm_meet_row(void *context, const lf_libsvm_row *row) {
    libsvm_survey_pass *p = context;
    lf_user_table *t = p->table;
    char word[LF_NUMBER_BYTES];
    const size_t least = row->n > 0 ? (size_t)row->column[row->n - 1] + 1 : 0;
    if (least > t->features) t->features = least;
    p->entries += row->n;
    t->rows++;
    const lf_status status = lf_user_column_add(&t->label, lf_number_text(row->label, word));
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: label: ", t->of->file[0]);
}

static lf_status libsvm_survey(lf_user_table *t) {
    libsvm_survey_pass pass = {.table = t};
    const lf_libsvm_sink sink = {
        .features = LIBSVM_FEATURES, .context = &pass, .row = libsvm_meet_row};
    LF_TRY(lf_libsvm_walk(t->of->file[0], &sink, NULL));
    if (t->features == 0) return lf_fail(LF_BAD_INPUT, "%s: no row has a feature", t->of->file[0]);
    if (t->features <= LIBSVM_FREE_FEATURES || t->features <= pass.entries) return LF_OK;
    return lf_fail(
        LF_BAD_INPUT,
        "%s: the largest index is %zu, and there are only %zu entries; above %d expected "
        "at least as many entries as columns: number the columns anew",
        t->of->file[0], t->features, pass.entries, LIBSVM_FREE_FEATURES);
}

/* A pass that fills; `row` is the one being read. */
typedef struct {
    const lf_user_table *table;
    bool test;
    size_t row;
    lf_builder *builder;
} libsvm_pass;

/* The label is known: the column of the survey has it. */
static lf_status libsvm_fill_row(void *context, const lf_libsvm_row *row) {
    libsvm_pass *p = context;
    const size_t i = p->row++;
    if (i >= p->table->rows)
        return lf_fail(LF_BAD_INPUT, "%s: changed while it was read", p->table->of->file[0]);
    if (!lf_user_table_has(p->table, p->test, i)) return LF_OK;
    LF_TRY(lf_builder_entries(p->builder, row->n, row->column, row->value));
    return lf_user_table_row(p->table, i, p->builder);
}

static lf_status libsvm_fill(const lf_user_table *t, bool test, lf_builder *builder) {
    libsvm_pass pass = {.table = t, .test = test, .builder = builder};
    const lf_libsvm_sink sink = {.features = t->features, .context = &pass, .row = libsvm_fill_row};
    return lf_libsvm_walk(t->of->file[0], &sink, NULL);
}

const lf_user_reader lf_user_libsvm = {libsvm_survey, libsvm_fill};
