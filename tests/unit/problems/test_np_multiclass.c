/* Neyman-Pearson classification of several classes: values by their definition, an optimum in
 * closed form, two classes beside neyman_pearson, a few constraints a step, refusals. */
#include "fixture_problem.h"
#include "scratch.h"
#include "trial.h"

extern const lf_problem_class lf_problem_np_multiclass, lf_problem_neyman_pearson;
extern const lf_algorithm lf_algorithm_pdsg;

enum { ROWS = 30, P = 3, K = 3 };
static const lf_problem_class *const multi = &lf_problem_np_multiclass;
static double table[ROWS][P];
static char random_yaml[4096], units_yaml[4096];

static int write_set(void **state, const char *name, const char *text, char path[4096]) {
    char about[64], file[32];
    snprintf(file, sizeof file, "%s.csv", name);
    snprintf(about, sizeof about, "features: %s\nlabel: y\nsplit: part\n", file);
    if (!scratch_write(state, file, text, strlen(text))) return -1;
    snprintf(file, sizeof file, "%s.yaml", name);
    const char *at = scratch_write(state, file, about, strlen(about));
    return at ? snprintf(path, 4096, "%s", at) < 0 : -1;
}

/* Row i of the random set is of class i % 3; that of `units` is the i-th unit vector, of class i.
 * One more row is left for tests. */
static int setup(void **state) {
    char text[4096] = "a,b,c,y,part\n";
    if (scratch_setup(state) || setenv("XDG_CACHE_HOME", *state, 1)) return -1;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < P; j++)
            table[i][j] = floor(table_random(3, P * i + j, -8, 8)) / 4;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%g,%g,%g,%zu,train\n",
                 table[i][0], table[i][1], table[i][2], i % K);
    }
    strcat(text, "1,1,1,0,test\n");
    if (write_set(state, "random", text, random_yaml)) return -1;
    return write_set(state, "units",
                     "a,b,c,y,part\n1,0,0,0,train\n0,1,0,1,train\n0,0,1,2,train\n1,1,1,0,test\n",
                     units_yaml);
}

static fixture_problem open_set(const char *path, const char *rest) {
    char text[4400];
    snprintf(text, sizeof text, "data=%s,%s", path, rest);
    return problem_open(multi, text);
}

static trial *start(const lf_problem_class *is, const fixture_problem *p, const char *set) {
    static const double zero[64];
    trial *t = trial_equip(trial_problem_of(is, p->parameters.values, 4, "1e12"),
                           &lf_algorithm_pdsg, set, 1 << 22);
    assert_ok(trial_init(t, zero));
    return t;
}

static double phi(size_t loss, double m) {
    return loss == 0 ? log(1 + exp(-m)) : loss == 1 ? fmax(0, 1 - m) : 1 / (1 + exp(m));
}

/* L_k over the rows that train, classes below `classes`. */
static double class_loss(size_t loss, size_t k, size_t classes, size_t rows, const double *x) {
    double sum = 0;
    size_t n = 0;
    for (size_t i = k; i < rows; i += K, n++)
        for (size_t l = 0; l < classes; l++) {
            double margin = 0;
            for (size_t j = 0; j < P; j++)
                margin += (x[k * P + j] - x[l * P + j]) * table[i][j];
            if (l != k) sum += phi(loss, margin);
        }
    return sum / (double)n;
}

/* Every class as the target, three losses; and two classes of the three. */
static void test_values_and_gradients(void **unused) {
    (void)unused;
    static const char *const word[] = {"logistic", "hinge", "sigmoid"};
    double x[K * P];
    table_point(5, K * P, 0.4, x);
    for (size_t loss = 0; loss < 3; loss++)
        for (size_t target = 0; target < K; target++)
            for (size_t classes = target == K - 1 ? K : 2; classes <= K; classes++) {
                fixture_problem p =
                    open_set(random_yaml, trial_text("loss=%s,target=%zu,classes=%zu,r=0.3",
                                                     word[loss], target, classes));
                const size_t rows = p.problem.info.part[0].n * K / classes;
                double most = -INFINITY;
                for (size_t k = 0; k < classes; k++)
                    if (k != target) most = fmax(most, class_loss(loss, k, classes, rows, x));
                assert_near(problem_metric(&p.problem, "FV", x),
                            class_loss(loss, target, classes, rows, x), 1e-13);
                assert_near(problem_metric(&p.problem, "G", x), most - 0.3 * (double)(classes - 1),
                            1e-13);
                const map_kind kind = loss == 1 ? MAP_KINKED : MAP_SMOOTH;
                check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, kind, 1);
                for (size_t k = 0; k + 1 < classes; k++)
                    check_component(&p.problem, LF_ROLE_CONSTRAINT, k, kind, 2);
                assert_int_equal(p.problem.info.role[LF_ROLE_CONSTRAINT].count, classes - 1);
                assert_near(p.problem.info.domain.radius, 0.3 * sqrt((double)classes), 1e-15);
                problem_close(&p);
            }
}

