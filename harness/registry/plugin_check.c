/**
 * @file plugin_check.c
 * @brief Is this structure one that the harness can use? Asked of every plugin, and by a test of
 * all that is linked in.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/registry/plugin.h"
#include "oracle/meter.h"

/* A state holds no vectors: they come from the arena. */
static const size_t plugin_state_bytes = (size_t)1 << 30;

/* Is memory mapped there? Behind a table without its end lies anything. */
static bool plugin_mapped(const void *first, size_t bytes) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char in[2];
    const uintptr_t from = (uintptr_t)first / page * page;
    const uintptr_t behind = ((uintptr_t)first + bytes - 1) / page * page + page;
    if (behind - from > 2 * page) return false;
    return mincore((void *)from, behind - from, in) == 0 || errno != ENOMEM;
}

/* *end <- there is none at this place of the table, which may not be a place of it at all. */
static lf_status plugin_check_end(const lf_param *p, size_t i, bool *end) {
    if (i < LF_PLUGIN_ROWS && plugin_mapped(p, sizeof *p)) {
        *end = p->field == NULL;
        if (*end || plugin_mapped(p->field, 1)) return LF_OK;
    }
    return lf_fail(LF_BAD_ARGUMENT,
                   "its parameter table has no end: {0} is missing (%d rows at most)",
                   LF_PLUGIN_ROWS);
}

static size_t plugin_field_bytes(lf_kind kind) {
    switch (kind) {
    case LF_KIND_REAL:
        return sizeof(double);
    case LF_KIND_COUNT:
        return sizeof(size_t);
    case LF_KIND_CHOICE:
        return sizeof(int);
    case LF_KIND_TEXT:
        return sizeof(const char *);
    }
    return 0;
}

/* Words in "a|b|c"; 0 if one of them is empty. */
static size_t plugin_choices(const char *list) {
    size_t words = 1;
    if (list == NULL || list[0] == '\0' || list[0] == '|') return 0;
    for (const char *c = list; *c; c++) {
        if (*c != '|') continue;
        if (c[1] == '|' || c[1] == '\0') return 0;
        words++;
    }
    return words;
}

static lf_status plugin_check_default(const lf_param *p) {
    if (p->kind == LF_KIND_TEXT && (p->text == NULL || strchr(p->text, ',')))
        return lf_fail(LF_BAD_ARGUMENT, "parameter '%s': the default text is missing or has a ','",
                       lf_param_name(p));
    if (p->kind == LF_KIND_CHOICE) {
        size_t words = plugin_choices(p->text);
        if (!(p->value >= 0 && p->value < (double)words) || p->value != (double)(int)p->value)
            return lf_fail(LF_BAD_ARGUMENT, "parameter '%s': %g is no position in its list \"%s\"",
                           lf_param_name(p), p->value, p->text ? p->text : "");
    }
    if (p->kind != LF_KIND_REAL && p->kind != LF_KIND_COUNT) return LF_OK;
    if (!lf_param_takes(p, p->value))
        return lf_fail(LF_BAD_ARGUMENT, "parameter '%s': the default %g is outside [%g, %g]",
                       lf_param_name(p), p->value, p->min, p->max);
    if (p->kind == LF_KIND_COUNT && !(p->min >= 0 && p->value == (double)(size_t)p->value))
        return lf_fail(LF_BAD_ARGUMENT, "parameter '%s': a count is whole and not negative",
                       lf_param_name(p));
    return LF_OK;
}

static lf_status plugin_check_place(const lf_param *table, size_t i, size_t struct_bytes) {
    const lf_param *p = &table[i];
    size_t bytes = plugin_field_bytes(p->kind);
    if (bytes == 0)
        return lf_fail(LF_BAD_ARGUMENT, "parameter '%s' has the unknown kind %d", lf_param_name(p),
                       (int)p->kind);
    if (p->doc == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "parameter '%s' does not say what it is: doc is NULL",
                       lf_param_name(p));
    if (p->offset % bytes != 0 || p->offset > struct_bytes || bytes > struct_bytes - p->offset)
        return lf_fail(LF_BAD_ARGUMENT,
                       "parameter '%s' is at byte %zu, not a place in a struct of %zu bytes",
                       lf_param_name(p), p->offset, struct_bytes);
    for (size_t j = 0; j < i; j++) {
        const lf_param *q = &table[j];
        if (strcmp(lf_param_name(q), lf_param_name(p)) == 0)
            return lf_fail(LF_BAD_ARGUMENT, "parameter '%s' is in the table twice",
                           lf_param_name(p));
        if (q->offset < p->offset + bytes && p->offset < q->offset + plugin_field_bytes(q->kind))
            return lf_fail(LF_BAD_ARGUMENT, "parameters '%s' and '%s' share bytes",
                           lf_param_name(q), lf_param_name(p));
    }
    return LF_OK;
}

