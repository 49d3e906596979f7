/* AUC over all pairs of classes: derivatives by differences, the optimum given w, responses over
 * several batches, two classes as the two orders of one pair. */
#include <levelfield/vector.h>

#include "auc_reference.h"
#include "problems/auc/parts/hand_till.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_auc_multiclass;

enum { ROWS = 240, FEATURES = 4, CLASSES = 3, PAIRS = CLASSES * (CLASSES - 1) };
enum { DIM = CLASSES * (FEATURES + 1), WHOLE = DIM + 2 * PAIRS, FEW = 30 };

/* A random table with three classes. */
typedef struct {
    lf_data *data;
    lf_model model;
    double label[ROWS];
    uint32_t row[ROWS];
    lf_hand_till form;
} made;

static made *make(void) {
    made *m = calloc(1, sizeof *m);
    m->data = table_create(TABLE_DENSE, ROWS, FEATURES, 5);
    assert_ok(lf_mlp_create(m->data, &(lf_mlp_params){.hidden = "none"}, CLASSES, &m->model));
    for (uint32_t i = 0; i < ROWS; i++) {
        m->label[i] = i % 6 == 0 ? 0 : i % 6 < 3 ? 1 : 2; /* 1/6, 1/3, 1/2 */
        m->row[i] = i;
    }
    m->form = (lf_hand_till){.model = &m->model, .label = m->label, .samples = ROWS, .row = m->row};
    assert_ok(lf_hand_till_create(&m->form));
    return m;
}

static void destroy(made *m) {
    lf_hand_till_free(&m->form);
    lf_model_release(&m->model);
    table_free(m->data);
    free(m);
}

/* h (CLASSES) of a row */
static void softmax(const made *m, uint32_t row, const double *w, double *h) {
    double sum = 0;
    assert_ok(m->model.is->scores(&m->model, &(lf_rows){.n = 1, .row = &row}, w, h));
    for (size_t i = 0; i < CLASSES; i++)
        sum += h[i] = exp(h[i]);
    for (size_t i = 0; i < CLASSES; i++)
        h[i] /= sum;
}

/* F_ij of one row: the two-class F with other names */
static double pair_F(double p_i, double p_j, double h, double y_i, double y_j, double a, double b,
                     double alpha) {
    return p_j * (h - a) * (h - a) * y_i + p_i * (h - b) * (h - b) * y_j +
           2 * (1 + alpha) * (p_i * h * y_j - p_j * h * y_i) - p_i * p_j * alpha * alpha;
}

/* The mean over samples and pairs. */
static double whole_F(const made *m, size_t n, const uint32_t *id, const double *v,
                      const double *alpha) {
    const double p[CLASSES] = {1.0 / 6, 1.0 / 3, 1.0 / 2};
    double sum = 0, h[CLASSES];
    for (size_t s = 0; s < n; s++) {
        const uint32_t row = id ? id[s] : (uint32_t)s;
        const size_t k = (size_t)m->label[row];
        softmax(m, row, v, h);
        for (size_t i = 0; i < CLASSES; i++)
            for (size_t j = 0; j < CLASSES; j++) {
                if (i == j) continue;
                const size_t ij = lf_hand_till_pair(CLASSES, i, j);
                sum += pair_F(p[i], p[j], h[i], k == i, k == j, v[DIM + ij], v[DIM + PAIRS + ij],
                              alpha[ij]);
            }
    }
    return sum / (double)(n * PAIRS);
}

static void test_pairs_are_numbered(void **state) {
    (void)state;
    size_t next = 0;
    for (size_t i = 0; i < CLASSES; i++)
        for (size_t j = 0; j < CLASSES; j++)
            if (i != j) assert_int_equal(lf_hand_till_pair(CLASSES, i, j), next++);
    assert_int_equal(next, lf_hand_till_pairs(CLASSES));
}

/* Along random directions, on all samples and on a few. */
static void test_derivatives(void **state) {
    (void)state;
    made *m = make();
    for (uint64_t seed = 0; seed < 6; seed++) {
        double v[WHOLE], u[WHOLE], at[WHOLE], grad[WHOLE] = {0}, value[2];
        double alpha[PAIRS], u_alpha[PAIRS], alpha_at[PAIRS], grad_alpha[PAIRS] = {0};
        const size_t rows = ROWS, few = FEW;
        uint32_t id[FEW];
        random_ids(seed, 1, &rows, &few, id);
        const bool all = seed % 2 == 0;
        const lf_samples samples = {
            .n = all ? rows : few, .id = all ? NULL : id, .per_stratum = all ? &rows : &few};
        table_point(seed, WHOLE, 0.7, v);
        table_point(seed + 10, WHOLE, 0.7, u);
        table_point(seed + 20, PAIRS, 1, alpha);
        table_point(seed + 30, PAIRS, 1, u_alpha);
        assert_ok(lf_hand_till_gradient(&m->form, &samples, v, alpha, grad, grad_alpha));
        for (int side = 0; side < 2; side++) {
            const double t = side ? -1e-6 : 1e-6;
            for (size_t i = 0; i < WHOLE; i++)
                at[i] = v[i] + t * u[i];
            for (size_t i = 0; i < PAIRS; i++)
                alpha_at[i] = alpha[i] + t * u_alpha[i];
            value[side] = whole_F(m, samples.n, samples.id, at, alpha_at);
        }
        const double slope = lf_vec_dot(WHOLE, grad, u) + lf_vec_dot(PAIRS, grad_alpha, u_alpha);
        assert_near((value[0] - value[1]) / 2e-6, slope, 1e-8);
    }
    destroy(m);
}

