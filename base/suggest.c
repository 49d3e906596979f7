/**
 * @file suggest.c
 * @brief Nearest name by Damerau-Levenshtein distance (Lowrance & Wagner 1975).
 */
#include "base/suggest.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

/* Row and column 0 are a wall that no cheapest path crosses; row and column 1 are empty prefixes.
 */
typedef struct {
    uint8_t cost[LF_SUGGEST_BYTES + 2][LF_SUGGEST_BYTES + 2];
    size_t seen[256]; /* last row whose letter of a was this one; 0: none yet */
} suggest_table;

static size_t suggest_smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static void suggest_prepare(suggest_table *t, size_t na, size_t nb) {
    memset(t->seen, 0, sizeof t->seen);
    uint8_t wall = (uint8_t)(na + nb);
    for (size_t i = 0; i <= na + 1; i++) {
        t->cost[i][0] = wall;
        if (i > 0) t->cost[i][1] = (uint8_t)(i - 1);
    }
    for (size_t j = 0; j <= nb + 1; j++) {
        t->cost[0][j] = wall;
        if (j > 0) t->cost[1][j] = (uint8_t)(j - 1);
    }
}

/* cost[i + 1][j + 1] <- distance of the first i letters of a and the first j of b; `match` is the
 * last column before j where b has a's letter i. */
static void suggest_cell(suggest_table *t, const char *a, const char *b, size_t i, size_t j,
                         size_t match) {
    size_t differs = a[i - 1] != b[j - 1];
    size_t best = t->cost[i][j] + differs;
    best = suggest_smaller(best, t->cost[i + 1][j] + 1U);
    best = suggest_smaller(best, t->cost[i][j + 1] + 1U);
    size_t row = t->seen[(unsigned char)b[j - 1]];
    size_t swap = t->cost[row][match] + (i - row - 1) + 1 + (j - match - 1);
    if (row > 0 && match > 0) best = suggest_smaller(best, swap);
    t->cost[i + 1][j + 1] = (uint8_t)best;
}

size_t lf_suggest_distance(const char *a, const char *b) {
    size_t na = strlen(a), nb = strlen(b);
    if (na > LF_SUGGEST_BYTES || nb > LF_SUGGEST_BYTES) return SIZE_MAX;
    suggest_table t;
    suggest_prepare(&t, na, nb);
    for (size_t i = 1; i <= na; i++) {
        size_t match = 0;
        for (size_t j = 1; j <= nb; j++) {
            suggest_cell(&t, a, b, i, j, match);
            if (a[i - 1] == b[j - 1]) match = j;
        }
        t.seen[(unsigned char)a[i - 1]] = i;
    }
    return t.cost[na + 1][nb + 1];
}

const char *lf_suggest(const char *word, size_t n,
                       const char *(*name_at)(const void *ctx, size_t i), const void *ctx) {
    size_t length = strlen(word);
    size_t limit = length / 3 > 2 ? length / 3 : 2;
    const char *nearest = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *name = name_at(ctx, i);
        if (strcasecmp(word, name) == 0) return name;
        size_t longer = length > strlen(name) ? length : strlen(name);
        size_t distance = lf_suggest_distance(word, name);
        if (distance > limit || 2 * distance > longer) continue;
        nearest = name;
        if (distance == 0) break;
        limit = distance - 1; /* from here on only a nearer one counts */
    }
    return nearest;
}

static const char *suggest_string_at(const void *ctx, size_t i) {
    return ((const char *const *)ctx)[i];
}

const char *lf_suggest_among(const char *word, size_t n, const char *const *names) {
    return lf_suggest(word, n, suggest_string_at, names);
}
