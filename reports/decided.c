/**
 * @file decided.c
 * @brief The sections of an experiment, decided one after the other.
 */
#include "reports/decided.h"

lf_status lf_decided_make(const lf_results *results, lf_decided *decided) {
    *decided = (lf_decided){0};
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i)->decide) LF_TRY(lf_section_at(i)->decide(results, &decided->of[i]));
    return LF_OK;
}

const void *lf_decided_of(const lf_decided *decided, const lf_section *section) {
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i) == section) return decided->of[i];
    return NULL;
}

void lf_decided_free(const lf_results *results, lf_decided *decided) {
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (decided->of[i]) lf_section_at(i)->release(results, decided->of[i]);
    *decided = (lf_decided){0};
}
