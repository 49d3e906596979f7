#include "problems/bilevel/parts/class_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/bilevel/parts/held_out.h"

/* s->row and the three stretches of it. */
static lf_status class_divide(lf_class_levels *s, const lf_class_levels_params *p) {
    lf_task *task = &s->task;
    const size_t upper = p->n_upper, below = task->n_train > upper ? task->n_train - upper : 0;
    const size_t lower = p->n_lower ? p->n_lower : below;
    size_t held = task->n_rest;
    if (lower == 0 || lower > below)
        return lf_fail(LF_BAD_ARGUMENT,
                       "%zu rows below and %zu above, but %s has %zu that train; ask for fewer",
                       lower, upper, task->data->name, task->n_train);
    if (upper == 0) LF_TRY(lf_held_out_take(task, p->held, &held));
    const size_t above = upper ? upper : task->n_rest;
    if (above == 0)
        return lf_fail(LF_BAD_INPUT,
                       "all %zu rows of %s train; the upper level needs others: split=random",
                       task->n_train, task->data->name);
    s->row = malloc((lower + above + held) * sizeof *s->row);
    if (!s->row) return lf_fail(LF_NO_MEMORY, "no memory to divide %zu rows", task->data->rows);
    const uint32_t *from = upper ? task->train + lower : task->rest;
    memcpy(s->row, task->train, lower * sizeof *s->row);
    memcpy(s->row + lower, from, above * sizeof *s->row);
    memcpy(s->row + lower + above, upper ? task->rest : from + above, held * sizeof *s->row);
    s->lower = (lf_class_level){.n = lower};
    s->upper = (lf_class_level){.first = lower, .n = above};
    s->test = (lf_class_level){.first = lower + above, .n = held};
    return LF_OK;
}

lf_status lf_class_levels_open(lf_class_levels *s, const lf_class_levels_params *p) {
    LF_TRY(lf_task_divide(&s->task, p->task));
    LF_TRY(class_divide(s, p));
    const lf_class_copy copy = {.n = s->lower.n + s->upper.n + s->test.n,
                                .row = s->row,
                                .n_train = s->lower.n,
                                .standardise = p->standardise,
                                .intercept = p->intercept,
                                .one_score = p->one_score};
    return lf_class_rows_take(&s->rows, s->task.data, &copy);
}

static lf_status class_room(lf_class_levels *s) {
    const size_t n = s->rows.model.dim;
    lf_class_room *room = s->room = calloc(1, sizeof *room);
    if (room) room->ridge = calloc(3 * n + s->d + s->lower.n, sizeof *room->ridge);
    if (!room || !room->ridge)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu numbers of a lower level", n);
    room->y = room->ridge + n;
    room->v = room->y + n;
    room->x = room->v + n;
    room->each = room->x + s->d;
    return LF_OK;
}

static lf_status class_levels_solve(const void *state, size_t i, const double *x, double *y) {
    const lf_class_levels *s = state;
    lf_class_room *room = s->room;
    const size_t n = s->rows.model.dim, bytes = s->d * sizeof *x;
    (void)i;
    if (!room->solved || memcmp(room->x, x, bytes) != 0) { /* several metrics ask about one x */
        const lf_class_level g = s->at(s, x);
        room->solved = false;
        LF_TRY(lf_class_solve(&s->rows, &g, y));
        memcpy(room->x, x, bytes);
        lf_vec_copy(n, y, room->y);
        room->solved = true;
    }
    lf_vec_copy(n, room->y, y);
    return LF_OK;
}

static double class_levels_value(const void *state, size_t i, const double *x, const double *y) {
    const lf_class_levels *s = state;
    double loss = NAN, error;
    (void)i, (void)x;
    return lf_class_judge(&s->rows, &s->upper, y, &loss, &error) == LF_OK ? loss : NAN;
}

static lf_status class_levels_hypergradient(const void *state, size_t i, const double *x,
                                            const double *y, double a, double *grad) {
    const lf_class_levels *s = state;
    const lf_samples all = {.role = LF_ROLE_LOWER, .n = s->lower.n, .draw = LF_DRAW_FULL};
    double *q = s->room->v;
    (void)i;
    const lf_class_level g = s->at(s, x);
    lf_vec_zero(s->rows.model.dim, q);
    LF_TRY(lf_class_answer(&s->rows, &s->upper, NULL, y, NULL, q));
    LF_TRY(lf_class_invert(&s->rows, &g, y, q));
    return s->across(s, &all, -a, x, y, q, grad);
}

static lf_status class_levels_objective(const void *state, size_t i, const double *x,
                                        const double *y, double *value, double *slack) {
    const lf_class_levels *s = state;
    const size_t n = s->rows.model.dim;
    const lf_class_level g = s->at(s, x);
    double *grad = s->room->v, *each = s->room->each;
    (void)i;
    lf_vec_zero(n, grad);
    LF_TRY(lf_class_answer(&s->rows, &g, NULL, y, NULL, grad));
    LF_TRY(lf_class_each(&s->rows, &g, NULL, y, NULL, each));
    *value = *slack = 0;
    for (size_t j = 0; j < g.n; j++)
        *value += each[j] * (g.p ? -lf_logistic_derivatives(-g.p[j]).slope : 1) / (double)g.n;
    for (size_t k = 0; k < n; k++) {
        *value += g.ridge[k] * y[k] * y[k] / 2;
        *slack += grad[k] * grad[k] / (2 * g.ridge[k]);
    }
    return LF_OK;
}

