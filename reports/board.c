/**
 * @file board.c
 * @brief Archives' methods in order: who reached a suite's target for less, then who ended lower.
 *
 * Runs that two archives share, as baselines are that one took from the other, stand once. All text
 * of an archive is from outside: the page escapes it.
 */
#include "reports/board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "harness/results/quantity.h"
#include "harness/results/seed_runs.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/page.h"

/* The constant of a problem that says what its runs are to reach. */
static const char board_target[] = "target";

/* A method of an archive on one problem. */
typedef struct {
    const lf_board_archive *archive;
    const lf_results *results;
    size_t method;
    lf_seed_runs runs;
    size_t within; /* runs that ended well, and within the constraint */
    double loss;   /* median final metric, negated where more is better; NAN: of no number */
    double cost;   /* median to the target; INFINITY: not reached, NAN: there is none */
    bool higher;
} board_row;

typedef struct {
    lf_page page;
    const lf_board_archive *archive;
    size_t n;
    board_row *row; /* room for all methods of all archives */
    size_t rows;
    const char *checked;
} board_book;

static const char *board_unit(const lf_results *r) {
    const lf_experiment_scale *scale = lf_part_scale(r);
    const char *colon = scale ? strchr(scale->budget, ':') : NULL;
    return colon ? colon + 1 : "samples";
}

/* What a run of the problem is to reach; NAN: its file does not say. */
static lf_target board_aim(const lf_results *r, size_t problem) {
    const lf_experiment_tuning *tuning = r->experiment->tuning;
    return (lf_target){{tuning->metric, tuning->where, tuning->at_most ? *tuning->at_most : 0},
                       lf_experiment_bound(r->experiment, problem, board_target, NAN)};
}

/* final, cost (runs) <- of each run; one that breaks the constraint ended at no number, and one
 * that failed or diverged would never have reached the target either. */
static lf_status board_values(board_row *row, const lf_target *aim, double *final, double *cost) {
    const lf_results *r = row->results;
    for (size_t i = 0; i < row->runs.n; i++) {
        const size_t run = row->runs.run[i];
        const lf_record *record = &r->record[run];
        const bool done = record->status == LF_RUN_DONE;
        const bool within =
            done && record->points > 0 && lf_judged_keeps(&aim->by, record, record->points - 1);
        row->higher |= lf_record_higher(record, aim->by.metric);
        row->within += within;
        final[i] = within ? lf_quantity_final(r, run, aim->by.metric) : NAN;
        cost[i] = INFINITY;
        if (done && !isnan(aim->value))
            LF_TRY(lf_quantity_reach(r, run, aim, board_unit(r), &cost[i]));
    }
    return LF_OK;
}

static lf_status board_measure(board_row *row, size_t problem) {
    const lf_target aim = board_aim(row->results, problem);
    const size_t n = row->runs.n;
    double *final = calloc(2 * n + 1, sizeof *final);
    if (!final) return lf_fail(LF_NO_MEMORY, "no memory for a board");
    double *cost = final + n;
    const lf_status status = board_values(row, &aim, final, cost);
    const double end = lf_quantity_quartiles(final, n, row->higher).median;
    row->loss = row->higher ? -end : end;
    /* Half of the runs came there: the upper of two in the middle, as one of them may be infinite.
     */
    qsort(cost, n, sizeof *cost, lf_number_compare);
    row->cost = isnan(aim.value) ? NAN : cost[n / 2];
    free(final);
    return status;
}

static const char *board_trace(const board_row *row, size_t k) {
    return row->results->record[row->runs.run[k]].trace_sha256;
}

static bool board_is_known(const board_book *book, const board_row *new) {
    for (size_t i = 0; i < book->rows; i++) {
        const board_row *old = &book->row[i];
        if (old->runs.n != new->runs.n) continue;
        size_t k = 0;
        while (k < new->runs.n && strcmp(board_trace(old, k), board_trace(new, k)) == 0)
            k++;
        if (k == new->runs.n) return true;
    }
    return false;
}

