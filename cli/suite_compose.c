/**
 * @file suite_compose.c
 * @brief A suite's experiment as text, with what is one's own put in, read as any file is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/built.h"
#include "cli/message.h"
#include "cli/print.h"
#include "cli/suite.h"
#include "harness/registry/registry.h"

static const char compose_plain[] = {
#include "suites/plain.yaml.inc"
};
static const char compose_composition[] = {
#include "suites/composition.yaml.inc"
};
static const char compose_constrained[] = {
#include "suites/constrained.yaml.inc"
};
static const char compose_group_minimax[] = {
#include "suites/group_minimax.yaml.inc"
};
static const char compose_saddle[] = {
#include "suites/saddle.yaml.inc"
};
static const char compose_bilevel[] = {
#include "suites/bilevel.yaml.inc"
};
static const char *const compose_text[LF_VIEWS] = {
    [LF_VIEW_PLAIN] = compose_plain,
    [LF_VIEW_COMPOSITION] = compose_composition,
    [LF_VIEW_CONSTRAINED] = compose_constrained,
    [LF_VIEW_GROUP_MINIMAX] = compose_group_minimax,
    [LF_VIEW_SADDLE] = compose_saddle,
    [LF_VIEW_BILEVEL] = compose_bilevel,
};

/* The parameter that is tuned: the first real one that is something, which a method's table begins
 * with by custom. */
static const lf_param *compose_step(const lf_algorithm *algorithm) {
    for (const lf_param *p = algorithm->params; p && p->field; p++)
        if (p->kind == LF_KIND_REAL && p->value > 0 && p->min < p->max) return p;
    return NULL;
}

static bool compose_is_own(const lf_algorithm *algorithm, lf_view view) {
    return lf_algorithm_is_plugin(algorithm) && algorithm->view == view;
}

/* Where a problem lists its methods, one's own are among them. */
static void compose_allow(lf_text *text, lf_view view) {
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    for (size_t i = 0; i < n; i++)
        if (compose_is_own(list[i], view)) lf_text_format(text, "%s, ", list[i]->name);
}

static lf_status compose_methods(lf_text *text, const lf_experiment *base, lf_view view) {
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    for (size_t i = 0; i < n; i++) {
        const char *name = list[i]->name;
        if (!compose_is_own(list[i], view)) continue;
        for (size_t k = 0; k < base->methods_count; k++)
            if (strcmp(base->methods[k].id, name) == 0)
                return lf_fail(LF_BAD_INPUT,
                               "plugin %s: the suite has %s under this name; give yours another",
                               name, base->methods[k].algorithm);
        lf_text_format(text, "- {id: %s, label: %s, algorithm: %s}\n", name, name, name);
    }
    return LF_OK;
}

/* "0.1|1|10", or as far as its range goes: three values all the same, of which its own is one. */
static void compose_values(lf_text *text, const lf_param *p) {
    const double low = fmax(p->value / 10, p->min), high = fmin(p->value * 10, p->max);
    const bool inside = low < p->value && p->value < high;
    lf_text_format(text, "%.12g|%.12g|%.12g", low, inside ? p->value : sqrt(low * high), high);
}

static void compose_grids(lf_text *text, lf_view view) {
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    for (size_t i = 0; i < n; i++) {
        const lf_param *p = compose_is_own(list[i], view) ? compose_step(list[i]) : NULL;
        if (!p) continue;
        lf_text_format(text, "  - {method: %s, grid: \"%s={", list[i]->name, lf_param_name(p));
        compose_values(text, p);
        lf_text_add(text, "}\"}\n");
    }
}

/* "It ends lower than each of the others", one claim for each pair. */
static void compose_claims(lf_text *text, const lf_experiment *base, lf_view view) {
    const lf_algorithm *const *list;
    const lf_experiment_tuning *tuning = base->tuning;
    const size_t n = lf_algorithm_list(&list);
    bool any = false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < base->methods_count && compose_is_own(list[i], view); k++) {
            if (!any) lf_text_add(text, "claims:\n");
            any = true;
            lf_text_format(
                text,
                "- {id: %s_%s, text: \"%s ends with a lower %s than %s\", kind: lower, metric: "
                "%s, method: %s, than: [%s]",
                list[i]->name, base->methods[k].id, list[i]->name, tuning->metric,
                base->methods[k].label, tuning->metric, list[i]->name, base->methods[k].id);
            if (tuning->where)
                lf_text_format(text, ", where: %s, at_most: %.17g", tuning->where,
                               *tuning->at_most);
            lf_text_add(text, "}\n");
        }
}

/* Problems that can be built here; what cannot is said, and left out. */
static lf_status compose_problems(lf_text *text, const lf_experiment *base) {
    lf_text use = {0};
    size_t kept = 0;
    for (size_t i = 0; i < base->problems_count; i++) {
        lf_built built;
        const lf_status status = lf_built_open(base->problems[i].problem, &built);
        lf_built_close(&built);
        if (status == LF_OK) lf_text_format(&use, "%s%s", kept++ ? ", " : "", base->problems[i].id);
        if (status != LF_OK)
            lf_message_say("%s is left out: %s", base->problems[i].id, lf_message());
    }
    if (kept && kept < base->problems_count)
        lf_text_format(text, "use_problems: [%s]\n", use.bytes);
    free(use.bytes);
    return kept ? LF_OK : lf_fail(LF_NOT_FOUND, "no problem of the suite can be built here");
}

/* text += what stands up to and with the mark; the rest, which is there. */
static const char *compose_upto(lf_text *text, const char *from, const char *mark) {
    const char *end = strstr(from, mark) + strlen(mark);
    lf_text_format(text, "%.*s", (int)(end - from), from);
    return end;
}

lf_status lf_suite_named(const char *name, lf_experiment **experiment) {
    const char *word = strncmp(name, "suite/", 6) == 0 ? name + 6 : "";
    const lf_view view = lf_print_view_of(word);
    if (view == LF_VIEWS) return lf_fail(LF_BAD_INPUT, "its experiment %.80s is no suite", name);
    return lf_experiment_read(compose_text[view], strlen(compose_text[view]), word, experiment);
}

lf_status lf_suite_compose(lf_view view, lf_experiment **experiment) {
    const char *rest = compose_text[view];
    lf_experiment *base;
    lf_text text = {0};
    LF_TRY(lf_experiment_read(rest, strlen(rest), lf_view_name(view), &base));
    for (const char *list;
         (list = strstr(rest, " methods: [")) && list < strstr(rest, "\nmethods:\n");) {
        rest = compose_upto(&text, rest, " methods: [");
        compose_allow(&text, view);
    }
    rest = compose_upto(&text, rest, "\nmethods:\n");
    lf_status status = compose_methods(&text, base, view);
    rest = compose_upto(&text, rest, "\n  grids:\n");
    compose_grids(&text, view);
    lf_text_add(&text, rest);
    compose_claims(&text, base, view);
    if (status == LF_OK) status = compose_problems(&text, base);
    lf_experiment_free(base);
    if (status == LF_OK && !text.bytes) status = lf_fail(LF_NO_MEMORY, "no memory for a suite");
    if (status == LF_OK)
        status =
            lf_experiment_parse(text.bytes, strlen(text.bytes), lf_view_name(view), experiment);
    free(text.bytes);
    return status;
}
