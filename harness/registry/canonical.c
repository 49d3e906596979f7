/**
 * @file canonical.c
 * @brief Specifications in one spelling: the same run always has the same text, hence the same key.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "harness/registry/parameters.h"
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"

lf_status lf_spec_split(const char *text, lf_spec *spec) {
    const size_t n = strcspn(text, ":");
    if (n == 0 || n >= sizeof spec->name)
        return lf_fail(LF_BAD_ARGUMENT, "'%s' names nothing: expected NAME or NAME:k=v,k=v", text);
    if (strcspn(text, "=,") < n)
        return lf_fail(LF_BAD_ARGUMENT, "'%s': expected NAME:k=v,k=v, with ':' after the name",
                       text);
    memcpy(spec->name, text, n);
    spec->name[n] = '\0';
    spec->assignments = text[n] ? text + n + 1 : "";
    return LF_OK;
}

lf_status lf_spec_problem(const char *text, const lf_problem_class **is) {
    lf_spec spec;
    LF_TRY(lf_spec_split(text, &spec));
    return lf_problem_find(spec.name, is);
}

lf_status lf_spec_algorithm(const char *text, const lf_algorithm **algorithm) {
    lf_spec spec;
    LF_TRY(lf_spec_split(text, &spec));
    return lf_algorithm_find(spec.name, algorithm);
}

/* Words of a run's code beside those of plugins, which have a hash in them: whose kernels, which
 * vectors, if a user says so, where beside the problem's start it starts, and that it is audited.
 */
static const char canonical_audited[] = "audited", canonical_fast[] = "fast";
static const char *const canonical_vectors[] = {NULL, "dense", "sparse"};
static const char *const canonical_starts[] = {NULL, "moved", "nudged"};
static lf_vectors canonical_asked;
static lf_start canonical_start;
static bool canonical_audits;

void lf_spec_audit(bool audited) {
    canonical_audits = audited;
}

bool lf_spec_audits(void) {
    return canonical_audits;
}

void lf_spec_start(lf_start start) {
    canonical_start = start;
}

/* Is this one of the words of the code? */
static bool canonical_has(const char *code, const char *word) {
    const size_t n = strlen(word);
    for (const char *at = code; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, n) == 0 && (at[n] == ' ' || at[n] == '\0')) return true;
    }
    return false;
}

bool lf_code_is_audited(const char *code) {
    return canonical_has(code, canonical_audited);
}

lf_start lf_code_start(const char *code) {
    for (lf_start s = LF_START_MOVED; s <= LF_START_NUDGED; s++)
        if (canonical_has(code, canonical_starts[s])) return s;
    return LF_START_OWN;
}

lf_bits lf_code_bits(const char *code) {
    return canonical_has(code, canonical_fast) ? LF_BITS_FAST : LF_BITS_PORTABLE;
}

void lf_spec_vectors(lf_vectors vectors) {
    canonical_asked = vectors;
}

lf_vectors lf_code_vectors(const char *code) {
    for (lf_vectors v = LF_VECTORS_DENSE; v <= LF_VECTORS_SPARSE; v++)
        if (canonical_has(code, canonical_vectors[v])) return v;
    return LF_VECTORS_AUTO;
}

void lf_spec_as(const char *code) {
    lf_spec_audit(lf_code_is_audited(code));
    lf_spec_start(lf_code_start(code));
    lf_spec_vectors(lf_code_vectors(code));
    lf_bits_set(lf_code_bits(code));
}

lf_status lf_spec_code(const char *problem, const char *algorithm, char **code) {
    const lf_problem_class *posed;
    const lf_algorithm *method;
    *code = NULL;
    LF_TRY(lf_spec_problem(problem, &posed));
    LF_TRY(lf_spec_algorithm(algorithm, &method));
    const char *words[] = {lf_plugin_code(posed),
                           lf_plugin_code(method),
                           lf_bits_mode() == LF_BITS_FAST ? canonical_fast : NULL,
                           canonical_vectors[canonical_asked],
                           canonical_starts[canonical_start],
                           canonical_audits ? canonical_audited : NULL};
    lf_text text = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!words[i]) continue;
        if (text.bytes) lf_text_add(&text, " ");
        lf_text_add(&text, words[i]);
    }
    *code = text.bytes;
    return text.failed ? lf_fail(LF_NO_MEMORY, "no memory for a specification") : LF_OK;
}

/* Add the word at `position` of "a|b|c". */
static void canonical_choice(lf_text *text, const char *list, int position) {
    const char *word = list;
    for (; position > 0; position--)
        word += strcspn(word, "|") + 1;
    char *copy = strndup(word, strcspn(word, "|"));
    if (copy) lf_text_add(text, copy);
    text->failed = text->failed || copy == NULL;
    free(copy);
}

