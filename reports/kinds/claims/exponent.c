/**
 * @file exponent.c
 * @brief The exponent of `method` in `fit` is no more than `at_most`, or no less than `at_least`.
 *
 * Held if the whole interval of the fit is within the bound, not held if all of it is beyond. A
 * bootstrap interval decides nothing with fewer than twelve seeds, and has its share of the level
 * at each of the looks that it can be read at.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"
#include "reports/kinds/parts/fits.h"

static bool exponent_few(const lf_fit_line *line) {
    return !line->exact && line->seeds < LF_LOOK_BOOTSTRAP;
}

static lf_claim_outcome exponent_outcome(const lf_claim_case *c, const lf_fit_line *line) {
    const lf_interval *e = &line->exponent;
    const bool most = c->claim->at_most != NULL;
    const double bound = most ? *c->claim->at_most : *c->claim->at_least;
    if (line->missing || line->once || exponent_few(line)) return LF_CLAIM_UNDECIDED;
    /* Comparisons with NAN are false, so where there is no interval nothing is decided. */
    if (most ? e->upper <= bound : e->lower >= bound) return LF_CLAIM_HELD;
    if (most ? e->lower > bound : e->upper < bound) return LF_CLAIM_NOT_HELD;
    return LF_CLAIM_UNDECIDED;
}

/* The exponent, what it stands on, and what limits it. */
static void exponent_estimate(FILE *out, const lf_claim_case *c, const lf_fit_line *line) {
    const bool most = c->claim->at_most != NULL;
    if (line->exact) lf_claim_beside(out, "exponent", line->resolution, "line has too few points");
    fprintf(out, "exponent %.3g", line->exponent.estimate);
    if (!line->exact && !isnan(line->exponent.lower))
        fprintf(out, " [%.3g, %.3g] by bootstrap", line->exponent.lower, line->exponent.upper);
    fprintf(out, " through %zu points", line->used);
    if (!line->exact) fprintf(out, ", %zu %s", line->seeds, line->seeds == 1 ? "seed" : "seeds");
    fprintf(out, "; at %s %.3g is claimed", most ? "most" : "least",
            most ? *c->claim->at_most : *c->claim->at_least);
    if (exponent_few(line))
        fprintf(out, "; so few decide nothing, needs %zu seeds", (size_t)LF_LOOK_BOOTSTRAP);
    else if (isnan(line->exponent.lower) && !line->exact)
        fprintf(out, "; without an interval, because too many resamples leave no line");
}

/* malloc'ed; NULL: no memory. */
static char *exponent_line(const lf_claim_case *c, const lf_fit_line *line) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    if (line->costs + line->missing == 0)
        fprintf(out, "there are no runs of it");
    else if (line->missing)
        fprintf(out, "%zu of %zu costs %s missing", line->missing, line->costs + line->missing,
                line->missing == 1 ? "is" : "are");
    else if (line->once)
        fputs(LF_CLAIM_ONCE, out);
    else if (isnan(line->exponent.estimate))
        fprintf(out, "too few points: %zu of %zu have a median cost, and a line needs %d",
                line->used, line->points, LF_FIT_POINTS);
    else
        exponent_estimate(out, c, line);
    if (line->censored)
        fprintf(out, "; %zu of %zu costs are infinite: the target was not reached", line->censored,
                line->costs);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static lf_status exponent_decide(const lf_claim_case *c, lf_claim_verdict *verdict) {
    const lf_experiment *experiment = c->results->experiment;
    const lf_names fits = LF_NAMES("fit", experiment->fits, experiment->fits_count);
    LF_TRY(lf_names_check(&fits, c->claim->fit));
    const lf_experiment_fit *fit = &experiment->fits[lf_names_find(&fits, c->claim->fit)];
    lf_fit_line line;
    lf_status status =
        lf_fit_line_make(c->results, fit, c->method, 1 - 2 * c->level / LF_LOOKS_BOOTSTRAP, &line);
    if (status == LF_OK) {
        verdict->comparisons = 1;
        lf_comparison_verdict *v = &verdict->comparison[0];
        *v = lf_claim_unsaid(fit->along ? SIZE_MAX : line.point[0].problem, SIZE_MAX);
        v->outcome = exponent_outcome(c, &line);
        v->exact = line.exact;
        v->pairs = line.seeds;
        v->estimate = line.exponent.estimate;
        v->lower = line.exponent.lower;
        v->upper = line.exponent.upper;
        v->needs.seeds = line.missing || line.once ? 0 : LF_LOOK_BOOTSTRAP;
        v->statistic = exponent_line(c, &line);
        if (!v->statistic) status = lf_fail(LF_NO_MEMORY, "no memory for a claim");
    }
    lf_fit_line_free(&line);
    return status;
}

static bool exponent_concerns(const lf_claim_case *c, size_t method, const char *problem) {
    const lf_experiment *e = c->results->experiment;
    const lf_names fits = LF_NAMES("fit", e->fits, e->fits_count);
    const lf_experiment_fit *fit = &e->fits[lf_names_find(&fits, c->claim->fit)];
    bool is = false;
    (void)method;
    for (size_t i = 0; i < fit->problems_count; i++)
        is |= strcmp(fit->problems[i], problem) == 0;
    return is;
}

/* There is one bound; the fit exists, and the method is in it. */
static lf_status exponent_check(const lf_experiment *experiment, const lf_experiment_claim *c) {
    if (!c->at_most == !c->at_least)
        return lf_fail(LF_BAD_INPUT, "kind %s needs at_most or at_least, one of them", c->kind);
    const lf_names fits = LF_NAMES("fit", experiment->fits, experiment->fits_count);
    LF_TRY(lf_names_check(&fits, c->fit));
    const lf_experiment_fit *fit = &experiment->fits[lf_names_find(&fits, c->fit)];
    const lf_names methods = LF_NAMES("method", fit->methods, fit->methods_count);
    if (fit->methods_count == 0 || lf_names_find(&methods, c->method) != SIZE_MAX) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "method '%s' is not in fit '%s'", c->method, fit->id);
}

/* The fit says all but the method and the bound. */
const lf_claim_kind lf_claim_kind_exponent = {
    .place = 60,
    .needs = LF_CLAIM_FIT,
    .may = LF_CLAIM_AT_MOST | LF_CLAIM_AT_LEAST,
    .check = exponent_check,
    .decide = exponent_decide,
    .concerns = exponent_concerns,
};
