/**
 * Metrics that luck alone moves: their targets are not made, and what became worse is never called
 * better because it met one by chance.
 *
 * LF_TRACK_CHECKS=10000 build/release/tests/test_track_decoy tries as many checks.
 */
#include "harness/track/track.h"
#include "near.h"
#include "numeric/stream.h"
#include "sample_record.h"

enum { SEEDS = 5, POINTS = 21, DECOYS = 2 };
static const lf_track_rule rule = {0.01, 0.05, 1e-6};

/* Two decoys, as two methods of one problem, with a run for every seed. */
typedef struct {
    lf_experiment_problem problem;
    lf_experiment_method method[DECOYS];
    lf_experiment experiment;
    lf_planned_run plan[DECOYS * SEEDS];
    lf_record record[DECOYS * SEEDS];
    lf_results results;
} fixture;

/* A record with one metric, FV, and so many points; its values are the test's. */
static void shape(lf_record *record) {
    free(record->point);
    free(record->value);
    record->points = POINTS;
    record->point = calloc(POINTS, sizeof *record->point);
    record->value = calloc(POINTS * record->metrics, sizeof *record->value);
    for (size_t i = 0; i < POINTS; i++) {
        record->point[i].count[LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_INNER)] = 10 * i;
        for (size_t k = 1; k < record->metrics; k++)
            record->value[i * record->metrics + k] = NAN;
    }
}

static int setup(void **state) {
    fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->problem = (lf_experiment_problem){.id = "p"};
    f->method[0] = (lf_experiment_method){.id = "fixed"};
    f->method[1] = (lf_experiment_method){.id = "drawn"};
    f->experiment = (lf_experiment){.problems_count = 1,
                                    .problems = &f->problem,
                                    .methods_count = DECOYS,
                                    .methods = f->method};
    for (size_t i = 0; i < DECOYS * SEEDS; i++) {
        sample_record(i % SEEDS, &f->record[i]);
        shape(&f->record[i]);
        f->plan[i].method = (unsigned)(i / SEEDS);
    }
    f->results = (lf_results){.name = "demo/demo",
                              .scale = "smoke",
                              .experiment = &f->experiment,
                              .runs = DECOYS * SEEDS,
                              .plan = f->plan,
                              .record = f->record};
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < DECOYS * SEEDS; i++)
        lf_record_clear(&f->record[i]);
    free(f);
    return 0;
}

static double noise(uint64_t stream, size_t run, size_t point) {
    uint64_t bits[4];
    lf_stream_block(stream, LF_STREAM_TEST, run, 0, point, bits);
    return lf_stream_normal(bits[0], bits[1]);
}

/* Normal noise of deviation `swing` about a level that goes from 1.7 to 1.7 + rise. Every run of
 * the first decoy starts at 2, beside the recorded median, those of the second anywhere. */
static lf_track simulate(fixture *f, uint64_t stream, double rise, double swing,
                         const lf_track *like) {
    lf_track track;
    for (size_t r = 0; r < DECOYS * SEEDS; r++) {
        lf_record *record = &f->record[r];
        for (size_t i = 0; i < POINTS; i++)
            record->value[i * record->metrics] =
                1.7 + rise * (double)i / (POINTS - 1) + swing * noise(stream, r, i);
        record->value[0] = 2 + (r < SEEDS ? 0 : noise(stream, r, 0));
        snprintf(record->trace_sha256, 17, "%012llx%04zx", (unsigned long long)stream, r);
    }
    assert_ok(lf_track_make(&f->results, like, NULL, &track));
    return track;
}

static void test_never_better(void **state) {
    fixture *f = *state;
    const char *text = getenv("LF_TRACK_CHECKS");
    const size_t checks = text ? (size_t)strtoul(text, NULL, 10) : 1000;
    size_t better = 0, worse = 0, targets = 0;
    for (size_t c = 0; c < checks; c++) {
        lf_track before = simulate(f, 2 * c, 0, 1, NULL);
        lf_track now = simulate(f, 2 * c + 1, 4, 2, &before);
        lf_track_check check;
        assert_ok(lf_track_decide(&before, &now, &rule, &check));
        for (size_t i = 0; i < before.pairs; i++)
            targets += lf_track_find_metric(&before.pair[i], "FV")->targets;
        better += check.count[LF_TRACK_BETTER];
        worse += check.count[LF_TRACK_WORSE];
        lf_track_check_clear(&check);
        lf_track_clear(&before);
        lf_track_clear(&now);
    }
    print_message("%zu checks of two decoys: %zu better, %zu worse, %zu targets\n", checks, better,
                  worse, targets);
    assert_int_equal(better, 0);
    assert_true(worse > checks / 4);
}

