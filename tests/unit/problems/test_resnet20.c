/* ResNet-20 forward: against the naive network in double precision, its counts, its running
 * statistics, and what it refuses. */
#include <math.h>

#include "small_resnet.h"

/* Scores are about 1, out of 20 layers of floats, each with an error near 1e-7 and batch norms that
 * may divide by little: 2e-5 leaves a factor of ten over what is seen. */
static const double score_tolerance = 2e-5;

static void assert_scores(const small_resnet *s, size_t n) {
    for (size_t i = 0; i < n * s->outputs; i++)
        assert_near(s->scores[i], s->want[i], score_tolerance);
}

static void test_counts(void **state) {
    (void)state;
    assert_int_equal(lf_resnet20_dim(1), 269137);
    assert_int_equal(lf_resnet20_dim(2), 269202);
    assert_int_equal(lf_resnet20_dim(10), 269722);
    /* stem, stage 1, and of stages 2 and 3 the first convolution and five more */
    const size_t stem = 27 * 16 * 1024, full = 144 * 16 * 1024;
    assert_int_equal(lf_resnet20_macs(1), stem + 6 * full + 2 * (full / 2 + 5 * full) + 64);
    assert_int_equal(lf_resnet20_macs(1), 40550464);
}

/* Sample variance of n numbers with mean 0 is within four standard errors. */
static void assert_spread(size_t n, const double *x, double variance) {
    double mean = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        mean += x[i] / (double)n;
        square += x[i] * x[i] / (double)n;
    }
    assert_near(mean, 0, 4 * sqrt(variance / (double)n));
    assert_near(square, variance, 4 * variance * sqrt(2 / (double)n));
}

static void test_start(void **state) {
    (void)state;
    static double w[269722], other[269722];
    resnet_shape shape;
    lf_resnet20_params params = small_standard;
    resnet_shape_fill(10, &shape);
    lf_resnet20_start(&params, 10, w);
    lf_resnet20_start(&params, 10, other);
    assert_memory_equal(w, other, sizeof w);
    lf_resnet20_start(&params, 1, other);
    assert_memory_equal(w, other, shape.head * sizeof *w);
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        const resnet_layer *l = &shape.layer[k];
        assert_spread(resnet_weights(l), w + l->weights, 2 / (9 * (double)l->c_in));
        for (size_t c = 0; c < l->c_out; c++) {
            assert_true(w[l->gamma + c] == 1);
            assert_true(w[l->beta + c] == 0);
        }
    }
    assert_spread(640, w + shape.head, 1.0 / 64);
    for (size_t o = 0; o < 10; o++)
        assert_true(w[shape.bias + o] == 0);
    params.init_seed++;
    lf_resnet20_start(&params, 10, other);
    assert_true(w[0] != other[0] && w[shape.head] != other[shape.head]);
}

/* Training: scores by the batch's statistics, the running ones one step on. Revisiting: the same
 * scores, nothing moves. Evaluating: by the running ones. */
static void check_variant(int activation, int shortcut, size_t outputs) {
    small_resnet s;
    lf_resnet20_params params = small_standard;
    double before[LF_RESNET20_RUNNING];
    params.activation = activation;
    params.shortcut = shortcut;
    small_open(&s, params, 3, outputs);
    double *running = lf_resnet20_running(s.net);
    for (size_t i = 0; i < LF_RESNET20_RUNNING; i++)
        before[i] = running[i] += table_random(4, i, 0, 0.5);
    small_naive(&s, s.w);
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_REVISIT, s.n, s.images, s.w, s.scores));
    assert_scores(&s, s.n);
    assert_memory_equal(running, before, sizeof before);
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_TRAIN, s.n, s.images, s.w, s.scores));
    assert_scores(&s, s.n);
    for (size_t i = 0; i < LF_RESNET20_RUNNING; i++)
        assert_near(running[i], 0.9 * before[i] + 0.1 * s.naive.batch[i],
                    1e-5 * (1 + fabs(s.naive.batch[i])));
    s.naive.running = running;
    small_naive(&s, s.w);
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_EVALUATE, s.n, s.images, s.w, s.scores));
    for (size_t i = 0; i < s.n * outputs; i++) /* images grow where nothing norms them */
        assert_near(s.scores[i], s.want[i], score_tolerance * (1 + fabs(s.want[i])));
    small_close(&s);
}

static void test_relu(void **state) {
    (void)state;
    check_variant(LF_RESNET20_RELU, LF_RESNET20_SUBSAMPLE, 1);
}

