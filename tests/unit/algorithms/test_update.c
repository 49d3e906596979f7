/* step(w, G): momentum as libraries have it, Adam by hand, weight decay, clipping. */
#include "algorithms/common/update.h"

#include <math.h>

#include "near.h"
#include "oracle/arena.h"

enum { D = 3, STEPS = 12 };

static lf_update state;
static lf_arena *arena;

static lf_update *start(lf_update_params p) {
    arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_non_null(arena);
    assert_ok(lf_update_init(&state, &p, D, arena));
    return &state;
}

static int finish(void **unused) {
    (void)unused;
    lf_arena_free(arena);
    arena = NULL;
    return 0;
}

/* Gradients of no particular kind. */
static void gradient(size_t t, double *G) {
    for (size_t j = 0; j < D; j++)
        G[j] = sin(1.7 * (double)t + 0.9 * (double)j) * (double)(j + 1);
}

/* buf <- mu buf + g, w <- w - lr buf, with mu = 1 - beta, lr = eta beta. */
static void test_momentum_of_libraries(void **unused) {
    (void)unused;
    const double beta = 0.1, eta = 0.05, wd = 0.3;
    lf_update *s = start((lf_update_params){LF_UPDATE_MOMENTUM, .beta = beta, .wd = wd});
    double w[D] = {1, -2, 0.5}, x[D] = {1, -2, 0.5}, buf[D] = {0}, G[D];
    for (size_t t = 0; t < STEPS; t++) {
        gradient(t, G);
        lf_update_step(s, eta, G, w);
        for (size_t j = 0; j < D; j++) {
            buf[j] = (1 - beta) * buf[j] + G[j] + wd * x[j];
            x[j] -= eta * beta * buf[j];
            assert_near(w[j], x[j], 1e-14);
        }
    }
}

static void test_without_momentum(void **unused) {
    (void)unused;
    lf_update *s = start((lf_update_params){LF_UPDATE_MOMENTUM, .beta = 1});
    double w[D] = {1, -2, 0.5}, G[D] = {4, 2, -1};
    const double want[2][D] = {{-1, -3, 1}, {-3, -4, 1.5}};
    for (size_t t = 0; t < 2; t++) {
        lf_update_step(s, 0.5, G, w);
        for (size_t j = 0; j < D; j++)
            assert_near(w[j], want[t][j], 0);
    }
}

/* beta = 1/2, beta' = 1/4. G = (4, -2, 0): both hats are those of G and G*G, so the step is a sign.
 * Then G = (1, -2, 3): m_0 = (2 + 1) / 2, q_0 = (3 * 4 + 1) / 4, m_2 = 3/2, q_2 = 9/4, and the
 * hats divide by 3/4 and 7/16. */
static void test_adam_by_hand(void **unused) {
    (void)unused;
    lf_update *s =
        start((lf_update_params){LF_UPDATE_ADAM, .beta = 0.5, .beta_prime = 0.25, .eps = 1e-300});
    double w[D] = {0, 0, 0};
    lf_update_step(s, 0.1, (double[D]){4, -2, 0}, w);
    assert_near(w[0], -0.1, 1e-16);
    assert_near(w[1], 0.1, 1e-16);
    assert_near(w[2], 0, 0);
    lf_update_step(s, 0.1, (double[D]){1, -2, 3}, w);
    assert_near(w[0], -0.1 - 0.1 * 2 / sqrt(52. / 7), 1e-15);
    assert_near(w[1], 0.2, 1e-15);
    assert_near(w[2], -0.1 * 2 / sqrt(36. / 7), 1e-15);
}

/* eps is added to the root, not under it: one step of G = eps is half a sign. */
static void test_eps(void **unused) {
    (void)unused;
    lf_update *s =
        start((lf_update_params){LF_UPDATE_ADAM, .beta = 0.1, .beta_prime = 0.001, .eps = 0.25});
    double w[D] = {0};
    lf_update_step(s, 1, (double[D]){0.25, -0.75, 0}, w);
    assert_near(w[0], -0.5, 1e-13);
    assert_near(w[1], 0.75, 1e-13);
    assert_near(w[2], 0, 0);
}

/* Coupled: Adam sees G + wd w. Decoupled: w loses eta wd w beside Adam's step on G alone. */
static void test_weight_decay(void **unused) {
    (void)unused;
    const lf_update_params p = {LF_UPDATE_ADAM, 0.2, 0.05, 1e-8};
    const double eta = 0.1, wd = 0.4;
    for (size_t decoupled = 0; decoupled < 2; decoupled++) {
        double w[D] = {1, -2, 0.5}, want[STEPS][D], seen[D], G[D];
        double x[D] = {1, -2, 0.5};
        lf_update *s = start(p);
        for (size_t t = 0; t < STEPS; t++) {
            gradient(t, G);
            for (size_t j = 0; j < D; j++) {
                seen[j] = G[j] + (decoupled ? 0 : wd * x[j]);
                if (decoupled) x[j] *= 1 - eta * wd;
            }
            lf_update_step(s, eta, seen, x);
            lf_vec_copy(D, x, want[t]);
        }
        finish(NULL);
        lf_update_params decayed = p;
        decayed.update = decoupled ? LF_UPDATE_ADAMW : LF_UPDATE_ADAM;
        decayed.wd = wd;
        s = start(decayed);
        for (size_t t = 0; t < STEPS; t++) {
            gradient(t, G);
            lf_update_step(s, eta, G, w);
            for (size_t j = 0; j < D; j++)
                assert_near(w[j], want[t][j], 1e-14);
        }
        finish(NULL);
    }
}

/* Only what is too long is cut, and before the decay is added. */
static void test_clipping(void **unused) {
    (void)unused;
    lf_update *s = start((lf_update_params){LF_UPDATE_MOMENTUM, .beta = 1, .wd = 0.5, .clip = 2.5});
    double w[D] = {2, 0, 0};
    lf_update_step(s, 1, (double[D]){3, 4, 0}, w);
    assert_near(w[0], 2 - 1.5 - 1, 1e-15);
    assert_near(w[1], -2, 1e-15);
    lf_vec_zero(D, w);
    lf_update_step(s, 1, (double[D]){0, 0, 2.25}, w);
    assert_near(w[2], -2.25, 0);
}

#define update_test(name) cmocka_unit_test_teardown(name, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        update_test(test_momentum_of_libraries), update_test(test_without_momentum),
        update_test(test_adam_by_hand),          update_test(test_eps),
        cmocka_unit_test(test_weight_decay),     update_test(test_clipping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
