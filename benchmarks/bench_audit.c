/**
 * @file bench_audit.c
 * @brief What a question costs more where the method is in a process of its own.
 *
 * The problem answers at once, so that what is left of a step is the way there and back. A step of
 * gradient descent crosses it three times: the order, a draw, a question about it. Point and
 * gradient have the length of the problem's data.
 */
#include <string.h>

#include "base/clock.h"
#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "harness/audit/keeper.h"

enum { AUDIT_STRIDE = 100, AUDIT_CROSSINGS = 3 };

static lf_status audit_idle(void *state, const lf_samples *samples, const double *w,
                            const double *y, double *g, double *grad) {
    (void)state, (void)samples, (void)w, (void)y, (void)grad;
    if (g) *g = 0;
    return LF_OK;
}

/* Seconds of a step: the smallest mean of several stretches, since whatever disturbs adds. */
static double audit_step_seconds(lf_vehicle *v) {
    double best = 1;
    for (int attempt = 0; attempt < 20; attempt++) {
        const double start = lf_clock();
        for (int i = 0; i < AUDIT_STRIDE; i++)
            if (lf_vehicle_step(v) != LF_OK) return 1;
        const double seconds = (lf_clock() - start) / AUDIT_STRIDE;
        if (seconds < best) best = seconds;
    }
    return best;
}

/* The same vehicle with its method in another process. */
static lf_status audit_begin(lf_vehicle *v, const char *algorithm, lf_algorithm *proxy,
                             lf_audit **audit, void *state) {
    const lf_audit_subject subject = {
        .algorithm = v->algorithm, .text = algorithm, .info = &v->problem.info};
    LF_TRY(lf_audit_begin(&subject, proxy, audit));
    memcpy(state, audit, sizeof *audit);
    return proxy->init(state, NULL, v->oracle, v->x0, NULL);
}

static void audit_question(lf_bench *bench, const void *argument) {
    static const char algorithm[] = "sgd";
    lf_vehicle v;
    lf_algorithm proxy;
    lf_audit *audit = NULL;
    void *state, *own;
    lf_status status = lf_vehicle_open(argument, algorithm, &v);
    v.is.evaluate = audit_idle;
    if (status == LF_OK) status = lf_vehicle_start(&v);
    const double here = status == LF_OK ? audit_step_seconds(&v) : 0;
    if (status == LF_OK) status = audit_begin(&v, algorithm, &proxy, &audit, &state);
    if (status == LF_OK) {
        const lf_algorithm *was = v.algorithm;
        own = v.state;
        v.algorithm = &proxy;
        v.state = &state;
        const double there = audit_step_seconds(&v);
        while (lf_bench_next(bench, 1))
            if (lf_vehicle_step(&v) != LF_OK) break;
        lf_bench_report(bench, "us_a_question", 1e6 * (there - here) / AUDIT_CROSSINGS);
        v.algorithm = was;
        v.state = own;
    } else {
        lf_bench_skip(bench, lf_message());
    }
    lf_audit_end(audit);
    lf_vehicle_close(&v);
}

void lf_suite_bench_audit(void);
void lf_suite_bench_audit(void) {
    lf_bench_add_waiting("audit/question/d=123", audit_question, "auc:data=a9a,model=linear");
    lf_bench_add_waiting("audit/question/d=784", audit_question, "auc:data=mnist,model=linear");
}
