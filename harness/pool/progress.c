/**
 * @file progress.c
 * @brief One line that is rewritten on a terminal; one line per event elsewhere.
 *
 *   [#######-------------] 12/40  37%  ETA 1:20  1 failed  P2, a9a / SSG seed 3: 0.4121
 *
 * The line is drawn anew at most every tenth of a second and never ends in a newline, so nothing is
 * left to restore when the process ends: the terminal's cursor and modes are not touched.
 */
#include "harness/pool/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/terminal.h"

enum { PROGRESS_BAR = 20, PROGRESS_LABEL = 96, PROGRESS_LINE = 512 };

static const double progress_redraw_seconds = 0.1;

struct lf_progress {
    size_t runs, ended, failed;
    bool quiet, bar, colour;
    double began, drawn; /* monotonic seconds */
    double *share;       /* of each run: 0 to 1 */
    char (*label)[PROGRESS_LABEL];
    double value; /* first metric of the run that moved last */
    size_t latest;
    bool valued;
};

lf_progress *lf_progress_begin(size_t runs, size_t reused, bool quiet) {
    lf_progress *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->runs = runs;
    p->share = calloc(runs + 1, sizeof *p->share);
    p->label = calloc(runs + 1, sizeof *p->label);
    p->quiet = quiet || !p->share || !p->label;
    p->bar = lf_terminal_moves(STDERR_FILENO);
    p->colour = lf_terminal_has_colour(STDERR_FILENO);
    p->began = p->drawn = lf_clock();
    if (!p->quiet && !p->bar)
        fprintf(stderr, "%zu run%s, %zu of them finished before\n", runs + reused,
                runs + reused == 1 ? "" : "s", reused);
    return p;
}

static size_t progress_width(void) {
    const size_t width = lf_terminal_width(STDERR_FILENO);
    return width < PROGRESS_LINE ? width : PROGRESS_LINE - 1;
}

/* Share of all the work: running ones count as far as they are. */
static double progress_share(const lf_progress *p) {
    double sum = 0;
    for (size_t i = 0; i < p->runs; i++)
        sum += p->share[i];
    return p->runs ? sum / (double)p->runs : 1;
}

static void progress_eta(char *text, size_t size, double seconds) {
    const long s = (long)seconds;
    if (s >= 3600)
        snprintf(text, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%ld:%02ld", s / 60, s % 60);
}

static void progress_draw(lf_progress *p) {
    char line[PROGRESS_LINE], bar[PROGRESS_BAR + 1], eta[32] = "--", value[160] = "", bad[40] = "";
    const double share = progress_share(p), spent = lf_clock() - p->began;
    memset(bar, '-', PROGRESS_BAR);
    memset(bar, '#', (size_t)(share * PROGRESS_BAR));
    bar[PROGRESS_BAR] = '\0';
    if (share > 0.001) progress_eta(eta, sizeof eta, spent * (1 - share) / share);
    if (p->valued) snprintf(value, sizeof value, "  %s: %.4g", p->label[p->latest], p->value);
    if (p->failed) snprintf(bad, sizeof bad, "  %zu failed", p->failed);
    snprintf(line, sizeof line, "[%s] %zu/%zu %3.0f%%  ETA %s%s%s", bar, p->ended, p->runs,
             100 * share, eta, bad, value);
    line[progress_width() - 1] = '\0'; /* a full last column would scroll */
    const char *red = p->colour && p->failed ? "\033[31m" : "", *plain = *red ? "\033[0m" : "";
    fprintf(stderr, "\r%s%s%s\033[K", red, line, plain);
    fflush(stderr);
    p->drawn = lf_clock();
}

static void progress_redraw(lf_progress *p) {
    if (p->bar && lf_clock() - p->drawn >= progress_redraw_seconds) progress_draw(p);
}

void lf_progress_started(lf_progress *p, size_t run, const char *label) {
    if (p == NULL || p->quiet || run >= p->runs) return;
    snprintf(p->label[run], sizeof p->label[run], "%s", label);
    progress_redraw(p);
    if (!p->bar) fprintf(stderr, "started  %s\n", p->label[run]);
}

void lf_progress_moved(lf_progress *p, size_t run, double share, double value) {
    if (p == NULL || p->quiet || run >= p->runs) return;
    p->share[run] = share;
    if (!isnan(value)) {
        p->latest = run;
        p->value = value;
        p->valued = true;
    }
    progress_redraw(p);
}

void lf_progress_noted(lf_progress *p, size_t run, const char *text) {
    if (p == NULL || p->quiet || run >= p->runs) return;
    fprintf(stderr, "%s%-8s %s: %s\n", p->bar ? "\r\033[K" : "", "note", p->label[run], text);
    if (p->bar) progress_draw(p);
}

void lf_progress_said(lf_progress *p, const char *text) {
    if (p == NULL || p->quiet) return;
    fprintf(stderr, "%s%s\n", p->bar ? "\r\033[K" : "", text);
    if (p->bar) progress_draw(p);
}

/* What did not go well is said on a line of its own, above the bar. */
void lf_progress_ended(lf_progress *p, size_t run, const lf_record *record) {
    if (p == NULL || p->quiet || run >= p->runs) return;
    const bool well = record->status == LF_RUN_DONE, lost = record->status == LF_RUN_DIVERGED;
    p->share[run] = 1;
    p->ended++;
    p->failed += !well && !lost;
    if (p->bar && well) {
        progress_redraw(p);
        return;
    }
    fprintf(stderr, "%s%-8s %s (%.2f s): %s\n", p->bar ? "\r\033[K" : "",
            lf_run_status_name(record->status), p->label[run], record->wall_seconds, record->cause);
    if (p->bar) progress_draw(p);
}

void lf_progress_end(lf_progress *p) {
    if (p == NULL) return;
    if (p->bar && !p->quiet) fprintf(stderr, "\r\033[K");
    free(p->share);
    free(p->label);
    free(p);
}
