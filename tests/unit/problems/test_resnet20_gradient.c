/* The way back through ResNet-20: against central differences of the naive network in double
 * precision, along random directions in each kind of parameter; and that it repeats bit by bit. */
#include "small_resnet.h"

/* Of an error, measured against |grad| over the parameters that move. ELU is smooth: floats are all
 * that is left, 2e-6 where this was written. With ReLU one unit of 380,000 that stands on the other
 * side of 0 in floats, or within the step, changes about 1/600 of a random slope: three are
 * allowed, and the step is so small that it passes none (2e-6 was seen then, too). */
typedef struct {
    double step, share;
} precision;

static const precision smooth = {1e-6, 2e-5}, kinked = {1e-8, 5e-3};

typedef struct {
    const char *name;
    size_t first, count;
} parameters;

/* u . grad against (F(w + h u) - F(w - h u)) / 2 h, F in double precision. */
static void check_direction(small_resnet *s, const double *grad, parameters p, precision is,
                            uint64_t seed) {
    double *at = malloc(s->dim * sizeof *at), *u = calloc(s->dim, sizeof *u), value[2];
    double slope = 0, size = 0;
    table_point(seed, p.count, 1, u + p.first);
    for (size_t i = 0; i < s->dim; i++) {
        slope += grad[i] * u[i];
        if (u[i] != 0) size += grad[i] * grad[i];
    }
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < s->dim; i++)
            at[i] = s->w[i] + (side ? -is.step : is.step) * u[i];
        value[side] = small_naive(s, at);
    }
    const double difference = (value[0] - value[1]) / (2 * is.step);
    if (!(fabs(difference - slope) <= is.share * sqrt(size)))
        print_error("%s: |grad| = %g\n", p.name, sqrt(size));
    assert_near(slope, difference, is.share * sqrt(size));
    free(at);
    free(u);
}

static void check_gradient(int activation, int shortcut, size_t outputs) {
    small_resnet s;
    lf_resnet20_params params = small_standard;
    params.activation = activation;
    params.shortcut = shortcut;
    small_open(&s, params, 2, outputs);
    double *grad = calloc(s.dim, sizeof *grad);
    grad[5] = 8; /* what is there is added to */
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_TRAIN, s.n, s.images, s.w, s.scores));
    assert_ok(lf_resnet20_backward(s.net, s.ds, grad));
    grad[5] -= 8;
    const resnet_shape *shape = &s.naive.shape;
    const size_t two = shape->layer[7].weights, three = shape->layer[13].weights;
    const size_t norms = shape->layer[0].gamma, head = shape->head;
    const parameters kind[] = {
        {"stem", 0, shape->layer[1].weights},
        {"stage 1", shape->layer[1].weights, two - shape->layer[1].weights},
        {"stage 2", two, three - two},
        {"stage 3", three, norms - three},
        {"first batch norms", norms, shape->layer[3].gamma - norms},
        {"batch norms", norms, head - norms},
        {"head", head, s.dim - head},
    };
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
        check_direction(&s, grad, kind[k], activation == LF_RESNET20_ELU ? smooth : kinked, 20 + k);
    free(grad);
    small_close(&s);
}

static void test_relu(void **state) {
    (void)state;
    check_gradient(LF_RESNET20_RELU, LF_RESNET20_SUBSAMPLE, 1);
}

static void test_elu_avgpool(void **state) {
    (void)state;
    check_gradient(LF_RESNET20_ELU, LF_RESNET20_AVGPOOL, 10);
}

/* Forward and back, with something else in between: the same bits, from another network too, and
 * from one that knows more sizes. */
static void test_repeats(void **state) {
    (void)state;
    small_resnet s, t;
    const size_t sizes[] = {5, 2, 3};
    small_open(&s, small_standard, 3, 2);
    small_open(&t, small_standard, 3, 2);
    lf_resnet20_release(t.net);
    assert_ok(lf_resnet20_create(&small_standard, 2, 3, sizes, &t.net));
    double *grad = calloc(2 * s.dim, sizeof *grad);
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_TRAIN, 3, s.images, s.w, s.scores));
    assert_ok(lf_resnet20_backward(s.net, s.ds, grad));
    assert_ok(lf_resnet20_forward(t.net, LF_RESNET20_REVISIT, 2, s.images, s.w, t.scores));
    assert_ok(lf_resnet20_backward(t.net, s.ds, grad + s.dim));
    memset(grad + s.dim, 0, s.dim * sizeof *grad);
    assert_ok(lf_resnet20_forward(t.net, LF_RESNET20_TRAIN, 3, t.images, t.w, t.scores));
    assert_memory_equal(s.scores, t.scores, 6 * sizeof *s.scores);
    assert_ok(lf_resnet20_forward(t.net, LF_RESNET20_EVALUATE, 3, t.images, t.w, t.scores));
    assert_ok(lf_resnet20_backward(t.net, s.ds, grad + s.dim));
    assert_memory_equal(grad, grad + s.dim, s.dim * sizeof *grad);
    assert_memory_equal(lf_resnet20_running(s.net), lf_resnet20_running(t.net),
                        LF_RESNET20_RUNNING * sizeof(double));
    memset(grad + s.dim, 0, s.dim * sizeof *grad);
    assert_ok(lf_resnet20_backward(t.net, s.ds, grad + s.dim)); /* asked again */
    assert_memory_equal(grad, grad + s.dim, s.dim * sizeof *grad);
    free(grad);
    small_close(&s);
    small_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_relu),
                                       cmocka_unit_test(test_elu_avgpool),
                                       cmocka_unit_test(test_repeats)};
    return cmocka_run_group_tests_name("resnet20_gradient", tests, NULL, NULL);
}
