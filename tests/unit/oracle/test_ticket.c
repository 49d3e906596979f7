/* Tickets cannot be made: only what this oracle drew, and did not take back, is answered. */
#include <stdlib.h>
#include <string.h>

#include "oracle/oracle_state.h"
#include "trial.h"

static trial *open_toy(uint64_t seed) {
    const toy problem = toy_line();
    return trial_problem(&problem, seed, "1e9");
}

/* What the oracle makes of it; nothing may have been charged if it is refused. */
static lf_status ask(trial *t, const lf_batch *batch) {
    double grad[8] = {0};
    const double one = 1, w[8] = {0.5};
    uint64_t before[LF_COUNTERS];
    memcpy(before, lf_oracle_meter(t->oracle)->count, sizeof before);
    const lf_status status = lf_oracle_vjp(t->oracle, batch, w, &one, grad);
    if (status != LF_OK)
        assert_memory_equal(before, lf_oracle_meter(t->oracle)->count, sizeof before);
    return status;
}

/* As one of the first tickets of a run, and where numbers are too large for a word together. */
static void check_each_field(uint64_t made) {
    trial *t = open_toy(1);
    lf_batch honest, forged;
    lf_oracle_inside(t->oracle)->now.made = made;
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 4, &honest));
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 4, &forged));
    assert_ok(ask(t, &honest));
    assert_ok(ask(t, &forged));
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t flip = (uint64_t)1 << bit;
        forged = honest;
        forged.n ^= flip;
        assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
        forged = honest;
        forged.draw ^= flip;
        assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
        forged = honest;
        forged.made ^= flip;
        assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
        forged = honest;
        forged.seal ^= flip;
        assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
        forged = honest;
        forged.component ^= (uint32_t)(bit < 32 ? flip : 1);
        assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
        forged = honest;
        forged.role = (lf_role)(bit + 1);
        assert_int_not_equal(ask(t, &forged), LF_OK);
    }
    forged = (lf_batch){0};
    assert_int_equal(ask(open_toy(1), &forged), LF_BAD_ARGUMENT);
    forged.draw = LF_DRAW_FULL;
    assert_int_equal(ask(open_toy(1), &forged), LF_BAD_ARGUMENT);
}

static void test_each_field_is_sealed(void **unused) {
    (void)unused;
    check_each_field(0);
    check_each_field((uint64_t)1 << 32);
}

/* Seals of three draws told the keys of a linear hash; they tell nothing of this one. */
static void test_seals_are_not_linear(void **unused) {
    (void)unused;
    trial *t = open_toy(1);
    lf_batch b[3], forged;
    for (size_t k = 0; k < 3; k++)
        assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 4 + k / 2, &b[k]));
    forged = b[1];
    forged.draw = b[2].draw; /* of draws 0, 1 and 2: what n + 1 adds, what draw + 1 adds */
    forged.seal = b[1].seal + (b[1].seal - b[0].seal);
    assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
    forged.seal = b[1].seal ^ b[1].seal ^ b[0].seal;
    assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
    forged = b[2];
    forged.n++;
    forged.seal += b[2].seal - b[1].seal - (b[1].seal - b[0].seal);
    assert_int_equal(ask(t, &forged), LF_BAD_ARGUMENT);
}

/* Two runs with the same seed draw the same samples, and yet know their own tickets. */
static void test_another_run(void **unused) {
    (void)unused;
    trial *a = open_toy(3), *b = open_toy(3);
    lf_batch more, own;
    assert_ok(lf_oracle_draw(a->oracle, LF_ROLE_OBJECTIVE, 0, 9, &more));
    assert_ok(lf_oracle_draw(b->oracle, LF_ROLE_OBJECTIVE, 0, 1, &own));
    assert_int_equal(ask(b, &more), LF_BAD_ARGUMENT);
    assert_ok(ask(b, &own));
}

/* What a step drew that was taken back was not drawn; a ticket from before it is as good as ever.
 */
static void test_taken_back(void **unused) {
    (void)unused;
    trial *t = open_toy(1);
    lf_batch kept, lost, all, drawn;
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 4, &kept));
    void *saved = malloc(lf_oracle_snapshot_bytes(t->oracle));
    lf_oracle_save(t->oracle, saved);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 8, &lost));
    assert_ok(lf_oracle_full(t->oracle, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(ask(t, &lost));
    assert_ok(lf_oracle_restore(t->oracle, saved));
    free(saved);
    assert_int_equal(ask(t, &lost), LF_BAD_ARGUMENT);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 1, &drawn)); /* the same draw again */
    assert_int_equal(drawn.draw, lost.draw);
    assert_int_equal(ask(t, &lost), LF_BAD_ARGUMENT);
    assert_int_equal(ask(t, &all), LF_BAD_ARGUMENT);
    assert_ok(ask(t, &drawn));
    assert_ok(ask(t, &kept));
}

