/**
 * @file claims.c
 * @brief The section `claims`: what an experiment claims, and what its results say to that: first
 * in every report.
 *
 * A claim is decided as a whole, by comparisons with every method and on every problem that it
 * names. The table gives the sentence, the outcome and the comparison that decided; all of them
 * are folded away below it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/claims.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/json_out.h"
#include "reports/page/page.h"

static const cyaml_schema_field_t claims_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_claim, id),
    LF_SCHEMA_NEEDED(lf_experiment_claim, text),
    LF_SCHEMA_NEEDED(lf_experiment_claim, kind),
    LF_SCHEMA_NEEDED(lf_experiment_claim, method),
    LF_SCHEMA_WORDS(lf_experiment_claim, than, lf_schema_word),
    LF_SCHEMA_WORDS(lf_experiment_claim, problems, lf_schema_word),
    LF_SCHEMA_TEXT(lf_experiment_claim, fit),
    LF_SCHEMA_TEXT(lf_experiment_claim, frontier),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_claim, at),
    LF_SCHEMA_TEXT(lf_experiment_claim, metric),
    LF_SCHEMA_FLAG(lf_experiment_claim, mean),
    LF_SCHEMA_TEXT(lf_experiment_claim, target),
    LF_SCHEMA_TEXT(lf_experiment_claim, cost),
    LF_SCHEMA_TEXT(lf_experiment_claim, where),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_claim, at_most),
    LF_SCHEMA_TEXT(lf_experiment_claim, bound),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_claim, at_least),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_claim, factor),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_claim, by),
    LF_SCHEMA_TEXT(lf_experiment_claim, tie),
    LF_SCHEMA_TEXT(lf_experiment_claim, test),
    LF_SCHEMA_TEXT(lf_experiment_claim, reach),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_claim, level),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(claims_entry, lf_experiment_claim, claims_fields);

static lf_status claims_decide(const lf_results *results, void **decided) {
    const size_t n = results->experiment->claims_count;
    lf_claim_verdict *verdict = *decided = calloc(n + 1, sizeof *verdict);
    if (!verdict) return lf_fail(LF_NO_MEMORY, "no memory for %zu claims", n);
    for (size_t i = 0; i < n; i++)
        LF_TRY(lf_claim_decide(results, i, &verdict[i]));
    return LF_OK;
}

static void claims_release(const lf_results *results, void *decided) {
    lf_claim_verdict *verdict = decided;
    for (size_t i = 0; verdict && i < results->experiment->claims_count; i++)
        lf_claim_verdict_clear(&verdict[i]);
    free(verdict);
}

void lf_claims_tell_counts(const size_t *count, bool all, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = LF_CLAIM_HELD; i <= LF_CLAIM_UNDECIDED; i++)
        if ((all || count[i] > 0) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%zu %s", used > 0 ? ", " : "",
                                     count[i], lf_claim_outcome_name((lf_claim_outcome)i));
}

size_t lf_claims_tell(const lf_results *results, const lf_claim_verdict *verdicts, char *text,
                      size_t size) {
    size_t count[LF_CLAIM_OUTCOMES] = {0};
    for (size_t i = 0; i < results->experiment->claims_count; i++)
        count[verdicts[i].outcome]++;
    lf_claims_tell_counts(count, false, text, size);
    return results->experiment->claims_count;
}

/* Does a claim take its target from where one of the two ended? */
static bool claims_set(const lf_results *results) {
    const lf_experiment *e = results->experiment;
    for (size_t i = 0; i < e->claims_count; i++) {
        const char *target = e->claims[i].target;
        if (target && (strcmp(target, "baseline") == 0 || strcmp(target, "method") == 0))
            return true;
    }
    return false;
}

/* If no methods differed at all, luck would still hold some. */
static lf_status claims_facts(lf_page *page, const lf_results *results,
                              const lf_claim_verdict *verdicts) {
    lf_facts f;
    LF_TRY(lf_facts_of(results, verdicts, &f));
    if (f.facts == 0) return LF_OK;
    char text[160];
    lf_claims_tell_counts(f.outcome, true, text, sizeof text);
    lf_page_quiet(page,
                  "%zu %s behind %zu %s (%zu %s): %s. "
                  "If nothing differed, luck would hold at most %.2g of them, and refute as many.",
                  f.facts, f.facts == 1 ? "fact" : "facts",
                  (size_t)results->experiment->claims_count,
                  results->experiment->claims_count == 1 ? "claim" : "claims", f.lines,
                  f.lines == 1 ? "line" : "lines", text, LF_LOOK_LEVEL * (double)f.facts);
    if (claims_set(results))
        lf_page_quiet(
            page,
            "Where the target is the end of the baseline it may refute up to %g %%, where "
            "it is the method's own end hold as many.",
            100 * LF_CLAIM_SET_RATE);
    return LF_OK;
}

