/**
 * @file experiment_check_output.c
 * @brief Figures say only what the runs can answer.
 */
#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/figure_form.h"

/* Methods exist; the rest is for the figure's form to judge. */
static lf_status check_figure(const lf_experiment *experiment, const lf_experiment_figure *figure) {
    const lf_names methods = lf_method_names(experiment);
    LF_TRY(lf_names_check_all(&methods, figure->methods_count, figure->methods));
    return lf_figure_form_check(experiment, figure);
}

lf_status lf_experiment_check_output(const lf_experiment *experiment) {
    const lf_names figures = LF_NAMES("figure", experiment->figures, experiment->figures_count);
    LF_TRY(lf_names_distinct(&figures));
    for (size_t i = 0; i < experiment->figures_count; i++) {
        lf_status status = check_figure(experiment, &experiment->figures[i]);
        if (status != LF_OK)
            return lf_fail_within(status, "figure '%s': ", experiment->figures[i].id);
    }
    return LF_OK;
}
