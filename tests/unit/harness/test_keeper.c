/*
 * The keeper of an audited run beside processes that do not play by the rules: what they write is
 * never believed. This program is those processes, too.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/audit/keeper.h"
#include "harness/audit/order.h"
#include "harness/audit/spawn.h"
#include "harness/process/channel.h"
#include "harness/process/sandbox.h"
#include "numeric/stream.h"
#include "quadratic_levels.h"

/* ---- the other side ---- */

enum { ASKS = 20000 };

static uint64_t hostile_bits(void) {
    static uint64_t block, out[4];
    if (block % 4 == 0) lf_stream_block(7, LF_STREAM_TEST, 0, 0, block / 4, out);
    return out[block++ % 4];
}

/* A number that is often small, often a limit. */
static uint64_t hostile_number(void) {
    static const uint64_t edges[] = {0,        1,       2, UINT32_MAX, (uint64_t)UINT32_MAX + 1,
                                     SIZE_MAX, 1u << 31};
    const uint64_t bits = hostile_bits();
    if (bits % 3 == 0) return edges[bits / 3 % (sizeof edges / sizeof *edges)];
    return bits % 3 == 1 ? bits / 3 % 5 : bits;
}

/* Any question, about an honest ticket or any other, with flags that do not go with it. */
static void hostile_question(lf_order *order, const lf_batch *honest) {
    lf_question *q = &order->question;
    *order = (lf_order){.kind = LF_ORDER_QUESTION};
    q->ask = (lf_ask)(hostile_bits() % 16 ? hostile_bits() % LF_ASKS : hostile_number());
    q->role = (lf_role)(hostile_bits() % 8 ? hostile_bits() % LF_ROLES : hostile_number());
    q->component = hostile_number();
    q->n = hostile_number();
    q->estimate = hostile_number();
    q->form = (lf_form)hostile_number();
    q->number = (double)(int64_t)hostile_bits();
    q->has_batch = hostile_bits() & 1;
    q->batch = *honest;
    if (hostile_bits() % 2) q->batch.n = hostile_number();
    if (hostile_bits() % 4 == 0) q->batch.component = (uint32_t)hostile_number();
    if (hostile_bits() % 4 == 0) q->batch.role = (lf_role)hostile_number();
    if (hostile_bits() % 4 == 0) q->batch.draw = hostile_number();
    if (hostile_bits() % 4 == 0) q->batch.seal = hostile_bits();
    q->outer = hostile_bits() % 3;
    for (size_t v = 0; v < LF_QUESTION_VECTORS; v++)
        q->vector[v] = (const void *)(uintptr_t)(hostile_bits() % 2 ? hostile_bits() : 0);
}

static void hostile_turn(lf_channel *channel, void *room, lf_order *order) {
    memcpy(room, order, sizeof *order);
    lf_channel_give(channel);
    if (lf_channel_take(channel, NULL, NULL) != LF_OK) _exit(1);
    memcpy(order, room, sizeof *order);
}

static void hostile_report(lf_channel *channel, void *room, lf_order order) {
    memcpy(room, &order, sizeof order);
    lf_channel_give(channel);
    if (lf_channel_take(channel, NULL, NULL) != LF_OK) _exit(1);
}

/* Draws now and then, so that some tickets are good; counts what was answered. */
static void hostile_asks(lf_channel *channel, void *room, size_t bytes) {
    lf_order order;
    lf_batch honest = {0};
    uint64_t answered = 0;
    for (size_t k = 0; k < ASKS; k++) {
        hostile_question(&order, &honest);
        for (size_t i = lf_order_vectors(); i < bytes && k % 64 == 0; i++)
            ((unsigned char *)room)[i] = (unsigned char)hostile_bits();
        hostile_turn(channel, room, &order);
        answered += order.question.status == LF_OK;
        if (order.question.status == LF_OK && order.question.ask <= LF_ASK_FULL)
            honest = order.question.batch;
    }
    if (answered < ASKS / 100) _exit(2); /* it would try nothing */
}

static int hostile_main(const char *mode) {
    lf_channel *channel;
    size_t bytes;
    if (lf_channel_open(LF_AUDIT_FD, &channel) != LF_OK) return 1;
    void *room = lf_channel_room(channel, &bytes);
    if (lf_channel_take(channel, NULL, NULL) != LF_OK) return 1;
    if (strcmp(mode, "exit") == 0) return 3;
    if (strcmp(mode, "signal") == 0) raise(SIGKILL);
    if (strcmp(mode, "question") == 0) /* before it was asked to do anything */
        hostile_report(channel, room, (lf_order){.kind = LF_ORDER_QUESTION});
    hostile_report(channel, room, (lf_order){.kind = LF_ORDER_REPORT});
    if (strcmp(mode, "asks") == 0) hostile_asks(channel, room, bytes);
    lf_order last = {.kind = strcmp(mode, "nonsense") == 0 ? 77 : LF_ORDER_REPORT,
                     .status = strcmp(mode, "text") == 0 ? LF_BAD_INPUT : LF_OK,
                     .given = UINT32_MAX};
    memset(last.message, 'x', sizeof last.message); /* without an end */
    hostile_report(channel, room, last);
    return 0;
}

/* ---- the keeper's side ---- */

