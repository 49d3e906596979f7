/**
 * @file figure_data.h
 * @brief A figure as JSON, for pages that draw it anew.
 *
 *   {"of": EXPERIMENT, "name": FILE NAME, "title": TEXT, "methods": [POSITION...], "labels":
 * [TEXT...], "panels": [{"title", "x", "y", "log": [x, y], "frame": [low, high], "targets":
 * [VALUE...], "problem", "cost", "metric"                       curves come from traces "curves":
 * [{"x", "y", "low", "high", "line"...}]  or these are them
 *               }]}
 */
#pragma once

#include "plots/figure.h"
#include "plots/traces.h"

/** *text <- malloc'ed, as lf_traces_dump writes it; NULL if the figure's curves come from traces
 *  that the page does not have. */
lf_status lf_figure_data(const lf_figure *figure, const char *name, const char *title,
                         const lf_traces *traces, char **text);
