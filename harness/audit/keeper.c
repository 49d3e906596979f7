/**
 * @file keeper.c
 * @brief The keeper's side of an audited run: orders out, questions in.
 *
 * Nothing that the other process writes is believed: heads are copied before they are looked at,
 * lengths come from the problem and not from the question, and vectors are copied to memory that
 * the other process does not have before anything is computed with them.
 */
#include "harness/audit/keeper.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/audit/order.h"
#include "harness/audit/spawn.h"
#include "harness/process/channel.h"
#include "harness/process/sandbox.h"

struct lf_audit {
    lf_channel *channel;
    unsigned char *room;
    size_t room_bytes;
    pid_t process; /* 0: none, or reaped */
    int wait_status;
    lf_order order; /* the turn that came last, copied */
    size_t d, y;    /* lengths of a point */
    size_t longest; /* of any vector of a question */
    double *vector[LF_QUESTION_VECTORS], *point[LF_ORDER_POINTS];
    lf_point iterate, average;
};

static size_t keeper_most(size_t a, size_t b) {
    return a > b ? a : b;
}

/* The longest vector that a question or a report can have. */
static size_t keeper_longest(const lf_problem_info *info) {
    size_t longest = keeper_most(info->dim, info->domain_y.n);
    for (size_t role = 0; role < LF_ROLES; role++) {
        size_t every = 0;
        for (size_t i = 0; i < info->role[role].count; i++)
            every += info->role[role].component[i].outputs;
        longest = keeper_most(longest, keeper_most(every, info->role[role].count));
    }
    return longest;
}

static lf_status keeper_take_memory(lf_audit *a) {
    bool whole = true;
    for (size_t v = 0; v < LF_QUESTION_VECTORS; v++)
        whole = (a->vector[v] = aligned_alloc(64, lf_order_stride(a->longest + 1))) && whole;
    for (size_t p = 0; p < LF_ORDER_POINTS; p++)
        whole = (a->point[p] = calloc(keeper_most(a->d, a->y) + 1, sizeof **a->point)) && whole;
    return whole ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for an audited run");
}

/* Asked while the keeper waits; and how the process ended, once it has. */
static bool keeper_alive(void *context) {
    lf_audit *a = context;
    if (a->process > 0 && waitpid(a->process, &a->wait_status, WNOHANG) == a->process)
        a->process = 0;
    return a->process > 0;
}

static lf_status keeper_lost(const lf_audit *a) {
    if (!WIFSIGNALED(a->wait_status))
        return lf_fail(LF_IO, "it ended its process (exit status %d)", WEXITSTATUS(a->wait_status));
    const char *words = sigdescr_np(WTERMSIG(a->wait_status)); /* in English whatever the locale */
    return lf_fail(LF_IO, "its process was ended by signal %d (%s)", WTERMSIG(a->wait_status),
                   words ? words : "unknown");
}

/* Give the turn, and a->order <- the one that comes back. */
static lf_status keeper_turn(lf_audit *a) {
    if (a->process == 0) return keeper_lost(a);
    lf_channel_give(a->channel);
    if (lf_channel_take(a->channel, keeper_alive, a) != LF_OK) return keeper_lost(a);
    memcpy(&a->order, a->room, sizeof a->order);
    a->order.message[LF_ORDER_MESSAGE - 1] = '\0';
    return LF_OK;
}

static void keeper_order(lf_audit *a, lf_order_kind kind) {
    a->order = (lf_order){.kind = kind};
    memcpy(a->room, &a->order, sizeof a->order);
}

/* Lengths of the question's vectors; false: it has no such component, estimate or kind. */
static bool keeper_shape(lf_audit *a, const lf_oracle *o, size_t numbers[LF_QUESTION_VECTORS],
                         bool written[LF_QUESTION_VECTORS], size_t *vectors) {
    for (*vectors = 0; *vectors < lf_question_vectors(a->order.question.ask); ++*vectors)
        if (!lf_question_vector(o, &a->order.question, *vectors, &numbers[*vectors],
                                &written[*vectors]) ||
            numbers[*vectors] > a->longest)
            return false;
    return (size_t)a->order.question.ask < LF_ASKS;
}

/* Carry the question out on copies of its vectors, and write the answer. */
static void keeper_answer(lf_audit *a, lf_oracle *o) {
    size_t numbers[LF_QUESTION_VECTORS], vectors;
    bool written[LF_QUESTION_VECTORS];
    lf_question *q = &a->order.question;
    unsigned char *at = a->room + lf_order_vectors();
    lf_question_settle(q);
    const bool shaped = keeper_shape(a, o, numbers, written, &vectors);
    for (size_t v = 0; v < vectors && shaped; v++, at += lf_order_stride(a->longest)) {
        memcpy(a->vector[v], at, numbers[v] * sizeof(double));
        if (q->vector[v] || !lf_question_optional(q->ask, v)) q->vector[v] = a->vector[v];
    }
    if (shaped)
        lf_question_answer(o, q);
    else
        q->status = lf_fail(LF_BAD_ARGUMENT, "oracle: there is no such component or estimate");
    at = a->room + lf_order_vectors();
    for (size_t v = 0; v < vectors && shaped; v++, at += lf_order_stride(a->longest))
        if (written[v]) memcpy(at, a->vector[v], numbers[v] * sizeof(double));
    a->order.kind = LF_ORDER_ANSWER;
    if (q->status != LF_OK) snprintf(a->order.message, sizeof a->order.message, "%s", lf_message());
    memcpy(a->room, &a->order, sizeof a->order);
}