/* a_ij = E[h_i | i], b_ij = E[h_i | j] and the response leave no slope by them. */
static void test_optimum(void **state) {
    (void)state;
    made *m = make();
    const size_t rows = ROWS;
    const lf_samples all = {.n = rows, .per_stratum = &rows};
    double v[WHOLE], alpha[PAIRS], grad[WHOLE] = {0}, slope[PAIRS] = {0};
    double mean[CLASSES][CLASSES] = {{0}}, n[CLASSES] = {0}, h[CLASSES];
    table_point(8, DIM, 0.7, v);
    for (uint32_t i = 0; i < ROWS; i++) {
        const size_t k = (size_t)m->label[i];
        softmax(m, i, v, h);
        n[k]++;
        for (size_t c = 0; c < CLASSES; c++)
            mean[k][c] += h[c];
    }
    for (size_t i = 0; i < CLASSES; i++)
        for (size_t j = 0; j < CLASSES; j++) {
            if (i == j) continue;
            const size_t ij = lf_hand_till_pair(CLASSES, i, j);
            v[DIM + ij] = mean[i][i] / n[i];
            v[DIM + PAIRS + ij] = mean[j][i] / n[j];
        }
    assert_ok(lf_hand_till_respond(&m->form, &all, v, alpha));
    assert_ok(lf_hand_till_gradient(&m->form, &all, v, alpha, grad, slope));
    for (size_t i = 0; i < PAIRS; i++) {
        assert_near(alpha[i], v[DIM + PAIRS + i] - v[DIM + i], 1e-14);
        assert_near(grad[DIM + i], 0, 1e-15);
        assert_near(grad[DIM + PAIRS + i], 0, 1e-15);
        assert_near(slope[i], 0, 1e-15);
    }
    assert_true(lf_vec_norm(DIM, grad) > 1e-3);
    destroy(m);
}

/* Samples without a class count together with those that bring it. */
static void test_response_over_batches(void **state) {
    (void)state;
    made *m = make();
    const size_t three = 3, six = 6;
    const uint32_t first[] = {1, 2, 3}, second[] = {4, 6, 7}, both[] = {1, 2, 3, 4, 6, 7};
    double v[DIM], apart[PAIRS], together[PAIRS];
    table_point(9, DIM, 0.7, v);
    lf_samples batch = {.n = three, .id = first, .per_stratum = &three};
    assert_int_equal(lf_hand_till_respond(&m->form, &batch, v, apart), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "class 0"));
    batch.id = second;
    assert_ok(lf_hand_till_respond(&m->form, &batch, v, apart));
    batch = (lf_samples){.n = six, .id = both, .per_stratum = &six};
    assert_ok(lf_hand_till_respond(&m->form, &batch, v, together));
    for (size_t i = 0; i < PAIRS; i++)
        assert_near(apart[i], together[i], 1e-15);
    destroy(m);
}

/* Of two classes both orders of the pair have the AUC of auc; the entropy is that of the margin. */
static void test_two_classes(void **state) {
    (void)state;
    fixture_problem one = problem_open(&lf_problem_auc, "");
    fixture_problem all = problem_open(&lf_problem_auc_multiclass, "");
    const size_t d = one.problem.info.features + 1;
    double *w = calloc(2 * d + 4, sizeof *w);
    double *margin = calloc(d + 2, sizeof *w);
    assert_int_equal(all.problem.info.dim, 2 * d + 4);
    assert_int_equal(all.problem.info.auxiliary, 4);
    assert_int_equal(all.problem.info.domain_y.n, 2);
    table_point(6, 2 * d, 0.5, w); /* W row after row, then both biases */
    for (size_t j = 0; j + 1 < d; j++)
        margin[j] = w[d - 1 + j] - w[j];
    margin[d - 1] = w[2 * d - 1] - w[2 * d - 2];
    static const char *const same[] = {"auc_test", "auc", "ce", "accuracy_test", "auc_val"};
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        assert_near(problem_metric(&all.problem, same[k], w),
                    problem_metric(&one.problem, same[k], margin), 1e-12);
    check_component(&all.problem, LF_ROLE_OBJECTIVE, 0, MAP_SMOOTH, 3);
    free(w);
    free(margin);
    problem_close(&one);
    problem_close(&all);
}

