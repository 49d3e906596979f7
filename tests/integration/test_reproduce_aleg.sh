#!/usr/bin/env bash
# The ALEG paper's items at the smallest scale: the fits of Table 1 without any data, then images and
# people. A stand-in is called one wherever its results are shown.
set -euo pipefail
. "$LF_TEST_SOURCE/tests/support/cli.sh"

expect 0 "$levelfield" reproduce aleg/table1 --scale smoke -j 2 -q
prints 'Method +\| +Exponent \| Theory'
prints '^\| SMD +\|.* 2 \|'
prints '^\| 1e-2, expected '
report=$(tail -n 1 out)
[ -s "$report" ] || fail "no report"
# Of its 14 problems m8 and n100 are one.
grep -qE 'accuracy 0\.01: 1[23] problems, 1[23] runs each' "$report" || fail "the profile does not say what it is of"

# Asked for everything, what lacks its data is named, and the rest is done.
mkdir -p both
cat >both/one.yaml <<'YAML'
title: one
problems: [{id: p, label: p, problem: "dp_scad:data=two_groups"}]
methods: [{id: m, label: m, algorithm: ssg}]
scales: [{name: smoke, budget: "20", seeds: "0", checkpoints: 2}]
YAML
sed 's/two_groups/w1a/; s/title: one/title: two/' both/one.yaml >both/two.yaml
expect 3 env -u LEVELFIELD_DATA LEVELFIELD_REPORTS=. "$levelfield" reproduce both --scale smoke -q
grep -q '^levelfield: both/two is left out: problem dp_scad: w1a needs' err || fail "what is left out is not named"
[ -s "$(tail -n 1 out)" ] || fail "no report of the rest"
expect 3 env -u LEVELFIELD_DATA LEVELFIELD_REPORTS=. "$levelfield" reproduce both/two --scale smoke
sed 's/w1a/w8a/' both/two.yaml >both/one.yaml
expect 3 env -u LEVELFIELD_DATA LEVELFIELD_REPORTS=. "$levelfield" reproduce both --scale smoke -q
grep -q '^levelfield: both/two: problem dp_scad: w1a needs' err || fail "the last of those without data is not named"

need_data
expect 0 "$levelfield" reproduce aleg/fig1b --scale smoke -j 2 -q
report=$(tail -n 1 out)
for method in ALEG SMD MPVR AL-SVRE; do prints "$method"; done
[ "$(grep -o 'stands in for CIFAR-100' "$report" | wc -l)" -ge 4 ] || fail "stand-ins are not marked"
grep -q 'lossy copies' "$report" || fail "the catalogue's note on lossy copies is not shown"
expect 0 "$levelfield" reproduce aleg/groups --scale smoke -j 2 -q
prints 'suboptimality of the average'
expect 0 "$levelfield" reproduce aleg/mero --scale smoke -j 2 -q
prints 'max_excess'