/* On unit vectors x_k = s_k (2, -1, -1) along the k-th coordinate, and L_k = 2 phi(3 s_k): the
 * others are as short as their bound allows, and class 0 has the rest of the ball. By
 * grad L_0 + mu grad L_k + nu x = 0, mu = phi'(3 s_0) s_k / (s_0 phi'(3 s_k)). */
static void test_known_optimum(void **unused) {
    (void)unused;
    const double r = 0.45, radius = 0.6, s = -log(exp(r) - 1) / 3;
    const double s0 = sqrt(radius * radius / 2 - 2 * s * s);
    double x[K * P];
    for (size_t k = 0; k < K; k++)
        for (size_t j = 0; j < P; j++)
            x[k * P + j] = (j == 0 ? s0 : s) * (k == j ? 2 : -1);
    fixture_problem p = open_set(units_yaml, "loss=logistic,radius=0.6");
    assert_int_equal(p.problem.info.part[0].n, 3);
    assert_near(problem_metric(&p.problem, "FV", x), 2 * log(1 + exp(-3 * s0)), 1e-14);
    assert_near(problem_metric(&p.problem, "G", x), 0, 1e-14);
    assert_near(problem_metric(&p.problem, "KKT", x), 0, 1e-12);
    assert_near(problem_metric(&p.problem, "mu", x), s / s0 * (1 + exp(3 * s)) / (1 + exp(3 * s0)),
                1e-12);
    for (size_t few = 0; few < 2; few++) {
        trial *t = start(multi, &p,
                         trial_text("eta=0.05,eta_y=0.05,b_f=9,b_g=9,rule=diminishing,C=%zu", few));
        const double *w = trial_steps(t, 20000);
        for (size_t i = 0; i < K * P; i++)
            assert_near(w[i], x[i], few ? 0.02 : 1e-4); /* steps of 0.05/141, one of two a step */
        assert_int_equal(trial_count(t, "value.constraint"), 20000 * (few ? 1 : 2));
        assert_int_equal(trial_count(t, "gradient.constraint"), 20000 * (few ? 1 : 2));
        trial_teardown(NULL);
    }
    problem_close(&p);
}

/* Of two classes only x_1 - x_0 counts: it goes the way of neyman_pearson's x, on the same rows,
 * with steps half as long, as both halves make them. */
static void test_two_classes(void **unused) {
    (void)unused;
    for (size_t loss = 0; loss < 2; loss++) {
        const char *same = trial_text("loss=%s", loss ? "sigmoid" : "logistic");
        char text[256];
        snprintf(text, sizeof text, "%s,target=1,r=0.36,radius=1e9", same);
        fixture_problem two = problem_open(multi, text);
        snprintf(text, sizeof text, "%s,c=0.36", same);
        fixture_problem one = problem_open(&lf_problem_neyman_pearson, text);
        trial *a = start(multi, &two, "eta=0.1,eta_y=0.5,b_f=7,b_g=5");
        trial *b = start(&lf_problem_neyman_pearson, &one, "eta=0.2,eta_y=0.5,b_f=7,b_g=5");
        const size_t d = one.problem.info.dim;
        for (size_t k = 0; k < 200; k++) {
            const double *x = trial_steps(a, 1), *w = trial_steps(b, 1);
            for (size_t j = 0; j < d; j++)
                assert_near(x[d + j] - x[j], w[j], 1e-12);
        }
        const double *x = trial_steps(a, 1), *w = trial_steps(b, 1);
        assert_true(lf_vec_norm(d, w) > 0.1);
        assert_near(problem_metric(&two.problem, "FV", x), problem_metric(&one.problem, "FV", w),
                    1e-12);
        assert_near(problem_metric(&two.problem, "G", x), problem_metric(&one.problem, "G", w),
                    1e-12);
        assert_near(two.problem.info.rho_f, 2 * one.problem.info.rho_f, 1e-12);
        trial_teardown(NULL);
        problem_close(&two);
        problem_close(&one);
    }
}

static void refused(const char *assignments, lf_status why, const char *says) {
    fixture_problem f = {0};
    assert_ok(lf_parameters_create(multi->params, multi->params_size, assignments, multi->name,
                                   &f.parameters));
    assert_int_equal(lf_problem_create(multi, f.parameters.values, &f.problem), why);
    assert_non_null(strstr(lf_message(), says));
    problem_close(&f);
}

static void test_refusals(void **unused) {
    (void)unused;
    char text[4400];
    refused("classes=1", LF_BAD_ARGUMENT, "classes = 1, target = 0: data set two_groups has the");
    refused("classes=3", LF_BAD_ARGUMENT, "has the classes 0 to 1");
    refused("target=2", LF_BAD_ARGUMENT, "target = 2");
    snprintf(text, sizeof text, "data=%s,split=file,train=0.5", units_yaml);
    refused(text, LF_BAD_INPUT, "a class below 3 has no training row");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_values_and_gradients),
        trial_test(test_known_optimum),
        trial_test(test_two_classes),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests_name("np_multiclass", tests, setup, scratch_teardown);
}
