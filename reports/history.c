/**
 * @file history.c
 * @brief From what moved last to every curve: a baseline's past as one page.
 */
#include "reports/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "reports/page/digits.h"
#include "reports/page/page.h"

/* Rows of the table that a reader sees first; the curves have the rest. */
enum { HISTORY_LATEST = 20 };

typedef struct {
    lf_page page;
    const lf_track_history *history;
    const char *url; /* NULL: no links */
} history_book;

/* ---- cells ---- */

/* Hexadecimal digits of a commit; 0 if it is none, as of a build outside of a repository. */
static size_t history_digits(const char *commit) {
    const size_t n = strspn(commit, "0123456789abcdef");
    return n >= 7 ? n : 0;
}

/* malloc'ed "NAME\nADDRESS\nmore": what a column of addresses takes. */
static char *history_commit(const history_book *book, size_t i, const char *more) {
    const lf_track_version *version = &book->history->version[i];
    const size_t digits = history_digits(version->commit);
    const char *place = book->url ? strstr(book->url, LF_HISTORY_COMMIT) : NULL;
    char *text = NULL;
    int n = place && digits ? asprintf(&text, "%s\n%.*s%.*s%s\n%s", version->name,
                                       (int)(place - book->url), book->url, (int)digits,
                                       version->commit, place + strlen(LF_HISTORY_COMMIT), more)
                            : asprintf(&text, "%s\n\n%s", version->name, more);
    if (n > 0 && !*more) text[n - 1] = '\0'; /* two lines */
    return n < 0 ? NULL : text;
}

static void history_add_commit(history_book *book, lf_grid *grid, size_t i, const char *more) {
    char *text = history_commit(book, i, more);
    if (!text) grid->lost = true;
    lf_grid_add(grid, "%s", text ? text : "");
    free(text);
}

/* NAN is a dash; what was never reached says so. */
static void history_add_number(lf_grid *grid, const char *before, double value) {
    char text[LF_DIGITS_BYTES];
    lf_digits_short(value, text);
    if (value > 1e308)
        lf_grid_add(grid, "never");
    else
        lf_grid_add(grid, "%s%s", value == value ? before : "", text);
}

/* ---- what moved last ---- */

/* Worth a row of its own: what luck or rounding did is counted with the version. */
static bool history_matters(const lf_track_row *row) {
    return row->verdict != LF_TRACK_IDENTICAL && row->verdict != LF_TRACK_NOISE;
}

static void history_add_row(history_book *book, lf_grid *grid, size_t i, const lf_track_row *row) {
    history_add_commit(book, grid, i, book->history->version[i].date);
    lf_grid_add(grid, "%s\n%s%s%s", row->method, row->problem, row->metric[0] ? ", " : "",
                row->metric);
    lf_grid_add(grid, "%s", lf_track_verdict_name(row->verdict));
    history_add_number(grid, "× ", row->calls_ratio);
    history_add_number(grid, "", row->before);
    history_add_number(grid, "", row->after);
    lf_grid_add(grid, "%s", row->note);
}

/* The newest first; of one version what matters most. */
static void history_latest(history_book *book) {
    size_t rows = 0;
    lf_grid grid = lf_grid_make("utsnnnt", LF_HEADS("Commit", "Method", "Verdict", "Oracle calls",
                                                    "Final, before", "now", "Why"));
    for (size_t i = book->history->versions; i-- > 1;) {
        const lf_track_check *check = &book->history->version[i].check;
        for (int v = LF_TRACK_VERDICTS; v-- > 0;)
            for (size_t r = 0; r < check->rows; r++)
                if (check->row[r].verdict == (lf_track_verdict)v &&
                    history_matters(&check->row[r]) && rows++ < HISTORY_LATEST)
                    history_add_row(book, &grid, i, &check->row[r]);
    }
    book->page.is->heading(&book->page, 2, "latest", "What moved last");
    if (rows == 0)
        lf_page_text(&book->page,
                     "From one version to the next nothing has become better or worse, and no "
                     "method is new or missing.");
    else
        lf_page_take(&book->page, &grid);
    char *whole = lf_track_history_whole(book->history);
    if (whole) lf_page_text(&book->page, "%s", whole);
    free(whole);
    if (rows > HISTORY_LATEST)
        lf_page_quiet(&book->page, "And %zu earlier ones; the curves show them.",
                      rows - HISTORY_LATEST);
    lf_grid_free(&grid);
}

