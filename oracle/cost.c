#include "oracle/meter.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "base/text.h"
#include "oracle/cost_words.h"

/* Measures may be made of measures; a chain longer than this is a circle. */
static const int cost_depth = 8;
/* Ten of a measure that is ten of another ... doubles and redoubles within that depth; no cost that
 * anybody means has as many terms as this. */
enum { COST_TERMS = 10000 };

typedef struct {
    const char *at;    /* what is left to read */
    const char *whole; /* for messages */
    const lf_cost_scope *scope;
    int depth;
    size_t *terms; /* read so far, those of measures too */
} cost_reader;

lf_cost_scope lf_cost_scope_of(const lf_problem_info *info) {
    lf_cost_scope scope = {.measure = info->measures};
    for (size_t role = 0; role < LF_ROLES; role++)
        for (size_t i = 0; i < info->role[role].count; i++)
            scope.samples[role] += (double)info->role[role].component[i].samples;
    while (scope.measure && scope.measure[scope.measures].name)
        scope.measures++;
    return scope;
}

static void cost_add(lf_cost *cost, size_t counter, double weight) {
    for (size_t i = 0; i < cost->terms; i++)
        if (cost->counter[i] == counter) {
            cost->weight[i] += weight;
            return;
        }
    cost->uses |= (uint32_t)1 << counter;
    cost->counter[cost->terms] = (uint8_t)counter;
    cost->weight[cost->terms++] = weight;
}

static void cost_skip(cost_reader *reader) {
    while (isspace((unsigned char)*reader->at))
        reader->at++;
}

/* Length of the word at the reader: letters, digits, '.' and '_'. */
static size_t cost_word(const cost_reader *reader) {
    size_t n = 0;
    while (isalnum((unsigned char)reader->at[n]) || reader->at[n] == '.' || reader->at[n] == '_')
        n++;
    return n;
}

static bool cost_is(const char *word, size_t n, const char *name) {
    return strlen(name) == n && strncmp(word, name, n) == 0;
}

/* A number or a constant at the reader; false, and nothing is read, if there is none. */
static bool cost_factor(cost_reader *reader, double *factor) {
    cost_skip(reader);
    if (isdigit((unsigned char)*reader->at) || *reader->at == '.') {
        const char *end;
        /* One that is too large makes a weight that is refused. */
        if (lf_number_read(reader->at, factor, &end) == LF_NUMBER_MALFORMED) return false;
        /* "3secon.x" would be a name, not a number */
        if (isalpha((unsigned char)*end)) return false;
        reader->at = end;
        return true;
    }
    const size_t n = cost_word(reader);
    for (size_t i = 0; i < reader->scope->constants; i++)
        if (cost_is(reader->at, n, reader->scope->constant[i])) {
            *factor = reader->scope->constant_value[i];
            reader->at += n;
            return true;
        }
    return false;
}

static lf_status cost_sum(cost_reader *reader, double weight, lf_cost *cost);

static lf_status cost_unknown(const cost_reader *reader, const char *word, size_t n) {
    return lf_cost_unknown(reader->whole, reader->scope, word, n);
}

/* passes.ROLE: evaluations of every kind over the samples of the role. */
static lf_status cost_passes(const cost_reader *reader, const char *role, size_t n, double weight,
                             lf_cost *cost) {
    for (size_t r = 0; r < LF_ROLES; r++) {
        if (!cost_is(role, n, lf_role_word((lf_role)r))) continue;
        if (!(reader->scope->samples[r] > 0))
            return lf_fail(LF_BAD_ARGUMENT, "cost '%s': the problem has no samples of role %s",
                           reader->whole, lf_role_word((lf_role)r));
        for (size_t kind = 0; kind < LF_EVALUATIONS; kind++)
            cost_add(cost, LF_COUNTER_EVALUATION(kind, r), weight / reader->scope->samples[r]);
        return LF_OK;
    }
    return cost_unknown(reader, role - strlen("passes."), n + strlen("passes."));
}

