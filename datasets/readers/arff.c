/**
 * @file arff.c
 * @brief A user's ARFF file, Weka's format: attributes are columns, by their names.
 *
 * Lines "@attribute NAME TYPE", then "@data" and a line a row: "5.1,red" or, sparse, "{0 5.1,3
 * red}" with indices from 0 that go up. Of the types, numeric, real and integer are features;
 * {red,green} is, as a feature, a column of 0 and 1 for each value; string and date are for labels,
 * groups and the split. What a sparse row leaves out is 0 or the first value of the list, as Weka
 * has it. Commas or blanks separate words, "%" begins a comment, quotes of either kind hold what
 * has any of these. A "?" without quotes is a missing value, refused as weights are.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "base/suggest.h"
#include "datasets/files/input.h"
#include "datasets/readers/parts/rows.h"

typedef enum { ARFF_NUMBER, ARFF_LISTED, ARFF_TEXT } arff_kind;

typedef struct {
    char *name;
    arff_kind kind;
    size_t line;           /* where it is declared */
    lf_user_column listed; /* the values in their order, a row each */
} arff_attribute;

typedef struct {
    const char *text; /* in the line, or what a sparse row leaves out */
    size_t column;    /* where it begins, from 1 */
    bool quoted;
} arff_word;

/* A file being read. */
typedef struct {
    lf_input *text;
    char *line, *at; /* being read, and how far */
    char stop;       /* behind the last word: ',', '{', '}', a blank, 0 at the end */
    size_t attributes;
    arff_attribute *attribute;
    arff_word *value; /* attributes: of the row */
} arff_file;

static lf_status arff_refuse(const arff_file *a, const arff_word *word, const char *expected) {
    char shown[LF_INPUT_SHOWN];
    return lf_input_fail(a->text, lf_input_line(a->text), word->column, "found %s, expected %s",
                         lf_input_show(shown, word->text, strlen(word->text)), expected);
}

/* To the next word or to the end, where a comment is. */
static void arff_skip(arff_file *a) {
    a->at += strspn(a->at, " \t\r");
    if (*a->at == '%') *a->at = '\0';
}

/* The next line that holds anything; NULL at the end. */
static lf_status arff_line(arff_file *a) {
    size_t size;
    do {
        LF_TRY(lf_input_next(a->text, &a->line, &size));
        if (!a->line) return LF_OK;
        if (strlen(a->line) != size) return lf_input_zero(a->text, a->line);
        a->at = a->line + lf_input_mark(a->text, a->line, size);
        arff_skip(a);
    } while (*a->at == '\0');
    return LF_OK;
}

/* Move what is in quotes to where the first one stands; *to <- its end. Is there a second one?
 * Weka writes \n, \r and \t. */
static bool arff_unquote(arff_file *a, char **to) {
    static const char known[] = "nrt", is[] = "\n\r\t";
    const char quote = *a->at++;
    for (; *a->at != quote; a->at++) {
        const char *escape = *a->at == '\\' && *++a->at ? strchr(known, *a->at) : NULL;
        **to = '\0'; /* for whom it is shown to, if there is no end */
        if (*a->at == '\0') return false;
        *(*to)++ = escape ? is[escape - known] : *a->at;
    }
    a->at++;
    return true;
}

/* The next word, and a->stop; a comma or brace behind it is passed. `expected` if there is none. */
static lf_status arff_next(arff_file *a, const char *expected, arff_word *word) {
    arff_skip(a);
    char *to = a->at;
    *word = (arff_word){to, (size_t)(to - a->line) + 1, *to == '\'' || *to == '"'};
    if (word->quoted && !arff_unquote(a, &to)) return arff_refuse(a, word, "a quote at its end");
    if (!word->quoted) to = a->at += strcspn(a->at, " \t\r,{}%'\"");
    if (!word->quoted && to == word->text) return arff_refuse(a, word, expected);
    const char *end = a->at;
    arff_skip(a);
    a->stop = *a->at == '\0' || strchr(",{}", *a->at) ? *a->at : ' ';
    if (a->stop == ' ' && a->at == end) return arff_refuse(a, word, "a comma or a blank behind it");
    a->at += a->stop != ' ' && a->stop != '\0';
    *to = '\0';
    return LF_OK;
}

/* The values that an attribute may have, behind the brace. */
static lf_status arff_list(arff_file *a, lf_user_column *listed) {
    arff_word word;
    do {
        LF_TRY(arff_next(a, "a value", &word));
        const lf_status status = lf_user_column_add(listed, word.text);
        if (status == LF_BAD_INPUT) return arff_refuse(a, &word, "at most 65,535 values");
        LF_TRY(status);
        if (listed->categories < listed->rows) return arff_refuse(a, &word, "each value once");
    } while (a->stop == ',' || a->stop == ' ');
    return a->stop == '}' ? LF_OK : arff_refuse(a, &word, "'}' behind it");
}

