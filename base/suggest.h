/**
 * @file suggest.h
 * @brief "Did you mean ...?": the name nearest to a misspelt word.
 */
#pragma once

#include <stddef.h>

/** Longest word, in bytes, that is compared; anything longer is near to nothing. */
enum { LF_SUGGEST_BYTES = 63 };

/**
 * Damerau-Levenshtein distance: the fewest insertions, deletions, replacements and swaps of
 * neighbours that turn `a` into `b`, where swapped neighbours may be edited again ("ca" to "abc" is
 * 2). SIZE_MAX if either is longer than LF_SUGGEST_BYTES.
 */
size_t lf_suggest_distance(const char *a, const char *b);

/**
 * The nearest of the names name_at(ctx, 0 .. n - 1), the first one of equals; the same one in other
 * case before all. NULL if none is near:
 * farther than 2 edits and than a third of the word's length, or than half of the longer one's.
 */
const char *lf_suggest(const char *word, size_t n,
                       const char *(*name_at)(const void *ctx, size_t i), const void *ctx);

/** As lf_suggest, over an array of n strings. */
const char *lf_suggest_among(const char *word, size_t n, const char *const *names);
