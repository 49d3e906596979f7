/**
 * @file plugin_describe.c
 * @brief What a plugin brings as bytes, and back: all of it that is data.
 *
 * One walk goes over every field and either writes or reads it, so that the two cannot disagree.
 * Both ends are one binary: numbers are in native byte order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/registry/plugin.h"

/* `out` is NULL where fields are read. Once something is missing or wrong, all that is read is
 * zero. */
typedef struct {
    FILE *out;
    char *at;
    size_t left;
    bool bad, no_memory;
} describe_walk;

static void describe_bytes(describe_walk *w, void *field, size_t n) {
    if (w->out) {
        fwrite(field, n, 1, w->out);
        return;
    }
    w->bad |= n > w->left;
    if (w->bad) {
        memset(field, 0, n);
        return;
    }
    memcpy(field, w->at, n);
    w->at += n;
    w->left -= n;
}

static bool describe_flag(describe_walk *w, bool flag) {
    unsigned char byte = flag;
    describe_bytes(w, &byte, 1);
    return byte != 0;
}

/* A text that is read stays where it came, as one clean line. */
static void describe_text(describe_walk *w, const char **text) {
    const bool there = describe_flag(w, *text != NULL);
    if (!there) *text = NULL;
    if (!there) return;
    if (w->out) {
        fwrite(*text, strlen(*text) + 1, 1, w->out);
        return;
    }
    const char *end = memchr(w->at, '\0', w->left);
    w->bad |= end == NULL;
    *text = w->bad ? "" : w->at;
    if (w->bad) return;
    w->left -= (size_t)(end + 1 - w->at);
    lf_text_clean(w->at, false);
    w->at += end + 1 - w->at;
}

/* How many rows follow, n of them where they are written; *rows <- room for those that are read and
 * for the end of a table. */
static size_t describe_rows(describe_walk *w, size_t n, size_t bytes, void **rows) {
    describe_bytes(w, &n, sizeof n);
    w->bad |= n > LF_PLUGIN_ROWS;
    if (w->out) return n;
    *rows = calloc(w->bad ? 1 : n + 1, bytes);
    w->no_memory |= *rows == NULL;
    return w->bad || w->no_memory ? 0 : n;
}

/* Writing takes a copy of each row: a field is then the same thing both ways. */
static void describe_params(describe_walk *w, const lf_param **table) {
    lf_param *rows = NULL;
    size_t n = 0;
    while (w->out && (*table)[n].field)
        n++;
    n = describe_rows(w, n, sizeof *rows, (void **)&rows);
    for (size_t i = 0; i < n; i++) {
        lf_param p = w->out ? (*table)[i] : (lf_param){0};
        describe_text(w, &p.field);
        describe_bytes(w, &p.kind, sizeof p.kind);
        describe_bytes(w, &p.offset, sizeof p.offset);
        describe_bytes(w, &p.value, sizeof p.value);
        describe_bytes(w, &p.min, sizeof p.min);
        describe_bytes(w, &p.max, sizeof p.max);
        describe_text(w, &p.doc);
        describe_text(w, &p.text);
        if (rows) rows[i] = p;
    }
    if (!w->out) *table = rows;
}

/* What a described function does. */
static lf_status describe_refuse(void) {
    return lf_fail(LF_UNSUPPORTED, "its plugin is described in this process, but not opened");
}

static lf_status describe_no_measure(const lf_problem *problem, const lf_point *at, double *value) {
    (void)problem, (void)at, (void)value;
    return describe_refuse();
}

static void describe_metrics(describe_walk *w, const lf_metric **table) {
    lf_metric *rows = NULL;
    size_t n = 0;
    while (w->out && (*table)[n].name)
        n++;
    n = describe_rows(w, n, sizeof *rows, (void **)&rows);
    for (size_t i = 0; i < n; i++) {
        lf_metric m = w->out ? (*table)[i] : (lf_metric){.measure = describe_no_measure};
        describe_text(w, &m.name);
        describe_text(w, &m.doc);
        m.expensive = describe_flag(w, m.expensive);
        m.higher_is_better = describe_flag(w, m.higher_is_better);
        if (rows) rows[i] = m;
    }
    if (!w->out) *table = rows;
}

static lf_status describe_no_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                  lf_arena *arena) {
    (void)state, (void)params, (void)o, (void)x0, (void)arena;
    return describe_refuse();
}

static lf_status describe_no_step(void *state, lf_oracle *o) {
    (void)state, (void)o;
    return describe_refuse();
}

static lf_point describe_no_point(const void *state) {
    (void)state;
    return (lf_point){0};
}

