/**
 * @file method_process.c
 * @brief Orders carried out: the method opened, its init and its steps called.
 *
 * All that this process has is a channel, what the problem says of itself, and the method. Nothing
 * here guards anything: what the method does to it, it does to itself.
 */
#include "harness/audit/method_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/float_env.h"
#include "harness/audit/order.h"
#include "harness/audit/spawn.h"
#include "harness/process/channel.h"
#include "harness/process/sandbox.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"
#include "oracle/arena.h"
#include "oracle/info_copy.h"
#include "oracle/oracle.h"

enum { METHOD_READABLE = 64 };

typedef struct {
    const lf_method_host *host;
    lf_channel *channel;
    unsigned char *room;
    size_t stride; /* from one vector to the next, in bytes */
    lf_info_copy info;
    char *text; /* "name:k=v,..." and behind it the file, if there is one */
    const lf_algorithm *algorithm;
    lf_parameters parameters;
    lf_oracle_way way;
    lf_oracle *oracle;
    void *state;
    lf_arena *arena;
    double *x0; /* the method's to keep */
} method;

static unsigned char *method_vector(const method *m, size_t v) {
    return m->room + lf_order_vectors() + v * m->stride;
}

/* The way of the oracle: the question goes out, the answer comes in. */
static lf_status method_ask(void *context, lf_question *q) {
    method *m = context;
    lf_order order = {.kind = LF_ORDER_QUESTION, .question = *q};
    size_t numbers[LF_QUESTION_VECTORS] = {0};
    bool written[LF_QUESTION_VECTORS] = {false};
    for (size_t v = 0; v < lf_question_vectors(q->ask); v++) {
        if (!lf_question_vector(m->oracle, q, v, &numbers[v], &written[v]))
            return lf_fail(LF_BAD_ARGUMENT, "oracle: there is no such component or estimate");
        if (q->vector[v]) memcpy(method_vector(m, v), q->vector[v], numbers[v] * sizeof(double));
    }
    memcpy(m->room, &order, sizeof order);
    lf_channel_give(m->channel);
    LF_TRY(lf_channel_take(m->channel, NULL, NULL));
    memcpy(&order, m->room, sizeof order);
    for (size_t v = 0; v < lf_question_vectors(q->ask); v++)
        if (q->vector[v] && written[v])
            memcpy((void *)q->vector[v], method_vector(m, v), numbers[v] * sizeof(double));
    memcpy(order.question.vector, q->vector, sizeof q->vector);
    *q = order.question;
    if (q->status != LF_OK) lf_fail(LF_OK, "%s", order.message);
    return LF_OK;
}

/* One point of a report. */
static uint32_t method_point(const method *m, size_t p, const double *x, size_t n) {
    if (!x) return 0;
    lf_vec_copy(n, x, (double *)(void *)method_vector(m, p)); /* a sparse vector as it is */
    return (uint32_t)1 << p;
}

static uint32_t method_points(const method *m) {
    const size_t d = m->info.info->dim, y = m->info.info->domain_y.n;
    const lf_point iterate = m->algorithm->iterate(m->state);
    uint32_t given = method_point(m, LF_ORDER_W, iterate.w, d);
    given |= method_point(m, LF_ORDER_Y, iterate.y, y);
    if (!m->algorithm->average) return given;
    const lf_point average = m->algorithm->average(m->state);
    given |= method_point(m, LF_ORDER_AVERAGE_W, average.w, d);
    return given | method_point(m, LF_ORDER_AVERAGE_Y, average.y, y);
}

/* The turn goes back: what became of the order. */
static void method_report(method *m, lf_status status, bool points) {
    lf_order order = {.kind = LF_ORDER_REPORT, .status = status};
    if (points) order.given = method_points(m);
    if (m->oracle) order.outer = lf_oracle_outer_tell(m->oracle);
    if (status < 0) snprintf(order.message, sizeof order.message, "%s", lf_message());
    memcpy(m->room, &order, sizeof order);
    lf_channel_give(m->channel);
}

/* What the harness looks at after each call of a method in its own process. */
static lf_status method_look(method *m, lf_status status) {
    if (!lf_float_env_is_default()) return lf_float_env_left("it", "behind it");
    if (lf_arena_check(m->arena) == LF_OK) return status;
    return lf_fail_within(LF_BAD_ARGUMENT, "it wrote outside its memory, ");
}