/* All runs alike: n values, then none. `metric` <- FV of the first decoy, until the track is
 * cleared. */
static lf_track repeat(fixture *f, size_t n, const double *value, const lf_track_metric **metric) {
    lf_track track;
    for (size_t r = 0; r < DECOYS * SEEDS; r++)
        for (size_t i = 0; i < POINTS; i++)
            f->record[r].value[i * f->record[r].metrics] = i < n ? value[i] : NAN;
    assert_ok(lf_track_make(&f->results, NULL, NULL, &track));
    *metric = lf_track_find_metric(&track.pair[0], "FV");
    return track;
}

/* Median steps of the second half are 0.01, so the noise 1.4826 * 0.01 / sqrt 2; 15 checkpoints. */
static void test_noise(void **state) {
    fixture *f = *state;
    double value[16] = {0.72, 0.72, 0.72, 0.72,  0.72, 0.71, 0.71,  0.71,
                        0.70, 0.69, 0.70, 0.685, 0.69, 0.68, 0.685, 0.675};
    const lf_track_metric *metric;
    lf_track track = repeat(f, 16, value, &metric);
    assert_near(metric->noise, 0.0104836, 1e-7);
    /* 0.6975, 0.684 and 0.67725 are aimed at; 2.713 times the noise is 0.02844. */
    assert_int_equal(metric->targets, 2);
    assert_near(metric->target[0], 0.684, 1e-12);
    assert_near(metric->target[1], 0.67725, 1e-12);
    assert_string_equal(metric->why,
                        "1 of 3: met at a start, or within 2.71 times the noise of 0.0105 of it");
    lf_track_clear(&track);
    /* A steady trend is none. */
    for (size_t i = 0; i < 16; i++)
        value[i] = 1 - 0.0625 * (double)i;
    track = repeat(f, 16, value, &metric);
    assert_true(metric->noise == 0 && metric->targets == 3 && !metric->why);
    lf_track_clear(&track);
    /* Starts that differ are noise, too; what one of them meets is no target. */
    for (size_t i = 0; i < 16; i++)
        value[i] = i ? 0.5 : 1;
    track = repeat(f, 16, value, &metric);
    assert_near(metric->noise, 0, 0);
    assert_true(metric->targets == 3 && !metric->why);
    lf_track_clear(&track);
    for (size_t r = 0; r < SEEDS; r++)
        f->record[r].value[0] = r ? 1 : 0.7;
    assert_ok(lf_track_make(&f->results, NULL, NULL, &track));
    metric = lf_track_find_metric(&track.pair[1], "FV"); /* "drawn" sorts before "fixed" */
    assert_near(metric->noise, sqrt(0.018), 1e-12);
    assert_int_equal(metric->targets, 2); /* 0.75 is met by 0.7, and within 2.71 times 0.134 */
    assert_near(metric->target[0], 0.6, 1e-12);
    lf_track_clear(&track);
}

/* A run that meets a target by luck and leaves it meets it later, or never. */
static void test_stays(void **state) {
    fixture *f = *state;
    double value[POINTS];
    for (size_t i = 0; i < POINTS; i++)
        value[i] = i < 10 ? 1 : 0;
    const lf_track_metric *metric;
    lf_track before = repeat(f, POINTS, value, &metric), now;
    assert_near(before.pair[0].run[0].value[0].cost[0], 95, 1e-12); /* 1 at 90 calls, 0 at 100 */
    for (size_t r = 0; r < DECOYS * SEEDS; r++)
        f->record[r].value[2 * f->record[r].metrics] = 0;
    assert_ok(lf_track_make(&f->results, &before, NULL, &now));
    assert_near(now.pair[0].run[0].value[0].cost[0], 15, 1e-12); /* 7 of 18 are worse */
    lf_track_clear(&now);
    for (size_t r = 0; r < DECOYS * SEEDS; r++)
        for (size_t i = 3; i < 13; i++)
            f->record[r].value[i * f->record[r].metrics] = 1;
    assert_ok(lf_track_make(&f->results, &before, NULL, &now));
    assert_near(now.pair[0].run[0].value[0].cost[0], 125, 1e-12); /* 10 of 18 were worse */
    lf_track_clear(&now);
    for (size_t r = 0; r < DECOYS * SEEDS; r++)
        for (size_t i = 13; i < POINTS; i++)
            f->record[r].value[i * f->record[r].metrics] = 1;
    assert_ok(lf_track_make(&f->results, &before, NULL, &now));
    assert_true(isinf(now.pair[0].run[0].value[0].cost[0]));
    lf_track_clear(&now);
    lf_track_clear(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_never_better, setup, teardown),
        cmocka_unit_test_setup_teardown(test_noise, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stays, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
