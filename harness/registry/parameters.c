/**
 * @file parameters.c
 * @brief Assignments "k=v,k=v" into a plugin's parameter struct, range-checked.
 *
 * Grammar: assignments are separated by ',', name and value by the first '='; blanks around either
 * are dropped. So a TEXT value may hold '=' and ':', but never ',' or blanks at its ends.
 */
#include "harness/registry/parameters.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "base/text.h"

/* malloc'ed copy of [from, to) without the blanks at its ends. */
static char *assignment_trim(const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return strndup(from, (size_t)(to - from));
}

lf_status lf_assignment_next(const char **rest, const char *owner, lf_assignment *assignment,
                             bool *more) {
    *assignment = (lf_assignment){0};
    const char *from = *rest;
    *more = from[strspn(from, " \t")] != '\0';
    if (!*more) return LF_OK;
    const char *end = from + strcspn(from, ",");
    const char *equals = memchr(from, '=', (size_t)(end - from));
    if (equals == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "%s: expected NAME=VALUE at '%.*s'", owner,
                       (int)(end - from), from);
    if (*end == ',' && end[1 + strspn(end + 1, " \t")] == '\0')
        return lf_fail(LF_BAD_ARGUMENT, "%s: nothing follows the last ','", owner);
    assignment->name = assignment_trim(from, equals);
    assignment->value = assignment_trim(equals + 1, end);
    *rest = *end == ',' ? end + 1 : end;
    if (assignment->name && assignment->value && assignment->name[0] != '\0') return LF_OK;
    bool nameless = assignment->name && assignment->name[0] == '\0';
    lf_assignment_clear(assignment);
    if (!nameless) return lf_fail(LF_NO_MEMORY, "%s: no memory for its parameters", owner);
    return lf_fail(LF_BAD_ARGUMENT, "%s: a name is missing before '%.*s'", owner,
                   (int)(end - equals), equals);
}

void lf_assignment_clear(lf_assignment *assignment) {
    free(assignment->name);
    free(assignment->value);
    *assignment = (lf_assignment){0};
}

lf_status lf_assignment_find(const char *list, const char *owner, const char *name, char **value) {
    *value = NULL;
    for (bool more = true; more && !*value;) {
        lf_assignment is;
        LF_TRY(lf_assignment_next(&list, owner, &is, &more));
        if (more && strcmp(is.name, name) == 0) {
            *value = is.value;
            is.value = NULL;
        }
        lf_assignment_clear(&is);
    }
    return LF_OK;
}

/* Has b every assignment of a? */
static bool assignments_within(const char *a, const char *b) {
    lf_assignment is;
    bool more, found = true;
    while (found) {
        char *value;
        if (lf_assignment_next(&a, "", &is, &more) != LF_OK) return false;
        if (!more) return true;
        found = lf_assignment_find(b, "", is.name, &value) == LF_OK && value &&
                lf_number_same(is.value, value);
        free(value);
        lf_assignment_clear(&is);
    }
    return false;
}

bool lf_assignments_same(const char *a, const char *b) {
    return assignments_within(a, b) && assignments_within(b, a);
}

/* A struct under construction: where its texts go, and which parameters were given. */
typedef struct {
    lf_parameters *to;
    const char *owner;
    size_t count;     /* entries of the table */
    bool *given;      /* count of them */
    size_t text_used; /* bytes of to->texts */
} parameters_fill;

static size_t parameters_count(const lf_param *table) {
    size_t n = 0;
    while (table[n].field)
        n++;
    return n;
}

static void *parameters_field(const lf_parameters *p, size_t i) {
    return (char *)p->values + p->table[i].offset;
}

static const char *parameters_name(const void *table, size_t i) {
    return lf_param_name(&((const lf_param *)table)[i]);
}

/* "eta, beta, b" of all names, cut at `size` bytes. */
static void parameters_names(const lf_param *table, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; table[i].field && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                 lf_param_name(&table[i]));
}

