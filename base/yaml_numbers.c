/**
 * @file yaml_numbers.c
 * @brief The text once more, event by event, along the schema.
 */
#include "base/yaml.h"

#include <stdbool.h>
#include <string.h>

#include <yaml.h>

#include "base/number.h"

enum { NUMBERS_DEPTH = 32 };

/* A mapping or a list that is open. */
typedef struct {
    const cyaml_schema_value_t *is;    /* NULL: nothing that the schema knows */
    const cyaml_schema_field_t *field; /* of a mapping: whose value comes next; NULL: a key does */
} numbers_level;

typedef struct {
    const cyaml_schema_value_t *schema;
    const char *origin;
    bool begun; /* the document that libcyaml has read */
    size_t depth;
    numbers_level level[NUMBERS_DEPTH]; /* outermost first */
} numbers_walk;

static bool numbers_in_mapping(const numbers_walk *w) {
    const cyaml_schema_value_t *is = w->depth ? w->level[w->depth - 1].is : NULL;
    return is && is->type == CYAML_MAPPING;
}

/* What the schema wants of the value that comes now. */
static const cyaml_schema_value_t *numbers_wanted(const numbers_walk *w) {
    if (w->depth == 0) return w->schema;
    const numbers_level *top = &w->level[w->depth - 1];
    if (!top->is) return NULL;
    if (top->is->type == CYAML_MAPPING) return top->field ? &top->field->value : NULL;
    return top->is->type == CYAML_SEQUENCE ? top->is->sequence.entry : NULL;
}

/* After a value a mapping waits for its next key. */
static void numbers_taken(numbers_walk *w) {
    if (w->depth) w->level[w->depth - 1].field = NULL;
}

static void numbers_key(numbers_walk *w, const char *key) {
    numbers_level *top = &w->level[w->depth - 1];
    top->field = top->is->mapping.fields;
    while (top->field->key && strcmp(top->field->key, key) != 0)
        top->field++;
}

static bool numbers_is_count(const char *text) {
    return *text && !text[strspn(text, "0123456789")] && (text[0] != '0' || !text[1]);
}

/* Lists may have holes, such as the values that a paper does not print. */
static bool numbers_is_real(const numbers_walk *w, const char *text) {
    double number;
    const bool hole = !numbers_in_mapping(w) && strcmp(text, "nan") == 0;
    return hole || lf_number_typed(text, &number);
}

static lf_status numbers_value(const numbers_walk *w, const yaml_event_t *event) {
    const cyaml_schema_value_t *wanted = numbers_wanted(w);
    const char *text = (const char *)event->data.scalar.value, *key = "", *what;
    if (!wanted) return LF_OK;
    if (strlen(text) < event->data.scalar.length) /* libcyaml's texts end there */
        what = "a text without the character \\0";
    else if (wanted->type == CYAML_UINT && !numbers_is_count(text))
        what = "a whole number from 0, in digits alone";
    else if (wanted->type == CYAML_FLOAT && !numbers_is_real(w, text))
        what = "a finite decimal number";
    else
        return LF_OK;
    for (size_t i = 0; i < w->depth; i++)
        if (w->level[i].field) key = w->level[i].field->key;
    return lf_fail(LF_BAD_INPUT, "%s:%zu: %s: expected %s, not '%s'", w->origin,
                   event->start_mark.line + 1, key, what, text);
}

static lf_status numbers_open(numbers_walk *w) {
    if (w->depth == NUMBERS_DEPTH)
        return lf_fail(LF_BAD_INPUT, "%s: nested more than %d deep", w->origin, NUMBERS_DEPTH);
    w->level[w->depth] = (numbers_level){numbers_wanted(w), NULL};
    w->depth++;
    return LF_OK;
}

static lf_status numbers_event(numbers_walk *w, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (!w->begun) {
            w->begun = true;
            return LF_OK;
        }
        return lf_fail(LF_BAD_INPUT,
                       "%s:%zu: another document begins here, and only the first is read; make it "
                       "a file of its own",
                       w->origin, event->start_mark.line + 1);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        return numbers_open(w);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        w->depth--;
        numbers_taken(w);
        return LF_OK;
    case YAML_ALIAS_EVENT: /* looked at where it was written */
        numbers_taken(w);
        return LF_OK;
    case YAML_SCALAR_EVENT:
        if (numbers_in_mapping(w) && !w->level[w->depth - 1].field) {
            numbers_key(w, (const char *)event->data.scalar.value);
            return LF_OK;
        }
        LF_TRY(numbers_value(w, event));
        numbers_taken(w);
        return LF_OK;
    default:
        return LF_OK;
    }
}

lf_status lf_yaml_numbers_check(const char *yaml, size_t length, const char *origin,
                                const cyaml_schema_value_t *schema) {
    yaml_parser_t parser;
    yaml_event_t event;
    numbers_walk walk = {.schema = schema, .origin = origin};
    if (!yaml_parser_initialize(&parser)) return lf_fail(LF_NO_MEMORY, "%s: no memory", origin);
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml, length);
    lf_status status = LF_OK;
    for (bool more = true; more && status == LF_OK;) {
        if (!yaml_parser_parse(&parser, &event)) break; /* libcyaml has read all that it wanted */
        more = event.type != YAML_STREAM_END_EVENT;
        status = numbers_event(&walk, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return status;
}