static void test_relu_avgpool(void **state) {
    (void)state;
    check_variant(LF_RESNET20_RELU, LF_RESNET20_AVGPOOL, 2);
}

static void test_elu(void **state) {
    (void)state;
    check_variant(LF_RESNET20_ELU, LF_RESNET20_SUBSAMPLE, 10);
}

static void test_elu_avgpool(void **state) {
    (void)state;
    check_variant(LF_RESNET20_ELU, LF_RESNET20_AVGPOOL, 1);
}

/* An image's scores are the same bits alone, among others, and behind the end of a full batch. */
static void test_alone(void **state) {
    (void)state;
    small_resnet s;
    double alone;
    small_open(&s, small_standard, 37, 1);
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_EVALUATE, s.n, s.images, s.w, s.scores));
    for (size_t i = 0; i < s.n; i += 6) {
        const float *image = s.images + i * LF_RESNET20_IMAGE;
        assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_EVALUATE, 1, image, s.w, &alone));
        assert_memory_equal(&alone, &s.scores[i], sizeof alone);
    }
    small_close(&s);
}

static void test_refusals(void **state) {
    (void)state;
    const size_t sizes[] = {2, 0};
    lf_resnet20 *net;
    lf_resnet20_params params = small_standard;
    assert_int_equal(lf_resnet20_create(&params, 0, 1, sizes, &net), LF_BAD_ARGUMENT);
    assert_null(net);
    assert_int_equal(lf_resnet20_create(&params, 1, 2, sizes, &net), LF_BAD_ARGUMENT);
    const size_t huge = 600000, beyond = 700000; /* a terabyte; more than ints can count */
    assert_int_not_equal(lf_resnet20_create(&params, 1, 1, &huge, &net), LF_OK);
    assert_null(net);
    assert_int_equal(lf_resnet20_create(&params, 1, 1, &beyond, &net), LF_BAD_ARGUMENT);
    params.activation = 2;
    assert_int_equal(lf_resnet20_create(&params, 1, 1, sizes, &net), LF_BAD_ARGUMENT);
    params = small_standard;
    params.shortcut = -1;
    assert_int_equal(lf_resnet20_create(&params, 1, 1, sizes, &net), LF_BAD_ARGUMENT);
    lf_resnet20_release(NULL);

    small_resnet s;
    small_open(&s, small_standard, 2, 1);
    double *grad = calloc(s.dim, sizeof *grad);
    assert_int_equal(lf_resnet20_backward(s.net, s.ds, grad), LF_BAD_ARGUMENT);
    assert_int_equal(lf_resnet20_forward(s.net, LF_RESNET20_TRAIN, 1, s.images, s.w, s.scores),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "a batch of 1 images"));
    assert_int_equal(lf_resnet20_backward(s.net, s.ds, grad), LF_BAD_ARGUMENT);
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_EVALUATE, 0, s.images, s.w, s.scores));
    free(grad);
    small_close(&s);
}

/* What is not finite is not hidden by a rectifier, and leaves no trace behind. */
static void test_not_finite(void **state) {
    (void)state;
    small_resnet s;
    small_open(&s, small_standard, 2, 1);
    double *grad = calloc(s.dim, sizeof *grad), good[2];
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_TRAIN, 2, s.images, s.w, good));
    const double bad[] = {(double)NAN, -(double)INFINITY, 1e40};
    for (size_t k = 0; k < 3; k++) {
        const double kept = s.w[12345];
        s.w[12345] = bad[k];
        for (lf_resnet20_mode mode = LF_RESNET20_TRAIN; mode <= LF_RESNET20_EVALUATE; mode++) {
            assert_ok(lf_resnet20_forward(s.net, mode, 2, s.images, s.w, s.scores));
            assert_true(isnan(s.scores[0]) && isnan(s.scores[1]));
        }
        assert_ok(lf_resnet20_backward(s.net, s.ds, grad));
        assert_true(isnan(grad[0]) && isnan(grad[s.dim - 1]));
        s.w[12345] = kept;
    }
    assert_ok(lf_resnet20_forward(s.net, LF_RESNET20_TRAIN, 2, s.images, s.w, s.scores));
    assert_memory_equal(s.scores, good, sizeof good);
    free(grad);
    small_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),     cmocka_unit_test(test_start),
        cmocka_unit_test(test_relu),       cmocka_unit_test(test_relu_avgpool),
        cmocka_unit_test(test_elu),        cmocka_unit_test(test_elu_avgpool),
        cmocka_unit_test(test_alone),      cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests_name("resnet20", tests, NULL, NULL);
}
