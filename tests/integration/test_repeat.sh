#!/usr/bin/env bash
# The same command gives the same traces: twice, with -j 1 and -j 2; finished runs are not repeated.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

run=("$levelfield" run -p dp_scad -p neyman_pearson -a ssg:mode=stochastic -a 3secon:mode=stochastic
  -b 200 --seeds 0-2)
expect 0 "${run[@]}" -j 1 --out one
expect 0 "${run[@]}" -j 2 --out two
expect 0 "${run[@]}" -j 2 --out three
expect 0 "$levelfield" compare one two
prints '12 .*identical|identical.*12'
expect 0 "$levelfield" compare two three

# Again into the same folder: everything is reused, and the answer is the same.
expect 0 "${run[@]}" --json --out one
mv out first.json
cp one/results.sqlite before.sqlite
expect 0 "${run[@]}" --json --out one
cmp -s out first.json || fail "reused results differ"
expect 0 "${run[@]}" --force --json --out one
jq -e --slurpfile a first.json '[.runs[].trace_sha256] == [$a[0].runs[].trace_sha256]' out \
  >/dev/null || fail "repeated runs have other traces"

# What run --json promises.
jq -e '.runs | length == 12' out >/dev/null || fail "not 12 runs"
jq -e '.runs[] | has("problem") and has("algorithm") and has("parameters") and has("seed") and
  has("status") and has("steps") and has("counters") and has("metrics") and has("trace_sha256") and
  (.seconds | has("oracle") and has("algorithm") and has("evaluation"))' out >/dev/null ||
  fail "a key is missing"
jq -e '.runs | all(.status == "done" and .steps == 200)' out >/dev/null || fail "not 200 steps each"

# Another seed is another trace.
expect 0 "${run[@]/#0-2/3-5}" --out other
expect 1 "$levelfield" compare one other

# Paired sampling and export: one header, then as many rows for every run.
expect 0 "$levelfield" export one
[ "$(wc -l <out)" -gt 12 ] || fail "export is too short"
expect 0 "$levelfield" export one --format jsonl --output runs.jsonl
[ "$(jq -s length runs.jsonl)" -ge 12 ] || fail "export --format jsonl"

# x* out of the cache is that of the kernels in use, not of those that another machine had.
for core in Haswell Prescott; do
  run=("$levelfield" run -p roc_fairness -a ssg -b 2000 --blas-core "$core")
  XDG_CACHE_HOME=$scratch/shared expect 0 "${run[@]}" --out "shared-$core"
  XDG_CACHE_HOME=$scratch/fresh-$core expect 0 "${run[@]}" --out "fresh-$core"
  expect 0 "$levelfield" compare "shared-$core" "fresh-$core"
done
