/**
 * @file print.c
 * @brief JSON, parameter tables and labelled fields on standard output.
 *
 * What looks the same in several commands is written once.
 */
#include "cli/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/problem.h>

#include "base/text.h"
#include "cli/columns.h"
#include "cli/help.h"
#include "harness/registry/registry.h"

enum { PRINT_COLUMN = 13 }; /* where the words of a field begin */

lf_status lf_print_json(const json_t *json) {
    if (!json) return lf_fail(LF_NO_MEMORY, "no memory for what is printed as JSON");
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    putchar('\n');
    return LF_OK;
}

json_t *lf_print_text(const char *text) {
    char *copy = strdup(text);
    if (!copy) return NULL;
    lf_text_clean(copy, false);
    json_t *json = json_string(copy);
    free(copy);
    return json;
}

const char *lf_print_s(size_t n) {
    return n == 1 ? "" : "s";
}

void lf_print_cell(const char *text) {
    for (; *text; text++)
        fputs(*text == '|' ? "\\|" : *text == '<' ? "&lt;" : (char[]){*text, '\0'}, stdout);
}

json_t *lf_print_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *lf_print_numbers(const double *x, size_t n) {
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_real(x[i]));
    return array;
}

void lf_print_views(unsigned views, char *text, size_t size) {
    text[0] = '\0';
    for (lf_view view = 0; view < LF_VIEWS; view++) {
        if (!(views & (1u << view))) continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", used ? ", " : "", lf_view_name(view));
    }
}

/* The first `position` words of "a|b|c" skipped: the default of a choice. */
static int print_choice(const char *words, int position, const char **word) {
    while (position-- > 0 && strchr(words, '|'))
        words = strchr(words, '|') + 1;
    *word = words;
    return (int)strcspn(words, "|");
}

/* Four cells: name, default, what is accepted, meaning with its unit. */
static void print_param(lf_table *table, const lf_param *p) {
    const char *word = NULL;
    lf_table_add(table, "%s", lf_param_name(p));
    switch (p->kind) {
    case LF_KIND_REAL:
        lf_table_add(table, "%.15g", p->value);
        lf_table_add(table, "%s%.15g to %.15g", p->text ? "-1, or " : "", p->min, p->max);
        break;
    case LF_KIND_COUNT:
        lf_table_add(table, "%.15g", p->value);
        lf_table_add(table, "%.15g to %.15g, whole", p->min, p->max);
        break;
    case LF_KIND_CHOICE: {
        int length = print_choice(p->text, (int)p->value, &word);
        lf_table_add(table, "%.*s", length, word);
        lf_table_add(table, "%s", p->text);
        break;
    }
    case LF_KIND_TEXT:
        lf_table_add(table, "%s", p->text && p->text[0] ? p->text : "-");
        lf_table_add(table, "text");
        break;
    }
    lf_table_add(table, "%s", p->doc);
}

void lf_print_params(const lf_param *params) {
    if (!params || !params->field) return;
    lf_table table = {.columns = 4};
    LF_TABLE_ROW(&table, "parameter", "default", "values", "meaning");
    for (; params->field; params++)
        print_param(&table, params);
    putchar('\n');
    lf_table_print(&table, 2, stdout);
}

/* "a|b|c" as a list. */
static json_t *print_words(const char *words) {
    json_t *array = json_array();
    for (const char *at = words; *at;) {
        const size_t n = strcspn(at, "|");
        json_array_append_new(array, json_stringn(at, n));
        at += n + (at[n] == '|');
    }
    return array;
}

json_t *lf_print_params_json(const lf_param *params) {
    static const char *const kinds[] = {"real", "count", "choice", "text"};
    json_t *array = json_array();
    for (const lf_param *p = params; p && p->field; p++) {
        json_t *is = json_pack("{s:s, s:s, s:o}", "name", lf_param_name(p), "kind", kinds[p->kind],
                               "doc", lf_print_text(p->doc));
        const char *word;
        if (p->kind == LF_KIND_TEXT) {
            json_object_set_new(is, "default", json_string(p->text ? p->text : ""));
        } else if (p->kind == LF_KIND_CHOICE) {
            const int length = print_choice(p->text, (int)p->value, &word);
            json_object_set_new(is, "default", json_stringn(word, (size_t)length));
            json_object_set_new(is, "words", print_words(p->text));
        } else {
            json_object_set_new(is, "default", json_real(p->value));
            json_object_set_new(is, "least", lf_print_number(p->min));
            json_object_set_new(is, "most", lf_print_number(p->max));
            if (p->text) json_object_set_new(is, "automatic", json_real(-1));
        }
        json_array_append_new(array, is);
    }
    return array;
}

void lf_print_field(const char *label, const char *words) {
    if (!words || !words[0]) return;
    int at = printf("%s:", label);
    lf_help_wrap(stdout, words, at, PRINT_COLUMN);
}

lf_view lf_print_view_of(const char *word) {
    lf_view view = 0;
    while (view < LF_VIEWS && strcmp(word, lf_view_name(view)) != 0)
        view++;
    return view;
}
