/**
 * @file part.h
 * @brief Rows of a parameter table for a piece's own struct inside the method's: methods that share
 *        a piece share the names, ranges and words of its parameters too.
 *
 * As LF_REAL and so on (param.h), with `part` the member of `type` that `field` lies in.
 */
#pragma once

#include <levelfield/param.h>

#define LF_PART_REAL(type, part, field, standard, least, most, words)                              \
    { #field, LF_KIND_REAL, offsetof(type, part.field), standard, least, most, words, NULL }
#define LF_PART_COUNT(type, part, field, standard, least, most, words)                             \
    { #field, LF_KIND_COUNT, offsetof(type, part.field), standard, least, most, words, NULL }
#define LF_PART_CHOICE(type, part, field, standard, list, words)                                   \
    { #field, LF_KIND_CHOICE, offsetof(type, part.field), standard, 0, 0, words, list }
