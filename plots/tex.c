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
    {"–", "--"},
    {"—", "---"},
    {"·", "$\\cdot$"},
    {"±", "$\\pm$"},
    {"×", "$\\times$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"−", "$-$"},
    {"…", "\\dots{}"},
    {"’", "'"},
    {"\u2009", "\\,"},
    {"\u202f", "\\,"},
    {"\u00a0", "~"},
    {"≈", "$\\approx$"},
    {"→", "$\\to$"},
    {"∞", "$\\infty$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"ε", "$\\varepsilon$"},
    {"η", "$\\eta$"},
    {"κ", "$\\kappa$"},
    {"λ", "$\\lambda$"},
    {"ρ", "$\\rho$"},
    {"σ", "$\\sigma$"},
    {"μ", "$\\mu$"},
    {"δ", "$\\delta$"},
    {"θ", "$\\theta$"},
    {"τ", "$\\tau$"},
    {"Δ", "$\\Delta$"},
    {"«", "$\\ll$"},
    {"»", "$\\gg$"},
    {"“", "``"},
    {"”", "''"},
    {"„", ",,"},
    {"‘", "`"},
    {"‐", "-"},
    {"‑", "-"},
    {"′", "$'$"},
    {"″", "$''$"},
    {"•", "\\textbullet{}"},
    {"†", "\\dag{}"},
    {"⁰", "$^0$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"⁺", "$^+$"},
    {"⁻", "$^-$"},
    {"ⁱ", "$^i$"},
    {"ⁿ", "$^n$"},
    {"ᵀ", "$^T$"},
    {"₀", "$_0$"},
    {"₁", "$_1$"},
    {"₂", "$_2$"},
    {"₃", "$_3$"},
    {"₄", "$_4$"},
    {"₅", "$_5$"},
    {"₆", "$_6$"},
    {"₇", "$_7$"},
    {"₈", "$_8$"},
    {"₉", "$_9$"},
    {"₊", "$_+$"},
    {"₋", "$_-$"},
    {"ᵢ", "$_i$"},
    {"ⱼ", "$_j$"},
    {"ₖ", "$_k$"},
    {"ₙ", "$_n$"},
    {"ₜ", "$_t$"},
    {"ζ", "$\\zeta$"},
    {"ι", "$\\iota$"},
    {"ν", "$\\nu$"},
    {"ξ", "$\\xi$"},
    {"π", "$\\pi$"},
    {"ς", "$\\varsigma$"},
    {"υ", "$\\upsilon$"},
    {"φ", "$\\varphi$"},
    {"ϕ", "$\\phi$"},
    {"χ", "$\\chi$"},
    {"ψ", "$\\psi$"},
    {"ω", "$\\omega$"},
    {"ϵ", "$\\epsilon$"},
    {"ϑ", "$\\vartheta$"},
    {"Γ", "$\\Gamma$"},
    {"Θ", "$\\Theta$"},
    {"Λ", "$\\Lambda$"},
    {"Ξ", "$\\Xi$"},
    {"Π", "$\\Pi$"},
    {"Σ", "$\\Sigma$"},
    {"Φ", "$\\Phi$"},
    {"Ψ", "$\\Psi$"},
    {"Ω", "$\\Omega$"},
    {"‖", "$\\|$"},
    {"∥", "$\\parallel$"},
    {"∇", "$\\nabla$"},
    {"∂", "$\\partial$"},
    {"∈", "$\\in$"},
    {"∑", "$\\sum$"},
    {"∏", "$\\prod$"},
    {"≠", "$\\ne$"},
    {"⋅", "$\\cdot$"},
    {"∼", "$\\sim$"},
    {"≪", "$\\ll$"},
    {"≫", "$\\gg$"},
    {"≡", "$\\equiv$"},
    {"∝", "$\\propto$"},
    {"√", "$\\surd$"},
    {"←", "$\\gets$"},
    {"↔", "$\\leftrightarrow$"},
    {"⇒", "$\\Rightarrow$"},
    {"ℓ", "$\\ell$"},
    {"⟨", "$\\langle$"},
    {"⟩", "$\\rangle$"},
    {"⊤", "$\\top$"},
    {"∗", "$\\ast$"},
    {"∪", "$\\cup$"},
    {"∩", "$\\cap$"},
    {"∀", "$\\forall$"},
    {"∃", "$\\exists$"},
    {"⌈", "$\\lceil$"},
    {"⌉", "$\\rceil$"},
    {"⌊", "$\\lfloor$"},
    {"⌋", "$\\rfloor$"},
};

/* Letters with accents go as they are, up to U+017F, less those that the default fonts lack. */
static bool tex_has(const char *text, size_t n) {
    static const char lacks[] = "ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ";
    const unsigned char lead = (unsigned char)text[0];
    if (n != 2 || lead > 0xC5 || (lead == 0xC2 && (unsigned char)text[1] <= 0xA0)) return n == 1;
    return !memmem(lacks, sizeof lacks - 1, text, 2);
}

/* The number of a character of n > 1 bytes. */
static unsigned tex_number(const char *text, size_t n) {
    unsigned number = (unsigned char)text[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++)
        number = number << 6 | ((unsigned char)text[i] & 0x3Fu);
    return number;
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
    else if (n > 1 && !tex_has(text, n))
        fprintf(out, "U+%04X", tex_number(text, n));
    else if (n == 0)
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