/* "3 claims: 2 held, 1 undecided" */
static void claims_count(lf_page *page, const lf_results *results,
                         const lf_claim_verdict *verdicts) {
    char text[120];
    size_t n = lf_claims_tell(results, verdicts, text, sizeof text);
    lf_page_quiet(
        page,
        "%zu %s: %s. A tie is a difference too small to matter; a choice on an edge may "
        "lose for lack of a wider grid; undecided means that the runs at hand show neither "
        "it nor its contrary.",
        n, n == 1 ? "claim" : "claims", text);
}

/* A claim without words of its own is told by its id. */
static const char *claims_words(const lf_experiment_claim *claim) {
    return claim->text ? claim->text : claim->id;
}

/* On a terminal, which has no room for the columns of a table: what a claim came to, and why below.
 */
static void claims_lines(lf_page *page, const lf_results *results,
                         const lf_claim_verdict *verdicts) {
    for (size_t i = 0; i < results->experiment->claims_count; i++) {
        char *text = NULL;
        if (asprintf(&text, "%s: %s", lf_claim_outcome_name(verdicts[i].outcome),
                     claims_words(&results->experiment->claims[i])) < 0)
            text = NULL;
        page->lost |= !text;
        lf_markdown_wrap(page, 0, text ? text : "");
        lf_markdown_wrap(page, 4, verdicts[i].statistic ? verdicts[i].statistic : "");
        fputc('\n', page->out);
        free(text);
    }
}

/* One row for each claim; of a check no outcome is good news. */
static void claims_grid(lf_page *page, const lf_results *results,
                        const lf_claim_verdict *verdicts) {
    if (page->width) {
        claims_lines(page, results, verdicts);
        return;
    }
    lf_grid grid = lf_grid_make(lf_part_is_check(results) ? "ttt" : "tst",
                                LF_HEADS("Claim", "Outcome", "Decided by"));
    grid.wraps = true;
    for (size_t i = 0; i < results->experiment->claims_count; i++) {
        lf_grid_add(&grid, "%s", claims_words(&results->experiment->claims[i]));
        lf_grid_add(&grid, "%s", lf_claim_outcome_name(verdicts[i].outcome));
        lf_grid_add(&grid, "%s", verdicts[i].statistic ? verdicts[i].statistic : "");
    }
    lf_page_take(page, &grid);
}

/* A probability has two digits; what was decided without chance has none. */
static void claims_p(lf_grid *grid, double p) {
    if (isnan(p))
        lf_grid_add(grid, "–");
    else
        lf_grid_add(grid, p > 0 && p < 1e-4 ? "%.1e" : "%.2g", p);
}

/* Everything behind one claim. */
static void claims_comparisons(lf_page *page, const lf_results *results,
                               const lf_experiment_claim *claim, const lf_claim_verdict *verdict) {
    lf_grid grid = lf_grid_make("ttsnnnnnnt", LF_HEADS("Problem", "Against", "Outcome", "Estimate",
                                                       "P", "P of contrary", "P of tie", "Seeds",
                                                       "For it", "Statistic"));
    grid.caption = claims_words(claim);
    for (size_t i = 0; i < verdict->comparisons; i++) {
        const lf_comparison_verdict *c = &verdict->comparison[i];
        lf_grid_add(&grid, "%s",
                    c->problem == SIZE_MAX ? "–" : lf_part_problem(results, c->problem));
        lf_grid_add(&grid, "%s", c->than == SIZE_MAX ? "–" : lf_part_method(results, c->than));
        lf_grid_add(&grid, "%s", lf_claim_outcome_name(c->outcome));
        const bool alone = isnan(c->lower) || isnan(c->upper) || c->exact;
        lf_digits_interval(&grid, c->estimate, c->lower, c->upper, alone ? "" : NULL);
        claims_p(&grid, c->p.held);
        claims_p(&grid, c->p.against);
        claims_p(&grid, isnan(c->tie) ? NAN : c->p.tie);
        lf_grid_add(&grid, "%zu", c->pairs);
        lf_grid_add(&grid, "%zu", c->positive);
        lf_grid_add(&grid, "%s", c->statistic ? c->statistic : "");
    }
    page->is->text(page, claims_words(claim));
    lf_page_take(page, &grid);
}

