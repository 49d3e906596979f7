/**
 * @file claim_line.c
 * @brief The statistic behind an outcome, in one line.
 *
 * The line has to be enough to check the outcome by: what was compared, with which test, and with
 * what result. Three digits, as papers print them; --json and reports have the numbers.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/seed_runs.h"
#include "reports/kinds/claims/parts/kind.h"

/* Numbers that anybody can check: of methods without randomness. */
static void line_exact(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample,
                       const lf_comparison_verdict *v) {
    if (!isnan(v->spread))
        fprintf(out, "exact, %zu starts within %.2g: ", v->pairs, v->spread);
    else if (sample->resolution > 0)
        fprintf(out, "exact for one start, but 1e-9 beside it the %s is another by %.2g: ",
                c->kind->ratios ? "logarithm" : "difference", sample->resolution);
    else
        fprintf(out, "exact for one start: ");
    c->kind->exact(out, c, &sample->pair[0]);
}

const char *lf_claim_number(double value, char text[32]) {
    snprintf(text, 32, isfinite(value) ? "%.3g" : "no value", value);
    return text;
}

/* "difference -1.2e-3 [-2e-3, -4e-4]"; of an end that is not known there is no number. */
static void line_estimate(FILE *out, const lf_claim_case *c, const lf_comparison_verdict *v) {
    fprintf(out, "%s%s", c->kind->what, c->claim->mean ? " of means" : "");
    if (!isfinite(v->estimate))
        fprintf(out, isnan(v->estimate) ? " not known" : " without bound");
    else
        fprintf(out, " %.3g", v->estimate + 0.0); /* no minus before 0 */
    if (!isnan(v->lower) && !isnan(v->upper))
        fprintf(out, " [%.3g, %.3g]", v->lower + 0.0, v->upper + 0.0);
    else if (!isnan(v->lower))
        fprintf(out, ", at least %.3g", v->lower);
    else if (!isnan(v->upper))
        fprintf(out, ", at most %.3g", v->upper);
    if (c->claim->by) fprintf(out, "; more than %g is claimed", *c->claim->by);
    if (c->claim->factor && *c->claim->factor != 1)
        fprintf(out, "; more than %g is claimed", *c->claim->factor);
    if (v->outcome == LF_CLAIM_TIE)
        fprintf(out, "; %s %.6g is none", c->kind->ratios ? "less than a factor of" : "less than",
                c->kind->ratios ? exp(v->tie) : v->tie);
}

/* "; superior with chance 0.93 [0.71, 0.99]": better in the metric, which a claim may be about the
 * worse end of, and then it is said which end is meant. */
static void line_superiority(FILE *out, const lf_claim_case *c, const lf_interval *chance) {
    if (isnan(chance->estimate)) return;
    fprintf(out, "; superior with chance %.2g [%.2g, %.2g]", chance->estimate, chance->lower,
            chance->upper);
    if (c->kind->strict && c->kind->higher != c->rises)
        fprintf(out, ", as %s of %s is better", c->rises ? "more" : "less", c->claim->metric);
}

/* Pairs of which nothing is known, or (bounds) one side of the margin alone. */
static size_t line_unknown(const lf_claim_sample *sample, bool bounds) {
    size_t n = 0;
    for (size_t i = 0; i < sample->pairs; i++) {
        const lf_claim_pair *pair = &sample->pair[i];
        const bool nothing = pair->low == -INFINITY && pair->high == INFINITY;
        n += bounds ? !nothing && pair->low != pair->high : nothing;
    }
    return n;
}

void lf_claim_beside(FILE *out, const char *what, double resolution, const char *lack) {
    if (resolution == 0)
        fputs("exact for one start: ", out);
    else if (isnan(resolution))
        fprintf(out, "exact for one start, but 1e-9 beside it the %s: ", lack);
    else
        fprintf(out, "exact for one start, but 1e-9 beside it the %s is another by %.2g: ", what,
                resolution);
}

const char *lf_claim_missing(size_t n) {
    return n == 1 ? "is missing or has no value" : "are missing or have no value";
}

/* What it would take to decide. */
static void line_needs(FILE *out, const lf_comparison_verdict *v, const char *unit, bool all) {
    const size_t more = v->needs.seeds - v->pairs;
    if (v->needs.seeds == 0)
        fprintf(out, "; %sthere is no difference to be seen",
                all ? "" : "in what is known of them ");
    else if (v->needs.seeds <= LF_LOOK_LAST)
        fprintf(out, "; needs about %zu more %.*s", more, (int)strlen(unit) - (more == 1), unit);
    else
        fprintf(out, "; would need about %zu %s", v->needs.seeds, unit);
}

/* What is counted; and what runs in a row are worth that share something. */
static const char *line_unit(const lf_claim_sample *sample) {
    return sample->runs > 1 ? "levels" : "seeds";
}

static void line_levels(FILE *out, const lf_claim_sample *sample) {
    const double runs = (double)sample->runs, icc = fmax(sample->icc, 0); /* below 0 by luck */
    if (sample->runs < 2) return;
    fprintf(out, "; %zu runs share one", sample->runs);
    if (!isnan(sample->icc))
        fprintf(out, ", alike by %.2g (icc), and are worth %.2g", icc,
                runs / (1 + (runs - 1) * icc));
}

/* Seeds that were there, but not looked at any more when it was decided. */
static void line_look(FILE *out, const lf_claim_sample *sample, const lf_comparison_verdict *v) {
    if (v->look == 0 || v->look == v->pairs) return;
    fprintf(out, "decided at %zu of %zu %s%s; ", v->look, v->pairs, line_unit(sample),
            v->contrary ? ", of which the later ones say the contrary" : "");
}

