/**
 * @file run_setup.c
 * @brief From a specification to a run that can make its first step, and back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float_env.h"
#include "harness/registry/registry.h"
#include "harness/run/run_live.h"
#include "harness/run/watch.h"
#include "numeric/bits.h"
#include "oracle/problem.h"

static lf_status setup_algorithm(lf_run *r) {
    lf_spec spec;
    char owner[sizeof spec.name + 16];
    LF_TRY(lf_spec_split(r->record->spec.algorithm, &spec));
    lf_watch_note(LF_WATCH_PLUGIN, 0);
    LF_TRY(lf_algorithm_find(spec.name, &r->algorithm));
    if (!lf_code_is_audited(r->record->spec.code))
        LF_TRY(lf_algorithm_open(r->algorithm, &r->algorithm));
    snprintf(owner, sizeof owner, "algorithm %s", spec.name);
    LF_TRY(lf_parameters_create(r->algorithm->params, r->algorithm->params_size, spec.assignments,
                                owner, &r->algorithm_parameters));
    r->whole = r->algorithm->whole && !lf_algorithm_is_plugin(r->algorithm);
    return LF_OK;
}

/* text += ", word" or its first word. */
static void setup_list(char *text, size_t size, const char *word) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
}

/* "problem P shows no V view, which A needs; it shows ...; algorithms that fit: ...". */
static lf_status setup_mismatch(const lf_algorithm *algorithm, const lf_problem_class *problem) {
    char views[256] = "", fitting[1024] = "";
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    for (unsigned v = 0; v < LF_VIEWS; v++)
        if (problem->views >> v & 1) setup_list(views, sizeof views, lf_view_name((lf_view)v));
    for (size_t i = 0; i < n; i++)
        if (problem->views >> list[i]->view & 1) setup_list(fitting, sizeof fitting, list[i]->name);
    return lf_fail(LF_UNSUPPORTED,
                   "algorithm %s solves the %s view, but problem %s shows: %s; algorithms that fit "
                   "it: %s",
                   algorithm->name, lf_view_name(algorithm->view), problem->name, views,
                   fitting[0] ? fitting : "none");
}

/* Some forms that a class shows take parameters that this problem was built without. */
lf_status lf_run_fits(const lf_problem *problem, const lf_algorithm *algorithm) {
    const char *mend = problem->info.views_mend;
    if (lf_problem_shows(problem, algorithm->view)) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "algorithm %s solves the %s view, which problem %s does not show with these "
                   "parameters%s%s",
                   algorithm->name, lf_view_name(algorithm->view), problem->is->name,
                   mend ? ": " : "", mend ? mend : "");
}

/* Whether the two fit is known before the problem is built, which may take long. */
static lf_status setup_problem(lf_run *r) {
    lf_spec spec;
    char owner[sizeof spec.name + 16];
    const lf_problem_class *problem;
    LF_TRY(lf_spec_split(r->record->spec.problem, &spec));
    LF_TRY(lf_problem_find(spec.name, &problem));
    if (!(problem->views >> r->algorithm->view & 1)) return setup_mismatch(r->algorithm, problem);
    LF_TRY(lf_problem_open(problem, &problem));
    snprintf(owner, sizeof owner, "problem %s", spec.name);
    LF_TRY(lf_parameters_create(problem->params, problem->params_size, spec.assignments, owner,
                                &r->problem_parameters));
    lf_watch_note(LF_WATCH_PROBLEM, 0);
    const lf_status status = lf_problem_create(problem, r->problem_parameters.values, &r->problem);
    if (!lf_float_env_is_default()) return lf_float_env_left(owner, "when it was built");
    if (status == LF_OK) return lf_run_fits(&r->problem, r->algorithm);
    return lf_fail_within(status, "%s: ", owner);
}

static char *setup_copy(const char *text, const char *suffix, bool *failed) {
    char *copy = NULL;
    if (asprintf(&copy, "%s%s", text ? text : "", suffix) < 0) copy = NULL;
    *failed |= copy == NULL;
    return copy;
}

/* The metrics of the problem at each point that the method has: NAME, then NAME.avg. */
static void setup_metrics(lf_run *r, bool *failed) {
    lf_record *record = r->record;
    const size_t metrics = r->metrics * (r->algorithm->average ? LF_HELD : 1);
    for (; record->metrics < metrics; record->metrics++) {
        const lf_metric *metric = &r->problem.is->metrics[record->metrics % r->metrics];
        const bool average = record->metrics >= r->metrics;
        record->metric[record->metrics] = (lf_metric_info){
            .name = setup_copy(metric->name, average ? LF_METRIC_AVERAGE : "", failed),
            .doc = setup_copy(metric->doc, average ? ", at the average" : "", failed),
            .expensive = metric->expensive,
            .higher_is_better = metric->higher_is_better};
    }
}