/* ---- versions ---- */

/* Versions from the newest to the oldest: all, or those that changed a trace. */
static void history_versions(history_book *book, bool all) {
    lf_grid grid = lf_grid_make("tutt", LF_HEADS("What", "Commit", "Traces", "Verdicts"));
    grid.wraps = true;
    for (size_t i = book->history->versions; i-- > 0;) {
        const lf_track_version *version = &book->history->version[i];
        char counts[160] = "the first";
        size_t pairs = 0, changed = 0;
        if (!all && (i == 0 || !lf_track_history_moved(book->history, i))) continue;
        if (i > 0) lf_track_counts(&version->check, counts, sizeof counts);
        if (i > 0) changed = lf_track_history_changed(book->history, i, &pairs);
        lf_grid_add(&grid, "%s\n%s, levelfield %s, %s, %s bits", version->subject, version->date,
                    version->track.version, version->track.commit, version->track.cpu);
        history_add_commit(book, &grid, i, "");
        if (i > 0)
            lf_grid_add(&grid, "%zu of %zu changed", changed, pairs);
        else
            lf_grid_add(&grid, "–");
        lf_grid_add(&grid, "%s%s%s", counts, version->check.hint[0] ? "\n" : "",
                    version->check.hint);
    }
    lf_page_take(&book->page, &grid);
}

static void history_change_points(history_book *book, size_t changes) {
    lf_page *page = &book->page;
    page->is->heading(page, 2, "changes", "Change points");
    if (changes == 0)
        lf_page_text(page, "Every version has the traces of the one before, bit for bit.");
    else
        history_versions(book, false);
    page->is->fold(page, "All versions");
    history_versions(book, true);
    page->is->unfold(page);
}

/* ---- curves ---- */

static int history_compare(const void *a, const void *b) {
    const lf_past_subject *x = a, *y = b;
    int order = strcmp(x->problem, y->problem);
    if (order == 0) order = strcmp(x->method, y->method);
    return order ? order : strcmp(x->metric, y->metric);
}

/* Every metric of every pair of any version, once, in order: malloc'ed; NULL: no memory. */
static lf_past_subject *history_subjects(const lf_track_history *history, size_t *n) {
    size_t all = 0, at = 0;
    for (size_t i = 0; i < history->versions; i++)
        for (size_t p = 0; p < history->version[i].track.pairs; p++)
            all += history->version[i].track.pair[p].metrics;
    lf_past_subject *list = calloc(all + 1, sizeof *list);
    for (size_t i = 0; list && i < history->versions; i++)
        for (size_t p = 0; p < history->version[i].track.pairs; p++) {
            const lf_track_pair *pair = &history->version[i].track.pair[p];
            for (size_t k = 0; k < pair->metrics; k++)
                list[at++] = (lf_past_subject){pair->problem, pair->method, pair->metric[k].name};
        }
    if (!list) return NULL;
    qsort(list, all, sizeof *list, history_compare);
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (i == 0 || history_compare(&list[i], &list[*n - 1]) != 0) list[(*n)++] = list[i];
    return list;
}

static void history_add_curve(lf_grid *grid, const lf_past *past, bool calls) {
    char *svg = lf_past_draw(past, calls);
    const lf_track_state *now = &past->state[past->of->versions - 1];
    if (!svg) grid->lost = true;
    lf_grid_add(grid, "%s", svg ? svg : "");
    free(svg);
    history_add_number(grid, "", calls ? now->calls : now->final);
}

