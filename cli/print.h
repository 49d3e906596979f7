/**
 * @file print.h
 * @brief Small forms that several commands print.
 */
#pragma once

#include <stddef.h>

#include <jansson.h>

#include <levelfield/info.h>
#include <levelfield/param.h>

/** A JSON value on standard output, indented, with 17 significant digits and a newline. */
void lf_print_json(const json_t *json);

/** text <- the words of a view mask: "constrained, composition". */
void lf_print_views(unsigned views, char *text, size_t size);

/** A parameter table on standard output: name, kind, default, range, doc. */
void lf_print_params(const lf_param *params);

/** "label: words", wrapped under the words; nothing if the words are NULL or empty. */
void lf_print_field(const char *label, const char *words);

/** The words of the views, for an option; and the view of a word, LF_VIEWS if there is none. */
#define LF_VIEW_WORDS "plain|composition|constrained|group_minimax|saddle|bilevel"
lf_view lf_print_view_of(const char *word);
