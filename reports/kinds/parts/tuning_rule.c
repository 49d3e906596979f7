#include "reports/kinds/parts/tuning.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/experiment/tuning_grid.h"
#include "reports/page/about.h"

/* What bounds the points of a problem, " among ..."; "" where nothing does. Problems may have
 * bounds of their own: then it is in the tables of points. */
static void rule_bound(const lf_results *results, char *text, size_t size) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    double bound = NAN;
    bool same = true;
    text[0] = '\0';
    for (size_t i = 0; i < results->tuned_pairs; i++) {
        double own = lf_tuning_bound(results->experiment, results->tuned[i].problem);
        if (isnan(own)) continue;
        same &= isnan(bound) || bound == own;
        bound = own;
    }
    if (!tuning->where || isnan(bound)) return;
    if (same)
        snprintf(text, size, " among the points whose %s is at most %.3g", tuning->where, bound);
    else
        snprintf(text, size, " among the points whose %s is within the problem's bound",
                 tuning->where);
}

/* Grids that were extended past an edge, or beside a gap: with how many points at most. */
static void rule_extended(lf_page *page, const lf_results *results) {
    const size_t points = results->experiment->tuning->points;
    size_t most = 0;
    for (size_t i = 0; i < results->tuned_pairs; i++)
        if (results->tuned[i].points > points + most) most = results->tuned[i].points - points;
    if (most > 0)
        lf_page_text(
            page,
            "Where a choice stood on an edge of its grid, or beside a gap, every method on "
            "the problem was tried at up to %zu points more.",
            most);
}

void lf_tuning_rule(lf_page *page, const lf_results *results) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    const lf_experiment_scale *scale = lf_part_scale(results);
    const bool worst = tuning->judge && strcmp(tuning->judge, "worst") == 0;
    char target[120] = "", where[120] = "", length[160];
    if (tuning->target)
        snprintf(target, sizeof target, " cost until %s reaches %g", tuning->metric,
                 *tuning->target);
    else
        snprintf(target, sizeof target, " final %s", tuning->metric);
    rule_bound(results, where, sizeof where);
    if (scale && lf_tuning_races(scale))
        snprintf(length, sizeof length,
                 "%strials at full length: the best %zu on the first seed had all of them",
                 tuning->points > LF_RACE_UNSCREENED ? "a screen at a quarter of the length, then "
                                                     : "",
                 lf_tuning_finalists(results->experiment));
    else
        snprintf(length, sizeof length, "a budget of %s for each trial",
                 scale && scale->tuning_budget ? scale->tuning_budget : "–");
    lf_page_text(
        page,
        "Every method with a grid was tuned on every problem alike: %u points (%s search%s), "
        "seeds %s, which are none of the results' own, and %s. The best %s%s%s was chosen.",
        tuning->points, tuning->search ? tuning->search : "grid",
        tuning->given ? ", and what it has without tuning among them" : "", tuning->seeds, length,
        worst ? "worst case over these seeds of" : "median", target, where);
    rule_extended(page, results);
}
