/**
 * @file print.h
 * @brief Small forms that several commands print.
 */
#pragma once

#include <stddef.h>

#include <jansson.h>

#include <levelfield/info.h>
#include <levelfield/param.h>
#include <levelfield/status.h>

/** A JSON value on standard output, indented, with 17 significant digits and a newline.
 *  LF_NO_MEMORY: it is NULL, as what could not be made is. */
lf_status lf_print_json(const json_t *json);
/** What somebody typed, such as a path: what is not UTF-8 has '?' beyond ASCII. NULL: no memory. */
json_t *lf_print_text(const char *text);

/** The ending of a noun that is counted: "" of one, else "s". */
const char *lf_print_s(size_t n);

/** Text in a cell of a Markdown table, which no word of it ends. */
void lf_print_cell(const char *text);

/** A number, null where it is not finite: JSON knows neither NaN nor infinity. */
json_t *lf_print_number(double value);
/** n numbers, all finite. */
json_t *lf_print_numbers(const double *x, size_t n);

/** text <- the words of a view mask: "constrained, composition". */
void lf_print_views(unsigned views, char *text, size_t size);

/** A parameter table on standard output: name, kind, default, range, doc. */
void lf_print_params(const lf_param *params);
/** The same as an array: name, kind, doc and default of each, `words` of a choice, `least` and
 *  `most` of a number, null without an end, and `automatic` where -1 has the plugin work it out. */
json_t *lf_print_params_json(const lf_param *params);

/** "label: words", wrapped under the words; nothing if the words are NULL or empty. */
void lf_print_field(const char *label, const char *words);

/** The words of the views, for an option; and the view of a word, LF_VIEWS if there is none. */
#define LF_VIEW_WORDS "plain|composition|constrained|group_minimax|saddle|bilevel"
lf_view lf_print_view_of(const char *word);
