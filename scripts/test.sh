#!/usr/bin/env bash
# Every test: the release build under CTest, then the unit tests under the address and
# undefined-behaviour sanitizers, then the process pool under the thread sanitizer, then ten seconds
# of hostile input for each parser (LEVELFIELD_FUZZ_SECONDS=3600: an hour), and a hundred kills of a
# command and its runs (LEVELFIELD_TRIALS). Benchmarks run a few times each: none is timed. Levelfield
# itself starts processes and no threads; the libraries below it (OpenBLAS, libcurl) may, which is
# why what forks is run under the thread sanitizer too.
#
# Tests on real data use $LEVELFIELD_DATA, else ../shared/datasets if there is one; without either
# they skip. At the end stands what was skipped and why; with data only what tests/skips.txt names may be.
set -euo pipefail
cd "$(dirname "$0")/.."
started=$SECONDS

if [ -z "${LEVELFIELD_DATA:-}" ] && [ -d ../shared/datasets ]; then LEVELFIELD_DATA=../shared/datasets; fi
# CTest runs each test in a folder of its own: a relative path is meant from here.
if [ -n "${LEVELFIELD_DATA:-}" ]; then
  IFS=: read -ra folders <<<"$LEVELFIELD_DATA"
  LEVELFIELD_DATA=$(realpath -m -- "${folders[@]}" | paste -sd:)
fi
if [ -n "${LEVELFIELD_DATA:-}" ]; then
  export LEVELFIELD_DATA
else
  unset LEVELFIELD_DATA
  echo "test: LEVELFIELD_DATA is not set: tests on real data skip" >&2
fi

scripts/setup.sh test

# run PRESET [CTEST OPTION...]: build it ($targets: only these) and run its tests, with a copy of what CTest says.
run() {
  local preset=$1
  shift
  # shellcheck disable=SC2086 # several words, or none
  scripts/build.sh "$preset" $targets
  echo "test: $preset"
  reports+=("build/$preset/ctest.xml")
  "${launcher[@]}" ctest --test-dir "build/$preset" --output-on-failure --no-tests=error \
    --output-junit ctest.xml --test-output-size-passed 1000000 -j "$(nproc)" "$@" | tee "build/$preset/ctest.log"
}

reports=() launcher=(env) targets=
cmake --preset release -DLF_BENCHMARKS=ON >/dev/null
run release
# Recorded claims, another part of them every day or run of CI: their runs have the traces that they had.
scripts/findings.py decide
scripts/findings.py replay --number "${GITHUB_RUN_NUMBER:-$(date +%s | awk '{print int($1 / 86400)}')}"
run asan -L unit
# The thread sanitizer must answer an allocation that is too large like any allocator, for the tests of
# memory limits; this compiler's needs a predictable address space, where that may be asked for.
export TSAN_OPTIONS=allocator_may_return_null=1
if setarch "$(uname -m)" -R true 2>/dev/null; then launcher=(setarch "$(uname -m)" -R); fi
targets="levelfield lf_thread_tests" run tsan -L threads
launcher=(env)
ls "$(clang -print-runtime-dir 2>&1)"/libclang_rt.fuzzer-* >/dev/null 2>&1 || {
  echo "test: there is no clang with libFuzzer: apt-get install clang libclang-rt-dev" >&2
  exit 1
}
# A long soak of kills waits more than it computes: the fuzzers are built and run beside it.
LEVELFIELD_TRIALS=${LEVELFIELD_TRIALS:-100} ctest --test-dir build/release --output-on-failure --no-tests=error \
  --timeout 3600 -V -R '^integration.kill_trials$' >build/release/soak.log 2>&1 &
soak=$!
trap wait EXIT # should the next fail
LEVELFIELD_FUZZ_SECONDS=${LEVELFIELD_FUZZ_SECONDS:-10} run fuzz -L fuzz
echo "test: a long soak of kills"
wait "$soak" || { cat build/release/soak.log && exit 1; }
cat build/release/soak.log
echo "test: the release run again:"
sed -n '/tests passed/,$p' build/release/ctest.log
scripts/skips.py "${reports[@]}"
elapsed=$((SECONDS - started))
echo "test: everything else passed, also under the sanitizers, in $((elapsed / 60)) min $((elapsed % 60)) s"
