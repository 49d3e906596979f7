#include "oracle/cost_words.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

/* What every problem's costs may name: counters, the two sums over them, passes by role. */
enum { WORDS_PASSES = LF_COUNTERS + 2, WORDS = WORDS_PASSES + LF_ROLES };

typedef struct {
    const lf_cost_scope *scope;
    char passes[LF_ROLES][32];
} cost_words;

static cost_words words_of(const lf_cost_scope *scope) {
    cost_words words = {.scope = scope};
    for (size_t r = 0; r < LF_ROLES; r++)
        snprintf(words.passes[r], sizeof words.passes[r], "passes.%s", lf_role_word((lf_role)r));
    return words;
}

/* For lf_suggest: the words of all costs, then the problem's measures and constants. */
static const char *words_at(const void *context, size_t i) {
    const cost_words *words = context;
    if (i < LF_COUNTERS) return lf_counter_name(i);
    if (i < WORDS_PASSES) return i == LF_COUNTERS ? "samples" : "calls";
    if (i < WORDS) return words->passes[i - WORDS_PASSES];
    i -= WORDS;
    if (i < words->scope->measures) return words->scope->measure[i].name;
    return words->scope->constant[i - words->scope->measures];
}

bool lf_cost_is_word(const char *name) {
    static const lf_cost_scope none = {0};
    const cost_words words = words_of(&none);
    for (size_t i = 0; i < WORDS; i++)
        if (strcmp(words_at(&words, i), name) == 0) return true;
    return false;
}

lf_status lf_cost_check_measure(const char *name) {
    if (name[0] == '\0' || strchr("0123456789.", name[0]) ||
        name[strspn(name, LF_NAME_LETTERS ".")])
        return lf_fail(LF_BAD_INPUT,
                       "'%s' is no name for a measure, expected letters, digits, '_' and '.', a "
                       "letter first",
                       name);
    if (lf_cost_is_word(name) || strcmp(name, "seconds") == 0)
        return lf_fail(LF_BAD_INPUT,
                       "measure '%s': every cost has this word already, expected a name of its own",
                       name);
    return LF_OK;
}

/* A measure of this problem is worth more than a list of all that there could be. */
static lf_status words_list(const char *whole, const lf_cost_scope *scope, const char *word) {
#define COST_KIND(kind, name) name ".ROLE, "
    char measures[400] = "";
    size_t used = 0;
    for (size_t i = 0; i < scope->measures && used < sizeof measures - 80; i++)
        used += (size_t)snprintf(measures + used, sizeof measures - used, ", %.70s",
                                 scope->measure[i].name);
    return lf_fail(
        LF_BAD_ARGUMENT,
        "cost '%s': '%s' is neither a counter nor a measure of this problem; there are "
        "steps, samples[.ROLE], calls, " LF_EVALUATION_LIST(COST_KIND) "passes.ROLE, outer%s",
        whole, word, measures);
#undef COST_KIND
}

lf_status lf_cost_unknown(const char *whole, const lf_cost_scope *scope, const char *word,
                          size_t n) {
    const cost_words words = words_of(scope);
    char text[128]; /* longer words are near to nothing */
    snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : sizeof text - 1), word);
    const char *nearest =
        lf_suggest(text, WORDS + scope->measures + scope->constants, words_at, &words);
    if (!nearest) return words_list(whole, scope, text);
    return lf_fail(LF_BAD_ARGUMENT,
                   "cost '%s': '%s' is neither a counter nor a measure of this problem; did you "
                   "mean '%s'?",
                   whole, text, nearest);
}
