/**
 * @file cmd_decide.c
 * @brief levelfield decide: what claims were decided by, and what today's rules make of it. For
 *        scripts/findings.py; not in the help.
 *
 * Of a results folder it prints, for each claim, the margins of its comparisons and whatever else a
 * verdict hangs on. A findings.json that kept these is decided again without a single run: where an
 * outcome or a P is another one, the rules have changed, or the record was.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/decide.h"
#include "cli/print.h"
#include "harness/results/results.h"
#include "reports/kinds/claims/parts/claims.h"

/* Two P that differ by more come from other rules. */
static const double decide_near = 1e-12;

/* ---- from runs to a record ---- */

/* text <- "0.12 -0.3..inf", malloc'ed: a margin, or its two ends, for each pair. */
static lf_status decide_text(const lf_evidence *e, char **text) {
    char low[LF_NUMBER_BYTES], high[LF_NUMBER_BYTES];
    lf_text line = {0};
    for (size_t i = 0; i < e->d.n; i++) {
        lf_number_text(e->d.low[i], low);
        lf_number_text(e->d.high[i], high);
        lf_text_format(&line, "%s%s", i ? " " : "", low);
        if (e->d.low[i] != e->d.high[i]) lf_text_format(&line, "..%s", high);
    }
    *text = line.bytes;
    return line.failed ? lf_fail(LF_NO_MEMORY, "no memory for margins") : LF_OK;
}

/* One comparison; null where no margins decide. */
static json_t *decide_line(const lf_experiment *is, const lf_comparison_verdict *v) {
    const lf_evidence *e = &v->evidence;
    char *margins;
    if (e->d.n == 0 || decide_text(e, &margins) != LF_OK) return json_null();
    json_t *line = json_pack(
        "{s:s?, s:s?, s:s, s:o, s:o, s:o, s:s, s:b, s:o, s:o, s:o, s:b, s:b, s:b, s:b, s:b}",
        "problem", v->problem == SIZE_MAX ? NULL : is->problems[v->problem].id, "against",
        v->than == SIZE_MAX ? NULL : is->methods[v->than].id, "outcome",
        lf_claim_outcome_name(v->outcome), "p", lf_print_number(v->p.held), "p_against",
        lf_print_number(v->p.against), "p_tie", lf_print_number(v->p.tie), "margins", margins,
        "signs", e->d.test == LF_TEST_SIGNS, "by", lf_print_number(e->d.by), "tie",
        lf_print_number(e->d.tie), "level", lf_print_number(e->level), "strict", e->strict, "fixed",
        e->fixed, "drawless", e->drawless, "own_edge", e->own, "other_edge", e->other);
    free(margins);
    return line;
}

static lf_status decide_claims(const lf_results *results, json_t *experiments) {
    json_t *claims = json_object();
    lf_status status = LF_OK;
    for (size_t i = 0; i < results->experiment->claims_count && status == LF_OK; i++) {
        lf_claim_verdict verdict;
        status = lf_claim_decide(results, i, &verdict);
        if (status != LF_OK) break;
        json_t *lines = json_array();
        for (size_t k = 0; k < verdict.comparisons; k++)
            json_array_append_new(lines, decide_line(results->experiment, &verdict.comparison[k]));
        json_object_set_new(claims, results->experiment->claims[i].id, lines);
        lf_claim_verdict_clear(&verdict);
    }
    json_t *tuning = NULL;
    if (status == LF_OK) status = lf_decide_tuning(results, &tuning);
    json_array_append_new(experiments,
                          json_pack("{s:s, s:s, s:o, s:o?}", "name", results->name, "scale",
                                    results->scale, "claims", claims, "tuning", tuning));
    return status;
}

static lf_exit decide_folder(const char *dir) {
    lf_results *results;
    size_t n;
    lf_status status = lf_results_load(dir, &results, &n);
    if (status != LF_OK) return lf_message_exit(status);
    json_t *experiments = json_array();
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = decide_claims(&results[i], experiments);
    json_t *object = json_pack("{s:o}", "experiments", experiments);
    if (status == LF_OK) status = lf_print_json(object);
    json_decref(object);
    lf_results_free(results, n);
    return lf_message_exit(status);
}

