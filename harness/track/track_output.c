/**
 * @file track_output.c
 * @brief A check for machines and for pages: JUnit, GitHub annotations, Markdown, a badge.
 */
#include <math.h>
#include <string.h>

#include "harness/track/track.h"

void lf_track_describe(const lf_track_row *row, char *text, size_t size) {
    snprintf(text, size, "%s on %s%s%s: %s%s%s%s", row->method, row->problem,
             row->metric[0] ? ", " : "", row->metric, lf_track_verdict_name(row->verdict),
             row->note[0] ? " (" : "", row->note, row->note[0] ? ")" : "");
}

/* Text for XML: five characters are named, control characters are not allowed at all. */
static void output_xml(const char *text, FILE *out) {
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        const char *name = c == '<'    ? "&lt;"
                           : c == '>'  ? "&gt;"
                           : c == '&'  ? "&amp;"
                           : c == '"'  ? "&quot;"
                           : c == '\'' ? "&apos;"
                           : c < ' '   ? "?"
                                       : NULL;
        if (name)
            fputs(name, out);
        else
            fputc(c, out);
    }
}

static bool output_fails(const lf_track_row *row) {
    return row->verdict == LF_TRACK_WORSE || row->verdict == LF_TRACK_MISSING;
}

static void output_case(const lf_track_row *row, const char *experiment, FILE *out) {
    char text[1024];
    lf_track_describe(row, text, sizeof text);
    fputs("    <testcase classname=\"", out);
    output_xml(experiment, out);
    fputs("\" name=\"", out);
    output_xml(row->problem, out);
    fputs(" / ", out);
    output_xml(row->method, out);
    fputs(row->metric[0] ? " / " : "", out);
    output_xml(row->metric, out);
    fputs("\" time=\"0\">", out);
    const char *element = output_fails(row)                      ? "failure"
                          : row->verdict == LF_TRACK_UNDECIDABLE ? "skipped"
                                                                 : "system-out";
    fprintf(out, "<%s", element);
    if (strcmp(element, "system-out") != 0) {
        fputs(" message=\"", out);
        output_xml(text, out);
        fputc('"', out);
    }
    if (output_fails(row))
        fprintf(out, " type=\"%s\"", row->verdict == LF_TRACK_WORSE ? "worse" : "missing");
    fputc('>', out);
    output_xml(text, out);
    fprintf(out, "</%s></testcase>\n", element);
}

void lf_track_junit(const lf_track_check *check, const char *experiment, FILE *out) {
    const size_t failures = check->count[LF_TRACK_WORSE] + check->count[LF_TRACK_MISSING];
    const size_t skipped = check->count[LF_TRACK_UNDECIDABLE];
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%zu\" "
            "failures=\"%zu\" errors=\"0\" time=\"0\">\n",
            check->rows, failures);
    fputs("  <testsuite name=\"levelfield track ", out);
    output_xml(experiment, out);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"0\">\n",
            check->rows, failures, skipped);
    for (size_t i = 0; i < check->rows; i++)
        output_case(&check->row[i], experiment, out);
    fputs("  </testsuite>\n</testsuites>\n", out);
}

/* Workflow commands end at a line's end; in properties ':' and ',' have a meaning too. */
static void output_command(const char *text, bool property, FILE *out) {
    for (; *text; text++) {
        if (strchr("%\r\n", *text) || (property && strchr(":,", *text)))
            fprintf(out, "%%%02X", (unsigned char)*text);
        else
            fputc(*text, out);
    }
}

