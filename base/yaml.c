/**
 * @file yaml.c
 * @brief From what libcyaml logs about a bad file to one line that says where and how to mend it.
 */
#include "base/yaml.h"

#include <ctype.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <yaml.h>

#include "base/suggest.h"

enum { FAULT_DEPTH = 8 };

/* What a file may take in memory: many times the largest that is read. */
enum { YAML_BYTES = 64 << 20 };

/* What libcyaml said while it failed. */
typedef struct {
    const cyaml_schema_value_t *schema;
    char reason[256]; /* its first line, without the name of the phase */
    unsigned line;    /* where it was, from 1; 0: unknown */
    size_t depth;     /* mapping keys around the fault, innermost first */
    char key[FAULT_DEPTH][64];
    size_t bytes; /* allocated */
    bool unfolds; /* to more than YAML_BYTES */
} yaml_fault;

/* One log line: the reason first, then "  in mapping field 'KEY' (line: L, column: C)" outwards. */
static void fault_take(yaml_fault *fault, const char *text) {
    unsigned line = 0;
    const char *place = strstr(text, "(line: ");
    if (strncmp(text, "  in ", 5) == 0) {
        if (place && sscanf(place, "(line: %u", &line) == 1 && fault->line == 0) fault->line = line;
        if (fault->depth < FAULT_DEPTH &&
            sscanf(text, "  in mapping field '%63[^']'", fault->key[fault->depth]) == 1)
            fault->depth++;
    } else if (!fault->reason[0] && !strstr(text, "Backtrace:")) {
        const char *reason = strncmp(text, "Load: ", 6) == 0 ? text + 6 : text;
        snprintf(fault->reason, sizeof fault->reason, "%.255s", reason);
    }
}

/* libcyaml's log function; `context` is the fault to fill. */
static void fault_log(cyaml_log_t level, void *context, const char *format, va_list arguments) {
    if (level < CYAML_LOG_ERROR) return;
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    text[strcspn(text, "\n")] = '\0';
    fault_take(context, text);
}

/* The table of keys around the fault: from the top down the path of keys, outermost first. */
static const cyaml_schema_field_t *fault_fields(const yaml_fault *fault) {
    const cyaml_schema_field_t *fields = fault->schema->mapping.fields;
    for (size_t i = fault->depth; i-- > 0;) {
        const cyaml_schema_field_t *field = fields;
        while (field->key && strcmp(field->key, fault->key[i]) != 0)
            field++;
        if (!field->key) return fields;
        const cyaml_schema_value_t *inside = &field->value;
        if (inside->type == CYAML_SEQUENCE) inside = inside->sequence.entry;
        if (inside->type != CYAML_MAPPING) return fields;
        fields = inside->mapping.fields;
    }
    return fields;
}

/* A name for lf_suggest. */
static const char *fault_key_at(const void *context, size_t i) {
    return ((const cyaml_schema_field_t *)context)[i].key;
}

/* libcyaml points at what it read before the key: the key itself is on that line or below. */
static unsigned fault_line_of(const char *yaml, size_t length, const char *key, unsigned line) {
    const char *at = yaml, *end = yaml + length;
    for (unsigned i = 1; i < line && at; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at) at++;
    }
    for (unsigned now = line; at && at < end; now++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        const char *found = memmem(at, (size_t)(stop - at), key, strlen(key));
        if (found && (found == at || !isalnum((unsigned char)found[-1])) &&
            found + strlen(key) < end && strchr(": \t\n\"'", found[strlen(key)]))
            return now;
        at = stop + 1;
    }
    return line;
}

/* libcyaml passes libyaml's words on, not where it was. A byte that is no text has a place alone.
 */
static unsigned fault_line_parsed(const char *yaml, size_t length, unsigned line) {
    yaml_parser_t parser;
    yaml_event_t event;
    bool more = true;
    if (!yaml_parser_initialize(&parser)) return line;
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml, length);
    while (more && yaml_parser_parse(&parser, &event)) {
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    if (more && parser.error == YAML_READER_ERROR) {
        line = 1;
        for (size_t i = 0; i < parser.problem_offset && i < length; i++)
            line += yaml[i] == '\n';
    } else if (more) {
        line = (unsigned)parser.problem_mark.line + 1;
    }
    yaml_parser_delete(&parser);
    return line;
}

