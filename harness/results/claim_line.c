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

#include "harness/results/claim_parts.h"

/* The unit is the budget's own if the claim names none. */
static const char *line_cost(const lf_claim_case *c) {
    return c->claim->cost ? c->claim->cost : "of the budget";
}

/* One pair of a speed-up, with the bound where a cost is censored. */
static void line_speedup(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair) {
    const double factor = *c->claim->factor;
    if (isfinite(pair->value) && isfinite(pair->against))
        fprintf(out, "%.3g against %.3g %s, %.3gx", pair->value, pair->against, line_cost(c),
                factor * exp(pair->low));
    else if (isfinite(pair->value))
        fprintf(out, "at least %.3gx: the other never got there", factor * exp(pair->low));
    else if (isfinite(pair->against))
        fprintf(out, "at most %.3gx: the method itself never got there", factor * exp(pair->high));
    else
        fprintf(out, "neither got there");
}

/* Two numbers that anybody can check. */
static void line_exact(FILE *out, const lf_claim_case *c, const lf_claim_pair *pair) {
    fprintf(out, "exact, nothing random: ");
    switch (c->kind) {
    case LF_CLAIM_SPEEDUP:
        line_speedup(out, c, pair);
        break;
    case LF_CLAIM_SLOPE:
        fprintf(out, "slope %.3g, at most %.3g is claimed", pair->value, *c->claim->at_most);
        break;
    default:
        fprintf(out, "%s %.3g against %.3g%s", c->claim->metric, pair->value, pair->against,
                c->claim->mean ? ", means" : (c->claim->cost ? ", at equal cost" : ""));
    }
}

/* How many, and how close the worst one is. */
static void line_feasible(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample) {
    double largest = -INFINITY;
    size_t within = 0;
    for (size_t i = 0; i < sample->pairs; i++) {
        within += sample->pair[i].low >= 0;
        largest = fmax(largest, sample->pair[i].value);
    }
    fprintf(out, "%zu of %zu runs end with %s at most %.3g", within, sample->pairs,
            c->claim->metric, *c->claim->at_most);
    if (isfinite(largest)) fprintf(out, "; the largest is %.3g", largest);
    if (largest == INFINITY) fprintf(out, "; a run diverged or failed");
    if (sample->missing) fprintf(out, "; %zu are missing or have no value", sample->missing);
}

/* "median difference -1.2e-3 [-2e-3, -4e-4]" */
static void line_estimate(FILE *out, const lf_claim_case *c, const lf_comparison_verdict *v) {
    const char *what = c->kind == LF_CLAIM_SPEEDUP ? "speed-up"
                       : c->kind == LF_CLAIM_SLOPE ? "slope"
                       : c->claim->mean            ? "difference of means"
                                                   : "difference";
    if (isnan(v->estimate)) /* of two medians one is a lower bound, the other an upper one */
        fprintf(out, "median %s not known", what);
    else
        fprintf(out, "median %s %.3g", what, v->estimate);
    if (!isnan(v->lower)) fprintf(out, " [%.3g, %.3g]", v->lower, v->upper);
    if (c->claim->by) fprintf(out, ", at least %g is claimed", *c->claim->by);
}

/* Pairs of which only a bound is known. */
static size_t line_censored(const lf_claim_sample *sample) {
    size_t n = 0;
    for (size_t i = 0; i < sample->pairs; i++)
        n += sample->pair[i].low != sample->pair[i].high;
    return n;
}

/* Test, size, correction, p, estimate; then what limits it. */
static void line_tested(FILE *out, const lf_claim_case *c, const lf_claim_sample *sample,
                        const lf_comparison_verdict *v, size_t family) {
    const bool against = v->outcome == LF_CLAIM_NOT_HELD;
    const size_t needed = lf_stat_pairs_needed(family, c->level);
    fprintf(out, "Wilcoxon signed-rank, %zu %s", v->pairs,
            c->kind == LF_CLAIM_SLOPE ? "slopes" : "pairs");
    if (family > 1) fprintf(out, ", Holm over %zu", family);
    fprintf(out, ": p = %.2g%s; ", against ? v->p_against : v->p, against ? " against it" : "");
    line_estimate(out, c, v);
    const size_t censored = line_censored(sample);
    if (censored) fprintf(out, "; %zu of the pairs are bounds", censored);
    if (v->outcome == LF_CLAIM_UNDECIDED && v->pairs < needed)
        fprintf(out, "; so few cannot reach %.3g, %zu seeds would do", c->level, needed);
}

char *lf_claim_line(const lf_claim_case *c, const lf_claim_sample *sample,
                    const lf_comparison_verdict *v, size_t family) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (!sample->pairs && !sample->missing)
        fprintf(out, "there are no runs of it");
    else if (c->kind == LF_CLAIM_FEASIBLE)
        line_feasible(out, c, sample);
    else if (sample->missing)
        fprintf(out, "%zu of %zu runs are missing or have no value", sample->missing,
                sample->missing + sample->pairs);
    else if (sample->exact)
        line_exact(out, c, &sample->pair[0]);
    else
        line_tested(out, c, sample, v, family);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* How loudly a comparison speaks for the outcome: the weakest that holds, the strongest that
 * refutes, the weakest that is open. */
static double line_weight(const lf_comparison_verdict *v, lf_claim_outcome outcome) {
    if (v->outcome != outcome) return -1;
    const double p = outcome == LF_CLAIM_NOT_HELD ? v->p_against : v->p;
    if (isnan(p)) return outcome == LF_CLAIM_HELD ? 0 : 1; /* exact, or without runs */
    return outcome == LF_CLAIM_NOT_HELD ? 1 - p : p;
}

/* Of several comparisons one is quoted: the first of the loudest. */
static const lf_comparison_verdict *line_speaker(const lf_claim_verdict *verdict) {
    const lf_comparison_verdict *speaker = &verdict->comparison[0];
    for (size_t i = 1; i < verdict->comparisons; i++)
        if (line_weight(&verdict->comparison[i], verdict->outcome) >
            line_weight(speaker, verdict->outcome))
            speaker = &verdict->comparison[i];
    return speaker;
}

char *lf_claim_summary(const lf_claim_case *c, const lf_claim_verdict *verdict) {
    const lf_experiment *experiment = c->results->experiment;
    if (verdict->comparisons == 0) return strdup("none of its problems and methods was run");
    const lf_comparison_verdict *speaker = line_speaker(verdict);
    if (verdict->comparisons == 1) return strdup(speaker->statistic);
    /* Counts first, then where the quoted one stands. */
    size_t count[3] = {0};
    for (size_t i = 0; i < verdict->comparisons; i++)
        count[verdict->comparison[i].outcome]++;
    const char *than = speaker->than == SIZE_MAX ? "" : experiment->methods[speaker->than].label;
    const char *where = speaker->problem == SIZE_MAX ? c->claim->frontier
                                                     : experiment->problems[speaker->problem].label;
    char *text = NULL;
    const int written =
        asprintf(&text, "%zu held, %zu not held, %zu undecided; %s%s%s: %s", count[LF_CLAIM_HELD],
                 count[LF_CLAIM_NOT_HELD], count[LF_CLAIM_UNDECIDED], where,
                 *than ? ", against " : "", than, speaker->statistic);
    return written < 0 ? NULL : text;
}