static lf_status arff_read_attribute(arff_file *a) {
    static const char *const type[] = {"numeric", "real", "integer", "string", "date"};
    arff_word word;
    LF_TRY(lf_grow(&a->attribute, a->attributes, sizeof *a->attribute, "attributes"));
    arff_attribute *t = &a->attribute[a->attributes++];
    *t = (arff_attribute){.line = lf_input_line(a->text), .kind = ARFF_LISTED};
    LF_TRY(arff_next(a, "the name of the attribute", &word));
    t->name = strdup(word.text);
    if (!t->name) return lf_fail(LF_NO_MEMORY, "no memory for the name of an attribute");
    if (a->stop == '{') return arff_list(a, &t->listed);
    LF_TRY(arff_next(a, "a type", &word));
    for (size_t k = 0; k < sizeof type / sizeof *type; k++) {
        t->kind = k < 3 ? ARFF_NUMBER : ARFF_TEXT;
        if (strcasecmp(word.text, type[k]) == 0) return LF_OK;
    }
    return arff_refuse(a, &word, "numeric, real, integer, string, date or {VALUE,...}");
}

static lf_status arff_header(arff_file *a) {
    static const char expected[] = "@relation, @attribute or @data";
    arff_word word;
    for (;;) {
        LF_TRY(arff_line(a));
        if (!a->line) return lf_fail(LF_BAD_INPUT, "%s: no @data", lf_input_path(a->text));
        LF_TRY(arff_next(a, expected, &word));
        if (strcasecmp(word.text, "@data") == 0) break;
        if (strcasecmp(word.text, "@attribute") == 0)
            LF_TRY(arff_read_attribute(a));
        else if (strcasecmp(word.text, "@relation") != 0)
            return arff_refuse(a, &word, expected);
    }
    if (a->attributes == 0) return arff_refuse(a, &word, "an @attribute before it");
    a->value = calloc(a->attributes, sizeof *a->value);
    return a->value ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a row");
}

static lf_status arff_open(const lf_user_description *of, const char *path, void **file) {
    arff_file *a = *file = calloc(1, sizeof *a);
    (void)of;
    if (!a) return lf_fail(LF_NO_MEMORY, "%s: no memory to read it", path);
    LF_TRY(lf_input_open(path, &a->text));
    return arff_header(a);
}

static void arff_close(void *file) {
    arff_file *a = file;
    if (!a) return;
    for (size_t j = 0; j < a->attributes; j++) {
        free(a->attribute[j].name);
        lf_user_column_free(&a->attribute[j].listed);
    }
    free(a->attribute);
    free(a->value);
    lf_input_close(a->text);
    free(a);
}

static const char *arff_name(const void *file, size_t column) {
    const arff_file *a = file;
    return column < a->attributes ? a->attribute[column].name : NULL;
}

static lf_status arff_find(const void *file, const char *name, size_t *column) {
    const arff_file *a = file;
    for (*column = 0; *column < a->attributes; ++*column)
        if (strcmp(a->attribute[*column].name, name) == 0) return LF_OK;
    const char *near = lf_suggest(name, a->attributes, arff_name, file);
    return lf_fail(LF_BAD_INPUT, "%s: no attribute \"%s\"%s%s%s", lf_input_path(a->text), name,
                   near ? "; the nearest is \"" : "", near ? near : "", near ? "\"" : "");
}

static lf_status arff_declare(void *file, const bool *is_feature, lf_user_table *table) {
    arff_file *a = file;
    for (size_t j = 0; j < a->attributes; j++) {
        const arff_attribute *t = &a->attribute[j];
        if (is_feature[j] && t->kind == ARFF_TEXT)
            return lf_input_fail(a->text, t->line, 1,
                                 "\"%s\" is text and no feature; the description may ignore it",
                                 t->name);
        if (is_feature[j] && t->kind == ARFF_NUMBER)
            LF_TRY(lf_user_table_feature(table, "%s", t->name));
        for (size_t c = 0; is_feature[j] && c < t->listed.categories; c++)
            LF_TRY(lf_user_table_feature(table, "%s=%s", t->name, t->listed.category[c]));
    }
    table->sparse = true;
    return LF_OK;
}

