#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

void lf_text_add(lf_text *text, const char *piece) {
    size_t n = strlen(piece);
    if (text->failed) return;
    if (text->used + n + 1 > text->capacity) {
        size_t capacity = 2 * (text->used + n + 1);
        char *bytes = realloc(text->bytes, capacity);
        if (bytes == NULL) {
            free(text->bytes);
            *text = (lf_text){.failed = true};
            return;
        }
        text->bytes = bytes;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->used, piece, n + 1);
    text->used += n;
}

void lf_text_arguments(lf_text *text, const char *format, va_list arguments) {
    char *piece;
    if (vasprintf(&piece, format, arguments) < 0) piece = NULL;
    lf_text_add(text, piece ? piece : "");
    if (piece == NULL) {
        free(text->bytes);
        *text = (lf_text){.failed = true};
    }
    free(piece);
}

void lf_text_format(lf_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    lf_text_arguments(text, format, arguments);
    va_end(arguments);
}

void lf_text_list_free(char **list, size_t n) {
    for (size_t i = 0; list && i < n; i++)
        free(list[i]);
    free(list);
}

int lf_text_control(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127) return (unsigned char)*text;
    return 0;
}

bool lf_text_is_utf8(const char *text) {
    json_t *utf8 = json_string(text); /* Jansson takes nothing else */
    json_decref(utf8);
    return utf8 != NULL;
}

void lf_text_clean(char *text, bool lines) {
    const bool utf8 = lf_text_is_utf8(text);
    for (char *c = text; *c; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (lines && (byte == '\n' || byte == '\t')) continue;
        if (byte == '\n' || byte == '\r' || byte == '\t')
            *c = ' ';
        else if (byte < ' ' || byte == 127 || (byte > 127 && !utf8))
            *c = '?';
    }
}