/* P, what it is of, estimate; then what limits it. */
static void line_tested(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample,
                        const lf_comparison_verdict *v, size_t family) {
    const bool against = v->outcome == LF_CLAIM_NOT_HELD, tie = v->outcome == LF_CLAIM_TIE;
    const size_t bounds = line_unknown(sample, true), unknown = line_unknown(sample, false);
    fprintf(out, "%sP = %.2g%s", sample->drawless ? "over starts: " : "",
            tie       ? v->p.tie
            : against ? v->p.against
                      : v->p.held,
            tie       ? " of a tie"
            : against ? " against it"
                      : "");
    if (family > 1 && !tie)
        fprintf(out, ", %.2g by Holm over %zu", against ? v->holm.against : v->holm.held, family);
    fprintf(out, "; %zu of %zu %s for it; ", v->positive, v->pairs, line_unit(sample));
    line_look(out, sample, v);
    line_estimate(out, c, v);
    if (tie && lf_stat_reaches(fmin(v->p.held, v->p.against), c->level))
        fprintf(out, "; sure, but too small to matter");
    line_superiority(out, c, &v->superiority);
    if (bounds)
        fprintf(out, "; %zu of the pairs %s", bounds, bounds == 1 ? "is a bound" : "are bounds");
    if (unknown) fprintf(out, "; of %zu pair%s nothing is known", unknown, unknown == 1 ? "" : "s");
    if (v->outcome == LF_CLAIM_UNDECIDED && unknown < sample->pairs)
        line_needs(out, v, line_unit(sample), bounds + unknown == 0);
    line_levels(out, sample);
}

/* Ends are those of what was spent, and means are over that; what is read at a cost, or as one, is
 * not. */
static void line_budgets(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample) {
    const bool equal = c->claim->cost && !c->claim->mean;
    if (sample->than == SIZE_MAX || equal || c->claim->target) return;
    const char *own = lf_seed_runs_budget(c->results, sample->problem, c->method);
    const char *other = lf_seed_runs_budget(c->results, sample->problem, sample->than);
    if (own && other && strcmp(own, other) != 0)
        fprintf(out, "; budgets differ: %s against %s", own, other);
}

/* Both sides have runs. */
static bool line_apart(const lf_claim_case *c, const lf_claim_sample *sample) {
    return sample->than != SIZE_MAX &&
           lf_seed_runs_budget(c->results, sample->problem, c->method) &&
           lf_seed_runs_budget(c->results, sample->problem, sample->than);
}

char *lf_claim_line(const lf_claim_case *c, const lf_claim_sample *sample,
                    const lf_comparison_verdict *v, size_t family) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (!sample->pairs && !sample->missing)
        fputs(line_apart(c, sample) ? "no seed that both are run with: give them the same"
                                    : "there are no runs of it",
              out);
    else if (c->kind->sentence)
        c->kind->sentence(out, c, sample);
    else if (sample->missing)
        fprintf(out, "%zu of %zu runs %s", sample->missing, sample->missing + sample->pairs,
                lf_claim_missing(sample->missing));
    else if (sample->once)
        fputs(LF_CLAIM_ONCE, out);
    else if (v->exact)
        line_exact(out, c, sample, v);
    else
        line_tested(out, c, sample, v, family);
    line_budgets(out, c, sample);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* How loudly a comparison speaks for the outcome: the weakest that holds, the strongest that
 * refutes, the weakest that is open. */
static double line_weight(const lf_comparison_verdict *v, lf_claim_outcome outcome) {
    if (v->outcome != outcome) return -1;
    const double p = outcome == LF_CLAIM_NOT_HELD ? v->p.against
                     : outcome == LF_CLAIM_TIE    ? v->p.tie
                                                  : v->p.held;
    if (isnan(p)) return outcome == LF_CLAIM_HELD ? 0 : 1; /* exact, or without runs */
    return outcome == LF_CLAIM_NOT_HELD ? 1 - p : p;
}

/* Of several comparisons one is quoted: the first of the loudest. */
const lf_comparison_verdict *lf_claim_speaker(const lf_claim_verdict *verdict) {
    const lf_comparison_verdict *speaker = verdict->comparisons ? &verdict->comparison[0] : NULL;
    for (size_t i = 1; i < verdict->comparisons; i++)
        if (line_weight(&verdict->comparison[i], verdict->outcome) >
            line_weight(speaker, verdict->outcome))
            speaker = &verdict->comparison[i];
    return speaker;
}

char *lf_claim_summary(const lf_claim_case *c, const lf_claim_verdict *verdict) {
    const lf_experiment *experiment = c->results->experiment;
    if (verdict->comparisons == 0) return strdup("none of its problems and methods was run");
    const lf_comparison_verdict *speaker = lf_claim_speaker(verdict);
    if (verdict->comparisons == 1) return strdup(speaker->statistic);
    /* Counts first, then where the quoted one stands. */
    size_t count[LF_CLAIM_OUTCOMES] = {0};
    for (size_t i = 0; i < verdict->comparisons; i++)
        count[verdict->comparison[i].outcome]++;
    const char *than = speaker->than == SIZE_MAX ? "" : experiment->methods[speaker->than].label;
    const char *where = speaker->problem == SIZE_MAX ? c->claim->frontier
                                                     : experiment->problems[speaker->problem].label;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int i = LF_CLAIM_HELD; i <= LF_CLAIM_UNDECIDED; i++)
        if (count[i] || (i != LF_CLAIM_TIE && i != LF_CLAIM_EDGE))
            fprintf(out, "%zu %s%s", count[i], lf_claim_outcome_name((lf_claim_outcome)i),
                    i == LF_CLAIM_UNDECIDED ? "; " : ", ");
    fprintf(out, "%s%s%s: %s", where, *than ? ", against " : "", than, speaker->statistic);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}
