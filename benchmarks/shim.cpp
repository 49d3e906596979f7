/* The C++ side of shim.h, and the program's main: every suite adds its benchmarks, then they run.
 */
#include "benchmarks/shim.h"

#include <benchmark/benchmark.h>

struct lf_bench {
    benchmark::State &state;
};

static bool bench_failed;

static benchmark::internal::Benchmark *bench_register(const char *name, lf_bench_function function,
                                                      const void *argument) {
    return benchmark::RegisterBenchmark(name, [=](benchmark::State &state) {
        lf_bench bench{state};
        function(&bench, argument);
    });
}

extern "C" {

#define X(name) void lf_suite_##name(void);
#include "benchmarks.inc"
#undef X

void lf_bench_add(const char *name, lf_bench_function function, const void *argument) {
    bench_register(name, function, argument);
}

void lf_bench_add_waiting(const char *name, lf_bench_function function, const void *argument) {
    bench_register(name, function, argument)->UseRealTime();
}

bool lf_bench_next(lf_bench *bench, size_t n) {
    return bench->state.KeepRunningBatch(static_cast<benchmark::IterationCount>(n));
}

void lf_bench_report(lf_bench *bench, const char *name, double value) {
    bench->state.counters[name] = value;
}

void lf_bench_rates(lf_bench *bench, double items, double bytes, double flops) {
    const auto report = [&](const char *name, double each) {
        if (each > 0)
            bench->state.counters[name] =
                benchmark::Counter(each, benchmark::Counter::kIsIterationInvariantRate);
    };
    report("items_per_second", items);
    report("bytes_per_second", bytes);
    report("flops_per_second", flops);
}

void lf_bench_label(lf_bench *bench, const char *text) {
    bench->state.SetLabel(text);
}

void lf_bench_skip(lf_bench *bench, const char *why) {
    bench_failed = true;
    bench->state.SkipWithError(why);
}

void lf_bench_keep(const void *result) {
    benchmark::DoNotOptimize(result);
    benchmark::ClobberMemory();
}
}

int main(int argc, char **argv) {
    lf_bench_begin(argc, argv);
#define X(name) lf_suite_##name();
#include "benchmarks.inc"
#undef X
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return bench_failed ? 1 : 0;
}
