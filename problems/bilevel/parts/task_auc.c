#include "problems/bilevel/parts/task_auc.h"

#include <math.h>
#include <stdlib.h>

#include "problems/common/ranked_auc.h"

static size_t task_largest(const lf_group_risk *risk) {
    size_t most = 0;
    for (size_t i = 0; i < risk->m; i++)
        if (risk->start[i + 1] - risk->start[i] > most) most = risk->start[i + 1] - risk->start[i];
    return most;
}

static bool task_judgeable(const lf_group_risk *risk) {
    for (size_t i = 0; i < risk->m; i++) {
        bool seen[2] = {false, false};
        for (size_t k = risk->start[i]; k < risk->start[i + 1]; k++)
            seen[risk->label[risk->row[k]] > 0] = true;
        if (seen[0] && seen[1]) return true;
    }
    return false;
}

lf_status lf_task_auc_create(lf_task_auc *judge, const lf_group_table *table) {
    const size_t train = task_largest(&table->risk), test = task_largest(&table->risk_test);
    const size_t most = train > test ? train : test;
    *judge = (lf_task_auc){.table = table,
                           .score = malloc((most + 1) * sizeof *judge->score),
                           .tests = task_judgeable(&table->risk_test)};
    return judge->score ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory to judge %zu rows", most);
}

void lf_task_auc_free(lf_task_auc *judge) {
    free(judge->score);
    *judge = (lf_task_auc){0};
}

/* *auc <- that of group i, NAN where a class is missing. Scores of negative rows fill the room from
 * its end. */
static lf_status task_judge(const lf_task_auc *judge, const lf_group_risk *risk, size_t i,
                            const double *w, double *auc) {
    const size_t n = risk->start[i + 1] - risk->start[i];
    const uint32_t *row = risk->row + risk->start[i];
    size_t positives = 0, negatives = 0;
    for (size_t k = 0; k < n; k += LF_BLOCK) {
        double score[LF_BLOCK];
        const lf_rows rows = {.n = n - k < LF_BLOCK ? n - k : LF_BLOCK, .row = row + k};
        LF_TRY(risk->model->is->scores(risk->model, &rows, w, score));
        for (size_t j = 0; j < rows.n; j++) {
            const bool positive = risk->label[row[k + j]] > 0;
            judge->score[positive ? positives++ : n - ++negatives] = score[j];
        }
    }
    *auc = NAN;
    if (positives == 0 || negatives == 0) return LF_OK;
    return lf_ranked_auc(positives, judge->score, negatives, judge->score + positives, auc);
}

static lf_status task_mean(const lf_task_auc *judge, const lf_group_risk *risk, const double *w,
                           double *value) {
    double sum = 0, auc;
    size_t judged = 0;
    for (size_t i = 0; i < risk->m; i++) {
        LF_TRY(task_judge(judge, risk, i, w, &auc));
        if (isnan(auc)) continue;
        sum += auc;
        judged++;
    }
    *value = judged > 0 ? sum / (double)judged : NAN;
    return LF_OK;
}

/* The problem's state, as far as it is known here. */
typedef struct {
    lf_known_hessian known;
    lf_task_auc judge;
} task_auc_state;

lf_status lf_task_auc_train(const lf_problem *problem, const lf_point *at, double *value) {
    const lf_task_auc *judge = &((const task_auc_state *)problem->state)->judge;
    return task_mean(judge, &judge->table->risk, at->w, value);
}

lf_status lf_task_auc_test(const lf_problem *problem, const lf_point *at, double *value) {
    const lf_task_auc *judge = &((const task_auc_state *)problem->state)->judge;
    return task_mean(judge, &judge->table->risk_test, at->w, value);
}
