/**
 * @file figure_form.c
 * @brief The table of forms: generated/figures.inc holds one X(name) for each file of plots/kinds/.
 */
#include "harness/experiment/figure_form.h"

#include "harness/experiment/experiment_check.h"

#define X(name) extern const lf_figure_form lf_figure_form_##name;
#include "figures.inc"
#undef X

static const lf_figure_form *const figure_forms[] = {
#define X(name) &lf_figure_form_##name,
#include "figures.inc"
#undef X
};
static const char *const figure_words[] = {
#define X(name) #name,
#include "figures.inc"
#undef X
};

static lf_names figure_names(void) {
    return LF_NAMES("form of figure", figure_words, sizeof figure_words / sizeof *figure_words);
}

const lf_figure_form *lf_figure_form_of(const lf_experiment_figure *figure) {
    const lf_names names = figure_names();
    return figure_forms[lf_names_find(&names, figure->form ? figure->form : LF_FIGURE_FORM_USUAL)];
}

lf_status lf_figure_form_check(const lf_experiment *experiment,
                               const lf_experiment_figure *figure) {
    const lf_names names = figure_names();
    LF_TRY(lf_names_check(&names, figure->form));
    return lf_figure_form_of(figure)->check(experiment, figure);
}
