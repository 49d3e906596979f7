/* What was missed, against going through every step: all gaps, betas of 1, past all underflow. */
#include "algorithms/bilevel/parts/lazy.h"

#include "near.h"
#include "oracle/arena.h"
#include "random_table.h"

enum { STEPS = 400, LEVELS = 9 };

static lf_lazy s;
static lf_arena *arena;

static int open_lazy(void **unused) {
    (void)unused;
    arena = lf_arena_create(&s, sizeof s, 1 << 12);
    return arena && lf_lazy_init(&s, LEVELS, arena) == LF_OK ? 0 : -1;
}

static int close_lazy(void **unused) {
    (void)unused;
    lf_arena_free(arena);
    return 0;
}

/* One level that was up to date at some step: its estimates, and y, by every step since. */
typedef struct {
    size_t level, since;
    double keep[LF_LAZY_KINDS], y, before;
} follower;

static void follow(follower *f, const double *beta, double tau) {
    f->before = f->y;
    for (size_t k = 0; k < LF_LAZY_KINDS; k++)
        f->keep[k] *= 1 - beta[k];
    f->y += tau * f->keep[LF_LAZY_GY];
    f->since++;
}

static void follow_from_now(follower *f, size_t level) {
    *f = (follower){.level = level};
    lf_lazy_mark(&s, level);
    for (size_t k = 0; k < LF_LAZY_KINDS; k++)
        f->keep[k] = 1;
}

static void assert_followed(const follower *f) {
    const lf_lazy_gap gap = lf_lazy_since(&s, f->level);
    assert_int_equal(lf_lazy_missed(&s, f->level), f->since);
    for (size_t k = 0; k < LF_LAZY_KINDS; k++)
        assert_near(gap.keep[k], f->keep[k], 1e-12 * f->keep[k]);
    assert_near(gap.sum, f->y, 1e-12 * f->y);
    assert_near(gap.before, f->before, 1e-12 * f->y);
}

/* Level j is brought up to date at every j^2-th step, level 0 never. */
static void go_through(double least, double most, size_t ones) {
    follower level[LEVELS];
    lf_lazy_clear(&s);
    for (size_t j = 0; j < LEVELS; j++)
        follow_from_now(&level[j], j);
    for (size_t t = 1; t <= STEPS; t++) {
        double beta[LF_LAZY_KINDS];
        const double tau = table_random(2, t, 0.1, 1);
        for (size_t k = 0; k < LF_LAZY_KINDS; k++)
            beta[k] = ones && t % ones == 0 ? 1 : table_random(k + 3, t, least, most);
        assert_false(lf_lazy_push(&s, beta, tau));
        for (size_t j = 0; j < LEVELS; j++) {
            follow(&level[j], beta, tau);
            assert_followed(&level[j]);
            if (j > 0 && t % (j * j) == 0) follow_from_now(&level[j], j);
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
    const double beta[LF_LAZY_KINDS] = {0.3, 0.3, 0.3, 0.3};
    follower late;
    lf_lazy_clear(&s);
    for (size_t t = 0; t < 500; t++)
        assert_false(lf_lazy_push(&s, beta, 1));
    follow_from_now(&late, 2);
    for (size_t t = 0; t < 30; t++) {
        lf_lazy_push(&s, beta, 1);
        follow(&late, beta, 1);
        assert_followed(&late);
    }
}

/* Room for 64 spans, of 13 steps each here: the first product below 1/100 is 0.7^13. */
static void test_says_when_it_is_full(void **unused) {
    (void)unused;
    const double beta[LF_LAZY_KINDS] = {0.3, 0.3, 0.3, 0.3};
    follower first;
    lf_lazy_clear(&s);
    follow_from_now(&first, 0);
    for (size_t t = 1; t < 64 * 13; t++) {
        assert_false(lf_lazy_push(&s, beta, 1));
        follow(&first, beta, 1);
    }
    assert_true(lf_lazy_push(&s, beta, 1));
    follow(&first, beta, 1);
    assert_followed(&first);
    lf_lazy_clear(&s);
    for (size_t i = 0; i < LEVELS; i++)
        assert_int_equal(lf_lazy_missed(&s, i), 0);
    assert_false(lf_lazy_push(&s, beta, 1));
}

#define lazy_test(name) cmocka_unit_test_setup_teardown(name, open_lazy, close_lazy)

int main(void) {
    const struct CMUnitTest tests[] = {
        lazy_test(test_every_gap),
        lazy_test(test_late_gap),
        lazy_test(test_says_when_it_is_full),
    };
    return cmocka_run_group_tests_name("lazy", tests, NULL, NULL);
}
