/* SABA: counts, first steps, SOBA on all samples, the recursion beside one on numbers with blocks
 * of unequal sizes, that noise does not keep it from the optimum of a finite sum. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_saba, lf_algorithm_soba;
static const lf_algorithm *const saba = &lf_algorithm_saba;

/* 6 samples are 3 blocks of 2, and 2 blocks of 3. */
static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(saba, "b_f=2,b_g=3", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){7 * 4, 7 * 8, 7 * 6, 7 * 6, 7 * 6, 7 * 6});
    t = curved_start(saba, "b_f=2,b_g=3,start=full", &twin);
    assert_asked(t, (size_t[]){12, 24, 12, 12, 12, 12});
    t = curved_start(saba, "b=64", &twin); /* one block */
    trial_steps(t, 3);
    assert_asked(t, (size_t[]){36, 72, 36, 36, 36, 36});
}

static void test_first_steps(void **unused) {
    (void)unused;
    assert_path(saba, "b=64,gamma=0.6,tau=0.2", 3, quadratic_soba);
    assert_path(saba, "b=64,gamma=0.6,tau=0.2,start=full", 3, quadratic_soba);
}

/* One block is all samples: what it said last is taken back whole. */
static void test_is_soba(void **unused) {
    (void)unused;
    trial *a = quadratic_start(saba, "s=0.3,tasks=3", 1, NULL, "1e12", "b=64,gamma=0.05,tau=0.2");
    trial *b = quadratic_start(&lf_algorithm_soba, "s=0.3,tasks=3", 1, NULL, "1e12",
                               "b=64,gamma=0.05,tau=0.2,sched=constant");
    assert_same_path(a, b, 60, 1e-13);
}

enum { BLOCKS = 4 }; /* of 7 samples, at most 2 each */

static const double share[BLOCKS] = {1 / 7., 2 / 7., 2 / 7., 2 / 7.};

/* out += the correction of row k, with the mean added up anew from the rows. */
static void correct(size_t n, double row[BLOCKS][3], size_t k, const double *now, double *out) {
    for (size_t j = 0; j < n; j++) {
        out[j] += now[j] - row[k][j];
        for (size_t i = 0; i < BLOCKS; i++)
            out[j] += share[i] * row[i][j];
        row[k][j] = now[j];
    }
}

/* Of the next block of this role, by adding up shares; *k <- which. */
static lf_batch next(trial *t, lf_role role, size_t *k) {
    const double u = lf_oracle_uniform(t->oracle);
    double end = share[0];
    lf_batch batch;
    for (*k = 0; u >= end; end += share[*k])
        ++*k;
    assert_ok(lf_oracle_block(t->oracle, role, 0, BLOCKS, *k, &batch));
    assert_int_equal(batch.n, *k ? 2 : 1);
    return batch;
}

static void test_recursion(void **unused) {
    (void)unused;
    static double G[BLOCKS][3], P[BLOCKS][3], C[BLOCKS][3], U[BLOCKS][3], W[BLOCKS][3];
    const char *set = "s=0.3,samples=7";
    trial *t = quadratic_start(saba, set, 1, NULL, "1e12", "b=2,gamma=0.05,tau=0.2,tau_v=0.5");
    trial *twin = quadratic_open(set, 1, "1e12");
    trial_init(trial_equip(twin, saba, "", 1 << 20), (double[3]){0});
    lf_oracle *o = twin->oracle;
    double x[3] = {0}, y[2] = {0}, v[2] = {0};
    for (size_t step = 0; step < 50; step++) {
        double now[5][3] = {{0}}, E_x[3] = {0}, E_y[2] = {0}, E_v[2] = {0};
        size_t k, l;
        const lf_batch J = next(twin, LF_ROLE_LOWER, &k);
        assert_ok(lf_oracle_lower_gradient(o, &J, x, y, now[0]));
        assert_ok(lf_oracle_lower_hvp(o, &J, x, y, v, now[1]));
        assert_ok(lf_oracle_lower_jvp(o, &J, x, y, v, now[2]));
        const lf_batch K = next(twin, LF_ROLE_UPPER, &l);
        assert_ok(lf_oracle_upper_gradient(o, &K, x, y, now[4], now[3]));
        correct(2, G, k, now[0], E_y);
        correct(2, P, k, now[1], E_v);
        correct(3, C, k, now[2], E_x);
        correct(2, U, l, now[3], E_v);
        correct(3, W, l, now[4], E_x);
        lf_vec_axpy(3, -0.05, E_x, x);
        lf_vec_axpy(2, -0.2, E_y, y);
        lf_vec_axpy(2, -0.1, E_v, v);
        trial_steps(t, 1);
        for (size_t j = 0; j < 3; j++)
            assert_near(saba->iterate(t->state).w[j], x[j], 1e-13);
    }
    assert_true(lf_vec_norm(3, x) > 0.05);
}

/* Blocks change nothing about where it ends: the optimum of all 64 samples, which noise keeps SOBA
 * away from. */
static void test_ends(void **unused) {
    (void)unused;
    static const char *const sets[] = {"b=4,gamma=0.1,tau=0.1",
                                       "b_f=5,b_g=7,gamma=0.1,tau=0.1,start=full"};
    double ends[2][3];
    for (size_t k = 0; k < 2; k++) {
        trial *t = quadratic_start(saba, "s=0.3", 1, NULL, "1e12", sets[k]);
        trial_steps(t, 20000);
        lf_vec_copy(3, saba->iterate(t->state).w, ends[k]);
    }
    assert_true(lf_vec_distance(3, ends[0], ends[1]) < 1e-12);
    assert_y_confined(saba, "b=64,tau=0.1");
    assert_whole(saba, "b=3,output=random");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_first_steps), trial_test(test_is_soba),
        trial_test(test_recursion), trial_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
