/**
 * @file guide.c
 * @brief How to read a report: the same words at the end of each.
 */
#include "reports/parts.h"

void lf_part_guide(lf_page *page, int level) {
    page->is->heading(page, level, NULL, "How to read this");
    lf_page_text(
        page,
        "Costs are counted by the oracle that all methods ask, never by a method "
        "itself: a name such as value.constraint counts evaluations, one a sample, "
        "and passes.constraint divides by the number of samples behind that role. "
        "A method stops at the last whole step within its budget, which is that of all others "
        "of the problem unless it is said to differ.");
    lf_page_text(page, "Tables show the median over seeds, the quartiles below where there are "
                       "several seeds, and below that the value that the paper printed. A run that "
                       "failed or diverged counts as worse than any number, and is drawn to where "
                       "it did; one that is missing is left out. A dash is a number that does not "
                       "exist, such as the cost of "
                       "reaching a target that was never reached.");
    lf_page_text(page,
                 "Curves are medians at equal cost, with a band from the lower to the upper "
                 "quartile. Where more than a quarter of the runs failed or diverged, the "
                 "band has no end and is drawn to the median only. A cross is where a run ended "
                 "before its time, with a thin line for that run; a line along the frame is "
                 "off the scale. On a logarithmic axis a grey strip holds the values that "
                 "have no logarithm, and its tick says which. Markers are there to tell "
                 "curves apart, except for metrics that are evaluated rarely, where they "
                 "are the evaluations. A method has the same colour, dash and marker in all "
                 "figures.");
    if (page->embeds)
        lf_page_text(
            page,
            "Figures answer: point at a curve, or use the arrow keys, to read it; drag, or press + "
            "and -, to zoom, and 0 to see all again; press a method in a legend to hide it in "
            "every figure. Lists above each choose the metric, the cost, and the median with "
            "its quartiles, the mean or every seed. CSV has the numbers that are shown, with six "
            "digits; levelfield export has all of them.");
}
