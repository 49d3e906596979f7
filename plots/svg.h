/**
 * @file svg.h
 * @brief gnuplot's SVG made ours: curves in groups per method, legend entries that toggle them.
 */
#pragma once

#include "plots/figure.h"

/**
 * *svg <- malloc'ed text. Every curve is a <g class="lf-curve lf-mN">, N the method's place in the
 * experiment, and every legend entry a <g class="lf-key lf-mN">. With a `prefix`, for embedding:
 * ids carry it, and there is no script; without, a file that stands alone.
 */
lf_status lf_svg_make(const lf_figure *figure, const char *title, const char *drawn,
                      const char *prefix, char **svg);

/** Bytes of the UTF-8 character at `text` if it is well formed and XML allows it, else 0. */
size_t lf_svg_character(const char *text);

/** Its characters, not bytes: thin spaces and dashes take several of these. */
size_t lf_svg_length(const char *text);

/** Write text with &, <, > and quotes escaped; what is not allowed in XML becomes U+FFFD. */
void lf_svg_escape(const char *text, FILE *out);
