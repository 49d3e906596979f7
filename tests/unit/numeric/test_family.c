/* Vectors of a family against the same arithmetic on dense ones. */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "near.h"
#include "numeric/family.h"

enum { VECTORS = 6, LENGTH = 300, TOUCHED = 9, STEPS = 100000 };

/* A family, and beside it the dense vectors that its own should be. */
typedef struct {
    lf_family *family;
    double *own[VECTORS], dense[VECTORS][LENGTH];
    uint64_t state;
} twin;

/* A number in [0, 1). */
static double twin_uniform(twin *t) {
    t->state = t->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(t->state >> 11) * 0x1p-53;
}

static size_t twin_below(twin *t, size_t n) {
    return (size_t)(twin_uniform(t) * (double)n);
}

static void twin_open(twin *t, uint64_t seed) {
    *t = (twin){.state = seed};
    assert_ok(lf_family_create(LENGTH, &t->family));
    for (size_t k = 0; k < VECTORS; k++) {
        t->own[k] = calloc(LENGTH, sizeof(double));
        assert_ok(lf_family_admit(t->family, t->own[k]));
    }
    lf_family_here = t->family;
}

static void twin_close(twin *t) {
    lf_family_here = NULL;
    lf_family_free(t->family);
    for (size_t k = 0; k < VECTORS; k++)
        free(t->own[k]);
}

/* Something is added to a few entries. */
static void twin_touch(twin *t, size_t x) {
    uint32_t at[TOUCHED];
    for (size_t k = 0; k < TOUCHED; k++) /* one in each stretch, so that all are different */
        at[k] = (uint32_t)(k * (LENGTH / TOUCHED) + twin_below(t, LENGTH / TOUCHED));
    lf_family_locate(t->family, TOUCHED, at);
    double *to = lf_family_add(t->family);
    for (size_t k = 0; k < TOUCHED; k++) {
        const double by = twin_uniform(t) - 0.5;
        to[at[k]] += by;
        t->dense[x][at[k]] += by;
    }
    lf_family_added(t->family, t->own[x]);
}

static void twin_check(twin *t, size_t x, double tolerance) {
    double look[LENGTH];
    lf_vec_copy(LENGTH, t->own[x], look);
    for (size_t j = 0; j < LENGTH; j++)
        assert_near(look[j], t->dense[x][j], tolerance);
    const uint32_t at[2] = {17, 211};
    lf_family_locate(t->family, 2, at);
    const double *read = lf_family_read(t->family, t->own[x]);
    assert_near(read[17], t->dense[x][17], tolerance);
    assert_near(read[211], t->dense[x][211], tolerance);
}

/* |x - y|_2, of two of the family, or of one and a dense vector, and small where they are close. */
static void twin_apart(twin *t, size_t x, size_t y) {
    const double want = lf_vec_distance(LENGTH, t->dense[x], t->dense[y]);
    assert_near(lf_vec_distance(LENGTH, t->own[x], t->own[y]), want, 1e-11);
    assert_near(lf_vec_distance(LENGTH, t->dense[x], t->own[y]), want, 1e-11);
    assert_near(lf_vec_distance(LENGTH, t->own[x], t->dense[y]), want, 1e-11);
    assert_near(lf_vec_distance(LENGTH, t->own[x], t->own[x]), 0, 0);
    assert_near(lf_vec_distance(LENGTH, t->own[x], t->dense[x]), 0, 1e-12);
}

/* One call, on both; none lets a vector grow without end. */
static void twin_call(twin *t, size_t call, size_t x, size_t y) {
    const double a = twin_uniform(t) - 0.5, b = twin_uniform(t);
    double **v = t->own, (*d)[LENGTH] = t->dense;
    switch (call) {
    case 0:
        lf_vec_zero(LENGTH, v[y]);
        lf_vec_zero(LENGTH, d[y]);
        return;
    case 1:
        lf_vec_copy(LENGTH, v[x], v[y]);
        lf_vec_copy(LENGTH, d[x], d[y]);
        return;
    case 2:
        lf_vec_scale(LENGTH, b, v[y]);
        lf_vec_scale(LENGTH, b, d[y]);
        return;
    case 3:
    case 4:
        lf_vec_axpby(LENGTH, 1 - b, v[x], b, v[y]);
        lf_vec_axpby(LENGTH, 1 - b, d[x], b, d[y]);
        return;
    case 5:
        lf_vec_axpy(LENGTH, a, v[x], v[y]);
        lf_vec_axpy(LENGTH, a, d[x], d[y]);
        lf_vec_scale(LENGTH, 0.6, v[y]);
        lf_vec_scale(LENGTH, 0.6, d[y]);
        return;
    default:
        twin_touch(t, y);
    }
}

