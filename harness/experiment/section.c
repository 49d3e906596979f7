/**
 * @file section.c
 * @brief The table of sections: the build's list.
 *
 * generated/sections.inc holds one X(name) for each file of reports/kinds/.
 */
#include "harness/experiment/section.h"

#define X(name) extern const lf_section lf_section_##name;
#include "sections.inc"
#undef X

/* NULL at the end: a list may be empty, an array in C may not. */
static const lf_section *const section_all[] = {
#define X(name) &lf_section_##name,
#include "sections.inc"
#undef X
    NULL};

/* They are few: the one that has i others before it. */
const lf_section *lf_section_at(size_t i) {
    for (size_t k = 0; k < LF_SECTIONS; k++) {
        size_t before = 0;
        for (size_t other = 0; other < LF_SECTIONS; other++)
            before += section_all[other]->place < section_all[k]->place;
        if (before == i) return section_all[k];
    }
    return NULL;
}
