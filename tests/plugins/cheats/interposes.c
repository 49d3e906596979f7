/* Defines functions of BLAS and libm that the library calls, to see the data pass by. Only where it
 * is loaded before the library (LD_PRELOAD) are they taken. */
#include "cheat.h"

static size_t interposes_seen;

double cblas_ddot(int n, const double *x, int step_x, const double *y, int step_y);
void cblas_daxpy(int n, double a, const double *x, int step_x, double *y, int step_y);
double exp(double x);

double cblas_ddot(int n, const double *x, int step_x, const double *y, int step_y) {
    double sum = 0;
    interposes_seen++;
    for (int i = 0; i < n; i++)
        sum += x[i * step_x] * y[i * step_y];
    return sum;
}

void cblas_daxpy(int n, double a, const double *x, int step_x, double *y, int step_y) {
    interposes_seen++;
    for (int i = 0; i < n; i++)
        y[i * step_y] += a * x[i * step_x];
}

double exp(double x) {
    interposes_seen++;
    return __builtin_exp2(x * 1.4426950408889634);
}

static lf_status interposes_step(cheat_state *s, lf_oracle *o) {
    const lf_status status = cheat_move(s, o);
    cheat_gained(s, interposes_seen, "vectors seen");
    interposes_seen = 0;
    return status;
}

CHEAT_PLUGIN(interposes, "blas");
