/* Weights of training rows as a problem: its rows, its room, its description. */
#include <stdlib.h>

#include "problems/bilevel/parts/held_out.h"
#include "problems/bilevel/parts/weights.h"

/* Some of the rows that do not train are held out; the first n_rest of the others <- as many of
 * them as are asked for, drawn, in file order. */
static lf_status weights_draw(lf_weights *w, size_t validation) {
    lf_task *task = &w->task;
    size_t held;
    if (task->n_rest == 0)
        return lf_fail(
            LF_BAD_INPUT,
            "all %zu rows of %s train; weights need others to be judged by: split=random",
            task->data->rows, task->data->name);
    LF_TRY(lf_held_out_take(task, w->p.test, &held));
    w->part[2] = (lf_part){"test", held, task->rest + task->n_rest};
    if (validation > task->n_rest)
        return lf_fail(LF_BAD_ARGUMENT,
                       "validation=%zu, but %s has %zu rows that neither train nor are held out; "
                       "ask for no more, or 0 for all",
                       validation, task->data->name, task->n_rest);
    if (validation == 0) return LF_OK;
    lf_held_out_draw(task, LF_HELD_VALIDATION, validation);
    task->n_rest = validation;
    return LF_OK;
}

static lf_status weights_room_take(lf_weights *w) {
    const size_t n = w->train.n, d = w->train.d, packed = lf_packed_numbers(d);
    lf_weights_room *room = w->room = calloc(1, sizeof *room);
    w->sigma = malloc(w->m * sizeof *w->sigma);
    w->each = calloc(2 * w->m, sizeof *w->each);
    w->x0 = malloc(n * sizeof *w->x0);
    double *numbers = room ? malloc((n + packed + d * d + 4 * d) * sizeof *numbers) : NULL;
    if (room) room->psi = numbers;
    if (!numbers || !w->sigma || !w->each || !w->x0)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu levels of %zu rows", w->m, n);
    room->judged = &w->validation;
    room->packed = room->psi + n;
    room->H = room->packed + packed;
    room->g = room->H + d * d;
    room->step = room->g + d;
    room->y = room->step + d;
    room->g_next = room->y + d;
    for (size_t i = 0; i < w->m; i++)
        w->sigma[i] = 1;
    for (size_t j = 0; j < n; j++)
        w->x0[j] = 1;
    return LF_OK;
}

/* A product goes through half of d x d numbers in order, or twice through all entries in none, each
 * of which takes ten times as long. Many large matrices would fill the memory, unless they replace
 * as many numbers. */
static bool weights_caches(const lf_weighted_rows *rows, size_t m) {
    enum { LONGER = 10, MOST = 1 << 24 };
    const size_t square = rows->d * rows->d, entries = rows->start[rows->n];
    if (square < 2 * entries) return true;
    return square < entries * LONGER * 2 && m * lf_packed_numbers(rows->d) < MOST;
}

lf_status lf_weights_open(lf_weights *w, const lf_weights_params *p, size_t m, size_t validation) {
    w->common.is = &lf_weights_levels;
    w->p = *p;
    w->m = m;
    LF_TRY(lf_task_open(&w->task, &p->task));
    LF_TRY(weights_draw(w, validation));
    const lf_task *task = &w->task;
    LF_TRY(lf_weighted_rows_take(&w->train, task->data, task->n_train, task->train));
    LF_TRY(lf_weighted_rows_take(&w->validation, task->data, task->n_rest, task->rest));
    LF_TRY(lf_weighted_rows_take(&w->test, task->data, w->part[2].n, w->part[2].row));
    w->part[0] = (lf_part){"train", task->n_train, task->train};
    w->part[1] = (lf_part){"validation", task->n_rest, task->rest};
    w->cached = weights_caches(&w->train, m);
    return weights_room_take(w);
}

/* Of any level: max psi lmax(X~'X~ / n) / (4 sigma^2) + lambda. */
static double weights_smoothness(const lf_weights *w) {
    double least = w->sigma[0];
    for (size_t i = 1; i < w->m; i++)
        least = fmin(least, w->sigma[i]);
    const double most = w->p.psi == LF_PSI_RAW ? w->p.p_max : 1;
    const double largest = lf_weighted_largest(&w->train, w->room->packed, w->room->H);
    return most * largest / (4 * least * least) + w->p.lambda;
}

static void weights_components(lf_weights *w) {
    for (size_t i = 0; i < w->m; i++) {
        w->each[i] = lf_component_mean(1, w->validation.n, &lf_outer_identity);
        w->each[w->m + i] = lf_component_mean(w->train.d, w->train.n, NULL);
    }
}

void lf_weights_describe(lf_weights *w, const lf_metric *metrics, lf_problem_info *info) {
    const size_t n = w->train.n;
    const bool raw = w->p.psi == LF_PSI_RAW;
    weights_components(w);
    *info = (lf_problem_info){
        .dim = n,
        .role[LF_ROLE_UPPER] = {.count = w->m, .component = w->each},
        .role[LF_ROLE_LOWER] = {.count = w->m, .component = w->each + w->m},
        .domain = {.kind = raw ? LF_DOMAIN_BOX : LF_DOMAIN_SPACE, .n = n, .upper = w->p.p_max},
        .domain_y = {.kind = LF_DOMAIN_SPACE, .n = w->m * w->train.d},
        .x0 = raw ? w->x0 : NULL,
        .n = n,
        .rho_f = NAN,
        .rho_g = NAN,
        .mu_y = w->p.lambda,
        .L_y = weights_smoothness(w),
        .parts = w->test.n > 0 ? 3 : 2,
        .part = w->part,
        .features = w->task.data->features,
        .feature = w->task.data->feature,
        .data_name = w->task.data->name,
        .data_sha256 = w->task.data->sha256};
    lf_bilevel_count(metrics, w->test.n > 0, LF_WEIGHTS_TEST_METRICS, info);
    lf_bilevel_describe(info);
}

void lf_weights_release(void *state) {
    lf_weights *w = state;
    if (w->room) free(w->room->psi);
    free(w->room);
    free(w->sigma);
    free(w->each);
    free(w->x0);
    lf_weighted_rows_free(&w->train);
    lf_weighted_rows_free(&w->validation);
    lf_weighted_rows_free(&w->test);
    lf_task_close(&w->task);
}
