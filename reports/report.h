/**
 * @file report.h
 * @brief The report of an output folder: report.html (one self-contained file) and report.md.
 */
#pragma once

#include <stdio.h>

#include "harness/campaign.h"

/** Write DIR/report.html and DIR/report.md from everything stored in DIR; plots are embedded. */
lf_status lf_report_write(const char *dir);

/** Print the tables of the results as Markdown (what `reproduce` shows at its end). */
lf_status lf_report_tables(const lf_results *results, FILE *out);
