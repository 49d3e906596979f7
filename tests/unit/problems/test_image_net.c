/* ResNet-20 as a model of a data set: rows on their own and draws, beside the network itself. */
#include <string.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"
#include "image_auc.h"
#include "problems/auc/parts/images.h"

enum { BATCH = 6, DIM = 269072 + 65 };

static const lf_image_net_params standard = {
    .net = {.bn_eps = 1e-5, .bn_decay = 0.9, .init_seed = 2}, .batch = BATCH};

/* The model and the network, each with its own running statistics. */
typedef struct {
    image_auc_state *images;
    lf_model model;
    lf_resnet20 *net;
    double memory[LF_IMAGE_NET_MEMORY];
    float x[BATCH * LF_RESNET20_IMAGE];
    double *w, s[BATCH], want[BATCH];
} pair;

static const uint32_t row[BATCH] = {5, 17, 5, 63, 0, 30};

static pair *pair_open(lf_augment augment) {
    pair *p = calloc(1, sizeof *p);
    lf_image_net_params params = standard;
    params.augment = augment;
    p->images = calloc(1, sizeof *p->images);
    p->w = calloc(3 * DIM, sizeof *p->w);
    image_auc_fill(p->images);
    assert_ok(lf_image_net_create(&p->images->data, &params, p->memory, &p->model));
    assert_ok(lf_resnet20_create(&params.net, 1, 1, &params.batch, &p->net));
    assert_int_equal(p->model.dim, DIM);
    lf_resnet20_start(&params.net, 1, p->w);
    return p;
}

static void pair_close(pair *p) {
    lf_model_release(&p->model);
    lf_resnet20_release(p->net);
    free(p->images);
    free(p->w);
    free(p);
}

/* p->x <- the images of `row`, moved about as draw `key` says. */
static void pair_images(pair *p, lf_augment augment, uint64_t key) {
    for (size_t i = 0; i < BATCH; i++) {
        float plain[LF_RESNET20_IMAGE], *x = p->x + i * LF_RESNET20_IMAGE;
        double u[3];
        lf_image_standardise(LF_RESNET20_IMAGE,
                             p->images->pixel + row[i] * (size_t)LF_RESNET20_IMAGE, plain);
        lf_uniform_fill(key, i, 0, 3, u);
        if (augment == LF_AUGMENT_CROP_FLIP)
            lf_image_augment(3, 32, 32, 4, u, plain, x);
        else
            memcpy(x, plain, sizeof plain);
    }
}

/* p->s <- scores of `row` at w, as this draw. */
static void pair_draw(pair *p, const lf_draw *draw, const double *w) {
    const lf_rows rows = {.n = BATCH, .row = row, .draw = draw};
    assert_ok(p->model.is->scores(&p->model, &rows, w, p->s));
}

static void assert_same_running(pair *p) {
    assert_memory_equal(p->memory, lf_resnet20_running(p->net),
                        LF_RESNET20_RUNNING * sizeof(double));
}

/* The first question about a draw trains, each later one revisits; the next draw trains. */
static void check_draws(lf_augment augment) {
    pair *p = pair_open(augment);
    double *other = p->w + DIM, *grad = p->w + 2 * DIM, ds[BATCH];
    lf_vec_copy(DIM, p->w, other);
    lf_vec_scale(DIM, 1.1, other);
    table_point(4, BATCH, 1, ds);
    assert_same_running(p);
    for (uint64_t number = 3; number < 6; number++)
        for (int visit = 0; visit < 3; visit++) {
            const lf_draw draw = {.n = BATCH, .number = number, .key = 1000 + number};
            const lf_resnet20_mode mode = visit ? LF_RESNET20_REVISIT : LF_RESNET20_TRAIN;
            const double *w = visit == 1 ? other : p->w;
            pair_draw(p, &draw, w);
            pair_images(p, augment, draw.key);
            assert_ok(lf_resnet20_forward(p->net, mode, BATCH, p->x, w, p->want));
            assert_memory_equal(p->s, p->want, sizeof p->want);
            assert_same_running(p);
            assert_near(p->memory[LF_IMAGE_NET_NEXT], (double)number + 1, 0);
        }
    const lf_rows rows = {.n = BATCH, .row = row, .draw = &(lf_draw){.n = BATCH, .number = 5}};
    lf_vec_zero(DIM, other);
    assert_ok(p->model.is->backward(&p->model, &rows, p->w, ds, grad));
    assert_ok(lf_resnet20_backward(p->net, ds, other));
    assert_true(lf_vec_norm(DIM, grad) > 0);
    assert_memory_equal(grad, other, DIM * sizeof *grad);
    pair_close(p);
}

static void test_draws(void **state) {
    (void)state;
    check_draws(LF_AUGMENT_NONE);
}

static void test_draws_moved_about(void **state) {
    (void)state;
    check_draws(LF_AUGMENT_CROP_FLIP);
}

