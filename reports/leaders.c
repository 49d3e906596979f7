/**
 * @file leaders.c
 * @brief The answer first: on each problem who is ahead, who is level, and by how much.
 *
 * Sentences are worked out from the ranking's tests; what these leave open is said to be open. How
 * much cheaper the leader is, is read at the value that the best of those behind ended with.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/results/quantity.h"
#include "harness/results/ranking.h"
#include "plots/panel.h"
#include "plots/plot.h"
#include "reports/page/digits.h"
#include "reports/parts.h"

/* Ahead: none was shown to be better. Few: the same, and its seeds could not have shown it.
 * Unknown: the metric was not evaluated. */
enum { LEADERS_AHEAD, LEADERS_FEW, LEADERS_BEHIND, LEADERS_UNKNOWN, LEADERS_SIDES };

/* What a ranking says in words. */
typedef struct {
    const lf_results *results;
    size_t problem;
    lf_judged by;
    char *words; /* what the metric is called, and its bound */
    lf_ranking ranking;
    size_t on[LEADERS_SIDES]; /**< methods of each side */
    int more;                 /**< digits, beyond four */
} leaders_case;

static size_t leaders_side(const leaders_case *c, size_t i) {
    const lf_rank *rank = &c->ranking.rank[i];
    if (rank->best == 0) return LEADERS_UNKNOWN;
    if (rank->best > 1) return LEADERS_BEHIND;
    return rank->seeds.able ? LEADERS_AHEAD : LEADERS_FEW;
}

/* The first of a side, by its median. */
static const lf_rank *leaders_first(const leaders_case *c, size_t side) {
    size_t i = 0;
    while (i < c->ranking.n && leaders_side(c, i) != side)
        i++;
    return i < c->ranking.n ? &c->ranking.rank[i] : NULL;
}

/* "A, B and C", those of a side; "A; B, with Adam; and C" where a label has a comma of its own. */
static void leaders_names(const leaders_case *c, size_t side, FILE *out) {
    size_t left = c->on[side];
    bool commas = false;
    for (size_t i = 0; i < c->ranking.n; i++)
        commas |= leaders_side(c, i) == side &&
                  strchr(lf_part_method(c->results, c->ranking.rank[i].method), ',');
    for (size_t i = 0; i < c->ranking.n; i++) {
        if (leaders_side(c, i) != side) continue;
        fputs(lf_part_method(c->results, c->ranking.rank[i].method), out);
        if (left > 2) fputs(commas ? "; " : ", ", out);
        if (left == 2) fputs(commas ? "; and " : " and ", out);
        left--;
    }
}

/* The extremes of the medians of one side. */
static void leaders_span(const leaders_case *c, size_t side, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (size_t i = 0; i < c->ranking.n; i++) {
        if (leaders_side(c, i) != side) continue;
        *low = fmin(*low, c->ranking.rank[i].median.estimate);
        *high = fmax(*high, c->ranking.rank[i].median.estimate);
    }
}

/* Four digits, or as many as tell who is behind from the last who is not. */
static void leaders_apart(leaders_case *c) {
    const lf_rank *other = leaders_first(c, LEADERS_BEHIND);
    double low, high;
    leaders_span(c, LEADERS_AHEAD, &low, &high);
    if (other)
        c->more = lf_digits_more(other->median.estimate, c->ranking.higher_is_better ? low : high);
}

static void leaders_number(const leaders_case *c, double value, char text[LF_DIGITS_BYTES]) {
    lf_digits_at(value, lf_digits_place(value, value, value) - c->more, text);
}

static void leaders_values(const leaders_case *c, double low, double high, FILE *out) {
    char first[LF_DIGITS_BYTES], last[LF_DIGITS_BYTES];
    if (!isfinite(low) || !isfinite(high)) {
        fprintf(out, " (not all finished%s)", c->by.where ? " within that" : "");
        return;
    }
    leaders_number(c, low, first);
    leaders_number(c, high, last);
    fprintf(out, " (%s", first);
    if (strcmp(first, last) != 0) fprintf(out, " to %s", last);
    fputs(")", out);
}

/* Median cost until the method's runs reach a value. With `least` one that never does counts with
 * what it spent, which is less than it would take. */