void lf_track_github(const lf_track_check *check, const char *file, FILE *out) {
    char text[1024];
    if (check->hint[0]) {
        fputs("::warning title=levelfield track::", out);
        output_command(check->hint, false, out);
        fputc('\n', out);
    }
    for (size_t i = 0; i < check->rows; i++) {
        const lf_track_row *row = &check->row[i];
        const char *command = output_fails(row)                      ? "error"
                              : row->verdict == LF_TRACK_UNDECIDABLE ? "warning"
                              : row->verdict == LF_TRACK_BETTER      ? "notice"
                                                                     : NULL;
        if (!command) continue;
        fprintf(out, "::%s file=", command);
        output_command(file, true, out);
        fputs(",title=", out);
        output_command("levelfield track", true, out);
        fputs("::", out);
        lf_track_describe(row, text, sizeof text);
        output_command(text, false, out);
        fputc('\n', out);
    }
}

/* Text for Markdown: bars would end a cell, and markup is not ours to give. */
static void output_words(const char *text, FILE *out) {
    for (; *text; text++) {
        if (strchr("|\\`*_<>[]", *text)) fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void output_cell(const char *text, FILE *out) {
    output_words(text, out);
    fputs(" | ", out);
}

static void output_number(const char *before, int digits, double value, FILE *out) {
    if (isfinite(value))
        fprintf(out, "%s%.*g | ", before, digits, value);
    else
        fputs("– | ", out);
}

static void output_row(const lf_track_row *row, FILE *out) {
    fputs("| ", out);
    output_cell(row->problem, out);
    output_cell(row->method, out);
    output_cell(row->metric[0] ? row->metric : "–", out);
    fprintf(out, output_fails(row) ? "**%s** | " : "%s | ", lf_track_verdict_name(row->verdict));
    output_number("× ", 3, row->calls_ratio, out);
    output_number("", 4, row->before, out);
    output_number("", 4, row->after, out);
    output_cell(row->note, out);
    fputc('\n', out);
}

void lf_track_markdown(const lf_track_check *check, const char *experiment, FILE *out) {
    fprintf(out, "### levelfield track: %s\n\n", lf_track_passed(check) ? "passed" : "failed");
    output_words(experiment, out);
    fputs(": ", out);
    for (int v = LF_TRACK_VERDICTS; v-- > 0;)
        if (check->count[v])
            fprintf(out, "%zu %s · ", check->count[v], lf_track_verdict_name((lf_track_verdict)v));
    fprintf(out, "chance of a false alarm at most %.3g %%\n\n", 100 * check->alarms);
    if (check->hint[0]) fprintf(out, "_%s_\n\n", check->hint);
    if (check->count[LF_TRACK_IDENTICAL] == check->rows) return;
    fputs("| problem | method | metric | verdict | oracle calls | recorded | now | note |\n"
          "|---|---|---|---|---|---|---|---|\n",
          out);
    for (int v = LF_TRACK_VERDICTS; v-- > LF_TRACK_IDENTICAL + 1;)
        for (size_t i = 0; i < check->rows; i++)
            if (check->row[i].verdict == (lf_track_verdict)v) output_row(&check->row[i], out);
}

/* Few words, for few pixels; the label says about what. */
void lf_track_badge(const lf_track_check *check, const char *experiment, FILE *out) {
    const size_t worse = check->count[LF_TRACK_WORSE], missing = check->count[LF_TRACK_MISSING];
    const size_t open = check->count[LF_TRACK_UNDECIDABLE];
    (void)experiment;
    fputs("{\"schemaVersion\": 1, \"label\": \"convergence\", \"message\": \"", out);
    if (worse) fprintf(out, "%zu worse", worse);
    if (missing) fprintf(out, "%s%zu missing", worse ? ", " : "", missing);
    if (lf_track_passed(check))
        fprintf(out, "%zu hold", check->rows - check->count[LF_TRACK_NEW] - open);
    if (lf_track_passed(check) && open) fprintf(out, ", %zu undecidable", open);
    fprintf(out, "\", \"color\": \"%s\", \"isError\": %s}\n",
            !lf_track_passed(check) ? "red"
            : open                  ? "yellow"
                                    : "brightgreen",
            lf_track_passed(check) ? "false" : "true");
}
