/* An answer that would overwrite the point, a vector beside it, or another answer, is refused
 * before it is charged, whatever the question; one that only lies next to them is not. */
#include "quadratic_levels.h"

/* Inputs and the answer, wherever they lie; `spare` (3) is for what else is to be said. */
typedef struct {
    lf_oracle *o;
    const lf_batch *b;
    const double *in[3];
    double *out, *spare;
} question;

static lf_status ask_value(const question *q) {
    return lf_oracle_value(q->o, q->b, q->in[0], q->out);
}
static lf_status ask_vjp(const question *q) {
    return lf_oracle_vjp(q->o, q->b, q->in[0], q->in[1], q->out);
}
static lf_status ask_fused_value(const question *q) {
    return lf_oracle_value_vjp(q->o, q->b, q->in[0], q->in[1], q->out, q->spare);
}
static lf_status ask_fused_vjp(const question *q) {
    return lf_oracle_value_vjp(q->o, q->b, q->in[0], q->in[1], q->spare, q->out);
}
static lf_status ask_jvp(const question *q) {
    return lf_oracle_jvp(q->o, q->b, q->in[0], q->in[1], q->out);
}
static lf_status ask_subgradient(const question *q) {
    return lf_oracle_subgradient(q->o, q->b, q->in[0], q->out);
}
static lf_status ask_saddle_v(const question *q) {
    return lf_oracle_saddle(q->o, q->b, q->in[0], q->in[1], q->out, q->spare);
}
static lf_status ask_saddle_alpha(const question *q) {
    return lf_oracle_saddle(q->o, q->b, q->in[0], q->in[1], q->spare, q->out);
}
static lf_status ask_respond(const question *q) {
    return lf_oracle_respond(q->o, q->b, q->in[0], q->out);
}
static lf_status ask_upper_x(const question *q) {
    return lf_oracle_upper_gradient(q->o, q->b, q->in[0], q->in[1], q->out, NULL);
}
static lf_status ask_upper_y(const question *q) {
    return lf_oracle_upper_gradient(q->o, q->b, q->in[0], q->in[1], NULL, q->out);
}
static lf_status ask_upper_both(const question *q) {
    return lf_oracle_upper_gradient(q->o, q->b, q->in[0], q->in[1], q->out, q->spare);
}
static lf_status ask_lower(const question *q) {
    return lf_oracle_lower_gradient(q->o, q->b, q->in[0], q->in[1], q->out);
}
static lf_status ask_lower_x(const question *q) {
    return lf_oracle_lower_gradient_x(q->o, q->b, q->in[0], q->in[1], q->out);
}
static lf_status ask_hvp(const question *q) {
    return lf_oracle_lower_hvp(q->o, q->b, q->in[0], q->in[1], q->in[2], q->out);
}
static lf_status ask_lower_jvp(const question *q) {
    return lf_oracle_lower_jvp(q->o, q->b, q->in[0], q->in[1], q->in[2], q->out);
}

/* A kind of question: how long its inputs (0: there is none) and its answer are. */
typedef struct {
    lf_status (*ask)(const question *q);
    size_t in[3], out;
} kind;

static void assert_refused(const kind *is, const question *q) {
    const lf_meter before = *lf_oracle_meter(q->o);
    assert_int_equal(is->ask(q), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "memory of its own"));
    assert_memory_equal(&before, lf_oracle_meter(q->o), sizeof before);
}

/* The answer from before an input to behind it; the other inputs are elsewhere. */
static void check_input(const kind *is, size_t k, lf_oracle *o, const lf_batch *b) {
    static double room[24], apart[3][8], spare[8];
    const double *const input = room + 8;
    question q = {o, b, {apart[0], apart[1], apart[2]}, NULL, spare};
    q.in[k] = input;
    for (size_t at = 0; at <= 16; at++) {
        q.out = room + at;
        if (at + is->out > 8 && at < 8 + is->in[k])
            assert_refused(is, &q);
        else
            assert_ok(is->ask(&q));
        lf_vec_zero(24, room);
    }
}

static void check(const kind *is, lf_oracle *o, lf_role role, size_t component) {
    lf_batch batch;
    assert_ok(lf_oracle_full(o, role, component, &batch));
    for (size_t k = 0; k < 3; k++)
        if (is->in[k] > 0) check_input(is, k, o, &batch);
}

/* An answer from before another one, of `other` numbers, to behind it. */
static void check_answers(const kind *is, size_t other, lf_oracle *o, lf_role role) {
    static double room[24], apart[2][8];
    lf_batch batch;
    assert_ok(lf_oracle_full(o, role, 0, &batch));
    question q = {o, &batch, {apart[0], apart[1]}, NULL, room + 8};
    for (size_t at = 0; at <= 16; at++) {
        q.out = room + at;
        if (at + is->out > 8 && at < 8 + other)
            assert_refused(is, &q);
        else
            assert_ok(is->ask(&q));
    }
}

/* Of one component with two outputs, and of all with three; two variables. */
static void test_component_maps(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    lf_oracle *o = trial_problem(&problem, 1, "1e12")->oracle;
    for (size_t p = 2; p <= 3; p++) {
        const kind kinds[] = {{ask_value, {2}, p},
                              {ask_vjp, {2, p}, 2},
                              {ask_fused_value, {2, p}, p},
                              {ask_fused_vjp, {2, p}, 2},
                              {ask_jvp, {2, 2}, p}};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            check(&kinds[k], o, LF_ROLE_CONSTRAINT, p == 2 ? 0 : LF_EVERY);
    }
    check(&(kind){ask_subgradient, {2}, 2}, o, LF_ROLE_CONSTRAINT, 0);
    check_answers(&(kind){ask_fused_value, {2, 2}, 2}, 2, o, LF_ROLE_CONSTRAINT);
}

static void test_saddle(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    lf_oracle *o = trial_problem(&problem, 1, "1e12")->oracle;
    const kind kinds[] = {
        {ask_saddle_v, {2, 1}, 2}, {ask_saddle_alpha, {2, 1}, 1}, {ask_respond, {2}, 1}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        check(&kinds[k], o, LF_ROLE_OBJECTIVE, 0);
    check_answers(&kinds[0], 1, o, LF_ROLE_OBJECTIVE);
}

/* x has three variables, y two. */
static void test_levels(void **unused) {
    (void)unused;
    lf_oracle *o = quadratic_open("", 1, "1e12")->oracle;
    const kind upper[] = {{ask_upper_x, {3, 2}, 3}, {ask_upper_y, {3, 2}, 2}};
    const kind lower[] = {{ask_lower, {3, 2}, 2},
                          {ask_lower_x, {3, 2}, 3},
                          {ask_hvp, {3, 2, 2}, 2},
                          {ask_lower_jvp, {3, 2, 2}, 3}};
    for (size_t k = 0; k < sizeof upper / sizeof *upper; k++)
        check(&upper[k], o, LF_ROLE_UPPER, 0);
    check_answers(&(kind){ask_upper_both, {3, 2}, 3}, 2, o, LF_ROLE_UPPER);
    for (size_t k = 0; k < sizeof lower / sizeof *lower; k++)
        check(&lower[k], o, LF_ROLE_LOWER, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_component_maps),
        trial_test(test_saddle),
        trial_test(test_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