static lf_status parameters_unknown(const parameters_fill *f, const char *name) {
    const lf_param *table = f->to->table;
    if (f->count == 0)
        return lf_fail(LF_BAD_ARGUMENT, "%s has no parameter '%s': it has none at all", f->owner,
                       name);
    char names[1024];
    parameters_names(table, names, sizeof names);
    const char *nearest = lf_suggest(name, f->count, parameters_name, table);
    if (nearest)
        return lf_fail(LF_BAD_ARGUMENT, "%s has no parameter '%s'; did you mean '%s'? It has: %s",
                       f->owner, name, nearest, names);
    return lf_fail(LF_BAD_ARGUMENT, "%s has no parameter '%s'; it has: %s", f->owner, name, names);
}

static lf_status parameters_outside(const parameters_fill *f, const lf_param *p,
                                    const char *value) {
    char least[LF_NUMBER_BYTES], most[LF_NUMBER_BYTES];
    return lf_fail(LF_BAD_ARGUMENT, "%s: %s = %s is %s [%s, %s]", f->owner, lf_param_name(p), value,
                   p->kind == LF_KIND_REAL && p->text ? "neither -1 nor in" : "outside",
                   lf_number_text(p->min, least), lf_number_text(p->max, most));
}

static lf_status parameters_set_real(const parameters_fill *f, size_t i, const char *value) {
    const lf_param *p = &f->to->table[i];
    double number;
    if (!lf_number_typed(value, &number))
        return lf_fail(LF_BAD_ARGUMENT, "%s: %s = '%s' is not a finite decimal number%s", f->owner,
                       lf_param_name(p), value,
                       lf_number_parse(value, &number) ? " that a double tells from 0" : "");
    if (!lf_param_takes(p, number)) return parameters_outside(f, p, value);
    number += 0.0; /* -0 and 0 are one value with one canonical text */
    memcpy(parameters_field(f->to, i), &number, sizeof number);
    return LF_OK;
}

/* 2^53: up to here every whole number is a double of its own. */
static const double parameters_most_count = 9007199254740992.0;

static lf_status parameters_set_count(const parameters_fill *f, size_t i, const char *value) {
    const lf_param *p = &f->to->table[i];
    double number;
    if (!lf_number_typed(value, &number))
        return lf_fail(LF_BAD_ARGUMENT, "%s: %s = '%s' is not a whole number", f->owner,
                       lf_param_name(p), value);
    if (!lf_param_takes(p, number)) return parameters_outside(f, p, value);
    if (number > parameters_most_count || number != (double)(size_t)number)
        return lf_fail(LF_BAD_ARGUMENT, "%s: %s = %s is not a whole number up to 2^53", f->owner,
                       lf_param_name(p), value);
    size_t whole = (size_t)number;
    memcpy(parameters_field(f->to, i), &whole, sizeof whole);
    return LF_OK;
}

static lf_status parameters_set_choice(const parameters_fill *f, size_t i, const char *value) {
    const lf_param *p = &f->to->table[i];
    size_t length = strlen(value);
    int position = 0;
    for (const char *word = p->text; word; position++) {
        size_t n = strcspn(word, "|");
        if (n == length && strncmp(word, value, n) == 0) {
            memcpy(parameters_field(f->to, i), &position, sizeof position);
            return LF_OK;
        }
        word = word[n] ? word + n + 1 : NULL;
    }
    return lf_fail(LF_BAD_ARGUMENT, "%s: %s = '%s' is not one of %s", f->owner, lf_param_name(p),
                   value, p->text);
}

