/**
 * @file pairing.c
 * @brief Specifications checked, named and paired.
 *
 * The canonical forms are computed only to have every name and parameter checked; the experiment
 * keeps what was typed, because that is what people recognise in tables and legends.
 */
#include "cli/pairing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"

/* malloc'ed "NAME" of "NAME[:k=v]" for the i-th text: with "_2", "_3" ... if it came before. */
static char *pairing_id(const lf_texts *texts, size_t i) {
    size_t length = strcspn(texts->text[i], ":");
    size_t nth = 1;
    for (size_t j = 0; j < i; j++)
        nth += strcspn(texts->text[j], ":") == length &&
               strncmp(texts->text[j], texts->text[i], length) == 0;
    char *id = NULL;
    int written = nth == 1 ? asprintf(&id, "%.*s", (int)length, texts->text[i])
                           : asprintf(&id, "%.*s_%zu", (int)length, texts->text[i], nth);
    return written < 0 ? NULL : id;
}

/* Does the method solve a form that the problem shows? A run would find out too, but only after
 * the problem was built, and once for every seed. */
static lf_status pairing_match(const char *problem_spec, const char *algorithm_spec) {
    const lf_problem_class *problem;
    const lf_algorithm *algorithm;
    LF_TRY(lf_spec_problem(problem_spec, &problem));
    LF_TRY(lf_spec_algorithm(algorithm_spec, &algorithm));
    if (problem->views & (1u << algorithm->view)) return LF_OK;
    char views[128];
    lf_print_views(problem->views, views, sizeof views);
    return lf_fail(LF_BAD_ARGUMENT, "algorithm %s solves %s problems, but problem %s is %s",
                   algorithm->name, lf_view_name(algorithm->view), problem->name, views);
}

/* Names are found in any case; what was taken for what is said. */
static void pairing_hint(const char *spec, const char *name) {
    const int n = (int)strcspn(spec, ":");
    if (strncmp(spec, name, (size_t)n) != 0)
        lf_message_say("'%.*s' is taken for %s", n, spec, name);
}

/* Names, parameters and forms, before anything is allocated. */
static lf_status pairing_check(const lf_texts *problems, const lf_texts *algorithms) {
    char *canonical;
    for (size_t i = 0; i < problems->n; i++) {
        const lf_problem_class *problem;
        LF_TRY(lf_problem_canonical(problems->text[i], &canonical));
        free(canonical);
        if (lf_spec_problem(problems->text[i], &problem) == LF_OK)
            pairing_hint(problems->text[i], problem->name);
    }
    for (size_t i = 0; i < algorithms->n; i++) {
        const lf_algorithm *algorithm;
        LF_TRY(lf_algorithm_canonical(algorithms->text[i], &canonical));
        free(canonical);
        if (lf_spec_algorithm(algorithms->text[i], &algorithm) == LF_OK)
            pairing_hint(algorithms->text[i], algorithm->name);
    }
    for (size_t i = 0; i < problems->n; i++)
        for (size_t j = 0; j < algorithms->n; j++)
            LF_TRY(pairing_match(problems->text[i], algorithms->text[j]));
    return LF_OK;
}

lf_status lf_pairing_make(const lf_texts *problems, const lf_texts *algorithms,
                          lf_pairing *pairing) {
    LF_TRY(pairing_check(problems, algorithms));
    *pairing = (lf_pairing){.problems = problems->n, .methods = algorithms->n};
    pairing->problem = calloc(problems->n, sizeof *pairing->problem);
    pairing->method = calloc(algorithms->n, sizeof *pairing->method);
    bool whole = pairing->problem && pairing->method;
    for (size_t i = 0; whole && i < problems->n; i++) {
        lf_experiment_problem *p = &pairing->problem[i];
        p->label = p->problem = (char *)problems->text[i];
        whole = (p->id = pairing_id(problems, i)) != NULL;
    }
    for (size_t i = 0; whole && i < algorithms->n; i++) {
        lf_experiment_method *m = &pairing->method[i];
        m->label = m->algorithm = (char *)algorithms->text[i];
        whole = (m->id = pairing_id(algorithms, i)) != NULL;
    }
    if (whole) return LF_OK;
    lf_pairing_free(pairing);
    return lf_fail(LF_NO_MEMORY, "out of memory");
}

void lf_pairing_free(lf_pairing *pairing) {
    for (size_t i = 0; pairing->problem && i < pairing->problems; i++)
        free(pairing->problem[i].id);
    for (size_t i = 0; pairing->method && i < pairing->methods; i++)
        free(pairing->method[i].id);
    free(pairing->problem);
    free(pairing->method);
    *pairing = (lf_pairing){0};
}