static lf_status setup_hold(lf_run *r) {
    const size_t d = r->problem.info.dim, y = r->problem.info.domain_y.n;
    bool whole = true;
    for (size_t p = 0; p < LF_HELD; p++) {
        lf_held *held = &r->held[p];
        if (p == LF_HELD_AVERAGE && !r->algorithm->average) continue;
        held->w = calloc(d, sizeof *held->w);
        held->y = calloc(y + 1, sizeof *held->y);
        whole = whole && held->w && held->y;
    }
    const lf_problem_info *info = &r->problem.info;
    if (info->memory) {
        r->memory = calloc(info->memory_count, sizeof *r->memory);
        whole = whole && r->memory;
        if (r->memory) lf_vec_copy(info->memory_count, info->memory, r->memory);
    }
    r->record->iterate = r->held[LF_HELD_ITERATE].w;
    r->x0 = malloc(d * sizeof *r->x0);
    whole = whole && r->x0;
    return whole ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for points of dimension %zu", d);
}

/* What a record says of its problem, so that it can be read without it. */
static lf_status setup_head(lf_run *r) {
    lf_record *record = r->record;
    const lf_problem_info *info = &r->problem.info;
    const lf_cost_scope scope = lf_cost_scope_of(info);
    bool failed = false;
    r->metrics = lf_problem_metrics(&r->problem);
    memcpy(record->samples, scope.samples, sizeof record->samples);
    record->dim = info->dim;
    record->metric = calloc(r->metrics * LF_HELD + 1, sizeof *record->metric);
    record->measure = calloc(scope.measures + 1, sizeof *record->measure);
    r->value = calloc(r->metrics * LF_HELD + 1, sizeof *r->value);
    LF_TRY(setup_hold(r));
    if (!record->metric || !record->measure || !r->value)
        return lf_fail(LF_NO_MEMORY, "no memory for a record of %zu metrics", r->metrics);
    setup_metrics(r, &failed);
    for (size_t i = 0; i < scope.measures; i++, record->measures++)
        record->measure[i] =
            (lf_measure_info){.name = setup_copy(scope.measure[i].name, "", &failed),
                              .cost = setup_copy(scope.measure[i].cost, "", &failed),
                              .doc = setup_copy(scope.measure[i].doc, "", &failed)};
    record->data_name = setup_copy(info->data_name, "", &failed);
    record->data_sha256 = setup_copy(info->data_sha256, "", &failed);
    if (failed) return lf_fail(LF_NO_MEMORY, "no memory for a record");
    const char *repeated = lf_record_repeated(record);
    if (!repeated) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "problem %s: two of its metrics or measures are called '%s'",
                   r->problem.is->name, repeated);
}

/* What large vectors are: from about here on zeroing a gradient costs what a batch does. */
static const size_t setup_large = 65536;

/* Does the run have sparse vectors? A user who asks for them is told what is in the way. */
static lf_status setup_vectors(lf_run *r) {
    const lf_problem_info *info = &r->problem.info;
    const lf_vectors asked = lf_code_vectors(r->record->spec.code);
    const bool can = r->algorithm->sparse && info->sparse && !info->regulariser &&
                     (info->domain.kind == LF_DOMAIN_SPACE || info->domain.kind == LF_DOMAIN_BALL);
    r->sparse = can && (asked == LF_VECTORS_SPARSE ||
                        (asked == LF_VECTORS_AUTO && info->dim >= setup_large));
    if (can || asked != LF_VECTORS_SPARSE) return LF_OK;
    if (!r->algorithm->sparse)
        return lf_fail(LF_UNSUPPORTED,
                       "algorithm %s works on dense vectors alone; leave out --vectors sparse",
                       r->algorithm->name);
    return lf_fail(LF_UNSUPPORTED,
                   "problem %s, as built, has no use for sparse vectors: they need a linear model "
                   "on sparse rows, no regulariser, and a ball or the whole space; leave out "
                   "--vectors sparse",
                   r->problem.is->name);
}

/* The method of an audited run, in a process of its own. */
static lf_status setup_audit(lf_run *r, size_t memory_bytes) {
    if (!lf_code_is_audited(r->record->spec.code)) return LF_OK;
    LF_TRY(lf_plugin_unchanged(r->algorithm));
    const char *file = lf_plugin_path_of(r->algorithm);
    if (file && !*file)
        return lf_fail(LF_UNSUPPORTED,
                       "algorithm %s is in no file that another process could open: name one with "
                       "`--plugin FILE.py --audit`",
                       r->algorithm->name);
    const lf_audit_subject subject = {.algorithm = r->algorithm,
                                      .text = r->record->spec.algorithm,
                                      .plugin = file,
                                      .info = &r->problem.info,
                                      .has_jvp = r->problem.is->jvp != NULL,
                                      .sparse = r->sparse,
                                      .memory_bytes = memory_bytes};
    LF_TRY(lf_audit_begin(&subject, &r->proxy, &r->audit));
    r->algorithm = &r->proxy;
    r->whole = false;
    return LF_OK;
}