static void test_random_calls(void **unused) {
    (void)unused;
    twin t;
    twin_open(&t, 1);
    for (size_t k = 0; k < STEPS; k++) {
        const size_t x = twin_below(&t, VECTORS), y = twin_below(&t, VECTORS);
        if (x == y) continue;
        twin_call(&t, twin_below(&t, 9), x, y);
        if (k % 1000 == 0) lf_vec_copy(LENGTH, t.dense[x], t.own[x]); /* from outside */
        if (k % 10 == 0)
            assert_near(lf_vec_dot(LENGTH, t.own[x], t.own[y]),
                        lf_vec_dot(LENGTH, t.dense[x], t.dense[y]), 1e-11);
        if (k % 10 == 0) twin_apart(&t, x, y);
        if (k % 10 == 0) twin_check(&t, y, 1e-12);
    }
    lf_family_dissolve(t.family);
    for (size_t k = 0; k < VECTORS; k++)
        for (size_t j = 0; j < LENGTH; j++)
            assert_near(t.own[k][j], t.dense[k][j], 1e-12);
    twin_close(&t);
}

/* What methods do: v <- (1 - beta) v + beta G, w <- w - eta v on a ball, with w's mean, its last
 * value and a copy; `far` steps, so that many eras go by. */
static void twin_momentum(twin *t, double beta, size_t steps) {
    enum { W, V, G, MEAN, LAST, HELD };
    double **v = t->own, (*d)[LENGTH] = t->dense;
    for (size_t k = 1; k <= steps; k++) {
        lf_vec_zero(LENGTH, v[G]);
        lf_vec_zero(LENGTH, d[G]);
        twin_touch(t, G);
        twin_touch(t, G);
        for (int side = 0; side < 2; side++) {
            double *const *to = side ? (double *[]){d[0], d[1], d[2], d[3], d[4], d[5]} : v;
            lf_vec_copy(LENGTH, to[W], to[LAST]);
            lf_vec_axpby(LENGTH, beta, to[G], 1 - beta, to[V]);
            lf_vec_axpy(LENGTH, beta * 0.01, to[W], to[V]);
            lf_vec_axpy(LENGTH, -0.3, to[V], to[W]);
            const double norm = lf_vec_norm(LENGTH, to[W]);
            if (norm > 1) lf_vec_scale(LENGTH, 1 / norm, to[W]);
            lf_vec_axpby(LENGTH, 1 / (double)k, to[W], 1 - 1 / (double)k, to[MEAN]);
            lf_vec_copy(LENGTH, to[MEAN], to[HELD]);
        }
        if (k % 100 != 0) continue;
        for (size_t x = 0; x < VECTORS; x++)
            twin_check(t, x, 1e-12);
    }
}

static void test_momentum(void **unused) {
    (void)unused;
    const double beta[] = {0.9, 0.1, 0.01};
    for (size_t k = 0; k < 3; k++) {
        twin t;
        twin_open(&t, k);
        twin_momentum(&t, beta[k], 20000);
        twin_close(&t);
    }
}

/* RMSProp, with kept = 1 AdaGrad, on a ball; now and then what is asked about has a past, as with a
 * regulariser, or is dense, and dense vectors take what sparse ones say. */
