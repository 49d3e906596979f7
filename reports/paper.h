/**
 * @file paper.h
 * @brief Results as a folder for a paper.
 */
#pragma once

#include "harness/results/results.h"

/** Write OUT/main.tex, which pdflatex compiles, OUT/tables/table-N.{tex,csv} and
 *  OUT/plots/NAME.{pdf,svg,png,tex,csv} of n results, n > 0. *drawn: as of lf_report_render(). */
lf_status lf_report_latex(const lf_results *results, size_t n, const char *out, bool *drawn);