/* A sparse row, at its brace. */
static lf_status arff_sparse(arff_file *a) {
    arff_word index;
    size_t least = 0;
    for (size_t j = 0; j < a->attributes; j++) {
        const arff_attribute *t = &a->attribute[j];
        const char *other = t->kind == ARFF_NUMBER ? "0" : "";
        a->value[j] = (arff_word){t->kind == ARFF_LISTED ? t->listed.category[0] : other, 1, false};
    }
    a->at += 1 + strspn(a->at + 1, " \t");
    for (a->stop = *a->at == '}' ? *a->at++ : ','; a->stop == ',';) {
        LF_TRY(arff_next(a, "an index", &index));
        const size_t j = strtoul(index.text, NULL, 10);
        if (index.quoted || index.text[strspn(index.text, "0123456789")] || j < least ||
            j >= a->attributes || a->stop != ' ')
            return arff_refuse(a, &index, "an index that goes up, of an attribute, and a value");
        LF_TRY(arff_next(a, "a value", &a->value[j]));
        least = j + 1;
    }
    arff_skip(a);
    if (a->stop == '}' && *a->at == '\0') return LF_OK;
    return lf_input_fail(a->text, lf_input_line(a->text), (size_t)(a->at - a->line) + 1,
                         "expected the row to end with '}', and no weight behind it");
}

static lf_status arff_row(void *file, lf_user_table *table, bool *found) {
    arff_file *a = file;
    size_t n = 0;
    LF_TRY(arff_line(a));
    *found = a->line != NULL;
    if (!*found) return LF_OK;
    if (*a->at == '{') return arff_sparse(a);
    table->sparse = false;
    do
        LF_TRY(arff_next(a, "a value", &a->value[n++]));
    while ((a->stop == ',' || a->stop == ' ') && n < a->attributes);
    if (n == a->attributes && a->stop == '\0') return LF_OK;
    return lf_input_fail(a->text, lf_input_line(a->text), 1, "found %zu values%s, expected %zu", n,
                         a->stop ? " and more, perhaps a weight" : "", a->attributes);
}

/* *code <- which of its attribute's list the value is. */
static lf_status arff_code(arff_file *a, size_t j, uint32_t *code) {
    lf_user_column *listed = &a->attribute[j].listed;
    const size_t known = listed->categories;
    const lf_status status = lf_user_column_add(listed, a->value[j].text);
    if (status == LF_BAD_INPUT || listed->categories > known)
        return arff_refuse(a, &a->value[j], "a value that its @attribute lists");
    if (status == LF_OK) *code = listed->code[--listed->rows];
    return status;
}

static lf_status arff_take(void *file, size_t column, lf_user_column *to) {
    arff_file *a = file;
    const arff_word *v = &a->value[column];
    uint32_t code;
    const bool listed = a->attribute[column].kind == ARFF_LISTED;
    const bool missing = strcmp(v->text, "?") == 0 || (!listed && lf_user_column_missing(v->text));
    if (v->text[0] == '\0' || (!v->quoted && missing)) return arff_refuse(a, v, "a value");
    if (listed) LF_TRY(arff_code(a, column, &code));
    const lf_status status = lf_user_column_add(to, v->text);
    return status == LF_BAD_INPUT ? arff_refuse(a, v, "at most 65,535 different values") : status;
}

static lf_status arff_features(void *file, const bool *is_feature, lf_builder *builder) {
    arff_file *a = file;
    uint32_t at = 0;
    for (size_t j = 0; j < a->attributes; j++) {
        const arff_attribute *t = &a->attribute[j];
        uint32_t code = 0;
        double value = 1;
        if (!is_feature[j]) continue;
        if (t->kind == ARFF_LISTED)
            LF_TRY(arff_code(a, j, &code));
        else if (lf_number_whole(a->value[j].text, &value) != LF_NUMBER_FINE)
            return arff_refuse(a, &a->value[j], "a finite number");
        LF_TRY(lf_builder_entry(builder, at + code, value));
        at += t->kind == ARFF_LISTED ? (uint32_t)t->listed.categories : 1;
    }
    return LF_OK;
}

static lf_status arff_digest(void *file, char hex[LF_SHA256_TEXT]) {
    return lf_input_digest(((arff_file *)file)->text, hex);
}

static const lf_user_rows arff_rows = {.open = arff_open,
                                       .close = arff_close,
                                       .name = arff_name,
                                       .find = arff_find,
                                       .declare = arff_declare,
                                       .next = arff_row,
                                       .take = arff_take,
                                       .features = arff_features,
                                       .digest = arff_digest};
const lf_reader lf_reader_arff = {.format = "arff", .rows = &arff_rows, .take = lf_user_rows_take};
