/**
 * @file column.c
 * @brief Categories in a search tree while rows come, and in order afterwards.
 */
#include "datasets/readers/parts/column.h"

#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"

/* Whole numbers from here on may differ where their doubles do not: long ids are told apart. */
static const double column_exact = 9007199254740992.0;

/* A category in the tree. */
typedef struct {
    const char *word;
    uint16_t code;
} column_known;

static int column_compare_known(const void *a, const void *b) {
    return strcmp(((const column_known *)a)->word, ((const column_known *)b)->word);
}

/* *code <- of a category that is new. */
static lf_status column_learn(lf_user_column *c, const char *word, uint16_t *code) {
    if (c->categories == LF_USER_CATEGORIES)
        return lf_fail(LF_BAD_INPUT, "more than %d different values, expected classes or groups",
                       LF_USER_CATEGORIES);
    LF_TRY(lf_grow(&c->category, c->categories, sizeof *c->category, "categories"));
    column_known *known = malloc(sizeof *known);
    char *copy = strdup(word);
    if (known && copy) *known = (column_known){copy, (uint16_t)c->categories};
    if (!known || !copy || !tsearch(known, &c->known, column_compare_known)) {
        free(known);
        free(copy);
        return lf_fail(LF_NO_MEMORY, "no memory for a category");
    }
    *code = known->code;
    c->category[c->categories++] = copy;
    return LF_OK;
}

bool lf_user_column_missing(const char *word) {
    static const char *const missing[] = {"",     "NA",   "N/A",  "n/a",  "<NA>",
                                          "#N/A", "NULL", "null", "None", "?"};
    double value;
    for (size_t k = 0; k < sizeof missing / sizeof *missing; k++)
        if (strcmp(word, missing[k]) == 0) return true;
    return lf_number_whole(word, &value) == LF_NUMBER_NOT_FINITE;
}

lf_status lf_user_column_again(lf_user_column *column, uint16_t code) {
    LF_TRY(lf_spill_reserve(&column->codes, (column->rows + 1) * sizeof code));
    column->code = column->codes.at;
    column->code[column->rows++] = code;
    return LF_OK;
}

lf_status lf_user_column_add(lf_user_column *column, const char *word) {
    const column_known wanted = {.word = word};
    uint16_t code = 0;
    void *found = tfind(&wanted, &column->known, column_compare_known);
    if (found)
        code = (*(column_known *const *)found)->code;
    else
        LF_TRY(column_learn(column, word, &code));
    return lf_user_column_again(column, code);
}

/* A category on its way to its place. */
typedef struct {
    char *word;
    double value;
    size_t length, from; /* value and length are 0 where values do not count */
} column_place;

/* By value; of one number in several forms, the shortest first. */
static int column_compare(const void *a, const void *b) {
    const column_place *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return strcmp(x->word, y->word);
}

/* Are all categories finite numbers? place[k].value and length <- theirs, or 0 for all. */
static void column_value(const lf_user_column *c, column_place *place) {
    bool numbers = true;
    for (size_t k = 0; k < c->categories; k++) {
        numbers = numbers && lf_number_parse(c->category[k], &place[k].value);
        place[k].length = strlen(c->category[k]);
    }
    for (size_t k = 0; !numbers && k < c->categories; k++)
        place[k].value = 0, place[k].length = 0;
}

/* Put the categories in their order, one for each number; to[k] <- the new code of k. */
static void column_settle(lf_user_column *c, const column_place *place, uint16_t *to) {
    size_t n = 0;
    for (size_t k = 0; k < c->categories; k++) {
        const column_place *p = &place[k];
        const bool again =
            k > 0 && p->length > 0 && p->value == p[-1].value && fabs(p->value) < column_exact;
        if (again)
            free(p->word);
        else
            c->category[n++] = p->word;
        to[p->from] = (uint16_t)(n - 1);
    }
    c->categories = n;
}

lf_status lf_user_column_sort(lf_user_column *column) {
    lf_user_column *c = column;
    column_place *place = calloc(c->categories + 1, sizeof *place);
    uint16_t *to = calloc(c->categories + 1, sizeof *to);
    const bool memory = place && to;
    for (size_t k = 0; memory && k < c->categories; k++)
        place[k] = (column_place){.word = c->category[k], .from = k};
    if (memory) {
        column_value(c, place);
        qsort(place, c->categories, sizeof *place, column_compare);
        column_settle(c, place, to);
        for (size_t i = 0; i < c->rows; i++) {
            c->code[i] = to[c->code[i]];
            lf_spill_passed(&c->codes, i * sizeof *c->code, (i + 1) * sizeof *c->code);
        }
    }
    free(place);
    free(to);
    return memory ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu categories", c->categories);
}

void lf_user_column_free(lf_user_column *column) {
    tdestroy(column->known, free);
    for (size_t k = 0; k < column->categories; k++)
        free(column->category[k]);
    free(column->category);
    lf_spill_free(&column->codes);
    *column = (lf_user_column){0};
}
