/**
 * @file value.c
 * @brief Texts of the command line as counts, seconds, bytes and choices.
 *
 * Every kind of value is checked in full: a text with anything behind it ("10x") is refused, as are
 * zero, negative and infinite numbers, since no option means them.
 */
#include "cli/option.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* A unit behind a number. */
typedef struct {
    const char *name;
    double factor;
} value_unit;

/* "NUMBER[UNIT]" -> number times factor; false unless the whole text is that, and positive. */
static bool value_number(const char *text, const value_unit *units, double *number) {
    const char *end;
    if (lf_number_read(text, number, &end) != LF_NUMBER_FINE || *number <= 0) return false;
    if (!*end) return true;
    for (; units->name; units++) {
        if (strcmp(end, units->name) != 0) continue;
        *number *= units->factor;
        return isfinite(*number);
    }
    return false;
}

/* 1e6 is a whole number too. A billion is more than any option means, and fits every counter. */
static bool value_count(const char *text, size_t *count) {
    const value_unit none[] = {{0}};
    double number;
    if (!value_number(text, none, &number)) return false;
    if (number > 1e9 || number != floor(number)) return false;
    *count = (size_t)number;
    return true;
}

/* Seconds without a unit. */
static bool value_seconds(const char *text, double *seconds) {
    const value_unit units[] = {{"s", 1}, {"m", 60}, {"h", 3600}, {0}};
    return value_number(text, units, seconds);
}

/* Binary units, as in the limits of shells and job schedulers. */
static bool value_bytes(const char *text, size_t *bytes) {
    const value_unit units[] = {{"K", 1024.0}, {"M", 1048576.0}, {"G", 1073741824.0}, {0}};
    double number;
    if (!value_number(text, units, &number) || number < 1048576 || number > 1e18) return false;
    *bytes = (size_t)number;
    return true;
}

/* Is `text` one of the words of "a|b|c"? */
static bool value_choose(const char *words, const char *text) {
    size_t length = strlen(text);
    for (const char *word = words; length > 0 && word; word = strchr(word, '|')) {
        word += *word == '|';
        if (strcspn(word, "|") == length && strncmp(word, text, length) == 0) return true;
    }
    return false;
}

/* An option cannot come more often than there are words, so the first allocation is the last. */
static bool value_append(lf_texts *texts, const char *text, size_t most) {
    if (!texts->text) texts->text = calloc(most, sizeof *texts->text);
    if (!texts->text) return false;
    texts->text[texts->n++] = text;
    return true;
}

/* What to say the option wants. */
static const char *value_wanted(const lf_option *option) {
    switch (option->kind) {
    case LF_OPTION_COUNT:
        return "a whole number from 1 to 1e9";
    case LF_OPTION_SECONDS:
        return "a time above 0, such as 90, 15m or 2h";
    case LF_OPTION_PERIOD:
        return "a time such as 90, 15m or 2h, or 0";
    case LF_OPTION_BYTES:
        return "a size from 1M on, such as 512M or 2G";
    default:
        return option->value;
    }
}

bool lf_value_set(const char *command, const lf_option *option, const char *text, size_t most,
                  void *values) {
    void *field = (char *)values + option->offset;
    bool fits = true;
    switch (option->kind) {
    case LF_OPTION_FLAG:
        *(bool *)field = true;
        break;
    case LF_OPTION_CHOICE:
        fits = value_choose(option->value, text);
        *(const char **)field = text;
        break;
    case LF_OPTION_TEXT:
        fits = text[0] != '\0'; /* --out "$unset" is a slip */
        *(const char **)field = text;
        break;
    case LF_OPTION_TEXTS:
        fits = text[0] != '\0' && value_append(field, text, most);
        break;
    case LF_OPTION_COUNT:
        fits = value_count(text, field);
        break;
    case LF_OPTION_SECONDS:
        fits = value_seconds(text, field);
        break;
    case LF_OPTION_PERIOD:
        fits = value_seconds(text, field) || strcmp(text, "0") == 0;
        break;
    case LF_OPTION_BYTES:
        fits = value_bytes(text, field);
        break;
    }
    if (!fits)
        lf_message_usage("%s: --%s '%s': expected %s", command, option->name, text,
                         value_wanted(option));
    return fits;
}