/* "did you mean 'x'?", or all keys that may stand there. */
static void fault_advice(const yaml_fault *fault, const char *key, char *text, size_t size) {
    const cyaml_schema_field_t *fields = fault_fields(fault);
    size_t n = 0;
    while (fields[n].key)
        n++;
    const char *nearest = lf_suggest(key, n, fault_key_at, fields);
    if (nearest) {
        snprintf(text, size, "did you mean '%s'?", nearest);
        return;
    }
    size_t used = (size_t)snprintf(text, size, "there are");
    for (size_t i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s %s", i ? "," : "", fields[i].key);
}

/* libcyaml's phrases in our words; %s is what follows the phrase, if that is of use. */
static const char *const fault_phrases[][2] = {
    {"Missing required mapping field: ", "the key '%s' is missing"},
    {"Mapping field already seen: ", "the key '%s' is given twice"},
    {"Invalid FLOAT value: ", "expected a number, not '%s'"},
    {"FLOAT overflow/overflow: ", "expected a number that a double holds, not '%s'"},
    {"Invalid UINT value: ", "expected a whole number from 0, not %s"},
    {"Invalid uint64_t value: ", "expected a whole number from 0, not %s"},
    {"Invalid ENUM value: ", "expected true or false, not '%s'"},
    {"STRING length < 1: ", "expected a text, but it is empty"},
    {"Expecting MAPPING, ", "expected keys with values"},
    {"Expecting SEQUENCE, ", "expected a list"},
    {"Insufficient entries (0 of 1 min)", "expected a list that is not empty"},
    {"Expecting STRING, got event: SEQUENCE", "expected a text, such as \"0,3,7\", not a list"},
    {"Expecting STRING, ", "expected a text"},
    {"Expecting UINT, ", "expected a whole number from 0"},
    {"Expecting FLOAT, ", "expected a number"},
    {"Expecting ENUM, ", "expected true or false"},
    {"libyaml: ", "not YAML: %s"},
};

/* The reason in our words; one that we have no words for is passed on as it is. */
static void fault_phrase(const yaml_fault *fault, char *text, size_t size) {
    const char *reason = fault->reason[0] ? fault->reason : "not a readable YAML file";
    for (size_t i = 0; i < sizeof fault_phrases / sizeof *fault_phrases; i++) {
        size_t n = strlen(fault_phrases[i][0]);
        if (strncmp(reason, fault_phrases[i][0], n) != 0) continue;
        const char *ours = fault_phrases[i][1], *mark = strstr(ours, "%s");
        if (mark)
            snprintf(text, size, "%.*s%s%s", (int)(mark - ours), ours, reason + n, mark + 2);
        else
            snprintf(text, size, "%s", ours);
        return;
    }
    snprintf(text, size, "%s", reason);
}

/* One line out of the fault: "ORIGIN:LINE: unknown key 'colour'; did you mean 'column'?" */
static lf_status fault_explain(const yaml_fault *fault, const char *yaml, size_t length,
                               const char *origin) {
    static const char unexpected[] = "Unexpected key: ";
    char place[32] = "", text[640];
    unsigned line = fault->line;
    if (strncmp(fault->reason, unexpected, sizeof unexpected - 1) == 0) {
        const char *key = fault->reason + sizeof unexpected - 1;
        line = fault_line_of(yaml, length, key, line);
        fault_advice(fault, key, text, sizeof text);
        return lf_fail(LF_BAD_INPUT, "%s:%u: unknown key '%s'; %s", origin, line, key, text);
    }
    if (strncmp(fault->reason, "libyaml: ", 9) == 0) line = fault_line_parsed(yaml, length, line);
    if (line > 0) snprintf(place, sizeof place, ":%u", line);
    fault_phrase(fault, text, sizeof text);
    if (fault->depth == 0) return lf_fail(LF_BAD_INPUT, "%s%s: %s", origin, place, text);
    return lf_fail(LF_BAD_INPUT, "%s%s: %s: %s", origin, place, fault->key[0], text);
}

/* libcyaml's memory function; `context` is the fault. Aliases of aliases make a page of text as
 * long as any memory, so what all of them unfold to is counted. */
static void *yaml_memory(void *context, void *old, size_t size) {
    yaml_fault *fault = context;
    const size_t before = malloc_usable_size(old);
    if (size > YAML_BYTES || fault->bytes - before > YAML_BYTES - size) {
        fault->unfolds = true;
        return NULL;
    }
    void *grown = cyaml_mem(NULL, old, size);
    if (grown || size == 0) fault->bytes += malloc_usable_size(grown) - before;
    return grown;
}

static cyaml_config_t yaml_config(yaml_fault *fault) {
    return (cyaml_config_t){.log_fn = fault ? fault_log : NULL,
                            .log_ctx = fault,
                            .mem_fn = fault ? yaml_memory : cyaml_mem,
                            .mem_ctx = fault,
                            .log_level = CYAML_LOG_WARNING};
}

lf_status lf_yaml_load(const char *yaml, size_t length, const char *origin,
                       const cyaml_schema_value_t *schema, void **data) {
    *data = NULL;
    yaml_fault fault = {.schema = schema};
    const cyaml_config_t config = yaml_config(&fault);
    const cyaml_err_t error =
        cyaml_load_data((const uint8_t *)yaml, length, &config, schema, data, NULL);
    if (fault.unfolds)
        return lf_fail(LF_BAD_INPUT, "%s: its aliases unfold to more than %d MB, expected less",
                       origin, YAML_BYTES >> 20);
    if (error == CYAML_ERR_OOM) return lf_fail(LF_NO_MEMORY, "%s: no memory to read it", origin);
    if (error != CYAML_OK) return fault_explain(&fault, yaml, length, origin);
    const lf_status status = lf_yaml_numbers_check(yaml, length, origin, schema);
    if (status == LF_OK) return LF_OK;
    lf_yaml_free(schema, *data);
    *data = NULL;
    return status;
}

void lf_yaml_free(const cyaml_schema_value_t *schema, void *data) {
    const cyaml_config_t config = yaml_config(NULL);
    cyaml_free(&config, schema, data, 0);
}