lf_status lf_param_table_check(const lf_param *table, size_t struct_bytes) {
    if (table == NULL) return lf_fail(LF_BAD_ARGUMENT, "it has no parameter table");
    for (size_t i = 0;; i++) {
        bool end;
        LF_TRY(plugin_check_end(&table[i], i, &end));
        if (end) return LF_OK;
        const char *name = lf_param_name(&table[i]);
        if (name[0] == '\0' || name[strcspn(name, "=,: \t\n")])
            return lf_fail(LF_BAD_ARGUMENT, "'%s' is no name for a parameter", name);
        LF_TRY(plugin_check_place(table, i, struct_bytes));
        LF_TRY(plugin_check_default(&table[i]));
    }
}

/* The stamp is the first field in every version, so it can be read when nothing else can. */
static lf_status plugin_check_abi(const void *plugin) {
    unsigned abi;
    memcpy(&abi, plugin, sizeof abi);
    if (abi == LF_ABI) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "built for interface %u, but this is interface %u: compile it again with the "
                   "headers of this version",
                   abi, LF_ABI);
}

static lf_status plugin_check_texts(const char *got, const char *name, const char *doc,
                                    const char *source) {
    if (got == NULL || strcmp(got, name) != 0)
        return lf_fail(LF_BAD_ARGUMENT, "its name is '%s', but its file and symbol say '%s'",
                       got ? got : "", name);
    if (doc == NULL || source == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "'%s' does not say what it is: doc or source is NULL",
                       name);
    return LF_OK;
}

lf_status lf_algorithm_check(const lf_algorithm *algorithm, const char *name) {
    LF_TRY(plugin_check_abi(algorithm));
    LF_TRY(plugin_check_texts(algorithm->name, name, algorithm->doc, algorithm->source));
    if (algorithm->init == NULL || algorithm->step == NULL || algorithm->iterate == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "algorithm %s lacks a function (init, step or iterate)",
                       name);
    if ((unsigned)algorithm->view >= LF_VIEWS)
        return lf_fail(LF_BAD_ARGUMENT, "algorithm %s has the unknown view %d", name,
                       (int)algorithm->view);
    if (algorithm->state_size > plugin_state_bytes)
        return lf_fail(LF_BAD_ARGUMENT,
                       "algorithm %s has a state of %zu bytes, more than %zu: vectors come from "
                       "the arena",
                       name, algorithm->state_size, plugin_state_bytes);
    return lf_param_table_check(algorithm->params, algorithm->params_size);
}

/* A metric is a word between blanks in baselines, METRIC<VALUE in stopping rules, and a column of
 * exports beside those that every run has (harness/store/export.c). */
static lf_status plugin_check_metric_name(const char *name) {
    static const char *const column[] = {"key",    "problem", "algorithm", "seed",
                                         "budget", "status",  "cause",     "point"};
    if (name[0] == '\0' || name[strspn(name, LF_NAME_LETTERS ".-")])
        return lf_fail(LF_BAD_ARGUMENT,
                       "'%s' is no name for a metric, expected letters, digits, '_', '.' and '-'",
                       name);
    bool taken = lf_cost_is_word(name) || strncmp(name, "seconds", 7) == 0;
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        taken |= strcmp(name, column[i]) == 0;
    if (!taken) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "metric '%s': every run has a column of this name already, expected a name of "
                   "its own",
                   name);
}

static lf_status plugin_check_metrics(const lf_metric *metrics) {
    if (metrics == NULL || metrics[0].name == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "it has no metric, so nothing could be judged");
    for (size_t i = 0; metrics[i].name; i++) {
        if (i == LF_PLUGIN_ROWS)
            return lf_fail(LF_BAD_ARGUMENT,
                           "its table of metrics has no end: {0} is missing (%d rows at most)",
                           LF_PLUGIN_ROWS);
        const char *name = metrics[i].name;
        if (metrics[i].measure == NULL || metrics[i].doc == NULL)
            return lf_fail(LF_BAD_ARGUMENT, "metric %s lacks its function or its line of text",
                           name);
        LF_TRY(plugin_check_metric_name(name));
        for (size_t k = 0; k < i; k++)
            if (strcmp(metrics[k].name, name) == 0)
                return lf_fail(LF_BAD_ARGUMENT, "metric %s is in the table twice", name);
    }
    return LF_OK;
}

lf_status lf_problem_class_check(const lf_problem_class *problem, const char *name) {
    LF_TRY(plugin_check_abi(problem));
    LF_TRY(plugin_check_texts(problem->name, name, problem->doc, problem->source));
    const bool bilevel = problem->views == 1u << LF_VIEW_BILEVEL;
    if (problem->init == NULL || problem->release == NULL || (!problem->evaluate && !bilevel))
        return lf_fail(LF_BAD_ARGUMENT, "problem %s lacks a function (init, release or evaluate)",
                       name);
    if (problem->views & 1u << LF_VIEW_BILEVEL && problem->bilevel == NULL)
        return lf_fail(LF_BAD_ARGUMENT,
                       "problem %s offers the bilevel view, but its bilevel is NULL", name);
    if (problem->views == 0 || problem->views >> LF_VIEWS != 0)
        return lf_fail(LF_BAD_ARGUMENT, "problem %s offers no view, or an unknown one", name);
    LF_TRY(plugin_check_metrics(problem->metrics));
    return lf_param_table_check(problem->params, problem->params_size);
}