/* The points of a report, copied. */
static void keeper_points(lf_audit *a) {
    const size_t length[LF_ORDER_POINTS] = {a->d, a->y, a->d, a->y};
    const double *got[LF_ORDER_POINTS] = {NULL};
    for (size_t p = 0; p < LF_ORDER_POINTS; p++) {
        if (!(a->order.given >> p & 1)) continue;
        memcpy(a->point[p], a->room + lf_order_vectors() + p * lf_order_stride(a->longest),
               length[p] * sizeof(double));
        got[p] = a->point[p];
    }
    a->iterate = (lf_point){got[LF_ORDER_W], got[LF_ORDER_Y]};
    a->average = (lf_point){got[LF_ORDER_AVERAGE_W], got[LF_ORDER_AVERAGE_Y]};
}

/* From an order to its report, with all that is asked in between. */
static lf_status keeper_carry_out(lf_audit *a, lf_oracle *o) {
    for (;;) {
        LF_TRY(keeper_turn(a));
        if (a->order.kind != LF_ORDER_QUESTION || !o) break;
        keeper_answer(a, o);
    }
    if (a->order.kind != LF_ORDER_REPORT)
        return lf_fail(LF_BAD_INPUT, "its process said what makes no sense");
    if (o) lf_oracle_outer_told(o, a->order.outer);
    keeper_points(a);
    if (a->order.status == LF_OK) return LF_OK;
    lf_fail(LF_OK, "%s", a->order.message);
    return (lf_status)a->order.status;
}

static lf_audit *keeper_of(const void *state) {
    return *(lf_audit *const *)state;
}

static lf_status keeper_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    lf_audit *a = keeper_of(state);
    (void)params, (void)arena;
    keeper_order(a, LF_ORDER_INIT);
    memcpy(a->room + lf_order_vectors(), x0, a->d * sizeof *x0);
    return keeper_carry_out(a, o);
}

static lf_status keeper_step(void *state, lf_oracle *o) {
    keeper_order(keeper_of(state), LF_ORDER_STEP);
    return keeper_carry_out(keeper_of(state), o);
}

static lf_point keeper_iterate(const void *state) {
    return keeper_of(state)->iterate;
}

static lf_point keeper_average(const void *state) {
    return keeper_of(state)->average;
}

/* The first turn: all that the process is told of its run. */
static void keeper_tell(lf_audit *a, const lf_audit_subject *subject, const lf_info_copy *info) {
    const lf_order_start start = {.algorithm = strlen(subject->text) + 1,
                                  .plugin = subject->plugin ? strlen(subject->plugin) + 1 : 0,
                                  .info = info->bytes,
                                  .info_at = (uintptr_t)info->info,
                                  .memory = subject->memory_bytes,
                                  .stride = lf_order_stride(a->longest),
                                  .has_jvp = subject->has_jvp,
                                  .sparse = subject->sparse};
    unsigned char *to = a->room + lf_order_vectors();
    keeper_order(a, LF_ORDER_START);
    memcpy(to, &start, sizeof start);
    to += sizeof start;
    memcpy(to, subject->text, start.algorithm);
    to += start.algorithm;
    if (subject->plugin) memcpy(to, subject->plugin, start.plugin);
    memcpy(to + start.plugin, info->info, info->bytes);
}

static size_t keeper_room(const lf_audit *a, const lf_audit_subject *subject, size_t info_bytes) {
    const size_t vectors = keeper_most(LF_QUESTION_VECTORS, LF_ORDER_POINTS);
    const size_t texts = strlen(subject->text) + (subject->plugin ? strlen(subject->plugin) : 0);
    return lf_order_vectors() + keeper_most(vectors * lf_order_stride(a->longest),
                                            sizeof(lf_order_start) + texts + 2 + info_bytes);
}

/* Channel and process; then the method is opened, and the process shut for good. */
static lf_status keeper_start(lf_audit *a, const lf_audit_subject *subject,
                              const lf_info_copy *info) {
    LF_TRY(keeper_take_memory(a));
    LF_TRY(lf_channel_create(keeper_room(a, subject, info->bytes), &a->channel));
    a->room = lf_channel_room(a->channel, &a->room_bytes);
    keeper_tell(a, subject, info);
    LF_TRY(lf_audit_spawn(lf_channel_fd(a->channel), &a->process));
    LF_TRY(keeper_carry_out(a, NULL));
    return lf_sandbox_seal(a->process);
}

lf_status lf_audit_begin(const lf_audit_subject *subject, lf_algorithm *proxy, lf_audit **audit) {
    lf_info_copy info = {0};
    *audit = NULL;
    LF_TRY(lf_sandbox_look());
    lf_audit *a = calloc(1, sizeof *a);
    if (!a) return lf_fail(LF_NO_MEMORY, "no memory for an audited run");
    a->d = subject->info->dim;
    a->y = subject->info->domain_y.n;
    a->longest = keeper_longest(subject->info);
    lf_status status = lf_info_copy_make(subject->info, &info);
    if (status == LF_OK) status = keeper_start(a, subject, &info);
    lf_info_copy_free(&info);
    if (status != LF_OK) {
        lf_audit_end(a);
        return status;
    }
    *proxy = *subject->algorithm;
    proxy->init = keeper_init;
    proxy->step = keeper_step;
    proxy->iterate = keeper_iterate;
    if (proxy->average) proxy->average = keeper_average;
    proxy->state_size = sizeof a;
    proxy->whole = false;
    proxy->unsaved = true; /* its state is over there */
    *audit = a;
    return LF_OK;
}

void lf_audit_end(lf_audit *a) {
    if (!a) return;
    if (a->process > 0) {
        kill(a->process, SIGKILL);
        while (waitpid(a->process, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    lf_channel_free(a->channel);
    for (size_t v = 0; v < LF_QUESTION_VECTORS; v++)
        free(a->vector[v]);
    for (size_t p = 0; p < LF_ORDER_POINTS; p++)
        free(a->point[p]);
    free(a);
}
