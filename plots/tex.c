/**
 * @file tex.c
 * @brief Characters that TeX obeys, and those beyond ASCII that its fonts have.
 */
#include "plots/tex.h"

#include <stdbool.h>
#include <string.h>

#include "plots/svg.h"

/* Characters beyond ASCII that reports use, and what pdfLaTeX makes of them. */
static const char *const tex_words[][2] = {
    {"–", "--"},        {"—", "---"},        {"·", "$\\cdot$"},   {"±", "$\\pm$"},
    {"×", "$\\times$"}, {"≤", "$\\le$"},     {"≥", "$\\ge$"},     {"−", "$-$"},
    {"…", "\\dots{}"},  {"’", "'"},          {"\u2009", "\\,"},   {"\u202f", "\\,"},
    {"\u00a0", "~"},    {"≈", "$\\approx$"}, {"→", "$\\to$"},     {"∞", "$\\infty$"},
    {"α", "$\\alpha$"}, {"β", "$\\beta$"},   {"γ", "$\\gamma$"},  {"ε", "$\\varepsilon$"},
    {"η", "$\\eta$"},   {"κ", "$\\kappa$"},  {"λ", "$\\lambda$"}, {"ρ", "$\\rho$"},
    {"σ", "$\\sigma$"}, {"μ", "$\\mu$"},     {"δ", "$\\delta$"},  {"θ", "$\\theta$"},
    {"τ", "$\\tau$"},   {"Δ", "$\\Delta$"},  {"«", "$\\ll$"},     {"»", "$\\gg$"},
};

/* Letters with accents go as they are, up to U+017F, less those that the default fonts lack. */
static bool tex_has(const char *text, size_t n) {
    static const char lacks[] = "ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ";
    const unsigned char lead = (unsigned char)text[0];
    if (n != 2 || lead > 0xC5 || (lead == 0xC2 && (unsigned char)text[1] <= 0xA0)) return n == 1;
    return !memmem(lacks, sizeof lacks - 1, text, 2);
}

size_t lf_tex_character(const char *text, FILE *out) {
    const size_t n = lf_svg_character(text);
    for (size_t i = 0; i < sizeof tex_words / sizeof *tex_words; i++)
        if (n > 1 && strncmp(text, tex_words[i][0], n) == 0 && tex_words[i][0][n] == '\0') {
            fputs(tex_words[i][1], out);
            return n;
        }
    if (*text == '\n' || *text == '\t')
        fputc(' ', out);
    else if (!tex_has(text, n))
        fputc('?', out);
    else if (*text == '\\')
        fputs("\\textbackslash{}", out);
    else if (*text == '~' || *text == '^')
        fprintf(out, "\\%c{}", *text);
    else if (strchr("<>|\"", *text))
        fprintf(out, "{\\ttfamily\\char%d}", *text);
    else
        fprintf(out, "%s%.*s", strchr("&%$#_{}", *text) ? "\\" : "", (int)n, text);
    return n > 0 ? n : 1;
}
