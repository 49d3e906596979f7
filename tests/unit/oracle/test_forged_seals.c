/* Forging by the million: 2^20 honest tickets are seen, and ten million made of them are tried. The
 * same tries win against a seal that is linear, or else they would show nothing. */
#include <stdlib.h>

#include "oracle/oracle_state.h"
#include "trial.h"

enum { SEEN = 1 << 20, TRIES = 10000000, WAYS = 6, SIZES = 60 };

typedef enum { LINEAR, AFFINE, EXCLUSIVE, RANDOM, NEIGHBOUR, BORROWED } forgery;

/* Who signs, and who is asked: the oracle of a trial, or a seal that is linear. */
typedef struct {
    trial *t; /* NULL: the linear seal */
    lf_batch *seen;
    uint64_t state; /* of the numbers by chance, which are the same each time */
} forger;

/* Source: Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators" (SplitMix). */
static uint64_t forger_number(forger *f) {
    uint64_t z = f->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static const lf_batch *forger_any(forger *f) {
    return &f->seen[forger_number(f) % SEEN];
}

static uint64_t linear_seal(const lf_batch *b) {
    return b->draw * 0x9e3779b97f4a7c15u + b->n * 0xc2b2ae3d27d4eb4fu + 0x165667b19e3779f9u;
}

static bool forger_accepted(const forger *f, const lf_batch *b) {
    const double one = 1, w[TOY_DIM] = {0.5};
    double grad[TOY_DIM] = {0};
    if (!f->t) return b->seal == linear_seal(b);
    return lf_oracle_vjp(f->t->oracle, b, w, &one, grad) == LF_OK;
}

/* Draws 0, 1, ... of sizes that go round; full batches are never seen. */
static void forger_see(forger *f) {
    f->seen = malloc(SEEN * sizeof *f->seen);
    assert_non_null(f->seen);
    for (size_t k = 0; k < SEEN; k++) {
        lf_batch *b = &f->seen[k];
        *b = (lf_batch){.role = LF_ROLE_OBJECTIVE, .draw = k, .n = 1 + k % SIZES};
        if (f->t)
            assert_ok(lf_oracle_draw(f->t->oracle, LF_ROLE_OBJECTIVE, 0, b->n, b));
        else
            b->seal = linear_seal(b);
    }
}

/* b <- for b, the same combination of the fields and the seals of a, b and c. */
static void forge_combination(forgery how, lf_batch *b, const lf_batch *a, const lf_batch *c) {
    if (how == EXCLUSIVE) {
        b->draw ^= a->draw ^ c->draw;
        b->n ^= a->n ^ c->n;
        b->seal ^= a->seal ^ c->seal;
        return;
    }
    b->draw += a->draw - c->draw;
    b->n += a->n - c->n;
    b->seal += a->seal - c->seal;
}

/* More samples than any ticket has. Of three draws in a row the sizes are n - 1, n, 1: what a draw
 * and a sample add to a linear seal, less what a draw adds and n - 1 samples take away, is n
 * samples. */
static void forge_one_more(lf_batch *b, const lf_batch *row) {
    const uint64_t both = row[1].seal - row[0].seal, round = row[2].seal - row[1].seal;
    b->n += SIZES;
    b->seal += both - round;
}

static lf_batch forge(forger *f, forgery how) {
    lf_batch b = *forger_any(f);
    const lf_batch *a = forger_any(f), *c = forger_any(f);
    switch (how) {
    case LINEAR:
        forge_one_more(&b, &f->seen[(1 + forger_number(f) % (SEEN / SIZES)) * SIZES - 2]);
        break;
    case AFFINE:
    case EXCLUSIVE:
        forge_combination(how, &b, a, c);
        break;
    case RANDOM:
        b.n = 1 + forger_number(f) % (2 * SIZES);
        b.seal = forger_number(f);
        break;
    case NEIGHBOUR: /* the seal of almost the same fields, with a bit or two changed */
        b.n ^= 1;
        b.seal ^= (uint64_t)1 << forger_number(f) % 64 | (uint64_t)1 << forger_number(f) % 64;
        break;
    default: /* another ticket's, or the full batch with this one's */
        if (forger_number(f) % 2) b.draw = LF_DRAW_FULL;
        b.seal = a->seal;
    }
    return b;
}

/* A ticket that was drawn is not forged. */
static bool forger_has_seen(const forger *f, const lf_batch *b) {
    return b->draw < SEEN && lf_ticket_same(&f->seen[b->draw], b);
}

/* accepted <- how many of each way's tries. */
static void forger_try(forger *f, size_t accepted[WAYS]) {
    memset(accepted, 0, WAYS * sizeof *accepted);
    for (size_t k = 0; k < TRIES; k++) {
        const lf_batch b = forge(f, (forgery)(k % WAYS));
        if (!forger_has_seen(f, &b)) accepted[k % WAYS] += forger_accepted(f, &b);
    }
}

static void test_none_is_accepted(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    forger f = {.t = trial_problem(&problem, 5, "1e12")};
    size_t accepted[WAYS];
    forger_see(&f);
    const size_t before = trial_count(f.t, "gradient.objective");
    forger_try(&f, accepted);
    for (size_t way = 0; way < WAYS; way++)
        assert_int_equal(accepted[way], 0);
    assert_int_equal(trial_count(f.t, "gradient.objective"), before);
    for (size_t k = 0; k < SEEN; k += 1021)
        assert_true(forger_accepted(&f, &f.seen[k]));
    free(f.seen);
}

static void test_a_linear_seal_is_forged(void **unused) {
    (void)unused;
    forger f = {0};
    size_t accepted[WAYS];
    forger_see(&f);
    forger_try(&f, accepted);
    assert_true(accepted[LINEAR] > TRIES / WAYS / 2);
    assert_true(accepted[AFFINE] > TRIES / WAYS / 2);
    assert_int_equal(accepted[RANDOM], 0);
    free(f.seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_none_is_accepted),
        trial_test(test_a_linear_seal_is_forged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