static lf_status history_curve(history_book *book, const lf_past_subject *subject, lf_grid *grid) {
    lf_past past;
    char more[64];
    LF_TRY(lf_past_make(book->history, subject, &past));
    lf_grid_add(grid, "%s", subject->method);
    lf_grid_add(grid, "%s", subject->metric);
    history_add_curve(grid, &past, true);
    history_add_curve(grid, &past, false);
    if (past.last > 0) {
        snprintf(more, sizeof more, "%s, %.20s",
                 lf_track_verdict_name(past.row[past.last]->verdict),
                 book->history->version[past.last].date);
        history_add_commit(book, grid, past.last, more);
    } else {
        lf_grid_add(grid, "never");
    }
    lf_past_free(&past);
    return LF_OK;
}

/* A table for each problem, a row for each metric of each method. */
static lf_status history_curves(history_book *book) {
    size_t n = 0;
    lf_status status = LF_OK;
    lf_past_subject *subject = history_subjects(book->history, &n);
    if (!subject) return lf_fail(LF_NO_MEMORY, "no memory for a history");
    for (size_t i = 0; i < n && status == LF_OK;) {
        const char *problem = subject[i].problem;
        book->page.is->heading(&book->page, 2, NULL, problem);
        lf_grid grid = lf_grid_make("ttdndnu", LF_HEADS("Method", "Metric", "Oracle calls", "now",
                                                        "Final value", "now", "Last changed"));
        for (; i < n && status == LF_OK && strcmp(subject[i].problem, problem) == 0; i++)
            status = history_curve(book, &subject[i], &grid);
        lf_page_take(&book->page, &grid);
    }
    free(subject);
    return status;
}

/* ---- the page ---- */

static void history_summary(history_book *book, size_t changes) {
    const lf_track_history *history = book->history;
    const lf_track_version *first = history->version, *last = &first[history->versions - 1];
    lf_page *page = &book->page;
    lf_page_text(page,
                 "%zu version%s of a baseline, %s to %s, at scale %s. %zu of them changed a trace.",
                 history->versions, history->versions == 1 ? "" : "s", first->date, last->date,
                 last->track.scale, changes);
    if (history->left_out > 0)
        lf_page_note(page, LF_NOTE_WARNING, "Left out.", "%zu commit%s without a baseline: %s",
                     history->left_out, history->left_out == 1 ? "" : "s",
                     history->reason ? history->reason : "");
    lf_page_quiet(
        page, "Whether something changed is decided by bits: a version is a change point if the "
              "trace of any run is another one. How much it matters is decided as by "
              "“levelfield track check”, for each version against the one before. In the curves "
              "an upward triangle is worse, a downward one better, a dot another trace within "
              "noise, a ring the rest: new, missing, undecidable, or other targets.");
    lf_page_quiet(page,
                  "Oracle calls are the median over seeds to the hardest target, on a logarithmic "
                  "axis that spans a quarter more or less at least; at its upper edge the target "
                  "is never reached. Final values span a tenth of the metric's range at least.");
}

static lf_status history_page(history_book *book) {
    const lf_track_history *history = book->history;
    size_t changes = 0;
    char title[256];
    for (size_t i = 1; i < history->versions; i++)
        changes += lf_track_history_moved(history, i);
    snprintf(title, sizeof title, "The past of %.200s",
             history->version[history->versions - 1].track.experiment);
    book->page.is->begin(&book->page, title);
    history_summary(book, changes);
    history_latest(book);
    history_change_points(book, changes);
    LF_TRY(history_curves(book));
    book->page.is->end(&book->page);
    return book->page.lost ? lf_fail(LF_NO_MEMORY, "no memory for a history") : LF_OK;
}

lf_status lf_history_write(const lf_track_history *history, const char *url, const char *dir) {
    char path[LF_PATH_BYTES], *text = NULL;
    size_t size;
    LF_TRY(lf_path_format(path, "%s/index.html", dir));
    LF_TRY(lf_folder_make_for(path));
    FILE *out = open_memstream(&text, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a history");
    history_book book = {{.is = &lf_page_html, .out = out, .embeds = true}, history, url};
    lf_status status = history_page(&book);
    if (fclose(out) != 0 && status == LF_OK)
        status = lf_fail(LF_NO_MEMORY, "no memory for a history");
    if (status == LF_OK) status = lf_file_write(path, text, size);
    free(text);
    return status;
}