static void canonical_value(lf_text *text, const lf_param *p, const void *values) {
    const char *field = (const char *)values + p->offset;
    char digits[LF_NUMBER_BYTES];
    double real;
    size_t count;
    int position;
    const char *word;
    switch (p->kind) {
    case LF_KIND_REAL:
        memcpy(&real, field, sizeof real);
        lf_text_add(text, lf_number_text(real, digits));
        break;
    case LF_KIND_COUNT:
        memcpy(&count, field, sizeof count);
        snprintf(digits, sizeof digits, "%zu", count);
        lf_text_add(text, digits);
        break;
    case LF_KIND_CHOICE:
        memcpy(&position, field, sizeof position);
        canonical_choice(text, p->text, position);
        break;
    case LF_KIND_TEXT:
        memcpy(&word, field, sizeof word);
        lf_text_add(text, word);
        break;
    }
}

/* Has a parameter that came later its default? */
static bool canonical_leaves_out(const lf_param *p, const void *values) {
    int position;
    if (p->kind != LF_KIND_CHOICE || p->max == 0) return false;
    memcpy(&position, (const char *)values + p->offset, sizeof position);
    return position == (int)p->value;
}

static void canonical_add(lf_text *text, const lf_parameters *parameters) {
    const char *before = ":";
    for (const lf_param *p = parameters->table; p->field; p++) {
        if (canonical_leaves_out(p, parameters->values)) continue;
        lf_text_add(text, before);
        lf_text_add(text, lf_param_name(p));
        lf_text_add(text, "=");
        canonical_value(text, p, parameters->values);
        before = ",";
    }
}

/* "NAME:k=v,..." of a table, or NAME alone where it is empty. */
static lf_status canonical_spec(const char *kind, const char *name, const char *assignments,
                                const lf_param *table, size_t size, char **canonical) {
    char owner[128];
    lf_parameters parameters;
    snprintf(owner, sizeof owner, "%s %s", kind, name);
    LF_TRY(lf_parameters_create(table, size, assignments, owner, &parameters));
    lf_text text = {0};
    lf_text_add(&text, name);
    canonical_add(&text, &parameters);
    lf_parameters_free(&parameters);
    *canonical = text.bytes;
    return *canonical ? LF_OK : lf_fail(LF_NO_MEMORY, "%s: no memory", owner);
}

lf_status lf_algorithm_canonical(const char *text, char **canonical) {
    lf_spec spec;
    const lf_algorithm *is;
    *canonical = NULL;
    LF_TRY(lf_spec_split(text, &spec));
    LF_TRY(lf_algorithm_find(spec.name, &is));
    return canonical_spec("algorithm", is->name, spec.assignments, is->params, is->params_size,
                          canonical);
}

lf_status lf_problem_canonical(const char *text, char **canonical) {
    lf_spec spec;
    const lf_problem_class *is;
    *canonical = NULL;
    LF_TRY(lf_spec_split(text, &spec));
    LF_TRY(lf_problem_find(spec.name, &is));
    return canonical_spec("problem", is->name, spec.assignments, is->params, is->params_size,
                          canonical);
}

/* Does "k=v,k=v" assign to `name`? Malformed text assigns nothing here; it is refused later. */
static bool canonical_assigns(const char *assignments, const char *name) {
    char *value = NULL;
    const bool found = lf_assignment_find(assignments, "", name, &value) == LF_OK && value;
    free(value);
    return found;
}

/* text += those assignments of `own` that `over` leaves alone. */
static lf_status canonical_keep(lf_text *text, const char *owner, const char *own,
                                const char *over) {
    const char *rest = own;
    for (;;) {
        lf_assignment a;
        bool more;
        LF_TRY(lf_assignment_next(&rest, owner, &a, &more));
        if (!more) return LF_OK;
        if (!canonical_assigns(over, a.name)) {
            lf_text_add(text, strchr(text->bytes ? text->bytes : "", ':') ? "," : ":");
            lf_text_add(text, a.name);
            lf_text_add(text, "=");
            lf_text_add(text, a.value);
        }
        lf_assignment_clear(&a);
    }
}

lf_status lf_spec_merge(const char *own, const char *assignments, char **merged) {
    lf_spec spec;
    *merged = NULL;
    LF_TRY(lf_spec_split(own, &spec));
    lf_text text = {0};
    lf_text_add(&text, spec.name);
    lf_status status = canonical_keep(&text, spec.name, spec.assignments, assignments);
    if (status == LF_OK && assignments[strspn(assignments, " \t")] != '\0') {
        lf_text_add(&text, strchr(text.bytes ? text.bytes : "", ':') ? "," : ":");
        lf_text_add(&text, assignments);
    }
    if (status == LF_OK && text.bytes) {
        *merged = text.bytes;
        return LF_OK;
    }
    free(text.bytes);
    return status == LF_OK ? lf_fail(LF_NO_MEMORY, "no memory for a specification") : status;
}