/* Stored texts and JSON are UTF-8, and baselines have lines, so nothing else may come in. */
static lf_status parameters_set_text(parameters_fill *f, size_t i, const char *value) {
    if (!lf_text_is_utf8(value))
        return lf_fail(LF_BAD_ARGUMENT, "%s: %s is not UTF-8", f->owner,
                       lf_param_name(&f->to->table[i]));
    const int control = lf_text_control(value);
    if (control)
        return lf_fail(LF_BAD_ARGUMENT,
                       "%s: %s has a control character (code %d), expected a text in one line",
                       f->owner, lf_param_name(&f->to->table[i]), control);
    size_t bytes = strlen(value) + 1;
    char *text = memcpy(f->to->texts + f->text_used, value, bytes);
    f->text_used += bytes;
    memcpy(parameters_field(f->to, i), &text, sizeof text);
    return LF_OK;
}

static lf_status parameters_set(parameters_fill *f, size_t i, const char *value) {
    switch (f->to->table[i].kind) {
    case LF_KIND_REAL:
        return parameters_set_real(f, i, value);
    case LF_KIND_COUNT:
        return parameters_set_count(f, i, value);
    case LF_KIND_CHOICE:
        return parameters_set_choice(f, i, value);
    case LF_KIND_TEXT:
        return parameters_set_text(f, i, value);
    }
    return lf_fail(LF_BAD_ARGUMENT, "%s: parameter '%s' is of no known kind", f->owner,
                   lf_param_name(&f->to->table[i]));
}

static lf_status parameters_assign(parameters_fill *f, const lf_assignment *a) {
    for (size_t i = 0; i < f->count; i++) {
        if (strcmp(lf_param_name(&f->to->table[i]), a->name) != 0) continue;
        if (f->given[i])
            return lf_fail(LF_BAD_ARGUMENT, "%s: '%s' is given twice", f->owner, a->name);
        f->given[i] = true;
        return parameters_set(f, i, a->value);
    }
    return parameters_unknown(f, a->name);
}

/* Defaults are part of the table, which was checked when it was made, so they are taken as they
 * are. A default text is the plugin's own constant. */
static void parameters_defaults(const parameters_fill *f) {
    for (size_t i = 0; i < f->count; i++) {
        const lf_param *p = &f->to->table[i];
        size_t whole = p->kind == LF_KIND_COUNT ? (size_t)p->value : 0;
        int position = p->kind == LF_KIND_CHOICE ? (int)p->value : 0;
        void *field = parameters_field(f->to, i);
        if (p->kind == LF_KIND_REAL) memcpy(field, &p->value, sizeof p->value);
        if (p->kind == LF_KIND_COUNT) memcpy(field, &whole, sizeof whole);
        if (p->kind == LF_KIND_CHOICE) memcpy(field, &position, sizeof position);
        if (p->kind == LF_KIND_TEXT) memcpy(field, &p->text, sizeof p->text);
    }
}

static lf_status parameters_fill_in(parameters_fill *f, const char *assignments) {
    if (f->to->values == NULL || f->to->texts == NULL || f->given == NULL)
        return lf_fail(LF_NO_MEMORY, "%s: no memory for its parameters", f->owner);
    parameters_defaults(f);
    const char *rest = assignments;
    lf_status status = LF_OK;
    while (status == LF_OK) {
        lf_assignment a;
        bool more;
        LF_TRY(lf_assignment_next(&rest, f->owner, &a, &more));
        if (!more) break;
        status = parameters_assign(f, &a);
        lf_assignment_clear(&a);
    }
    return status;
}

lf_status lf_parameters_create(const lf_param *table, size_t size, const char *assignments,
                               const char *owner, lf_parameters *parameters) {
    size_t count = parameters_count(table);
    *parameters = (lf_parameters){.table = table,
                                  .values = calloc(1, size ? size : 1),
                                  .texts = malloc(strlen(assignments) + 1)};
    parameters_fill f = {.to = parameters,
                         .owner = owner,
                         .count = count,
                         .given = calloc(count + 1, sizeof *f.given)};
    lf_status status = parameters_fill_in(&f, assignments);
    free(f.given);
    if (status != LF_OK) lf_parameters_free(parameters);
    return status;
}

void lf_parameters_free(lf_parameters *parameters) {
    free(parameters->values);
    free(parameters->texts);
    *parameters = (lf_parameters){0};
}