/* Constraints may be shown a second time, as inner functions of a penalty: the same rows, which
 * costs of each view count under its own role alone. */
static void setup_roles(const lf_run *r) {
    const lf_components *role = r->problem.info.role;
    if (role[LF_ROLE_INNER].count == 0 || role[LF_ROLE_CONSTRAINT].count == 0) return;
    if (r->algorithm->view == LF_VIEW_CONSTRAINED) lf_oracle_shut(r->oracle, LF_ROLE_INNER);
    if (r->algorithm->view == LF_VIEW_COMPOSITION) lf_oracle_shut(r->oracle, LF_ROLE_CONSTRAINT);
}

/* A method at its beginning, with an oracle that has been asked nothing. */
static lf_status setup_method(lf_run *r, size_t memory_bytes) {
    LF_TRY(lf_oracle_create(&r->problem, r->record->spec.seed, &r->budget, &r->oracle));
    setup_roles(r);
    LF_TRY(setup_vectors(r));
    if (r->sparse) LF_TRY(lf_oracle_sparse(r->oracle));
    LF_TRY(setup_audit(r, memory_bytes));
    const size_t bytes = r->algorithm->state_size ? r->algorithm->state_size : 1;
    r->memory_bytes = memory_bytes;
    r->state = calloc(1, bytes + LF_ARENA_FENCE);
    r->arena = lf_arena_create(r->state, bytes, memory_bytes ? memory_bytes : SIZE_MAX);
    if (!r->state || !r->arena)
        return lf_fail(LF_NO_MEMORY, "no memory for a state of %zu bytes", bytes);
    lf_arena_fence_state(r->arena);
    if (r->sparse && !r->audit) LF_TRY(lf_arena_sparse(r->arena, r->problem.info.dim));
    if (r->audit) memcpy(r->state, &r->audit, sizeof r->audit);
    return LF_OK;
}

static lf_status setup_run(lf_run *r, size_t memory_bytes) {
    const lf_run_spec *spec = &r->record->spec;
    const lf_cost_scope scope = lf_cost_scope_of(&r->problem.info);
    LF_TRY(lf_budget_parse(spec->budget, &scope, &r->budget));
    LF_TRY(lf_stop_parse(spec->stop, r->record, &r->stop));
    r->schedule = lf_schedule_of(spec);
    return setup_method(r, memory_bytes);
}

void lf_run_set_up(lf_run *r, size_t memory_bytes) {
    lf_spec_as(r->record->spec.code);
    lf_status status = lf_bits_check();
    if (status == LF_OK) status = setup_algorithm(r);
    if (status == LF_OK) status = setup_problem(r);
    if (status == LF_OK) status = lf_run_set_start(r);
    if (status == LF_OK) status = setup_head(r);
    if (status == LF_OK && r->observer && r->observer->begun)
        r->observer->begun(r->observer->context, r->record);
    if (status == LF_OK) status = setup_run(r, memory_bytes);
    if (status != LF_OK) lf_run_end(r, LF_RUN_FAILED, "%s", lf_message());
    lf_run_clock_open(r);
}

/* Copies that were vectors of the arena's family. */
static void setup_let_go(lf_run *r) {
    for (size_t p = 0; p < LF_HELD; p++) {
        free(r->held[p].own);
        r->held[p].kept = r->held[p].own = NULL;
    }
}

void lf_run_set_back(lf_run *r) {
    const lf_problem_info *info = &r->problem.info;
    lf_oracle_close(r->oracle);
    lf_oracle_free(r->oracle);
    lf_arena_free(r->arena);
    free(r->state);
    setup_let_go(r);
    r->oracle = NULL;
    r->arena = NULL;
    r->state = NULL;
    r->now = (lf_trace_point){0};
    if (info->memory) lf_vec_copy(info->memory_count, r->memory, info->memory);
    if (setup_method(r, r->memory_bytes) != LF_OK) lf_run_end(r, LF_RUN_FAILED, "%s", lf_message());
}

/* The oracle goes last: a handle that a plugin kept for the release of its problem is still one
 * that refuses. */
void lf_run_take_down(lf_run *r) {
    lf_watch_note(LF_WATCH_RELEASE, 0);
    lf_audit_end(r->audit);
    lf_problem_release(&r->problem);
    lf_oracle_free(r->oracle);
    lf_arena_free(r->arena);
    free(r->state);
    free(r->value);
    free(r->start);
    free(r->x0);
    free(r->memory);
    free(r->save.birth);
    setup_let_go(r);
    free(r->held[LF_HELD_ITERATE].y);
    free(r->held[LF_HELD_AVERAGE].w);
    free(r->held[LF_HELD_AVERAGE].y);
    lf_parameters_free(&r->algorithm_parameters);
    lf_parameters_free(&r->problem_parameters);
    lf_watch_note(LF_WATCH_END, 0);
}
