/* What was missed, against going through every step: all gaps, betas of 1, past all underflow. */
#include "algorithms/bilevel/parts/decay.h"

#include "near.h"
#include "random_table.h"

enum { STEPS = 400, LEVELS = 9 };

static lf_decay s;

/* One level that was up to date at some step: its estimates, and y, by every step since. */
typedef struct {
    lf_decay_mark mark;
    size_t since;
    double keep[LF_LEVEL_KINDS], y, before;
} follower;

static void follow(follower *f, const double *beta, double tau) {
    f->before = f->y;
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
        f->keep[k] *= 1 - beta[k];
    f->y += tau * f->keep[LF_LEVEL_GY];
    f->since++;
}

static void follow_from_now(follower *f) {
    *f = (follower){.mark = lf_decay_now(&s)};
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
        f->keep[k] = 1;
}

static void assert_followed(const follower *f) {
    const lf_decay_gap gap = lf_decay_since(&s, &f->mark);
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
        assert_near(gap.keep[k], f->keep[k], 1e-12 * f->keep[k]);
    assert_near(gap.sum, f->y, 1e-12 * f->y);
    assert_near(gap.before, f->before, 1e-12 * f->y);
}

/* Level j is brought up to date at every j^2-th step, level 0 never. */
static void go_through(double least, double most, size_t ones) {
    follower level[LEVELS];
    lf_decay_clear(&s);
    for (size_t j = 0; j < LEVELS; j++)
        follow_from_now(&level[j]);
    for (size_t t = 1; t <= STEPS; t++) {
        double beta[LF_LEVEL_KINDS];
        const double tau = table_random(2, t, 0.1, 1);
        for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
            beta[k] = ones && t % ones == 0 ? 1 : table_random(k + 3, t, least, most);
        assert_false(lf_decay_push(&s, beta, tau));
        for (size_t j = 0; j < LEVELS; j++) {
            follow(&level[j], beta, tau);
            assert_followed(&level[j]);
            if (j > 0 && t % (j * j) == 0) follow_from_now(&level[j]);
        }
    }
}

static void test_every_gap(void **unused) {
    (void)unused;
    go_through(0, 0.001, 0);
    go_through(0, 0, 0);
    go_through(0.01, 0.5, 0); /* products fall to 1e-50 */
    go_through(0.01, 0.2, 29);
}

/* A level seen just before products have fallen below every double still knows what came after. */
static void test_late_gap(void **unused) {
    (void)unused;
    const double beta[LF_LEVEL_KINDS] = {0.3, 0.3, 0.3, 0.3};
    follower late;
    lf_decay_clear(&s);
    for (size_t t = 0; t < 500; t++)
        assert_false(lf_decay_push(&s, beta, 1));
    follow_from_now(&late);
    for (size_t t = 0; t < 30; t++) {
        lf_decay_push(&s, beta, 1);
        follow(&late, beta, 1);
        assert_followed(&late);
    }
}

/* Room for 64 spans, of 13 steps each here: the first product below 1/100 is 0.7^13. */
static void test_says_when_it_is_full(void **unused) {
    (void)unused;
    const double beta[LF_LEVEL_KINDS] = {0.3, 0.3, 0.3, 0.3};
    follower first;
    lf_decay_clear(&s);
    follow_from_now(&first);
    for (size_t t = 1; t < 64 * 13; t++) {
        assert_false(lf_decay_push(&s, beta, 1));
        follow(&first, beta, 1);
    }
    assert_true(lf_decay_push(&s, beta, 1));
    follow(&first, beta, 1);
    assert_followed(&first);
    lf_decay_clear(&s);
    assert_false(lf_decay_push(&s, beta, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_gap),
        cmocka_unit_test(test_late_gap),
        cmocka_unit_test(test_says_when_it_is_full),
    };
    return cmocka_run_group_tests_name("decay", tests, NULL, NULL);
}
