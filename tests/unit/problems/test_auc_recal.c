/* The problem auc with model=resnet20 and bn_recal: statistics found at the point that is judged.
 */
#include <string.h>

#include "image_auc.h"
#include "naive_resnet.h"
#include "problems/auc/parts/images.h"
#include "scratch.h"

enum { BATCH = 4, DIM = 269072 + 65 };
#define SMALL "model=resnet20,batch=4"

static lf_problem_class images;

/* Scores of rows alone, by the model. */
static void scores_of(const lf_problem *problem, size_t n, const uint32_t *row, const double *w,
                      double *s) {
    const lf_model *model = &((const lf_auc *)problem->state)->classes.task.model;
    assert_ok(model->is->scores(model, &(lf_rows){.n = n, .row = row}, w, s));
}

/* bn_recal: statistics of one batch make rows alone score as that batch did; of two, they are the
 * means; a rest that fills no batch is left out. */
static void test_statistics_found(void **state) {
    (void)state;
    fixture_problem f = problem_open(&images, SMALL ",augment=crop_flip,bn_recal=11");
    const lf_auc *auc = f.problem.state;
    const lf_model *model = &auc->classes.task.model;
    const uint32_t *row = auc->judge.recal_row;
    const double *v = f.problem.info.x0;
    double *memory = f.problem.info.memory + LF_AUC_MEMORY, draw[BATCH], alone[BATCH];
    double found[3][LF_RESNET20_RUNNING];
    assert_int_equal(auc->judge.recal, 11);
    for (size_t k = 0; k < 2; k++) {
        static float x[BATCH * LF_RESNET20_IMAGE];
        static naive_net net;
        net = (naive_net){.params = &(lf_resnet20_params){.bn_eps = 1e-5}, .outputs = 1};
        resnet_shape_fill(1, &net.shape);
        for (size_t i = 0; i < BATCH; i++)
            lf_image_standardise(LF_RESNET20_IMAGE,
                                 auc->classes.table->pixel +
                                     row[k * BATCH + i] * (size_t)LF_RESNET20_IMAGE,
                                 x + i * LF_RESNET20_IMAGE);
        naive_scores(&net, BATCH, x, v, draw);
        assert_ok(lf_image_net_recalibrate(model, BATCH + 1, row + k * BATCH, v, found[k]));
        memcpy(memory, found[k], sizeof found[k]);
        scores_of(&f.problem, BATCH, row + k * BATCH, v, alone);
        for (size_t i = 0; i < BATCH; i++)
            assert_near(alone[i], draw[i], 1e-4);
    }
    assert_ok(lf_image_net_recalibrate(model, 11, row, v, found[2]));
    for (size_t i = 0; i < LF_RESNET20_RUNNING; i++)
        assert_near(found[2][i], (found[0][i] + found[1][i]) / 2, 1e-12);
    problem_close(&f);
}

/* What is judged with them depends on the point alone, and leaves the running ones as they were. */
static void test_judged_with_statistics_found(void **state) {
    (void)state;
    fixture_problem f = problem_open(&images, SMALL ",bn_recal=40");
    const image_auc_state *p = f.problem.state;
    const double *v = f.problem.info.x0;
    double *memory = f.problem.info.memory + LF_AUC_MEMORY, s[IMAGE_TRAIN], want = 0;
    double found[LF_RESNET20_RUNNING], before[LF_RESNET20_RUNNING];
    const double ce = problem_metric(&f.problem, "ce", v);
    memory[3] = 5; /* the running ones have moved, so the point is looked at again */
    memcpy(before, memory, sizeof before);
    assert_near(problem_metric(&f.problem, "ce", v), ce, 0);
    assert_memory_equal(before, memory, sizeof before);
    assert_ok(
        lf_image_net_recalibrate(&p->auc.classes.task.model, 40, p->auc.judge.recal_row, v, found));
    memcpy(memory, found, sizeof found);
    scores_of(&f.problem, IMAGE_TRAIN, p->auc.classes.row[LF_PART_TRAIN], v, s);
    for (size_t i = 0; i < IMAGE_TRAIN; i++)
        want += log1p(exp(-p->sign[p->auc.classes.row[LF_PART_TRAIN][i]] * s[i])) / IMAGE_TRAIN;
    assert_near(ce, want, 1e-12);
    problem_close(&f);
}

static int setup(void **state) {
    images = image_auc_class();
    return scratch_setup(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statistics_found),
        cmocka_unit_test(test_judged_with_statistics_found),
    };
    return cmocka_run_group_tests_name("auc_recal", tests, setup, scratch_teardown);
}