static void twin_roots(twin *t, double kept, size_t steps) {
    enum { W, Q, G, OTHER };
    double **v = t->own, (*d)[LENGTH] = t->dense, out[2][LENGTH] = {{0}};
    for (size_t k = 1; k <= steps; k++) {
        lf_vec_zero(LENGTH, v[G]);
        lf_vec_zero(LENGTH, d[G]);
        if (k % 7 != 0) twin_touch(t, G);
        for (int side = 0; side < 2; side++) {
            double *const *to = side ? (double *[]){d[0], d[1], d[2], d[3]} : v;
            if (k % 50 == 0) lf_vec_axpy(LENGTH, 0.1, to[W], to[G]);
            const double *g = k % 60 == 1 ? d[G] : to[G]; /* never with W in it */
            lf_vec_squares(LENGTH, 0.1, g, kept, to[Q]);
            lf_vec_over_root(LENGTH, -0.01, g, to[Q], 1e-3, to[W]);
            const double norm = lf_vec_norm(LENGTH, to[W]);
            if (norm > 1) lf_vec_scale(LENGTH, 1 / norm, to[W]);
            lf_vec_axpby(LENGTH, 0.01, to[W], 0.99, to[OTHER]);
            lf_vec_squares(LENGTH, 0.1, to[G], kept, out[side]);
        }
        if (k % 100 != 0) continue;
        for (size_t x = 0; x <= OTHER; x++)
            twin_check(t, x, 1e-12);
        for (size_t j = 0; j < LENGTH; j++)
            assert_near(out[0][j], out[1][j], 1e-12);
    }
}

static void test_roots(void **unused) {
    (void)unused;
    const double kept[] = {1, 0.99, 0.5};
    for (size_t k = 0; k < 3; k++) {
        twin t;
        twin_open(&t, k);
        twin_roots(&t, kept[k], 20000);
        twin_close(&t);
    }
}

/* A snapshot taken in the middle goes on to the same bits. */
typedef struct {
    unsigned char *bytes;
    size_t used;
} kept;

static lf_status keep(void *context, const void *bytes, size_t size) {
    kept *to = context;
    memcpy(to->bytes + to->used, bytes, size);
    to->used += size;
    return LF_OK;
}

static void test_snapshot(void **unused) {
    (void)unused;
    twin t, from;
    twin_open(&t, 5);
    twin_momentum(&t, 0.2, 700);
    kept snapshot = {malloc(lf_family_bytes(t.family)), 0};
    double *own[VECTORS], look[2][LENGTH];
    assert_ok(lf_family_visit(t.family, keep, &snapshot));
    assert_int_equal(snapshot.used, lf_family_bytes(t.family));
    from = t;
    for (size_t k = 0; k < VECTORS; k++) {
        own[k] = malloc(LENGTH * sizeof *own[k]);
        memcpy(own[k], t.own[k], LENGTH * sizeof *own[k]);
    }
    for (int round = 0; round < 2; round++) {
        twin_momentum(&t, 0.2, 700);
        lf_vec_copy(LENGTH, t.own[0], look[round]);
        if (round > 0) break;
        lf_family_restore(t.family, snapshot.bytes);
        t = from;
        for (size_t k = 0; k < VECTORS; k++) {
            memcpy(t.own[k], own[k], LENGTH * sizeof *own[k]);
            free(own[k]);
        }
    }
    assert_memory_equal(look[0], look[1], sizeof look[0]);
    free(snapshot.bytes);
    twin_close(&t);
}

static void test_strangers(void **unused) {
    (void)unused;
    twin t;
    twin_open(&t, 1);
    double x[LENGTH] = {1}, y[LENGTH] = {2};
    lf_vec_axpy(LENGTH, 3, x, y);
    assert_near(y[0], 5, 0);
    assert_near(lf_vec_norm(LENGTH, t.own[0]), 0, 0);
    twin_touch(&t, 0);
    assert_true(lf_vec_finite(LENGTH, t.own[0]));
    lf_vec_scale(LENGTH, INFINITY, t.own[0]);
    assert_false(lf_vec_finite(LENGTH, t.own[0]));
    twin_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_calls), cmocka_unit_test(test_momentum),
        cmocka_unit_test(test_roots), cmocka_unit_test(test_snapshot),
        cmocka_unit_test(test_strangers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