/* Does the word start as counters do ("value.", "passes.")? Then it is one, or misspelt. */
static bool cost_is_like_counter(const char *word) {
#define COST_WORD(kind, word) word,
    static const char *const kinds[] = {LF_EVALUATION_LIST(COST_WORD) "samples", "passes"};
#undef COST_WORD
    size_t n = strcspn(word, ".");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cost_is(word, n, kinds[i])) return true;
    return lf_suggest_distance(word, "steps") <= 1 || lf_suggest_distance(word, "samples") <= 2 ||
           lf_suggest_distance(word, "outer") <= 1;
}

/* Is an unknown word taken for a measure? A factor cannot be one: what stands before '*'. */
static bool cost_trusts(const cost_reader *reader, const char *word, size_t n) {
    char name[64];
    if (!reader->scope->trusting || n >= sizeof name) return false;
    if (isdigit((unsigned char)*word) || *word == '.' || word[n + strspn(word + n, " ")] == '*')
        return false;
    snprintf(name, sizeof name, "%.*s", (int)n, word);
    return !cost_is_like_counter(name);
}

static lf_status cost_name(const cost_reader *reader, const char *word, size_t n, double weight,
                           lf_cost *cost) {
    for (size_t c = 0; c < LF_COUNTERS; c++)
        if (cost_is(word, n, lf_counter_name(c))) {
            cost_add(cost, c, weight);
            return LF_OK;
        }
    if (cost_is(word, n, "samples")) {
        for (size_t role = 0; role < LF_ROLES; role++)
            cost_add(cost, LF_COUNTER_SAMPLES(role), weight);
        return LF_OK;
    }
    if (cost_is(word, n, "calls")) {
        for (size_t e = 0; e < (size_t)LF_EVALUATIONS * LF_ROLES; e++)
            cost_add(cost, LF_COUNTER_EVALUATION(e / LF_ROLES, e % LF_ROLES), weight);
        return LF_OK;
    }
    if (n > 7 && strncmp(word, "passes.", 7) == 0)
        return cost_passes(reader, word + 7, n - 7, weight, cost);
    for (size_t i = 0; i < reader->scope->measures; i++) {
        const lf_measure *measure = &reader->scope->measure[i];
        if (!cost_is(word, n, measure->name)) continue;
        if (reader->depth >= cost_depth)
            return lf_fail(LF_BAD_ARGUMENT, "cost '%s': measure %s is defined by itself",
                           reader->whole, measure->name);
        cost_reader inner = {measure->cost, measure->cost, reader->scope, reader->depth + 1,
                             reader->terms};
        return cost_sum(&inner, weight, cost);
    }
    if (!cost_trusts(reader, word, n)) return cost_unknown(reader, word, n);
    cost_add(cost, LF_COUNTER_STEPS, weight);
    return LF_OK;
}

/* [FACTOR *] NAME [/ FACTOR] */
static lf_status cost_term(cost_reader *reader, double weight, lf_cost *cost) {
    double factor;
    if (cost_factor(reader, &factor)) {
        weight *= factor;
        cost_skip(reader);
        if (*reader->at != '*')
            return lf_fail(LF_BAD_ARGUMENT, "cost '%s': expected '*' and a counter after a factor",
                           reader->whole);
        reader->at++;
    }
    cost_skip(reader);
    const char *word = reader->at;
    const size_t n = cost_word(reader);
    if (n == 0)
        return lf_fail(LF_BAD_ARGUMENT, "cost '%s': expected a counter at '%s'", reader->whole,
                       word);
    reader->at += n;
    cost_skip(reader);
    if (*reader->at == '/') {
        reader->at++;
        if (!cost_factor(reader, &factor) || factor == 0)
            return lf_fail(LF_BAD_ARGUMENT,
                           "cost '%s': expected a number other than 0, or a "
                           "constant, after '/'",
                           reader->whole);
        weight /= factor;
        cost_skip(reader);
    }
    return cost_name(reader, word, n, weight, cost);
}

