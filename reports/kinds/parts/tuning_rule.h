/**
 * @file tuning_rule.h
 * @brief The rule that chose parameters, in words.
 */
#pragma once

#include "harness/results/results.h"
#include "reports/page/page.h"

/** One paragraph; the experiment has a tuning section. */
void lf_tuning_rule(lf_page *page, const lf_results *results);