/* All methods that an archive has on the problem. */
static lf_status board_gather(board_book *book, const lf_board_archive *archive,
                              const lf_results *results, size_t problem) {
    for (size_t i = 0; i < results->experiment->methods_count; i++) {
        board_row *row = &book->row[book->rows];
        *row = (board_row){.archive = archive, .results = results, .method = i};
        LF_TRY(lf_seed_runs_find(results, problem, i, NULL, &row->runs));
        const bool is_new = row->runs.n > 0 && !board_is_known(book, row);
        book->rows += is_new; /* from here on clear frees its runs */
        if (is_new)
            LF_TRY(board_measure(row, problem));
        else
            lf_seed_runs_free(&row->runs);
    }
    return LF_OK;
}

static void board_clear(board_book *book) {
    for (size_t i = 0; i < book->rows; i++)
        lf_seed_runs_free(&book->row[i].runs);
    book->rows = 0;
}

/* Less first; what is no number is last. */
static int board_less(double a, double b) {
    if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

static int board_order(const void *a, const void *b) {
    const board_row *x = a, *y = b;
    const int cost = board_less(x->cost, y->cost), loss = board_less(x->loss, y->loss);
    if (cost || loss) return cost ? cost : loss;
    return strcmp(lf_part_method(x->results, x->method), lf_part_method(y->results, y->method));
}

static void board_show_row(const board_row *row, lf_grid *grid, const char *checked) {
    const lf_experiment_method *method = &row->results->experiment->methods[row->method];
    char cost[LF_DIGITS_BYTES] = "not reached", end[LF_DIGITS_BYTES];
    if (!isinf(row->cost)) lf_digits_short(row->cost, cost);
    lf_digits_short(row->higher ? -row->loss : row->loss, end);
    lf_grid_add(grid, "%s\n%s", lf_part_method(row->results, row->method), method->algorithm);
    lf_grid_add(grid, "%s", cost);
    lf_grid_add(grid, "%s", end);
    lf_grid_add(grid, "%zu of %zu", row->within, row->runs.n);
    lf_grid_link(grid, row->archive->name, "%s", row->archive->copy);
    lf_grid_add(grid, "%s", checked);
}

static void board_show(board_book *book, size_t problem) {
    const lf_results *r = book->row[0].results;
    const lf_target aim = board_aim(r, problem);
    char cost[96] = "Target", target[LF_DIGITS_BYTES], end[96], within[96] = "Runs";
    lf_digits_short(aim.value, target);
    if (!isnan(aim.value)) snprintf(cost, sizeof cost, "%.24s to %s", board_unit(r), target);
    snprintf(end, sizeof end, "%.60s at the end", aim.by.metric);
    if (aim.by.where) snprintf(within, sizeof within, "%.40s ≤ %g", aim.by.where, aim.by.at_most);
    qsort(book->row, book->rows, sizeof *book->row, board_order);
    book->page.is->heading(&book->page, 3, NULL, lf_part_problem(r, problem));
    lf_grid grid =
        lf_grid_make("tnnnut", LF_HEADS("Method", cost, end, within, "Archive", "Verified"));
    for (size_t i = 0; i < book->rows; i++)
        board_show_row(&book->row[i], &grid, book->checked);
    lf_page_take(&book->page, &grid);
}

static bool board_same(const lf_results *a, const lf_results *b) {
    return strcmp(a->name, b->name) == 0 && strcmp(a->scale, b->scale) == 0;
}

/* Every problem of a suite, from this archive on: those before it have others. */
static lf_status board_suite(board_book *book, size_t first, const lf_results *suite) {
    char title[160];
    snprintf(title, sizeof title, "%.60s, scale %.60s", suite->name, suite->scale);
    book->page.is->heading(&book->page, 2, NULL, title);
    for (size_t p = 0; p < suite->experiment->problems_count; p++) {
        lf_status status = LF_OK;
        for (size_t i = first; i < book->n && status == LF_OK; i++)
            for (size_t k = 0; k < book->archive[i].n && status == LF_OK; k++)
                if (board_same(&book->archive[i].results[k], suite))
                    status = board_gather(book, &book->archive[i], &book->archive[i].results[k], p);
        if (status == LF_OK && book->rows) board_show(book, p);
        board_clear(book);
        LF_TRY(status);
    }
    return LF_OK;
}

/* Suites by name, then by scale as text; each where it is met first. */
static const lf_results *board_next(const board_book *book, const lf_results *last, size_t *at) {
    const lf_results *next = NULL;
    for (size_t i = 0; i < book->n; i++)
        for (size_t k = 0; k < book->archive[i].n; k++) {
            const lf_results *r = &book->archive[i].results[k];
            const int name = last ? strcmp(r->name, last->name) : 1;
            if (name < 0 || (name == 0 && strcmp(r->scale, last->scale) <= 0)) continue;
            const int before = next ? strcmp(r->name, next->name) : -1;
            if (before > 0 || (before == 0 && strcmp(r->scale, next->scale) >= 0)) continue;
            next = r;
            *at = i;
        }
    return next;
}

static void board_refused(board_book *book) {
    lf_grid grid = lf_grid_make("tt", LF_HEADS("Archive", "Why"));
    grid.wraps = true;
    for (size_t i = 0; i < book->n; i++)
        if (book->archive[i].refused[0]) {
            lf_grid_add(&grid, "%s", book->archive[i].name);
            lf_grid_add(&grid, "%s", book->archive[i].refused);
        }
    if (lf_grid_rows(&grid) > 1) {
        book->page.is->heading(&book->page, 2, "refused", "Refused");
        lf_page_take(&book->page, &grid);
    } else
        lf_grid_free(&grid);
}

static lf_status board_page(board_book *book) {
    size_t refused = 0, at = 0;
    for (size_t i = 0; i < book->n; i++)
        refused += book->archive[i].refused[0] != '\0';
    book->page.is->begin(&book->page, "Suites: who gets there for less");
    lf_page_text(&book->page, "%zu archives, %zu of them refused. Verified: %s.", book->n, refused,
                 book->checked);
    lf_page_quiet(
        &book->page,
        "In order of the median cost to a problem's target, then of the median at the end "
        "of the budget. At level 1 the values at the end are evaluated again at the final "
        "iterates; what a run paid on the way there is seen at level 3, for all runs, and "
        "at level 2 for those drawn. Each archive is beside this page: "
        "“levelfield verify” checks it anew.");
    for (const lf_results *r = NULL; (r = board_next(book, r, &at));)
        LF_TRY(board_suite(book, at, r));
    board_refused(book);
    book->page.is->end(&book->page);
    return book->page.lost ? lf_fail(LF_NO_MEMORY, "no memory for a board") : LF_OK;
}

lf_status lf_board_write(const lf_board_archive *archive, size_t n, const char *checked,
                         const char *dir) {
    char path[LF_PATH_BYTES], *text = NULL;
    size_t size, rows = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < archive[i].n; k++)
            rows += archive[i].results[k].experiment->methods_count;
    LF_TRY(lf_path_format(path, "%s/index.html", dir));
    LF_TRY(lf_folder_make_for(path));
    board_book book = {.page = {.is = &lf_page_html, .embeds = true},
                       .archive = archive,
                       .n = n,
                       .row = calloc(rows, sizeof *book.row),
                       .checked = checked};
    book.page.out = open_memstream(&text, &size);
    lf_status status = book.row && book.page.out ? board_page(&book)
                                                 : lf_fail(LF_NO_MEMORY, "no memory for a board");
    if (book.page.out && fclose(book.page.out) != 0 && status == LF_OK)
        status = lf_fail(LF_NO_MEMORY, "no memory for a board");
    if (status == LF_OK) status = lf_file_write(path, text, size);
    free(book.row);
    free(text);
    return status;
}