static lf_status cost_sum(cost_reader *reader, double weight, lf_cost *cost) {
    for (;;) {
        if (++*reader->terms > COST_TERMS)
            return lf_fail(LF_BAD_ARGUMENT,
                           "cost '%.200s': more than %d terms, those of its measures counted",
                           reader->whole, COST_TERMS);
        LF_TRY(cost_term(reader, weight, cost));
        cost_skip(reader);
        if (*reader->at == '\0') return LF_OK;
        if (*reader->at != '+')
            return lf_fail(LF_BAD_ARGUMENT, "cost '%s': expected '+' or the end at '%s'",
                           reader->whole, reader->at);
        reader->at++;
    }
}

lf_status lf_cost_parse(const char *text, const lf_cost_scope *scope, lf_cost *cost) {
    size_t terms = 0;
    *cost = (lf_cost){0};
    cost_reader reader = {text, text, scope, 0, &terms};
    LF_TRY(cost_sum(&reader, 1, cost));
    for (size_t i = 0; i < cost->terms; i++)
        if (!isfinite(cost->weight[i]))
            return lf_fail(LF_BAD_ARGUMENT, "cost '%s': the factor of %s is too large", text,
                           lf_counter_name(cost->counter[i]));
    return LF_OK;
}

/* The unit of "NUMBER[:UNIT]", which is cut behind its number. */
static const char *budget_unit(char *limit) {
    (void)strsep(&limit, ":");
    return limit ? limit : "steps";
}

char *lf_budget_first(const char *text) {
    char *limit = strndup(text, strcspn(text, ","));
    char *unit = limit ? strdup(budget_unit(limit)) : NULL;
    free(limit);
    return unit;
}

/* One "NUMBER[:UNIT]" of a budget; `text` is a copy that may be cut. */
static lf_status budget_limit(char *text, const lf_cost_scope *scope, lf_limit *limit) {
    const char *unit = budget_unit(text), *end;
    while (isspace((unsigned char)*text))
        text++;
    const bool number = lf_number_read(text, &limit->most, &end) == LF_NUMBER_FINE;
    while (isspace((unsigned char)*end))
        end++;
    if (!number || *end != '\0' || !(limit->most > 0))
        return lf_fail(LF_BAD_ARGUMENT,
                       "budget '%s': expected a positive number, as in 2e5:steps or "
                       "2000:passes.constraint",
                       text);
    const lf_status status = lf_cost_parse(unit, scope, &limit->cost);
    if (status != LF_OK) return lf_fail_within(status, "budget: ");
    bool grows = false, outer = false;
    for (size_t i = 0; i < limit->cost.terms; i++) {
        grows |= limit->cost.weight[i] > 0;
        outer |= limit->cost.counter[i] == LF_COUNTER_OUTER;
    }
    if (outer)
        return lf_fail(LF_BAD_ARGUMENT,
                       "budget: '%s' has outer in it, which is counted and never refused; take "
                       "another unit, such as steps",
                       unit);
    if (!grows)
        return lf_fail(LF_BAD_ARGUMENT, "budget: '%s' never grows, so it limits nothing", unit);
    return LF_OK;
}

lf_status lf_budget_parse(const char *text, const lf_cost_scope *scope, lf_budget *budget) {
    *budget = (lf_budget){0};
    const int control = lf_text_control(text);
    if (control)
        return lf_fail(LF_BAD_ARGUMENT,
                       "budget: a control character (code %d) is in it, expected one line, as in "
                       "2e5:steps,100:samples",
                       control);
    char *copy = strdup(text), *rest = copy;
    if (!copy) return lf_fail(LF_NO_MEMORY, "budget: no memory");
    lf_status status = LF_OK;
    while (status == LF_OK && rest) {
        char *part = strsep(&rest, ",");
        if (budget->limits == LF_LIMITS)
            status = lf_fail(LF_BAD_ARGUMENT, "budget '%s': at most %d limits", text, LF_LIMITS);
        else
            status = budget_limit(part, scope, &budget->limit[budget->limits++]);
    }
    free(copy);
    for (size_t i = 0; i < budget->limits; i++)
        budget->uses |= budget->limit[i].cost.uses;
    return status;
}