static void describe_algorithm(describe_walk *w, lf_algorithm *a) {
    describe_text(w, &a->name);
    describe_text(w, &a->doc);
    describe_text(w, &a->source);
    describe_text(w, &a->when);
    describe_bytes(w, &a->view, sizeof a->view);
    describe_bytes(w, &a->params_size, sizeof a->params_size);
    describe_bytes(w, &a->state_size, sizeof a->state_size);
    a->whole = describe_flag(w, a->whole);
    a->sparse = describe_flag(w, a->sparse);
    a->unsaved = describe_flag(w, a->unsaved);
    const bool averages = describe_flag(w, a->average != NULL);
    describe_params(w, &a->params);
    if (w->out) return;
    a->abi = LF_ABI;
    a->init = describe_no_init;
    a->step = describe_no_step;
    a->iterate = describe_no_point;
    a->average = averages ? describe_no_point : NULL;
}

static lf_status describe_no_build(void *state, const void *params, lf_problem_info *info) {
    (void)state, (void)params, (void)info;
    return describe_refuse();
}

static void describe_no_release(void *state) {
    (void)state;
}

static lf_status describe_no_answer(void *state, const lf_samples *samples, const double *w,
                                    const double *y, double *g, double *grad) {
    (void)state, (void)samples, (void)w, (void)y, (void)g, (void)grad;
    return describe_refuse();
}

static void describe_problem(describe_walk *w, lf_problem_class *p) {
    static const lf_bilevel no_bilevel;
    describe_text(w, &p->name);
    describe_text(w, &p->doc);
    describe_text(w, &p->source);
    describe_bytes(w, &p->views, sizeof p->views);
    describe_bytes(w, &p->params_size, sizeof p->params_size);
    describe_bytes(w, &p->state_size, sizeof p->state_size);
    p->every = describe_flag(w, p->every);
    const bool evaluates = describe_flag(w, p->evaluate != NULL);
    const bool bilevel = describe_flag(w, p->bilevel != NULL);
    describe_params(w, &p->params);
    describe_metrics(w, &p->metrics);
    if (w->out) return;
    p->abi = LF_ABI;
    p->init = describe_no_build;
    p->release = describe_no_release;
    p->evaluate = evaluates ? describe_no_answer : NULL;
    p->bilevel = bilevel ? &no_bilevel : NULL;
}

lf_status lf_plugin_describe(const lf_plugin_parts *parts, char **bytes, size_t *n) {
    char sha256[LF_SHA256_TEXT];
    LF_TRY(lf_plugin_libraries(parts->handle, sha256));
    const char *libraries = sha256[0] ? sha256 : NULL;
    describe_walk w = {.out = open_memstream(bytes, n)};
    if (!w.out) return lf_fail(LF_NO_MEMORY, "no memory to describe it");
    lf_algorithm a = parts->algorithm ? *parts->algorithm : (lf_algorithm){0};
    lf_problem_class p = parts->problem ? *parts->problem : (lf_problem_class){0};
    if (describe_flag(&w, parts->algorithm != NULL)) describe_algorithm(&w, &a);
    if (describe_flag(&w, parts->problem != NULL)) describe_problem(&w, &p);
    describe_text(&w, &libraries);
    const bool failed = ferror(w.out) != 0;
    if (fclose(w.out) == 0 && !failed) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory to describe it");
}

static lf_status describe_check(const describe_walk *w, const lf_plugin_parts *parts,
                                const char *name) {
    if (w->no_memory) return lf_fail(LF_NO_MEMORY, "no memory for its description");
    if (w->bad || w->left > 0 || (!parts->algorithm && !parts->problem))
        return lf_fail(LF_BAD_INPUT,
                       "the process that opened it sent a description that makes no sense");
    if (parts->algorithm) LF_TRY(lf_algorithm_check(parts->algorithm, name));
    return parts->problem ? lf_problem_class_check(parts->problem, name) : LF_OK;
}

static const lf_algorithm *describe_read_algorithm(describe_walk *w) {
    lf_algorithm *a = calloc(1, sizeof *a);
    w->no_memory |= a == NULL;
    if (a) describe_algorithm(w, a);
    return a;
}

static const lf_problem_class *describe_read_problem(describe_walk *w) {
    lf_problem_class *p = calloc(1, sizeof *p);
    w->no_memory |= p == NULL;
    if (p) describe_problem(w, p);
    return p;
}

lf_status lf_plugin_described(char *bytes, size_t n, const char *name, lf_plugin_parts *parts) {
    describe_walk w = {.at = bytes, .left = n};
    *parts = (lf_plugin_parts){0};
    if (describe_flag(&w, false)) parts->algorithm = describe_read_algorithm(&w);
    if (describe_flag(&w, false)) parts->problem = describe_read_problem(&w);
    describe_text(&w, &parts->libraries);
    const lf_status status = describe_check(&w, parts, name);
    if (status != LF_OK) lf_plugin_drop(parts);
    return status;
}

void lf_plugin_drop(lf_plugin_parts *parts) {
    if (parts->algorithm) free((void *)parts->algorithm->params);
    if (parts->problem) free((void *)parts->problem->params);
    if (parts->problem) free((void *)parts->problem->metrics);
    free((void *)parts->algorithm);
    free((void *)parts->problem);
    *parts = (lf_plugin_parts){0};
}
