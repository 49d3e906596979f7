/**
 * @file claims.c
 * @brief What an experiment claims, and what its results say to that: first in every report.
 *
 * A claim is decided as a whole, by comparisons with every method and on every problem that it
 * names. The table gives the sentence, the outcome and the comparison that decided; all of them
 * are folded away below it.
 */
#include <math.h>
#include <stdlib.h>

#include "reports/page/digits.h"
#include "reports/parts.h"

lf_status lf_part_decide(const lf_results *results, lf_claim_verdict **verdicts) {
    size_t n = results->experiment->claims_count;
    *verdicts = calloc(n + 1, sizeof **verdicts);
    if (!*verdicts) return lf_fail(LF_NO_MEMORY, "no memory for %zu claims", n);
    for (size_t i = 0; i < n; i++) {
        lf_status status = lf_claim_decide(results, i, &(*verdicts)[i]);
        if (status == LF_OK) continue;
        lf_part_forget(results, *verdicts);
        *verdicts = NULL;
        return status;
    }
    return LF_OK;
}

void lf_part_forget(const lf_results *results, lf_claim_verdict *verdicts) {
    for (size_t i = 0; verdicts && i < results->experiment->claims_count; i++)
        lf_claim_verdict_clear(&verdicts[i]);
    free(verdicts);
}

/* How many claims have this outcome? */
static size_t claims_outcomes(const lf_results *results, const lf_claim_verdict *verdicts,
                              lf_claim_outcome outcome) {
    size_t n = 0;
    for (size_t i = 0; i < results->experiment->claims_count; i++)
        n += verdicts[i].outcome == outcome;
    return n;
}

size_t lf_part_outcome_text(const lf_results *results, const lf_claim_verdict *verdicts, char *text,
                            size_t size) {
    size_t n = results->experiment->claims_count, used = 0;
    text[0] = '\0';
    for (int i = LF_CLAIM_HELD; i <= LF_CLAIM_UNDECIDED; i++) {
        size_t count = claims_outcomes(results, verdicts, (lf_claim_outcome)i);
        if (count > 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%zu %s", used > 0 ? ", " : "",
                                     count, lf_claim_outcome_name((lf_claim_outcome)i));
    }
    return n;
}

/* "3 claims: 2 held, 1 undecided" */
static void claims_count(lf_page *page, const lf_results *results,
                         const lf_claim_verdict *verdicts) {
    char text[120];
    size_t n = lf_part_outcome_text(results, verdicts, text, sizeof text);
    lf_page_quiet(page,
                  "%zu %s: %s. Undecided means that the runs at hand show neither it nor its "
                  "contrary.",
                  n, n == 1 ? "claim" : "claims", text);
}

/* A claim without words of its own is told by its id. */
static const char *claims_words(const lf_experiment_claim *claim) {
    return claim->text ? claim->text : claim->id;
}

/* One row for each claim. */
static void claims_grid(lf_page *page, const lf_results *results,
                        const lf_claim_verdict *verdicts) {
    static const lf_column columns[] = {LF_COLUMN_TEXT, LF_COLUMN_STATUS, LF_COLUMN_TEXT};
    static const char *const heads[] = {"Claim", "Outcome", "Decided by"};
    lf_grid grid = {.columns = 3, .column = columns, .wraps = true};
    lf_grid_head(&grid, heads);
    for (size_t i = 0; i < results->experiment->claims_count; i++) {
        lf_grid_add(&grid, "%s", claims_words(&results->experiment->claims[i]));
        lf_grid_add(&grid, "%s", lf_claim_outcome_name(verdicts[i].outcome));
        lf_grid_add(&grid, "%s", verdicts[i].statistic ? verdicts[i].statistic : "");
    }
    lf_page_take(page, &grid);
}

/* An estimate, its interval on a second line, both with the digits that the interval supports. */
static void claims_estimate(lf_grid *grid, const lf_comparison_verdict *c) {
    char estimate[LF_DIGITS_BYTES], lower[LF_DIGITS_BYTES], upper[LF_DIGITS_BYTES];
    int place = lf_digits_place(c->estimate, c->lower, c->upper);
    lf_digits_at(c->estimate, place, estimate);
    lf_digits_at(c->lower, place, lower);
    lf_digits_at(c->upper, place, upper);
    if (isnan(c->lower) || isnan(c->upper) || c->exact)
        lf_grid_add(grid, "%s", estimate);
    else
        lf_grid_add(grid, "%s\n%s to %s", estimate, lower, upper);
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
    static const lf_column columns[] = {LF_COLUMN_TEXT,   LF_COLUMN_TEXT,   LF_COLUMN_STATUS,
                                        LF_COLUMN_NUMBER, LF_COLUMN_NUMBER, LF_COLUMN_NUMBER,
                                        LF_COLUMN_NUMBER, LF_COLUMN_TEXT};
    static const char *const heads[] = {"Problem", "Against",       "Outcome", "Estimate",
                                        "p",       "p of contrary", "Seeds",   "Statistic"};
    lf_grid grid = {.columns = 8, .column = columns};
    lf_grid_head(&grid, heads);
    for (size_t i = 0; i < verdict->comparisons; i++) {
        const lf_comparison_verdict *c = &verdict->comparison[i];
        lf_grid_add(&grid, "%s",
                    c->problem == SIZE_MAX ? "–" : lf_part_problem(results, c->problem));
        lf_grid_add(&grid, "%s", c->than == SIZE_MAX ? "–" : lf_part_method(results, c->than));
        lf_grid_add(&grid, "%s", lf_claim_outcome_name(c->outcome));
        claims_estimate(&grid, c);
        claims_p(&grid, c->p);
        claims_p(&grid, c->p_against);
        lf_grid_add(&grid, "%zu", c->pairs);
        lf_grid_add(&grid, "%s", c->statistic ? c->statistic : "");
    }
    page->is->text(page, claims_words(claim));
    lf_page_take(page, &grid);
}

void lf_part_claims(lf_page *page, const lf_results *results, const lf_claim_verdict *verdicts,
                    const char *heading) {
    size_t n = results->experiment->claims_count, comparisons = 0;
    if (n == 0) return;
    page->is->heading(page, 2, NULL, heading);
    claims_grid(page, results, verdicts);
    claims_count(page, results, verdicts);
    for (size_t i = 0; i < n; i++)
        comparisons += verdicts[i].comparisons;
    if (comparisons == 0 || page->brief) return;
    page->is->fold(page, "Every comparison, with its estimate, interval and probability");
    for (size_t i = 0; i < n; i++)
        if (verdicts[i].comparisons > 0)
            claims_comparisons(page, results, &results->experiment->claims[i], &verdicts[i]);
    page->is->unfold(page);
}
