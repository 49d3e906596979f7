/**
 * @file param.h
 * @brief Parameter tables: what a plugin can be told, its defaults and its ranges.
 *
 * A plugin declares a plain struct and a table of its fields. The harness fills the struct from
 * "name:k=v,k=v" or from YAML, checks the ranges, and hands it to init. A field of a struct inside
 * it is written with its path, LF_REAL(my_params, update.beta, ...), and is called beta.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef enum {
    LF_KIND_REAL,   /**< double */
    LF_KIND_COUNT,  /**< size_t */
    LF_KIND_CHOICE, /**< int: position in a "a|b|c" list */
    LF_KIND_TEXT    /**< const char *: owned by the harness, outlives the plugin's state */
} lf_kind;

/** One field of a parameter struct; set and range-checked before init. */
typedef struct {
    const char *field; /**< "beta" or "update.beta", the paper's symbol or word last */
    lf_kind kind;
    size_t offset;          /**< bytes into the struct */
    double value, min, max; /**< REAL, COUNT: default and closed range; CHOICE: default position,
                               and as max 1 if a specification leaves the default out */
    const char *doc;        /**< one line, unit in brackets: "step size [x/g]" */
    const char *text;       /**< CHOICE: "a|b|c"; TEXT: the default; REAL: "-1" if that is taken,
                               too, else NULL */
} lf_param;

/** What users call it: what follows the last dot. */
static inline const char *lf_param_name(const lf_param *p) {
    const char *dot = strrchr(p->field, '.');
    return dot ? dot + 1 : p->field;
}

/** Is the number one that a REAL or a COUNT takes? */
static inline bool lf_param_takes(const lf_param *p, double number) {
    return (p->min <= number && number <= p->max) ||
           (p->kind == LF_KIND_REAL && p->text && number == -1);
}

/** LF_REAL(struct, field, default, min, max, "doc") */
#define LF_REAL(type, field, standard, least, most, words)                                         \
    { #field, LF_KIND_REAL, offsetof(type, field), standard, least, most, words, NULL }
/** LF_REAL that may also be -1, which its range leaves out: as the plugin works it out */
#define LF_REAL_AUTO(type, field, standard, least, most, words)                                    \
    { #field, LF_KIND_REAL, offsetof(type, field), standard, least, most, words, "-1" }
/** LF_COUNT(struct, field, default, min, max, "doc") */
#define LF_COUNT(type, field, standard, least, most, words)                                        \
    { #field, LF_KIND_COUNT, offsetof(type, field), standard, least, most, words, NULL }
/** LF_CHOICE(struct, field, default position, "a|b|c", "doc"); the field is an int or an enum */
#define LF_CHOICE(type, field, standard, list, words)                                              \
    { #field, LF_KIND_CHOICE, offsetof(type, field), standard, 0, 0, words, list }
/** LF_CHOICE of a parameter that came later: a specification leaves out its default, so that runs
 *  that were stored before keep their keys */
#define LF_CHOICE_LATER(type, field, standard, list, words)                                        \
    { #field, LF_KIND_CHOICE, offsetof(type, field), standard, 0, 1, words, list }
/** LF_TEXT(struct, field, "default", "doc"); the field is a const char * */
#define LF_TEXT(type, field, standard, words)                                                      \
    { #field, LF_KIND_TEXT, offsetof(type, field), 0, 0, 0, words, standard }
