/**
 * @file four_rows.h
 * @brief The problem `auc` on the four rows (1,0), (0,1), (1,1), (-1,2) with signs +, -, +, -: a
 * linear model with intercept, v = (w1, w2, bias, a, b). p is known to be 1/4, as if negative rows
 * were more than those that are there; parameters are those of auc.
 */
#pragma once

#include "near.h"
#include "problems/auc/parts/auc_view.h"

extern const lf_problem_class lf_problem_auc;

enum { FOUR_ROWS = 4, FOUR_DIM = 5 };
static const double four_point[FOUR_DIM] = {0.5, -0.25, 0.1, 0.2, 0.1};

typedef struct {
    lf_auc auc; /* must be first */
    lf_data data;
} four_rows_state;

static inline lf_status four_rows_init(void *state, const void *params, lf_problem_info *info) {
    static const double x[2 * FOUR_ROWS] = {1, 0, 0, 1, 1, 1, -1, 2}, sign[] = {1, -1, 1, -1};
    static const uint32_t row[FOUR_ROWS] = {0, 1, 2, 3};
    four_rows_state *s = state;
    const lf_auc_params *p = params;
    lf_two_classes *c = &s->auc.classes;
    s->data = (lf_data){
        .name = "four", .sha256 = "", .rows = FOUR_ROWS, .features = 2, .dense = x, .label = sign};
    c->table = &s->data;
    c->sign = sign;
    c->positives = 2;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++) {
        c->n[k] = FOUR_ROWS;
        c->row[k] = row;
        c->part[k] = (lf_part){"all", FOUR_ROWS, row};
    }
    LF_TRY(lf_auc_describe(&s->auc, p, info));
    if (p->batches) return LF_OK;
    s->auc.form.share.known = 0.25;
    s->auc.loss = lf_class_loss_of(&p->loss, 0.25, false);
    return LF_OK;
}

/** The class; its name is four_rows. */
static inline lf_problem_class four_rows_class(void) {
    lf_problem_class is = lf_problem_auc;
    is.name = "four_rows";
    is.init = four_rows_init;
    is.state_size = sizeof(four_rows_state);
    return is;
}