static const char *command[] = {"/proc/self/exe", "hostile", NULL, NULL};

typedef struct {
    trial *t;
    lf_algorithm proxy;
    lf_audit *audit;
} kept;

static lf_status keep(const char *mode, trial *t, kept *k) {
    static const lf_algorithm described = {.name = "hostile"};
    command[2] = mode;
    lf_audit_command(command);
    *k = (kept){.t = t};
    const lf_audit_subject subject = {
        .algorithm = &described, .text = "hostile", .info = &t->problem.info};
    return lf_audit_begin(&subject, &k->proxy, &k->audit);
}

static lf_status keep_init(kept *k) {
    static const double x0[64];
    return k->proxy.init(&k->audit, NULL, k->t->oracle, x0, NULL);
}

static void test_ends(void **unused) {
    (void)unused;
    kept k;
    assert_int_equal(keep("exit", quadratic_open("", 1, "1e9:samples"), &k), LF_IO);
    assert_string_equal(lf_message(), "it ended its process (exit status 3)");
    assert_null(k.audit);
    assert_int_equal(keep("signal", quadratic_open("", 1, "1e9:samples"), &k), LF_IO);
    assert_string_equal(lf_message(), "its process was ended by signal 9 (Killed)");
}

static void test_nonsense(void **unused) {
    (void)unused;
    kept k;
    assert_int_equal(keep("question", quadratic_open("", 1, "1e9:samples"), &k), LF_BAD_INPUT);
    assert_ok(keep("nonsense", quadratic_open("", 1, "1e9:samples"), &k));
    assert_int_equal(keep_init(&k), LF_BAD_INPUT);
    assert_string_equal(lf_message(), "its process said what makes no sense");
    lf_audit_end(k.audit);
    assert_ok(keep("text", quadratic_open("", 1, "1e9:samples"), &k));
    assert_int_equal(keep_init(&k), LF_BAD_INPUT);
    assert_int_equal(strlen(lf_message()), LF_ORDER_MESSAGE - 1);
    lf_audit_end(k.audit);
}

/* Twenty thousand questions that mostly make no sense, on problems of several forms: what is
 * answered was drawn and is paid for, and points are copies. */
static void ask_all(trial *t) {
    kept k;
    assert_ok(keep("asks", t, &k));
    assert_ok(keep_init(&k));
    const lf_point at = k.proxy.iterate(&k.audit);
    assert_non_null(at.w);
    const uint64_t *count = lf_oracle_meter(t->oracle)->count;
    uint64_t samples = 0, asked = 0;
    for (size_t role = 0; role < LF_ROLES; role++) {
        samples += count[LF_COUNTER_SAMPLES(role)];
        for (size_t kind = 0; kind < LF_EVALUATIONS; kind++)
            asked += count[LF_COUNTER_EVALUATION(kind, role)];
    }
    assert_true(samples > 0 && asked > 0);
    assert_int_equal(count[LF_COUNTER_STEPS], 0);
    lf_audit_end(k.audit);
}

/* Whether a question is about a batch is what its kind says: a lie would give its vectors the
 * lengths of another level. */
static void test_lies(void **unused) {
    static const lf_ask about[] = {LF_ASK_SAMPLE, LF_ASK_VALUE, LF_ASK_LOWER_JVP,
                                   LF_ASK_ESTIMATE_ADD};
    static const lf_ask none[] = {LF_ASK_DRAW, LF_ASK_UNIFORM, LF_ASK_ESTIMATE,
                                  LF_ASK_ESTIMATE_HESSIAN};
    (void)unused;
    for (size_t k = 0; k < 8; k++) {
        lf_question q = {.ask = about[k / 2], .has_batch = k % 2};
        lf_question_settle(&q);
        assert_true(q.has_batch);
        q = (lf_question){.ask = none[k / 2], .has_batch = k % 2};
        lf_question_settle(&q);
        assert_false(q.has_batch);
    }
    lf_question q = {.ask = LF_ASK_ESTIMATE_PROJECT, .has_batch = true};
    lf_question_settle(&q);
    assert_true(q.has_batch); /* either way is a question */
}

static void test_hostile_questions(void **unused) {
    (void)unused;
    const toy line = toy_line();
    ask_all(quadratic_open("", 1, "1e12:samples"));
    ask_all(quadratic_open("tasks=5", 1, "1e12:samples"));
    ask_all(trial_problem(&line, 1, "1e12:samples"));
}

/* The budget ends for it as for any other. */
static void test_budget(void **unused) {
    (void)unused;
    kept k;
    trial *t = quadratic_open("", 1, "100:samples");
    assert_ok(keep("asks", t, &k));
    (void)!keep_init(&k); /* it gives up where nothing is answered any more */
    assert_true(lf_oracle_meter(t->oracle)->spent);
    assert_true(trial_count(t, "samples.lower") + trial_count(t, "samples.upper") <= 100);
    lf_audit_end(k.audit);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "hostile") == 0) _exit(hostile_main(argv[2]));
    if (lf_sandbox_look() != LF_OK) {
        print_message("skipped: %s\n", lf_message());
        return 77;
    }
    const struct CMUnitTest tests[] = {
        trial_test(test_ends),   trial_test(test_nonsense),
        trial_test(test_lies),   trial_test(test_hostile_questions),
        trial_test(test_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