/* Each pixel comes from the image at one offset of at most 4, mirrored or not; all else is 0. The
 * same key moves it alike, and over keys all the offsets come up. */
static void test_offsets(void **state) {
    (void)state;
    float x[LF_RESNET20_IMAGE], y[LF_RESNET20_IMAGE];
    size_t down[9] = {0}, right[9] = {0}, mirrors = 0;
    for (size_t k = 0; k < LF_RESNET20_IMAGE; k++)
        x[k] = (float)(k + 1);
    for (uint64_t key = 0; key < 200; key++) {
        double u[3];
        lf_uniform_fill(key, 7, 0, 3, u);
        lf_image_augment(3, 32, 32, 4, u, x, y);
        /* (15, 15) is inside whatever the offset */
        const size_t from = (size_t)y[15 * 32 + 15] - 1, v = from / 32, h = from % 32;
        const bool mirror = y[15 * 32 + 16] < y[15 * 32 + 15];
        const size_t first = mirror ? h - 16 : h - 15; /* wraps below 0 */
        assert_in_range(v, 11, 19);
        assert_true(first + 4 < 9);
        for (size_t k = 0; k < LF_RESNET20_IMAGE; k++) {
            const size_t i = k / 32 % 32 + v - 15;
            const size_t j = (mirror ? 31 - k % 32 : k % 32) + first;
            const float want = i < 32 && j < 32 ? x[k / 1024 * 1024 + i * 32 + j] : 0;
            assert_true(y[k] == want);
        }
        down[v - 11]++;
        right[first + 4]++;
        mirrors += mirror;
    }
    for (size_t k = 0; k < 9; k++)
        assert_true(down[k] > 0 && right[k] > 0);
    assert_in_range(mirrors, 70, 130); /* 4 standard deviations about 100 */
}

/* Rows on their own, one by one and together: the running statistics, no moving about. */
static void test_rows_alone(void **state) {
    (void)state;
    pair *p = pair_open(LF_AUGMENT_CROP_FLIP);
    double *running = lf_resnet20_running(p->net);
    pair_draw(p, &(lf_draw){.n = BATCH, .key = 9}, p->w); /* so that they are not 0 and 1 */
    lf_vec_copy(LF_RESNET20_RUNNING, p->memory, running);
    pair_images(p, LF_AUGMENT_NONE, 0);
    assert_ok(lf_resnet20_forward(p->net, LF_RESNET20_EVALUATE, BATCH, p->x, p->w, p->want));
    pair_draw(p, NULL, p->w);
    assert_memory_equal(p->s, p->want, sizeof p->want);
    for (size_t i = 0; i < BATCH; i++) {
        const lf_rows one = {.n = 1, .first = row[i]};
        double s;
        assert_ok(p->model.is->scores(&p->model, &one, p->w, &s));
        assert_near(s, p->want[i], 0);
    }
    assert_same_running(p);
    pair_close(p);
}

/* More rows than a block. */
static void test_many_rows(void **state) {
    (void)state;
    enum { MANY = LF_BLOCK + 9 };
    pair *p = pair_open(LF_AUGMENT_NONE);
    uint32_t many[MANY];
    double s[MANY];
    for (size_t i = 0; i < MANY; i++)
        many[i] = (uint32_t)(i % 9);
    assert_ok(p->model.is->scores(&p->model, &(lf_rows){.n = MANY, .row = many}, p->w, s));
    for (size_t i = 9; i < MANY; i++)
        assert_near(s[i], s[i - 9], 0);
    assert_true(s[0] != s[1]);
    pair_close(p);
}

static void test_refusals(void **state) {
    (void)state;
    pair *p = pair_open(LF_AUGMENT_NONE);
    const lf_draw large = {.n = BATCH + 1};
    const lf_rows rows = {.n = BATCH, .row = row, .draw = &large};
    const lf_rows alone = {.n = BATCH, .row = row};
    assert_int_equal(p->model.is->scores(&p->model, &rows, p->w, p->s), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "set batch=7 of the problem, or B=6 of the method"));
    assert_int_equal(p->model.is->backward(&p->model, &alone, p->w, p->s, p->w + DIM),
                     LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "set B=6"));
    assert_false(lf_model_linear(&p->model));
    assert_int_equal(lf_model_jvp(&p->model, &alone, p->w, p->w, p->s), LF_UNSUPPORTED);
    lf_model none;
    lf_data grey = p->images->data;
    grey.channels = 1;
    grey.features = 1024;
    assert_int_equal(lf_image_net_create(&grey, &standard, p->memory, &none), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "3 x 32 x 32"));
    lf_model_release(&none);
    pair_close(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws),     cmocka_unit_test(test_draws_moved_about),
        cmocka_unit_test(test_offsets),   cmocka_unit_test(test_rows_alone),
        cmocka_unit_test(test_many_rows), cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("image_net", tests, NULL, NULL);
}
