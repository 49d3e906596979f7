/**
 * @file metric.c
 * @brief What an experiment is about: the metric that ranks methods and sets targets.
 */
#include "harness/experiment/section.h"
#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "plots/plot.h"

const char *lf_plot_metric(const lf_results *results, size_t problem) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    const char *found =
        tuning && lf_quantity_known(results, problem, tuning->metric) ? tuning->metric : NULL;
    for (lf_section_part part = 0; part < LF_SECTION_PARTS; part++)
        for (size_t i = 0; i < LF_SECTIONS && !found; i++) {
            const lf_section *section = lf_section_at(i);
            if (section->metric && section->part == part) found = section->metric(results, problem);
        }
    for (size_t run = 0; !found && run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            results->record[run].metrics > 0)
            found = results->record[run].metric[0].name;
    return found;
}