static lf_status leaders_cost(const leaders_case *c, size_t method, const lf_target *target,
                              const char *cost, bool least, double *median) {
    size_t n = 0;
    double *costs = malloc((c->results->runs + 1) * sizeof *costs);
    if (!costs) return lf_fail(LF_NO_MEMORY, "no memory for a report's answer");
    lf_status status = LF_OK;
    for (size_t run = 0; run < c->results->runs && status == LF_OK; run++) {
        const lf_record *record = &c->results->record[run];
        if (!lf_experiment_under(c->results->experiment, c->results->plan[run].problem,
                                 c->problem) ||
            c->results->plan[run].method != method || record->points == 0)
            continue;
        status = lf_quantity_reach(c->results, run, target, cost, &costs[n]);
        if (status == LF_OK && least && isinf(costs[n]))
            status = lf_quantity_x(c->results, run, cost, record->points - 1, &costs[n]);
        n++;
    }
    *median = lf_stat_quartiles(costs, n).median;
    free(costs);
    return status;
}

/* "ALEG reaches where SMD ends, with 14 times fewer ev", as the other came there long before its
 * end, maybe: two digits, if it is worth saying. */
static lf_status leaders_speed(const leaders_case *c, FILE *out) {
    const lf_rank *first = leaders_first(c, LEADERS_AHEAD);
    const lf_rank *other = leaders_first(c, LEADERS_BEHIND);
    if (!first || !other || !isfinite(other->median.estimate)) return LF_OK;
    const lf_record *witness = lf_panel_witness(c->results, c->problem);
    char *cost = lf_budget_first(witness->spec.budget);
    if (!cost) return lf_fail(LF_NO_MEMORY, "no memory for a report's answer");
    const lf_target target = {c->by, other->median.estimate};
    double own = NAN, spent = NAN;
    lf_status status = leaders_cost(c, first->method, &target, cost, false, &own);
    if (status == LF_OK) status = leaders_cost(c, other->method, &target, cost, true, &spent);
    char *counts = lf_panel_counts(c->results, c->problem, cost);
    if (status == LF_OK && counts && own > 0 && spent / own >= 1.05) {
        const double digit = pow(10, floor(log10(spent / own)) - 1);
        char text[LF_DIGITS_BYTES];
        leaders_number(c, other->median.estimate, text);
        fprintf(out, " %s reaches %s, where %s ends, with %.15g times fewer %s.",
                lf_part_method(c->results, first->method), text,
                lf_part_method(c->results, other->method), round(spent / own / digit) * digit,
                counts);
    }
    free(counts);
    free(cost);
    return status;
}

/* Those of a side that is not ahead, and where they end. */
static void leaders_others(const leaders_case *c, size_t side, const char *one, const char *more,
                           FILE *out) {
    double low, high;
    if (c->on[side] == 0) return;
    fputs("; ", out);
    leaders_names(c, side, out);
    leaders_span(c, side, &low, &high);
    fprintf(out, " %s", c->on[side] == 1 ? one : more);
    leaders_values(c, low, high, out);
}

/* Says so where seeds are too few for any test, or for those of the best median, which cannot be
 * passed over for another one. */
static bool leaders_open(const leaders_case *c, const char *end, FILE *out) {
    const lf_ranking *r = &c->ranking;
    const lf_ranking_seeds *all = &r->seeds, *best = &r->rank[0].seeds;
    const char *first = lf_part_method(c->results, r->rank[0].method);
    char text[LF_DIGITS_BYTES];
    if (r->pairs && !all->able)
        fprintf(out, "Open: %zu %s cannot tell %zu methods apart, %zu can.", all->have,
                lf_part_unit(r, all->have), r->known, all->needed);
    else if (leaders_side(c, 0) == LEADERS_FEW)
        fprintf(out, "Open: %zu %s of %s cannot tell it from the others, %zu can.", best->have,
                lf_part_unit(r, best->have), first, best->needed);
    else
        return false;
    leaders_number(c, r->rank[0].median.estimate, text);
    fprintf(out, " %s ends %s by the median of %s, at %s.", first, end, c->words, text);
    return true;
}