static lf_status method_equip(method *m, const lf_order_start *start, const char *file) {
    lf_spec spec;
    LF_TRY(lf_spec_split(m->text, &spec));
    LF_TRY(file ? m->host->open(file, spec.name, &m->algorithm)
                : lf_algorithm_find(spec.name, &m->algorithm));
    LF_TRY(lf_parameters_create(m->algorithm->params, m->algorithm->params_size, spec.assignments,
                                spec.name, &m->parameters));
    const size_t bytes = m->algorithm->state_size ? m->algorithm->state_size : 1;
    m->state = calloc(1, bytes + LF_ARENA_FENCE);
    m->arena = lf_arena_create(m->state, bytes, start->memory ? start->memory : SIZE_MAX);
    if (!m->state || !m->arena)
        return lf_fail(LF_NO_MEMORY, "no memory for a state of %zu bytes", bytes);
    lf_arena_fence_state(m->arena);
    m->way = (lf_oracle_way){m, method_ask};
    LF_TRY(lf_oracle_create_away(m->info.info, start->has_jvp, &m->way, &m->oracle));
    if (!start->sparse) return LF_OK;
    LF_TRY(lf_arena_sparse(m->arena, m->info.info->dim));
    return lf_oracle_sparse(m->oracle);
}

/* What may be read until the method is open. */
static lf_status method_confine(const method *m, const char *file) {
    const char *readable[METHOD_READABLE + 1] = {LF_SANDBOX_LIBRARIES};
    size_t n = 0;
    while (readable[n])
        n++;
    for (size_t i = 0; m->host->readable && m->host->readable[i] && n < METHOD_READABLE - 1; i++)
        readable[n++] = m->host->readable[i];
    readable[n] = file;
    return lf_sandbox_enter(&(lf_sandbox_setup){
        .readable = readable, .keeper = getppid(), .meet = lf_channel_words(m->channel)});
}

/* The run is told, the process shut, the method opened, and the process shut again. The texts live
 * as long as the process. */
static lf_status method_start(method *m) {
    const unsigned char *from = m->room + lf_order_vectors();
    lf_order_start start;
    memcpy(&start, from, sizeof start);
    from += sizeof start;
    m->text = malloc(start.algorithm + start.plugin);
    if (!m->text) return lf_fail(LF_NO_MEMORY, "no memory for a method");
    memcpy(m->text, from, start.algorithm + start.plugin);
    const char *file = start.plugin ? m->text + start.algorithm : NULL;
    LF_TRY(lf_info_copy_take(from + start.algorithm + start.plugin, start.info, start.info_at,
                             &m->info));
    m->stride = start.stride;
    LF_TRY(method_confine(m, file));
    LF_TRY(method_equip(m, &start, file));
    return lf_sandbox_close();
}

static lf_status method_init(method *m) {
    const size_t d = m->info.info->dim;
    m->x0 = malloc((d + 1) * sizeof *m->x0);
    if (!m->x0) return lf_fail(LF_NO_MEMORY, "no memory for %zu numbers", d);
    memcpy(m->x0, method_vector(m, 0), d * sizeof *m->x0);
    return m->algorithm->init(m->state, m->parameters.values, m->oracle, m->x0, m->arena);
}

static void method_carry_out(method *m) {
    lf_order order;
    memcpy(&order, m->room, sizeof order);
    if (order.kind == LF_ORDER_START) {
        method_report(m, method_start(m), false);
        return;
    }
    lf_fail(LF_OK, "%s", ""); /* no older message is taken for this call's */
    lf_oracle_reopen(m->oracle);
    lf_status status =
        order.kind == LF_ORDER_INIT ? method_init(m) : m->algorithm->step(m->state, m->oracle);
    lf_oracle_close(m->oracle);
    status = method_look(m, status);
    method_report(m, status, status == LF_OK || status == LF_FINISHED);
}

int lf_method_serve(const lf_method_host *host) {
    method m = {.host = host};
    if (lf_channel_open(LF_AUDIT_FD, &m.channel) != LF_OK) return 1;
    size_t bytes;
    m.room = lf_channel_room(m.channel, &bytes);
    while (lf_channel_take(m.channel, NULL, NULL) == LF_OK)
        method_carry_out(&m);
    return 1;
}
