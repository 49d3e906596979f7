/**
 * @file settle.c
 * @brief What the columns of a user's data set mean: labels, groups, the split.
 */
#include "datasets/user/settle.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "datasets/user/description.h"

/* The column, if it is a file of its own, which needs a value for every row. */
static lf_status settle_side(const lf_user_table *t, const char *path, lf_user_column *column) {
    if (!path) return LF_OK;
    LF_TRY(lf_user_side_read(path, column));
    if (column->rows == t->rows) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: found %zu values, expected %zu, one for each row of %s", path,
                   column->rows, t->rows, t->of->file[0]);
}

/* Is this label the class? Those of a LIBSVM or an NPY file are numbers, which the list may write
 * in another way: +1, 1.0. */
static bool settle_is(const lf_user_table *t, const char *word, const char *class) {
    double a, b;
    if (strcmp(word, class) == 0) return true;
    return !t->of->reader->rows && lf_number_parse(word, &a) && lf_number_parse(class, &b) &&
           a == b;
}

/* A class without a row would make two labels three classes, and has no place in a sum over
 * classes. */
static lf_status settle_occur(const lf_user_table *t) {
    const lf_user_keys *keys = t->of->keys;
    for (unsigned k = 0; k < keys->classes_count; k++) {
        size_t c = 0;
        while (c < t->label.categories && !settle_is(t, t->label.category[c], keys->classes[k]))
            c++;
        if (c == t->label.categories)
            return lf_fail(LF_BAD_INPUT,
                           "%s: classes: \"%s\" is listed, and no row has it; take it out of the "
                           "list, or write it as the labels do",
                           t->of->path, keys->classes[k]);
    }
    return LF_OK;
}

/* value[c] <- -1 and +1, or 0, 1, 2 ...: the place of category c in the list of classes. */
static lf_status settle_listed(lf_user_table *t) {
    const lf_user_keys *keys = t->of->keys;
    for (size_t c = 0; c < t->label.categories; c++) {
        const char *word = t->label.category[c];
        unsigned k = 0;
        while (k < keys->classes_count && !settle_is(t, word, keys->classes[k]))
            k++;
        if (k == keys->classes_count) {
            const char *near = lf_suggest_among(word, k, (const char *const *)keys->classes);
            return lf_fail(LF_BAD_INPUT,
                           "%s: classes: the label \"%s\" occurs and is not listed%s%s%s",
                           t->of->path, word, near ? "; the nearest is \"" : "", near ? near : "",
                           near ? "\"" : "");
        }
        t->value[c] = keys->classes_count > 2 ? k : 2.0 * k - 1;
    }
    return settle_occur(t);
}

/* Is every label one of these two? */
static bool settle_are(const lf_user_table *t, double a, double b) {
    for (size_t c = 0; c < t->label.categories; c++)
        if (t->value[c] != a && t->value[c] != b) return false;
    return true;
}

/* Classes 0 .. C - 1, all of which occur: sorted, they are what they are numbered. */
static lf_status settle_classes(const lf_user_table *t) {
    for (size_t c = 0; c < t->label.categories; c++)
        if (t->value[c] != (double)c)
            return lf_fail(LF_BAD_INPUT,
                           "%s: the labels are neither -1 and +1, nor 0 and 1, nor 0, 1, 2, ... "
                           "with none left out: found \"%s\" as number %zu; list them as "
                           "\"classes: [...]\"",
                           t->of->path, t->label.category[c], c);
    return LF_OK;
}

static lf_status settle_numbers(lf_user_table *t) {
    for (size_t c = 0; c < t->label.categories; c++)
        if (!lf_number_parse(t->label.category[c], &t->value[c]))
            return lf_fail(LF_BAD_INPUT,
                           "%s: the label \"%s\" is no number; list the labels as "
                           "\"classes: [...]\", the negative class first",
                           t->of->path, t->label.category[c]);
    if (settle_are(t, -1, 1)) return LF_OK;
    if (!settle_are(t, 0, 1)) return settle_classes(t);
    for (size_t c = 0; c < t->label.categories; c++)
        t->value[c] = 2 * t->value[c] - 1;
    return LF_OK;
}

static lf_status settle_labels(lf_user_table *t) {
    t->value = calloc(t->label.categories + 1, sizeof *t->value);
    if (!t->value) return lf_fail(LF_NO_MEMORY, "%s: no memory for labels", t->of->path);
    LF_TRY(t->of->keys->classes_count > 0 ? settle_listed(t) : settle_numbers(t));
    for (size_t c = 1; c < t->label.categories; c++)
        if (t->value[c] != t->value[0]) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: every row has the same label, expected two classes or more",
                   t->of->path);
}

/* "train" and "test", or 0 and 1, and rows of both. */
static lf_status settle_split(lf_user_table *t) {
    static const char *const word[2][2] = {{"train", "test"}, {"0", "1"}};
    const lf_user_column *s = &t->split;
    bool seen[2] = {false, false};
    for (size_t c = 0; c < s->categories; c++) {
        const char *is = s->category[c];
        const bool test = lf_number_same(is, word[0][1]) || lf_number_same(is, word[1][1]);
        if (!test && !lf_number_same(is, word[0][0]) && !lf_number_same(is, word[1][0]))
            return lf_fail(LF_BAD_INPUT,
                           "%s: split: found \"%s\", expected train and test, or 0 "
                           "(train) and 1 (test)",
                           t->of->path, is);
        if (c < 2) t->test[c] = test;
        if (c > 1)
            return lf_fail(LF_BAD_INPUT,
                           "%s: split: found \"%s\" beside \"%s\" and \"%s\", "
                           "expected two words",
                           t->of->path, is, s->category[0], s->category[1]);
        seen[test] = true;
    }
    if (s->categories == 0 || (seen[false] && seen[true])) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: split: no row is there to %s", t->of->path,
                   seen[true] ? "train" : "test");
}

/* Files of one name in two folders, or of two endings: only the first could be asked for. */
static lf_status settle_group_names(lf_user_table *t) {
    for (unsigned g = 0; g < t->of->keys->groups_count; g++) {
        lf_user_group_name(t->of, g, t->group_name[g]);
        for (unsigned k = 0; k < g; k++)
            if (strcmp(t->group_name[k], t->group_name[g]) == 0)
                return lf_fail(LF_BAD_INPUT,
                               "%s: groups: %s and %s are both called \"%s\"; rename one of them",
                               t->of->path, t->of->keys->groups[k], t->of->keys->groups[g],
                               t->group_name[g]);
    }
    return LF_OK;
}

lf_status lf_user_settle(lf_user_table *table) {
    lf_user_table *t = table;
    LF_TRY(settle_side(t, t->of->label, &t->label));
    LF_TRY(settle_side(t, t->of->split, &t->split));
    LF_TRY(lf_user_column_sort(&t->label));
    LF_TRY(lf_user_column_sort(&t->split));
    LF_TRY(settle_group_names(t));
    for (unsigned g = 0; g < t->of->keys->groups_count; g++) {
        LF_TRY(settle_side(t, t->of->group[g], &t->group[g]));
        LF_TRY(lf_user_column_sort(&t->group[g]));
    }
    LF_TRY(settle_labels(t));
    return settle_split(t);
}