static lf_status claims_show(lf_page *page, const lf_results *results, const void *decided,
                             int level) {
    const lf_claim_verdict *verdicts = decided;
    const size_t n = results->experiment->claims_count;
    size_t comparisons = 0;
    char heading[256];
    if (n == 0) return LF_OK;
    snprintf(heading, sizeof heading, page->several ? "Claims of %s" : "Claims", results->name);
    page->is->heading(page, level, NULL, heading);
    claims_grid(page, results, verdicts);
    claims_count(page, results, verdicts);
    LF_TRY(lf_claims_ties(page, results));
    LF_TRY(claims_facts(page, results, verdicts));
    for (size_t i = 0; i < n; i++)
        comparisons += verdicts[i].comparisons;
    if (comparisons == 0 || page->brief) return LF_OK;
    page->is->fold(page, "Every comparison, with its estimate, interval and probability");
    for (size_t i = 0; i < n; i++)
        if (verdicts[i].comparisons > 0)
            claims_comparisons(page, results, &results->experiment->claims[i], &verdicts[i]);
    page->is->unfold(page);
    return LF_OK;
}

static json_t *claims_json_superiority(const lf_interval *chance) {
    if (isnan(chance->estimate)) return json_null();
    return json_pack("{s:o, s:o, s:o}", "estimate", lf_json_number(chance->estimate), "lower",
                     lf_json_number(chance->lower), "upper", lf_json_number(chance->upper));
}

/* One comparison of a claim. */
static json_t *claims_json_comparison(const lf_json *json, const lf_comparison_verdict *c) {
    return json_pack(
        "{s:s?, s:s?, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s?}",
        "problem", lf_json_problem(json, c->problem), "against", lf_json_method(json, c->than),
        "outcome", lf_claim_outcome_name(c->outcome), "estimate", lf_json_number(c->estimate),
        "lower", lf_json_number(c->lower), "upper", lf_json_number(c->upper), "superiority",
        claims_json_superiority(&c->superiority), "p", lf_json_number(c->p.held), "p_against",
        lf_json_number(c->p.against), "p_tie", lf_json_number(isnan(c->tie) ? NAN : c->p.tie),
        "p_holm", lf_json_number(c->holm.held), "p_against_holm", lf_json_number(c->holm.against),
        "seeds", lf_json_count(c->pairs), "positive", lf_json_count(c->positive), "needs",
        c->needs.seeds ? lf_json_count(c->needs.seeds) : json_null(), "statistic", c->statistic);
}

static lf_status claims_json(lf_json *json, const void *decided) {
    const lf_claim_verdict *verdicts = decided;
    json_t *claims = json_array();
    for (size_t i = 0; i < json->results->experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &json->results->experiment->claims[i];
        json_t *comparisons = json_array();
        for (size_t k = 0; k < verdicts[i].comparisons; k++)
            lf_json_append(json, comparisons,
                           claims_json_comparison(json, &verdicts[i].comparison[k]));
        lf_json_append(json, claims,
                       json_pack("{s:s, s:s?, s:s, s:s?, s:o}", "id", claim->id, "text",
                                 claim->text, "outcome", lf_claim_outcome_name(verdicts[i].outcome),
                                 "statistic", verdicts[i].statistic, "comparisons", comparisons));
    }
    lf_json_set(json, "claims", claims);
    lf_facts f;
    LF_TRY(lf_facts_of(json->results, verdicts, &f));
    json_t *facts =
        json_pack("{s:o, s:o}", "facts", lf_json_count(f.facts), "lines", lf_json_count(f.lines));
    for (int i = LF_CLAIM_HELD; i <= LF_CLAIM_UNDECIDED; i++)
        json_object_set_new(facts, lf_claim_outcome_name((lf_claim_outcome)i),
                            lf_json_count(f.outcome[i]));
    lf_json_set(json, "facts", facts);
    return LF_OK;
}

const lf_section lf_section_claims = {
    .place = 60,
    .part = LF_SECTION_FIRST,
    .field = LF_SCHEMA_LIST(lf_experiment, claims, claims_entry),
    .check = lf_claims_check,
    .judged = lf_claims_judged,
    .targets = lf_claims_targets,
    .decide = claims_decide,
    .release = claims_release,
    .show = claims_show,
    .json = claims_json,
};