static const lf_bilevel_levels class_levels = {class_levels_solve, class_levels_value,
                                               class_levels_hypergradient, class_levels_objective};

lf_status lf_class_levels_describe(lf_class_levels *s, size_t d, const lf_metric *metrics,
                                   lf_problem_info *info) {
    static const char *const names[3] = {"train", "validation", "test"};
    const lf_class_level *const levels[3] = {&s->lower, &s->upper, &s->test};
    s->common.is = &class_levels;
    s->d = d;
    LF_TRY(class_room(s));
    for (size_t k = 0; k < 3; k++)
        s->part[k] = (lf_part){names[k], levels[k]->n, s->row + levels[k]->first};
    s->each[0] = lf_component_mean(1, s->upper.n, &lf_outer_identity);
    s->each[1] = lf_component_mean(s->rows.model.dim, s->lower.n, NULL);
    *info = (lf_problem_info){.dim = d,
                              .role[LF_ROLE_UPPER] = {.count = 1, .component = s->each},
                              .role[LF_ROLE_LOWER] = {.count = 1, .component = s->each + 1},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = d},
                              .domain_y = {.kind = LF_DOMAIN_SPACE, .n = s->rows.model.dim},
                              .n = s->lower.n,
                              .rho_f = NAN,
                              .rho_g = NAN,
                              .parts = s->test.n ? 3 : 2,
                              .part = s->part,
                              .features = s->task.data->features,
                              .feature = s->task.data->feature,
                              .data_name = s->task.data->name,
                              .data_sha256 = s->task.data->sha256};
    lf_bilevel_count(metrics, s->test.n > 0, LF_CLASS_TEST_METRICS, info);
    lf_bilevel_describe(info);
    return LF_OK;
}

void lf_class_levels_release(void *state) {
    lf_class_levels *s = state;
    if (s->room) free(s->room->ridge);
    free(s->room);
    free(s->row);
    lf_class_rows_free(&s->rows);
    lf_task_close(&s->task);
}

static lf_status class_levels_upper(void *state, const lf_samples *samples, const double *x,
                                    const double *y, double *gx, double *gy) {
    const lf_class_levels *s = state;
    (void)x, (void)gx; /* f does not depend on x itself */
    if (!gy) return LF_OK;
    return lf_class_answer(&s->rows, &s->upper, samples, y, NULL, gy);
}

static lf_status class_levels_hvp(void *state, const lf_samples *samples, const double *x,
                                  const double *y, const double *v, double *out) {
    const lf_class_levels *s = state;
    const lf_class_level g = s->at(s, x);
    return lf_class_answer(&s->rows, &g, samples, y, v, out);
}

static lf_status class_levels_lower(void *state, const lf_samples *samples, const double *x,
                                    const double *y, double *gy) {
    return class_levels_hvp(state, samples, x, y, NULL, gy);
}

static lf_status class_levels_jvp(void *state, const lf_samples *samples, const double *x,
                                  const double *y, const double *q, double *out) {
    const lf_class_levels *s = state;
    return s->across(s, samples, 1, x, y, q, out);
}

static lf_status class_levels_lower_x(void *state, const lf_samples *samples, const double *x,
                                      const double *y, double *gx) {
    return class_levels_jvp(state, samples, x, y, NULL, gx);
}

const lf_bilevel lf_class_levels_answers = {.upper = class_levels_upper,
                                            .lower = class_levels_lower,
                                            .hvp = class_levels_hvp,
                                            .jvp = class_levels_jvp,
                                            .lower_x = class_levels_lower_x};

/* *loss and *error <- at y*(x) on these rows. */
static lf_status class_judge(const lf_problem *problem, const lf_point *at, bool test, double *loss,
                             double *error) {
    const lf_class_levels *s = problem->state;
    double *y = s->room->v;
    lf_vec_zero(s->rows.model.dim, y);
    LF_TRY(class_levels_solve(s, 0, at->w, y));
    return lf_class_judge(&s->rows, test ? &s->test : &s->upper, y, loss, error);
}

lf_status lf_class_levels_error(const lf_problem *problem, const lf_point *at, double *value) {
    double loss;
    return class_judge(problem, at, false, &loss, value);
}

lf_status lf_class_levels_test(const lf_problem *problem, const lf_point *at, double *value) {
    double error;
    return class_judge(problem, at, true, value, &error);
}

lf_status lf_class_levels_test_error(const lf_problem *problem, const lf_point *at, double *value) {
    double loss;
    return class_judge(problem, at, true, &loss, value);
}