/* ---- from a record to today's verdict ---- */

static double decide_number(const json_t *line, const char *key) {
    const json_t *value = json_object_get(line, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* An end of a margin; infinite ones are told by words. */
static bool decide_end(const char *text, double *value) {
    const bool minus = *text == '-';
    if (strcmp(text + minus, "inf") != 0) return lf_number_parse(text, value);
    *value = minus ? -INFINITY : INFINITY;
    return true;
}

/* evidence->d.n, low and high <- such a text. */
static lf_status decide_parse(const char *text, lf_evidence *e) {
    const size_t most = strlen(text) / 2 + 1;
    double *low = malloc(2 * most * sizeof *low);
    if (!low) return lf_fail(LF_NO_MEMORY, "no memory for margins");
    double *high = low + most;
    e->d.low = low;
    e->d.high = high;
    for (e->d.n = 0; *text;) {
        const size_t length = strcspn(text, " ");
        char word[2 * LF_NUMBER_BYTES + 2];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        char *dots = strstr(word, "..");
        if (dots) *dots = '\0';
        const bool good = length < sizeof word && decide_end(word, &low[e->d.n]) &&
                          decide_end(dots ? dots + 2 : word, &high[e->d.n]) &&
                          low[e->d.n] <= high[e->d.n];
        if (!good) return lf_fail(LF_BAD_INPUT, "'%.*s' is no margin", (int)length, text);
        e->d.n++;
        text += length + (text[length] == ' ');
    }
    return LF_OK;
}

static lf_status decide_read(const json_t *line, lf_evidence *e) {
    const char *margins = json_string_value(json_object_get(line, "margins"));
    *e = (lf_evidence){.level = decide_number(line, "level"),
                       .strict = json_is_true(json_object_get(line, "strict")),
                       .fixed = json_is_true(json_object_get(line, "fixed")),
                       .drawless = json_is_true(json_object_get(line, "drawless")),
                       .own = json_is_true(json_object_get(line, "own_edge")),
                       .other = json_is_true(json_object_get(line, "other_edge"))};
    e->d.test = json_is_true(json_object_get(line, "signs")) ? LF_TEST_SIGNS : LF_TEST_PAIR_SUMS;
    e->d.by = decide_number(line, "by");
    e->d.tie = decide_number(line, "tie");
    if (!margins || !*margins || isnan(e->level) || isnan(e->d.by))
        return lf_fail(LF_BAD_INPUT, "a line needs margins, level and by");
    return decide_parse(margins, e);
}

static void decide_tell(lf_decide_count *count, const char *where, const char *was,
                        const char *is) {
    printf("%s, %s%s: %s is %s by today's rules\n", count->record, count->claim, where,
           was ? was : "nothing", is);
    count->others++;
}

/* One comparison beside what its record says of it. */
static void decide_compare(lf_decide_count *count, const json_t *line,
                           const lf_comparison_verdict *v) {
    static const char *const keys[] = {"p", "p_against", "p_tie"};
    const double now[] = {v->p.held, v->p.against, v->p.tie};
    const char *outcome = json_string_value(json_object_get(line, "outcome"));
    const char *problem = json_string_value(json_object_get(line, "problem"));
    const char *against = json_string_value(json_object_get(line, "against"));
    char where[200], was[64], is[64];
    snprintf(where, sizeof where, ", %s%s%s", problem ? problem : "all", against ? " against " : "",
             against ? against : "");
    count->lines++;
    if (!outcome || strcmp(outcome, lf_claim_outcome_name(v->outcome)) != 0)
        decide_tell(count, where, outcome, lf_claim_outcome_name(v->outcome));
    for (size_t i = 0; i < 3; i++) {
        const double before = decide_number(line, keys[i]);
        if ((isnan(before) && isnan(now[i])) || fabs(before - now[i]) <= decide_near) continue;
        snprintf(was, sizeof was, "%s = %.6g", keys[i], before);
        snprintf(is, sizeof is, "%.6g", now[i]);
        decide_tell(count, where, was, is);
    }
}

/* A claim all of whose comparisons have margins. */
static lf_status decide_again(lf_decide_count *count, const json_t *claim, const json_t *lines) {
    const size_t n = json_array_size(lines);
    lf_claim_verdict verdict = {.comparisons = n,
                                .comparison = calloc(n, sizeof(lf_comparison_verdict))};
    if (!verdict.comparison) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = decide_read(json_array_get(lines, i), &verdict.comparison[i].evidence);
    if (status == LF_OK) status = lf_claim_again(&verdict);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        decide_compare(count, json_array_get(lines, i), &verdict.comparison[i]);
    const char *outcome = json_string_value(json_object_get(claim, "outcome"));
    const char *now = lf_claim_outcome_name(verdict.outcome);
    count->claims++;
    if (status == LF_OK && (!outcome || strcmp(outcome, now) != 0))
        decide_tell(count, "", outcome, now);
    lf_claim_verdict_clear(&verdict);
    return status == LF_OK ? LF_OK
                           : lf_fail_within(status, "%s, %s: ", count->record, count->claim);
}

static lf_status decide_record(lf_decide_count *count, const json_t *record) {
    size_t i;
    json_t *claim, *line;
    json_array_foreach(json_object_get(record, "claims"), i, claim) {
        const json_t *lines = json_object_get(claim, "lines");
        const char *id = json_string_value(json_object_get(claim, "id"));
        bool whole = json_array_size(lines) > 0;
        size_t k;
        json_array_foreach(lines, k, line) whole &= json_is_object(line);
        count->claim = id ? id : "a claim";
        count->without += !whole;
        if (whole) LF_TRY(decide_again(count, claim, lines));
    }
    return lf_decide_tuning_again(count, json_object_get(record, "tuning"));
}

static lf_exit decide_file(const char *path) {
    json_error_t error = {0};
    json_t *records = json_load_file(path, 0, &error), *record;
    lf_decide_count count = {0};
    const char *name;
    lf_status status = LF_OK;
    if (!json_is_object(records)) {
        json_decref(records);
        return lf_message_exit(
            lf_fail(LF_BAD_INPUT,
                    "%s: expected an object of records, as `scripts/findings.py record` writes%s%s",
                    path, error.text[0] ? ": " : "", error.text));
    }
    json_object_foreach(records, name, record) {
        count.record = name;
        if (status == LF_OK) status = decide_record(&count, record);
    }
    if (status != LF_OK) status = lf_fail_within(status, "%s: ", path);
    if (status == LF_OK)
        printf(
            "%s: %zu claims (%zu lines) and %zu choices decided again, %zu otherwise; %zu claims "
            "kept no margins\n",
            path, count.claims, count.lines, count.choices, count.others, count.without);
    json_decref(records);
    return status == LF_OK && count.others ? LF_EXIT_CHECK : lf_message_exit(status);
}

static lf_exit decide_run(const void *values, const lf_texts *operands) {
    (void)values;
    struct stat is;
    const bool folder = stat(operands->text[0], &is) == 0 && S_ISDIR(is.st_mode);
    return folder ? decide_folder(operands->text[0]) : decide_file(operands->text[0]);
}

LF_COMMAND_PLAIN(
    decide, decide, .name = "decide", .operands = "DIR|FILE.json",
    .doc = "what claims are decided by, or what today's rules make of a record",
    .about =
        "Of a results folder: the margins of each comparison and the rounds of tuning, as JSON. Of "
        "a findings.json that kept them: each claim is decided again, and what is another outcome "
        "or P, or an edge that tuning went on from, is named.",
    .example = "levelfield decide reports/aleg/findings.json", .hidden = true, .least = 1,
    .most = 1);
