#!/usr/bin/env bash
# A saved solution can be judged without levelfield: FV and CVio recomputed in Python from the raw
# files and the printed split agree with the metrics to 1e-10.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

# One run: the file itself; several: one each, named after problem, method and seed.
expect 0 "$levelfield" run -p dp_scad -a ssg -b 50 --save-solution w.txt --json
jq -e '.runs[0].solution_file == "w.txt"' out >/dev/null || fail "solution_file is not w.txt"
dim=$("$levelfield" data split dp_scad --json | jq '.features | length')
[ "$(wc -l <w.txt)" -eq "$dim" ] || fail "not one number a line"
expect 0 "$levelfield" run -p dp_scad -a ssg -a ssg:eta=0.01 -b 50 --seeds 0,1 --save-solution v.txt
for file in v-dp_scad-ssg-0.txt v-dp_scad-ssg-1.txt v-dp_scad-ssg_2-0.txt v-dp_scad-ssg_2-1.txt; do
  [ -s "$file" ] || fail "no $file"
done

need_data
# judge SPEC BUDGET: run on a9a, recompute, compare.
judge() {
  expect 0 "$levelfield" run -p dp_scad:data=a9a -a "$1" -b "$2" --save-solution w.txt --json
  jq '.runs[0].metrics' out >metrics.json
  python3 "$LF_TEST_SOURCE/tests/support/recompute.py" split.json w.txt "${files[@]}" >recomputed.json
  jq -e --slurpfile m metrics.json 'def near(a; b): (a - b) | fabs <= 1e-10;
    near(.FV; $m[0].FV) and near(.CVio; $m[0].CVio)' recomputed.json >/dev/null ||
    fail "$1: metrics $(jq -c . metrics.json), recomputed $(cat recomputed.json)"
}
"$levelfield" data split dp_scad:data=a9a --json >split.json
mapfile -t files < <("$levelfield" data path a9a)
judge 3secon:mode=deterministic 2000:passes.constraint
judge 3secon:mode=stochastic,alpha=0.05 20:passes.constraint