/* A ticket of each life of a run that is restored again and again. The first ones are forgotten. */
static void test_many_lives(void **unused) {
    (void)unused;
    enum { RESTORED = LF_LIVES + 2 };
    trial *t = open_toy(1);
    lf_batch kept[RESTORED];
    void *saved = malloc(lf_oracle_snapshot_bytes(t->oracle));
    for (size_t k = 0; k < RESTORED; k++) {
        assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 4, &kept[k]));
        lf_oracle_save(t->oracle, saved);
        assert_ok(lf_oracle_restore(t->oracle, saved));
        lf_oracle_save(t->oracle, saved); /* a life without a draw takes no room */
        assert_ok(lf_oracle_restore(t->oracle, saved));
    }
    free(saved);
    for (size_t k = 0; k < RESTORED; k++)
        assert_int_equal(ask(t, &kept[k]), RESTORED - k < LF_LIVES ? LF_OK : LF_BAD_ARGUMENT);
}

/* Init of a run that goes on in another process: n samples drawn in place of the four of before. */
static lf_status init_again(trial *t, const void *saved, size_t n, lf_batch *drawn) {
    lf_oracle_init_again(t->oracle, saved);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, n, drawn));
    return lf_oracle_init_over(t->oracle);
}

/* A method that keeps a ticket of its init has the same one in every process. One whose init asks
 * for something else there would have it for nothing. */
static void test_init_again(void **unused) {
    (void)unused;
    trial *first = open_toy(1), *then = NULL, *other = open_toy(1);
    lf_batch kept, later, again;
    assert_ok(lf_oracle_draw(first->oracle, LF_ROLE_OBJECTIVE, 0, 4, &kept));
    assert_ok(lf_oracle_init_over(first->oracle));
    assert_ok(lf_oracle_draw(first->oracle, LF_ROLE_OBJECTIVE, 0, 4, &later));
    assert_ok(ask(first, &kept));
    void *saved = malloc(lf_oracle_snapshot_bytes(first->oracle));
    lf_oracle_save(first->oracle, saved);
    for (size_t life = 0; life < LF_LIVES + 2; life++) {
        then = open_toy(1);
        assert_ok(init_again(then, saved, 4, &again));
        assert_memory_equal(&again, &kept, sizeof kept);
        assert_ok(lf_oracle_restore(then->oracle, saved));
        assert_ok(ask(then, &kept));
        assert_ok(lf_oracle_draw(then->oracle, LF_ROLE_OBJECTIVE, 0, 1, &again));
        lf_oracle_save(then->oracle, saved);
    }
    assert_int_equal(ask(then, &later), LF_BAD_ARGUMENT); /* of the first of too many lives */
    assert_int_equal(init_again(other, saved, 9, &again), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "does not ask for what it asked for"));
    free(saved);
}

/* More tickets than are remembered; each may be asked about whenever, and is charged each time. */
static void test_old_tickets(void **unused) {
    (void)unused;
    enum { TICKETS = 4 * LF_RECENT_TICKETS };
    trial *t = open_toy(1);
    lf_batch batch[TICKETS];
    for (size_t k = 0; k < TICKETS; k++)
        assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 1 + k % 5, &batch[k]));
    for (size_t k = TICKETS; k-- > 0;)
        assert_ok(ask(t, &batch[k]));
    assert_int_equal(trial_count(t, "gradient.objective"), trial_count(t, "samples.objective"));
}

/* What a method may read is a copy: nothing before or behind it, nothing to write to, no data. */
static void test_info_is_a_copy(void **unused) {
    (void)unused;
    trial *t = open_toy(1);
    const lf_problem_info *own = &t->problem.info, *told = lf_oracle_info(t->oracle);
    assert_ptr_not_equal(told, own);
    assert_int_equal((uintptr_t)told % 4096, 0);
    assert_int_equal(told->dim, own->dim);
    assert_ptr_not_equal(told->role[LF_ROLE_OBJECTIVE].component,
                         own->role[LF_ROLE_OBJECTIVE].component);
    assert_int_equal(told->role[LF_ROLE_OBJECTIVE].component[0].samples,
                     own->role[LF_ROLE_OBJECTIVE].component[0].samples);
    assert_null(told->memory);
    assert_null(told->x0);
    assert_null(told->part);
    assert_null(told->feature);
    assert_string_equal(told->data_name, "");
    assert_string_equal(told->data_sha256, "");
    assert_ptr_equal(lf_oracle_component(t->oracle, LF_ROLE_OBJECTIVE, 0),
                     told->role[LF_ROLE_OBJECTIVE].component);
    assert_null(lf_oracle_component(t->oracle, LF_ROLES, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_each_field_is_sealed), trial_test(test_seals_are_not_linear),
        trial_test(test_another_run),          trial_test(test_taken_back),
        trial_test(test_many_lives),           trial_test(test_init_again),
        trial_test(test_old_tickets),          trial_test(test_info_is_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