/* "data=PATH,rest" of a table of rows "a,b,y,part" in the scratch folder. */
static const char *write_set(void **state, const char *rows, const char *rest) {
    static const char about[] = "features: set.csv\nlabel: y\nsplit: part\n";
    static char text[4400];
    assert_non_null(scratch_write(state, "set.csv", rows, strlen(rows)));
    snprintf(text, sizeof text, "data=%s,%s",
             scratch_write(state, "set.yaml", about, sizeof about - 1), rest);
    return text;
}

/* Logits u_k a + b, a and b in {-1, 0, 1}: 1 / h_i = sum_k exp((u_k - u_i) a), so rows of the same
 * a tie, whatever b is. */
static void test_ties(void **state) {
    enum { N = 90 };
    const double u[CLASSES] = {0, -1.5, 1};
    const double w[CLASSES * 3 + 2 * PAIRS] = {u[0], 1, u[1], 1, u[2], 1};
    char rows[4096] = "a,b,y,part\n0,0,0,test\n0,0,1,test\n0,0,2,test\n";
    double loss[N][CLASSES] = {{0}}, exact = 0;
    size_t class[N];
    for (size_t r = 0; r < N; r++) {
        const int a = (int)(r % 3) - 1, b = (int)(r / 3 % 3) - 1;
        class[r] = (r * r / 7 + r % 3) % CLASSES;
        snprintf(rows + strlen(rows), 32, "%d,%d,%zu,train\n", a, b, class[r]);
        for (size_t i = 0; i < CLASSES; i++)
            for (size_t k = 0; k < CLASSES; k++)
                loss[r][i] += exp((u[k] - u[i]) * a);
    }
    for (size_t i = 0; i < CLASSES; i++)
        for (size_t j = 0; j < CLASSES; j++) {
            double won = 0, pairs = 0;
            for (size_t r = 0; r < N; r++)
                for (size_t q = 0; q < N; q++) {
                    if (i == j || class[r] != i || class[q] != j) continue;
                    won += fabs(loss[q][i] - loss[r][i]) < 1e-9 ? 0.5 : loss[r][i] < loss[q][i];
                    pairs++;
                }
            if (i != j) exact += won / pairs / PAIRS;
        }
    const char *set = write_set(state, rows, "validation=0");
    fixture_problem p = problem_open(&lf_problem_auc_multiclass, set);
    assert_near(problem_metric(&p.problem, "auc", w), exact, 1e-14);
    problem_close(&p);
}

/* A part without one of the classes is named with it, and with what helps: of the rows that are
 * held out, 3, none is of class 0; more of them would do, but not for test rows. */
static void test_missing_class(void **state) {
    const lf_problem_class *is = &lf_problem_auc_multiclass;
    char rows[4096] = "a,b,y,part\n", *end = rows + strlen(rows);
    for (size_t r = 0; r < 34; r++)
        end += snprintf(end, 32, "%zu,1,%zu,train\n", r, r < 4 ? 0 : 1 + r % 2);
    strcat(rows, "0,0,0,test\n0,0,1,test\n");
    const struct {
        const char *rest, *word;
    } bad[] = {
        {"validation=0.1", "class 0 has no validation row; hold out more, or nothing"},
        {"validation=0.01", "0 of the 0 validation rows"},
        {"validation=0", "class 2 has no test row; set split=random, or another split_seed"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        lf_parameters parameters;
        lf_problem problem;
        assert_ok(lf_parameters_create(is->params, is->params_size,
                                       write_set(state, rows, bad[k].rest), is->name, &parameters));
        assert_int_equal(lf_problem_create(is, parameters.values, &problem), LF_BAD_INPUT);
        assert_non_null(strstr(lf_message(), bad[k].word));
        lf_parameters_free(&parameters);
    }
}

/* Ten classes. */
static void test_digits(void **state) {
    (void)state;
    need_data("mnist");
    fixture_problem p = problem_open(&lf_problem_auc_multiclass, "data=mnist,pool=7,model=mlp");
    assert_int_equal(p.problem.info.dim, 16 * 64 + 64 + 640 + 10 + 180);
    assert_int_equal(p.problem.info.domain_y.n, 90);
    const double at_start = problem_metric(&p.problem, "auc_test", p.problem.info.x0);
    assert_true(at_start > 0.2 && at_start < 0.8);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_are_numbered),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_optimum),
        cmocka_unit_test(test_response_over_batches),
        cmocka_unit_test(test_two_classes),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_missing_class),
        cmocka_unit_test(test_digits),
    };
    return cmocka_run_group_tests_name("auc_multiclass", tests, setup, scratch_teardown);
}