/* What the tests tell, or why they cannot. */
static lf_status leaders_say(const leaders_case *c, FILE *out) {
    const char *end = c->ranking.higher_is_better ? "highest" : "lowest";
    double low, high;
    if (!isfinite(c->ranking.rank[0].median.estimate)) {
        fprintf(out, "Open: no method finished enough runs to be compared%s%s.",
                c->by.where ? " by " : "", c->by.where ? c->words : "");
        return LF_OK;
    }
    if (leaders_open(c, end, out)) return LF_OK;
    if (c->on[LEADERS_AHEAD] == 0) {
        fputs("Open: by the tests each of them is behind another.", out);
        return LF_OK;
    }
    leaders_names(c, LEADERS_AHEAD, out);
    leaders_span(c, LEADERS_AHEAD, &low, &high);
    fprintf(out, " end%s %s in %s", c->on[LEADERS_AHEAD] == 1 ? "s" : "", end, c->words);
    leaders_values(c, low, high, out);
    if (c->on[LEADERS_AHEAD] > 1) fputs(", not told apart", out);
    if (c->on[LEADERS_AHEAD] > 1 && c->ranking.pairs > 1) /* a claim is of fewer, and tells more */
        fprintf(out, " by tests of all %zu pairs", c->ranking.pairs);
    leaders_others(c, LEADERS_FEW, "has too few seeds to be placed",
                   "have too few seeds to be placed", out);
    leaders_others(c, LEADERS_BEHIND, "is behind", "are behind", out);
    if (c->on[LEADERS_UNKNOWN] > 0) {
        fputs("; of ", out);
        leaders_names(c, LEADERS_UNKNOWN, out);
        fputs(" it was not evaluated", out);
    }
    lf_part_seeds(&c->ranking, out);
    return leaders_speed(c, out);
}

/* An objective says little of who breaks the constraints. */
static void leaders_unbound(const leaders_case *c, FILE *out) {
    if (!c->by.where &&
        lf_experiment_is_objective(c->results->experiment, c->problem, c->by.metric))
        fputs(" The constraints are not looked at here: no claim and no tuning gives a bound.",
              out);
}

/* malloc'ed sentence about a problem; NULL: there is nothing to say, or, unless LF_OK, why not. */
static lf_status leaders_make(const lf_results *results, size_t problem, char **text) {
    leaders_case c = {.results = results, .problem = problem};
    size_t size;
    *text = NULL;
    c.by = lf_plot_judged(results, problem);
    if (!c.by.metric || lf_experiment_task(results->experiment, problem) != problem ||
        !lf_panel_witness(results, problem))
        return LF_OK;
    LF_TRY(lf_ranking_make(results, problem, &c.by, &c.ranking));
    for (size_t i = 0; i < c.ranking.n; i++)
        c.on[leaders_side(&c, i)]++;
    leaders_apart(&c);
    c.words = lf_plot_judged_words(results, problem, &c.by);
    FILE *out = c.ranking.known > 1 && c.words ? open_memstream(text, &size) : NULL;
    lf_status status = out ? leaders_say(&c, out) : LF_OK;
    if (out) leaders_unbound(&c, out);
    if (out && fclose(out) != 0) status = lf_fail(LF_NO_MEMORY, "no memory for a report's answer");
    lf_ranking_free(&c.ranking);
    free(c.words);
    return status;
}

lf_status lf_part_answer(lf_page *page, const lf_results *results) {
    const size_t n = results->experiment->problems_count;
    char **text = calloc(n + 1, sizeof *text);
    size_t said = 0;
    lf_status status = text ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a report's answer");
    for (size_t p = 0; p < n && status == LF_OK && !lf_part_is_check(results); p++) {
        status = leaders_make(results, p, &text[p]);
        said += text[p] != NULL;
    }
    if (said > 1) page->is->list(page, true);
    for (size_t p = 0; p < n && said > 0; p++) {
        if (text[p] && said > 1) page->is->item(page, lf_part_problem(results, p), text[p]);
        if (text[p] && said == 1) page->is->note(page, LF_NOTE_REMARK, "In short.", text[p]);
        free(text[p]);
    }
    if (said > 1) page->is->list(page, false);
    free(text);
    return status;
}
